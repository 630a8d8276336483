"""A call: the general path from ``x * y`` to a recorded node. Each step has a line in `call`.

An ordinary ``x * y`` runs these steps written out for its row (``_core/table/written_call.py``; ``print(
derivatives.mul.call_source())`` shows them). Calls that the written function cannot handle are passed on to
here, and so is every call inside `al.record()` or `inference_mode`.

A ``plan`` is what follows from a row of the table (``_core/table/plan.py``): ``forward``, ``refuse`` (which raises
PyTorch's error for wrong arguments), ``types`` (how dtypes meet), ``tensor_positions`` (which parameters are tensors),
``node_class`` (None for a row without a gradient).

Given only arrays, `call` stops after `compute`. So a rule may call a row: in an ordinary backward the row gets
arrays and only computes; under ``create_graph`` it gets tensors, and its own steps are recorded.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base.dtypes import bring_together
from .base.numpy_words import shape_mismatch
from .base.state import thread, watchers
from .inference import mark_new
from .record import record
from .tensor import Tensor, wrap
from .tensor_memory import share_number
from .view_history import share_memory
from .watched_calls import call_made

SEQUENCE = (tuple, list)  # isinstance() is much quicker with a tuple than with A | B


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
    """Replace tensors by their arrays, also inside lists; and say whether there was one."""
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
    """Bring the inputs to one type, check them, and run ``forward``."""
    silently = thread.state.without_warnings
    if plan.types is not None:
        silently(bring_together, arrays, plan.tensor_positions, plan.types == "float")
    try:
        if plan.refuse is not None:
            plan.refuse(*arrays)
        return silently(plan.forward, *arrays)
    except Exception as error:
        raise explained(plan, arrays, error)  # noqa: B904 (it keeps its own cause)


def wrapped(plan: Any, values: Sequence, data: Any) -> Any:
    """Tensors around the results: a list of them for several. Views are told whose memory they look at."""
    outputs = [wrap(item) for item in data] if isinstance(data, SEQUENCE) else wrap(data)
    if plan.view:
        share_memory(values[plan.tensor_positions[0]], outputs)
        return outputs
    return mark_new(outputs)


def explained(plan: Any, arrays: Sequence, error: Exception) -> Exception:
    """The error for a call that failed: where NumPy says only that shapes do not fit, PyTorch's message says more."""
    if not plan.pointwise or not isinstance(error, ValueError | NotImplementedError):
        return error
    shapes = [arrays[i].shape for i in plan.tensor_positions if isinstance(arrays[i], np.ndarray)]
    return shape_mismatch(shapes, plan.base) or error
