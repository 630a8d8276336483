"""MyGrad, with memory guarding off: its documented fast setting."""

import mygrad
from mygrad.nnet import conv_nd, logsoftmax, max_pool, negative_log_likelihood, relu

from peers.backward_engine import BackwardEngine


class Peer(BackwardEngine):
    lacks = frozenset({"regression"})  # it has no second derivatives

    def __init__(self):
        mygrad.turn_memory_guarding_off()
        self.relu, self.mean, self.exp, self.sin = relu, mygrad.mean, mygrad.exp, mygrad.sin

    def unbind(self, x):
        return [x[place] for place in range(len(x))]

    def linear(self, X, weight, bias):
        return mygrad.matmul(X, weight.T) + bias

    def cross_entropy(self, score, y):
        return negative_log_likelihood(logsoftmax(score), y_true=y)

    def convolve(self, X, kernel, bias):
        return conv_nd(X, kernel, stride=1) + bias.reshape(1, 8, 1, 1)

    def max_pool(self, h):
        return max_pool(h, (2, 2), 2)

    def leaf(self, value):
        return mygrad.tensor(value)

    def forget(self, leaf):
        leaf.null_grad()

    def gradient(self, leaf):
        return leaf.grad

    def descend(self, leaves, rate):
        for leaf in leaves:
            leaf.data -= rate * leaf.grad

    def seed(self, loss, data):
        a, b, d = leaves = [self.leaf(value) for value in data.leaves]

        def step():  # it empties .grad itself when a tensor is used anew
            c = a + b
            e = c * d
            e.backward()

        return step, lambda: [self.gradient(leaf) for leaf in leaves]

    def new_seed(self, loss, data):
        tensor, leaves = mygrad.tensor, []

        def step():
            a, b, d = tensor(2.0), tensor(3.0), tensor(4.0)
            c = a + b
            e = c * d
            e.backward()
            leaves[:] = a, b, d

        return step, lambda: [self.gradient(leaf) for leaf in leaves]
