"""`progress`: how far the learner has come, as a table of plain text."""

from .bank import LESSONS, ids
from .learner import Learner, Record

_ORDER = ("correct", "close?", "wrong", "cannot read", "not answered yet")


def overview(learner: Learner) -> str:
    """One line for each lesson, and one for each exercise of it that was tried."""
    lines = [f"{'':<8}{'correct':>9}{'tried':>7}{'of':>5}"]
    for lesson in LESSONS:
        members = ids(lesson)
        best = {member: _best(learner.known(member)) for member in members}
        tried = [member for member in members if best[member] is not None]
        correct = [member for member in tried if best[member].status == "correct"]
        lines.append(f"{lesson:<8}{len(correct):>9}{len(tried):>7}{len(members):>5}")
        lines.extend(f"  {member:<6}  {_words(best[member])}" for member in tried)
    return "\n".join(lines)


def _best(records: list[Record]) -> Record | None:
    touched = [record for record in records if record.said is not None or record.hints or record.revealed]
    return min(touched, key=lambda record: _ORDER.index(record.status)) if touched else None


def _words(record: Record) -> str:
    words = [record.status]
    if record.wrong_tries:
        words.append(f"wrong tries: {record.wrong_tries}")
    if record.hints:
        words.append(f"hints: {record.hints}")
    if record.revealed:
        words.append("revealed")
    return ", ".join(words)
