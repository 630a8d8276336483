"""Which nodes of a large graph are drawn as one box: one tree of boxes for a whole trace.

The boxes are the calls of modules. Where a level still has more members than an eye takes in, members that follow
each other are joined in boxes of their own, and these again. Every box holds an *interval* of the functions in the
engine's order, newest first; edges go from newer nodes to older ones, so whatever is open, arrows go one way. A leaf
stands where all of its users are.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..tracing.origins import ModuleCall
from ..tracing.trace import Trace
from .engine_order import engine_order

ROOT = "g0"
"""The box that holds everything; it is always open."""
FOLDED_FROM, DEEP, MANY = 30, 10, 30
"""More nodes than this, or more of them in a row, and a graph is folded; so deep and so full may one level be."""
AT_ONCE = 14
"""So many boxes are shown at first, where the tree allows it."""
NESTED = 40
"""Modules that lie deeper in each other than this are not told apart."""
KINDS = 1
"""Kinds of nodes that a joined box names; of more, it says how many there are."""

Call = ModuleCall


@dataclass(frozen=True)
class Group:
    """A box of boxes. ``members`` are ids of nodes and of groups, in the engine's order and leaves last."""

    id: str
    parent: str | None
    title: str
    lines: tuple[str, ...]
    members: tuple[str, ...]
    size: int
    """Nodes in it, at any depth."""


@dataclass(eq=False)
class _Level:
    """A group that is being made: of one call of a module, or (without one) of members that have been joined."""

    call: Call | None = None
    items: "list[str | _Level]" = field(default_factory=list)


class Groups:
    """The tree of one trace: ``groups`` by id, parents first, and the ``home`` of each node, the group it stands in."""

    def __init__(self, trace: Trace, folded: bool = True):
        """``folded=False`` puts everything into one group. Raises ValueError when the graph has a cycle."""
        self.trace = trace
        order = engine_order(trace)
        root = _Level(None, [node for node in order if trace.nodes[node].kind != "leaf"])
        if folded and (len(order) > FOLDED_FROM or _depth(root, trace) > DEEP):
            root = _by_modules(trace, root.items)
            _split(root, trace)
        self.home: dict[str, str] = {}
        self._ways: dict[str, list[str]] = {}
        self._levels: dict[str, _Level] = {}
        self._number(root)
        self._members = {group: [*self._items(group)] for group in self._levels}
        self._place_leaves()
        self.groups = {group: self._finished(group) for group in self._levels}

    def _number(self, root: _Level) -> None:
        """Give each level an id, parents first, and each function its home."""
        self._ids: dict[int, str] = {}
        waiting: list[tuple[_Level, list[str]]] = [(root, [])]
        for level, around in waiting:  # grows while it is read
            group = self._ids[id(level)] = f"g{len(self._levels)}"
            self._levels[group], self._ways[group] = level, [*around, group]
            for item in level.items:
                if isinstance(item, _Level):
                    waiting.append((item, self._ways[group]))
                else:
                    self.home[item] = group

    def _items(self, group: str) -> Iterator[str]:
        for item in self._levels[group].items:
            yield self._ids[id(item)] if isinstance(item, _Level) else item

    def _place_leaves(self) -> None:
        """A leaf goes into the innermost group that holds all of its users."""
        users: dict[str, dict[str, None]] = {}
        for node, group in list(self.home.items()):
            for edge in self.trace.nodes[node].edges:
                if edge is not None:
                    users.setdefault(edge.node, {})[group] = None
        for node, info in self.trace.nodes.items():
            if info.kind == "leaf":
                shared: list[str] | None = None
                for group in users.get(node, ()):
                    way = self.way(group)
                    shared = (
                        way
                        if shared is None
                        else [one for one, other in zip(shared, way, strict=False) if one == other]
                    )
                home = shared[-1] if shared else ROOT
                self.home[node] = home
                self._members[home].append(node)

    def way(self, group: str) -> list[str]:
        """The groups from the root down to this one."""
        return self._ways[group]

    def _finished(self, group: str) -> Group:
        level, members = self._levels[group], tuple(self._members[group])
        nodes = [*self._nodes(group)]
        kinds = Counter(self.trace.nodes[node].name for node in nodes if self.trace.nodes[node].kind != "leaf")
        lines = [f"{count:,} × {name}" for name, count in kinds.most_common(KINDS)]
        if len(kinds) > KINDS:
            lines = [f"{len(kinds)} kinds of nodes"]
        if level.call:
            lines = [f"{level.call.kind}, {len(nodes)} node{'s' * (len(nodes) != 1)}"]
        elif any(isinstance(item, _Level) and item.call for item in level.items):
            lines = [f"{len(nodes):,} nodes"]
        parent = self._ways[group][-2] if group != ROOT else None
        return Group(group, parent, self._title(level, len(nodes)), tuple(lines), members, len(nodes))

    def _nodes(self, group: str) -> Iterator[str]:
        waiting = [group]
        while waiting:
            for member in self._members[waiting.pop()]:
                if member in self._levels:
                    waiting.append(member)
                else:
                    yield member

    def _title(self, level: _Level, size: int) -> str:
        if level.call:
            return _named(level.call)
        calls = [item.call for item in level.items if isinstance(item, _Level) and item.call]
        if len(calls) > 1:
            return f"{_named(calls[-1])} … {_named(calls[0])}"
        return f"… {size:,} nodes"

    # ----- questions --------------------------------------------------------------------------------------------------
    def nodes(self, group: str) -> list[str]:
        """All nodes in a group, at any depth."""
        return [*self._nodes(group)]

    def holding(self, node: str) -> list[str]:
        """The groups that hold a node, the outermost first; none for a node that the trace does not have."""
        return self.way(self.home[node]) if node in self.home else []

    def opened(self) -> set[str]:
        """What is open at first: the root, and a box that holds most of an open one, as long as little is shown."""
        found, shown, waiting = {ROOT}, len(self.groups[ROOT].members), [ROOT]
        for outer in waiting:  # grows while it is read
            for group in filter(self.groups.get, self.groups[outer].members):
                members, size = len(self.groups[group].members), self.groups[group].size
                if 2 * size > self.groups[outer].size and shown + members - 1 <= AT_ONCE:
                    found.add(group)
                    shown += members - 1
                    waiting.append(group)
        return found

    def seen_as(self, node: str, opened: set[str]) -> str:
        """What stands in the picture for a node: itself, or the outermost closed group that holds it."""
        return next((group for group in self._ways[self.home[node]] if group not in opened), node)


# ----- how the tree is made -------------------------------------------------------------------------------------------
def _by_modules(trace: Trace, functions: Sequence) -> _Level:
    """A level for each call of a module that holds several members."""
    root = _Level()
    open_levels = [root]
    for node, path in zip(functions, _paths(trace, functions), strict=True):
        held = [level.call for level in open_levels[1:]]
        pairs = enumerate(zip(held, path, strict=False))
        same = next((i for i, (one, other) in pairs if one != other), min(len(held), len(path)))
        del open_levels[same + 1 :]
        for call in path[same:]:
            level = _Level(call)
            open_levels[-1].items.append(level)
            open_levels.append(level)
        open_levels[-1].items.append(node)
    _drop_single(root)
    return root


def _paths(trace: Trace, functions: Sequence[str]) -> list[tuple[Call, ...]]:
    """The modules of each function. One of which less is known than of both its neighbours belongs where both do."""
    known = [trace.origins[node].modules[:NESTED] if node in trace.origins else () for node in functions]
    before: list[tuple[Call, ...]] = []
    for paths in (known, known[::-1]):
        latest: tuple[Call, ...] = ()
        column = []
        for path in paths:
            column.append(latest)
            latest = path or latest
        before.append(tuple(column))
    around = zip(known, before[0], before[1][::-1], strict=True)
    return [path or _shared(newer, older) for path, newer, older in around]


def _shared(one: tuple[Call, ...], other: tuple[Call, ...]) -> tuple[Call, ...]:
    same = [a for a, b in zip(one, other, strict=False) if a == b]
    return tuple(same) if list(one[: len(same)]) == same else ()


def _drop_single(root: _Level) -> None:
    """A level with a single member is that member; a root that holds one level alone is that level."""
    for level in reversed(_levels(root)):
        level.items = [
            item.items[0] if isinstance(item, _Level) and len(item.items) == 1 else item for item in level.items
        ]
    while len(root.items) == 1 and isinstance(root.items[0], _Level):
        root.items = root.items[0].items


def _levels(root: _Level) -> list[_Level]:
    """All levels, outer ones first."""
    found = [root]
    for level in found:  # grows while it is read
        found += [item for item in level.items if isinstance(item, _Level)]
    return found


def _split(root: _Level, trace: Trace) -> None:
    """Join members where a level has too many."""
    waiting = [root]
    while waiting:
        level = waiting.pop()
        count = len(level.items)
        if count > MANY or _depth(level, trace) > DEEP:
            nested = max(math.ceil(math.log(count, DEEP)), 2)
            length = math.ceil(count ** ((nested - 1) / nested))
            cuts = [*range(0, count, length), count]
            joined = [_Level(None, level.items[a:b]) for a, b in pairwise(cuts)]
            level.items = [one if len(one.items) > 1 else one.items[0] for one in joined]
        waiting += [item for item in level.items if isinstance(item, _Level)]


def _depth(level: _Level, trace: Trace) -> int:
    """How many members of a level stand in a row."""
    place: dict[str, int] = {}
    for i, item in enumerate(level.items):
        for node in _functions(item):
            place[node] = i
    rank = [0] * len(level.items)
    for node, i in place.items():  # users first: ranks of all who lead here are known
        for edge in trace.nodes[node].edges:
            j = place.get(edge.node, i) if edge else i
            if j != i:
                rank[j] = max(rank[j], rank[i] + 1)
    return max(rank, default=-1) + 1


def _functions(item: "str | _Level") -> Iterator[str]:
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, _Level):
            waiting += reversed(found.items)
        else:
            yield found


def _named(call: Call) -> str:
    return f"{call.name} ({call.call})" if call.call > 1 else call.name


def progress(done: int, size: int) -> str:
    """How far the backward has come in a box; "" where it has not begun there."""
    return {0: "", size: "✓ all done"}.get(done, f"{done:,} of {size:,} done")
