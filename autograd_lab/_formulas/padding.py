"""Padding: more places around an array, filled with a constant or with copies of what is inside."""

from collections.abc import Sequence
from typing import Any

import numpy as np


def constant_pad_nd(self: Any, pad: Sequence[int], value: Any) -> np.ndarray:
    """``pad`` holds two numbers for each dimension, the last dimension first; negative ones take away."""
    befores, afters = _ends(pad, self.ndim)
    sizes = [n + a + b for n, a, b in zip(self.shape, befores, afters, strict=True)]
    if min(sizes, default=0) < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    result = np.full(sizes, self.dtype.type(value), self.dtype)
    ends = list(zip(befores, afters, strict=True))
    # A negative end cuts into the source, a positive one leaves the edge of the target free.
    source = tuple(slice(max(-a, 0), n - max(-b, 0)) for n, (a, b) in zip(self.shape, ends, strict=True))
    target = tuple(slice(max(a, 0), n - max(b, 0)) for n, (a, b) in zip(sizes, ends, strict=True))
    result[target] = self[source]
    return result


def _ends(pad: Sequence[int], rank: int) -> tuple[list[int], list[int]]:
    missing = [0] * (rank - len(pad) // 2)
    return missing + list(pad[-2::-2]), missing + list(pad[::-2])


def reflected(n: int, before: int, after: int) -> np.ndarray:
    """Which of the n places each new place shows: the edge is a mirror, and is not repeated."""
    found = np.abs(np.arange(-before, n + after))
    return np.where(found >= n, 2 * (n - 1) - found, found)


def replicated(n: int, before: int, after: int) -> np.ndarray:
    """Which of the n places each new place shows: the nearest."""
    return np.clip(np.arange(-before, n + after), 0, n - 1)


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


def _axes(self: Any, padding: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(self.ndim - 1 - i, padding[2 * i], padding[2 * i + 1]) for i in range(len(padding) // 2)]
