"""The chain strip: the same product from both sides."""

import pytest

import autograd_lab as al
from autograd_lab import views


def test_factors_and_their_meaning(programs):
    strip = views.chain_strip(programs.chain(), "x", "y")
    assert [factor["number"] for factor in strip.data["factors"]] == ["1", "1", "2", "6"]
    assert [factor["meaning"] for factor in strip.data["factors"]] == ["∂y/∂y", "∂y/∂v", "∂v/∂u", "∂u/∂x"]
    assert views.chain_strip(programs.chain(), "u", "y").data["whole"] == "∂y/∂u = 2"


def test_products_from_both_sides(programs):
    assert (
        views.chain_strip(programs.chain(), "x", "y").text()
        == """\
Chain rule: ∂y/∂x = 12
[1] · [1] · [2] · [6]
∂y/∂y · ∂y/∂v · ∂v/∂u · ∂u/∂x
At y: backward knows ∂y/∂y = 1, forward knows ∂y/∂x = 1·2·6 = 12; together 1·12 = 12.
At v: backward knows ∂y/∂v = 1·1 = 1, forward knows ∂v/∂x = 2·6 = 12; together 1·12 = 12.
At u: backward knows ∂y/∂u = 1·1·2 = 2, forward knows ∂u/∂x = 6; together 2·6 = 12.
At x: backward knows ∂y/∂x = 1·1·2·6 = 12, forward knows ∂x/∂x = 1; together 12·1 = 12."""
    )


def test_slopes_do_not_depend_on_the_seed():
    x = al.tensor(3.0, requires_grad=True)
    y = x**2
    with al.record() as trace:
        y.backward(al.tensor(-10.0))
    assert views.chain_strip(trace, "x", "y").data["whole"] == "∂y/∂x = 6"


def test_negative_slopes_are_bracketed():
    x = al.tensor(1.0, requires_grad=True)
    u = -x
    y = u * 3
    with al.record() as trace:
        y.backward()
    assert "1·3·(-1) = -3" in views.chain_strip(trace, "x", "y").text()


def zero():
    x = al.tensor(0.0, requires_grad=True)
    u = x**2
    y = u**2 * 1
    with al.record() as trace:
        y.backward()
    return trace


def test_what_is_no_chain_is_refused(programs):
    for trace, start, end, words in (
        (programs.reused(), "x", "y", "adds over paths"),
        (programs.tree(), "d", "c", "no way leads"),
        (programs.copied(), "X", "y", "chain of scalars"),
        (zero(), "x", "y", "received 0"),
    ):
        with pytest.raises(ValueError, match=words):
            views.chain_strip(trace, start, end)


def test_bracket_stays_on_the_strip(programs):
    strip = views.chain_strip(programs.chain(), "x", "y")
    strip.set_state({"place": 99})
    assert strip.place == 4
    strip.set_state({"place": -3})
    assert strip.place == 1


# ----- in a browser ---------------------------------------------------------------------------------------------------
def open_strip(page, programs):
    page.set_content(views.static_html(views.chain_strip(programs.chain(), "x", "y")))
    page.wait_for_selector(".agl .factor")
    return page


def brackets(page):
    return [words for words in page.locator(".words div").all_inner_texts() if words]


def places(page):
    """Where each box stands."""
    return [page.locator(".factor").nth(i).bounding_box() for i in range(page.locator(".factor").count())]


def test_bracket_moves_by_key_click_and_slider(page, programs):
    open_strip(page, programs)
    assert brackets(page) == ["backward: ∂y/∂x = 1·1·2·6 = 12"]
    page.locator(".agl").focus()
    page.keyboard.press("ArrowLeft")
    assert brackets(page) == ["backward: ∂y/∂u = 1·1·2 = 2", "forward: ∂u/∂x = 6"]
    page.locator(".gap").nth(0).click()
    assert brackets(page) == ["backward: ∂y/∂y = 1", "forward: ∂y/∂x = 1·2·6 = 12"]
    page.locator("input[type=range]").fill("2")
    assert brackets(page) == ["backward: ∂y/∂v = 1·1 = 1", "forward: ∂v/∂x = 2·6 = 12"]
    assert page.locator(".whole").inner_text() == "1·12 = 12 = ∂y/∂x"
    page.locator(".agl").focus()
    page.keyboard.press("Home")
    assert page.locator(".agl-sentence").inner_text().startswith("At y: backward knows ∂y/∂y = 1, ")
    page.keyboard.press("End")
    before = places(page), page.locator(".agl").bounding_box()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
        assert (places(page), page.locator(".agl").bounding_box()) == before, "nothing moves but the bracket"


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
