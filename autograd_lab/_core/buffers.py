"""Adding a message to one that waits in the same slot: the fast loop's rarer cases, and the observed loop's `sum_of`.

In the usual case the fast loop adds in place by itself, where nobody else holds the array, which saves half the time of
a large sum. ``exclusive`` holds the targets known to be alone with their array.

PyTorch: torch/csrc/autograd/input_buffer.cpp.
"""

from heapq import heappush
from typing import Any

from numpy import ndarray

from .graph import GradientEdge, Node
from .graph_task import Target


def send(pending: dict[Target, Any], queue: list, edge: Any, message: Any) -> None:
    """The rarer messages: one for a slot of a node with several outputs, or None, which adds nothing."""
    if edge.__class__ is not GradientEdge:
        if edge not in pending:
            pending[edge] = message
            if isinstance(edge, Node):
                heappush(queue, (-edge._number, edge))
        return
    node, slot, _ = edge
    slots = pending.get(node)
    if slots is None:
        heappush(queue, (-node._number, node))
        slots = pending[node] = [None] * node.outputs()
    before = slots[slot]
    slots[slot] = message if before is None else sum_of(before, message)


def sum_of(before: Any, message: Any) -> Any:
    """Two messages for one slot; None is no message."""
    if before is None:
        return message
    return before if message is None else before + message


def add_to(pending: dict[Target, Any], edge: Target, message: Any, exclusive: set[Target]) -> None:
    """Add a message to one that the receiver shares with others. The sum belongs to the receiver alone."""
    before = pending[edge]
    pending[edge] = message if before is None else before + message
    if before is not None and message.__class__ is ndarray:
        exclusive.add(edge)


def is_fresh(message: ndarray, node: Node | None, grad: Any, exclusive: set[Target]) -> bool:
    """Whether nobody else holds this array, because a rule of the table has just made it.

    A rule may return what arrived, or a view of it, as that of ``a + b`` does for both inputs. Such an array
    is fresh only if this node alone held it and has a single edge. A rule for several inputs gives each of them an
    array of its own (`rule.apart`). A learner's own Function may keep what it returns, so its results are never fresh.
    """
    if node is None or node.op is None:  # the seed is the caller's
        return False
    if message is grad:
        return len(node._edges) == 1 and node in exclusive
    base = message.base
    if base is None and grad.__class__ is not list:
        return True
    for arrived in grad if grad.__class__ is list else (grad,):
        if message is arrived or (base is not None and owner_of(arrived) is base):
            return node in exclusive and len(node._edges) == 1
    return base is None or message.flags.forc  # non-contiguous: may be a broadcast view


def owner_of(array: Any) -> Any:
    """The array that has the memory."""
    return array if array is None or array.base is None else array.base
