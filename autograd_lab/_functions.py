"""Rows of the table under their public names: functions, methods, operators.

Most rows are public as they are: ``exp`` is a function and ``Tensor.exp`` a method. Here are the names behind which
PyTorch hides several rows (``sum``, ``pow``, ``max``), the ones composed of other operations, and the operators.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _call
from . import derivatives as d
from ._opdef import Op
from ._tensor import Tensor

_TENSOR_OR_NUMBER = (Tensor, int, float)


# ----- several rows behind one name ---------------------------------------------------------------------------------
def sum(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Sum of all elements, or over the dimension(s) ``dim``. Integers sum as int64."""
    if dim is None and not keepdim:
        return d.sum_all(self, dtype=dtype)
    return d.sum_dim(self, _dims(dim), keepdim, dtype=dtype)


def _dims(dim: Any) -> tuple[int, ...]:
    """Dimensions as a tuple; None is all, written as the empty tuple."""
    if dim is None:
        return ()
    return (dim,) if isinstance(dim, int) else tuple(dim)


def reshape(self: Tensor, *shape: Any) -> Tensor:
    """The same numbers in another shape: a view where possible, else a copy. -1 stands for what is left."""
    size = _size_of(shape)
    return d.view(self, size)


def _size_of(shape: tuple) -> tuple[int, ...]:
    """A shape given as separate numbers or as one sequence."""
    given = shape[0] if len(shape) == 1 and not isinstance(shape[0], int | np.integer | Tensor) else shape
    return tuple(int(n) for n in given)


def expand(self: Tensor, *sizes: Any) -> Tensor:
    """Stretch dimensions of length 1 without copying; -1 keeps a length."""
    return d.expand(self, _size_of(sizes))


def unbind(self: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along ``dim``: one node with as many outputs, told apart by ``output_nr``."""
    return d.unbind(self, dim)


# ----- operators -------------------------------------------------------------------------------------------------
def _operand(other: Any) -> Any:
    """What may stand beside a tensor; NumPy scalars count as Python numbers, as in PyTorch."""
    if isinstance(other, _TENSOR_OR_NUMBER):
        return other
    if isinstance(other, np.generic):
        return other.item()
    return NotImplemented


def _operator(function: Callable) -> Callable:
    """A binary operator that leaves foreign operands to them."""

    @functools.wraps(function)
    def operate(self: Tensor, other: Any) -> Any:
        other = _operand(other)
        return NotImplemented if other is NotImplemented else function(self, other)

    return operate


def method(op: Op) -> Callable:
    """A row as a method."""

    def call(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        return op(self, *args, **kwargs)

    call.__name__ = call.__qualname__ = op.base
    call.__doc__ = f"``{op.schema}``"
    return call


def in_place(op: Op) -> Callable:
    """A row as a method that writes its result into the tensor."""

    def call(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return _call.call_in_place(op, op.bind((self, *args), kwargs))

    call.__name__ = call.__qualname__ = op.base + "_"
    call.__doc__ = f"In-place ``{op.schema}``"
    return call


METHODS: dict[str, Callable] = {
    "sum": sum,
    "reshape": reshape,
    "view": reshape,
    "expand": expand,
    "unbind": unbind,
    **{op.base: method(op) for op in (d.add, d.sub, d.mul, d.neg, d.exp, d.clone)},
    **{op.base + "_": in_place(op) for op in (d.add, d.sub, d.mul, d.neg, d.exp)},
}
OPERATORS: dict[str, Callable] = {
    "__add__": _operator(d.add),
    "__radd__": _operator(d.add),
    "__sub__": _operator(d.sub),
    "__rsub__": _operator(d.rsub),
    "__mul__": _operator(d.mul),
    "__rmul__": _operator(d.mul),
    "__neg__": method(d.neg),
    "__iadd__": _operator(METHODS["add_"]),
    "__isub__": _operator(METHODS["sub_"]),
    "__imul__": _operator(METHODS["mul_"]),
}

for _name, _function in {**METHODS, **OPERATORS}.items():
    setattr(Tensor, _name, _function)
