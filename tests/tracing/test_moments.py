"""What a number of a step means: what the stepper shows, in everything that takes one."""

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.trace.steps import events_until


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


def test_what_is_of_another_trace_is_refused(trace):
    with pytest.raises(ValueError, match="no more than 1 events, and the step is after 2"):
        events_until(al.Trace(trace[:1]), trace.at(2))


def test_what_is_no_step_is_refused(trace):
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
