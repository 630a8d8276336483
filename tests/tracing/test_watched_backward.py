"""`small.py`'s backward over the real graph: with no step replaced it tells, event by event, what the engine tells."""

import numpy as np
import pytest
import random_graphs as graphs
from custom_functions import custom
from hypothesis import given, settings

import autograd_lab as al
from autograd_lab.tracing.experiments.planted_bugs import WatchedBackward


def told(result, leaves, by, times=1):
    """What two engines tell of the same graph; the first one leaves it as it was."""
    with al.record(names={}) as trace:
        for rest in reversed(range(times)):
            by(result, leaves, rest > 0)
    return trace, [None if leaf.grad is None else leaf.grad.numpy().copy() for leaf in leaves]


def engine(result, leaves, retain_graph):
    result.backward(inputs=leaves, retain_graph=retain_graph)


def watched(result, leaves, retain_graph):
    WatchedBackward(result, leaves, retain_graph).go()


def both(make, times=1):
    return [told(*make(), by, times) for by in (engine, watched)]


def assert_same(make, times=1):
    (one, grads), (other, others) = both(make, times)
    found = one.diff(other, exact=True)
    assert not found, found.text
    for right, left in zip(grads, others, strict=True):
        np.testing.assert_array_equal(right, left)


@settings(max_examples=60, deadline=None)
@given(graphs.programs())
def test_random_graphs(program):
    def make():
        leaves = graphs.make_leaves(program)
        root = graphs.execute(program, leaves)
        return root, [leaf for leaf in leaves if root.requires_grad]

    assert_same(make)


def leaf(value):
    return al.tensor(value, requires_grad=True)


def broadcast():
    x, b, a = leaf([[1.0, 2.0], [3.0, 4.0]]), leaf([10.0, 20.0]), leaf(3.0)
    return ((x + b) * a).mean(), [x, b, a]


def slots():
    v = leaf([2.0, 3.0, 5.0])
    x, _, z = v.unbind()
    return x * z * z, [v]


def narrowed():
    """One of two leaves is asked for."""
    a, b = leaf(2.0), leaf(3.0)
    c = a * b
    return c * b + a, [a]


def hooked():
    a, b = leaf(2.0), leaf(3.0)
    c = a * b
    c.register_hook(lambda grad: grad * 2)
    c.grad_fn.register_hook(lambda inputs, outputs: tuple(grad * 3 for grad in inputs))
    c.grad_fn.register_prehook(lambda outputs: tuple(grad * 5 for grad in outputs))
    b.register_hook(lambda grad: grad * 7)
    c.retain_grad()
    return c * a, [a, b]


Silent = custom(al, "Silent", lambda ctx, a, b: (a * 2, a * b), lambda ctx, first, second: (first * 2 + second, None))


def narrowed_function():
    """A Function that also returns a gradient which nobody asked for; its hooks see that, too."""
    a, b = leaf(2.0), leaf(3.0)
    u, v = graphs.Pair.apply(a, b)
    return u * v, [a]


def with_none():
    a, b = leaf(2.0), leaf(3.0)
    u, v = Silent.apply(a, b)
    return (u + v) * b, [a, b]


@pytest.mark.parametrize("make", [broadcast, slots, narrowed, narrowed_function, hooked, with_none])
@pytest.mark.parametrize("times", [1, 2])
def test_what_random_graphs_leave_out(make, times):
    assert_same(make, times)


def test_an_error_in_a_rule_is_told_and_raised():
    def make():
        a = leaf(2.0)
        u = a * a
        u.register_hook(stop)
        return u * 3, [a]

    traces = []
    for by in (engine, watched):
        result, leaves = make()
        with al.record(names={}) as trace, pytest.raises(ZeroDivisionError):
            by(result, leaves, False)
        traces.append(trace)
    one, other = traces
    assert not one.diff(other, exact=True)
    assert other[-1].kind == "ErrorRaised"


def stop(grad):
    raise ZeroDivisionError("stop here")
