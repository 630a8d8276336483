"""The lessons that travel with the package, as the command finds them."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TITLE = re.compile(r"^#\s+(.+?)\s*$", re.MULTILINE)


class UserError(Exception):
    """Something the user can put right; the message says what, without a traceback."""


@dataclass(frozen=True)
class Lesson:
    """One lesson: as shipped, or one's own."""

    name: str
    content: bytes
    place: str = ""
    """Of one's own: its path in the clone in which the command runs; empty: it is in none."""

    @property
    def title(self) -> str:
        """The first heading of the notebook; its file name where it has none."""
        cells = json.loads(self.content)["cells"]
        found = TITLE.search("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"))
        return found.group(1).replace("`", "") if found else self.name

    @property
    def version(self) -> str:
        """A fingerprint of the content."""
        return fingerprint(self.content)


def shipped_lessons() -> list[Lesson]:
    """The lessons in order, out of the installed package or, in a checkout, out of ``notebooks/``.

    Raises UserError when there are none.
    """
    package = Path(__file__).parents[1]
    for home in (package / "_lessons", package.parent / "notebooks"):
        if found := _numbered(home):
            return found
    raise UserError("this installation has no lessons in it; install autograd-lab again")


def lessons_in(folder: Path) -> list[Lesson]:
    """A learner's own lessons. Raises UserError when there are none, or one cannot be read."""
    try:
        found = _numbered(folder)
    except OSError as error:
        raise UserError(f"cannot read {error.filename}: {error.strerror}") from error
    if not found:
        raise UserError(f"there are no lessons in {folder}: no notebook whose name begins with a number")
    return found


def _numbered(folder: Path) -> list[Lesson]:
    return [Lesson(file.name, file.read_bytes()) for file in sorted(folder.glob("[0-9]*.ipynb"))]


def chosen_lessons(names: Sequence[str] | None) -> list[Lesson]:
    """The lessons of these numbers, or the notebooks at these paths; all lessons when there are no names.

    Raises UserError for a name that is neither, and for two notebooks of one name.
    """
    shipped = shipped_lessons()
    found = shipped if names is None else [_lesson(name, shipped) for name in names]
    twice = {lesson.name for lesson in found if [other.name for other in found].count(lesson.name) > 1}
    if twice:
        raise UserError(f"{min(twice)} is there twice, and each lesson needs a name of its own")
    return sorted(found, key=lambda lesson: lesson.name)


def _lesson(name: str, shipped: Sequence[Lesson]) -> Lesson:
    file = Path(name)
    if file.suffix == ".ipynb":
        try:
            return Lesson(file.name, file.read_bytes(), _place(file))
        except OSError as error:
            raise UserError(f"cannot read {name}: {error.strerror}") from error
    for lesson in shipped:
        if lesson.name.partition("_")[0] == name.zfill(2):
            return lesson
    numbers = ", ".join(lesson.name.partition("_")[0] for lesson in shipped)
    raise UserError(f"there is no lesson {name}; there are {numbers}, or name a file that ends in .ipynb")


def _place(file: Path) -> str:
    here, file = Path.cwd(), file.resolve()
    return file.relative_to(here).as_posix() if (here / ".git").exists() and file.is_relative_to(here) else ""


def fingerprint(content: bytes) -> str:
    """A text that is the same for the same bytes, and another for others."""
    return hashlib.sha256(content).hexdigest()
