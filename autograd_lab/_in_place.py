"""Two writes that modules and optimizers need: new numbers into a tensor, and a gradient taken away."""

from typing import Any

from . import _call
from ._tensor import Tensor
from .autograd import graph
from .autograd.grad_mode import no_grad


def clear_gradient(parameter: Tensor, set_to_none: bool) -> None:
    """Take a gradient away, or fill it with zeros and cut it off from any graph."""
    gradient = parameter._grad
    if gradient is None:
        return
    if set_to_none:
        parameter._grad = None
        return
    if gradient.requires_grad:
        parameter._grad = gradient = gradient.detach()
    with no_grad():
        overwrite(gradient, gradient._data.dtype.type(0))


def overwrite(target: Tensor, data: Any) -> None:
    """Put ``data`` into the tensor's memory, as an in-place operation that leaves no node."""
    target._check_in_place()
    _call.write(target, data)
    target._note_write(graph.next_number() - 0.5)
