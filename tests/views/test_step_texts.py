"""The small changes that the browser gets add up to the trace's own states."""

from collections import Counter

import pytest
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab.tracing.trace.node_search import find_node
from autograd_lab.views.lookup import recorded
from autograd_lab.views.picture import routes, scene
from autograd_lab.views.picture.boxes import label_size
from autograd_lab.views.picture.step_texts import FITS, StepTexts, TextHistory, at, longest


def history(trace):
    """All texts of a trace, and when they change."""
    return TextHistory(trace).of({node: range(len(info.edges)) for node, info in trace.nodes.items()})


def add_up(trace):
    """The changes up to each step come to its texts."""
    texts, told = StepTexts(trace), history(trace)
    for step in range(len(trace) + 1):
        shown = {key: text for key, text in at(told, step).items() if not key.startswith("hook/")}
        assert shown == texts.at(step), f"step {step}: {trace.sentence(step - 1) if step else ''}"


@for_every_program
def test_changes_add_up_to_the_state_at_every_step(any_trace):
    add_up(any_trace)


def steps_of_training():
    """Three graphs one after the other, and the first walked twice."""
    w = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record(names={"w": w}) as trace:
        for step in range(3):
            loss = (w * w).sum()
            loss.backward(retain_graph=not step)
            if not step:
                loss.backward()
    return trace


def one_inside_another():
    """A hook of the first backward starts a second one."""
    x = al.tensor(1.0, requires_grad=True)
    with al.record(names={"x": x}) as trace:
        y, other = x * 2.0, (x * 3.0).exp()
        y.register_hook(lambda grad: other.backward())
        (y * y).backward()
        (x * 1.0).backward()
    return trace


@each_case("program", [steps_of_training, one_inside_another])
def test_texts_of_several_backwards(program):
    add_up(program())


def test_an_event_changes_little(programs):
    trace = programs.deep()
    steps = [step for notes in history(trace).values() for step, _ in notes if step]
    sizes = sorted(Counter(steps).values())
    assert sizes[len(sizes) // 2] <= 4


def test_error_is_shown_on_its_node(programs):
    trace = programs.failing()
    assert trace.events[-1].kind == "ErrorRaised"
    assert "error" in StepTexts(trace).at(len(trace)).values()


def test_picture_in_words(programs):
    trace = programs.tree()
    (first, *_) = trace.find("BufferAdded", node=None)[1:]
    lines = scene.build(trace, first + 1).text().splitlines()
    assert lines[0] == f"step 2 of {len(trace.steps)}: {trace.sentence(first)}"
    assert lines[1:] == [
        "> MulBackward0 #2 | e v= 20 | ∂= 1 | running",
        ">     0 self -> AddBackward0 #1 [0]: 1 × 4 = 4",
        "      1 other -> AccumulateGrad(d) [0]",
        "  AddBackward0 #1 | c v= 5 | ∂= 4 | ready",
        "      0 self -> AccumulateGrad(a) [0]",
        "      1 other -> AccumulateGrad(b) [0]",
        *[line for line in lines if line.startswith("  AccumulateGrad")],
    ]
    assert "  AccumulateGrad(d) | d v= 4 | ∂= | .grad= None | received 0/1" in lines


def test_picture_at_the_end(programs):
    text = scene.build(programs.reused()).text()
    assert "AccumulateGrad(x) | x v= 3 | ∂= 1 + 3 + 3 = 7 | .grad= 7 | done" in text
    assert text.count("-> AccumulateGrad(x) [0]") == 3


def test_several_outputs_show_their_slots(programs):
    text = scene.build(programs.two_outputs()).text()
    assert "[0] b v= 6 | [0] ∂= 1 | [1] c v= 9 | [1] ∂= 0" in text


def test_a_slot_shows_its_message_until_the_node_reads_it(programs):
    trace = programs.unbound()
    (visit,) = trace.find("NodeVisited", name="UnbindBackward0")
    text = scene.build(trace, visit + 1).text()
    for words in ("[0] p v= 4 | [0] ∂= 1", "[1] q v= 9 | [1] ∂= None", "[2] r v= 1 | [2] ∂= 4"):
        assert words in text


def test_labels_move_along_their_arrow_until_they_are_free():
    straight = ((0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (300.0, 0.0))
    taken = routes.Taken([])
    places = [taken.place(straight, 60)[0] for _ in range(3)]
    assert places[0] == (120.0, 0.0)
    assert len({round(x) // 30 for x, _ in places}) == 3


def test_nothing_is_shown_before_the_first_event(programs):
    text = scene.build(programs.tree(), 0).text()
    assert text.startswith("step 0 of 7: Forward has run and left these nodes and values. Backward has not begun.")
    assert "received" not in text


def boxes_and_labels(plan):
    for box in plan.boxes.values():
        yield box.x, box.y, box.x + box.width, box.y + box.height


@for_every_program
def test_messages_stand_clear_of_boxes_and_of_each_other(any_trace):
    plan, lengths = scene.build(any_trace).plan, longest(history(any_trace))
    taken = list(boxes_and_labels(plan))
    for arrow in plan.arrows:
        if arrow.target is None:
            continue
        x, y = arrow.route.label
        width = label_size(max(lengths.get(arrow.key, 0), 3))
        mine = (x - width / 2, y - 9.5, x + width / 2, y + 9.5)
        for other in taken:
            apart = (
                mine[0] >= other[2] - 1 or other[0] >= mine[2] - 1 or mine[1] >= other[3] - 1 or other[1] >= mine[3] - 1
            )
            assert apart, (arrow.id, mine, other)
        taken.append(mine)


def test_parallel_edges_are_apart(programs):
    first, second = (arrow for arrow in scene.build(programs.reused()).plan.arrows if arrow.id.startswith("n1/"))
    assert first.target == second.target
    assert abs(first.route.start[1] - second.route.start[1]) > 20
    assert abs(first.route.end[1] - second.route.end[1]) > 8


def test_a_hole_is_drawn_as_a_stub(programs):
    (hole,) = (a for a in scene.build(programs.chain()).plan.arrows if a.target is None and a.source == "n3")
    assert hole.input == "other"


def at_the_end(trace):
    return StepTexts(trace).at(len(trace))


def test_arithmetic_stands_where_it_happens(programs):
    """Received × slope on the edge, both summands in the slot, and what a second backward adds to .grad."""
    shown = at_the_end(programs.reused(2))
    (leaf,) = (node for node, info in programs.reused(2).nodes.items() if info.kind == "leaf")
    assert shown["message/n3/0"] == "1 × 3 = 3"
    assert shown[f"grad/{leaf}/0"] == "1 + 3 + 3 = 7"
    assert shown[f"total/{leaf}"] == "7 + 7 = 14"
    assert at_the_end(programs.reused())[f"total/{leaf}"] == "7"


def test_without_one_multiplication_only_the_message_is_shown_and_of_a_longer_one_shape_and_norm(programs):
    shown = at_the_end(programs.copied())
    assert [text for key, text in shown.items() if key.startswith("message/")] == [
        "∂= [3×2] ‖2.4‖",
        "∂= [3×2] ‖39‖",
        "∂= [9, 12]",
    ]


def test_a_hook_leaves_no_arithmetic_that_is_not_true(programs):
    """The hook makes 3 of y's slot 30: neither a product nor a sum gave that number."""
    texts = StepTexts(programs.hooked())
    numbers = {text for key, text in texts.at(len(programs.hooked())).items() if key.startswith(("grad/", "message/"))}
    assert "30" in numbers
    assert "30 × 4 = 120" in numbers


def test_a_long_sum_shows_its_result_alone():
    x = al.tensor(1.234567, requires_grad=True)
    y = x * x + x
    with al.record() as trace:
        y.backward()
    assert not any("+" in text for text in at_the_end(trace).values())


@for_every_program
def test_boxes_have_room_for_their_sums(any_trace):
    plan, lengths = scene.build(any_trace).plan, longest(history(any_trace))
    for box in plan.boxes.values():
        front = (4 if box.slots > 1 else 0) + max(min(len(name or ""), 8) for name in box.names) + 2
        for slot in range(box.slots):
            assert front + len("∂= ") + min(lengths.get(f"grad/{box.id}/{slot}", 0), FITS) <= box.fits
        assert front + len(".grad= ") + min(lengths.get(f"total/{box.id}", 0), FITS) <= box.fits + 1


def trained(torch):
    """Three steps from w = 1, each of which halves it."""
    w = torch.tensor(1.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.25)
    with al.record() as trace:
        for _ in range(3):
            optimizer.zero_grad()
            loss = w**2
            loss.backward()
            optimizer.step()
    return trace


@pytest.fixture(params=["autograd_lab", pytest.param("torch", marks=pytest.mark.torch)])
def torch(request):
    return pytest.importorskip(request.param)


def test_a_leaf_shows_what_it_holds_at_each_step(torch):
    trace = trained(torch)
    leaf, told = find_node(trace, "w"), {}
    for step in (0, *(step.last + 1 for step in trace.steps)):
        line = next(line for line in scene.build(trace, step).text().splitlines() if "AccumulateGrad(w) |" in line)
        told.setdefault(line.partition("v= ")[2].split(" ")[0], []).append(step)
    ends = [last + 1 for _, _, last in trace.backwards]
    assert {value: steps[-1] for value, steps in told.items()} == dict(zip(("1", "0.5", "0.25"), ends, strict=True))
    assert all(trace.at(step).values.get(leaf) is None for step in told["1"])
    assert trace.at(len(trace)).values[leaf].items == (0.25,)
    add_up(trace)
    assert al.Trace.from_json(trace.to_json()) == trace


def test_without_a_write_nothing_is_told_of_values(torch):
    w = torch.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w**2).backward()
    assert "leaf_values" not in trace.to_json()
    assert not [key for key in history(trace) if key.startswith("value/")]


def test_what_a_node_read_of_a_leaf_is_what_the_leaf_held_then(torch):
    w = torch.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(2):
            (w + 1.0).exp().backward()
            w.data -= 0.5
    sums = sorted((info for info in trace.nodes.values() if info.name == "AddBackward0"), key=lambda info: info.number)
    assert [recorded(trace, info, "self").items for info in sums] == [(1.0,), (0.5,)]


# ----- seeds ----------------------------------------------------------------------------------------------------------
def started(*backwards):
    """The trace of several backwards from these roots with these seeds."""
    with al.record() as trace:
        for roots, seeds in backwards:
            al.autograd.backward(roots, [al.tensor(seed) for seed in seeds], retain_graph=True)
    return trace


def test_each_root_has_its_own_seed():
    x = al.tensor(3.0, requires_grad=True)
    y, z = x * 2, x.exp()
    built = scene.build(started(((y, z), (4.0, 5.0))))
    assert [built.shown[seed.key] for seed in built.plan.seeds] == ["∂= 4", "∂= 5"]


def test_roots_of_a_later_backward_have_seeds_too():
    x = al.tensor(3.0, requires_grad=True)
    y, z = x * 2, x.exp()
    trace = started(((y,), (4.0,)), ((z,), (5.0,)))
    built = scene.build(trace)
    assert len(built.plan.seeds) == 2
    assert [built.shown.get(seed.key) for seed in built.plan.seeds] == [None, "∂= 5"]


def test_seeds_of_two_outputs_arrive_in_two_places():
    x = al.tensor([3.0, 4.0], requires_grad=True)
    first, second = (x * 1).unbind()
    seeds = scene.build(started(((first, second), (1.0, 2.0)))).plan.seeds
    assert [seed.slot for seed in seeds] == [0, 1]
    assert seeds[0].route.end != seeds[1].route.end
