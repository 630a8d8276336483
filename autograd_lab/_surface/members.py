"""Functions as methods and operators of Tensor: ``x.exp()``, ``x * y``, ``x.add_(1)``, ``x.T``."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _functions as functions
from .. import derivatives as d
from .._base import dtypes
from .._base.learners_line import warn
from .._call_in_place import call_in_place, direct
from .._creation import filled
from .._functions import layout, shapes
from .._functions.indexing import getitem, setitem
from .._functions.types import to
from .._table.row import Op
from .._table.written_call import generate_call, is_simple
from ..autograd._tensor import Tensor
from ..autograd.view_history import take_history_from_base
from .deferred import Later, made

_TENSOR_OR_NUMBER = (Tensor, int, float)
_ONLY_MATRICES = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an "
    "error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - "
    "1, -1, -1))` to reverse the dimensions of a tensor."
)


# ----- operators ---------------------------------------------------------------------------------------------------
def _operand(other: Any) -> Any:
    """What may stand beside a tensor; NumPy scalars count as Python numbers, as in PyTorch."""
    if isinstance(other, np.generic):  # before the others: np.float64 is a float
        return other.item()
    return other if isinstance(other, _TENSOR_OR_NUMBER) else NotImplemented


def _operator(function: Callable | Later) -> Callable:
    """A binary operator that leaves foreign operands to them."""
    function = made(function)

    @functools.wraps(function, ("__doc__",), ())
    def operate(self: Tensor, other: Any) -> Any:
        other = _operand(other)
        return NotImplemented if other is NotImplemented else function(self, other)

    return (isinstance(function, Op) and generate_call(function, operate, only_required=True)) or operate


def _reversed(function: Callable) -> Callable:
    """``other ○ self`` for a function of (self, other)."""

    def operate(self: Tensor, other: Any) -> Any:
        return function(other, self)

    return operate


def _in_place_operator(op: Op) -> Callable:
    """``x += y`` and its like: straight to NumPy where that is all there is to do."""
    return direct(op, _operator(in_place(op)))


def _number_minus(self: Tensor, other: Any) -> Any:
    other = _operand(other)
    return NotImplemented if other is NotImplemented else d.rsub.quick(self, other)


def _number_divided(self: Tensor, other: Any) -> Tensor:
    # PyTorch's own way: 2 / v is 2 times the reciprocal of v.
    return d.mul(d.reciprocal(self), other)


def _invert(self: Tensor) -> Tensor:
    if self.is_floating_point():
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return d.bitwise_not(self)


def _delitem(self: Tensor, key: Any) -> None:
    raise TypeError("Tensor does not support deleting items")


def _matmul(self: Tensor, other: Any) -> Any:
    return functions.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


# ----- methods -----------------------------------------------------------------------------------------------------
def method(op: Op) -> Callable:
    """A row as a method."""
    if is_simple(op) and len(op.tensor_positions) == 1:
        return op.quick

    def call(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        return op(self, *args, **kwargs)

    call.__name__ = call.__qualname__ = op.base
    call.__doc__ = f"``{op.schema}``"
    return call


def in_place(op: Op) -> Callable:
    """A row as a method that writes its result into the tensor."""

    def call(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return call_in_place(op, op.bind((self, *args), kwargs))

    call.__name__ = call.__qualname__ = op.base.removesuffix("_") + "_"
    call.__doc__ = f"In-place ``{op.schema}``"
    return call


def pow_(self: Tensor, exponent: Any) -> Tensor:
    """In-place ``self ** exponent``."""
    op = d.pow_tensor if isinstance(exponent, Tensor) else d.pow_number
    return call_in_place(op, (self, exponent))


def fill_(self: Tensor, value: Any) -> Tensor:
    """Write ``value`` everywhere."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    op = d.fill_tensor if isinstance(value, Tensor) else d.fill
    return call_in_place(op, (self, value))


def _transposed(self: Tensor) -> Tensor:
    """All dimensions in reverse order; meant for matrices."""
    ndim = self._data.ndim
    if ndim == 2:
        return d.permute.quick(self, (1, 0))
    if ndim:
        warn(_ONLY_MATRICES)
    return d.permute(self, tuple(reversed(range(ndim))))


def _converter(name: str, numpy_name: str) -> Callable:
    kind = dtypes.of(np.dtype(numpy_name))

    def convert(self: Tensor) -> Tensor:
        return to(self, kind)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"The tensor as {kind}; itself if it is that already."
    return convert


def _cpu(self: Tensor) -> Tensor:
    """The tensor itself: everything is on the CPU."""
    return self


CONVERSIONS = dict(float="f4", double="f8", half="f2", long="i8", int="i4", short="i2", bool="bool")
"""Methods that convert, and NumPy's word for the type."""

METHODS: dict[str, Callable | Later] = {
    **{op.base: Later(method, op) for op in d.TABLE.values() if "method" in op.variants},
    **{op.base.removesuffix("_") + "_": Later(in_place, op) for op in d.TABLE.values() if "in_place" in op.variants},
    **{name: getattr(family, name) for family in functions.FAMILIES for name in family.METHODS},
    **{name: f for family in functions.FAMILIES for name, f in getattr(family, "METHOD_FORMS", {}).items()},
    **{name: _converter(name, numpy_name) for name, numpy_name in CONVERSIONS.items()},
    **{f.__name__: f for f in (pow_, fill_)},
    **{name: getattr(filled, name) for name in ("new_zeros", "new_ones", "new_empty", "new_full", "new_tensor")},
    "where": lambda self, condition, other: functions.where(condition, self, other),
    "type_as": lambda self, other: to(self, other),
    "_take_history_from_base": take_history_from_base,
    "cpu": _cpu,
}
for _alias, _of in functions.elementwise.ALIASES.items():
    METHODS.update({_alias + ending: METHODS[_of + ending] for ending in ("", "_") if _of + ending in METHODS})

OPERATORS: dict[str, Callable | Later] = {
    "__add__": Later(_operator, d.add),
    "__radd__": Later(_operator, d.add),
    "__sub__": Later(_operator, d.sub),
    "__rsub__": _number_minus,
    "__mul__": Later(_operator, d.mul),
    "__rmul__": Later(_operator, d.mul),
    "__truediv__": Later(_operator, d.div),
    "__rtruediv__": Later(_operator, _number_divided),
    "__floordiv__": Later(_operator, d.floor_divide),
    "__rfloordiv__": Later(_operator, _reversed(d.floor_divide)),
    "__mod__": Later(_operator, functions.remainder),
    "__rmod__": Later(_operator, _reversed(functions.remainder)),
    "__pow__": Later(_operator, functions.pow),
    "__rpow__": Later(_operator, _reversed(functions.pow)),
    "__matmul__": _matmul,
    "__neg__": Later(method, d.neg),
    "__pos__": functions.positive,
    "__abs__": Later(method, d.abs),
    "__eq__": Later(_operator, d.eq),
    "__ne__": Later(_operator, d.ne),
    "__lt__": Later(_operator, d.lt),
    "__le__": Later(_operator, d.le),
    "__gt__": Later(_operator, d.gt),
    "__ge__": Later(_operator, d.ge),
    "__and__": Later(_operator, d.bitwise_and),
    "__or__": Later(_operator, d.bitwise_or),
    "__xor__": Later(_operator, d.bitwise_xor),
    "__rand__": Later(_operator, d.bitwise_and),
    "__ror__": Later(_operator, d.bitwise_or),
    "__rxor__": Later(_operator, d.bitwise_xor),
    "__lshift__": Later(_operator, d.bitwise_left_shift),
    "__rshift__": Later(_operator, d.bitwise_right_shift),
    "__rlshift__": Later(_operator, _reversed(d.bitwise_left_shift)),
    "__rrshift__": Later(_operator, _reversed(d.bitwise_right_shift)),
    "__invert__": _invert,
    "__iadd__": Later(_in_place_operator, d.add),
    "__isub__": Later(_in_place_operator, d.sub),
    "__imul__": Later(_in_place_operator, d.mul),
    "__itruediv__": Later(_operator, METHODS["div_"]),
    "__ifloordiv__": Later(_operator, METHODS["floor_divide_"]),
    "__imod__": Later(_operator, METHODS["remainder_"]),
    "__ipow__": Later(_operator, pow_),
    "__iand__": Later(_operator, METHODS["bitwise_and_"]),
    "__ior__": Later(_operator, METHODS["bitwise_or_"]),
    "__ixor__": Later(_operator, METHODS["bitwise_xor_"]),
    "__ilshift__": Later(_operator, METHODS["bitwise_left_shift_"]),
    "__irshift__": Later(_operator, METHODS["bitwise_right_shift_"]),
    "__getitem__": getitem,
    "__setitem__": setitem,
    "__delitem__": _delitem,
}
PROPERTIES: dict[str, Callable] = {
    "T": _transposed,
    "mT": shapes.matrices_transposed,
    "mH": shapes.adjoint,
    "H": shapes.matrix_transposed,
    "itemsize": layout.element_size,
    "nbytes": lambda self: self._data.nbytes,
}

for _name, _function in {**METHODS, **OPERATORS}.items():
    setattr(Tensor, _name, _function)
for _name, _function in PROPERTIES.items():
    setattr(Tensor, _name, property(_function))
