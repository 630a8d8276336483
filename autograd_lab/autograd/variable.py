"""`Variable`, the old name: since PyTorch 0.4 every tensor is one.

PyTorch: torch/autograd/variable.py.
"""

from typing import Any

from ._tensor import Tensor
from .callbacks import _EngineBase


class _VariableMeta(type):
    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class Variable(metaclass=_VariableMeta):
    """``Variable(t, requires_grad=True)``: a leaf on ``t``'s memory. Write ``t.requires_grad_()`` today."""

    _execution_engine = _EngineBase()

    def __new__(cls, data: Tensor, requires_grad: bool = False) -> Any:
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)
