"""The whole backward algorithm.

A gradient is a *message*. A node may run when it has heard from everyone who owes it a message; messages that meet in
one slot are added. Then it applies its rules and sends one message along each edge. That is all of backpropagation;
the chain rule says why it is right.

Which node runs next? The newest one that is ready. Consumers are always newer than what they consume, so among the
nodes that have heard *anything*, the newest has heard *everything*: `run` needs no counting at all. `run_observed`
counts nevertheless, because PyTorch writes a leaf's ``.grad`` as soon as its last message arrives, and hooks and traces
make that order visible. Both give the same numbers.

PyTorch: torch/csrc/autograd/{engine,input_buffer}.cpp, functions/accumulate_grad.cpp.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy import ndarray

from .._tensor import Tensor, wrap
from . import _hooks, anomaly_mode
from ._state import anomaly, state
from .graph import GradientEdge, MultiOutputNode, Node, next_number

Target = Node | Tensor
"""Who can receive a message: a node, or a leaf (which stands for its AccumulateGrad)."""


# ----- nobody looks ------------------------------------------------------------------------------------------------
@np.errstate(all="ignore")
def run(roots: Iterable[tuple[Any, Any]], retain_graph: bool) -> None:
    """Backward from (edge, seed) pairs into the leaves' ``.grad``, with nobody watching.

    No ``.grad`` changes until every rule has run: an exception leaves all of them as they were.
    """
    pending: dict[Target, Any] = {}  # target → what it has heard so far
    owned: set[Target] = set()  # those whose array in `pending` nobody else holds, so that it may be added to in place
    queue: list[tuple[int, Node]] = []
    for edge, seed in roots:
        send(pending, queue, edge, seed)
    while queue:
        node = heappop(queue)[1]
        grad = pending.pop(node)
        results = node.backward(grad)
        if not retain_graph:
            node.release()
        metadata, mine = node._metadata, node in owned
        for index, edge in enumerate(node._edges):
            if edge is None:
                continue
            message = results[index]
            if metadata is not None and message is not None:
                message, _ = reduce_to(message, *metadata[index])
            if edge.__class__ is GradientEdge or message is None:
                send(pending, queue, edge, message)
            elif edge not in pending:
                pending[edge] = message
                if edge.__class__ is not Tensor and isinstance(edge, Node):
                    heappush(queue, (-edge._number, edge))
                if message.__class__ is ndarray and is_fresh(message, node, grad, mine):
                    owned.add(edge)
            elif edge in owned:
                pending[edge] += message
            elif pending[edge] is None:
                pending[edge] = message
            else:
                pending[edge] = pending[edge] + message
                if message.__class__ is ndarray:
                    owned.add(edge)
    for leaf, gradient in pending.items():
        if gradient is not None and leaf._requires:
            accumulate(leaf, gradient, leaf in owned)


def is_fresh(message: np.ndarray, node: Node, grad: Any, mine: bool) -> bool:
    """Whether nobody else holds this array: a rule of the table made it just now.

    What arrived, or a view of it, is handed on by many rules; it belongs to the receiver if it belonged to the node
    (``mine``) and goes nowhere else. A learner's own Function may keep what it returns, so that is never fresh.
    """
    if node.op is None:
        return False
    base = message.base
    for arrived in grad if grad.__class__ is list else (grad,):
        if message is arrived or (base is not None and _owner_of(arrived) is base):
            return mine and len(node._edges) == 1
    return base is None or message.flags.forc  # not forc: perhaps a view that repeats one number


def _owner_of(array: Any) -> Any:
    """The array that has the memory."""
    return array if array is None or array.base is None else array.base


def send(pending: dict[Target, Any], queue: list, edge: Any, message: Any) -> None:
    """Add a message to what its receiver has heard so far; a node that hears for the first time joins the queue."""
    target, slot = (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, None)
    if target not in pending:
        if target.__class__ is not Tensor and isinstance(target, Node):
            heappush(queue, (-target._number, target))
        pending[target] = message if slot is None else _in_slot(slot, message, [None] * target.outputs())
    elif slot is None:
        pending[target] = sum_of(pending[target], message)
    else:
        _in_slot(slot, message, pending[target])


def _in_slot(slot: int, message: Any, slots: list) -> list:
    slots[slot] = sum_of(slots[slot], message)
    return slots


def sum_of(before: Any, message: Any) -> Any:
    """Two messages for one slot; None is no message."""
    if before is None:
        return message
    return before if message is None else before + message


def reduce_to(gradient: Any, shape: tuple[int, ...], dtype: np.dtype) -> tuple[Any, tuple[int, ...]]:
    """The gradient of an input that forward broadcast (or cast): sum over the copies. Also says over which axes.

    A copy in forward is a sum in backward, since every copy's gradient flows back to the one original.
    """
    own = gradient._data if isinstance(gradient, Tensor) else gradient
    axes: tuple[int, ...] = ()
    if own.shape != shape:
        extra = own.ndim - len(shape)
        stretched = [i + extra for i, n in enumerate(shape) if n == 1 and own.shape[i + extra] != 1]
        axes = (*range(extra), *stretched)
        if axes:
            gradient = gradient.sum(axes)
        if gradient.shape != shape:
            gradient = gradient.reshape(shape)
    if own.dtype != dtype:
        gradient = gradient.to(dtype) if isinstance(gradient, Tensor) else gradient.astype(dtype)
    return gradient, axes


def accumulate(leaf: Tensor, gradient: Any, owned: bool = False) -> None:
    """What AccumulateGrad does: add to ``leaf.grad``, or start it.

    The first gradient is copied unless it is ``owned``: the same array may be on its way to others. Later ones are
    added into the tensor that is there already, unless a graph is being recorded: then ``.grad`` gets a new tensor.
    """
    old = leaf._grad
    if isinstance(gradient, Tensor):
        leaf._grad = wrap(np.zeros_like(gradient._data)).copy_(gradient) if old is None else old + gradient
        return
    kind, data = gradient.__class__, leaf._data
    if (kind is ndarray or kind is not data.__class__) and gradient.dtype is not data.dtype:
        gradient, owned = gradient.astype(data.dtype), True
    if old is None:
        if kind is ndarray:
            gradient = gradient if owned and gradient.flags.c_contiguous else gradient.copy()
            gradient = gradient if gradient.ndim else gradient[()]
        leaf._grad = wrap(gradient)
    elif old.requires_grad:
        leaf._grad = wrap(old._data + gradient)
    else:
        if isinstance(old._data, np.ndarray):
            old._data += gradient
        else:
            old._data = old._data + gradient
        old._note_write(next_number() - 0.5)


# ----- somebody looks: hooks, a recorder, inputs=, create_graph -----------------------------------------------------
@dataclass
class Task:
    """One call of backward or grad, and how far it has come."""

    roots: list[tuple[Any, Any]]
    retain_graph: bool
    create_graph: bool
    captures: dict[tuple[Target, int], Any] | None = None  # for grad(): what arrived at each wanted edge
    runs: set[Target] | None = None  # for inputs=: who may run; None: everyone
    hears: set[Target] | None = None  # for inputs=: who is sent messages
    owed: dict[Target, int] = field(default_factory=dict)  # messages still to come
    buffers: dict[Target, list] = field(default_factory=dict)  # slot by slot, what has arrived
    heard: dict[Target, int] = field(default_factory=dict)
    ready: list = field(default_factory=list)
    order: int = 0
    current: Target | None = None  # who is at work
    notes: dict[Any, Any] = field(default_factory=dict)  # of hooks that wait for several gradients


@np.errstate(all="ignore")
def run_observed(task: Task) -> None:
    """Backward with everything that can be watched or asked for; the same numbers as `run`."""
    watch = state.recorder
    outer, state.task = state.task, task
    count_dependencies(task)
    if watch is not None:
        watch.backward_started(task)
    try:
        for edge, seed in task.roots:
            deliver(task, None, 0, edge, seed, watch)
        while task.ready:
            target = task.current = heappop(task.ready)[2]
            if isinstance(target, Tensor):
                visit_leaf(task, target, watch)
            else:
                visit(task, target, watch)
    except BaseException as error:
        if anomaly.enabled and task.current is not None:
            anomaly_mode.explain(task.current)
        if watch is not None:
            watch.error_raised(error)
        raise
    finally:
        state.task = outer
    if watch is not None:
        watch.backward_finished()


def count_dependencies(task: Task) -> None:
    """How many messages each target must wait for: one for each edge that leads to it, one for each seed."""
    owed = task.owed
    todo = []
    for edge, _ in task.roots:
        target = target_of(edge)
        if target not in owed:
            todo.append(target)
        owed[target] = owed.get(target, 0) + 1
    while todo:
        node = todo.pop()
        if isinstance(node, Tensor) or not may_run(task, node):
            continue
        for edge in node._edges:
            if edge is not None and is_wanted(task, edge):
                target = target_of(edge)
                if target not in owed:
                    todo.append(target)
                owed[target] = owed.get(target, 0) + 1


def target_of(edge: Any) -> Target:
    """Who an edge in its short form leads to."""
    return edge.node if edge.__class__ is GradientEdge else edge


def may_run(task: Task, target: Target) -> bool:
    """Whether this target runs at all; with ``inputs=`` only those on the way to an input do."""
    return task.runs is None or target in task.runs


def deliver(task: Task, source: Node | None, index: int, edge: Any, message: Any, watch: Any) -> None:
    """Put a message into its slot; when it was the last one owed, the target is ready."""
    target, slot = (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, 0)
    slots = task.buffers.get(target)
    if slots is None:
        slots = task.buffers[target] = [None] * (target.outputs() if isinstance(target, Node) else 1)
    before = slots[slot]
    slots[slot] = sum_of(before, message)
    heard = task.heard[target] = task.heard.get(target, 0) + 1
    if watch is not None:
        watch.buffer_added(target, slot, source, before, message, slots[slot], heard, task.owed[target])
    if heard == task.owed[target]:
        # A leaf goes before every node; among nodes the newest first; equals in the order in which they got ready.
        priority = -np.inf if isinstance(target, Tensor) else -target._number
        heappush(task.ready, (priority, task.order, target))
        task.order += 1


def take_slots(task: Task, target: Target, watch: Any) -> list | None:
    """What a target starts with: all that it heard, after the hooks that come first. None: it does not run at all."""
    slots = task.buffers.pop(target)
    if watch is not None:
        watch.node_visited(target, slots)
    extras = target._extras
    if extras is not None:
        _hooks.run_tensor_hooks(extras, slots, watch, target)
    capture(task, target, slots)
    if not may_run(task, target):
        return None
    return slots if extras is None else _hooks.run_prehooks(extras, slots, watch, target)


def visit(task: Task, node: Node, watch: Any) -> None:
    """Run one node: hooks, rules, release, messages."""
    slots = take_slots(task, node, watch)
    if slots is None:
        return
    extras = node._extras
    results = list(node.backward(slots if isinstance(node, MultiOutputNode) else slots[0], task.create_graph))
    for index, edge in enumerate(node._edges):
        if edge is not None and not is_wanted(task, edge):
            results[index] = None
    if watch is not None:
        watch.rule_applied(node, slots, results)
    reduce_results(node, results, watch)
    if extras is not None and extras.posthooks:
        results = _hooks.run_posthooks(extras, results, slots, watch, node)
    if not task.retain_graph:
        if watch is not None:
            watch.values_freed(node)
        node.release()
    if anomaly.enabled:
        anomaly_mode.check_results(node, results)
    send_results(task, node, results, watch)


def reduce_results(node: Node, results: list, watch: Any) -> None:
    """Bring each result to the shape and type of the input it is for; ``results`` is updated in place."""
    if node._metadata is None:
        return
    for index, before in enumerate(results):
        if before is not None and node._edges[index] is not None:
            results[index], axes = reduce_to(before, *node._metadata[index])
            if watch is not None and axes:
                watch.grad_reduced(node, index, axes, before, results[index])


def send_results(task: Task, node: Node, results: list, watch: Any) -> None:
    """One message along each edge that leads somewhere."""
    for index, edge in enumerate(node._edges):
        if edge is None or not is_wanted(task, edge):
            if watch is not None:
                watch.edge_skipped(node, index, "no edge" if edge is None else "not needed")
            continue
        if watch is not None:
            watch.grad_out(node, index, results[index])
        deliver(task, node, index, edge, results[index], watch)


def visit_leaf(task: Task, leaf: Tensor, watch: Any) -> None:
    """Run a leaf's AccumulateGrad; for ``grad()`` only note what arrived."""
    slots = take_slots(task, leaf, watch)
    if slots is None or slots[0] is None or not leaf._requires:
        return
    extras = leaf._extras
    before = None if watch is None else watch.snapshot(leaf._grad)
    accumulate(leaf, slots[0])
    if watch is not None:
        watch.grad_accumulated(leaf, before, slots[0])
    if extras is not None:
        _hooks.run_post_accumulate(extras, leaf, watch)
        _hooks.run_posthooks(extras, [], slots, watch, leaf)


def capture(task: Task, target: Target, slots: list) -> None:
    """For ``grad()``: keep what arrived at an edge that was asked for."""
    if task.captures is not None:
        for slot, gradient in enumerate(slots):
            if (target, slot) in task.captures:
                task.captures[target, slot] = gradient


def will_run(task: Task, target: Target) -> bool:
    """Whether ``target`` is on the way of this backward; as in PyTorch, the only start of a whole one does not count.

    Raises:
        RuntimeError: for a leaf under `grad`, which does not run it.
    """
    if task.hears is None:
        only_start = len(task.roots) == 1 and target is target_of(task.roots[0][0])
        return target in task.owed and not only_start
    if task.captures is not None and isinstance(target, Tensor) and target in task.hears:
        raise RuntimeError(
            "A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
            "This is currently not supported."
        )
    return target in task.hears


def is_wanted(task: Task, edge: Any) -> bool:
    """Whether a message along this edge leads anywhere that was asked for."""
    return task.hears is None or target_of(edge) in task.hears


def restrict(task: Task, wanted: Iterable[tuple[Target, int]], run_ends: bool) -> None:
    """For ``inputs=``: allow those nodes from which a wanted edge can be reached.

    Nodes are gone through oldest first, so that when a node's turn comes its inputs are decided already.
    """
    ends = {target for target, _ in wanted}
    nodes: dict[Node, None] = {}
    todo = [target_of(edge) for edge, _ in task.roots]
    while todo:
        node = todo.pop()
        if isinstance(node, Node) and node not in nodes:
            nodes[node] = None
            todo.extend(target_of(edge) for edge in node._edges if edge is not None)
    runs: set[Target] = set()
    for node in sorted(nodes, key=lambda node: node._number):
        targets = [target_of(edge) for edge in node._edges if edge is not None]
        if any(target in runs or target in ends for target in targets):
            runs.add(node)
    task.hears = runs | ends
    task.runs = task.hears if run_ends else runs
