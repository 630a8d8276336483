"""Covariances, distances between points, areas under curves: composed of the same steps as in PyTorch.

PyTorch: aten/src/ATen/native/{Correlation,Distance,Integration}.cpp.
"""

import math
from typing import Any

import numpy as np

from .. import derivatives as d
from .._base.learners_line import warn
from ..autograd._tensor import Tensor, wrap
from ..derivatives._axes import common_shape, wrap_dim
from ..derivatives.distances import check_points
from .elementwise import clamp
from .reductions import sum
from .shapes import contiguous

_DEGREES = "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations."


# ----- covariances ---------------------------------------------------------------------------------------------------
def cov(
    input: Tensor, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None
) -> Tensor:
    """The covariances of the variables in the rows: (n, m) gives (n, n), a vector of observations one number.

    Divided by the number of observations less ``correction``. ``fweights`` says how often each observation was made,
    ``aweights`` how much it counts.

    Raises:
        RuntimeError: more than two dimensions, booleans, or weights that do not fit.
    """
    _check_rank(input, "cov")
    if input._data.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = input if input.ndim == 2 else d.view(input, (1, -1))
    weights, total = _weights(rows._data.shape[1], fweights, aweights)
    weighted = rows if weights is None else d.mul(rows, weights)
    rows = d.sub(rows, d.unsqueeze(d.div(sum(weighted, 1), total), 1))
    factor = d.sub(total, correction)
    if aweights is not None and correction:
        factor = d.sub(total, d.div(d.mul(sum(d.mul(weights, aweights)), correction), total))
    if factor._data <= 0:
        warn(_DEGREES)
        factor = wrap(np.zeros_like(factor._data))
    other = rows if weights is None else d.mul(rows, weights)
    return d.squeeze(d.div(d.mm(rows, d.t(other)), factor))


def _check_rank(input: Tensor, name: str) -> None:
    if input.ndim > 2:
        raise RuntimeError(
            f"{name}(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )


def _weights(count: int, fweights: Tensor | None, aweights: Tensor | None) -> tuple[Tensor | None, Tensor]:
    """The product of both kinds of weights, None without any; and what they sum to."""
    found = None
    for name, item, kinds, what in (
        ("fweights", fweights, "iu", "integral"), ("aweights", aweights, "f", "floating point"),
    ):  # fmt: skip
        if item is None:
            continue
        _check_weights(name, item, kinds, what, count)
        found = item if found is None else d.mul(found, item)
    if found is None:
        return None, wrap(np.int64(count))
    total = sum(found)
    if not total._data:
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    return found, total


def _check_weights(name: str, item: Tensor, kinds: str, what: str, count: int) -> None:
    expected = f"cov(): expected {name} to have"
    if item.ndim > 1:
        raise RuntimeError(f"{expected} one or fewer dimensions but got {name} with {item.ndim} dimensions")
    if item._data.dtype.kind not in kinds:
        raise RuntimeError(f"{expected} {what} dtype but got {name} with {item.dtype.short} dtype")
    if item._data.size != count:
        raise RuntimeError(
            f"{expected} the same numel as there are observations in the input but got {item._data.size} != {count}"
        )
    if count and item._data.min() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


def corrcoef(input: Tensor) -> Tensor:
    """The correlations, from -1 to 1, of the variables in the rows: (n, m) gives (n, n), a vector one number.

    Raises:
        RuntimeError: more than two dimensions.
    """
    _check_rank(input, "corrcoef")
    found = cov(input)
    if not found.ndim:
        return d.div(found, found)
    spread = d.sqrt(d.diagonal(found))
    found = d.div(found, d.view(spread, (-1, 1)))
    return clamp(d.div(found, d.view(spread, (1, -1))), -1, 1)


# ----- distances -----------------------------------------------------------------------------------------------------
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


# ----- areas under curves --------------------------------------------------------------------------------------------
def trapezoid(y: Tensor, x: Any = None, *, dx: Any = None, dim: int = -1) -> Tensor:
    """The area under ``y`` along ``dim``, by trapezoids: between points at ``x``, or ``dx`` apart (1).

    Raises:
        RuntimeError: booleans, or not one ``x`` for each point.
        IndexError: a number without dimensions, or a dimension that does not exist.
    """
    axis = _axis(y, dim)
    if not y._data.shape[axis]:
        return sum(y, axis)
    _check_curve("trapezoid", y, x)
    if x is None:
        ends = d.add(d.select(y, dim, 0), d.select(y, dim, -1))
        return d.mul_number(d.sub(sum(y, dim), d.mul_number(ends, 0.5)), _step(dx))
    return d.div_scalar(sum(_pieces("trapezoid", y, x, axis), axis), 2.0)


def cumulative_trapezoid(y: Tensor, x: Any = None, *, dx: Any = None, dim: int = -1) -> Tensor:
    """The areas under ``y`` along ``dim`` up to each point but the first, by trapezoids; as `trapezoid`.

    Raises:
        RuntimeError: booleans, or not one ``x`` for each point.
        IndexError: a number without dimensions, or a dimension that does not exist.
    """
    axis = wrap_dim(dim, y.ndim)
    if not y.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    _check_curve("cumulative_trapezoid", y, x)
    if x is None:
        return d.cumsum(d.mul_number(d.add(*_neighbours(y, dim)), _step(dx) / 2), dim)
    return d.div_scalar(d.cumsum(_pieces("cumulative_trapezoid", y, x, axis), axis), 2.0)


def trapz(y: Tensor, x: Any = None, *, dx: Any = None, dim: int = -1) -> Tensor:
    """`trapezoid` under NumPy's older name.

    Raises:
        RuntimeError, IndexError: as `trapezoid`.
    """
    return trapezoid(y, x, dx=dx, dim=dim)


def _axis(y: Tensor, dim: int) -> int:
    if not y.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, y.ndim)


def _step(dx: Any) -> float:
    return 1.0 if dx is None else float(dx)


def _check_curve(name: str, y: Tensor, x: Tensor | None) -> None:
    if y._data.dtype.kind == "b" or (x is not None and x._data.dtype.kind == "b"):
        which = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(f"{name}: received a bool input for {which}, but bool is not supported")


def _neighbours(y: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """All but the last, and all but the first."""
    return d.slice_(y, dim, 0, -1, 1), d.slice_(y, dim, 1, None, 1)


def _pieces(name: str, y: Tensor, x: Tensor, axis: int) -> Tensor:
    """Twice the areas of the trapezoids."""
    count = y._data.shape[axis]
    if x.ndim == 1:  # one list of places for all curves
        if x._data.size != count:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = d.view(x, (1,) * axis + (count,) + (1,) * (y.ndim - axis - 1))
    elif x.ndim and x.ndim < y.ndim:
        x = d.view(x, (1,) * (y.ndim - x.ndim) + x._data.shape)
    (low, high), (left, right) = _neighbours(y, axis), _neighbours(x, axis) if x.ndim else (x, x)
    return d.mul(d.add(low, high), d.sub(right, left))


__all__ = ["cdist", "corrcoef", "cov", "cumulative_trapezoid", "trapezoid", "trapz"]
METHODS = ["corrcoef", "cov"]
