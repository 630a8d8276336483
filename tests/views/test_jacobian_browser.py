"""The heat map in a real browser: rows appear, and vᵀJ follows the seed."""

import labkit
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views

pytestmark = pytest.mark.browser
ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def linear(x):
    return al.tensor(ROWS, dtype=x.dtype) @ x


@pytest.fixture
def opened(page):
    """Show a view of the linear function, or another one."""

    def show(view=None):
        view = view or views.jacobian(linear, [7.0, 8.0])
        page.set_content(f"<html lang=en><title>J</title><main>{views.static_html(view)}</main></html>")
        page.wait_for_selector(".agl-jacobian td.cell")
        return page

    return show


def rows(page):
    return [row.locator("td.cell").all_inner_texts() for row in page.locator("tbody tr").all()]


def brought(page):
    return page.locator("tfoot td:not(:first-child)").all_inner_texts()


def seed(page):
    return [box.input_value() for box in page.locator("input[type=number]").all()]


def test_rows_appear_as_seeds_are_sent(opened):
    page = opened()
    assert rows(page) == [["·", "·"]] * 3
    page.get_by_text("send the next seed").click()
    assert (rows(page), seed(page), brought(page)) == (
        [["1", "2"], ["·", "·"], ["·", "·"]],
        ["1", "0", "0"],
        ["1", "2"],
    )
    page.locator(".agl-jacobian").press("ArrowRight")
    assert page.locator(".agl-sentence").inner_text().startswith("Call 2: the seed [0, 1, 0] brings [3, 4] to x.")
    page.locator(".agl-jacobian").press("End")
    assert rows(page) == [["1", "2"], ["3", "4"], ["5", "6"]]
    page.locator(".agl-jacobian").press("ArrowLeft")
    assert rows(page)[2] == ["·", "·"]
    page.locator(".agl-jacobian").press("Home")
    assert (rows(page), seed(page)) == ([["·", "·"]] * 3, ["0", "0", "0"])


def test_any_seed_brings_what_the_engine_brings(opened):
    page = opened()
    page.get_by_text("send all").click()
    for given in ([1.0, 10.0, 100.0], [-2.0, 0.5, 0.0], [0.1, 1.0, 0.0001]):
        for box, number in zip(page.locator("input[type=number]").all(), given, strict=True):
            box.fill(str(number))
        x = al.tensor([7.0, 8.0], dtype=al.float64, requires_grad=True)
        linear(x).backward(al.tensor(given, dtype=al.float64))
        assert brought(page) == [f"{number:g}" for number in x.grad.tolist()]
    assert page.locator(".sums div").first.inner_text() == "x[0]: 0.1·1 + 1·3 + 0.0001·5 = 3.1005"


def test_a_slider_and_a_button_set_the_seed(opened):
    page = opened()
    page.get_by_label("v for y[1], slider").fill("-3")
    assert (seed(page), brought(page)) == (["0", "-3", "0"], ["-9", "-12"])
    assert page.locator(".sums").inner_text() == "", "the row was not asked for yet, so its numbers stay hidden"
    page.get_by_text("v: all ones").click()
    assert brought(page) == ["9", "12"]
    page.get_by_text("v: 1, 10, 100 …").click()
    assert (
        page.locator(".agl-sentence").inner_text() == "One backward call with v = [1, 10, 100] brings [531, 642] to x."
    )


def test_a_half_typed_number_changes_nothing(opened):
    page = opened()
    box = page.get_by_label("v for y[0], number")
    box.fill("4")
    box.press("End")
    box.press("Backspace")
    assert brought(page) == ["4", "8"]


def test_of_a_recording_only_what_it_tells(opened):
    x = al.tensor([7.0, 8.0], requires_grad=True)
    y = linear(x)
    with al.record() as trace:
        for seed in ([0.0, 0.0, 1.0], [1.0, 10.0, 100.0]):
            y.backward(al.tensor(seed), retain_graph=True)
    page = opened(views.jacobian(trace, "x"))
    page.get_by_text("send all").click()
    assert rows(page) == [["·", "·"], ["·", "·"], ["5", "6"]]
    assert brought(page) == ["531", "642"]
    page.get_by_label("v for y[0], number").fill("2")
    assert brought(page) == ["?", "?"]
    assert "not known here" in page.locator(".agl-sentence").inner_text()


@each_case("scheme", ["light", "dark"])
@each_case("width", [390, 800])
def test_it_fits_and_has_no_barrier(opened, page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    opened(views.jacobian(lambda x: x.cumsum(0) * x - 3, [1.0, -2.0, 0.3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
    page.get_by_text("send all").click()
    page.get_by_text("v: all ones").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert labkit.barriers(page, ".agl") == []


def test_names_are_text(opened):
    x = al.tensor([1.0, 2.0], requires_grad=True, name="<img src=x onerror=window.hacked=1>")
    y = x * 2
    with al.record() as trace:
        y.backward(al.ones(2))
    page = opened(views.jacobian(trace))
    assert page.locator(".agl img").count() == 0
    assert page.evaluate("window.hacked") is None
