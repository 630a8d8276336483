"""What is measured: small programs with a gradient, and the arrays they start from, the same for every engine.

A workload's ``loss`` is written once for all engines. It gets ``ops``, which has what engines spell differently (see
`peers`), the arrays of ``data()``, and the leaves one by one. The same by hand stands in `floor.py`.
"""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise
from types import SimpleNamespace

import floor
import numpy as np


@dataclass(frozen=True)
class Workload:
    """One program. ``style`` names the method of a peer that runs it; ``goal`` is in times the floor's time."""

    text: str
    goal: float
    style: str
    data: Callable[[], SimpleNamespace]
    loss: Callable
    floor: Callable


# ----- data -----------------------------------------------------------------------------------------------------------
def normal(*shapes: tuple, dtype: str = "f8", scale: float = 1.0) -> Iterator[np.ndarray]:
    """Normally distributed numbers, the same in every run."""
    rng = np.random.default_rng(sum(shapes, ()))
    for shape in shapes:
        yield (scale * rng.standard_normal(shape)).astype(dtype)


def layers(*widths: int, dtype: str = "f8", rows_are_outputs: bool = False) -> list[np.ndarray]:
    """Weights and biases, in turn, of dense layers."""
    found = []
    for inputs, outputs in pairwise(widths):
        shape = (outputs, inputs) if rows_are_outputs else (inputs, outputs)
        weight, bias = normal(shape, (outputs,), dtype=dtype, scale=inputs**-0.5)
        found += [weight, 0.1 * bias]
    return found


def seed_data() -> SimpleNamespace:
    return SimpleNamespace(leaves=[np.float64(2), np.float64(3), np.float64(4)])


def chain_data(count: int) -> SimpleNamespace:
    return SimpleNamespace(leaves=[np.float64(1), np.float64(0.999), np.float64(0.001)], count=count)


def moons_data() -> SimpleNamespace:
    turn = np.linspace(0, np.pi, 50)
    moons = np.concatenate([np.c_[np.cos(turn), np.sin(turn)], np.c_[1 - np.cos(turn), 0.5 - np.sin(turn)]])
    (noise,) = normal(moons.shape, scale=0.1)
    label = np.repeat([1.0, -1.0], 50)[:, None]
    return SimpleNamespace(X=moons + noise, y=label, alpha=1e-4, leaves=layers(2, 16, 16, 1))


def digits_data(dtype: str) -> SimpleNamespace:
    (image,) = normal((64, 784), dtype=dtype)
    leaves = layers(784, 128, 64, 10, dtype=dtype, rows_are_outputs=True)
    return SimpleNamespace(X=abs(image), y=np.arange(64) % 10, leaves=leaves)


def fan_data(size: int, products: int) -> SimpleNamespace:
    x, factors = normal((size,), (products,))
    return SimpleNamespace(leaves=[x], factors=factors.tolist())


def broadcast_data(dtype: str) -> SimpleNamespace:
    return SimpleNamespace(leaves=list(normal((256, 1, 64), (1, 128, 64), (64,), dtype=dtype, scale=0.3)))


def elementwise_data(dtype: str) -> SimpleNamespace:
    return SimpleNamespace(leaves=list(normal((1_000_000,), dtype=dtype)))


def convolution_data() -> SimpleNamespace:
    image, kernel, bias = normal((8, 1, 28, 28), (8, 1, 5, 5), (8,), dtype="f4")
    leaves = [kernel / 5, bias / 10, *layers(8 * 12 * 12, 10, dtype="f4", rows_are_outputs=True)]
    return SimpleNamespace(X=abs(image), y=np.arange(8), leaves=leaves)


def hessian_data() -> SimpleNamespace:
    leaves = layers(10, 32, 32, 1)
    X, y, *direction = normal((64, 10), (64, 1), *(leaf.shape for leaf in leaves))
    return SimpleNamespace(X=X, y=y, leaves=leaves, direction=direction)


def rows_data() -> SimpleNamespace:
    return SimpleNamespace(leaves=list(normal((64, 128))))


# ----- losses ---------------------------------------------------------------------------------------------------------
def seed(ops, data, a, b, d):
    c = a + b
    return c * d


def chain(ops, data, x, p, q):
    for _ in range(data.count // 2):
        x = x * p
        x = x + q
    return x


def moons(ops, data, W1, b1, W2, b2, W3, b3):
    h = ops.relu(data.X @ W1 + b1)
    h = ops.relu(h @ W2 + b2)
    score = h @ W3 + b3
    squares = [(p * p).sum() for p in (W1, b1, W2, b2, W3, b3)]
    return ops.mean(ops.relu(1 - data.y * score)) + data.alpha * reduce(operator.add, squares)


def digits(ops, data, W1, b1, W2, b2, W3, b3):
    h = ops.relu(ops.linear(data.X, W1, b1))
    h = ops.relu(ops.linear(h, W2, b2))
    return ops.cross_entropy(ops.linear(h, W3, b3), data.y)


def fan(ops, data, x):
    total = x * data.factors[0]
    for factor in data.factors[1:]:
        total = total + x * factor
    return total.sum()


def broadcast(ops, data, a, b, bias):
    return ops.exp(a * b + bias).sum(-1).mean()


def elementwise(ops, data, x):
    return (x * ops.sin(x) + ops.exp(-x * x)).sum()


def convolution(ops, data, kernel, bias, W, b):
    h = ops.max_pool(ops.relu(ops.convolve(data.X, kernel, bias)))
    return ops.cross_entropy(ops.linear(h.reshape((8, -1)), W, b), data.y)


def regression(ops, data, W1, b1, W2, b2, W3, b3):
    h = ops.tanh(data.X @ W1 + b1)
    h = ops.tanh(h @ W2 + b2)
    error = h @ W3 + b3 - data.y
    return (error * error).mean()


def rows(ops, data, x):
    first, *rest = ops.unbind(x)
    total = first * first
    for row in rest:
        total = total + row * row
    return total.sum()


# ----- the list -------------------------------------------------------------------------------------------------------
digits_f4, digits_f8 = partial(digits_data, "f4"), partial(digits_data, "f8")
broadcast_f4, broadcast_f8 = partial(broadcast_data, "f4"), partial(broadcast_data, "f8")
elementwise_f4, elementwise_f8 = partial(elementwise_data, "f4"), partial(elementwise_data, "f8")

WORKLOADS = {
    "W1": Workload("c = a + b; e = c * d, 0-d leaves that are kept", 11, "seed", seed_data, seed, floor.seed),
    "W1n": Workload("the same, leaves made each time", 8, "new_seed", seed_data, seed, floor.new_seed),
    "W2k": Workload("chain of 1,000 scalars", 12.5, "gradients", partial(chain_data, 1_000), chain, floor.chain),
    "W2x": Workload("chain of 10,000 scalars", 13.5, "gradients", partial(chain_data, 10_000), chain, floor.chain),
    "W3": Workload("MLP 2-16-16-1, 100 points, SGD step, f64", 2.9, "descent", moons_data, moons, floor.moons),
    "W4f": Workload("MLP 784-128-64-10, 64 images, SGD step, f32", 1.15, "descent", digits_f4, digits, floor.digits),
    "W4d": Workload("the same, f64", 1.12, "descent", digits_f8, digits, floor.digits),
    "W5": Workload(
        "leaf of 256 in 1,000 products, f64", 2.75, "gradients", partial(fan_data, 256, 1_000), fan, floor.fan
    ),
    "W5L": Workload(
        "leaf of 100,000 in 100 products, f64", 1.2, "gradients", partial(fan_data, 100_000, 100), fan, floor.fan
    ),
    "W6": Workload("exp of (256,1,64) × (1,128,64), f64", 1.15, "gradients", broadcast_f8, broadcast, floor.broadcast),
    "W6f": Workload("the same, f32", 1.3, "gradients", broadcast_f4, broadcast, floor.broadcast),
    "W7": Workload(
        "x sin x + exp(−x²), 1,000,000 elements, f64", 1.2, "gradients", elementwise_f8, elementwise, floor.elementwise
    ),
    "W7f": Workload("the same, f32", 1.3, "gradients", elementwise_f4, elementwise, floor.elementwise),
    "W8": Workload(
        "conv 5×5, max-pool, linear, 8 images, SGD step, f32",
        1.35,
        "descent",
        convolution_data,
        convolution,
        floor.convolution,
    ),
    "W9": Workload(
        "Hessian-vector product, MLP 10-32-32-1, f64",
        3.9,
        "hessian_product",
        hessian_data,
        regression,
        floor.regression,
    ),
    "W10": Workload("64 rows unbound, squared, summed, f64", 3.9, "gradients", rows_data, rows, floor.rows),
}
