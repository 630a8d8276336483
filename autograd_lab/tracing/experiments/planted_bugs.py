"""Six classic bugs of a home-made autograd, each planted in one small step of `watched_backward.WatchedBackward`.

Learners ask about two of them in https://github.com/karpathy/micrograd/issues/68 (an order by recursion) and
https://discuss.pytorch.org/t/9944 (``.grad`` of the step before).
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable
from typing import Any

from ..._core.graph import GradientEdge, Node
from ..._core.graph_task import Target
from ..._core.tensor import Tensor
from .watched_backward import WatchedBackward, is_leaf


class Bug(WatchedBackward):
    """An engine with one wrong step. ``step`` is that step; a program that is to show it goes backward ``times``."""

    step: str
    times = 1


class AssignsBug(Bug):
    """The latest message takes the place of those before it."""

    step = "meet"

    def meet(self, before: Any, message: Any) -> Any:
        return message


class NoUnbroadcastBug(Bug):
    """A gradient for each copy goes on to the one input."""

    step = "fit"

    def fit(self, node: Node, results: list) -> None:
        pass  # each copy's gradient goes on


class WrongSavedBug(Bug):
    """One factor is kept in the place of the other, the input in that of the result."""

    step = "keep"

    @staticmethod
    def keep(needed: list, others: list) -> list:
        return others  # for a * b: b, a


class DepthFirstBug(Bug):
    """A node runs once, at its first message, and the latest to hear goes first. Leaves add whatever comes."""

    step = "turn"

    def turn(self, target: Target, heard: int, owed: int) -> int | None:
        if heard == 1 or is_leaf(target):  # one is enough
            return -self.runs
        return None


class DroppedSlotBug(Bug):
    """All outputs of a node share its first slot."""

    step = "slot"

    def slot(self, edge: GradientEdge) -> int:
        return 0  # it has been forgotten


class StaleGradBug(Bug):
    """A training loop without ``zero_grad()``."""

    step = "begin"
    times = 2

    @staticmethod
    def begin(leaves: Iterable[Tensor]) -> None:
        pass  # what lies in .grad stays there


BUGS: dict[str, type[Bug]] = {
    "= for +=": AssignsBug,
    "no un-broadcast": NoUnbroadcastBug,
    "wrong saved value": WrongSavedBug,
    "depth-first order": DepthFirstBug,
    "dropped slot": DroppedSlotBug,
    "stale .grad": StaleGradBug,
}
"""Each by the name that pictures and lessons use."""


def about(bug: type[Bug]) -> str:
    """What the step is there for, which the bug gets wrong."""
    return inspect.getdoc(getattr(WatchedBackward, bug.step)) or ""


def lines(engine: type[WatchedBackward], step: str) -> str:
    """The lines of a step, as they run."""
    source = textwrap.dedent(inspect.getsource(getattr(engine, step)))
    body = ast.parse(source).body[0].body
    first = body[1 if ast.get_docstring(ast.parse(source).body[0]) else 0].lineno
    return textwrap.dedent("\n".join(source.splitlines()[first - 1 :]))
