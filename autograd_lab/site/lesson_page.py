"""One lesson as a page: nbconvert puts the cells together, by the template in this folder."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from jinja2 import pass_context
from nbconvert import HTMLExporter

from .cells import prepared
from .chapter import Chapter
from .code_exercise import about
from .frame import frame
from .markdown import to_html

TEMPLATES = Path(__file__).parent / "template"


class _Exporter(HTMLExporter):
    """nbconvert's HTML with our Markdown in it."""

    pages: Collection[str] = ()

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        return to_html(source, self.pages)


def lesson_page(chapter: Chapter, book: Sequence[Chapter], repository: str | None) -> tuple[str, dict[str, str]]:
    """The page, and where on it each question is settled: exercise → the ``id`` of an element."""
    notebook, places = prepared(chapter, repository)
    exporter = _Exporter(template_name="lesson", extra_template_basedirs=[str(TEMPLATES)])
    exporter.pages = [other.page for other in book]
    cells, _ = exporter.from_notebook_node(notebook)
    cells = about(chapter.lesson.name, repository) + cells
    return frame(chapter.title, cells, book, chapter, scripts=("forms.js",)), places
