"""`add`: an exercise of an instructor's own, in ten lines, from any notebook.

What an exercise is made of:

* ``answer``: a number; None; True or False; a list of numbers; a list of such lists, for a matrix; a dict of these for
  a table; one of ``options`` (for a table, a dict of them by row); or a function, or a class made from
  `autograd.Function`, that learners are to write: then ``inputs`` are the arguments of each call that is compared, a
  tuple each.
* ``wrong``: ``{answer: "why it is wrong"}``, or pairs of these where the answer is a list or a dict (of a dict only the
  rows that are wrong). A question at the end of a text becomes the smaller question.
* ``hints``: as many as you like. ``why`` is said with the right answer.
* ``trace``: a recording; or a program to be recorded: its source, which is then shown under the question, or a function
  (if it returns ``locals()``, its variables have their names).
* ``look``: the event of the trace that decides the question; without it, the first that tells the answer.
* ``setup``: code that is shown under the question. ``asks``: what is asked for, as code (``"x.grad"``); with a trace it
  must give the answer.
* ``waits``: a guess gets no verdict before ``ex.stepper(trace, exercise_id)`` has come to the deciding step.

What contradicts itself is refused at once and in words, so that no learner meets it. The rest is worked out: the form
of the answer, the program's recording, the step that decides.
"""

import inspect
import io
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import replace
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import numpy as np

import autograd_lab

from ..autograd import Function
from ..tracing.recording.recorder import record
from ..tracing.recording.values import array_of
from ..tracing.trace.nodes import node_of
from ..tracing.trace.trace import Trace
from . import bank
from .answer_code import Code, Probe, same_result
from .answer_values import Choice, Number, Numbers, Table
from .exercise import Exercise, Form, Look, Missing, Trouble, Wrong
from .message import Message, safe_repr
from .observing import SECONDS, Endless, Observed, Raised, tried
from .plain import plain_numbers
from .programs import doubles, leaf, number, numbers_apart
from .time_limit import TooLongError, within

Wrongs = Mapping[Any, str] | Iterable[Wrong | tuple[Any, str]]
_CALLS = "inputs is a list with the arguments of each call, inputs=[(2, 3), …]"
_PAIRS = 'wrong is a dict {answer: "why it is wrong"}, or a list of such pairs'


def add(
    exercise_id: str,
    prompt: str,
    answer: Any,
    *,
    wrong: Wrongs = (),
    hints: Iterable[str] = (),
    why: str = "",
    options: Any = None,
    inputs: Iterable[Any] = (),
    trace: Trace | Callable[[], Any] | str | None = None,
    look: Look | None = None,
    setup: str = "",
    asks: str = "",
    waits: bool = False,
) -> Message:
    """Add an exercise of your own. Running the cell again replaces it; `ask`, `check`, `progress` … know it.

    The id names a lesson of yours and an exercise in it, such as ``"M1.1"``; with P after the dot it is a prediction.
    The top of this file, `exercises/adding.py`, and notebooks/TEACH.md say what the arguments may be.

    Raises TypeError when something is of the wrong kind, or code comes without ``inputs``; ValueError when the id
    belongs to the lessons, a wrong answer is the right one, the program does not end, or says something else.
    """
    _check_id(exercise_id)
    hints = _listed(hints, "hints is a list of texts, hints=[…]")
    _check_texts(hints, prompt=prompt, why=why, setup=setup, asks=asks)
    rows = in_rows(answer)
    wrongs = tuple(map(_wrong, _listed(wrong.items() if isinstance(wrong, Mapping) else wrong, _PAIRS)))
    form, right = form_and_answer(rows, options, _listed(inputs, _CALLS))
    told = right if rows is answer else answer  # a matrix comes as a whole
    recorded, variables = recording(trace)
    check_asked(asks, form, right, variables)
    for each in (look, *(wrong.look for wrong in wrongs)):
        if each is not None:
            _check_look(each, recorded)
    looks, look = ({}, look) if look else (decided_rows(recorded, told), deciding_look(recorded, told, asks))
    shown = dedent(setup or (trace if isinstance(trace, str) else "")).strip()
    more = {"setup": shown, "asks": asks, "id": exercise_id, "looks": looks, "waits": bool(waits)}
    made = Exercise(prompt, form, right, wrongs, recorded, look, why, hints, **more)
    _check_answers(made)
    bank.put(made)
    return Message((f"{exercise_id} is there: `ex.ask`, `ex.check`, `ex.progress` and the others know it.",))


def _wrong(item: Any) -> Wrong:
    """A wrong answer as it was listed."""
    if not isinstance(item, Wrong):
        if not isinstance(item, list | tuple) or len(item) != 2 or not isinstance(item[1], str):
            raise TypeError(f"{_PAIRS}, not {safe_repr(item)}.")
        *before, last = re.split(r"(?<=[.!?]) ", " ".join(item[1].split()))
        is_question = last.endswith("?")
        item = Wrong(item[0], text=" ".join(before if is_question else [*before, last]), ask=last * is_question)
    return replace(item, answer=in_rows(item.answer))


# ----- what `add` refuses ---------------------------------------------------------------------------------------------
# TypeError: a wrong type. ValueError: a contradiction with the answer or the trace.
def _check_id(exercise_id: str) -> None:
    if not re.fullmatch(r"[\w-]+\.[\w.-]+", str(exercise_id)) or not isinstance(exercise_id, str):
        raise ValueError(f"An id names a lesson of yours and an exercise in it, such as 'M1.1', not {exercise_id!r}.")
    lesson = exercise_id.partition(".")[0].upper()
    if lesson in bank.LESSONS:
        raise ValueError(f"{lesson} is one of the lessons that come with the package; call yours otherwise, say 'M1'.")


def _listed(items: Any, wanted: str) -> tuple:
    """A list, or anything like it. A text would be taken for a list of letters."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"{wanted}, not {safe_repr(items)}.")
    return tuple(items)


def _check_texts(hints: tuple, **texts: Any) -> None:
    for what, text in [*texts.items(), *(("a hint", hint) for hint in hints)]:
        if not isinstance(text, str):
            raise TypeError(f"{what} is a text, not {safe_repr(text)}.")


def _check_look(look: Any, trace: Trace | None) -> None:
    """A `Look` finds its event in the trace."""
    if not isinstance(look, Look) or not isinstance(look.nth, int):
        raise TypeError(f'look is such as ex.Look("BufferAdded", "AccumulateGrad(x)", 1), not {safe_repr(look)}.')
    if trace is None:
        raise ValueError("A look needs a trace to look at.")
    trace.find(look.kind)  # raises, and says what there is
    try:
        look.index(trace)
    except LookupError as error:
        there = dict.fromkeys(trace.label(node) for node in trace.nodes)
        raise ValueError(f"{error}. Its nodes are {', '.join(there)}.") from None


def _check_answers(made: Exercise) -> None:
    """Every answer can be read, a solution works, no wrong answer is right, and a guess that waits can be settled."""
    needed = {
        "an id with a P after the dot, such as 'M1.P1'": made.is_prediction,
        "a trace: a guess is settled where a stepper comes to its deciding step": made.trace is not None,
        "a deciding step, and no step shows this answer: name one, look=ex.Look(…)": made.look is not None,
    }
    for what, is_there in needed.items():
        if made.waits and not is_there:
            raise ValueError(f"waits=True needs {what}.")
    for what, answer in [("the answer", made.answer), *(("a wrong answer", wrong.answer) for wrong in made.wrong)]:
        read = made.form.read(answer if made.is_code else bank.full_answer(made, answer))
        if isinstance(read, Trouble | Missing):
            raise TypeError(f"{made.id}: {what} cannot be read. {read.text}")
        if what != "the answer" and made.form.same(read, made.answer):
            raise ValueError(f"{made.id}: {safe_repr(answer)} is listed as a wrong answer, but it is the right one.")
        if isinstance(read, Observed) and what == "the answer":
            _check_solution(made.id, read)


def _check_solution(name: str, observed: Observed) -> None:
    """A solution gives a result for some input (it may raise for others, on purpose), ends, and passes gradcheck."""
    where, stopped = observed.failure() or ("", None)
    works = any(not isinstance(result, Raised) for result in observed.results.values())
    if observed.complaint or isinstance(stopped, Endless) or not works:
        what = observed.complaint or f"{where}: {stopped}"
        raise ValueError(f"{name}: your own solution does not work with these inputs. {what}")


# ----- the form of the answer -----------------------------------------------------------------------------------------
_TRUTH = ("True", "False")


class Rows(dict):
    """A matrix as a table with a list in each row."""


def in_rows(answer: Any) -> Any:
    """A matrix as its `Rows`; anything else as it is."""
    plain = None if isinstance(answer, str | Mapping) else plain_numbers(answer)
    is_matrix = isinstance(plain, list) and plain and all(isinstance(row, list) for row in plain)
    return Rows((f"row {k}", row) for k, row in enumerate(plain)) if is_matrix else answer


def form_and_answer(answer: Any, options: Any, inputs: tuple) -> tuple[Form, Any]:
    """The form, and the answer as such a form compares it. Raises TypeError for what no form takes."""
    if callable(answer):
        return _code(answer, inputs), answer
    if inputs:
        raise TypeError(f"inputs are for code: give the function itself as the answer, not {safe_repr(answer)}.")
    if isinstance(answer, Mapping):
        if not answer or not all(isinstance(name, str) for name in answer):
            raise TypeError(f"A table is a dict with a text for each row, {{'x': 7, …}}, not {safe_repr(answer)}.")
        if not isinstance(options, Mapping | None):
            raise TypeError(f"For a table, options is a dict {{row: […]}}, not {safe_repr(options)}.")
        rows = {name: form_and_answer(part, (options or {}).get(name), ()) for name, part in answer.items()}
        wanted = f"Give a list of {len(answer)} rows" if isinstance(answer, Rows) else ""
        forms, parts = ({name: both[k] for name, both in rows.items()} for k in (0, 1))
        return Table(forms, wanted=wanted), parts
    plain = plain_numbers(answer)
    if options is not None or isinstance(plain, bool):
        options = _TRUTH if options is None else options
        form = Choice(tuple(map(str, _listed(options, "options is a list of what can be chosen, options=[…]"))))
        read = form.read(answer if isinstance(answer, str) else plain)
        if not isinstance(read, str):
            raise TypeError(f"The answer is not among the options. {read.text}")
        if isinstance(answer, str) and answer != read:  # learners may type "a" for the first
            raise TypeError(f"The answer {answer!r} is not among the options: {', '.join(form.options)}.")
        return form, read
    if isinstance(plain, list) and plain and not any(isinstance(part, list) for part in plain):
        return Numbers(len(plain), empty=None in plain), plain
    if plain is None or isinstance(plain, int | float):
        return Number(), plain
    if isinstance(answer, str):
        raise TypeError(f"{safe_repr(answer)} is a text: say what can be chosen, options=[…].")
    raise TypeError(f"{safe_repr(answer)} is no number, list, matrix, dict, choice or function.")


# ----- code -----------------------------------------------------------------------------------------------------------
def _code(answer: Callable, inputs: tuple) -> Code:
    name = getattr(answer, "__name__", "")
    if not name.isidentifier():
        raise TypeError(f"{safe_repr(answer)} has no name that learners can write: define it with def, or with class.")
    if not inputs:
        raise TypeError(f"{name} is code: say with which arguments it is called. {_CALLS}.")
    calls = [call if isinstance(call, tuple) else (call,) for call in inputs]
    if not (isinstance(answer, type) and issubclass(answer, Function)):
        starting = f"def {name}{inspect.signature(answer)}:\n    ..."
        return Code(name, starting, answer, tuple(_call_probe(name, call) for call in calls))
    methods = [f"    @staticmethod\n    def {each}{inspect.signature(getattr(answer, each))}:\n        ..."
               for each in ("forward", "backward")]  # fmt: skip
    starting = f"class {name}(al.autograd.Function):\n" + "\n\n".join(methods)
    checked = {"checked": lambda: doubles(*_checked_inputs(calls)), "is_function_class": True}
    return Code(name, starting, answer, tuple(_function_probe(name, call) for call in calls), **checked)


def _checked_inputs(calls: list[tuple]) -> list:
    """The inputs for gradcheck: all numbers of an argument at once; where there are arrays, those of the first call."""
    calls = [[plain_numbers(argument) for argument in call] for call in calls]
    if any(isinstance(argument, list) for call in calls for argument in call):
        return calls[0]
    return [[float(number) for number in column] for column in zip(*calls, strict=True)]


def _call_probe(name: str, call: tuple) -> Probe:
    label = f"{name}({', '.join(map(safe_repr, call))})"
    return Probe(label, lambda function: {label: function(*deepcopy(call))})


def _function_probe(name: str, call: tuple) -> Probe:
    """Values and gradients, with the weights 1, 2, 3 … on the numbers of each output: none is taken for another."""
    label = f"{name}.apply({', '.join(map(safe_repr, call))})"

    def run(function: type) -> dict[str, Any]:
        leaves = [leaf(plain_numbers(argument), f"input{k}") for k, argument in enumerate(call)]
        outputs = function.apply(*leaves)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        weights = [autograd_lab.arange(1.0, each.numel() + 1).reshape(each.shape) for each in outputs]
        sum((each * (k * row)).sum() for k, (each, row) in enumerate(zip(outputs, weights, strict=True), 1)).backward()
        values = {f"{label}: output {k}": output for k, output in enumerate(outputs)}
        return values | {f"{label}: gradient for input {k}": item.grad for k, item in enumerate(leaves)}

    return Probe(label, run)


# ----- the program ----------------------------------------------------------------------------------------------------
def recording(program: Trace | Callable[[], Any] | str | None) -> tuple[Trace | None, dict[str, Any]]:
    """The trace, and the variables after it.

    A program is a trace itself, a function, or source that may say ``al``, ``torch`` and ``np``. Raises ValueError
    where it does not end, or its source raises.
    """
    if program is None:
        return None, {}
    if isinstance(program, Trace):
        return program, _leaves(program)
    if not (isinstance(program, str) or callable(program)):
        raise TypeError(f"trace is a recording, a program as text, or a function, not {safe_repr(program)}.")
    try:
        return within(SECONDS, lambda: _recorded(program))
    except TooLongError:
        raise ValueError(f"The program in trace was still running after {SECONDS:g} seconds.") from None


def _recorded(program: Callable[[], Any] | str) -> tuple[Trace, dict[str, Any]]:
    variables: dict[str, Any] = {}
    # what the program prints may be the answer
    with numbers_apart(), redirect_stdout(io.StringIO()), record(names=variables) as trace:
        if callable(program):
            returned = program()
            variables.update(returned if isinstance(returned, dict) else {})
        else:
            variables.update(al=autograd_lab, torch=autograd_lab, np=np)
            _execute(dedent(program).strip(), variables)
    return trace, variables or _leaves(trace)


def _execute(program: str, variables: dict[str, Any]) -> None:
    """Run it. Raises SyntaxError, or ValueError with the line that went wrong."""
    code = compile(program, "trace", "exec")
    try:
        exec(code, variables)
    except (Exception, SystemExit) as error:
        line = next(frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "trace")
        text = f"{type(error).__name__}: {error}"
        raise ValueError(f"The program in trace raised, at `{program.splitlines()[line - 1]}`: {text}") from error


def _leaves(trace: Trace) -> dict[str, Any]:
    """All that a trace knows of its variables: the gradients of its leaves."""
    return {trace.name(node): SimpleNamespace(grad=number(value)) for node, value in trace.grads().items()}


def check_asked(asks: str, form: Form, answer: Any, variables: Mapping[str, Any]) -> None:
    """What the question asks for, as code, gives the answer once the program has run. Raises ValueError if not."""
    if not asks or not variables:
        return
    try:
        read = form.read(tried(lambda: eval(asks, dict(variables))))  # without the warning of c.grad, for one
    except (Exception, SystemExit) as error:
        text = f"{type(error).__name__}: {error}"
        raise ValueError(f"asks={asks!r} cannot be computed after the program: {text}") from None
    if not isinstance(read, Trouble | Missing) and not form.same(read, answer):
        raise ValueError(f"After the program {asks} is {form.show(read)}, and that is not the answer that you give.")


# ----- the step that decides ------------------------------------------------------------------------------------------
_TELLING = {"RuleApplied": "results", "BufferAdded": "after", "GradAccumulated": "after"}
"""Events that bring a new number into a backward, and the field that holds it."""


def deciding_look(trace: Trace | None, answer: Any, asks: str = "") -> Look | None:
    """The first event of a backward that tells the answer: a stepper that stops before it does not give it away.

    Where no event tells it: the last event that writes ``x.grad``, if the question asks for that; else None.
    """
    if trace is None:
        return None
    name, _, attribute = asks.partition(".")
    found = [k for k, event in enumerate(trace.events) if event.kind in _TELLING and _tells(event, answer)][:1]
    if not found and attribute == "grad":
        found = [k for k in trace.find("GradAccumulated") if trace.name(trace.events[k].node) == name][-1:]
    return _look_at(trace, found[0]) if found else None


def decided_rows(trace: Trace | None, answer: Any) -> dict[str, Look]:
    """The same for the rows of a table; a row called as a leaf, or ``x.grad``, is about its gradient."""
    if trace is None or not isinstance(answer, dict):
        return {}
    found = {name: deciding_look(trace, part, f"{name.removesuffix('.grad')}.grad") for name, part in answer.items()}
    return {name: look for name, look in found.items() if look is not None}


def _tells(event: Any, answer: Any) -> bool:
    """Whether the event brings this number, or these numbers."""
    told = getattr(event, _TELLING[event.kind])
    wanted = None if isinstance(answer, bool | str | dict | type(None)) else plain_numbers(answer)
    values = [value for value in (told if isinstance(told, tuple) else (told,)) if value is not None]
    return any(value.items is not None and same_result(array_of(value).tolist(), wanted) for value in values)


def _look_at(trace: Trace, index: int) -> Look:
    """The `Look` that finds this event."""
    event = trace.events[index]
    node = node_of(event)
    at = "" if node is None else trace.label(node)
    return next(look for nth in range(index + 1) if (look := Look(event.kind, at, nth)).index(trace) == index)
