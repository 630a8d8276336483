"""The file beside the lessons that keeps a learner's progress, so that every kernel and browser finds it.

It is written whole or not at all, sorted, without a clock. Where it cannot be read or written, the kernel's memory
serves, and one line says so. A file that was not read is never written over: what is no progress at all is put aside
under another name, everything else stays as it is.

One kernel at a time reads the file and writes it again (`locked`). The lock is an empty file beside it, which only one
kernel can make (``O_EXCL``): that holds on every system, and on a network home, too. A kernel that was killed leaves
its lock behind. Clocks need not agree: a kernel that has seen the same lock for too long takes it away.
"""

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 5.0
"""Seconds after which a lock belongs to nobody: a kernel holds one for some milliseconds."""
_PAUSE = 0.002


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else is in here with the same path. Where no lock can be made, nobody waits."""
    lock = path.with_name(f"{path.name}.lock")
    held = _take(lock)
    began = time.monotonic()
    try:
        yield
    finally:
        if held and time.monotonic() - began < PATIENCE:  # later it may be another one's
            _remove(lock)


def _take(lock: Path) -> bool:
    """Whether there is a lock, and it is ours."""
    seen, since = None, 0.0
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            return True
        except FileExistsError:
            found, now = _state(lock), time.monotonic()
            if found is None or found != seen:
                seen, since = found, now
            elif now - since > PATIENCE:
                _remove(lock)
            time.sleep(_PAUSE)
        except OSError:
            return False


def _state(lock: Path) -> tuple[int, int] | None:
    """Which lock it is; None: it is gone."""
    try:
        found = lock.stat()
        return found.st_ino, found.st_mtime_ns
    except OSError:
        return None


def _remove(lock: Path) -> None:
    with suppress(OSError):
        lock.unlink()


PLACE = "AUTOGRAD_LAB_PROGRESS"
"""Environment variable: another path for the file, or "off" for no file."""
NAME = "autograd_lab_progress.json"
VERSION = 1
_MEMORY = "your progress is kept in this kernel only"


class UnreadableError(ValueError):
    """The file does not say what such a file says."""


class LaterError(Exception):
    """The file is of a version that is not known yet."""


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
        """The file as it was asked for: a name beside the lessons, or a path."""
        return os.environ.get(PLACE, "") or NAME

    def path(self) -> Path | None:
        """The path of the file; None: no file is kept."""
        if self.name.casefold() == "off":
            return None
        return Path(os.path.realpath(self.folder / os.path.expanduser(self.name)))

    def news(self) -> dict[str, dict] | None:
        """What the file says, if it may be something else than when it was last looked at."""
        return self.read() if self.path() is not None and self._state() != self._seen else None

    def read(self) -> dict[str, dict] | None:
        """The records in the file; None: there is no file, or it cannot be read."""
        path = self.path()
        if path is None:
            return None
        try:
            return self._found(path)
        except UnreadableError:
            with locked(path):  # another kernel may be about to put it aside
                return self._sound(path)

    def update(self, change: Callable[[dict[str, dict] | None], dict[str, dict]]) -> dict[str, dict] | None:
        """Put what ``change`` makes of the file's records into the file; None when that was not possible."""
        path = self.path()
        if path is None:
            return None
        with locked(path):
            stored = self._sound(path)
            return None if self.trouble else self._write(path, change(stored))

    def _sound(self, path: Path) -> dict[str, dict] | None:
        """What the file says; a damaged one is put aside first."""
        try:
            return self._found(path)
        except UnreadableError:
            self._put_aside(path)
            return None

    def _found(self, path: Path) -> dict[str, dict] | None:
        """What the file says; where it may not be replaced, there is trouble. Raises `UnreadableError`."""
        self._seen, self.trouble = self._state(), ""
        try:
            return records_in(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._leave(f"{path.name} cannot be read ({_reason(error)}).")
        except LaterError:
            self._leave(f"{path.name} was written by a later version of autograd_lab.")
        return None

    def _write(self, path: Path, records: dict[str, dict]) -> dict[str, dict] | None:
        if not records and not path.exists():
            return records
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            text = json.dumps({"version": VERSION, "records": records}, indent=1, sort_keys=True)
            part.write_text(text + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            self._say(f"{path.name} cannot be written ({_reason(error)}), so {_MEMORY}.")
            _remove(part)
            return None
        self._seen = self._state()
        return records

    def _state(self) -> Any:
        """Something that changes when the file does."""
        path = self.path()
        try:
            found = os.stat(path)
            return path, found.st_mtime_ns, found.st_size, found.st_ino
        except OSError:
            return path, None

    def _put_aside(self, path: Path) -> None:
        aside = next(place for place in _names_aside(path) if not place.exists())
        try:
            path.replace(aside)
            print(f"{path.name} could not be read. It is now called {aside.name}; a new one begins.", file=sys.stderr)
        except OSError as error:
            self._leave(f"{path.name} cannot be read, nor put aside ({_reason(error)}).")

    def _leave(self, why: str) -> None:
        """Say that nothing is done to the file, which is looked at again the next time."""
        self._seen = None
        self._say(f"{why} It stays as it is, and {_MEMORY}.")

    def _say(self, text: str) -> None:
        """Say it once."""
        self.trouble = text
        if text not in self._said:
            self._said.add(text)
            print(text, file=sys.stderr)


def records_in(path: Path) -> dict[str, dict]:
    """The records in this file. Raises OSError, or `UnreadableError`, or `LaterError`, when they are not there."""
    try:
        text = _text(path)
        stored = json.loads(text)
        if "\\ud" in text.lower():  # half a character can be written so, and cannot be shown
            stored = json.loads(json.dumps(stored, ensure_ascii=False).encode(errors="replace"))
    except (ValueError, RecursionError):
        raise UnreadableError from None
    version = stored.get("version") if isinstance(stored, dict) else None
    if type(version) is int and version > VERSION:
        raise LaterError
    if version != VERSION or not isinstance(stored.get("records"), dict):
        raise UnreadableError
    return {key: plain for key, plain in stored["records"].items() if isinstance(plain, dict)}


def _text(path: Path) -> str:
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise OSError(errno.EINVAL, "it is no ordinary file")
    return path.read_bytes().decode("utf-8-sig")  # editors on Windows put a mark in front


def _names_aside(path: Path) -> Any:
    number = 1
    while True:
        yield path.with_name(f"{path.stem}.unreadable{number}{path.suffix}")
        number += 1


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _remove(part: Path) -> None:
    try:
        part.unlink(missing_ok=True)
    except OSError:
        return
