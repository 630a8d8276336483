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

from . import _dtype
from ._tensor import Tensor, wrap
from .autograd import graph
from .autograd._errors import with_help
from .autograd._state import state
from .autograd.graph import GradientEdge, Node

# isinstance() is much quicker with a tuple than with A | B.
ARRAY = (np.ndarray, np.generic)
NUMBER = (int, float)
SEQUENCE = (tuple, list)


def call(op: Any, values: Sequence) -> Any:
    """Run ``op`` on its parameters' values (in the schema's order) and record it if a gradient may be wanted."""
    if op.view:
        make_shareable(values[op.tensor_positions[0]])
    arrays, any_tensor, tracked = take_arrays(op, values)
    data = compute(op, arrays)
    if not any_tensor:
        return data
    outputs = [wrap(item) for item in data] if isinstance(data, SEQUENCE) else wrap(data)
    if op.view:
        share_memory(values[op.tensor_positions[0]], outputs)
    if tracked and state.grad_enabled and op.node_class is not None:
        record(op, values, outputs)
    elif tracked and op.view:  # as in PyTorch: a view shows what its base is, even under no_grad
        for output in outputs if isinstance(outputs, list) else (outputs,):
            output._requires = True
    return tuple(outputs) if isinstance(outputs, list) else outputs


def take_arrays(op: Any, values: Sequence) -> tuple[list, bool, bool]:
    """Step 1: the values with arrays for tensors; was there a tensor; does one need a gradient?"""
    arrays = list(values)
    any_tensor = tracked = False
    for i in op.tensor_positions:
        value = values[i]
        if isinstance(value, Tensor):
            any_tensor = True
            if value._requires or value._fn is not None:
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
    return arrays, bool(tensors), any(item._requires or item._fn is not None for item in tensors)


def compute(op: Any, arrays: list) -> Any:
    """Steps 2 and 3."""
    if op.types is not None:
        bring_together(op, arrays)
    try:
        return op.forward(*arrays)
    except ValueError:
        check_broadcast(op, arrays)  # NumPy says no; PyTorch's message says more
        raise


def bring_together(op: Any, arrays: list) -> None:
    """Step 2: cast arrays to their common type, in place in the list. PyTorch's rule, which is not NumPy's."""
    places = op.tensor_positions
    first = arrays[places[0]]
    if isinstance(first, tuple):  # a list of tensors: cat, stack
        target = _dtype.result_numpy(first)
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
    target = _dtype.result_numpy([arrays[i] for i in places])
    if op.types == "float" and target.kind != "f":
        target = _dtype.get_default_dtype().numpy
    for i in places:
        arrays[i] = cast(arrays[i], target)


def cast(value: Any, target: np.dtype) -> Any:
    """An array (or NumPy scalar) of type ``target``; Python numbers adapt by themselves and stay."""
    if isinstance(value, ARRAY):
        return value if value.dtype == target else value.astype(target)
    return target.type(value) if target.kind == "f" else value


def check_broadcast(op: Any, arrays: list) -> None:
    """PyTorch's message for shapes that do not fit."""
    shapes = [arrays[i].shape for i in op.tensor_positions if op.pointwise and isinstance(arrays[i], np.ndarray)]
    for other in shapes[1:]:
        first = shapes[0]
        for back in range(1, min(len(first), len(other)) + 1):
            if first[-back] != other[-back] and 1 not in (first[-back], other[-back]):
                place = max(len(first), len(other)) - back
                raise RuntimeError(
                    with_help(
                        f"The size of tensor a ({first[-back]}) must match the size of tensor b ({other[-back]}) "
                        f"at non-singleton dimension {place}",
                        f"{op.base} got the shapes {list(first)} and {list(other)}; dimensions are matched from the "
                        "right, and only a 1 stretches.",
                    )
                )


def make_shareable(source: Any) -> None:
    """A NumPy scalar has no memory that a view could look at; a 0-d array has."""
    if isinstance(source, Tensor) and not isinstance(source._data, np.ndarray):
        source._data = np.asarray(source._data)


def share_memory(source: Any, outputs: Any) -> None:
    """Tell views whose memory they look at: then they share its version count."""
    owner = source if source._owner is None else source._owner
    for output in outputs if isinstance(outputs, list) else (outputs,):
        output._owner = owner
        if source._detached:  # what shows a detached tensor has left the history too
            output._detached = True


def record(op: Any, values: Sequence, outputs: Any) -> Node | None:
    """Step 4: make the node, hang the outputs on it, tell the recorder. None if no input needs a gradient."""
    output = outputs[0] if outputs.__class__ is list else outputs
    if output._data.dtype.kind != "f":
        return None  # such as float numbers copied into integers: no gradient comes from there
    edges = edges_of(op, values)
    if edges.count(None) == len(edges):
        return None
    node = op.node_class.__new__(op.node_class)
    node._edges = edges
    node._number = next(graph._numbers)
    node._extras = None
    node._saved = saved_of(op, values, outputs, edges)
    node._attributes = attributes_of(op, values)
    node._metadata = metadata_of(op, values, outputs)
    link(op, node, outputs)
    if state.recorder is not None:
        state.recorder.op_recorded(node, outputs)
    return node


def edges_of(op: Any, values: Sequence) -> tuple:
    """Where each differentiable input's gradient goes; None is a hole."""
    # Among the items of a list there may be arrays: the zeros that a rule fills in for a slot that heard nothing.
    found = values[op.differentiable[0]] if op.takes_list else [values[i] for i in op.differentiable]
    edges = tuple(value._edge() if isinstance(value, Tensor) else None for value in found)
    # A row without any rule: PyTorch's NotImplemented node only lists what leads somewhere.
    return edges if op.rules else tuple(edge for edge in edges if edge is not None)


def saved_of(op: Any, values: Sequence, outputs: Any, edges: tuple) -> tuple:
    """The values that the rules will need; None for an input that only a hole's rule would have used."""
    saved = []
    for (kind, where), users in zip(op.saved_plan, op.users, strict=True):
        if kind == "input" and not op.takes_list and not any(edges[user] is not None for user in users):
            saved.append(None)
        elif kind == "input":
            value = values[where]
            saved.append(tuple(value) if value.__class__ is list else value)
        else:
            saved.append((outputs[where] if outputs.__class__ is list else outputs)._data)
    return tuple(saved)


def attributes_of(op: Any, values: Sequence) -> tuple:
    """Attributes of the call and shapes of inputs, in the row's order."""
    found = []
    for kind, where in op.attribute_plan:
        value = values[where]
        if kind == "attribute":
            found.append(tuple(value) if isinstance(value, list) else value)
        elif isinstance(value, SEQUENCE):
            found.append(tuple(shape_of(kind, item) for item in value))
        else:
            found.append(shape_of(kind, value))
    return tuple(found)


def shape_of(kind: str, value: Any) -> Any:
    """What is kept of an input instead of its numbers: its sizes, how many elements, or its strides."""
    data = value._data if isinstance(value, Tensor) else value
    if not isinstance(data, ARRAY):
        return ()
    if kind == "strides":  # PyTorch counts in elements, and keeps them only where a gradient will want that layout
        plain = data if data.size else np.empty([n or 1 for n in data.shape], data.dtype)
        return tuple(step // plain.itemsize for step in plain.strides) if value.requires_grad else ()
    return data.shape if kind == "sizes" else data.size


def metadata_of(op: Any, values: Sequence, outputs: Any) -> tuple | None:
    """(shape, dtype) that each gradient must come back to; None when the rules give that anyway."""
    output = (outputs[0] if outputs.__class__ is list else outputs)._data
    shape, dtype = output.shape, output.dtype
    inputs = values[op.differentiable[0]] if op.takes_list else [values[i] for i in op.differentiable]
    for item in inputs:
        if isinstance(item, Tensor):
            data = item._data
            if data.dtype is not dtype or (op.pointwise and data.shape != shape):
                return tuple((i._data.shape, i._data.dtype) if isinstance(i, Tensor) else None for i in inputs)
    return None


def link(op: Any, node: Node, outputs: Any) -> None:
    """Give each output its way back: the node, or with several outputs the node and a number."""
    if op.linked == 1:
        (outputs[0] if isinstance(outputs, list) else outputs)._fn = node
        return
    linked = outputs[: op.linked]
    node._outputs = tuple((output._data.shape, output._data.dtype) for output in linked)
    for number, output in enumerate(linked):
        output._fn = GradientEdge(node, number)


def call_in_place(op: Any, values: Sequence) -> Tensor:
    """``x.add_(y)``: compute like ``op``, write the result into the first tensor, and rebase its history."""
    target = values[op.tensor_positions[0]]
    target._check_in_place()
    arrays, _, tracked = take_arrays(op, values)
    data = compute(op, arrays)
    check_fits(target, data)
    before = values
    tracked = tracked and state.grad_enabled and op.node_class is not None
    if tracked:
        # The node hangs on the history the target had until now, and keeps a copy of what it is about to lose.
        before = list(values)
        before[op.tensor_positions[0]] = old_self(target)
        target._write_log()  # tell the old node, before the target moves to the new one
    retained = target.grad_fn.extras().retained.pop(target.output_nr) if tracked and target.retains_grad else None
    write(target, data)
    if tracked and record(op, before, target) is not None:
        target._requires = False
        target._note_write(target.grad_fn._number)
        if retained is not None:
            target.retain_grad()  # hooks stay with the old numbers; the wish for .grad goes along with the tensor
    else:
        target._note_write(graph.next_number() - 0.5)
    return target


def old_self(target: Tensor) -> Tensor:
    """The target as it was: its old numbers in memory of their own, on its old place in the graph."""
    if target._owner is not None and target._is_view():
        raise NotImplementedError(
            "in-place operations on a view that needs a gradient are not supported here yet; use a clone(), "
            "or change the base."
        )
    old = wrap(np.copy(target._data) if isinstance(target._data, np.ndarray) else target._data, target._fn)
    old._requires = target._requires
    return old


def check_fits(target: Tensor, data: Any) -> None:
    """The result must have the target's shape, and a type that the target can hold."""
    if data.shape != target._data.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(data.shape)}"
        )
    if isinstance(target._data, np.ndarray) and not target._data.flags.writeable:
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    kinds = "bif"
    mine, its = ("i" if d.kind == "u" else d.kind for d in (target._data.dtype, data.dtype))
    if kinds.index(its) > kinds.index(mine):
        raise RuntimeError(
            f"result type {_dtype.of(data.dtype).short} can't be cast to the desired output type {target.dtype.short}"
        )


def write(target: Tensor, data: Any) -> None:
    """Put ``data`` into the target's memory; a NumPy scalar has none to share, so there it takes its place."""
    if isinstance(target._data, np.ndarray):
        target._data[...] = data
    else:
        target._data = target._data.dtype.type(data)
