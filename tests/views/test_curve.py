"""The curve with a handle: what it says at each place, and what it refuses."""

import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views


def update(learning_rate):
    w, b = 4 - learning_rate * 24, 1 - learning_rate * 12
    p = w * 2 + b
    return {"loss": (p - 3) ** 2, "w": w, "b": b, "p": p}


def test_words():
    assert (
        views.curve(update, 0, 0.3, 0.1).text()
        == """\
Curve: loss for learning_rate from 0 to 0.3
learning_rate = 0: loss = 36, w = 4, b = 1, p = 9
learning_rate = 0.1: loss = 0, w = 1.6, b = -0.2, p = 3
learning_rate = 0.3: loss = 144, w = -3.2, b = -2.6, p = -9"""
    )


def test_a_tensor_is_a_number_and_has_a_slope():
    def square(x):
        return al.as_tensor(x) ** 2

    def slope(x):
        leaf = al.tensor(x, requires_grad=True)
        square(leaf).backward()
        return leaf.grad

    curve = views.curve(lambda x: x**2, -2, 2, 1.0, slope=slope)
    assert curve.data["words"][curve.place] == "x = 1: y = 1, slope = 2"
    assert curve.data["names"] == ["x", "y"]
    assert views.curve(square, -2, 2).data["names"] == ["x", "square"]
    weight = al.tensor(3.0, requires_grad=True)
    assert views.curve(lambda x: weight * x, 0, 1, 1).text().endswith("x = 1: y = 3")


def test_values_that_are_not_finite_leave_a_gap():
    curve = views.curve(lambda x: 1 / x if x else float("inf"), -1, 1, 0)
    assert curve.data["points"][curve.place] == [0.0, None]
    assert curve.data["words"][curve.place] == "x = 0: y = inf"
    assert curve.png().startswith(b"\x89PNG")


def test_the_handle_stays_on_the_curve():
    curve = views.curve(update, 0, 0.3)
    curve.set_state({"place": 999})
    assert curve.place == 120


@each_case(
    ("ends", "more", "error", "message"),
    [
        ((1, 0), {}, ValueError, "a curve needs two ends, the smaller one first; got 1 and 0"),
        ((0, float("nan")), {}, ValueError, "a curve needs two ends"),
    ],
)
def test_refusals(ends, more, error, message):
    with pytest.raises(error, match=message):
        views.curve(update, *ends, **more)


def test_what_is_no_number_is_refused():
    with pytest.raises(TypeError, match="a curve goes through numbers, but y is None"):
        views.curve(lambda x: None, 0, 1)


@pytest.mark.browser
def test_dragging_keys_and_a_narrow_page(page):
    curve = views.curve(update, 0, 0.3, 0.1)
    page.set_content(views.static_html(curve))
    sentence, svg = page.locator(".agl-sentence"), page.locator("svg")
    assert sentence.inner_text() == "learning_rate = 0.1: loss = 0, w = 1.6, b = -0.2, p = 3"
    page.locator("input").press("ArrowRight")
    assert sentence.inner_text().startswith("learning_rate = 0.1025:")
    box = svg.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 30, box["y"] + 60)
    page.mouse.up()
    assert sentence.inner_text().startswith("learning_rate = 0.3: loss = 144")
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("""() => {
        const svg = document.querySelector(".agl-curve svg"), handle = svg.querySelector(".handle");
        const right = (element) => element.getBoundingClientRect().right;
        return svg.clientWidth < 390 && handle && right(handle) <= right(svg);
    }""")
