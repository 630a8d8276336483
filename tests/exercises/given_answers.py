"""Answers as learners might give them, and how they are written down: one table a lesson in ``answers_*.py``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograd_lab.exercises import bank


@dataclass(frozen=True)
class Given:
    """One answer (for code: the source of a cell without its last line) and what its reply must say."""

    exercise: str
    answer: Any
    says: tuple[str, ...] = ()
    idea: str | None = None
    status: str = "wrong"

    def __str__(self) -> str:
        return f"{self.exercise} {' '.join(str(self.answer).splitlines()[-3:])}"


def table(name: str, **rows: Any) -> dict:
    """The right table with some rows changed."""
    return {**bank.get(name).answer, **rows}


def body(head: str, indent: int) -> Callable[..., str]:
    """``write(line, …)`` puts these lines under ``head``."""

    def write(*lines: str) -> str:
        return head + "".join(f"\n{' ' * indent}{line}" for line in lines) + "\n"

    return write
