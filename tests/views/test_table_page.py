"""The table as a page: what it sends, what it says, and what it answers."""

import json
import time

import numpy as np
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab._core.table import facts
from autograd_lab._core.table.row import derivative, not_implemented
from autograd_lab.derivatives import TABLE

MARKUP = "<img src=x onerror=window.hacked=1>"


@pytest.fixture
def new_row():
    """Makes rows, and takes them out of the table again."""
    before = dict(TABLE)
    yield derivative
    TABLE.clear()
    TABLE.update(before)


@pytest.fixture
def wrong_row(new_row):
    """A row whose rule is wrong."""
    return new_row(
        "wrong(Tensor self) -> Tensor", node="WrongBackward0", forward=np.square, self=lambda grad: grad,
        tex=dict(forward="z = x^2", self=r"\bar{x} = \bar{z}"), samples=lambda make: [(make(2),)],
    )  # fmt: skip


def rows(page):
    return [row for section in page.data["sections"] for row in section["rows"]]


def test_every_row_is_sent_with_what_it_needs():
    page = views.table()
    assert len(rows(page)) == len(TABLE)
    assert {row["name"] for row in rows(page)} == set(TABLE)
    for row in rows(page):
        op = TABLE[row["name"]]
        assert (row["schema"], row["node"]) == (op.schema, op.node or "")
        assert [one["input"] for one in row["gradients"] if one["source"]] == [
            parameter.name for parameter in op.plan.parameters if parameter.name in op.plan.rules
        ]
        assert row["public"] or row["called"].startswith("no public name")
        assert len(row["samples"]) == len(facts.samples(op))


def test_it_is_light_and_opens_at_once():
    views.table()  # the first one reads the sources
    start = time.process_time()
    page = views.table()
    assert time.process_time() - start < 3, "a second on an idle machine"
    assert len(json.dumps(page.get_state())) < 1_000_000


@each_case("what", ["mul", "MulBackward0", "mul.Tensor", al.derivatives.mul])
def test_the_row_asked_for_is_shown_first(what):
    assert views.table(what).row == "mul.Tensor"


def test_words_choose_the_first_row():
    page = views.table(words="sqrt")
    assert (page.row, page.words) == ("sqrt", "sqrt")
    assert views.table(words="no such thing").row == next(iter(TABLE))
    assert views.table().row == next(iter(TABLE))


def test_a_result_leads_to_its_row():
    assert views.table(al.tensor(1.0, requires_grad=True) * 2).row == "mul.Tensor"


def test_unknown_rows_are_refused():
    with pytest.raises(KeyError, match="no row of the table is called 'sigmoit'"):
        views.table("sigmoit")


def test_in_words():
    told = al.derivatives.text("mul")
    assert views.table("mul").text() == f"The table of derivatives: {len(TABLE)} rows\n\n{told}"


@pytest.mark.nightly
@each_case("name", ["where.self", "native_layer_norm", "eq.Tensor", "floor_divide"])
def test_pictures_of_unlike_rows(name):
    assert views.table(name).png().startswith(b"\x89PNG")


# ----- gradcheck ------------------------------------------------------------------------------------------------------
def test_gradcheck_answers_the_question_that_was_asked():
    page = views.table("mul")
    page.set_state({"asked": "exp 17"})
    assert page.answer["asked"] == "exp 17"
    assert page.answer["right"]
    assert page.answer["sentence"].startswith("exp agrees with finite differences: first derivatives within ")
    assert len(page.answer["checks"]) == len(facts.samples(TABLE["exp"]))
    assert all(float(one["first"]) < 1e-6 for one in page.answer["checks"])


def test_gradcheck_shows_a_wrong_rule(wrong_row):
    page = views.table("wrong")
    page.set_state({"asked": "wrong 1"})
    assert not page.answer["right"]
    assert page.answer["sentence"] == "wrong: 1 of 1 samples disagree with finite differences."
    assert float(page.answer["checks"][0]["first"]) > 0.1


def test_gradcheck_of_what_has_no_rules():
    page = views.table("eq")
    page.set_state({"asked": "eq.Tensor 1"})
    assert page.answer["right"]
    assert page.answer["sentence"] == "eq.Tensor has nothing to check."


# ----- in the browser -------------------------------------------------------------------------------------------------
def opened(page, *args, **kwargs):
    page.set_content(views.static_html(views.table(*args, **kwargs)))
    page.wait_for_selector(".agl-table h3")
    return page


def shown(page):
    return page.locator(".agl-table h3").inner_text()


def listed(page):
    return page.evaluate(
        "[...document.querySelectorAll('[role=option]')].filter(o => o.offsetParent).map(o => o.dataset.row)"
    )


@each_case("words", ["mul", "Backward0", "mul SCALAR", "torch.exp", "no such thing", "  exp  "])
def test_typing_finds_the_rows_that_search_finds(page, words):
    opened(page)
    page.get_by_label("search the table").fill(words)
    assert set(listed(page)) == {op.name for op in al.derivatives.search(words)}
    count = page.locator(".count").inner_text()
    assert count.startswith(f"{len(listed(page))} row")


def test_enter_opens_the_best_row_and_a_click_opens_any(page):
    opened(page)
    box = page.get_by_label("search the table")
    box.fill("exp")
    box.press("Enter")
    assert shown(page) == "exp"
    box.fill("sqrtbackward")
    page.locator('[data-row="sqrt"]').click()
    assert shown(page) == "sqrt"
    assert page.locator(".public").all_inner_texts() == ["torch.sqrt", "Tensor.sqrt", "Tensor.sqrt_"]
    assert page.get_by_role("option", selected=True).locator(".name").inner_text() == "sqrt"


def test_the_row_shown_first_can_be_seen_in_the_list(page):
    opened(page, "eq.Tensor")
    page.wait_for_function("document.querySelector('.list').scrollTop > 0")
    inside = """() => {
        const list = document.querySelector(".list").getBoundingClientRect();
        const row = document.querySelector("[aria-selected=true]").getBoundingClientRect();
        return list.top <= row.top && row.bottom <= list.bottom;
    }"""
    assert page.evaluate(inside)


def test_keys_alone_reach_everything(page):
    opened(page, words="sigmoid")
    assert page.locator('[role=option][tabindex="0"]').count() == 1
    page.get_by_label("search the table").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert shown(page) == listed(page)[1]
    page.keyboard.press("End")
    assert shown(page) == listed(page)[-1]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.row") == shown(page)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == f"the row {shown(page)}"


def test_every_formula_of_the_table_is_drawn(page):
    """A command that tex.js does not know would be written out: add it there."""
    opened(page)
    unknown = page.evaluate(
        """() => [...document.querySelectorAll("[role=option]")].flatMap((option) => {
            option.click();
            const unknown = [...document.querySelectorAll(".page .unknown")];
            return unknown.map((part) => `${option.dataset.row}: ${part.textContent}`);
        })"""
    )
    assert unknown == []


def test_a_formula_is_mathml(page):
    opened(page, "div")
    assert page.locator(".forward math mfrac").count() == 1
    assert page.locator(".gradients math").count() == 2
    assert page.locator(".gradients math").first.get_attribute("title") == r"\bar{x} = \frac{\bar{z}}{y}"


def test_what_a_row_says_is_text(page, new_row):
    new_row(
        "hostile(Tensor self, Tensor other, str mode) -> Tensor", node="HostileBackward0",
        forward=lambda self, other, mode: self, self=lambda grad: grad, other=not_implemented(MARKUP),
        tex=dict(forward=MARKUP, self=r"\hack \mathrm{" + MARKUP + "}"),
        samples=lambda make: [(make(2), make(2), MARKUP)],
    )  # fmt: skip
    opened(page, "hostile")
    assert page.locator(".agl img").count() == 0
    assert page.evaluate("window.hacked") is None
    assert page.locator(".page").inner_text().count("<img src=x") >= 2
    assert page.locator(".unknown").text_content() == r"\hack"
    opened(page, words=MARKUP)
    assert page.evaluate("window.hacked") is None
    assert listed(page) == []
    assert page.locator(".count").inner_text() == f"0 rows of {len(TABLE)}"


def test_a_page_without_a_kernel_says_how_to_check_and_shows_the_functions_behind_a_rule(page):
    opened(page, "pow.Tensor_Scalar")
    assert page.get_by_role("button", name="run gradcheck").count() == 0
    assert page.get_by_text('print(al.derivatives.text("pow.Tensor_Scalar", check=True))').is_visible()
    page.get_by_text("power_base", exact=True).click()
    assert page.get_by_text("def power_base(grad").is_visible()
