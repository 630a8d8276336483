"""`Variable`, the old name: since PyTorch 0.4 every tensor is one.

PyTorch: torch/autograd/variable.py.
"""

from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.learners_line import warn
from .._core.tensor import Tensor, wrap


class _VariableMeta(type):
    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class Variable(metaclass=_VariableMeta):
    """``Variable(t, requires_grad=True)``: a leaf on ``t``'s memory. Write ``t.requires_grad_()`` today.

    ``volatile=True`` is what programs older than `no_grad` say; it warns, and does nothing.

    Raises:
        TypeError: ``data`` is no tensor.
        ValueError: both ``requires_grad`` and ``volatile``.
    """

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = False, volatile: bool = False) -> Any:
        if data is None:
            data = wrap(np.zeros(0, dtypes.get_default_dtype().numpy))
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        if volatile:
            warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")
            if requires_grad:
                raise ValueError("Variable can't be volatile and require_grad at the same time!")
        return data.detach().requires_grad_(requires_grad)
