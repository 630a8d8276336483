"""Try it: inputs move, and the recorded backward, the picture and the nudge check follow."""

import numpy as np
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.graph_stepper import FoldedStepper
from autograd_lab.views.live_program import numbers_of
from autograd_lab.views.widget import own_outputs


def program(a, b, d):
    c = a + b
    e = c * d
    return e


@pytest.fixture
def tried():
    return views.try_it(program, a=2.0, b=3.0, d=4.0)


def lines(tried):
    return [row for part in tried.sheet.parts if hasattr(part, "rows") for row in part.rows]


def move(tried, *values):
    """As the browser does it."""
    tried.inputs.set_state({"values": list(values)})


def test_everything_follows_an_input(tried):
    move(tried, 2.5, 3, 4)
    assert "it had kept c = 5.5 and d = 4" in tried.stepper.text()
    assert lines(tried)[2] == ("d = 4", "0.011 ÷ 0.002 = 5.5", "5.5", "yes")
    assert "the result is 22" in tried.check.value
    assert (
        tried.stepper.data["parts"]["tale/0"]["sentences"][-1]
        == "Backward pass 1 is over: d.grad is 5.5, a.grad is 4 and b.grad is 4."
    )


def test_the_picture_keeps_its_nodes_and_its_step(tried):
    tried.stepper.step = 9
    boxes = [*tried.stepper.data["parts"]["nodes/0"]["boxes"]]
    move(tried, -1, 0, 7)
    assert [*tried.stepper.data["parts"]["nodes/0"]["boxes"]] == boxes
    assert tried.stepper.step == 9


def test_lists_have_boxes_and_numbers_have_sliders():
    tried = views.try_it(lambda w, x: (w * x).sum(), w=[1.0, 2.0], x=0.5)
    assert [(field["label"], field["slider"]) for field in tried.inputs.fields] == [
        ("w[0]", False), ("w[1]", False), ("x", True),
    ]  # fmt: skip
    move(tried, 3, 4, 10)
    assert tried.run.result == 70
    assert [row[2] for row in lines(tried)] == ["10", "10", "7"]


def test_numbers_of_a_table_of_inputs():
    assert [label for label, _, _ in numbers_of({"m": np.ones((1, 2)), "a": np.array(1.0)})] == [
        "m[0, 0]",
        "m[0, 1]",
        "a",
    ]


def test_an_error_in_the_program_is_told_and_the_next_number_works():
    def inverse(x):
        if x == 0:
            raise ZeroDivisionError("division by zero")
        return 1 / x

    tried = views.try_it(inverse, x=2.0)
    move(tried, 0)
    assert tried.inputs.message.startswith("ZeroDivisionError: division by zero.")
    assert tried.run.result == 0.5
    assert "ZeroDivisionError" in tried.text()
    move(tried, 4)
    assert tried.inputs.message == ""
    assert tried.run.result == 0.25
    tried = views.try_it(lambda x: x * x if x < 5 else None, x=1.0)
    move(tried, 6)
    assert "returned nothing" in tried.inputs.message


@each_case(("function", "result"), [(lambda x: (x - 3).log(), "nan"), (lambda x: 1 / (x - 2), "inf")])
def test_no_number_comes_out(function, result):
    tried = views.try_it(function, x=5.0)
    move(tried, 2)
    assert tried.inputs.message.startswith(f"The result is {result}: ")
    assert lines(tried)[0][3] == "there is nothing to compare here"
    tried.text()
    tried.png()
    move(tried, 5)
    assert tried.inputs.message == ""


def test_where_the_curve_bends_the_check_says_so():
    (row,) = lines(views.try_it(lambda x: (10 * x).exp(), x=1.0))
    assert row[3].startswith("yes, but for ")
    assert "bends" in row[3]


def test_a_large_input_does_not_swallow_the_nudge():
    (row,) = lines(views.try_it(lambda x: x * x, x=1e30))
    assert row[2:] == ("2e+30", "yes")
    assert row[1].endswith("= 2e+30")


def test_where_gradient_and_slope_are_apart_the_check_says_no():
    (corner,) = lines(views.try_it(lambda x: x.relu(), x=0.0))
    assert corner[3] == "no: they are 0.5 apart, and a smaller nudge does not help"
    (cut,) = lines(views.try_it(lambda x: x + x.detach(), x=1.0))
    assert cut[3].startswith("no: they are 1 apart")


def test_an_input_that_has_no_part():
    _, unused = lines(views.try_it(lambda x, y: x * 2, x=1.0, y=1.0))
    assert unused[2:] == ("None", "yes: no path leads to it")


@each_case(
    ("inputs", "words"),
    [
        ({"x": "three"}, "x must be a number or a list of numbers"),
        ({"x": list(range(13))}, "13 numbers; try_it takes 1 to 12"),
        ({"x": []}, "0 numbers"),
        ({}, "at least one input"),
    ],
)
def test_inputs_that_cannot_be_moved(inputs, words):
    with pytest.raises(ValueError, match=words):
        views.try_it(lambda x=1: x, **inputs)


def test_what_is_no_program_of_these_inputs_is_refused():
    with pytest.raises(TypeError, match="'d'"):
        views.try_it(program, a=1.0, b=2.0)
    with pytest.raises(KeyError):
        views.try_it(lambda x: {}[x], x=1.0)
    with pytest.raises(TypeError, match=r"try_it wants a function, such as .*, not int"):
        views.try_it(3, a=2.0)


def test_every_form_tells_how_to_move(tried):
    bundle = tried._repr_mimebundle_()
    assert set(bundle) >= {"application/vnd.jupyter.widget-view+json", "text/html", "image/png", "text/plain"}
    assert "Run this cell to move the inputs." in bundle["text/html"]
    assert "Run this cell to move the inputs." in bundle["text/plain"]
    assert "Nudge check" in bundle["text/html"]
    assert "0x" not in bundle["text/plain"]


def test_all_forms_but_the_widget_are_the_same_each_time(tried):
    first, second = tried._repr_mimebundle_(), tried._repr_mimebundle_()
    for kind in ("text/html", "image/png", "text/plain"):
        assert first[kind] == second[kind]


def test_the_learners_own_grads_stay():
    w = al.tensor(2.0, requires_grad=True)
    (w * 3).backward()
    tried = views.try_it(lambda x: x * w, x=1.0)
    move(tried, 4)
    assert w.grad.item() == 3


def test_a_large_program_is_folded():
    def program(x):
        h = x
        for _ in range(20):
            h = (h * 2.0).sin()
        return h

    made = views.try_it(program, x=0.5)
    assert len(made.run.trace.nodes) > 40
    assert "plans" not in made.stepper.data
    assert len(made.stepper.data["parents"]) > 2
    made.inputs.values = [0.25]
    assert len(made.stepper.data["parents"]) > 2
    assert "class FoldedStepper" in made.stepper.script
    assert any(own_outputs(made._repr_mimebundle_()["text/html"], [FoldedStepper]))
    made = views.try_it(lambda a, b: a * b, a=2.0, b=3.0)
    assert len(made.stepper.data["plans"]) == 2
    assert any(own_outputs(made._repr_mimebundle_()["text/html"], [views.Stepper]))


def test_an_input_may_be_a_tensor_that_wants_a_gradient():
    v = al.tensor([1.0, 2.0], requires_grad=True)
    plain = lines(views.try_it(lambda v: (v * v).sum(), v=[1, 2]))
    assert lines(views.try_it(lambda v: (v * v).sum(), v=v)) == plain
