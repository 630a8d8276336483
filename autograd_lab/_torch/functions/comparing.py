"""Comparing within a tolerance; comparisons and operations on bits that write into their tensor."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.table.row import Row
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import common_shape
from ...derivatives.comparing import eq_, ge_, gt_, le_, lt_, ne_
from .forms import Choice, forms, tensor_or_number


def isclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Where ``|input - other| <= atol + rtol · |other|``, as booleans; with ``equal_nan`` two nans are close.

    The shapes stretch to each other.

    Raises:
        RuntimeError: different dtypes, a negative tolerance, or shapes that do not fit.
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.short} did not match {other.dtype.short}")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {tolerance:g}")
    common_shape(input._data.shape, other._data.shape)
    with np.errstate(all="ignore"):
        a, b = input._data, other._data
        close = a == b
        if equal_nan and a.dtype.kind == "f":
            close = close | (np.isnan(a) & np.isnan(b))
        if a.dtype.kind != "f":
            a, b = (item.astype(dtypes.get_default_dtype().numpy) for item in (a, b))
        off = np.abs(a - b)
        return wrap(close | (np.isfinite(off) & (off <= atol + np.abs(rtol * b))))


def allclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether `isclose` holds everywhere: a Python bool.

    Raises:
        RuntimeError: as `isclose`.
    """
    return bool(np.all(isclose(input, other, rtol, atol, equal_nan)._data))


def isin(elements: Any, test_elements: Any, *, assume_unique: bool = False, invert: bool = False) -> Tensor:
    """Whether each of ``elements`` is among ``test_elements``, as booleans; with ``invert``, whether it is not.

    One of both may be a number. ``assume_unique`` is accepted, and changes nothing.

    Raises:
        RuntimeError: booleans.
    """
    if not (isinstance(elements, Tensor) or isinstance(test_elements, Tensor)):
        raise TypeError("isin() takes a tensor")
    one, other = (item if isinstance(item, Tensor) else wrap(np.asarray(item)) for item in (elements, test_elements))
    return d.isin(one, other, assume_unique, invert)


def _bits_in_place(op: Row) -> Callable[..., Tensor]:
    """The in-place method of an operation on bits, whose result must be of a type that the tensor can hold."""

    def choose(self: Tensor, other: Any) -> Choice:
        target = dtypes.of(dtypes.result_numpy([self._data, other._data if isinstance(other, Tensor) else other]))
        if not dtypes.can_cast(target, self.dtype):
            raise RuntimeError(
                f"result type {target.short} can't be cast to the desired output type {self.dtype.short}"
            )
        return op, (self, other)

    choose.__name__ = op.base
    return forms(choose)[1]


METHOD_FORMS: dict[str, Callable] = {
    **{rows[0].base: tensor_or_number(*rows, "")[1] for rows in (eq_, ne_, lt_, le_, gt_, ge_)},
    **{
        f"{op.base}_": _bits_in_place(op)
        for op in (d.bitwise_and, d.bitwise_or, d.bitwise_xor, d.bitwise_left_shift, d.bitwise_right_shift)
    },
}

__all__ = ["allclose", "isclose", "isin"]
METHODS = ["allclose", "isclose"]
