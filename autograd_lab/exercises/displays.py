"""Two small displays for the lessons: what the variables hold, and what a row of the table says."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ..derivatives import TABLE
from ..tracing.values import text_of, value_of
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
        parts.append(f"`{op.name}` leaves a node `{op.node}` behind. Our rules, in NumPy:")
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
