"""The steps of a trace: which events belong together, and that none is left out."""

import gc
import pickle
import weakref

import numpy as np
import pytest
from handmade import chain, number, product_chain
from hypothesis import given, settings
from random_graphs import execute, make_leaves, programs

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.trace.steps import BEGINNINGS, events_until
from autograd_lab.tracing.trace.trace import Trace


def spans(trace: Trace) -> list[tuple[int, int]]:
    return [(step.first, step.last) for step in trace.steps]


def test_a_node_is_one_step():
    trace = product_chain()
    assert spans(trace) == [(0, 2), (3, 11), (12, 14), (15, 23), (24, 26), (27, 29), (30, 30)]
    assert [step.number for step in trace.steps] == [1, 2, 3, 4, 5, 6, 7]
    assert [trace[step.first].kind for step in trace.steps] == [
        "BackwardStarted", *["NodeVisited"] * 5, "BackwardFinished",
    ]  # fmt: skip
    assert trace.at(trace.steps[2]).grads["a1"] == number(6.0)


def test_a_turn_goes_on_in_a_step_of_its_own_after_a_backward_in_a_hook():
    x, u = (al.tensor(value, requires_grad=True) for value in (2.0, 4.0))
    y, v = x * x, u.exp()
    y.register_hook(lambda grad: v.backward())
    with al.record() as trace:
        y.backward()
    kinds = [trace[step.first].kind for step in trace.steps]
    inner = kinds.index("BackwardFinished")
    assert kinds[:inner] == ["BackwardStarted", "NodeVisited", "BackwardStarted", "NodeVisited", "NodeVisited"]
    assert kinds[inner:] == ["BackwardFinished", "HookCalled", "NodeVisited", "BackwardFinished"]


def test_the_step_at_an_event():
    trace = product_chain()
    assert [trace.step_at(k).number for k in (0, 2, 3, 11, 12, 29, 30)] == [1, 1, 2, 2, 3, 6, 7]
    assert trace.step_at(5) is trace.steps[1]
    for k in (-1, 31):
        with pytest.raises(IndexError, match="31 events, counted from 0"):
            trace.step_at(k)


def test_a_step_is_plain_data():
    trace = product_chain()
    step = trace.steps[1]
    assert repr(step) == "Step(number=2, first=3, last=11)"
    copy = pickle.loads(pickle.dumps(step))
    assert copy == step
    assert copy.sentence == step.sentence
    assert hash(copy) == hash(step)
    assert step != trace.steps[2]


def test_a_trace_dies_with_its_last_user_and_its_steps_can_still_speak():
    trace = product_chain()
    step, sentence, dies = trace.steps[1], trace.step_at(5).sentence, weakref.ref(trace)
    gc.disable()
    try:
        del trace
        assert dies() is None
    finally:
        gc.enable()
    assert step.sentence == sentence


def check_steps(trace: Trace) -> None:
    """They lie end to end, start where they must, and each has one line to say."""
    ends = [-1, *(step.last for step in trace.steps)]
    assert [step.first for step in trace.steps] == [end + 1 for end in ends[:-1]]
    assert ends[-1] == len(trace) - 1
    firsts = {step.first for step in trace.steps}
    assert {k for k, event in enumerate(trace) if isinstance(event, BEGINNINGS)} <= firsts
    assert [step.number for step in trace.steps] == list(range(1, len(trace.steps) + 1))
    text = trace.text()
    assert len(text.splitlines()) == len(trace.steps)
    assert "Value(" not in text
    for step in trace.steps:
        assert step.sentence
        assert step.sentence == " ".join(step.sentence.split())
        assert trace.step_at(step.first) is trace.step_at(step.last) is step


@settings(max_examples=60, deadline=None)
@given(programs())
def test_steps_of_random_programs(program):
    leaves = make_leaves(program)
    with al.record() as trace:
        root = execute(program, leaves)
        root.backward(retain_graph=True)
        root.backward()
    check_steps(trace)
    visits = len(trace.find("NodeVisited"))
    assert len(trace.steps) == visits + len(trace.find("OpRecorded")) + 4


@settings(max_examples=30, deadline=None)
@given(programs())
def test_steps_of_random_programs_that_record_their_rules(program):
    leaves = make_leaves(program)
    root = execute(program, leaves)
    if not root.requires_grad:
        return
    for leaf_ in leaves:
        leaf_.register_hook(lambda grad: grad * 2)
    with al.record() as trace:
        al.autograd.grad(root, leaves, create_graph=True, allow_unused=True)
    check_steps(trace)


def test_steps_of_a_long_trace_are_made_at_once_and_told_when_asked():
    trace = chain(4000)
    assert len(trace.steps) == 4003
    assert not any("sentence" in vars(step) for step in trace.steps)


# ----- what a number of a step means ----------------------------------------------------------------------------------
@pytest.fixture
def trace():
    x = al.tensor(3.0, requires_grad=True, name="x")
    with al.record() as trace:
        (x * x).backward()
    return trace


def test_a_number_is_that_of_a_step(trace):
    assert [events_until(trace, number) for number in range(len(trace.steps) + 1)] == [
        0,
        *(step.last + 1 for step in trace.steps),
    ]
    assert events_until(trace, np.int64(2)) == events_until(trace, trace.steps[1]) == trace.steps[1].last + 1
    assert events_until(trace, None) == len(trace)
    assert events_until(trace, trace.at(4)) == 4


@pytest.mark.parametrize("number", [-1, 6])
def test_another_number_is_refused_and_says_what_counts(trace, number):
    assert len(trace.steps) == 5
    told = rf"step {number} is outside this trace: it has steps 0 to 5, as the stepper counts them; after k of its "
    with pytest.raises(ValueError, match=told + rf"{len(trace)} events is `trace.at\(k\)`"):
        events_until(trace, number)
    with pytest.raises(ValueError, match="no more than 1 events, and the step is after 2"):
        events_until(al.Trace(trace[:1]), trace.at(2))
    for item, kind in (("2", "str"), (True, "bool")):
        with pytest.raises(TypeError, match=rf"one of `trace.steps`, or a state `trace.at\(k\)`, not {kind}"):
            events_until(trace, item)


@pytest.mark.parametrize("number", [0, 2, 5])
def test_all_pictures_say_the_number_that_they_were_asked_for(trace, number):
    for ax in (views.draw_graph(trace, number), views.draw_networkx(trace, number)):
        words = [ax.get_title(loc="left"), *(text.get_text() for text in ax.texts)]
        assert any(word.startswith(f"step {number} of 5") for word in words)
    stepper = views.stepper(trace, number)
    assert f"step {number or 5} of 5" in stepper.text()  # a still of the beginning shows the end
    sent = [text for *_, text in trace.to_networkx(number).edges(data="text") if text]
    assert len(sent) == {0: 0, 2: 0, 5: 2}[number]


# ----- as a file ------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def lines_trace():
    a, b = al.tensor(2.0, requires_grad=True), al.tensor(3.0, requires_grad=True)
    with al.record() as recorded:
        c = a * b
        (c + a).backward()
    return recorded


def test_saved_and_loaded(lines_trace, tmp_path):
    path = tmp_path / "run.trace"
    lines_trace.save(path)
    lines_trace.save(str(path))
    assert al.Trace.load(path) == lines_trace
    assert [file.name for file in tmp_path.iterdir()] == ["run.trace"]


def test_what_cannot_be_loaded_or_written(lines_trace, tmp_path):
    """An error names the folder, and leaves nothing in it."""
    with pytest.raises(FileNotFoundError):
        al.Trace.load(tmp_path / "no")
    with pytest.raises(FileNotFoundError, match=r"There is no such folder: .*no'$"):
        lines_trace.save(tmp_path / "no" / "run.trace")
    with pytest.raises(IsADirectoryError, match="This is a folder"):
        lines_trace.save(tmp_path)
    assert list(tmp_path.iterdir()) == []
