"""The operators of Tensor: ``x * y``, ``2 - x``, ``x += y``, ``x[0]``, ``~x``.

Python asks the left operand first; NotImplemented sends it on to the right one.
"""

from collections.abc import Callable
from typing import Any

from ... import derivatives as d
from ..._core.base.tracebacks import concise, shortened
from ..._core.tensor import Tensor
from .. import functions as functions
from ..functions.assigning import setitem
from ..functions.indexing import getitem
from .deferred import Deferred
from .methods import METHODS, pow_
from .row_functions import in_place_operator, method, operator, reversed_, writing


def _number_minus(self: Tensor, other: Any) -> Tensor:
    return d.rsub_tensor(self, other) if isinstance(other, Tensor) else d.rsub.written(self, other)


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
    try:
        return functions.matmul(self, other) if isinstance(other, Tensor) else NotImplemented
    except Exception as error:
        raise shortened(error)  # noqa: B904 (it keeps its own cause)


OPERATORS: dict[str, Callable | Deferred] = {
    "__add__": Deferred(operator, d.add),
    "__radd__": Deferred(operator, d.add),
    "__sub__": Deferred(operator, d.sub),
    "__rsub__": operator(_number_minus),
    "__mul__": Deferred(operator, d.mul),
    "__rmul__": Deferred(operator, d.mul),
    "__truediv__": Deferred(operator, d.div),
    "__rtruediv__": operator(_number_divided),
    "__floordiv__": Deferred(operator, d.floor_divide),
    "__rfloordiv__": operator(reversed_(d.floor_divide)),
    "__mod__": operator(functions.remainder),
    "__rmod__": operator(reversed_(functions.remainder)),
    "__pow__": operator(functions.pow),
    "__rpow__": operator(reversed_(functions.pow)),
    "__matmul__": _matmul,
    "__neg__": Deferred(method, d.neg, "__neg__"),
    "__pos__": functions.positive,
    "__abs__": Deferred(method, d.abs, "__abs__"),
    "__eq__": Deferred(operator, d.eq),
    "__ne__": Deferred(operator, d.ne),
    "__lt__": Deferred(operator, d.lt),
    "__le__": Deferred(operator, d.le),
    "__gt__": Deferred(operator, d.gt),
    "__ge__": Deferred(operator, d.ge),
    "__and__": Deferred(operator, d.bitwise_and),
    "__or__": Deferred(operator, d.bitwise_or),
    "__xor__": Deferred(operator, d.bitwise_xor),
    "__rand__": Deferred(operator, d.bitwise_and),
    "__ror__": Deferred(operator, d.bitwise_or),
    "__rxor__": Deferred(operator, d.bitwise_xor),
    "__lshift__": Deferred(operator, d.bitwise_left_shift),
    "__rshift__": Deferred(operator, d.bitwise_right_shift),
    "__rlshift__": operator(reversed_(d.bitwise_left_shift)),
    "__rrshift__": operator(reversed_(d.bitwise_right_shift)),
    "__invert__": _invert,
    "__iadd__": in_place_operator(d.add),
    "__isub__": in_place_operator(d.sub),
    "__imul__": in_place_operator(d.mul),
    "__itruediv__": operator(METHODS["div_"]),
    "__ifloordiv__": operator(writing(d.floor_divide_)),
    "__imod__": operator(METHODS["remainder_"]),
    "__ipow__": operator(pow_),
    "__iand__": operator(METHODS["bitwise_and_"]),
    "__ior__": operator(METHODS["bitwise_or_"]),
    "__ixor__": operator(METHODS["bitwise_xor_"]),
    "__ilshift__": operator(METHODS["bitwise_left_shift_"]),
    "__irshift__": operator(METHODS["bitwise_right_shift_"]),
    "__getitem__": concise(getitem),
    "__setitem__": concise(setitem),
    "__delitem__": _delitem,
}
