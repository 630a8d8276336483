"""What recurrent layers compute: a cell is one step, a layer a loop of steps, a stack layers one upon the other.

Each is made of rows of the table in PyTorch's order, so the graph behind a layer shows its steps one by one.

PyTorch: aten/src/ATen/native/RNN.cpp.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ... import derivatives as d
from ..._core.tensor import Tensor
from ..._torch.functions.joining import narrow
from ..._torch.functions.products import linear
from ..._torch.functions.randomness import dropout

State = tuple[Tensor, ...]
"""What goes from step to step: (h,), and with an LSTM (h, c)."""


class Weights(NamedTuple):
    """The weights of one layer in one direction; a weight that the layer does not have is None."""

    w_ih: Tensor
    w_hh: Tensor
    b_ih: Tensor | None = None
    b_hh: Tensor | None = None

    def of_input(self, input: Tensor, done: bool = False) -> Tensor:
        """``W_ih x + b_ih``; the input itself if that is done."""
        return input if done else linear(input, self.w_ih, self.b_ih)

    def of_hidden(self, hidden: Tensor) -> Tensor:
        """``W_hh h + b_hh``"""
        return linear(hidden, self.w_hh, self.b_hh)


Cell = Callable[[Tensor, State, Weights, bool], State]
"""One step: the input x, the state before and the weights → the state after. A layer hands over ``W_ih x + b_ih``,
which it has computed for all steps at once, for x. (Which product comes first decides which one backward meets first.)
"""


# ----- one step ------------------------------------------------------------------------------------------------------
def tanh_cell(input: Tensor, state: State, weights: Weights, done: bool) -> State:
    """``tanh(W_ih x + b_ih + W_hh h + b_hh)``"""
    return (d.tanh(_sum(input, state, weights, done)),)


def relu_cell(input: Tensor, state: State, weights: Weights, done: bool) -> State:
    """``relu(W_ih x + b_ih + W_hh h + b_hh)``"""
    return (d.relu(_sum(input, state, weights, done)),)


def lstm_cell(input: Tensor, state: State, weights: Weights, done: bool) -> State:
    """``c' = f c + i g`` and ``h' = o tanh(c')``: the gates i, f, o and the new content g come from x and h."""
    i, f, g, o = _parts(_sum(input, state, weights, done), 4)
    i, f, g, o = d.sigmoid(i), d.sigmoid(f), d.tanh(g), d.sigmoid(o)
    cell = d.add(d.mul(f, state[1]), d.mul(i, g))
    return d.mul(o, d.tanh(cell)), cell


def gru_cell(input: Tensor, state: State, weights: Weights, done: bool) -> State:
    """``h' = (h - n) z + n`` with the gates r, z and the new content ``n = tanh(x's part + r · h's part)``."""
    x_r, x_z, x_n = _parts(weights.of_input(input, done), 3)
    h_r, h_z, h_n = _parts(weights.of_hidden(state[0]), 3)
    r, z = d.sigmoid(d.add(h_r, x_r)), d.sigmoid(d.add(h_z, x_z))
    new = d.tanh(d.add(x_n, d.mul(h_n, r)))
    return (d.add(d.mul(d.sub(state[0], new), z), new),)


def _sum(input: Tensor, state: State, weights: Weights, done: bool) -> Tensor:
    return d.add(weights.of_hidden(state[0]), weights.of_input(input, done))


def _parts(gates: Tensor, count: int) -> Sequence[Tensor]:
    return d.unsafe_split(gates, -(-gates._data.shape[1] // count), 1)


CELLS: dict[str, Cell] = {"RNN_TANH": tanh_cell, "RNN_RELU": relu_cell, "LSTM": lstm_cell, "GRU": gru_cell}


def one_step(mode: str, input: Tensor, state: State, weights: Weights) -> State:
    """A cell by itself: (N, input_size) and a state of (N, hidden_size) give the next state.

    Raises:
        RuntimeError: sizes that do not fit.
    """
    count, size = input._data.shape
    if size != weights.w_ih._data.shape[1]:
        wanted = weights.w_ih._data.shape[1]
        raise RuntimeError(f"input has inconsistent input_size: got {size} expected {wanted}")
    for place, part in enumerate(state):
        if len(part) != count:
            raise RuntimeError(f"Input batch size {count} doesn't match hidden{place} batch size {len(part)}")
        if part._data.shape[1] != (wanted := weights.w_hh._data.shape[1]):
            got = part._data.shape[1]
            raise RuntimeError(f"hidden{place} has inconsistent hidden_size: got {got}, expected {wanted}")
    return CELLS[mode](input, state, weights, False)


# ----- one layer in one direction ------------------------------------------------------------------------------------
def _walk(cell: Cell, steps: Sequence[Tensor], state: State, weights: Weights) -> tuple[list[Tensor], State]:
    outputs = []
    for step in steps:
        state = cell(step, state, weights, True)
        outputs.append(state[0])
    if not outputs:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    return outputs, state


def forwards(cell: Cell, input: Tensor, sizes: None, state: State, weights: Weights) -> tuple[Tensor, State]:
    """All steps (L, N, …) from the first to the last."""
    outputs, state = _walk(cell, _steps(weights.of_input(input)), state, weights)
    return d.stack(outputs, 0), state


def backwards(cell: Cell, input: Tensor, sizes: None, state: State, weights: Weights) -> tuple[Tensor, State]:
    """All steps (L, N, …) from the last to the first."""
    outputs, state = _walk(cell, _steps(weights.of_input(input))[::-1], state, weights)
    return d.stack(outputs[::-1], 0), state


def _steps(tensor: Tensor) -> Sequence[Tensor]:
    return d.unbind(tensor, 0) if len(tensor) else ()


def packed_forwards(cell: Cell, data: Tensor, sizes: list[int], state: State, weights: Weights) -> tuple[Tensor, State]:
    """The steps of a packed batch: a sequence that ends leaves the state, and its last one is put aside."""
    of_input = weights.of_input(data)
    outputs, ended, start = [], [], 0
    for before, size in zip([sizes[0], *sizes], sizes, strict=False):
        step = narrow(of_input, 0, start, size)
        start += size
        if size < before:
            ended.append(_rows(state, size, before))
            state = _rows(state, 0, size)
        state = cell(step, state, weights, True)
        outputs.append(state[0])
    ended.append(state)
    last = tuple(d.cat(list(parts), 0) for parts in zip(*ended[::-1], strict=True))
    return d.cat(outputs, 0), last


def packed_backwards(
    cell: Cell, data: Tensor, sizes: list[int], state: State, weights: Weights
) -> tuple[Tensor, State]:
    """The same from the last step to the first: a sequence joins at its own last step."""
    of_input = weights.of_input(data)
    outputs, first, end = [], state, len(data)
    state = _rows(first, 0, sizes[-1])
    for before, size in zip([sizes[-1], *sizes[::-1]], sizes[::-1], strict=False):
        if size > before:
            joining = _rows(first, before, size)
            state = tuple(d.cat([old, new], 0) for old, new in zip(state, joining, strict=True))
        step = narrow(of_input, 0, end - size, size)
        end -= size
        state = cell(step, state, weights, True)
        outputs.append(state[0])
    return d.cat(outputs[::-1], 0), state


def _rows(state: State, start: int, end: int) -> State:
    return tuple(narrow(part, 0, start, end - start) for part in state)


# ----- layers one upon the other -------------------------------------------------------------------------------------
def stacked(
    mode: str,
    input: Tensor,
    batch_sizes: Tensor | None,
    state: State,
    weights: Sequence[Weights],
    directions: int,
    dropped: float,
) -> tuple[Tensor, State]:
    """(L, N, input_size), or packed (Σ lengths, input_size) with ``batch_sizes``, through all layers.

    Args:
        mode: which cell, see `CELLS`.
        state: (layers · directions, N, hidden_size) each.
        weights: of each layer, and in it of each direction.
        dropped: the probability of dropout behind every layer but the last.

    Returns:
        What comes out of the last layer, and the last state of every layer and direction.
    """
    cell = CELLS[mode]
    sizes = None if batch_sizes is None else [int(size) for size in batch_sizes.tolist()]
    ways = (forwards, backwards) if sizes is None else (packed_forwards, packed_backwards)
    starts, ends = list(zip(*(d.unbind(part, 0) for part in state), strict=True)), []
    for layer in range(0, len(weights), directions):
        outputs = []
        for way, place in zip(ways, range(layer, layer + directions), strict=False):
            output, end = way(cell, input, sizes, starts[place], weights[place])
            outputs.append(output)
            ends.append(end)
        input = outputs[0] if directions == 1 else d.cat(outputs, -1)
        if dropped and layer + directions < len(weights):
            input = dropout(input, dropped, True)
    return input, tuple(d.stack(list(parts), 0) for parts in zip(*ends, strict=True))
