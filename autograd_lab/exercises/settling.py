"""Where a prediction meets the picture: a stepper that stops at a learner's guess, and settles it there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..tracing.trace import Trace
from ..views.pause import Pause
from . import bank
from .exercise import Exercise
from .learner import Record, learner
from .reply import Result, judge
from .same_program import deciding_event
from .settlement import settlement

if TYPE_CHECKING:
    from ..views.graph_stepper import Stepper
    from ..views.walk_view import Walks

SHOWN = "You asked for the answer; here it comes about."


def stepper(trace: Trace, *ids: str, seed: int | None = None) -> "Stepper":
    """`views.stepper` that stops before each step that decides one of these predictions, and says what you said.

    A prediction about another program than that of ``trace`` stops nothing, and a line says so. With ``seed`` they are
    the predictions with those numbers.

    Raises:
        LookupError: when there is no such exercise.
    """
    from .. import views  # loads the widgets

    return views.stepper(trace, pauses=[found for _, found in _pauses(trace, ids, seed)])


def walks(trace: Trace, *ids: str, ways: Sequence[str] = (), seed: int | None = None) -> "Walks":
    """`views.walks` that stops before the end of each walk that decides one of these predictions.

    ``ways`` are those that are compared; without any, all. ``seed`` is as in `stepper`. Raises as `views.walks` does,
    and LookupError when there is no such exercise, or when it asks about no walk.
    """
    from .. import views  # loads the widgets

    pauses: dict[str, list[Pause]] = {}
    for exercise, found in _pauses(trace, ids, seed):
        if not exercise.walk:
            raise LookupError(f"{exercise.id} asks about no walk: `ex.stepper(trace, {exercise.id!r})` settles it.")
        pauses.setdefault(exercise.walk, []).append(found)
    return views.walks(trace, *ways, pauses=pauses)


def _pauses(trace: Trace, ids: Iterable[str], seed: int | None) -> Iterator[tuple[Exercise, Pause]]:
    """Each prediction that ``trace`` decides, and where it stops for it; a line is printed for the others."""
    for exercise in (bank.get(exercise_id, seed) for exercise_id in ids):
        found = pause(exercise, learner.record(exercise.id, exercise.seed), trace)
        if found is not None:
            yield exercise, found
        else:
            print(f"{exercise.name} asks about another program, so this picture does not stop for it.")


def pause(exercise: Exercise, record: Record, trace: Trace) -> Pause | None:
    """Where ``trace`` stops for this prediction; None where it does not decide it.

    The sentence of the step where it stops stands in the stepper already, so that is not said again.
    """
    event = deciding_event(exercise, trace)
    if event is None:
        return None
    if record.said is None:
        shown = (f"{exercise.prompt} {SHOWN}",) if record.revealed else ()
        return Pause(exercise.name, event, before=shown, after=(exercise.why,) if shown else ())
    settled = settlement(exercise, record.answer, trace)
    quoted = f"{exercise.prompt} {exercise.form.quote(record.said)}"
    after = settled.parts[2 if settled.look_at.event == event else 1 :]
    return Pause(exercise.name, event, before=(quoted,), after=after, tone=settled.tone)


def verdict(exercise: Exercise, record: Record) -> Result:
    """What is to be said about a guess, by the exercise's own trace; the record stays as it is."""
    if exercise.step() is None:
        return judge(exercise, record.answer, replace(record, keep=lambda: None))
    return settlement(exercise, record.answer, exercise.trace)


def settle(exercise: Exercise, record: Record) -> Result:
    """The verdict, which is noted if a guess was waiting for it."""
    result = verdict(exercise, record)
    if record.said is not None and not record.settled:
        record.settled = True
        record.note(result.status)
        record.keep()
    return result
