"""What lesson 02's last two exercises are made of: five rules, a backward, and the programs that it has to walk.

A `Program` is a few lines that end in a root. Its trace is the real engine's, and its messages are listed, so
that the messages of another backward can be compared with them one by one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import autograd_lab

from .. import Tensor
from ..autograd.graph import Node
from ..tracing.trace import Trace
from .numbers_apart import numbers_apart
from .observing import defined
from .programs import leaf, number, recorded

RULES = """
rules = {
    "AddBackward0": [
        lambda grad, node: grad,
        lambda grad, node: grad,
    ],
    "SubBackward0": [
        lambda grad, node: grad,
        lambda grad, node: -grad,
    ],
    "MulBackward0": [
        lambda grad, node: grad * node._saved_other,
        lambda grad, node: grad * node._saved_self,
    ],
    "DivBackward0": [
        lambda grad, node: grad / node._saved_other,
        lambda grad, node: -grad * node._saved_self / node._saved_other**2,
    ],
    "ExpBackward0": [lambda grad, node: grad * node._saved_result],
}
"""
"""One row for each operation, one rule for each input."""

BACKWARD = """
def backward(root, rules):
    arrived = {root.grad_fn: 1.0}  # node: sum of what it heard
    sent = []  # (from node, to node, message)
    while arrived:
        node = max(arrived, key=lambda node: node._sequence_nr())
        grad = arrived.pop(node)
        for edge, (target, _) in enumerate(node.next_functions):
            if target is not None:
                message = rules[node.name()][edge](grad, node)
                sent.append((node, target, message))
                arrived[target] = arrived.get(target, 0) + message
    return sent
"""
"""A whole backward pass: all messages come from newer nodes, so the newest that has heard any has heard all.

A leaf, with the highest number, may come too soon, and then again; it sends nothing."""


def right_rules() -> Mapping[str, list]:
    """The rules themselves, to hand to a learner's backward."""
    return defined(RULES, "rules")


@dataclass(frozen=True)
class Sent:
    """One message of the engine: along which edge it went, and what its sender had received."""

    sender: str
    edge: int
    target: str
    received: float
    value: float
    event: int
    """The event at which the sender's rule ran."""

    @property
    def slope(self) -> float:
        """What the sender multiplied by."""
        return self.value / self.received


@dataclass(frozen=True)
class Program:
    """A few lines that end with the root ``y``; ``about`` says what is tried with it."""

    about: str
    lines: str
    leaves: tuple[tuple[str, float], ...]

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
        """What the engine sent, in its order."""
        found, ran = [], (0, 0.0)
        for index, event in enumerate(self.trace.events):
            if event.kind == "RuleApplied":
                ran = index, number(event.received[0])
            elif event.kind == "GradOut":
                at, received = ran
                found.append(Sent(event.node, event.index, event.target.node, received, number(event.value), at))
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
        return f"`{'; '.join(self.lines.splitlines())}`"


def _program(about: str, lines: str, **leaves: float) -> Program:
    return Program(about, lines, tuple(leaves.items()))


PROGRAMS = (
    _program("one path", "c = a * b\ny = c / d", a=2, b=3, d=5),
    _program("a leaf used twice", "c = a * b\ny = c + a", a=3, b=4),
    _program("a constant", "c = a * 3\ny = c - 1", a=5),
    _program("a constant in front", "c = al.tensor(4.0) * a\ny = c * b", a=5, b=3),
    _program("a value used twice", "c = a * b\nd = c * a\ny = c * 5 - d", a=2, b=7),
    _program("a value used twice, once at the root", "c = a * b\nd = c * a\ny = c + d", a=2, b=7),
    _program("the same, the other way round", "c = a * b\nd = c * a\ny = d + c", a=2, b=7),
    _program("a value multiplied by itself", "c = a + b\nd = c * b\ny = d * d", a=2, b=3),
    _program("tanh, out of five operations", "u = (x * 2).exp()\ny = (u - 1) / (u + 1)", x=0.5),
)
"""From one path to a graph that uses all five rules."""

ALL_RULES = _program(
    "each rule for each of its inputs",
    "c = a * b\nu = c.exp()\ntop = u - a\nbottom = u + b\ny = top / bottom",
    a=0.5,
    b=2,
)
"""Here no input is a plain number, to which no message goes."""
