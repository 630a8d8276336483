"""What handing in a listed wrong answer would mean, and which of them cannot be told apart."""

from .answer_code import Code, defined
from .exercise import Exercise


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
