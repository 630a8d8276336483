"""Answers that are values: a number, several numbers, a choice, a table of these.

Reading never raises, whatever was handed in; the reason why something cannot be read is one clear sentence.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..tracing.values import number_text
from .answer_base import NO_NUMBER, ROUNDED, Number, Value
from .answer_base import Where as Where
from .answer_choice import Choice as Choice
from .answer_choice import among as among
from .exercise import Missing, Trouble
from .message import safe_repr
from .plain import is_blank, is_close, plain_numbers

LONGEST_LINE = 66
"""So much code fits into a cell on a narrow screen."""
_COUNTED = 1000
"""A list asked for is shorter than that; what has no end is looked at so far."""


@dataclass(frozen=True)
class Numbers(Value):
    """A list of ``length`` numbers, in order. None can be read among them: it is an answer, and equals no number."""

    length: int
    empty: bool = False
    """Whether None may be a right entry (an empty slot); then a reply says that it can stand there."""
    told_by_a_step = False

    def read(self, answer: Any) -> tuple[float | None, ...] | Trouble | Missing:
        if is_blank(answer):
            return Missing()
        items = self._items(answer)
        if items is None:
            return Trouble(f"{self._wanted} in a list are asked for, not {safe_repr(answer)}.")
        if len(items) != self.length:
            return Trouble(f"{self._wanted} are asked for; {self._came(items)}.")
        parts = [Number().read(part) for part in items]
        if any(isinstance(part, Missing) for part in parts):
            return Missing("Some of the numbers are still missing.")
        return next((part for part in parts if isinstance(part, Trouble)), tuple(parts))

    def _came(self, items: list) -> str:
        """What came instead of so many numbers."""
        if len(items) == 1 and isinstance(items[0], list):
            return "yours is a list inside a list"
        return f"you gave {len(items) if len(items) < _COUNTED else 'more'}"

    @property
    def _wanted(self) -> str:
        return f"{self.length} numbers{' (or None)' * self.empty}"

    def _items(self, answer: Any) -> list | None:
        """The members of anything that has an order."""
        try:
            plain = plain_numbers(answer)
            if isinstance(plain, Iterable) and not isinstance(plain, str | bytes | Mapping | set | frozenset | list):
                plain = plain_numbers(list(islice(plain, _COUNTED)))
        except Exception:  # whatever a strange object does when it is looked at
            return None
        return plain if isinstance(plain, list) else None

    def same(self, given: tuple, target: Any) -> bool:
        """``target`` may hold ``...`` where any number will do."""
        return all(want is ... or is_close(have, want) for have, want in zip(given, target, strict=True))

    def near(self, given: tuple, target: Any) -> bool:
        return all(is_close(have, want, ROUNDED) for have, want in zip(given, target, strict=True))

    def show(self, given: tuple) -> str:
        return "[" + ", ".join("None" if number is None else number_text(number) for number in given) + "]"

    def wrong_entries(self, given: tuple, target: Any) -> tuple[int, ...]:
        pairs = enumerate(zip(given, target, strict=True))
        return tuple(i for i, (have, want) in pairs if not is_close(have, want))

    def entry(self, key: int) -> str:
        return f"number {key + 1}"

    def detail(self, given: tuple, target: Any) -> str:
        wrong = self.wrong_entries(given, target)
        empty = [place for place in wrong if given[place] is None]
        parts = [f"To look at again: {_numbers(wrong)}."] if 0 < len(wrong) < self.length else []
        return " ".join([*parts, *([f"{_numbers(empty).capitalize()}: {NO_NUMBER}"] if empty else [])])

    def plain(self, given: tuple) -> list:
        return list(given)

    def blank(self) -> str:
        return "[" + ", ".join(["..."] * self.length) + "]"


def _numbers(places: Sequence[int]) -> str:
    """ "number 2", "numbers 1, 3"."""
    return f"number{'s' * (len(places) > 1)} {', '.join(str(place + 1) for place in places)}"


@dataclass(frozen=True)
class Table(Value):
    """Several named answers. ``rows`` maps a name to its form; ``labels`` says it in words where the name is short."""

    rows: Mapping[str, Any]
    labels: Mapping[str, str] | None = None
    told_by_a_step = False

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
            given = {name: answer.get(name, ...) for name in names}
            unknown = [key for key in answer if key not in self.rows]
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} cannot be read as a dict.")
        if unknown:
            return Trouble(f"{safe_repr(unknown[0])} is not asked for; the names are {', '.join(names)}.")
        return self._read_rows(given)

    def _read_rows(self, given: dict[str, Any]) -> dict[str, Any] | Trouble | Missing:
        parts = {name: form.read(given[name]) for name, form in self.rows.items()}
        for name, part in parts.items():
            if isinstance(part, Trouble):
                return Trouble(f"Row {name}: {part.text}")
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

    def wrong_entries(self, given: dict, target: dict) -> tuple[str, ...]:
        return tuple(name for name, form in self.rows.items() if not form.same(given[name], target[name]))

    def entry(self, key: str) -> str:
        return key

    def detail(self, given: dict, target: dict) -> str:
        wrong = self.wrong_entries(given, target)
        right = [name for name in self.rows if name not in wrong]
        parts = [f"Right so far: {', '.join(right)}. To look at again: {', '.join(wrong)}."] if right and wrong else []
        empty = [name for name in wrong if given[name] is None]
        return " ".join([*parts, *([f"{', '.join(empty)}: {NO_NUMBER}"] if empty else [])])

    def plain(self, given: dict) -> dict:
        return {name: form.plain(given[name]) for name, form in self.rows.items()}

    def blank(self) -> str:
        return _dict_source({name: form.blank() for name, form in self.rows.items()})

    def written(self, answer: dict) -> str:
        """``answer`` may name only some rows when it is laid over a full one by the caller."""
        return _dict_source({name: self.rows[name].written(part) for name, part in answer.items()})


def _dict_source(parts: dict[str, str]) -> str:
    """A dict as one writes it: on one line, or where that would be long, with a line for each entry."""
    entries = [f'"{name}": {part}' for name, part in parts.items()]
    line = "{" + ", ".join(entries) + "}"
    return line if len(line) <= LONGEST_LINE else "{\n" + "".join(f"    {entry},\n" for entry in entries) + "}"
