"""`once_differentiable`: a backward that has no derivative of its own, and says so when it is asked for one.

PyTorch: torch/autograd/function.py, torch/csrc/autograd/functions/basic_ops.cpp (Error).
"""

import functools
from collections.abc import Callable
from typing import Any

from .base.state import thread
from .grad_mode import under
from .graph import GradientEdge, MultiOutputNode
from .tensor import Tensor, wrap


class Error(MultiOutputNode):
    """Stands where a graph would be after `once_differentiable`: running it raises."""

    __slots__ = ()

    def name(self) -> str:
        """PyTorch's qualified name."""
        return "torch::autograd::Error"

    def backward(self, grad: list, as_tensors: bool = False) -> tuple:
        """There is no derivative of this derivative."""
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def once_differentiable(function: Callable) -> Callable:
    """Decorate a ``backward`` that uses NumPy or other untracked code: differentiating *it* then raises."""

    @functools.wraps(function)
    def backward(ctx: Any, *gradients: Any) -> Any:
        answer = under(False, function, ctx, *gradients)
        tracked = any(isinstance(item, Tensor) and item.requires_grad for item in gradients)
        if not (thread.state.grad_enabled and tracked):
            return answer
        hidden = _behind_an_error(answer if isinstance(answer, tuple) else (answer,))
        return hidden if isinstance(answer, tuple) else hidden[0]

    return backward


def _behind_an_error(answers: tuple) -> tuple:
    """The same numbers, as outputs of one `Error` node on new leaves, so that nothing real hangs on it."""
    node = Error.__new__(Error)
    sources = [wrap(item._data) if isinstance(item, Tensor) else None for item in answers]
    for source in sources:
        if source is not None:
            source._requires = True
    node._edges, node._saved, node._attributes = tuple(sources), (), ()
    node._input_metadata = node._extras = None
    node._number = thread.state.next_number()
    node._outputs = tuple(None if item is None else (item._data.shape, item._data.dtype) for item in sources)
    return tuple(
        wrap(item._data, GradientEdge(node, number)) if isinstance(item, Tensor) else item
        for number, item in enumerate(answers)
    )
