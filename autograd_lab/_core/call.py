"""A call: the one path from ``x * y`` to a recorded node. Each step has a line in `call`.

Ordinary calls run the same steps written out for their row, see ``_core/table/written_call.py``; all others come here.

A ``plan`` is what follows from a row of the table (``_core/table/plan.py``): ``forward``, ``refuse`` (which raises
PyTorch's error for arguments that will not do), ``types`` (how dtypes meet), ``tensor_positions`` (which parameters are
tensors), ``node_class`` (None for a row without a gradient).

The same functions accept bare arrays and then stop after `compute`. That is how a rule, written once in NumPy, serves
the ordinary backward (arrays) and ``create_graph`` (tensors, so that the rule's own steps are recorded).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base import dtypes
from .base.errors import with_help
from .base.state import thread, watchers
from .inference import mark_new
from .record import record
from .tensor import Tensor, wrap
from .tensor_memory import share_number
from .view_history import share_memory
from .watched_calls import call_made

# isinstance() is much quicker with a tuple than with A | B.
ARRAY = (np.ndarray, np.generic)
NUMBER = (int, float)
SEQUENCE = (tuple, list)


def call(plan: Any, values: Sequence) -> Any:
    """Run ``plan`` on its parameters' values (in the schema's order) and record it if a gradient may be wanted."""
    arrays, any_tensor = unwrap(plan, values)
    data = compute(plan, arrays)
    if not any_tensor:
        return data
    outputs = wrapped(plan, values, data)
    state = thread.state
    if state.grad_enabled and plan.node_class is not None and not state.inference:
        record(plan, values, outputs)
    if watchers.count:
        call_made(plan.base, values, outputs)
    return tuple(outputs) if isinstance(outputs, list) else outputs


def unwrap(plan: Any, values: Sequence) -> tuple[list, bool]:
    """The values with arrays for tensors, those in lists too; and was there a tensor?"""
    if plan.view and isinstance(values[plan.tensor_positions[0]], Tensor):
        share_number(values[plan.tensor_positions[0]])
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
    """The result in NumPy, for inputs of one type."""
    if plan.types is not None:
        bring_together(plan, arrays)
    try:
        if plan.refuse is not None:
            plan.refuse(*arrays)
        return thread.state.without_warnings(plan.forward, *arrays)
    except Exception as error:
        raise explained(plan, arrays, error)  # noqa: B904 (it keeps its own cause)


def wrapped(plan: Any, values: Sequence, data: Any) -> Any:
    """Tensors around the results: a list of them for several. Views are told whose memory they look at."""
    outputs = [wrap(item) for item in data] if isinstance(data, SEQUENCE) else wrap(data)
    if plan.view:
        share_memory(values[plan.tensor_positions[0]], outputs)
        return outputs
    return mark_new(outputs)


# ----- types ---------------------------------------------------------------------------------------------------------
def bring_together(plan: Any, arrays: list) -> None:
    """Cast arrays to their common type, in place in the list. PyTorch's rule, which is not NumPy's."""
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


# ----- what went wrong -----------------------------------------------------------------------------------------------
def explained(plan: Any, arrays: Sequence, error: Exception) -> Exception:
    """The error for a call that failed: where NumPy says only that shapes do not fit, PyTorch's message says more."""
    if not plan.pointwise or not isinstance(error, ValueError | NotImplementedError):
        return error
    shapes = [arrays[i].shape for i in plan.tensor_positions if isinstance(arrays[i], np.ndarray)]
    for count, other in enumerate(shapes[1:], 1):
        first = np.broadcast_shapes(*shapes[:count])  # what those before it have come to
        for back in range(1, min(len(first), len(other)) + 1):
            if first[-back] != other[-back] and 1 not in (first[-back], other[-back]):
                place = max(len(first), len(other)) - back
                return RuntimeError(
                    with_help(
                        f"The size of tensor a ({first[-back]}) must match the size of tensor b ({other[-back]}) "
                        f"at non-singleton dimension {place}",
                        f"{plan.base} got the shapes {list(first)} and {list(other)}; dimensions are matched from the "
                        "right, and only a 1 stretches.",
                    )
                )
    return error
