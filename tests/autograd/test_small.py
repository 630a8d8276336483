"""`small.py` is the real engine in small: the same values, the same ``.grad``, the same nodes in the same order."""

import doctest
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
import random_graphs as graphs
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab import small

KINDS = (al, small)
SHAPES = ((), (3,), (2, 1), (1, 3), (2, 3))
UNARY = {
    "neg": lambda x: -x,
    "exp": lambda x: x.tanh().exp(),
    "log": lambda x: (x * x + 1.5).log(),
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu(),
    "sum": lambda x: x.sum(),
}
BINARY = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x.tanh() * y.tanh(),
    "div": lambda x, y: x / (y * y + 1.5),
}


def leaves_of(kind, arrays, wants=None):
    wants = [True] * len(arrays) if wants is None else wants
    if kind is small:
        return [small.Tensor(array, want) for array, want in zip(arrays, wants, strict=True)]
    return [al.tensor(array, dtype=al.float64).requires_grad_(want) for array, want in zip(arrays, wants, strict=True)]


class Noted(small.Backward):
    """Notes whose turn it is."""

    def __init__(self):
        super().__init__()
        self.turns = []

    def visit(self, node):
        self.turns.append(node)
        super().visit(node)


def order_in_small(root, leaves, first):
    """Run backward; the name and the number of each node that had its turn, of a leaf its place."""
    backward = Noted()
    backward.run(root.edge(), np.ones(root.data.shape))
    return [
        ("AccumulateGrad", next(place for place, leaf in enumerate(leaves) if leaf is node.variable))
        if isinstance(node, small.AccumulateGrad)
        else (node.name, node.sequence_nr - first)
        for node in backward.turns
    ]


def order_in_engine(root, leaves, first):
    """The same, as the real engine tells it."""
    with al.record(names={}) as trace:
        root.backward(retain_graph=True)
    places = {node.id: place for place, node in enumerate(map(accumulate_info(trace), leaves)) if node is not None}
    visited = [trace.nodes[event.node] for event in trace.events if event.kind == "NodeVisited"]
    return [(node.name, places[node.id] if node.kind == "leaf" else node.number - first) for node in visited]


def accumulate_info(trace):
    def find(leaf):
        number = leaf.__dict__.get("_leaf_number")
        return trace.nodes.get(f"a{number}")

    return find


def upcoming(kind):
    """The number of the next node."""
    one = kind.Tensor(1.0, requires_grad=True) if kind is small else al.tensor(1.0, requires_grad=True)
    node = (-one).grad_fn
    return (node.sequence_nr if kind is small else node._sequence_nr()) + 1


def run(kind, program, arrays, wants=None):
    """All that comes out: values, orders and gradients of one backward from each root in turn."""
    first, leaves = upcoming(kind), leaves_of(kind, arrays, wants)
    roots = [root for root in program(leaves) if root.requires_grad]
    order = order_in_small if kind is small else order_in_engine
    orders = [order(root, leaves, first) for root in roots]
    gradients = [None if leaf.grad is None else np.asarray(leaf.grad) for leaf in leaves]
    return [graphs.array_of(root) for root in roots], gradients, orders


def assert_same(program, arrays, wants=None, exact=False):
    (values, grads, orders), (others, other_grads, other_orders) = (run(kind, program, arrays, wants) for kind in KINDS)
    assert orders == other_orders
    for one, other in zip([*values, *grads], [*others, *other_grads], strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.shape == other.shape
            np.testing.assert_allclose(other, one, rtol=0 if exact else 1e-12, atol=0 if exact else 1e-12)


# ----- random graphs --------------------------------------------------------------------------------------------------
@settings(max_examples=100, deadline=None)
@given(graphs.programs(), st.integers(1, 3))
def test_graphs_of_whole_numbers_with_several_outputs_and_several_backwards(program, times):
    def roots(leaves):
        return [graphs.execute(program, leaves)] * times

    assert_same(roots, graphs.as_arrays(program), exact=True)


@st.composite
def stretched(draw):
    """Leaves of various shapes, not all of which want a gradient, and steps on whatever fits together."""
    numbers = st.floats(-2, 2, width=16)
    arrays = [
        np.array(draw(st.lists(numbers, min_size=size, max_size=size))).reshape(shape)
        for shape in draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=4))
        for size in [int(np.prod(shape))]
    ]
    wants = draw(st.lists(st.booleans(), min_size=len(arrays), max_size=len(arrays)))
    place, names = st.integers(0, 30), st.sampled_from([*UNARY, *BINARY])
    steps = draw(st.lists(st.tuples(names, place, place), min_size=1, max_size=10))
    return arrays, wants, steps, draw(st.lists(place, max_size=2))


@settings(max_examples=100, deadline=None)
@given(stretched())
def test_graphs_with_broadcasting_shared_nodes_and_several_roots(drawn):
    arrays, wants, steps, more = drawn

    def roots(leaves):
        values = list(leaves)
        for name, i, j in steps:
            x, y = values[i % len(values)], values[j % len(values)]
            values.append(UNARY[name](x) if name in UNARY else BINARY[name](x, y))
        return [values[place % len(values)].sum() for place in (-1, *more)]

    with np.errstate(under="ignore"):
        assert_same(roots, arrays, wants)


# ----- by hand --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "program",
    [
        lambda a, b: ((a @ b) @ b).sum(),
        lambda a, b: (a @ b + a).relu().sum(),
        lambda a, b: a.unbind()[1].sum() * b.unbind()[0].sum(),
        lambda a, b: (2 * a + (1 + b)).sum(),
    ],
)
def test_what_random_graphs_leave_out(program):
    arrays = [np.arange(4.0).reshape(2, 2), np.array([[1.0, -2.0], [3.0, 0.5]])]
    assert_same(lambda leaves: [program(*leaves)], arrays)


def test_a_leaf_is_its_own_root():
    assert_same(lambda leaves: leaves, [3.0])


def test_edges_are_those_of_the_real_engine():
    def edges(kind):
        (a,) = leaves_of(kind, [[1.0, 2.0]])
        _, second = a.unbind()
        node = (second * 3).grad_fn
        return [(None if target is None else target.__class__.__name__, nr) for target, nr in node.next_functions]

    assert edges(al) == [("UnbindBackward0", 1), (None, 0)]
    assert edges(small) == [("Node", 1), (None, 0)]


@pytest.mark.parametrize("data", [1.0, [1.0, 2.0]])
@pytest.mark.parametrize("wants", [False, True])
def test_what_has_no_gradient_is_refused_in_the_same_words(data, wants):
    def said(kind):
        (leaf,) = leaves_of(kind, [data], [wants])
        try:
            (leaf * 2).backward()
        except RuntimeError as error:
            return str(error).partition("\n")[0]
        return leaf.grad.item()

    assert said(small) == said(al)


def test_a_long_chain_needs_no_recursion():
    x = y = small.Tensor(1.0, requires_grad=True)
    for _ in range(5000):
        y = y + x
    y.backward()
    assert x.grad == 5001


# ----- other steps ----------------------------------------------------------------------------------------------------
class Overwriting(small.Backward):
    def meet(self, before, message):
        return message


class LatestFirst(small.Backward):
    def turn(self, node, heard, owed):
        return -sum(self.heard.values()) if heard == 1 else None


class NewestFirst(small.Backward):
    """Counts nothing: of all nodes that have heard anything, the newest has heard everything. So `engine.run` goes."""

    def turn(self, node, heard, owed):
        return -node.sequence_nr if heard == 1 else None


class OldestFirst(small.Backward):
    """Of nodes that have heard everything any may go first."""

    def turn(self, node, heard, owed):
        return node.sequence_nr if heard == owed else None


class Recursion(small.Backward):
    def hear(self, node):
        pass

    def run(self, root, seed):
        super().run(root, seed)
        self.visit(root.node)

    def visit(self, node):
        super().visit(node)
        for edge in node.next_functions:
            if not isinstance(edge.node, small.AccumulateGrad):
                self.visit(edge.node)


def two_diamonds(backward, swapped):
    """The buffers of the leaves after the program of https://github.com/karpathy/micrograd/issues/68."""
    a, b = small.Tensor(2.0, requires_grad=True), small.Tensor(3.0, requires_grad=True)
    c, d = a + b, a * b
    e, f = c + d, c * d
    y = f + e if swapped else e + f
    backward.run(y.edge(), np.ones(()))
    return tuple(backward.buffers[leaf.accumulate_grad][0] for leaf in (a, b))


@pytest.mark.parametrize(
    ("kind", "found", "swapped"),
    [
        (small.Backward, (25, 19), (25, 19)),
        (OldestFirst, (25, 19), (25, 19)),
        (NewestFirst, (25, 19), (25, 19)),
        (Recursion, (29, 22), (46, 35)),
        (LatestFirst, (21, 16), (4, 3)),
        (Overwriting, (1, 1), (1, 1)),
    ],
)
def test_what_another_step_finds(kind, found, swapped):
    assert (two_diamonds(kind(), False), two_diamonds(kind(), True)) == (found, swapped)


# ----- the text -------------------------------------------------------------------------------------------------------
def test_it_can_be_read_at_one_sitting():
    lines = inspect.getsource(small).splitlines()
    assert len(lines) <= 220
    assert not [line for line in lines if re.match(r"(from|import) [._]", line)]  # all of it is here


def test_the_example_in_it_is_right():
    assert doctest.testmod(small) == (0, 5)


def test_the_files_that_it_names_exist():
    house = Path(al.__file__).parent
    named = re.findall(r"\b[\w/]+\.py\b", small.__doc__)
    assert len(named) >= 7
    assert [name for name in named if not (house / name).is_file()] == []
