"""Random programs, run by PyTorch and by autograd_lab: same nodes, same order, same numbers, same holes."""

import importlib
import random
import warnings
from importlib.util import find_spec

import numpy as np
import pytest

import autograd_lab as al

NEEDED = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed; it is the oracle here")
pytestmark = [pytest.mark.torch, NEEDED]

SEEDS = range(60)


def functions_of(lib):
    """Two custom Functions with two outputs: one gets zeros for an unused output, the other None."""

    class Zeros(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b + b * 2, a * 3 - b

        @staticmethod
        def backward(ctx, first, second):
            a, b = ctx.saved_tensors
            return first * b + second * 3, first * a + first * 2 - second

    class Nones(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.set_materialize_grads(False)
            return a + b, a * 3 - b

        @staticmethod
        def backward(ctx, first, second):
            if second is None:
                return first, first
            return (second * 3, -second) if first is None else (first + second * 3, first - second)

    return Zeros.apply, Nones.apply


OPERATIONS = {
    "add": lambda lib, a, b, pick: a + b,
    "sub": lambda lib, a, b, pick: a - b,
    "mul": lambda lib, a, b, pick: a * b,
    "div": lambda lib, a, b, pick: a / (b * b + 1),
    "from": lambda lib, a, b, pick: 2 - a * 3.0,
    "sin": lambda lib, a, b, pick: a.sin(),
    "tanh": lambda lib, a, b, pick: a.tanh(),
    "exp": lambda lib, a, b, pick: (a * 0.1).exp(),
    "pow": lambda lib, a, b, pick: a ** pick([2, 3, 1]),
    "clone": lambda lib, a, b, pick: a.clone(),
    "detach": lambda lib, a, b, pick: a.detach(),
    "mean": lambda lib, a, b, pick: a.mean(),
    "max": lambda lib, a, b, pick: a.max(),
    "sum": lambda lib, a, b, pick: a.sum(pick(range(a.dim())), keepdim=pick([True, False])),
    "expand": lambda lib, a, b, pick: a.expand(3, 2),
    "unbind": lambda lib, a, b, pick: a.unbind(pick(range(a.dim()))),
    "split": lambda lib, a, b, pick: a.split(1, pick(range(a.dim()))),
    "select": lambda lib, a, b, pick: a[pick([0, -1])],
    "index": lambda lib, a, b, pick: a[[0, 0]],
    "cat": lambda lib, a, b, pick: lib.cat([a, b, a]),
    "stack": lambda lib, a, b, pick: lib.stack([a, b]),
    "where": lambda lib, a, b, pick: lib.where(a > 0, a, b),
    "matmul": lambda lib, a, b, pick: a @ b,
    "t": lambda lib, a, b, pick: a.t(),
    "zeros": lambda lib, a, b, pick: functions_of(lib)[0](a, b),
    "nones": lambda lib, a, b, pick: functions_of(lib)[1](a, b),
    "in place": lambda lib, a, b, pick: change(a * 1, pick),
}
SAME_SHAPE = {"cat", "stack", "where", "zeros", "nones"}


def change(value, pick):
    """Change a value in place after, or before, something was computed from it; the graph may notice."""
    result = pick([value.exp, value.clone])()
    pick([value, result]).mul_(0.5)
    return value, result


def can_broadcast(a, b):
    pairs = zip(reversed(a.shape), reversed(b.shape), strict=False)
    return all(one == two or 1 in (one, two) for one, two in pairs)


def fits(name, a, b):
    if name in ("add", "sub", "mul", "div"):
        return can_broadcast(a, b)
    if name in ("sum", "unbind", "split", "select", "index", "cat"):
        return a.dim() > 0 and (name != "cat" or a.shape == b.shape)
    if name == "expand":
        return tuple(a.shape) in ((), (1, 2), (2,))
    if name in ("matmul", "t"):
        return a.dim() == 2 and (name == "t" or (b.dim() == 2 and a.shape[1] == b.shape[0]))
    return name not in SAME_SHAPE or a.shape == b.shape


def build(lib, seed):
    """The leaves, all values, and the root of random program number ``seed``."""
    chance = random.Random(seed)
    leaves = []
    for _ in range(chance.randint(1, 4)):
        shape = chance.choice([(), (2,), (3, 2), (1, 2), (3, 1)])
        numbers = np.array([chance.uniform(-1.5, 1.5) for _ in range(int(np.prod(shape)))]).reshape(shape)
        wants = not leaves or chance.random() < 0.85
        leaves.append(lib.tensor(numbers.tolist(), dtype=lib.float64, requires_grad=wants))
    values = list(leaves)
    for _ in range(chance.randint(2, 14)):
        a, b, name = chance.choice(values), chance.choice(values), chance.choice(list(OPERATIONS))
        if fits(name, a, b):
            made = OPERATIONS[name](lib, a, b, lambda options: chance.choice(list(options)))
            values.extend(made if isinstance(made, tuple) else [made])
    parts = [values[-1], *(chance.choice(values) for _ in range(chance.randint(0, 3)))]
    root = parts[0].sum()
    for part in parts[1:]:
        root = root + (part * part).sum()
    return leaves, values, root


def nodes_of(root):
    found, todo = [], [root.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None and node not in found:
            found.append(node)
            todo.extend(following for following, _ in node.next_functions)
    return found


def numbers(tensors):
    return [None if item is None else item.tolist() for item in tensors]


def backward(lib, root, leaves, values, chance):
    root.backward()
    return numbers([leaf.grad for leaf in leaves])


def twice(lib, root, leaves, values, chance):
    root.backward(retain_graph=True)
    return backward(lib, root, leaves, values, chance)


def grad_of_anything(lib, root, leaves, values, chance):
    wanted = [value for value in values if value.requires_grad]
    wanted = chance.sample(wanted, min(3, len(wanted)))
    return numbers(lib.autograd.grad(root, wanted, allow_unused=True))


def into_anything(lib, root, leaves, values, chance):
    wanted = [value for value in values if value.requires_grad]
    root.backward(inputs=chance.sample(wanted, min(2, len(wanted))))
    return numbers([value.grad for value in values])


def second_derivatives(lib, root, leaves, values, chance):
    leaves = [leaf for leaf in leaves if leaf.requires_grad]
    first = lib.autograd.grad(root, leaves, create_graph=True, allow_unused=True)
    squares = [(item * item).sum() for item in first if item is not None and item.requires_grad]
    second = lib.autograd.grad(squares, leaves, allow_unused=True) if squares else []
    return [numbers(first), numbers(second)]


WAYS = (backward, twice, grad_of_anything, into_anything, second_derivatives)


def run(name, seed, way):
    """Everything one can see of the program: flags, node names, the order in which nodes ran, numbers, or the error."""
    lib = importlib.import_module(name)
    order, result = [], None
    leaves, values, root = build(lib, seed)
    nodes = nodes_of(root)
    for place, node in enumerate(nodes):
        node.register_prehook(lambda grads, place=place: order.append((place, [grad is None for grad in grads])))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = way(lib, root, leaves, values, random.Random(seed)) if nodes else None
        except RuntimeError as error:
            order.append(str(error).splitlines()[0])
    return [value.requires_grad for value in values], [type(node).__name__ for node in nodes], order, result


def same(one, two):
    if isinstance(one, list | tuple):
        return isinstance(two, list | tuple) and len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, float):
        return isinstance(two, float) and (one == two or abs(one - two) <= 1e-9 * (1 + abs(one)) or one != one != two)
    return one == two


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_random_program_does_what_it_does_in_pytorch(way):
    for seed in SEEDS:
        expected, found = run("torch", seed, way), run(al.__name__, seed, way)
        for what, one, two in zip(("requires_grad", "nodes", "order", "numbers"), expected, found, strict=True):
            assert same(one, two), f"program {seed}: {what} in PyTorch {one}, here {two}"
