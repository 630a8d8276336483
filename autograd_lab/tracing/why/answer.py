"""The tensor that `why` is asked about, and what it answers."""

from dataclasses import dataclass

from ..recording.source_lines import Line
from ..trace.story import Story


@dataclass(frozen=True)
class Subject:
    """A tensor that was asked about: its name, its node and slot in the graph, its number in the flow.

    ``node`` and ``number`` are None where the graph, or the flow, does not contain it.
    """

    name: str
    node: str | None
    number: int | None
    is_leaf: bool
    requires_grad: bool
    slot: int = 0

    def reason_in(self, told: str) -> str:
        """The reason alone, without the words ``x.grad is None:`` before it."""
        start = f"{self.name}.grad is None: "
        return told.removeprefix(start) if told.startswith(start) else "nothing in this recording says why."


@dataclass(frozen=True)
class Answer:
    """Why a gradient is what it is.

    ``cause`` is a word or two for programs (``"detach"``, ``"no_grad"``, ``"no leaf"``, ``"closed"`` …), ``text`` the
    answer for people, ``event`` the index of the event that shows it (None if no event does), and ``line`` the
    learner's line.
    """

    cause: str
    text: str
    event: int | None = None
    line: Line | None = None

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def line_at(story: Story, node: str | None) -> Line | None:
    """The learner's line that made a node, if it is known."""
    return story.origins[node].line if node in story.origins else None


def line_words(line: Line | None) -> str:
    """``your line 7, `h = x.detach()```; "" where no line is known."""
    if line is None:
        return ""
    place = f"line {line.number} of {line.file}" if line.file else f"your line {line.number}"
    return f"{place}, `{line.text}`" if line.text else place


def in_brackets(line: Line | None) -> str:
    """`` (your line 7, `y = x.log()`)``; "" where no line is known."""
    return f" ({line_words(line)})" if line else ""
