"""The misconceptions that wrong answers come from, as data with sources: ``misconceptions.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .exercise import Look


@dataclass(frozen=True)
class Evidence:
    """The step of an exercise's trace that shows what is so, and a part of that step's own sentence."""

    exercise: str
    look: Look
    says: str

    @property
    def lesson(self) -> str:
        """``"L2"`` for a step in the trace of ``"L2.1"``."""
        return self.exercise.partition(".")[0]


@dataclass(frozen=True)
class Misconception:
    """One idea that is not so.

    ``quote`` is how learners put it (paraphrased), ``source`` a thread where they do (empty for a slip that anyone
    makes), ``think`` the idea, ``fact`` what is so, ``evidence`` what a trace shows, ``step`` where it does, ``lesson``
    who treats it.
    """

    id: str
    quote: str
    source: str
    think: str
    fact: str
    evidence: str
    step: Evidence
    lesson: str


@cache
def load() -> dict[str, Misconception]:
    """Every misconception that a lesson treats, by id. Raises TypeError when an entry of the file lacks a field."""
    text = (files(__package__) / "misconceptions.toml").read_text(encoding="utf-8")
    return {key: _made(key, **entry) for key, entry in tomllib.loads(text).items()}


def _made(key: str, *, step: dict[str, Any], **texts: str) -> Misconception:
    exercise, says = step.pop("exercise"), step.pop("says")
    return Misconception(key, step=Evidence(exercise, Look(**step), says), **texts)
