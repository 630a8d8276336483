"""Tensors of one value, in a row, or with numbers that are there. Floats are float32 unless told otherwise.

All but the first few are written as functions that return arrays; `factory` turns them into the public functions, which
take ``out``, ``dtype``, ``device`` and ``requires_grad`` too.
"""

import math
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import check_device
from ..._core.base.learners_line import warn, warn_once
from ..._core.base.state import watchers
from ..._core.base.strided import layout_of
from ..._core.inference import mark_new
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import call_made
from .factory import factory, float_kind, leaf, listed_size, number, own_kind, sizes_of, whole
from .from_python import array_from, check_array

_COPY = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than {}(sourceTensor)."
)
_READ_ONLY = (
    "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This means writing to "
    "this tensor will result in undefined behavior. You may want to copy the array to protect its data or make it "
    "writable before converting it to a tensor. This type of warning will be suppressed for the rest of this program."
)


# ----- from numbers ------------------------------------------------------------------------------------------------
def tensor(
    data: Any,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    name: str | None = None,
) -> Tensor:
    """A leaf with a copy of ``data``: a number, nested lists, or an array.

    Args:
        data: Python floats become float32, integers int64, booleans bool; arrays keep their dtype.
        dtype: another dtype, e.g. ``torch.float64``.
        requires_grad: ask for a gradient; only for floating point.
        name: what pictures call it (not in PyTorch).

    Raises:
        ValueError, TypeError: lists of uneven lengths, or something that is no number.
    """
    if device is not None:
        check_device(device)
    if isinstance(data, Tensor):
        warn(_COPY.format("torch.tensor"))
    made = leaf(array_from(data, _chosen(dtype, "tensor")), requires_grad, name)
    if watchers.count:
        call_made("tensor", data, made)
    return made


def new_tensor(
    self: Tensor, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A leaf with a copy of ``data``, of this tensor's dtype unless told otherwise; as `tensor`."""
    check_device(device)
    if isinstance(data, Tensor):
        warn(_COPY.format("tensor.new_tensor"))
    made = leaf(array_from(data, _chosen(dtype, "new_tensor") or self._data.dtype), requires_grad)
    if watchers.count:
        call_made("new_tensor", data, made)
    return made


def as_tensor(data: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """``data`` as a tensor, without a copy where none is needed: a tensor comes back, an array shares its memory.

    Raises:
        ValueError, TypeError: as `tensor`.
    """
    check_device(device)
    kind = _chosen(dtype, "as_tensor")
    if isinstance(data, Tensor):
        return data if kind is None or data._data.dtype == kind else data.to(dtypes.of(kind))
    if isinstance(data, np.ndarray) and kind in (None, data.dtype):
        check_array(data)
        return mark_new(wrap(data))
    return leaf(array_from(data, kind))


def from_numpy(ndarray: np.ndarray) -> Tensor:
    """A tensor that shares the array's memory and dtype: who writes into one writes into both.

    Raises:
        TypeError: no array, or one of a dtype that there is not.
        ValueError: an array with a negative stride.
    """
    if not isinstance(ndarray, np.ndarray):
        kind = f"{'numpy.' if isinstance(ndarray, np.generic) else ''}{type(ndarray).__name__}"
        raise TypeError(f"expected np.ndarray (got {kind})")
    check_array(ndarray)
    if not ndarray.flags.writeable:
        warn_once(_READ_ONLY)
    return mark_new(wrap(ndarray))


# ----- of one value ------------------------------------------------------------------------------------------------
@factory
def zeros(*args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """Zeros of the given shape, ``zeros(2, 3)`` or ``zeros((2, 3))``; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative length.
    """
    shape = sizes_of("zeros", args, size, "zeros: Dimension size must be non-negative.")
    return np.zeros(shape, float_kind(dtype))


@factory
def ones(*args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """Ones of the given shape, ``ones(2, 3)`` or ``ones((2, 3))``; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative length.
    """
    return np.ones(sizes_of("ones", args, size), float_kind(dtype))


@factory
def empty(*args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """A tensor of the given shape whose numbers do not matter yet; float32 unless told otherwise.

    PyTorch leaves there what was in memory; here it is zeros.

    Raises:
        RuntimeError: a negative length.
    """
    return np.zeros(sizes_of("empty", args, size), float_kind(dtype))


@factory
def full(size: Any, fill_value: Any, dtype: Any = None) -> np.ndarray:
    """``fill_value`` in the given shape, ``full((2, 3), 1.5)``; its type decides the dtype.

    Raises:
        RuntimeError: a negative length, or a value that the dtype cannot hold.
    """
    if isinstance(fill_value, Tensor) and dtype is None:
        dtype = fill_value.dtype
    shape, value = listed_size("full", size), number("full", "fill_value", 2, fill_value)
    return _filled("full", shape, value, (dtypes.of_scalar(value) if dtype is None else dtype).numpy)


@factory
def zeros_like(input: Tensor, dtype: Any = None) -> np.ndarray:
    """Zeros of ``input``'s shape and dtype; never its requires_grad."""
    return _like("zeros_like", input, 0, dtype)


@factory
def ones_like(input: Tensor, dtype: Any = None) -> np.ndarray:
    """Ones of ``input``'s shape and dtype; never its requires_grad."""
    return _like("ones_like", input, 1, dtype)


@factory
def empty_like(input: Tensor, dtype: Any = None) -> np.ndarray:
    """`empty` in ``input``'s shape and dtype; never its requires_grad."""
    return _like("empty_like", input, 0, dtype)


@factory
def full_like(input: Tensor, fill_value: Any, dtype: Any = None) -> np.ndarray:
    """``fill_value`` in ``input``'s shape and dtype; never its requires_grad.

    Raises:
        RuntimeError: a value that the dtype cannot hold.
    """
    return _like("full_like", input, number("full_like", "fill_value", 2, fill_value), dtype)


@factory
def new_zeros(self: Tensor, *args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """`zeros` of this tensor's dtype."""
    return np.zeros(sizes_of("new_zeros", args, size), own_kind(self, dtype))


@factory
def new_ones(self: Tensor, *args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """`ones` of this tensor's dtype."""
    return np.ones(sizes_of("new_ones", args, size), own_kind(self, dtype))


@factory
def new_empty(self: Tensor, *args: Any, size: Any = None, dtype: Any = None) -> np.ndarray:
    """`empty` of this tensor's dtype."""
    return np.zeros(sizes_of("new_empty", args, size), own_kind(self, dtype))


@factory
def new_full(self: Tensor, size: Any, fill_value: Any, dtype: Any = None) -> np.ndarray:
    """`full` of this tensor's dtype."""
    value = number("new_full", "fill_value", 2, fill_value)
    return _filled("new_full", listed_size("new_full", size), value, own_kind(self, dtype))


@factory
def eye(n: int, m: int | None = None, dtype: Any = None) -> np.ndarray:
    """Ones on the diagonal of an n×m matrix (n×n where ``m`` is left out), else zeros; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative size.
    """
    rows, columns = whole("eye", "n", 1, n), whole("eye", "m", 2, n if m is None else m)
    for name, count in (("n", rows), ("m", columns)):
        if count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    return np.eye(rows, columns, dtype=float_kind(dtype))


# ----- details -----------------------------------------------------------------------------------------------------
def _chosen(dtype: Any, name: str) -> np.dtype | None:
    return None if dtype is None else dtypes.as_dtype(dtype, name).numpy


def _like(name: str, input: Tensor, value: Any, dtype: Any) -> np.ndarray:
    data = input._data
    made = np.empty_like(data, data.dtype if dtype is None else dtype.numpy, layout_of(data))
    made[...] = _filled(name, (), value, made.dtype) if value else 0
    return made


def _filled(name: str, shape: tuple[int, ...], value: Any, kind: np.dtype) -> np.ndarray:
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        if not (-limits.max if kind.kind == "u" else limits.min) <= value <= limits.max:
            raise RuntimeError(f"value cannot be converted to type {kind}_t without overflow")
        return np.full(shape, int(value), np.int64).astype(kind)
    with np.errstate(over="ignore"):
        return np.full(shape, value, kind)


# ----- in a row, to the last bit as PyTorch's vectors compute them ---------------------------------------------------
_RANGE = (
    "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
    "Python's range builtin. Instead, use torch.arange, which produces values in [start, end)."
)


@factory
def arange(*args: Any, start: Any = 0, end: Any = None, step: Any = 1, dtype: Any = None) -> np.ndarray:
    """From ``start`` in steps, without ``end``: ``arange(end)``, ``arange(start, end)``, ``arange(start, end, step)``.

    int64, or where a number is a float the default float type.

    Raises:
        RuntimeError: a step of 0, or one that leads away from ``end``.
    """
    if len(args) == 1 and end is None:
        (end,) = args
    else:
        start, end, step = (*args, *(start, end, step)[len(args) :])
    given = [number("arange", *item) for item in (("start", 1, start), ("end", 1, end), ("step", 3, step))]
    floats = any(isinstance(value, float) for value in given)
    kind = dtype.numpy if dtype is not None else float_kind(None) if floats else np.dtype(np.int64)
    if kind.kind == "b":
        raise NotImplementedError("\"arange_cpu\" not implemented for 'Bool'")
    return _row(*given, kind)


def _row(start: Any, end: Any, step: Any, kind: np.dtype) -> np.ndarray:
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if kind.kind in "iu":
        start, end, step = int(start), int(end), int(step)
        if step == 0:
            raise ValueError("step must be nonzero")
        return np.arange(start, end, step).astype(kind)
    count = math.ceil((end - start) / step)
    numbers = _fused(np.float64(start), np.float64(step), np.arange(count)).astype(kind)
    # PyTorch fills vectors of 256 bits, two at a time: their first number is rounded, and the others build on it.
    width = 32 // kind.itemsize
    whole_vectors = count - count % (2 * width)
    first = numbers[:whole_vectors:width, np.newaxis].astype(np.float64)
    numbers[:whole_vectors] = _fused(first, np.float64(step), np.arange(width)).astype(kind).ravel()
    return numbers


@factory
def range(start: Any, end: Any, step: Any = 1, dtype: Any = None) -> np.ndarray:
    """From ``start`` in steps, ``end`` included where a step meets it; floats. Deprecated in PyTorch.

    Raises:
        RuntimeError: a step of 0, or one that leads away from ``end``.
    """
    warn(_RANGE)
    start, end, step = (number("range", *item) for item in (("start", 1, start), ("end", 2, end), ("step", 3, step)))
    steps = math.floor((end - start) / step) if step else 0
    return _row(start, start + (steps + 0.5) * step, step, float_kind(dtype))


@factory
def linspace(start: Any, end: Any, steps: int, dtype: Any = None) -> np.ndarray:
    """``steps`` numbers at equal distances from ``start`` to ``end``, both included; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative number of steps.
    """
    kind, steps = float_kind(dtype), whole("linspace", "steps", 3, steps)
    start, end = number("linspace", "start", 1, start), number("linspace", "end", 2, end)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if kind.kind == "b":
        raise NotImplementedError("\"linspace_cpu\" not implemented for 'Bool'")
    if steps == 1:
        return np.full(1, start, kind)
    # PyTorch's order: the first half counts from the start and the second from the end, so that both are exact.
    exact = np.float64 if kind.kind != "f" else kind.type
    if kind.kind != "f":
        start, end = int(start), int(end)
    step = (exact(end) - exact(start)) / exact(steps - 1) if steps else exact(0)
    index = np.arange(steps)
    low, high = _fused(start, step, index), _fused(end, -step, steps - 1 - index)
    return np.where(index < steps // 2, low, high).astype(kind)


def _fused(start: Any, step: Any, count: np.ndarray) -> np.ndarray:
    """``start + step · count`` with one rounding, as processors do it: in twice as many digits, then rounded."""
    if step.dtype == np.float16:
        return np.float16(start) + step * count.astype(np.float16)
    wide = np.longdouble if step.dtype == np.float64 else np.float64
    return (np.asarray(start, step.dtype).astype(wide) + wide(step) * count).astype(step.dtype)


__all__ = [
    "arange", "as_tensor", "empty", "empty_like", "eye", "from_numpy", "full", "full_like", "linspace",
    "ones", "ones_like", "range", "tensor", "zeros", "zeros_like",
]  # fmt: skip
