"""A small checker of derivatives, independent of the package's own: central differences in float64.

The tests of the table use it, and test it: a rule that is wrong by 0.1 % must not pass.
"""

import numpy as np

import autograd_lab as al

EPS = 1e-6


class Make:
    """``make(2, 3)`` in a row's samples: a float leaf with numbers between ``low`` and ``high``."""

    def __init__(self, dtype=al.float64, seed=0):
        self.dtype, self.random, self.leaves = dtype, np.random.default_rng(seed), []

    def __call__(self, *shape, low=-2.0, high=2.0):
        leaf = al.tensor(self.random.uniform(low, high, shape), dtype=self.dtype, requires_grad=True)
        self.leaves.append(leaf)
        return leaf


def samples(op, dtype=al.float64):
    """``(arguments, float leaves among them)`` for each sample of a row; literal arrays become tensors."""
    count = len(op.samples(Make()))
    for i in range(count):
        args = op.samples(Make(dtype, seed=i))[i]
        args = tuple(as_tensors(arg) for arg in args)
        yield args, [leaf for leaf in leaves_of(args) if leaf.requires_grad]


def as_tensors(arg):
    """Literal NumPy arrays as tensors, also within lists."""
    if isinstance(arg, np.ndarray):
        return al.from_numpy(arg)
    return [as_tensors(item) for item in arg] if isinstance(arg, list) else arg


def leaves_of(args):
    """The tensors among the arguments, also within lists, each once."""
    found = []
    for arg in args:
        inside = leaves_of(arg) if isinstance(arg, list | tuple) else [arg] if isinstance(arg, al.Tensor) else []
        found += [item for item in inside if not any(item is other for other in found)]
    return found


def outputs_of(function, args):
    """What it returns, as a list."""
    result = function(*args)
    return list(result) if isinstance(result, tuple | list) else [result]


def seeds_for(outputs, seed=7):
    """A fixed gradient to arrive at each float output."""
    random = np.random.default_rng(seed)
    return [al.tensor(random.uniform(0.5, 1.5, tuple(out.shape)), dtype=out.dtype) for out in outputs]


def differentiable(outputs):
    """The outputs that carry a gradient."""
    return [out for out in outputs if out.requires_grad]


def gradients(function, args, leaves, seeds=None, create_graph=False):
    """By backward: one gradient for each leaf, zeros where there is none."""
    outputs = differentiable(outputs_of(function, args))
    if not outputs:
        return [al.zeros_like(leaf) for leaf in leaves]
    seeds = seeds_for(outputs) if seeds is None else seeds
    found = al.autograd.grad(outputs, leaves, seeds, create_graph=create_graph, allow_unused=True)
    return [al.zeros_like(leaf) if grad is None else grad for leaf, grad in zip(leaves, found, strict=True)]


def numeric(value, leaves):
    """∂value/∂leaf for each leaf, by central differences of ``value()``, a float."""
    result = []
    for leaf in leaves:
        before = leaf._data
        slope = np.zeros(before.shape)
        for place in np.ndindex(before.shape):
            ends = []
            for step in (EPS, -EPS):
                moved = np.array(before)
                moved[place] += step
                leaf._data = moved if moved.ndim else moved[()]
                ends.append(value())
            slope[place] = (ends[0] - ends[1]) / (2 * EPS)
        leaf._data = before
        result.append(slope)
    return result


def weighted(tensors, weights):
    """Σ weight · tensor, as a float."""
    return float(sum(np.sum(weight._data * item._data) for item, weight in zip(tensors, weights, strict=True)))


def close(found, expected, rtol=1e-5, atol=1e-7):
    """Raise AssertionError where a gradient differs from its central differences."""
    for one, two in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(one._data), two, rtol=rtol, atol=atol)


def check_first(function, args, leaves):
    """Backward against central differences of the forward."""
    outputs = differentiable(outputs_of(function, args))
    seeds = seeds_for(outputs)
    kept = [i for i, out in enumerate(outputs_of(function, args)) if out.requires_grad]

    def value():
        return weighted([outputs_of(function, args)[i] for i in kept], seeds)

    close(gradients(function, args, leaves, seeds), numeric(value, leaves))


def check_second(function, args, leaves):
    """Backward of backward (``create_graph``) against central differences of backward, seeds included."""
    seeds = [seed.requires_grad_() for seed in seeds_for(differentiable(outputs_of(function, args)))]
    first = gradients(function, args, leaves, seeds, create_graph=True)
    weights = seeds_for(first, seed=11)
    inputs = [*leaves, *seeds]
    tracked = [(grad, weight) for grad, weight in zip(first, weights, strict=True) if grad.requires_grad]
    found = [None] * len(inputs)
    if tracked:
        grads, arriving = zip(*tracked, strict=True)
        found = al.autograd.grad(grads, inputs, arriving, allow_unused=True)
    found = [al.zeros_like(item) if grad is None else grad for item, grad in zip(inputs, found, strict=True)]

    def value():
        return weighted(gradients(function, args, leaves, [seed.detach() for seed in seeds]), weights)

    close(found, numeric(value, inputs), rtol=1e-4, atol=1e-6)
