"""Settle predictions: a stepper or a walk stops at the step that decides a guess, and gives the verdict there.

The picture may show another recording than the exercise's own: with the forward pass, with two backwards, with other
node numbers. It is of the same program if every backward of the exercise's trace is in it: the same kinds of events
at nodes of the same classes with the same numbers, one after the other.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ..tracing.trace.events import Value
from ..tracing.trace.nodes import node_of
from ..tracing.trace.trace import Trace
from ..views.pause import Pause
from . import bank
from .exercise import Exercise, Look, Missing, Trouble, place
from .judge import Finding, Result, first_finding, judge, result, sentence_of
from .learner import CORRECT, UNANSWERED, WRONG, Record, learner

if TYPE_CHECKING:
    from .. import views

_APART = ("OpRecorded", "ValueSaved", "ValueFreed")
"""Not compared: a lesson may keep the graph, and may have recorded forward or not."""
SHOWN = "You asked for the answer; this step decides it."
OPENS = "Once you have answered, the form opens a picture that does."


# ----- which step decides ---------------------------------------------------------------------------------------------
def deciding_event(exercise: Exercise, trace: Trace, look: Look | None = None) -> int | None:
    """Which event of ``trace`` decides the question; None when it is a recording of another program."""
    look = look or exercise.look
    if exercise.trace is None or look is None:
        return None
    wanted = look.index(exercise.trace)
    if exercise.trace is trace:
        return wanted
    ours, shown = _facts(exercise.trace), _facts(trace)
    for start in range(len(shown) - len(ours) + 1):
        pairs = [*zip(ours, shown[start:], strict=False)]
        if all(one == other for (_, one), (_, other) in pairs):
            shown_at = {own: event for (own, _), (event, _) in pairs}
            return shown_at.get(wanted)
    return None


def _facts(trace: Trace) -> list[tuple[int, tuple]]:
    """Each event that is compared, and what happens in it: its kind, the class of its node, and all values in it."""
    found = []
    for k, event in enumerate(trace.events):
        if event.kind not in _APART:
            node, held = node_of(event), [getattr(event, field.name) for field in fields(event)]
            parts = [part for item in held for part in (item if isinstance(item, tuple) else (item,))]
            values = [part.text for part in parts if isinstance(part, Value)]
            found.append((k, (event.kind, trace.nodes[node].name if node else "", values)))
    return found


# ----- verdicts -------------------------------------------------------------------------------------------------------
def settlement(exercise: Exercise, answer: Any, trace: Trace) -> Result:
    """The verdict on ``answer``, once the deciding step of ``trace`` has been shown.

    ``trace`` is a recording of the question's program. An answer that cannot be read any more has no verdict.
    """
    form, given = exercise.form, exercise.form.read(answer)
    if isinstance(given, Missing | Trouble):
        event = deciding_event(exercise, trace)
        parts = _sentence(exercise, trace, event), exercise.why
        return result(exercise, UNANSWERED, *parts, look_at=place(trace, event), trace=trace)
    right = form.same(given, exercise.answer)
    return settled(exercise, trace, form.quote(form.show(given)), None if right else first_finding(exercise, given))


def settled(exercise: Exercise, trace: Trace, said: str, found: Finding | None) -> Result:
    """The verdict by ``trace`` on a guess that is wrong in ``found`` (None: right); ``said`` quotes it."""
    event = deciding_event(exercise, trace, exercise.look_for(found.entry) if found else None)
    event = deciding_event(exercise, trace) if event is None else event
    otherwise = "the trace says otherwise" if exercise.form.told_by_a_step else "not so"
    verdict = f"✗ {exercise.name}: {otherwise}." if found else f"✓ {exercise.name}: correct."
    wrong = found and found.wrong
    quoted = event if found else deciding_event(exercise, trace, exercise.quotes)
    parts = f"{verdict} {said}", _sentence(exercise, trace, quoted), wrong.text if wrong else "", exercise.why
    more = {"misconception": (wrong and wrong.idea) or None, "look_at": place(trace, event), "trace": trace}
    more["run"] = wrong and wrong.run
    return result(exercise, WRONG if found else CORRECT, *filter(None, parts), **more)


def _sentence(exercise: Exercise, trace: Trace, event: int) -> str:
    """The trace's sentence. The trace is the engine's, even if the question is about another walk."""
    return f"{'Compare the engine: ' * bool(exercise.walk)}{sentence_of(trace, event)}"


def verdict(exercise: Exercise, record: Record) -> Result:
    """The verdict on a guess by the exercise's own trace; it changes nothing in the record."""
    if exercise.step() is None:
        return judge(exercise, record.answer, replace(record, keep=lambda: None))
    return settlement(exercise, record.answer, exercise.trace)


def settle(exercise: Exercise, record: Record) -> None:
    """Note the verdict, if a guess was waiting for it."""
    if record.said is not None and not record.settled:
        record.settled = True
        record.note(verdict(exercise, record).status)
        record.keep()


# ----- pictures that stop for a guess ---------------------------------------------------------------------------------
def pause(exercise: Exercise, record: Record, trace: Trace) -> Pause | None:
    """Where ``trace`` stops for this prediction; None where it does not decide it.

    The stepper shows the sentence of the step where it stops, so the pause does not repeat it. Of a table, it stops
    where the first row is decided; with a guess, the first one that is wrong.
    """
    event = deciding_event(exercise, trace)
    if event is None:
        return None
    if record.said is None:
        shown = (f"{exercise.prompt} {SHOWN}",) if record.revealed else ()
        after = (exercise.why,) if shown else ()
        return Pause(exercise.name, event, before=shown, after=after, rows=_rows(exercise, trace))
    return settled_pause(exercise, trace, settlement(exercise, record.answer, trace), exercise.form.quote(record.said))


def _rows(exercise: Exercise, trace: Trace) -> tuple[int, ...]:
    """The events that decide its rows, and then the whole; none where no row has a step of its own."""
    looks = (*exercise.looks.values(), exercise.look) if exercise.looks else ()
    return tuple(deciding_event(exercise, trace, look) for look in looks)


def settled_pause(exercise: Exercise, trace: Trace, result: Result, quoted: str) -> Pause:
    """The pause for a guess: its quote before the step, and the verdict after it. No sentence of a step is in it: the
    same pause is told to the lesson's picture, where nodes have other numbers than in the exercise's own recording."""
    before = (f"{exercise.prompt} {quoted}",)
    event, rows = result.look_at.event, _rows(exercise, trace)
    return Pause(
        exercise.name, event, before=before, after=result.parts[2:], tone=result.tone, rows=rows, run=result.run
    )


def _pauses(trace: Trace, ids: tuple[str, ...], seed: int | None) -> list[Pause]:
    """The pause for each prediction that ``trace`` decides; for any other a line is printed, and its form no longer
    waits for this picture.

    Raises LookupError when there is no such exercise. With ``seed`` they are the predictions with those numbers.
    """
    found = []
    for exercise in [bank.get(exercise_id, seed) for exercise_id in ids]:
        record = learner.record(exercise.id, exercise.seed)
        stop = pause(exercise, record, trace)
        if stop is None:
            print(f"{exercise.name} asks about another program, so this picture does not stop for it. {OPENS}")
        if record.on_its_own is not (stop is None):
            record.on_its_own = stop is None
            record.redraw()
        found += [stop] if stop else []
    return found


def stepper(trace: Trace, *ids: str, seed: int | None = None) -> "views.Stepper":
    """`views.stepper` that stops before each step that decides one of these predictions, and says what you said.

    A prediction about another program than that of ``trace`` stops nothing, and a line says so; the question's form
    then opens a picture of its own. With ``seed`` they are the predictions with those numbers. Raises LookupError when
    there is no such exercise.
    """
    from .. import views  # loads the widgets

    return views.stepper(trace, pauses=_pauses(trace, ids, seed))


def fan_out(trace: Trace, node: object, *ids: str, at: str | None = None, seed: int | None = None) -> "views.FanOut":
    """`views.fan_out` from its beginning, with pauses as in `stepper`. Raises as both do."""
    from .. import views

    return views.fan_out(trace, node, at, start=0, pauses=_pauses(trace, ids, seed))


def jacobian(trace: Trace, *ids: str, seed: int | None = None) -> "views.JacobianView":
    """`views.jacobian` of a recording, with pauses before the sum of each call that decides. Raises as both do."""
    from .. import views

    return views.jacobian(trace, pauses=_pauses(trace, ids, seed))


def walks(trace: Trace, *ids: str, ways: Sequence[str] = (), seed: int | None = None) -> "views.Walks":
    """`views.walks` that stops before the run that contradicts one of these predictions, or else before the end.

    ``ways`` are those that are compared; without any, all. Raises as `views.walks` and `stepper` do, and LookupError
    for a prediction that asks about no walk.
    """
    from .. import views

    pauses: dict[str, list[Pause]] = {}
    for exercise_id in ids:
        for found in _pauses(trace, (exercise_id,), seed):
            walk = bank.get(exercise_id, seed).walk
            if not walk:
                raise LookupError(f"{exercise_id} asks about no walk: `ex.stepper(trace, {exercise_id!r})` settles it.")
            pauses.setdefault(walk, []).append(found)
    return views.walks(trace, *ways, pauses=pauses)
