"""Backward passes that are *not* PyTorch's, to compare with: each is one small function over the same graph.

They live here and not as switches in the engine. Both walk from the newest node to the oldest, as the engine does, and
apply the nodes' own rules; they differ from the engine in what becomes of a message. They take scalars, and nodes with
one output. The graph must not have been freed: call them before ``backward``, or after one with ``retain_graph=True``.
"""

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..autograd._tensor import Tensor
from ..autograd.graph import AccumulateGrad, Node
from ..tracing.variable_names import named_tensors


def micrograd_backward(root: Tensor, memory: dict) -> dict[str, float]:
    """As in micrograd: *every* value keeps its gradient, and every message is added to what is there.

    Called a second time with the same ``memory``, it sends the old gradients of the tensors in between once more. With
    e = (a + b) * d and d = 1, a gets 1 and then 3. PyTorch starts each backward with empty buffers and adds only at the
    leaves: 1, then 2. Learners met this in https://github.com/karpathy/micrograd/issues/53.

    Args:
        root: where backward starts; a scalar that an operation made.
        memory: an empty dict for the first call; the gradients are kept in it.

    Returns:
        The gradient kept for each tensor of the graph, by the name of your variable.
    """
    memory[root.grad_fn] = 1.0
    for node in _newest_first(root.grad_fn):
        for target, message in _messages(node, memory[node]):
            memory[target] = memory.get(target, 0.0) + message
    return _by_name(memory, sys._getframe(1).f_locals, sys._getframe(1).f_globals)


def overwrite_backward(root: Tensor) -> dict[str, float]:
    """With ``=`` where the engine adds: of several messages to one place, only the last one is left.

    On a graph in which everything is used once it gives the right numbers; that is why the mistake is hard to see.
    Returns the last message to each tensor of the graph, by the name of your variable.
    """
    last: dict[Any, float] = {root.grad_fn: 1.0}
    for node in _newest_first(root.grad_fn):
        for target, message in _messages(node, last[node]):
            last[target] = message
    return _by_name(last, sys._getframe(1).f_locals, sys._getframe(1).f_globals)


def sends(node: Node, received: float) -> list[tuple[Node, float]]:
    """What a real node sends when it has received so much: (target, message) for each edge that leads somewhere.

    ``node`` is a ``grad_fn``, or stands in some ``next_functions``; that of a leaf sends nothing. No ``.grad`` is
    written. Scalars only, as everywhere in this file.
    """
    if not node.next_functions:
        return []
    results = zip(node.next_functions, node.backward(np.float64(received)), strict=True)
    return [(target, float(result)) for (target, _), result in results if target is not None]


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


def _by_name(amounts: dict, *scopes: dict[str, Any]) -> dict[str, float]:
    """The amounts under the names of the caller's variables; what has no name goes by its node."""
    names: dict[Any, str] = {}
    for scope in scopes:
        for name, tensor in named_tensors(scope):
            names.setdefault(tensor if tensor.grad_fn is None else tensor.grad_fn, tensor._name or name)
    return {names.get(place, repr(place)): amount for place, amount in amounts.items()}
