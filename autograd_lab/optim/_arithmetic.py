"""The sums that PyTorch's optimizers are made of, with PyTorch's rounding.

PyTorch's kernels multiply and add in one step, rounding once (a "fused multiply-add"). NumPy rounds twice. In float32
computing in float64 gives the single rounding, because a product of two float32 is exact there; in float64 the last bit
may differ.
"""

from typing import Any

import numpy as np


def _finished(total: Any, base: Any, out: np.ndarray | None) -> Any:
    if out is None:
        return total.astype(base.dtype, copy=False)
    out[...] = total
    return out


def add(base: Any, other: Any, alpha: float, out: np.ndarray | None = None) -> Any:
    """``base + alpha · other``; like all of these, written into ``out`` (which may be ``base``) if that is given."""
    if alpha == 1:
        return np.add(base, other, out=out)
    if base.dtype == np.float32:
        total = np.multiply(other, np.float64(np.float32(alpha)), dtype=np.float64)
    else:
        total = other * alpha
    total += base
    return _finished(total, base, out)


def lerp(start: Any, end: Any, weight: float, out: np.ndarray | None = None) -> Any:
    """``start + weight · (end - start)``, computed from the nearer end."""
    kind = start.dtype.type
    if kind(weight) < 0.5:
        return add(start, end - start, weight, out)
    return add(end, end - start, kind(weight) - kind(1), out)


def addcmul(base: Any, one: Any, two: Any, value: float, out: np.ndarray | None = None) -> Any:
    """``base + value · one · two``."""
    total = one * base.dtype.type(value)
    if base.dtype == np.float32:
        total = np.multiply(total, two, dtype=np.float64)
    else:
        total *= two
    total += base
    return _finished(total, base, out)


def addcdiv(base: Any, one: Any, two: Any, value: float, out: np.ndarray | None = None) -> Any:
    """``base + value · one / two``."""
    total = one * base.dtype.type(value)
    total /= two
    total += base
    return _finished(total, base, out)
