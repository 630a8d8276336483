"""Element-by-element functions behind whose names PyTorch hides several rows: ``div``, ``remainder``, ``clamp`` …

What to run is decided by what stands beside the tensor: another tensor, or a number. A function ``choose_…`` says
which row that is, and from it follow the function, the method and the in-place method.
"""

import functools
from collections.abc import Callable
from typing import Any

from .. import derivatives as d
from .._base import dtypes
from .._base.refusals import must_be_tensor, no_such_call
from .._call_in_place import call_in_place
from .._table.row import Row
from ..autograd._tensor import Tensor
from .types import to

NUMBER = (int, float)


# ----- division ------------------------------------------------------------------------------------------------------
def div(input: Any, other: Any, **how: str | None) -> Tensor:
    """``input / other``; ``rounding_mode="trunc"`` rounds the quotient towards zero, ``"floor"`` down."""
    return _div_row(input, other, how)(input, other, **how)


def div_(self: Tensor, other: Any, **how: str | None) -> Tensor:
    """In-place `div`."""
    op = _div_row(self, other, how)
    return call_in_place(op, op.plan.bind((self, other), how))


def _div_row(input: Any, other: Any, how: dict[str, Any]) -> Row:
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
    return call_in_place(_remainder_row(self, other), (self, other))


def _remainder_row(input: Any, other: Any) -> Row:
    if isinstance(input, Tensor):
        return d.remainder_tensor if isinstance(other, Tensor) else d.remainder_number
    return d.remainder_of_number


def float_power(input: Any, exponent: Any) -> Tensor:
    """``input ** exponent``, computed in float64."""
    double = dtypes.float64
    if not isinstance(input, Tensor):
        return d.pow_of_number(float(input), to(exponent, double))
    if not isinstance(exponent, Tensor):
        return d.pow_number(to(input, double), float(exponent))
    return d.pow_tensor(to(input, double), to(exponent, double))


def float_power_(self: Tensor, exponent: Any) -> Tensor:
    """In-place `float_power`; the tensor must be float64 already."""
    if self.dtype is not dtypes.float64:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {self.dtype.short} but the operation's result requires dtype "
            "Double"
        )
    if isinstance(exponent, Tensor):
        return call_in_place(d.pow_tensor, (self, to(exponent, dtypes.float64)))
    return call_in_place(d.pow_number, (self, float(exponent)))


# ----- a tensor, and a tensor or a number ----------------------------------------------------------------------------
def _either(name: str, tensor_row: Row, number_row: Row, *names: str, out: bool = True) -> tuple[Callable, ...]:
    """Function, method and in-place method that take a tensor or a number as their last argument."""

    def choose(called: str, first: str, args: tuple, kwargs: dict[str, Any]) -> tuple[Row, tuple]:
        given = args + tuple(kwargs[key] for key in names[len(args) - 1 :] if key in kwargs)
        fits = len(given) == len(names) + 1 == len(args) + len(kwargs)
        if not fits or not all(isinstance(item, Tensor) for item in given[:-1]) or not _may_stand(given[-1]):
            before = first + "".join(f"Tensor {other}, " for other in names[:-1])
            end = ", *, Tensor out = None" if first and out else ""
            signatures = tuple(f"{before}{kind} {names[-1]}{end}" for kind in ("Tensor", "Number"))
            raise no_such_call(called, args if first else args[1:], kwargs, signatures)
        return (tensor_row if isinstance(given[-1], Tensor) else number_row), given

    def function(*args: Any, **kwargs: Any) -> Tensor:
        op, values = choose(name, "Tensor input, ", args, kwargs)
        return op(*values)

    def method(*args: Any, **kwargs: Any) -> Tensor:
        op, values = choose(name, "", args, kwargs)
        return op(*values)

    def in_place(*args: Any, **kwargs: Any) -> Tensor:
        return call_in_place(*choose(f"{name}_", "", args, kwargs))

    for made, ending in ((function, ""), (method, ""), (in_place, "_")):
        made.__name__ = made.__qualname__ = name + ending
        made.__doc__ = f"``{tensor_row.schema}``, or a number for ``{names[-1]}``."
    return function, method, in_place


def _may_stand(value: Any) -> bool:
    return isinstance(value, (Tensor, *NUMBER))


_EITHER = {
    "fmod": _either("fmod", d.fmod_tensor, d.fmod_number, "other"),
    "copysign": _either("copysign", d.copysign_tensor, d.copysign_number, "other"),
    "lerp": _either("lerp", d.lerp_tensor, d.lerp_number, "end", "weight"),
    "clamp_min": _either("clamp_min", d.clamp_min_tensor, d.clamp_min_number, "min"),
    "clamp_max": _either("clamp_max", d.clamp_max_tensor, d.clamp_max_number, "max"),
    "masked_fill": _either("masked_fill", d.masked_fill_tensor, d.masked_fill, "mask", "value", out=False),
}


def xlogy(input: Any, other: Any) -> Tensor:
    """``input · log(other)``, and 0 where ``input`` is 0; either may be a number."""
    if not isinstance(input, Tensor):
        return d.xlogy_of_number(input, other)
    return d.xlogy_tensor(input, other) if isinstance(other, Tensor) else d.xlogy_number(input, other)


def xlogy_(self: Tensor, other: Any) -> Tensor:
    """In-place `xlogy`."""
    return call_in_place(d.xlogy_tensor if isinstance(other, Tensor) else d.xlogy_number, (self, other))


# ----- bounds and rounding -------------------------------------------------------------------------------------------
def clamp(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """``input``, but not below ``min`` and not above ``max``: both numbers or both tensors; one may be left out."""
    op, values = _clamp_row("clamp", input, min, max)
    return op(*values)


def clamp_(self: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """In-place `clamp`."""
    return call_in_place(*_clamp_row("clamp_", self, min, max))


def _clamp_row(name: str, input: Any, min: Any, max: Any) -> tuple[Row, tuple]:
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


def round(input: Tensor, *, decimals: int | None = None) -> Tensor:
    """To the nearest whole number, a half to the even one; ``decimals`` counts places behind the point."""
    return d.round(input) if decimals is None else d.round_decimals(input, decimals)


def round_(self: Tensor, *, decimals: int | None = None) -> Tensor:
    """In-place `round`."""
    return call_in_place(*((d.round, (self,)) if decimals is None else (d.round_decimals, (self, decimals))))


def threshold_(input: Tensor, threshold: Any, value: Any) -> Tensor:
    """In-place `threshold`."""
    return call_in_place(d.threshold_in_place, (input, threshold, value))


def positive(input: Tensor) -> Tensor:
    """The tensor itself; booleans have no sign."""
    if input.dtype is dtypes.boolean:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def square_(self: Tensor) -> Tensor:
    """In-place ``self ** 2``."""
    return call_in_place(d.pow_number, (self, 2))


# ----- tensors, no numbers -------------------------------------------------------------------------------------------
def _tensors_only(op: Row, in_place_op: Row | None = None) -> tuple[Callable, Callable, Callable]:
    """Function, method and in-place method of a row whose other inputs may not be numbers in PyTorch."""
    overwrite = in_place_op or op

    @functools.cache  # worked out at the first call, as the row is
    def names() -> tuple[str, ...]:
        return ("input", *(parameter.name for parameter in op.plan.parameters[1:] if parameter.kind == "tensor"))

    def check(called: str, wanted: tuple[str, ...], args: tuple) -> None:
        for position, (name, value) in enumerate(zip(wanted, args, strict=False), 1):
            must_be_tensor(called, name, position, value)

    def function(*args: Any, **kwargs: Any) -> Tensor:
        check(op.base, names(), args)
        return op(*args, **kwargs)

    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        check(op.base, names()[1:], args)
        return op(self, *args, **kwargs)

    def in_place(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        check(f"{op.base}_", names()[1:], args)
        return call_in_place(overwrite, overwrite.plan.bind((self, *args), kwargs))

    for made, ending in ((function, ""), (method, ""), (in_place, "_")):
        made.__name__ = made.__qualname__ = op.base + ending
        made.__doc__ = f"``{op.schema}``"
    return function, method, in_place


_TENSORS_ONLY = {
    **{
        op.base: _tensors_only(op)
        for op in (
            d.atan2, d.hypot, d.logaddexp, d.logaddexp2, d.maximum, d.minimum, d.fmax, d.fmin, d.ldexp, d.addcmul,
            d.addcdiv, d.logical_and, d.logical_or, d.logical_xor,
        )
    },
    "heaviside": _tensors_only(d.heaviside, d.heaviside_),
}  # fmt: skip
_NOT_IN_PLACE = ("logaddexp", "logaddexp2", "maximum", "minimum", "fmax", "fmin")
_SEVERAL_FORMS = {**_EITHER, **_TENSORS_ONLY}
globals().update({name: function for name, (function, _, _) in _SEVERAL_FORMS.items()})

METHOD_FORMS: dict[str, Callable] = {
    **{name: method for name, (_, method, _) in _SEVERAL_FORMS.items()},
    **{f"{name}_": in_place for name, (_, _, in_place) in _SEVERAL_FORMS.items() if name not in _NOT_IN_PLACE},
}
"""Methods that are not simply the function of the same name: their error texts count the arguments after the tensor."""


ALIASES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "clip": "clamp", "divide": "div", "fix": "trunc", "greater": "gt",
    "greater_equal": "ge", "less": "lt", "less_equal": "le", "multiply": "mul", "negative": "neg", "not_equal": "ne",
    "subtract": "sub", "true_divide": "div",
}  # fmt: skip
"""Second names; those of methods hold for the in-place methods too. ``_surface/methods.py`` reads this too."""

_here = globals()
_here.update({alias: _here[name] if name in _here else getattr(d, name) for alias, name in ALIASES.items()})

__all__ = [
    "clamp", "div", "float_power", "positive", "remainder", "round", "threshold_", "xlogy",
    *_SEVERAL_FORMS, *ALIASES,
]  # fmt: skip
METHODS = [
    "clamp", "clamp_", "div", "div_", "float_power", "float_power_", "positive", "remainder",
    "remainder_", "round", "round_", "square_", "xlogy", "xlogy_",
]  # fmt: skip
