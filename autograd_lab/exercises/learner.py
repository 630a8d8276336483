"""The learner: one record for each exercise, kept in a small file beside the lessons."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from .bank import LESSONS, ids, in_order, lessons
from .message import Block, Message, parts_from
from .progress_file import ProgressFile

UNANSWERED, UNREADABLE = "not answered yet", "cannot read"
KEPT, WRONG, CLOSE, CORRECT = "kept", "wrong", "close?", "correct"
RANKS = (UNANSWERED, KEPT, WRONG, CLOSE, CORRECT)
"""From the least to the most that was reached."""


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
    keep: Callable[[], None] = field(default=lambda: None, repr=False, compare=False)
    """Writes this record where the others are."""

    def note(self, status: str) -> None:
        """The last answer came to this."""
        self.last = status
        self.best = max(self.best, status, key=RANKS.index)

    @property
    def is_touched(self) -> bool:
        """Whether there is anything to keep."""
        return self != Record()

    def plain(self) -> dict[str, Any]:
        """What differs from a new record, for the file."""
        found = {item.name: getattr(self, item.name) for item in _KEPT}
        return {name: value for name, value in found.items() if value != getattr(_NEW, name)}

    def take(self, plain: dict[str, Any]) -> None:
        """Take over the fields of ``plain``; a missing or unusable one is reset."""
        for item in _KEPT:
            new = getattr(_NEW, item.name)
            value = plain.get(item.name, new)
            setattr(self, item.name, value if _is_kind(item.name, value) else new)

    def join(self, theirs: dict[str, Any], common: dict[str, Any]) -> None:
        """Add what another kernel reached since both of them knew ``common``; an answer given here stays the last."""
        other, before = Record(), Record()
        other.take(theirs)
        before.take(common)
        self.best = max(self.best, other.best, key=RANKS.index)
        self.wrong_tries, self.hints = max(self.wrong_tries, other.wrong_tries), max(self.hints, other.hints)
        self.revealed |= other.revealed
        if all(getattr(self, name) == getattr(before, name) for name in _LAST):
            for name in _LAST:
                setattr(self, name, getattr(other, name))


_NEW = Record()
_LAST = ("said", "answer", "reply", "last", "settled")
_KEPT = [item for item in fields(Record) if item.name != "keep"]


def _is_kind(name: str, value: Any) -> bool:
    """Whether the field may hold this: whoever edits the file by hand breaks no lesson."""
    if name in ("last", "best"):
        return value in RANKS
    if name == "reply":
        return value is None or _is_reply(value)
    if name == "said":
        return value is None or isinstance(value, str)
    return name == "answer" or type(value) is type(getattr(_NEW, name))


def _is_reply(value: Any) -> bool:
    try:
        texts = [text for part in value["parts"] for text in part.values()]
        return (
            all(isinstance(text, str) for text in texts)
            and bool(parts_from(value["parts"]))
            and all(value[name] is None or type(value[name]) is int for name in ("event", "until"))
        )
    except (TypeError, KeyError, AttributeError):
        return False


class Learner:
    """All records, including what other kernels wrote into the file."""

    def __init__(self, file: ProgressFile | None = None):
        self.file = file or ProgressFile()
        self._records: dict[str, Record] = {}
        self._changed: set[str] = set()
        """Records that are not in the file yet."""
        self._dropped: set[str] = set()
        """Records to be taken out of the file."""
        self._common: dict[str, dict] = {}
        """Each record as the file had it when it was last read."""

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
        gone = [key for key, record in self._records.items() if record.is_touched and _is_in(key, what)]
        for key in gone:
            self._records[key].take({})
            self._common.pop(key, None)
        self._changed.update(gone)
        self._dropped.update(gone)
        self._write()
        return list(dict.fromkeys(map(_id, gone)))

    def _made(self, key: str) -> Record:
        if key not in self._records:
            self._records[key] = Record(keep=lambda: self._keep(key))
        return self._records[key]

    def _keep(self, key: str) -> None:
        self._changed.add(key)
        self._write()

    def _look(self) -> None:
        """Read the file if it has changed, and try again to write what it does not have yet."""
        stored = self.file.news()
        if stored is not None:
            self._take(stored)
        if self._changed:
            self._write()

    def _take(self, stored: dict[str, dict]) -> None:
        for key in {*stored, *self._records} - self._changed:
            self._common[key] = stored.get(key, {})
            self._made(key).take(self._common[key])

    def _write(self) -> None:
        written = self.file.update(self._joined)
        if written is not None:
            self._common = written
            self._changed.clear()
        if written is not None or self.file.path() is None:
            self._dropped.clear()

    def _joined(self, stored: dict[str, dict] | None) -> dict[str, dict]:
        """The file's records, joined with the changes of this kernel. Without a file, all records of this kernel."""
        if stored is not None:
            stored = {key: plain for key, plain in stored.items() if key not in self._dropped}
            self._take(stored)
            for key in self._changed:
                self._records[key].join(stored.get(key, {}), self._common.get(key, {}))
        plain = {key: record.plain() for key, record in self._records.items() if record.is_touched}
        return (stored or {}) | plain


def _id(key: str) -> str:
    return key.partition(" seed ")[0]


def _is_in(key: str, what: str) -> bool:
    return what in ("", _id(key)) or _id(key).startswith(f"{what}.")


learner = Learner()
"""The one learner of this kernel."""


# ----- progress as a table --------------------------------------------------------------------------------------------
_UNTOUCHED = "–"


def overview(learner: Learner) -> Message:
    """One line for each lesson, one for each exercise of it that was touched, and a sentence about the file.

    A hint or a solution that was looked at is no try.
    """
    touched = learner.touched()
    best = {name: max(touched[name].values(), key=lambda one: RANKS.index(one.best)) for name in in_order(touched)}
    members = {lesson: list(ids(lesson)) for lesson in lessons()}
    for name in best:  # an instructor's may have been added by a cell that has not run in this kernel
        lesson = name.partition(".")[0]
        if lesson not in LESSONS and name not in members.setdefault(lesson, []):
            members[lesson].append(name)
    lines = [f"{'':<10}{'correct':>9}{'tried':>7}{'of':>5}"]
    for lesson, names in members.items():
        found = {name: best[name] for name in names if name in best}
        correct = sum(record.best == CORRECT for record in found.values())
        tried = sum(record.best != UNANSWERED for record in found.values())
        counts = (str(correct), str(tried)) if found else (_UNTOUCHED, _UNTOUCHED)
        lines.append(f"{lesson:<10}{counts[0]:>9}{counts[1]:>7}{len(names):>5}")
        lines.extend(f"  {name:<8}  {_words(record)}" for name, record in found.items())
    return Message((Block("\n".join(lines)), _where(learner)))


def _words(record: Record) -> str:
    words = [record.best]
    if record.wrong_tries:
        words.append(f"wrong tries: {record.wrong_tries}")
    if record.hints:
        words.append(f"hints: {record.hints}")
    if record.revealed:
        words.append("revealed")
    return ", ".join(words)


def _where(learner: Learner) -> str:
    if learner.file.path() is None:
        return "This is kept in this kernel only. Nothing is sent."
    if learner.file.trouble:
        return f"{learner.file.trouble} Nothing is sent."
    return f"This is kept in `{learner.file.name}`; `ex.start_over()` begins afresh. Nothing is sent."
