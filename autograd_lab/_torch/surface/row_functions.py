"""Rows of the table as the world calls them: functions, methods, operators, in-place methods, and their help.

Where a row has a written call (``_core/table/written_call.py``), that very function is the public one. It hands any
call that is not plain to the row's general path, behind a guard. What ``help(torch.mul)`` and Shift-Tab show is made
from the row's declaration.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from keyword import iskeyword
from typing import Any

import numpy as np

from ..._core.call_in_place import call_in_place, direct
from ..._core.table.plain_formula import plain_formula
from ..._core.table.row import Row
from ..._core.table.rule import non_differentiable
from ..._core.table.written_call import MISSING, written_call
from ..._core.tensor import Tensor
from . import read_signatures, signatures
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
    known = name in read_signatures.texts(table)
    return guarded(function, name, table if known else "", of_tensor=table is signatures.METHODS)


def _named(call: Callable, row: Row, name: str, table: str, in_place: bool = False) -> Callable:
    """With what ``help`` and Shift-Tab show of it."""
    is_method = table is signatures.METHODS
    call.__name__, call.__module__, call.op = name, __package__.partition(".")[0], row
    call.__qualname__ = f"Tensor.{name}" if is_method else name
    call.__doc__, call.__signature__ = help_text(row, in_place), signature(row, is_method)
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


# ----- what help shows -----------------------------------------------------------------------------------------------
_KINDS = {
    "Tensor": "a Tensor", "Tensor[]": "Tensors", "Scalar": "a number", "int": "a whole number",
    "SymInt": "a whole number", "float": "a float", "bool": "a bool", "str": "a string", "ScalarType": "a dtype",
    "MemoryFormat": "a memory format", "Generator": "a Generator",
}  # fmt: skip


def help_text(row: Any, in_place: bool = False) -> str:
    """What the operation does, its formulas, what it takes and gives, what it leaves behind, and where to read more."""
    does = row.does or f"``{row.schema}``"
    parts = [
        f"In place: {does}" if in_place else does,
        "\n".join(_formulas(row)),
        "\n    ".join(("Args:", *(_argument(parameter, row, in_place) for parameter in row.plan.parameters))),
        " ".join(_result(row, in_place)),
        "\n    ".join(("Raises:", *_errors(row, in_place))),
        "\n".join(_graph(row)),
        f'More: print(autograd_lab.derivatives.find("{row.name}"))',
    ]
    return "\n\n".join(filter(None, parts))


def _formulas(row: Any) -> Iterator[str]:
    if "forward" in row.tex:
        yield f"Formula:  {plain_formula(row.tex['forward'])}"
    title = "Backward:"
    for name in row.plan.rules:
        if name in row.tex:
            yield f"{title} {plain_formula(row.tex[name])}  for {name}"
            title = "         "
    if title.isspace():
        yield "(A bar is the gradient of the loss by what it stands over.)"


def _argument(parameter: Any, row: Any, in_place: bool) -> str:
    """``dim: a whole number or None``"""
    kind = parameter.type.removesuffix("?")
    words = _KINDS.get(kind) or ("whole numbers" if "nt[" in kind else kind)
    if row.pointwise and parameter.name == "other":
        words += " or a number"
    if parameter.name == "self" and "function" in row.variants and not in_place:
        words += " (a function calls it input)"
    return f"{parameter.name}: {words}{' or None' * parameter.type.endswith('?')}"


def _result(row: Any, in_place: bool) -> Iterator[str]:
    plan = row.plan
    several = len(plan.tensor_positions) > 1
    if row.pointwise:
        yield "Shapes that differ are stretched to fit."
    if row.types is not None and several:
        yield "Types that differ meet in their common one."
    if row.types == "float" and not in_place:
        yield "Whole numbers and booleans become the default float type."
    if row.view:
        yield "What comes out is a view: it shares the memory of self."
    if len(plan.outputs) > 1:
        part = row.output_differentiability or (True,) * len(plan.outputs)
        linked = [name for name, counts in zip(plan.outputs, part, strict=True) if counts]
        yield f"Gives {_and(plan.outputs)}; gradients come back through {_and(linked)}."
    if in_place:
        yield "The result is written over self, which is returned."


def _errors(row: Any, in_place: bool) -> Iterator[str]:
    """What follows from the declaration; an operation may refuse more."""
    yield "TypeError: an argument is missing, unknown or of a wrong type."
    if any(parameter.name.startswith("dim") for parameter in row.plan.parameters):
        yield "IndexError: there is no such dimension."
    if len(row.plan.tensor_positions) > 1:
        yield "RuntimeError: the shapes do not fit together."
    if in_place:
        yield "RuntimeError: self is a leaf that requires a gradient, or cannot hold the result."


def _graph(row: Any) -> Iterator[str]:
    """The node, what it keeps, and what has no gradient."""
    plan = row.plan
    if row.node is None:
        yield "Leaves no node: nothing here can be differentiated."
    elif not plan.rules:
        yield f"Backward through it raises: {next(iter(plan.refusals.values()))}"
    else:
        kept = (*plan.saved_names, *plan.attribute_names)
        yield f"Node: {row.node}, which keeps {_and(kept) if kept else 'nothing'}."
        without = [name for name, declared in row.declared.items() if declared is non_differentiable]
        if without:
            yield f"No gradient goes to {_and(without)}."


def _and(words: Sequence[str]) -> str:
    """``a, b and c``"""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def signature(row: Any, is_method: bool) -> inspect.Signature:
    """The parameters under PyTorch's names: a function calls the first tensor ``input``."""
    kinds = inspect.Parameter
    made = []
    for place, parameter in enumerate(row.plan.parameters):
        name = "input" if parameter.name == "self" and not is_method else parameter.name
        kind = kinds.KEYWORD_ONLY if parameter.keyword_only else kinds.POSITIONAL_OR_KEYWORD
        default = kinds.empty if parameter.required or not place else parameter.default
        made.append(kinds(f"{name}_" if iskeyword(name) else name, kind, default=default))
    return inspect.Signature(made)


# ----- made when they are first looked for ---------------------------------------------------------------------------
class Deferred:
    """Stands in Tensor's namespace for the method that ``make(*args)`` will give.

    A method that is a row's written call takes a while to write, and a program uses twenty of three hundred. The first
    look puts the method itself in its place: calls pay nothing.
    """

    def __init__(self, make: Callable[..., Callable], *args: Any):
        self._make, self._args = make, args

    def __get__(self, instance: Any, owner: type | None = None) -> Callable:
        method = self._make(*self._args)
        for name in [name for name, item in vars(Tensor).items() if item is self]:
            setattr(Tensor, name, method)
        return method.__get__(instance, owner)
