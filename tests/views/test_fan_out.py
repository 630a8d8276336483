"""The fan-out picture: what adds up to what, in words, as a page and as a picture."""

from itertools import chain

import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.exercises.exercise import Look
from autograd_lab.views.pause import Pause


def leaf(value):
    return al.tensor(value, requires_grad=True)


def traced(result, gradient, **leaves):
    """A backward from ``gradient`` through ``result(…)``, whose result is called y."""
    inputs = {name: leaf(value) for name, value in leaves.items()}
    y = result(**inputs)
    with al.record(names={**inputs, "y": y}) as trace:
        y.backward(al.tensor(gradient))
    return trace


def cells(view):
    grids = chain.from_iterable(row["grids"] for row in view.data["rows"])
    return {cell["id"]: cell for grid in grids for cell in grid["cells"]}


def lit(view, label):
    """What lights up with the element of this name; copies count once."""
    all_cells = cells(view)
    (first, *_) = [cell for cell in all_cells.values() if cell["label"] == label]
    return {all_cells[other]["label"] for other in first["lit"]}


def opened(view):
    """At which step each gradient appears, and from which step on its elements, and those of the rest, tell all."""
    grids = [grid for row in view.data["rows"] for grid in row["grids"]]
    return {grid["title"]: (grid["step"], grid["told"]) for grid in grids}


def told(view, label):
    return next(cell["sentence"] for cell in cells(view).values() if cell["label"] == label)


def grid(view, title):
    grids = chain.from_iterable(row["grids"] for row in view.data["rows"])
    return next(grid for grid in grids if grid["title"].startswith(title))


def test_a_small_operand_is_drawn_once_for_each_copy(programs):
    drawn = grid(views.fan_out(programs.bias(), "y"), "b,")
    assert drawn["title"] == "b, drawn once for each of 3 copies"
    assert drawn["note"] == "shape (3, 2): axis 0 ↓ copied, 1 →"
    assert [(cell["text"], cell["copy"]) for cell in drawn["cells"]] == [
        ("10", False), ("20", False), ("10", True), ("20", True), ("10", True), ("20", True),
    ]  # fmt: skip


def test_an_element_of_the_sum_lights_its_copies_and_what_arrived_for_them(programs):
    view = views.fan_out(programs.bias(), "y")
    of_copies = {f"{name}[{row}, 0]" for row in range(3) for name in ("b", "G", "∂b of a copy")}
    assert lit(view, "∂b[0]") == of_copies
    assert told(view, "∂b[0]") == "∂b[0] = 1 + 0 + 100 = 101: it was used 3 times, and each use counts."
    assert cells(view)[view.at]["label"] == "∂b[0]"


def test_the_other_way_round(programs):
    view = views.fan_out(programs.bias(), "y")
    assert lit(view, "G[1, 1]") == {"∂x[1, 1]", "∂b of a copy[1, 1]", "∂b[1]", "x[1, 1]", "b[1, 1]"}
    assert told(view, "G[1, 1]") == "G[1, 1] = 10 goes to ∂x[1, 1], ∂b[1]."


def test_a_gradient_for_each_copy_comes_before_their_sum(programs):
    view = views.fan_out(programs.bias(), "y", start=0)
    assert opened(view) == {
        "x": (0, 1), "b, drawn once for each of 3 copies": (0, 3), "G, what arrived for y": (0, 3),
        "∂x, sent": (1, 1), "∂b, one for each copy": (2, 2), "∂b, sent": (3, 3),
    }  # fmt: skip
    assert [step["sentence"] for step in view.data["steps"]] == [
        "G, the gradient for y, has arrived at AddBackward0. What does the node send to each of its inputs?",
        "AddBackward0 sends a gradient to x. It has x's shape, (3, 2).",
        "Forward used 3 copies of b. Each copy gets a gradient of its own.",
        "There is only one b, so the gradients of its copies are added up. The sum has b's shape, (2,).",
    ]
    assert (view.step, view.at) == (0, -1)
    with pytest.raises(ValueError, match="there is no step 4: this picture has the steps 0 to 3"):
        views.fan_out(programs.bias(), "y", start=4)


def test_still_forms_tell_nothing_while_a_question_is_open(programs):
    trace = programs.bias()
    event = Look("GradReduced", "AddBackward0").index(trace)
    view = views.fan_out(trace, "y", pauses=[Pause("Q1", event)])
    assert view.text().endswith("""
∂b, sent (shape (2,): axis 0 →)
  ?  ?
0. G, the gradient for y, has arrived at AddBackward0. What does the node send to each of its inputs?
You haven't answered Q1 yet.""")
    assert "101" not in view.text()
    answered = views.fan_out(trace, "y", pauses=[Pause("Q1", event, ("You said 3.",))])
    assert answered.png() == views.fan_out(trace, "y").png() != view.png()


@each_case(("look", "step"), [
    (Look("GradReduced", "AddBackward0"), 3), (Look("GradOut", "AddBackward0", 0), 1),
    (Look("GradOut", "AddBackward0", 1), 3), (Look("RuleApplied", "AddBackward0"), 1), (Look("BackwardStarted"), 1),
])  # fmt: skip
def test_a_guess_waits_for_the_step_that_shows_its_event(programs, look, step):
    trace = programs.bias()
    pause = Pause("Q1", look.index(trace), ("You said 3.",), ("Because.",), "right")
    view = views.fan_out(trace, "y", start=0, pauses=[pause])
    assert [one["event"] for one in view.pauses] == [step - 1]
    assert view.text().splitlines()[-3:] == ["You said 3.", "✓ as you predicted", "Because."]


def test_both_operands_of_a_product_are_copied():
    trace = traced(lambda c, r: c * r, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], c=[[2.0], [4.0], [-5.0]], r=[[3.0, 7.0]])
    view = views.fan_out(trace, "MulBackward0")
    assert opened(view)["∂c, sent"] == (2, 2) and opened(view)["∂r, one for each copy"] == (3, 3)
    assert (
        told(view, "∂c of a copy[2, 1]") == "This copy of c[2, 0] was used for element [2, 1] of the result: 6·7 = 42."
    )
    assert told(view, "∂c[0, 0]") == "∂c[0, 0] = 1·3 + 2·7 = 17: it was used 2 times, and each use counts."
    assert told(view, "∂r[0, 0]").startswith("∂r[0, 0] = 1·2 + 3·4 + 5·(-5) = -11: it was used 3 times")
    assert grid(view, "c,")["note"] == "shape (3, 2): axis 0 ↓, 1 → copied"


def test_one_element_reaches_a_row_and_a_column_of_the_factors(programs):
    view = views.fan_out(programs.product(), "y", at="G[1, 1]")
    row, column = {f"x[1, {k}]" for k in range(3)}, {f"w[{k}, 1]" for k in range(3)}
    assert lit(view, "G[1, 1]") == row | column | {f"∂{name}" for name in row | column}
    assert cells(view)[view.at]["label"] == "G[1, 1]"
    assert lit(view, "∂w[0, 1]") == {"w[0, 1]", "G[0, 1]", "G[1, 1]", "x[0, 0]", "x[1, 0]"}
    assert told(view, "∂w[0, 1]").startswith("∂w[0, 1] = 1·0 + 4·10 = 40: ")
    assert told(view, "∂x[1, 2]").startswith("∂x[1, 2] = 0·1 + 10·1 = 10: ")


def test_a_linear_layer():
    layer = al.nn.Linear(2, 3)
    with al.record() as trace:
        y = layer(al.tensor([[1.0, 2.0], [3.0, 4.0]]))
        y.backward(al.ones(2, 3))
    assert told(views.fan_out(trace, "AddmmBackward0"), "∂layer.bias[0]").startswith("∂layer.bias[0] = 1 + 1 = 2")


def test_picked_twice_and_never():
    trace = traced(lambda x: x[[0, 0, -1]], [1.0, 10.0, 100.0], x=[2.0, 3.0, 5.0])
    view = views.fan_out(trace, "y")
    assert told(view, "∂x[0]").startswith("∂x[0] = 1 + 10 = 11: it was used 2 times")
    assert [cell["text"] for cell in grid(view, "∂x, one for each pick")["cells"]] == ["1", "10", "100"]
    assert told(view, "∂x[1]") == "∂x[1] = 0: forward did not use this element, so nothing arrives for it."
    assert told(view, "∂x[2]") == "∂x[2] = 100: it was used once."
    assert [cell["text"] for cell in grid(view, "x, as it was picked")["cells"]] == ["2", "2", "5"]


@each_case(("result", "each"), [(lambda x: x.sum(), "7"), (lambda x: x.mean(), "1.75")])
def test_what_forward_sums_backward_copies(result, each):
    view = views.fan_out(traced(result, 7.0, x=[[1.0, 2.0], [3.0, 4.0]]), "y")
    assert told(view, "G") == "G = 7 goes to ∂x[0, 0], ∂x[0, 1], ∂x[1, 0], ∂x[1, 1]."
    assert told(view, "∂x[1, 0]") == f"∂x[1, 0] = {each}: it was used once."


def test_expand_and_a_number():
    view = views.fan_out(traced(lambda x: x.expand(2, 3), [[1.0, 2.0, 3.0]] * 2, x=[[1.0], [2.0]]), "y")
    assert told(view, "∂x[1, 0]").startswith("∂x[1, 0] = 1 + 2 + 3 = 6: ")
    view = views.fan_out(traced(lambda s, x: s * x, [1.0, 10.0], s=4.0, x=[3.0, 5.0]), "y")
    assert told(view, "∂s").startswith("∂s = 1·3 + 10·5 = 53: ")


def test_what_is_not_known_is_not_drawn(programs):
    with pytest.raises(ValueError, match=r"how SoftmaxBackward0 #\d+ works out its gradients cannot be drawn"):
        views.fan_out(traced(lambda x: x.softmax(0), [1.0, 0.0], x=[1.0, 2.0]), "y")
    with pytest.raises(ValueError, match=r"arrays of 1 to 64 numbers can be drawn; .* has one of 65"):
        views.fan_out(traced(lambda x: x + 1, [1.0] * 65, x=[1.0] * 65), "y")
    with pytest.raises(ValueError, match=r"AccumulateGrad\(b\) gave no gradient out"):
        views.fan_out(programs.bias(), "b")
    with pytest.raises(KeyError, match=r"no element 'G\[7, 7\]' in this picture; it has x\[0, 0\]"):
        views.fan_out(programs.bias(), "y", at="G[7, 7]")
    with pytest.raises(KeyError, match="no node 'Q' in this trace"):
        views.fan_out(programs.bias(), "Q")


def test_a_node_with_several_outputs_is_refused(programs):
    with pytest.raises(ValueError, match="only one gradient can be followed"):
        views.fan_out(programs.two_outputs("bc"), "DoubleTripleBackward")


def test_in_words_and_how_large_it_is(programs):
    view = views.fan_out(programs.bias(), "y")
    assert told(view, "∂b[1]") in view.text()
    assert "  101   10\n" in view.text()
    assert len(views.static_html(view)) < 50_000, "it lies in every cell that shows it"
