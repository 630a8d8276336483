"""Break it in a real browser: a bug is chosen, a guess is settled, and two steppers stop where the recordings part."""

import labkit
import pytest
from bug_programs import diamond, swapped, twice
from each_case import each_case

from autograd_lab import views

pytestmark = pytest.mark.browser


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
    opened(page, twice, "= instead of +=")
    assert page.locator(".codes code").all_inner_texts() == [
        "return message if before is None else before + message", "return message",
    ]  # fmt: skip
    assert page.locator(".codes .side").all_inner_texts() == ["correct (small.py)", "broken (small.py)"]
    assert page.locator(".told, table, .agl-pair").count() == 0
    assert page.locator(".agl-stepper").count() == 1, "the correct run can be stepped before a guess"
    assert page.locator("form label").all_inner_texts() == ["a.grad", "b.grad", "none of them"]
    button(page, "Break it").click()
    assert page.locator("form [role=status]").inner_text().startswith("Choose at least one")
    boxes = page.locator("form input")
    for name in ("a.grad", "b.grad", "none of them"):
        page.get_by_label(name, exact=True).check()
    assert [box.is_checked() for box in boxes.all()] == [False, False, True], "none of them excludes the others"
    page.get_by_label("b.grad", exact=True).check()
    assert [box.is_checked() for box in boxes.all()] == [False, True, False]
    page.get_by_label("b.grad", exact=True).uncheck()
    break_with(page, "a.grad")
    assert verdict(page) == "✓ As you said, broken: a.grad."
    assert page.locator("tr.off").all_inner_texts() == ["≠ a.grad\t4\t3\t-1"]
    assert page.evaluate("document.activeElement.className") == "told"
    assert (
        page.locator(".agl-parting")
        .inner_text()
        .startswith("≠ First difference: step 5. At AccumulateGrad(a) two messages meet")
    )
    assert page.locator(".sides > section > .side").all_inner_texts() == ["correct", "broken"]
    assert "takes the place of 1" in page.locator(".sides > section").nth(1).locator(".agl-sentence").inner_text()
    assert page.locator("form").count() == 0


def test_a_wrong_guess(page):
    opened(page, twice, "= instead of +=")
    break_with(page, "b.grad")
    assert verdict(page) == "✗ You said: b.grad. Broken: a.grad."
    assert page.locator(".told .why").all_inner_texts() == [
        "Why a.grad? a receives 1 and 3 in both runs. The correct engine adds them up to 4; the broken one keeps only "
        "3.",
        "Why not b.grad? b receives 2 in both runs: on the way to b, no two messages meet in one slot.",
    ]
    above, below = page.locator(".told").all_inner_texts()
    assert "How would you notice? The first tests pass" in below
    assert "Broken at the end" not in above, "the verdict has said so"
    button(page, "Guess again").click()
    assert page.locator(".told").count() == 0
    break_with(page, "none of them")
    assert verdict(page) == "✗ You said: none of them. Broken: a.grad."
    assert [text[:14] for text in page.locator(".told .why").all_inner_texts()] == ["Why a.grad? a "]
    opened(page, twice, "= instead of +=")
    button(page, "Show me anyway").click()
    assert page.locator(".verdict").count() == 0
    assert "Broken at the end: a.grad." in page.locator(".told").first.inner_text()


def test_bugs_are_chosen_and_guesses_are_kept(page):
    opened(page, swapped)
    assert button(page, "= instead of +=").get_attribute("aria-pressed") == "true"
    button(page, "depth-first order").click()
    break_with(page, "a.grad", "b.grad")
    assert verdict(page) == "✓ As you said, broken: a.grad and b.grad."
    assert page.locator("text.unlike").count() == 2
    button(page, "dropped slot").click()
    assert page.locator(".told").count() == 0
    break_with(page, "a.grad")
    assert verdict(page) == "✗ You said: a.grad. Broken: none of them."
    assert page.locator(".agl-pair").count() == 0, "there is nothing to compare"
    assert "x, y = v.unbind()" in page.locator(".shows pre").inner_text()
    button(page, "depth-first order").click()
    assert verdict(page) == "✓ As you said, broken: a.grad and b.grad."
    assert page.locator(".agl-pair").count() == 1


@pytest.fixture
def file_page(chromium):
    """A page for files, with a browser's memory of its own."""
    context = chromium.new_context(offline=True)
    context.set_default_timeout(labkit.PATIENCE)
    yield context.new_page()
    context.close()


def test_guesses_survive_a_reload(file_page, tmp_path):
    page = file_page
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    one.write_text(views.static_html(views.break_it(twice, "= instead of +=", "stale .grad", a=2.0, b=3.0)))
    other.write_text(views.static_html(views.break_it(twice, "= instead of +=", a=5.0, b=3.0)))
    page.goto(one.as_uri())
    break_with(page, "b.grad")
    page.wait_for_timeout(1000)  # Chromium writes a page's memory a moment later than the page does
    page.reload()
    assert verdict(page) == "✗ You said: b.grad. Broken: a.grad."
    assert page.evaluate("document.activeElement === document.body"), "nobody has asked for the keyboard"
    button(page, "stale .grad").click()
    assert page.locator(".verdict").count() == 0, "each bug has a guess of its own"
    page.goto(other.as_uri())
    assert page.locator(".verdict").count() == 0, "other numbers are another question"
    page.goto(one.as_uri())
    button(page, "Guess again").click()
    page.wait_for_timeout(1000)
    page.reload()
    page.wait_for_selector(".agl-break form")
    assert page.locator(".verdict").count() == 0


def test_both_pictures_begin_at_one_height_and_run_the_same_way(page):
    """One sentence is a line longer than the other."""
    for width in (1400, 660):
        page.set_viewport_size({"width": width, "height": 900})
        opened(page, diamond, "= instead of +=")
        break_with(page, "a.grad")
        for _ in range(8):
            sentences, stages, nodes = (
                boxes(page, name) for name in (".agl-sentence", ".agl-stage", ".agl-stage .node")
            )
            assert sentences[0]["y"] == sentences[1]["y"] and sentences[0]["height"] == sentences[1]["height"]
            assert stages[0]["y"] == stages[1]["y"] and stages[0]["x"] + stages[0]["width"] <= stages[1]["x"]
            half = len(nodes) // 2
            for one, two in zip(nodes[:half], nodes[half:], strict=True):
                assert abs(one["y"] - two["y"]) < 1 and abs(one["x"] - stages[0]["x"] - two["x"] + stages[1]["x"]) < 1
            page.locator(".agl-pair").press("ArrowRight")


def boxes(page, name):
    script = "all => all.map(one => one.getBoundingClientRect().toJSON())"
    return page.locator(f".agl-pair {name}").evaluate_all(script)


@each_case("width", [1180, 815, 590])
def test_all_of_both_graphs_is_seen_and_the_first_difference_is_in_the_window(page, width):
    def swapped_and_d(a, b, d):
        c = a * b
        return c * (c + d)

    page.set_viewport_size({"width": width, "height": 830})
    opened(page, swapped_and_d, "depth-first order", a=2.0, b=3.0, d=4.0)
    break_with(page, "a.grad")
    stages, nodes = boxes(page, ".agl-stage"), boxes(page, ".agl-stage .node .back")
    half = len(nodes) // 2
    for stage, drawn in zip(stages, (nodes[:half], nodes[half:]), strict=True):
        assert all(stage["left"] <= one["left"] and one["right"] <= stage["right"] for one in drawn)
        assert all(stage["top"] <= one["top"] and one["bottom"] <= stage["bottom"] for one in drawn)
    assert not page.locator(".agl-pair .map").filter(visible=True).count(), "a map would cover a box"
    lit = boxes(page, ".node.differs .back")
    assert len(lit) == 2 and all(one["top"] >= 0 and one["bottom"] <= 830 for one in lit)


def test_where_a_slot_is_dropped_arrow_sentence_and_box_name_one_slot(page):
    def product(v):
        x, y = v.unbind()
        return x * y

    opened(page, product, "dropped slot", v=[2.0, 3.0])
    break_with(page, "v.grad")
    correct, broken = page.locator(".sides > section").all()
    for side, slots, told, held in (
        (correct, ["[0]", "[1]"], "to slot 1 of", "2"),
        (broken, ["[0]", "[0]"], "to slot 0 of", ""),
    ):
        assert told in side.locator(".agl-sentence").inner_text()
        assert side.locator("text.slot").all_text_contents() == slots
        assert side.locator(".node", has_text="Unbind").locator(".message .number").last.text_content() == held
        assert side.locator(".edge.differs").count() == 1


def test_keys(page):
    opened(page, twice, "= instead of +=")
    page.get_by_label("a.grad", exact=True).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert verdict(page) == "✓ As you said, broken: a.grad."
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('agl-pair')")
    page.keyboard.press("Home")
    assert page.locator(".agl-pair > .agl-controls .count").inner_text().startswith("0 /")
    page.keyboard.press("ArrowRight")
    assert page.locator(".agl-pair > .agl-controls .count").inner_text().startswith("1 /")


@pytest.mark.nightly
@each_case("scheme", ["light", "dark"])
def test_what_comes_after_a_guess_fits_a_phone_and_shuts_nobody_out(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page)
    assert labkit.barriers(page, ".agl-break") == []
    for bug, guess in (("= instead of +=", "a.grad"), ("dropped slot", "none of them")):
        button(page, bug).click()
        break_with(page, guess)
        assert labkit.barriers(page, ".agl-break") == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
