"""Answers that are code: run on probe inputs, compared by what they do, never by how they are written.

A `Probe` runs the learner's function (or `Function`) and notes named results. The same probes run the exercise's own
solution and its known wrong versions (mutants). Same results as the solution: right. Same results as a mutant: the
learner made that mistake, however the code looks.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..autograd import Function, gradcheck
from ..tracing.recording.values import LISTED, number_text
from ..tracing.telling.words import capital, listed
from ..tracing.trace.trace import Trace
from .exercise import Exercise, Form, Look, Missing, Trouble, Wrong
from .message import Block, safe_repr, shortened
from .observing import Endless, Observed, from_notebook, has_blank, observe, returns_nothing, source_of, tried
from .observing import Probe as Probe
from .observing import defined as defined
from .plain import Told, Words, is_close
from .programs import numbers_apart
from .time_limit import TooLongError

_REASON = 800
"""Gradcheck's reason may have so many characters: it ends with its numbers."""
_LIST = ". A list counts as one gradient, and so does None."
"""PyTorch's own words count gradients, but do not say what they counted."""
_ERRORS = (
    Wrong("more than one value is ambiguous").reply("""
        Your code asks whether a tensor of several numbers is true. Each of its numbers has an answer of its own.
        Which line asks that, and how can it be asked for each number by itself?"""),
    Wrong("cannot be converted to Scalar|only one element tensors").reply("""
        Only a tensor with one element can become a plain number. This tensor has several.
        Which of your calls needs plain numbers, and can you do without it?"""),
    Wrong("values to unpack.*got 0").reply("""
        There is nothing to unpack. `ctx.saved_tensors` is empty if forward saved nothing.
        Does your line need saved values, and what does forward save?"""),
    Wrong("values to unpack").reply("""
        Your line doesn't have as many names as there are values. `ctx.saved_tensors` has those that forward saved.
        How many values are there?"""),
    Wrong("invalid gradient at index").reply("""
        A gradient has the shape of its input.
        Which shape does this input have, and which shape does your result have?"""),
    Wrong("expected Variable or None").reply("""
        A gradient is a tensor, and one of your results is something else.
        Which call or number in your `return` makes it so?"""),
    Wrong("doesn't match the broadcast shape").reply("""
        A change in place keeps the shape of its tensor, and this result has a different shape.
        Which operation makes a new tensor instead?"""),
    Wrong("shapes cannot be multiplied").reply("""
        `@` adds along the last axis of its first factor and the first axis of its second: they must be equally long.
        Which shapes do the two factors have, and which axis do they share?"""),
    Wrong("'Tensor' object is not callable").reply("""
        Your line calls a tensor as if it were a function. `.T`, `.grad` and `.shape` take no parentheses.
        Which parentheses in your line come right after a tensor?"""),
    Wrong("does not require grad and does not have a grad_fn").reply("""
        You called backward on a tensor that no recorded operation made, so there is no graph to run through.
        Which call cut it off, or which of its inputs should require a gradient?"""),
    Wrong("(unsupported operand|must be Tensor).*NoneType").reply("""
        Your line computes with None.
        Which of its values is None, and what should happen then?"""),
    Wrong(r"'NoneType' object has no attribute '(add|\w+_)'").reply("""
        Your line calls a method of None. A `.grad` is None until a backward pass writes it.
        What should your code do until then?"""),
)
"""A pattern in an exception's text → what it means, in any lesson."""
Case = tuple[Callable[[], Trace], Look]
"""Records what happens in one probe, and says which step of it decides."""


@dataclass(frozen=True)
class Diagnosis:
    """What all results of one code together show, where that is more than the first difference."""

    kind: str = ""
    """Two codes of one kind make the same mistake; empty: the results do not tell which it is."""
    text: str = ""
    """What differs, in words; nothing where the code is right."""
    remark: str = ""
    """Said with a right answer."""
    stopped: bool = False
    """Whether no step of a trace can be compared with it."""
    case: Case | None = None
    """The recording that shows what is wrong, and where; None: the exercise's own does."""


@dataclass(frozen=True)
class Code(Form):
    """A function or a Function called ``name``, that the cell defines.

    ``starting`` is the cell that a lesson ships. ``notes`` are results that tell mistakes apart but are not judged.
    ``untouched`` says when results show that nothing was written yet, and ``nothing`` is the reply to that.
    ``checked`` gives the inputs for gradcheck, which never feeds None for a gradient: no program does that for all.
    """

    name: str
    starting: str
    solution: Any
    """Its source; or the function or class itself, of an instructor's exercise. The same goes for mutants."""
    probes: tuple[Probe, ...]
    notes: frozenset[str] = frozenset()
    untouched: Callable[[Mapping[str, Any]], bool] = lambda results: all(item is None for item in results.values())
    nothing: str = ""
    endless: str = ""
    """What is said of a run that never ends, where the lesson knows why."""
    checked: Callable[[], tuple] | None = None
    is_function_class: bool = False
    ready_made: frozenset[str] = frozenset()
    """Functions that do all of it; a right answer that calls one is told so."""
    cases: Mapping[str, Case] = field(default_factory=dict)
    """The label of a probe, with which the names of its results begin → the recording that shows what is wrong there;
    without these, there is one for all probes."""
    diagnose: Callable[[Observed], Diagnosis] | None = None
    """What results show; without it, the first one that differs from the solution's is told."""

    # ----- reading ------------------------------------------------------------------------------------------------
    def read(self, answer: Any) -> Observed | Trouble | Missing:
        if answer is ...:
            return Missing()
        asked = self._asked_instead(answer)
        if asked:
            return Trouble(asked)
        observed = observe(answer, self.probes)
        if not self.differing(observed, self.expected):
            return replace(observed, complaint=self._gradcheck_error(answer))
        if has_blank(answer):
            return Missing(f"There is still a `...` in {self.name}.")
        if self.is_function_class and returns_nothing(answer.backward):
            return Missing("Your backward returns no gradient. Is there a `return`, and what comes after it?")
        if observed.failure() is None and self.untouched(observed.results):
            who = "backward" if self.is_function_class else self.name
            return Missing(self.nothing or f"{who} returned None every time. Is there a value after a `return`?")
        return observed

    def _asked_instead(self, answer: Any) -> str:
        """What to pass, where something else was handed in."""
        if self.is_function_class and isinstance(answer, Function):
            return f"Pass the class {self.name} itself, without calling it."
        if self.is_function_class and not (isinstance(answer, type) and issubclass(answer, Function)):
            return f"Pass a class made from `al.autograd.Function`, not {safe_repr(answer)}."
        if not callable(answer):
            return f"Pass the function {self.name} itself, without calling it, not {safe_repr(answer)}."
        return ""

    # ----- comparing ----------------------------------------------------------------------------------------------
    @property
    def expected(self) -> Observed:
        """What the solution does."""
        return self.observe_source(self.solution)

    @cached_property
    def _observed(self) -> dict[Any, Observed]:
        """What each source did: the mutants are the same for every answer."""
        return {}

    def observe_source(self, source: Any) -> Observed:
        """What this code does on the probes: source, or the thing itself."""
        key = source if isinstance(source, str) else id(source)
        if key not in self._observed:
            self._observed[key] = observe(
                defined(source, self.name) if isinstance(source, str) else source, self.probes
            )
        return self._observed[key]

    def same(self, given: Observed, target: Any) -> bool:
        """Right: all judged results agree (and gradcheck does, too). A mutant: everything agrees, notes as well."""
        if self.diagnose is not None:
            kind = self.diagnose(given).kind
            return kind != "" and kind == self.diagnose(self.observe_source(target)).kind
        if target is self.solution or target == self.solution:
            return not self.differing(given, self.expected) and not given.complaint
        return not self.differing(given, self.observe_source(target), notes=True)

    def differing(self, given: Observed, target: Observed, notes: bool = False) -> list[str]:
        """The names of the results that differ, in the order of the probes."""
        names = list(dict.fromkeys([*target.results, *given.results]))
        judged = [name for name in names if notes or name not in self.notes]
        return [name for name in judged if not same_result(given.results.get(name), target.results.get(name))]

    def _gradcheck_error(self, answer: Any) -> str:
        """What gradcheck has against it: it compares with finite differences at inputs that no probe uses."""
        if self.checked is None:
            return ""
        try:
            tried(lambda: gradcheck(answer.apply, self.checked(), check_undefined_grad=False))
        except TooLongError:
            return str(Endless())
        except Exception as error:
            return shortened(str(error) or type(error).__name__, _REASON)
        return ""

    # ----- saying -------------------------------------------------------------------------------------------------
    def show(self, given: Observed) -> str:
        """What came of it: code is too long to be quoted."""
        return self.detail(given, self.solution) or "as asked"

    def quote(self, said: str) -> str:
        return ""

    def solution_part(self, target: Any, asks: str) -> Block:
        return Block(source_of(self.solution), "python")

    def plain(self, given: Observed) -> Any:
        """Nothing: the code is in its cell."""
        return ...

    def diagnosed(self, given: Observed) -> Diagnosis:
        """What results show: as the form says, or the first that differs."""
        return self.diagnose(given) if self.diagnose else self._first_difference(given)

    def remark(self, given: Observed) -> str:
        called = getattr(getattr(given.candidate, "__code__", None), "co_names", ())
        found = next((name for name in called if name in self.ready_made), "")
        own = f"You called `{found}`, which is ready-made. Can you write your own?" if found else ""
        return f"{self.diagnosed(given).remark} {own}".strip()

    def failed(self, given: Observed) -> bool:
        return self.diagnosed(given).stopped

    def detail(self, given: Observed, target: Any) -> str:
        """Which gradient or element is wrong, and what came out there; or the exception."""
        return self.diagnosed(given).text

    def told_by_error(self, given: Observed) -> Wrong | None:
        _, what = given.failure() or ("", given.complaint)
        return next((wrong for wrong in _ERRORS if re.search(wrong.answer, str(what))), None)

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the first probe that differs; as it is where only gradcheck has found something."""
        case = self.diagnosed(given).case
        if case is None:
            return exercise
        with numbers_apart():
            return replace(exercise, trace=case[0](), look=case[1])

    def _first_difference(self, given: Observed) -> Diagnosis:
        differing, failure = self.differing(given, self.expected), given.failure()
        label = next((label for label in self.cases if differing and differing[0].startswith(label)), "")
        told, outside = self._told(given, differing), from_notebook(given.candidate)
        if outside:
            told += f" (Your code uses the notebook's {listed(outside)}. Use only what it is given.)"
        return Diagnosis(text=told, stopped=failure is not None, case=self.cases.get(label))

    def _told(self, given: Observed, differing: list[str]) -> str:
        if not differing:
            return f"All results are right, but gradcheck fails: {given.complaint}" if given.complaint else ""
        name, failure = differing[0], given.failure()
        if failure and (name == failure[0] or name not in given.results):
            label, what = failure
            if isinstance(what, Endless):
                return f"With {label}, {what} {self.endless}".rstrip()
            counted = "number of gradients" in what.text and what.text.endswith("got 1)")
            return f"With {label}, your code raised {what}{_LIST * counted}"
        return first_difference(name, given.results.get(name), self.expected.results.get(name))

    def cell(self, exercise: Exercise) -> str:
        return f'{self.starting.strip()}\n\n\nex.check("{exercise.id}", {self.name})'


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
    """``With y = s*d, your gradient for b is 10.``, down to the element in a list; ``name`` is "y = s*d: gradient for
    b"."""
    case, _, what = name.rpartition(": ")
    what, index = f"your {what}", ""
    while isinstance(have, list) and isinstance(want, list) and len(have) == len(want):
        k = next(k for k, pair in enumerate(zip(have, want, strict=True)) if not same_result(*pair))
        have, want, index = have[k], want[k], f"{index}[{k}]"
    if index:
        what = f"element {index} of {what}"
    said = have if isinstance(have, Told) else f"{what} is {result_text(have)}"
    return f"{f'With {case}, {said}' if case else capital(said)}.{_other_kind(have, want)}"


def _other_kind(have: Any, want: Any) -> str:
    """What kind of result is right, where the learner's is of another kind."""
    if isinstance(have, list) and isinstance(want, list):
        if have and want and isinstance(have[0], list) and not isinstance(want[0], list):
            return " It has a pair of brackets too many."
        return f" It has length {len(have)}, which isn't the right length." if have else ""
    if isinstance(want, list) and have is not None and not isinstance(have, Told):
        return " The result should be several numbers."
    return " The result should be one number." if isinstance(have, list) and _is_number(want) else ""


def result_text(item: Any) -> str:
    """A plain result in words, a text in quotes; of a long list, the beginning."""
    if isinstance(item, list):
        shown = [*map(result_text, item[:LISTED]), *["…"][: len(item) > LISTED]]
        return shortened(f"[{', '.join(shown)}]")
    if _is_number(item):
        return number_text(item)
    return item if isinstance(item, Words) else safe_repr(item)
