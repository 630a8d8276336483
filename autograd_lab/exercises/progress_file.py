"""The file beside the lessons that keeps a learner's progress, so that every kernel and browser finds it.

The file is replaced as a whole, so it is never half written; the same progress gives the same bytes. If it cannot be
read or written, progress stays in the kernel's memory, and one line says so. A file that could not be read is never
overwritten: a damaged one is renamed, and any other stays as it is.

Only one kernel at a time reads and rewrites the file (`locked`). The lock is an empty file beside it that only one
kernel can create (``O_EXCL``); this works on every system and on network homes. A killed kernel leaves its lock behind:
whoever has waited for too long removes it.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from .._core.base.whole_file import write_whole

PATIENCE = 5.0
"""Seconds after which a lock counts as left behind; a kernel holds one for a few milliseconds."""
_PAUSE = 0.002


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this path. Where no lock can be created, go on without one."""
    lock = path.with_name(f"{path.name}.lock")
    end = time.monotonic() + PATIENCE
    held = None
    while held is None:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            held = True
        except FileExistsError:
            if time.monotonic() > end:
                _remove(lock)
            time.sleep(_PAUSE)
        except OSError:
            held = False
    taken = time.monotonic()
    try:
        yield
    finally:
        if held and time.monotonic() - taken < PATIENCE:  # later it may be another one's
            _remove(lock)


def _state(path: Path) -> tuple | None:
    """Something that changes when the file does, or another one takes its place; None: it is gone."""
    try:
        found = path.stat()
        return path, found.st_mtime_ns, found.st_size, found.st_ino
    except OSError:
        return None


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


PLACE = "AUTOGRAD_LAB_PROGRESS"
"""Environment variable: another path for the file, or "off" for no file."""
NAME = "autograd_lab_progress.json"
VERSION = 1
_MEMORY = "your progress is kept only in this kernel"


class UnreadableError(ValueError):
    """The file is damaged, or is no progress file."""


class ProgressFile:
    """One file of records by exercise. No method raises."""

    def __init__(self) -> None:
        self._seen: Any = None
        self.trouble = ""
        """Why nothing is read or written, in words; empty when all is well."""
        self._said: set[str] = set()
        try:
            self.folder = Path.cwd()  # a lesson may change its folder later on
        except OSError:
            self.folder = Path(".")

    @property
    def name(self) -> str:
        """The file's name beside the lessons, or its path, as the environment gives it."""
        return os.environ.get(PLACE, "") or NAME

    def path(self) -> Path | None:
        """The path of the file; None: no file is kept."""
        if self.name.casefold() == "off":
            return None
        return Path(os.path.realpath(self.folder / os.path.expanduser(self.name)))

    def news(self) -> dict[str, dict] | None:
        """The file's records, if the file has changed since it was last read; else None."""
        path = self.path()
        if path is None or _state(path) == self._seen:
            return None
        with locked(path):
            return self._read(path)

    def update(self, change: Callable[[dict[str, dict] | None], dict[str, dict]]) -> bool:
        """Put what ``change`` makes of the file's records into the file; whether that was possible."""
        path = self.path()
        if path is None:
            return False
        with locked(path):
            stored = self._read(path)
            return not self.trouble and self._write(path, change(stored))

    def _read(self, path: Path) -> dict[str, dict] | None:
        """The file's records. A damaged file is renamed; ``trouble`` says why a file must not be replaced."""
        self._seen, self.trouble = _state(path), ""
        try:
            return records_in(path)
        except FileNotFoundError:
            return None
        except UnreadableError:
            self._put_aside(path)
        except OSError as error:
            self._leave(f"{path.name} cannot be read ({_reason(error)}).")
        return None

    def _write(self, path: Path, records: dict[str, dict]) -> bool:
        if not records and not path.exists():
            return True
        try:
            text = json.dumps({"version": VERSION, "records": records}, indent=1, sort_keys=True)
            write_whole(path, f"{text}\n".encode())
        except OSError as error:
            self._say(f"{path.name} cannot be written ({_reason(error)}), so {_MEMORY}.")
            return False
        self._seen = _state(path)
        return True

    def _put_aside(self, path: Path) -> None:
        names = (path.with_name(f"{path.stem}.unreadable{number}{path.suffix}") for number in count(1))
        aside = next(place for place in names if not place.exists())
        try:
            path.replace(aside)
            print(f"{path.name} could not be read. It is now called {aside.name}; a new one begins.", file=sys.stderr)
        except OSError as error:
            self._leave(f"{path.name} cannot be read, nor put aside ({_reason(error)}).")

    def _leave(self, why: str) -> None:
        """Leave the file alone, say why, and try again next time."""
        self._seen = None
        self._say(f"{why} It stays as it is, and {_MEMORY}.")

    def _say(self, text: str) -> None:
        """Say it once."""
        self.trouble = text
        if text not in self._said:
            self._said.add(text)
            print(text, file=sys.stderr)


def records_in(path: Path) -> dict[str, dict]:
    """The records in this file. Raises OSError, or `UnreadableError`, when they are not there."""
    try:
        stored = json.loads(path.read_bytes().decode("utf-8-sig"))  # editors on Windows put a mark in front
    except (ValueError, RecursionError):
        raise UnreadableError from None
    if not isinstance(stored, dict) or stored.get("version") != VERSION or not isinstance(stored.get("records"), dict):
        raise UnreadableError
    return {key: plain for key, plain in stored["records"].items() if isinstance(plain, dict)}


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
