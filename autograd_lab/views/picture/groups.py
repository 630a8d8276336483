"""How the levels (``levels.py`` decides them) become boxes: one tree of boxes for a whole trace, and their titles.

Every box holds an *interval* of the functions in the engine's order, newest first. Edges go from newer
nodes to older ones, so arrows go one way whatever is open. A leaf is in the innermost box that holds all of its users,
or there in a box of leaves (see `parameter_boxes`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from ...tracing.recording.source_lines import ModuleCall
from ...tracing.trace.trace import Trace
from .levels import Level, functions_of, is_long, levels_of, modules_of, users_of_leaves
from .parameter_boxes import parameter_boxes
from .trouble import Trouble

ROOT = "g0"
"""The box that holds everything; it is always open."""
FOLDED_FROM = 12
"""A graph with so many nodes is folded by its modules, if it has any; and one that is too long."""
OPEN_UP_TO = 16
"""One with no more is open at first wherever there is room for it."""
AT_ONCE = 32
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
    """The tree of one trace: ``groups`` by id, parents first, and the ``home`` of each node, its innermost group."""

    def __init__(self, trace: Trace, folded: bool = True):
        """``folded=False`` puts everything into one group. Raises ValueError when the graph has a cycle."""
        self.trace = trace
        order = engine_order(trace)
        functions = [node for node in order if trace.nodes[node].kind != "leaf"]
        is_folded = folded and (len(order) >= FOLDED_FROM or is_long(trace, functions))
        root = levels_of(trace, functions) if is_folded else Level(items=[*functions])
        self._titles, self._trouble = Titles(trace), Trouble(trace)
        self.home: dict[str, str] = {}
        self._ways: dict[str, list[str]] = {}
        self._levels: dict[str, Level] = {}
        self._members: dict[str, list[str]] = {}
        self._number(root)
        self._place_leaves()
        if is_folded:
            self._box_shared_leaves()
        self.groups = {group: self._finished(group) for group in self._levels}

    def _number(self, root: Level) -> None:
        """Give each level an id, parents first, and each function its home."""
        ids: dict[int, str] = {}
        waiting: list[tuple[Level, list[str]]] = [(root, [])]
        for level, around in waiting:  # grows while it is read
            group = ids[id(level)] = f"g{len(ids)}"
            self._levels[group], self._ways[group] = level, [*around, group]
            waiting += [(item, self._ways[group]) for item in level.items if isinstance(item, Level)]
            self.home |= {item: group for item in level.items if isinstance(item, str)}
        for group, level in self._levels.items():
            self._members[group] = [item if isinstance(item, str) else ids[id(item)] for item in level.items]

    def _place_leaves(self) -> None:
        """Put each leaf into the innermost group that holds all of its users."""
        shared: dict[str, list[str]] = {}
        for node, group in self.home.items():
            way = self._ways[group]
            for edge in self.trace.nodes[node].edges:
                if edge is not None:
                    before = shared.get(edge.node, way)
                    shared[edge.node] = [one for one, other in zip(before, way, strict=False) if one == other]
        for node, info in self.trace.nodes.items():
            if info.kind == "leaf":
                self.home[node] = shared.get(node, [ROOT])[-1]
                self._members[self.home[node]].append(node)

    def _box_shared_leaves(self) -> None:
        """Put leaves that several boxes of one group use into boxes of their own, where there are many."""
        users = users_of_leaves(self.trace)
        for group in [*self._levels]:
            found = [member for member in self._members[group] if self._is_shared(member, users)]
            shared = {leaf: self.trace.name(leaf) or "" for leaf in found}
            kept = [member for member in self._members[group] if member not in shared]
            waiting = [(group, kept, parameter_boxes(shared))]
            for outer, members, items in waiting:  # grows while it is read
                for item in items:
                    inner = item
                    if isinstance(item, Level):
                        inner = f"g{len(self._levels)}"
                        self._levels[inner], self._ways[inner] = item, [*self._ways[outer], inner]
                        waiting.append((inner, [], item.items))
                    else:
                        self.home[item] = outer
                    members.append(inner)
                self._members[outer] = members

    def _is_shared(self, member: str, users: Mapping[str, Collection[str]]) -> bool:
        """Whether it is a leaf that several members of its group use, boxes among them."""
        if member not in users:
            return False
        depth = len(self._ways[self.home[member]])
        members = {[*self._ways[self.home[user]], user][depth] for user in users[member]}
        return len(members) > 1 and not members.isdisjoint(self._levels)

    def way(self, group: str) -> list[str]:
        """The groups from the root down to this one."""
        return self._ways[group]

    def _finished(self, group: str) -> Group:
        level, members = self._levels[group], tuple(self._members[group])
        nodes = self.nodes(group)
        parent = self._ways[group][-2] if group != ROOT else None
        lines = (*self._titles.lines(level, nodes), *self._trouble.lines(nodes))
        around = next((call.name for one in self._ways[group][-2::-1] if (call := self._levels[one].call)), "")
        short = self._titles.title(level, around)
        if parent and (owner := self._levels[parent].owner):
            short = level.owner.removeprefix(owner)
        return Group(group, parent, self._titles.title(level), short, lines, members, len(nodes))

    # ----- questions --------------------------------------------------------------------------------------------------
    def nodes(self, group: str) -> list[str]:
        """All nodes in a group, at any depth."""
        found, waiting = [], [group]
        while waiting:
            for member in self._members[waiting.pop()]:
                (waiting if member in self._levels else found).append(member)
        return found

    def holding(self, node: str) -> list[str]:
        """The groups that hold a node, the outermost first; none for a node that the trace does not have."""
        return self.way(self.home[node]) if node in self.home else []

    def following(self, node: str) -> list[str]:
        """The groups that open while a node is at work: those that hold it, but boxes of parameters stay closed."""
        return [group for group in self.holding(node) if not self._levels[group].owner]

    @property
    def of_parameters(self) -> list[str]:
        """The boxes that hold nothing but parameters."""
        return [group for group, level in self._levels.items() if level.owner]

    def opened(self) -> set[str]:
        """What is open at first: the root, and each box that holds most of an open one, while few are shown."""
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

    def shown(self, opened: set[str]) -> int:
        """How many boxes there are when these groups are open."""
        return sum(len(self.groups[group].members) for group in opened) - len(opened - {ROOT})

    def seen_as(self, node: str, opened: set[str]) -> str:
        """What the picture shows for a node: the node itself, or the outermost closed group that holds it."""
        return next((group for group in self._ways[self.home[node]] if group not in opened), node)


def progress(done: int, size: int) -> str:
    """How far the backward has come in a box; "" where it has not begun there."""
    return {0: "", size: "✓ all done"}.get(done, f"{done:,} of {size:,} done")


# ----- titles ---------------------------------------------------------------------------------------------------------
KINDS = 2
"""A joined box names so many kinds of nodes: the kinds that are rarest in the whole graph say most about it."""


class Titles:
    """Titles and lines of the boxes of one trace."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self._kinds = Counter(info.name for info in trace.nodes.values())
        self._backwards = {root.node: number for number, first, _ in trace.backwards for root in trace[first].roots}

    def title(self, level: Level, around: str = "") -> str:
        """``net.0``, ``cell (20)``, ``line 7``, ``lines 7–9 (20)``, ``backward 43``, ``net.0 … net.4``, ``Tanh …``.

        Inside the module ``around`` it, the title is relative to that module: ``.0`` in ``net``.
        """
        if level.owner:
            return f"parameters of {level.owner}"
        if level.call:
            return _named(level.call, around)
        if level.number and self._backward(level):
            return f"backward {self._backward(level)}"
        if level.lines or level.number:
            return _counted(self._made(level), level.number)
        members = [*_members(level)]
        calls = [call for item in members if (call := self._call(item, level.depth))]
        if len(set(calls)) > 1:
            return f"{_named(calls[-1], around)} … {_named(calls[0], around)}"
        passes = [item for item in members if isinstance(item, Level) and item.number]
        if len(passes) > 1 and self._backward(passes[-1]) and self._backward(passes[0]):
            return f"backward {self._backward(passes[-1])} … {self._backward(passes[0])}"
        if len(passes) > 1:
            return f"{self._made(passes[-1])} ({passes[-1].number} … {passes[0].number})"
        return self._made(level)

    def lines(self, level: Level, nodes: Sequence[str]) -> tuple[str, ...]:
        """Below the title: the module's class or the learner's code, and the number of nodes or the only one's name."""
        if level.owner:
            return (f"{len(nodes):,} leaves",)
        count = f"{len(nodes):,} node{'s' * (len(nodes) != 1)}"
        if level.call:
            alone = len(nodes) == 1
            return (level.call.kind, self._trace.label(nodes[0])) if alone else (f"{level.call.kind}, {count}",)
        if len(level.lines) == 1 and level.lines[0].text:
            return (level.lines[0].text, count)
        numbers = [self._trace.nodes[node].number for node in functions_of(level)]
        is_named = level.number or level.lines or len(numbers) < 2
        return (count if is_named else f"{count}, #{numbers[-1]} … #{numbers[0]}",)

    def _backward(self, level: Level) -> int:
        """The backward that begins in this pass of a training loop, if it has the same number; 0 if none."""
        begun = {self._backwards.get(node) for node in functions_of(level)}
        return level.number if level.number in begun else 0

    def _call(self, item: str | Level, depth: int) -> ModuleCall | None:
        """The module that a member is, or stands for."""
        if isinstance(item, Level):
            return item.call
        return next(iter(modules_of(self._trace, item)[depth:]), None)

    def _made(self, level: Level) -> str:
        """The lines that made it; or the rarest kinds of its functions, in the order in which the engine takes them."""
        if level.lines:
            first, last = level.lines[0].number, level.lines[-1].number
            return f"line {first}" if first == last else f"lines {first}–{last}"
        names = dict.fromkeys(self._trace.nodes[node].name for node in functions_of(level))
        rarest = sorted(names, key=lambda name: self._kinds[name])[:KINDS]
        words = ", ".join(re.sub(r"Backward\d*$", "", name) for name in names if name in rarest)
        return f"{words} …" if len(names) > KINDS else words


def _members(level: Level) -> Iterator[str | Level]:
    """The members of a joined level; of one among them that is joined, too, its members."""
    waiting: list[str | Level] = [level]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Level) and not (item.call or item.lines or item.number):
            waiting += reversed(item.items)
        else:
            yield item


def _named(call: ModuleCall, around: str) -> str:
    is_part = around and call.name.startswith(f"{around}.")
    return _counted(call.name.removeprefix(around) if is_part else call.name, call.call)


def _counted(name: str, number: int) -> str:
    """With the number of the call or pass, where it is not the first."""
    return f"{name} ({number})" if number > 1 else name


# ----- the engine's order ---------------------------------------------------------------------------------------------
def engine_order(trace: Trace) -> list[str]:
    """All nodes of ``trace``: users first, newest first, a leaf at once. Raises ValueError when there is a cycle."""
    nodes = trace.nodes
    waits = Counter(edge.node for info in nodes.values() for edge in info.edges if edge and edge.node in nodes)
    rank = {node: (info.kind != "leaf", -info.number) for node, info in nodes.items()}
    ready = [(rank[node], node) for node in nodes if not waits[node]]
    heapify(ready)
    order = []
    while ready:
        node = heappop(ready)[1]
        order.append(node)
        for edge in nodes[node].edges:
            if edge and edge.node in nodes:
                waits[edge.node] -= 1
                if not waits[edge.node]:
                    heappush(ready, (rank[edge.node], edge.node))
    if len(order) < len(nodes):
        raise ValueError("the graph has a cycle: no order from left to right exists")
    return order
