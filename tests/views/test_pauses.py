"""Where a stepper waits for a guess: what it sends, and how its text form tells it."""

from types import SimpleNamespace

import pytest
from each_case import each_case

from autograd_lab import views
from autograd_lab.views import Pause


def stepper(trace, *pauses, **more):
    return views.stepper(trace, pauses=pauses, **more)


def test_the_browser_gets_plain_data(programs):
    code = SimpleNamespace(text="x = 1", language="python")
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    widget = stepper(trace, Pause("P2", rule + 9), Pause("P1", rule, ("You said `8`.",), ("No.", code), "wrong"))
    assert widget.pauses == [
        {
            "id": "P1",
            "event": rule,
            "before": [{"text": "You said `8`."}],
            "after": [{"text": "No."}, {"code": "x = 1", "language": "python"}],
            "tone": "wrong",
        },
        {"id": "P2", "event": rule + 9, "before": [], "after": [], "tone": "open"},
    ]


@each_case("details", [False, True])
def test_text_quotes_the_guess_before_the_step_and_settles_it_after(programs, details):
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    widget = stepper(trace, Pause("P1", rule, ("You said 8.",), ("It is no value.",), "wrong"), details=details)
    lines = [line.strip() for line in widget.text().splitlines()]
    place = lines.index("You said 8.")
    deciding = f"{rule + 1}. {trace.sentence(rule)}" if details else f"2. {trace.steps[1].sentence}"
    assert lines[place + 1 : place + 4] == [deciding, "✗ not what you predicted", "It is no value."]


def test_text_says_where_a_guess_is_missing_and_settles_nothing(programs):
    trace = programs.tree()
    words = stepper(trace, Pause("P1", trace.find("GradAccumulated")[0], after=("A secret.",))).text()
    assert words.endswith("You haven't answered P1 yet.")
    assert "secret" not in words
    assert "received" not in words, "nothing of backward is told while the question is open"


def test_the_browser_is_told_where_a_part_is_given_away(programs):
    [told] = stepper(programs.tree(), Pause("P1", 9, rows=(3, 9))).pauses
    assert (told["event"], told["rows"]) == (9, [3, 9])


def test_what_lies_behind_until_is_not_told(programs):
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    words = stepper(trace, Pause("P1", rule, ("You said 8.",), ("A secret.",)), until=trace.at(rule)).text()
    assert "secret" not in words
    assert "1 × 4" not in words


# ----- in a browser ---------------------------------------------------------------------------------------------------
NOTES = """window.notes = [];
for (const name of ["asks", "settled"])
  addEventListener(`autograd-lab-${name}`, ({ detail }) => window.notes.push([name, detail]));"""


@pytest.fixture
def show(page):
    """Put a stepper with pauses on an empty page, and write down what it announces."""

    def put(trace, *pauses, **more):
        page.set_content(f"<script>{NOTES}</script>" + views.static_html(views.stepper(trace, pauses=pauses, **more)))
        page.wait_for_selector(".agl .node")
        return page

    return put


def said(rule, tone="wrong"):
    return Pause("P1", rule, ("You said `8`.",), ("`8` is a value.",), tone)


def count(page):
    return page.locator(".count").inner_text()


def cards(page):
    return page.locator(".agl-pause").all_inner_texts()


def notes(page):
    return page.evaluate("window.notes")


def tell(page, **detail):
    page.evaluate("(detail) => dispatchEvent(new CustomEvent('autograd-lab-guess', { detail }))", detail)


GUESS = {"id": "P1", "before": [{"text": "You said 5."}], "after": [{"text": "Yes."}], "tone": "right"}


def test_a_guess_waits_before_its_step_and_is_settled_after_it(show, programs):
    trace = programs.tree()
    page = show(trace, said(0))
    assert cards(page) == ["You said 8.\n\nGo on"]
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the keyboard on load"
    show(trace, said(trace.find("RuleApplied")[0]))
    page.locator("button.forward").click()
    assert count(page) == "1 / 7"
    assert cards(page) == ["You said 8.\n\nGo on"]
    assert "is a value" not in page.locator(".agl-stepper").inner_text()
    assert notes(page) == [["asks", {"ids": ["P1"]}]]
    assert page.evaluate("document.activeElement.textContent") == "Go on"
    page.keyboard.press("Enter")
    assert count(page) == "2 / 7"
    assert cards(page) == ["You said 8.\n\n✗ not what you predicted\n\n8 is a value."]
    assert page.locator(".agl-pause code").all_inner_texts() == ["8", "8"]
    assert notes(page)[1:] == [["settled", {"id": "P1"}]]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "next"
    page.keyboard.press("ArrowRight")
    assert (count(page), cards(page)) == ("3 / 7", [])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert count(page) == "7 / 7"


def test_without_a_guess_it_waits_where_a_part_is_given_away(show, programs):
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    page = show(trace, Pause("P1", rule, rows=(0, rule)))
    assert (count(page), len(cards(page))) == ("0 / 7", 1)
    tell(page, **GUESS | {"tone": "wrong"}, row=0)
    assert len(cards(page)) == 1, "a guess that is wrong there waits there, too"
    tell(page, **GUESS, row=1)
    assert cards(page) == []
    page.locator("button.forward").click()
    assert cards(page) == ["You said 5.\n\nGo on"], "a guess waits for the whole answer"


def test_every_way_forward_stops_at_a_guess(show, programs):
    """Keys, the slider, buttons and play; and each key that goes on, goes on."""
    trace = programs.tree()
    guess = said(trace.find("RuleApplied")[0])
    page = show(trace, guess)
    stepper, slider = page.locator(".agl"), page.locator("input[type=range]")
    for jump in ("End", "n", "n"):
        stepper.press(jump)
        assert count(page) == "1 / 7"
    slider.fill("6")
    assert (count(page), slider.input_value()) == ("1 / 7", "1")
    page.locator("button.last").click()
    assert count(page) == "1 / 7"
    for press in ("Enter", "ArrowRight", " "):
        show(trace, guess)
        stepper.press("End")
        assert count(page) == "1 / 7"
        page.keyboard.press(press)
        assert count(page) == "2 / 7"
    show(trace, guess)
    stepper.focus()
    for _ in range(4):
        page.keyboard.down("ArrowRight")  # without `up`, each further one is a repetition
    assert count(page) == "1 / 7"
    page.keyboard.up("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert count(page) == "3 / 7", "the keyboard stays in the stepper"
    show(trace, guess)
    page.evaluate("document.querySelector('select').options[1].value = 5")
    page.locator("button.play").click()
    page.locator(".agl-pause .go").wait_for()
    assert (count(page), page.locator("button.play").get_attribute("aria-label")) == ("1 / 7", "play")
    page.locator("button.play").click()
    page.wait_for_function("document.querySelector('.count').textContent === '7 / 7'")


def test_with_details_it_waits_before_the_very_event(show, programs):
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    page = show(trace, said(rule), details=True)
    page.locator("button.last").click()
    assert count(page) == f"{rule} / 29"
    page.get_by_role("button", name="Go on").click()
    assert count(page) == f"{rule + 1} / 29"
    assert "not what you predicted" in cards(page)[0]


def test_two_guesses_at_one_step_are_settled_together(show, programs):
    trace = programs.tree()
    first, second = trace.find("GradOut")[:2]
    page = show(trace, Pause("P1", first, ("One.",), ("Uno.",), "right"), Pause("P2", second, ("Two.",), ("Due.",)))
    page.locator("button.last").click()
    assert cards(page) == ["One.", "Two.\n\nGo on"]
    page.keyboard.press("Enter")
    assert cards(page) == ["One.\n\n✓ as you predicted\n\nUno.", "Two.\n\nDue."]


def test_without_a_guess_only_the_step_is_shown(show, programs):
    trace = programs.tree()
    page = show(trace, Pause("L2.P1", trace.find("RuleApplied")[0]))
    page.locator("button.forward").click()
    assert cards(page) == ["You haven't answered L2.P1 yet.\n\nGo on anyway"]
    page.get_by_role("button", name="Go on anyway").click()
    assert (count(page), cards(page)) == ("2 / 7", [])
    assert notes(page)[1:] == []


@each_case("width", [390, 800, 1400])
def test_neither_sentences_nor_guesses_nor_verdicts_move_the_picture(show, programs, page, width):
    """They stand in room that was kept for the longest, or below; and what stands below comes into view."""
    page.set_viewport_size({"width": width, "height": 500})
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    show(trace, Pause("P1", rule, ("You said 8. " * 30,), ("It is no value. " * 30,), "wrong"))
    page.emulate_media(reduced_motion="reduce")
    top = "scrollY + document.querySelector('.agl-stage').getBoundingClientRect().top"
    look = f"[{top}, document.querySelector('.agl-sentence').textContent]"
    seen = [page.evaluate(look)]
    for _ in range(len(trace.steps) + 2):
        page.locator(".agl").press("ArrowRight")
        seen.append(page.evaluate(look))
        for card in page.locator(".agl-pause").all():
            box = card.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= 500.5
    assert len({sentence for _, sentence in seen}) == len(trace.steps) + 1
    assert len({top for top, _ in seen}) == 1


def test_a_form_tells_a_guess(show, programs):
    trace = programs.tree()
    page = show(trace, Pause("P1", trace.find("RuleApplied")[0]))
    page.locator("button.forward").click()
    tell(page, **GUESS)
    assert cards(page) == ["You said 5.\n\nGo on"]
    tell(page, **{**GUESS, "id": "P7"})
    page.get_by_role("button", name="Go on").click()
    assert cards(page) == ["You said 5.\n\n✓ as you predicted\n\nYes."]
    tell(page, **GUESS)
    assert notes(page)[1:] == [["settled", {"id": "P1"}]]
    page = show(trace, Pause("P1", trace.find("RuleApplied")[0]))
    for _ in range(2):
        page.locator("button.forward").click()
    tell(page, **GUESS)  # about a step that was seen: it is settled at once
    assert cards(page) == ["You said 5.\n\n✓ as you predicted\n\nYes."]
    assert notes(page)[1:] == [["settled", {"id": "P1"}]]


def test_a_link_goes_to_a_step_of_its_stepper(show, programs):
    trace = programs.tree()
    page = show(trace)
    name, rule = views.stepper(trace).name, trace.find("RuleApplied")[1]
    assert page.locator(".agl-stepper").get_attribute("data-agl") == name
    go = "(detail) => dispatchEvent(new CustomEvent('autograd-lab-step', { detail }))"
    page.evaluate(go, {"view": "another", "event": rule})
    assert count(page) == "0 / 7"
    page.evaluate(go, {"view": name, "event": rule})
    assert count(page) == "4 / 7"


def test_hostile_guesses_are_text(show, programs):
    trace = programs.tree()
    hostile = "<img src=x onerror=window.hacked=1></script>"
    page = show(trace, Pause("P1", 0, (hostile,), (f"`{hostile}`",), "close"))
    page.locator("button.forward").click()
    assert cards(page)[0].count(hostile) == 2
    assert page.locator(".agl-pause img").count() == 0
    assert page.evaluate("window.hacked") is None
