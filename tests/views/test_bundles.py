"""What an arrow says that stands for several edges, and where states stand beside arrows."""

from itertools import pairwise
from math import inf

import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.boxes import MESSAGE_FITS
from autograd_lab.views.picture.bundles import bundle_notes, sent_of, sums_of
from autograd_lab.views.picture.inside import insides_of
from autograd_lab.views.picture.layout import BADGE, BADGE_OVER, LETTER
from autograd_lab.views.picture.plan import Planner
from autograd_lab.views.picture.routes import badge_left
from autograd_lab.views.picture.step_texts import ArrowWidths, TextHistory, at
from autograd_lab.views.picture.wires import Wire, wires_of
from autograd_lab.views.short_text import fitting, shorten

EDGES = (("n1", 0), ("n2", 0), ("n3", 0))
PARTS = ("n1/0", "n2/0", "n3/0")
WIRE = Wire("g1", "g2", 0, "", EDGES, PARTS)


def said(*lines):
    history = {f"message/{node}/{index}": line for (node, index), line in zip(EDGES, lines, strict=True)}
    return bundle_notes([WIRE], history)["bundle/g1>g2/0"]


def test_it_says_how_many_have_sent_and_the_latest_message():
    assert said([(0, None), (4, "∂= 4")], [(9, "∂= 9")], []) == [(0, None), (4, "1/3: ∂= 4"), (9, "2/3: ∂= 9")]


def test_the_next_backward_begins_anew():
    notes = said([(1, "∂= 1"), (5, None), (6, "∂= 6")], [(2, "∂= 2"), (5, None)], [])
    assert notes == [(1, "1/3: ∂= 1"), (2, "2/3: ∂= 2"), (5, None), (6, "1/3: ∂= 6")]


def test_what_is_sent_again_is_the_latest():
    assert said([(1, "∂= 1"), (3, "∂= 3")], [(2, "∂= 2")], [])[-1] == (3, "2/3: ∂= 3")


def bundled(backwards=1):
    """One weight that is used three times in one call of a module, in a graph large enough to be folded."""

    class Block(al.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = al.nn.Parameter(al.ones(2))

        def forward(self, x):
            return (x * self.weight).tanh() * self.weight + self.weight

    class Net(al.nn.Module):
        def __init__(self):
            super().__init__()
            self.block = Block()

        def forward(self, x):
            for _ in range(6):
                x = self.block(x)
            return x.sum()

    al.manual_seed(0)
    net = Net()
    with al.record() as trace:
        for _ in range(backwards):
            net(al.ones(2)).backward()
    return trace


def test_the_picture_shows_it_at_every_step():
    trace = bundled()
    stills = scene.Stills(trace)
    arrows = [arrow for arrow in stills.at(0).plan.arrows if arrow.count > 1]
    assert arrows
    for state in (len(trace) // 2, len(trace)):
        shown = stills.at(state).shown
        for arrow in arrows:
            sent = arrow.shown("message", shown)
            words = shown.get(str(arrow.key))
            assert words is None if not sent else words.startswith(f"{len(sent)}/{arrow.count}: ")
    assert "3/3: ∂= [2] ‖3‖" in scene.build(trace).text()


def residual(limit=1000):
    """Three blocks that add to what they get: two messages go from each to the one before, around and through."""

    class Block(al.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = al.nn.Linear(4, 4)

        def forward(self, x):
            return x + self.layer(x).tanh().exp().log().sigmoid()

    class Net(al.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second, self.third = Block(), Block(), Block()

        def forward(self, x):
            return self.third(self.second(self.first(x))).square().mean()

    al.manual_seed(0)
    net = Net()
    with al.record(limit=limit) as trace:
        net(al.randn(5, 4)).backward()
    return trace


@each_case("limit", [1000, 3])
def test_messages_to_one_slot_show_as_their_sum(limit):
    trace = residual(limit)
    stills = scene.Stills(trace)
    arrows = [arrow for arrow in stills.at(0).plan.arrows if arrow.count == 2 and "/" in arrow.parts[0]]
    between = [arrow for arrow in arrows if arrow.source.startswith("g") and str(arrow.target).startswith("g")]
    assert len(between) == 2
    state, shown = trace.at(len(trace)), stills.at(len(trace)).shown
    for arrow in between:
        node, slot = arrow.parts[0].partition(">")[2].split("/")
        arrived = state.buffers[node, int(slot)]
        assert shown[arrow.key] == f"2/2: ∂= {fitting(arrived, MESSAGE_FITS - 3)}"
        assert shown[f"weight/{arrow.parts[0]}"] == TextHistory(trace).texts.widths.width(arrived)


def test_of_messages_to_several_slots_the_largest_shows():
    wire = Wire("g1", "g2", 0, "", EDGES[:2], PARTS[:2])
    history = {"message/n1/0": [(1, "∂= 1")], "weight/n1/0": [(1, "5.0")],
               "message/n2/0": [(3, "∂= 2")], "weight/n2/0": [(3, "1.0")]}  # fmt: skip
    assert bundle_notes([wire], history)["bundle/g1>g2/0"] == [(1, "1/2: ∂= 1"), (3, "2/2: ∂= 1")]
    history["weight/n2/0"] = [(3, "nan")]
    assert bundle_notes([wire], history)["bundle/g1>g2/0"][-1] == (3, "2/2: ∂= 2")


@each_case("right", [132.0, 260.0])
@each_case("tip", [None, 40.0, 66.0, 130.0])
def test_a_state_stands_beside_the_arrows_and_not_far_from_its_box(right, tip):
    left = badge_left(right, BADGE, tip)
    assert right - 10 <= left + BADGE <= right + BADGE_OVER
    assert tip is None or left >= tip + 5 or left + BADGE == right + BADGE_OVER


def test_no_name_of_an_arrow_reaches_the_next_one():
    rows = [al.tensor([float(i)], requires_grad=True) for i in range(6)]
    with al.record() as trace:
        al.stack(rows).sum().backward()
    groups, insides = insides_of(trace)
    plan = Planner(groups, insides, {}).plan(groups.opened(), inf)
    stack = [arrow.route for arrow in plan.arrows if arrow.name.startswith("tensors")]
    assert len(stack) == 6 and stack[-1].name.startswith("tens")
    for route, following in pairwise(stack):
        assert route.start[0] + LETTER * len(route.name) <= following.start[0]


def test_a_shape_is_whole_where_there_is_room():
    net = al.nn.Sequential(*(al.nn.Sequential(al.nn.Conv2d(2, 2, 1), al.nn.ReLU()) for _ in range(6)))
    with al.record() as trace:
        net(al.ones(16, 2, 16, 16)).sum().backward()
    groups, insides = insides_of(trace)
    plan = Planner(groups, insides, {}).plan(groups.opened(), inf)
    assert "[16×2×16×16]" in [arrow.route.name for arrow in plan.arrows]


PILLS = """(pills) => pills.filter((pill) => pill.style.display !== "none" && /^[0-9]+.[0-9]+: /.test(pill.textContent))
    .map((pill) => pill.querySelector("text").textContent)"""


@pytest.mark.browser
@each_case("make", [lambda: bundled(2), residual])
def test_the_stepper_shows_the_same(page, make):
    trace = make()
    page.set_content(views.static_html(views.stepper(trace)))
    groups, insides = insides_of(trace)
    slider, seen = page.locator("input[type=range]"), set()
    for number in range(0, len(trace.steps) + 1, 5):
        slider.evaluate("(s, n) => { s.value = n; s.dispatchEvent(new Event('input')); }", number)
        frames = page.locator(".node.frame").evaluate_all("(frames) => frames.map((frame) => frame.dataset.id)")
        opened = {"g0", *frames}
        history = TextHistory(trace).of(scene.shown_edges(groups, insides, opened))
        boxes = page.locator(".node:not(.frame)").evaluate_all("(boxes) => boxes.map((box) => box.dataset.id)")
        wires = [wire for box in boxes for wire in wires_of(groups, insides, opened, box)]
        history |= sums_of(trace, scene.left_by(groups, insides, opened), history, ArrowWidths(trace))
        state = trace.steps[number - 1].last + 1 if number else 0
        texts = at(bundle_notes(wires, history), state)
        fits = {wire.key: MESSAGE_FITS + len(sent_of(wire.count, wire.count)) for wire in wires}
        expected = sorted(shorten(text, fits[key]) for key, text in texts.items())
        assert sorted(page.locator(".pill.gradient").evaluate_all(PILLS)) == expected
        seen.update(expected)
    assert len(seen) > 1
