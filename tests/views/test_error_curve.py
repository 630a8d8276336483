"""The error of finite differences: its numbers, what it calls the error, and a curve that appears as it is dragged."""

import pytest

import autograd_lab as al
from autograd_lab import views


def cube(x):
    return x**3


def words(curve, at):
    return next(text for text in curve.data["words"] if text.startswith(f"h = {at}:")).splitlines()


def test_words():
    assert (
        views.error_curve(cube, 2.0, 0.1, trail=True).text()
        == """\
Curve: error of finite differences at x = 2, float64
h = 0.1: error 0.61 (forward), 0.01 (central)
f(x + h) = 9.261000000000001
f(x)     = 8
f(x − h) = 6.858999999999999
backward = 12
forward  = 12.61, mostly truncation
central  = 12.01, mostly truncation"""
    )


def test_truncation_on_the_right_and_rounding_on_the_left():
    curve = views.error_curve(cube, 2.0)
    for line in words(curve, "0.001")[-2:]:
        assert line.endswith("mostly truncation")
    for line in words(curve, "1e-12")[-2:]:
        assert line.endswith("mostly rounding")
    assert words(curve, "1e-06")[-2].endswith("mostly truncation"), "the forward one"
    assert words(curve, "1e-06")[-1].endswith("mostly rounding"), "the central one"


def test_a_straight_line_has_no_truncation():
    curve = views.error_curve(lambda x: 3 * x, 0.7)
    assert "truncation" not in "".join(curve.data["words"])


def test_float32_has_few_digits():
    curve = views.error_curve(cube, 2.0, dtype=al.float32)
    assert curve.data["points"][0][0] == 1e-6
    assert words(curve, "1e-06")[-1] == "central  = 11.4440917969, mostly rounding"
    assert min(error for error in curve.data["second"] if error) > 1e-6


class Wrong(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.tanh()

    @staticmethod
    def backward(ctx, g):
        return g * (1 - ctx.saved_tensors[0] ** 2)


STAYS = "No h brings the error down: backward is wrong, or f has a corner here."


def test_a_wrong_backward_and_a_corner_are_told():
    for function, x in ((Wrong.apply, 0.5), (al.relu, 0.0)):
        assert all(text.endswith(STAYS) for text in views.error_curve(function, x).data["words"])
    for function, x in ((Wrong.apply, 0.0), (al.relu, 1.0), (al.tanh, 0.5), (lambda x: x * 1e-8, 1.0)):
        assert STAYS not in "".join(views.error_curve(function, x).data["words"])


def test_from_one_side_alone():
    """abs at 0: from both sides the slope is backward's 0."""
    text = words(views.error_curve(al.abs, 0.0), "0.001")
    assert text[-2:] == ["forward  = 1, no h brings the error down", "central  = 0, no error"]


def test_rounding_of_many_operations_is_no_truncation():
    """A long chain rounds more often than the one operation that is estimated."""

    def long(x):
        for _ in range(200):
            x = x * 1.01 + 0.1 - 0.1
        return x

    assert "truncation" not in "".join(views.error_curve(long, 2.0).data["words"][:72]), "up to h = 1e-6"


def test_an_error_that_stays_is_drawn_on_an_axis_on_which_it_could_fall():
    ticks = views.error_curve(Wrong.apply, 0.5).data["ticks"][1]
    assert ticks[0][0] <= 1e-6 * 10
    exact = views.error_curve(lambda x: x * 0.0, 1.0)
    assert exact.data["points"][0][1] is None
    assert exact.png().startswith(b"\x89PNG")


def test_it_leaves_the_gradients_of_the_learner_alone():
    weight = al.tensor(3.0, requires_grad=True)
    views.error_curve(lambda x: weight * x, 1.0)
    assert weight.grad is None


def test_refusals():
    with pytest.raises(RuntimeError, match="no history, so backward gives no slope"):
        views.error_curve(lambda x: x.detach(), 1.0)
    with pytest.raises(RuntimeError, match="grad mode is off"), al.no_grad():
        views.error_curve(cube, 1.0)
    with pytest.raises(TypeError, match="a function of one number, but the result is"):
        views.error_curve(lambda x: al.stack([x, x]), 1.0)
    with pytest.raises(ValueError, match="h is a positive number; got 0"):
        views.error_curve(cube, 1.0, 0)


def test_where_the_function_has_no_value_there_is_a_gap():
    curve = views.error_curve(lambda x: x.log(), 0.5)
    assert curve.data["second"][-1] is None
    assert curve.data["words"][-1].endswith("central  = nan, not a number here")
    assert curve.png().startswith(b"\x89PNG")


@pytest.mark.browser
def test_the_curve_appears_where_the_handle_has_been(page):
    page.set_content(views.static_html(views.error_curve(cube, 2.0, trail=True)))
    lines = page.locator("svg path.line")
    drawn = [lines.nth(k).get_attribute("d").count("L") for k in range(2)]
    assert drawn == [0, 0]
    for _ in range(3):
        page.locator("input").press("ArrowLeft")
    page.locator("input").press("ArrowRight")
    assert [lines.nth(k).get_attribute("d").count("L") for k in range(2)] == [3, 3]
    assert page.locator("svg circle.handle").count() == 2
    assert page.locator(".agl-sentence").inner_text().startswith("h = 0.5623: error")
