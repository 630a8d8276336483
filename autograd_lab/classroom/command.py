"""``autograd-lab assignment DIR``: what it takes, what it never overwrites, and what it says."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from .._core.base.whole_file import write_whole
from ..site.own_exercises import run_own
from ..site.shipped import UserError, chosen_lessons
from .assignment import assignment, name_of
from .graders import NBGRADER, OTTER


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="autograd-lab assignment",
        description="Write lessons as a teacher's notebooks, with solutions and tests: for nbgrader, or for Otter.",
    )
    made.add_argument("folder", type=Path, help="where to: the folder of your course")
    made.add_argument(
        "--lessons",
        nargs="+",
        metavar="LESSON",
        help="numbers of lessons (02), or notebooks of your own (a path; their cells run up to the last ex.add)",
    )
    made.add_argument("--otter", action="store_true", help="for `otter assign` (default: for nbgrader)")
    made.add_argument("--seed", type=int, help="other numbers, in the exercises that can have them")
    made.add_argument("--force", action="store_true", help="write notebooks again that you have changed")
    return made


def make_assignments(words: Sequence[str]) -> int:
    """Do what ``words`` ask for; returns the exit status. Raises UserError for what the user can put right."""
    asked = parser().parse_args(words)
    folder = asked.folder.expanduser().absolute()
    grader = OTTER if asked.otter else NBGRADER
    lessons = chosen_lessons(asked.lessons)
    for lesson in lessons:
        run_own(lesson)
    made = {name_of(lesson): assignment(lesson, grader, asked.seed) for lesson in lessons}
    notebooks = {grader.path.format(name=name): content for name, content in made.items() if content is not None}
    if not notebooks:
        raise UserError(f"nothing is graded in {', '.join(made)}")
    beside = {name: text.encode() for name, text in grader.beside.items() if not (folder / name).exists()}
    try:
        if not asked.force:
            _refuse_changed(folder, notebooks)
        _write(folder, {**notebooks, **beside})
    except OSError as error:
        raise UserError(f"cannot write into {folder}: {error.strerror} ({error.filename})") from error
    for name in [name for name, content in made.items() if content is None]:
        print(f"{name} asks nothing that is graded, so it is left out")
    first = next(name for name, content in made.items() if content is not None)
    count = f"{len(notebooks)} assignment{'s' * (len(notebooks) > 1)}"
    print(f"{count} in {folder}\nNext: {grader.then.format(folder=folder, name=first)}")
    return 0


def _refuse_changed(folder: Path, notebooks: Mapping[str, bytes]) -> None:
    """Raises UserError for a file that is there and is another one."""
    for name, content in notebooks.items():
        file = folder / name
        if file.exists() and file.read_bytes() != content:
            raise UserError(f"{file} is there already, and differs; nothing was written (--force replaces it)")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content)
