"""Quantiles: composed of sort, gather and lerp, as in PyTorch.

PyTorch: ATen/native/Sorting.cpp (quantile_compute).
"""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import wrap_dim
from .shapes import flatten

_NEIGHBOURS = {
    "linear": (np.floor, np.ceil),
    "lower": (np.floor, np.floor),
    "higher": (np.ceil, np.ceil),
    "midpoint": (np.floor, np.ceil),
    "nearest": (np.rint, np.rint),
}
"""Which places in the order are looked at, for a place between two."""


def quantile(
    input: Tensor, q: Any, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear"
) -> Tensor:
    """What the part ``q`` of the elements stays below (0.5: the median), of all or along ``dim``; nan if one is nan.

    A vector of parts gives as many quantiles, along a new first dimension. ``interpolation`` says what to take between
    two elements: linear, lower, higher, midpoint or nearest.

    Raises:
        RuntimeError: q is not between 0 and 1, or nothing is there to choose from.
    """
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        q = wrap(input._data.dtype.type(q))
    _check(input, q, interpolation)
    ordered, shape = _sorted(input, dim, keepdim)
    ordered = d.view(ordered, (*shape, ordered.shape[-1]))
    ranks = _ranks(ordered, q)
    low, high = (wrap(to_whole(ranks._data).astype(np.int64)) for to_whole in _NEIGHBOURS[interpolation])
    result = d.gather(ordered, -1, low)
    if interpolation in ("linear", "midpoint"):
        weights = d.sub(ranks, low) if interpolation == "linear" else wrap(np.full_like(ranks._data, 0.5))
        result = call_in_place(d.lerp_tensor, (result, d.gather(ordered, -1, high), weights))
    if q.ndim:
        result = d.transpose_in_place(d.unsqueeze_in_place(result, 0), 0, -1)
    return d.squeeze_in_place(result, -1)


def _check(input: Tensor, q: Tensor, interpolation: str) -> None:
    if not input.numel():
        raise RuntimeError("quantile() input tensor must be non-empty")
    if q.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if input._data.dtype not in (np.float32, np.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if q._data.dtype != input._data.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if interpolation not in _NEIGHBOURS:
        ways = "linear, lower, higher, midpoint or nearest"
        raise RuntimeError(f"quantile() interpolation must be one of {ways}, but got {interpolation}")
    if not np.all((q._data >= 0) & (q._data <= 1)):
        raise RuntimeError("quantile() q values must be in the range [0, 1]")


def _sorted(input: Tensor, dim: int | None, keepdim: bool) -> tuple[Tensor, list[int]]:
    """The elements in order along the last dimension, and the result's shape for one q."""
    if dim is None:
        return d.sort(flatten(input))[0], [1] * input.ndim if keepdim else []
    axis, shape = wrap_dim(dim, input.ndim), list(input.shape)
    if shape:
        shape[axis : axis + 1] = [1] if keepdim else []
    if axis != input.ndim - 1:
        input = d.transpose(d.unsqueeze(input, -1), axis, -1)
    return d.sort(input)[0], shape


def _ranks(ordered: Tensor, q: Tensor) -> Tensor:
    """Where in the order each quantile lies, for each row; nan stands last, and is chosen where there is one."""
    missing, last = np.isnan(ordered._data), ordered.shape[-1] - 1
    ranks, missing = d.mul_number(q, last), missing.any(-1, keepdims=True)
    shape = np.broadcast_shapes(q._data.shape, missing.shape)
    ranks = ranks if tuple(ranks.shape) == shape else d.expand(ranks, shape)
    return d.masked_fill(ranks, wrap(np.broadcast_to(missing, shape)), last)


__all__ = ["quantile"]
METHODS = ["quantile"]
