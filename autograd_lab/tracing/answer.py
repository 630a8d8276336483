"""What `why` is asked about, and what it answers."""

from dataclasses import dataclass

from .origins import Line


@dataclass(frozen=True)
class Subject:
    """A tensor that was asked about: what it is called, and where in the graph and in the flow it is, if anywhere."""

    name: str
    node: str | None
    number: int | None
    is_leaf: bool
    requires_grad: bool
    slot: int = 0

    def reason_in(self, told: str) -> str:
        """The reason alone, out of what was told of a ``.grad`` that is None."""
        start = f"{self.name}.grad is None: "
        return told.removeprefix(start) if told.startswith(start) else "nothing in this recording says why."


@dataclass(frozen=True)
class Answer:
    """Why a gradient is what it is.

    ``cause`` is a word or two for programs (``"detach"``, ``"no_grad"``, ``"no leaf"``, ``"closed"`` …), ``text``
    the answer for people, ``event`` where in the trace to look (None: nothing in it shows it), and ``line`` the
    learner's line.
    """

    cause: str
    text: str
    event: int | None = None
    line: Line | None = None

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def line_words(line: Line | None) -> str:
    """``your line 7, `h = x.detach()```; "" where no line is known."""
    if line is None:
        return ""
    place = f"line {line.number} of {line.file}" if line.file else f"your line {line.number}"
    return f"{place}, `{line.text}`" if line.text else place
