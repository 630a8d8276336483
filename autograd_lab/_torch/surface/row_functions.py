"""Rows of the table as the world calls them: functions, methods, operators, in-place methods.

Where a row has a written call (``_core/table/written_call.py``), that very function is the public one. It hands any
call that is not plain to the row's general path, behind a guard.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._core.call_in_place import call_in_place, direct
from ..._core.table.row import Row
from ..._core.table.written_call import MISSING, written_call
from ..._core.tensor import Tensor
from . import read_signatures, row_help, signatures
from .guards import guarded

_TENSOR_OR_NUMBER = (Tensor, int, float)


# ----- functions and methods -----------------------------------------------------------------------------------------
def function(row: Row, name: str) -> Callable:
    """A row as a function of the package: ``torch.exp``."""
    return _public(row, name, signatures.FUNCTIONS)


def method(row: Row, name: str) -> Callable:
    """A row as a method of Tensor: ``x.exp``."""
    return _public(row, name, signatures.METHODS)


def _public(row: Row, name: str, table: str) -> Callable:
    odd = _behind_guard(_without_gaps(row), name, table)
    return _named(written_call(row.plan, odd, "public") or odd, row, name, table)


def _behind_guard(function: Callable, name: str, table: str) -> Callable:
    known = read_signatures.silent_mistakes(table).get(name)
    return guarded(function, name, table if known else "", *(known or ()), of_tensor=table is signatures.METHODS)


def _named(call: Callable, row: Row, name: str, table: str, in_place: bool = False) -> Callable:
    """With what ``help`` and Shift-Tab show of it."""
    is_method = table is signatures.METHODS
    call.__name__, call.__module__, call.op = name, __package__.partition(".")[0], row
    call.__qualname__ = f"Tensor.{name}" if is_method else name
    call.__doc__, call.__signature__ = row_help.text(row, in_place), row_help.signature(row, is_method)
    return call


def _without_gaps(row: Row) -> Callable:
    """The row's general path, for calls in which the written function has noticed missing arguments."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if args and args[-1] is MISSING:
            args = tuple(arg for arg in args if arg is not MISSING)
        return row.general(*args, **kwargs)

    return call


# ----- in place -------------------------------------------------------------------------------------------------------
def in_place(row: Row, name: str) -> Callable:
    """A row as a method that writes its result into the tensor: ``x.exp_``."""
    call = _behind_guard(writing(row), name, signatures.METHODS)
    return _named(call, row, name, signatures.METHODS, in_place=True)


def writing(row: Row) -> Callable:
    """The same without a guard and without a help text."""

    def call(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return call_in_place(row, row.plan.bind((self, *args), kwargs))

    call.__name__ = call.__qualname__ = row.base.removesuffix("_") + "_"
    return call


def of_method(name: str) -> Callable:
    """A method as a function of the package: ``torch.sin_(x)``."""
    method = getattr(Tensor, name)

    def call(*args: Any, **kwargs: Any) -> Tensor:
        if not args and "input" in kwargs:
            args = (kwargs.pop("input"),)
        if not args:
            raise TypeError(f'{name}() missing 1 required positional arguments: "input"')
        if not isinstance(args[0], Tensor):
            kind = type(args[0]).__name__
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {kind}")
        return method(*args, **kwargs)

    made = guarded(call, name)
    made.__doc__ = method.__doc__
    return made


# ----- operators ------------------------------------------------------------------------------------------------------
def operator(function: Callable) -> Callable:
    """A binary operator, of a row or of a function, that leaves foreign operands to them."""
    general = function.general if isinstance(function, Row) else function

    def operate(self: Tensor, other: Any) -> Any:
        if isinstance(other, np.generic):  # before the others, for np.float64 is a float: it counts as a Python number
            other = other.item()
        return general(self, other) if isinstance(other, _TENSOR_OR_NUMBER) else NotImplemented

    operate.__doc__ = function.__doc__
    careful = guarded(operate, function.base if isinstance(function, Row) else function.__name__)
    return (isinstance(function, Row) and written_call(function.plan, careful, "operator")) or careful


def reversed_(function: Callable) -> Callable:
    """``other ○ self`` for a function of (self, other)."""
    return lambda self, other: function(other, self)


def in_place_operator(row: Row) -> Callable:
    """``x += y`` and its like: straight to NumPy where that is all there is to do."""
    return direct(row, operator(writing(row)))
