"""The first page: what this is, and the lessons in order."""

from collections.abc import Sequence
from html import escape

from .chapter import Chapter
from .frame import frame
from .markdown import to_html

PAGE = """<section class="words">
<h1>What does <code>backward()</code> do?</h1>
<p>You call <code>loss.backward()</code>, and every parameter has a <code>.grad</code>. These lessons show what
happened in between, in the graph that PyTorch really builds: each message, each sum, each saved value.</p>
<p>They ask before they show. Say what you expect; the picture stops where it decides your guess, quotes you, and says
<em>why</em> a wrong answer is wrong. Everything on these pages works as it is.
Only the exercises in code need Python.</p>
</section>
<ol class="lessons">
{lessons}
</ol>
<p>Or begin with something you have read or wondered about:
<a href="misconceptions.html">search by misconception</a>.</p>
"""
LESSON = """<li>
<a href="{page}"><span class="number">{number}</span> {title}</a>{minutes}
{goal}</li>"""


def landing_page(book: Sequence[Chapter]) -> str:
    """The page as HTML."""
    return frame(
        "What does backward() do?",
        PAGE.format(lessons="\n".join(_lesson(one, book) for one in book)),
        book,
        "index.html",
    )


def _lesson(chapter: Chapter, book: Sequence[Chapter]) -> str:
    pages = [other.page for other in book]
    return LESSON.format(
        page=escape(chapter.page),
        number=chapter.number,
        title=escape(chapter.title),
        minutes=f' <span class="minutes">{chapter.minutes}</span>' if chapter.minutes else "",
        goal=to_html(f"After it you can {chapter.goal}", pages) if chapter.goal else "",
    )
