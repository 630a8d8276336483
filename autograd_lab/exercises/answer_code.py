"""Answers that are code: run on probe inputs, compared by what they do, never by how they are written.

A `Probe` runs the learner's function (or `Function`) and notes named results. The exercise's own solution and its known
wrong versions (mutants) are run on the same probes. Same results as the solution: right. Same results as a mutant: the
learner has that mistake, however the code looks.
"""

import sys
import traceback
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

import autograd_lab

from ..autograd import Function, gradcheck
from ..tracing.values import number_text
from .exercise import WHOLE, Missing, Trouble
from .message import Block, safe_repr, shortened
from .numbers_apart import numbers_apart
from .plain import is_blank, is_close, plain_numbers

_PACKAGE = str(Path(autograd_lab.__file__).parent)


@dataclass(frozen=True)
class Raised:
    """An exception out of the learner's code; ``where`` is not part of what makes two of them the same."""

    type: str
    text: str
    where: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.type}{self.where}: {self.text}"


@dataclass(frozen=True)
class Probe:
    """One run: ``run(candidate)`` gives results by name. ``label`` names the whole run if it raises."""

    label: str
    run: Callable[[Any], Mapping[str, Any]]


@dataclass(frozen=True)
class Observed:
    """What a candidate did on all probes."""

    candidate: Any
    results: Mapping[str, Any]

    def raised(self) -> tuple[str, Raised] | None:
        """The first exception and the name of the run it came from."""
        return next(((key, item) for key, item in self.results.items() if isinstance(item, Raised)), None)


@dataclass(frozen=True)
class Code:
    """A function or a Function called ``name``, that the cell defines.

    ``starting`` is the cell that a lesson ships. ``notes`` are results that tell mistakes apart but are not judged.
    ``untouched`` says when results show that nothing was written yet. ``checked`` gives the inputs for gradcheck.
    """

    name: str
    starting: str
    solution: str
    probes: tuple[Probe, ...]
    notes: frozenset[str] = frozenset()
    untouched: Callable[[Mapping[str, Any]], bool] = lambda results: all(item is None for item in results.values())
    checked: Callable[[], tuple] | None = None
    is_function_class: bool = False

    # ----- reading ------------------------------------------------------------------------------------------------
    def read(self, answer: Any) -> Observed | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        kind = self._kind_trouble(answer)
        if kind is not None:
            return kind
        observed = observe(answer, self.probes)
        if self.same(observed, self.expected):
            return observed
        if has_blank(answer):
            return Missing(f"There is still a `...` in {self.name}.")
        if self.untouched(observed.results):
            return Missing(f"{self.name} has no effect yet. If it should give something back: is there a `return`?")
        return observed

    def _kind_trouble(self, answer: Any) -> Trouble | None:
        if self.is_function_class:
            if isinstance(answer, type) and issubclass(answer, Function):
                return None
            if isinstance(answer, Function):
                return Trouble(f"Hand in the class {self.name} itself, without calling it.")
            return Trouble(f"A class made from `al.autograd.Function` is asked for, not {safe_repr(answer)}.")
        if callable(answer):
            return None
        return Trouble(f"The function {self.name} itself is asked for (without calling it), not {safe_repr(answer)}.")

    # ----- comparing ----------------------------------------------------------------------------------------------
    @cached_property
    def expected(self) -> Observed:
        """What the solution does."""
        return self.observe_source(self.solution)

    def observe_source(self, source: str) -> Observed:
        """What the code in ``source`` does on the probes."""
        return observe(defined(source, self.name), self.probes)

    def same(self, given: Observed, target: Observed | str) -> bool:
        """Right: all judged results agree (and gradcheck does, too). A mutant: everything agrees, notes as well."""
        if isinstance(target, str):
            if target == self.solution:
                return self.same(given, self.expected)
            return not self.differing(given, self.observe_source(target), notes=True)
        return not self.differing(given, target) and not self._gradcheck_error(given)

    def differing(self, given: Observed, target: Observed, notes: bool = False) -> list[str]:
        """The names of the results that differ, in the order of the probes."""
        names = list(dict.fromkeys([*target.results, *given.results]))
        judged = [name for name in names if notes or name not in self.notes]
        return [name for name in judged if not same_result(given.results.get(name), target.results.get(name))]

    def near(self, given: Observed, target: Any) -> bool:
        return False

    def _gradcheck_error(self, given: Observed) -> str:
        """What gradcheck has against it: it compares with finite differences at inputs that no probe uses."""
        if self.checked is None or given.candidate is None:
            return ""
        try:
            with numbers_apart(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                gradcheck(given.candidate.apply, self.checked())
        except Exception as error:
            return shortened(str(error).splitlines()[0] if str(error) else type(error).__name__)
        return ""

    # ----- saying -------------------------------------------------------------------------------------------------
    def show(self, given: Observed) -> str:
        return f"your {self.name}"

    def quote(self, said: str) -> str:
        return f"Your {self.name} ran."

    def solution_part(self, target: Any, asks: str) -> Block:
        return Block(self.solution.strip(), "python")

    def plain(self, given: Observed) -> Any:
        """Nothing: the code stands in its cell."""
        return ...

    def wrong_entries(self, given: Observed, target: Any) -> tuple[str]:
        return (WHOLE,)

    def entry(self, key: Any) -> str:
        return ""

    def detail(self, given: Observed, target: Any) -> str:
        """Which edge or element is wrong: yours, and what it should be; or the exception."""
        differing = self.differing(given, self.expected)
        if not differing:
            error = self._gradcheck_error(given)
            return f"All probes agree, but gradcheck does not: {error}" if error else ""
        name = differing[0]
        have, want = given.results.get(name), self.expected.results.get(name)
        raised = have if isinstance(have, Raised) else None
        if raised is None and name not in given.results and given.raised():
            name, raised = given.raised()
        if raised is not None:
            return f"{name}: your code raised {raised}"
        return first_difference(name, have, want)

    def starter(self, exercise_id: str) -> str:
        return f'{self.starting.strip()}\n\n\nex.check("{exercise_id}", {self.name})'

    def solved(self, exercise_id: str, answer: Any) -> str:
        return f'{answer.strip()}\n\n\nex.check("{exercise_id}", {self.name})'


# ----- running -------------------------------------------------------------------------------------------------------
def defined(source: str, name: str) -> Any:
    """What ``name`` is after running ``source`` (the project's own solutions and mutants, never a learner's text)."""
    namespace: dict[str, Any] = {"al": autograd_lab, "np": np, "__name__": "exercise"}
    exec(source, namespace)
    return namespace[name]


def observe(candidate: Any, probes: tuple[Probe, ...]) -> Observed:
    """Run every probe; an exception becomes a result. Only an interrupt from the keyboard gets through."""
    results: dict[str, Any] = {}
    for probe in probes:
        try:
            with numbers_apart(), warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                results.update({name: plain_result(item) for name, item in probe.run(candidate).items()})
        except (Exception, SystemExit, GeneratorExit) as error:
            results[probe.label] = raised_by(error, candidate)
    return Observed(candidate, results)


def plain_result(item: Any) -> Any:
    """A result as plain numbers and lists; something else as its text, so that it can be compared."""
    if item is None or item is ...:
        return None
    plain = plain_numbers(item)
    if isinstance(plain, bool | int | float | str | list | Raised):
        return plain
    return safe_repr(plain)


def raised_by(error: BaseException, candidate: Any) -> Raised:
    """The exception in words, with the learner's own line; the candidate's own name does not count."""
    try:
        text = shortened(str(error).splitlines()[0]) if str(error) else "(no text)"
    except Exception:
        text = "(its text cannot be shown)"
    own = getattr(candidate, "__name__", "")
    text = text.replace(own, "your code") if len(own) > 1 else text
    return Raised(type(error).__name__, text, _place(error))


def _place(error: BaseException) -> str:
    """`` in backward, line 9 (`return g * q`)`` for the innermost frame that is not this package's or a library's."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((_PACKAGE, sys.prefix, sys.base_prefix, "<frozen", "<string>"))
    ]
    if not frames:
        return ""
    code = f" (`{frames[-1].line}`)" if frames[-1].line and "`" not in frames[-1].line else ""
    return f" in {frames[-1].name}, line {frames[-1].lineno}{code}"


def has_blank(candidate: Any) -> bool:
    """Whether the code that was handed in still contains a ``...``."""
    members = vars(candidate).values() if isinstance(candidate, type) else [candidate]
    functions = [getattr(member, "__func__", member) for member in members]
    return any(isinstance(item, FunctionType) and Ellipsis in item.__code__.co_consts for item in functions)


# ----- comparing results ---------------------------------------------------------------------------------------------
def same_result(one: Any, other: Any) -> bool:
    """Equal, numbers up to rounding; a list and a list of the same shape."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_result, one, other))
    if _is_number(one) and _is_number(other):
        return bool(one == other or is_close(one, other, 1e-5))
    return type(one) is type(other) and one == other


def _is_number(item: Any) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool)


def first_difference(name: str, have: Any, want: Any) -> str:
    """``gradient for input b (edge 1): yours 10, expected -4``, down to the element in a list."""
    if isinstance(have, list) and isinstance(want, list) and len(have) == len(want):
        index = next(i for i, pair in enumerate(zip(have, want, strict=True)) if not same_result(*pair))
        return first_difference(f"{name}[{index}]", have[index], want[index])
    return f"{name}: yours {result_text(have)}, expected {result_text(want)}"


def result_text(item: Any) -> str:
    """A plain result in words."""
    if isinstance(item, list):
        return f"[{', '.join(map(result_text, item))}]"
    return number_text(item) if _is_number(item) else str(item)
