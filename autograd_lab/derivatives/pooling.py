"""Pooling: the largest or the mean of each window.

Loops run over the elements of a window, never over its places: each turn treats all places at once, as a strided view.
"""

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.refusals.common import floats_only
from .._core.table.row import derivative, non_differentiable
from ._windows import each, inside, output_size, reach, slices, surround


class Plan:
    """The numbers of one pooling: kernel, stride, padding, dilation as pairs, and what follows from them."""

    def __init__(self, sizes: tuple, kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, ceil_mode: bool):
        self.sizes = sizes
        self.kernel, self.padding, self.dilation = each(kernel, 2), each(padding, 2), each(dilation, 2)
        self.stride = each(stride, 2) if stride else self.kernel
        numbers = list(zip(sizes, self.kernel, self.stride, self.padding, self.dilation, strict=True))
        self.places = tuple(output_size(*each_dim, ceil_mode) for each_dim in numbers)
        # How far windows that hang over the end reach beyond the padding.
        self.more = tuple(
            max(0, (m - 1) * s + reach(k, d) - n - 2 * p)
            for m, (n, k, s, p, d) in zip(self.places, numbers, strict=True)
        )
        self.apart = all(s >= reach(k, d) for _, k, s, _, d in numbers)
        """Whether no two windows share an element."""

    @functools.cached_property
    def starts(self) -> list[np.ndarray]:
        """Where each place's window begins, for both dimensions."""
        numbers = zip(self.places, self.stride, self.padding, strict=True)
        return [np.arange(m) * s - p for m, s, p in numbers]

    @functools.cached_property
    def start(self) -> np.ndarray:
        """The same as a place in the image, its rows joined."""
        return self.starts[0][:, None] * self.sizes[1] + self.starts[1]

    @functools.cached_property
    def steps(self) -> np.ndarray:
        """From a window's start to each of its elements."""
        rows, columns = (np.arange(k) * d for k, d in zip(self.kernel, self.dilation, strict=True))
        return (rows[:, None] * self.sizes[1] + columns).reshape(-1)

    def part(self, wide: Any, offsets: tuple[int, int]) -> Any:
        """One element of the window, at all places."""
        return wide[(..., *slices(offsets, self.places, self.stride, self.dilation))]

    def parts(self, wide: Any) -> list:
        """Every element of the window, each at all places."""
        return [self.part(wide, offsets) for offsets in np.ndindex(*self.kernel)]


@functools.lru_cache(maxsize=64)
def plan_for(
    sizes: tuple[int, int], kernel: tuple, stride: tuple, padding: tuple, dilation: tuple, ceil_mode: bool
) -> Plan:
    """A training loop pools the same sizes again and again."""
    return Plan(sizes, kernel, stride, padding, dilation, ceil_mode)


def _how_many_before(parts: list, largest: np.ndarray) -> np.ndarray:
    """Which element of its window is the largest: as many as there are before it."""
    before = np.ones(largest.shape, np.bool_)
    found = np.zeros(largest.shape, np.int8)
    for part in parts[:-1]:
        before &= part != largest
        found += before.view(np.int8)
    return found


def _one_by_one(parts: list, chosen: np.ndarray, plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    """The same where there are infinities or NaN: of several NaN the last one counts, as in PyTorch."""
    largest, chosen = parts[0].copy(), chosen.copy()
    for part, step in zip(parts[1:], plan.steps[1:], strict=True):
        better = (part > largest) | np.isnan(part)
        np.copyto(largest, part, where=better)
        np.copyto(chosen, plan.start + step, where=better)
    return largest, chosen


def _lowest(dtype: np.dtype) -> Any:
    return -math.inf if dtype.kind == "f" else np.iinfo(dtype).min


def _first_inside(plan: Plan) -> np.ndarray:
    """The first element of each window that is no padding: the answer when nothing is larger than -inf."""
    rows, columns = (
        start + -(np.minimum(start, 0) // d) * d for start, d in zip(plan.starts, plan.dilation, strict=True)
    )
    return rows[:, None] * plan.sizes[1] + columns


def max_pool2d(
    self: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool
) -> tuple[np.ndarray, np.ndarray]:
    """The largest number of each window, and its place in the image (rows joined); the first one of a tie."""
    plan = plan_for(self.shape[-2:], kernel_size, stride, padding, dilation, ceil_mode)
    parts = plan.parts(surround(self, plan.padding, _lowest(self.dtype), plan.more))
    if plan.stride[1] > 1:
        parts = [np.ascontiguousarray(part) for part in parts]  # each is read twice
    largest = parts[0].copy()
    for part in parts[1:]:
        np.maximum(largest, part, out=largest)
    if self.dtype.kind == "f" and len(parts) < 128 and np.isfinite(largest).all():
        return largest, np.take(plan.steps, _how_many_before(parts, largest)) + plan.start
    return _one_by_one(parts, np.broadcast_to(_first_inside(plan), largest.shape), plan)


max_pool2d_with_indices = derivative(
    "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
    "bool ceil_mode=False) -> (Tensor, Tensor)",
    node="MaxPool2DWithIndicesBackward0",
    forward=max_pool2d,
    self=lambda grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1: max_pool2d_backward(
        grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1
    ),
    zero_where="not chosen",
    output_differentiability=(True, False),
    does="The largest number of each window, and its place in the image.",
    tex=dict(forward=r"z_p = \max_k x_{p + k}", self=r"\bar{x}_q = \sum_p \bar{z}_p\, [q = k_p]"),
    samples=lambda make: [
        (make(1, 2, 4, 5), (2, 2), (), (0, 0), (1, 1), False),
        (make(2, 4, 4), (3, 2), (1, 2), (1, 1), (1, 1), True),
        (make(1, 1, 5, 5), (2,), (1,), (0,), (2, 1), False),
    ],
)


def places(sizes: Sequence[int], indices: Any) -> Any:
    """Places within an image as places within the whole array."""
    images, area = math.prod(sizes[:-2]), math.prod(sizes[-2:])
    return indices + (np.arange(images) * area).reshape(*sizes[:-2], 1, 1)


def give_to_places(grad: Any, sizes: Sequence[int], indices: Any) -> np.ndarray:
    """Zeros of shape ``sizes``, with each gradient added at its place; windows that overlap may share one."""
    result = np.zeros(sizes, grad.dtype)
    np.add.at(result.reshape(-1), places(sizes, indices).reshape(-1), np.ravel(grad))
    return result


def put_at_places(grad: Any, sizes: Sequence[int], indices: Any) -> np.ndarray:
    """As `give_to_places`, for windows that do not overlap: no two share a place."""
    result = np.zeros(sizes, grad.dtype)
    result.reshape(-1)[places(sizes, indices)] = grad
    return result


def max_pool2d_back(
    grad_output: Any,
    self: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    ceil_mode: bool,
    indices: Any,
) -> np.ndarray:
    """Each gradient goes to the element that was the largest."""
    plan = plan_for(self.shape[-2:], kernel_size, stride, padding, dilation, ceil_mode)
    return (put_at_places if plan.apart else give_to_places)(grad_output, self.shape, indices)


max_pool2d_backward = derivative(
    "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, "
    "int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    node="MaxPool2DWithIndicesBackwardBackward0",
    forward=max_pool2d_back,
    grad_output=lambda grad, indices: grad.reshape(-1)[places(grad.shape, indices)],
    self=lambda grad: np.zeros_like(grad),
    indices=non_differentiable,
    does="Zeros like ``self``, with each gradient added at the element that was its window's largest.",
    tex=dict(forward=r"z_q = \sum_p g_p\, [q = k_p]", grad_output=r"\bar{g}_p = \bar{z}_{k_p}", self=r"\bar{x} = 0"),
    samples=lambda make: [
        (make(1, 1, 2), make(1, 2, 4), (2, 2), (), (0, 0), (1, 1), False, np.array([[[0, 7]]])),
        (make(2, 1, 2), make(2, 2, 3), (2, 2), (1, 1), (0, 0), (1, 1), False, np.array([[[1, 1]], [[5, 2]]])),
    ],
)


def _divided(total: Any, by: Any) -> Any:
    return (total / by).astype(total.dtype, copy=False)  # whole numbers are rounded towards 0


def divisors(plan: Plan, count_include_pad: bool, divisor_override: int | None) -> Any:
    """By how much each place's sum is divided: what of the window lies on the image, or on image and padding."""
    if divisor_override is not None:
        return divisor_override
    if not any(plan.more) and (count_include_pad or not any(plan.padding)):
        return math.prod(plan.kernel)
    counts = []
    for start, k, p, n in zip(plan.starts, plan.kernel, plan.padding, plan.sizes, strict=True):
        end = np.minimum(start + k, n + p)
        counts.append(end - start if count_include_pad else np.minimum(end, n) - np.maximum(start, 0))
    return counts[0][:, None] * counts[1]


def avg_pool2d_forward(
    self: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> np.ndarray:
    """The mean of each window."""
    plan = plan_for(self.shape[-2:], kernel_size, stride, padding, (1,), ceil_mode)
    total = np.zeros((*self.shape[:-2], *plan.places), self.dtype)
    for part in plan.parts(surround(self, plan.padding, 0, plan.more)):
        total += part
    return _divided(total, divisors(plan, count_include_pad, divisor_override))


avg_pool2d = derivative(
    "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, "
    "bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    node="AvgPool2DBackward0",
    forward=avg_pool2d_forward,
    self=lambda grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: (
        avg_pool2d_backward(grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    ),
    does="The mean of each window.",
    tex=dict(forward=r"z_p = \frac{1}{n} \sum_k x_{p + k}", self=r"\bar{x}_q = \frac{1}{n} \sum_k \bar{z}_{q - k}"),
    samples=lambda make: [
        (make(1, 2, 4, 5), (2, 2), (), (0, 0)), (make(2, 4, 4), (3, 2), (1, 2), (1, 1), True, False),
        (make(1, 5, 5), (2,), (2,), (1,), True, True), (make(1, 3, 3), (2, 2), (1, 1), (0, 0), False, True, 3),
    ],
)  # fmt: skip


def avg_pool2d_back(
    grad_output: Any,
    self: Any,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> np.ndarray:
    """Every element of a window gets the same share."""
    plan = plan_for(self.shape[-2:], kernel_size, stride, padding, (1,), ceil_mode)
    share = _divided(grad_output, divisors(plan, count_include_pad, divisor_override))
    sizes = [n + 2 * p + m for n, p, m in zip(plan.sizes, plan.padding, plan.more, strict=True)]
    wide = np.zeros((*self.shape[:-2], *sizes), share.dtype)
    for part in plan.parts(wide):
        part += share
    return np.ascontiguousarray(inside(wide, plan.padding, plan.sizes))


avg_pool2d_backward = derivative(
    "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, "
    "bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    node="AvgPool2DBackwardBackward0",
    forward=avg_pool2d_back,
    grad_output=lambda grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: avg_pool2d(
        grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    ),
    self=lambda grad: np.zeros_like(grad),
    does="Zeros like ``self``, with each gradient shared by all elements of its window.",
    tex=dict(
        forward=r"z_q = \frac{1}{n} \sum_k g_{q - k}",
        grad_output=r"\bar{g}_p = \frac{1}{n} \sum_k \bar{z}_{p + k}",
        self=r"\bar{x} = 0",
    ),
    samples=lambda make: [
        (make(1, 2, 2), make(1, 4, 5), (2, 2), (), (0, 0), False, True, None),
        (make(1, 3, 3), make(1, 2, 2), (2, 2), (1, 1), (1, 1), False, False, None),
    ],
)


def bins(n: int, count: int) -> list[slice]:
    """``count`` windows over n places, as equal as whole numbers allow; neighbours may overlap."""
    return [slice(i * n // count, -(-(i + 1) * n // count)) for i in range(count)]


def _area(rows: slice, columns: slice) -> int:
    return (rows.stop - rows.start) * (columns.stop - columns.start)


def adaptive_avg_pool2d_forward(self: Any, output_size: Sequence[int]) -> np.ndarray:
    """The mean of each of ``output_size`` windows."""
    result = np.empty((*self.shape[:-2], *output_size), self.dtype)
    for i, rows in enumerate(bins(self.shape[-2], output_size[0])):
        for j, columns in enumerate(bins(self.shape[-1], output_size[1])):
            result[..., i, j] = np.add.reduce(self[..., rows, columns], axis=(-2, -1)) / _area(rows, columns)
    return result


adaptive_avg_pool2d = derivative(
    "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
    node="AdaptiveAvgPool2DBackward0",
    forward=adaptive_avg_pool2d_forward,
    self=lambda grad, self: adaptive_avg_pool2d_backward(grad, self),
    refuse=floats_only("adaptive_avg_pool2d"),
    does="The means of ``output_size`` windows, as equal as whole numbers allow.",
    tex=dict(
        forward=r"z_p = \frac{1}{n_p} \sum_{q \in p} x_q", self=r"\bar{x}_q = \sum_{p \ni q} \frac{\bar{z}_p}{n_p}"
    ),
    samples=lambda make: [(make(1, 2, 4, 5), (2, 3)), (make(2, 3, 3), (2, 2)), (make(1, 2, 2), (3, 1))],
)


def adaptive_avg_pool2d_back(grad_output: Any, self: Any) -> np.ndarray:
    """Every element of a window gets the same share."""
    result = np.zeros(self.shape, grad_output.dtype)
    for i, rows in enumerate(bins(self.shape[-2], grad_output.shape[-2])):
        for j, columns in enumerate(bins(self.shape[-1], grad_output.shape[-1])):
            result[..., rows, columns] += (grad_output[..., i, j] / _area(rows, columns))[..., None, None]
    return result


adaptive_avg_pool2d_backward = derivative(
    "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
    node="AdaptiveAvgPool2DBackwardBackward0",
    forward=adaptive_avg_pool2d_back,
    grad_output=lambda grad, grad_output_argsize_minus_2, grad_output_argsize_minus_1: adaptive_avg_pool2d(
        grad, (grad_output_argsize_minus_2, grad_output_argsize_minus_1)
    ),
    self=lambda grad: np.zeros_like(grad),
    does="Zeros like ``self``, with each gradient shared by all elements of its adaptive window.",
    tex=dict(
        forward=r"z_q = \sum_{p \ni q} \frac{g_p}{n_p}",
        grad_output=r"\bar{g}_p = \frac{1}{n_p} \sum_{q \in p} \bar{z}_q",
        self=r"\bar{x} = 0",
    ),
    samples=lambda make: [(make(1, 2, 2), make(1, 3, 5)), (make(1, 2, 2, 1), make(1, 2, 2, 2))],
)


def adaptive_max_pool2d_forward(self: Any, output_size: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """The largest of each of ``output_size`` windows, and its place in the image."""
    largest = np.empty((*self.shape[:-2], *output_size), self.dtype)
    chosen = np.empty(largest.shape, np.int64)
    width = self.shape[-1]
    numbers = np.arange(math.prod(self.shape[-2:])).reshape(self.shape[-2:])
    for i, rows in enumerate(bins(self.shape[-2], output_size[0])):
        for j, columns in enumerate(bins(width, output_size[1])):
            part = self[..., rows, columns].reshape(*self.shape[:-2], -1)
            # Of several NaN the last one counts, as in PyTorch; of equal numbers the first.
            nan = np.isnan(part)
            best = np.where(nan.any(-1), part.shape[-1] - 1 - nan[..., ::-1].argmax(-1), part.argmax(-1))
            largest[..., i, j] = np.take_along_axis(part, best[..., None], -1)[..., 0]
            chosen[..., i, j] = numbers[rows, columns].reshape(-1)[best]
    return largest, chosen


adaptive_max_pool2d = derivative(
    "adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)",
    node="AdaptiveMaxPool2DBackward0",
    forward=adaptive_max_pool2d_forward,
    self=lambda grad, self, result1: adaptive_max_pool2d_backward(grad, self, result1),
    output_differentiability=(True, False),
    does="The largest numbers of ``output_size`` windows, as equal as whole numbers allow, and their places.",
    tex=dict(forward=r"z_p = \max_{q \in p} x_q", self=r"\bar{x}_q = \sum_p \bar{z}_p\, [q = k_p]"),
    samples=lambda make: [(make(1, 2, 4, 5), (2, 3)), (make(2, 3, 3), (2, 2))],
)

adaptive_max_pool2d_backward = derivative(
    "adaptive_max_pool2d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor",
    node="AdaptiveMaxPool2DBackwardBackward0",
    forward=lambda grad_output, self, indices: give_to_places(grad_output, self.shape, indices),
    grad_output=lambda grad, indices: grad.reshape(-1)[places(grad.shape, indices)],
    self=lambda grad: np.zeros_like(grad),
    indices=non_differentiable,
    does="Zeros like ``self``, with each gradient added at the largest element of its adaptive window.",
    tex=dict(forward=r"z_q = \sum_p g_p\, [q = k_p]", grad_output=r"\bar{g}_p = \bar{z}_{k_p}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(1, 1, 2), make(1, 2, 4), np.array([[[0, 7]]]))],
)
