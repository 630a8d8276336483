"""Backward passes that are *not* PyTorch's, to compare with: each is one small function over the same graph.

They live here and not as switches in the engine. Both walk from the newest node to the oldest, as the engine does;
they differ from it in one line each. They take scalars, and nodes with one output.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .._tensor import Tensor
from ..autograd.graph import AccumulateGrad, Node
from ..tracing.values import number_text


class Grads:
    """A gradient for every tensor of a graph, the ones in between included: ``grads[c]``."""

    def __init__(self) -> None:
        self._amounts: dict[Any, float] = {}

    def __getitem__(self, tensor: Tensor) -> float:
        """The gradient kept for this tensor; 0 before any backward, as in micrograd."""
        return self._amounts.get(tensor if tensor.grad_fn is None else tensor.grad_fn, 0.0)

    def items(self) -> Iterator[tuple[Any, float]]:
        """(node or leaf, gradient), in the order in which the first gradient came."""
        return iter(self._amounts.items())

    def __repr__(self) -> str:
        return (
            "\n".join(f"{_called(place)}: {number_text(amount)}" for place, amount in self.items())
            or "no gradients yet"
        )


def micrograd_backward(root: Tensor, grads: Grads | None = None) -> Grads:
    """As in micrograd: *every* value keeps its gradient, and every message is added to what is there.

    Called a second time with the same ``grads``, it sends the old gradients of the tensors in between once more:
    ``a`` gets 1, then 3. PyTorch starts each backward with empty buffers and adds only at the leaves: 1, then 2.

    Learners met this in https://github.com/karpathy/micrograd/issues/53.
    """
    grads = Grads() if grads is None else grads
    amounts = grads._amounts
    amounts[root.grad_fn] = 1.0
    for node in _newest_first(root.grad_fn):
        for target, message in _messages(node, amounts[node]):
            amounts[target] = amounts.get(target, 0.0) + message
    return grads


def overwrite_backward(root: Tensor) -> Grads:
    """With ``=`` where the engine adds: of several messages to one place, only the last one is left.

    On a graph in which everything is used once it gives the right numbers; that is why the mistake is hard to see.
    """
    grads = Grads()
    amounts = grads._amounts
    amounts[root.grad_fn] = 1.0
    for node in _newest_first(root.grad_fn):
        for target, message in _messages(node, amounts[node]):
            amounts[target] = message
    return grads


def _newest_first(root: Node) -> list[Node]:
    found: dict[Node, None] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in found:
            found[node] = None
            todo.extend(n for n, _ in node.next_functions if n is not None and not isinstance(n, AccumulateGrad))
    return sorted(found, key=lambda node: -node._sequence_nr())


def _messages(node: Node, received: float) -> Iterator[tuple[Any, float]]:
    """(who gets it, what is sent) for each edge, with the node's own rule."""
    for (target, _), result in zip(node.next_functions, node.backward(np.float64(received)), strict=True):
        if target is not None:
            yield target.variable if isinstance(target, AccumulateGrad) else target, float(result)


def _called(place: Any) -> str:
    if isinstance(place, Node):
        return repr(place)
    return place._name or "a leaf"
