"""A whole autograd engine, small enough to read at one sitting. Read it first: the real one works in the same way.

    >>> a, b = Tensor(2.0, requires_grad=True), Tensor(3.0, requires_grad=True)
    >>> c = a * b
    >>> y = c * (c + a)
    >>> y.backward()
    >>> print(a.grad, b.grad)
    48.0 28.0

*Forward.* Every operation computes its result with NumPy and leaves a `Node` behind. For each input the node has a rule
and an edge. The edge leads to the node that made the input or, for a leaf, to its `AccumulateGrad`. Nobody has to build
the graph: running the program builds it.

*Backward.* A gradient is a *message*. A node has one *slot* for each output of its operation: the gradients for that
output arrive there and are added. The slots are the node's *buffer*. A node waits until it has received every message
that it is owed. Then it runs, once, and sends a message along each edge.

The real engine has the same parts: the rows (``derivatives/arithmetic.py``), `call` (``_core/call.py``), `Tensor`
(``_core/tensor.py``), `Node` (``_core/graph.py``), `reduce_results` (``_core/unbroadcast.py``), `accumulate`
(``_core/accumulate_grad.py``). `Backward` is `run_observed` (``_core/observed.py``); `run` (``_core/engine.py``) gets
the same numbers without counting. One difference: for an output that received
nothing, this file makes zeros; the real engine gives the rule None, and zeros only to a custom Function.
"""

from bisect import insort
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy import ndarray


class Edge(NamedTuple):
    """Where an input's gradient goes: to which node (None: nowhere), and which output of that node the input is."""

    node: Any
    output_nr: int


class Node:
    """One recorded operation: its rules, its edges, and the values that the rules need."""

    numbers = count(1)

    def __init__(self, name: str, rules: Sequence[Callable], inputs: Sequence["Tensor"], results: Sequence[ndarray]):
        self.name, self.rules = name, rules
        self.next_functions = [tensor.edge() for tensor in inputs]
        self.saved = [tensor.data for tensor in inputs]
        self.output_shapes = [result.shape for result in results]
        self.sequence_nr = next(Node.numbers)  # higher than those of the nodes that made the inputs

    def __call__(self, *grads: ndarray | None) -> list[ndarray | None]:
        """Run the rules: one gradient for each output comes in, one for each input goes out."""
        pairs = zip(grads, self.output_shapes, strict=True)
        slots = [np.zeros(shape) if grad is None else grad for grad, shape in pairs]
        grad = slots[0] if len(slots) == 1 else slots
        return [
            None if edge.node is None else un_broadcast(rule(grad, *self.saved), array.shape)
            for edge, rule, array in zip(self.next_functions, self.rules, self.saved, strict=True)
        ]


class AccumulateGrad:
    """The end of a path: adds what arrives to a leaf's ``.grad``, on top of what earlier backward passes left there."""

    next_functions, output_shapes = (), ((),)  # no edge; one slot, and () fills the place of its shape
    sequence_nr = 2**64 - 1  # as in PyTorch the highest of all, so that it runs as soon as it is ready

    def __init__(self, variable: "Tensor"):
        self.variable = variable

    def __call__(self, grad: ndarray) -> tuple[()]:
        """Add one gradient; nothing goes out."""
        before = self.variable.grad
        self.variable.grad = grad if before is None else before + grad
        return ()


def un_broadcast(grad: ndarray, shape: tuple[int, ...]) -> ndarray:
    """The gradient of an input of this shape: where forward copied it, the gradients of the copies are added."""
    new = grad.ndim - len(shape)
    copied = [new + axis for axis, length in enumerate(shape) if length == 1]
    return grad.sum(axis=(*range(new), *copied)).reshape(shape)


def operation(name: str, forward: Callable, *rules: Callable) -> Callable:
    """A function of tensors: ``forward`` computes with their arrays; each rule gives one input's gradient."""

    def call(*inputs: Any) -> Any:
        inputs = [item if isinstance(item, Tensor) else Tensor(item) for item in inputs]
        made = forward(*[tensor.data for tensor in inputs])
        results = made if isinstance(made, list) else [made]
        recorded = any(tensor.requires_grad for tensor in inputs)
        node = Node(name, rules, inputs, results) if recorded else None
        outputs = [Tensor(result, recorded, node, number) for number, result in enumerate(results)]
        return outputs if isinstance(made, list) else outputs[0]

    return call


add = operation("AddBackward0", np.add, lambda grad, a, b: grad, lambda grad, a, b: grad)
sub = operation("SubBackward0", np.subtract, lambda grad, a, b: grad, lambda grad, a, b: -grad)
mul = operation("MulBackward0", np.multiply, lambda grad, a, b: grad * b, lambda grad, a, b: grad * a)
div = operation("DivBackward0", np.divide, lambda grad, a, b: grad / b, lambda grad, a, b: -grad * (a / b / b))
mm = operation("MmBackward0", np.matmul, lambda grad, a, b: grad @ b.T, lambda grad, a, b: a.T @ grad)
neg = operation("NegBackward0", np.negative, lambda grad, x: -grad)
exp = operation("ExpBackward0", np.exp, lambda grad, x: grad * np.exp(x))
log = operation("LogBackward0", np.log, lambda grad, x: grad / x)
tanh = operation("TanhBackward0", np.tanh, lambda grad, x: grad * (1 - np.tanh(x) ** 2))
relu = operation("ReluBackward0", lambda x: np.maximum(x, 0), lambda grad, x: np.where(x > 0, grad, 0))
sum = operation("SumBackward0", np.sum, lambda grad, x: np.broadcast_to(grad, x.shape))
unbind = operation("UnbindBackward0", list, lambda grads, x: np.reshape(grads, x.shape))  # has several outputs


class Tensor:
    """An array that may want a gradient. A leaf gets it in ``.grad``; any other tensor knows the node that made it."""

    def __init__(self, data: Any, requires_grad: bool = False, grad_fn: Node | None = None, output_nr: int = 0):
        self.data, self.requires_grad = np.asarray(data, np.float64), requires_grad
        self.grad: ndarray | None = None
        self.grad_fn, self.output_nr = grad_fn, output_nr
        self.accumulate_grad = AccumulateGrad(self) if requires_grad and grad_fn is None else None

    def edge(self) -> Edge:
        """Where its gradient goes."""
        return Edge(self.grad_fn or self.accumulate_grad, self.output_nr)

    def backward(self) -> None:
        """Add the gradients of this one number to ``.grad`` of the leaves that it was computed from."""
        if not self.requires_grad:
            raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
        if self.data.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        Backward().run(self.edge(), np.ones(self.data.shape))

    __add__, __sub__, __mul__, __truediv__, __matmul__, __neg__ = add, sub, mul, div, mm, neg
    __radd__, __rmul__ = add, mul
    exp, log, tanh, relu, sum, unbind = exp, log, tanh, relu, sum, unbind


class Backward:
    """One backward pass. A node may be any object with `next_functions`, `output_shapes`, `sequence_nr` and `__call__`.

    ``tracing/experiments/planted_bugs.py`` overrides one step with a bug.
    """

    def __init__(self) -> None:
        self.owed = Counter[Any]()  # how many messages each node is to hear
        self.heard = Counter[Any]()  # how many of them have come
        self.buffers: dict[Any, list] = {}  # node → what has come, one slot for each of its outputs
        self.ready: list[tuple[int, Any]] = []  # (turn, node), the next one first

    def run(self, root: Edge, seed: ndarray) -> None:
        """Count, send the seed to the root, then run the ready nodes one after the other."""
        self.count_dependencies(root)
        self.deliver(root, seed)
        while self.ready:
            _, node = self.ready.pop(0)
            self.visit(node)

    def count_dependencies(self, root: Edge) -> None:
        """Count the messages that each node is owed: one for each edge that leads to it; the root is owed the seed."""
        edges = [root]
        for node, _ in edges:  # the list grows while it is read
            if node is not None:
                if node not in self.owed:  # the first visit
                    edges += node.next_functions
                self.owed[node] += 1

    def visit(self, node: Any) -> None:
        """Run a node on the contents of its slots, and send a message along each edge."""
        for edge, message in zip(node.next_functions, node(*self.buffers[node]), strict=True):
            if edge.node is not None:
                self.deliver(edge, message)

    def deliver(self, edge: Edge, message: ndarray) -> None:
        """Put a message into its slot."""
        node, slot = edge.node, self.slot(edge)
        if node not in self.buffers:
            self.buffers[node] = [None for _ in node.output_shapes]
        self.buffers[node][slot] = self.meet(self.buffers[node][slot], message)
        self.hear(node)

    def hear(self, node: Any) -> None:
        """Count one more message; the node may be ready now."""
        self.heard[node] += 1
        turn = self.turn(node, self.heard[node], self.owed[node])
        if turn is not None:
            insort(self.ready, (turn, node), key=itemgetter(0))

    def slot(self, edge: Edge) -> int:
        """In which slot of the receiver a message lands."""
        return edge.output_nr  # the second number in next_functions

    def meet(self, before: Any, message: Any) -> Any:
        """What lies in a slot when a message has arrived there."""
        return message if before is None else before + message

    def turn(self, node: Any, heard: int, owed: int) -> int | None:
        """The sort key of a ready node: the lowest runs first. None: the node still waits."""
        if heard == owed:  # all messages have come
            return -node.sequence_nr  # so the newest runs first, as in PyTorch; any order gives the same sums
        return None
