"""Judge an answer and choose the reply: what `check` says, and the whole solution for `reveal`.

A reply to a wrong answer says which entry differs, what the mistake would mean where it is known, where in the trace to
look, and one smaller question. Where several entries differ, it speaks of the one that the trace decides first. It
never says the right answer: that comes with the last hint, or with `reveal`.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from ..tracing.trace.trace import Trace
from .exercise import WHOLE, Exercise, Form, Look, Missing, Place, Trouble, Wrong, place
from .hints import permissions
from .kept_code import keep as keep_code
from .learner import CLOSE, CORRECT, KEPT, UNANSWERED, UNREADABLE, WRONG, Record
from .message import Block, Message, parts_from, parts_json
from .time_limit import is_limited


@dataclass(frozen=True)
class Finding:
    """A wrong entry, the listed mistake that explains it (None: unknown), and where the trace decides it."""

    entry: Any
    wrong: Wrong | None
    place: Place | None


def first_finding(exercise: Exercise, given: Any) -> Finding:
    """The wrong entry that the trace decides first: the reply to it gives no later answer away."""
    matching = [wrong for wrong in exercise.wrong if exercise.form.same(given, wrong.answer)]
    entries = exercise.form.wrong_entries(given, exercise.answer) or (WHOLE,)
    return min((_finding(exercise, given, entry, matching) for entry in entries), key=precedence)


def precedence(found: Finding) -> tuple[int, bool]:
    """The reply is about the finding that comes first in this order."""
    return found.place.event if found.place else 0, found.wrong is None


def _finding(exercise: Exercise, given: Any, entry: Any, matching: list[Wrong]) -> Finding:
    wrong = next((wrong for wrong in matching if speaks_of(wrong.answer, entry)), None)
    if wrong is None and exercise.form.failed(given):
        return Finding(entry, None, None)
    return finding(exercise, entry, wrong)


def finding(exercise: Exercise, entry: Any, wrong: Wrong | None) -> Finding:
    """The finding for this entry and this mistake (None: unknown)."""
    looks = [wrong.look if wrong and wrong.look else exercise.look_for(entry)]
    if entry in exercise.looks:
        looks.append(exercise.looks[entry])  # nothing after it may be shown, wherever the mistake shows
    return Finding(entry, wrong, _earliest(exercise, looks))


def _earliest(exercise: Exercise, looks: list[Look | None]) -> Place | None:
    if exercise.trace is None:
        return None
    events = [look.index(exercise.trace) for look in looks if look is not None]
    return place(exercise.trace, min(events)) if events else None


def speaks_of(answer: Any, entry: Any) -> bool:
    """Whether a listed wrong answer has this entry."""
    if isinstance(answer, dict):
        return entry in answer
    if isinstance(answer, list | tuple) and isinstance(entry, int):
        return answer[entry] is not ...
    return True


TRIES = 3
"""From this wrong try on, a reply mentions the hints."""
_TONES = {CORRECT: "right", WRONG: "wrong", CLOSE: "close"}


@dataclass(frozen=True, repr=False)
class Result(Message):
    """What `check` says. Shown as text; the fields are for programs.

    ``status`` is "correct", "wrong", "close?", "kept", "not answered yet" or "cannot read". ``misconception`` is the id
    of the idea behind a wrong answer that was recognised, else None. ``look_at`` is a place in the exercise's trace.
    """

    exercise: str = ""
    status: str = UNANSWERED
    misconception: str | None = None
    look_at: Place | None = None
    trace: Trace | None = field(default=None, compare=False)
    until: int | None = None
    """How many events of the trace may be shown; None: all."""
    reply: Any = field(default=None, compare=False)
    """The question whose form a notebook shows instead of the text (see `form_model.Reply`)."""

    @property
    def message(self) -> str:
        """The whole text."""
        return repr(self)

    def __bool__(self) -> bool:
        """Whether the answer is right."""
        return self.status == CORRECT

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        if self.reply is not None:
            return self.reply._repr_mimebundle_(**kwargs)
        return {"text/plain": repr(self), "text/markdown": self._repr_markdown_()}, {}

    def stepper(self) -> Any:
        """The exercise's own trace at the place to look at: up to just before it, or all of it once that is allowed.

        Raises LookupError when there is no place to look at.
        """
        if self.trace is None or self.look_at is None:
            raise LookupError(f"{self.exercise}: there is no trace to step through.")
        from ..views import stepper  # loads what a picture needs

        until = None if self.until is None else self.trace.at(self.until)
        return stepper(self.trace, start=self.trace.at(self.look_at.event), until=until)


def is_code(form: Form) -> bool:
    """Whether learners write code: a step of a trace shows what a program does, not whether the code is right."""
    return hasattr(form, "solution")


def _result(exercise: Exercise, status: str, *parts: str | Block, **more: Any) -> Result:
    return Result(parts, _TONES.get(status, "open"), exercise.id, status, **more)


def judge(exercise: Exercise, answer: Any, record: Record) -> Result:
    """Judge one answer, note it in the record, and choose the reply. No answer makes it raise.

    Raises RuntimeError inside code that is being checked; the reply to that code then names the line.
    """
    _refuse_in_checked_code()
    form = exercise.form
    given = form.read(answer)
    if isinstance(given, Missing | Trouble):
        return _not_read(exercise, given)
    before = record.last, record.said
    record.said, record.answer = form.show(given), form.plain(given)
    if form.same(given, exercise.answer):
        result = _right(exercise, given)
    elif form.near(given, exercise.answer) and not _is_listed(exercise, given):
        result = close_result(exercise, form.quote(record.said))
    else:
        record.wrong_tries += before != (WRONG, record.said)  # a cell that runs again is no new try
        result = _wrong(form.narrowed(exercise, given), given, record)
    record.reply = _kept_reply(exercise, result) if is_code(form) else None
    record.note(result.status)
    record.keep()
    return result


def _kept_reply(exercise: Exercise, result: Result) -> dict[str, Any]:
    """A reply to code, for the progress file: its words, and where its stepper begins and ends."""
    place = result.look_at if result.trace is exercise.trace else None
    return {"parts": parts_json(result.parts), "event": place and place.event, "until": place and result.until}


def last_reply(exercise: Exercise, record: Record) -> Result:
    """The reply to the last answer once more; it does not count as a new try.

    An answer is judged again. Code is not kept, so its reply is.
    """
    if record.answer is not ...:
        return judge(exercise, record.answer, replace(record, keep=lambda: None))
    if record.reply is None:
        return _not_read(exercise, Missing())
    event, until = record.reply["event"], record.reply["until"]
    more = {} if event is None else {"look_at": place(exercise.trace, event), "trace": exercise.trace, "until": until}
    return _result(exercise, record.last, *parts_from(record.reply["parts"]), **more)


def keep(exercise: Exercise, answer: Any, record: Record) -> Result:
    """Keep a guess without a verdict, until a stepper settles it. Raises as `judge` does."""
    _refuse_in_checked_code()
    given = exercise.form.read(answer)
    if isinstance(given, Missing | Trouble):
        return _not_read(exercise, given)
    said = exercise.form.show(given)
    if not (record.settled and said == record.said):  # the same guess again keeps its verdict
        record.said, record.answer, record.settled = said, exercise.form.plain(given), False
        record.note(KEPT)
        record.keep()
    text = f"… {exercise.name}: kept. {exercise.form.quote(said)} Step on; the trace will settle it."
    return _result(exercise, KEPT, text)


def _refuse_in_checked_code() -> None:
    """A check inside the function it checks would call itself for ever."""
    if is_limited():
        raise RuntimeError("a check inside a check. Its line is indented too far: move it out of the function.")


def _not_read(exercise: Exercise, given: Missing | Trouble) -> Result:
    if isinstance(given, Missing):
        text = f"{exercise.name}: not answered yet."
        return _result(exercise, UNANSWERED, f"{text} {given.text}".rstrip())
    return _result(exercise, UNREADABLE, f"{exercise.name}: this answer cannot be read.", given.text)


def _is_listed(exercise: Exercise, given: Any) -> bool:
    return any(exercise.form.same(given, wrong.answer) for wrong in exercise.wrong)


def close_result(exercise: Exercise, said: str) -> Result:
    """The reply to an answer that was rounded; ``said`` quotes it."""
    text = f"≈ {exercise.name}: close. {said} That is the right answer, rounded. Type it exactly; a fraction will do."
    return _result(exercise, CLOSE, text)


def _right(exercise: Exercise, given: Any) -> Result:
    verdict, reason = f"✓ {exercise.name}: correct.", f"{exercise.why} {exercise.form.remark(given)}".rstrip()
    place = exercise.step()
    # The form of a guess has a headline of its own, and shows what comes after the first part.
    parts = [verdict, reason] if exercise.is_prediction and place is None else [f"{verdict} {reason}".rstrip()]
    if place is not None and not is_code(exercise.form):
        so = "The trace says so, too:" if exercise.form.told_by_a_step else _in_the_trace(exercise)
        parts.append(f"{so} {_sentence(exercise.trace, place)}")
    if exercise.keeps:
        parts += filter(None, [keep_code(exercise.keeps, exercise.form, given.candidate, exercise.lesson)])
    if exercise.varies and not exercise.is_prediction:
        again = replace(exercise, seed=1 if exercise.seed is None else exercise.seed + 1)
        parts.append(f"Once more, with other numbers: `{again.call('ask')}`.")
    return _result(exercise, CORRECT, *parts, look_at=place, trace=exercise.trace)


def _in_the_trace(exercise: Exercise) -> str:
    """Begins a sentence. The trace is the engine's, even if the question is about another walk."""
    return "Compare the engine's trace," if exercise.walk else "In the trace,"


def _wrong(exercise: Exercise, given: Any, record: Record) -> Result:
    detail = exercise.form.detail(given, exercise.answer)
    said = f"{exercise.form.quote(record.said)} {detail}".rstrip()
    return wrong_result(exercise, first_finding(exercise, given), said, record)


def wrong_result(exercise: Exercise, found: Finding, said: str, record: Record) -> Result:
    """The reply to an answer that is wrong in ``found``; ``said`` quotes it and says what differs."""
    parts = [f"✗ {exercise.name}: not yet. {said}"]
    if found.wrong is not None and found.wrong.text:
        parts.append(found.wrong.text)
    if found.place is not None:
        parts.append(_pointing(exercise, found))
    if found.wrong is not None and found.wrong.ask:
        parts.append(f"A smaller question: {found.wrong.ask}")
    if record.wrong_tries >= TRIES and record.hints < len(exercise.hints) and permissions.hints:
        parts.append(f"`{exercise.call('hint')}` has more; its last hint is a worked step.")
    until = None if record.revealed or found.place is None else found.place.event
    idea = found.wrong.idea or None if found.wrong else None
    more = {"misconception": idea, "look_at": found.place, "trace": exercise.trace, "until": until}
    return _result(exercise, WRONG, *parts, **more)


def _pointing(exercise: Exercise, found: Finding) -> str:
    """Where to look, and for which entry where there are several."""
    entry = exercise.form.entry(found.entry)
    if found.wrong is None:
        return f"Compare {entry or 'it'} with {found.place}."
    return f"For {entry}, look at {found.place}." if entry else f"Look at {found.place}."


def _sentence(trace: Trace, place: Place) -> str:
    """The step's number and what the trace itself says about the event."""
    return f"step {place.number}: {trace.sentence(place.event)}"


def solution(exercise: Exercise, record: Record) -> Message:
    """The answer with its reason, and what the learner said before, unless that is code."""
    code = is_code(exercise.form)
    said = f"{exercise.form.quote(record.said)} " if record.said is not None and not code else ""
    part = exercise.form.solution_part(exercise.answer, exercise.asks)
    parts: list[str | Block] = [f"{exercise.name}: {said}{exercise.why}".rstrip(), part]
    place = exercise.step()
    if place is not None and not code:
        parts.append(f"{_in_the_trace(exercise)} {_sentence(exercise.trace, place)}")
    return Message(tuple(parts))
