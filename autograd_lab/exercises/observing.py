"""Run a learner's code on probes and note what it does: results by name, exceptions in words. Every run ends."""

import ast
import dis
import inspect
import linecache
import sys
import textwrap
import traceback
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

import autograd_lab

from .. import Tensor
from .message import safe_repr, shortened
from .plain import Words, plain_numbers
from .programs import numbers_apart
from .time_limit import TooLongError, within

_NOT_THEIRS = (str(Path(autograd_lab.__file__).parent), sys.prefix, sys.base_prefix, "<frozen", "<string>")
SECONDS = 3.0
"""The longest that one run of a learner's code may take."""


@dataclass(frozen=True)
class Raised:
    """An exception out of the learner's code. Two of them are the same when type and ``same_text`` are.

    ``same_text`` leaves out the name of what was handed in; ``text`` is the exception's own.
    """

    type: str
    same_text: str
    text: str = field(default="", compare=False)
    where: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.type}{self.where}: {self.text}"


@dataclass(frozen=True)
class Endless:
    """A run that did not end by itself."""

    def __str__(self) -> str:
        return (
            f"your code was still running after {SECONDS:g} seconds and was stopped. Does one of its loops never end, "
            "or does it wait for something?"
        )


@dataclass(frozen=True)
class Probe:
    """One run: ``run(candidate)`` gives results by name. ``label`` names the whole run if it raises."""

    label: str
    run: Callable[[Any], Mapping[str, Any]]


@dataclass(frozen=True)
class Observed:
    """The results of a candidate on all probes."""

    candidate: Any
    results: Mapping[str, Any]
    complaint: str = ""
    """What gradcheck found wrong, if anything."""

    def failure(self) -> tuple[str, Raised | Endless] | None:
        """The first exception or endless run, and the name of the run it came from."""
        return next((each for each in self.results.items() if isinstance(each[1], Raised | Endless)), None)


def defined(source: str, name: str) -> Any:
    """What ``name`` is after running ``source`` (the project's own solutions and mutants, never a learner's text)."""
    namespace: dict[str, Any] = {"al": autograd_lab, "np": np, "__name__": "exercise"}
    exec(source, namespace)
    return namespace[name]


def source_of(code: Any) -> str:
    """The source of a function or a class, as far as Python can find it; a text is source already."""
    if isinstance(code, str):
        return code.strip()
    try:
        if isinstance(code, type):  # Python looks for one in a file of its module; a notebook's class is in a cell
            code = next(member for member in vars(code).values() if hasattr(member, "__func__")).__func__
            lines = "".join(linecache.getlines(code.__code__.co_filename))
            name = code.__qualname__.split(".")[-2]
            found = [
                node for node in ast.walk(ast.parse(lines)) if isinstance(node, ast.ClassDef) and node.name == name
            ]
            return textwrap.dedent(ast.get_source_segment(lines, found[-1], padded=True)).strip()
        return textwrap.dedent(inspect.getsource(code)).strip()
    except (OSError, TypeError, IndexError, StopIteration):
        return f"# The source of {code.__name__} is not at hand."


def tried(work: Callable[[], Any]) -> Any:
    """What ``work()`` gives, without warnings, apart from the learner's own nodes. Raises `TooLongError` when it does
    not end."""
    with numbers_apart(), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return within(SECONDS, work)


def observe(candidate: Any, probes: tuple[Probe, ...]) -> Observed:
    """Run the probes until one does not end. Only a keyboard interrupt gets through."""
    results: dict[str, Any] = {}
    for probe in probes:
        try:
            results |= tried(lambda run=probe.run: {name: plain_result(item) for name, item in run(candidate).items()})
        except TooLongError:
            results[probe.label] = Endless()
            break
        except (Exception, SystemExit, GeneratorExit) as error:
            results[probe.label] = raised_by(error, candidate)
    return Observed(candidate, results)


def plain_result(item: Any) -> Any:
    """A result as plain numbers, texts and lists; something else in words, so that it can be compared."""
    if item is None or item is ...:
        return None
    plain = plain_numbers(item)
    if isinstance(plain, bool | int | float | str | list | Raised):
        return plain
    if inspect.iscoroutine(plain):
        plain.close()  # else Python warns that it was never awaited
        return Words("a coroutine, which `async def` makes: write a plain `def`")
    if inspect.isgenerator(plain):
        return Words("a generator, which `yield` makes: give the result back with `return`")
    return Words(safe_repr(plain))


def raised_by(error: BaseException, candidate: Any) -> Raised:
    """The exception in words, with the learner's own line."""
    try:
        first = str(error).partition("\n")[0].removesuffix(", but expected one of:")
        text = shortened(first) or "(no text)"
    except Exception:
        text = "(its text cannot be shown)"
    own = getattr(candidate, "__name__", "")
    same = text.replace(own, "…") if isinstance(own, str) and len(own) > 1 else text
    return Raised(type(error).__name__, same, text, _place(error))


def _place(error: BaseException) -> str:
    """`` in backward, line 9 (`return g * q`)`` for the innermost frame that is not this package's or a library's."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith(_NOT_THEIRS)]
    if not frames:
        return ""
    code = f" (`{frames[-1].line}`)" if frames[-1].line and "`" not in frames[-1].line else ""
    return f" in {frames[-1].name}, line {frames[-1].lineno}{code}"


def has_blank(candidate: Any) -> bool:
    """Whether the code that was handed in still contains a ``...``."""
    return any(map(_is_unfinished, _functions(candidate)))


def from_notebook(candidate: Any) -> list[str]:
    """The notebook's tensors that the code reads, by name: they are neither its arguments nor made by it."""
    used = (
        (f, each.argval) for f in _functions(candidate) for each in dis.get_instructions(f) if "GLOBAL" in each.opname
    )
    return sorted({name for function, name in used if isinstance(function.__globals__.get(name), Tensor)})


def returns_nothing(function: Any) -> bool:
    """Whether it ends without a value, whatever it is given; False where there is no source to look into."""
    nodes = _nodes(function)
    values = [node.value for node in nodes if isinstance(node, ast.Return)]
    is_none = [value is None or (isinstance(value, ast.Constant) and value.value is None) for value in values]
    return bool(nodes) and all(is_none) and not any(isinstance(node, ast.Raise) for node in nodes)


def _functions(candidate: Any) -> list[FunctionType]:
    """The functions of a class, or the one that was handed in."""
    members = vars(candidate).values() if isinstance(candidate, type) else [candidate]
    functions = [getattr(member, "__func__", member) for member in members]
    return [item for item in functions if isinstance(item, FunctionType)]


def _is_unfinished(function: FunctionType) -> bool:
    """Whether a ``...`` is left.

    Python drops one on a line of its own and packs those of a tuple, so look into the source, where there is one.
    """
    if Ellipsis in function.__code__.co_consts:
        return True
    lines = (node.value for node in _nodes(function) if isinstance(node, ast.Expr | ast.Return))
    parts = (part for line in lines for part in (line.elts if isinstance(line, ast.Tuple) else [line]))
    return any(isinstance(part, ast.Constant) and part.value is ... for part in parts)


def _nodes(function: Any) -> list[ast.AST]:
    """The parts of its source; none where there is no source."""
    try:
        return list(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))))
    except (OSError, TypeError, SyntaxError):
        return []
