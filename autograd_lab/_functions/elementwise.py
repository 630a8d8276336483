"""Element-by-element functions behind whose names PyTorch hides several rows: ``div``, ``remainder``, ``clamp`` …

What to run is decided by what stands beside the tensor: another tensor, or a number. A function ``choose_…`` says
which row that is, and from it follow the function, the method and the in-place method.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _call, _dtype
from .. import derivatives as d
from .._opdef import Op
from .._tensor import Tensor, wrap
from ._refusals import must_be_tensor, no_such_call
from .types import to

NUMBER = (int, float)


# ----- division ------------------------------------------------------------------------------------------------------
def div(input: Any, other: Any, **how: str | None) -> Tensor:
    """``input / other``; ``rounding_mode="trunc"`` rounds the quotient towards zero, ``"floor"`` down."""
    return _div_row(input, other, how)(input, other, **how)


def div_(self: Tensor, other: Any, **how: str | None) -> Tensor:
    """In-place `div`."""
    op = _div_row(self, other, how)
    return _call.call_in_place(op, op.bind((self, other), how))


def _div_row(input: Any, other: Any, how: dict[str, Any]) -> Op:
    if not how:
        return d.div
    if how.keys() != {"rounding_mode"} or not isinstance(how["rounding_mode"], str | None):
        raise no_such_call(
            "div", (input, other), how,
            ("Tensor input, Tensor other, *, Tensor out = None",
             "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None",
             "Tensor input, Number other, *, str rounding_mode"),
        )  # fmt: skip
    return d.div_mode  # PyTorch goes this way even for rounding_mode=None


def remainder(input: Any, other: Any) -> Tensor:
    """What floor division leaves; it has the sign of ``other``."""
    return _remainder_row(input, other)(input, other)


def remainder_(self: Tensor, other: Any) -> Tensor:
    """In-place `remainder`."""
    return _call.call_in_place(_remainder_row(self, other), (self, other))


def _remainder_row(input: Any, other: Any) -> Op:
    if isinstance(input, Tensor):
        return d.remainder_tensor if isinstance(other, Tensor) else d.remainder_number
    return d.remainder_of_number


def float_power(input: Any, exponent: Any) -> Tensor:
    """``input ** exponent``, computed in float64."""
    double = _dtype.float64
    if not isinstance(input, Tensor):
        return d.pow_of_number(float(input), to(exponent, double))
    if not isinstance(exponent, Tensor):
        return d.pow_number(to(input, double), float(exponent))
    return d.pow_tensor(to(input, double), to(exponent, double))


def float_power_(self: Tensor, exponent: Any) -> Tensor:
    """In-place `float_power`; the tensor must be float64 already."""
    if self.dtype is not _dtype.float64:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {self.dtype.short} but the operation's result requires dtype "
            "Double"
        )
    if isinstance(exponent, Tensor):
        return _call.call_in_place(d.pow_tensor, (self, to(exponent, _dtype.float64)))
    return _call.call_in_place(d.pow_number, (self, float(exponent)))


# ----- a tensor, and a tensor or a number ----------------------------------------------------------------------------
def _either(name: str, tensor_row: Op, number_row: Op, *others: str, last: str) -> tuple[Callable, Callable]:
    """Function and in-place method that take a tensor or a number at the end; ``others`` stand before it."""

    def signatures(first: str) -> tuple[str, ...]:
        before = "".join(f"Tensor {other}, " for other in others)
        end = ", *, Tensor out = None" if first else ""
        return tuple(f"{first}{before}{kind} {last}{end}" for kind in ("Tensor", "Number"))

    def choose(called: str, self: Any, args: tuple, kwargs: dict[str, Any]) -> tuple[Op, tuple]:
        given = args + tuple(kwargs[key] for key in (*others, last)[len(args) :] if key in kwargs)
        tensors, end = given[:-1], given[-1] if given else None
        fits = isinstance(self, Tensor) and len(given) == len(others) + 1 == len(args) + len(kwargs)
        if not fits or not all(isinstance(item, Tensor) for item in tensors) or not isinstance(end, (Tensor, *NUMBER)):
            first = () if called.endswith("_") else (self,)
            raise no_such_call(called, (*first, *args), kwargs, signatures("Tensor input, " if first else ""))
        return (tensor_row if isinstance(end, Tensor) else number_row), (self, *given)

    def function(input: Any, *args: Any, **kwargs: Any) -> Tensor:
        op, values = choose(name, input, args, kwargs)
        return op(*values)

    def in_place(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        op, values = choose(f"{name}_", self, args, kwargs)
        return _call.call_in_place(op, values)

    for made, its_name, row in ((function, name, tensor_row), (in_place, f"{name}_", tensor_row)):
        made.__name__ = made.__qualname__ = its_name
        made.__doc__ = f"``{row.schema}``, or a number for ``{last}``."
    return function, in_place


fmod, fmod_ = _either("fmod", d.fmod_tensor, d.fmod_number, last="other")
copysign, copysign_ = _either("copysign", d.copysign_tensor, d.copysign_number, last="other")
lerp, lerp_ = _either("lerp", d.lerp_tensor, d.lerp_number, "end", last="weight")
clamp_min, clamp_min_ = _either("clamp_min", d.clamp_min_tensor, d.clamp_min_number, last="min")
clamp_max, clamp_max_ = _either("clamp_max", d.clamp_max_tensor, d.clamp_max_number, last="max")
masked_fill, masked_fill_ = _either("masked_fill", d.masked_fill_tensor, d.masked_fill, "mask", last="value")


def xlogy(input: Any, other: Any) -> Tensor:
    """``input · log(other)``, and 0 where ``input`` is 0; either may be a number."""
    if not isinstance(input, Tensor):
        return d.xlogy_of_number(input, other)
    return d.xlogy_tensor(input, other) if isinstance(other, Tensor) else d.xlogy_number(input, other)


def xlogy_(self: Tensor, other: Any) -> Tensor:
    """In-place `xlogy`."""
    return _call.call_in_place(d.xlogy_tensor if isinstance(other, Tensor) else d.xlogy_number, (self, other))


# ----- bounds and rounding -------------------------------------------------------------------------------------------
def clamp(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """``input``, but not below ``min`` and not above ``max``: both numbers or both tensors; one may be left out."""
    op, values = _clamp_row("clamp", input, min, max)
    return op(*values)


def clamp_(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """In-place `clamp`."""
    return _call.call_in_place(*_clamp_row("clamp_", self, min, max))


def _clamp_row(name: str, input: Any, min: Any, max: Any) -> tuple[Op, tuple]:
    bounds = [bound for bound in (min, max) if bound is not None]
    if isinstance(input, Tensor) and bounds and all(isinstance(bound, Tensor) for bound in bounds):
        return d.clamp_tensor, (input, min, max)
    if isinstance(input, Tensor) and all(map(_is_number, bounds)):
        return d.clamp, (input, *(bound.item() if isinstance(bound, Tensor) else bound for bound in (min, max)))
    signatures = tuple(
        f"Tensor input, {k} min = None, {k} max = None, *, Tensor out = None" for k in ("Tensor", "Number")
    )
    raise no_such_call(name, (input, *bounds), {}, signatures)


def _is_number(bound: Any) -> bool:
    """A tensor counts as a number when it has no dimensions and no gradient to lose."""
    return isinstance(bound, NUMBER) or (isinstance(bound, Tensor) and not bound.dim() and not bound.requires_grad)


def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """To the nearest whole number, a half to the even one; ``decimals`` counts places behind the point."""
    return d.round_decimals(input, decimals) if decimals else d.round(input)


def round_(self: Tensor, *, decimals: int = 0) -> Tensor:
    """In-place `round`."""
    return _call.call_in_place(*((d.round_decimals, (self, decimals)) if decimals else (d.round, (self,))))


def threshold_(input: Tensor, threshold: Any, value: Any) -> Tensor:
    """In-place `threshold`."""
    return _call.call_in_place(d.threshold_in_place, (input, threshold, value))


def positive(input: Tensor) -> Tensor:
    """The tensor itself; booleans have no sign."""
    if input.dtype is _dtype.boolean:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def square_(self: Tensor) -> Tensor:
    """In-place ``self ** 2``."""
    return _call.call_in_place(d.pow_number, (self, 2))


# ----- comparing -----------------------------------------------------------------------------------------------------
def isclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Where ``|input - other| <= atol + rtol · |other|``; both must have the same dtype."""
    must_be_tensor("isclose", "other", 2, other)
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.short} did not match {other.dtype.short}")
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {tolerance:g}")
    with np.errstate(all="ignore"):
        a, b = input._data, other._data
        close = a == b
        if equal_nan and a.dtype.kind == "f":
            close = close | (np.isnan(a) & np.isnan(b))
        if a.dtype.kind != "f":
            a, b = (item.astype(_dtype.get_default_dtype().numpy) for item in (a, b))
        off = np.abs(a - b)
        return wrap(close | (np.isfinite(off) & (off <= atol + np.abs(rtol * b))))


def allclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether `isclose` holds everywhere."""
    return bool(np.all(isclose(input, other, rtol, atol, equal_nan)._data))


# ----- two tensors, no numbers ---------------------------------------------------------------------------------------
def _tensors_only(op: Op) -> tuple[Callable, Callable, Callable]:
    """Function, method and in-place method of a row whose second input may not be a number in PyTorch."""
    second = op.parameters[1].name

    def function(*args: Any, **kwargs: Any) -> Tensor:
        for position, (name, value) in enumerate(zip(("input", second), args, strict=False), 1):
            must_be_tensor(op.base, name, position, value)
        return op(*args, **kwargs)

    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        for value in args[:1]:
            must_be_tensor(op.base, second, 1, value)
        return op(self, *args, **kwargs)

    def in_place(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        for value in args[:1]:
            must_be_tensor(f"{op.base}_", second, 1, value)
        return _call.call_in_place(op, op.bind((self, *args), kwargs))

    for made, ending in ((function, ""), (method, ""), (in_place, "_")):
        made.__name__ = made.__qualname__ = op.base + ending
        made.__doc__ = f"``{op.schema}``"
    return function, method, in_place


_PAIRS = {
    op.base: _tensors_only(op)
    for op in (
        d.atan2, d.hypot, d.logaddexp, d.logaddexp2, d.maximum, d.minimum, d.fmax, d.fmin, d.heaviside, d.ldexp,
        d.logical_and, d.logical_or, d.logical_xor,
    )
}  # fmt: skip
_NOT_IN_PLACE = ("logaddexp", "logaddexp2", "maximum", "minimum", "fmax", "fmin")
globals().update({name: function for name, (function, _, _) in _PAIRS.items()})

METHOD_FORMS: dict[str, Callable] = {
    **{name: method for name, (_, method, _) in _PAIRS.items()},
    **{f"{name}_": in_place for name, (_, _, in_place) in _PAIRS.items() if name not in _NOT_IN_PLACE},
}
"""Methods that are not simply the function of the same name: their error texts count the arguments after the tensor."""


# ----- comparing and bits, in place ----------------------------------------------------------------------------------
def _compare_in_place(rows: tuple[Op, Op]) -> Callable:
    def in_place(self: Tensor, other: Any) -> Tensor:
        return _call.call_in_place(rows[0] if isinstance(other, Tensor) else rows[1], (self, other))

    in_place.__name__ = in_place.__qualname__ = rows[0].base
    in_place.__doc__ = f"In-place ``{rows[0].schema}``: 1 where it holds, 0 where not."
    return in_place


def _bits_in_place(op: Op) -> Callable:
    def in_place(self: Tensor, other: Any) -> Tensor:
        target = _dtype.of(_dtype.result_numpy([self._data, other._data if isinstance(other, Tensor) else other]))
        if not _dtype.can_cast(target, self.dtype):
            raise RuntimeError(
                f"result type {target.short} can't be cast to the desired output type {self.dtype.short}"
            )
        return _call.call_in_place(op, (self, other))

    in_place.__name__ = in_place.__qualname__ = f"{op.base}_"
    in_place.__doc__ = f"In-place ``{op.schema}``"
    return in_place


METHOD_FORMS.update({rows[0].base: _compare_in_place(rows) for rows in (d.eq_, d.ne_, d.lt_, d.le_, d.gt_, d.ge_)})
METHOD_FORMS.update({
    f"{op.base}_": _bits_in_place(op)
    for op in (d.bitwise_and, d.bitwise_or, d.bitwise_xor, d.bitwise_left_shift, d.bitwise_right_shift)
})  # fmt: skip

ALIASES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "clip": "clamp", "divide": "div", "fix": "trunc", "greater": "gt",
    "greater_equal": "ge", "less": "lt", "less_equal": "le", "multiply": "mul", "negative": "neg", "not_equal": "ne",
    "subtract": "sub", "true_divide": "div",
}  # fmt: skip
"""Second names; those of methods hold for the in-place methods too. ``_methods.py`` reads this as well."""

_here = globals()
_here.update({alias: _here[name] if name in _here else getattr(d, name) for alias, name in ALIASES.items()})

__all__ = [
    "allclose", "clamp", "clamp_max", "clamp_min", "copysign", "div", "float_power", "fmod", "isclose", "lerp", "masked_fill",
    "positive", "remainder", "round", "threshold_", "xlogy", *_PAIRS, *ALIASES,
]  # fmt: skip
METHODS = [
    "allclose", "clamp", "clamp_", "clamp_max", "clamp_max_", "clamp_min", "clamp_min_", "copysign", "copysign_", "div", "div_",
    "float_power", "float_power_", "fmod", "fmod_", "isclose", "lerp", "lerp_", "masked_fill", "masked_fill_",
    "positive", "remainder", "remainder_", "round", "round_", "square_", "xlogy", "xlogy_",
]  # fmt: skip
