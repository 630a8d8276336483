"""Programs over whose graphs a learner's own backward walks (lesson 03), with the engine's messages to compare with."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import autograd_lab

from .. import Tensor
from .._core.graph import Node
from ..tracing.trace.trace import Trace
from .programs import leaf, number, numbers_apart, recorded


@dataclass(frozen=True)
class Sent:
    """One message of the engine, and what its sender had received."""

    sender: str
    target: str
    received: float
    value: float

    @property
    def slope(self) -> float:
        """What the sender multiplied by."""
        return self.value / self.received


@dataclass(frozen=True)
class Program:
    """A few lines that end with the root ``y``; ``about`` says what they try out.

    Its trace is the real engine's, and its messages are listed, so that those of another backward can be compared with
    them one by one.
    """

    about: str
    lines: str
    leaves: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, about: str, lines: str, **leaves: float) -> "Program":
        """A program whose leaves have these names and values."""
        return cls(about, lines, tuple(leaves.items()))

    def run(self) -> dict[str, Tensor]:
        """Every variable of a fresh run, by name."""
        variables: dict[str, Any] = {"al": autograd_lab, **{name: leaf(value, name) for name, value in self.leaves}}
        exec(self.lines, variables)
        return {name: item for name, item in variables.items() if isinstance(item, Tensor)}

    @cached_property
    def trace(self) -> Trace:
        """What the engine did with it."""
        with numbers_apart():
            variables = self.run()
            return recorded(variables["y"], **variables)

    @cached_property
    def messages(self) -> tuple[Sent, ...]:
        """What the engine sent, in the order in which it sent."""
        found, received = [], 0.0
        for event in self.trace.events:
            if event.kind == "RuleApplied":
                received = number(event.received[0])
            elif event.kind == "GradOut":
                found.append(Sent(event.node, event.target.node, received, number(event.value)))
        return tuple(found)

    def place_of(self, node: str) -> str:
        """``the node of c``, or ``a`` for a leaf, or the class name with its number where there is no variable."""
        name = self.trace.name(node)
        if self.trace.nodes[node].kind == "leaf":
            return name or self.trace.label(node)
        return f"the node of {name}" if name else self.trace.label(node)

    def ids(self, root: Tensor) -> dict[Node, str]:
        """The real nodes of a fresh run → what the trace calls them."""
        nodes = self.trace.nodes
        found = {root.grad_fn: next(event.node for event in self.trace.events if event.kind == "NodeVisited")}
        todo = list(found)
        while todo:
            node = todo.pop()
            for (target, _), edge in zip(node.next_functions, nodes[found[node]].edges, strict=True):
                if target is not None and target not in found:
                    found[target] = edge.node
                    todo.append(target)
        return found

    def __str__(self) -> str:
        lines = self.lines.splitlines()
        return f"`{'; '.join(lines if len(lines) < 6 else [*lines[:3], '…'])}`"
