"""Small recordings whose events tests change by hand, pieces of such events, and a scribe that writes random ones."""

from collections.abc import Callable, Sequence

import numpy as np
from custom_functions import DoubleTriple
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab._core.base.state import counting_apart
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
    Value,
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


MUL_RULES = (RuleInfo("self", "grad * other", ""), RuleInfo("other", "grad * self", ""))


def mul(count: int, one: Edge, other: Edge, x: float, y: float) -> NodeInfo:
    saved = (keep("self", x), keep("other", y))
    return NodeInfo(
        f"n{count}", "MulBackward0", count, "op", (one, other), ("self", "other"), 1, saved, MUL_RULES, "mul.Tensor"
    )


def turn(node: str, x: float) -> list[Event]:
    return [NodeVisited(node), GradIn(node, 0, number(x))]


# ----- the programs of the lessons ---------------------------------------------------------------------------------
def variable(x: float) -> al.Tensor:
    return al.tensor(x, requires_grad=True)


def recorded(backward: Callable[[], None], **names: al.Tensor) -> Trace:
    """Events and names alone, so that a test may add, cut and reorder."""
    with al.record(names=names) as trace:
        backward()
    return Trace(trace.events, trace.variables)


@counting_apart()
def product_chain() -> Trace:
    """a = 2, b = 3, c = a·b, d = 4, e = c·d; ``e.backward()``."""
    d, a, b = variable(4.0), variable(2.0), variable(3.0)
    c = a * b
    e = c * d
    return recorded(e.backward, a=a, b=b, c=c, d=d, e=e)


@counting_apart()
def square_plus(times: int = 2) -> Trace:
    """x = 3; ``(x·x + x).backward()`` so many times in one recording, ``.grad`` never cleared."""
    x = variable(3.0)
    sums = [x * x + x for _ in range(times)]
    return recorded(lambda: [y.backward() for y in sums], x=x)


@counting_apart()
def double_triple() -> Trace:
    """a = 3; b, c = DoubleTriple(a); ``b.backward()``: nothing ever arrives in slot 1."""
    a = variable(3.0)
    b, c = DoubleTriple.apply(a)
    return recorded(b.backward, a=a, b=b, c=c)


@counting_apart()
def chain(length: int) -> Trace:
    """x → a chain of so many nodes that each pass on what they receive: 5 events for each of them."""
    y = variable(1.0)
    for _ in range(length):
        y = y.clone()
    return recorded(y.backward)


# ----- longer and stranger than a program can be -------------------------------------------------------------------
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
