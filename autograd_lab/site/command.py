"""``autograd-lab site DIR``: what it takes, and how it writes the folder.

The files are written whole, those of an earlier run taken away, and nobody else's touched.
"""

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .._core.base.whole_file import write_whole
from ..exercises.progress_file import NAME, UnreadableError, records_in
from .own_exercises import has_own, run_own
from .shipped import UserError, chosen_lessons, lessons_in

MARK = ".autograd-lab-site.json"
"""The list of files that this command wrote; a folder that has this list is one of ours."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write ``files`` (by their paths inside of ``folder``), and remove what an earlier run wrote besides them.

    Raises UserError where ``folder`` holds something and was not written by this command, and OSError.
    """
    before = written_before(folder)
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content)
    write_whole(folder / MARK, (json.dumps(sorted(files), indent=1) + "\n").encode())
    for name in before - set(files):
        (folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something else is in it
            (folder / name).parent.rmdir()


def written_before(folder: Path) -> set[str]:
    """The files of an earlier run; empty for a folder that is new or empty. Raises UserError for any other folder."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file, not a folder")
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = json.loads((folder / MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        names = None
    paths = [Path(name) if isinstance(name, str) else Path("..") for name in names] if isinstance(names, list) else None
    if paths is None or any(path.is_absolute() or ".." in path.parts for path in paths):  # others may have changed it
        raise UserError(
            f"{folder} holds files that this command did not write, so nothing is written there;\n"
            "name a new folder, or empty this one"
        )
    return set(names)


NEEDED = ("bleach", "nbconvert", "nbformat", "jinja2", "tinycss2")
REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def repository(text: str) -> str:
    """``text`` as a repository's name on GitHub, for argparse. Raises ArgumentTypeError for anything else."""
    if not REPOSITORY.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no repository: write owner/name")
    return text


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="autograd-lab site",
        description="Write the lessons as web pages into a folder. They work from there, with no server.",
    )
    made.add_argument("folder", type=Path, help="where to: a new or empty folder, or one that this command wrote")
    which = made.add_mutually_exclusive_group()
    which.add_argument(
        "--lessons", nargs="+", metavar="LESSON", help="numbers of lessons (02), or notebooks of your own (a path)"
    )
    which.add_argument(
        "--from", dest="source", type=Path, metavar="FOLDER", help="a learner's own lessons, with what they answered"
    )
    made.add_argument(
        "--repository", type=repository, metavar="owner/name", help="on GitHub: then exercises link to Binder"
    )
    made.add_argument(
        "--run",
        action="store_true",
        help="run the cells of your own notebooks that add exercises, so that these answer",
    )
    return made


def make_site(words: Sequence[str]) -> int:
    """Do what ``words`` ask for; returns the exit status. Raises UserError for what the user can put right."""
    asked = parser().parse_args(words)
    lessons = chosen_lessons(asked.lessons) if asked.source is None else lessons_in(asked.source)
    if asked.run:
        for lesson in lessons:
            run_own(lesson)
    elif asked.source is None and (own := [lesson.name for lesson in lessons if has_own(lesson)]):
        print(
            f"To make the exercises of {', '.join(own)} answer on the pages, add --run: it runs the notebook's cells.",
            file=sys.stderr,
        )
    records = {} if asked.source is None else answers_in(asked.source)
    folder = asked.folder.expanduser().absolute()
    try:
        from .build import pages
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise UserError(
            f"the pages need {error.name}; install it with\n    pip install 'autograd-lab[site]'"
        ) from error
    try:
        written_before(folder)  # else a user waits for all pages, only to hear that they cannot be written
        print(f"Making the pages of {len(lessons)} lessons …", file=sys.stderr, flush=True)
        files = pages(lessons, asked.repository, records)
        write_folder(folder, files)
    except OSError as error:
        raise UserError(f"cannot write the pages into {folder}: {error.strerror} ({error.filename})") from error
    print(f"{len(lessons)} lessons, {len(files)} files in {folder}\nOpen {folder / 'index.html'} in a browser.")
    return 0


def answers_in(folder: Path) -> dict[str, dict]:
    """A learner's answers, by exercise. Raises UserError for a file that cannot be read."""
    file = folder / NAME
    try:
        return records_in(file)
    except FileNotFoundError:
        return {}
    except (OSError, UnreadableError) as error:
        raise UserError(f"{file} cannot be read, and in it lies what was answered") from error
