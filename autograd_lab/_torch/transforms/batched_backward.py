"""One backward for many vectors: `jacrev` asks for all rows of a Jacobian together.

The engine's loop runs (``_core/engine.py``), and its messages are batches: each has a first dimension more than the
gradient that it stands for. So a Jacobian with a thousand rows takes one walk through the graph instead of a thousand.

PyTorch: torch/_functorch/eager_transforms.py (``_chunked_standard_basis_for_``), torch/_vmap_internals.py.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._core.backward import execute, stacked
from ..._core.backward_arguments import target_slot
from ..._core.base.state import anomaly, thread, watchers
from ..._core.graph import MultiOutputNode, Node
from ..._core.graph_task import Task, restrict
from ..._core.hook_registry import hooks
from ..._core.tensor import Tensor, wrap
from ..._core.unbroadcast import reduce_results
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
    start, targets = output._edge(), [target_slot(item) for item in inputs]
    task = Task([(start, wrap(seeds) if create_graph else seeds)], retain_graph=True, create_graph=create_graph)
    task.captures, task.asked = dict.fromkeys(targets), {target for target, _ in targets}
    task.batch, task.answer = (len(seeds),), answers
    restrict(task, targets, run_ends=False)
    execute(task)
    found = [task.captures[target] for target in targets]
    return [item if item is None or isinstance(item, Tensor) else wrap(item) for item in found]


def answers(node: Node, grad: Any, as_tensors: bool) -> Sequence[Any]:
    """What the node sends along its edges, batch by batch. ``grad`` is a batch, or several in a list, as for a node."""
    grads = grad if isinstance(node, MultiOutputNode) else [grad]
    if all(item is None for item in grads):
        return node.backward(grad, as_tensors)
    state = thread.state
    before, state.in_rule = state.in_rule, as_tensors
    try:
        found = None if len(grads) > 1 else run_rules(node, grads[0], node._values(as_tensors))
        return each_alone(node, grads, as_tensors) if found is None else found
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
