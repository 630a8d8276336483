"""Ways to walk a graph backwards, side by side: which nodes run when, how often, and whether the gradients come out.

The table has a line for each way. The picture walks one of them, run by run: it shows the links that led to a node,
what the node received, what it sends, and how many runs and messages the walk has taken.
`tracing.experiments.backward_orders` has the ways themselves.
"""

import inspect
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, ClassVar

import traitlets

from ..tracing.experiments.backward_orders import MOST_RUNS, WAYS, NodeRun, SlopeGraph, Walked, slope_graph, walked
from ..tracing.telling.words import counted, listed
from ..tracing.trace.trace import Trace
from .lookup import check_trace, name_of
from .pause import Pause
from .picture.inside import insides_of
from .picture.plan import Plan, Planner
from .picture.routes import badge_left
from .sheet import MESSAGE, PLAIN, Sheet, Table
from .short_text import number_text
from .widget import View

# ----- in words -------------------------------------------------------------------------------------------------------
HEADER = ("way", "order of runs", "runs", "messages", "gradients", "right?")
"""Of the table."""
LISTED = 15
"""Of a longer walk, the table names so many nodes."""
STATE = 58
"""Pixels of ``2/2 · 1×`` on the upper side of a box, beside the arrows."""
ALONE, ENGINE = "each path alone", "ready queue"


class Words:
    """Sentences about walks over one graph, in the learner's names."""

    def __init__(self, graph: SlopeGraph):
        self.graph, self.owed = graph, graph.owed()

    def name(self, node: str) -> str:
        """The learner's name of what the node made, or of the leaf."""
        return name_of(self.graph.trace, node)

    def start(self) -> str:
        """Before the first run."""
        return (
            f"Nothing has run yet. {self.name(self.graph.root)} has received the seed {number_text(self.graph.seed)}."
        )

    def run(self, walk: str, number: int, run: NodeRun, heard: Counter[str], before: float | None) -> str:
        """One run: with what, whether that was all, and what is sent.

        ``heard`` counts messages up to then; ``before`` is what the node's latest run was with.
        """
        node = self.name(run.node)
        again = "" if before is None else "again, "
        what = f"Run {number}: {node} runs {again}with {self._received(walk, run, heard[run.node])}."
        if not self.graph.links[run.node]:
            return f"{what} {node} is a leaf, so the walk stops here."
        if before is not None and walk != ALONE:
            what += f" Of this, {number_text(before)} was already sent on earlier, so that part now counts twice."
        sent = listed(f"{number_text(message)} to {self.name(link.target)}" for link, message in run.sent)
        return f"{what} It sends {sent}."

    def _received(self, walk: str, run: NodeRun, heard: int) -> str:
        """What the node received, and how many of its messages that was."""
        owed, received = self.owed[run.node], number_text(run.received)
        if not owed:
            return f"{received}, the seed"
        if walk == ALONE:
            return f"this one message, {received}" if owed > 1 else received
        if heard < owed:
            return f"{received}, after {heard} of {counted(owed, 'message')}: too early"
        more = f": it has received {counted(heard, 'message')}, but is owed only {owed}" * (heard > owed)
        return f"{received}{more}"

    def end(self, walk: Walked) -> str:
        """What has come out."""
        more = walk.count - len(walk.runs)
        follow = f"{more:,} more runs follow in this way. " if more and not walk.stopped else ""
        if walk.stopped:
            return f"After {MOST_RUNS:,} runs this walk was stopped; the ready queue needs {len(self.graph.links)}."
        work = f"{counted(walk.count, 'run')} and {counted(walk.messages, 'message')}"
        engine = self._found(self.graph.found)
        compared = ", as the engine does" if walk.is_right(self.graph) else f"; the engine finds {engine}"
        return f"{follow}The walk is over, after {work}. It finds {self._found(walk.gradients)}{compared}."

    def gradients(self, found: Mapping[str, float]) -> str:
        """What was found for each leaf."""
        return ", ".join(f"{self.name(leaf)}: {number_text(value)}" for leaf, value in found.items()) or "?"

    def _found(self, found: Mapping[str, float]) -> str:
        """The same, in a sentence."""
        return listed(f"{number_text(value)} for {self.name(leaf)}" for leaf, value in found.items()) or "nothing"

    def verdict(self, walk: Walked) -> str:
        """Sign and word."""
        return "stopped" if walk.stopped else "✓ yes" if walk.is_right(self.graph) else "✗ no"

    def row(self, walk: Walked) -> tuple[str, ...]:
        # the name, or for want of one the number that stands on the box
        names = [name[max(name.find("#"), 0) :] for name in (self.name(run.node) for run in walk.runs[:LISTED])]
        order = " ".join([*names, *["…"][: walk.count > LISTED]])
        counts = [f"over {MOST_RUNS:,}"] * 2 if walk.stopped else [f"{walk.count:,}", f"{walk.messages:,}"]
        return (walk.name, order, *counts, self.gradients(walk.gradients), self.verdict(walk))


# ----- what the browser gets ------------------------------------------------------------------------------------------
def page_data(graph: SlopeGraph, walks: Sequence[Walked], words: Words) -> dict[str, Any]:
    """The picture, to the right and downwards, and the walks one after the other: ``first`` is where one begins."""
    ways, first = [], 0
    for walk in walks:
        way = _way(walk, words) | {"first": first}
        first += len(way["steps"]) + 1
        ways.append(way)
    root = words.name(graph.root)
    title = f"Ways to walk from {root} to the leaves"
    groups, insides = insides_of(graph.trace, folded=False)
    planner = Planner(groups, insides, {})
    plans = [planner.plan(groups.opened(), down) for down in (0.0, inf)]
    seed = [graph.root, number_text(graph.seed)]
    facts = {"title": title, "columns": list(HEADER), "start": words.start(), "seed": seed}
    return facts | {"pictures": [_picture(plan, graph, words) for plan in plans], "ways": ways}


def placed(data: dict[str, Any], pauses: Mapping[str, Sequence[Pause]]) -> list[dict[str, Any]]:
    """The guesses as the browser gets them: each waits before the run that contradicts it, or else before the end of
    its walk; if it was not made, at the start."""
    ends = {way["name"]: (way["first"], way["first"] + len(way["steps"]) - 1) for way in data["ways"]}
    found = [(ends[way], each) for way, several in pauses.items() for each in several if way in ends]
    return [
        each.as_json() | {"event": min(first + (each.run or inf) - 1, last) if each.before else first}
        for (first, last), each in found
    ]


def _way(walk: Walked, words: Words) -> dict[str, Any]:
    """One walk: its line of the table, its code (learners write the engine's themselves), and its steps.

    A last step says what has come out.
    """
    heard, total, ran, steps = Counter[str](), Counter[str](), {}, []
    for number, run in enumerate(walk.runs, 1):
        sentence = words.run(walk.name, number, run, heard, ran.get(run.node))
        ran[run.node] = run.received
        for link, message in run.sent:
            heard[link.target] += 1
            total[link.target] += message
        reached = {link.target: [number_text(total[link.target]), heard[link.target]] for link, _ in run.sent}
        steps.append(
            {
                "node": run.node,
                "way": [link.key for link in run.way],
                "sent": [[link.key, number_text(message)] for link, message in run.sent],
                "heard": [[node, *facts] for node, facts in reached.items()],
                "sentence": sentence,
            }
        )
    counts = [walk.count, walk.messages]
    steps.append({"node": None, "way": [], "sent": [], "heard": [], "sentence": words.end(walk), "counts": counts})
    code = "" if walk.name == ENGINE else textwrap.dedent(inspect.getsource(WAYS[walk.name]))
    return {"name": walk.name, "row": list(words.row(walk)), "code": code, "steps": steps}


def _picture(plan: Plan, graph: SlopeGraph, words: Words) -> dict[str, Any]:
    seed = next((each for each in plan.seeds if each.node == graph.root), None)
    return {
        "size": [plan.width, plan.height],
        "down": plan.vertical,
        "boxes": [_box(plan, node, words) for node in plan.boxes if node in graph.links],
        "arrows": [
            {"key": arrow.id, "points": arrow.route.points, "at": arrow.route.label, "hole": arrow.target is None}
            for arrow in plan.arrows
            if arrow.source in graph.links
        ],
        "seed": None if seed is None else {"points": seed.route.points},
    }


def _box(plan: Plan, node: str, words: Words) -> dict[str, Any]:
    box = plan.boxes[node]
    value = next(iter(box.values), "")
    words_of_box = {"title": box.title, "name": next(iter(box.names), None) or "", "value": value}
    place = [box.x, box.y, box.width, box.height]
    seeds = (seed.route.end[0] for seed in plan.seeds if plan.vertical and seed.node == node)
    state = badge_left(box.right, STATE, plan.tips.get(node, max(seeds, default=None))) - box.x
    return {"id": node, "kind": box.kind, "place": place, "state": state, "owed": words.owed[node], **words_of_box}


# ----- the view -------------------------------------------------------------------------------------------------------
class Walks(View, scripts=("pauses.js", "controls.js", "player.js", "walks.js"), sheet=("stepper.css", "walks.css")):
    """The widget. Make one with `walks`. ``place`` is where it stands: all walks, one after the other, as one line."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "place", "pauses")
    data = traitlets.Dict().tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)
    pauses = traitlets.List().tag(sync=True)

    def __init__(self, trace: Trace, ways: Sequence[str], pauses: Mapping[str, Sequence[Pause]]):
        graph = slope_graph(trace)
        self._walks: list[Walked] = [walked(graph, way) for way in ways]
        self._words, self._pauses = Words(graph), pauses
        data = page_data(graph, self._walks, self._words)
        waiting = [number for number, way in enumerate(ways) if pauses.get(way)]
        first = data["ways"][waiting[0] if waiting else 0]["first"]
        super().__init__(data=data, place=first, pauses=placed(data, pauses))

    def sheet(self) -> Sheet:
        is_open = any(not pause.before for several in self._pauses.values() for pause in several)
        rows = tuple(self._row(walk, is_open) for walk in self._walks)
        kinds = (PLAIN, PLAIN, PLAIN, PLAIN, MESSAGE, PLAIN)
        return Sheet(self.data["title"], (Table(HEADER, rows, kinds),))

    def _row(self, walk: Walked, is_open: bool) -> tuple[str, ...]:
        """A line of the table. While a guess is missing, no line tells what comes out: it could narrow the guess."""
        return (walk.name, *["?"] * (len(HEADER) - 1)) if is_open else self._words.row(walk)

    def text(self) -> str:
        """The table, then each guess and what settles it."""
        return "\n".join([self.sheet().text(), *self._guesses()])

    def _guesses(self) -> Iterator[str]:
        for pauses in self._pauses.values():
            for pause in pauses:
                yield from (*pause.before_text(), *pause.after_text())

    def png(self) -> bytes:
        return self.sheet().png()


def walks(trace: Trace, *ways: str, pauses: Mapping[str, Sequence[Pause]] | None = None) -> Walks:
    """Compare ``ways`` to walk the graph of the last backward in ``trace``, and go one of them in the picture.

    The ways are "ready queue" (the engine's), "recursion", "visit once", "post-order" and "each path alone"; without
    any, all of them. ``pauses`` maps a way to guesses about it, which its runs settle.

    Raises TypeError when ``trace`` is no trace, KeyError for a way that there is not, and ValueError for a graph that
    is not made of single numbers, or has more than 100 nodes (`slope_graph` lists what else is refused).
    """
    check_trace(trace)
    for way in (*ways, *(pauses or {})):
        if way not in WAYS:
            raise KeyError(f"There is no way {way!r}; there are {', '.join(WAYS)}.")
    return Walks(trace, ways or tuple(WAYS), pauses or {})
