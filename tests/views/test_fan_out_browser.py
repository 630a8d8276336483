"""The fan-out picture in a real browser: pointing and keys light up what belongs together."""

import pytest

from autograd_lab import views
from autograd_lab.exercises.exercise import Look
from autograd_lab.views.pause import Pause

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
    """What is said of the element pointed at."""
    return page.locator(".pointed").inner_text()


def arrays(page):
    """The titles of the arrays that can be seen."""
    seen = "[...document.querySelectorAll('.array')].filter(one => getComputedStyle(one).visibility === 'visible')"
    return page.evaluate(f"{seen}.map(one => one.querySelector('.heading').textContent)")


def press(page, button):
    page.get_by_label(button, exact=True).click()


def top(page):
    """Where the first array is."""
    return page.locator(".array").first.bounding_box()["y"]


def test_pointing_lights_both_ways(page, programs):
    open_view(page, views.fan_out(programs.bias(), "y"))
    assert here(page) == ["∂b[0]"]
    assert lit(page) == [f"{name}[{row}, 0]" for name in ("b", "G", "∂b of a copy") for row in range(3)]
    cell(page, "G[1, 1]").hover()
    assert (here(page), sentence(page)) == (["G[1, 1]"], "G[1, 1] = 10 goes to ∂x[1, 1], ∂b[1].")
    assert lit(page) == ["x[1, 1]", "b[1, 1]", "∂x[1, 1]", "∂b of a copy[1, 1]", "∂b[1]"]


SHOWN = ["x", "b, drawn once for each of 3 copies", "G, what arrived for y"]
COPIES, SUM = "∂b, one for each copy", "∂b, sent"


def test_arrays_come_step_by_step_and_nothing_moves(page, programs):
    open_view(page, views.fan_out(programs.bias(), "y", start=0))
    assert (arrays(page), here(page)) == (SHOWN, [])
    before = top(page)
    for title in ("∂x, sent", COPIES, SUM):
        press(page, "next")
        assert arrays(page)[-1] == title
        assert top(page) == before
    assert (here(page), len(arrays(page))) == (["∂b[0]"], 6)
    press(page, "first")
    assert (arrays(page), here(page)) == (SHOWN, [])
    page.locator(".agl-fan").focus()
    for key, count in (("ArrowRight", 4), ("ArrowRight", 5), ("ArrowLeft", 4), ("End", 6), ("Home", 3)):
        page.keyboard.press(key)
        assert len(arrays(page)) == count, key


def test_an_element_tells_nothing_that_comes_later(page, programs):
    open_view(page, views.fan_out(programs.bias(), "y", start=0))
    for label, words in (("G[1, 1]", "G[1, 1] = 10."), ("b[1, 1]", "A copy of b[1]: 20."), ("b[0, 1]", "b[1]: 20.")):
        cell(page, label).hover()
        assert (sentence(page), lit(page)) == (words, []), label
    press(page, "next")
    press(page, "next")
    cell(page, "∂b of a copy[2, 0]").hover()
    assert sentence(page) == "This copy of b[0] was used for element [2, 0] of the result: 100."
    assert lit(page) == ["b[2, 0]", "G[2, 0]"]
    cell(page, "G[2, 0]").hover()
    assert lit(page) == []
    press(page, "next")
    cell(page, "G[2, 0]").hover()
    assert "∂b[0]" in lit(page)


@pytest.mark.parametrize("guess", [(), ("You said [100, 0].",)], ids=["silent", "guessed"])
def test_it_waits_before_the_step_that_decides_a_guess(page, programs, guess):
    trace = programs.bias()
    pause = Pause("Q1", Look("GradReduced", "AddBackward0").index(trace), guess, ("Three rows, one b.",), "wrong")
    open_view(page, views.fan_out(trace, "y", start=0, pauses=[pause]))
    press(page, "last")
    assert arrays(page)[-1] == COPIES
    card = page.locator(".agl-pause").inner_text()
    assert ("You said [100, 0]." if guess else "You haven't answered") in card and "Three rows" not in card
    before = top(page)
    page.locator("button.go").click()
    assert (arrays(page)[-1], top(page)) == (SUM, before)
    settled = page.locator(".agl-pauses").inner_text()
    assert ("Three rows, one b." in settled) == bool(guess)


def test_keys_reach_every_element(page, programs):
    open_view(page, views.fan_out(programs.product(), "y"))
    page.get_by_label("step", exact=True).focus()
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
