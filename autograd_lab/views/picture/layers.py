"""Columns and rows for the boxes of one group: a layered layout from left to right, in plain Python.

networkx has no layout for this: its layouts draw edges through boxes or zigzag along a chain, and the good one needs
Graphviz. A gradient graph is a DAG with one deep chain and short side branches, so a simple recipe is enough:

1. **Rank**: put each node one column right of its furthest predecessor (longest path).
2. **Dummies**: give an edge over several columns an invisible node in each column between, to keep its way free.
3. **Order**: sort each column by the mean place of its neighbours, sweep by sweep, and keep the order with the fewest
   crossings.
4. **Rows**: place the deepest chain first, so that it stays straight; everything else hangs beside it.

Nothing is recursive and nothing is random: the same graph gives the same picture in every process. Only Python does
this. The browser receives columns and rows, and ``placing.js`` turns them into pixels, as `placing` does.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import pairwise

from .layout import THIN

SHARED_FROM = 4
"""From this number on, long edges to one node share their dummies."""

Id = str
Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """``rows[node]`` is (column, row); ``bends[source, target]`` are the (column, row) an edge passes on its way."""

    rows: dict[Id, Point]
    bends: dict[tuple[Id, Id], tuple[Point, ...]]


def layered(
    nodes: Iterable[Id],
    edges: Iterable[tuple[Id, Id]],
    sweeps: int = 12,
    doors: tuple[Container[Id], Container[Id]] = ((), ()),
) -> Layout:
    """Place ``nodes`` so that every edge (source, target) goes right, no box touches another and no edge crosses a box.

    ``nodes`` in a stable order decide ties; parallel edges count once.

    ``doors`` are the nodes that are no boxes, but places where an edge comes in from outside or goes out: they take as
    little room as a passing edge, in a column of their own before all boxes and in one behind them.

    Raises ValueError when the graph has a cycle.
    """
    names = list(dict.fromkeys(nodes))
    links = [(source, target) for source, target in dict.fromkeys(edges) if source != target]
    graph = _Layers(names, links, doors)
    graph.order(sweeps)
    graph.place()
    return graph.result()


class _Layers:
    """The graph cut into columns. Nodes are numbers here: real ones first, dummies after them."""

    def __init__(self, names: list[Id], links: list[tuple[Id, Id]], doors: tuple[Container[Id], Container[Id]]):
        self.names = names
        entries, exits = ([name in door for name in names] for door in doors)
        self.is_thin = [entry or exit for entry, exit in zip(entries, exits, strict=True)]
        number = {name: i for i, name in enumerate(names)}
        self.links = [(number[source], number[target]) for source, target in links]
        self.after: list[list[int]] = [[] for _ in names]
        self.before: list[list[int]] = [[] for _ in names]
        for source, target in self.links:
            self.after[source].append(target)
            self.before[target].append(source)
        topological = self._topological()
        self.rank = [0] * len(names)
        for node in topological:
            least = int(any(entries) and not entries[node])
            self.rank[node] = max((self.rank[source] + 1 for source in self.before[node]), default=least)
        last = max((self.rank[node] for node in topological if not exits[node]), default=0) + 1
        self.rank = [last if exits[node] else rank for node, rank in enumerate(self.rank)]
        self.depth = [0] * len(names)
        for node in reversed(topological):
            self.depth[node] = max((self.depth[target] + 1 for target in self.after[node]), default=0)
        self.columns: list[list[int]] = [[] for _ in range(max(self.rank, default=-1) + 1)]
        for node in self._first_order(topological):
            self.columns[self.rank[node]].append(node)
        self._add_dummies()

    def _topological(self) -> list[int]:
        owed = [len(sources) for sources in self.before]
        order = [node for node, count in enumerate(owed) if not count]
        for node in order:  # grows while it is read
            for target in self.after[node]:
                owed[target] -= 1
                if not owed[target]:
                    order.append(target)
        if len(order) != len(self.names):
            raise ValueError("the graph has a cycle: no order from left to right exists")
        return order

    def _first_order(self, topological: list[int]) -> list[int]:
        """Depth first, first input first: side branches start out next to the node they hang from."""
        seen: set[int] = set()
        order = []
        stack = [node for node in reversed(topological) if not self.before[node]]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                order.append(node)
                stack.extend(reversed(self.after[node]))
        return order

    def _add_dummies(self) -> None:
        """Give each long edge a dummy per column between, or a lane below everything when that would be too many.

        Where many long edges lead to one node, they share its dummies: a weight of many layers gets one way, not many.
        """
        real = len(self.names)
        self.chain: dict[tuple[int, int], list[int]] = {}
        self.lanes: list[tuple[int, int]] = []
        budget = 4 * real + 2000
        self.near_before: list[list[int]] = [[] for _ in range(real)]
        self.near_after: list[list[int]] = [[] for _ in range(real)]
        by_length = sorted(self.links, key=lambda link: self.rank[link[1]] - self.rank[link[0]])
        ends = Counter(target for source, target in by_length if self.rank[target] - self.rank[source] > 1)
        shared: dict[int, dict[int, int]] = {target: {} for target, count in ends.items() if count >= SHARED_FROM}
        for link in by_length:
            source, target = link
            dummies = shared.get(target, {})
            between = range(self.rank[source] + 1, self.rank[target])
            budget -= sum(column not in dummies for column in between)
            if budget < 0:
                self.lanes.append(link)
                continue
            known = len(dummies)
            chain = [dummies[column] if column in dummies else self._dummy(column) for column in between]
            dummies.update(zip(between, chain, strict=True))
            self.chain[link] = chain
            path = [source, *chain[: len(chain) - known + 1], *([] if known else [target])]
            for left, right in pairwise(path):
                self.near_after[left].append(right)
                self.near_before[right].append(left)

    def _dummy(self, column: int) -> int:
        node = len(self.near_before)
        self.is_thin.append(True)
        self.near_before.append([])
        self.near_after.append([])
        self.columns[column].append(node)
        return node

    def order(self, sweeps: int) -> None:
        """Sort the columns by their neighbours, back and forth, and keep the order with the fewest crossings."""
        if len(self.near_before) > 3000:
            sweeps = min(sweeps, 4)
        best, fewest = [list(column) for column in self.columns], self.crossings()
        for sweep in range(sweeps):
            if not fewest:
                break
            forward = sweep % 2 == 0
            near = self.near_before if forward else self.near_after
            last = len(self.columns) - 1
            for column in range(1, last + 1) if forward else range(last - 1, -1, -1):
                self._sort(self.columns[column], self.columns[column + (-1 if forward else 1)], near)
            found = self.crossings()
            if found < fewest:
                best, fewest = [list(column) for column in self.columns], found
        self.columns = best

    @staticmethod
    def _sort(column: list[int], beside: list[int], near: list[list[int]]) -> None:
        place = {node: i for i, node in enumerate(beside)}
        now = {node: i for i, node in enumerate(column)}

        def middle(node: int) -> float:
            around = [place[other] for other in near[node] if other in place]
            return sum(around) / len(around) if around else now[node]

        column.sort(key=middle)

    def crossings(self) -> int:
        """How many pairs of edges between neighbouring columns cross."""
        total = 0
        for left, right in pairwise(self.columns):
            place = {node: i for i, node in enumerate(left)}
            seen: list[int] = []
            for node in right:
                ends = sorted(place[other] for other in self.near_before[node])
                total += sum(len(seen) - bisect(seen, end) for end in ends)
                seen = sorted(seen + ends)
        return total

    def place(self, rounds: int = 3) -> None:
        """Give every node a row: the deepest chain first, the others as near to their neighbours as they can be.

        Each round goes there and back.
        """
        self.row = [0.0] * len(self.near_before)
        offsets = [self._offsets(column) for column in self.columns]
        for column, offset in zip(self.columns, offsets, strict=True):
            for node, row in zip(column, offset, strict=True):
                self.row[node] = row
        columns = list(zip(self.columns, offsets, strict=True))
        for _ in range(rounds):
            before = self.row.copy()
            for column, offset in columns:
                self._place_column(column, offset, self.near_before)
            for column, offset in reversed(columns):
                self._place_column(column, offset, self.near_after)
            if self.row == before:
                break

    def _offsets(self, column: list[int]) -> list[float]:
        """The rows of a column packed tightly from 0: what neighbours must keep between them."""
        rows, row = [], 0.0
        for i, node in enumerate(column):
            if i:
                row += (self._height(column[i - 1]) + self._height(node)) / 2
            rows.append(row)
        return rows

    def _height(self, node: int) -> float:
        return THIN if self.is_thin[node] else 1.0

    def _place_column(self, column: list[int], offset: list[float], near: list[list[int]]) -> None:
        """Place the important ones where they want to be; later ones fit between those already placed.

        With the tight offset taken away, "keeps its distance" reads "is not less than the one above".
        """
        placed: list[int] = []
        slack: dict[int, float] = {}
        for i in sorted(range(len(column)), key=lambda i: (-self._importance(column[i]), i)):
            want = self._wanted(column[i], near) - offset[i]
            at = bisect(placed, i)
            if at:
                want = max(want, slack[placed[at - 1]])
            if at < len(placed):
                want = min(want, slack[placed[at]])
            placed.insert(at, i)
            slack[i] = want
        for i, node in enumerate(column):
            self.row[node] = slack[i] + offset[i]

    def _importance(self, node: int) -> int:
        return 0 if self.is_thin[node] else self.depth[node]

    def _wanted(self, node: int, near: list[list[int]]) -> float:
        """The row of the deepest neighbour; a dummy follows its edge."""
        around = near[node]
        if len(around) < 2:
            return self.row[around[0] if around else node]
        deepest = max(self._importance(other) for other in around)
        rows = sorted(self.row[other] for other in around if self._importance(other) == deepest)
        return rows[(len(rows) - 1) // 2]

    def result(self) -> Layout:
        """Rows counted from 0 at the top, rounded so that sums of halves print alike everywhere."""
        top = min(self.row, default=0.0)
        row = [round(value - top, 6) for value in self.row]
        bottom = max(row, default=0.0)
        bends: dict[tuple[Id, Id], tuple[Point, ...]] = {}
        for (source, target), chain in self.chain.items():
            first = self.rank[source] + 1
            points = tuple((float(first + i), row[node]) for i, node in enumerate(chain))
            if points:
                bends[self.names[source], self.names[target]] = points
        for i, (source, target) in enumerate(self.lanes):
            lane = bottom + 1 + i * THIN
            ends = (float(self.rank[source] + 1), lane), (float(self.rank[target] - 1), lane)
            bends[self.names[source], self.names[target]] = ends
        places = {name: (float(self.rank[i]), row[i]) for i, name in enumerate(self.names)}
        return Layout(places, bends)
