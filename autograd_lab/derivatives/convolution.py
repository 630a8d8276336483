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

from .._table.row import derivative
from ._operands import type_of
from ._windows import each, reach, slices, surround, windows, without


def same_type(name: str, input: Any, other: Any) -> None:
    """PyTorch's words when weight or bias have another type than the input."""
    if other is None or input.dtype == other.dtype:
        return
    mine, its = type_of(input), type_of(other)
    if input.dtype == np.float32:
        raise RuntimeError(
            f"Input type (torch.{mine}Tensor) and {name} type (torch.{its}Tensor) should be the same or input "
            f"should be a MKLDNN tensor and {name} is a dense tensor"
        )
    raise RuntimeError(f"expected scalar type {mine} but found {its}")


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


def _spread(
    input: Any, weight: Any, stride: tuple, padding: tuple, dilation: tuple, more: tuple, groups: int
) -> np.ndarray:
    batch, channels = input.shape[:2]
    places, kernel, out = input.shape[2:], weight.shape[2:], weight.shape[1]
    # One matrix for each place in the window; (groups, channels to, channels from).
    matrices = np.ascontiguousarray(weight.reshape(groups, channels // groups, out, -1).transpose(3, 0, 2, 1))
    moving = input.reshape(batch, groups, channels // groups, math.prod(places))
    sizes = (
        (n - 1) * step + reach(k, d) + extra
        for n, k, step, d, extra in zip(places, kernel, stride, dilation, more, strict=True)
    )
    result = np.zeros((batch, groups * out, *sizes), input.dtype)
    for offsets, matrix in zip(np.ndindex(*kernel), matrices, strict=True):
        laid = np.matmul(matrix, moving).reshape(batch, groups * out, *places)
        result[(..., *slices(offsets, places, stride, dilation))] += laid
    return without(padding, result)


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
        result += bias.reshape(-1, *(1,) * rank)
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


_LARGE = 2**13
"""Where the windows of an example hold so many numbers, a product for each example is the quickest way to a weight."""


def _sum_of_windows(
    seen: np.ndarray, arriving: np.ndarray, sizes: tuple, stride: tuple, padding: tuple, dilation: tuple, groups: int
) -> np.ndarray:
    """`weight_back` on arrays: each window times what arrived from its place, example by example."""
    out, inside, *kernel = sizes
    places = arriving.shape[2:]
    seen = windows(surround(seen, padding), tuple(kernel), stride, dilation)
    seen = seen[(..., *(slice(0, n) for n in places))]  # a longer output may have room for more
    depth, count = inside * math.prod(kernel), math.prod(places)
    total = np.zeros((groups, depth, out // groups), arriving.dtype)
    for window, grad in zip(seen, arriving, strict=True):
        total += np.matmul(
            window.reshape(groups, depth, count), grad.reshape(groups, out // groups, count).swapaxes(1, 2)
        )
    return np.ascontiguousarray(total.swapaxes(1, 2)).reshape(sizes)


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
    if isinstance(grad, np.ndarray) and math.prod(weight.shape[1:]) * math.prod(moving.shape[2:]) >= _LARGE:
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


convolution = derivative(
    "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
    "bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
    does="A window of weights slides over ``input``; each place where it stops gives one weighted sum.",
    node="ConvolutionBackward0",
    forward=convolution_forward,
    input=input_back,
    weight=weight_back,
    bias=lambda grad: grad.sum((0, *range(2, grad.ndim))),  # it went to every example and every place
    keeps=("input", "weight", "bias_sizes_opt"),
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
