"""What lessons show in a cell: the values of variables, the rules of a row of the table, and a learner's progress."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ..derivatives import TABLE
from ..tracing.recording.values import text_of, value_of
from .bank import LESSONS, ids, in_order, lessons
from .learner import CORRECT, RANKS, UNANSWERED, Learner, Record
from .message import Block, Message


def values(**variables: Any) -> Message:
    """The values on the way through a program: ``values(x=x, u=u)`` shows ``x = 3 · u = 9``."""
    return Message((" · ".join(f"{name} = {text_of(value_of(item))}" for name, item in variables.items()),))


def rules(operation: str) -> Message:
    """The rules of an operation (``"mul"``) in our table, and in PyTorch's derivatives.yaml where we keep a copy.

    Raises:
        LookupError: when the table has no such operation; the message lists those it has.
    """
    rows = [op for op in TABLE.values() if operation in (op.base, op.name) and op.node is not None]
    if not rows:
        known = ", ".join(dict.fromkeys(op.base for op in TABLE.values() if op.node is not None))
        raise LookupError(f"The table has no operation {operation!r}. It has {known}.")
    parts: list[str | Block] = []
    for op in rows:
        parts.append(f"`{op.name}` makes a node `{op.node}`. Our rules, in NumPy:")
        parts.append(Block("\n".join(f"{name}: {rule.source}" for name, rule in op.plan.rules.items()), "python"))
        if op.name in pytorch_rules():
            parts.append("PyTorch's, in derivatives.yaml, from which it generates C++:")
            parts.append(Block(pytorch_rules()[op.name], "yaml"))
    return Message(tuple(parts))


@cache
def pytorch_rules() -> dict[str, str]:
    """Our copy of a few entries of PyTorch 2.13's derivatives.yaml, by the name in the schema."""
    text = (files(__package__) / "pytorch_rules.toml").read_text(encoding="utf-8")
    return {name: rule.strip() for name, rule in tomllib.loads(text).items()}


_UNTOUCHED = "–"


def overview(learner: Learner) -> Message:
    """One line for each lesson, one for each exercise of it that was touched, and a sentence about the file.

    A hint or a solution that was looked at is no try.
    """
    touched = learner.touched()
    best = {name: max(touched[name].values(), key=lambda one: RANKS.index(one.best)) for name in in_order(touched)}
    members = {lesson: list(ids(lesson)) for lesson in lessons()}
    for name in best:  # an instructor's may have been added by a cell that has not run in this kernel
        lesson = name.partition(".")[0]
        if lesson not in LESSONS and name not in members.setdefault(lesson, []):
            members[lesson].append(name)
    lines = [f"{'':<10}{'correct':>9}{'tried':>7}{'of':>5}"]
    for lesson, names in members.items():
        found = {name: best[name] for name in names if name in best}
        correct = sum(record.best == CORRECT for record in found.values())
        tried = sum(record.best != UNANSWERED for record in found.values())
        counts = (str(correct), str(tried)) if found else (_UNTOUCHED, _UNTOUCHED)
        lines.append(f"{lesson:<10}{counts[0]:>9}{counts[1]:>7}{len(names):>5}")
        lines.extend(f"  {name:<8}  {_words(record)}" for name, record in found.items())
    return Message((Block("\n".join(lines)), _where(learner)))


def _words(record: Record) -> str:
    words = [record.best]
    if record.wrong_tries:
        words.append(f"wrong tries: {record.wrong_tries}")
    if record.hints:
        words.append(f"hints: {record.hints}")
    if record.revealed:
        words.append("revealed")
    return ", ".join(words)


def _where(learner: Learner) -> str:
    if learner.file.path() is None:
        return "This is kept in this kernel only. Nothing is sent."
    if learner.file.trouble:
        return f"{learner.file.trouble} Nothing is sent."
    return f"This is kept in `{learner.file.name}`; `ex.start_over()` begins afresh. Nothing is sent."
