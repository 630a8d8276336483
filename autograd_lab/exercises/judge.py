"""Choose the reply to an answer: what `check` says, and the whole solution for `reveal`.

Whether an entry is right, its form says: ``form.same`` in `answer_values` and `answer_code`.

A reply to a wrong answer says which entry differs, what the mistake would mean where it is known, where in the trace to
look, and one smaller question. Where several entries differ, it speaks of the one that the trace decides first. It
never says the right answer: that comes with the last hint, or with `reveal`.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from ..tracing.trace.trace import Trace
from .bank import next_seed
from .engine_file import keep as keep_code
from .engine_file import where_kept
from .exercise import WHOLE, Exercise, Missing, Place, Trouble, Wrong, place
from .learner import CLOSE, CORRECT, KEPT, UNANSWERED, UNREADABLE, WRONG, Record, permissions
from .message import Block, Message, parts_from, parts_json, sentence
from .time_limit import is_limited

TRIES = 3
"""From this wrong try on, a reply mentions the hints."""
_TONES = {CORRECT: "right", WRONG: "wrong", CLOSE: "close"}


@dataclass(frozen=True)
class Finding:
    """A wrong entry, the listed mistake that explains it (None: unknown), and where the trace decides it."""

    entry: Any
    wrong: Wrong | None
    place: Place | None
    stopped: bool = False
    """Whether the code raised or never ended: then the error says more than a smaller question."""

    @property
    def precedence(self) -> tuple[int, bool]:
        """The reply is about the finding that comes first in this order: it gives no later answer away."""
        return self.place.event if self.place else 0, self.wrong is None


def first_finding(exercise: Exercise, given: Any) -> Finding:
    """The wrong entry that the trace decides first."""
    form, found = exercise.form, []
    matching = [wrong for wrong in exercise.wrong if form.same(given, wrong.answer)]
    for entry in form.wrong_entries(given, exercise.answer) or (WHOLE,):
        wrong = next((wrong for wrong in matching if speaks_of(wrong.answer, entry)), None)
        told = wrong or form.told_by_error(given)
        no_step = wrong is None and form.failed(given)
        found.append(Finding(entry, told, None, stopped=True) if no_step else finding(exercise, entry, told))
    return min(found, key=lambda each: each.precedence)


def finding(exercise: Exercise, entry: Any, wrong: Wrong | None) -> Finding:
    """The finding for this entry and this mistake (None: unknown). Nothing after the step that decides the entry may be
    shown, wherever the mistake shows."""
    looks = (wrong.look if wrong and wrong.look else exercise.look_for(entry), exercise.looks.get(entry))
    events = [look.index(exercise.trace) for look in looks if look is not None and exercise.trace is not None]
    return Finding(entry, wrong, place(exercise.trace, min(events)) if events else None)


def speaks_of(answer: Any, entry: Any) -> bool:
    """Whether a listed wrong answer has this entry."""
    if isinstance(answer, dict):
        return entry in answer
    return not (isinstance(answer, list | tuple) and isinstance(entry, int)) or answer[entry] is not ...


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
    run: int | None = None
    """The run of a walk that contradicts the answer (see `Wrong`)."""
    reply: Any = field(default=None, compare=False)
    """The question whose form a notebook shows instead of the text (see `form_model.Reply`)."""

    @property
    def message(self) -> str:
        return repr(self)

    def __bool__(self) -> bool:
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


def result(exercise: Exercise, status: str, *parts: str | Block, **more: Any) -> Result:
    """A result with the tone of its status."""
    return Result(parts, _TONES.get(status, "open"), exercise.id, status, **more)


# ----- answering ------------------------------------------------------------------------------------------------------
def judge(exercise: Exercise, answer: Any, record: Record) -> Result:
    """Judge one answer, note it in the record, and choose the reply. No answer makes it raise.

    Raises RuntimeError inside code that is being checked; the reply to that code then names the line.
    """
    form, given = exercise.form, _read(exercise, answer)
    if isinstance(given, Result):
        is_kept = given.status == UNANSWERED and exercise.keeps and record.best == CORRECT
        told = where_kept(exercise.keeps, form) if is_kept else ""
        return replace(given, parts=(*given.parts, told)) if told else given
    before = record.last, record.said
    record.said, record.answer = form.show(given), form.plain(given)
    if form.same(given, exercise.answer):
        found = _right(exercise, given)
    elif form.near(given, exercise.answer) and not any(form.same(given, wrong.answer) for wrong in exercise.wrong):
        found = close_result(exercise, form.quote(record.said))
    else:
        record.wrong_tries += before != (WRONG, record.said)  # a cell that runs again is no new try
        shown = form.narrowed(exercise, given)
        said = f"{form.quote(record.said)} {form.detail(given, exercise.answer)}".strip()
        found = wrong_result(shown, first_finding(shown, given), said, record)
    if exercise.is_code:  # the progress file keeps the reply: its words, and where its stepper begins and ends
        place = found.look_at if found.trace is exercise.trace else None
        event, until = place and place.event, place and found.until
        record.reply = {"parts": parts_json(found.parts), "event": event, "until": until}
    else:
        record.reply = None
    record.note(found.status)
    record.keep()
    return found


def keep(exercise: Exercise, answer: Any, record: Record) -> Result:
    """Keep a guess without a verdict, until a stepper settles it. Raises as `judge` does."""
    given = _read(exercise, answer)
    if isinstance(given, Result):
        return given
    said = exercise.form.show(given)
    if not (record.settled and said == record.said):  # the same guess again keeps its verdict
        record.said, record.answer, record.settled = said, exercise.form.plain(given), False
        record.note(KEPT)
        record.keep()
    text = f"… {exercise.name}: saved. {exercise.form.quote(said)} Keep stepping: the trace will settle it."
    return result(exercise, KEPT, text)


def _read(exercise: Exercise, answer: Any) -> Any:
    """What was read, or the reply to what could not be read."""
    if is_limited():  # a check inside the function it checks would call itself for ever
        raise RuntimeError("a check inside a check. Its line is indented too far: move it out of the function.")
    given = exercise.form.read(answer)
    if isinstance(given, Missing):
        return result(exercise, UNANSWERED, f"{exercise.name}: not answered yet. {given.text}".rstrip())
    if isinstance(given, Trouble):
        if given.is_read:
            return result(exercise, UNREADABLE, f"{exercise.name}: {given.text}")
        return result(exercise, UNREADABLE, f"{exercise.name}: this answer can't be read.", given.text)
    return given


def last_reply(exercise: Exercise, record: Record) -> Result:
    """The reply to the last answer once more; it does not count as a new try.

    An answer is judged again. Code is not kept, so its reply is.
    """
    if record.answer is not ... or record.reply is None:
        return judge(exercise, record.answer, replace(record, keep=lambda: None))
    event, until = record.reply["event"], record.reply["until"]
    more = {} if event is None else {"look_at": place(exercise.trace, event), "trace": exercise.trace, "until": until}
    return result(exercise, record.last, *parts_from(record.reply["parts"]), **more)


# ----- replies --------------------------------------------------------------------------------------------------------
def close_result(exercise: Exercise, said: str) -> Result:
    """The reply to an answer that was rounded; ``said`` quotes it."""
    text = f"≈ {exercise.name}: close. {said} That is the right answer, rounded. Type it exactly; a fraction will do."
    return result(exercise, CLOSE, text)


def _right(exercise: Exercise, given: Any) -> Result:
    verdict, reason = f"✓ {exercise.name}: correct.", f"{exercise.why} {exercise.form.remark(given)}".rstrip()
    place = exercise.step()
    # The form of a guess has a headline of its own, and shows what comes after the first part.
    parts = [verdict, reason] if exercise.is_prediction and place is None else [f"{verdict} {reason}".rstrip()]
    parts += _told(exercise, "The trace says so, too. Step" if exercise.form.told_by_a_step else "")
    if exercise.keeps:
        parts += filter(None, [keep_code(exercise.keeps, exercise.form, given.candidate, exercise.lesson)])
    if exercise.varies and not exercise.is_prediction and (seed := next_seed(exercise)):
        parts.append(f"Once more, with other numbers: `{replace(exercise, seed=seed).call('ask')}`.")
    return result(exercise, CORRECT, *parts, look_at=place, trace=exercise.trace)


def _told(exercise: Exercise, so: str = "") -> list[str]:
    """What the trace says of the deciding step. It is the engine's, even if the question is about another walk."""
    place = exercise.step(exercise.quotes)
    so = so or ("Compare this with the engine's trace, step" if exercise.walk else "In the trace, step")
    told = place is not None and not exercise.is_code
    return [f"{so} {place.number}: {sentence_of(exercise.trace, place.event)}"] if told else []


def sentence_of(trace: Trace, event: int) -> str:
    """What the trace says of this event; of an error, the first sentence."""
    text = trace.sentence(event)
    return f"{text.partition('. ')[0].rstrip('.')}." if trace.events[event].kind == "ErrorRaised" else text


def wrong_result(exercise: Exercise, found: Finding, said: str, record: Record) -> Result:
    """The reply to an answer that is wrong in ``found``; ``said`` quotes it and says what differs."""
    wrong, place, entry = found.wrong, found.place, exercise.form.entry(found.entry)
    where = "" if place is None else f"For {entry}, look at {place}." if entry else f"Look at {place}."
    if exercise.walk:  # the trace is the engine's, and the question is about another walk
        where = where and f"Compare this with the engine's trace, {place}."
    elif wrong is None:
        where = where and f"Compare {entry or 'your answer'} with {place}."
    if wrong is None:
        ask = "" if found.stopped else exercise.otherwise.get(found.entry) or exercise.otherwise.get(WHOLE, "")
    else:
        ask = wrong.ask
    many = record.wrong_tries >= TRIES and record.hints < len(exercise.hints) and permissions.hints
    parts = (
        f"✗ {exercise.name}: not yet. {said}",
        wrong.text if wrong else "",
        where,
        f"A smaller question: {ask}" if ask else "",
        sentence("more hints", call=exercise.call("hint")) if many else "",
    )
    until = None if record.revealed or place is None else place.event
    more = {"misconception": (wrong and wrong.idea) or None, "look_at": place, "trace": exercise.trace, "until": until}
    return result(exercise, WRONG, *filter(None, parts), **more)


def next_hint(exercise: Exercise, record: Record) -> Message:
    """The next hint, which is counted; after the last one, that one again."""
    count = len(exercise.hints)
    if not count:
        return Message((f"{exercise.name} has no hints.",))
    if not permissions.hints:
        return Message((f"{exercise.name}: hints are switched off here.",))
    record.hints = min(record.hints + 1, count)
    record.keep()
    return Message((f"{exercise.name}, hint {record.hints} of {count}: {exercise.hints[record.hints - 1]}",))


def solution(exercise: Exercise, record: Record) -> Message:
    """The answer with its reason, and what the learner said before, unless that is code."""
    quoted = record.said is not None and not exercise.is_code
    said = f"{exercise.form.quote(record.said)} " if quoted else ""
    part = exercise.form.solution_part(exercise.answer, exercise.asks)
    return Message((f"{exercise.name}: {said}{exercise.why}".rstrip(), part, *_told(exercise)))
