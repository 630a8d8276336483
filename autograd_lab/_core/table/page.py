"""A row written down as text."""

import textwrap
from collections.abc import Iterator
from typing import Any

from . import facts, lookup, slopes
from .row import Row


def text(what: Any, check: bool = False) -> str:
    """Everything the table knows of a row, in fixed-width text. ``what`` as in `find`.

    With ``check=True`` its rules are compared with finite differences, here and now.
    """
    op = lookup.find(what)
    blocks = [block for block in _blocks(op) if block[1]]
    if check:
        blocks.append(("gradcheck", [line for one in slopes.check(op) for line in (one.call, f"  {one.sentence()}")]))
    lines = [op.name, "-" * len(op.name)]
    for title, inside in blocks:
        lines += [f"{title if not number else '':11}{line}".rstrip() for number, line in enumerate(inside)]
    return "\n".join(lines)


def _blocks(op: Row) -> Iterator[tuple[str, list[str]]]:
    yield "does", [op.does] if op.does else []
    yield "called", textwrap.wrap(called(op), 105)
    yield "schema", [op.schema]
    yield "node", [node_words(op)]
    yield "section", [lookup.section_of(op)]
    yield "forward", [op.tex.get("forward", "")]
    for gradient in facts.gradients(op):
        yield f"∂{gradient.input}", [gradient.why_not] if gradient.why_not else [gradient.source, gradient.tex]
    yield "saves", [saved_line(item) for item in facts.saved(op)] or ["nothing"]
    for name, source in facts.helpers(op).items():
        yield "where", [f"{name} is", *(f"  {line}" for line in source.splitlines())]
    yield "samples", [line for call, result in facts.examples(op) for line in (call, f"  = {result}")]


def called(op: Row) -> str:
    """The public names of a row, or who calls it."""
    names = lookup.public_names(op)
    if names:
        return ", ".join(names)
    near = lookup.reached_from(op)
    if not near:
        return "no public name: other operations call it"
    more = f" and {len(near) - 5} more" if len(near) > 5 else ""
    return f"no public name; called by {', '.join(near[:5])}{more}"


def node_words(op: Row) -> str:
    """The node that a call leaves behind."""
    return op.node or "none: nothing here can be differentiated"


def saved_line(item: facts.Saved) -> str:
    """``other: the input's numbers, for ∂self``"""
    users = ", ".join(f"∂{name}" for name in item.rules)
    return f"{item.name}: {item.what}, {f'for {users}' if users else 'needed by no rule, shown as PyTorch shows it'}"


Row.__str__ = text  # a row prints as its page. (A row cannot know its page: the page needs to know rows.)
