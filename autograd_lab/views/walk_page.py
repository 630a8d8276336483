"""What the browser needs to show walks: where everything stands, and each walk run by run, in words ready made."""

import inspect
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from ..tracing.slope_graph import SlopeGraph
from ..tracing.walked import Walked
from ..tracing.walks import WAYS
from .pause import Pause
from .picture.inside import insides_of
from .picture.plan import Plan, Planner
from .short_text import number_text
from .walk_words import HEADER, Words


def page_data(graph: SlopeGraph, walks: Sequence[Walked], words: Words) -> dict[str, Any]:
    """The picture, to the right and downwards, and the walks one after the other: ``first`` is where one begins."""
    ways, first = [], 0
    for walk in walks:
        way = _way(walk, words) | {"first": first}
        first += len(way["steps"]) + 1
        ways.append(way)
    root = words.name(graph.root)
    title = f"Ways to walk from {root} to the leaves"
    groups, insides = insides_of(graph.trace, None, False)
    planner = Planner(groups, insides, {})
    plans = [planner.plan(groups.opened(), down) for down in (0.0, inf)]
    seed = [graph.root, number_text(graph.seed)]
    facts = {"title": title, "columns": list(HEADER), "start": words.start(), "seed": seed}
    return facts | {"pictures": [_picture(plan, graph, words) for plan in plans], "ways": ways}


def placed(data: dict[str, Any], pauses: Mapping[str, Sequence[Pause]]) -> list[dict[str, Any]]:
    """The guesses as the browser gets them: each waits before the end of its walk."""
    last = {way["name"]: way["first"] + len(way["steps"]) - 1 for way in data["ways"]}
    return [one.as_json() | {"event": last[way]} for way, several in pauses.items() for one in several if way in last]


def _way(walk: Walked, words: Words) -> dict[str, Any]:
    """One walk: its line of the table, its code, and its steps. A last step says what has come out."""
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
                "heard": [[node, *told] for node, told in reached.items()],
                "sentence": sentence,
            }
        )
    counts = [walk.count, walk.messages]
    steps.append({"node": None, "way": [], "sent": [], "heard": [], "sentence": words.end(walk), "counts": counts})
    code = textwrap.dedent(inspect.getsource(WAYS[walk.name]))
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
    return {"id": node, "kind": box.kind, "place": place, "owed": words.owed[node], **words_of_box}
