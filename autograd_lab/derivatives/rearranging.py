"""The same numbers rearranged: turned, rolled, repeated, cut along a diagonal."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.base.strided import layout_of, zeros_without_history
from .._core.refusals.shapes import check_repeat, check_roll, check_trace, check_triangle, two_axes
from .._core.table.row import derivative
from ._operands import choose, distinct_axes, wrap_dim


def trace_forward(self: Any) -> Any:
    """The sum of a matrix's diagonal; whole numbers sum as int64."""
    return np.trace(self, dtype=np.int64 if self.dtype.kind in "iub" else self.dtype)


trace = derivative(
    "trace(Tensor self) -> Tensor",
    node="TraceBackward0",
    forward=trace_forward,
    self=lambda grad, self_sizes: choose(np.eye(*self_sizes, dtype=bool), grad, 0.0),
    variants="function, method",
    refuse=check_trace,
    does="The sum of the diagonal of a matrix.",
    tex=dict(forward=r"z = \sum_i x_{ii}", self=r"\bar{x}_{ij} = \bar{z}\, [i = j]"),
    samples=lambda make: [(make(3, 3),), (make(2, 3),), (make(0, 2),)],
)


def repeat_forward(self: Any, repeats: Sequence[int]) -> Any:
    """Copies side by side, ``repeats[i]`` of them along dimension i."""
    return np.tile(self, tuple(repeats)) if self.ndim or repeats else np.array(self)


def repeat_back(grad: Any, repeats: Sequence[int], sizes: tuple[int, ...]) -> Any:
    """Backward of ``repeat``: sum over the copies."""
    if 0 in repeats:
        return zeros_without_history(grad, sizes)
    extra = len(repeats) - len(sizes)
    shape = list(repeats[:extra])
    axes = list(range(extra))
    for count, n in zip(repeats[extra:], sizes, strict=True):
        axes.append(len(shape))
        shape += [count, n]
    return grad.reshape(tuple(shape)).sum(tuple(axes)) if axes else grad


repeat = derivative(
    "repeat(Tensor self, SymInt[] repeats) -> Tensor",
    node="RepeatBackward0",
    forward=repeat_forward,
    self=lambda grad, repeats, self_sizes: repeat_back(grad, repeats, self_sizes),
    refuse=check_repeat,
    does="Copies of ``self`` side by side, ``repeats[i]`` of them along dimension i.",
    tex=dict(
        forward=r"z_i = x_{i \ \mathrm{mod}\  n}", self=r"\bar{x}_k = \sum_{i \ \mathrm{mod}\  n = k} \bar{z}_i"
    ),
    samples=lambda make: [
        (make(3), (2,)), (make(2, 3), (1, 2)), (make(3), (2, 2)), (make(), (2,)), (make(), ()), (make(2), (0,)),
        (make(0, 2), (2, 1)),
    ],
)  # fmt: skip


def flip_forward(self: Any, dims: Sequence[int]) -> Any:
    """Back to front along ``dims``, as a copy."""
    return turned_around(self, distinct_axes(dims, self.ndim))


def turned_around(self: Any, axes: tuple[int, ...]) -> np.ndarray:
    """A copy, back to front along the axes and laid out like ``self``."""
    copied = np.empty_like(self, order=layout_of(self))
    copied[...] = np.flip(self, axes) if self.ndim else self
    return copied


flip = derivative(
    "flip(Tensor self, int[] dims) -> Tensor",
    node="FlipBackward0",
    forward=flip_forward,
    self=lambda grad, dims: flip(grad, dims),
    does="A copy of ``self``, back to front along ``dims``.",
    tex=dict(forward=r"z_i = x_{n-i}", self=r"\bar{x}_i = \bar{z}_{n-i}"),
    samples=lambda make: [(make(3), (0,)), (make(2, 3), (0, -1)), (make(2, 3), ()), (make(), ())],
)


def roll_forward(self: Any, shifts: Sequence[int], dims: Sequence[int]) -> Any:
    """Moved by ``shifts`` along ``dims``; what leaves at one end comes in at the other. No dims: as one long row."""
    if not dims:
        return np.ascontiguousarray(np.roll(self, shifts[0])).reshape(self.shape)
    return np.ascontiguousarray(np.roll(self, tuple(shifts), tuple(wrap_dim(dim, self.ndim) for dim in dims)))


roll = derivative(
    "roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor",
    node="RollBackward0",
    forward=roll_forward,
    self=lambda grad, shifts, dims: roll(grad, tuple(-n for n in reversed(shifts)), tuple(reversed(dims))),
    refuse=check_roll,
    does="``self`` moved by ``shifts`` along ``dims``; what leaves at one end comes in at the other.",
    tex=dict(forward=r"z_{(i + s) \ \mathrm{mod}\  n} = x_i", self=r"\bar{x}_i = \bar{z}_{(i + s) \ \mathrm{mod}\  n}"),
    samples=lambda make: [(make(3), (1,)), (make(2, 3), (1, -1), (0, 1)), (make(2, 3), (4,), ()), (make(), (1,))],
)


def triangle(keep: Any) -> Any:
    """Forward of ``tril`` and ``triu``: zeros beyond a diagonal of each matrix."""
    return lambda self, diagonal: np.ascontiguousarray(keep(self, diagonal))


tril, triu = (
    derivative(
        f"{name}(Tensor self, SymInt diagonal=0) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        forward=triangle(getattr(np, name)),
        self=rule,
        zero_where="not chosen",
        variants="function, method, in_place",
        refuse=check_triangle(name),
        does=f"Each matrix with zeros {side} the diagonal number ``diagonal`` (0: the main one).",
        tex=dict(forward=rf"z_{{ij}} = x_{{ij}}\, [{sign_}]", self=rf"\bar{{x}}_{{ij}} = \bar{{z}}_{{ij}}\, [{sign_}]"),
        samples=lambda make: [(make(3, 3),), (make(2, 3), 1), (make(2, 3, 2), -1)],
    )
    for name, side, sign_, rule in (
        ("tril", "above", r"j \leq i + d", lambda grad, diagonal: tril(grad, diagonal)),
        ("triu", "below", r"j \geq i + d", lambda grad, diagonal: triu(grad, diagonal)),
    )
)


def diagonal_forward(self: Any, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """The diagonal of the matrices in ``dim1`` and ``dim2``, last, as a view."""
    first, second = two_axes(dim1, dim2, self.ndim)
    found = np.diagonal(self, offset, first, second)
    if self.flags.writeable:  # NumPy locks its diagonals
        found.flags.writeable = True
    return found


diagonal = derivative(
    "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
    node="DiagonalBackward0",
    forward=diagonal_forward,
    self=lambda grad, self_sizes, offset, dim1, dim2: diagonal_backward(grad, self_sizes, offset, dim1, dim2),
    variants="function, method",
    view=True,
    does="The diagonal of the matrices in ``dim1`` and ``dim2``, ``offset`` beside the main one, as a view.",
    tex=dict(forward=r"z_i = x_{i, i+d}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = i + d]"),
    samples=lambda make: [(make(2, 3),), (make(3, 3), -1), (make(2, 3, 2), 0, -1, 0), (make(2, 3), 5)],
)

diagonal_copy = derivative(
    "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    node="DiagonalBackward0_copy",
    forward=lambda self, offset, dim1, dim2: np.array(diagonal_forward(self, offset, dim1, dim2)),
    self=lambda grad, self_sizes, offset, dim1, dim2: diagonal_backward(grad, self_sizes, offset, dim1, dim2),
    does="The diagonal of the matrices in ``dim1`` and ``dim2``, as a copy.",
    tex=dict(forward=r"z_i = x_{i, i+d}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = i + d]"),
    samples=lambda make: [(make(2, 3),), (make(3, 3), -1)],
)


def diagonal_back(grad_output: Any, input_sizes: tuple[int, ...], offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Zeros, with the gradient on the diagonal."""
    result = np.zeros(input_sizes, grad_output.dtype)
    diagonal_forward(result, offset, dim1, dim2)[...] = grad_output
    return result


diagonal_backward = derivative(
    "diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor",
    node="DiagonalBackwardBackward0",
    forward=diagonal_back,
    grad_output=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2),
    does="Zeros of the shape ``input_sizes``, with ``grad_output`` on the diagonal.",
    tex=dict(forward=r"z_{ij} = x_i\, [j = i + d]", grad_output=r"\bar{x}_i = \bar{z}_{i, i+d}"),
    samples=lambda make: [(make(2), (2, 3), 0, 0, 1), (make(3, 2), (2, 3, 2), 0, -1, 0)],
)


def diag_embed_forward(self: Any, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Matrices in ``dim1`` and ``dim2`` with the last dimension of ``self`` on their diagonal."""
    ndim = self.ndim + 1
    first, second = two_axes(dim1, dim2, ndim)
    size = list(self.shape[:-1])
    for axis in sorted((first, second)):
        size.insert(axis, self.shape[-1] + abs(offset))
    return diagonal_back(self, tuple(size), offset, first, second)


diag_embed = derivative(
    "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
    node="DiagEmbedBackward0",
    forward=diag_embed_forward,
    self=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2),
    variants="function, method",
    does="Zeros with the last dimension of ``self`` as the diagonal of matrices in ``dim1`` and ``dim2``.",
    tex=dict(forward=r"z_{ij} = x_i\, [j = i + d]", self=r"\bar{x}_i = \bar{z}_{i, i+d}"),
    samples=lambda make: [(make(3),), (make(2, 3), 1), (make(2, 3), -1, 0, 2), (make(0),)],
)
