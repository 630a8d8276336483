"""The Jacobian row by row: what a function's one-hot seeds bring, and what a recording has found out."""

import numpy as np
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views

ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def linear(x):
    y = al.tensor(ROWS) @ x
    return y


def sent(*seeds):
    """A recording of a backward call for each seed, from one y."""
    x = al.tensor([7.0, 8.0], requires_grad=True)
    y = linear(x)
    with al.record() as trace:
        for seed in seeds:
            y.backward(al.tensor(seed), retain_graph=True)
    return trace


def test_in_words():
    assert (
        views.jacobian(linear, [7, 8]).text()
        == """\
The Jacobian ∂y/∂x, a row for each output, columns x[0], x[1]
y[0]: [1, 2]
y[1]: [3, 4]
y[2]: [5, 6]
Call 1: v = [1, 0, 0] brings [1, 2] to x: the row of y[0].
Call 2: v = [0, 1, 0] brings [3, 4] to x: the row of y[1].
Call 3: v = [0, 0, 1] brings [5, 6] to x: the row of y[2]."""
    )


@each_case(
    ("function", "x"),
    [
        (lambda x: x * x.flip(0), [2.0, 3.0, 5.0]),
        (lambda x: (x**3).cumsum(0), np.array([[1.0, -2.0], [3.0, 0.5]])),
        (lambda x: x.sum(), al.tensor([1.0, 2.0])),
        (lambda x: x * al.tensor([2.0, 4.0]), 3),
        (lambda x: al.stack([x[0], x[0] * 0]), [4.0, 1.0]),
    ],
)
def test_the_rows_are_those_of_functional_jacobian(function, x):
    rows = views.jacobian(function, x).data["rows"]
    x = al.as_tensor(x, dtype=None if isinstance(x, np.ndarray) else al.float32)
    whole = al.autograd.functional.jacobian(function, x).reshape(len(rows), -1)
    assert rows == whole.tolist()


def test_a_recording_shows_what_was_asked_for_and_no_more():
    view = views.jacobian(sent([1.0, 0.0, 0.0], [0.0, 0.0, 2.0], [1.0, 10.0, 100.0]), "x")
    assert view.data["rows"] == [[1, 2], None, [5, 6]]
    assert [call["brought"] for call in view.data["calls"]] == [[1, 2], [10, 12], [531, 642]]
    assert "y[1]: not asked for" in view.text()
    assert [call["sentence"].partition(": ")[2] for call in view.data["calls"][1:]] == [
        "v = [0, 0, 2] brings [10, 12] to x: the row of y[2], times 2.",
        "v = [1, 10, 100] brings [531, 642] to x: each row times its weight, added up.",
    ]


def test_the_only_leaf_and_the_first_root_need_no_names():
    assert views.jacobian(sent([1.0, 0.0, 0.0])).data == views.jacobian(sent([1.0, 0.0, 0.0]), "x", "y").data


def test_a_guess_waits_before_the_sum_of_its_call():
    trace = sent([1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 10.0, 100.0])
    runs = [k for k, event in enumerate(trace.events) if event.kind == "RuleApplied"]
    guesses = [views.Pause(f"L6.P{k}", runs[k - 1], ("You said 7.",), ("A reason.",)) for k in (3, 2)]
    view = views.jacobian(trace, pauses=guesses)
    assert [(pause["id"], pause["event"]) for pause in view.pauses] == [("L6.P3", 5), ("L6.P2", 3)]
    assert view.place == 3
    assert view.text().endswith("You said 7.\nA reason.\nYou said 7.\nA reason.")


def test_still_forms_tell_nothing_from_an_open_question_on():
    trace = sent([1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0])
    (_, run, _) = [k for k, event in enumerate(trace.events) if event.kind == "RuleApplied"]
    view = views.jacobian(trace, pauses=[views.Pause("L6.P2", run)])
    assert (
        view.text()
        == """\
The Jacobian ∂y/∂x, a row for each output, columns x[0], x[1]
y[0]: [1, 2]
y[1]: ?
y[2]: not asked for
Call 1: v = [1, 0, 0] brings [1, 2] to x: the row of y[0].
Call 2: v = [1, 1, 1] brings ?
Call 3: v = [0, 1, 0] brings ?
You haven't answered L6.P2 yet."""
    )
    answered = views.jacobian(trace, pauses=[views.Pause("L6.P2", run, ("You said 7.",))])
    assert answered.png() == views.jacobian(trace).png() != view.png()


def test_a_value_in_between_is_an_input_too():
    x = al.tensor([7.0, 8.0], requires_grad=True)
    u = x * x
    y = al.tensor(ROWS) @ u
    with al.record() as trace:
        for seed in al.eye(3):
            y.backward(seed, retain_graph=True)
    assert views.jacobian(trace, "u").data["rows"] == ROWS
    assert views.jacobian(trace, "x").data["rows"] == [[14, 32], [42, 64], [70, 96]]


def test_backwards_from_elsewhere_are_left_out():
    x = al.tensor([7.0, 8.0], requires_grad=True)
    y, z = linear(x), x * 2
    with al.record() as trace:
        y.backward(al.tensor([0.0, 1.0, 0.0]))
        z.backward(al.tensor([0.0, 1.0]))
    assert views.jacobian(trace, "x").data["rows"] == [None, [3, 4], None]
    assert views.jacobian(trace, "x", "z").data["rows"] == [None, [0, 2]]


def test_a_scalar_has_the_seed_1():
    assert views.jacobian(lambda x: (x * x).sum(), 3.0).data["calls"][0]["seed"] == [1]


def test_nothing_of_the_learner_is_touched():
    weight = al.tensor(ROWS, requires_grad=True)
    x = al.tensor([7.0, 8.0], requires_grad=True)
    views.jacobian(lambda x: weight @ x, x)
    assert (weight.grad, x.grad) == (None, None)


def test_a_page_is_the_same_each_time():
    one, other = (views.static_html(views.jacobian(linear, [7, 8])) for _ in range(2))
    assert one == other


@each_case(
    ("function", "x", "error", "words"),
    [
        (linear, "seven", ValueError, "not str"),
        (linear, [], ValueError, "x has 0 numbers"),
        (linear, [[1, 2], [3]], ValueError, "not list"),
        (lambda x: x, range(13), ValueError, "room for 1 to 12"),
        (lambda x: al.outer(x, x), [1, 2, 3, 4], ValueError, "the result has 16 numbers"),
        (lambda x: None, [1, 2], ValueError, "returned NoneType"),
        (lambda x: x.detach(), [1, 2], ValueError, "no path leads"),
        (lambda x: al.ones(2, requires_grad=True) * 2, [1, 2], ValueError, "no message reached"),
        (ROWS, [1, 2], TypeError, "not list"),
    ],
)
def test_what_cannot_be_shown_is_said(function, x, error, words):
    with pytest.raises(error, match=words):
        views.jacobian(function, x)


def test_what_a_recording_does_not_tell_is_said(programs):
    with pytest.raises(ValueError, match="3 leaves got a gradient: say which"):
        views.jacobian(programs.tree())
    with pytest.raises(KeyError, match="no node 'q'"):
        views.jacobian(programs.tree(), "q")
    with pytest.raises(ValueError, match="no backward call with a seed was recorded from c"):
        views.jacobian(programs.tree(), "a", "c")
    with pytest.raises(ValueError, match="UnbindBackward0 #1 has several outputs"):
        views.jacobian(programs.unbound(), "q")


def test_a_failed_backward_brings_nothing(programs):
    with pytest.raises(ValueError, match="no message reached"):
        views.jacobian(programs.failing(), "x")


def test_numbers_that_are_none():
    text = views.jacobian(lambda x: x.log(), [0.0, 1.0]).text()
    assert "y[0]: [inf, nan]" in text or "y[0]: [inf, 0]" in text
