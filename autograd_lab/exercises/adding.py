"""`add`: an exercise of an instructor's own, in ten lines, from any notebook.

What an exercise is made of:

* ``answer``: a number; None; True or False; a list of numbers; a dict of these for a table; one of ``options`` (for a
  table, a dict of them by row); or a function, or a class made from `autograd.Function`, that learners are to write:
  then ``inputs`` are the arguments of each call that is compared, a tuple each.
* ``wrong``: ``{answer: "why it is wrong"}``, or pairs of these where the answer is a list or a dict (of a dict only the
  rows that are wrong). A question at the end of a text becomes the smaller question.
* ``hints``: as many as you like. ``why`` is said with the right answer.
* ``trace``: a recording; or a program to be recorded: its source, which is then shown under the question, or a function
  (if it returns ``locals()``, its variables have their names).
* ``look``: the event of the trace that decides the question; without it, the first that tells the answer.
* ``setup``: code that is shown under the question. ``asks``: what is asked for, as code (``"x.grad"``); with a trace it
  must give the answer.
* ``waits``: a guess gets no verdict before ``ex.stepper(trace, exercise_id)`` has come to the deciding step.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import dedent
from typing import Any

from ..tracing.trace.trace import Trace
from . import argument_checks as checks
from . import bank
from .exercise import Exercise, Look, Wrong
from .inferred import check_asked, decided_rows, deciding_look, form_and_answer, recording
from .message import Message

Wrongs = Mapping[Any, str] | Iterable[Wrong | tuple[Any, str]]


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
    """Add an exercise of your own. Running the cell again replaces it; `check`, `predict`, `progress` … know it.

    The id names a lesson of yours and an exercise in it, such as ``"M1.1"``; with P after the dot it is a prediction.
    The top of this file, `exercises/adding.py`, and notebooks/TEACH.md say what the arguments may be.

    Raises TypeError when something is of the wrong kind, or code comes without ``inputs``; ValueError when the id
    belongs to the lessons, a wrong answer is the right one, the program does not end, or says something else.
    """
    hints, wrong = _kept(hints), _kept(wrong)
    checks.check_id(exercise_id)
    checks.check_texts(prompt=prompt, why=why, setup=setup, asks=asks)
    checks.check_hints(hints)
    checks.check_options(options, answer)
    checks.check_wrong(wrong, answer)
    form, answer = form_and_answer(answer, options, tuple(inputs))
    program = dedent(trace).strip() if isinstance(trace, str) else trace
    recorded, variables = recording(program)
    check_asked(asks, form, answer, variables)
    wrongs = tuple(map(_wrong, wrong.items() if isinstance(wrong, Mapping) else wrong))
    for each in (look, *(wrong.look for wrong in wrongs)):
        checks.check_look(each, recorded)
    looks = {} if look else decided_rows(recorded, answer)
    look = look or deciding_look(recorded, answer, asks)
    shown = dedent(setup) or (program if isinstance(program, str) else "")
    more = {"setup": shown, "asks": asks, "id": exercise_id, "looks": looks, "waits": waits}
    made = Exercise(prompt, form, answer, wrongs, recorded, look, why, tuple(hints), **more)
    checks.check_answers(made)
    bank.put(made)
    return Message((f"{exercise_id} is there: `ex.predict`, `ex.check`, `ex.progress` and the others know it.",))


def _kept(items: Any) -> Any:
    """What can be gone through once only, as a tuple."""
    return tuple(items) if isinstance(items, Iterator) else items


def _wrong(item: Wrong | tuple[Any, str]) -> Wrong:
    if isinstance(item, Wrong):
        return item
    answer, text = item
    text = " ".join(text.split())
    *before, last = text.replace("! ", "!\0").replace("? ", "?\0").replace(". ", ".\0").split("\0")
    return Wrong(answer, text=" ".join(before), ask=last) if last.endswith("?") else Wrong(answer, text=text)
