"""Every event in one plain sentence: the right names, the right numbers, one line."""

import numpy as np
import pytest
from handmade import chain, double_triple, leaf, mul, number, product_chain, random_traces, square_plus, turn
from hypothesis import given, settings

from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.recording.values import value_of
from autograd_lab.tracing.telling.event_sentences import SENTENCES
from autograd_lab.tracing.trace.events import (
    EVENTS,
    BackwardFinished,
    BackwardStarted,
    BufferAdded,
    DependenciesCounted,
    Edge,
    EdgeSkipped,
    ErrorRaised,
    Event,
    GradIn,
    GradOut,
    GradReduced,
    HookCalled,
    NodeInfo,
    NodeVisited,
    OpRecorded,
    RuleApplied,
    SavedInfo,
    Value,
    ValueSaved,
    Variable,
)
from autograd_lab.tracing.trace.trace import Trace


def row(*numbers: float) -> Value:
    return Value((len(numbers),), "float32", numbers)


BIG = Value((64, 10), "float32", None, Summary(-1.0, 1.0, 0.0, 5.0, 0, 0, 0, (100,)))


def said(*events: Event, names: dict | None = None) -> str:
    """The sentence of the last event, after the beginning of the product chain."""
    start = product_chain()
    trace = Trace([*start.events[:3], *events], start.variables if names is None else names)
    return trace.sentence(len(trace) - 1)


def test_every_event_has_its_sentence():
    assert set(SENTENCES) == set(EVENTS.values())


def test_the_story_of_a_product():
    assert product_chain().text(details=True) == (
        """\
 1. Backward pass 1 starts from e, at MulBackward0 #2, with the seed 1; 5 nodes can be reached.
 2. The engine counts messages: MulBackward0 #2 waits for 1, MulBackward0 #1 for 1, AccumulateGrad(d) for 1, \
AccumulateGrad(a) for 1 and AccumulateGrad(b) for 1.
 3. The seed, 1, goes into the slot of MulBackward0 #2 (1 of 1 message).
 4. MulBackward0 #2 has received the only message it waits for, 1, and runs once.
 5. MulBackward0 #2 receives 1, the gradient for e.
 6. MulBackward0 #2 received 1; it had kept c = 6 and d = 4. It sends 1 × 4 = 4 to MulBackward0 #1 (for c) and \
1 × 6 = 6 to AccumulateGrad(d).
 7. MulBackward0 #2 frees c, since the graph is not retained.
 8. MulBackward0 #2 frees d, since the graph is not retained.
 9. MulBackward0 #2 sends 4 along edge 0 (c) to MulBackward0 #1.
10. The message from MulBackward0 #2, 4, goes into the slot of MulBackward0 #1 (1 of 1 message).
11. MulBackward0 #2 sends 6 along edge 1 (d) to AccumulateGrad(d).
12. The message from MulBackward0 #2, 6, goes into the slot of AccumulateGrad(d) (1 of 1 message).
13. AccumulateGrad(d) has received the only message it waits for, 6, and runs once.
14. AccumulateGrad(d) receives 6.
15. d.grad goes from None to 6.
16. MulBackward0 #1 has received the only message it waits for, 4, and runs once.
17. MulBackward0 #1 receives 4, the gradient for c.
18. MulBackward0 #1 received 4; it had kept a = 2 and b = 3. It sends 4 × 3 = 12 to AccumulateGrad(a) and \
4 × 2 = 8 to AccumulateGrad(b).
19. MulBackward0 #1 frees a, since the graph is not retained.
20. MulBackward0 #1 frees b, since the graph is not retained.
21. MulBackward0 #1 sends 12 along edge 0 (a) to AccumulateGrad(a).
22. The message from MulBackward0 #1, 12, goes into the slot of AccumulateGrad(a) (1 of 1 message).
23. MulBackward0 #1 sends 8 along edge 1 (b) to AccumulateGrad(b).
24. The message from MulBackward0 #1, 8, goes into the slot of AccumulateGrad(b) (1 of 1 message).
25. AccumulateGrad(a) has received the only message it waits for, 12, and runs once.
26. AccumulateGrad(a) receives 12.
27. a.grad goes from None to 12.
28. AccumulateGrad(b) has received the only message it waits for, 8, and runs once.
29. AccumulateGrad(b) receives 8.
30. b.grad goes from None to 8.
31. Backward pass 1 is over: d.grad is 6, a.grad is 12 and b.grad is 8."""
    )


def test_the_two_additions_read_differently():
    trace = square_plus(2)
    added = [trace.sentence(k) for k in trace.find("BufferAdded", node="a1")[:3]]
    assert added == [
        "The message from AddBackward0 #2, 1, goes into the slot of AccumulateGrad(x) (1 of 3 messages).",
        "The message from MulBackward0 #1, 3, is added in the slot of AccumulateGrad(x): 1 + 3 = 4 (2 of 3 messages).",
        "The message from MulBackward0 #1, 3, is added in the slot of AccumulateGrad(x): 4 + 3 = 7 (3 of 3 messages).",
    ]
    assert trace.sentence(19) == "AccumulateGrad(x) has received all 3 messages it waits for and runs once with 7."
    assert [trace.sentence(k) for k in trace.find("GradAccumulated")] == [
        "x.grad goes from None to 7.",
        "x.grad: 7 + 7 = 14, since 7 is added to what was there.",
    ]


def test_slots_of_a_function_with_two_outputs():
    trace = double_triple()
    assert [trace.sentence(k) for k in (0, 2, 3, 4, 5, 6, 7)] == [
        "Backward pass 1 starts from b, at slot 0 of DoubleTripleBackward #1, with the seed 1; 2 nodes can be reached.",
        "The seed, 1, goes into slot 0 of DoubleTripleBackward #1 (1 of 1 message).",
        "DoubleTripleBackward #1 has received the only message it waits for and runs once with (1, None).",
        "Slot 0 of DoubleTripleBackward #1 holds 1, the gradient for b.",
        "Slot 1 of DoubleTripleBackward #1 received nothing: None.",
        "Slot 1 of DoubleTripleBackward #1 is empty, and a custom Function receives zeros by default, so it gets 0.",
        "DoubleTripleBackward #1 received (1, 0). It sends 2 to AccumulateGrad(a).",
    ]


def test_a_function_that_fills_in_zeros_itself_received_them():
    trace = double_triple()
    events = [*trace.events[:7], RuleApplied("n1", (number(1.0), None), (number(2.0),))]
    assert Trace(events).sentence(7).startswith("DoubleTripleBackward #1 received (1, 0).")


# ----- forward -----------------------------------------------------------------------------------------------------
def test_an_operation_and_what_it_saves():
    info = mul(1, Edge("a1", 0), Edge("n7", 0), 2.0, 3.0)
    names = {"n1": (Variable("c", None),), "a1": (Variable("a", None),)}
    saved = [ValueSaved("n1", kept) for kept in (info.saved[0], SavedInfo("alpha", None, "1", False))]
    trace = Trace([OpRecorded(info, (number(6.0),)), *saved], names)
    assert [trace.sentence(k) for k in range(3)] == [
        "The operation mul gives c = 6 and records MulBackward0 #1, with edges to AccumulateGrad(a) and node n7.",
        "MulBackward0 #1 saves a = 2, since its rule will need it.",
        "MulBackward0 #1 notes alpha = 1, since its rule will need it.",
    ]


def test_an_operation_of_the_learners_own():
    info = NodeInfo("n1", "DoubleTripleBackward", 1, "function", (None,), ("a",), 2, (), ())
    trace = Trace([OpRecorded(info, (number(6.0), row(1.0, 2.0)))])
    assert trace.sentence(0) == "The operation DoubleTriple gives 6 and [1, 2], and records DoubleTripleBackward #1."


# ----- beginnings and ends -----------------------------------------------------------------------------------------
def start(**changes) -> BackwardStarted:
    given = {"number": 2, "roots": (Edge("n2", 0),), "seeds": (None,), "nodes": (), "leaf_grads": ()}
    return BackwardStarted(**{**given, "retain_graph": False, "create_graph": False, **changes})


def test_how_a_backward_can_begin():
    assert said(start()) == (
        "Backward pass 2 starts from e, at MulBackward0 #2, with the seed None; 0 nodes can be reached."
    )
    assert said(start(retain_graph=True)).endswith("0 nodes can be reached, and saved values are kept (retain_graph).")
    assert said(start(retain_graph=True, create_graph=True)).endswith(
        "can be reached, and the gradients get a graph of their own (create_graph)."
    )
    two = start(roots=(Edge("n1", 0), Edge("a1", 0)), seeds=(row(1.0, 10.0), number(2.0)), nodes=(leaf(1),))
    assert said(two, names={}) == (
        "Backward pass 2 starts from MulBackward0 #1 with the seed [1, 10] and AccumulateGrad #1 with the seed 2; "
        "1 node can be reached."
    )


def test_a_backward_that_waits_for_no_message():
    assert said(DependenciesCounted(())) == "The engine has no messages to wait for."


def test_a_long_list_is_cut():
    sentence = chain(20).sentence(1)
    assert sentence.endswith("CloneBackward0 #17 for 1, CloneBackward0 #16 for 1, and 16 more.")


def test_how_a_backward_can_end():
    assert said(BackwardFinished(1)) == "Backward pass 1 is over; no .grad was written."
    assert said(ErrorRaised("n2", "ValueError", "boom\nand\x0bmore")) == (
        "MulBackward0 #2 stops with ValueError: boom and more"
    )
    assert said(ErrorRaised(None, "RuntimeError", "boom")) == "The backward stops with RuntimeError: boom"


# ----- a node's turn -----------------------------------------------------------------------------------------------
def test_a_node_that_is_visited_only_for_its_gradient():
    end = BackwardFinished(1)
    trace = Trace([*product_chain().events[:3], *turn("n2", 1.0), end])
    assert trace.sentence(3) == (
        "MulBackward0 #2 has received the only message it waits for and does not run: "
        "its gradient, 1, is what was asked for."
    )


def test_a_leaf_that_only_heard_none():
    arrives = BufferAdded(Edge("a1", 0), "n2", None, None, None, 1, 1)
    trace = Trace([*product_chain().events[:3], arrives, NodeVisited("a1"), GradIn("a1", 0, None), BackwardFinished(1)])
    assert trace.sentence(3) == (
        "The message from MulBackward0 #2, None, adds nothing to the slot of AccumulateGrad #1, which holds None "
        "(1 of 1 message)."
    )
    assert trace.sentence(4).endswith("but none brought a gradient: there is nothing to do.")
    assert trace.sentence(5) == "AccumulateGrad #1 received nothing: None."


def test_a_rule_whose_result_is_reduced_later():
    received = Value((3, 2), "float32", (1.0, 0.0, 0.0, 10.0, 100.0, 0.0))
    rule = RuleApplied("n2", (received,), (received, received))
    reduced = GradReduced("n2", 1, (0,), received, row(101.0, 10.0))
    events = [
        *product_chain().events[:5], rule, GradOut("n2", 0, Edge("n1", 0), received), reduced,
        GradOut("n2", 1, Edge("a1", 0), row(101.0, 10.0)),
    ]  # fmt: skip
    trace = Trace(events, product_chain().variables)
    rows = "[[1, 0], [0, 10], [100, 0]]"
    assert trace.sentence(5) == (
        f"MulBackward0 #2 received {rows}; it had kept c = 6 and d = 4. It sends {rows} to MulBackward0 #1 "
        f"(for c), and works out {rows} for AccumulateGrad(d)."
    )
    assert trace.sentence(7) == (
        "Forward copied d along axis 0, so MulBackward0 #2 adds up the gradients of the copies: "
        f"{rows} becomes [101, 10]."
    )
    assert said(GradReduced("n2", 0, (0, 1), BIG, number(2.0)), names={}).startswith(
        "Forward copied self along axes 0 and 1, so MulBackward0 #2 adds up"
    )


def test_a_setting_is_not_said_to_be_saved():
    node = NodeInfo(
        "n1", "AddBackward0", 1, "op", (Edge("a1", 0),), ("self",), 1, (SavedInfo("alpha", None, "1", False),), ()
    )
    begin = start(roots=(Edge("n1", 0),), nodes=(node, leaf(1)))
    applied = RuleApplied("n1", (number(4.0),), (number(4.0),))
    trace = Trace([begin, applied, GradOut("n1", 0, Edge("a1", 0), number(4.0))])
    assert trace.sentence(1) == "AddBackward0 #1 received 4. It sends 4 × 1 = 4 to AccumulateGrad #1."


def test_a_rule_that_sends_nothing_everywhere():
    skipped = [EdgeSkipped("n2", 0, "not needed"), EdgeSkipped("n2", 1, "not needed")]
    trace = Trace([*product_chain().events[:5], RuleApplied("n2", (None,), (None, number(6.0))), *skipped])
    assert trace.sentence(5).endswith("It has nothing to send.")
    assert trace.sentence(6) == (
        "MulBackward0 #2 sends nothing along edge 0 (self) to MulBackward0 #1: "
        "this backward was not asked for that gradient."
    )
    only = Trace(trace.events[:6])
    assert only.sentence(5).endswith("It works out 6 for AccumulateGrad #1.")


def test_a_message_of_none_is_still_a_message():
    none = GradOut("n2", 0, Edge("n1", 0), None)
    trace = Trace([*product_chain().events[:5], RuleApplied("n2", (number(1.0),), (None, None)), none])
    assert trace.sentence(5).endswith("It sends None to MulBackward0 #1.")
    assert trace.sentence(6) == (
        "MulBackward0 #2 sends None along edge 0 (self) to MulBackward0 #1, since its rule gave no gradient."
    )
    hooked = Trace([*trace.events[:5], RuleApplied("n2", (number(1.0),), (number(4.0), None)), none])
    assert hooked.sentence(6).endswith("to MulBackward0 #1.")
    arrives = BufferAdded(Edge("a1", 0), "n2", number(4.0), None, number(4.0), 2, 2)
    assert (
        "The message from MulBackward0 #2, None, adds nothing to the slot of AccumulateGrad(d), which holds 4"
        in said(arrives)
    )


def test_a_hole_sends_no_message():
    hole = NodeInfo("n1", "MulBackward0", 1, "op", (Edge("a1", 0), None), ("self", "other"), 1, (), ())
    begin = start(roots=(Edge("n1", 0),), nodes=(hole, leaf(1)))
    applied = RuleApplied("n1", (number(1.0),), (number(2.0), None))
    trace = Trace([begin, applied, EdgeSkipped("n1", 1, "no edge"), GradOut("n1", 0, Edge("a1", 0), number(2.0))])
    assert trace.sentence(1) == "MulBackward0 #1 received 1. It sends 1 × 2 = 2 to AccumulateGrad #1."
    assert trace.sentence(2) == (
        "MulBackward0 #1 sends nothing along edge 1, to its input other: that input is a constant, "
        "so the edge leads nowhere."
    )


def test_sums_with_negative_numbers_and_with_big_arrays():
    place = Edge("a1", 0)
    negative = BufferAdded(place, "n2", number(1.0), number(-3.0), number(-2.0), 2, 3)
    assert said(negative).endswith("in the slot of AccumulateGrad(d): 1 + (-3) = -2 (2 of 3 messages).")
    big = BufferAdded(place, "n2", BIG, BIG, BIG, 2, 3)
    assert said(big) == (
        "The message from MulBackward0 #2, of shape (64, 10) with norm 5, is added to what the slot of "
        "AccumulateGrad(d) holds already (2 of 3 messages)."
    )


@pytest.mark.parametrize(
    ("hook", "sentence"),
    [
        (("tensor", "show", (1.0,), (1.0,)), "The tensor hook show at MulBackward0 #2 sees 1 and leaves it as it is."),
        (("tensor", "flip", (1.0,), (-1.0,)), "The tensor hook flip at MulBackward0 #2 sees 1 and changes it to -1."),
        (("prehook", "", (1.0,), (2.0,)), "The prehook at MulBackward0 #2 sees 1 and changes it to 2."),
        (
            ("posthook", "show", (4.0, 6.0), (4.0, None)),
            "The posthook show at MulBackward0 #2 sees (4, 6) and changes them to (4, None).",
        ),
        (("posthook", "show", (), ()), "The posthook show at MulBackward0 #2 runs after it."),
        (("retain_grad", "", (1.0,), (1.0,)), "retain_grad adds 1 to e.grad."),
        (("strange", "f", (1.0,), (1.0,)), "The strange hook f at MulBackward0 #2 sees 1 and leaves it as it is."),
    ],
)
def test_hooks(hook, sentence):
    kind, name, before, after = hook
    pair = (tuple(None if x is None else number(x) for x in side) for side in (before, after))
    assert said(HookCalled("n2", kind, name, *pair)) == sentence


def test_a_hook_after_accumulation():
    hook = HookCalled("a1", "post_accumulate_grad", "show", (number(6.0),), (number(6.0),))
    assert said(hook) == "The post-accumulate hook show runs, and then d.grad is 6."
    assert said(hook, names={}) == ("The post-accumulate hook show runs, and then the .grad of AccumulateGrad #1 is 6.")


def test_the_end_tells_what_a_hook_left_in_grad():
    events = product_chain().events
    cleared = HookCalled("a3", "post_accumulate_grad", "forget", (None,), (None,))
    trace = Trace([*events[:-1], cleared, events[-1]], product_chain().variables)
    assert trace.sentence(31) == "Backward pass 1 is over: d.grad is 6, a.grad is 12 and b.grad is None."


def test_a_backward_inside_a_hook_is_not_mistaken_for_the_nodes_own_work():
    outer, inner = product_chain().events, square_plus(1).events
    same_ids = [*outer[:5], RuleApplied("n2", (number(1.0),), (number(4.0), number(6.0)))]
    trace = Trace([*same_ids, *double_triple_like(inner), *outer[8:12]])
    assert trace.sentence(5).endswith("It sends 1 × 4 = 4 to MulBackward0 #1 and 1 × 6 = 6 to AccumulateGrad #1.")


def double_triple_like(events: tuple[Event, ...]) -> list[Event]:
    """A whole small backward at the leaf alone, with a GradOut that belongs to no node outside of it."""
    root = Edge("a1", 0)
    begin = BackwardStarted(9, (root,), (number(1.0),), (leaf(1),), (), False, False)
    return [begin, GradOut("n2", 0, Edge("n1", 0), number(99.0)), BackwardFinished(9)]


# ----- all of them -------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(random_traces())
def test_every_sentence_is_one_line_and_mentions_no_address(trace):
    text = trace.text(details=True)
    lines = text.split("\n")
    assert len(lines) == len(trace) == len(text.splitlines())
    for k, line in enumerate(lines):
        assert line.strip() == f"{k + 1}. {trace.sentence(k)}"
        assert not line.endswith(":")
        assert "Value(" not in line
        assert "object at 0x" not in line


def test_names_with_line_breaks_stay_on_their_line():
    trace = Trace(square_plus(1).events, {"a1": (Variable("x\n\u2028\x0b<img onerror=1>", None),)})
    (written,) = trace.find("GradAccumulated")
    assert trace.sentence(written) == "x <img onerror=1>.grad goes from None to 7."


def test_an_array_of_twelve_numbers_is_listed_and_one_of_thirteen_is_not():
    assert value_of(np.arange(12.0)).text == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"
    assert value_of(np.arange(13.0)).text.startswith("a tensor of shape (13,) with norm ")
