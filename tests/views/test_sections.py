"""Large graphs are folded: every node in exactly one place, every arrow kept, and what is at work always in sight."""

import pytest

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views import scene
from autograd_lab.views.section import is_large, whole
from autograd_lab.views.sections import MOST, Sections
from autograd_lab.views.step_texts import StepTexts


def leaf(value):
    return al.tensor(value, requires_grad=True)


def recorded(loss, **names):
    with al.record(names=names) as trace:
        loss.backward()
    return trace


def chain(ops=400):
    x = h = leaf(1.0)
    for _ in range(ops // 2):
        h = h * 0.999 + 0.001
    return recorded(h, x=x, h=h)


def blocks(steps=20, width=5):
    """Many passes through the same few weights."""
    weights = [leaf([[0.1, 0.2], [0.3, 0.4]]) for _ in range(width)]
    x, loss = al.tensor([[1.0, 2.0]]), 0
    for _ in range(steps):
        h = x
        for w in weights:
            h = (h @ w).tanh() + h
        loss = loss + h.sum()
    return recorded(loss, weights=weights)


def fan_out(users=200):
    """One leaf with many users, summed in pairs."""
    x = leaf(2.0)
    parts = [x * float(i) for i in range(users)]
    while len(parts) > 1:
        parts = [parts[0] + parts[1], *parts[2:]]
    return recorded(parts[0], x=x)


def fan_in(parts=350):
    """One node with many edges, some of them holes."""
    x = leaf(2.0)
    return recorded(al.stack([x * 2.0 if i % 9 else al.tensor(1.0) for i in range(parts)]).sum(), x=x)


def forward_too():
    """Forward inside the recording, and two backwards, the second one started by a hook of the first."""
    x = leaf(1.0)
    with al.record(names={"x": x}) as trace:
        h = x
        for _ in range(160):
            h = h * 1.01 + 0.5
        other = x * 3.0
        h.register_hook(lambda grad: other.backward())
        h.backward()
    return trace


LARGE = (chain, blocks, fan_out, fan_in, forward_too)


@pytest.fixture(params=LARGE, ids=lambda program: program.__name__, scope="module")
def large(request):
    """A trace that is folded, and its sections."""
    trace = request.param()
    assert is_large(trace)
    return trace, Sections(trace)


def homes(section):
    """Where each node is: in its own box or in a fold; nobody twice."""
    pairs = [(node, node) for node in section.nodes]
    pairs += [(node, one.id) for one in section.folds.values() for node in one.nodes]
    assert len(pairs) == len(dict(pairs))
    return dict(pairs)


def test_every_section_holds_all_nodes_once(large):
    trace, sections = large
    for number in range(len(sections)):
        assert homes(sections[number]).keys() == trace.nodes.keys()


def test_every_edge_is_drawn_or_lies_inside_a_fold(large):
    trace, sections = large
    for number in range(0, len(sections), 5):
        section = sections[number]
        home, drawn = homes(section), {(wire.source, wire.target) for wire in section.wires}
        for node, info in trace.nodes.items():
            for edge in info.edges:
                ends = home[node], home.get(edge.node) if edge else None
                assert ends[0] == ends[1] or ends in drawn or (edge is None and ends[0] in section.folds)


def test_sections_follow_each_other_and_show_who_is_at_work(large):
    trace, sections = large
    after = 0
    for number in range(len(sections)):
        section = sections[number]
        assert section.first == after
        after = section.last + 1
        for step in range(section.first, after):
            assert sections.number_at(step) == number
            assert scene.focus(trace, step).node in (None, *section.nodes)
    assert after == len(trace) + 1


def test_a_picture_shows_few_nodes_and_its_arrows_go_right(large):
    trace, sections = large
    for number in range(0, len(sections), 7):
        plan = scene.build_section(trace, sections[number].first, sections).plan
        assert len(plan.boxes) <= 3 * MOST
        assert len(plan.arrows) <= 120
        for arrow in plan.arrows:
            assert arrow.target is None or arrow.route.start[0] < arrow.route.end[0]


def test_changes_of_each_page_add_up(large):
    trace, sections = large
    for number in range(0, len(sections), 9):
        section = sections[number]
        texts = StepTexts(trace, section.shown)
        shown = texts.at(section.first)
        for step, change in enumerate(texts.changes(section.first, section.last), section.first + 1):
            shown = {key: text for key, text in {**shown, **change}.items() if text is not None}
            assert shown == texts.at(step), step


def test_a_fold_says_what_it_holds_and_how_far_the_backward_is():
    trace = chain()
    sections = Sections(trace)
    first, last = sections[0].folds, sections[len(sections) - 1].folds
    (ahead,), (behind,) = first.values(), last.values()
    count = len(ahead.nodes)
    assert (ahead.title, ahead.lines[-1]) == (f"… {count} nodes", "none has run")
    assert ahead.lines[0].endswith(" × AddBackward0") or ahead.lines[0].endswith(" × MulBackward0")
    assert behind.lines[-1] == "all have run"
    assert [node for node in sections.order if node in behind.nodes] == list(behind.nodes)


def test_still_forms_are_short_and_say_what_is_folded():
    trace = chain(3000)
    widget = views.stepper(trace, start=len(trace) // 2)
    words = widget.text()
    assert len(words) < 5000
    assert words.count("… ") >= 2
    assert "all have run" in words
    assert "none has run" in words
    assert f" of {len(trace.steps)}: " in words
    assert widget.png().startswith(b"\x89PNG")
    assert len(str(widget.data)) < 200_000


def test_small_graphs_stay_as_they_are(any_trace):
    section = whole(any_trace)
    assert section.members == tuple(any_trace.nodes)
    assert not section.folds
    assert "starts" not in views.stepper(any_trace).data
    assert "pages" not in views.stepper(any_trace).page_state()


def test_places_of_your_own_are_never_folded():
    trace = chain()
    places = {node: (i, 0) for i, node in enumerate(trace.nodes)}
    assert scene.build(trace, 5, places).plan.boxes.keys() == trace.nodes.keys()
    assert scene.build(trace, 5, folded=False).plan.boxes.keys() == trace.nodes.keys()


def test_the_kernel_sends_the_page_that_is_asked_for(monkeypatch):
    widget = views.stepper(chain())
    sent = []
    monkeypatch.setattr(widget, "send", sent.append)
    for message in ({"page": 3}, {"page": -1}, {"page": 10**6}, {"page": "3"}, {}, None):
        widget._asked(widget, message, [])
    (answer,) = sent
    assert answer["page"] == 3
    assert answer["data"]["first"] == widget.data["starts"][3]
