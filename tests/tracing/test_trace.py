"""`Trace`: states, names and questions, on traces written by hand."""

import math
import operator
import re
import subprocess
import sys

import numpy as np
import pytest
from handmade import double_triple, keep, leaf, mul, number, product_chain, random_traces, square_plus, turn
from hypothesis import given, settings

from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.recording.values import array_of, is_same, number_text, text_of
from autograd_lab.tracing.trace.events import (
    EVENTS,
    BackwardFinished,
    BackwardStarted,
    BufferAdded,
    DependenciesCounted,
    Edge,
    ErrorRaised,
    GradAccumulated,
    HookCalled,
    NodeInfo,
    NodeVisited,
    OpRecorded,
    Value,
    ValueSaved,
    Variable,
)
from autograd_lab.tracing.trace.replay import Replay
from autograd_lab.tracing.trace.trace import Trace


# ----- a recording that still runs ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "read",
    [
        *(len, list, Trace.text, Trace.grads, Trace.to_json, Trace.to_networkx),
        *map(operator.attrgetter, ("steps", "events", "nodes", "variables", "backwards")),
        *(operator.methodcaller(name, 0) for name in ("at", "step_at", "sentence", "__getitem__")),
        *(operator.methodcaller(name, "GradOut") for name in ("find", "label", "name")),
    ],
)
def test_a_running_recording_cannot_be_read(read):
    with pytest.raises(RuntimeError, match="The recording is still running"):
        read(Trace())


def test_a_trace_is_filled_once():
    trace = Trace()
    assert repr(trace) == "Trace(still recording)"
    assert trace == trace
    assert trace != Trace()
    trace._finish([], {})
    assert repr(trace) == "Trace(0 events, 0 nodes, 0 backwards)"
    assert (len(trace), trace.text(), trace.grads(), trace.at(0).event) == (0, "", {}, None)
    with pytest.raises(RuntimeError, match="complete already"):
        trace._finish([], {})


# ----- what was recorded -------------------------------------------------------------------------------------------
def test_a_trace_is_a_sequence_of_its_events():
    trace = product_chain()
    assert repr(trace) == str(trace) == "Trace(31 events, 5 nodes, 1 backward)"
    assert list(trace) == list(trace.events)
    assert trace[-1] == BackwardFinished(1)
    assert trace[3:5] == trace.events[3:5]


def test_nodes_come_newest_first_and_leaves_last():
    assert list(product_chain().nodes) == ["n2", "n1", "a1", "a2", "a3"]
    assert list(square_plus().nodes) == ["n4", "n3", "n2", "n1", "a1"]


def test_a_node_met_again_keeps_the_description_with_its_saved_values():
    full = mul(1, Edge("a1", 0), Edge("a1", 0), 3.0, 3.0)
    freed = NodeInfo("n1", full.name, 1, full.kind, full.edges, full.inputs, 1, (), full.rules, full.op)

    def start(count: int, info: NodeInfo) -> BackwardStarted:
        return BackwardStarted(count, (Edge("n1", 0),), (number(1.0),), (info, leaf(1)), (), False, False)

    assert Trace([start(1, full), start(2, freed)]).nodes["n1"] == full
    assert Trace([start(1, freed), start(2, full)]).nodes["n1"] == full


def test_saved_values_told_apart_from_their_node_are_put_together():
    bare = NodeInfo("n1", "ExpBackward0", 1, "op", (None,), ("self",), 1, (), ())
    trace = Trace([OpRecorded(bare, (number(1.0),)), ValueSaved("n1", keep("result", 1.0))])
    assert trace.nodes["n1"].saved == (keep("result", 1.0),)


def test_labels_and_names():
    trace = product_chain()
    assert [trace.label(node) for node in trace.nodes] == [
        "MulBackward0 #2", "MulBackward0 #1", "AccumulateGrad(d)", "AccumulateGrad(a)", "AccumulateGrad(b)",
    ]  # fmt: skip
    assert (trace.name("n2"), trace.name("a1"), trace.name("a1", 1), trace.name("zebra")) == ("e", "d", None, None)
    assert double_triple().name("n1", 1) == "c"
    with pytest.raises(KeyError, match="no node 'zebra'; it has n2, n1, a1, a2, a3"):
        trace.label("zebra")


def test_labels_of_leaves_without_a_name_or_with_the_same_one():
    events = square_plus(1).events
    assert Trace(events).label("a1") == "AccumulateGrad #1"
    assert Trace(events, {"a1": (Variable(None, number(3.0)),)}).label("a1") == "AccumulateGrad #1"
    node = mul(1, Edge("a1", 0), Edge("a2", 0), 1.0, 2.0)
    twins = BackwardStarted(1, (), (), (node, leaf(1), leaf(2)), (), False, False)
    named = Trace([twins], {"a1": (Variable("x", None),), "a2": (Variable("x", None),)})
    assert [named.label(node) for node in ("a1", "a2")] == ["AccumulateGrad(x) #1", "AccumulateGrad(x) #2"]


# ----- states ------------------------------------------------------------------------------------------------------
def test_the_state_before_anything_happened():
    state = product_chain().at(0)
    assert (state.step, state.event, state.backward, state.active_node, state.active_edge) == (0, None, 0, None, None)
    assert state.status == dict.fromkeys(["n2", "n1", "a1", "a2", "a3"], "waiting")
    assert state.grads == {"a1": None, "a2": None, "a3": None}
    assert state.heard["n2"] == (0, 0)
    assert state.buffers["n2", 0] is None
    assert state.messages == state.received == state.results == {}
    assert state.freed == frozenset()


def test_the_states_of_one_turn():
    trace = product_chain()
    counted, seeded, visited = trace.at(2), trace.at(3), trace.at(4)
    assert (counted.heard["n2"], counted.status["n2"]) == ((0, 1), "waiting")
    assert (seeded.heard["n2"], seeded.status["n2"], seeded.buffers["n2", 0]) == ((1, 1), "ready", number(1.0))
    assert (seeded.active_node, seeded.active_edge) == (None, None)
    assert (visited.status["n2"], visited.active_node, visited.backward) == ("running", "n2", 1)
    assert trace.at(5).received == {"n2": (number(1.0),)}
    assert trace.at(6).results == {"n2": (number(4.0), number(6.0))}
    assert trace.at(8).freed == {("n2", "self"), ("n2", "other")}
    assert [("n2", "self") in trace.at(k).freed for k in (6, 7, 8)] == [False, True, True]
    assert trace.at(8).freed & {("n2", "self"), "x"} == {("n2", "self")}
    sent = trace.at(9)
    assert (sent.messages, sent.active_edge) == ({("n2", 0): number(4.0)}, ("n2", 0))
    arrived = trace.at(10)
    assert (arrived.buffers["n1", 0], arrived.active_edge, arrived.status["n1"]) == (number(4.0), ("n2", 0), "ready")
    left = trace.at(13)
    assert (left.status["n2"], left.status["a1"], left.active_node) == ("done", "running", "a1")


def test_the_state_at_the_end():
    trace = product_chain()
    state = trace.at(len(trace))
    assert set(state.status.values()) == {"done"}
    assert (state.backward, state.active_node) == (0, None)
    assert state.grads == trace.grads() == {"a1": number(6.0), "a2": number(12.0), "a3": number(8.0)}
    assert len(state.messages) == 4
    assert len(state.freed) == 4


def test_buffers_start_anew_in_each_backward_and_grads_do_not():
    trace = square_plus(2)
    assert trace.backwards == [(1, 0, 22), (2, 23, 45)]
    between, begun, end = trace.at(23), trace.at(24), trace.at(46)
    assert (between.backward, between.buffers["a1", 0], between.grads["a1"]) == (0, number(7.0), number(7.0))
    assert (begun.backward, begun.buffers["a1", 0], begun.grads["a1"]) == (2, None, number(7.0))
    assert (end.buffers["a1", 0], end.grads["a1"]) == (number(7.0), number(14.0))
    assert begun.messages == begun.received == begun.results == {}
    assert begun.status == {"n4": "waiting", "n3": "waiting", "n2": "skipped", "n1": "skipped", "a1": "waiting"}
    assert between.status["n4"] == "skipped"
    assert end.freed == {(node, name) for node in ("n1", "n3") for name in ("self", "other")}


def test_a_grad_from_before_a_backward_is_there_from_the_start():
    trace = Trace(square_plus(2).events[23:])
    assert [trace.at(k).grads["a1"] for k in (0, 10, 23)] == [number(7.0), number(7.0), number(14.0)]
    events = list(square_plus(1).events)  # cleared between two backwards, it is None from the second on
    start = BackwardStarted(2, (Edge("a1", 0),), (number(1.0),), (leaf(1),), (("a1", None),), False, False)
    trace = Trace([*events, start])
    assert [trace.at(len(events) + k).grads["a1"] for k in (0, 1)] == [number(7.0), None]


def test_what_a_prehook_changes_is_what_the_rule_receives():
    events = double_triple().events[:6]
    hook = HookCalled("n1", "prehook", "double", (number(1.0), None), (number(2.0), number(3.0)))
    tensor_hook = HookCalled("n1", "tensor", "double", (number(1.0),), (number(2.0),))
    assert Trace([*events, hook]).at(7).received["n1"] == (number(2.0), number(3.0))
    assert Trace([*events, tensor_hook]).at(7).received["n1"] == (number(1.0), None)  # which slot is not told
    second = HookCalled("n1", "tensor", "double", (number(1.0),), (number(2.0),), 1)
    assert Trace([*events, second]).at(7).received["n1"] == (number(1.0), number(2.0))
    alone = HookCalled("n2", "tensor", "double", (number(1.0),), (number(2.0),))
    trace = Trace([*product_chain().events[:3], *turn("n2", 1.0), alone])
    assert [trace.at(k).received["n2"] for k in (5, 6)] == [(number(1.0),), (number(2.0),)]


def test_the_edge_of_a_message_is_known_though_its_sum_was_recorded_in_between():
    events = square_plus(1).events
    k = next(k for k, e in enumerate(events) if e.kind == "BufferAdded" and e.heard == 2)
    recorded = OpRecorded(mul(8, Edge("a1", 0), Edge("a1", 0), 1.0, 1.0), (number(4.0),))
    trace = Trace([*events[:k], recorded, *events[k:]])
    assert trace.at(k + 1).active_edge is None
    assert trace.at(k + 1).active_node == "n1"
    assert trace.at(k + 2).active_edge == ("n1", 0)


def test_a_hook_that_clears_the_grad_is_followed():
    events = product_chain().events[:15]
    hook = HookCalled("a1", "post_accumulate_grad", "forget", (number(6.0),), (None,))
    trace = Trace([*events, hook])
    assert trace.at(15).grads["a1"] == number(6.0)
    assert trace.grads()["a1"] is None


def test_nodes_that_wait_for_nothing_are_skipped():
    start, _, seed = product_chain().events[:3]
    trace = Trace([start, DependenciesCounted((("n2", 1), ("a1", 1))), seed, BackwardFinished(1)])
    assert trace.at(1).status["n1"] == "waiting"
    assert trace.at(2).status["n1"] == "skipped"
    assert trace.at(4).status == dict.fromkeys(["n2", "n1", "a1", "a2", "a3"], "skipped")


def test_an_error_leaves_everything_as_it_was():
    events = [*product_chain().events[:5], ErrorRaised("n2", "ValueError", "boom")]
    trace = Trace(events)
    state = trace.at(6)
    assert (state.active_node, state.backward) == ("n2", 0)
    assert (state.status["n2"], state.status["n1"]) == ("running", "waiting")
    assert trace.grads() == {"a1": None, "a2": None, "a3": None}
    assert trace.backwards == [(1, 0, 5)]
    later = Trace([*events, OpRecorded(leaf(8), ())])
    assert later.at(7).active_node == "a8"


def test_a_backward_inside_a_backward_has_its_own_slots():
    outer = product_chain().events
    text = re.sub('"[na]([0-9])"', r'"b\1"', Trace(square_plus(2).events[23:]).to_json())
    events = [*outer[:5], *Trace.from_json(text), *outer[5:]]
    trace = Trace(events)
    assert trace.backwards == [(1, 0, len(events) - 1), (2, 5, 27)]
    during, after = trace.at(20), trace.at(28)
    assert (during.backward, during.buffers["n2", 0]) == (2, None)
    assert (after.backward, after.buffers["n2", 0], after.active_node) == (1, number(1.0), "n2")
    assert after.grads["b1"] == number(14.0)
    assert trace.at(len(trace)).status["n1"] == "done"


def test_states_out_of_range_are_refused():
    trace = product_chain()
    for k in (-1, 32):
        with pytest.raises(IndexError, match="states 0 to 31"):
            trace.at(k)
    for k in (-1, 31):
        with pytest.raises(IndexError, match="31 events"):
            trace.sentence(k)
    assert trace.at(np.int64(3)).step == 3
    with pytest.raises(TypeError):
        trace.at(1.0)


def test_an_earlier_state_does_not_change_when_a_later_one_is_asked_for():
    trace = product_chain()
    early = trace.at(10)
    copy = {name: dict(getattr(early, name)) for name in ("buffers", "status", "heard", "messages", "received")}
    trace.at(31)
    assert copy == {name: dict(getattr(early, name)) for name in copy}
    with pytest.raises(TypeError):
        early.buffers["n1", 0] = None  # type: ignore[index]


@settings(max_examples=25, deadline=None)
@given(random_traces())
def test_states_agree_with_a_plain_replay(trace):
    """A slow second implementation: go through the events with ordinary dicts."""
    buffers, messages, results, grads, heard = {}, {}, {}, {}, {}
    for k, event in enumerate(trace.events):
        if isinstance(event, BackwardStarted):
            buffers, messages, results, heard = {}, {}, {}, {}
            grads.update(event.leaf_grads)
        elif isinstance(event, DependenciesCounted):
            heard = {node: (0, count) for node, count in event.counts}
        elif isinstance(event, BufferAdded):
            buffers[event.target.node, event.target.slot] = event.after
            heard[event.target.node] = (event.heard, event.expected)
        elif isinstance(event, GradAccumulated):
            grads[event.node] = event.after
        elif event.kind == "GradOut":
            messages[event.node, event.index] = event.value
        elif event.kind == "RuleApplied":
            results[event.node] = event.results
        state = trace.at(k + 1)
        for seen, expected in (
            ({key: state.buffers[key] for key in buffers}, buffers),
            (dict(state.messages), messages),
            (dict(state.results), results),
            ({key: state.grads[key] for key in grads}, grads),
        ):
            assert seen.keys() == expected.keys()
            assert is_same(tuple(seen.values()), tuple(expected[key] for key in seen))
        assert {node: state.heard[node] for node in heard} == heard
        assert {k for k, v in state.buffers.items() if v is not None} <= buffers.keys()
        assert set(state.status) == set(state.heard) == set(trace.nodes)


# ----- questions ---------------------------------------------------------------------------------------------------
def test_find():
    trace = product_chain()
    assert trace.find("NodeVisited") == [3, 12, 15, 24, 27]
    assert trace.find("GradOut", node="n1") == [20, 22]
    assert trace.find("BufferAdded", node="n1") == [9]
    assert trace.find("RuleApplied", name="MulBackward0") == [5, 17]
    assert trace.find("RuleApplied", name="ExpBackward0") == []
    assert trace.find("BackwardStarted", node="n2") == []
    with pytest.raises(ValueError, match=r"no event 'Gradout'; there are OpRecorded, .*ErrorRaised"):
        trace.find("Gradout")
    with pytest.raises(KeyError, match="no node 'n7'"):
        trace.find("GradOut", node="n7")


def test_equality():
    assert product_chain() == product_chain()
    assert product_chain() != square_plus()
    assert product_chain() != "Trace"
    assert Trace(product_chain().events, {}) != product_chain()
    nan = [OpRecorded(leaf(1), (number(float("nan")),))]
    assert Trace(nan) == Trace([OpRecorded(leaf(1), (number(float("nan")),))])
    assert Trace([OpRecorded(leaf(1), (number(0.0),))]) != Trace([OpRecorded(leaf(1), (number(-0.0),))])
    with pytest.raises(TypeError):
        hash(product_chain())


def test_to_networkx():
    graph = product_chain().to_networkx()
    assert list(graph.nodes) == ["n2", "n1", "a1", "a2", "a3"]
    assert graph.nodes["a1"] == {
        "label": "AccumulateGrad(d)", "name": "AccumulateGrad", "kind": "leaf", "number": 1, "variable": "d",
        "grad": number(6.0),
    }  # fmt: skip
    assert graph.nodes["n1"]["grad"] is None
    assert graph.edges["n2", "n1", 0] == {"index": 0, "slot": 0, "value": number(4.0), "text": "4"}
    assert graph.number_of_edges() == 4
    trace = product_chain()
    early = trace.to_networkx(step=trace.at(10))
    assert early.edges["n2", "n1", 0]["text"] == "4" and early.nodes["a1"]["grad"] is None
    assert (early.edges["n2", "a1", 1]["text"], early.edges["n2", "a1", 1]["value"]) == ("", None)


def test_to_networkx_shows_nodes_only_heard_of():
    trace = Trace([OpRecorded(mul(9, Edge("n4", 0), Edge("a2", 0), 1.0, 2.0), (number(2.0),))])
    graph = trace.to_networkx()
    assert [graph.nodes[node]["label"] for node in graph] == ["MulBackward0 #9", "AccumulateGrad #2", "node n4"]


def test_the_data_side_imports_no_picture_until_it_is_asked_to():
    later = {"networkx", "matplotlib", "autograd_lab.views"}
    code = f"import sys, autograd_lab as al; al.show; assert not {later} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# ----- numbers -----------------------------------------------------------------------------------------------------
def test_array_of_gives_the_exact_bits_back():
    array = np.array([[0.1, np.nan], [-0.0, np.inf]], dtype=np.float32)
    value = Value(array.shape, "float32", tuple(array.ravel().tolist()))
    assert array_of(value).dtype == np.float32
    assert array_of(value).tobytes() == array.tobytes()
    assert array_of(Value((), "int64", (2**63 - 1,))) == np.int64(2**63 - 1)
    assert array_of(Value((0, 3), "bool", ())).shape == (0, 3)
    with pytest.raises(ValueError, match="Only a summary of this tensor of shape"):
        array_of(Value((2000,), "float32", None, BIG))


BIG = Summary(0.0, 1.0, 0.5, 3.0, 1000, 0, 2, (100,))


@pytest.mark.parametrize(
    ("number_of_it", "text"),
    [
        (4.0, "4"), (-0.25, "-0.25"), (1 / 3, "0.333333"), (1234567.0, "1234567"), (1e20, "1e+20"), (1e-7, "1e-07"),
        (-0.0, "0"), (float("nan"), "nan"), (float("-inf"), "-inf"), (True, "True"), (2**70, str(2**70)),
    ],
)  # fmt: skip
def test_number_text(number_of_it, text):
    assert number_text(number_of_it) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (number(4.0), "4"),
        (Value((1,), "float32", (4.0,)), "[4]"),
        (Value((2, 2), "float32", (1.0, 2.0, 3.0, 4.5)), "[[1, 2], [3, 4.5]]"),
        (Value((2, 1, 2), "int64", (1, 2, 3, 4)), "[[[1, 2]], [[3, 4]]]"),
        (Value((13,), "float32", (0.0,) * 13), "a tensor of shape (13,) with nothing but zeros"),
        (Value((13,), "float32", (1.0,) * 9 + (0.0,) * 4), "a tensor of shape (13,) with norm 3 and 4 zeros"),
        (Value((13,), "float32", (math.nan,) * 13), "a tensor of shape (13,) with nothing but nan"),
        (
            Value((13,), "float32", (math.nan, math.inf, -math.inf, 0.0) + (2.0,) * 9),
            "a tensor of shape (13,) with norm 6, 1 nan, 2 inf and 1 zero",
        ),
        (Value((64, 10), "float32", None, BIG), "a tensor of shape (64, 10) with norm 3, 1,000 nan and 2 zeros"),
        (Value((0, 3), "float32", ()), "a tensor of shape (0, 3) with no elements"),
    ],
)
def test_text_of(value, text):
    assert text_of(value) == text


def test_only_visited_nodes_have_received_something():
    trace = Trace([*product_chain().events[:3], NodeVisited("n2")])
    assert dict(trace.at(4).received) == {"n2": (None,)}
    assert "n1" not in trace.at(4).received
    assert repr(trace.at(4).received) == "{'n2': (None,)}"
    assert repr(trace.at(4).freed) == "set()"
    assert repr(trace.at(0).grads) == "{'a1': None, 'a2': None, 'a3': None}"


def test_replay_has_a_handler_for_each_kind_of_event():
    assert set(Replay._HANDLERS) == set(EVENTS.values())
