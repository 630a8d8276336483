"""Whether a reply to a wrong answer tells the right one.

What a reply may say: what the learner said, what stands in the question, the numbers of steps, of places in a list and
of nodes, and the seed. Any other number that belongs to a right entry, and any right option of a choice, is a leak.
"""

import re
from typing import Any

from autograd_lab.exercises.answer_values import Choice, Number, Numbers, Table
from autograd_lab.exercises.exercise import Exercise
from autograd_lab.exercises.judge import Result
from autograd_lab.exercises.message import plain
from autograd_lab.tracing.recording.values import number_text

NUMBER = re.compile(r"(?<![\w.#])[-−]?\d+(?:\.\d+)?(?!\w)")
COUNTING = re.compile(r"\bsteps? \d+|\bnumbers? \d+(?:, \d+)*|#\d+|\bseed[ =]\d+|\bL\d+\.\w+|\[\d+\]")


def leaked(exercise: Exercise, answer: Any, result: Result) -> list[str]:
    """What the reply tells of the right answer."""
    form = exercise.form
    given = form.read(answer)
    said = form.show(given)
    asked = plain((exercise.prompt, exercise.setup)) if isinstance(form, Choice) else plain(exercise.question())
    reply = COUNTING.sub("", result.message.replace(said, ""))
    numbers, options = secrets(form, given, exercise.answer)
    known = numbers_in(asked) | numbers_in(said)
    found = [number for number in numbers if number in numbers_in(reply) and number not in known]
    return found + [
        option for option in options if says(reply, option) and not says(f"{exercise.prompt} {said}", option)
    ]


def solution_in(exercise: Exercise, code: str, reply: str) -> list[str]:
    """The lines of a solution in a reply to code; those that the learner wrote are no news."""
    lines = [line.strip() for line in exercise.form.solution.splitlines()]
    told = [line for line in lines if line and line not in exercise.form.starting and line in reply]
    return [line for line in told if line not in code]


def secrets(form: Any, given: Any, target: Any) -> tuple[set[str], set[str]]:
    """(numbers, options) of the entries that differ."""
    if isinstance(form, Table):
        parts = [secrets(form.rows[name], given[name], target[name]) for name in form.wrong_entries(given, target)]
        return set().union(*(part[0] for part in parts)), set().union(*(part[1] for part in parts))
    if isinstance(form, Numbers):
        return {_text(target[i]) for i in form.wrong_entries(given, target) if target[i] is not None}, set()
    if isinstance(form, Choice):
        if form.same(given, target):
            return set(), set()
        return ({target}, set()) if numbers_in(target) == {target} else (set(), {target})
    if isinstance(form, Number) and isinstance(target, int | float):
        return {_text(target)}, set()
    return set(), set()


def _text(number: float) -> str:
    return number_text(number).replace("−", "-")


def numbers_in(text: str) -> set[str]:
    """Every number that stands alone."""
    return {_text(float(found.replace("−", "-"))) for found in NUMBER.findall(text)}


def says(text: str, option: str) -> bool:
    """Whether the words of an option occur."""
    return re.search(rf"(?<!\w){re.escape(option.casefold())}(?!\w)", text.casefold()) is not None
