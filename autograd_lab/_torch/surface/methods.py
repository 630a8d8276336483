"""Methods, operators and attributes of Tensor that come from outside its class, and the one loop that puts them there.

The class itself (``_core/tensor.py``) says how a tensor hangs in the graph. What has a file of its own beside it
(``.grad``, memory), and what needs the table of derivatives, the engine or the protocols of Python and NumPy, comes
from here: rows, functions under the same name, forms of their own (``x.add_(1)``).

PyTorch: torch/_tensor.py, tools/autograd/templates/python_variable_methods.cpp.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core import tensor_grad, tensor_memory
from ..._core.backward import tensor_backward
from ..._core.base import dtypes
from ..._core.base.learners_line import warn_once
from ..._core.base.tracebacks import concise, shortened
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor
from ..._core.view_history import take_history_from_base
from .. import functions as functions
from ..creation import filled
from ..creation.files import reduce_tensor
from ..creation.random import multinomial
from ..functions import shapes, types
from ..functions.indexing import getitem, setitem
from . import attributes, numpy_protocol, python_protocol, read_signatures, signatures
from .annotated import annotated_in_torch
from .guards import guarded
from .legacy_types import initialize
from .row_functions import Deferred, in_place, in_place_operator, method, operator, reversed_, writing

_ONLY_MATRICES = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an "
    "error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - "
    "1, -1, -1))` to reverse the dimensions of a tensor."
)


def pow_(self: Tensor, exponent: Any) -> Tensor:
    """In-place ``self ** exponent``: a number, or a tensor that is stretched to the shape of ``self``.

    Raises:
        RuntimeError: when the result has another shape, or a dtype that ``self`` cannot hold.
    """
    op = d.pow_tensor if isinstance(exponent, Tensor) else d.pow_number
    return call_in_place(op, (self, exponent))


def fill_(self: Tensor, value: Any) -> Tensor:
    """Write ``value`` everywhere: a number, or a 0-d tensor, which then gets the sum of the gradient.

    Raises:
        RuntimeError: for a tensor with dimensions.
    """
    op = d.fill_tensor if isinstance(value, Tensor) else d.fill
    return call_in_place(op, (self, value))


def _transposed(self: Tensor) -> Tensor:
    """All dimensions in reverse order, as a view; meant for matrices, and warns for anything else."""
    ndim = self._data.ndim
    if ndim == 2:
        return d.permute.written(self, (1, 0))
    warn_once(_ONLY_MATRICES if ndim else shapes.TURNED_NUMBER)
    return d.permute(self, tuple(reversed(range(ndim))))


def _converter(name: str, numpy_name: str) -> Callable:
    kind = dtypes.of(np.dtype(numpy_name))

    def convert(self: Tensor) -> Tensor:
        return types.converted(self, kind)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"The tensor as {kind}; itself if it is that already."
    return convert


def _where(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    """``self`` where the bool tensor ``condition`` holds, ``other`` elsewhere; all three are stretched to one shape."""
    return functions.where(condition, self, other)


def _type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype of ``other``; itself if it has that already."""
    return types.converted(self, other.dtype)


def _nbytes(self: Tensor) -> int:
    """How many bytes its numbers take."""
    return self._data.nbytes


def _cpu(self: Tensor) -> Tensor:
    """The tensor itself: everything is on the CPU."""
    return self


CONVERSIONS = dict(
    float="f4", double="f8", half="f2", long="i8", int="i4", short="i2", char="i1", byte="u1", bool="bool"
)
"""Methods that convert, and NumPy's word for the type."""

_IN_PLACE = {row.base.rstrip("_") + "_": row for row in d.TABLE.values() if "in_place" in row.variants}

METHODS: dict[str, Callable | Deferred] = {
    **{row.base: Deferred(method, row, row.base) for row in d.TABLE.values() if "method" in row.variants},
    **{name: Deferred(in_place, row, name) for name, row in _IN_PLACE.items()},
    **{name: getattr(family, name) for family in functions.FAMILIES for name in family.METHODS},
    **{name: f for family in functions.FAMILIES for name, f in getattr(family, "METHOD_FORMS", {}).items()},
    **{name: _converter(name, numpy_name) for name, numpy_name in CONVERSIONS.items()},
    **{f.__name__: f for f in (pow_, fill_)},
    **{name: getattr(filled, name) for name in ("new_zeros", "new_ones", "new_empty", "new_full", "new_tensor")},
    "where": _where,
    "type_as": _type_as,
    "cpu": _cpu,
    "multinomial": multinomial,
}
for _alias, _of in functions.elementwise.ALIASES.items():
    for _ending in ("", "_"):
        _method = METHODS.get(_of + _ending)
        if _of + _ending in _IN_PLACE:  # its errors call it by its own name
            _method = Deferred(in_place, _IN_PLACE[_of + _ending], _alias + _ending)
        if _method is not None:
            METHODS[_alias + _ending] = _method

PROPERTIES: dict[str, Callable] = {
    "T": _transposed,
    "mT": shapes.matrices_transposed,
    "itemsize": types.element_size,
    "nbytes": _nbytes,
}


# ----- operators -----------------------------------------------------------------------------------------------------
def _number_minus(self: Tensor, other: Any) -> Tensor:
    return d.rsub_tensor(self, other) if isinstance(other, Tensor) else d.rsub.written(self, other)


def _number_divided(self: Tensor, other: Any) -> Tensor:
    # PyTorch's own way: 2 / v is 2 times the reciprocal of v.
    return d.mul(d.reciprocal(self), other)


def _invert(self: Tensor) -> Tensor:
    if self.is_floating_point():
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return d.bitwise_not(self)


def _pos(self: Tensor) -> Tensor:
    if self.dtype is dtypes.boolean:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


def _delitem(self: Tensor, key: Any) -> None:
    raise TypeError("Tensor does not support deleting items")


def _matmul(self: Tensor, other: Any) -> Any:
    try:
        return functions.matmul(self, other) if isinstance(other, Tensor) else NotImplemented
    except Exception as error:
        raise shortened(error)  # noqa: B904 (it keeps its own cause)


_ROWS = {
    "add": d.add, "sub": d.sub, "mul": d.mul, "truediv": d.div, "floordiv": d.floor_divide,
    "eq": d.eq, "ne": d.ne, "lt": d.lt, "le": d.le, "gt": d.gt, "ge": d.ge,
    "and": d.bitwise_and, "or": d.bitwise_or, "xor": d.bitwise_xor,
}  # fmt: skip
"""Operator → its row; ``x + y`` is ``x.__add__(y)``."""

OPERATORS: dict[str, Callable | Deferred] = {
    **{f"__{name}__": Deferred(operator, row) for name, row in _ROWS.items()},
    **{f"__r{name}__": Deferred(operator, _ROWS[name]) for name in ("add", "mul", "and", "or", "xor")},
    "__rfloordiv__": operator(reversed_(d.floor_divide)),
    **{f"__i{name}__": in_place_operator(_ROWS[name]) for name in ("add", "sub", "mul")},
    **{f"__i{name}__": operator(METHODS[f"{_ROWS[name].base}_"]) for name in ("truediv", "and", "or", "xor")},
    "__rsub__": operator(_number_minus),
    "__rtruediv__": operator(_number_divided),
    "__mod__": operator(functions.remainder),
    "__rmod__": operator(reversed_(functions.remainder)),
    "__pow__": operator(functions.pow),
    "__rpow__": operator(reversed_(functions.pow)),
    "__matmul__": _matmul,
    "__neg__": Deferred(method, d.neg, "__neg__"),
    "__pos__": _pos,
    "__abs__": Deferred(method, d.abs, "__abs__"),
    "__invert__": _invert,
    "__ifloordiv__": operator(writing(d.floor_divide)),
    "__imod__": operator(METHODS["remainder_"]),
    "__ipow__": operator(pow_),
    "__getitem__": concise(getitem),
    "__setitem__": concise(setitem),
    "__delitem__": _delitem,
}


# ----- all that Tensor gets, and the one loop that puts it there -----------------------------------------------------
_SIGNED = read_signatures.texts(signatures.METHODS)
"""Methods whose signatures are known."""


def _behind_guard(name: str, function: Any) -> Any:
    """A function as a method: behind a guard. (What is `Deferred` brings its own.)"""
    if not isinstance(function, FunctionType):
        return function
    if name in _SIGNED:
        return guarded(function, name, signatures.METHODS, of_tensor=True)
    return guarded(function, name, of_tensor=True, inner=annotated_in_torch(function, name))


_BESIDE = {**tensor_grad.MEMBERS, **tensor_memory.MEMBERS, **python_protocol.MEMBERS, **numpy_protocol.MEMBERS}
_OWN = {name: item for name, item in {**vars(Tensor), **_BESIDE}.items() if name in _SIGNED}
"""Methods of the class, and of the files beside it, that have signatures; the others there need no guard."""

MEMBERS: dict[str, Any] = {
    **_BESIDE,
    "__init__": initialize,
    "__reduce_ex__": reduce_tensor,
    "_take_history_from_base": take_history_from_base,
    "backward": tensor_backward,
    **{name: _behind_guard(name, function) for name, function in {**_OWN, **attributes.METHODS, **METHODS}.items()},
    **OPERATORS,
    **{name: property(get) for name, get in {**attributes.PROPERTIES, **PROPERTIES}.items()},
}
for _name, _member in MEMBERS.items():
    setattr(Tensor, _name, _member)
