"""Counting: different values, and how often and where they occur. Nothing here has a derivative."""

from typing import Any

import numpy as np

from .._core.refusals.common import floats_only
from .._core.refusals.numbers import check_bincount
from .._core.table.row import derivative, not_implemented


def bincount_forward(self: Any, weights: Any, minlength: int) -> Any:
    """How often each number 0, 1, 2 … occurs, or the sum of the weights where it does."""
    counts = np.bincount(self, weights, minlength)
    return counts if weights is None else counts.astype(np.float32 if weights.dtype == np.float32 else np.float64)


bincount = derivative(
    "bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor",
    node=None,
    forward=bincount_forward,
    variants="function, method",
    refuse=check_bincount,
    does="How often each of the numbers 0, 1, 2 … occurs in ``self``, or the sum of ``weights`` where it does.",
    tex=dict(forward=r"z_i = \sum_j w_j\, [x_j = i]"),
    samples=lambda make: [(np.array([1, 2, 2]),), (np.array([1, 0]), np.array([0.5, 2.0]), 4)],
)


def histogram_forward(self: Any, bins: int, range: Any, weight: Any, density: bool) -> tuple[np.ndarray, np.ndarray]:
    """How many elements (or how much weight) fall between each edge and the next, and the edges of equal parts."""
    low, high = range or ((float(self.min()), float(self.max())) if self.size else (0.0, 1.0))
    edges = np.linspace(*((low, high) if low < high else (low - 0.5, high + 0.5)), bins + 1).astype(self.dtype)
    places = np.searchsorted(edges, self.ravel(), "right") - 1
    places[self.ravel() == edges[-1]] = bins - 1  # the last part has both its edges
    inside = (places >= 0) & (places < bins)
    counts = np.bincount(places[inside], None if weight is None else weight.ravel()[inside], bins)
    shares = counts / counts.sum() / np.diff(edges) if density else counts
    return shares.astype(self.dtype), edges


histogram = derivative(
    "histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) "
    "-> (Tensor hist, Tensor bin_edges)",
    node="NotImplemented",
    forward=histogram_forward,
    self=not_implemented("how many elements there are between two edges is a step, without a slope."),
    weight=not_implemented("write it with index_add for the gradient of the weights."),
    refuse=floats_only("histogramdd"),
    does="How many elements fall into each of ``bins`` equal parts of ``range`` (their own, if there is none).",
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
    node="Unique2Backward0",
    forward=unique,
    self=not_implemented("equal elements become one; PyTorch does not say whose gradient that is."),
    output_differentiability=(True, False, False),
    does="The different values in order; on request, where each element's value stands there, and how often it occurs.",
    tex=dict(forward=r"\{z_i\} = \{x_i\},\ z_1 < z_2 < \ldots"),
    samples=lambda make: [(make(3),), (make(2, 3), True, True, True), (make(),), (make(0),)],
)
