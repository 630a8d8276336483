"""All exercises by id. A lesson's exercises are made when first asked for."""

import importlib
import inspect
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from .answer_code import Code, defined
from .exercise import Exercise
from .numbers_apart import numbers_apart

Builder = Callable[..., Exercise]
LESSONS = {f"L{number}": f"lesson_0{number}" for number in range(8)}
"""Lesson → the module that holds its exercises."""

_builders: dict[str, Builder] = {}
_families: dict[str, dict[str, tuple[int, ...]]] = {}
_DRAWS = 200


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
    """
    lesson = _lesson(str(exercise_id))
    if lesson in LESSONS:
        ids(lesson)
    if exercise_id not in _builders:
        raise LookupError(f"There is no exercise {exercise_id!r}. {_help_with(str(exercise_id))}")
    with numbers_apart():
        return replace(_builders[exercise_id](**_numbers(exercise_id, seed)), id=exercise_id)


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


def _numbers(exercise_id: str, seed: int | None) -> dict[str, int]:
    """Numbers for this seed in which no wrong answer looks like the right one, or like another wrong one."""
    family = _families[exercise_id]
    if seed is None or not family:
        return {}
    draw = random.Random(f"{exercise_id}/{seed}")
    defaults = {name: p.default for name, p in inspect.signature(_builders[exercise_id]).parameters.items()}
    for _ in range(_DRAWS):
        numbers = {name: draw.choice(choices) for name, choices in family.items()}
        if len(set(numbers.values())) == len(numbers) and numbers != defaults:
            made = _builders[exercise_id](**numbers)
            if not collisions(made):
                return numbers
    raise LookupError(f"no numbers without a collision for {exercise_id}")


def collisions(made: Exercise) -> list[str]:
    """Wrong answers that cannot be told from the right one, or from an earlier wrong one."""
    found = []
    for position, wrong in enumerate(made.wrong):
        given = made.form.read(full_answer(made, wrong.answer))
        if made.form.same(given, made.answer):
            found.append(f"wrong answer {position} counts as right")
        found.extend(
            f"wrong answer {position} is caught by {earlier}"
            for earlier, other in enumerate(made.wrong[:position])
            if made.form.same(given, other.answer)
        )
    return found


def full_answer(made: Exercise, answer: object) -> object:
    """What a learner would hand in: where a wrong answer says nothing (a row, ``...`` in a list), the right one is."""
    if isinstance(made.form, Code):
        return defined(answer, made.form.name) if isinstance(answer, str) else answer
    if isinstance(answer, dict) and isinstance(made.answer, dict):
        return {name: full_part(right, answer.get(name, ...)) for name, right in made.answer.items()}
    return full_part(made.answer, answer)


def full_part(right: object, wrong: object) -> object:
    """``wrong``, filled up with ``right`` where it is ``...``."""
    if isinstance(wrong, list | tuple) and isinstance(right, list):
        return [have if want is ... else want for have, want in zip(right, wrong, strict=True)]
    return right if wrong is ... else wrong
