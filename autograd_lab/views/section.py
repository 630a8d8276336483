"""What one picture of a trace shows: nodes, the wires between them, and folds in the place of nodes far away.

A small graph is one section with nothing folded. `sections` cuts a large one into many.
"""

from collections.abc import Container
from dataclasses import dataclass

from ..tracing.trace import Trace

FOLDED_FROM = 300
"""A graph with more nodes than this is folded."""


@dataclass(frozen=True)
class Fold:
    """A box in the place of ``nodes``; ``lines`` say what they are and how far the backward has come in them."""

    id: str
    nodes: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        """``… 9,873 nodes``."""
        return f"… {len(self.nodes):,} nodes"


@dataclass(frozen=True)
class Wire:
    """What an arrow stands for: edge ``index`` of node ``source``. ``target`` None: a hole, ``(None, 0)``.

    Where many edges are drawn as one, because an end of theirs is folded, ``index`` is the name of that end.
    """

    source: str
    index: int | str
    input: str
    target: str | None
    slot: int


@dataclass(frozen=True)
class Section:
    """The steps from ``first`` to ``last``, and what their picture shows. ``nodes`` and folds in the engine's order."""

    first: int
    last: int
    members: tuple[str, ...]
    folds: dict[str, Fold]
    wires: tuple[Wire, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that are shown as themselves."""
        return tuple(member for member in self.members if member not in self.folds)

    @property
    def shown(self) -> dict[str, list[int]]:
        """The nodes that are shown as themselves, and which of their edges have an arrow of their own."""
        shown: dict[str, list[int]] = {node: [] for node in self.nodes}
        for wire in self.wires:
            if isinstance(wire.index, int):
                shown[wire.source].append(wire.index)
        return shown

    def arrow_of(self, node: str, index: int) -> tuple[str, int | str]:
        """The wire that edge ``index`` of ``node`` is drawn as: its own, or the one that stands for many."""
        mine = [wire.index for wire in self.wires if wire.source == node]
        return node, index if index in mine else next((name for name in mine if isinstance(name, str)), index)


def is_large(trace: Trace) -> bool:
    """Whether pictures of this trace are folded."""
    return len(trace.nodes) > FOLDED_FROM


def whole(trace: Trace) -> Section:
    """Everything in one picture, nothing folded."""
    wires = (wire for node in trace.nodes for wire in wires_of(trace, node, trace.nodes))
    return Section(0, len(trace), tuple(trace.nodes), {}, tuple(wires))


def wires_of(trace: Trace, node: str, known: Container[str]) -> list[Wire]:
    """One wire for each edge of a node; one that leads to no ``known`` node is a hole."""
    info, wires = trace.nodes[node], []
    for index, edge in enumerate(info.edges):
        name = info.inputs[index] if index < len(info.inputs) else ""
        target = edge.node if edge and edge.node in known else None
        wires.append(Wire(node, index, name, target, edge.slot if edge else 0))
    return wires
