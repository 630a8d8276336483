"""Random graphs, and their gradients by a way that knows nothing of graphs.

A `Program` is a list of small steps on whole numbers. Run on Tensors it leaves a graph; run on `Dual` numbers it
carries the derivative forward along with each value (forward mode), with no graph, no edges and no order. All numbers
stay whole and small enough for float64, so the two must agree exactly.
"""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab import small

KINDS = ("add", "sub", "mul", "neg", "scale", "pair", "halves")
MOST_PRODUCTS = 5
LARGEST_FACTOR = 100


@dataclass(frozen=True)
class Program:
    """Leaves (a whole number, or two), steps (kind, operand, operand), and the values whose sum is the root."""

    leaves: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[str, int, int], ...]
    roots: tuple[int, ...]


class Dual:
    """A value, and how it changes with one chosen number."""

    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __sub__(self, other):
        return Dual(self.value - other.value, self.slope - other.slope)

    def __mul__(self, other):
        if not isinstance(other, Dual):
            return Dual(self.value * other, self.slope * other)
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def sum(self):
        return Dual(self.value.sum(), (self.slope + 0 * self.value).sum())

    def unbind(self):
        slope = self.slope + 0 * self.value
        return Dual(self.value[0], slope[0]), Dual(self.value[1], slope[1])


class Pair(al.autograd.Function):
    """Two inputs, two outputs, four different slopes: a + 2b and 3a - b."""

    @staticmethod
    def forward(ctx, a, b):
        return a + b * 2, a * 3 - b

    @staticmethod
    def backward(ctx, first, second):
        return first + second * 3, first * 2 - second


small_pair = small.operation(
    "PairBackward",
    lambda a, b: [a + b * 2, a * 3 - b],
    lambda grads, a, b: grads[0] + grads[1] * 3,
    lambda grads, a, b: grads[0] * 2 - grads[1],
)


def pair(a, b):
    """`Pair`, on whatever the program runs on."""
    if isinstance(a, al.Tensor):
        return Pair.apply(a, b)
    return small_pair(a, b) if isinstance(a, small.Tensor) else (a + b * 2, a * 3 - b)


def array_of(value):
    """The numbers of a Tensor, a small one or a Dual."""
    if isinstance(value, Dual):
        return value.value
    return value.data if isinstance(value, small.Tensor) else value.detach().numpy()


def size(value):
    return np.abs(array_of(value)).max()


def execute(program, leaves):
    """The root of the program, run on these leaves (Tensors or Duals)."""
    values, products = list(leaves), 0
    for kind, i, j in program.steps:
        a, b = values[i % len(values)], values[j % len(values)]
        small = max(size(a), size(b)) <= LARGEST_FACTOR
        if kind == "mul" and products < MOST_PRODUCTS and small:
            products += 1
            values.append(a * b)
        elif kind == "sub":
            values.append(a - b)
        elif kind == "neg":
            values.append(-a)
        elif kind == "scale":
            values.append(a * -2)
        elif kind == "pair":
            values.extend(pair(a, b))
        elif kind == "halves" and shape_of(a) == (2,):
            values.extend(a.unbind())
        else:
            values.append(a + b)
    root = values[-1].sum()
    for place in program.roots:
        root = root + values[place % len(values)].sum()
    return root


def shape_of(value):
    return array_of(value).shape


def as_arrays(program):
    """The leaves as float64: a bare number, or an array of two."""
    return [np.float64(leaf[0]) if len(leaf) == 1 else np.array(leaf, np.float64) for leaf in program.leaves]


def make_leaves(program):
    """The leaves as Tensors that want a gradient."""
    leaves = [al.tensor(leaf.tolist(), dtype=al.float64, requires_grad=True) for leaf in as_arrays(program)]
    return leaves


def true_gradients(program):
    """∂root/∂leaf for every leaf, one number at a time by forward mode."""
    arrays = as_arrays(program)
    found = []
    for chosen, array in enumerate(arrays):
        slopes = np.zeros(array.shape)
        for place in np.ndindex(array.shape):
            seeds = [np.zeros(other.shape) for other in arrays]
            seeds[chosen][place] = 1
            root = execute(program, [Dual(value, seed) for value, seed in zip(arrays, seeds, strict=True)])
            slopes[place] = root.slope
        found.append(slopes)
    return found


def programs():
    """Random programs of up to 12 steps on up to 4 leaves."""
    number = st.integers(-3, 3)
    leaf = st.one_of(st.tuples(number), st.tuples(number, number))
    place = st.integers(0, 30)
    step = st.tuples(st.sampled_from(KINDS), place, place)
    return st.builds(
        Program,
        leaves=st.lists(leaf, min_size=1, max_size=4).map(tuple),
        steps=st.lists(step, min_size=1, max_size=12).map(tuple),
        roots=st.lists(place, max_size=3).map(tuple),
    )
