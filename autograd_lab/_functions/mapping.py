"""A Python function called for each element. PyTorch: torch/csrc/utils/tensor_apply.cpp.

Nothing is recorded, and versions stay as they are, as in PyTorch.
"""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import derivatives as d
from .._base.errors import tensor_type
from .._call_in_place import write
from ..autograd._tensor import Tensor


def apply_(self: Tensor, callable: Callable[[Any], Any]) -> Tensor:
    """Put ``callable(element)`` in the place of each element; slow, and only for tensors that want no gradient.

    Raises:
        RuntimeError: a tensor that requires grad.
        TypeError: what the function gives is no number.
    """
    _refuse_gradients("apply_", self)
    write(self, _mapped(callable, self._data, self._data))
    return self


def map_(self: Tensor, other: Tensor, callable: Callable[[Any, Any], Any]) -> Tensor:
    """Put ``callable(element, other's element)`` in the place of each; ``other`` is stretched to this shape.

    Raises:
        RuntimeError: a tensor that requires grad, or shapes that do not fit.
        TypeError: another dtype, or what the function gives is no number.
    """
    _refuse_gradients("map_", self, other)
    if self.dtype is not other.dtype:
        wanted, got = (tensor_type(tensor.dtype) for tensor in (self, other))
        raise TypeError(f"map_: expected {wanted} for 'other' (got {got})")
    write(self, _mapped(callable, self._data, self._data, d.expand(other, self._data.shape)._data))
    return self


def _refuse_gradients(name: str, *tensors: Tensor) -> None:
    if True in [tensor.requires_grad for tensor in tensors]:
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")


def _mapped(function: Callable, like: Any, *arrays: Any) -> np.ndarray:
    """What the function gives for the elements, before any is written."""
    kind = like.dtype.kind
    found = [_number(function(*each), kind) for each in zip(*(np.ravel(one).tolist() for one in arrays), strict=True)]
    return np.array(found, like.dtype).reshape(like.shape)


def _number(value: Any, kind: str) -> Any:
    if kind == "f":
        return array("d", [value])[0]  # says of anything else what PyTorch says
    return bool(value) if kind == "b" else int(value)


__all__: list[str] = []
METHODS = ["apply_", "map_"]
