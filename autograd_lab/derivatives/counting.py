"""Counting: different values, and how often and where they occur. Nothing here has a derivative."""

import math
from typing import Any

import numpy as np

from .._table.row import derivative, not_implemented
from ._axes import wrap_dim
from ._operands import needs_float, refuse, type_of


def bincount_forward(self: Any, weights: Any, minlength: int) -> Any:
    """How often each number 0, 1, 2 … occurs, or the sum of the weights where it does."""
    refuse("bf", self, "bincount_cpu")
    if self.ndim != 1 or (self.size and self.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is not None and weights.shape != self.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    counts = np.bincount(self, weights, minlength)
    return counts if weights is None else counts.astype(np.float32 if weights.dtype == np.float32 else np.float64)


bincount = derivative(
    "bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor",
    does="How often each of the numbers 0, 1, 2 … occurs in ``self``, or the sum of ``weights`` where it does.",
    node=None,
    variants="function, method",
    forward=bincount_forward,
    tex=dict(forward=r"z_i = \sum_j w_j\, [x_j = i]"),
    samples=lambda make: [(np.array([1, 2, 2]),), (np.array([1, 0]), np.array([0.5, 2.0]), 4)],
)


def histc_forward(self: Any, bins: int, min: Any, max: Any) -> Any:
    """How many elements fall into each of ``bins`` equal parts of [min, max]; both 0: of the range of the elements."""
    needs_float(self, "linspace_cpu" if self.dtype.kind == "b" else "histogram_cpu")
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if min == max == 0 and self.size:
        min, max = float(self.min()), float(self.max())
    if not math.isfinite(max - min):
        raise RuntimeError(f"torch.histc: range of [{min:g}, {max:g}] is not finite")
    if min == max:
        min, max = min - 1, max + 1
    if min > max:
        raise RuntimeError("torch.histc: max must be larger than min")
    return np.histogram(self, bins, (min, max))[0].astype(self.dtype)


histc = derivative(
    "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
    does="How many elements fall into each of ``bins`` equal parts of ``min`` … ``max`` (both 0: their own range).",
    node=None,
    variants="function, method",
    forward=histc_forward,
    tex=dict(forward=r"z_i = \sum_j\ [x_j \in b_i]"),
    samples=lambda make: [(make(5), 3), (make(2, 3), 4, -1, 1)],
)


def _equal_edges(self: Any, bins: int, range: Any) -> np.ndarray:
    """The ``bins`` + 1 edges of equal parts of ``range``; without one, of the range of the elements."""
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    if range is not None and len(range) != 2:
        raise RuntimeError(
            f"torch.histogramdd: for a 1-dimensional histogram range should have 2 elements, but got {len(range)}"
        )
    low, high = range or ((float(self.min()), float(self.max())) if self.size else (0.0, 1.0))
    if not math.isfinite(high - low):
        raise RuntimeError(f"torch.histogramdd: dimension 0's range [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(
            f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension 0"
        )
    return np.linspace(*((low, high) if low < high else (low - 0.5, high + 0.5)), bins + 1).astype(self.dtype)


def histogram_of(self: Any, bins: Any, weight: Any, density: bool) -> tuple[np.ndarray, np.ndarray]:
    """How many elements (or how much weight) fall between each edge and the next, and the edges."""
    if bins.ndim != 1:
        raise RuntimeError(
            f"torch.histogramdd: bins tensor should have one dimension, but got {bins.ndim} dimensions in the bins "
            "tensor for dimension 0"
        )
    if bins.dtype != self.dtype:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
            f"{_word(self)} and bins for dimension 0 with dtype {_word(bins)}"
        )
    if weight is not None and weight.shape != self.shape:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
            f"excluding its innermost dimension, but got input with shape {[self.size, 1]} and weight with shape "
            f"{[weight.size]}"
        )
    if weight is not None and weight.dtype != self.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same "
            f"dtype, but got input({_word(self)}), and weight({_word(weight)})"
        )
    if self.dtype not in (np.float32, np.float64):
        raise NotImplementedError(f"\"histogramdd\" not implemented for '{type_of(self)}'")
    places = np.searchsorted(bins, self.ravel(), "right") - 1
    places[self.ravel() == bins[-1]] = len(bins) - 2  # the last part has both its edges
    inside = (places >= 0) & (places < len(bins) - 1)
    counts = np.bincount(places[inside], None if weight is None else weight.ravel()[inside], len(bins) - 1)
    shares = counts / counts.sum() / np.diff(bins) if density else counts
    return shares.astype(self.dtype), bins.copy()


def _word(array: Any) -> str:
    return _WORDS.get(array.dtype.name, array.dtype.name)


_WORDS = {"float32": "float", "float64": "double", "int64": "long int", "int32": "int", "float16": "c10::Half"}
"""What PyTorch's C++ calls some types."""


_A_COUNT = not_implemented("how many elements there are between two edges is a step, without a slope.")
_A_SHARE = not_implemented("write it with index_add for the gradient of the weights.")

histogram_between = derivative(
    "histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) "
    "-> (Tensor hist, Tensor bin_edges)",
    does="How many elements fall between each edge in ``bins`` and the next, and the edges.",
    node="NotImplemented",
    forward=histogram_of,
    self=_A_COUNT,
    bins=_A_COUNT,
    weight=_A_SHARE,
    tex=dict(forward=r"z_i = \sum_j\ [x_j \in b_i]"),
    samples=lambda make: [
        (np.array([0.5, -0.5, 2.0]), np.array([-1.0, 0.0, 2.0])),
        (np.array([[0.5, 3.0]]), np.array([0.0, 1.0]), None, True),
    ],
)
histogram_of_equal_parts = derivative(
    "histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) "
    "-> (Tensor hist, Tensor bin_edges)",
    does="How many elements fall into each of ``bins`` equal parts of ``range`` (their own, if there is none).",
    node="NotImplemented",
    forward=lambda self, bins, range, weight, density: histogram_of(
        self, _equal_edges(self, bins, range), weight, density
    ),
    self=_A_COUNT,
    weight=_A_SHARE,
    tex=dict(forward=r"z_i = \sum_j\ [x_j \in b_i]"),
    samples=lambda make: [(make(5), 3), (make(2, 3), 4, (-1.0, 1.0), None, True)],
)


def _as_asked(values: Any, inverse: Any, counts: Any, return_inverse: bool, return_counts: bool) -> tuple:
    """PyTorch leaves empty what was not asked for."""
    nothing = np.zeros(0, np.int64)
    return values, inverse if return_inverse else nothing, counts if return_counts else nothing


def unique(self: Any, sorted: bool, return_inverse: bool, return_counts: bool) -> tuple[Any, Any, Any]:
    """The different values in order, where each element's value stands among them, and how often each occurs."""
    values, inverse, counts = np.unique(self, return_inverse=True, return_counts=True, equal_nan=False)
    return _as_asked(values, inverse.reshape(np.shape(self)), counts, return_inverse, return_counts)


unique2 = derivative(
    "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) "
    "-> (Tensor, Tensor, Tensor)",
    does="The different values in order; on request, where each element's value stands there, and how often it occurs.",
    node="Unique2Backward0",
    forward=unique,
    output_differentiability=(True, False, False),
    self=not_implemented("equal elements become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"\{z_i\} = \{x_i\},\ z_1 < z_2 < \ldots"),
    samples=lambda make: [(make(3),), (make(2, 3), True, True, True), (make(),), (make(0),)],
)


def _existing_dim(self: Any, dim: int) -> int:
    if not self.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    axis = wrap_dim(dim, self.ndim)
    if self.shape[axis] and not self.size:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    return axis


def unique_dim_forward(
    self: Any, dim: int, sorted: bool, return_inverse: bool, return_counts: bool
) -> tuple[Any, Any, Any]:
    """The same for whole slices along ``dim``."""
    axis = _existing_dim(self, dim)
    values, inverse, counts = np.unique(self, axis=axis, return_inverse=True, return_counts=True, equal_nan=False)
    return values, inverse.reshape(-1), counts


unique_dim = derivative(
    "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) "
    "-> (Tensor, Tensor, Tensor)",
    does="The different slices along ``dim`` in order, where each slice stands among them, and how often it occurs.",
    node="UniqueDimBackward0",
    forward=unique_dim_forward,
    output_differentiability=(True, False, False),
    self=not_implemented("equal slices become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"\{z_i\} = \{x_i\},\ z_1 < z_2 < \ldots"),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1, True, True, True)],
)


def unique_consecutive_forward(
    self: Any, return_inverse: bool, return_counts: bool, dim: int | None
) -> tuple[Any, Any, Any]:
    """One of each run of equal neighbours, in the order met."""
    rows = np.ravel(self)[:, None] if dim is None else np.moveaxis(self, _existing_dim(self, dim), 0)
    differs = (rows[1:] != rows[:-1]).any(tuple(range(1, rows.ndim)))
    starts = np.concatenate([np.ones(min(len(rows), 1), bool), differs])
    inverse = np.cumsum(starts) - 1
    counts = np.diff(np.append(np.flatnonzero(starts), len(rows)))
    if dim is None:
        return _as_asked(rows[starts, 0], inverse.reshape(np.shape(self)), counts, return_inverse, return_counts)
    return np.moveaxis(rows[starts], 0, wrap_dim(dim, self.ndim)), inverse, counts


unique_consecutive = derivative(
    "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) "
    "-> (Tensor, Tensor, Tensor)",
    does="One of each run of equal neighbours; on request, in which run each element is, and how long the runs are.",
    node="UniqueConsecutiveBackward0",
    forward=unique_consecutive_forward,
    output_differentiability=(True, False, False),
    self=not_implemented("equal neighbours become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"z = x\ \mathrm{without}\ x_i = x_{i-1}"),
    samples=lambda make: [(make(3),), (make(2, 3), True, True, 0)],
)


def searchsorted_forward(
    sorted_sequence: Any, self: Any, out_int32: bool, right: bool, side: str | None, sorter: Any
) -> Any:
    """Where each value would have to stand so that the row stays sorted (before equal ones, or with right after)."""
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True"
        )
    if not np.ndim(sorted_sequence):
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim(0) and input value's dim({np.ndim(self)}) numel({np.size(self)})"
        )
    if np.ndim(sorted_sequence) > 1 and np.shape(sorted_sequence)[:-1] != np.shape(self)[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor {list(np.shape(sorted_sequence))} "
            f"and input value tensor {list(np.shape(self))}"
        )
    side = "right" if right or side == "right" else "left"
    rows = sorted_sequence if sorter is None else np.take_along_axis(sorted_sequence, sorter, -1)
    if rows.ndim <= 1:
        found = np.asarray(np.searchsorted(rows, self, side))
    else:
        values = np.asarray(self)
        found = np.empty(values.shape, np.int64)
        for row in np.ndindex(rows.shape[:-1]):
            found[row] = np.searchsorted(rows[row], values[row], side)
    return found.astype(np.int32 if out_int32 else np.int64)[()]


searchsorted = derivative(
    "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
    "str? side=None, Tensor? sorter=None) -> Tensor",
    does="Where each value would have to stand in the sorted row so that it stays sorted.",
    node=None,
    forward=searchsorted_forward,
    tex=dict(forward=r"z_i = \sum_j\ [s_j < x_i]"),
    samples=lambda make: [(np.array([1.0, 3.0]), make(3)), (np.array([1.0, 3.0]), make(2, 2), False, True)],
)
