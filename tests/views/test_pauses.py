"""Where a stepper waits for a guess: what it sends, and how its text form tells it."""

from types import SimpleNamespace

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
    assert lines[place + 1 : place + 4] == [deciding, "✗ not as you said", "It is no value."]


def test_text_says_where_a_guess_is_missing_and_settles_nothing(programs):
    trace = programs.tree()
    words = stepper(trace, Pause("P1", trace.find("RuleApplied")[0], after=("A secret.",))).text()
    assert "You have not said yet what you expect (P1)." in words
    assert "secret" not in words


def test_what_lies_behind_until_is_not_told(programs):
    trace = programs.tree()
    rule = trace.find("RuleApplied")[0]
    words = stepper(trace, Pause("P1", rule, ("You said 8.",), ("A secret.",)), until=trace.at(rule)).text()
    assert "secret" not in words
    assert "1 × 4" not in words
