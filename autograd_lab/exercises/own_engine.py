"""The learner's own engine, piece by piece: a walk (lesson 03), `unbroadcast` and `MatMul` (07), rules (11).

`solution` has the shipped source of each piece, and `FRAME` what holds them together: a tensor, its node, and what a
node sends. `namespace` puts an engine together, from a learner's pieces or the shipped ones. Arrays are tensors of this
package that require no gradient, so nothing but the learner's engine makes any.
"""

import linecache
from collections.abc import Mapping
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np

import autograd_lab

from . import own_matmul, own_unbroadcast, own_walk

RULES = """
class Rules:
    def accumulate(before, g):  # lesson 04: the new .grad; before is what .grad was, None at first
        return g if before is None else before + g

    def add(g, x, b):  # y = x + b
        return g, g

    def mul(g, x, w):  # y = x * w
        return g * w, g * x

    def relu(g, x):  # y = x where x > 0, else 0
        return g * (x > 0)

    def mean(g, x):  # y = the mean of all numbers of x
        return g * al.ones_like(x) / x.numel()

    def cross_entropy(g, z, y):  # each row of y has a 1 at the right digit, else 0
        p = z.softmax(1)
        return g * (p - y)
"""
STARTING = """
class Rules:
    def accumulate(before, g):  # lesson 04: the new .grad; before is what .grad was, None at first
        return ...

    def add(g, x, b):  # y = x + b
        return g, g

    def mul(g, x, w):  # y = x * w
        return ..., ...

    def relu(g, x):  # y = x where x > 0, else 0
        return ...

    def mean(g, x):  # y = the mean of all numbers of x
        return g * al.ones_like(x) / x.numel()

    def cross_entropy(g, z, y):  # each row of y has a 1 at the right digit, else 0
        p = z.softmax(1)
        return g * (...)
"""
FRAME = '''
class Tensor:
    """An array, and the node that made it. Weights are leaves: they have a node that sends nothing."""

    def __init__(self, data, requires_grad=False, node=None):
        self.data, self.grad = data, None
        self.node = node or (Node(self) if requires_grad else None)

    def backward(self, seed=None):
        """Walk the graph (lesson 03). Then add to each leaf's .grad what has arrived there (lesson 04)."""
        slot = backward(self.node, al.ones_like(self.data) if seed is None else seed)
        for node, total in slot.items():
            if node.leaf is not None:
                node.leaf.grad = Rules.accumulate(node.leaf.grad, total)


class Node:
    """One operation: its rule, its inputs, and the arrows to the nodes of these inputs."""

    def __init__(self, leaf=None, rule=None, inputs=()):
        self.leaf, self.rule, self.inputs = leaf, rule, inputs
        self.next_functions = tuple((tensor.node, 0) for tensor in inputs)


def sends(node, received):
    """The messages of a node: its rule's results (lesson 02), each in the shape of its input (lesson 07)."""
    if not node.inputs:
        return []
    made = node.rule(received, *[tensor.data for tensor in node.inputs])
    gradients = made if isinstance(made, tuple) else (made,)
    pairs = zip(node.inputs, gradients)
    return [(one.node, unbroadcast(g, tuple(one.data.shape)).clone()) for one, g in pairs if one.node is not None]


def result(data, rule, *inputs):
    """The result of an operation. It has a node if any of its inputs has a node."""
    needed = any(tensor.node is not None for tensor in inputs)
    return Tensor(data, node=Node(None, rule, inputs) if needed else None)


def add(x, b):
    return result(x.data + b.data, Rules.add, x, b)


def mul(x, w):
    return result(x.data * w.data, Rules.mul, x, w)


def relu(x):
    return result(x.data.clamp(min=0), Rules.relu, x)


def mean(x):
    return result(x.data.mean(), Rules.mean, x)


def cross_entropy(z, y):
    """A column with the loss of each row."""
    return result(-(y.data * z.data.log_softmax(1)).sum(1, keepdim=True), Rules.cross_entropy, z, y)


class Context:
    """The ctx of a Function (lesson 05): it keeps what forward saves for backward."""

    needs_input_grad = (True, True)

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors


def matmul(x, w):
    ctx = Context()
    y = MatMul.forward(ctx, x.data, w.data)
    return result(y, lambda g, x, w: MatMul.backward(ctx, g), x, w)
'''
PIECES: Mapping[str, tuple[str, str]] = {
    "backward": ("03", own_walk.SOLUTION),
    "unbroadcast": ("07", own_unbroadcast.UNBROADCAST),
    "MatMul": ("07", own_matmul.MATMUL),
    "Rules": ("11", RULES),
}
"""What a piece defines → its lesson, and the shipped solution."""
FRAME_NAME = "Tensor"
"""What `FRAME` defines, and no piece does."""
_numbers = count(1)


def solution(**changed: str) -> str:
    """The source of a whole engine: the shipped pieces, some of them replaced by other sources."""
    return "\n\n".join([*(changed.get(name, source) for name, (_, source) in PIECES.items()), FRAME])


def namespace(source: str, **given: Any) -> dict[str, Any]:
    """What a whole engine's source defines; ``given`` are a learner's own things in the place of the shipped ones."""
    name = f"<an engine, put together {next(_numbers)}>"
    found: dict[str, Any] = {"al": autograd_lab, "np": np, "__name__": "my_engine"}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), found)
    found.update(given)  # its functions look their names up in this very dict
    return found


def put_together(**changed: str) -> ModuleType:
    """A whole engine as a module, some of its pieces replaced by other sources."""
    made = ModuleType("my_engine")
    made.__dict__.update(namespace(solution(**changed)))
    return made


def put_together_source(**changed: str) -> str:
    """The lines of Python that make this engine."""
    pieces = ", ".join(f"{name}={source!r}" for name, source in changed.items())
    return f"from autograd_lab.exercises.own_engine import put_together\n\nmy_engine = put_together({pieces})"


def engine_of(candidate: Any) -> dict[str, Any]:
    """The engine to be tried: a module's own names; or, around a class `Rules`, the shipped engine."""
    if isinstance(candidate, ModuleType):
        return vars(candidate)
    return namespace(solution(), Rules=candidate)
