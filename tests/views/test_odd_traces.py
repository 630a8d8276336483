"""Traces that hold odd things: every view shows them, or the file is refused when it is read."""

import io
import json

import matplotlib.pyplot as plt
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing import is_recording
from autograd_lab.tracing.trace.trace import Trace, TraceFormatError


def look_at(trace, drawn=False):
    """Every view of a trace; ``drawn``: every sheet as a picture, too."""
    repr(views.stepper(trace))
    for draw in (views.draw_graph, views.draw_networkx):
        draw(trace).figure.savefig(io.BytesIO())
    plt.close("all")
    leaves = [node for node, info in trace.nodes.items() if info.kind == "leaf"]
    sheets = [views.lamps(trace), *(views.ledger(trace, leaf) for leaf in leaves)]
    for sheet in sheets:
        assert sheet.html() and sheet.text()
        assert not drawn or sheet.png()


def recorded(name="x"):
    x = al.tensor([2.0, 3.0], requires_grad=True, name=name)
    with al.record(names={}) as trace:
        (x * x + x).sum().backward()
    return trace


PLAIN = json.loads(recorded().to_json())


@each_case("kind", sorted({event["kind"] for event in PLAIN["events"]}))
def test_a_file_that_lacks_a_kind_of_event_is_refused_or_can_be_looked_at(kind):
    data = {**PLAIN, "events": [event for event in PLAIN["events"] if event["kind"] != kind]}
    try:
        trace = Trace.from_json(json.dumps(data))
    except TraceFormatError:
        return
    assert kind not in ("NodeVisited", "OpRecorded", "BackwardStarted")
    look_at(trace)


@each_case(
    "program",
    [
        lambda x: x // 2,
        lambda x: 2 // x,
        lambda x: (x // x) * 2,
    ],
)
def test_an_operation_without_a_rule_is_drawn_and_read_again(program):
    x = al.tensor([3.0, 4.0], requires_grad=True)
    with al.record() as trace:
        program(x)
    assert Trace.from_json(trace.to_json()) == trace
    look_at(trace)


@pytest.mark.nightly
@each_case("name", ["x" * 20_000, "a$$b", "$", "\\frac{", "\n"])
def test_any_name_is_drawn_and_no_name_makes_a_picture_huge(name):
    trace = recorded(name)
    look_at(trace, drawn=True)
    leaf = next(node for node, info in trace.nodes.items() if info.kind == "leaf")
    for sheet in (views.lamps(trace), views.ledger(trace, leaf)):
        assert plt.imread(io.BytesIO(sheet.png())).shape[1] < 8_000  # dots


def test_a_name_is_a_string():
    with pytest.raises(TypeError, match="argument 'name' must be str, not int"):
        al.tensor(1.0, name=3)


def test_one_record_is_entered_once():
    recording = al.record()
    with recording as trace, pytest.raises(RuntimeError, match="has begun already"):
        recording.__enter__()
    assert not is_recording() and not trace.events
    with pytest.raises(RuntimeError, match="has begun already"), recording:
        pass
    assert not is_recording()
