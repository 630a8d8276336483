"""A trace as a file: the same trace back, and one clear sentence for everything that is no trace."""

import json
import math
import random

import numpy as np
import pytest
from handmade import chain, double_triple, keep, leaf, number, product_chain, random_traces, square_plus
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab.tracing.recording.values import array_of
from autograd_lab.tracing.trace.events import EVENTS, Edge, NodeInfo, OpRecorded, Value, Variable
from autograd_lab.tracing.trace.file_format import MOST_SLOTS
from autograd_lab.tracing.trace.trace import Trace, TraceFormatError

GOOD = product_chain().to_json()


def one_value(value: Value) -> Trace:
    return Trace([OpRecorded(leaf(1), (value,))])


# ----- there and back ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("trace", [product_chain(), square_plus(), double_triple(), chain(3), Trace((), {})])
def test_there_and_back(trace):
    back = Trace.from_json(trace.to_json())
    assert back == trace
    assert back.events == trace.events
    assert back.variables == trace.variables
    assert back.to_json() == trace.to_json()
    assert Trace.from_json(trace.to_json().encode()) == trace


@settings(max_examples=60, deadline=None)
@given(random_traces())
def test_there_and_back_for_any_trace(trace):
    text = trace.to_json()
    back = Trace.from_json(text)
    assert back == trace
    assert back.to_json() == text
    assert back.text() == trace.text()
    assert repr(back.events) == repr(trace.events)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**32 - 1), max_size=8))
def test_every_float32_survives_bit_for_bit(bits):
    array = np.array(bits, dtype=np.uint32).view(np.float32)
    array = np.where(np.isnan(array), np.float32(np.nan), array)  # one nan is as good as another
    value = Value(array.shape, "float32", tuple(array.tolist()))
    back = Trace.from_json(one_value(value).to_json()).events[0].values[0]
    assert array_of(back).tobytes() == array.tobytes()


def test_the_file_is_plain_readable_and_ascii():
    text = Trace(product_chain().events, {"a1": (Variable("∂\ud800", number(math.nan)),)}).to_json()
    assert text.isascii()
    data = json.loads(text)
    assert list(data) == ["format", "version", "events", "variables", "origins", "flow"]
    assert (data["format"], data["version"]) == ("autograd_lab.trace", 2)
    assert data["events"][4] == {
        "kind": "GradIn", "node": "n2", "slot": 0,
        "value": {"shape": [], "dtype": "float32", "items": [1.0], "summary": None},
    }  # fmt: skip
    assert data["variables"]["a1"][0]["value"]["items"] == ["nan"]
    assert text.count("\n") == len(product_chain()) + 13
    assert Trace.from_json(text).name("a1") == "∂\ud800"


def test_the_order_of_the_variables_does_not_matter():
    trace = product_chain()
    backwards = dict(reversed(trace.variables.items()))
    assert Trace(trace.events, backwards).to_json() == trace.to_json()


# ----- what is no trace --------------------------------------------------------------------------------------------
def refused(text) -> str:
    with pytest.raises(TraceFormatError) as caught:
        Trace.from_json(text)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 300
    return message


def broken(change) -> str:
    """The message for the product chain's file after ``change`` was made to its data."""
    data = json.loads(GOOD)
    change(data)
    return refused(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "This text is no JSON, or it is cut off: Expecting value: line 1 column 1 (char 0)."),
        (GOOD[:-20], "This text is no JSON, or it is cut off: "),
        ("[" * 100_000, "This text is no trace: its brackets are nested too deeply."),
        ('{"a":' * 100_000, "This text is no trace: its brackets are nested too deeply."),
        ("9" * 10_000, "This text is no JSON, or it is cut off: Exceeds the limit (4300 digits)"),
        ("NaN", 'This JSON is no recorded trace: it lacks "format": "autograd_lab.trace".'),
        ("[]", 'This JSON is no recorded trace: it lacks "format": "autograd_lab.trace".'),
        ('{"format": "autograd_lab.tracer"}', "This JSON is no recorded trace"),
        (b"\xff\xfe", "This text is no JSON, or it is cut off: Expecting value"),
        (b"\x80abc", "This text is no JSON, or it is cut off: 'utf-8' codec can't decode byte 0x80 in position 0"),
        ("\ufeff{}", "This text is no JSON, or it is cut off: Unexpected UTF-8 BOM"),
        (None, "A trace is read from text, but this is null."),
        ({}, "A trace is read from text, but this is an object."),
        (product_chain(), "A trace is read from text, but this is a Trace."),
    ],
)
def test_texts_that_are_no_trace(text, message):
    assert refused(text).startswith(message)


def test_a_text_that_is_too_long(monkeypatch):
    monkeypatch.setattr("autograd_lab.tracing.trace.file_format.LONGEST", 1000)
    assert refused(GOOD) == f"This text is too long for a trace: {len(GOOD)} characters, at most 1000."


@pytest.mark.parametrize("version", [1, 0, "1", None, True, 1.5])
def test_other_versions(version):
    message = broken(lambda data: data.update(version=version))
    assert message.startswith("This trace has version ")
    assert message.endswith("of the format; this autograd_lab reads version 2.")


NUMBER = {"shape": [], "dtype": "float64", "items": [1.0], "summary": None}


def put(*path_and_value):
    """A change: put the last argument at the place that the others lead to."""
    *path, last, value = path_and_value

    def change(data):
        for step in path:
            data = data[step]
        data[last] = value

    return change


VALUE = ("events", 4, "value")
MEASURES = {"smallest": 1.0, "largest": 1.0, "mean": 1.0, "norm": 1.0}
SUMMARY = {**MEASURES, "nans": 0, "infinities": 0, "zeros": 0, "histogram": [1]}
CALL = {"operation": "detach", "inputs": [0], "outputs": [], "line": None, "cut": "detach"}
ORIGIN = {"line": None, "modules": []}
ERROR = {"kind": "ErrorRaised", "node": "n9", "type": "ValueError", "message": "boom"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("events"), "'events' is missing."),
        (put("extra", 1), "'extra' does not belong here."),
        (put("events", {}), "At events, a list is expected, not an object."),
        (put("events", 0, None), "At events[0], an event is expected, not null."),
        (put("events", 3, "kind", "NodeVisit"), "At events[3], there is no event of kind 'NodeVisit'."),
        (put("events", 3, "kind", ["x"]), "At events[3], there is no event of kind a list."),
        (lambda data: data["events"][3].pop("node"), "At events[3], 'node' is missing."),
        (put("events", 3, "colour", "red"), "At events[3], 'colour' does not belong here."),
        (put("events", 3, "node", 7), "At events[3].node, text is expected, not the number 7."),
        (put(*VALUE, 1.0), "At events[4].value, an object (Value) is expected, not the number 1.0."),
        (put(*VALUE, "items", 0, "one"), "At events[4].value.items[0], a number is expected, not 'one'."),
        (put(*VALUE, "items", [0.1]), "At events[4].value.items[0], float32 cannot hold the number 0.1."),
        (put(*VALUE, "items", [1e300]), "At events[4].value.items[0], float32 cannot hold the number 1e+300."),
        (put(*VALUE, "items", [10**400]), "At events[4].value, these items are no float32 numbers."),
        (put(*VALUE, "items", [True]), "At events[4].value.items[0], float32 cannot hold true."),
        (put(*VALUE, "items", []), "At events[4].value, 0 items do not fit the shape."),
        (put(*VALUE, "shape", [3]), "At events[4].value, 1 items do not fit the shape."),
        (put(*VALUE, "shape", [2**62, 2**62]), "At events[4].value, 1 items do not fit the shape."),
        (put(*VALUE, "shape", [1] * 65), "At events[4].value, an array has at most 64 dimensions, not 65."),
        (put(*VALUE, "shape", [-1]), "a whole number from 0 is expected, not the number -1."),
        (put(*VALUE, "shape", [2**63]), "At events[4].value.shape[0], a whole number from 0 is expected"),
        (put(*VALUE, "shape", [1.0]), "At events[4].value.shape[0], a whole number from 0 is expected"),
        (put(*VALUE, "dtype", "float33"), "At events[4].value, there is no dtype 'float33'."),
        (put(*VALUE, "dtype", "O"), "At events[4].value, there is no dtype 'O'."),
        (put(*VALUE, "items", None), "At events[4].value, an array has either its items or a summary."),
        (put(*VALUE, "summary", SUMMARY), "At events[4].value, an array has either its items or a summary."),
        (put(*VALUE, "summary", SUMMARY | {"nans": -1}), "At events[4].value.summary.nans, a whole number from 0"),
        (put(*VALUE, "summary", [1, 1, 1]), "At events[4].value.summary, an object (Summary) is expected, not a list."),
        (put("flow", {"tensors": [], "steps": [CALL]}), "At flow.steps[0], there is no tensor 0."),
        (put("flow", "tensors", 0), "At flow.tensors, a list is expected, not the number 0."),
        (put("origins", {"n99": ORIGIN}), "At origins, there is no node 'n99'."),
        (put("origins", {"n2": ORIGIN | {"line": 3}}), "At origins.'n2'.line, an object (Line) is expected"),
        (put("events", 0, "retain_graph", 0), ".retain_graph, true or false is expected, not the number 0."),
        (put("events", 1, "counts", [["n2"]]), "At events[1].counts[0], a list of 2 is expected, not a list."),
        (put("events", 0, "nodes", 0, "kind", "tree"), "At events[0].nodes[0], there is no kind of node 'tree'."),
        (put("events", 0, "nodes", 0, "id", ""), "At events[0].nodes[0], a node needs an id."),
        (put("events", 0, "nodes", 0, "inputs", []), ".nodes[0], there are 2 edges, but names for 0 inputs."),
        (put("events", 0, "nodes", 2, "outputs", 2), "At events[0].nodes[2], a leaf has one slot and no edges."),
        (put("events", 0, "nodes", 0, "outputs", 10**12), f"all nodes together have more than {MOST_SLOTS} slots."),
        (put("events", 0, "seeds", []), "At events[0], there must be one seed for each root."),
        (put("events", 0, "roots", 0, "slot", 1), "At events[0], node 'n2' has no slot 1."),
        (put("events", 0, "nodes", 0, "edges", 0, "slot", 1), "At events[0], node 'n1' has no slot 1."),
        (put("events", 0, "nodes", 0, "edges", 0, "node", "n9"), "At events[0], there is no node 'n9'."),
        (put("events", 0, "leaf_grads", [["n1", None]]), "At events[0], node 'n1' is no leaf, so it has no .grad."),
        (put("events", 0, "leaf_values", [["n1", NUMBER]]), "At events[0], node 'n1' is no leaf, so it holds nothing."),
        (put("events", 0, "leaf_values", [["a1", None]]), "At events[0].leaf_values[0][1], an object (Value)"),
        (put("events", 1, "counts", [["n9", 1]]), "At events[1], there is no node 'n9'."),
        (put("events", 2, "target", "node", "n9"), "At events[2], there is no node 'n9'."),
        (put("events", 9, "source", "n9"), "At events[9], there is no node 'n9'."),
        (put("events", 3, "node", "n9"), "At events[3], there is no node 'n9'."),
        (put("events", 4, "slot", 1), "At events[4], node 'n2' has no slot 1."),
        (put("events", 8, "index", 2), "At events[8], node 'n2' has no edge 2."),
        (put("events", 8, "index", 1), "At events[8], edge 1 does not lead to this target."),
        (put("events", 5, "results", []), "At events[5], a rule of node 'n2' must receive 1 and give 2, not 1 and 0."),
        (put("events", 5, "received", []), "At events[5], a rule of node 'n2' must receive 1 and give 2, not 0 and 2."),
        (put("events", 4, "slot", True), "At events[4].slot, a whole number from 0 is expected, not true."),
        (put("events", 4, "slot", 10**40), "At events[4].slot, a whole number from 0 is expected, not a huge number."),
        (put("events", 3, "node", "n" * 500), f"At events[3], there is no node '{'n' * 30}...'."),
        (lambda data: data["events"].append(ERROR), "At events[31], there is no node 'n9'."),
        (lambda data: data["events"].insert(0, data["events"][3]), "At events[0], there is no node 'n2'."),
        (put("events", 14, "node", "n1"), "At events[14], node 'n1' is no leaf, so it has no .grad."),
        (put("variables", []), "At variables, an object is expected, not a list."),
        (put("variables", "n9", []), "At variables, there is no node 'n9'."),
        (put("variables", "n1", [1]), "At variables.'n1'[0], an object (Variable) is expected, not the number 1."),
    ],
)
def test_files_that_are_wrong_somewhere(change, message):
    assert message in broken(change)


def test_a_node_described_in_two_ways():
    data = json.loads(square_plus().to_json())
    first, second = data["events"][0], data["events"][23]
    second["nodes"][1] = {**first["nodes"][1], "outputs": 2}
    assert refused(json.dumps(data)) == "At events[23], node 'n1' was described differently before."


@pytest.mark.parametrize(
    "value",
    [
        Value((1,), "int64", (1.5,)), Value((1,), "int64", (math.nan,)), Value((1,), "int64", (math.inf,)),
        Value((1,), "uint8", (300,)), Value((1,), "uint8", (300.0,)), Value((1,), "bool", (math.nan,)),
        Value((1,), "bool", (1,)), Value((1,), "int8", (True,)), Value((1,), "float16", (1e6,)),
    ],
)  # fmt: skip
def test_numbers_that_their_dtype_cannot_hold(value):
    assert "At events[0].values[0]" in refused(one_value(value).to_json())


def test_a_number_too_big_for_a_float_is_refused():
    assert "a number is expected, not the number inf" in refused(GOOD.replace("[1.0]", "[1e999]", 1))


def test_a_forward_may_lead_to_nodes_that_no_event_described():
    node = NodeInfo("n2", "ExpBackward0", 2, "op", (Edge("n1", 0),), ("self",), 1, (keep("result", 1.0),), ())
    trace = Trace([OpRecorded(node, (number(1.0),))], {"n1": (Variable("x", None),)})
    assert Trace.from_json(trace.to_json()) == trace


def test_a_forward_edge_into_a_slot_that_does_not_exist():
    node = NodeInfo("n2", "ExpBackward0", 2, "op", (Edge("a1", 5),), ("self",), 1, (), ())
    trace = Trace([OpRecorded(node, (number(1.0),)), OpRecorded(leaf(1), ())])
    assert refused(trace.to_json()) == "At events, node 'a1' has no slot 5."


# ----- fuzzing -----------------------------------------------------------------------------------------------------
FILES = [GOOD, square_plus().to_json(), double_triple().to_json()]


def read_or_refuse(text) -> None:
    """Either a clear refusal, or a trace of which every question can be asked."""
    try:
        trace = Trace.from_json(text)
    except TraceFormatError as error:
        assert "\n" not in str(error)
        assert str(error).endswith(".")
        return
    trace.text()
    trace.text(details=True)
    trace.to_networkx()
    assert repr(trace).startswith("Trace(")
    for k in range(len(trace) + 1):
        state = trace.at(k)
        assert repr(state)
    assert Trace.from_json(trace.to_json()) == trace


@settings(deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_a_truncated_file_is_refused(text, data):
    cut = data.draw(st.integers(0, len(text) - 2))
    assert refused(text[:cut])


def places(data) -> list[tuple]:
    """(container, key) of everything in nested lists and dicts."""
    found, todo = [], [data]
    while todo:
        item = todo.pop()
        for key in item if isinstance(item, dict) else range(len(item)):
            found.append((item, key))
            if isinstance(item[key], dict | list):
                todo.append(item[key])
    return found


MEANINGFUL = [
    None, 0, 1, -1, 2, 2**40, 2**70, 0.5, 1e300, True, "", "n1", "n2", "a1", "a9", "nan", "leaf", "op", "int64", "bool",
    [], {}, [1], ["n1", 1], [[]], *EVENTS,
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.integers(1, 3))
def test_a_file_with_changed_places_is_read_or_refused(text, seed, times):
    data = json.loads(text)
    dice = random.Random(seed)
    for _ in range(times):
        container, key = dice.choice(places(data))
        action = dice.randrange(4)
        if action == 0:
            container[key] = dice.choice(MEANINGFUL)
        elif action == 1:
            del container[key]
        elif action == 2:
            other, name = dice.choice(places(data))
            container[key] = json.loads(json.dumps(other[name]))
        elif isinstance(container, list):
            container.insert(key, json.loads(json.dumps(dice.choice(container))))
    read_or_refuse(json.dumps(data))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FILES), st.lists(st.integers(0, 40), min_size=2, max_size=30))
def test_events_in_any_order_are_read_or_refused(text, order):
    data = json.loads(text)
    events = data["events"]
    data["events"] = [events[0], *(events[k % len(events)] for k in order)]
    read_or_refuse(json.dumps(data))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_a_file_with_changed_characters_is_read_or_refused(text, data):
    position = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.sampled_from('0123456789-+.eE"[]{},: \\nulltruefalse\x00é'))
    read_or_refuse(text[:position] + character + text[position + data.draw(st.integers(0, 1)) :])


# ----- what is left out --------------------------------------------------------------------------------------------
def two_backwards_and_a_nested_one():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    z = al.tensor(3.0, requires_grad=True)

    @al.enable_grad()
    def backward_within(grad):
        (z * z).backward()

    with al.record() as trace:
        y = (x * x).sum()
        y.register_hook(backward_within)
        y.backward(retain_graph=True)
        y.backward()
    return trace


def without(trace, k):
    """The file's text without event ``k``."""
    data = json.loads(trace.to_json())
    del data["events"][k]
    return json.dumps(data)


def test_a_trace_without_one_visit_is_refused():
    trace = two_backwards_and_a_nested_one()
    visits = trace.find("NodeVisited")
    assert len(visits) == 2 * 3 + 2 * 2
    for k in visits:
        assert "has not been visited yet in this backward." in refused(without(trace, k))


@pytest.mark.nightly
def test_a_trace_without_one_event_is_refused_or_can_be_asked_everything():
    trace = two_backwards_and_a_nested_one()
    for k in range(len(trace)):
        try:
            cut = Trace.from_json(without(trace, k))
        except TraceFormatError:
            continue
        assert cut.text()
        assert cut.text(details=True)
        for node in cut.nodes:
            assert cut.why(node).text.endswith(".")
        assert trace.diff(cut)
        assert [cut.at(moment).grads for moment in range(len(cut) + 1)][-1] == cut.grads()
