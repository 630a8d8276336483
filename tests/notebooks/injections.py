"""What the tests put into an exercise's cell: nothing, the solution, and every listed wrong answer."""

from dataclasses import dataclass

from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code
from autograd_lab.exercises.exercise import Wrong
from autograd_lab.exercises.observing import source_of


@dataclass(frozen=True)
class Injection:
    """Sources for one cell."""

    shipped: str
    solved: str
    wrong: tuple[tuple[str, Wrong], ...]


def injection(exercise_id: str) -> Injection:
    """The three kinds of source for the cell of an exercise."""
    exercise = bank.get(exercise_id)
    wrong = tuple((answered(exercise, written(exercise, wrong)), wrong) for wrong in exercise.wrong)
    return Injection(exercise.form.cell(exercise), answered(exercise, exercise.answer), wrong)


def answered(exercise, answer: object) -> str:
    """The cell with this code in it; or the form, answered as its button does it."""
    if isinstance(exercise.form, Code):
        return f'{source_of(answer)}\n\n\nex.check("{exercise.id}", {exercise.form.name})'
    return f"{exercise.form.cell(exercise)}.commit({answer!r})"


def written(exercise, wrong: Wrong) -> object:
    """A wrong answer as a learner would type it: rows and places that it says nothing about are right."""
    return wrong.answer if isinstance(wrong.answer, str) else bank.full_answer(exercise, wrong.answer)
