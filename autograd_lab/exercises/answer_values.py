"""Answers that are values: a number, several numbers, a choice, a table of these.

Reading never raises, whatever was handed in; the reason why something cannot be read is one clear sentence.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from ..tracing.values import number_text
from .exercise import Missing, Trouble
from .message import safe_repr

_RELATIVE = 1e-6
_ROUNDED = 1e-2


def is_blank(answer: Any) -> bool:
    """Whether this stands for "no answer yet"."""
    return answer is None or answer is ...


def is_close(given: float, target: float, relative: float = _RELATIVE) -> bool:
    """Equal up to ``relative`` of the target's size."""
    return abs(given - target) <= relative * max(1.0, abs(target))


def plain_numbers(item: Any) -> Any:
    """Tensors and arrays (ours, NumPy's, PyTorch's) as Python numbers and lists; anything else as it is."""
    try:
        if isinstance(item, list | tuple):
            return [plain_numbers(part) for part in item]
        detached = item.detach() if hasattr(item, "detach") else item
        return detached.tolist() if hasattr(detached, "tolist") else item
    except Exception:  # whatever a strange object does when it is looked at
        return item


def _check_cell(exercise_id: str, answer: str) -> str:
    return f'answer = {answer}\nex.check("{exercise_id}", answer)'


class _Value:
    """What the forms below share: the cell of an answer that is written as a value."""

    def blank(self) -> str:
        """What stands in the place of the answer."""
        return "..."

    def written(self, answer: Any) -> str:
        """The answer as Python source."""
        return repr(answer)

    def starter(self, exercise_id: str) -> str:
        return _check_cell(exercise_id, self.blank())

    def solved(self, exercise_id: str, answer: Any) -> str:
        return _check_cell(exercise_id, self.written(answer))

    def detail(self, given: Any, target: Any) -> str:
        return ""

    def near(self, given: Any, target: Any) -> bool:
        return False


@dataclass(frozen=True)
class Number(_Value):
    """One number."""

    def read(self, answer: Any) -> float | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        try:
            return self._read(answer)
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} cannot be read as a number.")

    def _read(self, answer: Any) -> float | Trouble:
        if isinstance(answer, str):
            return Trouble(f"{safe_repr(answer)} is text. Write the number without quotes.")
        answer = plain_numbers(answer)
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

    def same(self, given: float, target: float) -> bool:
        return is_close(given, target)

    def near(self, given: float, target: float) -> bool:
        return is_close(given, target, _ROUNDED)

    def show(self, given: float) -> str:
        return number_text(given)


@dataclass(frozen=True)
class Where(Number):
    """Any number for which ``holds`` is true (or, as a wrong answer, for which it is not)."""

    holds: Callable[[float], bool]

    def same(self, given: float, target: float) -> bool:
        return self.holds(given) == self.holds(target)

    def near(self, given: float, target: float) -> bool:
        return False


@dataclass(frozen=True)
class Numbers(_Value):
    """A list of ``length`` numbers, in order."""

    length: int

    def read(self, answer: Any) -> tuple[float, ...] | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        answer = plain_numbers(answer)
        if not isinstance(answer, list):
            return Trouble(f"{self.length} numbers in a list are asked for, not {safe_repr(answer)}.")
        if len(answer) != self.length:
            return Trouble(f"{self.length} numbers are asked for; there are {len(answer)} in {safe_repr(answer)}.")
        parts = [Number().read(part) for part in answer]
        if any(isinstance(part, Missing) for part in parts):
            return Missing("Some of the numbers are still missing.")
        return next((part for part in parts if isinstance(part, Trouble)), tuple(parts))

    def same(self, given: tuple, target: Any) -> bool:
        """``target`` may hold None where any number will do."""
        return all(want is None or is_close(have, want) for have, want in zip(given, target, strict=True))

    def near(self, given: tuple, target: Any) -> bool:
        return all(is_close(have, want, _ROUNDED) for have, want in zip(given, target, strict=True))

    def show(self, given: tuple) -> str:
        return "[" + ", ".join(number_text(number) for number in given) + "]"

    def detail(self, given: tuple, target: Any) -> str:
        wrong = [i for i, (have, want) in enumerate(zip(given, target, strict=True)) if not is_close(have, want)]
        return f"The first number that differs is number {wrong[0] + 1}." if wrong else ""

    def blank(self) -> str:
        return "[" + ", ".join(["..."] * self.length) + "]"


@dataclass(frozen=True)
class Choice(_Value):
    """One of several options; the letter, the value or the whole text names it."""

    options: tuple[str, ...]

    def read(self, answer: Any) -> str | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        try:
            text = " ".join(_as_text(plain_numbers(answer)).split()).casefold()
        except Exception:
            text = ""
        for option in self.options:
            if text == option.casefold():
                return option
        if len(text) == 1 and text.upper() in ascii_uppercase[: len(self.options)]:
            return self.options[ascii_uppercase.index(text.upper())]
        return Trouble(f"{safe_repr(answer)} is not among the choices: {'; '.join(self.lettered())}.")

    def lettered(self) -> list[str]:
        """The options as they are listed."""
        return [f"{letter}) {option}" for letter, option in zip(ascii_uppercase, self.options, strict=False)]

    def same(self, given: str, target: str) -> bool:
        return given == target

    def show(self, given: str) -> str:
        return given


def _as_text(plain: Any) -> str:
    if isinstance(plain, list):
        return ", ".join(map(_as_text, plain))
    number = isinstance(plain, int | float) and not isinstance(plain, bool)
    return number_text(plain) if number else str(plain)


@dataclass(frozen=True)
class Table(_Value):
    """Several named answers. ``rows`` maps a name to its form; ``labels`` says it in words where the name is short."""

    rows: Mapping[str, Any]
    labels: Mapping[str, str] | None = None

    def label(self, name: str) -> str:
        """What the row is called on the screen."""
        return (self.labels or {}).get(name, name)

    def read(self, answer: Any) -> dict[str, Any] | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        names = list(self.rows)
        if isinstance(answer, list | tuple) and len(answer) == len(names):
            answer = dict(zip(names, answer, strict=True))
        if not isinstance(answer, Mapping):
            return Trouble(f"A dict with {', '.join(map(repr, names))} is asked for, not {safe_repr(answer)}.")
        try:
            given = {name: answer.get(name) for name in names}
            unknown = [key for key in answer if key not in self.rows]
        except Exception:
            return Trouble(f"{safe_repr(answer)} cannot be read as a dict.")
        if unknown:
            return Trouble(f"{safe_repr(unknown[0])} is not asked for; the names are {', '.join(names)}.")
        return self._read_rows(given)

    def _read_rows(self, given: dict[str, Any]) -> dict[str, Any] | Trouble | Missing:
        parts = {name: form.read(given[name]) for name, form in self.rows.items()}
        for name, part in parts.items():
            if isinstance(part, Trouble):
                return Trouble(f"{name}: {part.text}")
        missing = [name for name, part in parts.items() if isinstance(part, Missing)]
        return Missing(f"Still open: {', '.join(missing)}.") if missing else parts

    def same(self, given: dict, target: dict) -> bool:
        """``target`` may name only some of the rows."""
        return all(self.rows[name].same(given[name], want) for name, want in target.items())

    def near(self, given: dict, target: dict) -> bool:
        rows = self.rows.items()
        return all(form.same(given[n], target[n]) or form.near(given[n], target[n]) for n, form in rows)

    def show(self, given: dict) -> str:
        return ", ".join(f"{name}: {self.rows[name].show(part)}" for name, part in given.items())

    def detail(self, given: dict, target: dict) -> str:
        right = [name for name, form in self.rows.items() if form.same(given[name], target[name])]
        wrong = [name for name in self.rows if name not in right]
        if not right or not wrong:
            return ""
        return f"Right so far: {', '.join(right)}. To look at again: {', '.join(wrong)}."

    def blank(self) -> str:
        return "{" + ", ".join(f'"{name}": {form.blank()}' for name, form in self.rows.items()) + "}"

    def written(self, answer: dict) -> str:
        """``answer`` may name only some rows when it is laid over a full one by the caller."""
        return "{" + ", ".join(f'"{name}": {self.rows[name].written(part)}' for name, part in answer.items()) + "}"
