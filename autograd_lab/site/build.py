"""All files of a site, made in memory. The same lessons give the same bytes."""

from collections.abc import Callable, Sequence
from types import MappingProxyType

from .._shipped import Lesson
from .assets import assets
from .chapter import Chapter, Records, chapters
from .landing_page import landing_page
from .lesson_page import lesson_page
from .search_page import search_page

NOTHING: Records = MappingProxyType({})


def pages(
    lessons: Sequence[Lesson], repository: str | None, tell: Callable[[str], None], records: Records = NOTHING
) -> dict[str, bytes]:
    """The files by their paths. ``tell`` hears the title of each lesson before it is made.

    ``repository`` (owner/name on GitHub, or None) is where Binder finds the lessons. ``records`` are what a learner
    answered, with which the forms begin.
    Raises UserError when a lesson is no notebook.
    """
    book: list[Chapter] = chapters(lessons, records)
    made: dict[str, bytes] = dict(assets())
    steps: dict[str, str] = {}
    for chapter in book:
        tell(chapter.title)
        page, places = lesson_page(chapter, book, repository)
        made[chapter.page] = page.encode()
        made[f"notebooks/{chapter.lesson.name}"] = chapter.lesson.content
        steps |= {exercise: f"{chapter.page}#{place}" for exercise, place in places.items()}
    made["index.html"] = landing_page(book).encode()
    made["misconceptions.html"] = search_page(book, steps).encode()
    return made
