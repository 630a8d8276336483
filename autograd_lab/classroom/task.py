"""A graded exercise: its question, the cell with its solution, and the test that gives the point."""

from dataclasses import dataclass

from ..exercises import bank
from ..exercises.answer_code import Code
from ..exercises.answer_order import Order
from ..exercises.answer_values import Value
from ..exercises.exercise import Exercise
from ..exercises.message import markdown

TEST = """\
from autograd_lab import exercises as ex

reply = {check}
assert reply, reply"""
"""``ex`` is imported anew, whatever it has become in the cells above; a reply is true when the answer is right."""
ORDER = '{name} = {order}  # the numbers of your lines, such as "3 1 2"\n'


@dataclass(frozen=True)
class Task:
    """An exercise, with the numbers of a seed or those of the lesson."""

    exercise: Exercise

    @property
    def name(self) -> str:
        """Its id without the dot, which autograders do not want: ``"L5_2"``."""
        return self.exercise.id.replace(".", "_")

    def question(self, as_shipped: str) -> str:
        """The words above the cell: as in the lesson; or as the exercise itself says it, where the lesson speaks of
        other numbers, or leaves the question to a form."""
        has_words = "\n" in as_shipped.strip() and not isinstance(self.exercise.form, Order)
        if self.exercise.seed is None and has_words:
            return as_shipped
        said = markdown(self.exercise.question()).removeprefix(f"{self.exercise.name}: ")
        return f"### Exercise {self.exercise.id}\n\n{said}"

    def cell(self, begin: str, end: str) -> str:
        """The cell: what students start from, and between the marks the solution, which runs after it."""
        start, solution = self._sources()
        stub = start.rstrip()
        return f"{stub}\n{begin}\n{solution.rstrip()}\n{end}{start[len(stub) :]}{self._check}"

    def solved(self) -> str:
        """The cell of a student who knows the solution."""
        return self._sources()[1] + self._check

    def test(self) -> str:
        """The cell that fails unless the answer is right, and then says what a learner is told."""
        return TEST.format(check=self._check)

    @property
    def _check(self) -> str:
        seed = "" if self.exercise.seed is None else f", seed={self.exercise.seed}"
        return f'ex.check("{self.exercise.id}", {self._answer}{seed})'

    @property
    def _answer(self) -> str:
        """The name of what is graded. Otter grades when all cells have run, so each value has a name of its own."""
        form = self.exercise.form
        return form.name if isinstance(form, Code) else f"answer_{self.exercise.id.partition('.')[2]}"

    def _sources(self) -> tuple[str, str]:
        """(the cell as students get it, the cell with the solution), both without the check."""
        form, right = self.exercise.form, self.exercise.answer
        if isinstance(form, Value):
            return f"{self._answer} = {form.blank()}\n", f"{self._answer} = {form.written(right)}\n"
        if isinstance(form, Order):  # a form would keep it in the learner's own file, where no autograder looks
            return ORDER.format(name=self._answer, order="..."), ORDER.format(name=self._answer, order=repr(right))
        return _without_check(self.exercise.starter()), _without_check(self.exercise.solved())


def _without_check(source: str) -> str:
    return source[: source.rindex("\n") + 1]


def task(exercise_id: str, seed: int | None) -> Task | None:
    """The task of this exercise. None for an instructor's own: a cell makes it, and no cell is run here."""
    try:
        return Task(bank.get(exercise_id, seed))
    except LookupError:
        return None
