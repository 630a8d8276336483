"""PyTorch, and whatever has its names: autograd_lab."""

import importlib

from peers.backward_engine import BackwardEngine


class Peer(BackwardEngine):
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

    def constant(self, value):
        return self.torch.tensor(value)

    def leaf(self, value):
        return self.torch.tensor(value, requires_grad=True)

    def forget(self, leaf):
        leaf.grad = None

    def gradient(self, leaf):
        return leaf.grad.numpy()

    def descend(self, leaves, rate):
        with self.torch.no_grad():
            for leaf in leaves:
                leaf -= rate * leaf.grad

    # The two smallest workloads are written out: there, a call more would be seen.
    def seed(self, loss, data):
        a, b, d = leaves = [self.leaf(value) for value in data.leaves]

        def step():
            a.grad = b.grad = d.grad = None
            c = a + b
            e = c * d
            e.backward()

        return step, lambda: [self.gradient(leaf) for leaf in leaves]

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

        return step, lambda: [self.gradient(leaf) for leaf in leaves]

    def hessian_product(self, loss, data):
        data, grad, found = self.own(data), self.torch.autograd.grad, []
        leaves, direction = map(self.leaf, data.leaves), map(self.constant, data.direction)
        leaves, (start, *others) = list(leaves), direction

        def step():
            first, *rest = grad(loss(self, data, *leaves), leaves, create_graph=True)
            total = (first * start).sum()
            for slope, along in zip(rest, others, strict=True):
                total = total + (slope * along).sum()
            found[:] = grad(total, leaves)

        return step, lambda: [slope.numpy() for slope in found]
