"""All exercises by id (`get`), and with fresh numbers (`drawn`). A lesson's exercises are made when first asked for.

An exercise is a function of its numbers. A seed chooses others, such that each known mistake gives an answer of its
own. A *collision* is a wrong answer that looks like the right one, or like another wrong one; a *coincidence* is a
gradient that looks like a value. Numbers with either are not used.
"""

import importlib
import inspect
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from ..tracing.recording.values import array_of
from ..tracing.trace.events import BackwardStarted
from ..tracing.trace.trace import Trace
from .answer_code import Code, defined
from .exercise import Exercise
from .message import safe_repr
from .programs import numbers_apart

LESSONS = {f"L{number}": f"lesson_{number:02d}" for number in range(12)}
"""Lesson → the module that holds its exercises. CONTRIBUTING says what else a new lesson needs."""

Builder = Callable[..., Exercise]
Family = Mapping[str, tuple[int, ...]]
"""The names of an exercise's numbers, and what each may be."""
_DRAWS = 200
_NEAR = 40
"""So many seeds before and after another are compared with it."""

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
    """These ids in the order of the lessons; ids that are unknown in this kernel come last."""
    known = {name: place for place, name in enumerate(ids())}
    return sorted(names, key=lambda name: (known.get(name, len(known)), name))


def _lesson(exercise_id: str) -> str:
    return exercise_id.partition(".")[0]


@cache
def get(exercise_id: str, seed: int | None = None) -> Exercise:
    """The exercise; with ``seed`` with numbers of its own, where it has a family of them.

    Raises:
        LookupError: when there is no such exercise (the message says which one may be meant, or which there are), or a
            seed is given for an instructor's own: whoever wrote that wanted other numbers, and it has none.
        TypeError: when the seed is no whole number.
    """
    lesson = _lesson(str(exercise_id))
    if lesson in LESSONS:
        ids(lesson)
    if exercise_id not in _builders:
        raise LookupError(f"There is no exercise {exercise_id!r}. {_help_with(str(exercise_id))}")
    if seed is not None and not isinstance(seed, int):
        raise TypeError(f"seed is a whole number, not {safe_repr(seed)}.")
    if seed is not None and lesson not in LESSONS:
        what = "leave `seed` out, and to give it other numbers, draw them in Python before `ex.add`"
        raise LookupError(f"{exercise_id} has the same numbers for every seed: {what}.")
    builder, family = _builders[exercise_id], _families[exercise_id]
    if seed is not None and family:
        return drawn(exercise_id, builder, family, seed).with_seed(exercise_id, seed)
    with numbers_apart():
        return replace(builder(), id=exercise_id, varies=bool(family))


def _help_with(exercise_id: str) -> str:
    """Help with an unknown name: the id it may mean, or the ids of its lesson."""
    meant = [name for name in ids() if _bare(name) == _bare(exercise_id)]
    members = ids(_lesson(exercise_id).upper())
    if meant:
        return f"Did you mean {meant[0]}?"
    if members:
        return f"{_lesson(members[0])} has {', '.join(members)}."
    return f"The lessons are {', '.join(lessons())}. If a cell adds it with `ex.add`, run this cell first."


def _bare(exercise_id: str) -> str:
    return exercise_id.casefold().replace(".", "").strip()


# ----- whole answers, fresh numbers -----------------------------------------------------------------------------------
def full_answer(made: Exercise, answer: object) -> object:
    """A listed wrong answer as a learner would give it: what it leaves open (``...``) is right."""
    if isinstance(made.form, Code):
        return defined(answer, made.form.name) if isinstance(answer, str) else answer
    return _filled(made.answer, answer)


def _filled(right: object, wrong: object) -> object:
    if isinstance(wrong, dict) and isinstance(right, dict):
        return {**wrong, **{name: _filled(part, wrong.get(name, ...)) for name, part in right.items()}}
    if isinstance(wrong, list | tuple) and isinstance(right, list) and len(wrong) == len(right):
        return [have if want is ... else want for have, want in zip(right, wrong, strict=True)]
    return right if wrong is ... else wrong


def collisions(made: Exercise) -> list[str]:
    """Wrong answers that cannot be told from the right one, or from an earlier wrong one."""
    found, same = [], made.form.same
    for position, wrong in enumerate(made.wrong):
        given = made.form.read(full_answer(made, wrong.answer))
        others = {"counts as right": made.answer}
        others |= {f"is caught by {earlier}": other.answer for earlier, other in enumerate(made.wrong[:position])}
        found += [f"wrong answer {position} {what}" for what, answer in others.items() if same(given, answer)]
    return found


def drawn(exercise_id: str, builder: Builder, family: Family, seed: int) -> Exercise:
    """The exercise with the numbers of this seed, the same ones every time.

    No two of them are alike, they are not all as in the lesson, no wrong answer looks like the right one or like
    another wrong one, and no gradient looks like a value. Raises LookupError when the family has no such numbers.
    """
    draw = random.Random(f"{exercise_id}/{seed}")
    usual = tuple(parameter.default for parameter in inspect.signature(builder).parameters.values())
    for _ in range(_DRAWS):
        numbers = tuple(draw.choice(choices) for choices in family.values())
        if len(set(numbers)) == len(numbers) and numbers != usual:
            made = _if_good(builder, tuple(family), numbers)
            if made is not None:
                return made
    raise LookupError(f"no numbers without a collision for {exercise_id}")


def next_seed(made: Exercise) -> int | None:
    """The first later seed with numbers that this seed and those before it don't have; None if there are no more."""
    seed = made.seed or 0
    near = {k: get(made.id, k) for k in range(max(1, seed - _NEAR), seed + _NEAR)}
    asks = {k: (one.prompt, *one.question()[1:]) for k, one in near.items()}
    asked = {question for k, question in asks.items() if k <= seed}
    return next((k for k, question in asks.items() if k > seed and question not in asked), None)


@cache
def _if_good(builder: Builder, names: tuple[str, ...], numbers: tuple[int, ...]) -> Exercise | None:
    with numbers_apart():
        made = builder(**dict(zip(names, numbers, strict=True)))
    return None if collisions(made) or coincidences(made) else made


def coincidences(made: Exercise) -> list[str]:
    """Leaves whose gradient looks like their own value, or has a number that the output of the program has, too."""
    trace, found = made.trace, []
    if trace is None:
        return found
    roots = [root for event in trace.events if isinstance(event, BackwardStarted) for root in event.roots]
    outputs = [value for root in roots if (value := _value(trace, root.node, root.slot)) is not None]
    for leaf, gradient in trace.grads().items():
        if gradient is None:  # a leaf whose .grad no backward has written
            continue
        own, grad, name = _value(trace, leaf), array_of(gradient), trace.name(leaf)
        if own is not None and np.any(own == grad):
            found.append(f"{name}.grad looks like {name}")
        if any(np.isin(grad, output).any() for output in outputs):
            found.append(f"{name}.grad looks like the output")
    return found


def _value(trace: Trace, node: str, slot: int = 0) -> np.ndarray | None:
    known = trace.variables.get(node, ())[slot : slot + 1]
    return array_of(known[0].value) if known and known[0] is not None and known[0].value is not None else None
