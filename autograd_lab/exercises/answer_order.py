"""Answers that are an order of lines (a Parsons problem), judged by whether each line can run in its place."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .exercise import Form, Missing, Trouble
from .message import Block, safe_repr, sentence
from .plain import plain_numbers

RIGHT, TOO_EARLY, DISTRACTOR, INCOMPLETE = "right", "too early", "distractor", "incomplete"


@dataclass(frozen=True)
class Arranged:
    """An order of lines and what is to be said about it."""

    order: tuple[int, ...]
    outcome: str
    detail: str = ""


@dataclass(frozen=True)
class Order(Form):
    """Lines of code to be put in order.

    ``lines`` are in a right order, ``distractors`` belong nowhere, ``shown`` is the order in which they are numbered
    on the screen (positions in ``lines + distractors``). ``given`` are names that have a value from the start.
    Every order in which each name is defined before it is used is right; ``otherwise`` is the word about one that
    does not begin with the first ``usual`` of the lines.
    """

    lines: tuple[str, ...]
    distractors: tuple[str, ...]
    shown: tuple[int, ...]
    given: frozenset[str]
    usual: int = 0
    otherwise: str = ""
    told_by_a_step = False

    def numbered(self) -> list[str]:
        """The lines as they are listed, number 1 first."""
        return [(self.lines + self.distractors)[position] for position in self.shown]

    def listed(self) -> list[str]:
        return [f"{number}. {line}" for number, line in enumerate(self.numbered(), 1)]

    def control(self) -> dict[str, Any]:
        return {"kind": "order", "lines": self.numbered()}

    def numbers_of(self, lines: Sequence[str]) -> str:
        """The numbers of these lines, as a learner would type them."""
        listed = self.numbered()
        return " ".join(str(listed.index(line) + 1) for line in lines)

    # ----- reading ------------------------------------------------------------------------------------------------
    def read(self, answer: Any) -> Arranged | Trouble | Missing:
        words = answer.strip("()[]{} ").replace(",", " ").split() if isinstance(answer, str) else plain_numbers(answer)
        if words is ... or (isinstance(words, list) and not words):
            return Missing()
        if not isinstance(words, list | tuple):
            return Trouble(f'Line numbers are asked for, such as "3 1 4 2", not {safe_repr(answer)}.')
        count, order = len(self.shown), [_as_number(word) for word in words]
        bad = [word for word, number in zip(words, order, strict=True) if number is None or not 1 <= number <= count]
        if bad:
            return Trouble(f"{safe_repr(bad[0])} is not the number of a line; they run from 1 to {count}.")
        if len(set(order)) < len(order):
            return Trouble("One line occurs twice; each can be used once.")
        return self.arranged(tuple(order))

    def arranged(self, order: tuple[int, ...]) -> Arranged:
        """The verdict on this order: the first line that cannot run in its place, if there is one."""
        listed, known = self.numbered(), set(self.given)
        chosen = [listed[number - 1] for number in order]
        stray = next((line for line in chosen if line in self.distractors), None)
        if stray is not None:
            return Arranged(order, DISTRACTOR, sentence("stray line", line=stray))
        for place, line in enumerate(chosen, 1):
            target, used = names_in(line)
            early = sorted(used - known)
            if early:
                return Arranged(order, TOO_EARLY, sentence("early line", place=place, line=line, name=early[0]))
            known.add(target)
        missing = len(self.lines) - len(chosen)
        return (
            Arranged(order, INCOMPLETE, sentence("missing lines", count=missing)) if missing else Arranged(order, RIGHT)
        )

    # ----- the rest of a form -------------------------------------------------------------------------------------
    def same(self, given: Arranged, target: str) -> bool:
        """Two orders are the same when the verdict on them is."""
        known = target in (RIGHT, TOO_EARLY, DISTRACTOR, INCOMPLETE)
        return given.outcome == (target if known else self.read(target).outcome)

    def show(self, given: Arranged) -> str:
        return " ".join(map(str, given.order))

    def quote(self, said: str) -> str:
        return f"Your order: {said}."

    def solution_part(self, target: str, asks: str) -> Block:
        return Block("\n".join(self.numbered()[int(word) - 1] for word in target.split()), "python")

    def plain(self, given: Arranged) -> list[int]:
        return list(given.order)

    def detail(self, given: Arranged, target: Any) -> str:
        return given.detail

    def remark(self, given: Arranged) -> str:
        begins = {self.numbered()[number - 1] for number in given.order[: self.usual]}
        return "" if begins == set(self.lines[: self.usual]) else self.otherwise


def names_in(line: str) -> tuple[str, set[str]]:
    """(the name that an assignment sets, the names it uses)."""
    statement = ast.parse(line).body[0]
    used = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
    return statement.targets[0].id, used


def _as_number(word: Any) -> int | None:
    try:
        return int(word)
    except (TypeError, ValueError, OverflowError):
        return None
