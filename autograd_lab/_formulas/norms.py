"""Lengths of vectors: p-norms."""

import math
from typing import Any

import numpy as np

from .activations import needs_float
from .arithmetic import choose, quiet
from .reductions import axes_of


@quiet
def vector_norm(self: Any, ord: float, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """(Σ\\|x\\|ᵖ)^(1/p) over the dimensions ``dim`` (None: all)."""
    needs_float(self, "linalg.vector_norm")
    axes, size = axes_of(dim, self.ndim), np.abs(self)
    if ord in (math.inf, -math.inf):
        return (np.max if ord > 0 else np.min)(size, axis=axes, keepdims=keepdim)
    if ord == 0:
        return np.add.reduce((size != 0).astype(self.dtype), axis=axes, keepdims=keepdim)
    if ord == 1:
        return np.add.reduce(size, axis=axes, keepdims=keepdim)
    if ord == 2:
        return np.sqrt(np.add.reduce(size * size, axis=axes, keepdims=keepdim))
    return np.add.reduce(size**ord, axis=axes, keepdims=keepdim) ** (1 / ord)


def norm_dim(self: Any, p: Any, dim: Any, keepdim: bool) -> Any:
    """The same; None stands for 2."""
    return vector_norm(self, 2 if p is None else p, dim, keepdim, None)


def vector_norm_back(grad: Any, self: Any, ord: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    """Each element by its part in the length; a vector of zeros gets zeros."""
    if not keepdim and self.ndim:
        axes = axes_of(dim, self.ndim)
        kept = tuple(1 if i in axes else n for i, n in enumerate(self.shape))
        grad, result = grad.reshape(kept), result.reshape(kept)
    ord = 2 if ord is None else ord
    if ord == 0:
        return np.zeros_like(self)
    if ord == 1:
        return np.sign(self) * grad
    if ord in (math.inf, -math.inf):
        attains = np.abs(self) == result
        share = choose(attains, np.ones_like(self), 0.0)
        return np.sign(self) * grad * share / share.sum(axes_of(dim, self.ndim), keepdims=True)
    if ord == 2:
        return choose(result == 0, 0.0, grad / choose(result == 0, 1.0, result)) * self
    ratio = np.abs(self) / choose(result == 0, 1.0, result)
    return np.sign(self) * ratio ** (ord - 1) * choose(result == 0, 0.0, grad)
