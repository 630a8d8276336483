"""Interpolation: an image or a row with more places, or fewer, each a mean of the nearest ones of the input.

It is done one dimension after the other. For each new place there are some old ones (taps), one in nearest, two in
linear, and a weight for each; the rule sends what arrives at the new place back to the same ones, by the
same weights. Arrays are (N, C, …). PyTorch: ATen/native/{UpSample.h,cpu/UpSampleKernel.cpp}.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._core.refusals.networks import check_upsampled_grad, check_upsampling
from .._core.table.row import Row, derivative

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
    """The place before, as PyTorch has always done it."""
    found = np.floor(_step(n, places, False, scale, kind) * np.arange(places).astype(kind))
    return np.minimum(found.astype(np.intp), n - 1)[:, None], None


def nearest_in_images(n: int, places: int, align_corners: bool, scale: float | None, kind: Any) -> Taps:
    """The same, but for as many places, or twice as many: then PyTorch's images, unlike its rows, ignore the scale."""
    ignored = places in (n, 2 * n)
    return nearest(n, places, align_corners, None if ignored else scale, np.float32)


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
    check_upsampling(self, output_size, taps_of.__name__)
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
    check_upsampled_grad(grad_output, (*input_size[:2], *output_size))
    kind, total = _precision(grad_output.dtype), grad_output
    for axis in range(2, grad_output.ndim):
        taps = taps_of(input_size[axis], output_size[axis - 2], align_corners, scales[axis - 2], kind)
        total = _back_along(total, axis, taps, input_size[axis])
    return np.ascontiguousarray(total.astype(grad_output.dtype, copy=False))


# ----- the rows ------------------------------------------------------------------------------------------------------
_SCALES = {1: ("scales",), 2: ("scales_h", "scales_w")}
_SIZES = {1: ((3,), (5,), (2,)), 2: ((2, 3), (3, 5), (4, 2))}
"""By rank: an input's size, and two of outputs."""
_MEAN = dict(forward=r"z_i = \sum_k w_{ik}\, x_k", self=r"\bar{x}_k = \sum_i w_{ik}\, \bar{z}_i")
_MEAN_BACK = dict(forward=r"z_k = \sum_i w_{ik}\, g_i", grad_output=r"\bar{g}_i = \sum_k w_{ik}\, \bar{z}_k")


def _nearest_rows(name: str, node: str, rank: int, taps_of: Callable, words: str) -> Row:
    """Interpolation that repeats or leaves out places: the row, and the row of its gradient."""
    name, node = f"{name}{rank}d", f"{node}{rank}D"
    scales = "".join(f", float? {scale}=None" for scale in _SCALES[rank])
    old, more, other = _SIZES[rank]
    forward = derivative(
        f"{name}(Tensor self, SymInt[{rank}] output_size{scales}) -> Tensor",
        node=f"{node}Backward0",
        forward=lambda self, output_size, *scales: upsampled(taps_of, self, output_size, False, scales),
        self={
            1: lambda grad, output_size, self_sizes, scales: back(grad, output_size, self_sizes, scales),
            2: lambda grad, output_size, self_sizes, scales_h, scales_w: back(
                grad, output_size, self_sizes, scales_h, scales_w
            ),
        }[rank],
        does=f"Each new place shows {words}, in {rank} dimension{'s' * (rank > 1)}.",
        tex=dict(forward=r"z_i = x_{s(i)}", self=r"\bar{x}_k = \sum_i \bar{z}_i\, [s(i) = k]"),
        samples=lambda make: [
            (make(1, 2, *old), more),
            (make(2, 1, *old), other),
            (make(1, 1, *old), more, *(1.5,) * rank),
        ],
    )
    back = derivative(
        f"{name}_backward(Tensor grad_output, SymInt[{rank}] output_size, SymInt[{rank + 2}] input_size{scales}) "
        "-> Tensor",
        node=f"{node}BackwardBackward0",
        forward=lambda grad_output, output_size, input_size, *scales: upsampled_back(
            taps_of, grad_output, output_size, input_size, False, scales
        ),
        grad_output={
            1: lambda grad, output_size, scales: forward(grad, output_size, scales),
            2: lambda grad, output_size, scales_h, scales_w: forward(grad, output_size, scales_h, scales_w),
        }[rank],
        does=f"What arrives at each new place is added at the old one that it shows ({name}).",
        tex=dict(forward=r"z_k = \sum_i g_i\, [s(i) = k]", grad_output=r"\bar{g}_i = \bar{z}_{s(i)}"),
        samples=lambda make: [(make(1, 2, *more), more, (1, 2, *old)), (make(1, 1, *other), other, (1, 1, *old))],
    )
    return forward


def _mean_rows(name: str, node: str, rank: int, taps_of: Callable, words: str) -> Row:
    """Interpolation between places: the row, and the row of its gradient."""
    scales = "".join(f", float? {scale}=None" for scale in _SCALES[rank])
    old, more, other = _SIZES[rank]
    forward = derivative(
        f"{name}(Tensor self, SymInt[{rank}] output_size, bool align_corners{scales}) -> Tensor",
        node=f"{node}Backward0",
        forward=lambda self, sizes, align_corners, *scales: upsampled(taps_of, self, sizes, align_corners, scales),
        self={
            1: lambda grad, output_size, self_sizes, align_corners, scales:
                back(grad, output_size, self_sizes, align_corners, scales),
            2: lambda grad, output_size, self_sizes, align_corners, scales_h, scales_w:
                back(grad, output_size, self_sizes, align_corners, scales_h, scales_w),
        }[rank],
        does=f"Each new place is {words}.",
        tex=_MEAN,
        samples=lambda make: [
            (make(1, 2, *old), more, False), (make(2, 1, *old), other, True),
            (make(1, 1, *old), more, False, *(1.5,) * rank),
        ],
    )  # fmt: skip
    back = derivative(
        f"{name}_backward(Tensor grad_output, SymInt[{rank}] output_size, SymInt[{rank + 2}] input_size, "
        f"bool align_corners{scales}) -> Tensor",
        node=f"{node}BackwardBackward0",
        forward=lambda grad, sizes, old_sizes, align_corners, *scales:
            upsampled_back(taps_of, grad, sizes, old_sizes, align_corners, scales),
        grad_output={
            1: lambda grad, output_size, align_corners, scales: forward(grad, output_size, align_corners, scales),
            2: lambda grad, output_size, align_corners, scales_h, scales_w:
                forward(grad, output_size, align_corners, scales_h, scales_w),
        }[rank],
        does=f"What arrives at a new place goes to the old ones that it was made of, by their weights ({name}).",
        tex=_MEAN_BACK,
        samples=lambda make: [
            (make(1, 2, *more), more, (1, 2, *old), False), (make(1, 1, *other), other, (1, 1, *old), True),
        ],
    )  # fmt: skip
    return forward


UPSAMPLINGS = {
    **{
        ("nearest", rank): _nearest_rows("upsample_nearest", "UpsampleNearest", rank, taps_of, "the old one before it")
        for rank, taps_of in ((1, nearest), (2, nearest_in_images))
    },
    ("linear", 1): _mean_rows(
        "upsample_linear1d", "UpsampleLinear1D", 1, linear, "a mean of the two old ones beside it"
    ),
    ("bilinear", 2): _mean_rows(
        "upsample_bilinear2d", "UpsampleBilinear2D", 2, linear, "a mean of the four old ones around it"
    ),
}
"""(PyTorch's word, number of dimensions) → the row."""
