"""The learner: one record for each exercise, kept in a small file beside the lessons."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from .progress_file import ProgressFile

UNANSWERED, UNREADABLE = "not answered yet", "cannot read"
KEPT, WRONG, CLOSE, CORRECT = "kept", "wrong", "close?", "correct"
RANKS = (UNANSWERED, KEPT, WRONG, CLOSE, CORRECT)
"""From the least to the most that was reached."""
_rank = RANKS.index


@dataclass
class Record:
    """What a learner did about one exercise. Change it, then call `keep`."""

    said: str | None = None
    """The last answer in words, to be quoted back."""
    answer: Any = ...
    """The last answer as numbers, texts, lists and dicts, which `check` takes again; ``...``: none, or code."""
    reply: dict[str, Any] | None = None
    """The reply to the last answer, if that was code (see `judge.last_reply`)."""
    last: str = UNANSWERED
    """What became of the last answer."""
    best: str = UNANSWERED
    """The best that was reached: a wrong try later on does not erase "correct"."""
    wrong_tries: int = 0
    hints: int = 0
    revealed: bool = False
    settled: bool = False
    """Whether a stepper has shown what becomes of a guess."""
    answered: bool = field(default=False, repr=False, compare=False)
    """Whether the last answer was given in this kernel, and no file has it yet."""
    on_its_own: bool = field(default=False, repr=False, compare=False)
    """Whether the lesson's picture, as it was made last, is of another program than the question's."""
    keep: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Writes this record where the others are."""
    redraw: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Shows it in the question's form, if there is one."""

    def note(self, status: str) -> None:
        self.last, self.answered = status, True
        self.best = max(self.best, status, key=_rank)

    def reveal(self) -> None:
        self.revealed = True
        self.keep()

    @property
    def is_touched(self) -> bool:
        """Whether there is anything to keep."""
        return self != _NEW

    def plain(self) -> dict[str, Any]:
        """What differs from a new record, for the file."""
        return {name: getattr(self, name) for name in _KEPT if getattr(self, name) != getattr(_NEW, name)}

    def take(self, plain: dict[str, Any]) -> None:
        """Take over the fields of ``plain``; a missing or unusable one is reset."""
        for name in _KEPT:
            new = getattr(_NEW, name)
            value = plain.get(name, new)
            setattr(self, name, value if _is_kind(name, value) else new)
        self.answered = False

    def join(self, theirs: dict[str, Any]) -> None:
        """Add what another kernel reached; an answer given here stays the last."""
        other = Record()
        other.take(theirs)
        self.best = max(self.best, other.best, key=_rank)
        self.wrong_tries, self.hints = max(self.wrong_tries, other.wrong_tries), max(self.hints, other.hints)
        self.revealed |= other.revealed
        if not self.answered:
            for name in ("said", "answer", "reply", "last", "settled"):
                setattr(self, name, getattr(other, name))


_NEW = Record()
_KEPT = [item.name for item in fields(Record) if item.compare]


def _is_kind(name: str, value: Any) -> bool:
    """Whether the field may hold this: whoever edits the file by hand breaks no lesson."""
    if name in ("last", "best"):
        return value in RANKS
    if name == "said":
        return value is None or isinstance(value, str)
    if name == "reply":
        return value is None or (isinstance(value, dict) and value.keys() == {"parts", "event", "until"})
    return name == "answer" or type(value) is type(getattr(_NEW, name))


class Learner:
    """All records, including what other kernels wrote into the file."""

    def __init__(self, file: ProgressFile | None = None):
        self.file = file or ProgressFile()
        self._records: dict[str, Record] = {}
        self._changed: set[str] = set()
        """Records that are not in the file yet."""
        self._dropped: set[str] = set()
        """Records to be taken out of the file."""

    def record(self, exercise_id: str, seed: int | None = None) -> Record:
        """The record of one exercise with these numbers, made when first asked for."""
        self._look()
        return self._made(exercise_id if seed is None else f"{exercise_id} seed {seed}")

    def touched(self) -> dict[str, dict[int | None, Record]]:
        """Every exercise that was touched → whose numbers (None: those of the lesson) → how it went."""
        self._look()
        found: dict[str, dict[int | None, Record]] = {}
        for key, record in self._records.items():
            name, _, seed = key.partition(" seed ")
            if record.is_touched:
                found.setdefault(name, {})[int(seed) if seed else None] = record
        return found

    def forget(self, what: str = "") -> list[str]:
        """Start again with one exercise, with the exercises of a lesson (``"L2"``), or with all; which were forgotten.

        A record that a form still holds becomes new.
        """
        self._look()
        gone = {key: key.partition(" seed ")[0] for key, record in self._records.items() if record.is_touched}
        gone = {key: name for key, name in gone.items() if what in ("", name) or name.startswith(f"{what}.")}
        for key in gone:
            self._records[key].take({})
        self._changed.update(gone)
        self._dropped.update(gone)
        self._write()
        return list(dict.fromkeys(gone.values()))

    def _made(self, key: str) -> Record:
        def keep() -> None:
            self._changed.add(key)
            self._write()

        return self._records.setdefault(key, Record(keep=keep))

    def _look(self) -> None:
        """Read the file if it has changed, and try again to write what it does not have yet."""
        stored = self.file.news()
        if stored is not None:
            self._take(stored)
        if self._changed:
            self._write()

    def _take(self, stored: dict[str, dict]) -> None:
        for key in {*stored, *self._records} - self._changed:
            self._made(key).take(stored.get(key, {}))

    def _write(self) -> None:
        written = self.file.update(self._joined)
        if written:
            for key in self._changed:
                self._records[key].answered = False
            self._changed.clear()
        if written or self.file.path() is None:
            self._dropped.clear()

    def _joined(self, stored: dict[str, dict] | None) -> dict[str, dict]:
        """The file's records, joined with the changes of this kernel. Without a file, all records of this kernel."""
        if stored is not None:
            stored = {key: plain for key, plain in stored.items() if key not in self._dropped}
            self._take(stored)
            for key in self._changed:
                self._records[key].join(stored.get(key, {}))
        plain = {key: record.plain() for key, record in self._records.items() if record.is_touched}
        return (stored or {}) | plain


learner = Learner()
"""The one learner of this kernel."""


# ----- what a learner may see -----------------------------------------------------------------------------------------
EXAM = "AUTOGRAD_LAB_EXAM"
"""Environment variable: with "1" there are no hints and no solutions, whatever a cell says."""


class Permissions:
    """Learners have hints and solutions until `allow` or the environment takes them away."""

    def __init__(self) -> None:
        self.allow()

    def allow(self, hints: bool = True, reveal: bool = True) -> None:
        self._hints, self._reveal = bool(hints), bool(reveal)

    @property
    def hints(self) -> bool:
        return self._hints and os.environ.get(EXAM) != "1"

    @property
    def reveal(self) -> bool:
        return self._reveal and os.environ.get(EXAM) != "1"


permissions = Permissions()
"""The permissions of this kernel."""
