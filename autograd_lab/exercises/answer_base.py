"""What all answers that are written as a value share, and the one number."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..tracing.values import number_text
from .exercise import Form, Missing, Trouble
from .message import safe_repr
from .plain import Unfit, is_blank, is_close, plain_numbers

ROUNDED = 1e-2
"""A number that differs by less than this part of the right one was probably rounded."""


class Value(Form):
    """An answer that is written as a value, with its cell."""

    def blank(self) -> str:
        """What stands in the place of the answer."""
        return "..."

    def written(self, answer: Any) -> str:
        """The answer as Python source."""
        return repr(answer)

    def starter(self, exercise_id: str) -> str:
        return self._cell(exercise_id, self.blank())

    def solved(self, exercise_id: str, answer: Any) -> str:
        return self._cell(exercise_id, self.written(answer))

    def _cell(self, exercise_id: str, answer: str) -> str:
        return f'answer = {answer}\nex.check("{exercise_id}", answer)'

    def solution_part(self, target: Any, asks: str) -> str:
        shown = self.show(self.read(target))
        shown = f"`{shown}`" if shown in ("None", "True", "False") else shown
        return f"`{asks}` is {shown}." if asks else f"The answer: {shown}."


NO_NUMBER = "None says that there is no number at all."


@dataclass(frozen=True)
class Number(Value):
    """One number. None can be read, too: it is an answer, and it equals no number."""

    def read(self, answer: Any) -> float | Trouble | Missing | None:
        if is_blank(answer):
            return Missing()
        if answer is None:
            return None
        try:
            return self._read(answer)
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} cannot be read as a number.")

    def _read(self, answer: Any) -> float | Trouble:
        if isinstance(answer, str) and not isinstance(answer, Unfit):
            return Trouble(_not_text(answer))
        answer = plain_numbers(answer)
        if isinstance(answer, Unfit):
            return Trouble(f"A number is asked for; this is {answer}.")
        if isinstance(answer, bool):
            return Trouble(f"{answer} is a truth value; a number is asked for.")
        if isinstance(answer, list | tuple | dict | set):
            return Trouble(f"One number is asked for, not {safe_repr(answer)}.")
        if isinstance(answer, complex):
            return Trouble(f"{safe_repr(answer)} is complex; a real number is asked for.")
        number = float(answer)
        if not math.isfinite(number):
            return Trouble(f"{number} is not a number that can come out here.")
        return number

    def same(self, given: float | None, target: float | None) -> bool:
        return is_close(given, target)

    def near(self, given: float | None, target: float | None) -> bool:
        return is_close(given, target, ROUNDED)

    def detail(self, given: float | None, target: float | None) -> str:
        return NO_NUMBER if given is None else ""

    def show(self, given: float | None) -> str:
        return "None" if given is None else number_text(given)


def _not_text(answer: str) -> str:
    """Why a text is no number: its quotes, or what it says."""
    for read in (float, Fraction):
        try:
            read(answer)
            return f"{safe_repr(answer)} is text. Write the number without quotes."
        except (ValueError, ArithmeticError):
            continue
    return f"{safe_repr(answer)} is not a number."


@dataclass(frozen=True)
class Where(Number):
    """Any number for which ``holds`` is true (or, as a wrong answer, for which it is not)."""

    holds: Callable[[float], bool]

    def same(self, given: float | None, target: float) -> bool:
        return given is not None and self.holds(given) == self.holds(target)

    def near(self, given: float | None, target: float) -> bool:
        return False
