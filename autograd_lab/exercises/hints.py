"""Hints, one by one."""

from .exercise import Exercise
from .learner import Record
from .message import Message
from .permissions import permissions


def next_hint(exercise: Exercise, record: Record) -> Message:
    """The next hint, which is counted; after the last one, that one again."""
    if not exercise.hints:
        return Message((f"{exercise.name} has no hints.",))
    if not permissions.hints:
        return Message((f"{exercise.name}: hints are switched off here.",))
    record.hints = min(record.hints + 1, len(exercise.hints))
    record.keep()
    text = exercise.hints[record.hints - 1]
    return Message((f"{exercise.name}, hint {record.hints} of {len(exercise.hints)}: {text}",))
