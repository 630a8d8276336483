"""Products of matrices with something added: β·self + α·product."""

from typing import Any

import numpy as np

from .. import _dtype
from .products import added, bmm
from .shapes import expand


def addmv(self: Any, mat: Any, vec: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · vector); a ``self`` of one number is added everywhere."""
    if mat.ndim != 2 or vec.ndim != 1 or self.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {self.ndim}, {mat.ndim}, {vec.ndim}")
    length = self.size if self.ndim else mat.shape[0]
    if mat.shape[1] != vec.shape[0] or length not in (1, mat.shape[0]):
        sizes = f"input ({length}), mat ({mat.shape[0]}x{mat.shape[1]}), vec ({vec.shape[0]})"
        raise RuntimeError(f"size mismatch, got {sizes}")
    if not self.dtype == mat.dtype == vec.dtype:
        kinds = [_dtype.of(item.dtype).short for item in (self, mat, vec)]
        raise RuntimeError("addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*kinds))
    return added(self, mat.dot(vec), beta, alpha)


def baddbmm(self: Any, batch1: Any, batch2: Any, beta: Any, alpha: Any) -> Any:
    """β·self + α·(matrix · matrix), for each pair of a batch."""
    if self.dtype != batch1.dtype:
        kinds = [_dtype.of(item.dtype).c_name for item in (self, batch1, batch2)]
        raise RuntimeError("Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}".format(*kinds))
    if batch1.ndim == 3:  # like PyTorch, which looks at `self` before it looks at the batches
        rank = max(batch2.ndim, 1)
        if rank < 3:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got 2)")
        self = expand(np.asarray(self), (*batch1.shape[:2], batch2.shape[2]), True)
    return added(self, bmm(batch1, batch2), beta, alpha)
