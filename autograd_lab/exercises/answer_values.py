"""Answers that are values: a number, several numbers, a choice, or a table of these.

Reading never raises, whatever a learner hands in: each class says in one clear sentence why it cannot read something.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import eq
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from ..tracing.recording.values import number_text
from .exercise import Form, Missing, Trouble
from .message import safe_repr, sentence
from .plain import is_close, is_rounded, plain_numbers

NO_NUMBER = "None says that there is no number at all."


# ----- numbers --------------------------------------------------------------------------------------------------------
_BRACKETS = "()[]{} \t\n"
"""What people write around a number, or around several. An equals sign may stand before it, too."""
_COMMA = re.compile(r"[+-]?(0?,\d+|\d+,(?!\d{3}$)\d+)")
"""A number with a decimal comma. ``1,000`` may be a thousand, so it is none."""


POINT = " (in Python, a decimal point)"


class WithComma(float):
    """A number that was typed with a decimal comma."""


def once(text: str) -> str:
    """The text with the note about the decimal point at its end only."""
    return text.replace(POINT, "") + POINT * (POINT in text)


def typed(text: str) -> Any:
    """The number that a text means (``1/3`` and ``0,5`` are numbers, too), or None; ``...`` for no text; the text if
    it is neither."""
    bare = _bare(text)
    if not bare:
        return text.strip() or ...
    if bare.casefold() == "none":
        return None
    if _COMMA.fullmatch(bare):
        return WithComma(bare.replace(",", "."))
    for read in (float, Fraction):
        try:
            return float(read(bare))
        except (ValueError, ArithmeticError):
            continue
    return text


def typed_list(text: str) -> list[str]:
    """The parts of a text such as ``[1, 2, 3]``, ``1 2 3`` or ``1; 2; 3,``."""
    bare = _bare(text)
    separator = next((sign for sign in ";," if sign in bare), r"\s+")
    return [part.strip() for part in re.split(separator, bare)] if bare else []


def _bare(text: str) -> str:
    """The text without what stands around it, with Python's minus sign, without spaces at a stroke or after a sign."""
    bare = text.replace("−", "-").replace("–", "-").lstrip(f"{_BRACKETS}=").rstrip(f"{_BRACKETS},;")
    return re.sub(r"^([+-])\s+", r"\1", re.sub(r"\s*/\s*", "/", bare))


@dataclass(frozen=True)
class Number(Form):
    """One number. None can be read, too: it is an answer, and it equals no number."""

    def read(self, answer: Any) -> float | Trouble | Missing | None:
        answer = typed(answer) if isinstance(answer, str) else plain_numbers(answer)
        if answer is ... or answer is None:
            return Missing() if answer is ... else None
        if isinstance(answer, str):
            return Trouble(sentence("not a number", text=safe_repr(answer)))
        if isinstance(answer, bool | list | tuple | dict | set | complex):
            return Trouble(f"Give one number, not {safe_repr(answer)}.")
        try:
            number = answer if isinstance(answer, WithComma) else float(answer)
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} can't be read as a number.")
        return number if math.isfinite(number) else Trouble(f"The answer is a finite number, not {number}.")

    same, near = staticmethod(is_close), staticmethod(is_rounded)

    def detail(self, given: float | None, target: float | None) -> str:
        return NO_NUMBER if given is None else ""

    def show(self, given: float | None) -> str:
        if given is None:
            return "None"
        return f"{number_text(given)}{POINT * isinstance(given, WithComma)}"

    def plain(self, given: float | None) -> float | str:
        """None as the text that a box shows."""
        return "None" if given is None else float(given)

    def control(self) -> dict[str, Any]:
        return {"kind": "number"}


NUMBER = Number()


@dataclass(frozen=True)
class Numbers(Form):
    """A list of ``length`` numbers, in order. None can be read among them: it is an answer, and equals no number."""

    length: int
    empty: bool = False
    """Whether None may be a right entry (an empty slot); then a reply says that None is allowed."""
    told_by_a_step = False

    def read(self, answer: Any) -> tuple[float | None, ...] | Trouble | Missing:
        items = self._items(answer)
        if items is ...:
            return Missing()
        wanted = f"{self.length} numbers{' (or None)' * self.empty}"
        if not isinstance(items, list):
            return Trouble(f"Give {wanted} in a list, not {safe_repr(items)}.")
        if len(items) != self.length:
            came = "you gave a list inside a list" if [*map(type, items)] == [list] else f"you gave {len(items)}"
            return Trouble(f"Give {wanted}; {came}.")
        parts = [NUMBER.read(part) for part in items]
        if any(isinstance(part, Missing) for part in parts):
            return Missing("Some of the numbers are still missing.")
        return next((part for part in parts if isinstance(part, Trouble)), tuple(parts))

    def _items(self, answer: Any) -> Any:
        """The numbers as a list, also of a text, or of boxes of which the first one holds them all; ``...``: none."""
        plain = plain_numbers(answer)
        rows = plain if isinstance(plain, list) and all(isinstance(row, list) for row in plain) else []
        numbers = [number for row in rows for number in row]
        if rows and len(numbers) == self.length and len(rows) in (1, self.length):
            plain = numbers  # a matrix with one row or one column
        if isinstance(plain, list) and plain and isinstance(plain[0], str) and not any(plain[1:]):
            whole = typed_list(plain[0])
            return whole if len(whole) == self.length or len(plain) == 1 else plain
        return (typed_list(plain) or ...) if isinstance(plain, str) else plain

    def same(self, given: tuple, target: Any) -> bool:
        """``target`` may hold ``...`` where any number will do."""
        return all(want is ... or is_close(have, want) for have, want in zip(given, target, strict=True))

    def near(self, given: tuple, target: Any) -> bool:
        return all(map(is_rounded, given, target))

    def show(self, given: tuple) -> str:
        return once(f"[{', '.join(map(NUMBER.show, given))}]")

    def wrong_entries(self, given: tuple, target: Any) -> tuple[int, ...]:
        return tuple(k for k, pair in enumerate(zip(given, target, strict=True)) if not is_close(*pair))

    def entry(self, key: int) -> str:
        return f"number {key + 1}"

    def detail(self, given: tuple, target: Any) -> str:
        wrong = self.wrong_entries(given, target)
        empty = [k for k in wrong if given[k] is None]
        again = sentence("look again", names=_numbers(wrong)) if 0 < len(wrong) < self.length else ""
        return f"{again} {f'{_numbers(empty).capitalize()}: {NO_NUMBER}' if empty else ''}".strip()

    def plain(self, given: tuple) -> list:
        return [*map(NUMBER.plain, given)]

    def control(self) -> dict[str, Any]:
        return {"kind": "numbers", "length": self.length}


def _numbers(places: Sequence[int]) -> str:
    """ "number 2", "numbers 1 and 3"."""
    return f"number{'s' * (len(places) > 1)} {joined([str(place + 1) for place in places])}"


def joined(names: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# ----- choices --------------------------------------------------------------------------------------------------------
_LONGEST = 500
"""No option has more characters."""
_LONG = 20
"""An option of more characters does not stand in a row."""
_SAME = ({"true", "t", "yes", "y"}, {"false", "f", "no", "n"}, {"none", "nothing"})
"""Words for one thing."""


@dataclass(frozen=True)
class Choice(Form):
    """One of several options.

    Its text names it in upper and lower case, with and without brackets and quotes; ``(1, 0)`` is the option
    ``"(1, 0)"``, True, ``"t"`` and ``"yes"`` are ``"true"``, None is ``"nothing"``; else its letter will do.
    """

    options: tuple[str, ...]
    told_by_a_step: bool = True

    def read(self, answer: Any) -> str | Trouble | Missing:
        if answer is ... or (isinstance(answer, str) and not answer.strip()):
            return Missing()
        try:
            bare = _words(_as_text(plain_numbers(answer)))
        except Exception:  # whatever a strange object does when it is looked at
            bare = ""
        lines = dict(zip(self.options, map(_words, self.listed()), strict=False))
        for option in self.options:
            words = _words(option)
            if bare in (words, lines.get(option)) or any(bare in same and words in same for same in _SAME):
                return option
        if len(bare) == 1 and bare.upper() in ascii_uppercase[: len(self.options)]:
            return self.options[ascii_uppercase.index(bare.upper())]
        number = typed(bare) if bare else None
        for option in self.options:
            if isinstance(number, float) and typed(option) == number:
                return option
        listed = "; ".join(self.listed())
        return Trouble(f"{safe_repr(answer)} is not among the choices. Choose one of: {listed}.", is_read=True)

    def listed(self) -> list[str]:
        return [f"{letter}) {option}" for letter, option in zip(ascii_uppercase, self.options, strict=False)]

    same, show = staticmethod(eq), staticmethod(str)

    def quote(self, said: str) -> str:
        words = any(letter.isalpha() for letter in said) and said not in ("True", "False", "None")
        return f"You said “{said}”." if words else f"You said {said}."

    def control(self) -> dict[str, Any]:
        return {"kind": "choice", "options": list(self.options)}


def among(*numbers: float) -> Choice:
    """One of these numbers, the smallest first."""
    return Choice(tuple(f"{number:g}" for number in sorted(numbers)))


def _as_text(plain: Any) -> str:
    if isinstance(plain, list):
        return ", ".join(map(_as_text, plain[:_LONGEST]))
    number = isinstance(plain, int | float) and not isinstance(plain, bool)
    return (number_text(plain) if number else str(plain))[:_LONGEST]


def _words(text: str) -> str:
    """The text without what learners leave out: case, brackets, quotes, a last comma or full stop."""
    bare = text.casefold().strip("()[]{}'\"`“”\u2018\u2019.,; \t\n").replace("−", "-")
    return ", ".join(" ".join(part.split()) for part in bare.split(","))


# ----- tables ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Table(Form):
    """Several named answers. ``rows`` maps a name to its form; ``labels`` says it in words where the name is short."""

    rows: Mapping[str, Any]
    labels: Mapping[str, str] | None = None
    wanted: str = ""
    """What to give, in words; without it, a dict with the names of the rows."""
    told_by_a_step = False

    def label(self, name: str) -> str:
        """What the row is called on the screen."""
        return (self.labels or {}).get(name, name)

    def read(self, answer: Any) -> dict[str, Any] | Trouble | Missing:
        if answer is ...:
            return Missing()
        wanted = self.wanted or f"Give a dict with {', '.join(map(repr, self.rows))}"
        if not isinstance(answer, Mapping):
            rows = answer if isinstance(answer, list | tuple) else plain_numbers(answer)
            if not isinstance(rows, list | tuple) or len(rows) != len(self.rows):
                return Trouble(f"{wanted}, not {safe_repr(answer)}.")
            answer = dict(zip(self.rows, rows, strict=True))
        try:
            parts = {name: form.read(answer.get(name, ...)) for name, form in self.rows.items()}
            unknown = [key for key in answer if key not in self.rows]
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} can't be read as a dict.")
        if unknown:
            return Trouble(f"There is no row {safe_repr(unknown[0])}; the names are {', '.join(self.rows)}.")
        for name, part in parts.items():
            if isinstance(part, Trouble):
                return Trouble(f"Row {name.removeprefix('row ')}: {part.text}")
        missing = [name for name, part in parts.items() if isinstance(part, Missing)]
        return Missing(sentence("still open", names=", ".join(missing))) if missing else parts

    def same(self, given: dict, target: dict) -> bool:
        """``target`` may name only some of the rows."""
        return all(self.rows[name].same(given[name], want) for name, want in target.items())

    def near(self, given: dict, target: dict) -> bool:
        rows = self.rows.items()
        return all(form.same(given[n], target[n]) or form.near(given[n], target[n]) for n, form in rows)

    def show(self, given: dict) -> str:
        return once(", ".join(f"{name}: {self.rows[name].show(part)}" for name, part in given.items()))

    def wrong_entries(self, given: dict, target: dict) -> tuple[str, ...]:
        return tuple(name for name, form in self.rows.items() if not form.same(given[name], target[name]))

    def detail(self, given: dict, target: dict) -> str:
        wrong = self.wrong_entries(given, target)
        right = [name for name in self.rows if name not in wrong]
        places = {name: self._places(name, given, target) for name in wrong}
        parts = [sentence("right so far", names=joined(right))] if right and wrong else []
        if (right and wrong) or any(places.values()):
            again = [f"{name} ({where})" if where else name for name, where in places.items()]
            parts.append(sentence("look again", names=joined(again)))
        empty = [name for name in wrong if given[name] is None]
        return " ".join([*parts, *([f"{joined(empty)}: {NO_NUMBER}"] if empty else [])])

    def _places(self, name: str, given: dict, target: dict) -> str:
        """Which numbers of a row are wrong; "" for all of them, and in a row with one answer."""
        form = self.rows[name]
        wrong = form.wrong_entries(given[name], target[name]) if isinstance(form, Numbers) else ()
        return _numbers(wrong) if wrong and len(wrong) < form.length else ""

    def plain(self, given: dict) -> dict:
        return {name: form.plain(given[name]) for name, form in self.rows.items()}

    def control(self) -> dict[str, Any]:
        rows = [{"name": name, "label": self.label(name), "control": row.control()} for name, row in self.rows.items()]
        return {"kind": "table", "rows": rows}

    def listed(self) -> list[str]:
        """A line for each row, with what can be chosen there. Long options have lines of their own: below all rows
        where these share them, else below each row. Their letters are small, since rows are called A, B …, too."""
        options = {name: row.options for name, row in self.rows.items() if isinstance(row, Choice)}
        long = {name: texts for name, texts in options.items() if max(map(len, texts)) > _LONG}
        shared = len(set(long.values())) == 1 and len(long) == len(self.rows)
        lines = []
        for name in self.rows:
            head = name if self.label(name) == name else f"{name}: {self.label(name)}"
            lines.append(f"{head}   ({' / '.join(options[name])})" if name in options and name not in long else head)
            lines += [f"    {line}" for line in _lettered(long.get(name, ())) if not shared]
        return [*lines, "", *_lettered(next(iter(long.values())))] if shared else lines


def _lettered(options: Sequence[str]) -> list[str]:
    return [f"{letter}) {option}" for letter, option in zip(ascii_lowercase, options, strict=False)]
