"""The floor: every workload by hand in NumPy, forward and backward, with no engine at all.

An engine that was free would take this long. As with the peers, a function returns what is timed and a function
that says which gradients it found. Arrays that nobody else needs are overwritten, as a careful person would write it.
"""

import numpy as np

RATE = 1e-5  # of gradient descent, for everybody: so small that a thousand steps leave the program what it was


def seed(data):
    a, b, d = data.leaves
    found = []

    def step():
        c = a + b
        e = c * d
        grad = np.float64(1)
        grad_c = grad * d
        found[:] = e, (grad_c, grad_c, grad * c)

    return step, lambda: found[1]


def new_seed(data):
    found = []

    def step():
        a, b, d = np.float64(2.0), np.float64(3.0), np.float64(4.0)
        c = a + b
        e = c * d
        grad = np.float64(1)
        grad_c = grad * d
        found[:] = e, (grad_c, grad_c, grad * c)

    return step, lambda: found[1]


def chain(data):
    start, p, q = data.leaves
    found = []

    def step():
        x, seen = start, []
        for _ in range(data.count // 2):
            seen.append(x)
            x = x * p
            x = x + q
        end = x
        grad, grad_p, grad_q = np.float64(1), np.float64(0), np.float64(0)
        for x in reversed(seen):
            grad_q = grad_q + grad
            grad_p = grad_p + grad * x
            grad = grad * p
        found[:] = end, (grad, grad_p, grad_q)

    return step, lambda: found[1]


def moons(data):
    X, y, count, ones = data.X, data.y, len(data.X), np.ones(len(data.X))
    parameters = W1, b1, W2, b2, W3, b3 = [leaf.copy() for leaf in data.leaves]
    found = []

    def step():
        h1 = rectified_layer(X, W1, b1)
        h2 = rectified_layer(h1, W2, b2)
        score = h2.dot(W3)
        score += b3
        margin = 1 - y * score
        wrong = margin > 0
        loss = margin[wrong].sum() / count + data.alpha * sum([p.ravel().dot(p.ravel()) for p in parameters])

        g3 = wrong * (y * (-1 / count))
        g2 = g3.dot(W3.T)
        g2 *= h2 > 0
        g1 = g2.dot(W2.T)
        g1 *= h1 > 0
        gradients = [X.T.dot(g1), ones.dot(g1), h1.T.dot(g2), ones.dot(g2), h2.T.dot(g3), ones.dot(g3)]
        for p, grad in zip(parameters, gradients, strict=True):
            grad += (2 * data.alpha) * p
        found[:] = loss, gradients
        descend(parameters, gradients)

    return step, lambda: found[1]


def digits(data):
    X, y, ones = data.X, data.y, np.ones(len(data.X), data.X.dtype)
    parameters = W1, b1, W2, b2, W3, b3 = [leaf.copy() for leaf in data.leaves]
    found = []

    def step():
        h1 = rectified_layer(X, W1.T, b1)
        h2 = rectified_layer(h1, W2.T, b2)
        score = h2.dot(W3.T)
        score += b3
        loss, g3 = through_cross_entropy(score, y)
        g2 = g3.dot(W3)
        g2 *= h2 > 0
        g1 = g2.dot(W2)
        g1 *= h1 > 0
        gradients = [g1.T.dot(X), ones.dot(g1), g2.T.dot(h1), ones.dot(g2), g3.T.dot(h2), ones.dot(g3)]
        found[:] = loss, gradients
        descend(parameters, gradients)

    return step, lambda: found[1]


def fan(data):
    (x,), factors = data.leaves, data.factors
    found = []

    def step():
        total = x * factors[0]
        for factor in factors[1:]:
            total = total + x * factor
        loss = total.sum()
        grad = np.ones(x.shape)
        grad_x = grad * factors[-1]
        for factor in factors[-2::-1]:
            grad_x += grad * factor
        found[:] = loss, [grad_x]

    return step, lambda: found[1]


def broadcast(data):
    a, b, bias = data.leaves
    found = []

    def step():
        y = a * b
        y += bias
        np.exp(y, y)
        loss = y.sum(-1).mean()
        y *= 1 / (y.shape[0] * y.shape[1])
        found[:] = loss, ((y * b).sum(1, keepdims=True), (y * a).sum(0, keepdims=True), y.reshape(-1, 64).sum(0))

    return step, lambda: found[1]


def elementwise(data):
    (x,) = data.leaves
    found = []

    def step():
        sine = np.sin(x)
        bell = x * x
        np.negative(bell, bell)
        np.exp(bell, bell)
        loss = (x * sine + bell).sum()
        grad = np.cos(x)
        grad *= x
        grad += sine
        bell *= x
        bell *= -2
        grad += bell
        found[:] = loss, [grad]

    return step, lambda: found[1]


def convolution(data):
    X, y, count = data.X, data.y, len(data.X)
    parameters = kernel, bias, W, b = [leaf.copy() for leaf in data.leaves]
    windows = np.lib.stride_tricks.sliding_window_view(X[:, 0], (5, 5), (1, 2))
    corners = [(slice(None), slice(i, None, 2), slice(j, None, 2)) for i in (0, 1) for j in (0, 1)]
    ones = np.ones(count * 24 * 24, "f4")
    found = []

    def step():
        columns = windows.reshape(-1, 25)
        h = rectified_layer(columns, kernel.reshape(8, 25).T, bias).reshape(count, 24, 24, 8)  # channels last
        quarters = [h[corner] for corner in corners]
        top = np.maximum(np.maximum(quarters[0], quarters[1]), np.maximum(quarters[2], quarters[3]))
        flat = top.transpose(0, 3, 1, 2).reshape(count, -1)
        score = flat.dot(W.T)
        score += b
        loss, grad = through_cross_entropy(score, y)
        grad_top = grad.dot(W).reshape(count, 8, 12, 12).transpose(0, 2, 3, 1) * (top > 0)
        grad_h, free = np.empty_like(h), np.ones(top.shape, bool)
        for corner, quarter in zip(corners, quarters, strict=True):  # among equals, the first gets the gradient
            hit = quarter == top
            hit &= free
            free ^= hit
            np.multiply(grad_top, hit, grad_h[corner])
        grad_h = grad_h.reshape(-1, 8)
        gradients = [grad_h.T.dot(columns).reshape(kernel.shape), ones.dot(grad_h), grad.T.dot(flat), grad.sum(0)]
        found[:] = loss, gradients
        descend(parameters, gradients)

    return step, lambda: found[1]


def regression(data):
    """Pearlmutter's R-operator: one pass each way, each with its derivative along the direction.

    That is a cheaper algorithm than what engines do here, which is to run backward through a backward pass.
    """
    X, y, count, ones = data.X, data.y, len(data.X), np.ones(len(data.X))
    W1, b1, W2, b2, W3, b3 = data.leaves
    V1, c1, V2, c2, V3, c3 = data.direction
    found = []

    def step():
        h1 = np.tanh(X.dot(W1) + b1)
        slope1 = 1 - h1 * h1
        r1 = slope1 * (X.dot(V1) + c1)
        h2 = np.tanh(h1.dot(W2) + b2)
        slope2 = 1 - h2 * h2
        r2 = slope2 * (r1.dot(W2) + h1.dot(V2) + c2)
        g3 = (2 / count) * (h2.dot(W3) + b3 - y)
        r3 = (2 / count) * (r2.dot(W3) + h2.dot(V3) + c3)

        back = g3.dot(W3.T)
        g2 = back * slope2
        rg2 = (r3.dot(W3.T) + g3.dot(V3.T)) * slope2 - 2 * back * h2 * r2
        back = g2.dot(W2.T)
        rg1 = (rg2.dot(W2.T) + g2.dot(V2.T)) * slope1 - 2 * back * h1 * r1
        in_layer1 = X.T.dot(rg1), ones.dot(rg1)
        in_layer2 = r1.T.dot(g2) + h1.T.dot(rg2), ones.dot(rg2)
        in_layer3 = r2.T.dot(g3) + h2.T.dot(r3), ones.dot(r3)
        found[:] = *in_layer1, *in_layer2, *in_layer3

    return step, lambda: found


def rows(data):
    (x,) = data.leaves
    found = []

    def step():
        first, *rest = x
        total = first * first
        for row in rest:
            total = total + row * row
        loss = total.sum()
        grad, grad_x = np.ones(x.shape[1]), np.empty_like(x)
        for out, row in zip(grad_x, x, strict=True):
            np.multiply(grad, row, out)
            out += out
        found[:] = loss, [grad_x]

    return step, lambda: found[1]


# ----- what several need ----------------------------------------------------------------------------------------------
def rectified_layer(X, weight, bias):
    h = X.dot(weight)
    h += bias
    return np.maximum(h, 0, out=h)


def through_cross_entropy(score, y):
    """The mean cross entropy and its gradient; the scores are overwritten."""
    lines, share = np.arange(len(y)), score.dtype.type(1 / len(y))
    score -= score.max(1, keepdims=True)
    probability = np.exp(score)
    total = probability.sum(1, keepdims=True)
    loss = (np.log(total[:, 0]) - score[lines, y]).sum() * share
    probability /= total
    probability[lines, y] -= 1
    probability *= share
    return loss, probability


def descend(parameters, gradients):
    """A step of SGD. Call it when the gradients before these are dropped, so that it works in their memory."""
    rate = parameters[0].dtype.type(RATE)
    for p, grad in zip(parameters, gradients, strict=True):
        p -= rate * grad
