"""Distances between points: composed of the same steps as in PyTorch. PyTorch: aten/src/ATen/native/Distance.cpp."""

import math

from ... import derivatives as d
from ..._core.refusals.networks import check_points
from ..._core.tensor import Tensor
from ...derivatives._operands import common_shape
from .shapes import contiguous

_MODES = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}
_MANY = 25
"""PyTorch computes Euclidean distances of more points than these by a product of matrices."""


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """The distance, in the ``p``-norm, of every row of ``x1`` from every row of ``x2``: (n, k) and (m, k) give (n, m).

    Leading dimensions stretch to each other. ``compute_mode`` says whether Euclidean distances may come out of a
    product of matrices, which is quicker and less exact; without a wish, from 26 points on.

    Raises:
        RuntimeError: no floats, too few dimensions, points of different spaces, or a negative ``p``.
        ValueError: another mode.
    """
    if compute_mode not in _MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    mode = _MODES[compute_mode]
    check_points(x1._data, x2._data, p)
    rows, columns = x1._data.shape[-2], x2._data.shape[-2]
    by_product = p == 2 and (mode == 1 or (mode is None and max(rows, columns) > _MANY))
    batch = common_shape(x1._data.shape[:-2], x2._data.shape[:-2])
    size = math.prod(batch)
    if not by_product or not (rows and columns and size and x1._data.shape[-1]):
        return d.cdist(x1, x2, float(p), mode)
    if size != 1:
        x1, x2 = (
            d.view(contiguous(d.expand(item, (*batch, *item._data.shape[-2:]))), (size, *item._data.shape[-2:]))
            for item in (x1, x2)
        )
    return d.view(d.euclidean_dist(x1, x2), (*batch, rows, columns))


__all__ = ["cdist"]
METHODS: list[str] = []
