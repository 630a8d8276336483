"""The stepper in a real browser: the script that ships, stepped by hand."""

import re
import statistics

import pytest
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.scene import Sentences
from autograd_lab.views.picture.step_texts import StepTexts
from autograd_lab.views.stepper_parts import CHAPTER

pytestmark = pytest.mark.browser


@pytest.fixture
def show(page):
    """Put a view on an empty page and wait until it stands there."""

    def put(view):
        page.set_content(views.static_html(view))
        page.wait_for_selector(".agl .node")
        return page

    return put


def sentence(page):
    return page.locator(".agl-sentence").inner_text()


def shown(page, node, line):
    return page.locator(f'.node[data-id="{node}"] text.{line}').all_text_contents()


def count(page):
    return page.locator(".count").inner_text()


def texts(page, selector):
    return page.locator(selector).all_text_contents()


def test_first_picture_and_its_words(show, programs):
    page = show(views.stepper(programs.tree()))
    assert (page.locator(".node").count(), page.locator(".edge:not(.seed)").count()) == (5, 4)
    assert sentence(page) == "Forward has run and left these nodes and values. Backward has not begun."
    assert (count(page), shown(page, "n2", "value")) == ("0 / 7", ["v= 20"])
    assert page.locator(".agl-sentence").get_attribute("aria-live") == "polite"
    assert page.locator("svg[role=group]").get_attribute("aria-label") == "Backward graph: 2 functions, 3 leaves"
    names = "(all) => all.filter((b) => !b.getAttribute('aria-label') && !b.textContent)"
    assert page.locator("button").evaluate_all(names) == []
    page.locator("button.last").click()
    node = page.locator('.node[data-id="n1"]')
    assert node.get_attribute("aria-label") == "AddBackward0 #1, c = 5, gradient 4, done"
    buttons = page.locator(".agl-controls button:visible")
    assert buttons.all_text_contents() == ["", "", "next", "", "play", "details"]
    shapes = buttons.locator("path").evaluate_all("(all) => all.map((p) => p.getAttribute('d').endsWith('z'))")
    assert shapes == [False, False, False, False, True]  # forward and play differ by look, too


def test_at_an_end_the_buttons_that_lead_on_look_off_and_keep_the_focus(show, programs):
    page = show(views.stepper(programs.tree()))
    off = "[...document.querySelectorAll('button.over:not([hidden])')].map((one) => one.ariaLabel)"
    assert page.evaluate(off) == ["first", "back"]
    page.get_by_label("next", exact=True).focus()
    page.locator("button.last").click()
    assert page.evaluate(off) == ["next", "last"]
    page.get_by_label("next", exact=True).click()
    assert page.evaluate("document.activeElement.ariaLabel") == "next" and count(page) == "7 / 7"


@for_every_program
def test_buttons_step_through_the_trace(show, any_trace):
    step_through(show(views.stepper(any_trace)), [step.sentence for step in any_trace.steps])


@each_case("name", ["copied", "failing", "two_outputs"])
def test_with_details_they_step_through_its_events(show, programs, name):
    trace = getattr(programs, name)()
    step_through(show(views.stepper(trace, details=True)), [trace.sentence(k) for k in range(len(trace))])


def clicked(page, buttons, look="[document.querySelector('.agl-sentence').innerText]"):
    """Click these buttons one after the other, within the page; what the script sees after each, with the count."""
    return page.evaluate(
        f"""(buttons) => buttons.map((name) => {{
            document.querySelector(`button.${{name}}`).click();
            return [document.querySelector(".count").innerText, ...{look}];
        }})""",
        buttons,
    )


def step_through(page, sentences):
    """From the first to the last and back, by the buttons."""
    steps = [[f"{number} / {len(sentences)}", said] for number, said in enumerate(sentences, start=1)]
    assert clicked(page, ["forward"] * len(steps)) == steps
    assert clicked(page, ["back"] * (len(steps) - 1)) == steps[-2::-1]
    assert clicked(page, ["last", "first"], "[]") == [[steps[-1][0]], [f"0 / {len(sentences)}"]]


def test_a_step_lights_up_its_node_and_all_that_it_changed(show, programs):
    page = show(views.stepper(programs.tree()))
    clicked(page, ["forward"] * 2)
    assert page.locator(".node.active").get_attribute("data-id") == "n2"
    assert page.locator(".edge.active").evaluate_all("(all) => all.map((e) => e.dataset.id)") == ["n2/0", "n2/1"]
    assert texts(page, ".pill.fresh:visible text") == ["1 × 4 = 4", "1 × 5 = 5"]
    assert texts(page, "text.message.fresh") == ["∂= 1", "∂= 4", "∂= 5"]
    clicked(page, ["forward"])
    assert page.locator(".fresh").count() and page.locator(".edge.active").count() == 0


def test_the_switch_for_details_keeps_the_place(show, programs):
    trace = programs.tree()
    page = show(views.stepper(trace))
    clicked(page, ["forward"] * 2)
    switch, state = page.get_by_role("button", name="details"), trace.steps[1].last + 1
    assert switch.get_attribute("aria-pressed") == "false" and page.get_by_label("next node").is_hidden()
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    assert (count(page), sentence(page)) == (f"{state} / 29", trace.sentence(state - 1))
    page.get_by_label("next node").click()
    page.get_by_label("back", exact=True).click()
    switch.click()
    assert (count(page), sentence(page)) == ("2 / 7", trace.steps[1].sentence)


def test_until_hides_the_rest_and_inside_a_step_the_latest_event_speaks(show, programs):
    trace = programs.tree()
    (rule, *_) = trace.find("RuleApplied")
    page = show(views.stepper(trace, until=trace.at(rule)))
    clicked(page, ["last", "forward"])
    assert (count(page), sentence(page)) == ("2 / 2 (of 7)", trace.sentence(rule - 1))
    assert texts(page, ".pill:visible text") == ["∂= 1"]
    page = show(views.stepper(trace, until=trace.at(6), details=True))
    clicked(page, ["last", "forward"])
    assert count(page) == "6 / 6 (of 29)"


EVERYTHING = """[...document.querySelectorAll(".agl-stage svg *")].map((e) =>
    [e.textContent, e.getAttribute("class"), e.style.display, e.dataset.status].join("|"))"""


def test_back_undoes_forward_exactly(show, programs):
    trace = programs.reused(2)
    page = show(views.stepper(trace, details=True))
    there = clicked(page, ["forward"] * len(trace), EVERYTHING)
    assert there[0] != there[1]
    assert clicked(page, ["back"] * (len(trace) - 1), EVERYTHING) == there[-2::-1]


PICTURE = """() => Object.fromEntries([...document.querySelectorAll(".node")].map((node) => [node.dataset.id,
    [...node.querySelectorAll(".number"), node.querySelector(".badge text")].map((text) => text.textContent)]))"""


def expected_texts(plan, shown):
    for box in plan.boxes.values():
        pairs = ((box.value(slot, shown), shown.get(f"grad/{box.id}/{slot}", "")) for slot in range(box.slots))
        total = [shown.get(f"total/{box.id}", "")] if box.kind == "leaf" else []
        yield box.id, [*(part for pair in pairs for part in pair), *total, scene.badge(box.id, shown)]


def same_texts(page, trace):
    """Jump all over the trace, there and back: every text of the picture is that of the scene."""
    plan, texts, last = scene.build(trace).plan, StepTexts(trace), len(trace)
    for step in (last, 1, last // 2, last // 3, last - 1):
        page.locator("input[type=range]").fill(str(step))
        picture = page.evaluate(PICTURE)
        for node, words in expected_texts(plan, texts.at(step)):
            for seen, said in zip(picture[node], words, strict=True):
                assert seen.strip("▶✓✗ ") == said or (seen.endswith("…") and said.startswith(seen[:-1])), (step, node)


@for_every_program
def test_browser_shows_what_python_says(show, any_trace):
    same_texts(show(views.stepper(any_trace, details=True)), any_trace)


def test_a_leaf_that_is_trained_shows_what_it_holds_at_each_step(show):
    w = al.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        for _ in range(3):
            (w**2).backward()
            w.data -= 0.25 * w.grad
            w.grad = None
    page = show(views.stepper(trace, details=True))
    leaf, ends = next(iter(trace.grads())), [last + 1 for _, _, last in trace.backwards]
    for step, value in [(ends[2], "0.25"), (ends[0], "1"), (ends[0] + 1, "0.5"), (ends[1], "0.5"), (0, "1")]:
        page.locator("input[type=range]").fill(str(step))
        assert shown(page, leaf, "value") == [f"v= {value}"], step
        assert f"w = {value}" in page.locator(f'.node[data-id="{leaf}"]').get_attribute("aria-label")
    assert "v= 1" not in texts(page, ".pill.data"), "an arrow of a later step read another value"
    same_texts(page, trace)


@each_case("details", [False, True])
def test_keys(show, programs, details):
    trace = programs.tree()
    page = show(views.stepper(trace, details=details))
    page.locator(".agl").focus()
    steps = [("n", 2), ("n", 3), ("n", 4), ("p", 3), ("p", 2), ("p", 0)]
    if details:
        visits = [k + 1 for k in trace.find("NodeVisited")]
        steps = [*(("n", visit) for visit in visits), ("n", 29), ("p", visits[-1]), ("p", visits[-2])]
    last = 29 if details else 7
    arrows = [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)]
    for key, expected in (*arrows, *steps):
        page.keyboard.press(key)
        assert count(page) == f"{expected} / {last}", key


def test_plain_keys_reach_neither_the_notebook_nor_the_page(show, programs):
    page = show(views.stepper(programs.tree()))
    page.evaluate(
        """window.heard = []; window.left = [];
        document.addEventListener('keydown', (event) => window.heard.push(event.key));
        document.addEventListener('keydown',
          (event) => setTimeout(() => event.defaultPrevented || window.left.push(event.key)), true)"""
    )
    page.locator(".agl").focus()
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", "x"):
        page.keyboard.press(key)
    page.wait_for_timeout(50)
    assert page.evaluate("window.left") == ["x"], "the page scrolled, too"
    for key in (" ", "n", "p", "d", "d", "Enter"):
        page.keyboard.press(key)
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("button.forward").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("window.heard") == []
    page.keyboard.press("Control+s")
    page.keyboard.press("Shift+Enter")
    assert [key for key in page.evaluate("window.heard") if key != "Control"] == ["s", "Enter"]


def test_scrubber(show, programs):
    page = show(views.stepper(programs.tree()))
    slider = page.locator("input[type=range]")
    slider.fill("3")
    assert count(page) == "3 / 7"
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert count(page) == "4 / 7"
    assert slider.get_attribute("aria-valuetext").startswith("step 4 of 7: ")
    page.keyboard.press("Home")
    assert count(page) == "0 / 7"
    page.keyboard.press("Space")
    page.wait_for_selector("button.play[aria-label=pause]")


def test_play_pauses_runs_to_the_end_and_begins_again(show, programs):
    page = show(views.stepper(programs.tree()))
    play, is_at = page.locator("button.play"), "(text) => document.querySelector('.count').textContent === text"
    page.locator(".agl").focus()
    page.keyboard.press("Space")
    page.wait_for_selector("button.play[aria-label=pause]")
    page.keyboard.press("Space")
    assert play.get_attribute("aria-label") == "play"
    page.locator("select").select_option("fast")
    page.evaluate("document.querySelector('select').options[2].value = 5")
    page.locator(".agl").focus()
    page.keyboard.press("Space")
    page.wait_for_function(is_at, arg="7 / 7")
    page.wait_for_selector("button.play[aria-label=play]")
    page.evaluate("for (const option of document.querySelector('select').options) option.value = 100000")
    page.keyboard.press("Space")
    page.wait_for_function(is_at, arg="1 / 7")


def test_messages_appear_on_their_arrows_and_the_active_one_is_marked_by_more_than_colour(show, programs):
    trace = programs.tree()
    page = show(views.stepper(trace, details=True))
    (first, *_) = trace.find("GradOut")
    for step, pills in ((first, ["∂= 1"]), (first + 1, ["1 × 4 = 4", "∂= 1"])):
        page.locator("input[type=range]").fill(str(step))
        assert texts(page, ".pill:visible text") == pills
    assert page.locator(".edge.active").get_attribute("data-id") == "n2/0"
    assert page.locator(".node.active").get_attribute("data-id") == "n2"
    look = """(selector) => { const s = getComputedStyle(document.querySelector(selector));
        return [parseFloat(s.strokeWidth), s.strokeDasharray]; }"""
    for kind, part in ((".node", ".back"), (".edge", ".line")):
        width, dashes = page.evaluate(look, f"{kind}.active {part}")
        assert width > page.evaluate(look, f"{kind}:not(.active) {part}")[0] + 1
        assert dashes != "none"
    flow = "getComputedStyle(document.querySelector('.edge.active .line')).animationName"
    assert page.evaluate(flow) == "agl-flow"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(flow) == "none"


def test_badges_count_messages(show, programs):
    trace = programs.reused()
    page = show(views.stepper(trace, details=True))
    leaf = next(node for node, info in trace.nodes.items() if info.kind == "leaf")
    badge = f"""[document.querySelector('.node[data-id="{leaf}"] .badge text').textContent]"""
    told = [words for _, words in clicked(page, ["forward"] * len(trace), badge) if words]
    assert list(dict.fromkeys(told)) == ["received 0/3", "received 1/3", "received 2/3", "ready", "▶ running", "✓ done"]


def test_click_opens_the_node(show, programs):
    trace = programs.tree()
    page = show(views.stepper(trace, start=len(trace.steps)))
    page.locator('.node[data-id="n2"]').click()
    panel = page.locator(".agl-panel")
    for words in ("∂c (self) received 1 × slope 4 = 4 → AddBackward0 #1", "(AddBackward0 #1, 0)", "✗ freed"):
        assert words in panel.inner_text()
    page.locator("button.first").click()
    for words in ("grad * other = grad * 4", "● alive"):
        assert words in panel.inner_text()
    page.locator(".agl-panel .close").click()
    assert panel.is_hidden()


FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"


def test_everything_by_keyboard_alone(show, programs):
    page = show(views.stepper(programs.tree(), details=True))
    page.locator(".agl").focus()
    names = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('node')"):
            break
    first = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowDown")
    second = page.evaluate("document.activeElement.dataset.id")
    assert first != second
    page.keyboard.press("Enter")
    assert page.locator(".agl-panel h4").inner_text() == page.evaluate(FOCUSED).split(",")[0]
    page.keyboard.press("ArrowRight")
    assert count(page) == "1 / 29"
    page.keyboard.press("Escape")
    assert page.locator(".agl-panel").is_hidden()
    assert page.evaluate("document.activeElement.dataset.id") == second
    page.locator(".agl").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        names.add(page.evaluate(FOCUSED))
    buttons = {"first", "last", "back", "next", "next node", "previous node", "play", "step", "details"}
    assert buttons | {"values", "data"} <= names


def test_boxes_show_functions_or_values_and_arrows_gradients_or_data(show, programs):
    page = show(views.stepper(programs.tree()))
    titles = ".node[data-id=n1] .title:visible"
    for choice, title in (("functions", "AddBackward0 #1"), ("values", "c"), ("functions", "AddBackward0 #1")):
        page.get_by_role("button", name=choice).click()
        assert texts(page, titles) == [title]
    heads = lambda: [page.locator(f".head.{kind}:visible").count() for kind in ("gradient", "data")]  # noqa: E731
    assert heads() == [4, 0]
    page.locator("button.last").click()
    page.get_by_role("button", name="data").click()
    assert heads() == [0, 4]
    assert texts(page, ".pill:visible text") == ["v= 5", "v= 4", "v= 2", "v= 3"]
    assert "forward" in page.locator(".way").inner_text()


def test_markup_in_names_is_text(show, programs):
    trace = programs.hostile()
    page = show(views.stepper(trace, start=len(trace.steps)))
    for node in page.locator(".node").all():
        node.click()
        assert "onerror" in page.locator(".agl-panel").inner_text()
    for button in page.locator(".choice button").all():
        button.click()
    assert page.locator(".agl img, .agl b b, .agl script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_light_and_dark_by_the_system_and_jupyterlabs_theme_before_that(show, programs, page):
    show(views.stepper(programs.tree()))
    ground, ink = (f"getComputedStyle(document.querySelector('.agl')).{key}" for key in ("backgroundColor", "color"))
    for scheme, colour in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(17, 20, 24)")):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(ground) == colour
    for is_light, colour in (("true", "rgb(31, 35, 40)"), ("false", "rgb(230, 237, 243)")):
        page.evaluate(f"document.body.dataset.jpThemeLight = '{is_light}'")
        assert page.evaluate(ink) == colour
    page.evaluate("document.body.style.setProperty('--jp-ui-font-color0', 'rgb(1, 2, 3)')")
    assert page.evaluate(ink) == "rgb(1, 2, 3)"


def test_active_node_is_scrolled_into_view(show, programs):
    page = show(views.stepper(programs.deep()))
    page.locator(".agl").press("End")
    page.locator(".agl").press("p")
    assert page.evaluate("""() => { const a = document.querySelector(".node.active").getBoundingClientRect();
        const s = document.querySelector(".agl-stage").getBoundingClientRect();
        return a.left >= s.left && a.right <= s.right && a.top >= s.top && a.bottom <= s.bottom; }""")


STEP_TIMES = """async () => {
  const button = document.querySelector("button.forward"), times = [];
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    button.click();
    document.querySelector(".agl").getBoundingClientRect();
    document.querySelector(".agl-stage svg").getBBox();
    times.push(performance.now() - start);
    if (i % 20 === 0) await frame();
  }
  return times;
}"""


@pytest.mark.nightly
@each_case("kind", ["plain", "folded"])
def test_a_step_fits_into_a_frame(show, programs, kind):
    """From the click to a settled layout, on 200 nodes with the panel of one open; and over the edges of parts."""
    trace = programs.deep(50) if kind == "plain" else long_chain(1000)
    assert len(trace.nodes) >= 200
    page = show(views.stepper(trace))
    if kind == "plain":
        page.locator(".node").first.click()
    assert statistics.median(page.evaluate(STEP_TIMES)) < 16


# ----- large graphs ---------------------------------------------------------------------------------------------------
def long_chain(ops=320):
    x = h = al.tensor(1.0, requires_grad=True)
    for _ in range(ops // 2):
        h = h * 0.999 + 0.001
    with al.record(names={"x": x}) as trace:
        h.backward()
    return trace


WALK = """async (steps) => {
  const button = document.querySelector("button.forward"), told = [];
  const count = document.querySelector(".count"), soon = () => new Promise((done) => setTimeout(done, 0));
  for (let step = 1; step <= steps; step++) {
    button.click();
    while (!count.textContent.startsWith(`${step} /`)) await soon();
    const active = document.querySelector(".agl-stage .node.active");
    told.push([document.querySelector(".agl-sentence").textContent, active ? active.dataset.id : null]);
  }
  return told;
}"""


def test_a_folded_trace_steps_from_the_first_to_the_last_event(show):
    trace = long_chain()
    page = show(views.stepper(trace, details=True))
    assert page.locator(".node.fold").count() == 7
    label = page.locator(".node.fold").first.get_attribute("aria-label")
    assert re.fullmatch(r"Add, Mul, 47 nodes, #\d+ … #\d+, none has run", label)
    told = page.evaluate(WALK, len(trace))
    assert told == [[trace.sentence(step - 1), scene.focus(trace, step).node] for step in range(1, len(trace) + 1)]


def test_a_folded_trace_can_be_entered_anywhere(show):
    trace = long_chain()
    page = show(views.stepper(trace, start=trace.at(len(trace) // 2)))
    for key, step in (("End", len(trace.steps)), ("Home", 0)):
        page.locator(".agl").press(key)
        page.wait_for_function(
            "(text) => document.querySelector('.count').textContent === text", arg=f"{step} / {len(trace.steps)}"
        )
        assert sentence(page) == (trace.steps[-1].sentence if step else Sentences(trace).by_event(0))


def test_a_closed_group_does_not_hide_the_seed(show):
    """The part that holds the root's own texts has not come yet: what is drawn from the beginning has its text."""
    widget = views.stepper(long_chain())
    ((node, slot),) = widget.data["seeds"]
    assert f"seed/{node}/{slot}" in widget.data["parts"]["nodes/0"]["texts"]
    page = show(widget)
    page.locator(".edge.seed").wait_for(state="hidden")
    page.locator("button.last").click()
    page.locator(".edge.seed").wait_for(state="visible")


def test_back_over_the_edge_of_a_part_undoes_forward(show):
    page = show(views.stepper(long_chain(), details=True))
    go, seen = "([step]) => document.querySelector('.count').textContent.startsWith(`${step} /`)", []
    for step in range(CHAPTER - 4, CHAPTER + 4):
        page.locator("input[type=range]").fill(str(step))
        page.wait_for_function(go, arg=[step])
        seen.append(page.evaluate(EVERYTHING))
    for step, before in zip(range(CHAPTER + 2, CHAPTER - 5, -1), reversed(seen[:-1]), strict=True):
        page.locator("button.back").click()
        page.wait_for_function(go, arg=[step])
        assert page.evaluate(EVERYTHING) == before


def test_a_missing_part_is_said(show):
    """A saved notebook has the first parts only, and no kernel to ask for others."""
    widget = views.stepper(long_chain())
    widget.page_state = lambda: {key: getattr(widget, key) for key in widget.page_traits}
    page = show(widget)
    page.locator("button.last").click()
    page.locator(".agl-sentence", has_text="Run the cell again to go there.").wait_for()
    clicked(page, ["first", "forward"], "[]")
    assert count(page).startswith("1 / ")


# ----- looks ----------------------------------------------------------------------------------------------------------
@each_case("width", [640, 800, 1400])
def test_nothing_is_clipped_and_the_picture_stays_where_it_is(show, programs, page, width):
    page.set_viewport_size({"width": width, "height": 900})
    trace = programs.tree()
    show(views.stepper(trace))
    top = "[document.querySelector('.agl-stage').getBoundingClientRect().top]"
    assert len({place for _, place in clicked(page, ["forward"] * len(trace.steps), top)}) == 1
    wide = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className)"
    assert page.locator(".agl-controls").bounding_box()["height"] < 50, "the controls take two rows"
    assert page.locator("body, .agl, .agl-stage, .agl-controls, .agl-sentence").evaluate_all(wide) == []


def test_a_panel_shows_the_numbers_of_larger_arrays(show):
    x, large = al.arange(20.0, requires_grad=True), al.ones(11, 11, requires_grad=True)
    with al.record() as trace:
        (x * x).sum().backward()
        (large * large).sum().backward()
    page = show(views.stepper(trace, start=len(trace.steps)))
    page.locator('.node:has-text("AccumulateGrad(x)")').click()
    assert page.locator(".agl-panel .heat").first.locator("td").all_text_contents() == [str(2 * i) for i in range(20)]
    page.locator('.node:has-text("AccumulateGrad(large)")').click()
    numbers = page.locator(".agl-panel .numbers")
    assert numbers.first.inner_text().startswith("received [11×11] ‖22‖ float32, from 2 to 2")
    assert numbers.locator("svg").first.locator("rect").count() == 16


def test_keys_work_on_a_page_of_its_own_before_anything_was_clicked(page, programs, tmp_path):
    programs.tree().to_html(tmp_path / "tree.html")
    page.set_content((tmp_path / "tree.html").read_text(encoding="utf-8"))
    page.wait_for_selector(".agl .node")
    for key, number in (("ArrowRight", 1), ("End", 7)):
        page.keyboard.press(key)
        page.wait_for_function("(n) => document.querySelector('.count').textContent.startsWith(`${n} /`)", arg=number)


def test_marks_under_the_slider_say_where_backwards_and_steps_are(show):
    w = al.tensor([1.0, 2.0], requires_grad=True)
    optimizer = al.optim.SGD([w], lr=0.1)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            (w * w).sum().backward()
            optimizer.step()
    page = show(views.stepper(trace))
    marks = page.locator(".marks i").evaluate_all("(all) => all.map((mark) => mark.title)")
    assert marks == ["backward 1", "step of the optimizer", "backward 2"]
