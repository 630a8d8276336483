"""Where the text on an arrow stands."""

from itertools import pairwise
from math import inf

import autograd_lab as al
from autograd_lab._core.base.state import counting_apart
from autograd_lab.views import picture_files
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.inside import insides_of
from autograd_lab.views.picture.painter import Painter
from autograd_lab.views.picture.plan import Planner
from autograd_lab.views.picture.step_texts import TextHistory, longest
from autograd_lab.views.picture.taken import LABEL_HEIGHT, Taken

DOWN = ((0.0, 0.0), (0.0, 100.0), (0.0, 200.0), (0.0, 300.0))
"""An arrow straight down, 300 pixels long."""


def test_the_first_free_place_is_near_the_sender():
    (x, y), crowded = Taken([]).place(DOWN, 60)
    assert (x, crowded) == (0, False)
    assert 0 < y < 150


def test_labels_of_one_place_do_not_touch():
    taken = Taken([])
    places = sorted(taken.place(DOWN, 60)[0][1] for _ in range(5))
    assert all(b - a >= LABEL_HEIGHT for a, b in pairwise(places))


def test_where_nothing_is_free_a_label_covers_as_little_as_it_can():
    """The arrow is under boxes all the way; only near its end one of them leaves most of it free."""
    taken = Taken([(-100.0, 0.0, 100.0, 200.0), (20.0, 200.0, 100.0, 300.0)])
    (_, y), crowded = taken.place(DOWN, 60)
    assert y > 200
    assert not crowded


def test_a_label_that_covers_a_little_is_in_the_way_of_the_next():
    taken = Taken([(-100.0, 0.0, 100.0, 200.0), (20.0, 200.0, 100.0, 300.0)])
    assert taken.place(DOWN, 60)[0] != taken.place(DOWN, 60)[0]


def test_a_label_for_which_there_is_no_room_is_in_a_crowd_and_in_no_way():
    taken = Taken([(-100.0, 0.0, 100.0, 300.0)])
    first, second = taken.place(DOWN, 60), taken.place(DOWN, 60)
    assert first == second
    assert first[1]


def shared(calls):
    """A layer that is called again and again: all calls send to its two leaves."""
    al.manual_seed(0)
    layer = al.nn.Linear(3, 6)
    with counting_apart(), al.record() as trace:
        al.stack([layer(al.ones(3) * call).sum() for call in range(calls)]).sum().backward()
    return trace


def test_of_a_crowd_a_still_picture_shows_what_was_sent_just_now(monkeypatch):
    """Of the others the widths of their arrows say that they were sent."""
    trace, drawn = shared(12), []
    monkeypatch.setattr(Painter, "_pill", lambda self, place, *more: drawn.append(place))

    def crowd(step):
        """The edges of a crowd, and those of them that are drawn with their message."""
        drawn.clear()
        picture = scene.build(trace, step)
        picture_files.painted(picture)
        crowded = [arrow for arrow in picture.plan.arrows if arrow.route.crowded]
        return [arrow.edge for arrow in crowded], [arrow.edge for arrow in crowded if arrow.route.label in drawn]

    edges, shown = crowd(len(trace))
    assert len(edges) > 1
    assert shown == []
    (sent,) = (k for k in trace.find("GradOut") if (trace[k].node, trace[k].index) == edges[0])
    assert crowd(sent + 1) == (edges, edges[:1])


def test_two_labels_of_edges_side_by_side_do_not_touch():
    """Both edges of ``y + y`` go to one node, 40 pixels below: there is no room for one label above the other."""
    taken = Taken([(-100.0, -50.0, 100.0, 0.0), (-100.0, 40.0, 100.0, 100.0)])
    lines = [tuple((x, y) for y in (0.0, 13.0, 27.0, 40.0)) for x in (-30.0, 30.0)]
    (left, _), (right, _) = (taken.place(line, 90, lean)[0] for line, lean in zip(lines, (-1, 1), strict=True))
    assert right - left >= 80
    assert abs(left + 30) < 45 > abs(right - 30)


def test_both_numbers_of_a_square_can_be_read_where_gradients_go_down():
    """``a * a``: two edges from one node to one leaf."""
    a = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (a * a * 0.25).backward()
    groups, insides = insides_of(trace)
    planner = Planner(groups, insides, longest(TextHistory(trace).of(scene.shown_edges(groups, insides, {"g0"}))))
    arrows = [arrow for arrow in planner.plan({"g0"}, inf).arrows if (arrow.target or "n").startswith("a")]
    (left, _), (right, _) = sorted(arrow.route.label for arrow in arrows)
    assert right - left > planner.label_of(arrows[0]) > 110
