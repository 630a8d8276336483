"""HIPS/autograd: functions, and `grad` of functions."""

from functools import partial

import autograd.numpy as np
import numpy
from autograd import grad, make_vjp
from autograd.scipy.signal import convolve
from autograd.scipy.special import logsumexp
from floor import RATE


class Peer:
    lacks = frozenset()
    mean, exp = staticmethod(np.mean), staticmethod(np.exp)
    sin, tanh = staticmethod(np.sin), staticmethod(np.tanh)

    def relu(self, x):
        return np.maximum(x, 0)

    def unbind(self, x):
        return [x[place] for place in range(len(x))]

    def linear(self, X, weight, bias):
        return np.dot(X, weight.T) + bias

    def cross_entropy(self, score, y):
        chosen = numpy.eye(10, dtype=score.dtype)[y]
        return -np.sum((score - logsumexp(score, axis=1, keepdims=True)) * chosen) / len(y)

    def convolve(self, X, kernel, bias):
        """As in the project's own example of a convolutional net; true convolution turns the kernel round."""
        turned = np.transpose(kernel[:, :, ::-1, ::-1], (1, 0, 2, 3))
        h = convolve(X, turned, axes=([2, 3], [2, 3]), dot_axes=([1], [0]), mode="valid")
        return h + np.reshape(bias, (1, 8, 1, 1))

    def max_pool(self, h):
        count, channels, height, width = h.shape
        return np.max(np.max(np.reshape(h, (count, channels, height // 2, 2, width // 2, 2)), axis=3), axis=4)

    def graph(self, loss, data):
        vjp, value = make_vjp(lambda leaves: loss(self, data, *leaves))(data.leaves)
        return partial(vjp, np.ones_like(value))

    def gradients(self, loss, data):
        slopes = grad(lambda *leaves: loss(self, data, *leaves), tuple(range(len(data.leaves))))
        leaves, found = data.leaves, []

        def step():
            found[:] = slopes(*leaves)

        return step, lambda: found

    seed = gradients

    def descent(self, loss, data):
        leaves = data.leaves
        evaluate, gradients = self.gradients(loss, data)

        def step():
            evaluate()
            for leaf, slope in zip(leaves, gradients(), strict=True):
                leaf -= RATE * slope

        return step, gradients

    def hessian_product(self, loss, data):
        slopes = grad(lambda *leaves: loss(self, data, *leaves), tuple(range(len(data.leaves))))

        def along(ops, data, *leaves):
            return sum([np.sum(slope * v) for slope, v in zip(slopes(*leaves), data.direction, strict=True)])

        return self.gradients(along, data)
