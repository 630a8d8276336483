"""Padding: more places around an array, filled with a constant or with copies of what is inside."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core.refusals.layers import check_sizes_left
from .._core.table.row import Row, derivative


def _ends(pad: Sequence[int], rank: int) -> tuple[list[int], list[int]]:
    missing = [0] * (rank - len(pad) // 2)
    return missing + list(pad[-2::-2]), missing + list(pad[::-2])


def constant_pad_nd_forward(self: Any, pad: Sequence[int], value: Any) -> np.ndarray:
    """``pad`` holds two numbers for each dimension, the last dimension first; negative ones take away."""
    befores, afters = _ends(pad, self.ndim)
    sizes = [n + a + b for n, a, b in zip(self.shape, befores, afters, strict=True)]
    check_sizes_left(sizes)
    result = np.empty(sizes, self.dtype)
    if max(pad, default=0) > 0:
        result.fill(self.dtype.type(value))
    ends = list(zip(befores, afters, strict=True))
    # A negative end cuts into the source, a positive one leaves the edge of the target free.
    source = tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(self.shape, ends, strict=True))
    target = tuple(slice(max(a, 0), n - max(b, 0)) for n, (a, b) in zip(sizes, ends, strict=True))
    result[target] = self[source]
    return result


constant_pad_nd = derivative(
    "constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor",
    node="ConstantPadNdBackward0",
    forward=constant_pad_nd_forward,
    self=lambda grad, pad: constant_pad_nd(grad, tuple(-n for n in pad)),
    variants="function",
    does="``self`` with ``pad`` places of ``value`` around it, the last dimension first; negative ones take away.",
    tex=dict(forward=r"z = (c, x, c)", self=r"\bar{x} = \bar{z}_{a:b}"),
    samples=lambda make: [(make(2, 3), (1, 2), 3.0), (make(2, 3, 2), (-1, 1, 0, 2)), (make(4), (-1, -2))],
)


def _axes(self: Any, padding: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(self.ndim - 1 - i, padding[2 * i], padding[2 * i + 1]) for i in range(len(padding) // 2)]


def pad_with(source_of: Any, self: Any, padding: Sequence[int]) -> Any:
    """Copies from inside; ``source_of`` is `reflected` or `replicated`."""
    for axis, before, after in _axes(self, padding):
        self = np.take(self, source_of(self.shape[axis], before, after), axis)
    return self


def pad_back(source_of: Any, grad_output: Any, self: Any, padding: Sequence[int]) -> Any:
    """What arrives at a copy is added to what arrives at its original."""
    for axis, before, after in _axes(self, padding):
        moved = np.moveaxis(grad_output, axis, 0)
        sources = source_of(self.shape[axis], before, after)
        total = np.zeros((self.shape[axis], *moved.shape[1:]), moved.dtype)
        low, high = max(before, 0), len(sources) - max(after, 0)
        total[sources[low:high]] = moved[low:high]  # the originals: each place once
        for place in (*range(low), *range(high, len(sources))):
            total[sources[place]] += moved[place]
        grad_output = np.moveaxis(total, 0, axis)
    return np.ascontiguousarray(grad_output)


_FILLED = {"reflection": "filled by a mirror at the edge", "replication": "filled with copies of the edge"}


def _copying_pad(kind: str, rank: int, source_of: Callable) -> tuple[Row, Row]:
    """Padding with copies from inside, over the last ``rank`` dimensions: the row, and the row of its gradient."""
    name, node, count = f"{kind}_pad{rank}d", f"{kind.title()}Pad{rank}D", 2 * rank
    pad = derivative(
        f"{name}(Tensor self, SymInt[{count}] padding) -> Tensor",
        node=f"{node}Backward0",
        forward=lambda self, padding: pad_with(source_of, self, padding),
        self=lambda grad, self, padding: back(grad, self, padding),
        does=f"More places at both ends of the last {rank} dimension{'s' * (rank > 1)}, {_FILLED[kind]}.",
        tex=dict(forward=r"z_i = x_{s(i)}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [s(i) = j]"),
        samples=lambda make: [(make(2, *(3,) * rank), (1, 2) * rank), (make(1, 2, *(3,) * rank), (2, -1) * rank)],
    )
    back = derivative(
        f"{name}_backward(Tensor grad_output, Tensor self, SymInt[{count}] padding) -> Tensor",
        node=f"{node}BackwardBackward0",
        forward=lambda grad_output, self, padding: pad_back(source_of, grad_output, self, padding),
        grad_output=lambda grad, padding: pad(grad, padding),
        self=lambda grad: np.zeros_like(grad),
        does=f"Zeros like ``self``, with what arrives at a copy added at its original ({name}).",
        tex=dict(
            forward=r"z_j = \sum_i g_i\, [s(i) = j]", grad_output=r"\bar{g}_i = \bar{z}_{s(i)}", self=r"\bar{x} = 0"
        ),
        samples=lambda make: [(make(2, *(4,) * rank), make(2, *(2,) * rank), (1, 1) * rank)],
    )
    return pad, back


def reflected(n: int, before: int, after: int) -> np.ndarray:
    """Which of the n places each new place shows: the edge is a mirror, and is not repeated."""
    found = np.abs(np.arange(-before, n + after))
    return np.where(found >= n, 2 * (n - 1) - found, found)


def replicated(n: int, before: int, after: int) -> np.ndarray:
    """Which of the n places each new place shows: the nearest."""
    return np.clip(np.arange(-before, n + after), 0, n - 1)


PADS = {
    (kind, rank): _copying_pad(kind, rank, source_of)[0]
    for kind, source_of in (("reflection", reflected), ("replication", replicated))
    for rank in (1, 2)
}
