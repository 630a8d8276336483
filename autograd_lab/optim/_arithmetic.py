"""The sums that PyTorch's optimizers are made of, with PyTorch's rounding.

PyTorch's kernels multiply and add in one step, rounding once (a "fused multiply-add"). NumPy rounds twice. In float32
the single rounding is had by computing in float64, where a product of two float32 is exact; in float64 the last bit
may differ.
"""

from typing import Any

import numpy as np


def add(base: Any, other: Any, alpha: float) -> Any:
    """``base + alpha · other``."""
    if base.dtype != np.float32:
        return base + other * alpha
    total = np.multiply(other, np.float64(np.float32(alpha)), dtype=np.float64)
    total += base
    return total.astype(np.float32)


def lerp(start: Any, end: Any, weight: float) -> Any:
    """``start + weight · (end - start)``; reckoned from the nearer end."""
    kind = start.dtype.type
    if kind(weight) < 0.5:
        return add(start, end - start, weight)
    return add(end, end - start, kind(weight) - kind(1))


def addcmul(base: Any, one: Any, two: Any, value: float) -> Any:
    """``base + value · one · two``."""
    scaled = one * base.dtype.type(value)
    if base.dtype != np.float32:
        return base + scaled * two
    total = np.multiply(scaled, two, dtype=np.float64)
    total += base
    return total.astype(np.float32)


def addcdiv(base: Any, one: Any, two: Any, value: float) -> Any:
    """``base + value · one / two``."""
    return base + one * base.dtype.type(value) / two
