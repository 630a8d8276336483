"""The heat map in a real browser: rows appear, and vᵀJ follows the seed."""

import pytest

import autograd_lab as al
from autograd_lab import views

pytestmark = pytest.mark.browser
ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def linear(x):
    return al.tensor(ROWS, dtype=x.dtype) @ x


@pytest.fixture
def opened(page):
    """Show a view of the linear function, or another one."""

    def show(view=None):
        page.set_content(views.static_html(view or views.jacobian(linear, [7.0, 8.0])))
        page.wait_for_selector(".agl-jacobian td.cell")
        return page

    return show


def rows(page):
    return [row.locator("td.cell").all_inner_texts() for row in page.locator("tbody tr").all()]


def brought(page):
    return page.locator("td.sum").all_inner_texts()


def parts(page):
    return [row.locator("td.weighted").all_inner_texts() for row in page.locator("tbody tr").all()]


def seed(page):
    return [box.input_value() for box in page.locator("input[type=number]").all()]


def forward(page, times=1):
    for _ in range(times):
        page.locator(".agl-jacobian").press("ArrowRight")


def test_weights_come_first_and_the_sum_after_them(opened):
    page = opened()
    assert (rows(page), seed(page), brought(page)) == ([["·", "·"]] * 3, ["0", "0", "0"], ["", ""])
    page.locator("button.forward").click()
    assert (rows(page), seed(page), brought(page)) == ([["·", "·"]] * 3, ["1", "0", "0"], ["?", "?"])
    forward(page)
    assert (rows(page)[:2], parts(page)[:2]) == ([["1", "2"], ["·", "·"]], [["1", "2"], ["0", "0"]])
    assert brought(page) == ["1", "2"]
    forward(page, 2)
    assert page.locator(".agl-sentence").inner_text() == "Call 2: v = [0, 1, 0] brings [3, 4] to x: the row of y[1]."
    page.locator(".agl-jacobian").press("End")
    assert rows(page) == [["1", "2"], ["3", "4"], ["5", "6"]]
    page.locator(".agl-jacobian").press("ArrowLeft")
    assert rows(page)[2] == ["·", "·"]
    page.locator(".agl-jacobian").press("Home")
    assert (rows(page), seed(page)) == ([["·", "·"]] * 3, ["0", "0", "0"])


def test_any_weights_bring_what_the_engine_brings(opened):
    page = opened()
    page.get_by_label("weight of y[1], slider").fill("-3")
    assert (seed(page), brought(page)) == (["0", "-3", "0"], ["-9", "-12"])
    assert rows(page) == [["1", "2"], ["3", "4"], ["5", "6"]], "what is added up shows, without a call"
    forward(page)
    assert seed(page) == ["1", "0", "0"], "a step takes a weight back"
    page.locator(".agl-jacobian").press("End")
    for given in ([1.0, 10.0, 100.0], [-2.0, 0.5, 0.0], [0.1, 1.0, 0.0001]):
        for box, number in zip(page.locator("input[type=number]").all(), given, strict=True):
            box.fill(str(number))
        x = al.tensor([7.0, 8.0], dtype=al.float64, requires_grad=True)
        linear(x).backward(al.tensor(given, dtype=al.float64))
        assert brought(page) == [f"{number:g}" for number in x.grad.tolist()]
    assert parts(page) == [["0.1", "0.2"], ["3", "4"], ["0.0005", "0.0006"]]
    assert page.locator(".agl-sentence").inner_text().startswith("One backward call with v = [0.1, 1, 0.0001] brings")
    box = page.get_by_label("weight of y[0], number")
    box.fill("4")
    before = brought(page)
    box.press("End")
    box.press("Backspace")
    assert (box.input_value(), brought(page)) == ("", before), "a half-typed number changes nothing"


def recorded(*seeds):
    x = al.tensor([7.0, 8.0], requires_grad=True)
    y = linear(x)
    with al.record() as trace:
        for seed in seeds:
            y.backward(al.tensor(seed), retain_graph=True)
    return trace


def test_of_a_recording_only_what_it_tells(opened):
    page = opened(views.jacobian(recorded([0.0, 0.0, 1.0], [1.0, 10.0, 100.0]), "x"))
    page.locator(".agl-jacobian").press("End")
    assert rows(page) == [["·", "·"], ["·", "·"], ["5", "6"]]
    assert (brought(page), parts(page)) == (["531", "642"], [["·", "·"], ["·", "·"], ["500", "600"]])
    page.get_by_label("weight of y[0], number").fill("2")
    assert brought(page) == ["?", "?"]
    assert "not known here" in page.locator(".agl-sentence").inner_text()


def test_a_guess_is_quoted_before_the_sum_and_settled_by_it(opened):
    """The picture stays where it is while the words under it change, and nobody can try the answer beforehand."""
    trace = recorded([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])
    last = max(k for k, event in enumerate(trace.events) if event.kind == "RuleApplied")
    guess = views.Pause("L6.P2", last, ("You said [1, 1].",), ("A sum of rows.",), "wrong")
    page = opened(views.jacobian(trace, "x", pauses=[guess]))
    box = page.get_by_label("weight of y[0], number")
    assert (seed(page), brought(page), box.is_disabled()) == (["1", "1", "1"], ["?", "?"], True)
    top = page.locator("table").bounding_box()["y"]
    page.locator(".agl-jacobian").press("End")
    assert brought(page) == ["?", "?"], "the guess still waits"
    page.evaluate("addEventListener('autograd-lab-settled', (event) => { window.told = event.detail.id; })")
    page.get_by_text("Go on").click()
    assert page.evaluate("window.told") == "L6.P2"
    assert "not what you predicted" in page.locator(".agl-pause.wrong").inner_text()
    assert page.locator("table").bounding_box()["y"] == top
    assert not box.is_disabled()
    box.fill("0")
    assert not page.locator(".agl-pause").is_visible(), "other weights, which nobody guessed about"
    page.locator(".agl-jacobian").press("End")
    assert page.locator(".agl-pause").is_visible()


def test_equal_weights_stand_at_one_place_of_their_sliders(opened):
    page = opened(views.jacobian(recorded([1.0, 10.0, 100.0]), "x"))
    page.locator(".agl-jacobian").press("End")
    for box, number in zip(page.locator("input[type=number]").all(), ("-1", "1", "0"), strict=True):
        box.fill(number)
    ends = "(all) => all.map((bar) => [bar.min, bar.max, bar.value])"
    assert page.locator("input[type=range]").evaluate_all(ends)[1:] == [["-100", "100", n] for n in ("-1", "1", "0")]
    page.locator(".agl-jacobian").press("Home")
    assert page.locator("input[type=range]").evaluate_all(ends)[1:] == [["-10", "10", "0"]] * 3
