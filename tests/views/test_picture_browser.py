"""Large graphs in a real browser: all of it in view, boxes that open and close, zoom, and who is at work."""

import random
import re
from itertools import combinations
from pathlib import Path

import models
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab._core.base.state import counting_apart
from autograd_lab.tracing.trace import events as ev
from autograd_lab.views.picture import scene
from autograd_lab.views.stepper_parts import SEARCHED_FROM

pytestmark = pytest.mark.browser

TRACES = {
    "perceptron": models.mlp,
    "convolutions": models.cnn,
    "transformer": models.transformer,
    "recurrent": models.rnn,
    "residual": models.resnet,
    "chain": lambda: models.chain(1000),
}
"""Of 12, 16, 40, 130, 190 and 1,001 nodes."""


@pytest.fixture(scope="module")
def traces():
    """Each trace, made once, with nodes counted from 1: a number of many digits makes a box wider."""
    made = {}
    for name, make in TRACES.items():
        with counting_apart():
            made[name] = make()
    return made


@pytest.fixture
def show(page):
    """Put a stepper on an empty page and wait until it stands there."""

    def put(trace, **options):
        page.set_content(views.static_html(views.stepper(trace, **options)))
        page.wait_for_selector(".agl .node")
        return page

    return put


INSIDE = """(selector) => {
  const stage = document.querySelector(".agl-stage > svg").getBoundingClientRect();
  return [...document.querySelectorAll(selector)].map((e) => {
    const box = e.getBoundingClientRect();
    const across = box.left >= stage.left - 1 && box.right <= stage.right + 1;
    return across && box.top >= stage.top - 1 && box.bottom <= stage.bottom + 1;
  });
}"""
BOXES = ".agl-stage .boxes .node > .back"
LETTERS = """() => {
  const { a } = document.querySelector(".agl-stage > svg").getScreenCTM();
  const all = [...document.querySelectorAll(".agl-stage .boxes :is(.title, .line)")];
  const seen = all.filter((e) => e.getBoundingClientRect().height);
  return Math.min(...seen.map((e) => parseFloat(getComputedStyle(e).fontSize) * a));
}"""


def at(page, step):
    page.wait_for_function("(step) => document.querySelector('.count').textContent.startsWith(`${step} /`)", arg=step)


def go(page, step):
    page.locator("input[type=range]").fill(str(step))
    at(page, step)


def ids(page, kind="boxes"):
    return page.locator(f".agl-stage .{kind} .node").evaluate_all("(all) => all.map((e) => e.dataset.id)")


def places(page, selector):
    """Left, top, right and bottom of each that is seen."""
    script = "(all) => all.map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"
    return [place for place in page.locator(selector).evaluate_all(script) if place[0] < place[2]]


def apart(a, b, across=0):
    """Whether one place does not lie on the other, but for two pixels up and down."""
    return a[2] <= b[0] + across or b[2] <= a[0] + across or a[3] <= b[1] + 2 or b[3] <= a[1] + 2


def view(page):
    return [float(n) for n in page.locator(".agl-stage > svg:not(.map)").get_attribute("viewBox").split()]


@each_case("width", [800, 1400])
@each_case("name", TRACES)
def test_all_of_it_is_in_view_and_can_be_read_when_it_opens(show, page, traces, name, width):
    page.set_viewport_size({"width": width, "height": 950})
    show(traces[name])
    inside = page.evaluate(INSIDE, BOXES)
    assert len(inside) > 1
    assert all(inside)
    assert page.evaluate(LETTERS) >= 9
    stage = page.locator(".agl-stage").bounding_box()
    assert stage["y"] + stage["height"] <= 950
    assert page.locator(".agl-stage .map").is_hidden()


def test_a_small_model_is_open_where_there_is_room_for_all_of_it(show, page, traces):
    """In a narrow window its boxes close, and say only what the frame around them does not."""
    page.set_viewport_size({"width": 800, "height": 950})
    show(traces["perceptron"])
    assert page.locator(".node.fold .title").all_text_contents() == [".2", ".0"]
    assert page.locator(".node.frame .title").all_text_contents() == ["− model"]
    assert group_named(page, "model.2").count() == 1  # for a screen reader, the whole name
    page.set_viewport_size({"width": 1400, "height": 950})
    page.wait_for_function("document.querySelectorAll('.node.frame').length === 3")
    assert page.locator(".node.frame .title").all_text_contents() == ["− model", "− .2", "− .0"]
    assert page.locator(".node.fold").count() == 0


@pytest.mark.nightly
def test_a_step_never_moves_the_picture_up(show, page, traces):
    page.set_viewport_size({"width": 800, "height": 950})
    show(traces["recurrent"])
    top = lambda: page.locator(".agl-stage").bounding_box()["y"]  # noqa: E731
    tops = [top()]
    for _ in range(8):
        page.locator("button.last").click()
        page.locator("button.back").click()
        tops.append(top())
        page.locator("button.first").click()
        tops.append(top())
    assert tops == sorted(tops)


def test_the_head_of_a_wide_arrow_is_wider_than_its_line(show, page, traces):
    show(traces["transformer"], start=len(traces["transformer"].steps))
    wide = page.locator(".arrows .edge.sent:has(.head.gradient)").evaluate_all(
        "(all) => all.map((e) => [parseFloat(getComputedStyle(e.querySelector('.line')).strokeWidth), "
        "parseFloat(getComputedStyle(e.querySelector('.head')).strokeWidth)])"
    )
    assert max(line for line, _ in wide) >= 4
    assert all(abs(head - 0.8 * line) < 0.01 for line, head in wide if head)


@pytest.mark.nightly
def test_of_a_crowd_of_messages_the_one_that_was_sent_just_now_is_shown(show, page):
    """Twelve calls of one layer send to its two leaves; the widths of their arrows say who has sent."""
    al.manual_seed(0)
    layer = al.nn.Linear(3, 6)
    with counting_apart(), al.record() as trace:
        al.stack([layer(al.ones(3) * call).sum() for call in range(12)]).sum().backward()
    show(trace)
    page.get_by_role("button", name="follow").click()  # else boxes open, and there is room
    crowded, seen = page.locator(".pill.gradient.crowded"), []
    assert crowded.count() > 2
    for _ in trace.steps:
        page.locator("button.forward").click()
        seen.append(page.locator(".pill.gradient.crowded:visible").count())
    assert seen[-1] == 0
    assert sum(seen) >= crowded.count() > 2 * max(seen)


@each_case("scheme", ["light", "dark"])
@each_case("name", ["transformer", "recurrent"])
def test_lines_are_seen_before_anything_has_happened(show, page, traces, name, scheme):
    """However small the picture is, an arrow is a line of more than one pixel that stands out from its ground."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 500, "height": 500})
    show(traces[name])
    lines = page.locator(".arrows .edge:not(.seed) > .line").evaluate_all(
        "(all) => all.map((e) => { const s = getComputedStyle(e); return [s.stroke, s.strokeWidth, s.vectorEffect]; })"
    )
    assert lines
    for stroke, width, effect in lines:
        assert (float(width.removesuffix("px")) >= 1.5, effect) == (True, "non-scaling-stroke")
        assert contrast(stroke, page.evaluate("getComputedStyle(document.body).backgroundColor"), scheme) >= 3.5


def contrast(one, other, scheme):
    """Of two CSS colours, as WCAG counts it; a page without a colour of its own is white or nearly black."""

    def light(colour):
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        if colour.endswith(", 0)"):
            parts = [1.0] * 3 if scheme == "light" else [0.07] * 3
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.nightly
@each_case("name", ["transformer", "recurrent", "residual", "chain"])
def test_who_is_at_work_is_in_view(show, page, traces, name):
    trace = traces[name]
    show(trace)
    steps = random.Random(name).sample(range(1, len(trace.steps)), 10)
    for step in steps:
        go(page, step)
        node = scene.focus(trace, trace.steps[step - 1].last + 1).node
        if node is not None:
            assert page.locator(".node.active").get_attribute("data-id") == node
            assert page.evaluate(INSIDE, ".node.active > .back") == [True]
    page.locator(".agl").press("Home")
    at(page, 0)
    assert all(page.evaluate(INSIDE, BOXES))


def test_a_chain_of_four_can_be_read_where_there_is_little_room(show, page, programs):
    page.set_viewport_size({"width": 800, "height": 950})
    show(programs.chain())
    assert all(page.evaluate(INSIDE, BOXES))
    heights = page.locator(".boxes .node .title.only-functions").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect().height)"
    )
    assert min(heights) > 9


# ----- groups ---------------------------------------------------------------------------------------------------------
def group_named(page, title, state="false"):
    return page.locator(f'.node[aria-expanded="{state}"][aria-label^="{title},"]')


def step_of(trace, name):
    """The number of the step in which the first node of this class works."""
    (visit, *_) = trace.find("NodeVisited", name=name)
    return trace.step_at(visit).number


def test_boxes_open_and_close(show, page, traces):
    show(traces["transformer"])
    group_named(page, "block.attention", "true").click()
    before = ids(page)
    group_named(page, "block.attention").click()
    assert group_named(page, "block.attention", "true").count() == 1
    assert group_named(page, "block.attention.q").count() == 1
    group_named(page, "block.attention.q").click()
    assert len(ids(page, "titles")) == 3
    assert page.locator('.node[aria-label*="block.attention.q.weight"]').count() == 1
    assert page.evaluate(INSIDE, '.node.frame[aria-label^="block.attention.q,"] > .back') == [True]
    group_named(page, "block.attention", "true").click()
    assert ids(page) == before


def test_below_a_long_answer_the_picture_of_a_page_ends_in_the_window(page, tmp_path):
    page.set_viewport_size({"width": 800, "height": 900})
    made = views.stepper(models.transformer(blocks=3), start=150)
    made.note = "\n".join(f"line {number} of a long answer" for number in range(12))
    page.set_content(Path(made.to_html(tmp_path / "run.html")).read_text())
    page.wait_for_selector(".agl .node.active")
    stage, active = (page.locator(name).bounding_box() for name in (".agl-stage", ".node.active > .back"))
    assert stage["height"] >= 360 and stage["y"] + stage["height"] <= 900
    assert active["y"] + active["height"] <= 900


@each_case("width", [800, 1400])
def test_steps_of_a_training_open_at_a_size_at_which_they_can_be_read(show, page, width):
    page.set_viewport_size({"width": width, "height": 950})
    show(models.training(layers=8))
    assert group_named(page, "parameters of model").count() == 1
    assert page.evaluate(LETTERS) >= 9


def test_while_a_shared_parameter_works_the_box_that_sent_to_it_stays_open(show, page):
    page.set_viewport_size({"width": 800, "height": 600})
    trace = models.training(layers=8)
    show(trace)
    first = lambda name: trace.step_at(trace.find("NodeVisited", name=name)[0]).number  # noqa: E731
    addmm, leaf = first("AddmmBackward0"), first("AccumulateGrad")
    assert leaf == addmm + 1
    go(page, addmm)
    shown, seen = ids(page), view(page)
    go(page, leaf)
    assert (ids(page), view(page)) == (shown, seen)
    assert page.locator(".node.active").get_attribute("aria-label").startswith("parameters of model, 16 leaves")


def test_a_line_of_code_with_inf_in_it_is_no_alarm(show, page):
    x, mask = al.randn(3, 3, requires_grad=True), al.ones(3, 3).tril() == 0

    def forward():
        h = x
        for _ in range(9):
            h = (h @ x).masked_fill(mask, float("-inf")).softmax(-1).relu()
        return h.sum()

    trace = models.recorded(forward, x=x)
    show(trace)
    assert page.locator(".node.fold text", has_text="masked_fill").count()
    assert page.locator(".node.fold .wrong").count() == 0


def test_of_a_long_name_of_a_parameter_the_end_is_shown(show, page):
    inner = al.nn.Module()
    inner.weight_of_the_projection = al.nn.Parameter(al.ones(3))
    outer = inner
    for name in ("attention", "self_attention_with_a_long_name", "layer", "encoder", "model"):
        outer, outer_before = al.nn.Module(), outer
        outer.add_module(name, outer_before)
    with al.record(names={"net": outer}) as trace:
        (inner.weight_of_the_projection * 2).sum().backward()
    show(trace)
    shown = page.locator(".node.leaf .title.only-functions").all_text_contents()
    assert shown == ["AccumulateGrad", "…attention.weight_of_the_projection"]


RECTS = """() => Object.fromEntries([...document.querySelectorAll(".agl-stage .node")].map((e) => {
  const { left, top, width, height } = e.querySelector(".back").getBoundingClientRect();
  return [e.dataset.id, [left, top, width, height, e.classList.contains("frame")]];
}))"""


@pytest.mark.nightly
@each_case("name", ["transformer", "recurrent", "residual"])
def test_a_box_that_opens_stays_under_the_pointer_and_the_others_in_their_order(show, page, traces, name):
    """No other box changes its size; where there is room for what was opened, most of them stay where they were."""
    page.set_viewport_size({"width": 1400, "height": 900})
    show(traces[name])
    folds = page.locator(".node.fold").evaluate_all("(all) => all.map((e) => e.dataset.id)")
    still = 0
    for group in folds:
        before = page.evaluate(RECTS)
        x, y = before[group][0] + 20, before[group][1] + 12
        page.mouse.click(x, y)
        after = page.evaluate(RECTS)
        frames = places(page, "rect.frame")
        assert any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in frames)
        others = [one for one in before if one in after and one != group and not before[one][4] and not after[one][4]]
        assert all(before[one][2:4] == pytest.approx(after[one][2:4], abs=0.5) for one in others)
        still += sum(before[one][:2] == pytest.approx(after[one][:2], abs=1) for one in others) > len(others) / 3
        for one, other in combinations(others, 2):
            for axis in (0, 1):
                end, start = before[one][axis] + before[one][axis + 2], before[other][axis]
                if end <= start and abs(before[one][1 - axis] - before[other][1 - axis]) < 5:  # in one row or column
                    assert after[one][axis] < after[other][axis]
        page.locator(f'.node.frame[data-id="{group}"]').click()
        assert {*page.evaluate(RECTS)} == {*before}
    assert still or name != "residual"


@pytest.mark.nightly
@each_case("name", ["transformer", "recurrent", "chain"])
def test_what_was_opened_can_be_read(show, page, traces, name):
    page.set_viewport_size({"width": 800, "height": 950})
    show(traces[name])
    box = page.locator(".node.fold").last
    group = box.get_attribute("data-id")
    box.click()
    frame = page.locator(f'.node.frame[data-id="{group}"]')
    assert page.evaluate(LETTERS) >= 8
    stage, title = page.locator(".agl-stage").bounding_box(), frame.locator(".title").bounding_box()
    assert stage["x"] <= title["x"] <= stage["x"] + stage["width"]
    assert stage["y"] <= title["y"] <= stage["y"] + stage["height"]
    page.locator(".agl").press("Home")


def test_boxes_open_and_close_by_keyboard(show, page, traces):
    show(traces["transformer"])
    group_named(page, "block.mlp").focus()
    label, expanded = (f"document.activeElement.getAttribute('aria-{name}')" for name in ("label", "expanded"))
    for key, name, state in (
        ("Enter", "block.mlp, Sequential", "true"), ("ArrowDown", "block.mlp.2, Linear", "false"),
        ("ArrowUp", "block.mlp, Sequential", "true"), ("Enter", "block.mlp, Sequential", "false"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(label).startswith(name) and page.evaluate(expanded) == state


def test_the_group_at_work_is_open_while_it_works_and_what_the_reader_opened_stays_open(show, page, traces):
    trace = traces["transformer"]
    show(trace)
    begin, boxes = ids(page, "titles"), ids(page)
    go(page, step_of(trace, "GeluBackward0"))
    assert group_named(page, "block.mlp", "true").count() == 1
    page.locator("button.last").click()
    assert ids(page, "titles") == begin
    assert "✓ all done" in group_named(page, "block.mlp").locator(".badge").text_content()
    page.locator("button.first").click()
    page.get_by_role("button", name="follow").click()  # no more: the closed box lights up
    go(page, step_of(trace, "GeluBackward0"))
    active = page.locator(".node.active")
    assert ids(page) == boxes and active.get_attribute("aria-label").startswith("block.mlp")
    assert " of 9 done" in active.locator(".badge").text_content()
    group_named(page, "block.mlp").click()
    page.get_by_role("button", name="follow").click()
    page.locator("button.last").click()
    assert group_named(page, "block.mlp", "true").count() == 1


# ----- zoom -----------------------------------------------------------------------------------------------------------
def test_zoom_and_pan(show, page, traces):
    show(traces["residual"])
    whole, svg = view(page), page.locator(".agl-stage > svg:not(.map)")
    press = lambda *keys: [page.locator(".agl").press(key) for key in keys]  # noqa: E731
    press("+")
    assert view(page)[2] < whole[2]
    assert page.locator(".agl-stage .map").is_visible()
    press("-", "0")
    assert view(page) == whole
    for _ in range(2):
        page.get_by_role("button", name="zoom in").click()
    assert view(page)[2] < whole[2] / 1.4
    page.get_by_role("button", name="fit").click()
    box = svg.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, 200)
    page.wait_for_timeout(100)
    assert view(page) == whole, "a plain wheel is the page's"
    page.evaluate("scrollTo(0, 0)")
    box = svg.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(
        "(width) => +document.querySelector('.agl-stage > svg').getAttribute('viewBox').split(' ')[2] < width",
        arg=whole[2],
    )
    press("0", *"+++++")
    start = view(page)
    press("Shift+ArrowDown")
    down = view(page)
    assert down[1] > start[1] and page.locator(".count").inner_text().startswith("0 /")
    page.mouse.move(box["x"] + 300, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 360, steps=5)
    page.mouse.up()
    assert view(page)[1] < down[1] and page.locator(".agl-panel").is_hidden()
    small, tops = page.locator(".agl-stage .map").bounding_box(), []
    for y in (small["y"] + 4, small["y"] + small["height"] - 4):
        page.mouse.click(small["x"] + small["width"] / 2, y)
        tops.append(view(page)[1])
    assert tops[1] > tops[0]


@pytest.mark.nightly
def test_titles_of_open_groups_stay_in_view_when_zoomed_in(show, page, traces):
    """Those of groups within each other below each other, on ground of their own."""
    page.set_viewport_size({"width": 1400, "height": 950})
    trace = traces["recurrent"]
    show(trace)
    visits = [i for i, event in enumerate(trace.events) if isinstance(event, ev.NodeVisited)]
    go(page, trace.step_at(visits[3]).number)
    page.get_by_role("button", name="fit").click()
    assert page.locator(".frame.pinned").count() == 0
    (rect,) = page.locator("rect.frame").last.evaluate_all(
        "(all) => all.map((e) => [e.x, e.y].map((v) => v.baseVal.value))"
    )
    for _ in range(9):
        page.get_by_role("button", name="zoom in").click()
    x, y, *_ = view(page)
    page.mouse.move(700, 500)
    page.mouse.down()
    scale = page.locator(".agl-stage > svg").first.evaluate("(svg) => svg.getScreenCTM().a")
    page.mouse.move(700 + scale * (x - rect[0] - 30), 500 + scale * (y - rect[1] - 60), steps=4)
    page.mouse.up()
    pinned = page.evaluate(INSIDE, ".titles .pinned > .back")
    assert len(pinned) > 1 and all(pinned)
    assert all(apart(*pair) for pair in combinations(places(page, ".frame.pinned > .back"), 2))


@pytest.mark.nightly
@each_case("width", [800, 1400])
def test_the_small_map_does_not_lie_on_who_is_at_work(show, page, traces, width):
    page.set_viewport_size({"width": width, "height": 950})
    trace = traces["transformer"]
    show(trace)
    for step in range(1, len(trace.steps), 3):
        go(page, step)
        active, small = page.locator(".node.active > .back"), page.locator(".agl-stage .map")
        if active.count() and small.is_visible():
            a, b = active.last.bounding_box(), small.bounding_box()
            apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"] or a["y"] + a["height"] <= b["y"]
            assert apart, step


SCALE = "document.querySelector('.agl-stage > svg').getScreenCTM().a"


def eleven_nodes(size=1.0):
    """README's own model: too few nodes to be folded or searched, and seven levels deep."""
    al.manual_seed(0)
    net, x = al.nn.Sequential(al.nn.Linear(4, 8), al.nn.ReLU(), al.nn.Linear(8, 1)), al.randn(6, 4) * size
    with counting_apart(), al.record() as trace:
        net(x).pow(2).mean().backward()
    return trace


def test_a_small_graph_goes_on_beside_where_there_is_room_and_a_card_beside_a_narrow_picture(show, page):
    trace = eleven_nodes()
    assert len(trace.nodes) < SEARCHED_FROM
    page.set_viewport_size({"width": 1400, "height": 950})
    show(trace)
    assert page.evaluate(LETTERS) >= 11
    assert all(page.evaluate(INSIDE, BOXES))
    page.set_viewport_size({"width": 775, "height": 950})
    show(eleven_nodes(1e-7), start=20)
    nodes, heights = page.locator(".node"), []
    for number in range(nodes.count()):
        nodes.nth(number).dispatch_event("click")
        heights += page.locator(".agl-panel .heat td").evaluate_all("(all) => all.map((e) => e.clientHeight)")
    assert heights and max(heights) < 24, "a number stands in one line"
    show(eleven_nodes())
    nodes.first.dispatch_event("click")
    card, stage = page.locator(".agl-panel").bounding_box(), page.locator(".agl-stage").bounding_box()
    assert card["y"] == stage["y"] and card["x"] >= stage["x"] + stage["width"]
    assert card["x"] + card["width"] <= 775


@pytest.mark.nightly
@each_case("width", [800, 1400])
@each_case("name", ["perceptron", "transformer", "residual"])
def test_the_card_of_a_node_leaves_the_picture_its_size(show, page, traces, name, width):
    page.set_viewport_size({"width": width, "height": 950})
    trace = traces[name]
    show(trace)
    go(page, len(trace.steps) // 2)
    before = page.evaluate(SCALE)
    page.locator(".node.active").click()
    page.locator(".agl-panel").wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate(SCALE) > 0.85 * before
    assert page.evaluate(INSIDE, ".node.active > .back") == [True]
    panel = page.locator(".agl-panel").bounding_box()
    assert panel["y"] >= 0 and panel["y"] + panel["height"] <= 951, "it is in sight"


# ----- what is written ------------------------------------------------------------------------------------------------
def overflowing(page):
    return page.evaluate("""() => [...document.querySelectorAll(".boxes .node")].flatMap((node) => {
      const back = [...node.querySelectorAll(":scope > .back")].at(-1).getBoundingClientRect();
      return [...node.querySelectorAll(":scope > text")].filter((text) => getComputedStyle(text).display !== "none")
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return box.width && (box.right > back.right + 1 || box.bottom > back.bottom + 2);
        }).map((text) => text.textContent);
    })""")


def wide_names():
    """Long numbers, wide letters, and a ``.grad`` that is just too long."""
    values, weight = al.tensor([[20.0, 20.0, 2.0, 2.0]], requires_grad=True), al.randn(4, 4, requires_grad=True)
    for _ in range(1000):
        weight * 1.0  # so that numbers have four digits
    return models.recorded(lambda: values.mm(weight).mm(weight).mul(al.ones(4)).sum(), values=values, w=weight)


@pytest.mark.nightly
@each_case("mode", ["functions", "values"])
@each_case("name", ["perceptron", "convolutions", "transformer", "recurrent", "wide"])
def test_nothing_is_written_over_the_edge_of_a_box(show, page, traces, name, mode):
    trace = wide_names() if name == "wide" else traces[name]
    show(trace, start=len(trace.steps))
    page.get_by_role("button", name=mode, exact=True).click()
    for _ in range(4):
        page.locator(".agl").press("+")
    assert overflowing(page) == []


@each_case("name", ["x", "points", None])
def test_a_short_array_is_shown_in_full(show, page, name):
    x = al.tensor([1.0, 10.0, 100.0], requires_grad=True, name=name)
    with al.record() as trace:
        y = x * 1.0
        y.sum().backward()
    show(trace)
    page.locator(".agl").press("End")
    shown = page.locator(".boxes .line.value .number").all_text_contents()
    assert shown.count("[1, 10, 100]") == 2
    assert "…" not in "".join(page.locator(".boxes .line").all_text_contents())


def test_names_slots_and_marks_of_hooks(show, page, traces, programs):
    show(traces["perceptron"])
    leaf = page.locator('.node[aria-label^="AccumulateGrad(model.0.weight)"]')
    assert leaf.locator(".title.only-functions").all_text_contents() == ["AccumulateGrad", "model.0.weight"]
    lines = leaf.locator("text").evaluate_all("(all) => all.map((e) => e.getBBox()).map(({ y }) => y)")
    assert len({round(y) for y in lines if y > 0}) >= 5, "the long name has a line of its own"
    show(programs.unbound())
    page.get_by_role("button", name="values").click()
    box = page.locator('.node[data-id="n1"]')
    assert box.locator(".name:visible").all_text_contents() == ["[0] p", "[1] q", "[2] r"]
    assert box.locator(".title:visible").all_text_contents() == ["p, q, r"]
    show(programs.hooked())
    for button, marks in (("first", []), ("last", ["hook: 3 → 30"]), ("first", [])):
        page.locator(f"button.{button}").click()
        assert page.locator(".mark:visible text").all_text_contents() == marks
        assert ("hook: 3 → 30" in box.get_attribute("aria-label")) == bool(marks)


def test_an_empty_recording_says_what_to_do(page):
    with al.record() as trace:
        pass
    page.set_content(views.static_html(views.stepper(trace)))
    page.wait_for_selector(".agl-sentence")
    assert page.locator(".agl-sentence").inner_text().startswith("Nothing was recorded: call backward() inside")


# ----- search ---------------------------------------------------------------------------------------------------------
def find(page, words):
    page.locator(".agl").press("/")
    page.keyboard.type(words)
    return page.locator(".found [role=option]")


def test_search(show, page, traces):
    trace = traces["transformer"]
    show(trace)
    box, weight = page.locator("input[type=search]"), "AccumulateGrad(block.attention.q.weight)"
    assert find(page, "attention.q weight").all_text_contents()[-1].startswith(weight)
    page.keyboard.press("Enter")
    assert page.locator(f'.node[aria-label^="{weight}"]').count() == 1
    assert group_named(page, "block.attention.q", "true").count() == 1
    assert page.locator(".agl-panel h4").inner_text() == weight
    box.fill("")
    assert any("GeluBackward0" in words for words in find(page, "gelu").all_text_contents())
    page.keyboard.press("Escape")
    assert page.locator(".found").is_hidden()
    page.keyboard.press("Home")  # the stepper has the keyboard again
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    box.fill("")
    assert all("[4]" in words for words in find(page, "norm2 [4]").all_text_contents())
    box.fill("no such thing")
    assert page.locator(".found").inner_text() == "nothing found"
    box.fill("")
    find(page, "np+-0 ")
    assert box.input_value() == "np+-0 ", "plain keys are letters here"
    at(page, 1)
    box.fill("")
    find(page, "norm1.weight .grad").first.click()
    (step,) = (s.number for s in trace.steps if s.sentence.startswith("AccumulateGrad(block.norm1.weight)"))
    at(page, step)
    assert page.evaluate(INSIDE, '.node[aria-label^="AccumulateGrad(block.norm1.weight)"] > .back') == [True]
    show(traces["chain"])  # its index and the part with the node come later
    find(page, "x: .grad").first.click()
    page.wait_for_selector('.node[aria-label^="AccumulateGrad(x)"]')
    at(page, len(traces["chain"].steps) - 1)


def test_what_is_not_in_the_graph_is_told(show, page):
    """An edge that leads nowhere has the name of its input, as any other; a search for what was cut off says so."""
    w, x = al.ones(2, requires_grad=True), al.ones(2, requires_grad=True)
    with al.record() as trace:
        y = x * w.detach()
        for _ in range(12):
            y = y.tanh()
        y.sum().backward()
    show(trace)
    (line,) = (step.line.number for step in trace.flow.steps if step.cut)
    find(page, "w")
    assert page.locator(".found .more").first.inner_text() == f"w: .grad None, not in the graph (detach, line {line})"
    page.keyboard.press("Escape")
    go(page, len(trace.steps) - 1)
    holes = page.locator(".arrows .edge.hole")
    assert holes.count() == 1
    assert page.locator(".ports text").all_text_contents().count("other: None") == 1


WAYS = """(all) => all.map((e) => [e.getAttribute("class"), e.getAttribute("d"), e.textContent,
  e.getAttribute("transform"), e.parentNode.getAttribute("transform")].join(" ")).sort()"""


@pytest.mark.nightly
@each_case("name", ["residual", "recurrent"])
def test_arrows_that_stay_while_boxes_open_and_close_run_as_if_drawn_anew(show, page, traces, name):
    trace, parts = traces[name], ".arrows path, .labels .pill, .ports text"
    page.set_viewport_size({"width": 1400, "height": 900})
    show(trace)
    page.evaluate("window.before = new Set(document.querySelectorAll('.arrows .edge'))")
    stop = len(trace.steps) // 2
    go(page, stop)
    kept = page.locator(".arrows .edge").evaluate_all("(all) => all.filter((e) => window.before.has(e)).length")
    page.set_viewport_size({"width": 900, "height": 900})  # where it may run another way
    page.wait_for_timeout(200)
    moved = page.locator(parts).evaluate_all(WAYS)
    show(trace, start=stop)
    at(page, stop)
    assert kept > 2
    assert page.locator(parts).evaluate_all(WAYS) == moved


def test_search_by_module_class_plain_shape_and_backward(show, page):
    net = al.nn.Sequential(*(al.nn.Linear(3, 3) for _ in range(6)), al.nn.Tanh(), al.nn.Linear(3, 1))
    with al.record() as trace:
        for _ in range(5):
            net(al.ones(16, 3)).sum().backward()
    show(trace)
    search, found = page.locator("input[type=search]"), page.locator(".found [role=option]")
    assert "(Linear)" in find(page, "linear").first.inner_text()
    for shape in ("16×1", "16x1", "(16, 1)", "(16,1)", "[16x1]"):
        search.fill(shape)
        assert found.count() and all("[16×1]" in words for words in found.all_text_contents()), shape
    search.fill("backward 5")
    assert found.first.inner_text() == "backward 5"
    assert all(re.search(r"(?<!\d)5(?!\d)", words) for words in found.all_text_contents())
    found.first.click()
    assert page.locator(".agl-sentence").inner_text().startswith("Backward pass 5 starts")


def test_a_graph_without_modules_is_not_folded_and_can_be_searched(show, page, programs):
    x = al.tensor(2.0, requires_grad=True)
    y = x
    for _ in range(SEARCHED_FROM):
        y = y * 3.0
    show(models.recorded(lambda: y, inside=False, x=x))
    assert page.locator(".node.fold, .node.frame, button.follow").count() == 0
    find(page, "(x)").last.click()
    assert page.locator(".agl-panel h4").inner_text() == "AccumulateGrad(x)"
    show(programs.chain())
    assert page.locator("input[type=search]").count() == 0  # all of it is seen at once


def wrong(number):
    """A net whose loss makes nan, inf or zeros of a gradient."""
    model = al.nn.Sequential(*[al.nn.Linear(3, 3) for _ in range(12)])
    x = al.ones(2, 3)
    scale = {"nan": float("nan"), "inf": float("inf"), "zero": 0.0}[number]
    return models.recorded(lambda: (model(x).exp() * scale).sum(), model=model)


@each_case("number", ["nan", "inf", "zero"])
def test_jump_to_the_first_nan_inf_or_zero(show, page, number):
    trace = wrong(number)
    show(trace)
    option = find(page, f"first {number}").first
    word = {"zero": "all 0"}.get(number, number)
    assert option.inner_text().startswith(f"first {word} gradient: MulBackward0")
    option.click()
    (visit,) = trace.find("NodeVisited", name="MulBackward0")
    at(page, trace.step_at(visit).number)
    assert page.locator(".node.active").get_attribute("aria-label").startswith("MulBackward0")


def test_the_note_goes_to_the_step_that_shows_what_is_wrong(show, page):
    """A dead ReLU: the button says the reasons, and opens the first step that shows one."""
    al.manual_seed(0)
    net = al.nn.Sequential(al.nn.Linear(3, 4), al.nn.ReLU(), al.nn.Linear(4, 1))
    with al.no_grad():
        net[0].bias.fill_(-100.0)
    with counting_apart(), al.record(names={"net": net}) as trace:
        net(al.randn(5, 3)).pow(2).mean().backward()
    answer = trace.why()
    assert answer.event is not None
    show(trace)
    page.get_by_role("button", name="why?").click()
    assert "because none of its inputs is above 0" in page.locator(".agl-note").inner_text()
    assert page.locator(".count").inner_text().startswith(f"{trace.step_at(answer.event).number} /")
