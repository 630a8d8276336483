"""Recurrent layers and cells: one state after the other along a sequence. PyTorch: torch/nn/modules/rnn.py.

A layer is a loop over its cell (``_functional/recurrent.py``): its graph has the nodes of every step.
"""

import math
from collections.abc import Iterator
from typing import Any, ClassVar

from .. import derivatives as d
from .._core.base.learners_line import warn
from .._core.table.row import Row
from .._core.tensor import Tensor
from .._torch.creation.filled import zeros
from . import init
from ._functional.recurrent import State, Weights, one_step, stacked
from ._initial_weights import filled
from .module import Module
from .parameter import Parameter
from .utils.rnn import PackedSequence

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
_SHOWN = {"num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False}
"""The settings that are printed where they differ from these defaults."""


class RNNBase(Module):
    """What `RNN`, `LSTM` and `GRU` share: weights, checks, and the way through the layers."""

    mode: str
    _state_size: ClassVar[int] = 1
    _turned: ClassVar[Row] = d.transpose_in_place  # as PyTorch brings the output into shape

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        if not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
            )
        if dropout > 0 and num_layers == 1:
            warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                f"num_layers greater than 1, but got dropout={dropout} and num_layers={num_layers}"
            )
        if proj_size:
            raise NotImplementedError("projections of an LSTM (proj_size) are left out here; put a Linear behind it.")
        for name, value in (("input_size", input_size), ("hidden_size", hidden_size), ("num_layers", num_layers)):
            if value <= 0:
                raise ValueError(f"{name} must be greater than zero")
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self._all_weights: list[list[str]] = []
        for layer in range(num_layers):
            for direction in range(self._directions):
                self._add_weights(layer, direction, dtype, device)
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def _add_weights(self, layer: int, direction: int, dtype: Any, device: Any) -> None:
        rows, outputs = _GATES[self.mode] * self.hidden_size, self.hidden_size
        inputs = outputs * self._directions if layer else self.input_size
        shapes: dict[str, tuple[int, ...]] = {"weight_ih": (rows, inputs), "weight_hh": (rows, outputs)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        names = {name: f"{name}_l{layer}{'_reverse' if direction else ''}" for name in shapes}
        for name, shape in shapes.items():
            self.register_parameter(names[name], Parameter(filled(shape, 0, dtype, device)))
        self._all_weights.append(list(names.values()))

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The weights of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights(self) -> list[Parameter]:
        return [weight for weights in self.all_weights for weight in weights]

    def _weights(self) -> Iterator[Weights]:
        for weights in self.all_weights:
            yield Weights(*weights)

    def flatten_parameters(self) -> None:
        """Does nothing: only a GPU needs the weights in one block of memory."""

    def reset_parameters(self) -> None:
        """Draw the uniform numbers in ±1/√hidden_size again."""
        bound = 1 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    # ----- the way through -------------------------------------------------------------------------------------------
    def forward(self, input: Any, hx: Any = None) -> tuple[Any, Any]:
        """A sequence (L, N, input_size), (N, L, input_size) with ``batch_first``, or packed → outputs and last state.

        Without N, it is one sequence (L, input_size), and the state has no N either. A state that is not given is 0.
        """
        if isinstance(input, PackedSequence):
            return self._packed(input, hx)
        rank = input.dim()
        if rank not in (2, 3):
            word = " tensor" if self.mode.startswith("RNN") else ""
            raise ValueError(f"{self._kind}: Expected input to be 2D or 3D, got {rank}D{word} instead")
        batch_dim = 0 if self.batch_first else 1
        given = None if hx is None else self._given(hx, rank)
        if rank == 2:
            input = d.unsqueeze(input, batch_dim)
        state = self._zeros(input, input.size(batch_dim)) if given is None else given
        self._check(input, state, 3, input.size(batch_dim))
        steps = d.transpose(input, 0, 1) if self.batch_first else input
        output, state = self._through(steps, None, state)
        if self.batch_first:
            output = self._turned(output, 0, 1)
        if rank == 2:
            output, state = d.squeeze_dim(output, batch_dim), tuple(d.squeeze_dim(part, 1) for part in state)
        return output, self._handed_back(state)

    def _packed(self, input: PackedSequence, hx: Any) -> tuple[PackedSequence, Any]:
        data, sizes, order, back = input
        count = int(sizes[0])
        state = self._zeros(data, count) if hx is None else _in_order(self._as_state(hx), order)
        self._check(data, state, 2, count)
        output, state = self._through(data, sizes, state)
        return PackedSequence(output, sizes, order, back), self._handed_back(_in_order(state, back))

    def _through(self, steps: Tensor, sizes: Tensor | None, state: State) -> tuple[Tensor, State]:
        dropped = self.dropout if self.training else 0.0
        return stacked(self.mode, steps, sizes, state, list(self._weights()), self._directions, dropped)

    # ----- states ----------------------------------------------------------------------------------------------------
    @property
    def _kind(self) -> str:
        return self.mode.partition("_")[0]

    def _as_state(self, hx: Any) -> State:
        return (hx,)

    def _handed_back(self, state: State) -> Any:
        return state[0]

    def _size(self, count: int) -> tuple[int, int, int]:
        return self.num_layers * self._directions, count, self.hidden_size

    def _zeros(self, input: Tensor, count: int) -> State:
        return tuple(zeros(self._size(count), dtype=input.dtype) for _ in range(self._state_size))

    def _given(self, hx: Any, rank: int) -> State:
        state = self._as_state(hx)
        ranks = [part.dim() for part in state]
        if any(found != rank for found in ranks):
            kind = "batched" if rank == 3 else "unbatched"
            words = f"hx should also be {rank}-D but got {ranks[0]}-D tensor"
            if len(ranks) == 2:
                words = f"hx and cx should also be {rank}-D but got ({ranks[0]}-D, {ranks[1]}-D) tensors"
            raise RuntimeError(f"For {kind} {rank}-D input, {words}")
        return state if rank == 3 else tuple(d.unsqueeze(part, 1) for part in state)

    # ----- checks ----------------------------------------------------------------------------------------------------
    def _check(self, input: Tensor, state: State, rank: int, count: int) -> None:
        kind = self._flat_weights[0].dtype
        if input.dtype != kind:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({kind}). Convert input: "
                f"input.to({kind}), or convert model: model.to({input.dtype})"
            )
        if input.dim() != rank:
            raise RuntimeError(f"input must have {rank} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )
        size = self._size(count)
        for place, part in enumerate(state):
            if part.shape != size:
                which = f"hidden[{place}]" if self._state_size > 1 else "hidden"
                raise RuntimeError(f"Expected {which} size {size}, got {list(part.shape)}")

    def extra_repr(self) -> str:
        """``2, 3, num_layers=2``: the sizes, and the settings that are not the defaults."""
        unusual = [f"{name}={getattr(self, name)}" for name, usual in _SHOWN.items() if getattr(self, name) != usual]
        return ", ".join([f"{self.input_size}, {self.hidden_size}", *unusual])


class RNN(RNNBase):
    """``h' = tanh(W_ih x + b_ih + W_hh h + b_hh)``, step by step: the states of the last layer, and the last state.

    All weights start from uniform numbers in ±1/√hidden_size, the same ones as in PyTorch after the same `manual_seed`.
    They are ``weight_ih_l0`` (hidden_size, input_size), ``weight_hh_l0`` (hidden_size, hidden_size), ``bias_ih_l0`` and
    ``bias_hh_l0``; then come ``…_l0_reverse`` and the next layers ``…_l1``, which read the outputs of the layer before.

    Args:
        input_size: how many numbers each step of the input has.
        hidden_size: how many the state has.
        num_layers: how many layers, one upon the other.
        nonlinearity: "tanh" or "relu".
        bias: False leaves the biases out.
        batch_first: input and output are (N, L, …) rather than (L, N, …). The state never is.
        dropout: the probability of dropout behind each layer but the last, in training.
        bidirectional: each layer has a second one that runs backwards; their outputs are concatenated.

    Raises:
        ValueError, TypeError: settings that make no sense, or (called) an input of another rank or dtype.
        RuntimeError: (called) sizes that do not fit.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        *settings: Any,
        **named: Any,
    ):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", input_size, hidden_size, num_layers, *settings, **named)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """Long short-term memory: beside the state h a cell c, which gates write, forget and show.

    ``c' = f c + i g`` and ``h' = o tanh(c')``, where ``i, f, o = σ(…)`` and ``g = tanh(…)`` of
    ``W_ih x + b_ih + W_hh h + b_hh``. The weights hold the four as blocks of rows, in the order i, f, g, o:
    ``weight_ih_l0`` is (4 · hidden_size, input_size). The state is the pair (h, c). All else is as in
    `RNN`.
    """

    _state_size = 2
    _turned = d.transpose

    def __init__(self, *sizes: Any, **settings: Any):
        super().__init__("LSTM", *sizes, **settings)

    def _as_state(self, hx: Any) -> State:
        return hx[0], hx[1]

    def _handed_back(self, state: State) -> State:
        return state


class GRU(RNNBase):
    """Gated recurrent unit: ``h' = (1 - z) n + z h``, where ``n = tanh(W_in x + b_in + r (W_hn h + b_hn))`` is new.

    The gates are ``r, z = σ(W_ih x + b_ih + W_hh h + b_hh)``. The weights hold the three as blocks of rows, in the
    order r, z, n: ``weight_ih_l0`` is (3 · hidden_size, input_size). All else is as in `RNN`.
    """

    def __init__(self, *sizes: Any, **settings: Any):
        super().__init__("GRU", *sizes, **settings)


def _in_order(state: State, order: Tensor | None) -> State:
    return state if order is None else tuple(d.index_select(part, 1, order) for part in state)


# ----- cells: one step, for a loop that you write --------------------------------------------------------------------
class RNNCellBase(Module):
    """What `RNNCell`, `LSTMCell` and `GRUCell` share: the weights, and an input without a batch."""

    _name: ClassVar[str] = "RNNCell"

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None, dtype: Any = None
    ):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(filled((rows, input_size), 0, dtype, device))
        self.weight_hh = Parameter(filled((rows, hidden_size), 0, dtype, device))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(filled(rows, 0, dtype, device)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the uniform numbers in ±1/√hidden_size again."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _step(self, mode: str, input: Tensor, state: State | None) -> State:
        batched = input.dim() == 2
        if not batched:
            input = d.unsqueeze(input, 0)
        if state is None:
            start = zeros(input.size(0), self.hidden_size, dtype=input.dtype)
            state = (start, start) if mode == "LSTM" else (start,)
        elif not batched:
            state = tuple(d.unsqueeze(part, 0) for part in state)
        state = one_step(mode, input, state, Weights(self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh))
        return state if batched else tuple(d.squeeze_dim(part, 0) for part in state)

    def _check(self, what: str, tensor: Tensor) -> None:
        if tensor.dim() not in (1, 2):
            raise ValueError(f"{self._name}: Expected {what} to be 1D or 2D, got {tensor.dim()}D instead")

    def extra_repr(self) -> str:
        """``2, 3``, and the settings that are not the defaults."""
        words = [f"{self.input_size}, {self.hidden_size}"]
        if self.bias is not True:
            words.append(f"bias={self.bias}")
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            words.append(f"nonlinearity={self.nonlinearity}")
        return ", ".join(words)


class RNNCell(RNNCellBase):
    """``tanh(W_ih x + b_ih + W_hh h + b_hh)``: an input and a state → the next state; see `RNN`.

    Raises:
        ValueError: (called) an input or a state of another rank.
        RuntimeError: (called) sizes that do not fit, or an unknown ``nonlinearity`` (it is "tanh" or "relu").
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """(N, input_size) and (N, hidden_size) → (N, hidden_size); N may be missing, and a missing state is 0."""
        self._check("input", input)
        if hx is not None:
            self._check("hidden", hx)
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(f"RNN_{self.nonlinearity.upper()}", input, None if hx is None else (hx,))[0]


class LSTMCell(RNNCellBase):
    """One step of an `LSTM`: an input and the pair (h, c) → the next pair; errors as `RNNCell`."""

    _name = "LSTMCell"

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: State | None = None) -> State:
        """(N, input_size) and two of (N, hidden_size) → two of these; N may be missing, and a missing state is 0."""
        self._check("input", input)
        if isinstance(hx, Tensor):
            raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor")
        for place, part in enumerate(() if hx is None else hx):
            self._check(f"hx[{place}]", part)
        if hx is not None and len(hx) != 2:
            raise RuntimeError("lstm_cell expects two hidden states")
        return self._step("LSTM", input, hx)


class GRUCell(RNNCellBase):
    """One step of a `GRU`: an input and a state → the next state; errors as `RNNCell`."""

    _name = "GRUCell"

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """(N, input_size) and (N, hidden_size) → (N, hidden_size); N may be missing, and a missing state is 0."""
        self._check("input", input)
        if hx is not None:
            self._check("hidden", hx)
        return self._step("GRU", input, None if hx is None else (hx,))[0]


__all__ = ["GRU", "LSTM", "RNN", "GRUCell", "LSTMCell", "RNNBase", "RNNCell", "RNNCellBase"]
