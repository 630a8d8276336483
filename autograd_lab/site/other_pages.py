"""The page of misconceptions, and the table of derivatives, where each row is written as Markdown first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape

from .._core.table import facts, lookup, page
from .._core.table.row import Row
from ..exercises import bank, misconceptions
from ..exercises.exercise import Look
from ..exercises.misconceptions import Misconception
from .chapter import Chapter
from .frame import frame, to_html
from .search_page import box

# ----- the misconceptions ---------------------------------------------------------------------------------------------
CLAIMS = """<section class="words">
<h1>Misconceptions</h1>
<p>Learners write these sentences, or ask these questions. Below each sentence, you find what is true, and the step
of a recorded backward pass that shows it.</p>
{search}</section>
<div class="ranked">
{claims}
</div>
<script src="assets/search.js" defer></script>
"""
CLAIM = """<article class="entry claim" id="{id}">
<h2>{quote}</h2>
<p><b>The idea behind it:</b> {think}</p>
<p><b>What is true:</b> {fact}</p>
<p><b>What the trace shows:</b> {evidence}</p>
<p>{links}</p>
</article>"""


def claims_page(book: Sequence[Chapter], steps: Mapping[str, str]) -> str:
    """The page as HTML. ``steps`` says where each question is settled: exercise → address."""
    claims = [_claim(misconceptions.load()[name], book, steps) for name in claims_of(book)]
    return frame(
        "Misconceptions",
        CLAIMS.format(search=box("Filter by words"), claims="\n".join(claims)),
        book,
        "misconceptions.html",
    )


def claims_of(book: Sequence[Chapter]) -> list[str]:
    """The misconceptions that a lesson of the site treats, by id."""
    return [name for name, claim in misconceptions.load().items() if _treated(claim, book)]


def _treated(claim: Misconception, book: Sequence[Chapter]) -> Chapter | None:
    return _chapter(claim.step.lesson, book) or _chapter(claim.lesson, book)


def _claim(claim: Misconception, book: Sequence[Chapter], steps: Mapping[str, str]) -> str:
    chapter = _treated(claim, book)
    links = [*_steps(claim, steps), _link(chapter.address, f"Lesson {chapter.number}, {chapter.title}")]
    if claim.source:
        links.append(_link(claim.source, "Where it was asked") if "://" in claim.source else escape(claim.source))
    return CLAIM.format(
        id=claim.id,
        quote=escape(claim.quote),
        think=escape(claim.think),
        fact=escape(claim.fact),
        evidence=escape(claim.evidence),
        links=" · ".join(links),
    )


def _chapter(lesson: str, book: Sequence[Chapter]) -> Chapter | None:
    """The chapter of ``"L2"``."""
    return next((one for one in book if one.number and f"L{int(one.number)}" == lesson), None)


def _steps(claim: Misconception, steps: Mapping[str, str]) -> Iterator[str]:
    """A link to where the evidence is; if that is in no form or picture, to where the lesson settles such an answer."""
    if claim.step.exercise in steps:
        yield _step(claim.step.exercise, claim.step.look, steps)
        return
    mine = [name for name in bank.ids(claim.step.lesson) if name in steps]
    asked = [name for name in mine if any(wrong.idea == claim.id for wrong in bank.get(name).wrong)]
    for name in sorted(asked, key=lambda name: not steps[name].endswith("-step"))[:1]:
        looks = [wrong.look for wrong in bank.get(name).wrong if wrong.idea == claim.id]
        yield _step(name, looks[0], steps)


def _step(name: str, look: Look | None, steps: Mapping[str, str]) -> str:
    """``L2.P1, step 4, where MulBackward0 runs``, as a link."""
    place = bank.get(name).step(look)
    return _link(steps[name], f"{name}, {place}" if place else name)


def _link(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'


# ----- the table ------------------------------------------------------------------------------------------------------
TABLE = """<section class="words">
<h1>Every derivative</h1>
<p>This table has {count} rows. A row computes an operation and says, for each input, how the gradient that arrives
becomes the gradient that is sent on. In the formulas the inputs are <span class="tex">x, y, …</span> and the result is
<span class="tex">z</span>; a bar means “the gradient of the loss with respect to”, so
<span class="tex">\\bar{{z}}</span> is what arrives (<code>grad</code> in the rules) and
<span class="tex">\\bar{{x}}</span> is what is sent on. In a notebook, <code>al.views.table()</code> shows the same with
numbers, and checks them.</p>
{search}</section>
{parts}
<script src="assets/search.js" defer></script>
"""
PART = """<section class="part">
<h2>{title}</h2>
{rows}
</section>"""
ROW = """<article class="entry words" id="{name}">
{words}</article>"""
FORMULA = '<span class="tex">'
WIDE_FORMULA = '<p class="wide" tabindex="0" role="region" aria-label="formula">'
"""A formula may be too wide for a phone, and is moved in a box of its own."""


def table_page(book: Sequence[Chapter]) -> str:
    return frame("Every derivative", _table(), book, "derivatives.html")


@cache
def _table() -> str:
    """The content, which is the same on every site."""
    found = lookup.sections()
    parts = [PART.format(title=title.capitalize(), rows="\n".join(map(_entry, rows))) for title, rows in found.items()]
    return TABLE.format(search=box("Filter by words"), count=sum(map(len, found.values())), parts="\n".join(parts))


def _entry(op: Row) -> str:
    words = to_html(_markdown(op), []).replace(f"<p>{FORMULA}", f"{WIDE_FORMULA}{FORMULA}")
    return ROW.format(name=op.name, words=words)


def _markdown(op: Row) -> str:
    """A row as Markdown: names, schema, node, formulas, rules, saved values."""
    names = ", ".join(f"`{name}`" for name in lookup.public_names(op)) or _with_code(page.called(op))
    lines = [f"### `{op.name}`", "", op.does.replace("``", "`"), ""]
    lines += [f"{names} · node {f'`{op.node}`' if op.node else 'none'}", ""]
    lines += ["```", op.schema, "```", "", _maths(op.tex.get("forward", "")), ""]
    gradients = facts.gradients(op)
    if gradients:
        lines += ["| input | gradient | rule |", "| --- | --- | --- |"]
        for each in gradients:
            code = each.source.replace("|", r"\|")
            told = f"{each.why_not} |" if each.why_not else f"{_maths(each.tex)} | `{code}`"
            lines.append(f"| `{each.input}` | {told} |")
        lines.append("")
    kept = "; ".join(map(_saved, facts.saved(op))) or "nothing"
    lines += [f"Saved: {kept}." if op.node else "Nothing here can be differentiated.", ""]
    return "\n".join(lines)


def _saved(item: facts.Saved) -> str:
    name, _, rest = page.saved_line(item).partition(":")
    return f"`{name}`:" + re.sub(r"∂(\w+)", r"∂`\1`", rest)


def _with_code(words: str) -> str:
    """A sentence in which names of functions are marked as code."""
    return re.sub(r"(?<![\w`])((?:torch|Tensor)\.[\w.]+|(?<=rules of )[\w.]+)", r"`\1`", words)


def _maths(tex: str) -> str:
    """A formula; a bare | would end the cell of a table."""
    return "$" + tex.replace(r"\|", r"\Vert ").replace("|", r"\vert ").strip() + "$" if tex else ""
