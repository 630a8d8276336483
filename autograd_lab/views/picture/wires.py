"""Which edges each arrow of a picture is for, given which groups are open; ``static/placing.js`` does the same.

An arrow for several edges says how many of them have sent, and the latest message (``merge`` in ``far_parts.js``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .groups import Groups
from .inside import Insides
from .layout import EACH
from .step_texts import History


@dataclass(frozen=True)
class Wire:
    """An arrow from box ``source`` to box ``target``; ``target`` None: a hole, ``(None, 0)``.

    ``input`` is the name of the edge's input, ``edges`` has the (node, index) of each of its edges.
    """

    source: str
    target: str | None
    slot: int
    input: str
    edges: tuple[tuple[str, int], ...]

    @property
    def edge(self) -> tuple[str, int] | None:
        """The only edge of this arrow, whose message it shows; None where it has several."""
        return self.edges[0] if self.count == 1 else None

    @property
    def count(self) -> int:
        """How many edges it has."""
        return len(self.edges)

    @property
    def name(self) -> str:
        """What is written at its start."""
        return self.input if self.count == 1 else f"×{self.count:,}"

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
        """The keys of its edges' texts of this kind, ``message`` or ``weight``."""
        return (f"{kind}/{node}/{index}" for node, index in self.edges)

    def shown(self, kind: str, texts: Mapping[str, str]) -> list[str]:
        """The texts of this kind of the edges that have one."""
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
            yield Wire(node, end, slot, info.inputs[index] if index < len(info.inputs) else "", ((node, index),))
        elif end not in done:
            done.add(str(end))
            yield Wire(node, end, 0, "", tuple((node, place) for place, other in enumerate(ends) if other == end))


def _of_group(groups: Groups, insides: Insides, opened: set[str], group: str) -> list[Wire]:
    """One to each slot of a node outside, and to each closed group."""
    ends: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for out in insides.outward(group):
        seen = groups.seen_as(out.target, opened)
        end = seen, 0 if seen in groups.groups else out.slot
        ends.setdefault(end, []).extend(out.edges)
    return [Wire(group, target, slot, "", tuple(edges)) for (target, slot), edges in ends.items()]


# ----- arrows for several edges ---------------------------------------------------------------------------------------
Note = tuple[int, str | None]


def bundle_notes(wires: Iterable[Wire], history: History) -> History:
    """``bundle/ID`` for each of these wires with several edges, made of the messages on its edges."""
    bundles = [wire for wire in wires if wire.count > 1]
    return {str(wire.key): _merged([history.get(key, []) for key in wire.keys("message")]) for wire in bundles}


def _merged(lines: Sequence[Sequence[Note]]) -> list[Note]:
    """``2/3: ∂= 4`` whenever an edge has sent; None where none has."""
    notes = sorted((step, number, text) for number, line in enumerate(lines) for step, text in line)
    known: dict[int, str] = {}
    found: list[Note] = []
    for step, together in groupby(notes, key=lambda note: note[0]):
        for _, number, text in together:
            known.pop(number, None)  # what is put in again is the latest
            if text is not None:
                known[number] = text
        found.append((step, _words(known, len(lines))))
    return found


def _words(known: Mapping[int, str], count: int) -> str | None:
    return f"{sent_of(len(known), count)}{known[next(reversed(known))]}" if known else None


def sent_of(sent: int, count: int) -> str:
    """What stands before the message."""
    return f"{sent:,}/{count:,}: "
