"""Walks, run by run, in a real browser."""

import pytest

import autograd_lab as al
from autograd_lab import views

pytestmark = pytest.mark.browser
GUESS = views.Pause("L3.P2", 0, ("You said 4.",), ("Each run sends again.",), "wrong")


def two_diamonds(name="a"):
    a, b = al.tensor(2.0, requires_grad=True, name=name), al.tensor(3.0, requires_grad=True)
    c, d = a + b, a * b
    e, f = c + d, c * d
    y = e + f
    with al.record() as trace:
        y.backward()
    return trace


def opened(page, **options):
    page.set_content(views.static_html(views.walks(two_diamonds(), **options)))
    page.wait_for_selector(".agl-walks .node")
    return page


def row(page, name):
    return page.locator("tr", has=page.get_by_role("button", name=name, exact=True)).locator("td").all_inner_texts()


def counts(page):
    return page.locator(".counts").inner_text()


def test_a_way_is_chosen_and_walked(page):
    opened(page)
    page.get_by_role("button", name="recursion").click()
    assert counts(page) == "recursion · node runs: 0 · messages: 0"
    page.locator(".agl-walks").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert counts(page) == "recursion · node runs: 10 · messages: 12"
    assert "c runs again" in page.locator(".agl-sentence").inner_text()
    assert page.locator(".edge.path").count() == 2
    assert page.locator(".edge.active").count() == 2
    assert "heard 2/2 · ran 2×" in page.locator(".node.active").text_content()
    page.keyboard.press("Home")
    assert counts(page) == "recursion · node runs: 0 · messages: 0"
    assert page.locator(".edge.path").count() == 0
    page.keyboard.press("End")
    assert page.locator(".count").inner_text() == "16 / 16"


def test_the_slider_and_play(page):
    opened(page)
    page.locator("input[type=range]").fill("4")
    assert counts(page) == "ready queue · node runs: 4 · messages: 8"
    page.get_by_label("speed of play").select_option("fast")
    page.get_by_label("play", exact=True).click()
    page.wait_for_function("document.querySelector('.count').textContent === '8 / 8'")
    assert page.locator(".count").inner_text() == "8 / 8"


def test_a_guess_hides_what_comes_out_until_the_walk_is_over(page):
    opened(page, pauses={"recursion": [GUESS]})
    assert row(page, "recursion") == ["?"] * 5
    assert row(page, "visit once")[3] == "a: 4, b: 3"
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "15 / 16"
    assert "You said 4." in page.locator(".agl-pauses").inner_text()
    page.locator("button.go").click()
    assert "not as you said" in page.locator(".agl-pauses").inner_text()
    assert row(page, "recursion")[3:] == ["a: 29, b: 22", "✗ no"]


def test_the_way_in_python(page):
    opened(page)
    page.get_by_role("button", name="post-order").click()
    page.locator("summary").click()
    assert page.locator("details pre").inner_text().startswith("def post_order(graph")


def test_it_fits_a_narrow_page(page):
    page.set_viewport_size({"width": 800, "height": 700})
    opened(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 800
    scroll = page.locator(".scroll")
    assert scroll.evaluate("element => element.scrollWidth - element.clientWidth") <= 0


def test_names_are_text(page):
    trace = two_diamonds("<img src=x onerror=window.hacked=1>")
    page.set_content(views.static_html(views.walks(trace)))
    page.wait_for_selector(".agl-walks .node")
    assert page.locator(".agl img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_small_graph_fits_a_cell_of_a_narrow_notebook(page):
    page.set_viewport_size({"width": 640, "height": 900})
    opened(page)
    for part in (".scroll", ".stage"):
        assert page.locator(part).evaluate("element => element.scrollWidth - element.clientWidth") <= 0


def test_a_graph_that_runs_down_is_seen_whole(page):
    page.set_viewport_size({"width": 800, "height": 900})
    opened(page)
    tall, seen = page.evaluate("[...document.querySelectorAll('.stage')].map(s => [s.scrollHeight, s.clientHeight])[0]")
    first, last = page.locator(".node").first.bounding_box(), page.locator(".node").last.bounding_box()
    assert last["y"] > first["y"] + 300, "it runs down"
    assert tall <= seen
