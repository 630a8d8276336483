"""Rows by name, by node, by what they have left behind, and by a few letters of any of these."""

import functools
import inspect
import itertools
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .row import TABLE, Row

_PACKAGE = __name__.partition(".")[0]
_DERIVATIVES = f"{_PACKAGE}.derivatives"
ELSEWHERE = "rows added elsewhere"
SPACES: dict[str, Callable[[], Any]] = {}
"""Where public names are: ``"torch.linalg."`` → a function that gives the module. ``autograd_lab`` fills it in."""


# ----- where a row stands ---------------------------------------------------------------------------------------------
def sections() -> dict[str, tuple[Row, ...]]:
    """The rows by subject, in the table's order."""
    found: dict[str, list[Row]] = {}
    for op in TABLE.values():
        found.setdefault(section_of(op), []).append(op)
    return {title: tuple(rows) for title, rows in found.items()}


def section_of(op: Row) -> str:
    """The subject of ``op``: what the first line of its file says, up to the colon."""
    if not op.module.startswith(_DERIVATIVES):
        return ELSEWHERE
    title = re.split("[:.]", sys.modules[op.module].__doc__ or op.module)[0]
    return title[0].lower() + title[1:]


def python_name(op: Row) -> str:
    """What the row is called in ``derivatives``, ``mul_number``; "" where a loop made it."""
    return next((name for name, value in vars(_table()).items() if value is op), "")


def _table() -> Any:
    return sys.modules[_DERIVATIVES]


# ----- what it is called ----------------------------------------------------------------------------------------------
def public_names(op: Row) -> tuple[str, ...]:
    """The names under which a program meets the row: ``torch.mul``, ``Tensor.mul``, ``Tensor.mul_`` …"""
    return _names_from(op.base)


@functools.cache  # a search asks for the names of every row
def _names_from(base: str) -> tuple[str, ...]:
    short = base.lstrip("_")
    family, _, inner = short.partition("_")
    found = [f"{space}{name}" for space, name, _ in _public() if name in (short, f"{short}_")]
    if inner:
        found += [f"{space}{name}" for space, name, _ in _public() if space == f"torch.{family}." and name == inner]
    return tuple(found)


def reached_from(op: Row) -> tuple[str, ...]:
    """For a row without a public name: the public functions and the rules that call it, the nearest ones only."""
    name = python_name(op)
    rules = [f"the rules of {other.name}" for other in TABLE.values() if other is not op and name in _named_in(other)]
    functions = [called for called, names in _used_by_public() if name in names]
    return tuple(dict.fromkeys(functions + rules))


@functools.cache
def _used_by_public() -> tuple[tuple[str, set[str]], ...]:
    return tuple((f"{space}{called}", _code_names(value)) for space, called, value in _public())


def _named_in(op: Row) -> set[str]:
    return set(itertools.chain.from_iterable(_code_names(rule.function) for rule in op.plan.rules.values()))


def _code_names(function: Any, depth: int = 2) -> set[str]:
    """Names that a function uses, and those of the private helpers it calls."""
    function = inspect.unwrap(function) if callable(function) else function
    if not isinstance(function, FunctionType) or not function.__module__.startswith(_PACKAGE):
        return set()
    names = set(function.__code__.co_names)
    for name in list(names) if depth else ():
        helper = function.__globals__.get(name)
        if name.startswith("_") and isinstance(helper, FunctionType):
            names |= _code_names(helper, depth - 1)
    return names


@functools.cache
def _public() -> tuple[tuple[str, str, Callable], ...]:
    """(prefix, name, function) of everything public that computes."""
    return tuple(
        (prefix, name, value)
        for prefix, space in ((prefix, find_space()) for prefix, find_space in SPACES.items())
        for name in dir(space)
        if not name.startswith("_") and isinstance(value := getattr(space, name), Row | FunctionType)
    )


# ----- finding --------------------------------------------------------------------------------------------------------
def find(what: Any) -> Row:
    """The row that ``what`` speaks of.

    ``what`` may be a row, its name in the schema (``"mul.Tensor"``) or in ``derivatives`` (``"mul_number"``), the name
    of a function (``"mul"``: the first row of that name) or of a node (``"MulBackward0"``), a node (``y.grad_fn``), or
    a tensor that an operation made.

    Raises KeyError, with the nearest names, when there is no such row.
    """
    if isinstance(what, Row):
        return what
    if not isinstance(what, str):
        return _row_behind(what)
    word = what.strip().removesuffix("()")
    word = re.sub(r"^(torch\.|al\.|Tensor\.|nn\.functional\.|F\.|derivatives\.)+", "", word)
    by_name = getattr(_table(), word, None)
    if word in TABLE:
        return TABLE[word]
    if isinstance(by_name, Row):
        return by_name
    tests: tuple[Callable[[Row], bool], ...] = (
        lambda op: op.base == word,
        lambda op: op.node == word,
        lambda op: word in (name.rpartition(".")[2] for name in public_names(op)),
    )
    for test in tests:
        for op in TABLE.values():
            if test(op):
                return op
    raise KeyError(_unknown(what, word))


def _row_behind(what: Any) -> Row:
    node = getattr(what, "grad_fn", what)
    op = getattr(type(node), "op", None)
    if isinstance(op, Row):
        return op
    raise KeyError(f"no row of the table made {type(what).__name__!r} objects; give a name, a node, or a result")


def _unknown(what: str, word: str) -> str:
    import difflib  # only a wrong name needs it

    names = {name for op in TABLE.values() for name in (op.name, op.base, op.node) if name}
    near = difflib.get_close_matches(word, sorted(names), n=3)
    hint = f"; near it: {', '.join(near)}" if near else ""
    return f"no row of the table is called {what!r}{hint}"


def search(words: str = "") -> list[Row]:
    """The rows in whose name, node, schema or public names every one of ``words`` occurs; best first."""
    parts = words.lower().split()
    found = [op for op in TABLE.values() if all(part in searched(op) for part in parts)]
    return sorted(found, key=lambda op: _distance(op, parts))


def searched(op: Row) -> str:
    """The text, in small letters, that `search` and the widget look into."""
    return "\n".join((op.name, op.node or "", op.schema, python_name(op), *public_names(op))).lower()


def _distance(op: Row, parts: list[str]) -> int:
    """0 for a row of that very name, 1 for names that begin so, 2 for names with it inside, 3 for the rest."""
    tests = (op.base.__eq__, op.base.startswith, lambda part: part in op.name.lower())
    return next((rank for rank, test in enumerate(tests) if any(map(test, parts))), len(tests))
