"""The engines that are compared, autograd_lab and PyTorch: both have PyTorch's names.

A peer has the operations of the workloads (``relu``, ``linear`` …) and one method for each style of workload. The
method returns ``(step, gradients)``: what is timed, and a function that says what it found.
"""

import importlib
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
from floor import RATE
from workloads import WORKLOADS

DISTRIBUTIONS = {"autograd_lab": "autograd-lab", "torch": "torch"}


def installed(name):
    return find_spec(name) is not None


def version_of(name):
    return version(DISTRIBUTIONS[name])


class Peer:
    """One of the two, by the name of its module; ImportError where it is not installed."""

    def __init__(self, module):
        self.torch = torch = importlib.import_module(module)
        self.relu, self.exp, self.sin, self.tanh = torch.relu, torch.exp, torch.sin, torch.tanh
        self.mean, self.unbind = torch.mean, torch.unbind
        functional = torch.nn.functional
        self.linear, self.convolve = functional.linear, functional.conv2d
        self.log_softmax, self.nll_loss, self.pool = functional.log_softmax, functional.nll_loss, functional.max_pool2d
        if module == "torch":
            torch.set_num_threads(1)

    def cross_entropy(self, score, y):
        return self.nll_loss(self.log_softmax(score, 1), y)

    def max_pool(self, h):
        return self.pool(h, 2)

    def leaf(self, value):
        return self.torch.tensor(value, requires_grad=True)

    def own(self, data):
        """The data with its inputs and labels turned into tensors."""
        for name in {"X", "y"} & vars(data).keys():
            setattr(data, name, self.torch.tensor(getattr(data, name)))
        return data

    def graph(self, loss, data):
        """A recorded graph, not run: what runs it, and keeps it."""
        return loss(self, data, *map(self.leaf, data.leaves)).backward

    def gradients(self, loss, data):
        return self.passes(loss, *self.prepared(data))

    def descent(self, loss, data):
        data, leaves = self.prepared(data)
        both_ways, found = self.passes(loss, data, leaves)

        def step():
            both_ways()
            with self.torch.no_grad():
                for leaf in leaves:
                    leaf -= RATE * leaf.grad

        return step, found

    def prepared(self, data):
        """The data as `own` makes it, and the leaves."""
        data = self.own(data)
        return data, [self.leaf(value) for value in data.leaves]

    def passes(self, loss, data, leaves):
        """Forward and backward, and what was found."""

        def step():
            for leaf in leaves:
                leaf.grad = None
            loss(self, data, *leaves).backward()

        return step, lambda: [leaf.grad.numpy() for leaf in leaves]

    # The two smallest workloads are written out: there, a call more would be seen.
    def seed(self, loss, data):
        a, b, d = leaves = [self.leaf(value) for value in data.leaves]

        def step():
            a.grad = b.grad = d.grad = None
            c = a + b
            e = c * d
            e.backward()

        return step, lambda: [leaf.grad.numpy() for leaf in leaves]

    def new_seed(self, loss, data):
        tensor, float64, leaves = self.torch.tensor, self.torch.float64, []

        def step():
            a = tensor(2.0, dtype=float64, requires_grad=True)
            b = tensor(3.0, dtype=float64, requires_grad=True)
            d = tensor(4.0, dtype=float64, requires_grad=True)
            c = a + b
            e = c * d
            e.backward()
            leaves[:] = a, b, d

        return step, lambda: [leaf.grad.numpy() for leaf in leaves]

    def hessian_product(self, loss, data):
        data, grad, found = self.own(data), self.torch.autograd.grad, []
        leaves = [self.leaf(value) for value in data.leaves]
        start, *others = map(self.torch.tensor, data.direction)

        def step():
            first, *rest = grad(loss(self, data, *leaves), leaves, create_graph=True)
            total = (first * start).sum()
            for slope, along in zip(rest, others, strict=True):
                total = total + (slope * along).sum()
            found[:] = grad(total, leaves)

        return step, lambda: [slope.numpy() for slope in found]


def prepare(peer, workload):
    """The step of a workload to be timed, with right gradients."""
    workload = WORKLOADS[workload]
    step, gradients = getattr(peer, workload.style)(workload.loss, workload.data())
    step()
    by_hand, expected = workload.floor(workload.data())
    by_hand()
    check(gradients(), expected())
    return step


def check(gradients, expected):
    """The same shapes and, up to rounding (in units of the largest entry), the same numbers, or an AssertionError."""
    expected = [np.asarray(gradient) for gradient in expected]
    tolerance = 1e-10 if expected[0].dtype == np.float64 else 1e-4
    tolerance *= max(abs(gradient).max() for gradient in expected)
    for place, (one, other) in enumerate(zip(map(np.asarray, gradients), expected, strict=True)):
        assert one.shape == other.shape, f"gradient {place}: shape {one.shape}, not {other.shape}"
        wrong = abs(one - other).max()
        assert wrong <= tolerance, f"gradient {place} is off by {wrong:.1e}"
