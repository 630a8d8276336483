"""Break it in a real browser: a bug is chosen, a guess is settled, and two steppers stop where the recordings part."""

import labkit
import pytest
from each_case import each_case

from autograd_lab import views

pytestmark = pytest.mark.browser


def diamond(a, b):
    c = a * b
    d = c + a
    return c * d


def twice(a, b):
    return a * b + a


def opened(page, program=diamond, *bugs, **inputs):
    page.set_content(views.static_html(views.break_it(program, *bugs, **(inputs or dict(a=2.0, b=3.0)))))
    page.wait_for_selector(".agl-break pre")
    return page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def break_with(page, *guess):
    for name in guess:
        page.get_by_label(name, exact=True).check()
    button(page, "Break it").click()


def verdict(page):
    return page.locator(".verdict").inner_text()


def test_a_guess_comes_first_and_is_settled(page):
    opened(page, twice, "= for +=")
    assert page.locator(".codes code").all_inner_texts() == [
        "return message if before is None else before + message", "return message",
    ]  # fmt: skip
    assert page.locator(".told, table, .agl-pair").count() == 0
    assert page.locator("form label").all_inner_texts() == ["a.grad", "b.grad", "none of them"]
    button(page, "Break it").click()
    assert page.locator("form [role=status]").inner_text().startswith("Choose at least one")
    break_with(page, "a.grad")
    assert verdict(page) == "✓ As you said: a.grad."
    assert page.locator("tr.off").all_inner_texts() == ["≠ a.grad\t4\t3\t-1"]
    assert page.evaluate("document.activeElement.className") == "told"
    assert page.locator(".agl-parting").inner_text().startswith("≠ Step ")
    assert "takes the place of 1" in page.locator(".sides > section").nth(1).locator(".agl-sentence").inner_text()
    assert page.locator("form").count() == 0


def test_a_wrong_guess(page):
    opened(page, twice, "= for +=")
    break_with(page, "none of them")
    assert verdict(page) == "✗ You said: none of them. It is: a.grad."


def test_none_of_them_excludes_the_others(page):
    opened(page, twice, "= for +=")
    boxes = page.locator("form input")
    for name in ("a.grad", "b.grad", "none of them"):
        page.get_by_label(name, exact=True).check()
    assert [box.is_checked() for box in boxes.all()] == [False, False, True]
    page.get_by_label("b.grad", exact=True).check()
    assert [box.is_checked() for box in boxes.all()] == [False, True, False]


def test_show_me_anyway_gives_no_verdict(page):
    opened(page, twice, "= for +=")
    button(page, "Show me anyway").click()
    assert page.locator(".verdict").count() == 0
    assert "Wrong at the end: a.grad." in page.locator(".told").inner_text()


def test_bugs_are_chosen_and_guesses_are_kept(page):
    opened(page)
    assert button(page, "= for +=").get_attribute("aria-pressed") == "true"
    button(page, "depth-first order").click()
    break_with(page, "a.grad", "b.grad")
    assert verdict(page) == "✓ As you said: a.grad and b.grad."
    assert page.locator("text.unlike").count() == 2
    button(page, "dropped slot").click()
    assert page.locator(".told").count() == 0
    break_with(page, "a.grad")
    assert verdict(page) == "✗ You said: a.grad. It is: none of them."
    assert page.locator(".agl-pair").count() == 0, "there is nothing to compare"
    assert "x, y = v.unbind()" in page.locator(".shows pre").inner_text()
    button(page, "depth-first order").click()
    assert verdict(page) == "✓ As you said: a.grad and b.grad."
    assert page.locator(".agl-pair").count() == 1


def test_keys(page):
    opened(page, twice, "= for +=")
    page.get_by_label("a.grad", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert verdict(page) == "✓ As you said: a.grad."
    page.keyboard.press("Tab")  # the table can be scrolled
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('agl-pair')")
    page.keyboard.press("Home")
    assert page.locator(".agl-pair > .agl-controls .count").inner_text().startswith("0 /")
    page.keyboard.press("ArrowRight")
    assert page.locator(".agl-pair > .agl-controls .count").inner_text().startswith("1 /")


def test_a_narrow_page(page):
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page)
    button(page, "stale .grad").click()
    break_with(page, "a.grad")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@each_case("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(page, scheme):
    page.emulate_media(color_scheme=scheme)
    opened(page)
    assert labkit.barriers(page, ".agl-break") == []
    for bug, guess in (("= for +=", "a.grad"), ("dropped slot", "none of them"), ("stale .grad", "a.grad")):
        button(page, bug).click()
        break_with(page, guess)
        assert labkit.barriers(page, ".agl-break") == []
