"""Which nodes of a large graph are drawn as one box: one tree of boxes for a whole trace.

Every box holds an *interval* of the functions in the engine's order, newest first (see `levels`); edges go from newer
nodes to older ones, so whatever is open, arrows go one way. A leaf stands where all of its users are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...tracing.trace import Trace
from .box_titles import Titles
from .engine_order import engine_order
from .levels import Level, is_long, levels_of

ROOT = "g0"
"""The box that holds everything; it is always open."""
FOLDED_FROM = 12
"""A graph with so many nodes is folded by its modules, if it has any; and one that is too long."""
OPEN_UP_TO = 16
"""One with no more is open at first wherever there is room for it."""
AT_ONCE = 14
"""So many boxes are shown at first, where the tree allows it."""


@dataclass(frozen=True)
class Group:
    """A box of boxes. ``members`` are ids of nodes and of groups, in the engine's order and leaves last."""

    id: str
    parent: str | None
    title: str
    short: str
    """The title without the part that the open group around it says already: ``.conv1`` in ``model.4.0``."""
    lines: tuple[str, ...]
    members: tuple[str, ...]
    size: int
    """Nodes in it, at any depth."""


class Groups:
    """The tree of one trace: ``groups`` by id, parents first, and the ``home`` of each node, the group it stands in."""

    def __init__(self, trace: Trace, folded: bool = True):
        """``folded=False`` puts everything into one group. Raises ValueError when the graph has a cycle."""
        self.trace = trace
        order = engine_order(trace)
        functions = [node for node in order if trace.nodes[node].kind != "leaf"]
        is_folded = folded and (len(order) >= FOLDED_FROM or is_long(trace, functions))
        root = levels_of(trace, functions) if is_folded else Level(items=[*functions])
        self._titles = Titles(trace)
        self.home: dict[str, str] = {}
        self._ways: dict[str, list[str]] = {}
        self._levels: dict[str, Level] = {}
        self._number(root)
        self._members = {group: [*self._items(group)] for group in self._levels}
        self._place_leaves()
        self.groups = {group: self._finished(group) for group in self._levels}

    def _number(self, root: Level) -> None:
        """Give each level an id, parents first, and each function its home."""
        self._ids: dict[int, str] = {}
        waiting: list[tuple[Level, list[str]]] = [(root, [])]
        for level, around in waiting:  # grows while it is read
            group = self._ids[id(level)] = f"g{len(self._levels)}"
            self._levels[group], self._ways[group] = level, [*around, group]
            for item in level.items:
                if isinstance(item, Level):
                    waiting.append((item, self._ways[group]))
                else:
                    self.home[item] = group

    def _items(self, group: str) -> Iterator[str]:
        for item in self._levels[group].items:
            yield self._ids[id(item)] if isinstance(item, Level) else item

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
        parent = self._ways[group][-2] if group != ROOT else None
        lines = self._titles.lines(level, nodes)
        around = next((call.name for one in self._ways[group][-2::-1] if (call := self._levels[one].call)), "")
        short = self._titles.title(level, around)
        return Group(group, parent, self._titles.title(level), short, lines, members, len(nodes))

    def _nodes(self, group: str) -> Iterator[str]:
        waiting = [group]
        while waiting:
            for member in self._members[waiting.pop()]:
                if member in self._levels:
                    waiting.append(member)
                else:
                    yield member

    # ----- questions --------------------------------------------------------------------------------------------------
    def nodes(self, group: str) -> list[str]:
        """All nodes in a group, at any depth."""
        return [*self._nodes(group)]

    def holding(self, node: str) -> list[str]:
        """The groups that hold a node, the outermost first; none for a node that the trace does not have."""
        return self.way(self.home[node]) if node in self.home else []

    def opened(self) -> set[str]:
        """What is open at first: the root, and a box that holds most of an open one, as long as little is shown."""
        if len(self.home) <= OPEN_UP_TO:
            return {*self.groups}
        found, shown, waiting = {ROOT}, len(self.groups[ROOT].members), [ROOT]
        for outer in waiting:  # grows while it is read
            for group in filter(self.groups.get, self.groups[outer].members):
                members, size = len(self.groups[group].members), self.groups[group].size
                if 2 * size > self.groups[outer].size and shown + members - 1 <= AT_ONCE:
                    found.add(group)
                    shown += members - 1
                    waiting.append(group)
        return found

    def closed(self, opened: set[str]) -> set[str]:
        """What stays open when the innermost of the open groups close."""
        deepest = max(len(self._ways[group]) for group in opened)
        return {group for group in opened if len(self._ways[group]) < deepest}

    def seen_as(self, node: str, opened: set[str]) -> str:
        """What stands in the picture for a node: itself, or the outermost closed group that holds it."""
        return next((group for group in self._ways[self.home[node]] if group not in opened), node)


def progress(done: int, size: int) -> str:
    """How far the backward has come in a box; "" where it has not begun there."""
    return {0: "", size: "✓ all done"}.get(done, f"{done:,} of {size:,} done")
