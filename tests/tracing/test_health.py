"""The health line: what is wrong with the gradients of a recording, how many of them, on which line, and why."""

import html
import inspect
import math
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from why_programs import PROGRAMS

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.recording.summaries import BINS, LARGEST, SAMPLED, summary_of_array
from autograd_lab.tracing.recording.values import summary_of, text_of, value_of
from autograd_lab.tracing.trace.events import OpRecorded
from autograd_lab.tracing.why.health import MOST
from autograd_lab.views.short_text import WRONG, text


def leaf(torch, *numbers):
    return torch.tensor(numbers or 1.0, requires_grad=True)


def line_here(function, mark):
    """The number of the line of a function that ends with this mark."""
    lines, first = inspect.getsourcelines(function)
    return next(number for number, line in enumerate(lines, first) if line.rstrip().endswith(mark))


def detached(torch):
    w, v = leaf(torch), leaf(torch)
    with al.record() as trace:
        h = w.detach()  # here
        (h * v).backward()
    return trace


def not_written(torch):
    w, v = leaf(torch), leaf(torch)
    w.grad = torch.tensor(5.0)
    with al.record() as trace:
        (w * v).backward(inputs=[v])
    return trace


def not_called(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.used, self.spare = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)

    net = Net()
    with al.record() as trace:
        net.used(torch.ones(3, 2)).sum().backward()
    return trace


def infinite(torch):
    w, v = leaf(torch, 0.0), leaf(torch)
    with al.record() as trace:
        h = w.sqrt()  # here
        (h + v).sum().backward()
    return trace


def dead(torch):
    w, v = leaf(torch, -1.0, -2.0), leaf(torch)
    with al.record() as trace:
        h = w.relu()  # here
        (h.sum() + v).backward()
    return trace


def rounding(torch):
    torch.manual_seed(0)
    x, b = torch.randn(64, 8), torch.zeros(8, requires_grad=True)
    g = torch.randn(64, 8)
    with al.record() as trace:
        h = x + b
        ((h - h.mean(0)) * g).sum().backward()
    return trace


def tiny(torch):
    w = leaf(torch)
    with al.record() as trace:
        (w * 1e-4 * 1e-4).backward()
    return trace


def huge(torch):
    w = leaf(torch)
    with al.record() as trace:
        (w * 1e4 * 1e4).backward()
    return trace


def accumulated(torch):
    w, v = leaf(torch), leaf(torch)
    with al.record() as trace:
        for _ in range(2):
            (w * w).backward()  # here
        (v * v).backward()
    return trace


def stopped(torch):
    w = leaf(torch)
    with pytest.raises(RuntimeError), al.record() as trace:
        y = w.exp()
        y.add_(1)  # here
        y.backward()
    return trace


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (detached, "1 of 2 gradients is None (detach, line {} of test_health.py)"),
        (not_written, "1 of 2 gradients is not written (not asked for)"),
        (not_called, "2 of 4 gradients are None (not called)"),
        (infinite, "1 of 2 gradients is nan or inf (made in the backward of line {} of test_health.py)"),
        (dead, "1 of 2 gradients is all 0 (dead relu, line {} of test_health.py)"),
        (rounding, "1 of 1 gradient is 0 but for rounding"),
        (tiny, "1 of 1 gradient is tiny"),
        (huge, "1 of 1 gradient is huge"),
        (accumulated, "1 of 2 gradients is the sum of 2 backwards (line {} of test_health.py)"),
        (stopped, "1 of 1 gradient is None (the backward stopped, line {} of test_health.py)"),
    ],
)
def test_each_kind(torch, program, line):
    trace = program(torch)
    expected = line.format(line_here(program, "# here") if "{}" in line else "")
    assert trace.health.line == expected
    assert repr(trace).endswith(f"backwards; {expected})" if len(trace.backwards) != 1 else f"backward; {expected})")
    assert str(trace.why()).startswith(f"{expected}.\n")
    assert al.Trace.from_json(trace.to_json()).health == trace.health


def test_several_kinds_and_reasons_in_one_line():
    w, v, u, x = (leaf(al) for _ in range(4))
    with al.record() as trace:
        (w.detach() * v + al.tensor(u.item()) * x.log() * 0).backward()
    number = line_here(test_several_kinds_and_reasons_in_one_line, "* 0).backward()")
    place = f"line {number} of test_health.py"
    assert trace.health.line == (
        f"2 of 4 gradients are None (1 detach, {place}; 1 item, {place}), 1 all 0 (factor 0, {place})"
    )
    code = "`(w.detach() * v + al.tensor(u.item()) * x.log() * 0).backward()`"
    answer = trace.why()
    assert str(answer).splitlines()[1:] == [
        f"  None (detach, {place}, {code}): w",
        f"  None (item, {place}, {code}): u",
        f"  all 0 (factor 0, {place}, {code}): x",
        "The whole reason: trace.why('w')",
    ]
    assert (answer.cause, answer.line.number) == ("None", number)


def test_nothing_is_wrong(torch):
    w = leaf(torch)
    with al.record() as trace:
        (w * 2).backward()
    assert trace.health.line == ""
    assert repr(trace).endswith(" nodes, 1 backward)")
    assert trace._repr_html_() is None
    assert str(trace.why()) == "The gradient looks normal; the loss may still be wrong."
    with al.record() as forward:
        w * 2
    assert (str(forward.why()), forward.why().cause) == ("No backward ran inside this recording.", "no backward")
    assert repr(al.Trace()) == "Trace(still recording)"
    assert al.Trace()._repr_html_() is None
    with al.record() as emptied:
        for _ in range(3):
            w.grad = None
            (w * w).backward()
    assert emptied.health.line == ""


def test_in_a_notebook():
    html = dead(al)._repr_html_()
    assert html.startswith("<p>Trace: ")
    assert "<b>1 of 2 gradients is all 0 (dead relu, line " in html
    assert "<li>w.grad is 0 everywhere (shape 2): ReluBackward0" in html


def test_of_many_gradients_of_a_kind_few_reasons_are_looked_up():
    leaves = [leaf(al) for _ in range(MOST + 5)]
    with al.record() as trace:
        sum(one * 0 for one in leaves).backward()
    assert trace.health.line.startswith(f"{MOST + 5} of {MOST + 5} gradients are all 0 ({MOST} factor 0, line ")
    assert sum(len(one.names) for one in trace.health.complaints) == MOST + 5


@pytest.mark.parametrize("kind", ["None", "zero", "nan"])
def test_the_line_agrees_with_why(kind):
    """For each program of why's table that asks about a leaf."""
    words = {"None": "None", "zero": "all 0", "nan": "nan or inf"}[kind]
    agreed = 0
    for program in PROGRAMS:
        if program.kind == kind:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trace, _ = program.run(al)
            found = [one for one in trace.health.complaints if program.name in one.names]
            if found:
                assert (found[0].kind, found[0].answer.cause) == (words, program.cause), program.title
                agreed += 1
    assert agreed > 10


# ----- above the stepper ----------------------------------------------------------------------------------------------
def test_a_stepper_of_a_model_says_what_is_wrong(tmp_path):
    trace = not_called(al)
    note = "2 of 4 gradients are None (not called). `trace.why()` names them."
    assert views.stepper(trace).note == note
    assert note in views.stepper(trace).text()
    trace.to_html(tmp_path / "trace.html")
    assert note in (tmp_path / "trace.html").read_text(encoding="utf-8")


def test_no_note_gives_away_what_a_lesson_asks():
    assert views.stepper(dead(al)).note == ""
    trace = not_called(al)
    assert views.stepper(trace, until=1).note == ""
    assert views.stepper(trace, trace.why("net.spare.bias")).note == trace.why("net.spare.bias").text


# ----- in a notebook --------------------------------------------------------------------------------------------------
def test_an_answer_shows_its_code_and_the_way_to_its_place():
    x = leaf(al, 0.0)
    with al.record() as trace:
        (x < 1).sum(), x.log().sum().backward()
    answer = trace.why("x")
    shown = answer._repr_html_()
    assert "<code>(x &lt; 1).sum(), x.log().sum().backward()</code>" in shown
    assert shown.endswith("\nTo see it happen: <code>trace.stepper(answer)</code></div>")
    assert trace.stepper(answer).step == answer.event + 1
    assert html.unescape(re.sub("<.*?>", "", shown)).startswith(answer.text.replace("`", ""))
    answer = detached(al).why()
    assert answer.event is None
    assert "stepper" not in answer._repr_html_()


# ----- summaries ------------------------------------------------------------------------------------------------------
shapes = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6)


@settings(deadline=None)
@given(arrays.arrays(np.float32, shapes, elements=st.floats(width=32)))
def test_as_numpy_says(array):
    found, finite = summary_of_array(array), array[np.isfinite(array)].astype(np.float64)
    assert found.nans == np.isnan(array).sum()
    assert found.infinities == np.isinf(array).sum()
    assert found.zeros == (array == 0).sum()
    assert max(found.histogram) == (100 if finite.size else 0)
    if finite.size:
        assert (found.smallest, found.largest) == (finite.min(), finite.max())
        assert found.mean == pytest.approx(finite.mean(), rel=1e-9, abs=1e-9 * np.abs(finite).max())
        assert found.norm == pytest.approx(np.linalg.norm(finite), rel=1e-9)
    else:
        assert math.isnan(found.mean) and math.isnan(found.smallest)


@pytest.mark.parametrize(
    ("array", "histogram"),
    [
        (np.arange(32.0), (100,) * BINS),
        (np.array([0.0] * SAMPLED + [1.0]), (100, *[0] * (BINS - 2), 1)),
        (np.arange(10.0 * SAMPLED), (100,) * BINS),
    ],
    ids=["equal bins", "a single number shows", "of a very large array, evenly spaced numbers"],
)
def test_histograms(array, histogram):
    assert summary_of_array(array).histogram == histogram


@pytest.mark.parametrize("size", [1e300, 1e160, 1e-160, 1e-300, 5e-324])
def test_the_norm_of_numbers_whose_squares_have_no_place_in_float64(size):
    found = summary_of_array(np.array([size, -size, 0.0, size, -size]))
    assert (found.smallest, found.largest, found.infinities, found.zeros) == (-size, size, 0, 1)
    assert found.norm == pytest.approx(2 * size, rel=1e-14)


def test_a_norm_beyond_float64_is_told_as_such():
    array = np.full(16, 1.5e308)
    found = summary_of_array(array)
    assert (found.mean, found.norm, found.infinities) == (1.5e308, LARGEST, 0)
    assert text(value_of(array)) == "[16] ‖≥1.8e308‖"
    assert not WRONG.search(text(value_of(array)))
    assert text_of(value_of(array)) == "a tensor of shape (16,) with norm at least 1.8e+308"
    assert text(value_of(np.array([1e300] * 16))) == "[16] ‖4e300‖"


@pytest.mark.parametrize("dtype", ["bool", "int64", "float16", "float64"])
def test_a_kept_array_and_a_summarised_one_are_told_alike(dtype):
    array = np.array([[0, 1, 1], [1, 0, 1]], dtype)
    assert summary_of(value_of(array)) == summary_of(value_of(array, limit=2))


def test_a_question_about_several_losses_has_a_place_and_is_no_line_without_alarm():
    policy, value, x = al.nn.Linear(3, 1), al.nn.Linear(3, 1), al.ones(8, 3)
    optimizer = al.optim.SGD([*policy.parameters(), *value.parameters()], lr=0.1)
    with al.record() as trace:
        values = value(x)
        advantage = 1 - values
        actor, critic = -(policy(x) * advantage).mean(), (1 - values).pow(2).mean()
        optimizer.zero_grad()
        actor.backward(retain_graph=True)
        critic.backward()
        optimizer.step()
    answer = trace.why()
    assert "No alarm" not in str(answer)
    event = trace.events[answer.event]
    assert isinstance(event, OpRecorded) and trace.name(event.node.id) == "advantage", "there the actor's way begins"
