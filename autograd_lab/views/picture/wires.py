"""Which edges each arrow of a picture is for, given which groups are open; ``static/placing.js`` does the same.

What an arrow for several edges says is in `bundles`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...tracing.trace.trace import Trace
from .boxes import shape_text
from .groups import Groups
from .inside import Insides, Outward
from .layout import EACH


@dataclass(frozen=True)
class Wire:
    """An arrow from box ``source`` to box ``target``; ``target`` None: a hole, ``(None, 0)``.

    ``input`` is the name of the edge's input; out of a group, the shape of what it carries. ``edges`` has the
    (node, index) of each of its edges. ``parts`` has the end of the keys of what it carries, once for all edges that
    lead to one slot: ``n2/0``, or as in `Outward.part`.
    """

    source: str
    target: str | None
    slot: int
    input: str
    edges: tuple[tuple[str, int], ...]
    parts: tuple[str, ...]

    @property
    def edge(self) -> tuple[str, int] | None:
        """The only edge of this arrow, whose message it shows; None where it has several."""
        return self.edges[0] if self.count == 1 else None

    @property
    def count(self) -> int:
        return len(self.edges)

    @property
    def name(self) -> str:
        """What is written at its start."""
        return self.input if self.count == 1 else f"{self.number} {self.input}".rstrip()

    @property
    def number(self) -> str:
        """How many edges it has, as it is written."""
        return f"×{self.count:,}"

    @property
    def id(self) -> str:
        """``n2/0`` for an edge of a node, ``g3>n2/0`` where a group begins or ends it with others."""
        if self.edge and self.edge[0] == self.source:
            return f"{self.source}/{self.edge[1]}"
        return f"{self.source}>{self.target}/{self.slot}"

    @property
    def key(self) -> str | None:
        """The key of its message, or of the text for several messages (see `bundle_notes`)."""
        if self.count > 1:
            return f"bundle/{self.id}"
        return next(self.keys("message"), None)

    def keys(self, kind: str) -> Iterator[str]:
        """The keys of its texts of this kind: ``message``, one an edge, or ``weight``, one a part."""
        ends = self.parts if kind == "weight" else (f"{node}/{index}" for node, index in self.edges)
        return (f"{kind}/{end}" for end in ends)

    def shown(self, kind: str, texts: Mapping[str, str]) -> list[str]:
        """The texts of this kind that there are now."""
        return [texts[key] for key in self.keys(kind) if key in texts]


def wires_of(groups: Groups, insides: Insides, opened: set[str], box: str) -> list[Wire]:
    """The arrows that leave a box, a node or a closed group."""
    if box in groups.groups:
        return _of_group(groups, insides, opened, box)
    return list(_of_node(groups, opened, box))


def _of_node(groups: Groups, opened: set[str], node: str) -> Iterator[Wire]:
    """One for each edge; many into one closed group are one."""
    info = groups.trace.nodes[node]
    ends: list[str | None] = [
        groups.seen_as(edge.node, opened) if edge and edge.node in groups.home else None for edge in info.edges
    ]
    done: set[str] = set()
    for index, (edge, end) in enumerate(zip(info.edges, ends, strict=True)):
        bundled = end in groups.groups and ends.count(end) > EACH
        if not bundled:
            slot = edge.slot if edge and end not in groups.groups else 0
            name = info.inputs[index] if index < len(info.inputs) else ""
            yield Wire(node, end, slot, name, ((node, index),), (f"{node}/{index}",))
        elif end not in done:
            done.add(str(end))
            places = [place for place, other in enumerate(ends) if other == end]
            edges, parts = tuple((node, place) for place in places), tuple(f"{node}/{place}" for place in places)
            yield Wire(node, end, 0, "", edges, parts)


def _of_group(groups: Groups, insides: Insides, opened: set[str], group: str) -> list[Wire]:
    """One to each slot of a node outside, and to each closed group."""
    ends: dict[tuple[str, int], list[Outward]] = {}
    for out in insides.outward(group):
        seen = groups.seen_as(out.target, opened)
        end = seen, 0 if seen in groups.groups else out.slot
        ends.setdefault(end, []).append(out)
    return [_joined(groups.trace, group, target, slot, outs) for (target, slot), outs in ends.items()]


def _joined(trace: Trace, group: str, target: str, slot: int, outs: Sequence[Outward]) -> Wire:
    shapes = {shape_text(trace, out.target, out.slot) for out in outs}
    edges = tuple(edge for out in outs for edge in out.edges)
    return Wire(group, target, slot, shapes.pop() if len(shapes) == 1 else "", edges, tuple(out.part for out in outs))
