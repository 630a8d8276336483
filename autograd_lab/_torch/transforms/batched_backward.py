"""One backward for many vectors: `jacrev` asks for all rows of a Jacobian together.

It is the engine's loop (``_core/engine.py``) with messages that are batches: each has a first dimension more than the
gradient that it stands for. So a Jacobian with a thousand rows takes one walk through the graph instead of a thousand.

PyTorch: torch/_functorch/eager_transforms.py (``_chunked_standard_basis_for_``), torch/_vmap_internals.py.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from ..._core.backward import stacked
from ..._core.base.state import anomaly, quiet, thread, watchers
from ..._core.engine import wanted_edges
from ..._core.grad_mode import in_grad_mode
from ..._core.graph import GradientEdge, MultiOutputNode, Node
from ..._core.graph_task import Target, Task, may_run, restrict, target_of
from ..._core.hook_registry import hooks
from ..._core.tensor import Tensor, wrap
from ..._core.unbroadcast import reduce_results, stretched_axes
from .batching_rules import run_rules

_AT_ONCE = 2**20
"""So many numbers make a batch of messages, about: what fits into a processor's cache, more or less."""


def is_unwatched() -> bool:
    """Whether nobody could see that one backward runs instead of many: no hook, recorder or anomaly mode."""
    return not (hooks.in_use or anomaly.enabled or watchers.count or thread.state.recorder is not None)


def batches_of_units(output: Tensor, inputs: Sequence[Tensor]) -> list[Any]:
    """The unit vectors of the output's shape, one seed for each of its elements, in batches of a good size."""
    array = output._data
    largest = max(array.size, *(item._data.size for item in inputs))
    count = max(1, _AT_ONCE // max(1, largest))
    starts = range(0, array.size, count)
    units = [np.eye(min(count, array.size - start), array.size, start, array.dtype) for start in starts]
    return [batch.reshape(len(batch), *array.shape) for batch in units]


def batched_gradients(output: Tensor, inputs: Sequence[Tensor], seeds: np.ndarray, create_graph: bool) -> list[Any]:
    """For each input the batch of its gradients, one for each of the seeds; None for one that no path reaches.

    Args:
        output: needs a gradient.
        seeds: one gradient of the output after the other.
        create_graph: record it, so that the gradients can be differentiated too.
    """
    start = output._edge()
    task = Task([(start, seeds)], retain_graph=True, create_graph=create_graph)
    wanted = [item._edge() for item in inputs]
    restrict(task, [(target_of(edge), 0) for edge in wanted], run_ends=False)
    pending = in_grad_mode(create_graph, _run, task, wrap(seeds) if create_graph else seeds, set(wanted))
    found = [pending.get(edge) for edge in wanted]
    return [item if item is None or isinstance(item, Tensor) else wrap(item) for item in found]


@quiet
def _run(task: Task, seeds: Any, kept: set[Any]) -> dict[Any, Any]:
    """The loop. It returns what is pending along the edges ``kept`` at the end."""
    start = task.roots[0][0]
    pending: dict[Any, Any] = {start: seeds}  # by edges, so that the outputs of one node stay apart
    queue: list[tuple[int, Node]] = []
    known: set[Target] = set()
    _enter(task, queue, known, start)
    while queue:
        node = heappop(queue)[1]
        grads = [pending[edge] if edge in kept else pending.pop(edge, None) for edge in _slots(node)]
        edges = wanted_edges(task, node._edges)
        for edge, message in zip(edges, _answers(node, grads, task.create_graph), strict=True):
            if edge is not None and message is not None:
                pending[edge] = message if edge not in pending else pending[edge] + message
                _enter(task, queue, known, edge)
    return pending


def _enter(task: Task, queue: list, known: set[Target], edge: Any) -> None:
    """Queue the node at the end of an edge, when it first hears something, if it has to run."""
    target = target_of(edge)
    if isinstance(target, Node) and target not in known and may_run(task, target):
        known.add(target)
        heappush(queue, (-target._number, target))


def _slots(node: Node) -> list[Any]:
    """The edges that lead to a node: one for each of its outputs."""
    if isinstance(node, MultiOutputNode):
        return [GradientEdge(node, number) for number in range(node.outputs())]
    return [node]


def _answers(node: Node, grads: list, as_tensors: bool) -> Sequence[Any]:
    """What the node sends along its edges, batch by batch."""
    state = thread.state
    before, state.in_rule = state.in_rule, as_tensors
    try:
        found = None if len(grads) > 1 else run_rules(node, grads[0], node._values(as_tensors))
        return each_alone(node, grads, as_tensors) if found is None else _reduced(node, found)
    finally:
        state.in_rule = before


def each_alone(node: Node, grads: list, as_tensors: bool) -> list[Any]:
    """The node's rules for one gradient of the batch after the other."""
    rows = []
    for place in range(len(next(grad for grad in grads if grad is not None))):
        slots = [None if grad is None else grad[place] for grad in grads]
        messages = node.backward(slots if isinstance(node, MultiOutputNode) else slots[0], as_tensors)
        rows.append(reduce_results(node, list(messages), None))
    columns = zip(*rows, strict=True)
    return [None if column[0] is None else stacked(column) if as_tensors else np.stack(column) for column in columns]


def _reduced(node: Node, results: list) -> list[Any]:
    """As `unbroadcast.reduce_results`: each result in the shape and type of its input, after the batch."""
    if node._input_metadata is None:
        return results
    for index, result in enumerate(results):
        if result is None:
            continue
        shape, dtype = node._input_metadata[index]
        axes = stretched_axes(result.shape[1:], shape)
        if axes:
            result = result.sum(tuple(axis + 1 for axis in axes)).reshape(len(result), *shape)
        kind = result._data.dtype if isinstance(result, Tensor) else result.dtype
        if kind is not dtype:
            result = result.to(dtype) if isinstance(result, Tensor) else result.astype(dtype)
        results[index] = result
    return results
