"""The first page: a backward pass to step through, a question about it, and the path of lessons."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html import escape

from .. import views
from ..exercises import bank
from .answer_form import answer_form
from .chapter import Chapter
from .frame import frame, to_html

FRONT = """<section class="words">
<h1>What does <code>backward()</code> do?</h1>
<p>You call <code>loss.backward()</code>, and every parameter has a <code>.grad</code>. Here you watch what happens in
between. Below the picture is a question: make a guess, press “Commit”, and the picture plays up to the step that
answers the question.</p>
</section>
<section class="try" id="try" aria-label="a question to try">
{stepper}
{form}
</section>
<section class="words">
<h2>The path</h2>
<p>Each lesson is one question. You guess first; then the recorded backward pass shows the answer, and a reply says what
a wrong guess would have meant. Everything on these pages works without Python, except the exercises in code.</p>
</section>
<div class="lessons">
<ol class="path">
{path}
</ol>
{beside}</div>
{search}
"""
BESIDE = """<aside aria-label="beside the path">
<h3>At any time</h3>
<ul>
{lessons}
</ul>
</aside>
"""
LESSON = """<li><span class="number">{number}</span>
<div><a href="{page}">{title}</a>{question}
<p class="minutes">{facts}</p></div></li>"""
FIRST_BESIDE = "90"
"""Lessons from this number on stand beside the path."""
QUESTION, NAME = "L0.P1", "L0.P0"
SEED = 3
"""Other numbers than lesson 00 has, so that this page does not answer its first question."""
SEARCH = """<form class="search" role="search" action="search.html">
<label for="search">Or search lessons, misconceptions and derivatives</label>
<input type="search" id="search" name="q" autocomplete="off" spellcheck="false" placeholder="retain_graph">
<button>Search</button></form>"""


def front_page(book: Sequence[Chapter]) -> str:
    path = [one for one in book if one.number < FIRST_BESIDE]
    beside = [one for one in book if one not in path]
    form, stepper = _question()
    lessons, others = ("\n".join(_lesson(one, book) for one in some) for some in (path, beside))
    content = FRONT.format(
        form=form,
        stepper=stepper,
        path=lessons,
        beside=BESIDE.format(lessons=others) if others else "",
        search=SEARCH,
    )
    return frame("What does backward() do?", content, book, "index.html", scripts=("forms.js",))


@cache
def _question() -> tuple[str, str]:
    """The form, and the stepper that waits for it."""
    exercise = replace(bank.get(QUESTION, SEED), id=NAME, seed=None)
    pause = views.Pause(NAME, exercise.step().event)
    stepper = views.stepper(exercise.trace, 0, pauses=[pause])
    return answer_form(exercise, {}), stepper._repr_mimebundle_()[0]["text/html"]


def _lesson(chapter: Chapter, book: Sequence[Chapter]) -> str:
    pages = [other.page for other in book]
    needs = ", ".join(other.number for other in chapter.needs(book))
    facts = [chapter.minutes, f"builds on {needs}" if needs else ""]
    return LESSON.format(
        number=chapter.number,
        page=escape(chapter.address),
        title=escape(chapter.title),
        question=to_html(chapter.question, pages) if chapter.question else "",
        facts=" · ".join(filter(None, facts)),
    )
