"""Fresh numbers: an exercise is a function of its numbers, and a seed gives it others, by which mistakes can be told.

A *collision* is a wrong answer that looks like the right one, or like another wrong one; a *coincidence* is a gradient
that looks like a value. Numbers with either are not used.
"""

import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import numpy as np

from ..tracing.recording.values import array_of
from ..tracing.trace.events import BackwardStarted, Value
from ..tracing.trace.trace import Trace
from .answer_code import Code, defined
from .exercise import Exercise
from .programs import numbers_apart


def full_answer(made: Exercise, answer: object) -> object:
    """A whole answer, as learners hand it in: right where a listed wrong one leaves a row or a place (``...``) open."""
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


Builder = Callable[..., Exercise]
Family = Mapping[str, tuple[int, ...]]
"""The names of an exercise's numbers, and what each may be."""
_DRAWS = 200


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


@cache
def _if_good(builder: Builder, names: tuple[str, ...], numbers: tuple[int, ...]) -> Exercise | None:
    with numbers_apart():
        made = builder(**dict(zip(names, numbers, strict=True)))
    return None if collisions(made) or coincidences(made) else made


def coincidences(made: Exercise) -> list[str]:
    """Leaves whose gradient looks like their own value, or has a number that the output of the program has, too."""
    trace = made.trace
    outputs = [array_of(value) for value in _outputs(trace)] if trace is not None else []
    found = []
    for leaf, gradient in trace.grads().items() if trace is not None else ():
        own, grad = _value(trace, leaf), array_of(gradient)
        if own is not None and np.any(array_of(own) == grad):
            found.append(f"{trace.name(leaf)}.grad looks like {trace.name(leaf)}")
        if any(np.isin(grad, output).any() for output in outputs):
            found.append(f"{trace.name(leaf)}.grad looks like the output")
    return found


def _outputs(trace: Trace) -> Iterator[Value]:
    for event in trace.events:
        if isinstance(event, BackwardStarted):
            values = (_value(trace, root.node, root.slot) for root in event.roots)
            yield from (value for value in values if value is not None)


def _value(trace: Trace, node: str, slot: int = 0) -> Value | None:
    known = trace.variables.get(node, ())
    return known[slot].value if slot < len(known) and known[slot] is not None else None
