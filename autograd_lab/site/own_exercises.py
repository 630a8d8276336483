"""Exercises of an instructor's own: cells of their notebook make them with ``ex.add``, so these cells have to run.

For pages they run only when the command is told to (``--run``), for a notebook may come from anybody; a teacher makes
assignments of notebooks of their own. Everything up to the last such cell runs, with no kernel and in no file: nothing
is printed, and no progress is kept.
"""

import contextlib
import io
import json
import linecache
import os
import re
from collections.abc import Iterator

from ..exercises.learner import learner
from .shipped import Lesson, UserError

ADDS = re.compile(r"^[^#\n]*\bex\.add\(", re.MULTILINE)
MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)
PROGRESS = "AUTOGRAD_LAB_PROGRESS"


def adds(source: str) -> bool:
    return ADDS.search(source) is not None


def has_own(lesson: Lesson) -> bool:
    return any(map(adds, _sources(lesson)))


def run_own(lesson: Lesson) -> None:
    """Run the lesson up to its last ``ex.add``. Raises UserError for a cell that fails."""
    sources = _sources(lesson)
    last = max((place for place, source in enumerate(sources, 1) if adds(source)), default=0)
    variables = {"__name__": "__main__"}
    with _nothing_kept():
        for place, source in enumerate(sources[:last], 1):
            code, file = MAGIC.sub("", source), f"<{lesson.name}, cell {place}>"
            linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file  # a solution is code, too
            try:
                exec(compile(code, file, "exec"), variables)
            except Exception as error:
                line = source.strip().partition("\n")[0]
                raise UserError(f"{lesson.name}, the cell that begins with {line!r}: {error}") from error


def _sources(lesson: Lesson) -> list[str]:
    try:
        cells = json.loads(lesson.content)["cells"]
    except (ValueError, KeyError, TypeError):
        return []  # no notebook: whoever reads it as one says so
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@contextlib.contextmanager
def _nothing_kept() -> Iterator[None]:
    kept = os.environ.get(PROGRESS)
    os.environ[PROGRESS] = "off"
    learner.forget()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        os.environ.pop(PROGRESS) if kept is None else os.environ.update({PROGRESS: kept})
        learner.forget()
