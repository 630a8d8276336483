"""All exercises by id. A lesson's exercises are made when first asked for."""

import importlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from .exercise import Exercise
from .fresh_numbers import Builder, Family, drawn
from .fresh_numbers import collisions as collisions
from .fresh_numbers import full_answer as full_answer
from .message import safe_repr
from .programs import numbers_apart

LESSONS = {f"L{number}": f"lesson_0{number}" for number in range(8)}
"""Lesson → the module that holds its exercises."""

_builders: dict[str, Builder] = {}
_families: dict[str, Family] = {}


def exercise(exercise_id: str, **family: tuple[int, ...]) -> Callable[[Builder], Builder]:
    """Decorate a function that makes the exercise. ``family`` names its numbers and what each may be."""

    def register(builder: Builder) -> Builder:
        if exercise_id in _builders:
            raise TypeError(f"there are two exercises {exercise_id}")
        _builders[exercise_id], _families[exercise_id] = builder, family
        return builder

    return register


def put(made: Exercise) -> None:
    """Add an exercise that is made already, in place of an earlier one of its id."""
    _builders[made.id], _families[made.id] = lambda: made, {}
    get.cache_clear()


def lessons() -> tuple[str, ...]:
    """Every lesson: the package's own, then those that an instructor added."""
    return tuple(dict.fromkeys([*LESSONS, *map(_lesson, _builders)]))


def ids(lesson: str | None = None) -> tuple[str, ...]:
    """Every id (of one lesson), in the order of the lessons."""
    wanted = lessons() if lesson is None else (lesson,)
    for name in LESSONS.keys() & set(wanted):
        importlib.import_module(f".{LESSONS[name]}", __package__)
    return tuple(i for name in wanted for i in _builders if _lesson(i) == name)


def in_order(names: Iterable[str]) -> list[str]:
    """These ids in the order of the lessons; those that no cell has added in this kernel come last."""
    known = {name: place for place, name in enumerate(ids())}
    return sorted(names, key=lambda name: (known.get(name, len(known)), name))


def _lesson(exercise_id: str) -> str:
    return exercise_id.partition(".")[0]


@cache
def get(exercise_id: str, seed: int | None = None) -> Exercise:
    """The exercise; with ``seed`` with numbers of its own, where it has a family of them.

    Raises:
        LookupError: when there is no such exercise; the message says which one may be meant, or which there are.
        TypeError: when the seed is no whole number.
    """
    lesson = _lesson(str(exercise_id))
    if lesson in LESSONS:
        ids(lesson)
    if exercise_id not in _builders:
        raise LookupError(f"There is no exercise {exercise_id!r}. {_help_with(str(exercise_id))}")
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"seed is a whole number, not {safe_repr(seed)}.")
    builder, family = _builders[exercise_id], _families[exercise_id]
    if seed is not None and family:
        return drawn(exercise_id, builder, family, seed).with_seed(exercise_id, seed)
    with numbers_apart():
        return replace(builder(), id=exercise_id, varies=bool(family))


def _help_with(exercise_id: str) -> str:
    """What may be meant by a name that there is not: one written a little differently, or one of its lesson."""
    meant = [name for name in ids() if _bare(name) == _bare(exercise_id)]
    if meant:
        return f"Did you mean {meant[0]}?"
    members = ids(_lesson(exercise_id).upper())
    if members:
        return f"{_lesson(members[0])} has {', '.join(members)}."
    return f"The lessons are {', '.join(lessons())}."


def _bare(exercise_id: str) -> str:
    return exercise_id.casefold().replace(".", "").strip()


def has_family(exercise_id: str) -> bool:
    """Whether ``seed=`` changes the numbers."""
    return bool(_families[exercise_id])
