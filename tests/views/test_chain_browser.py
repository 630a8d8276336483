"""The chain strip's bracket, moved in a real browser."""

import pytest

from autograd_lab import views

pytestmark = pytest.mark.browser


def open_strip(page, programs):
    page.set_content(views.static_html(views.chain_strip(programs.chain(), "x", "y")))
    page.wait_for_selector(".agl .factor")
    return page


def brackets(page):
    return [words for words in page.locator(".words div").all_inner_texts() if words]


def places(page):
    """Where each box stands."""
    return [page.locator(".factor").nth(i).bounding_box() for i in range(page.locator(".factor").count())]


def test_bracket_starts_around_everything(page, programs):
    open_strip(page, programs)
    assert brackets(page) == ["backward: ∂y/∂x = 1·1·2·6 = 12"]


def test_bracket_moves_by_key_click_and_slider(page, programs):
    open_strip(page, programs)
    page.locator(".agl").focus()
    page.keyboard.press("ArrowLeft")
    assert brackets(page) == ["backward: ∂y/∂u = 1·1·2 = 2", "forward: ∂u/∂x = 6"]
    page.locator(".gap").nth(0).click()
    assert brackets(page) == ["backward: ∂y/∂y = 1", "forward: ∂y/∂x = 1·2·6 = 12"]
    page.locator("input[type=range]").fill("2")
    assert brackets(page) == ["backward: ∂y/∂v = 1·1 = 1", "forward: ∂v/∂x = 2·6 = 12"]
    assert page.locator(".whole").inner_text() == "1·12 = 12 = ∂y/∂x"


def test_boxes_stay_where_they_are(page, programs):
    open_strip(page, programs)
    page.locator(".agl").focus()
    before = places(page), page.locator(".agl").bounding_box()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
        assert (places(page), page.locator(".agl").bounding_box()) == before


def test_a_strip_fits_a_narrow_page(page, programs):
    page.set_viewport_size({"width": 800, "height": 600})
    open_strip(page, programs)
    for place in range(4):
        page.locator(".gap").nth(place).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 800
        scroll = page.locator(".scroll")
        assert scroll.evaluate("element => element.scrollWidth - element.clientWidth") <= 0


def test_space_goes_round_and_every_gap_can_be_reached_by_tab(page, programs):
    open_strip(page, programs)
    page.locator(".agl").focus()
    found = []
    for _ in range(4):
        page.keyboard.press("Space")
        found.append(page.locator("input[type=range]").input_value())
    assert found == ["1", "2", "3", "4"]
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Space")  # a button does what its name says
    assert page.locator("input[type=range]").input_value() == "2"


def test_a_cell_shows_it_without_a_widget(programs):
    bundle, _ = views.chain_strip(programs.chain(), "x", "y")._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}


def test_sentence_follows(page, programs):
    open_strip(page, programs)
    page.locator(".agl").focus()
    page.keyboard.press("Home")
    assert page.locator(".agl-sentence").inner_text().startswith("At y: backward knows ∂y/∂y = 1, ")


def test_names_are_text(page):
    import autograd_lab as al

    x = al.tensor(3.0, requires_grad=True, name="<img src=x onerror=window.hacked=1>")
    y = x * 2
    with al.record() as trace:
        y.backward()
    page.set_content(views.static_html(views.chain_strip(trace, "AccumulateGrad", "y")))
    page.wait_for_selector(".agl .factor")
    assert page.locator(".agl img").count() == 0
    assert page.evaluate("window.hacked") is None
    assert "<img" in page.locator(".agl").inner_text()
