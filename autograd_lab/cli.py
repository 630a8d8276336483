"""``autograd-lab``: put the lessons in a folder and open JupyterLab on the first.

A learner's own work is never overwritten without asking. The folder keeps a small record of which version of each
lesson was put there; a file that still is that version may be refreshed, any other file belongs to the learner.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType

from . import __version__
from ._core.base.whole_file import write_whole
from .site.shipped import Lesson, UserError, fingerprint, shipped_lessons

FOLDER = "autograd_lab_lessons"
RECORD = ".autograd-lab.json"


# ----- the learner's folder -------------------------------------------------------------------------------------------
def read_record(folder: Path) -> dict[str, str]:
    """Which version of each lesson was put here; empty when there is no readable record."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def decide(present: bytes | None, shipped: str, recorded: str | None) -> str:
    """What to do with one lesson: ``put``, ``same``, ``refresh``, ``keep`` or ``ask``.

    ``present`` is the file in the folder, ``shipped`` the version to be put there, ``recorded`` the version put there
    last time. A learner's work is only worth a question when there is something newer to offer.
    """
    if present is None:
        return "put"
    if fingerprint(present) == shipped:
        return "same"
    if recorded == shipped:
        return "keep"
    return "refresh" if fingerprint(present) == recorded else "ask"


def put_lessons(
    folder: Path, lessons: Sequence[Lesson], ask: Callable[[str], bool] | None, force: bool = False
) -> Iterator[tuple[Lesson, str]]:
    """Put every lesson in ``folder`` and yield what was done: ``put``, ``same``, ``refresh``, ``keep``, ``replace``.

    ``ask(name)`` says whether a file that the learner changed may be replaced; None means that nobody can be asked, and
    the file is kept. ``force`` replaces without asking. Raises OSError when a file can not be read or written.
    """
    record = read_record(folder)
    for lesson in lessons:
        file = folder / lesson.name
        present = file.read_bytes() if file.exists() else None
        done = decide(present, lesson.version, record.get(lesson.name))
        if done in ("keep", "ask") and force:
            done = "replace"
        elif done == "ask":
            if ask is None:
                yield lesson, "keep"
                continue  # not recorded: the question is still open
            done = "replace" if ask(lesson.name) else "keep"
        if done in ("put", "refresh", "replace"):
            write_whole(file, lesson.content)
        record[lesson.name] = lesson.version
        write_whole(folder / RECORD, json.dumps(record, indent=1, sort_keys=True).encode())
        yield lesson, done


def ask_user(name: str) -> bool:
    """Ask at the terminal; the end of input means no."""
    try:
        answer = input(f"{name} has changes of yours, and this version of autograd-lab brings a newer one.\n"
                       "Replace your file? Your changes would be lost. [y/N] ")  # fmt: skip
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def prepare(folder: Path, force: bool) -> list[Path]:
    """Put the lessons in ``folder``, say what was done, and return the files that are exactly as shipped.

    ``force`` replaces the learner's changes without asking. Raises UserError when ``folder`` can not be written.
    """
    lessons = shipped_lessons()
    ask = ask_user if sys.stdin.isatty() else None
    as_shipped: list[Path] = []
    kept: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for lesson, done in put_lessons(folder, lessons, ask, force):
            (kept if done == "keep" else as_shipped).append(folder / lesson.name)
    except FileExistsError as error:
        raise UserError(f"{folder} is a file, not a folder") from error
    except OSError as error:
        raise UserError(f"cannot put the lessons in {folder}: {error.strerror} ({error.filename})") from error
    print(f"{len(lessons)} lessons in {folder}")
    for file in kept:
        print(f"  kept {file.name} with your changes (--force puts the original back)")
    return as_shipped


# ----- JupyterLab -----------------------------------------------------------------------------------------------------
def check_jupyterlab() -> None:
    """Raise UserError when JupyterLab is not installed beside this package."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise UserError(
            f"JupyterLab is not installed for {sys.executable}. Install it with\n"
            '    pip install "autograd-lab[lab]"\n'
            "or, in a checkout, with\n"
            '    pip install -e ".[lab]"'
        )


def trust(files: Sequence[Path]) -> None:
    """Sign notebooks that are exactly as shipped, so that their stored steppers work before any cell is run.

    A notebook that cannot be signed still opens; its steppers show as pictures until they are run.
    """
    if files:
        command = [sys.executable, "-m", "nbformat.sign", *map(str, files)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def jupyter_command(folder: Path, first: str, port: int | None, browser: bool, more: Sequence[str]) -> list[str]:
    """The command that starts JupyterLab in ``folder`` with the notebook ``first`` open.

    ``port`` None leaves the choice to JupyterLab; ``browser`` False opens none; ``more`` goes to JupyterLab as it is.
    """
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command.append(f"--LabApp.default_url=/lab/tree/{first}")
    if port is not None:
        command.append(f"--ServerApp.port={port}")
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container there is often nobody else
    return [*command, *more]


def serve(command: Sequence[str], folder: Path) -> int:
    """Run ``command`` in ``folder`` until it ends, and return its exit status.

    JupyterLab hears Ctrl-C itself, and is ended when this program is told to end.
    """
    with stopping_on_term():
        process = subprocess.Popen(command, cwd=folder)
        try:
            while True:
                with contextlib.suppress(KeyboardInterrupt):
                    return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


@contextlib.contextmanager
def stopping_on_term() -> Iterator[None]:
    """Inside, SIGTERM raises SystemExit, so that clean-up is done."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# ----- the command ----------------------------------------------------------------------------------------------------
def port_number(text: str) -> int:
    """``text`` as a port, for argparse. Raises ArgumentTypeError for anything else."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command's arguments."""
    made = argparse.ArgumentParser(
        prog="autograd-lab",
        description="Put the lessons in a folder and open JupyterLab on the first.",
        epilog="What follows -- goes to JupyterLab as it is: autograd-lab -- --ip=0.0.0.0. "
        "`autograd-lab site DIR` writes the lessons as web pages, and `autograd-lab assignment DIR` as assignments for "
        "nbgrader or Otter (each has a --help of its own).",
    )
    made.add_argument("folder", nargs="?", type=Path, default=Path(FOLDER), help=f"where to (default: ./{FOLDER})")
    made.add_argument("--list", action="store_true", help="list the lessons and stop")
    made.add_argument("--no-browser", action="store_true", help="start JupyterLab, but open no browser")
    made.add_argument("--port", type=port_number, help="JupyterLab's port (default: the first free one from 8888 on)")
    made.add_argument("--force", action="store_true", help="put back every lesson as shipped; changes are lost")
    made.add_argument("--version", action="version", version=f"autograd-lab {__version__}")
    return made


def run(arguments: argparse.Namespace, more: Sequence[str]) -> int:
    """Do what was asked; returns the exit status. Raises UserError. ``more`` goes to JupyterLab as it is."""
    if arguments.list:
        for lesson in shipped_lessons():
            print(f"{lesson.name.partition('_')[0]}  {lesson.title}")
        return 0
    check_jupyterlab()
    folder = arguments.folder.expanduser().absolute()
    trust(prepare(folder, arguments.force))
    first = shipped_lessons()[0].name
    return serve(jupyter_command(folder, first, arguments.port, not arguments.no_browser, more), folder)


def main(argv: Sequence[str] | None = None) -> int:
    """The command `autograd-lab` with the arguments ``argv`` (None: those it was called with); returns the exit status.

    A mistake that the user can put right gets one line, without a traceback.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    cut = words.index("--") if "--" in words else len(words)
    try:
        if words[:1] == ["site"]:
            from .site.command import make_site  # loads what notebooks become pages with

            return make_site(words[1:])
        if words[:1] == ["assignment"]:
            from .classroom.command import make_assignments

            return make_assignments(words[1:])
        return run(parser().parse_args(words[:cut]), words[cut + 1 :])
    except UserError as error:
        print(f"autograd-lab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
