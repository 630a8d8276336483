"""Recurrent cells: one step of a recurrent layer, for a loop that you write. PyTorch: torch/nn/modules/rnn.py."""

import math
from typing import Any, ClassVar

from .. import derivatives as d
from .._core.tensor import Tensor
from .._torch.creation.filled import zeros
from . import init
from ._functional.recurrent import State, Weights, one_step
from ._initial_weights import filled
from .module import Module
from .parameter import Parameter


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
        for place, part in enumerate(() if hx is None else hx):
            self._check(f"hx[{place}]", part)
        if isinstance(hx, Tensor):
            raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor")
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


__all__ = ["GRUCell", "LSTMCell", "RNNCell", "RNNCellBase"]
