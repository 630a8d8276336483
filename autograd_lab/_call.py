"""The one path from ``x * y`` to a recorded node.

1. take the arrays out of the tensors,
2. bring their types together, as PyTorch would,
3. compute the result in NumPy,
4. wrap it, and if some input needs a gradient, leave a node behind.

The same functions accept bare arrays and then stop after step 3. That is how a rule, written once in NumPy, serves the
ordinary backward (arrays) and ``create_graph`` (tensors, so that the rule's own steps are recorded).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._base import dtypes
from ._base.errors import with_help
from ._base.state import thread, watchers
from ._base.strided import geometry, strides
from .autograd._tensor import Tensor, wrap
from .autograd.graph import GradientEdge, Node
from .autograd.inference import mark_new, refuse_inference
from .autograd.saved_hooks import node_made
from .autograd.view_history import share_memory

# isinstance() is much quicker with a tuple than with A | B.
ARRAY = (np.ndarray, np.generic)
NUMBER = (int, float)
SEQUENCE = (tuple, list)
ARGSIZES = {"argsize_0": 0, "argsize_minus_1": -1, "argsize_minus_2": -2}


def call(plan: Any, values: Sequence) -> Any:
    """Run ``plan`` on its parameters' values (in the schema's order) and record it if a gradient may be wanted."""
    if plan.view:
        make_shareable(values[plan.tensor_positions[0]])
    arrays, any_tensor, tracked = take_arrays(plan, values)
    data = compute(plan, arrays)
    if not any_tensor:
        return data
    outputs = [wrap(item) for item in data] if isinstance(data, SEQUENCE) else wrap(data)
    if plan.view:
        share_memory(values[plan.tensor_positions[0]], outputs)
    else:
        mark_new(outputs)
    state = thread.state
    if tracked and state.grad_enabled and plan.node_class is not None and not (watchers.count and state.inference):
        record(plan, values, outputs)
    return tuple(outputs) if isinstance(outputs, list) else outputs


def take_arrays(plan: Any, values: Sequence) -> tuple[list, bool, bool]:
    """Step 1: the values with arrays for tensors; was there a tensor; does one need a gradient?"""
    arrays = list(values)
    any_tensor = tracked = False
    for i in plan.tensor_positions:
        value = values[i]
        if isinstance(value, Tensor):
            any_tensor = True
            if value._fn is not None or value.requires_grad:
                tracked = True
            arrays[i] = value._data
        elif isinstance(value, SEQUENCE):
            arrays[i], some_tensor, some_tracked = take_list(value)
            any_tensor, tracked = any_tensor or some_tensor, tracked or some_tracked
    return arrays, any_tensor, tracked


def take_list(items: Sequence) -> tuple[tuple, bool, bool]:
    """Step 1 for an argument that is a list of tensors."""
    tensors = [item for item in items if isinstance(item, Tensor)]
    arrays = tuple(item._data if isinstance(item, Tensor) else item for item in items)
    return arrays, bool(tensors), any(item._fn is not None or item.requires_grad for item in tensors)


def compute(plan: Any, arrays: list) -> Any:
    """Steps 2 and 3."""
    if plan.types is not None:
        bring_together(plan, arrays)
    try:
        return thread.state.without_warnings(plan.forward, *arrays)
    except ValueError:
        check_broadcast(plan, arrays)  # NumPy says no; PyTorch's message says more
        raise


def bring_together(plan: Any, arrays: list) -> None:
    """Step 2: cast arrays to their common type, in place in the list. PyTorch's rule, which is not NumPy's."""
    places = plan.tensor_positions
    first = arrays[places[0]]
    if isinstance(first, tuple):  # a list of tensors: cat, stack
        target = dtypes.result_numpy(first)
        arrays[places[0]] = tuple(cast(item, target) for item in first)
        return
    if isinstance(first, ARRAY) and first.dtype.kind == "f":
        # Most calls: floats of one type, or floats and Python numbers. Nothing to do.
        for i in places:
            other = arrays[i]
            if isinstance(other, ARRAY):
                if other.dtype is not first.dtype:
                    break
            elif other is not None and not isinstance(other, NUMBER):
                break
        else:
            return
    places = [i for i in places if arrays[i] is not None]
    target = dtypes.result_numpy([arrays[i] for i in places])
    if plan.types == "float" and target.kind != "f":
        target = dtypes.get_default_dtype().numpy
    for i in places:
        arrays[i] = cast(arrays[i], target)


def cast(value: Any, target: np.dtype) -> Any:
    """An array (or NumPy scalar) of type ``target``; whole Python numbers adapt by themselves and stay."""
    if isinstance(value, ARRAY):
        return value if value.dtype == target else value.astype(target)
    if target.kind == "f":
        return target.type(value)
    return value if -1 < value < 128 else np.asarray(value).astype(target)[()]  # uint8 wraps around: 300 is 44


def check_broadcast(plan: Any, arrays: list) -> None:
    """PyTorch's message for shapes that do not fit."""
    shapes = [arrays[i].shape for i in plan.tensor_positions if plan.pointwise and isinstance(arrays[i], np.ndarray)]
    for other in shapes[1:]:
        first = shapes[0]
        for back in range(1, min(len(first), len(other)) + 1):
            if first[-back] != other[-back] and 1 not in (first[-back], other[-back]):
                place = max(len(first), len(other)) - back
                raise RuntimeError(
                    with_help(
                        f"The size of tensor a ({first[-back]}) must match the size of tensor b ({other[-back]}) "
                        f"at non-singleton dimension {place}",
                        f"{plan.base} got the shapes {list(first)} and {list(other)}; dimensions are matched from the "
                        "right, and only a 1 stretches.",
                    )
                )


def make_shareable(source: Any) -> None:
    """A NumPy scalar has no memory that a view could look at; a 0-d array has."""
    if isinstance(source, Tensor) and not isinstance(source._data, np.ndarray):
        source._data = np.asarray(source._data)


def record(plan: Any, values: Sequence, outputs: Any, edges: tuple | None = None) -> Node | None:
    """Step 4: make the node, hang the outputs on it, tell the recorder. None if no input needs a gradient."""
    output = outputs[0] if outputs.__class__ is list else outputs
    if output._data.dtype.kind != "f":
        if edges is None and not plan.base.endswith(("_", "_to_copy")):
            refuse_whole_numbers(output, edges_of(plan, values))
        return None  # such as float numbers copied into integers: no gradient comes from there
    if edges is None:
        edges = edges_of(plan, values)
    if not any_used(range(len(edges)), edges):
        return None
    node = plan.node_class.__new__(plan.node_class)
    node._edges = edges
    node._number = thread.state.next_number()
    node._extras = None
    node._saved = saved_of(plan, values, outputs, edges)
    node._attributes = attributes_of(plan, values)
    node._input_metadata = metadata_of(plan, values, outputs)
    link(plan, node, outputs)
    if watchers.count:
        node_made(node, outputs)
    if thread.state.recorder is not None:
        thread.state.recorder.op_recorded(node, outputs)
    return node


def refuse_whole_numbers(output: Tensor, edges: tuple) -> None:
    """PyTorch makes no new tensor without fractions from an input that wants its gradient."""
    if any_used(range(len(edges)), edges):
        raise RuntimeError(f"Autograd not support dtype: {output.dtype.short}")


def edges_of(plan: Any, values: Sequence) -> tuple:
    """Where each differentiable input's gradient goes; None is a hole."""
    # Among the items of a list there may be arrays: the zeros that a rule fills in for a slot that heard nothing.
    found = values[plan.differentiable[0]] if plan.takes_list else [values[i] for i in plan.differentiable]
    edges = tuple(value._edge() if isinstance(value, Tensor) else None for value in found)
    return edges if plan.rules else tuple(edge for edge in edges if edge is not None)  # NotImplemented has no holes


def saved_of(plan: Any, values: Sequence, outputs: Any, edges: tuple) -> tuple:
    """The values that the rules will need; None for an input that only a hole's rule would have used."""
    saved = []
    for (kind, where), users in plan.saving:
        if kind == "result":
            saved.append((outputs[where] if outputs.__class__ is list else outputs)._data)
        elif plan.takes_list or any_used(users, edges):
            value = values[where]
            if watchers.inference_made:
                refuse_inference(value)
            saved.append(tuple(value) if value.__class__ is list else value)
        else:
            saved.append(None)
    return tuple(saved)


def any_used(users: Sequence[int], edges: tuple) -> bool:
    """Whether one of these edges leads anywhere. (``None in edges`` would ask tensors whether they equal None.)"""
    for user in users:  # noqa: SIM110 (a generator costs more than all the rest)
        if edges[user] is not None:
            return True
    return False


def attributes_of(plan: Any, values: Sequence) -> tuple:
    """Attributes of the call and shapes of inputs, in the row's order."""
    found = []
    for kind, where in plan.attribute_plan:
        value = values[where]
        if kind == "attribute":
            found.append(tuple(value) if value.__class__ is list else value)
        elif kind == "sizes" and isinstance(value, Tensor):
            found.append(value._data.shape)
        elif value.__class__ in SEQUENCE:
            found.append(tuple(shape_of(kind, item) for item in value))
        else:
            found.append(shape_of(kind, value))
    return tuple(found)


def shape_of(kind: str, value: Any) -> Any:
    """What is kept of an input instead of its numbers: its sizes, how many elements, its strides, or all of these."""
    data = value._data if isinstance(value, Tensor) else value
    if kind == "sizes_opt":
        return (0,) if data is None else data.shape
    if not isinstance(data, ARRAY):
        return ()
    if kind == "sizes":
        return data.shape
    if kind == "numel":
        return data.size
    if kind == "dim":
        return data.ndim
    if kind in ARGSIZES:
        return data.shape[ARGSIZES[kind]]
    if kind == "geometry":
        return geometry(data, value._memory_owner()._data if isinstance(value, Tensor) else data)
    # PyTorch keeps strides only where a gradient will want that layout
    return strides(data) if value._fn is not None or value.requires_grad else ()


def metadata_of(plan: Any, values: Sequence, outputs: Any) -> tuple | None:
    """(shape, dtype) that each gradient must come back to; None when the rules give that anyway."""
    output = (outputs[0] if outputs.__class__ is list else outputs)._data
    shape, dtype = output.shape, output.dtype
    inputs = values[plan.differentiable[0]] if plan.takes_list else [values[i] for i in plan.differentiable]
    for item in inputs:
        if isinstance(item, Tensor):
            data = item._data
            if data.dtype is not dtype or (plan.pointwise and data.shape != shape):
                return tuple([(i._data.shape, i._data.dtype) if isinstance(i, Tensor) else None for i in inputs])
    return None


def link(plan: Any, node: Node, outputs: Any) -> None:
    """Give each output its way back: the node, or with several outputs the node and a number."""
    if plan.linked == 1:
        (outputs[0] if isinstance(outputs, list) else outputs)._fn = node
        return
    linked = outputs[: plan.linked]
    node._outputs = tuple((output._data.shape, output._data.dtype) for output in linked)
    for number, output in enumerate(linked):
        output._fn = GradientEdge(node, number)
