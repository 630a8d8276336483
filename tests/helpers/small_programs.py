"""Small programs whose traces the views draw, with nodes counted from 1 in every test."""

import functools
import json

import pytest
from custom_functions import DoubleTriple
from each_case import each_case

import autograd_lab as al


def renumbered(trace):
    """The same trace with nodes and leaves counted from 1: snapshots show ``#1``, whatever ran before."""
    new = {}
    for letter in "na":
        old = sorted((node for node in trace.nodes if node[0] == letter), key=lambda node: int(node[1:]))
        new.update({node: f"{letter}{count}" for count, node in enumerate(old, start=1)})

    def change(item):
        if isinstance(item, dict):
            item = {new.get(key, key): change(part) for key, part in item.items()}
            return item | {"number": int(item["id"][1:])} if "id" in item else item
        if isinstance(item, list):
            return [change(part) for part in item]
        return new.get(item, item) if isinstance(item, str) else item

    return al.Trace.from_json(json.dumps(change(json.loads(trace.to_json()))))


def leaf(value):
    return al.tensor(value, requires_grad=True)


def tree():
    """e = (a + b) · d, at 2, 3, 4."""
    a, b, d = leaf(2.0), leaf(3.0), leaf(4.0)
    c = a + b
    e = c * d
    with al.record() as trace:
        e.backward()
    return trace


def reused(times=1):
    """y = x · x + x at 3, several backwards."""
    x = leaf(3.0)
    with al.record() as trace:
        for _ in range(times):
            y = x * x + x
            y.backward()
    return trace


def two_outputs(result="b"):
    """b, c = DoubleTriple(a) at 3; backward from b, or from b · c."""
    a = leaf(3.0)
    b, c = DoubleTriple.apply(a)
    y = b * c if result == "bc" else b
    with al.record() as trace:
        y.backward()
    return trace


def unbound():
    """p, q, r out of one tensor; only p and r are used."""
    source = leaf([4.0, 9.0, 1.0])
    p, q, r = source.unbind()
    y = p * r
    with al.record() as trace:
        y.backward()
    assert q is not None
    return trace


def chain():
    """x → u = x² → v = 2u → y = v + 5, at 3."""
    x = leaf(3.0)
    u = x**2
    v = 2 * u
    y = v + 5
    with al.record() as trace:
        y.backward()
    return trace


def copied():
    """Broadcasting: w meets three rows of X, so its gradient is a sum."""
    X = leaf([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    w = leaf([10.0, 20.0])
    z = X * w
    y = z.sum()
    with al.record() as trace:
        y.backward()
    return trace


def bias():
    """x + b: three rows and one bias; the gradient that arrives has a digit for each place."""
    x, b = leaf([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), leaf([10.0, 20.0])
    y = x + b
    with al.record() as trace:
        y.backward(al.tensor([[1.0, 0.0], [0.0, 10.0], [100.0, 0.0]]))
    return trace


def product():
    """x @ w, from a gradient with two digits."""
    x, w = leaf([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), leaf([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    y = x @ w
    with al.record() as trace:
        y.backward(al.tensor([[1.0, 0.0], [0.0, 10.0]]))
    return trace


def hostile():
    """Names that are markup, mathematics, and too long."""
    x = al.tensor(3.0, requires_grad=True, name="<img src=x onerror=window.hacked=1>")
    y = x * x
    named = {"</script><b>$y$</b>": y}
    with al.record(names=named) as trace:
        y.backward()
    return trace


def deep(blocks=40):
    """A residual chain, four nodes a block."""
    h = leaf(1.0)
    for i in range(blocks):
        w = leaf(0.1 + i / 1000)
        h = h * w * 0.5 + h
    with al.record(names={}) as trace:
        h.backward()
    return trace


def failing():
    """An exception in a hook, in the middle of a backward."""
    x = leaf(3.0)
    u = x * x
    u.register_hook(stop)
    y = u * 2
    with al.record() as trace, pytest.raises(ZeroDivisionError):
        y.backward()
    return trace


def stop(grad):
    raise ZeroDivisionError("stop here")


def hooked():
    """A tensor hook that multiplies by ten."""
    x = leaf(2.0)
    y = x**2
    y.register_hook(lambda grad: grad * 10)
    z = 3 * y
    with al.record() as trace:
        z.backward()
    return trace


def numbered(program):
    return functools.wraps(program)(lambda *args: renumbered(program(*args)))


MADE = (tree, reused, two_outputs, unbound, chain, copied, bias, product, hostile, deep, failing, hooked)
PROGRAMS = {program.__name__: numbered(program) for program in MADE}

DRAWN = sorted(set(PROGRAMS) - {"deep"})
for_every_program = each_case("any_trace", DRAWN, make=lambda name: PROGRAMS[name]())
"""The test gets the trace of each program in turn."""
