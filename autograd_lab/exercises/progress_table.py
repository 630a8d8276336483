"""`progress`: how far the learner has come, as a table of plain text, and where that is kept."""

from .bank import LESSONS, ids, lessons
from .learner import CORRECT, RANKS, Learner, Record
from .message import Block, Message

_UNTOUCHED = "–"


def overview(learner: Learner) -> Message:
    """One line for each lesson, one for each exercise of it that was tried, and a sentence about the file."""
    lines = [f"{'':<10}{'correct':>9}{'tried':>7}{'of':>5}"]
    for lesson, members in _lessons(learner).items():
        best = {member: _best(learner.known(member)) for member in members}
        tried = {member: record for member, record in best.items() if record is not None}
        correct = sum(record.best == CORRECT for record in tried.values())
        counts = (str(correct), str(len(tried))) if tried else (_UNTOUCHED, _UNTOUCHED)
        lines.append(f"{lesson:<10}{counts[0]:>9}{counts[1]:>7}{len(members):>5}")
        lines.extend(f"  {member:<8}  {_words(record)}" for member, record in tried.items())
    return Message((Block("\n".join(lines)), _where(learner)))


def _lessons(learner: Learner) -> dict[str, list[str]]:
    """The exercises of each lesson, those of an instructor that no cell has added in this kernel included."""
    found = {lesson: list(ids(lesson)) for lesson in lessons()}
    for name in learner.ids():
        lesson = name.partition(".")[0]
        if lesson not in LESSONS and name not in found.setdefault(lesson, []):
            found[lesson].append(name)
    return found


def _best(records: list[Record]) -> Record | None:
    return max(records, key=lambda record: RANKS.index(record.best), default=None)


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
