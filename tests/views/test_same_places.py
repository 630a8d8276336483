"""Python and the browser place the same picture: both are held to the places in ``tests/data/places.json``.

Where a picture changes on purpose, ``python tests/tools/record_places.py`` records the places anew.
"""

import json
from math import isfinite
from pathlib import Path

import placed
import pytest
from each_case import each_case, every_case

from autograd_lab import views
from autograd_lab.views.graph_stepper import FoldedStepper
from autograd_lab.views.widget import without_export

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "places.json").read_text(encoding="utf-8"))
IN_THE_BROWSER = (
    "([facts, open, ways]) => {"
    + without_export(FoldedStepper.script)
    + """
  const parts = new FarParts({ get: () => facts, on() {} }), round = (many) => many.map(tenth);
  return ways.map((down) => {
    const placing = new Placing(parts, new Set(open), down), routes = new Routes(placing);
    const rects = (all) => Object.fromEntries([...all].map(([id, rect]) => [id, round(rect)]));
    const told = (w) => [w.target, w.slot, nameOf(w), !!w.crowded, round(w.points.flat()), round(w.at ?? [])];
    return {
      boxes: rects(placing.boxes), frames: rects(placing.frames),
      arrows: Object.fromEntries(routes.wires.map((wire) => [wire.id, told(wire)])),
      seeds: facts.seeds.map(([node, slot]) => round(routes.seed(node, slot).points.flat())),
    };
  });
}"""
)


@pytest.fixture(scope="module")
def traces():
    return placed.traces()


def same(one, other, most=0.25):
    """Equal, in the same order, but for a quarter of a pixel."""
    if isinstance(one, dict) and isinstance(other, dict):
        return same([*one], [*other]) and same([*one.values()], [*other.values()], most)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b, most) for a, b in zip(one, other, strict=True))
    numbers = [*map(type, (one, other))] in ([float, float], [float, int], [int, float], [int, int])
    return abs(one - other) <= most if numbers else one == other


def compare(name, found):
    """Each way to run a case of its own, and each kind of thing in it."""
    with every_case() as case:
        for way, places in found.items():
            for kind, expected in RECORDED[f"{name}, {way}"].items():
                with case(way, kind):
                    assert same(places[kind], expected), [
                        (one, other)
                        for one, other in zip(pairs(places[kind]), pairs(expected), strict=False)
                        if not same(one, other)
                    ][:3]


def pairs(places):
    return [[*pair] for pair in places.items()] if isinstance(places, dict) else places


@each_case("name", placed.TRACES)
def test_python_places_everything_where_it_did(traces, name):
    compare(name, placed.places(traces[name]))


@each_case("name", placed.TRACES)
def test_the_browser_places_everything_where_python_does(traces, page, name):
    stepper = views.stepper(traces[name])
    opened = placed.opened(stepper.parts.groups)
    ways = [down if isfinite(down) else 1e9 for down in placed.DOWN.values()]
    found = page.evaluate(IN_THE_BROWSER, [stepper.data, [*opened], ways])
    compare(name, dict(zip(placed.DOWN, found, strict=True)))


OPENED = (
    "([facts, open, ways]) => {"
    + without_export(FoldedStepper.script)
    + """
  const parts = new FarParts({ get: () => facts, on() {} }), rects = ({ boxes }) => Object.fromEntries(boxes);
  return ways.flatMap((down) => {
    const before = new Map(), draw = (groups) => rects(new Placing(parts, new Set(groups), down, before));
    const first = draw(open);
    const folds = Object.keys(first).filter((id) => parts.boxes.get(id).kind === "fold");
    return folds.map((id) => ({ id, along: down ? 1 : 0, first, opened: draw([...open, id]), closed: draw(open),
      root: parts.groups.get(ROOT).members, column: first[id][down ? 1 : 0] }));
  });
}"""
)


@each_case("name", ["transformer", "residual", "recurrent"])
def test_a_box_that_opens_pushes_others_one_way_and_gives_the_room_back(traces, page, name):
    """Along the arrows none moves back, nor does any before it; across, none of the outermost does."""
    stepper = views.stepper(traces[name])
    found = page.evaluate(OPENED, [stepper.data, stepper.data["open"], [0, 500, 1e9]])
    assert found
    for one in found:
        first, opened, along = one["first"], one["opened"], one["along"]
        others = [box for box in first if box != one["id"] and box in opened]
        moved = {box: [after - before for before, after in zip(first[box], opened[box], strict=True)] for box in others}
        assert all(way[along] >= 0 and way[2:] == pytest.approx([0, 0]) for way in moved.values())
        assert all(moved[box][1 - along] > -0.01 for box in others if box in one["root"])
        assert all(moved[box][along] == 0 for box in others if first[box][along] <= one["column"])
        assert same(one["closed"], first)
