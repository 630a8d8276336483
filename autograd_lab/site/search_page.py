"""The misconceptions in plain words, each with the lesson and the step that refutes it."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ..exercises import bank, misconceptions
from ..exercises.look import Look
from ..exercises.misconceptions import Misconception
from .chapter import Chapter
from .frame import frame

PAGE = """<section class="words">
<h1>Search by misconception</h1>
<p>Learners write these sentences, or ask these questions. Under each stands what is so, and the step of a recorded
backward pass that shows it.</p>
<p class="search"><label for="search">Words to look for</label>
<input type="search" id="search" autocomplete="off" spellcheck="false"> <output id="found" for="search"></output></p>
</section>
{claims}
<script src="assets/search.js" defer></script>
"""
CLAIM = """<article class="claim" id="{id}">
<h2>{quote}</h2>
<p><b>The idea behind it:</b> {think}</p>
<p><b>What is so:</b> {fact}</p>
<p><b>What the trace shows:</b> {evidence}</p>
<p>{links}</p>
</article>"""


def search_page(book: Sequence[Chapter], steps: Mapping[str, str]) -> str:
    """The page as HTML. ``steps`` says where each question is settled: exercise → address. What no lesson of the site
    treats is left out."""
    claims = [_claim(one, book, steps) for one in misconceptions.load().values()]
    return frame(
        "Search by misconception", PAGE.format(claims="\n".join(filter(None, claims))), book, "misconceptions.html"
    )


def _claim(claim: Misconception, book: Sequence[Chapter], steps: Mapping[str, str]) -> str:
    chapter = _chapter(claim.step.lesson, book) or _chapter(claim.lesson, book)
    if chapter is None:
        return ""
    links = [*_steps(claim, steps), _link(chapter.page, f"Lesson {chapter.number}, {chapter.title}")]
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
    asked = [name for name in claim.exercises if name in steps and name.partition(".")[0] == claim.step.lesson]
    for name in sorted(asked, key=lambda name: not steps[name].endswith("-step"))[:1]:
        looks = [wrong.look for wrong in bank.get(name).wrong if wrong.idea == claim.id]
        yield _step(name, looks[0], steps)


def _step(name: str, look: Look | None, steps: Mapping[str, str]) -> str:
    """``L2.P1, step 4, where MulBackward0 runs``, as a link."""
    place = bank.get(name).step(look)
    return _link(steps[name], f"{name}, {place}" if place else name)


def _link(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'
