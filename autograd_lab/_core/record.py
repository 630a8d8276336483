"""The last step of a call: make the node, with its edges and what its rules will need.

A ``plan`` (``_core/table/plan.py``) says which inputs are ``differentiable``, what a node keeps (``saving`` for what
backward frees, ``attribute_plan`` for the rest), and how many of the first outputs get the node as their ``grad_fn``
(``linked``).

PyTorch: torch/csrc/autograd/generated/VariableType.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base.state import thread, watchers
from .base.strided import geometry, strides
from .graph import GradientEdge, Node
from .inference import refuse_inference
from .tensor import Tensor
from .watched_calls import node_made

_ARRAY = (np.ndarray, np.generic)
_ARGSIZES = {"argsize_0": 0, "argsize_1": 1, "argsize_2": 2, "argsize_minus_1": -1, "argsize_minus_2": -2}


def record(
    plan: Any, values: Sequence, outputs: Any, edges: tuple | None = None, kept: Sequence | None = None
) -> Node | None:
    """Make the node, and link the outputs to it. None if no input needs a gradient.

    An in-place operation overwrites its input, so it collects two things before that and passes them here: the edges
    (`edges_of`), and the values to keep.
    """
    inputs = inputs_of(plan, values)
    targets, used = edges_of(plan, inputs) if edges is None else edges
    if not used and not want_gradients(inputs):
        return None
    output = outputs[0] if outputs.__class__ is list else outputs
    if output._data.dtype.kind != "f":
        if edges is not None or plan.base.endswith(("_", "_to_copy")):
            return None  # such as float numbers copied into integers: no gradient comes from there
        raise RuntimeError(f"Autograd not support dtype: {output.dtype.short}")
    node = plan.node_class.__new__(plan.node_class)
    node._edges = targets
    node._number = thread.state.next_number()
    node._extras = None
    node._saved = saved_of(plan, values if kept is None else kept, outputs, used)
    node._attributes = attributes_of(plan, values) if plan.attribute_plan else ()
    node._input_metadata = metadata_of(plan, inputs, output._data)
    if plan.linked == 1:
        output._fn = node
    else:
        link(node, outputs[: plan.linked])
    if watchers.count:
        node_made(node, outputs)
    return node


def want_gradients(inputs: Sequence) -> bool:
    """Whether any input requires a gradient. A view made in `no_grad` does, as its base does, and has no edge."""
    for item in inputs:  # noqa: SIM110 (an interrupt inside a generator, as `any` needs one, may be lost)
        if isinstance(item, Tensor) and item.requires_grad:
            return True
    return False


def inputs_of(plan: Any, values: Sequence) -> Sequence:
    """The values that may have a gradient. A row that takes a list differentiates only that list.

    A list may contain arrays: under create_graph the rule of `unbind` stacks what arrived in the slots, and uses zeros
    for a slot that heard nothing.
    """
    return values[plan.differentiable[0]] if plan.takes_list else [*map(values.__getitem__, plan.differentiable)]


def edges_of(plan: Any, inputs: Sequence) -> tuple[tuple, set[int]]:
    """The edge of each differentiable input (None: it needs no gradient), and the places of those that have one."""
    edges: list[Any] = []
    used = set()
    for item in inputs:
        edge = None
        if isinstance(item, Tensor):  # views may have to look at their base first
            edge = item._edge() if item._shared is not None else item if item._requires else item._fn
        if edge is not None:
            used.add(len(edges))
        elif not plan.rules and not (isinstance(item, Tensor) and item.requires_grad):
            continue  # a row without rules gets no entry for an input that wants no gradient
        edges.append(edge)
    return tuple(edges), used


def saved_of(plan: Any, values: Sequence, outputs: Any, used: set[int]) -> tuple:
    """The values that the rules will need. A value that only rules of inputs without an edge need is None.

    If no input has an edge, all are kept: backward asks such a node for them, and tells if they were overwritten.
    """
    saved = []
    for (kind, where), users in plan.saving:
        if kind == "result":
            saved.append((outputs[where] if outputs.__class__ is list else outputs)._data)
        elif kind == "output":
            saved.append(outputs[where])
        elif plan.takes_list or not used or not used.isdisjoint(users):
            value = values[where]
            if watchers.inference_made:
                refuse_inference(value)
            saved.append(tuple(value) if value.__class__ is list else value)
        else:
            saved.append(None)
    return tuple(saved)


def attributes_of(plan: Any, values: Sequence) -> tuple:
    """Attributes of the call and shapes of inputs, in the row's order."""
    found = []
    for kind, where in plan.attribute_plan:
        value = values[where]
        if kind == "attribute":
            found.append(tuple(value) if value.__class__ is list else value)
        elif kind == "sizes" and isinstance(value, Tensor):
            found.append(value._data.shape)
        elif value.__class__ in (tuple, list):
            found.append(tuple([shape_of(kind, item) for item in value]))
        else:
            found.append(shape_of(kind, value))
    return tuple(found)


def shape_of(kind: str, value: Any) -> Any:
    """What a node keeps of an input instead of its numbers: its sizes, number of elements, strides, or all of these."""
    data = value._data if isinstance(value, Tensor) else value
    if kind == "sizes_opt":
        return (0,) if data is None else data.shape
    if not isinstance(data, _ARRAY):
        return ()
    if kind == "sizes":
        return data.shape
    if kind == "numel":
        return data.size
    if kind == "dim":
        return data.ndim
    if kind in _ARGSIZES:
        return data.shape[_ARGSIZES[kind]]
    if kind == "geometry":
        return geometry(data, value._memory_owner()._data if isinstance(value, Tensor) else data)
    # as in PyTorch, strides are kept only for an input whose gradient will be laid out by them
    return strides(data) if value._fn is not None or value.requires_grad else ()


def metadata_of(plan: Any, inputs: Sequence, output: Any) -> tuple | None:
    """(shape, dtype) that each gradient must come back to; None if no input was stretched or cast."""
    shape, dtype = output.shape, output.dtype
    for item in inputs:
        if isinstance(item, Tensor):
            data = item._data
            if data.dtype is not dtype or (plan.pointwise and data.shape != shape):
                return tuple([(i._data.shape, i._data.dtype) if isinstance(i, Tensor) else None for i in inputs])
    return None


def link(node: Node, outputs: Sequence) -> None:
    """Link each of several outputs to the node, with the number of the output."""
    node._outputs = tuple([(output._data.shape, output._data.dtype) for output in outputs])
    for number, output in enumerate(outputs):
        output._fn = GradientEdge(node, number)
