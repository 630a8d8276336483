"""A row written down: as text for a terminal, as Markdown for a notebook and for a page of the site."""

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from . import facts, lookup, slopes
from .row import Row


# ----- text -----------------------------------------------------------------------------------------------------------
def text(what: Any, check: bool = False, torch: bool = True) -> str:
    """Everything the table knows of a row, in fixed-width text. ``what`` as in `find`.

    With ``check=True`` its rules are compared with finite differences, here and now. ``torch=False`` leaves out what
    PyTorch's own table says.
    """
    op = lookup.find(what)
    blocks = [block for block in _blocks(op) if block[1] and (torch or block[0] != "PyTorch")]
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
    yield "PyTorch", facts.torch_entry(op).splitlines()


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


# ----- Markdown -------------------------------------------------------------------------------------------------------
def markdown(op: Row) -> str:
    """A row as Markdown: names, schema, node, formulas, rules, saved values."""
    public = lookup.public_names(op)
    names = ", ".join(f"`{name}`" for name in public) if public else _sentence(called(op))
    lines = [f"### `{op.name}`", "", op.does.replace("``", "`"), ""]
    lines += [f"{names} · node {f'`{op.node}`' if op.node else 'none'}", ""]
    lines += ["```", op.schema, "```", "", _maths(op.tex.get("forward", "")), ""]
    gradients = facts.gradients(op)
    if gradients:
        lines += ["| input | gradient | rule |", "| --- | --- | --- |"]
        for gradient in gradients:
            made = f"{_maths(gradient.tex)} | {_cell_code(gradient.source)}"
            lines.append(f"| `{gradient.input}` | {gradient.why_not + ' |' if gradient.why_not else made} |")
        lines.append("")
    kept = "; ".join(_markdown_saved(item) for item in facts.saved(op)) or "nothing"
    lines += [f"Saved: {kept}." if op.node else "Nothing here can be differentiated.", ""]
    return "\n".join(lines)


def _markdown_saved(item: facts.Saved) -> str:
    name, _, rest = saved_line(item).partition(":")
    return f"`{name}`:" + re.sub(r"∂(\w+)", r"∂`\1`", rest)


def _sentence(words: str) -> str:
    return re.sub(r"(?<![\w`])((?:torch|Tensor)\.[\w.]+|(?<=rules of )[\w.]+)", r"`\1`", words)


def _maths(tex: str) -> str:
    """A formula; a bare | would end the cell of a table."""
    return "$" + tex.replace(r"\|", r"\Vert ").replace("|", r"\vert ").strip() + "$" if tex else ""


def _cell_code(source: str) -> str:
    return "`" + source.replace("|", r"\|") + "`"


# ----- the whole table -----------------------------------------------------------------------------------------------
def overview() -> str:
    """The table in a few lines of Markdown: what ``derivatives`` shows of itself in a notebook."""
    found = lookup.sections()
    lines = [f"- **{title}**: {', '.join(f'`{op.name}`' for op in rows)}" for title, rows in found.items()]
    first = (
        f"The table of derivatives: {sum(map(len, found.values()))} rows. `views.table()` is the same to search and to "
        "click; `derivatives.search('mul')` lists rows, `print(derivatives.mul)` tells all about one."
    )
    return "\n".join([first, "", *lines])


# A row prints as its page. (A row cannot know its page: the page needs to know rows.)
Row.__str__, Row._repr_markdown_ = text, markdown
