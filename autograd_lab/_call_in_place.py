"""In-place operations: the result goes into the tensor's own memory, and the tensor's history changes with it.

``b.mul_(2)`` records a MulBackward0 that hangs on what ``b`` was, and ``b`` moves on to it. What becomes of views and
their bases is told in ``autograd/view_history.py``.

PyTorch: torch/csrc/autograd/VariableTypeUtils.h.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._base import dtypes
from ._base.learners_line import warn
from ._base.state import thread, watchers
from ._base.strided import geometry, overlaps, refuse_stretched, span
from ._call import compute, edges_of, record, take_arrays
from .autograd._tensor import Tensor
from .autograd.graph import Node, upcoming_number
from .autograd.inference import only_inference
from .autograd.memory import WriteLog
from .autograd.saved_hooks import pack_all, packed_inputs
from .autograd.view_history import check_allowed, give_up_wish, rebase
from .autograd.watched_calls import grad_emptied, write_made


# ----- the operation -----------------------------------------------------------------------------------------------
def call_in_place(op: Any, values: Sequence) -> Tensor:
    """``x.add_(y)``: compute like ``op``, write the result into the first tensor, and give it its new history."""
    target = values[op.plan.tensor_positions[0]]
    arrays, _ = take_arrays(op.plan, values)
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
    if (op.pointwise or op.name in APART) and len(op.plan.tensor_positions) > 1:
        target_array, *others = [arrays[i] for i in op.plan.tensor_positions]
        if not fills_mask(op.name, others):
            check_overlap(target_array, others, op.name in APART)
    if op.name not in FILLING and not (op.name == "copy_" and is_same_place(*arrays[:2])):
        check_stretched(op.name, target._data)
        if op.name == "index_put" and not values[-1] and fills_mask(op.name, others):
            check_stretched("masked_fill.Scalar", target._data)  # PyTorch hands it on
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
    """Whether one of the tensors does, and it is to be recorded."""
    for i in plan.tensor_positions:
        if isinstance(values[i], Tensor) and values[i].requires_grad:
            return not watchers.inference_made or not only_inference(plan, values)
    return False


DIRECT = {"add.Tensor": operator.iadd, "sub.Tensor": operator.isub, "mul.Tensor": operator.imul}
"""What NumPy can do in the target's own memory, without an array in between: most steps of most optimizers."""
MATRICES = frozenset(("addbmm", "addmm", "addmv", "addr", "baddbmm"))
"""PyTorch has other words for a wrong shape where an operation does not go element by element."""
APART = frozenset((
    "index_add", "index_copy", "index_put", "put", "scatter.reduce", "scatter.src", "scatter_add", "scatter_reduce.two",
))  # fmt: skip
"""They write to places of the caller's choice, so what they read must lie somewhere else altogether."""
BOUNDS = frozenset(("clamp", "clamp_max", "clamp_min", "clip"))
"""Where PyTorch's refusal in place has C's names for the types; with tensors for bounds, ``out`` may have another."""
_STRETCHED = (
    "Use of {} on expanded tensors is deprecated. Please clone() the tensor before performing this operation. This "
    "also applies to advanced indexing e.g. {}"
)
ON_STRETCHED = {
    "index_put": ("index_put_", "tensor[indices] = tensor"),
    **dict.fromkeys(("index_fill.int_Scalar", "index_fill.int_Tensor"), ("index_fill_", "tensor[mask] = scalar")),
    **dict.fromkeys(("masked_fill.Scalar", "masked_fill.Tensor"), ("masked_fill_", "tensor[mask] = scalar")),
}
"""Row: what PyTorch calls it, and an example, in a warning about tensors that were stretched."""
FILLING = frozenset(("fill_.Scalar", "zero_"))
"""They give every element the same number, so it does no harm if several elements are one place in memory."""


def direct(op: Any, otherwise: Callable) -> Callable:
    """The operator of a row in `DIRECT`, for two tensors alike and nothing to record: ``p -= step`` in `no_grad`."""
    operate = DIRECT[op.name]

    def call(self: Tensor, other: Any) -> Tensor:
        if isinstance(other, Tensor) and not watchers.count and not thread.state.grad_enabled:
            target, step = self._data, other._data
            if _are_alike(target, step):
                thread.state.without_warnings(operate, target, step)
                self._note_write()
                return self
        return otherwise(self, other)

    return call


def _is_direct(op: Any, values: Sequence, arrays: list) -> bool:
    target, other = arrays[:2]
    if tuple(values[2:]) != op.plan.defaults[2:]:
        return False
    small = other.__class__ is int and 0 <= other < 128  # every type has it; `count[i] += 1` is what counting is
    if small or other.__class__ is float:
        if target.__class__ is not np.ndarray or target.dtype.kind not in ("fiu" if small else "f"):
            return False
        return target.flags.writeable and 0 not in target.strides
    return _are_alike(target, other)


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
    place = op.plan.tensor_positions[0]
    edges = edges_of(op.plan, [values[i] for i in op.plan.differentiable])
    before, base, state = list(values), target._base, thread.state
    recorder, hooks = state.recorder, state.saved_hooks
    try:
        state.recorder = None  # a copy is no step of the learner's, and of a view the CopySlices is recorded
        if ("input", place) in op.plan.saved_plan:
            before[place] = target.clone()  # the rules will ask for numbers that are about to be lost
        log = target._write_log()  # tell the old node, before the target moves to the new one
        looked_at = hooks or watchers.inference_made
        kept = packed_inputs(op.plan, before, edges[1]) if looked_at else before
        wished = give_up_wish(target)
        write(target, data)
        if target.is_inference():
            target._note_write()  # refuses
        state.recorder, state.saved_hooks = (recorder, hooks) if base is None else (None, ())
        node = _record_counted(log, op.plan, before, target, edges, kept)
    finally:
        state.recorder, state.saved_hooks = recorder, hooks
    if node is not None:
        target._requires = False
        target._write_log()  # tell the new node
        if base is not None:
            rebase(base, target, node)
            if hooks and node._saved:
                pack_all(node, target)  # hooks see the view with its new history
    if wished:
        target.retain_grad()  # hooks stay with the old numbers; the wish for .grad goes along with the tensor


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


# ----- what is refused ---------------------------------------------------------------------------------------------
def check_overlap(target: Any, others: list, apart: bool = False) -> None:
    """An operand may be the target itself (but not with ``apart``), and no piece of its memory, shifted or turned."""
    for other in others:
        if (other is target and not apart) or not isinstance(other, np.ndarray):
            continue
        if not np.may_share_memory(target, other) and other is not target:  # an empty one shares nothing
            continue
        if not apart and geometry(other, target) == geometry(target, target):
            continue
        if other is target or all(
            _is_dense(array) for array in (target, other)
        ):  # PyTorch looks no further where there are gaps
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
                "memory location. Please clone() the tensor before performing the operation."
            )


def check_stretched(name: str, target: Any) -> None:
    """Elements that are one place in memory cannot be given different numbers; three operations only warn."""
    if name in ON_STRETCHED and isinstance(target, np.ndarray) and 0 in target.strides:
        try:
            refuse_stretched(target)
        except RuntimeError:
            warn(_STRETCHED.format(*ON_STRETCHED[name]))
        return
    refuse_stretched(target)


def is_same_place(target: Any, source: Any) -> bool:
    """Whether a tensor is copied to itself, which PyTorch does not even begin."""
    if not (isinstance(target, np.ndarray) and isinstance(source, np.ndarray)) or target.dtype != source.dtype:
        return False
    if target.shape != source.shape or target.strides != source.strides:
        return False
    return bool(target.__array_interface__["data"][0] == source.__array_interface__["data"][0])


def fills_mask(name: str, others: list) -> bool:
    """Whether a single number goes wherever a mask says: PyTorch reads it before it writes."""
    if name == "masked_fill.Tensor":
        return True
    if name != "index_put" or others[-1].size != 1:
        return False
    given = [index for index in others[0] if index is not None]
    return len(given) == 1 and given[0].dtype.kind == "b"


def _is_dense(array: np.ndarray) -> bool:
    """Whether the elements fill their stretch of memory without gaps, in whatever order."""
    own = geometry(array, array)
    return span(own.sizes, own.strides) == array.size and not overlaps(own.sizes, own.strides)


def check_fits(target: Tensor, data: Any, name: str) -> None:
    """The result must have the target's shape, and a type that the target can hold."""
    if data.shape != target._data.shape:
        if name in MATRICES:
            sizes = f"input tensor size {list(target.shape)} and output tensor size {list(data.shape)}"
            raise RuntimeError(f"Bad in-place call: {sizes} should match")
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(data.shape)}"
        )
    check_kind(target, data, name)


def check_kind(target: Tensor, data: Any, name: str = "") -> None:
    """The target must be able to hold numbers of the result's type."""
    kinds = "bif"
    mine, its = ("i" if d.kind == "u" else d.kind for d in (target._data.dtype, data.dtype))
    if kinds.index(its) > kinds.index(mine):
        wanted = target.dtype.c_name if name in BOUNDS else target.dtype.short
        found = dtypes.of(data.dtype).short
        raise RuntimeError(f"result type {found} can't be cast to the desired output type {wanted}")


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
