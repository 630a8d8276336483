"""Convolution: a small window of weights slides over the input, and each place it stops at gives one number.

There are two directions. `_gather` is the ordinary one: unfold every window into a column (`_windows`), then a matrix
product for each row of the windows. `_spread` is the transposed one: every input element lays its multiple of the
weights down on the output. Both take so many examples at a time as fit into the cache. Each is the gradient of the
other with respect to the input, and the gradient with respect to the weight is a convolution again, in which batch and
channels have changed places. So the table needs one row for all of it.

Arrays are (N, C, …) with one to three spatial dimensions; PyTorch: ATen/native/Convolution.cpp.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.base.quick_numpy import column_sums, row_sums
from .._core.refusals.layers import same_type
from .._core.table.row import derivative
from ._windows import each, inside, lay_down, reach, rows_of, rows_of_columns, surround

_BLOCK = 2**19
"""About how many numbers the columns of all windows may hold at a time."""


def _blocks(batch: int, numbers: int) -> list[slice]:
    """Examples in groups, of which each unfolds to so many numbers."""
    blocks = min(max(-(-batch * numbers // _BLOCK), 1), batch)
    few = -(-batch // max(blocks, 1)) or 1
    return [slice(start, start + few) for start in range(0, batch, few)]


def _gather(input: Any, weight: Any, stride: tuple, padding: tuple, dilation: tuple, groups: int) -> np.ndarray:
    batch, kernel, out = len(input), weight.shape[2:], len(weight)
    wide = surround(input, padding)
    places = [(n - reach(k, d)) // s + 1 for n, k, s, d in zip(wide.shape[2:], kernel, stride, dilation, strict=True)]
    matrices = _rows_first(weight, groups)
    depth, count = matrices.shape[-1], math.prod(places)
    result = np.empty((batch, groups, out // groups, count), input.dtype)
    for block in _blocks(batch, groups * depth * count):
        for row, seen in enumerate(rows_of_columns(wide[block], kernel, stride, dilation)):
            seen = seen.reshape(len(seen), groups, depth, count)
            if row:
                result[block] += np.matmul(matrices[row], seen)
            else:
                np.matmul(matrices[row], seen, out=result[block])
    return result.reshape(batch, out, *places)


def _rows_first(weight: np.ndarray, groups: int) -> np.ndarray:
    """A matrix (groups, out / groups, depth) for each row of the kernel, as `rows_of_columns` has the windows."""
    out, channels, *kernel = weight.shape
    rows, width = rows_of(kernel)
    split = np.moveaxis(weight.reshape(groups, out // groups, channels, rows, width), 3, 0)
    return split.reshape(rows, groups, out // groups, channels * width)


def _spread(
    input: Any, weight: Any, stride: tuple, padding: tuple, dilation: tuple, more: tuple, groups: int
) -> np.ndarray:
    batch, channels, *places = input.shape
    out, *kernel = weight.shape[1:]
    sizes = tuple(
        (n - 1) * step + reach(k, d) + extra
        for n, k, step, d, extra in zip(places, kernel, stride, dilation, more, strict=True)
    )
    inner = [n - 2 * p for n, p in zip(sizes, padding, strict=True)]
    depth, count = out * math.prod(kernel), math.prod(places)
    # Between the rows `_shifted` computes with zeros: they should be few, and 0 · inf would be nan.
    shifting = set(stride) == {1} and math.prod(sizes) < 2 * count and np.isfinite(weight).all()
    result = np.empty((batch, groups * out, *inner), input.dtype)
    for block in _blocks(batch, groups * depth * count):
        if shifting:
            wide = _shifted(input[block], weight, dilation, sizes, groups)
        else:
            matrix = weight.reshape(groups, channels // groups, depth).swapaxes(1, 2)
            shares = np.matmul(matrix, input[block].reshape(len(input[block]), groups, channels // groups, count))
            wide = lay_down(shares.reshape(len(shares), groups * out, *kernel, *places), sizes, stride, dilation)
        result[block] = inside(wide, padding, inner)
    return result


def _shifted(input: Any, weight: Any, dilation: tuple, sizes: tuple, groups: int) -> np.ndarray:
    """`_spread` with stride 1: where the input lies in one long row, a weight's share is the whole row, shifted."""
    batch, channels, *places = input.shape
    out, *kernel = weight.shape[1:]
    row = np.zeros((groups, channels // groups, batch, *sizes), input.dtype)
    row[(..., *map(slice, places))] = np.moveaxis(input.reshape(batch, groups, channels // groups, *places), 0, 2)
    count, length = math.prod(kernel), batch * math.prod(sizes)
    matrix = weight.reshape(groups, channels // groups, out, count).transpose(0, 3, 2, 1)
    matrix = matrix.reshape(groups, count * out, channels // groups)
    shares = np.matmul(matrix, row.reshape(groups, channels // groups, length))
    shares = shares.reshape(groups, count, out * length).swapaxes(0, 1)
    steps = [d * math.prod(sizes[axis + 1 :]) for axis, d in enumerate(dilation)]
    total = shares[0]
    for share, offsets in zip(shares[1:], list(np.ndindex(*kernel))[1:], strict=True):
        start = sum(map(int.__mul__, offsets, steps))
        total[:, start:] += share[:, : out * length - start]
    total = np.moveaxis(total.reshape(groups, out, batch, *sizes), 2, 0)
    return total.reshape(batch, groups * out, *sizes)


def convolution_forward(
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
        examples = result.reshape(len(result), math.prod(result.shape[1:]))
        examples += np.repeat(bias, math.prod(result.shape[2:]))
    return result


def _cut(array: Any, sizes: Sequence[int]) -> Any:
    """Without the places at the far ends that came of a stride that does not divide evenly."""
    if tuple(array.shape[2:]) == tuple(sizes):
        return array
    return array[(slice(None), slice(None), *(slice(0, n) for n in sizes))]


def input_back(
    grad: Any,
    input: Any,
    weight: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
) -> Any:
    """The other direction with the same weights."""
    rank = weight.ndim - 2
    sizes, kernel = input.shape[2:], weight.shape[2:]
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    more = (0,) * rank
    if not transposed:  # what the last window did not reach
        more = tuple(
            n + 2 * p - reach(k, d) - (m - 1) * s
            for n, m, k, s, p, d in zip(sizes, grad.shape[2:], kernel, stride, padding, dilation, strict=True)
        )
    return _cut(convolution(grad, weight, None, stride, padding, dilation, not transposed, more, groups), sizes)


def _contiguous(array: Any) -> Any:
    return np.ascontiguousarray(array) if isinstance(array, np.ndarray) else array.contiguous()


def _sum_of_windows(
    seen: np.ndarray, arriving: np.ndarray, sizes: tuple, stride: tuple, padding: tuple, dilation: tuple, groups: int
) -> np.ndarray:
    """`weight_back` on arrays: each window times what arrived from its place."""
    out, channels, *kernel = sizes
    places = arriving.shape[2:]
    reached = ((n - 1) * s + reach(k, d) for n, k, s, d in zip(places, kernel, stride, dilation, strict=True))
    seen = _cut(surround(seen, padding), tuple(reached))  # a longer output may have room for more
    rows, width = rows_of(kernel)
    depth, count = channels * width, math.prod(places)
    total = np.zeros((rows, groups, depth, out // groups), arriving.dtype)
    for block in _blocks(len(seen), groups * depth * max(count, out // groups)):
        grads = arriving[block]
        grads = grads.reshape(len(grads), groups, out // groups, count).swapaxes(2, 3)
        for row, windows in enumerate(rows_of_columns(seen[block], tuple(kernel), stride, dilation)):
            total[row] += np.matmul(windows.reshape(len(grads), groups, depth, count), grads).sum(0)
    split = total.reshape(rows, groups, channels, width, out // groups)
    return np.ascontiguousarray(split.transpose(1, 4, 2, 0, 3)).reshape(sizes)


def weight_back(
    grad: Any,
    input: Any,
    weight: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
) -> Any:
    """The gradient as a window over the input: examples are channels now, and strides are gaps."""
    rank = weight.ndim - 2
    stride, padding, dilation = (each(given, rank) for given in (stride, padding, dilation))
    fixed, moving = (grad, input) if transposed else (input, grad)
    if isinstance(grad, np.ndarray):
        return _sum_of_windows(fixed, moving, weight.shape, stride, padding, dilation, groups)
    batch, channels, *sizes = fixed.shape
    if groups > 1:
        split = fixed.reshape(batch, groups, channels // groups, *sizes)
        fixed = np.transpose(split, (2, 1, 0, *range(3, split.ndim)))
        fixed = fixed.reshape(channels // groups, groups * batch, *sizes)
    else:
        fixed = np.swapaxes(fixed, 0, 1)
    turned = np.swapaxes(moving, 0, 1)
    result = convolution(fixed, turned, None, dilation, padding, stride, False, (0,) * rank, groups)
    return _contiguous(np.swapaxes(_cut(result, weight.shape[2:]), 0, 1))


def bias_back(grad: Any) -> Any:
    """It went to every example and every place."""
    if not isinstance(grad, np.ndarray):
        return grad.sum((0, *range(2, grad.ndim)))
    return column_sums(row_sums(grad.reshape(*grad.shape[:2], math.prod(grad.shape[2:])))[..., 0])


convolution = derivative(
    "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
    "bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
    node="ConvolutionBackward0",
    forward=convolution_forward,
    input=input_back,
    weight=weight_back,
    bias=lambda grad: bias_back(grad),
    zero_where="factor 0",
    keeps=("input", "weight", "bias_sizes_opt"),
    does="A window of weights slides over ``input``; each place where it stops gives one weighted sum.",
    tex=dict(
        forward=r"z_{op} = b_o + \sum_{c, k} w_{ock}\, x_{c, p + k}",
        input=r"\bar{x}_{cq} = \sum_{o, k} w_{ock}\, \bar{z}_{o, q - k}",
        weight=r"\bar{w}_{ock} = \sum_{p} \bar{z}_{op}\, x_{c, p + k}",
        bias=r"\bar{b}_o = \sum_p \bar{z}_{op}",
    ),
    samples=lambda make: [
        (make(2, 2, 5), make(3, 2, 2), make(3), (1,), (0,), (1,), False, (0,), 1),
        (make(1, 2, 4, 5), make(2, 2, 3, 2), None, (1, 2), (1, 0), (1, 2), False, (0, 0), 1),
        (make(2, 4, 4, 4), make(2, 2, 2, 2), make(2), (2, 1), (1,), (1, 1), False, (0, 0), 2),
        (make(1, 2, 3, 2), make(2, 1, 2, 3), make(2), (2, 1), (1, 0), (1, 1), True, (1, 0), 2),
        (make(1, 1, 2), make(1, 2, 3), None, (1,), (0,), (3,), True, (2,), 1),
    ],
)
