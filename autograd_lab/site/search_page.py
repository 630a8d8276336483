"""The search: each section of a lesson, each misconception and each row of the table as a link with its words.

All of it stands in the page, and ``static/search.js`` shows what fits the words typed, their synonyms and misspellings.
So nothing is asked of a server.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape, unescape
from typing import NamedTuple
from urllib.parse import quote

from .._core.table import lookup, page
from ..exercises import misconceptions
from .chapter import Chapter
from .frame import frame, to_html

BOX = """<p class="search"><label for="search">{label}</label>
<input type="search" id="search" autocomplete="off" spellcheck="false">
<span id="found" role="status" data-whole="{whole}"></span></p>
"""
SEARCH = """<section class="words">
<h1>Search</h1>
<p>This searches the lessons, the misconceptions and the table of derivatives.</p>
{box}</section>
<div class="ranked results">
{entries}
</div>
<script src="assets/search.js" defer></script>
"""
ENTRY = """<article class="entry" hidden>
<h2><a href="{address}">{title}</a></h2>
<p class="where">{where}</p>
<p class="text">{text}</p>
</article>"""


def box(label: str) -> str:
    """The box of a page whose entries are filtered, which leads on to the search of everything."""
    return BOX.format(label=label, whole="search.html")


class Found(NamedTuple):
    """Something that can be found; ``title`` and ``text`` are plain text."""

    address: str
    title: str
    where: str
    text: str


def search_page(book: Sequence[Chapter], claims: Sequence[str]) -> str:
    """The page as HTML. ``claims`` are the misconceptions that the site has, by id."""
    found = [*(section for chapter in book for section in _sections(chapter, book)), *map(_claim, claims), *_rows()]
    entries = "\n".join(ENTRY.format(**{name: escape(words) for name, words in one._asdict().items()}) for one in found)
    content = SEARCH.format(box=BOX.format(label="Words to look for", whole=""), entries=entries)
    return frame("Search", content, book, "search.html")


HEADING = re.compile(r'<h[1-6][^>]*?id="([^"]*)"[^>]*>(.*?)</h[1-6]>', re.DOTALL)


def _sections(chapter: Chapter, book: Sequence[Chapter]) -> Iterator[Found]:
    """Each heading of a lesson with the prose below it."""
    words = "\n\n".join(cell.source for cell in chapter.notebook.cells if cell.cell_type == "markdown")
    before, *parts = HEADING.split(to_html(words, [other.page for other in book]))
    where = f"Lesson {chapter.number}, {chapter.title}" if chapter.number else chapter.title
    if _plain(before) or not parts:
        yield Found(chapter.address, chapter.title, where, _plain(before))
    for place, title, html in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Found(f"{chapter.address}#{quote(unescape(place))}", _plain(title), where, _plain(html))


def _plain(html: str) -> str:
    inline = re.sub(r"</?(?:a|code|em|span|strong)\b[^>]*>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inline)).split())


def _claim(name: str) -> Found:
    claim = misconceptions.load()[name]
    words = f"{claim.think} {claim.fact} {claim.evidence}"
    return Found(f"misconceptions.html#{name}", f"“{claim.quote}”", "Misconception", " ".join(words.split()))


@cache
def _rows() -> list[Found]:
    """The rows of the table: their names, what they do, and the nodes that they give."""
    found = []
    for op in (row for rows in lookup.sections().values() for row in rows):
        names = ", ".join(lookup.public_names(op)) or page.called(op)
        does, node = op.does.replace("``", "").replace("`", ""), f"{op.node}: " if op.node else ""
        found.append(Found(f"derivatives.html#{op.name}", op.name, "Derivative", f"{node}{does} {names}"))
    return found
