"""The stepper's Python side: what it sends, what it says without a browser."""

import base64
import json

import pytest
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views


@for_every_program
def test_sentences_are_the_traces_own(any_trace):
    data = views.stepper(any_trace).data["parts"]["tale/0"]
    assert data["sentences"][1:] == [any_trace.sentence(k) for k in range(len(any_trace))]


def test_stepping_sends_one_small_message(programs, monkeypatch):
    widget = views.stepper(programs.tree())
    assert widget.model_id  # the browser knows it
    sent = []
    monkeypatch.setattr(widget, "send_state", lambda key=None: sent.append(key))
    widget.step = 7
    assert sent == ["step"]


def test_step_from_the_front_end(programs):
    widget = views.stepper(programs.tree())
    widget.set_state({"step": 5})
    assert widget.step == 5
    widget.set_state({"step": 999})
    assert widget.step == len(widget.trace)
    widget.set_state({"step": -5})
    assert widget.step == 0


def test_start_and_until(programs):
    widget = views.stepper(programs.tree(), start=4, until=2)
    assert widget.step == widget.until == widget.trace.steps[1].last + 1
    with pytest.raises(ValueError, match="it has steps 0 to 7"):
        views.stepper(programs.tree(), until=8)


def test_text_is_the_scene_at_its_step_and_the_story(programs):
    trace = programs.tree()
    widget = views.stepper(trace, start=trace.at(9))
    lines = widget.text().splitlines()
    assert lines[:2] == ["Stepper: Backward graph: 2 functions, 3 leaves", f"step 2 of 7: {trace.sentence(8)}"]
    assert lines[-7:] == trace.text().replace("\n", "\n  ").join(["  ", ""]).splitlines()
    assert views.stepper(trace, details=True).text().endswith(f" 29. {trace.sentence(28)}")
    assert repr(widget) == widget.text()
    assert "0x" not in repr(widget)


def test_a_still_of_the_start_shows_how_it_ends(programs):
    """On a page where nothing can be stepped, an empty stage would tell nothing."""
    trace = programs.tree()
    assert "step 7 of 7" in views.stepper(trace).text()
    assert views.stepper(trace, until=2).text().endswith(f"  2. {trace.steps[1].sentence}")
    assert views.stepper(trace).png() == views.stepper(trace, start=7).png()


def test_text_of_a_long_trace_lists_no_events(programs):
    trace = programs.deep(30)
    assert f"\n{len(trace)}. " not in views.stepper(trace).text()


@for_every_program
def test_bundle_is_html_that_runs_by_itself_picture_and_text(any_trace):
    widget = views.stepper(any_trace, start=3)
    data, _ = widget._repr_mimebundle_()
    assert set(data) == {"text/html", "image/png", "text/plain"}
    assert data["image/png"] in data["text/html"]
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == widget.text()


def test_what_is_sent_grows_only_with_the_trace(programs):
    trace = programs.deep(60)
    size = len(json.dumps(views.stepper(trace).data))
    assert size / len(trace) < 1000, f"{size / len(trace):.0f} bytes an event"


def test_page_needs_nothing_else(programs):
    widget = views.stepper(programs.tree())
    page = views.static_html(widget)
    assert page == views.static_html(widget)
    assert widget._repr_mimebundle_() and widget.comm is None, "nothing is left in the browser's state"
    code = page.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in code
    assert 'id="autograd-lab-view"' in page
    assert 'id="second"' in views.static_html(views.stepper(programs.tree()), "second")
    hostile = views.static_html(views.stepper(programs.hostile()))
    assert hostile.count("</script>") == 1 and "<img" not in hostile


def test_a_stepper_stands_where_an_answer_is_to_be_seen():
    w = al.zeros(2, requires_grad=True)
    with al.record() as trace:
        w.sqrt().sum().backward()
    answer = trace.why("w")
    stepper = views.stepper(trace, start=answer)
    assert stepper.step == answer.event + 1
    assert stepper.note == answer.text
    assert answer.text in stepper.text()
    assert views.why(trace, w).text() == views.why(trace, "w").text() == stepper.text()


def test_an_answer_that_no_event_shows_stands_above_the_beginning():
    w = al.ones(2, requires_grad=True)
    with al.record() as trace:
        (w.detach() * w.detach()).sum()
    assert trace.why("w").event is None
    assert (views.why(trace, "w").step, views.why(trace, "w").note) == (0, trace.why("w").text)
    with pytest.raises(KeyError, match="knows no tensor 'v'"):
        views.why(trace, "v")
    with pytest.raises(TypeError, match="needs a trace"):
        views.why(3, "w")


@pytest.mark.browser
def test_the_answer_stands_above_the_stepper(page):
    w = al.zeros(2, requires_grad=True)
    with al.record() as trace:
        w.sqrt().sum().backward()
    page.set_content(views.static_html(views.why(trace, "w")))
    assert page.locator(".agl-note").inner_text().replace("\n", " ") == trace.why("w").text.replace("`", "").replace(
        "\n", " "
    )
