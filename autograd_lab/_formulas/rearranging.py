"""The same numbers turned, rolled, repeated, cut along a diagonal or seen through windows."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .reductions import wrap_dim


def distinct_axes(dims: Sequence[int], ndim: int) -> tuple[int, ...]:
    """Non-negative dimensions, none of them twice."""
    axes = tuple(wrap_dim(dim, ndim) for dim in dims)
    for axis in axes:
        if axes.count(axis) > 1:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
    return axes


def copy_of(array: Any) -> np.ndarray:
    """A copy laid out like the array; in row-major order if that shows one element several times, as in PyTorch."""
    return np.array(array, order="C" if 0 in array.strides else "K")


# ----- repeating and turning ---------------------------------------------------------------------------------------
def repeat(self: Any, repeats: Sequence[int]) -> Any:
    """Copies side by side, ``repeats[i]`` of them along dimension i."""
    if len(repeats) < self.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    sizes = (1,) * (len(repeats) - self.ndim) + self.shape
    size = [int(n) * count for n, count in zip(sizes, repeats, strict=True)]
    if min(size, default=0) < 0:
        wrong = next(n for n in size if n < 0)
        raise RuntimeError(f"Trying to create tensor with negative dimension {wrong}: {size}")
    return np.tile(self, tuple(repeats)) if self.ndim or repeats else np.array(self)


def repeat_back(grad: Any, repeats: Sequence[int], sizes: tuple[int, ...]) -> Any:
    """Backward of ``repeat``: sum over the copies."""
    extra = len(repeats) - len(sizes)
    shape = list(repeats[:extra])
    axes = list(range(extra))
    for count, n in zip(repeats[extra:], sizes, strict=True):
        axes.append(len(shape))
        shape += [count, n]
    return grad.reshape(tuple(shape)).sum(tuple(axes)) if axes else grad


def flip(self: Any, dims: Sequence[int]) -> Any:
    """Back to front along ``dims``, as a copy."""
    axes = distinct_axes(dims, self.ndim)
    return copy_of(np.flip(self, axes) if self.ndim else self)


def roll(self: Any, shifts: Sequence[int], dims: Sequence[int]) -> Any:
    """Moved by ``shifts`` along ``dims``; what leaves at one end comes in at the other. No dims: as one long row."""
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) > 1):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not dims:
        return np.ascontiguousarray(np.roll(self, shifts[0])).reshape(self.shape)
    if not self.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    return np.ascontiguousarray(np.roll(self, tuple(shifts), tuple(wrap_dim(dim, self.ndim) for dim in dims)))


def rot90(self: Any, k: int, dims: Sequence[int]) -> Any:
    """Turned ``k`` quarter turns in the plane of ``dims``, as a copy."""
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if self.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {self.ndim}")
    first, second = dims
    if first == second or abs(first - second) == self.ndim:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {first} and dim1 = {second}")
    axes = (wrap_dim(first, self.ndim), wrap_dim(second, self.ndim))
    turned = np.rot90(self, k, axes)
    if k % 2:  # PyTorch copies before it swaps the two dimensions, which shows in the strides
        return np.swapaxes(np.array(np.swapaxes(turned, *axes)), *axes)
    return np.array(turned, order="K" if k % 4 else "C")


# ----- diagonals -----------------------------------------------------------------------------------------------------
def triangle(keep: Any, name: str) -> Any:
    """Forward of ``tril`` and ``triu``: zeros beyond a diagonal of each matrix."""

    def forward(self: Any, diagonal: int) -> Any:
        if self.ndim < 2:
            raise RuntimeError("tril: input tensor must have at least 2 dimensions".replace("tril", name))
        return np.ascontiguousarray(keep(self, diagonal))

    return forward


def _two_axes(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


def diagonal(self: Any, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """The diagonal of the matrices in ``dim1`` and ``dim2``, last, as a view."""
    first, second = _two_axes(dim1, dim2, self.ndim)
    found = np.diagonal(self, offset, first, second)
    if self.flags.writeable:  # NumPy locks its diagonals
        found.flags.writeable = True
    return found


def diagonal_back(grad_output: Any, input_sizes: tuple[int, ...], offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Zeros, with the gradient on the diagonal."""
    result = np.zeros(input_sizes, grad_output.dtype)
    diagonal(result, offset, dim1, dim2)[...] = grad_output
    return result


def diag_embed(self: Any, offset: int, dim1: int, dim2: int) -> np.ndarray:
    """Matrices in ``dim1`` and ``dim2`` with the last dimension of ``self`` on their diagonal."""
    ndim = self.ndim + 1
    first, second = _two_axes(dim1, dim2, ndim)
    size = list(self.shape[:-1])
    for axis in sorted((first, second)):
        size.insert(axis, self.shape[-1] + abs(offset))
    return diagonal_back(self, tuple(size), offset, first, second)


def trace(self: Any) -> Any:
    """The sum of a matrix's diagonal; whole numbers sum as int64."""
    if self.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.ndim}")
    return np.trace(self, dtype=np.int64 if self.dtype.kind in "iub" else self.dtype)


# ----- windows and strides -------------------------------------------------------------------------------------------
def unfold(self: Any, dimension: int, size: int, step: int) -> Any:
    """Windows of ``size`` elements, ``step`` apart, along a dimension; what is in a window comes last. A view."""
    axis = wrap_dim(dimension, self.ndim)
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    length = self.shape[axis] if self.ndim else 1
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {axis} is {length} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not self.ndim:
        return self.reshape(1)[:size]
    count = (length - size) // step + 1
    shape = (*self.shape[:axis], count, *self.shape[axis + 1 :], size)
    stride = self.strides[axis]
    strides = (*self.strides[:axis], stride * step, *self.strides[axis + 1 :], stride)
    return np.lib.stride_tricks.as_strided(self, shape, strides, writeable=self.flags.writeable)


def unfold_back(grad_in: Any, input_sizes: tuple[int, ...], dim: int, size: int, step: int) -> np.ndarray:
    """Each element gets the sum over the windows that it stands in."""
    if not input_sizes:
        return grad_in.sum()
    result = np.zeros(input_sizes, grad_in.dtype)
    axis = wrap_dim(dim, len(input_sizes))
    reach = (grad_in.shape[axis] - 1) * step + 1
    for place in range(size):
        result[(*(slice(None),) * axis, slice(place, place + reach, step))] += grad_in[..., place]
    return result
