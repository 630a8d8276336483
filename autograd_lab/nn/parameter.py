"""`Parameter`: a leaf that a `Module` notices. PyTorch: torch/nn/parameter.py."""

from typing import Any

import numpy as np

from .._base.errors import with_help
from .._base.state import thread, watchers
from .._creation.files import parts_of
from ..autograd._tensor import Tensor, wrap
from ..autograd.watched_calls import call_made


class Parameter(Tensor):
    """A tensor that wants a gradient; assigned to a module's attribute, it becomes one of ``module.parameters()``.

    It shares the memory of ``data``. What is computed from it is an ordinary Tensor.
    """

    __slots__ = ()

    def __init__(self, data: Tensor | None = None, requires_grad: bool = True):
        if data is None:
            super().__init__()
        elif isinstance(data, Tensor):
            super().__init__()
            detached = data._without_history()
            self._data = detached._data
            self._shared = None if data._shared is None else detached._shared  # a piece of somebody's memory
        else:
            raise TypeError(f"Parameter(): argument 'data' (position 1) must be Tensor, not {type(data).__name__}")
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError(
                with_help(
                    "Only Tensors of floating point and complex dtype can require gradients",
                    "pass a float tensor, or requires_grad=False.",
                )
            )
        if requires_grad and isinstance(data, Tensor) and data.is_inference() and not thread.state.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        self._requires = requires_grad

    def __deepcopy__(self, memo: dict[int, Any]) -> "Parameter":
        """A parameter with a copy of the numbers; the gradient stays behind, as in PyTorch."""
        if id(self) not in memo:
            memo[id(self)] = type(self)(wrap(np.array(self._data)), self._requires)
            if watchers.count:
                call_made("deepcopy", self, memo[id(self)])
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> tuple:
        """How pickle takes it apart; unlike with other tensors, not a word about hooks that stay behind."""
        return parts_of(self)

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()
