"""The misconceptions that wrong answers come from, as data with sources: ``misconceptions.toml``."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Misconception:
    """One idea that is not so.

    ``quote`` is how learners put it (paraphrased), ``source`` a thread where they do (empty for a slip that anyone
    makes), ``think`` the idea, ``fact`` what is so, ``evidence`` where a trace shows it, ``lesson`` who treats it, and
    ``exercises`` which wrong answers lead here.
    """

    id: str
    quote: str
    source: str
    think: str
    fact: str
    evidence: str
    lesson: str
    exercises: tuple[str, ...]


@cache
def load() -> dict[str, Misconception]:
    """Every misconception by id. Raises TypeError when an entry of the file lacks a field."""
    text = (files(__package__) / "misconceptions.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text)
    return {
        key: Misconception(key, **{**entry, "exercises": tuple(entry["exercises"])}) for key, entry in entries.items()
    }
