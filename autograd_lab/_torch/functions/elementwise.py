"""Element-by-element functions behind whose names PyTorch hides several rows: ``div``, ``remainder``, ``clamp`` …

What to run is decided by what stands beside the tensor: another tensor, or a number. A choice says which row that is,
and from it follow the function, the method and the in-place method (``forms.py``).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.dtypes import NUMBER
from ..._core.call_in_place import call_in_place
from ..._core.table.row import Row
from ..._core.tensor import Tensor, wrap
from ...derivatives._operands import common_shape
from ..creation.factory import number
from . import gathering
from .forms import Choice, forms, tensor_or_number, tensors_only
from .shapes import reshape


# ----- arithmetic ----------------------------------------------------------------------------------------------------
def rsub(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """``other - alpha * input``; ``other`` is a tensor (the shapes stretch to each other) or a number.

    Raises:
        RuntimeError: booleans, or shapes that do not fit.
    """
    return (d.rsub_tensor if isinstance(other, Tensor) else d.rsub)(self, other, alpha=alpha)


def pow(self: Any, exponent: Any) -> Tensor:
    """``input ** exponent``; one of them may be a number, and the shapes stretch to each other.

    Integers stay integers unless the exponent is a float.

    Raises:
        RuntimeError: a negative whole exponent of integers, or shapes that do not fit.
    """
    if not isinstance(self, Tensor):
        return d.pow_of_number(self, exponent)
    return d.pow_number(self, exponent) if isinstance(exponent, NUMBER) else d.pow_tensor(self, exponent)


def square(self: Tensor) -> Tensor:
    """``input ** 2``, element by element."""
    return d.pow_number(self, 2)


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """``input`` where the boolean ``condition`` holds, else ``other``; each may be a number. All stretch to one shape.

    With the condition alone: the places where it holds, as `nonzero` with ``as_tuple=True``.

    Raises:
        RuntimeError: a condition of another dtype, or shapes that do not fit.
    """
    if input is None and other is None:
        return gathering.nonzero(condition, as_tuple=True)
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        return d.where(condition, input, other)
    kind = dtypes.result_numpy([input, other])  # two numbers: PyTorch makes a tensor of them first
    return d.where(condition, wrap(kind.type(input)), other)


# ----- division ------------------------------------------------------------------------------------------------------
def _div(input: Any, other: Any, **how: str | None) -> Choice:
    """``input / other``; ``rounding_mode="trunc"`` rounds the quotient towards zero, ``"floor"`` down.

    Either may be a number; the shapes stretch to each other. Integers divide to floats, unless a mode rounds them.

    Raises:
        RuntimeError: another rounding mode, shapes that do not fit, or an integer divided by zero with a mode.
    """
    if not how:
        return d.div, (input, other)
    return d.div_mode, d.div_mode.plan.bind((input, other), how)  # PyTorch goes this way even for rounding_mode=None


def _remainder(input: Any, other: Any) -> Choice:
    """What floor division leaves, ``input - other * floor(input / other)``: it has the sign of ``other``.

    Either may be a number; the shapes stretch to each other.

    Raises:
        RuntimeError: shapes that do not fit, or an integer divided by zero.
    """
    if not isinstance(input, Tensor):
        input = wrap(np.asarray(input, dtypes.result_numpy([input, other._data])))
    return d.remainder_tensor if isinstance(other, Tensor) else d.remainder_number, (input, other)


div, div_ = forms(_div)
remainder, remainder_ = forms(_remainder)


# ----- powers and logarithms -----------------------------------------------------------------------------------------
def square_(self: Tensor) -> Tensor:
    """In-place `square`: ``self ** 2``."""
    return call_in_place(d.pow_number, (self, 2))


# ----- bounds and rounding -------------------------------------------------------------------------------------------
def _clamp(input: Any, min: Any = None, max: Any = None) -> Choice:
    """``input``, but not below ``min`` and not above ``max``: where ``min`` is the larger, ``max`` everywhere.

    The bounds are both numbers or both tensors, to whose shape ``input`` stretches; one may be left out. No gradient
    passes where a bound took the element's place.

    Raises:
        RuntimeError: no bound at all, or shapes that do not fit.
    """
    bounds = [bound for bound in (min, max) if bound is not None]
    if bounds and all(isinstance(bound, Tensor) for bound in bounds):
        return d.clamp_tensor, (input, min, max)
    if any(isinstance(bound, Tensor) and (bound.ndim or bound.requires_grad) for bound in bounds):
        raise TypeError("clamp() takes two numbers or two tensors")  # a 0-d tensor without a gradient is a number
    return d.clamp, (input, *(bound if bound is None else number("clamp", "min", 2, bound) for bound in (min, max)))


def _clamp_min(input: Tensor, min: Any) -> Choice:
    """``input``, but not below ``min``: a tensor (the shapes stretch to each other) or a number."""
    if isinstance(min, Tensor):
        return d.clamp_tensor, (input, min, None)
    return d.clamp_min_number, (input, number("clamp_min", "min", 2, min))


def _clamp_max(input: Tensor, max: Any) -> Choice:
    """``input``, but not above ``max``: a tensor (the shapes stretch to each other) or a number."""
    if isinstance(max, Tensor):
        return d.clamp_tensor, (input, None, max)
    return d.clamp_max_number, (input, number("clamp_max", "max", 2, max))


clamp, clamp_ = forms(_clamp)
clamp_min, clamp_min_ = forms(_clamp_min)
clamp_max, clamp_max_ = forms(_clamp_max)


# ----- activations ---------------------------------------------------------------------------------------------------
SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def selu(input: Tensor) -> Tensor:
    """`elu` with the two constants that keep mean 0 and variance 1: ``1.051 · x``, below 0 ``1.758 · (eˣ - 1)``."""
    return d.elu(input, SELU_ALPHA, SELU_SCALE)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x, and ``weight`` times x below zero: one weight, or one for each channel (dimension 1).

    Raises:
        RuntimeError: not as many weights as channels.
    """
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.ndim > 1 or weight.numel() not in (1, channels):
        raise RuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{weight.numel()} and channel size = {channels}."
        )
    shape = tuple(weight.numel() if i == 1 else 1 for i in range(input.ndim))
    if input.ndim == 1:
        shape = (1,)
    return d.prelu_kernel(input, weight if weight._data.shape == shape else reshape(weight, shape))


# ----- a tensor, and a tensor or a number ----------------------------------------------------------------------------
lerp, lerp_ = tensor_or_number(
    d.lerp_tensor,
    d.lerp_number,
    """``input + weight * (end - input)``: from ``input`` at 0 to ``end`` at 1, on a straight line.

    The shapes stretch to each other; ``weight`` is a tensor or a number.

    Raises:
        RuntimeError: shapes that do not fit, or different dtypes.
    """,
)
masked_fill, masked_fill_ = tensor_or_number(
    d.masked_fill_tensor,
    d.masked_fill,
    """A copy of ``input`` with ``value``, a number or a 0-d tensor, where the boolean ``mask`` is true.

    The shapes of ``input`` and ``mask`` stretch to each other. In place the tensor keeps its shape.

    Raises:
        RuntimeError: a mask of another dtype, or a value with dimensions.
    """,
)


# ----- comparing -----------------------------------------------------------------------------------------------------
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
    f"{op.base}_": _bits_in_place(op) for op in (d.bitwise_and, d.bitwise_or, d.bitwise_xor)
}

# ----- tensors, no numbers -------------------------------------------------------------------------------------------
_STRETCH = "The shapes stretch to each other."
atan2, atan2_ = tensors_only(d.atan2, f"The angle of the point (other, input), from -π to π. {_STRETCH}")
maximum, _ = tensors_only(d.maximum, f"The larger of both; nan if one is nan; ties share the gradient. {_STRETCH}")
minimum, _ = tensors_only(d.minimum, f"The smaller of both; nan if one is nan; ties share the gradient. {_STRETCH}")
addcmul, addcmul_ = tensors_only(d.addcmul, f"``input + value * tensor1 * tensor2``. {_STRETCH}")
addcdiv, addcdiv_ = tensors_only(d.addcdiv, f"``input + value * tensor1 / tensor2``, of floats. {_STRETCH}")
logical_and, logical_and_ = tensors_only(d.logical_and, f"Whether both are true (not 0). {_STRETCH}")
logical_or, logical_or_ = tensors_only(d.logical_or, f"Whether at least one is true (not 0). {_STRETCH}")
logical_xor, logical_xor_ = tensors_only(d.logical_xor, f"Whether just one is true (not 0). {_STRETCH}")

ALIASES = {
    "absolute": "abs", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "clip": "clamp", "divide": "div",
    "multiply": "mul", "negative": "neg", "subtract": "sub", "true_divide": "div",
}  # fmt: skip
"""Second names; those of methods hold for the in-place methods too. ``_torch/surface/methods.py`` reads this too."""

_here = globals()
_here.update({alias: _here[name] if name in _here else getattr(d, name) for alias, name in ALIASES.items()})

_BOTH = [
    "addcdiv", "addcmul", "atan2", "clamp", "clamp_max", "clamp_min", "div", "lerp", "logical_and", "logical_or",
    "logical_xor", "masked_fill", "remainder",
]  # fmt: skip
"""Names that have an in-place method too."""
_WITHOUT = ["allclose", "isclose", "maximum", "minimum", "pow", "square"]

__all__ = [
    *_BOTH, *_WITHOUT, *ALIASES, "prelu", "rsub", "selu", "where",
]  # fmt: skip
METHODS = [*_BOTH, *(f"{name}_" for name in _BOTH), *_WITHOUT, "prelu", "square_"]
