"""The fan-out picture in a real browser: pointing and keys light up what belongs together."""

import labkit
import pytest
from each_case import each_case

from autograd_lab import views

pytestmark = pytest.mark.browser


def open_view(page, view):
    page.set_content(views.static_html(view))
    page.wait_for_selector(".agl-fan td")
    return page


def cell(page, label):
    return page.locator(f'td[aria-label^="{label}:"]')


def lit(page):
    return page.evaluate("[...document.querySelectorAll('td.lit')].map(cell => cell.ariaLabel.split(':')[0])")


def here(page):
    return page.evaluate("[...document.querySelectorAll('td.here')].map(cell => cell.ariaLabel.split(':')[0])")


def sentence(page):
    return page.locator(".agl-sentence").inner_text()


def test_pointing_lights_both_ways(page, programs):
    open_view(page, views.fan_out(programs.bias(), "y"))
    assert here(page) == ["∂b[0]"]
    assert lit(page) == ["b[0, 0]", "b[1, 0]", "b[2, 0]", "G[0, 0]", "G[1, 0]", "G[2, 0]"]
    cell(page, "G[1, 1]").hover()
    assert (here(page), sentence(page)) == (["G[1, 1]"], "G[1, 1] = 10 goes to ∂x[1, 1], ∂b[1].")
    assert lit(page) == ["x[1, 1]", "b[1, 1]", "∂x[1, 1]", "∂b[1]"]


def test_keys_reach_every_element(page, programs):
    open_view(page, views.fan_out(programs.product(), "y"))
    found = []
    for _ in range(5):
        page.keyboard.press("Tab")
        found += here(page)
    assert found == ["x[0, 0]", "w[0, 0]", "G[0, 0]", "∂x[0, 0]", "∂w[0, 0]"]
    for key, label in (
        ("ArrowDown", "∂w[1, 0]"), ("ArrowRight", "∂w[1, 1]"), ("ArrowRight", "∂w[1, 1]"), ("ArrowUp", "∂w[0, 1]"),
        ("ArrowUp", "∂w[0, 1]"), ("End", "∂w[2, 1]"), ("ArrowLeft", "∂w[2, 0]"), ("Home", "∂w[0, 0]"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert here(page) == [label], key
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert here(page) == ["∂w[0, 0]"]
    assert page.evaluate("document.activeElement.ariaLabel") == "∂w[0, 0]: 1"


@each_case("width", [800, 390])
@each_case("scheme", ["light", "dark"])
def test_it_fits_and_is_in_reach_of_all(page, programs, width, scheme):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    open_view(page, views.fan_out(programs.product(), "y"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert labkit.barriers(page, ".agl") == []


def test_names_are_no_markup(page, programs):
    trace = programs.hostile()
    open_view(page, views.fan_out(trace, "MulBackward0"))
    assert page.evaluate("window.hacked") is None
