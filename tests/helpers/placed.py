"""Large pictures as Python places them, in plain numbers: ``tests/data/places.json`` keeps them for both sides."""

import json
from math import inf, isfinite

import models

from autograd_lab import Trace
from autograd_lab._core.base.state import counting_apart
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.inside import insides_of
from autograd_lab.views.picture.plan import Planner
from autograd_lab.views.picture.step_texts import TextHistory, longest

TRACES = {"transformer": models.transformer, "recurrent": models.rnn, "residual": models.resnet}
DOWN = {"right": 0.0, "in bands": 700.0, "down": inf}
"""How far the picture may run down before it goes on beside; 0: it runs right."""


def traces():
    """Each trace, with nodes counted from 1 and numbers rounded: more digits make a box wider.

    The last bit of a sum differs from processor to processor, and 0 becomes 1.2e-17.
    """
    made = {}
    for name, make in TRACES.items():
        with counting_apart():
            made[name] = Trace.from_json(json.dumps(short(json.loads(make().to_json()))))
    return made


def short(item):
    """The same JSON, each float in it rounded to a 64th, which float32 holds exactly."""
    if isinstance(item, dict):
        return {key: short(value) for key, value in item.items()}
    if isinstance(item, list):
        return [short(value) for value in item]
    return round(item * 64) / 64 if isinstance(item, float) and isfinite(item) else item


def opened(groups):
    """What is open at first, and the innermost group of the middle node: frames in frames."""
    nodes = [*groups.home]
    return groups.opened() | set(groups.holding(nodes[len(nodes) // 2]))


def places(trace):
    """For each way to run, where boxes, frames, arrows and seeds are."""
    groups, insides = insides_of(trace)
    history = TextHistory(trace).of(scene.shown_edges(groups, insides, opened(groups)))
    planner = Planner(groups, insides, longest(history))
    return {way: numbers(planner.plan(opened(groups), down)) for way, down in DOWN.items()}


def numbers(plan):
    """A plan as JSON can hold it."""
    boxes, frames = (
        {box.id: rounded((box.x, box.y, box.width, box.height)) for box in some}
        for some in (plan.boxes.values(), plan.frames)
    )
    arrows = {arrow.id: told(arrow) for arrow in plan.arrows}
    seeds = [rounded(sum(seed.route.points, ())) for seed in plan.seeds]
    return {"boxes": boxes, "frames": frames, "arrows": arrows, "seeds": seeds}


def told(arrow):
    """Where an arrow leads, what is written at its start, its way, and whether its message is in a crowd."""
    label = [] if arrow.target is None else rounded(arrow.route.label)
    return [arrow.target, arrow.slot, arrow.name, arrow.route.crowded, rounded(sum(arrow.route.points, ())), label]


def rounded(many):
    """To tenths of a pixel: the browser adds in another order."""
    return [round(number, 1) for number in many]
