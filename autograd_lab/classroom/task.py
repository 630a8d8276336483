"""A graded exercise: its question, the cell with its solution, and the test that gives the point.

A lesson answers a value in a form. What is typed there goes into the learner's own progress file, and autograders take
in and grade cells alone. So an assignment has a cell with a blank in the place of the form: ``answer_1 = ...`` and
``ex.check("L2.1", answer_1)``. `check` reads there what the form reads, and replies as it does.
"""

from dataclasses import dataclass
from pprint import pformat
from typing import Any

from ..exercises import bank
from ..exercises.answer_code import Code
from ..exercises.exercise import Exercise
from ..exercises.message import markdown
from ..exercises.observing import source_of

TEST = """\
from autograd_lab import exercises as ex

reply = {check}
assert reply, reply"""
"""``ex`` is imported anew, whatever it has become in the cells above; a reply is true when the answer is right."""

UNTOUCHED = """
assert {name} is not ex.bank.get("{id}").answer, "{id}: not answered yet."\
"""
"""A cell of the notebook has defined the solution under this very name, and it must not count."""


@dataclass(frozen=True)
class Task:
    """An exercise, with the numbers of a seed or those of the lesson."""

    exercise: Exercise
    starting: str = ""
    """What a lesson of one's own has above `ex.check`, where the answer is code; empty: what the exercise says."""

    @property
    def name(self) -> str:
        """Its id without the dot, which autograders do not want: ``"L5_2"``."""
        return self.exercise.id.replace(".", "_")

    def question(self, as_shipped: str) -> str:
        """The words above the cell: those of the lesson above code, and else those of the form."""
        if isinstance(self.exercise.form, Code):
            return as_shipped
        said = markdown(self.exercise.question()).removeprefix(f"{self.exercise.name}: ")
        return f"### Exercise {self.exercise.id}\n\n{said}"

    def cell(self, begin: str, end: str) -> str:
        """The cell: what students start from, and between the marks the solution, which runs after it."""
        start, solution = self._sources()
        stub = start.rstrip()
        return f"{stub}\n{begin}\n{solution.rstrip()}\n{end}{start[len(stub) :]}{self._check}"

    def test(self) -> str:
        """The cell that fails unless the answer is right, and then says what a learner is told."""
        test = TEST.format(check=self._check)
        return test + UNTOUCHED.format(name=self._answer, id=self.exercise.id) * callable(self.exercise.answer)

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
        if isinstance(form, Code):
            return f"{(self.starting or form.starting).strip()}\n\n\n", f"{source_of(right)}\n\n\n"
        return f"{self._answer} = {blank(form.control())}\n", f"{self._answer} = {pformat(right, sort_dicts=False)}\n"


def blank(control: dict[str, Any]) -> str:
    """What stands in the cell of an assignment where a lesson has this control: ``...`` for each part of the answer."""
    if control["kind"] == "numbers":
        return f"[{', '.join(['...'] * control['length'])}]"
    if control["kind"] == "table":
        rows = "".join(f'    "{row["name"]}": {blank(row["control"])},\n' for row in control["rows"])
        return f"{{\n{rows}}}"
    return "..."


def task(exercise_id: str, seed: int | None, starting: str = "") -> Task | None:
    """The task of this exercise. None for one that no cell has added."""
    try:
        return Task(bank.get(exercise_id, seed), starting)
    except LookupError:
        return None
