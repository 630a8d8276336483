"""Answers that are values: a number, several numbers, a choice, or a table of these.

Reading never raises, whatever a learner hands in: each class says in one clear sentence why it cannot read something.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from string import ascii_uppercase
from typing import Any

from ..tracing.recording.values import number_text
from .exercise import Form, Missing, Trouble
from .message import safe_repr, sentence
from .plain import Unfit, is_close, is_rounded, plain_numbers


class Value(Form):
    """An answer that is written as a value, with its cell."""

    def blank(self) -> str:
        """The source in the place of the answer."""
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
        if answer is ...:
            return Missing()
        if answer is None:
            return None
        try:
            return self._read(answer)
        except Exception:  # whatever a strange object does when it is looked at
            return Trouble(f"{safe_repr(answer)} cannot be read as a number.")

    def _read(self, answer: Any) -> float | Trouble | Missing | None:
        if _is_text(answer):
            answer = typed(answer)
            if answer is ...:
                return Missing()
            if answer is None:
                return None
            if isinstance(answer, str):
                return Trouble(f"{safe_repr(answer)} is not a number.")
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
        return is_rounded(given, target)

    def detail(self, given: float | None, target: float | None) -> str:
        return NO_NUMBER if given is None else ""

    def show(self, given: float | None) -> str:
        return "None" if given is None else number_text(given)


_BRACKETS = "()[]{} \t\n"


def typed(text: Any) -> Any:
    """The number that a text means (``1/3`` is one, too), or None; ``...`` for no text; the text if it is neither."""
    text = str(text or "").replace("−", "-").replace("–", "-").strip()
    bare = re.sub(r"\s*/\s*", "/", text.strip(f"{_BRACKETS},;"))
    if not bare:
        return text or ...
    if bare.casefold() == "none":
        return None
    for read in (float, Fraction):
        try:
            return float(read(bare))
        except (ValueError, ArithmeticError):
            continue
    return text


def typed_list(text: str) -> list:
    """The numbers of a text such as ``[1, 2, 3]``, ``1 2 3`` or ``1; 2; 3,``."""
    bare = re.sub(r"\s*/\s*", "/", text.strip(f"{_BRACKETS},;"))
    return [typed(part) for part in re.split(r"[,;]" if "," in bare or ";" in bare else r"\s+", bare)] if bare else []


@dataclass(frozen=True)
class Where(Number):
    """Any number for which ``holds`` is true (or, as a wrong answer, for which it is not)."""

    holds: Callable[[float], bool]

    def same(self, given: float | None, target: float) -> bool:
        return given is not None and self.holds(given) == self.holds(target)

    def near(self, given: float | None, target: float) -> bool:
        return False


_LONGEST = 500
"""No option has more characters."""
_YES, _NO = {"true", "t", "yes", "y"}, {"false", "f", "no", "n"}
_PASTED = re.compile(r"\W*([A-Za-z]) ?[).:\]] ?(.+)")
"""An option with the letter under which it is listed."""


@dataclass(frozen=True)
class Choice(Value):
    """One of several options.

    ``(1, 0)``, ``[1, 0]`` and ``"1, 0"`` all name the option ``"(1, 0)"``; 3 names ``"only 3"``; None names
    ``"nothing"``; True, ``"t"`` and ``"yes"`` name ``"true"``; where an option lists things with *and*, their order
    does not matter; the first word names an option that alone begins with it; and an option may be pasted with its
    letter.
    """

    options: tuple[str, ...]
    told_by_a_step: bool = True

    def read(self, answer: Any) -> str | Trouble | Missing:
        if answer is ...:
            return Missing()
        try:
            text = _as_text(plain_numbers(answer))[:_LONGEST]
        except Exception:  # whatever a strange object does when it is looked at
            text = ""
        option = self._named(" ".join(text.split())) or self._pasted(" ".join(text.split()))
        if option is not None:
            return option
        return Trouble(f"{safe_repr(answer)} is not among the choices: {'; '.join(self.lettered())}.")

    def _named(self, text: str) -> str | None:
        """The one option that this text names."""
        for option in self.options:
            if text.casefold() == option.casefold():
                return option
        bare = _bare(text)
        for option in self.options:
            if bare and (bare == _bare(option) or (" and " in option and _parts(bare) == _parts(_bare(option)))):
                return option
        for words in (_YES, _NO):
            meant = [option for option in self.options if option.casefold() in words]
            if bare in words and len(meant) == 1:
                return meant[0]
        if len(bare) == 1 and bare.upper() in ascii_uppercase[: len(self.options)]:
            return self.options[ascii_uppercase.index(bare.upper())]
        first = f"{text} ".casefold()
        begun = [option for option in self.options if text.isalpha() and f"{option} ".casefold().startswith(first)]
        return begun[0] if len(begun) == 1 else None

    def _pasted(self, text: str) -> str | None:
        """The option that was copied with its letter; None where the letter is another one's."""
        found = _PASTED.fullmatch(text)
        option = self._named(found[2]) if found else None
        is_its_own = option is not None and self.options.index(option) == ascii_uppercase.index(found[1].upper())
        return option if is_its_own else None

    def lettered(self) -> list[str]:
        """The options as they are listed."""
        return [f"{letter}) {option}" for letter, option in zip(ascii_uppercase, self.options, strict=False)]

    def same(self, given: str, target: str) -> bool:
        return given == target

    def show(self, given: str) -> str:
        return given

    def quote(self, said: str) -> str:
        words = any(letter.isalpha() for letter in said) and said not in ("True", "False", "None")
        return f"You said “{said}”." if words else f"You said {said}."


def among(*numbers: float) -> Choice:
    """One of these numbers, the smallest first."""
    return Choice(tuple(f"{number:g}" for number in sorted(numbers)))


def _as_text(plain: Any) -> str:
    if isinstance(plain, set | frozenset):
        return ", ".join(sorted(map(_as_text, plain)))
    if isinstance(plain, list):
        return ", ".join(map(_as_text, plain[:_LONGEST]))
    number = isinstance(plain, int | float) and not isinstance(plain, bool)
    return number_text(plain) if number else str(plain)


def _bare(text: str) -> str:
    """The text without what learners leave out: case, brackets, quotes, the word *only*, a last comma or full stop."""
    text = (
        " ".join(text.split()).casefold().strip("()[]{}'\"`“”\u2018\u2019.,; ").replace("−", "-").removeprefix("only ")
    )
    text = ", ".join(part.strip() for part in re.split(r",| and | ?& ?", text))
    return "nothing" if text == "none" else text


def _parts(bare: str) -> list[str]:
    return sorted(part.strip() for part in bare.split(","))


LONGEST_LINE = 66
"""So much code fits into a cell on a narrow screen."""
_COUNTED = 1000
"""A list asked for is shorter than that; what has no end is looked at so far."""


@dataclass(frozen=True)
class Numbers(Value):
    """A list of ``length`` numbers, in order. None can be read among them: it is an answer, and equals no number."""

    length: int
    empty: bool = False
    """Whether None may be a right entry (an empty slot); then a reply says that None is allowed."""
    told_by_a_step = False

    def read(self, answer: Any) -> tuple[float | None, ...] | Trouble | Missing:
        if answer is ...:
            return Missing()
        items = self._items(typed_list(answer) if _is_text(answer) else answer)
        if items == [] and _is_text(answer):
            return Missing()
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
        if len(items) == 1 and isinstance(items[0], Unfit):
            return f"you gave {items[0]}"
        if len(items) == 1 and isinstance(items[0], list):
            return "yours is a list inside a list"
        return f"you gave {len(items) if len(items) < _COUNTED else 'more'}"

    @property
    def _wanted(self) -> str:
        return f"{self.length} numbers{' (or None)' * self.empty}"

    def _items(self, answer: Any) -> list | None:
        """The members of anything that has an order; of what is too long, the words for it."""
        try:
            plain = plain_numbers(answer)
            if isinstance(plain, Iterable) and not isinstance(plain, str | bytes | Mapping | set | frozenset | list):
                plain = plain_numbers(list(islice(plain, _COUNTED)))
        except Exception:  # whatever a strange object does when it is looked at
            return None
        if isinstance(plain, Unfit):
            return [plain]
        return self._flat(plain) if isinstance(plain, list) else None

    def _flat(self, items: list) -> list:
        """A row or a column of so many numbers as its numbers: ``[[1, 2]]`` and ``[[1], [2]]`` are ``[1, 2]``."""
        if not items or not all(isinstance(item, list) for item in items):
            return items
        inner = [part for item in items for part in item[: self.length + 1]]
        return inner if len(inner) == self.length and 1 in (len(items), len(items[0])) else items

    def same(self, given: tuple, target: Any) -> bool:
        """``target`` may hold ``...`` where any number will do."""
        return all(want is ... or is_close(have, want) for have, want in zip(given, target, strict=True))

    def near(self, given: tuple, target: Any) -> bool:
        return all(is_rounded(have, want) for have, want in zip(given, target, strict=True))

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
        parts = [sentence("look again", names=_numbers(wrong))] if 0 < len(wrong) < self.length else []
        return " ".join([*parts, *([f"{_numbers(empty).capitalize()}: {NO_NUMBER}"] if empty else [])])

    def plain(self, given: tuple) -> list:
        return list(given)

    def blank(self) -> str:
        return "[" + ", ".join(["..."] * self.length) + "]"


def _is_text(answer: Any) -> bool:
    return isinstance(answer, str) and not isinstance(answer, Unfit)


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
        if answer is ...:
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
        return Missing(sentence("still open", names=", ".join(missing))) if missing else parts

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
        told = {"right so far": right, "look again": wrong} if right and wrong else {}
        parts = [sentence(name, names=", ".join(rows)) for name, rows in told.items()]
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
