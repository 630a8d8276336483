"""micrograd: one Python object for every number, so arrays are object arrays of its `Value`."""

import contextlib
import sys

import numpy as np
from micrograd.engine import Value

from peers.backward_engine import BackwardEngine


@contextlib.contextmanager
def deep_recursion():
    """It walks its graph by recursion: a chain of 1,000 values is too long for Python's limit."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Peer(BackwardEngine):
    lacks = frozenset({"digits", "fan", "broadcast", "elementwise", "convolution", "regression", "rows"})

    relu = staticmethod(np.vectorize(Value.relu, otypes=[object]))

    def mean(self, values):
        return values.sum() * (1 / values.size)

    def leaf(self, value):
        values = np.vectorize(Value, otypes=[object])(value.astype(object))
        return values if values.ndim else values.item()

    def forget(self, leaf):
        for value in np.ravel(leaf):
            value.grad = 0

    def gradient(self, leaf):
        return np.vectorize(lambda value: value.grad, otypes=[float])(leaf)

    def gradients(self, loss, data):
        run, gradients = super().gradients(loss, data)

        def step():
            with deep_recursion():
                run()

        return step, gradients

    def descend(self, leaves, rate):
        for leaf in leaves:
            for value in leaf.ravel():
                value.data -= rate * value.grad

    def seed(self, loss, data):
        a, b, d = leaves = [self.leaf(value) for value in data.leaves]

        def step():
            a.grad = b.grad = d.grad = 0
            c = a + b
            e = c * d
            e.backward()

        return step, lambda: [leaf.grad for leaf in leaves]

    def new_seed(self, loss, data):
        leaves = []

        def step():
            a, b, d = Value(2.0), Value(3.0), Value(4.0)
            c = a + b
            e = c * d
            e.backward()
            leaves[:] = a, b, d

        return step, lambda: [leaf.grad for leaf in leaves]
