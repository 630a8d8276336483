"""What an operation in place refuses: leaves, operands that overlap, stretched targets, results that do not fit.

PyTorch: aten/src/ATen/MemoryOverlap.cpp, TensorIterator.cpp.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base import dtypes
from .base.errors import LEAF_IN_PLACE, with_help
from .base.strided import geometry, overlaps, refuse_stretched, span
from .tensor import Tensor
from .view_history import refuse_by_origin

MATRICES = frozenset(("addmm", "baddbmm"))
"""PyTorch has other words for a wrong shape where an operation does not go element by element."""
APART = frozenset(("index_add", "index_put", "scatter.src", "scatter_add"))
"""They write to places of the caller's choice, so what they read must lie somewhere else altogether."""
BOUNDS = frozenset(("clamp", "clamp_max", "clamp_min", "clip"))
"""Where PyTorch's refusal in place has C's names for the types; with tensors for bounds, ``out`` may have another."""
FILLING = frozenset(("fill_.Scalar", "zero_"))
"""They give every element the same number, so it does no harm if several elements are one place in memory."""


def check_allowed(target: Tensor) -> None:
    """Refuse to change a leaf that a graph depends on, a view of one, or a view that cannot follow its base.

    Raises:
        RuntimeError: in PyTorch's words, and what to do instead.
    """
    base = target._base
    if base is not None:
        refuse_by_origin(target, "is being modified inplace")
    leaf = target if base is None else base
    if target.requires_grad and (target._fn is None or leaf._fn is None):
        of_view = base is not None and leaf._fn is None
        text = LEAF_IN_PLACE.replace("a leaf", "a view of a leaf") if of_view else LEAF_IN_PLACE
        name = "the leaf" if leaf._name is None else leaf._name
        raise RuntimeError(with_help(text, f"update {name} inside `with no_grad():`, or work on a clone()."))


def check_memory(op: Any, values: Sequence, arrays: list) -> None:
    """Refuse a target that shares memory with an operand, or with itself."""
    first, *rest = op.plan.tensor_positions
    target, others = arrays[first], [arrays[i] for i in rest]
    if (op.pointwise or op.name in APART) and others and not fills_mask(op.name, others):
        read = [arrays[i] for i in rest if values[i] is values[first] or getattr(arrays[i], "size", 1)]
        check_overlap(target, read, op.name in APART)  # of what is empty, only the target itself counts
    if op.name not in FILLING and not (op.name == "copy_" and is_same_place(*arrays[:2])):
        refuse_stretched(target)


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
