"""Progress as a map of the course: a line for each lesson, a mark for each question, and where to go on.

A wrong guess is no mistake to put right: the picture has answered it. So it has a mark of its own. A hint or a solution
that was looked at is no try.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .bank import LESSONS, ids, in_order, lessons
from .exercise import is_prediction
from .learner import CORRECT, KEPT, RANKS, UNANSWERED, Learner, Record
from .message import Block, Message, markdown

RIGHT, OTHERWISE, WRONG, WAITING, LEFT = "✓○✗…·"
LEGEND = (
    f"{RIGHT} right, {WRONG} not right yet, {OTHERWISE} a guess that turned out wrong, "
    f"{WAITING} a guess that waits for its picture, {LEFT} left"
)
_HEADING = re.compile(r'"# (.+?)(?:\\n)?"')
"""A notebook's first heading, as it is written in the file."""


@dataclass(frozen=True)
class Line:
    """One lesson on the map."""

    lesson: str
    title: str
    link: str
    """The notebook's file, if it is beside the kernel; else empty."""
    marks: str

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many are right, wrong, left."""
        right, wrong = self.marks.count(RIGHT), self.marks.count(OTHERWISE) + self.marks.count(WRONG)
        return right, wrong, len(self.marks) - right - wrong


@dataclass(frozen=True, repr=False)
class CourseMap(Message):
    """The map as a message; a notebook shows a table whose lessons can be opened."""

    lines: tuple[Line, ...] = ()

    def _repr_markdown_(self) -> str:
        rows = ["| lesson | | right | wrong | left |", "|:--|:--|--:|--:|--:|"]
        for line in self.lines:
            name = f"{_short(line.lesson)} {line.title}".rstrip()
            shown = f"[{name}]({line.link})" if line.link else name
            rows.append(f"| {shown} | {' '.join(line.marks)} | {' | '.join(map(str, line.counts))} |")
        return "\n".join(rows) + "\n\n" + markdown(self.parts[1:])


def course_map(learner: Learner) -> CourseMap:
    """Every lesson with what became of its questions, where to go on, and where this is kept."""
    best = best_records(learner)
    lines = tuple(
        Line(lesson, *_notebook(learner, lesson), "".join(_mark(name, best.get(name)) for name in names))
        for lesson, names in members(best).items()
    )
    width = max(len(line.marks) for line in lines)
    shown = [f"{'':<6}{'':<{width}}  right wrong left"]
    for line in lines:
        right, wrong, left = line.counts
        shown.append(
            f"{_short(line.lesson):<6}{line.marks:<{width}}  {right:>5} {wrong:>5} {left:>4}  {line.title}".rstrip()
        )
    parts = Block("\n".join(shown)), LEGEND, *_ways_on(best), f"{_kept_where(learner)} Nothing is sent."
    return CourseMap(parts, lines=lines)


def one_lesson(learner: Learner, lesson: str) -> Message | None:
    """Each question of a lesson, in words; None: there is no such lesson."""
    best = best_records(learner)
    names = members(best).get(lesson)
    return names and Message((Block("\n".join(f"{name:<8}  {_words(best.get(name, Record()))}" for name in names)),))


def best_records(learner: Learner) -> dict[str, Record]:
    """Each exercise that was touched → the record of the numbers with which it went best, in the course's order."""
    touched = learner.touched()
    return {name: max(touched[name].values(), key=lambda one: RANKS.index(one.best)) for name in in_order(touched)}


def members(best: dict[str, Record]) -> dict[str, list[str]]:
    """Lesson → its exercises. An instructor's may have been added by a cell that has not run in this kernel."""
    found = {lesson: list(ids(lesson)) for lesson in lessons()}
    for name in best:
        lesson = name.partition(".")[0]
        if lesson not in LESSONS and name not in found.setdefault(lesson, []):
            found[lesson].append(name)
    return found


def _mark(name: str, record: Record | None) -> str:
    if record is None or record.best == UNANSWERED:
        return LEFT
    return {CORRECT: RIGHT, KEPT: WAITING}.get(record.best) or (OTHERWISE if is_prediction(name) else WRONG)


def _ways_on(best: dict[str, Record]) -> Iterator[str]:
    """Where to go on: after the last question that was answered. Before it, exercises that are not right yet."""
    names = [name for group in members(best).values() for name in group]
    marks = {name: _mark(name, best.get(name)) for name in names}
    wrong = [name for name in names if marks[name] == WRONG]
    if wrong:
        yield f"To try again: {', '.join(wrong)}."
    last = max((place for place, name in enumerate(names) if marks[name] not in (LEFT, WAITING)), default=-1)
    ahead = [name for name in (*names[last + 1 :], *names) if marks[name] in (LEFT, WAITING)]
    yield (
        f"Go on with {ahead[0]}, in lesson {_short(ahead[0].partition('.')[0])}."
        if ahead
        else "You have answered every question."
    )


def _short(lesson: str) -> str:
    """``"02"`` for the package's lesson ``"L2"``."""
    return f"{int(lesson[1:]):02d}" if lesson in LESSONS else lesson


def _notebook(learner: Learner, lesson: str) -> tuple[str, str]:
    """The heading and the file of a lesson's notebook; empty where none is beside the kernel, or none can be read."""
    files = sorted(learner.file.folder.glob(f"{_short(lesson)}_*.ipynb")) if lesson in LESSONS else []
    try:
        found = _HEADING.search(files[0].read_text(encoding="utf-8")) if files else None
    except (OSError, UnicodeDecodeError):
        found = None
    return (found[1].replace("`", ""), files[0].name) if found else ("", "")


def _kept_where(learner: Learner) -> str:
    if learner.file.path() is None:
        return "This is kept only in this kernel."
    kept = f"This is kept in `{learner.file.name}`; `ex.start_over()` begins afresh."
    return learner.file.trouble or kept


def _words(record: Record) -> str:
    counts = {"wrong tries": record.wrong_tries, "hints": record.hints}
    told = [f"{name}: {count}" for name, count in counts.items() if count]
    return ", ".join([record.best, *told, *["revealed"][: record.revealed]])
