"""The whole backward algorithm. A gradient is a *message*, and ``pending`` holds what each node has received so far::

    >>> pending = {y.grad_fn: 1.0}
    >>> while node := newest(pending):
    ...     grad = pending.pop(node)
    ...     for edge, message in zip(node._edges, node.backward(grad)):
    ...         pending[edge] = pending.get(edge, 0) + message

That is all of backpropagation, and the chain rule says why it is right. Consumers are always newer than what they
consume. Among the nodes that have heard *anything*, the newest has heard *everything*. Why? A missing message would
come from a newer node that has not run. Follow the missing messages upward: you end at a node that is pending, and
newer than the newest. That is impossible. So no messages need to be counted. What remains pending when no node is left
belongs to the leaves::

    >>> [float(pending[leaf]) for leaf in (a, b)]
    [48.0, 28.0]

`run` is this loop at full speed. `observed.run_observed` is the loop for hooks, recordings and anomaly mode. That one
counts messages, because PyTorch writes a leaf's ``.grad`` as soon as the last message arrives, and hooks and
recordings show that order. `backward._is_watched` decides; once a process has registered a hook,
or called ``retain_grad``, the observed loop always runs.

====================  =============================================  =====================================
who does it           `run`                                          `run_observed`
====================  =============================================  =====================================
pick the next node    `run` itself: the newest that has heard        `run_observed`: of those that `deliver` made
                                                                     ready, leaves first, then the newest
add a message         `run` itself, `buffers.add_to`, `send`         `deliver` with `buffers.sum_of`
free what was saved   `run` itself                                   `visit` with `freeing.release`
call hooks            nobody                                         `take_slots`, `visit`, `visit_leaf`
write ``.grad``       `accumulate_grad.write_leaves`, at the end     `visit_leaf`, when the leaf's turn comes
not in ``inputs=``    `wanted_edges`, `is_executed`                  `is_wanted`, `take_slots`
====================  =============================================  =====================================

Both give the same numbers::

    >>> y.backward(retain_graph=True)
    >>> print(a.grad, b.grad)
    tensor(48.) tensor(28.)
    >>> a.grad = b.grad = None
    >>> with torch.record() as trace:
    ...     y.backward()
    >>> print(a.grad, b.grad)
    tensor(48.) tensor(28.)

(``tests/autograd/test_engine.py`` runs these lines, with ``y = c * (c + a)``, ``c = a * b``, a = 2 and b = 3; `newest`
there gives the node in ``pending`` with the highest number, and None when only leaves are left.)

PyTorch: torch/csrc/autograd/engine.cpp.
"""

from collections.abc import Sequence
from heapq import heappop, heappush, heappushpop
from typing import Any

from numpy import ndarray

from .accumulate_grad import write_leaves, write_leaves_alone
from .base.state import thread
from .buffers import add_to, is_fresh, send
from .graph import GradientEdge, Node
from .graph_task import Target, Task, capture, may_run, target_of
from .unbroadcast import reduce_results


def run(edges: Sequence, messages: Sequence, retain_graph: bool, task: Task | None = None) -> None:
    """Backward into the leaves' ``.grad``, with nobody watching. It starts with one message along each of these edges.
    No ``.grad`` changes before every rule has run. A `Task` knows ``inputs=`` and ``create_graph``."""
    pending: dict[Target, Any] = {}  # target → the sum of what it has heard so far
    exclusive: set[Target] = set()  # targets whose array nobody else holds, so it may be added to (`is_fresh`)
    queue: list[tuple[int, Node]] = []
    node, grad = None, None
    as_tensors = task is not None and task.create_graph
    while True:
        if task is not None and task.narrows:
            edges = wanted_edges(task, edges)
        newest: Node | None = None  # among the nodes that got their first message in this round
        for place, edge in enumerate(edges):
            if edge is None:
                continue
            message = messages[place]
            if message is None or edge.__class__ is GradientEdge:
                send(pending, queue, edge, message)
            elif edge not in pending:
                pending[edge] = message
                if isinstance(edge, Node):
                    newest = edge if newest is None else newer(newest, edge, queue)
                if message.__class__ is ndarray and is_fresh(message, node, grad, exclusive):
                    exclusive.add(edge)
            elif edge in exclusive:
                pending[edge] += message
            else:
                add_to(pending, edge, message, exclusive)
        if newest is not None:
            node = heappushpop(queue, (-newest._number, newest))[1] if queue else newest
        elif queue:
            node = heappop(queue)[1]
        else:
            break
        grad = pending.pop(node)
        if task is not None and (task.narrows or node in task.asked) and not is_executed(task, node, grad, exclusive):
            edges = ()
            continue
        edges = node._edges
        messages = node.backward(grad, as_tensors)
        if node._saved and not retain_graph:
            node._saved = None  # as `freeing.release` does
        if node._input_metadata is not None:
            messages = reduce_results(node, list(messages), None)
    (write_leaves if thread.users == 1 else write_leaves_alone)(pending, exclusive, task)


def wanted_edges(task: Task, edges: Sequence) -> Sequence:
    """The edges, with None for each edge that leads to nothing asked for."""
    return [edge if target_of(edge) in task.receivers else None for edge in edges]


def newer(one: Node, other: Node, queue: list) -> Node:
    """The newer of two nodes; the older one waits in the queue.

    `run` keeps the newest one out of the heap until its round is over, as it is mostly the next to run.
    """
    waits, newest = (other, one) if other._number < one._number else (one, other)
    heappush(queue, (-waits._number, waits))
    return newest


def is_executed(task: Task, target: Target, grad: Any, exclusive: set[Target]) -> bool:
    """Whether the target runs in this task. If `grad` asked for it, what arrived is captured first: the caller will
    hold that array, so nobody may add into it."""
    if target in task.asked:
        capture(task, target, grad if grad.__class__ is list else (grad,))
        exclusive.discard(target)
    return may_run(task, target)
