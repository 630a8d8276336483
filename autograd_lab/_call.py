"""The one path from ``x * y`` to a recorded node, step by step.

1. take the arrays out of the tensors,
2. bring their types together, as PyTorch would,
3. compute the result in NumPy,
4. wrap it, and if some input needs a gradient, leave a node behind.

Ordinary calls run the same steps written out for their row, see ``_table/written_call.py``; all others come here.

A ``plan`` is what follows from a row of the table (``_table/plan.py``): ``forward``, ``types`` (how dtypes meet),
``tensor_positions`` (which parameters are tensors), ``differentiable`` (which of them have a gradient), ``saving`` and
``attribute_plan`` (what its nodes keep), ``node_class``.

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
from .autograd.inference import mark, only_inference, refuse_inference
from .autograd.saved_hooks import node_made, packed_inputs
from .autograd.tensor_memory import share_number
from .autograd.view_history import share_memory
from .autograd.watched_calls import call_made

# isinstance() is much quicker with a tuple than with A | B.
ARRAY = (np.ndarray, np.generic)
NUMBER = (int, float)
SEQUENCE = (tuple, list)
ARGSIZES = {"argsize_0": 0, "argsize_1": 1, "argsize_2": 2, "argsize_minus_1": -1, "argsize_minus_2": -2}


def call(plan: Any, values: Sequence) -> Any:
    """Run ``plan`` on its parameters' values (in the schema's order) and record it if a gradient may be wanted."""
    if plan.view and isinstance(values[plan.tensor_positions[0]], Tensor):
        share_number(values[plan.tensor_positions[0]])
    arrays, any_tensor = take_arrays(plan, values)
    try:
        data = compute(plan, arrays)
    except Exception as error:
        raise first_error(plan, values, error)  # noqa: B904 (it keeps its own cause)
    if not any_tensor:
        return data
    outputs = [wrap(item) for item in data] if isinstance(data, SEQUENCE) else wrap(data)
    state = thread.state
    if plan.view:
        share_memory(values[plan.tensor_positions[0]], outputs)
    elif state.inference:
        mark(outputs)
    if state.grad_enabled and plan.node_class is not None and not state.inference:
        record(plan, values, outputs)
    if watchers.count:
        call_made(plan.base, values, outputs)
    return tuple(outputs) if isinstance(outputs, list) else outputs


def take_arrays(plan: Any, values: Sequence) -> tuple[list, bool]:
    """Step 1: the values with arrays for tensors, those in lists too; and was there a tensor?"""
    arrays = list(values)
    any_tensor = False
    for i in plan.tensor_positions:
        value = values[i]
        if isinstance(value, Tensor):
            arrays[i], any_tensor = value._data, True
        elif isinstance(value, SEQUENCE):
            found = list(value)
            for place, item in enumerate(value):
                if isinstance(item, Tensor):
                    found[place], any_tensor = item._data, True
            arrays[i] = tuple(found)
    return arrays, any_tensor


def compute(plan: Any, arrays: list) -> Any:
    """Steps 2 and 3."""
    if plan.types is not None:
        bring_together(plan, arrays)
    try:
        return thread.state.without_warnings(plan.forward, *arrays)
    except (ValueError, NotImplementedError):
        check_broadcast(plan, arrays)  # NumPy says no; PyTorch's message says more, and comes before a missing kernel's
        raise


def first_error(plan: Any, values: Sequence, error: Exception) -> Exception:
    """The error that is told of a call that fails: PyTorch computes when it has gone through what it will record.

    A view may not follow its base, an inference tensor may not be saved; and hooks are given what would be saved.
    """
    state = thread.state
    if not state.grad_enabled or state.inference or plan.node_class is None:
        return error
    try:
        _, used = edges_of(plan, inputs_of(plan, values))
        looked_at = state.saved_hooks or watchers.inference_made
        if used and looked_at and not only_inference(plan, values):
            packed_inputs(plan, values, used)
    except Exception as earlier:
        return earlier
    return error


def bring_together(plan: Any, arrays: list) -> None:
    """Step 2: cast arrays to their common type, in place in the list. PyTorch's rule, which is not NumPy's."""
    places = plan.tensor_positions
    first = arrays[places[0]]
    if isinstance(first, tuple):  # a list of tensors: cat, stack
        if len({item.dtype for item in first}) > 1:
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
    for count, other in enumerate(shapes[1:], 1):
        first = np.broadcast_shapes(*shapes[:count])  # what those before it have come to
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


def record(
    plan: Any, values: Sequence, outputs: Any, edges: tuple | None = None, kept: Sequence | None = None
) -> Node | None:
    """Step 4: make the node, and hang the outputs on it. None if no input needs a gradient.

    An in-place operation hands in what it had to ask for before it wrote: its `edges_of`, and what is kept of the
    values, which hooks may have packed.
    """
    inputs = inputs_of(plan, values)
    targets, used = edges_of(plan, inputs) if edges is None else edges
    if not used or (watchers.inference_made and only_inference(plan, values)):
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


def inputs_of(plan: Any, values: Sequence) -> Sequence:
    """The values that may have a gradient; those that take a list have no others.

    Among the items of a list there may be arrays: under create_graph the rule of `unbind` stacks what arrived in the
    slots, and fills in zeros for a slot that heard nothing.
    """
    return values[plan.differentiable[0]] if plan.takes_list else [*map(values.__getitem__, plan.differentiable)]


def edges_of(plan: Any, inputs: Sequence) -> tuple[tuple, set[int]]:
    """Where the gradient of each differentiable input goes (None is a hole), and which of them go anywhere."""
    edges: list[Any] = []
    used = set()
    for item in inputs:
        edge = None
        if isinstance(item, Tensor):  # views may have to look at their base first
            edge = item._edge() if item._shared is not None else item if item._requires else item._fn
        if edge is not None:
            used.add(len(edges))
        if edge is not None or plan.rules:  # nodes of the class NotImplemented, which have no rules, have no holes
            edges.append(edge)
    return tuple(edges), used


def saved_of(plan: Any, values: Sequence, outputs: Any, used: set[int]) -> tuple:
    """The values that the rules will need; None for an input that only a hole's rule would have used."""
    saved = []
    for (kind, where), users in plan.saving:
        if kind == "result":
            saved.append((outputs[where] if outputs.__class__ is list else outputs)._data)
        elif kind == "output":
            saved.append(outputs[where])
        elif plan.takes_list or not used.isdisjoint(users):
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
        elif value.__class__ in SEQUENCE:
            found.append(tuple([shape_of(kind, item) for item in value]))
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


def metadata_of(plan: Any, inputs: Sequence, output: Any) -> tuple | None:
    """(shape, dtype) that each gradient must come back to; None when the rules give that anyway."""
    shape, dtype = output.shape, output.dtype
    for item in inputs:
        if isinstance(item, Tensor):
            data = item._data
            if data.dtype is not dtype or (plan.pointwise and data.shape != shape):
                return tuple([(i._data.shape, i._data.dtype) if isinstance(i, Tensor) else None for i in inputs])
    return None


def link(node: Node, outputs: Sequence) -> None:
    """Give each of several outputs its way back: the node and a number."""
    node._outputs = tuple([(output._data.shape, output._data.dtype) for output in outputs])
    for number, output in enumerate(outputs):
        output._fn = GradientEdge(node, number)
