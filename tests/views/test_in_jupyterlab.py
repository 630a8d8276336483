"""Views in cells of a real JupyterLab: a stepper, a large one, the table, and sliders that run a program again."""

import labkit
import pytest

pytestmark = pytest.mark.browser


def shown(lab, name, cells, selector):
    """A notebook of these cells, run from top to bottom, once this stands in it."""
    page = lab.show(labkit.put(lab.lab, name, cells))
    labkit.run_all(page)
    page.wait_for_selector(selector)
    return page


# ----- steppers -------------------------------------------------------------------------------------------------------
STEPPERS = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "x = al.tensor(3.0, requires_grad=True)\ny = x * x + x\nwith al.record() as trace:\n    y.backward()",
    "views.stepper(trace)",
    "views.stepper(trace)",
]


def test_both_step_and_no_key_reaches_the_notebook(lab):
    page = shown(lab, "steppers.ipynb", STEPPERS, ".agl-stepper .node")
    first, second = page.locator(".agl-stepper").all()
    counts = page.locator(".agl-stepper .count")
    second.get_by_label("next", exact=True).click()
    assert counts.all_inner_texts() == ["0 / 5", "1 / 5"]
    first.focus()
    for key in ("ArrowRight", "ArrowRight", "d", "d", "x", "a", "b", "j", "Enter", "ArrowDown", "i", "i"):
        first.press(key)
    assert counts.all_inner_texts() == ["2 / 5", "1 / 5"]
    first.locator(".node").first.click()
    looks = "(all) => all.map((e) => [getComputedStyle(e).textAlign, getComputedStyle(e.parentNode).backgroundColor])"
    cells = first.locator(".agl-panel td").evaluate_all(looks)
    assert cells and {tuple(cell) for cell in cells} == {("left", "rgba(0, 0, 0, 0)")}  # not as JupyterLab's own tables
    for key in ("d", "d", "x", "ArrowRight"):
        page.keyboard.press(key)
    assert counts.all_inner_texts() == ["3 / 5", "1 / 5"]
    assert page.locator(".jp-Notebook .jp-CodeCell").count() == len(STEPPERS)
    assert page.locator(".jp-RenderedHTMLCommon .agl-stepper").count() == 2
    assert labkit.complaints(page) == []


LARGE = """\
import autograd_lab as al
from autograd_lab import views

x = h = al.tensor(1.0, requires_grad=True)
for _ in range(passes):
    h = h * 0.999 + 0.001
with al.record() as trace:
    h.backward()
views.stepper(trace, details=True)"""


@pytest.mark.nightly
@pytest.mark.parametrize("passes", [1000, pytest.param(5000, marks=pytest.mark.nightly)])
def test_a_large_trace_steps_everywhere(lab, passes):
    """Its parts come from the kernel."""
    page = shown(lab, "large.ipynb", [f"passes = {passes}", LARGE], ".agl-stepper .node")
    events, steps = 13 * passes + 7, 2 * passes + 3
    stepper, active = page.locator(".agl-stepper"), page.locator(".agl-stepper .node.active")

    def at(step):
        stepper.locator(".count", has_text=f"{step} / {events}").wait_for()

    counts = [line.partition(" nodes")[0] for line in stepper.locator(".node.fold .line").all_text_contents()]
    assert sum(int(count.replace(",", "")) for count in counts) == 2 * passes + 1 and len(counts) > 5
    stepper.get_by_label("last", exact=True).click()
    at(events)
    assert stepper.locator(".agl-sentence").inner_text().startswith("Backward pass 1 is over: x.grad is 0.")
    stepper.locator("input[type=range]").fill(str(events // 2))
    at(events // 2)
    assert active.get_attribute("aria-label").split(",")[0] in stepper.locator(".agl-sentence").inner_text()
    stepper.get_by_label("first", exact=True).click()
    at(0)
    for step in range(1, 12):
        stepper.get_by_label("next", exact=True).click()
        at(step)
    stepper.get_by_role("button", name="details").click()
    stepper.get_by_label("next", exact=True).click()
    first = int(stepper.locator(".count").inner_text().partition(" /")[0])
    for number in range(first + 1, first + 8):
        stepper.get_by_label("next", exact=True).click()
        stepper.locator(".count", has_text=f"{number} / {steps}").wait_for()
    assert labkit.complaints(page) == []


# ----- the table ------------------------------------------------------------------------------------------------------
TABLE = [
    "import autograd_lab as al\nfrom autograd_lab import views",
    "al.derivatives.derivative('wrong(Tensor self) -> Tensor', node='WrongBackward0', forward=lambda self: self * 2, "
    "self=lambda grad: grad * 3, samples=lambda make: [(make(2),)]);",
    "views.table('mul')",
]


def test_the_table_is_searched_and_checked_in_the_kernel(lab):
    page = shown(lab, "table.ipynb", TABLE, ".agl-table h3")
    assert labkit.complaints(page) == []
    table = page.locator(".agl-table")
    table.get_by_role("button", name="run gradcheck").click()
    table.get_by_text("mul.Tensor agrees with finite differences").wait_for()
    assert table.locator("tbody tr").count() == 4
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    table.get_by_role("option", selected=True).focus()
    page.keyboard.type("dd")  # in command mode that would delete the cell
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    box = table.get_by_label("search the table")
    box.click()
    page.keyboard.type("wrong dd")
    assert table.locator(".count").inner_text().startswith("0 rows")
    box.fill("wrong")
    table.get_by_role("option", name="wrong").click()
    table.get_by_role("button", name="run gradcheck").click()
    table.get_by_text("wrong: 1 of 1 samples disagree with finite differences.").wait_for()
    assert table.locator("td.wrong").inner_text() == "✗ WRONG"
    assert labkit.complaints(page) == []


# ----- sliders --------------------------------------------------------------------------------------------------------
TRIED = """\
import autograd_lab as al
from autograd_lab import views

def program(a, b, d):
    if a == 0:
        raise ZeroDivisionError("a is 0")
    c = a + b
    e = c * d
    return e

tried = views.try_it(program, a=2.0, b=3.0, d=4.0)
runs = []
tried.inputs.observe(lambda change: runs.append(change["new"][0]), "values")
tried"""


NOTEBOOK = "try_it.ipynb"


@pytest.fixture
def lab_page(lab):
    """A notebook with the program, run; the tests share it."""
    if lab.notebook != NOTEBOOK:
        lab.show(labkit.put(lab.lab, NOTEBOOK, (TRIED, "print('runs:', len(runs))")))
    labkit.run_all(lab.page)
    lab.page.wait_for_selector(".agl-inputs input")
    lab.page.wait_for_selector(".agl-stepper .node")
    return lab.page


def told(page):
    return page.locator(".agl-stepper .agl-sentence").inner_text()


def row(page, number):
    return page.locator(".agl-sheet tbody tr").nth(number).inner_text().split("\t")


def test_dragging_moves_picture_sentence_and_check(lab_page):
    page = lab_page
    assert labkit.complaints(page) == []
    assert row(page, 2) == ["d = 4", "0.01 ÷ 0.002 = 5", "5", "yes"]
    slider = page.get_by_label("a, slider")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    page.mouse.down()
    for i in range(60):
        page.mouse.move(box["x"] + box["width"] * (0.6 + i / 200), box["y"] + box["height"] / 2)
    page.mouse.up()
    value = float(slider.input_value())
    assert value > 5
    page.locator(f".agl-sheet >> text=a = {value:g}").wait_for()
    assert page.get_by_label("a, number").input_value() == f"{value:g}"
    assert f"d.grad is {value + 3:g}" in told(page)
    assert f"v= {value + 3:g}" in page.locator(".agl-stepper .agl-middle").text_content()
    assert row(page, 2)[2:] == [f"{value + 3:g}", "yes"]
    labkit.run_cell(page, 1)
    page.wait_for_function("() => /runs: \\d+/.test(document.querySelectorAll('.jp-OutputArea')[1].innerText)")

    # the step and the open card stay
    stepper = page.locator(".agl-stepper")
    stepper.get_by_role("button", name="first", exact=True).click()
    stepper.get_by_role("button", name="next", exact=True).click()
    before = told(page)
    stepper.locator(".node", has_text="MulBackward0").first.click()
    page.locator(".agl-panel h4").wait_for()
    page.get_by_label("d, number").fill("8")
    page.locator(".agl-sheet >> text=d = 8").wait_for()
    assert told(page) == before
    assert "MulBackward0" in page.locator(".agl-panel h4").inner_text()

    # an error is told in place, and the next number works
    page.get_by_label("a, number").fill("0")
    page.locator(".agl-inputs .message", has_text="ZeroDivisionError: a is 0").wait_for()
    page.get_by_label("a, number").fill("-1.5")
    page.locator(".agl-sheet >> text=a = -1.5").wait_for()
    assert page.locator(".agl-inputs .message").inner_text() == ""

    # the keyboard alone
    page.get_by_label("b, slider").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".agl-sheet >> text=b = 3.1").wait_for()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    page.keyboard.type("dd")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert labkit.complaints(page) == []


@pytest.mark.nightly
def test_saved_and_opened_again_it_shows_the_last_inputs(lab_page, lab):
    page = lab_page
    page.get_by_label("a, number").fill("7")
    page.locator(".agl-sheet >> text=a = 7").wait_for()
    page.locator(".agl-stepper").get_by_role("button", name="first", exact=True).click()
    before = told(page)
    labkit.save(page)
    lab.show(NOTEBOOK)
    page.wait_for_selector(".agl-inputs input")
    page.wait_for_selector(".agl-stepper .node")
    assert page.get_by_label("a, number").input_value() == "7"
    assert row(page, 2) == ["d = 4", "0.02 ÷ 0.002 = 10", "10", "yes"]
    assert told(page) == before
    assert page.locator(".agl-inputs .again").is_visible()


@pytest.mark.nightly
def test_without_a_kernel_it_says_how_to_go_on(lab_page):
    page = lab_page
    assert not page.locator(".agl-inputs .again").is_visible()
    labkit.within(page, f"async () => {{ await {labkit.NOTEBOOK}.sessionContext.session.kernel.restart(); }}")
    page.get_by_text("Run this cell to move the inputs.").first.wait_for()
    page.wait_for_function(f"{labkit.NOTEBOOK}.sessionContext.session?.kernel?.status === 'idle'")
