"""A lesson as a part of the site: its notebook, its page, what it asks, and what it builds on."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import nbformat

from .shipped import Lesson, UserError

Records = Mapping[str, dict[str, Any]]
QUESTION = re.compile(r"\*\*([^*]+\?)\*\*")
NEEDS = re.compile(r"[Yy]ou need.*?(?=\n\n|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Chapter:
    """One lesson of the site."""

    lesson: Lesson
    notebook: Any
    records: Records
    """A learner's answers from their file, by exercise."""

    @property
    def page(self) -> str:
        return f"{self.lesson.name.removesuffix('.ipynb')}.html"

    @property
    def address(self) -> str:
        """Where a link leads to: a file's name may look like ``javascript:…``, or like a tag."""
        return quote(self.page)

    @property
    def number(self) -> str:
        """ "02" of ``02_mul_backward.ipynb``; empty where the name begins with no number."""
        return re.match(r"\d*", self.lesson.name)[0]

    @property
    def title(self) -> str:
        return self.lesson.title

    @property
    def question(self) -> str:
        """What the lesson asks, as Markdown: the first bold question; empty where its title is a question."""
        found = None if self.title.endswith("?") else QUESTION.search(self._words)
        return " ".join(found[1].split()) if found else ""

    def needs(self, book: Sequence["Chapter"]) -> list["Chapter"]:
        """The chapters before this one that it says a learner needs."""
        named = [name for said in NEEDS.findall(self._words) for name in re.findall(r"\(([^()\s]+\.ipynb)", said)]
        before = itertools.takewhile(lambda other: other is not self, book)
        return [other for other in before if other.lesson.name in named]

    @property
    def minutes(self) -> str:
        """How long it takes, in its own words; empty where it does not say."""
        found = re.search(r"\*\*(\d+(?:\s*(?:–|-|to)\s*\d+)? minutes)\.?\*\*", self._words)
        return found[1] if found else ""

    @property
    def _words(self) -> str:
        return "\n\n".join(cell.source for cell in self.notebook.cells[:3] if cell.cell_type == "markdown")


def chapters(lessons: Sequence[Lesson], records: Records) -> list[Chapter]:
    """The lessons with their notebooks read. Raises UserError for one that is no notebook."""
    return [Chapter(lesson, _read(lesson), records) for lesson in lessons]


def _read(lesson: Lesson) -> Any:
    try:
        return nbformat.reads(lesson.content.decode(), as_version=4)
    except Exception as error:  # a broken file fails in many ways, each with a class of its own
        raise UserError(f"{lesson.name} is no notebook: {error}") from error
