"""All files of a site, made in memory: the pages, and the style and scripts that they share.

The same lessons give the same bytes.
"""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from urllib.parse import quote

from ..exercises.form import Form
from ..exercises.message import SENTENCES
from ..views import theme
from ..views.graph_stepper import FoldedStepper, Stepper
from ..views.widget import asset, without_export
from .chapter import Chapter, Records, chapters
from .front_page import front_page
from .lesson_page import lesson_page
from .other_pages import claims_of, claims_page, table_page
from .search_page import search_page
from .shipped import Lesson, shipped_lessons


def assets() -> Mapping[str, bytes]:
    style = theme.css(".site") + Form.style + asset("site.css", __package__)
    page = _alone(asset("tex.js"), asset("page.js", __package__))
    steppers = {kind.__name__: {"script": kind.script, "style": kind.style} for kind in (Stepper, FoldedStepper)}
    form = without_export(Form.script)
    data = {"STEPPERS": steppers, "SENTENCES": SENTENCES}
    constants = "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in data.items())
    forms = _alone(form, constants, asset("judge.js", __package__))
    files = {
        "site.css": style,
        "page.js": page,
        "forms.js": forms,
        "search.js": _alone(asset("search.js", __package__)),
    }
    return {f"assets/{name}": text.encode() for name, text in files.items()}


def _alone(*scripts: str) -> str:
    """Scripts that share their names with each other, and with nothing else on the page."""
    return "(() => {\n" + "\n".join(scripts) + "})();\n"


BINDER = "https://mybinder.org/v2/gh/{repository}/HEAD?urlpath={path}"
NOTHING: Records = MappingProxyType({})


def pages(lessons: Sequence[Lesson], repository: str | None, records: Records = NOTHING) -> dict[str, bytes]:
    """The files by their paths.

    ``repository`` (owner/name on GitHub, or None) is where Binder finds our lessons, and those of one's own that have a
    place in it. ``records`` are what a learner answered, with which the forms begin.
    Raises UserError when a lesson is no notebook.
    """
    book: list[Chapter] = chapters(lessons, records)
    made: dict[str, bytes] = dict(assets())
    steps: dict[str, str] = {}
    ours = {lesson.name for lesson in shipped_lessons()}
    for chapter in book:
        lesson = chapter.lesson
        place = f"notebooks/{lesson.name}" if lesson.name in ours else lesson.place
        path = quote(f"lab/tree/{place}", safe="")
        binder = BINDER.format(repository=repository, path=path) if repository and place else None
        page, places = lesson_page(chapter, book, binder)
        made[chapter.page] = page.encode()
        made[f"notebooks/{lesson.name}"] = lesson.content
        steps |= {exercise: f"{chapter.address}#{place}" for exercise, place in places.items()}
    made["index.html"] = front_page(book).encode()
    made["misconceptions.html"] = claims_page(book, steps).encode()
    made["search.html"] = search_page(book, claims_of(book)).encode()
    made["derivatives.html"] = table_page(book).encode()
    return made
