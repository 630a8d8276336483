"""Backward while somebody looks: hooks, a recorder, or anomaly mode. `backward._is_watched` chooses the loop.

The algorithm is that of ``engine.py``, and so are the numbers. This loop counts messages against ``task.owed``
(`graph_task.count_dependencies`), so that a leaf's ``.grad`` is written as soon as its last message has arrived. It
calls the hooks, and tells the recorder (``watch``) of every step.

PyTorch: torch/csrc/autograd/engine.cpp.
"""

from heapq import heappop, heappush
from typing import Any

import numpy as np

from . import anomaly_mode, hooks
from .accumulate_grad import accumulate, still_wants, writing
from .base.state import anomaly, quiet, thread
from .buffers import sum_of
from .freeing import release
from .function_ctx import FunctionCtx
from .graph import GradientEdge, MultiOutputNode, Node
from .graph_task import Target, Task, capture, count_dependencies, is_wanted, may_run, starts
from .tensor import Tensor
from .unbroadcast import reduce_results


@quiet
def run_observed(task: Task) -> None:
    """Backward with hooks, a recorder or anomaly mode; the same numbers as `run`."""
    state = thread.state
    watch, outer = state.recorder, state.task
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
    """What a target has heard, after tensor hooks and prehooks; None: `grad` asked for it, but it must not run."""
    slots = task.buffers.pop(target)
    if watch is not None:
        watch.node_visited(target, slots)
    extras, runs = target._extras, may_run(task, target)
    if runs:  # a node that runs: capture what arrived, before hooks
        capture(task, target, slots)
    if extras is not None:
        hooks.run_tensor_hooks(extras, slots, watch, target)
    if not runs:  # one that does not: capture what its hooks made of it
        capture(task, target, slots)
        return None
    return slots if extras is None else hooks.run_prehooks(extras, slots, watch, target)


def visit(task: Task, node: Node, watch: Any) -> None:
    """Run one node: hooks, rules, release, messages."""
    slots = take_slots(task, node, watch)
    if slots is None:
        return
    extras = node._extras
    results = list(node.backward(slots if isinstance(node, MultiOutputNode) else slots[0], task.create_graph))
    if not isinstance(node, FunctionCtx):  # drop what nobody asked for (a Function's posthooks may see it)
        pairs = zip(results, node._edges, strict=True)
        results = [item if edge is None or is_wanted(task, edge) else None for item, edge in pairs]
    if watch is not None:
        watch.rule_applied(node, slots, results)
    reduce_results(node, results, watch)
    if extras is not None and extras.posthooks:
        results = hooks.run_posthooks(extras, results, slots, watch, node)
    if not task.retain_graph:
        if watch is not None:
            watch.values_freed(node)
        release(node)
    if anomaly.enabled:
        anomaly_mode.check_results(node, results)
    send_results(task, node, results, watch)


def send_results(task: Task, node: Node, results: list, watch: Any) -> None:
    """One message along each edge that leads somewhere."""
    for index, edge in enumerate(node._edges):
        if not is_wanted(task, edge):
            if watch is not None:
                watch.edge_skipped(node, index, "no edge" if edge is None else "not needed")
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
        hooks.run_post_accumulate(extras, leaf, watch)
        hooks.run_posthooks(extras, [], slots, watch, leaf)
