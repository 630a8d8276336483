"""What `add` refuses, at once and in words, so that no learner meets it later. Each function raises, or does nothing.

TypeError: something is of the wrong kind. ValueError: it contradicts itself, the answer, or the trace.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..tracing.trace.events import EVENTS
from ..tracing.trace.trace import Trace
from . import bank
from .exercise import Exercise, Look, Missing, Trouble, Wrong
from .message import safe_repr

_PAIRS = 'wrong is a dict {answer: "why it is wrong"}, or a list of such pairs, not '


def check_id(exercise_id: str) -> None:
    """An id names a lesson, which is not one of the package's, and an exercise in it."""
    lesson, dot, name = str(exercise_id).partition(".")
    if not (lesson and dot and name) or " " in exercise_id:
        raise ValueError(f"An id names a lesson of yours and an exercise in it, such as 'M1.1', not {exercise_id!r}.")
    if lesson in bank.LESSONS:
        raise ValueError(f"{lesson} is one of the lessons that come with the package; call yours otherwise, say 'M1'.")


def check_texts(**texts: Any) -> None:
    """Each of these is a text."""
    for name, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f"{name} is a text, not {safe_repr(text)}.")


def check_hints(hints: Any) -> None:
    """A text would be taken for a list of letters."""
    if isinstance(hints, str) or not isinstance(hints, Iterable):
        raise TypeError(f"hints is a list of texts, hints=[…], not {safe_repr(hints)}.")
    for hint in hints:
        check_texts(hint=hint)


def check_options(options: Any, answer: Any) -> None:
    """A list of what can be chosen; for a table, such a list by row."""
    if options is None:
        return
    if isinstance(answer, Mapping):
        if not isinstance(options, Mapping):
            raise TypeError(f"options of a table is a dict of lists by row, not {safe_repr(options)}.")
        _check_rows("options", options, answer)
    for choices in options.values() if isinstance(answer, Mapping) else (options,):
        if isinstance(choices, str) or not isinstance(choices, Iterable):
            raise TypeError(f"options is a list of what can be chosen, options=[…], not {safe_repr(choices)}.")


def check_wrong(wrong: Any, answer: Any) -> None:
    """Pairs of an answer and a text; a wrong answer has the rows, or the length, of the right one."""
    if isinstance(wrong, str) or not isinstance(wrong, Iterable):
        raise TypeError(f"{_PAIRS}{safe_repr(wrong)}.")
    for item in wrong.items() if isinstance(wrong, Mapping) else wrong:
        if isinstance(item, Wrong):
            given = item.answer
        elif isinstance(item, list | tuple) and len(item) == 2:
            given, text = item
            check_texts(**{"what is said to a wrong answer": text})
        else:
            raise TypeError(f"{_PAIRS}{safe_repr(item)}.")
        if isinstance(answer, Mapping) and isinstance(given, Mapping):
            _check_rows("a wrong answer", given, answer)
        if isinstance(answer, list | tuple) and isinstance(given, list | tuple) and len(given) != len(answer):
            raise ValueError(f"The wrong answer {safe_repr(given)} has not as many entries as the right one.")


def _check_rows(what: str, given: Mapping, answer: Mapping) -> None:
    rows = ", ".join(map(str, answer))
    for name in given:
        if name not in answer:
            raise ValueError(f"{safe_repr(name)} in {what} is no row of the answer; its rows are {rows}.")


def check_look(look: Any, trace: Trace | None) -> None:
    """A `Look` finds its event in the trace."""
    if look is None:
        return
    if not isinstance(look, Look):
        raise TypeError(f'look is such as ex.Look("BufferAdded", "AccumulateGrad(x)", 1), not {safe_repr(look)}.')
    if trace is None:
        raise ValueError("A look needs a trace to look at.")
    if look.kind not in EVENTS:
        raise ValueError(f"There is no event {look.kind!r}; there are {', '.join(EVENTS)}.")
    try:
        look.index(trace)
    except LookupError:
        there = dict.fromkeys(trace.label(node) for node in trace.nodes)
        raise ValueError(f"{look} is not in the trace. Its nodes are {', '.join(there)}.") from None


def check_answers(made: Exercise) -> None:
    """All answers can be read, and none of the wrong ones is right."""
    _check_read(made, made.answer, "the answer")
    for wrong in made.wrong:
        read = _check_read(made, wrong.answer, "a wrong answer")
        if made.form.same(read, made.answer):
            said = safe_repr(wrong.answer)
            raise ValueError(f"{made.id}: {said} stands among the wrong answers, and is the right one.")


def _check_read(made: Exercise, answer: Any, what: str) -> Any:
    read = made.form.read(bank.full_answer(made, answer))
    if isinstance(read, Trouble | Missing):
        raise TypeError(f"{made.id}: {what} cannot be read. {read.text}")
    return read
