"""Convolution: a small window of weights slides over the input, and each place it stops at gives one number.

There are two directions. `_gather` is the ordinary one: unfold every window into a column, then one matrix product.
`_spread` is the transposed one: every input element lays its multiple of the weights down on the output.
Each is the gradient of the other with respect to the input, and the gradient with respect to the weight is a
convolution again, in which batch and channels have changed places. So the table needs one row for all of it.

Arrays are (N, C, …) with one to three spatial dimensions; PyTorch: ATen/native/Convolution.cpp.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .. import _dtype


def convolution(
    input: Any,
    weight: Any,
    bias: Any,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> np.ndarray:
    """Weights (O, C / groups, …), or with ``transposed`` (C, O / groups, …), over an input (N, C, …)."""
    same_type("weight", input, weight)
    same_type("bias", input, bias)
    rank = weight.ndim - 2
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    if transposed:
        result = _spread(input, weight, stride, padding, dilation, each(output_padding, rank), groups)
    else:
        result = _gather(input, weight, stride, padding, dilation, groups)
    if bias is not None:
        result += bias.reshape(-1, *(1,) * rank)
    return result


def same_type(name: str, input: Any, other: Any) -> None:
    """PyTorch's words when weight or bias have another type than the input."""
    if other is None or input.dtype == other.dtype:
        return
    mine, its = _dtype.of(input.dtype).short, _dtype.of(other.dtype).short
    if input.dtype == np.float32:
        raise RuntimeError(
            f"Input type (torch.{mine}Tensor) and {name} type (torch.{its}Tensor) should be the same or input "
            f"should be a MKLDNN tensor and {name} is a dense tensor"
        )
    raise RuntimeError(f"expected scalar type {mine} but found {its}")


def each(given: Sequence[int], rank: int) -> tuple[int, ...]:
    """One number for each spatial dimension; a single one counts for all of them."""
    return tuple(given) * rank if len(given) == 1 else tuple(given)


# ----- the two directions ------------------------------------------------------------------------------------------
def _gather(input: Any, weight: Any, stride: tuple, padding: tuple, dilation: tuple, groups: int) -> np.ndarray:
    batch, kernel, (out, inside) = len(input), weight.shape[2:], weight.shape[:2]
    seen = windows(surround(input, padding), kernel, stride, dilation)
    rank, places = len(kernel), seen.shape[2 + len(kernel) :]
    seen = seen[:, None] if groups == 1 else _in_groups(seen, groups)
    depth, count = inside * math.prod(kernel), math.prod(places)
    matrix = weight.reshape(groups, out // groups, depth)
    # The longer of the two runs stands innermost, because short runs are slow to copy.
    if math.prod(kernel) <= count:
        columns = seen.reshape(batch, groups, depth, count)
        return np.matmul(matrix, columns).reshape(batch, out, *places)
    order = (1, 0, *range(3 + rank, 3 + 2 * rank), 2, *range(3, 3 + rank))
    rows = seen.transpose(order).reshape(groups, batch * count, depth)
    product = np.matmul(rows, matrix.transpose(0, 2, 1)).reshape(groups, batch, count, out // groups)
    return np.ascontiguousarray(product.transpose(1, 0, 3, 2)).reshape(batch, out, *places)


def _in_groups(seen: Any, groups: int) -> Any:
    """(N, C, …) as (N, groups, C / groups, …), still without a copy."""
    batch, channels, *rest = seen.shape
    steps = seen.strides
    return as_strided(
        seen,
        (batch, groups, channels // groups, *rest),
        (steps[0], steps[1] * (channels // groups), *steps[1:]),
        writeable=False,
    )


def _spread(
    input: Any, weight: Any, stride: tuple, padding: tuple, dilation: tuple, more: tuple, groups: int
) -> np.ndarray:
    batch, channels = input.shape[:2]
    places, kernel, out = input.shape[2:], weight.shape[2:], weight.shape[1]
    depth, count = out * math.prod(kernel), math.prod(places)
    matrix = weight.reshape(groups, channels // groups, depth).transpose(0, 2, 1)
    columns = np.matmul(matrix, input.reshape(batch, groups, channels // groups, count))
    columns = columns.reshape(batch, groups * out, *kernel, *places)
    sizes = tuple(
        (n - 1) * step + reach(k, d) + extra
        for n, k, step, d, extra in zip(places, kernel, stride, dilation, more, strict=True)
    )
    return lay_down(columns, sizes, padding, stride, dilation)


def reach(kernel: int, dilation: int) -> int:
    """How many places a window covers, its gaps included."""
    return dilation * (kernel - 1) + 1


def output_size(n: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool) -> int:
    """How many places a window has; with ``ceil_mode`` also one that hangs over the end, if it starts inside."""
    left = n + 2 * padding - reach(kernel, dilation)
    places = (left + (stride - 1 if ceil_mode else 0)) // stride + 1
    if ceil_mode and (places - 1) * stride >= n + padding:
        places -= 1
    return places


def surround(array: Any, padding: tuple[int, ...], value: float = 0, more: tuple[int, ...] = ()) -> Any:
    """``padding`` more places on both sides of each spatial dimension, and ``more`` on the far side only."""
    more = more or (0,) * len(padding)
    if not any(padding) and not any(more):
        return array
    sizes = [n + 2 * p + m for n, p, m in zip(array.shape[-len(padding) :], padding, more, strict=True)]
    wide = np.full((*array.shape[: -len(padding)], *sizes), value, array.dtype)
    inside(wide, padding, array.shape[-len(padding) :])[...] = array
    return wide


def inside(array: Any, padding: tuple[int, ...], sizes: Sequence[int]) -> Any:
    """The part that `surround` was put around."""
    return array[(..., *(slice(p, p + n) for p, n in zip(padding, sizes, strict=True)))]


def windows(array: Any, kernel: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> Any:
    """A view of shape (N, C, *kernel, *places): every window of ``array``, without a copy."""
    rank = len(kernel)
    steps = array.strides[-rank:]
    places = [
        (n - reach(k, d)) // s + 1 for n, k, s, d in zip(array.shape[-rank:], kernel, stride, dilation, strict=True)
    ]
    return as_strided(
        array,
        (*array.shape[:-rank], *kernel, *places),
        (*array.strides[:-rank], *map(int.__mul__, steps, dilation), *map(int.__mul__, steps, stride)),
        writeable=False,
    )


def lay_down(
    columns: Any, sizes: tuple[int, ...], padding: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]
) -> np.ndarray:
    """The way back from `windows`: add (N, C, *kernel, *places) up on an array of these sizes, and take off padding."""
    rank = len(sizes)
    kernel, places = columns.shape[-2 * rank : -rank], columns.shape[-rank:]
    result = np.zeros((*columns.shape[: -2 * rank], *sizes), columns.dtype)
    for offsets in np.ndindex(*kernel):
        result[(..., *slices(offsets, places, stride, dilation))] += columns[
            (slice(None),) * (columns.ndim - 2 * rank) + offsets
        ]
    if not any(padding):
        return result
    return np.ascontiguousarray(inside(result, padding, [n - 2 * p for n, p in zip(sizes, padding, strict=True)]))


def slices(offsets: tuple, places: tuple, stride: tuple, dilation: tuple) -> tuple[slice, ...]:
    """Where the element at ``offsets`` of the window comes to lie, over all places."""
    starts = [o * d for o, d in zip(offsets, dilation, strict=True)]
    return tuple(slice(a, a + (n - 1) * s + 1, s) for a, n, s in zip(starts, places, stride, strict=True))


# ----- gradients -----------------------------------------------------------------------------------------------------
def input_back(op: Any, grad: Any, input: Any, weight: Any, *how: Any) -> Any:
    """The other direction with the same weights; ``op`` is the row of the table, which records under create_graph."""
    stride, padding, dilation, transposed, _, groups = how
    rank = weight.ndim - 2
    sizes, kernel = input.shape[2:], weight.shape[2:]
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    more = (0,) * rank
    if not transposed:  # what the last window did not reach
        more = tuple(
            n + 2 * p - reach(k, d) - (m - 1) * s
            for n, m, k, s, p, d in zip(sizes, grad.shape[2:], kernel, stride, padding, dilation, strict=True)
        )
    return _cut(op(grad, weight, None, stride, padding, dilation, not transposed, more, groups), sizes)


def weight_back(op: Any, grad: Any, input: Any, weight: Any, *how: Any) -> Any:
    """The gradient as a window over the input: examples are channels now, and strides are gaps."""
    stride, padding, dilation, transposed, _, groups = how
    rank = weight.ndim - 2
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    fixed, moving = (grad, input) if transposed else (input, grad)
    batch, channels, *sizes = fixed.shape
    if groups > 1:
        split = fixed.reshape(batch, groups, channels // groups, *sizes)
        fixed = np.transpose(split, (2, 1, 0, *range(3, split.ndim)))
        fixed = fixed.reshape(channels // groups, groups * batch, *sizes)
    else:
        fixed = np.swapaxes(fixed, 0, 1)
    result = op(fixed, np.swapaxes(moving, 0, 1), None, dilation, padding, stride, False, (0,) * rank, groups)
    return _contiguous(np.swapaxes(_cut(result, weight.shape[2:]), 0, 1))


def bias_back(grad: Any) -> Any:
    """The bias went to every example and every place."""
    return grad.sum((0, *range(2, grad.ndim)))


def _cut(array: Any, sizes: Sequence[int]) -> Any:
    """Without the places at the far ends that came of a stride that does not divide evenly."""
    if tuple(array.shape[2:]) == tuple(sizes):
        return array
    return array[(slice(None), slice(None), *(slice(0, n) for n in sizes))]


def _contiguous(array: Any) -> Any:
    return np.ascontiguousarray(array) if isinstance(array, np.ndarray) else array.contiguous()
