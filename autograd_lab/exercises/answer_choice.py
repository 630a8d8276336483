"""Answers that choose one of several options, named by letter, by value or by text."""

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from ..tracing.values import number_text
from .answer_base import Value
from .exercise import Missing, Trouble
from .message import safe_repr
from .plain import is_blank, plain_numbers

_LONGEST = 500
"""No option has more characters."""
_PASTED = re.compile(r"\W*([A-Za-z]) ?[).:\]] ?(.+)")
"""An option with the letter under which it is listed."""


@dataclass(frozen=True)
class Choice(Value):
    """One of several options.

    ``(1, 0)``, ``[1, 0]`` and ``"1, 0"`` all name the option ``"(1, 0)"``; 3 names ``"only 3"``; None names
    ``"nothing"``; True names ``"true"``; where an option lists things with *and*, their order does not matter; the
    first word names an option that alone begins with it; and an option may be pasted with its letter.
    """

    options: tuple[str, ...]
    told_by_a_step: bool = True

    def read(self, answer: Any) -> str | Trouble | Missing:
        if is_blank(answer):
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
