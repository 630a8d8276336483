"""The file in which a learner's progress lies, beside the lessons, so that it is there in every kernel and browser.

It is written whole or not at all, sorted, without a clock. Where it cannot be written, the kernel's memory serves, and
one line says so. A file that cannot be read is put aside under another name, never overwritten.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

PLACE = "AUTOGRAD_LAB_PROGRESS"
"""Environment variable: another path for the file, or "off" for no file."""
NAME = "autograd_lab_progress.json"
VERSION = 1
_MEMORY = "your progress is kept in this kernel only"


class UnreadableError(ValueError):
    """The file does not say what such a file says."""


class ProgressFile:
    """One file of records by exercise. No method raises."""

    def __init__(self) -> None:
        self._seen: Any = None
        self.trouble = ""
        """Why nothing is read or written, in one sentence; empty when all is well."""
        self._said: set[str] = set()
        try:
            self._folder = Path.cwd()  # a lesson may change its folder later on
        except OSError:
            self._folder = Path(".")

    @property
    def name(self) -> str:
        """The file as it was asked for: a name beside the lessons, or a path."""
        return os.environ.get(PLACE, "") or NAME

    def path(self) -> Path | None:
        """Where the file lies; None: there is none."""
        if self.name.casefold() == "off":
            return None
        return Path(os.path.realpath(self._folder / os.path.expanduser(self.name)))

    def news(self) -> dict[str, dict] | None:
        """What the file says, if it may be something else than when it was last looked at."""
        return self.read() if self.path() is not None and self._state() != self._seen else None

    def read(self) -> dict[str, dict]:
        """What the file says; nothing when there is none."""
        path = self.path()
        if path is None:
            return {}
        self._seen = self._state()
        try:
            return records_in(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._say(f"{path.name} cannot be read ({_reason(error)}), so {_MEMORY}.")
        except (ValueError, RecursionError):
            self._put_aside(path)
        return {}

    def write(self, records: dict[str, dict]) -> bool:
        """Put these records into the file; False when that was not possible."""
        path = self.path()
        if path is None:
            return False
        if not records and not path.exists():
            return True
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            text = json.dumps({"version": VERSION, "records": records}, indent=1, sort_keys=True)
            part.write_text(text + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            self._say(f"{path.name} cannot be written ({_reason(error)}), so {_MEMORY}.")
            _remove(part)
            return False
        self._seen, self.trouble = self._state(), ""
        return True

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
            self._say(f"{path.name} cannot be read, nor put aside ({_reason(error)}), so {_MEMORY}.")

    def _say(self, text: str) -> None:
        """Say it once."""
        self.trouble = text
        if text not in self._said:
            self._said.add(text)
            print(text, file=sys.stderr)


def records_in(text: str) -> dict[str, dict]:
    """The records in a file's text; raises `UnreadableError` (or another ValueError) when they are not there."""
    stored = json.loads(text)
    records = stored.get("records") if isinstance(stored, dict) else None
    if not isinstance(records, dict) or stored.get("version") != VERSION:
        raise UnreadableError
    return {key: plain for key, plain in records.items() if isinstance(plain, dict)}


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
