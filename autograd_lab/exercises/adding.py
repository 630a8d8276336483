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

What contradicts itself is refused at once and in words, so that no learner meets it. `inferred` works out the rest.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from textwrap import dedent
from typing import Any

from ..tracing.trace.trace import Trace
from . import bank
from .exercise import Exercise, Look, Missing, Trouble, Wrong
from .inferred import check_asked, decided_rows, deciding_look, form_and_answer, in_rows, recording
from .message import Message, safe_repr

Wrongs = Mapping[Any, str] | Iterable[Wrong | tuple[Any, str]]
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
    texts = {"prompt": prompt, "why": why, "setup": setup, "asks": asks}
    _check_texts(*texts.items(), *(("hint", hint) for hint in hints))
    rows = in_rows(answer)
    _check_options(options, rows)
    wrong = wrong.items() if isinstance(wrong, Mapping) else wrong
    wrongs = tuple(_wrong(item, rows) for item in _listed(wrong, _PAIRS))
    form, right = form_and_answer(rows, options, tuple(inputs))
    told = right if rows is answer else answer  # a matrix comes as a whole
    recorded, variables = recording(trace)
    check_asked(asks, form, right, variables)
    for each in (look, *(wrong.look for wrong in wrongs)):
        _check_look(each, recorded)
    looks, look = ({}, look) if look else (decided_rows(recorded, told), deciding_look(recorded, told, asks))
    shown = dedent(setup or (trace if isinstance(trace, str) else "")).strip()
    more = {"setup": shown, "asks": asks, "id": exercise_id, "looks": looks, "waits": waits}
    made = Exercise(prompt, form, right, wrongs, recorded, look, why, hints, **more)
    _check_answers(made)
    bank.put(made)
    return Message((f"{exercise_id} is there: `ex.ask`, `ex.check`, `ex.progress` and the others know it.",))


def _wrong(item: Any, answer: Any) -> Wrong:
    """A wrong answer as it was listed. It has the rows, or the length, of the right one."""
    if not isinstance(item, Wrong):
        if not isinstance(item, list | tuple) or len(item) != 2:
            raise TypeError(f"{_PAIRS}, not {safe_repr(item)}.")
        _check_texts(("what is said to a wrong answer", item[1]))
        *before, last = re.split(r"(?<=[.!?]) ", " ".join(item[1].split()))
        is_question = last.endswith("?")
        item = Wrong(item[0], text=" ".join(before if is_question else [*before, last]), ask=last * is_question)
    wrong = in_rows(item.answer)
    if isinstance(answer, Mapping) and isinstance(wrong, Mapping):
        _check_rows("a wrong answer", wrong, answer)
    if isinstance(answer, list | tuple) and isinstance(wrong, list | tuple) and len(wrong) != len(answer):
        raise ValueError(f"The wrong answer {safe_repr(wrong)} has not as many entries as the right one.")
    return replace(item, answer=wrong)


# ----- what `add` refuses ---------------------------------------------------------------------------------------------
# TypeError: a wrong type. ValueError: a contradiction with the answer or the trace.
def _check_id(exercise_id: str) -> None:
    lesson, dot, name = str(exercise_id).partition(".")
    if not (lesson and dot and name) or " " in exercise_id:
        raise ValueError(f"An id names a lesson of yours and an exercise in it, such as 'M1.1', not {exercise_id!r}.")
    if lesson in bank.LESSONS:
        raise ValueError(f"{lesson} is one of the lessons that come with the package; call yours otherwise, say 'M1'.")


def _check_texts(*named: tuple[str, Any]) -> None:
    for name, text in named:
        if not isinstance(text, str):
            raise TypeError(f"{name} is a text, not {safe_repr(text)}.")


def _listed(items: Any, wanted: str) -> tuple:
    """A list, or anything like it. A text would be taken for a list of letters."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"{wanted}, not {safe_repr(items)}.")
    return tuple(items)


def _check_options(options: Any, answer: Any) -> None:
    """A list of what can be chosen; for a table, such a list by row."""
    if options is None:
        return
    if isinstance(answer, Mapping):
        if not isinstance(options, Mapping):
            raise TypeError(f"options of a table is a dict of lists by row, not {safe_repr(options)}.")
        _check_rows("options", options, answer)
    for choices in options.values() if isinstance(answer, Mapping) else [options]:
        _listed(choices, "options is a list of what can be chosen, options=[…]")


def _check_rows(what: str, given: Mapping, answer: Mapping) -> None:
    for name in given:
        if name not in answer:
            rows = ", ".join(map(str, answer))
            raise ValueError(f"{safe_repr(name)} in {what} is no row of the answer; its rows are {rows}.")


def _check_look(look: Any, trace: Trace | None) -> None:
    """A `Look` finds its event in the trace."""
    if look is None:
        return
    if not isinstance(look, Look):
        raise TypeError(f'look is such as ex.Look("BufferAdded", "AccumulateGrad(x)", 1), not {safe_repr(look)}.')
    if trace is None:
        raise ValueError("A look needs a trace to look at.")
    trace.find(look.kind)  # raises, and says what there is
    try:
        look.index(trace)
    except LookupError as error:
        with suppress(LookupError):
            replace(look, nth=0).index(trace)
            raise ValueError(f"{error}.") from None  # there are such events, but not so many
        there = dict.fromkeys(trace.label(node) for node in trace.nodes)
        raise ValueError(f"{look} is not in the trace. Its nodes are {', '.join(there)}.") from None


def _check_answers(made: Exercise) -> None:
    """Every answer can be read, no wrong answer is right, and ``waits`` comes with a trace."""
    if made.waits and made.trace is None:
        raise ValueError("waits=True needs a trace: a guess is settled where a stepper comes to its deciding step.")
    for what, answer in [("the answer", made.answer), *(("a wrong answer", wrong.answer) for wrong in made.wrong)]:
        read = made.form.read(bank.full_answer(made, answer))
        if isinstance(read, Trouble | Missing):
            raise TypeError(f"{made.id}: {what} cannot be read. {read.text}")
        if what != "the answer" and made.form.same(read, made.answer):
            raise ValueError(f"{made.id}: {safe_repr(answer)} is listed as a wrong answer, but it is the right one.")
