"""Interpolation: an image with more places, or fewer, each a mean of the nearest ones of the input.

It is done one dimension after the other. For each new place there are some old ones (taps), one in nearest, two in
linear, and a weight for each; the rule sends what arrives at the new place back to the same ones, by the
same weights. Arrays are (N, C, H, W). PyTorch: ATen/native/{UpSample.h,cpu/UpSampleKernel.cpp}.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core.refusals.layers import check_upsampling
from .._core.table.row import derivative

Taps = tuple[np.ndarray, np.ndarray | None]
"""For each new place the old ones, (places, taps), and their weights; None: the only one counts fully."""


# ----- where new places lie among the old ones -----------------------------------------------------------------------
def _step(n: int, places: int, align_corners: bool, scale: float | None, kind: Any) -> Any:
    """How far apart the new places are, in old ones; in the precision that PyTorch computes it in."""
    if align_corners:
        return kind(n - 1) / kind(places - 1) if places > 1 else kind(0)
    return kind(1 / scale) if scale is not None and scale > 0 else kind(n) / kind(places)


def _sources(n: int, places: int, align_corners: bool, scale: float | None, kind: Any) -> np.ndarray:
    """Where each new place lies: aligned at the middles of the first and last places, or at their outer edges."""
    step, place, half = _step(n, places, align_corners, scale, kind), np.arange(places).astype(kind), kind(0.5)
    return step * place if align_corners else step * (place + half) - half


def nearest(n: int, places: int, align_corners: bool, scale: float | None, kind: Any) -> Taps:
    """The place before, as PyTorch has always done it. For as many places, or twice as many, it ignores the scale."""
    scale = None if places in (n, 2 * n) else scale
    found = np.floor(_step(n, places, False, scale, np.float32) * np.arange(places).astype(np.float32))
    return np.minimum(found.astype(np.intp), n - 1)[:, None], None


def linear(n: int, places: int, align_corners: bool, scale: float | None, kind: Any) -> Taps:
    """The places on both sides, weighted by nearness."""
    if n == places:
        found, share = np.arange(n), np.zeros(n, kind)
    else:
        source = np.maximum(_sources(n, places, align_corners, scale, kind), kind(0))
        found = np.minimum(np.floor(source).astype(np.intp), n - 1)
        share = np.clip(source - found.astype(kind), kind(0), kind(1))
    return np.stack([found, np.minimum(found + 1, n - 1)], 1), np.stack([kind(1) - share, share], 1)


# ----- along one dimension, and back ---------------------------------------------------------------------------------
def _along(array: Any, axis: int, taps: Taps) -> Any:
    places, weights = taps
    if weights is None:
        return np.take(array, places[:, 0], axis)
    shape = (-1, *(1,) * (array.ndim - 1 - axis))
    parts = (np.take(array, places[:, t], axis) * weights[:, t].reshape(shape) for t in range(places.shape[1]))
    return functools.reduce(operator.add, parts)


def _back_along(grad: Any, axis: int, taps: Taps, n: int) -> Any:
    places, weights = taps
    moved = np.moveaxis(grad, axis, 0)
    total = np.zeros((n, *moved.shape[1:]), moved.dtype)
    for new, olds in enumerate(places):
        for t, old in enumerate(olds):
            total[old] += moved[new] if weights is None else moved[new] * weights[new, t]
    return np.moveaxis(total, 0, axis)


def _precision(dtype: np.dtype) -> Any:
    return np.float64 if dtype == np.float64 else np.float32


def upsampled(
    taps_of: Callable, self: Any, output_size: Sequence[int], align_corners: bool, scales: Sequence[float | None]
) -> np.ndarray:
    """The new array; ``scales`` take the place of what follows from the sizes."""
    check_upsampling(self, output_size)
    kind, result = _precision(self.dtype), self
    for axis in range(self.ndim - 1, 1, -1):
        taps = taps_of(self.shape[axis], output_size[axis - 2], align_corners, scales[axis - 2], kind)
        result = _along(result, axis, taps)
        if self.dtype.kind != "f" and taps[1] is not None:  # bytes are rounded after each dimension
            result = np.clip(np.floor(result + 0.5), 0, 255)
    return np.ascontiguousarray(result.astype(self.dtype, copy=False))


def upsampled_back(
    taps_of: Callable, grad_output: Any, output_size: Sequence[int], input_size: Sequence[int],
    align_corners: bool, scales: Sequence[float | None],
) -> np.ndarray:  # fmt: skip
    """What arrives at each new place, at the old ones that it was made of."""
    if grad_output.ndim != 4:
        raise RuntimeError(f"Expected grad_output to be a tensor of dimension 4 but got: dimension {grad_output.ndim}")
    kind, total = _precision(grad_output.dtype), grad_output
    for axis in range(2, grad_output.ndim):
        taps = taps_of(input_size[axis], output_size[axis - 2], align_corners, scales[axis - 2], kind)
        total = _back_along(total, axis, taps, input_size[axis])
    return np.ascontiguousarray(total.astype(grad_output.dtype, copy=False))


# ----- the rows ------------------------------------------------------------------------------------------------------
upsample_nearest2d = derivative(
    "upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) -> Tensor",
    node="UpsampleNearest2DBackward0",
    forward=lambda self, output_size, *scales: upsampled(nearest, self, output_size, False, scales),
    self=lambda grad, output_size, self_sizes, scales_h, scales_w: upsample_nearest2d_backward(
        grad, output_size, self_sizes, scales_h, scales_w
    ),
    does="Each new place shows the old one before it, in 2 dimensions.",
    tex=dict(forward=r"z_i = x_{s(i)}", self=r"\bar{x}_k = \sum_i \bar{z}_i\, [s(i) = k]"),
    samples=lambda make: [
        (make(1, 2, 2, 3), (3, 5)), (make(2, 1, 2, 3), (4, 2)), (make(1, 1, 2, 3), (3, 5), 1.5, 1.5),
    ],
)  # fmt: skip

upsample_nearest2d_backward = derivative(
    "upsample_nearest2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, "
    "float? scales_h=None, float? scales_w=None) -> Tensor",
    node="UpsampleNearest2DBackwardBackward0",
    forward=lambda grad_output, output_size, input_size, *scales: upsampled_back(
        nearest, grad_output, output_size, input_size, False, scales
    ),
    grad_output=lambda grad, output_size, scales_h, scales_w: upsample_nearest2d(grad, output_size, scales_h, scales_w),
    does="What arrives at each new place is added at the old one that it shows (upsample_nearest2d).",
    tex=dict(forward=r"z_k = \sum_i g_i\, [s(i) = k]", grad_output=r"\bar{g}_i = \bar{z}_{s(i)}"),
    samples=lambda make: [(make(1, 2, 3, 5), (3, 5), (1, 2, 2, 3)), (make(1, 1, 4, 2), (4, 2), (1, 1, 2, 3))],
)

upsample_bilinear2d = derivative(
    "upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
    "float? scales_w=None) -> Tensor",
    node="UpsampleBilinear2DBackward0",
    forward=lambda self, output_size, align_corners, *scales: upsampled(
        linear, self, output_size, align_corners, scales
    ),
    self=lambda grad, output_size, self_sizes, align_corners, scales_h, scales_w: upsample_bilinear2d_backward(
        grad, output_size, self_sizes, align_corners, scales_h, scales_w
    ),
    does="Each new place is a mean of the four old ones around it.",
    tex=dict(forward=r"z_i = \sum_k w_{ik}\, x_k", self=r"\bar{x}_k = \sum_i w_{ik}\, \bar{z}_i"),
    samples=lambda make: [
        (make(1, 2, 2, 3), (3, 5), False), (make(2, 1, 2, 3), (4, 2), True),
        (make(1, 1, 2, 3), (3, 5), False, 1.5, 1.5),
    ],
)  # fmt: skip

upsample_bilinear2d_backward = derivative(
    "upsample_bilinear2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, "
    "bool align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    node="UpsampleBilinear2DBackwardBackward0",
    forward=lambda grad_output, output_size, input_size, align_corners, *scales: upsampled_back(
        linear, grad_output, output_size, input_size, align_corners, scales
    ),
    grad_output=lambda grad, output_size, align_corners, scales_h, scales_w: upsample_bilinear2d(
        grad, output_size, align_corners, scales_h, scales_w
    ),
    does="What arrives at a new place goes to the old ones that it was made of, by their weights "
    "(upsample_bilinear2d).",
    tex=dict(forward=r"z_k = \sum_i w_{ik}\, g_i", grad_output=r"\bar{g}_i = \sum_k w_{ik}\, \bar{z}_k"),
    samples=lambda make: [
        (make(1, 2, 3, 5), (3, 5), (1, 2, 2, 3), False), (make(1, 1, 4, 2), (4, 2), (1, 1, 2, 3), True),
    ],
)  # fmt: skip
