"""Numbers in a row, to the last bit as PyTorch's vectors compute them."""

import math
from typing import Any

import numpy as np

from ..._core.base.learners_line import warn
from ..._core.base.state import quiet
from .factory import factory, float_kind, number, whole

__all__ = ["arange", "linspace", "logspace", "range"]

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


def _check_row(start: Any, end: Any, step: Any) -> None:
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")


def _row(start: Any, end: Any, step: Any, kind: np.dtype) -> np.ndarray:
    _check_row(start, end, step)
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
    _check_row(start, end, step)
    exact = float_kind(dtype).kind == "f"
    start, step = (start, step) if exact else (int(start), int(step))
    return (start + step * np.arange(math.floor((end - start) / step) + 1)).astype(float_kind(dtype))


@factory
def linspace(start: Any, end: Any, steps: int, dtype: Any = None) -> np.ndarray:
    """``steps`` numbers at equal distances from ``start`` to ``end``, both included; float32 unless told otherwise.

    Raises:
        RuntimeError: a negative number of steps.
    """
    return _evenly("linspace", start, end, steps, float_kind(dtype))


@factory
def logspace(start: Any, end: Any, steps: int, base: float = 10.0, dtype: Any = None) -> np.ndarray:
    """``base`` to the powers that `linspace` gives.

    Raises:
        RuntimeError: a negative number of steps.
    """
    kind = float_kind(dtype)
    exponents = _evenly("logspace", start, end, steps, kind if kind.kind == "f" else np.dtype(np.float64))
    return quiet(lambda: np.power(kind.type(base) if kind.kind == "f" else float(base), exponents))().astype(kind)


def _evenly(name: str, start: Any, end: Any, steps: int, kind: np.dtype) -> np.ndarray:
    steps = whole(name, "steps", 3, steps)
    start, end = number(name, "start", 1, start), number(name, "end", 2, end)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if kind.kind == "b":
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for 'Bool'")
    if steps == 1:
        return np.full(1, start, kind)
    # PyTorch's order: the first half counts from the start and the second from the end, so that both are exact.
    exact = np.float64 if kind.kind != "f" else kind.type
    if kind.kind != "f" and name == "linspace":
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
