"""The whole backward algorithm.

A gradient is a *message*. A node may run when it has heard from everyone who owes it a message; messages that meet in
one slot are added. Then it applies its rules and sends one message along each edge. That is all of backpropagation;
the chain rule says why it is right.

Which node runs next? The newest one that is ready. Consumers are always newer than what they consume, so among the
nodes that have heard *anything*, the newest has heard *everything*: `run` needs no counting at all. `run_observed`
counts nevertheless, because PyTorch writes a leaf's ``.grad`` as soon as its last message arrives, and hooks and traces
make that order visible. Both give the same numbers.

PyTorch: torch/csrc/autograd/{engine,input_buffer}.cpp.
"""

from collections.abc import Sequence
from heapq import heappop, heappush, heappushpop
from typing import Any

import numpy as np
from numpy import ndarray

from .._base.state import anomaly, quiet, thread
from . import _hooks, anomaly_mode
from ._tensor import Tensor
from .accumulate_grad import accumulate, still_wants, write_leaves, write_leaves_alone, writing
from .callbacks import callbacks, run_callbacks
from .function_ctx import FunctionCtx
from .graph import GradientEdge, Hole, MultiOutputNode, Node
from .graph_task import Target, Task, capture, count_dependencies, is_wanted, may_run, starts, target_of
from .unbroadcast import reduce_to


# ----- nobody looks ------------------------------------------------------------------------------------------------
@quiet
def run(edges: Sequence, messages: Sequence, retain_graph: bool, task: Task | None = None) -> None:
    """Backward into the leaves' ``.grad``, with nobody watching; it begins with one message along each of these edges.

    No ``.grad`` changes before every rule has run. A `Task` is for those who want some inputs only, or a new graph.
    """
    pending: dict[Target, Any] = {}  # target → what it has heard so far
    exclusive: set[Target] = set()  # those whose array in `pending` nobody else holds: it may be added to in place
    queue: list[tuple[int, Node]] = []
    node, grad, as_tensors = None, None, task is not None and task.create_graph
    while True:
        if task is not None and task.narrows:
            edges = wanted_edges(task, edges)
        newest: Node | None = None  # heard just now; in a chain nobody ever waits in the queue
        for edge, message in zip(edges, messages):  # noqa: B905 (strict= would cost as much as a rule)
            if edge is None:
                continue
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
        if task is not None and not is_executed(task, node, grad, exclusive):
            edges = ()
            continue
        edges, messages = node._edges, node.backward(grad, as_tensors)
        if node._saved and not retain_graph:
            node._saved = None  # as `release` says
        if node._input_metadata is not None:
            messages = reduce_results(node, list(messages), None)
    write = write_leaves if thread.users == 1 else write_leaves_alone
    write(pending, exclusive, task)


def wanted_edges(task: Task, edges: Sequence) -> Sequence:
    """The edges with None for those that lead nowhere that was asked for."""
    return [edge if target_of(edge) in task.receivers else None for edge in edges]


def newer(one: Node, other: Node, queue: list) -> Node:
    """The newer of two nodes; the older one waits in the queue."""
    waits, newest = (other, one) if other._number < one._number else (one, other)
    heappush(queue, (-waits._number, waits))
    return newest


def add_to(pending: dict[Target, Any], edge: Target, message: Any, exclusive: set[Target]) -> None:
    """Add a message to one that the receiver shares with others; the sum is its own."""
    before = pending[edge]
    pending[edge] = message if before is None else before + message
    if before is not None and message.__class__ is ndarray:
        exclusive.add(edge)


def is_fresh(message: np.ndarray, node: Node | None, grad: Any, exclusive: set[Target]) -> bool:
    """Whether nobody else holds this array: a rule of the table made it just now.

    What arrived, or a view of it, is handed on by many rules; it belongs to the receiver if it belonged to the node
    and goes nowhere else. A learner's own Function may keep what it returns, so that is never fresh.
    """
    if node is None or node.op is None:  # the seed is the caller's
        return False
    if message is grad:
        return len(node._edges) == 1 and node in exclusive
    base = message.base
    if base is None and grad.__class__ is not list:
        return True
    for arrived in grad if grad.__class__ is list else (grad,):
        if message is arrived or (base is not None and _owner_of(arrived) is base):
            return node in exclusive and len(node._edges) == 1
    return base is None or message.flags.forc  # not forc: perhaps a view that repeats one number


def _owner_of(array: Any) -> Any:
    """The array that has the memory."""
    return array if array is None or array.base is None else array.base


def send(pending: dict[Target, Any], queue: list, edge: Any, message: Any) -> None:
    """The rarer kinds of message: one for a slot of a node with several outputs, and None, which adds nothing."""
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


def is_executed(task: Task, target: Target, grad: Any, exclusive: set[Target]) -> bool:
    """Whether the target runs in this task. What arrived is kept if it was asked for, and is then no longer its own."""
    if target in task.asked:
        capture(task, target, grad if grad.__class__ is list else (grad,))
        exclusive.discard(target)
    return may_run(task, target)


# ----- somebody looks: hooks, a recorder, anomaly mode ---------------------------------------------------------------
@quiet
def run_observed(task: Task) -> None:
    """Backward with everything that can be watched or asked for; the same numbers as `run`."""
    state = thread.state
    watch, outer, queued = state.recorder, state.task, len(state.callbacks)
    try:
        state.task = task
        count_dependencies(task)
        if watch is not None:
            watch.backward_started(task)
        for edge, seed in starts(task):
            deliver(task, None, 0, edge, seed, watch)
        while task.ready:
            target = task.current = heappop(task.ready)[2]
            if isinstance(target, Tensor):
                visit_leaf(task, target, watch)
            else:
                visit(task, target, watch)
        task.current = None
        if callbacks.waiting:
            run_callbacks(queued, task.create_graph)
    except BaseException as error:
        del state.callbacks[queued:]
        if anomaly.enabled and task.current is not None:
            anomaly_mode.explain(task.current)
        if watch is not None:
            watch.error_raised(error)
        raise
    finally:
        state.task = outer
    if watch is not None:
        watch.backward_finished()


def deliver(task: Task, source: Node | None, index: int, edge: Any, message: Any, watch: Any) -> None:
    """Put a message into its slot; when it was the last one owed, the target is ready."""
    target, slot = (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, 0)
    slots, owed = task.buffers.get(target), task.owed[target]
    if slots is None:
        slots = task.buffers[target] = [None] * (1 if isinstance(target, Tensor) else target.outputs())
    before = slots[slot]
    heard = task.heard[target] = task.heard.get(target, 0) + 1
    if watch is not None:
        watch.message_sent(source, index, edge, before, message, heard, owed)
    slots[slot] = sum_of(before, message)
    if watch is not None and before is not None:
        watch.message_added(source, index, edge, before, message, slots[slot], heard, owed)
    if heard == owed:
        # A leaf goes before every node; among nodes the newest first; equals in the order in which they got ready.
        priority = -np.inf if isinstance(target, Tensor) else -target._number
        heappush(task.ready, (priority, task.order, target))
        task.order += 1


def take_slots(task: Task, target: Target, watch: Any) -> list | None:
    """What a target starts with: all that it heard, after the hooks that come first. None: it does not run at all."""
    slots = task.buffers.pop(target)
    if watch is not None:
        watch.node_visited(target, slots)
    extras, runs = target._extras, may_run(task, target)
    if runs:  # as in PyTorch, what is asked for on the way is what arrived there …
        capture(task, target, slots)
    if extras is not None:
        _hooks.run_tensor_hooks(extras, slots, watch, target)
    if not runs:  # … and at an end of the way, what the hooks made of it
        capture(task, target, slots)
        return None
    return slots if extras is None else _hooks.run_prehooks(extras, slots, watch, target)


def visit(task: Task, node: Node, watch: Any) -> None:
    """Run one node: hooks, rules, release, messages."""
    slots = take_slots(task, node, watch)
    if slots is None:
        return
    extras = node._extras
    results = list(node.backward(slots if isinstance(node, MultiOutputNode) else slots[0], task.create_graph))
    if not isinstance(node, FunctionCtx):  # hooks see all that a Function returned
        pairs = zip(results, node._edges, strict=True)
        results = [item if edge is None or is_wanted(task, edge) else None for item, edge in pairs]
    if watch is not None:
        watch.rule_applied(node, slots, results)
    reduce_results(node, results, watch)
    if extras is not None and extras.posthooks:
        results = _hooks.run_posthooks(extras, results, slots, watch, node)
    if not task.retain_graph:
        if watch is not None:
            watch.values_freed(node)
        release(node)
    if anomaly.enabled:
        anomaly_mode.check_results(node, results)
    send_results(task, node, results, watch)


def reduce_results(node: Node, results: list, watch: Any) -> list:
    """Bring each result to the shape and type of the input it is for. The list itself is changed, and returned."""
    if node._input_metadata is None:
        return results
    for index, before in enumerate(results):
        if before is not None and node._edges[index] is not None:
            shape, dtype = node._input_metadata[index]
            own = before._data if isinstance(before, Tensor) else before
            if (own.shape == shape and own.dtype is dtype) or isinstance(node._edges[index], Hole):
                continue
            results[index], axes = reduce_to(before, shape, dtype)
            if watch is not None and axes:
                watch.grad_reduced(node, index, axes, before, results[index])
    return results


def send_results(task: Task, node: Node, results: list, watch: Any) -> None:
    """One message along each edge that leads somewhere."""
    for index, edge in enumerate(node._edges):
        if edge is None or not is_wanted(task, edge):
            if watch is not None:
                watch.edge_skipped(node, index, "no edge" if isinstance(edge, Hole | None) else "not needed")
            continue
        deliver(task, node, index, edge, results[index], watch)


def visit_leaf(task: Task, leaf: Tensor, watch: Any) -> None:
    """Run a leaf's AccumulateGrad; for ``grad()`` only note what arrived."""
    slots = take_slots(task, leaf, watch)
    if slots is None:
        return
    extras = leaf._extras
    if slots[0] is not None and still_wants(leaf):
        with writing:
            before = None if watch is None else watch.snapshot(leaf._grad)
            accumulate(leaf, slots[0])
        if watch is not None:
            watch.grad_accumulated(leaf, before, slots[0])
    if extras is not None:
        _hooks.run_post_accumulate(extras, leaf, watch)
        _hooks.run_posthooks(extras, [], slots, watch, leaf)


def release(node: Node) -> None:
    """Let go of the saved values. A node that saved nothing has nothing to lose and may run again."""
    if node._saved:
        node._saved = None
