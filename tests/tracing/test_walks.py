"""Five ways to walk a graph: which of them find the gradients, and how much work they make."""

import inspect

import pytest

import autograd_lab as al
from autograd_lab.tracing.experiments.backward_orders import KEPT, MOST_RUNS, WAYS, slope_graph, walked


def leaf(value):
    return al.tensor(value, requires_grad=True)


def recorded(root, **names):
    with al.record(names=names) as trace:
        root.backward()
    return trace


def tree():
    a, b, d = leaf(2.0), leaf(3.0), leaf(4.0)
    c = a + b
    e = c * d
    return recorded(e, a=a, b=b, d=d, c=c, e=e)


def diamond():
    a = leaf(3.0)
    b = a + a
    c = b + b
    return recorded(c, a=a, b=b, c=c)


def two_diamonds(swapped=False):
    """The program of https://github.com/karpathy/micrograd/issues/68."""
    a, b = leaf(2.0), leaf(3.0)
    c, d = a + b, a * b
    e, f = c + d, c * d
    y = f + e if swapped else e + f
    return recorded(y, a=a, b=b, c=c, d=d, e=e, f=f, y=y)


def ladder(steps):
    x = leaf(1.0)
    y = x
    for _ in range(steps):
        y = y + y
    return recorded(y, x=x)


def found(trace, way):
    return tuple(walked(slope_graph(trace), way).gradients.values())


def order(trace, way):
    return "".join(trace.name(run.node) for run in walked(slope_graph(trace), way).runs)


@pytest.mark.parametrize(
    ("way", "on_tree", "on_diamond", "on_two", "on_two_swapped"),
    [
        ("ready queue", (4, 4, 5), (4,), (25, 19), (25, 19)),
        ("recursion", (4, 4, 5), (8,), (29, 22), (46, 35)),
        ("visit once", (4, 4, 5), (4,), (4, 3), (21, 16)),
        ("post-order", (0, 0, 5), (0,), (0, 0), (0, 0)),
        ("each path alone", (4, 4, 5), (4,), (25, 19), (25, 19)),
    ],
)
def test_what_each_way_finds(way, on_tree, on_diamond, on_two, on_two_swapped):
    assert sorted(found(tree(), way)) == sorted(on_tree)
    assert found(diamond(), way) == on_diamond
    assert found(two_diamonds(), way) == on_two
    assert found(two_diamonds(swapped=True), way) == on_two_swapped


def test_the_order_of_runs():
    assert order(diamond(), "recursion") == "cbaabaa"
    assert order(two_diamonds(), "recursion") == "yecabdabfcabdab"
    assert order(two_diamonds(), "visit once") == "yecabdf"
    assert order(two_diamonds(), "post-order") == "abcdefy"


@pytest.mark.parametrize("program", [tree, diamond, two_diamonds])
def test_the_ready_queue_runs_as_the_engine_ran(program):
    trace = program()
    engine = [event.node for event in trace.events if event.kind == "NodeVisited"]
    assert [run.node for run in walked(slope_graph(trace), "ready queue").runs] == engine


@pytest.mark.parametrize(("steps", "nodes", "paths"), [(10, 11, 2047), (16, 17, 131_071)])
def test_work_on_a_ladder(steps, nodes, paths):
    graph = slope_graph(ladder(steps))
    once, each = walked(graph, "ready queue"), walked(graph, "each path alone")
    assert (once.count, once.messages) == (nodes, 2 * steps)
    assert (each.count, len(each.runs)) == (paths, KEPT)
    assert once.gradients == each.gradients
    assert each.is_right(graph)


def test_a_walk_that_would_take_too_long_is_stopped():
    graph = slope_graph(ladder(60))
    each = walked(graph, "each path alone")
    assert each.stopped
    assert each.count == MOST_RUNS + 1
    assert not each.is_right(graph)
    assert walked(graph, "ready queue").is_right(graph)


def test_the_way_to_a_node_is_told():
    trace = two_diamonds()
    runs = walked(slope_graph(trace), "recursion").runs
    ways = ["".join(trace.name(link.source) for link in run.way) for run in runs]
    assert ways[:5] == ["", "y", "ye", "yec", "yec"]
    assert all(run.way[-1].target == run.node for run in runs if run.way)


def test_a_seed_and_a_constant():
    a = leaf(5.0)
    y = a * 3 - 1
    with al.record() as trace:
        y.backward(al.tensor(10.0))
    assert [found(trace, way) for way in WAYS] == [(30,), (30,), (30,), (0,), (30,)]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_is_short_enough_to_be_read(way):
    lines, _ = inspect.getsourcelines(WAYS[way])
    assert len(lines) <= 15


def _no_backward():
    with al.record() as trace:
        leaf(2.0) * 3
    return trace


def _array():
    return recorded((al.tensor([1.0, 2.0], requires_grad=True) * 3).sum())


def _zero():
    x = leaf(0.0)
    u = x * x
    return recorded(u * u)


def _hook():
    x = leaf(2.0)
    u = x * 3
    u.register_hook(lambda grad: grad * 2)
    return recorded(u * 5)


def _several_outputs():
    p, q = al.tensor([1.0, 2.0], requires_grad=True).unbind()
    return recorded(p * q)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (_no_backward, "record `loss.backward\\(\\)`"),
        (_array, "graph of scalars"),
        (_zero, "received 0"),
        (_hook, "A hook"),
        (_several_outputs, "several outputs"),
        (lambda: ladder(100), "at most 100 nodes"),
    ],
)
def test_what_cannot_be_walked_is_refused(program, says):
    with pytest.raises(ValueError, match=says):
        slope_graph(program())
