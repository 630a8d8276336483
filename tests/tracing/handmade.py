"""Traces written by hand, so that tests of `Trace` need no engine; and a scribe that writes long or random ones.

The three programs are those of the lessons. Every number was worked out on paper.
"""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.trace.events import (
    BackwardFinished,
    BackwardStarted,
    BufferAdded,
    DependenciesCounted,
    Edge,
    Event,
    GradAccumulated,
    GradIn,
    GradOut,
    NodeInfo,
    NodeVisited,
    RuleApplied,
    RuleInfo,
    SavedInfo,
    SlotMaterialized,
    Value,
    ValueFreed,
    Variable,
)
from autograd_lab.tracing.trace.trace import Trace


def number(x: float) -> Value:
    """A float32 scalar."""
    return Value((), "float32", (x,))


def keep(name: str, x: float) -> SavedInfo:
    return SavedInfo(name, number(x), "", True)


def leaf(count: int) -> NodeInfo:
    return NodeInfo(f"a{count}", "AccumulateGrad", count, "leaf", (), (), 1, (), ())


def known(name: str, x: float) -> tuple[Variable]:
    return (Variable(name, number(x)),)


MUL_RULES = (
    RuleInfo("self", "grad * other", r"\bar y \cdot \mathrm{other}"),
    RuleInfo("other", "grad * self", r"\bar y \cdot \mathrm{self}"),
)


def mul(count: int, one: Edge, other: Edge, x: float, y: float) -> NodeInfo:
    saved = (keep("self", x), keep("other", y))
    return NodeInfo(
        f"n{count}", "MulBackward0", count, "op", (one, other), ("self", "other"), 1, saved, MUL_RULES, "mul.Tensor"
    )


def seeded(number_of_it: int, root: Edge, nodes: tuple[NodeInfo, ...], grads: dict, counts: dict) -> list[Event]:
    """The three events with which every backward from one root begins."""
    first = BackwardStarted(number_of_it, (root,), (number(1.0),), nodes, tuple(grads.items()), False, False)
    arrives = BufferAdded(root, "", None, number(1.0), number(1.0), 1, counts[root.node])
    return [first, DependenciesCounted(tuple(counts.items())), arrives]


def sends(node: str, index: int, target: Edge, x: float, before: float | None, heard: int, owed: int) -> list[Event]:
    """A message leaves and arrives."""
    old = None if before is None else number(before)
    total = number(x + (before or 0.0))
    message = number(x)
    return [
        GradOut(node, index, target, message),
        BufferAdded(target, node, old, message, total, heard, owed),
    ]


def turn(node: str, x: float) -> list[Event]:
    return [NodeVisited(node), GradIn(node, 0, number(x))]


def product_chain() -> Trace:
    """a = 2, b = 3, c = a·b, d = 4, e = c·d; ``e.backward()``."""
    to = {name: Edge(node, 0) for name, node in {"a": "a2", "b": "a3", "c": "n1", "d": "a1", "e": "n2"}.items()}
    nodes = (mul(2, to["c"], to["d"], 6.0, 4.0), mul(1, to["a"], to["b"], 2.0, 3.0), leaf(1), leaf(2), leaf(3))
    grads = {"a1": None, "a2": None, "a3": None}
    events = [
        *seeded(1, to["e"], nodes, grads, {"n2": 1, "n1": 1, "a1": 1, "a2": 1, "a3": 1}),
        *turn("n2", 1.0),
        RuleApplied("n2", (number(1.0),), (number(4.0), number(6.0))),
        ValueFreed("n2", "self"),
        ValueFreed("n2", "other"),
        *sends("n2", 0, to["c"], 4.0, None, 1, 1),
        *sends("n2", 1, to["d"], 6.0, None, 1, 1),
        *turn("a1", 6.0),
        GradAccumulated("a1", None, number(6.0), number(6.0)),
        *turn("n1", 4.0),
        RuleApplied("n1", (number(4.0),), (number(12.0), number(8.0))),
        ValueFreed("n1", "self"),
        ValueFreed("n1", "other"),
        *sends("n1", 0, to["a"], 12.0, None, 1, 1),
        *sends("n1", 1, to["b"], 8.0, None, 1, 1),
        *turn("a2", 12.0),
        GradAccumulated("a2", None, number(12.0), number(12.0)),
        *turn("a3", 8.0),
        GradAccumulated("a3", None, number(8.0), number(8.0)),
        BackwardFinished(1),
    ]
    names = {"n2": known("e", 24.0), "n1": known("c", 6.0), "a1": known("d", 4.0)}
    return Trace(events, {**names, "a2": known("a", 2.0), "a3": known("b", 3.0)})


def one_square_plus(time: int) -> list[Event]:
    """One ``(x·x + x).backward()`` for x = 3, the ``time``-th of its kind."""
    x, square, total = Edge("a1", 0), f"n{2 * time - 1}", f"n{2 * time}"
    add = NodeInfo(total, "AddBackward0", 2 * time, "op", (Edge(square, 0), x), ("self", "other"), 1, (), ())
    nodes = (add, mul(2 * time - 1, x, x, 3.0, 3.0), leaf(1))
    before = number(7.0 * (time - 1)) if time > 1 else None
    return [
        *seeded(time, Edge(total, 0), nodes, {"a1": before}, {total: 1, square: 1, "a1": 3}),
        *turn(total, 1.0),
        RuleApplied(total, (number(1.0),), (number(1.0), number(1.0))),
        *sends(total, 0, Edge(square, 0), 1.0, None, 1, 1),
        *sends(total, 1, x, 1.0, None, 1, 3),
        *turn(square, 1.0),
        RuleApplied(square, (number(1.0),), (number(3.0), number(3.0))),
        ValueFreed(square, "self"),
        ValueFreed(square, "other"),
        *sends(square, 0, x, 3.0, 1.0, 2, 3),
        *sends(square, 1, x, 3.0, 4.0, 3, 3),
        *turn("a1", 7.0),
        GradAccumulated("a1", before, number(7.0), number(7.0 * time)),
        BackwardFinished(time),
    ]


def square_plus(times: int = 2) -> Trace:
    """x = 3; ``(x·x + x).backward()`` so many times in one recording, ``.grad`` never cleared."""
    events = [event for time in range(1, times + 1) for event in one_square_plus(time)]
    return Trace(events, {"a1": known("x", 3.0)})


def double_triple() -> Trace:
    """a = 3; b, c = DoubleTriple(a); ``b.backward()``: nothing ever arrives in slot 1."""
    node = NodeInfo(
        "n1", "DoubleTripleBackward", 1, "function", (Edge("a1", 0),), ("a",), 2, (), (), source="return 2 * g + 3 * h"
    )
    events = [
        *seeded(1, Edge("n1", 0), (node, leaf(1)), {"a1": None}, {"n1": 1, "a1": 1}),
        NodeVisited("n1"),
        GradIn("n1", 0, number(1.0)),
        GradIn("n1", 1, None),
        SlotMaterialized("n1", 1, number(0.0)),
        RuleApplied("n1", (number(1.0), number(0.0)), (number(2.0),)),
        *sends("n1", 0, Edge("a1", 0), 2.0, None, 1, 1),
        *turn("a1", 2.0),
        GradAccumulated("a1", None, number(2.0), number(2.0)),
        BackwardFinished(1),
    ]
    return Trace(events, {"n1": (Variable("b", number(6.0)), Variable("c", number(9.0))), "a1": known("a", 3.0)})


# ----- longer than a hand can write --------------------------------------------------------------------------------
def chain(length: int) -> Trace:
    """x → a chain of so many nodes that each pass on what they receive: 5 events for each of them."""
    names = [f"n{count}" for count in range(length, 0, -1)]
    following = [*names[1:], "a1"]
    nodes = tuple(
        NodeInfo(node, "CloneBackward0", length - i, "op", (Edge(after, 0),), ("self",), 1, (), ())
        for i, (node, after) in enumerate(zip(names, following, strict=True))
    )
    counts = dict.fromkeys([*names, "a1"], 1)
    events = seeded(1, Edge(names[0], 0), (*nodes, leaf(1)), {"a1": None}, counts)
    for node, after in zip(names, following, strict=True):
        events += [*turn(node, 1.0), RuleApplied(node, (number(1.0),), (number(1.0),))]
        events += sends(node, 0, Edge(after, 0), 1.0, None, 1, 1)
    events += [*turn("a1", 1.0), GradAccumulated("a1", None, number(1.0), number(1.0)), BackwardFinished(1)]
    return Trace(events, {})


floats = st.floats(width=32, allow_nan=True, allow_infinity=True)
words = st.text(max_size=8)
counts = st.integers(0, 2**40)
summaries = st.builds(Summary, *[st.floats()] * 4, *[counts] * 3, st.lists(counts, min_size=16, max_size=16).map(tuple))


@st.composite
def arrays(draw, shape: tuple[int, ...] | None = None) -> Value:
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3))) if shape is None else shape
    dtype = draw(st.sampled_from(["float32", "float64", "int64", "bool"]))
    element = {"int64": st.integers(-(2**63), 2**63 - 1), "bool": st.booleans(), "float64": st.floats()}
    count = int(np.prod(shape))
    if draw(st.integers(0, 9)) == 0:
        return Value(shape, dtype, None, draw(summaries))
    return Value(shape, dtype, tuple(draw(st.lists(element.get(dtype, floats), min_size=count, max_size=count))))


def added(before: Value | None, message: Value | None) -> Value | None:
    """What a buffer holds after a float32 message came."""
    if before is None or message is None:
        return message if before is None else before
    with np.errstate(all="ignore"):
        total = np.array(before.items, "float32") + np.array(message.items, "float32")
    return Value(before.shape, "float32", tuple(total.tolist()))


@st.composite
def random_traces(draw) -> Trace:
    """Backwards over one random DAG: shared leaves, holes, several slots, empty messages, any float32 at all."""
    count = draw(st.integers(1, 5))
    leaves = [leaf(i + 1) for i in range(draw(st.integers(1, 3)))]
    nodes: list[NodeInfo] = []
    for position in range(1, count + 1):
        targets = [Edge(n.id, draw(st.integers(0, n.outputs - 1))) for n in [*nodes, *leaves]]
        edges = tuple(draw(st.lists(st.sampled_from([*targets, None]), min_size=1, max_size=3)))
        inputs = tuple(draw(words) for _ in edges)
        saved = draw(st.lists(st.builds(SavedInfo, words, st.none() | arrays(), words, st.booleans()), max_size=2))
        kind, outputs = draw(st.sampled_from(["op", "function"])), draw(st.integers(1, 3))
        name = draw(st.text(min_size=1, max_size=8))
        nodes.append(NodeInfo(f"n{position}", name, position, kind, edges, inputs, outputs, tuple(saved), ()))
    grads: dict[str, Value | None] = dict.fromkeys((n.id for n in leaves), None)
    events: list[Event] = []
    for time in range(1, draw(st.integers(1, 2)) + 1):
        events += one_random_backward(draw, time, nodes[::-1], leaves, grads)
    names = st.tuples(st.none() | st.builds(Variable, st.none() | words, st.none() | arrays()))
    known_ids = st.sampled_from([n.id for n in (*nodes, *leaves)])
    return Trace(events, draw(st.dictionaries(known_ids, names, max_size=4)))


def one_random_backward(draw, time: int, nodes: Sequence[NodeInfo], leaves: list[NodeInfo], grads: dict) -> list[Event]:
    """A faithful little engine over one-element messages; what the rules give is drawn at random."""
    owed = {nodes[0].id: 1}
    for node in nodes:  # newest first, so consumers come before what they consume
        if node.id in owed:
            for edge in node.edges:
                if edge is not None:
                    owed[edge.node] = owed.get(edge.node, 0) + 1
    messages = st.none() | st.builds(lambda x: Value((), "float32", (x,)), floats)
    root, seed = Edge(nodes[0].id, 0), number(1.0)
    described = (*nodes, *leaves)
    events: list[Event] = [
        BackwardStarted(time, (root,), (seed,), described, tuple(grads.items()), draw(st.booleans()), False),
        DependenciesCounted(tuple(owed.items())),
        BufferAdded(root, "", None, seed, seed, 1, 1),
    ]
    slots: dict[tuple[str, int], Value | None] = {(root.node, 0): seed}
    heard: dict[str, int] = {}
    for node in nodes:
        if node.id not in owed:
            continue
        received = tuple(slots.get((node.id, slot)) for slot in range(node.outputs))
        events += [NodeVisited(node.id), *(GradIn(node.id, slot, value) for slot, value in enumerate(received))]
        results = tuple(None if edge is None else draw(messages) for edge in node.edges)
        events.append(RuleApplied(node.id, received, results))
        for index, (edge, message) in enumerate(zip(node.edges, results, strict=True)):
            if edge is not None:
                before = slots.get((edge.node, edge.slot))
                after = slots[edge.node, edge.slot] = added(before, message)
                heard[edge.node] = heard.get(edge.node, 0) + 1
                events.append(GradOut(node.id, index, edge, message))
                arrival = BufferAdded(edge, node.id, before, message, after, heard[edge.node], owed[edge.node])
                events.append(arrival)
    for info in leaves:
        gradient = slots.get((info.id, 0))
        if info.id in owed:
            events += [NodeVisited(info.id), GradIn(info.id, 0, gradient)]
        if gradient is not None:
            before = grads[info.id]
            grads[info.id] = added(before, gradient)
            events.append(GradAccumulated(info.id, before, gradient, grads[info.id]))
    return [*events, BackwardFinished(time)]
