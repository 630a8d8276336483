"""Two recordings side by side: one set of controls, and the place wthey part."""

import io

import pytest
from each_case import each_case
from PIL import Image

import autograd_lab as al
from autograd_lab import views


def product(d=4.0, times=1):
    a, b, d = (al.tensor(value, requires_grad=True) for value in (2.0, 3.0, d))
    with al.record() as trace:
        e = (a + b) * d
        for _ in range(times):
            e.backward(retain_graph=True)
    return trace


def test_what_it_says_without_a_browser():
    one, other = product(), product(5.0)
    view = views.side_by_side(one, other)
    lines = view.text().splitlines()
    assert lines[0] == "Two steppers: here and there"
    assert "What differs: the result (20 here, 25 there)." in view.text()
    assert view.text().count(", step 2 of") == 2
    assert view.difference.event == 2
    assert repr(view) == view.text()


def test_names_are_explained_where_the_sentence_says_here_and_there():
    view = views.side_by_side(product(), product(5.0), names=("ours", "torch's"))
    assert view.names == ["ours (here)", "torch's (there)"]


def test_the_picture_has_both():
    both = Image.open(io.BytesIO(views.side_by_side(product(), product(5.0)).png()))
    one = Image.open(io.BytesIO(views.png(product(), 3)))
    assert both.height > 1.8 * one.height or both.width > 1.8 * one.width


def test_what_is_refused():
    with pytest.raises(ValueError, match="two names, not 3"):
        views.side_by_side(product(), product(), names=("a", "b", "c"))


# ----- in the browser -------------------------------------------------------------------------------------------------
@pytest.fixture
def show(page):
    def put(view):
        page.set_content(views.static_html(view))
        page.wait_for_selector(".agl-pair .agl-stepper .node")
        return page

    return put


def sentences(page):
    return page.locator(".agl-sentence").all_inner_texts()


def count(page):
    return page.locator(".agl-pair > .agl-controls .count").inner_text()


def controls(page, name):
    return page.locator(f".agl-pair > .agl-controls button.{name}")


def words(page):
    return page.locator(".agl-parting").inner_text()


@pytest.mark.browser
def test_both_move_together_and_stop_where_they_part(show):
    one, other = product(), product(5.0)
    page, last = show(views.side_by_side(one, other)), len(one.steps)
    assert count(page) == f"2 / {last}"
    assert words(page) == "≠ First difference: step 2. What differs: the result (20 here, 25 there)."
    assert sentences(page) == [one.steps[1].sentence, other.steps[1].sentence]
    assert page.locator(".node.differs").count() == 2
    assert page.locator("text.unlike").all_text_contents() == ["≠", "≠"]
    controls(page, "back").click()
    assert sentences(page) == [one.steps[0].sentence, other.steps[0].sentence]
    assert words(page).startswith("So far both are the same.")
    assert page.locator(".differs").count() == 0
    controls(page, "last").click()
    assert count(page) == f"2 / {last}", "the place was passed by"
    controls(page, "last").click()
    assert count(page) == f"{last} / {last}"
    assert sentences(page) == [one.steps[-1].sentence, other.steps[-1].sentence]
    page.get_by_role("button", name="to step 2").click()
    assert count(page) == f"2 / {last}"
    controls(page, "details").click()
    assert words(page).startswith("≠ First difference: event 3.")
    controls(page, "details").click()
    assert words(page).startswith("≠ First difference: step 2.")
    controls(page, "first").click()
    page.locator(".agl-pair > .agl-controls select").select_option("fast")
    controls(page, "play").click()
    page.wait_for_function("document.querySelector('.agl-pair.parted') !== null")
    page.wait_for_timeout(700)
    assert count(page) == f"2 / {last}", "play stops where they part"
    for place in (0, 1):  # keys in either stepper move both
        page.locator(".agl-stepper").nth(place).focus()
        page.keyboard.press("ArrowRight")
    assert count(page).startswith("4 /")
    page.locator(".agl-pair").focus()
    for key, place in (("Home", "0 /"), ("End", "2 /")):
        page.keyboard.press(key)
        assert count(page).startswith(place)


def layers(width):
    """Two recordings of nets that differ, so that the groups are numbered differently, but not called."""
    net = al.nn.Sequential(*[layer for _ in range(width) for layer in (al.nn.Linear(3, 3), al.nn.Tanh(), al.nn.Tanh())])
    blocks = al.nn.Sequential(net, al.nn.Sequential(al.nn.Linear(3, 3), al.nn.Tanh(), al.nn.Linear(3, 3)))
    with al.record() as trace:
        blocks(al.ones(2, 3)).sum().backward()
    return trace


@pytest.mark.browser
def test_a_group_opens_and_closes_on_both_sides(show):
    page = show(views.side_by_side(layers(5), layers(6)))
    closed, opened = "[aria-expanded=false][aria-label^='blocks.1,']", "[aria-expanded=true][aria-label^='blocks.1,']"
    sides = [page.locator(".agl-stepper").nth(place) for place in (0, 1)]
    if sides[0].locator(opened).count():
        sides[0].locator(opened).press("Enter")
    assert [side.locator(closed).count() for side in sides] == [1, 1]
    sides[1].locator(closed).press("Enter")
    assert [side.locator(opened).count() for side in sides] == [1, 1]
    sides[0].locator(opened).press("Enter")
    assert [side.locator(opened).count() for side in sides] == [0, 0]


@pytest.mark.browser
def test_equal_recordings_say_so_and_one_that_ends_early_waits_at_its_end(show):
    page = show(views.side_by_side(product(), product()))
    assert words(page).startswith("= Both traces tell the same, in ")
    controls(page, "last").click()
    assert page.locator(".differs").count() == 0
    assert count(page).split(" / ")[0] == count(page).split(" / ")[1]
    one, other = product(), product(times=2)
    page = show(views.side_by_side(one, other))
    assert "Here it ends after" in words(page)
    assert sentences(page) == [one.steps[-1].sentence, other.steps[len(one.steps)].sentence]
    controls(page, "last").click()
    assert sentences(page) == [one.steps[-1].sentence, other.steps[-1].sentence]


@pytest.mark.browser
@each_case("width", [390, 800, 1400])
def test_one_above_the_other_only_on_a_phone(show, page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page = show(views.side_by_side(product(), product(5.0)))
    tops = [box["y"] for box in (page.locator(".sides > section").nth(place).bounding_box() for place in (0, 1))]
    assert (tops[0] == tops[1]) is (width >= 800)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.locator(".agl-stepper .agl-controls:visible").count() == 0


@pytest.mark.nightly
@pytest.mark.browser
def test_large_graphs_fold_in_both(show, programs):
    page = show(views.side_by_side(programs.deep(100), programs.deep(101)))
    assert page.locator(".node.fold").count() > 2
    controls(page, "last").click()
    page.wait_for_function("!document.querySelector('.agl-pair').classList.contains('parted')")
    assert len(sentences(page)) == 2
