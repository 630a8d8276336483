"""Settle a prediction where a trace on display decides it: the verdict, the step's own sentence, and why."""

from typing import Any

from ..tracing.trace import Trace
from .exercise import Exercise, Missing, Trouble
from .judgement import first_finding
from .learner import CORRECT, UNANSWERED, WRONG
from .look import place
from .reply import Result
from .same_program import deciding_event


def settlement(exercise: Exercise, answer: Any, trace: Trace) -> Result:
    """What is said about ``answer`` once the deciding step of ``trace`` has been shown.

    ``trace`` may be another recording of the question's program. Of another program it settles nothing, and says so:
    the status is "not answered yet" then, and ``look_at`` is None.
    """
    event = deciding_event(exercise, trace)
    if event is None:
        text = f"{exercise.name} asks about another program than the one on display, so this does not settle it."
        return Result((text,), "open", exercise.id, UNANSWERED)
    given = exercise.form.read(answer)
    where, sentence = place(trace, event), _sentence(exercise, trace, event)
    if isinstance(given, Missing | Trouble):
        return Result((sentence, exercise.why), "open", exercise.id, UNANSWERED, look_at=where, trace=trace)
    said = exercise.form.quote(exercise.form.show(given))
    if exercise.form.same(given, exercise.answer):
        parts = (f"✓ {exercise.name}: correct. {said}", sentence, exercise.why)
        return Result(parts, "right", exercise.id, CORRECT, look_at=where, trace=trace)
    found = first_finding(exercise, given)
    wrong, own = found.wrong, deciding_event(exercise, trace, exercise.look_for(found.entry))
    if own is not None:  # the entry that is wrong is decided elsewhere than the last one
        where, sentence = place(trace, own), _sentence(exercise, trace, own)
    meaning = (wrong.text,) if wrong and wrong.text else ()
    otherwise = "the trace says otherwise" if exercise.form.told_by_a_step else "not so"
    parts = (f"✗ {exercise.name}: {otherwise}. {said}", sentence, *meaning, exercise.why)
    idea = wrong.idea or None if wrong else None
    return Result(parts, "wrong", exercise.id, WRONG, misconception=idea, look_at=where, trace=trace)


def _sentence(exercise: Exercise, trace: Trace, event: int) -> str:
    """What the trace says there; it is the engine's, also where the question is about another way to walk."""
    return f"{'Compare the engine: ' * bool(exercise.walk)}{trace.sentence(event)}"
