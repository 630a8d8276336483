"""In-place operations: the result goes into the tensor's own memory, and the tensor's history changes with it.

``b.mul_(2)`` records a MulBackward0 that hangs on what ``b`` was, and ``b`` moves on to it. What becomes of views and
their bases is told in ``_core/view_history.py``.

PyTorch: torch/csrc/autograd/VariableTypeUtils.h.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .base.state import thread, upcoming_number, watchers
from .base.strided import refuse_stretched
from .call import compute, unwrap
from .graph import Node
from .in_place_checks import check_allowed, check_fits, check_memory
from .memory import WriteLog
from .record import edges_of, record, want_gradients
from .saved_hooks import pack_all, packed_inputs
from .tensor import Tensor
from .view_history import give_up_wish, rebase
from .watched_calls import grad_emptied, unwatched, write_made


# ----- the operation -----------------------------------------------------------------------------------------------
def call_in_place(op: Any, values: Sequence) -> Tensor:
    """``x.add_(y)``: compute like ``op``, write the result into the first tensor, and give it its new history."""
    target = values[op.plan.tensor_positions[0]]
    arrays, _ = unwrap(op.plan, values)
    state = thread.state
    tracked = state.grad_enabled and not state.inference and needs_gradient(op.plan, values)
    if tracked:
        check_allowed(target)
    elif op.name in DIRECT and _is_direct(op, values, arrays):
        state.without_warnings(DIRECT[op.name], arrays[0], arrays[1])
        target._note_write()
        if watchers.count:
            write_made(op.plan.base, values, target)
        return target
    check_memory(op, values, arrays)
    data = compute(op.plan, arrays)
    check_fits(target, data, op.name)
    if tracked and op.plan.node_class is not None:
        _write_and_record(op, values, target, data)
    else:
        write(target, data)
        target._note_write()
    if watchers.count:
        write_made(op.plan.base, values, target)
    return target


def needs_gradient(plan: Any, values: Sequence) -> bool:
    """Whether one of the tensors does."""
    return want_gradients([values[i] for i in plan.tensor_positions])


DIRECT = {"add.Tensor": operator.iadd, "sub.Tensor": operator.isub, "mul.Tensor": operator.imul}
"""What NumPy can do in the target's own memory, without an array in between: most steps of most optimizers."""


def direct(op: Any, otherwise: Callable) -> Callable:
    """The operator of a row in `DIRECT` where nothing is recorded: ``p -= step`` in `no_grad`, ``count[i] += 1``."""
    operate = DIRECT[op.name]

    def call(self: Tensor, other: Any) -> Tensor:
        if not watchers.count and not (thread.state.grad_enabled and want_gradients((self, other))):
            target = self._data
            step = other._data if isinstance(other, Tensor) else other
            if _takes_number(target, step) or _are_alike(target, step):
                thread.state.without_warnings(operate, target, step)
                self._note_write()
                return self
        return otherwise(self, other)

    return call


def _is_direct(op: Any, values: Sequence, arrays: list) -> bool:
    if tuple(values[2:]) != op.plan.defaults[2:]:
        return False
    return _takes_number(arrays[0], arrays[1]) or _are_alike(arrays[0], arrays[1])


def _takes_number(target: Any, other: Any) -> bool:
    """An array and a Python number that its type has: NumPy can work in the array."""
    small = other.__class__ is int and 0 <= other < 128  # every type has it; `count[i] += 1` is what counting is
    if not small and other.__class__ is not float:
        return False
    if target.__class__ is not np.ndarray or target.dtype.kind not in ("fiu" if small else "f"):
        return False
    return target.flags.writeable and 0 not in target.strides


def _are_alike(target: Any, other: Any) -> bool:
    """Arrays of floats, of one type and shape, apart in memory: NumPy can work in the first's own."""
    return (
        target.__class__ is other.__class__ is np.ndarray
        and target.dtype is other.dtype
        and target.dtype.kind == "f"
        and target.shape == other.shape
        and target.flags.carray  # in order and without gaps, and NumPy may write there
        and (target.base is other.base is None or not np.may_share_memory(target, other))
    )


def _write_and_record(op: Any, values: Sequence, target: Tensor, data: Any) -> None:
    edges = edges_of(op.plan, [values[i] for i in op.plan.differentiable])
    before, base, hooks = _before(op.plan, values), target._base, thread.state.saved_hooks
    log = target._write_log()  # tell the old node, before the target moves to the new one
    kept = packed_inputs(op.plan, before, edges[1]) if hooks or watchers.inference_made else before
    wished = give_up_wish(target)
    write(target, data)
    if target.is_inference():
        target._note_write()  # refuses
    parts = log, op.plan, before, target, edges, kept
    # Of a view the CopySlices is told, and what is saved is packed with the new history.
    node = _record_counted(*parts) if base is None else unwatched(_record_counted, *parts)
    if node is not None:
        target._requires = False
        target._write_log()  # tell the new node
        if base is not None:
            rebase(base, target, node)
            if hooks and node._saved:
                pack_all(node, target)
    if wished:
        target.retain_grad()  # hooks stay with the old numbers; the wish for .grad goes along with the tensor


def _before(plan: Any, values: Sequence) -> list:
    """The values with a copy of the target, if the rules will ask for the numbers that are about to be lost."""
    before, place = list(values), plan.tensor_positions[0]
    if ("input", place) in plan.saved_plan:
        before[place] = unwatched(values[place].clone)  # it is no step of the learner's
    return before


def _record_counted(log: WriteLog, *args: Any) -> Node | None:
    """`record` of what was written just now. The write counts already: hooks see the result in its new version."""
    node = None
    log.add(log.latest)
    try:
        node = record(*args)
    finally:
        log.settle(upcoming_number() - 0.5 if node is None else node._number)
    return node


def overwrite(target: Tensor, data: Any) -> None:
    """Put ``data`` (an array, or one number for all) into the tensor's memory, unrecorded."""
    if np.ndim(data):
        refuse_stretched(target._data)
    write(target, data)
    target._note_write()


def write(target: Tensor, data: Any) -> None:
    """Put ``data`` into the target's memory; a NumPy scalar has none to share, so there it takes its place."""
    array = target._data
    if not isinstance(array, np.ndarray):
        target._data = array.dtype.type(data)
        return
    array = unlocked(array)
    if array.size and 0 in array.strides and np.ndim(data):  # one place for several: what stays does not count
        changed = array != data
        array[changed] = data[changed]
    else:
        array[...] = data


def unlocked(array: np.ndarray) -> np.ndarray:
    """NumPy locks what it has stretched, but not the memory behind it."""
    if array.flags.writeable:
        return array
    array = array.view()
    array.flags.writeable = True
    return array


# ----- gradients put away ------------------------------------------------------------------------------------------
def clear_gradient(parameter: Tensor, set_to_none: bool) -> None:
    """Take a gradient away, or fill it with zeros and cut it off from any graph."""
    gradient = parameter._grad
    if gradient is None:
        return
    if watchers.count:
        grad_emptied(parameter)
    if set_to_none:
        parameter._grad = None
        return
    if gradient.requires_grad:
        parameter._grad = gradient = gradient.detach()
    overwrite(gradient, gradient._data.dtype.type(0))
