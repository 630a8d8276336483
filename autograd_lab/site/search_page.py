"""The misconceptions in plain words, each with the lesson and the step that refutes it."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ..exercises import bank, misconceptions
from ..exercises.exercise import Exercise
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
    shown_in, _, evidence = claim.evidence.partition(": ")
    chapter = _chapter(shown_in, book) or _chapter(claim.lesson, book)
    if chapter is None:
        return ""
    links = [*_steps(claim, shown_in, steps), _link(chapter.page, f"Lesson {chapter.number}, {chapter.title}")]
    if claim.source:
        links.append(_link(claim.source, "Where it was asked") if "://" in claim.source else escape(claim.source))
    return CLAIM.format(
        id=claim.id,
        quote=escape(claim.quote),
        think=escape(claim.think),
        fact=escape(claim.fact),
        evidence=escape(evidence[:1].upper() + evidence[1:]),
        links=" · ".join(links),
    )


def _chapter(lesson: str, book: Sequence[Chapter]) -> Chapter | None:
    """The chapter of ``"L2"``."""
    return next((one for one in book if one.number and f"L{int(one.number)}" == lesson), None)


def _steps(claim: Misconception, lesson: str, steps: Mapping[str, str]) -> Iterator[str]:
    """A link to the step at which the lesson refutes it: best to one in the lesson's own picture."""
    asked = [name for name in claim.exercises if name in steps and name.partition(".")[0] == lesson]
    for name in sorted(asked, key=lambda name: not steps[name].endswith("-step"))[:1]:
        place = refuting_step(bank.get(name), claim.id)
        yield _link(steps[name], f"{name}, {place}" if place else name)


def refuting_step(exercise: Exercise, idea: str) -> str:
    """``"step 3, where MulBackward0 runs"``: where the trace contradicts an answer that has this idea."""
    looks = [wrong.look for wrong in exercise.wrong if wrong.idea == idea]
    place = exercise.step(looks[0] if looks else None)
    return str(place) if place else ""


def _link(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'
