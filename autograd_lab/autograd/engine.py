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

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush, heappushpop
from operator import attrgetter
from typing import Any

import numpy as np
from numpy import ndarray

from .._base.state import anomaly, here, quiet
from . import _hooks, anomaly_mode
from ._tensor import Tensor, wrap
from .graph import GradientEdge, MultiOutputNode, Node

Target = Node | Tensor
"""Who can receive a message: a node, or a leaf (which stands for its AccumulateGrad)."""


# ----- nobody looks ------------------------------------------------------------------------------------------------
@quiet
def run(edges: Sequence, messages: Sequence, retain_graph: bool, task: "Task | None" = None) -> None:
    """Backward into the leaves' ``.grad``, with nobody watching; it begins with one message along each of these edges.

    No ``.grad`` changes until every rule has run: an exception leaves all of them as they were. A `Task` is needed
    only by those who want more than that: some inputs, or a graph of what is computed.
    """
    hears, runs, lift = (None, None, False) if task is None else (task.hears, task.runs, task.create_graph)
    pending: dict[Target, Any] = {}  # target → what it has heard so far
    owned: set[Target] = set()  # those whose array in `pending` nobody else holds, so that it may be added to in place
    queue: list[tuple[int, Node]] = []
    node, grad = None, None
    newest: Node | None = None  # heard just now; in a chain nobody ever waits in the queue
    while True:
        for edge, message in zip(edges, messages):  # noqa: B905 (strict= would cost as much as a rule)
            if edge is None:
                continue
            # (`target_of` is written out: with hundreds of edges its calls would show.)
            if hears is not None and (edge.node if edge.__class__ is GradientEdge else edge) not in hears:
                continue
            if message is None or edge.__class__ is GradientEdge:
                send(pending, queue, edge, message)
                continue
            if edge not in pending:
                pending[edge] = message
                if isinstance(edge, Node):
                    if newest is None:
                        newest = edge
                    else:
                        waits, newest = (edge, newest) if edge._number < newest._number else (newest, edge)
                        heappush(queue, (-waits._number, waits))
                if message.__class__ is ndarray and is_fresh(message, node, grad, owned):
                    owned.add(edge)
                continue
            before = pending[edge]
            if before is None:
                pending[edge] = message
            elif edge in owned:
                before += message
            else:
                pending[edge] = before + message
                if message.__class__ is ndarray:
                    owned.add(edge)
        if newest is not None:
            node = heappushpop(queue, (-newest._number, newest))[1] if queue else newest
            newest = None
        elif queue:
            node = heappop(queue)[1]
        else:
            break
        grad = pending.pop(node)
        if hears is not None:
            if capture(task, node, grad if grad.__class__ is list else (grad,)):
                owned.discard(node)
            if node not in runs:
                edges = ()
                continue
        edges, messages = node._edges, node.backward(grad, lift)
        if node._saved and not retain_graph:
            node._saved = None  # as `release` says
        if node._metadata is not None:
            messages = list(messages)
            reduce_results(node, messages, None)
    for leaf, gradient in pending.items():
        if hears is not None and (capture(task, leaf, (gradient,)) or leaf not in runs):
            continue
        if gradient is not None and leaf._requires:
            accumulate(leaf, gradient, leaf in owned)


def is_fresh(message: np.ndarray, node: Node | None, grad: Any, owned: set[Target]) -> bool:
    """Whether nobody else holds this array: a rule of the table made it just now.

    What arrived, or a view of it, is handed on by many rules; it belongs to the receiver if it belonged to the node
    and goes nowhere else. A learner's own Function may keep what it returns, so that is never fresh.
    """
    if node is None or node.op is None:  # the seed is the caller's
        return False
    if message is grad:
        return len(node._edges) == 1 and node in owned
    base = message.base
    if base is None and grad.__class__ is not list:
        return True
    for arrived in grad if grad.__class__ is list else (grad,):
        if message is arrived or (base is not None and _owner_of(arrived) is base):
            return node in owned and len(node._edges) == 1
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


def reduce_to(gradient: Any, shape: tuple[int, ...], dtype: np.dtype) -> tuple[Any, tuple[int, ...]]:
    """The gradient of an input that forward broadcast (or cast): sum over the copies. Also says over which axes.

    A copy in forward is a sum in backward, since every copy's gradient flows back to the one original.
    """
    own = gradient._data if isinstance(gradient, Tensor) else gradient
    axes: tuple[int, ...] = ()
    if own.shape != shape:
        axes = stretched_axes(own.shape, shape)
        if axes:
            gradient = gradient.sum(axes) if isinstance(gradient, Tensor) else np.add.reduce(gradient, axes)
        if gradient.shape != shape:
            gradient = gradient.reshape(shape)
    if own.dtype != dtype:
        gradient = gradient.to(dtype) if isinstance(gradient, Tensor) else gradient.astype(dtype)
    return gradient, axes


@lru_cache
def stretched_axes(result: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Along which axes of the result an input of this shape was repeated."""
    extra = len(result) - len(shape)
    return (*range(extra), *[i + extra for i, n in enumerate(shape) if n == 1 and result[i + extra] != 1])


def accumulate(leaf: Tensor, gradient: Any, owned: bool = False) -> None:
    """What AccumulateGrad does: add to ``leaf.grad``, or start it.

    The first gradient is copied unless it is ``owned``: the same array may be on its way to others. Later ones are
    added into the tensor that is there already, unless a graph is being recorded: then ``.grad`` gets a new tensor.
    """
    old, kind, data = leaf._grad, gradient.__class__, leaf._data
    if old is None and kind is data.__class__ and kind is not ndarray:
        leaf._grad = wrap(gradient)
        return
    if isinstance(gradient, Tensor):
        leaf._grad = wrap(np.zeros_like(gradient._data)).copy_(gradient) if old is None else old + gradient
        return
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
        old._note_write()


# ----- somebody looks: hooks, a recorder, anomaly mode ---------------------------------------------------------------
class Task:
    """One call of backward or grad, and how far it has come."""

    def __init__(self, roots: list[tuple[Any, Any]], retain_graph: bool, create_graph: bool):
        self.roots = roots
        self.retain_graph = retain_graph
        self.create_graph = create_graph
        self.captures: dict[tuple[Target, int], Any] | None = None  # for grad(): what arrived at each wanted edge
        self.asked: set[Target] = set()  # the targets of these edges
        self.runs: set[Target] | None = None  # for inputs=: who may run; None: everyone
        self.hears: set[Target] | None = None  # for inputs=: who is sent messages
        self.owed: dict[Target, int] = {}  # messages still to come
        self.buffers: dict[Target, list] = {}  # slot by slot, what has arrived
        self.heard: dict[Target, int] = {}
        self.ready: list = []
        self.order = 0
        self.current: Target | None = None  # who is at work
        self.notes: dict[Any, Any] = {}  # of hooks that wait for several gradients


@quiet
def run_observed(task: Task) -> None:
    """Backward with everything that can be watched or asked for; the same numbers as `run`."""
    watch = here.state.recorder
    outer, here.state.task = here.state.task, task
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
        here.state.task = outer
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
    if task.hears is not None:
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
        release(node)
    if anomaly.enabled:
        anomaly_mode.check_results(node, results)
    send_results(task, node, results, watch)


def reduce_results(node: Node, results: list, watch: Any) -> None:
    """Bring each result to the shape and type of the input it is for; ``results`` is updated in place."""
    if node._metadata is None:
        return
    for index, before in enumerate(results):
        if before is not None and node._edges[index] is not None:
            shape, dtype = node._metadata[index]
            own = before._data if isinstance(before, Tensor) else before
            if own.shape == shape and own.dtype is dtype:
                continue
            results[index], axes = reduce_to(before, shape, dtype)
            if watch is not None and axes:
                watch.grad_reduced(node, index, axes, before, results[index])


def send_results(task: Task, node: Node, results: list, watch: Any) -> None:
    """One message along each edge that leads somewhere."""
    for index, edge in enumerate(node._edges):
        if edge is None or not is_wanted(task, edge):
            if watch is not None:
                watch.edge_skipped(node, index, "no edge" if edge is None else "not needed")
            continue
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


def release(node: Node) -> None:
    """Let go of the saved values. A node that saved nothing has nothing to lose and may run again."""
    if node._saved:
        node._saved = None


def capture(task: Task, target: Target, slots: Sequence) -> bool:
    """For ``grad()``: keep what arrived at an edge that was asked for. Whether anything was."""
    if task.captures is None or target not in task.asked:
        return False
    for slot, gradient in enumerate(slots):
        if (target, slot) in task.captures:
            task.captures[target, slot] = gradient
    return True


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
    nodes: set[Target] = set()
    leaves: set[Target] = set()
    todo = [target_of(edge) for edge, _ in task.roots]
    while todo:
        target = todo.pop()
        if isinstance(target, Tensor):
            leaves.add(target)
        elif target not in nodes:
            nodes.add(target)
            todo += targets_of(target)
    hears = {target for target, _ in wanted}
    if leaves <= hears:  # every path ends in a leaf, and every leaf is wanted
        runs = nodes
        hears |= nodes
    else:
        runs = set()
        for node in sorted(nodes, key=attrgetter("_number")):
            if not hears.isdisjoint(targets_of(node)):
                runs.add(node)
                hears.add(node)
    task.hears = hears
    task.runs = hears if run_ends else runs


def targets_of(node: Node) -> list[Target]:
    """Who gets messages from this node."""
    return [edge.node if edge.__class__ is GradientEdge else edge for edge in node._edges if edge is not None]
