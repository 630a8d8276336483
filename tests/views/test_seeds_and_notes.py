"""What a backward starts with, root by root; and how a note looks in HTML."""

import autograd_lab as al
from autograd_lab.views.picture import scene
from autograd_lab.views.sheet import Sheet
from autograd_lab.views.sheet_parts import Note, Table


def recorded(*backwards):
    """The trace of several backwards from these roots with these seeds."""
    with al.record() as trace:
        for roots, seeds in backwards:
            al.autograd.backward(roots, [al.tensor(seed) for seed in seeds], retain_graph=True)
    return trace


def test_each_root_has_its_own_seed():
    x = al.tensor(3.0, requires_grad=True)
    y, z = x * 2, x.exp()
    built = scene.build(recorded(((y, z), (4.0, 5.0))))
    assert [built.shown[seed.key] for seed in built.plan.seeds] == ["∂= 4", "∂= 5"]


def test_roots_of_a_later_backward_have_seeds_too():
    x = al.tensor(3.0, requires_grad=True)
    y, z = x * 2, x.exp()
    trace = recorded(((y,), (4.0,)), ((z,), (5.0,)))
    built = scene.build(trace)
    assert len(built.plan.seeds) == 2
    assert [built.shown.get(seed.key) for seed in built.plan.seeds] == [None, "∂= 5"]


def test_seeds_of_two_outputs_arrive_in_two_places():
    x = al.tensor([3.0, 4.0], requires_grad=True)
    first, second = (x * 1).unbind()
    seeds = scene.build(recorded(((first, second), (1.0, 2.0)))).plan.seeds
    assert [seed.slot for seed in seeds] == [0, 1]
    assert seeds[0].route.end != seeds[1].route.end


def test_a_note_and_a_cell_look_as_what_they_are():
    table = Table(("a", "b"), (("1", "2"),), ("value", "message"))
    html = Sheet("title", (table, Note("plain"), Note("result", strong=True), Note("a\n  b", code=True))).html()
    assert "<p>plain</p>" in html and "<p><b>result</b></p>" in html and "<pre>a\n  b</pre>" in html
    assert '<td class="value"' in html and '<td class="message"' in html
