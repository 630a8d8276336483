"""A tensor's ``.grad``: what it shows, what may be written there, `retain_grad`, and hooks that see the gradient.

``requires_grad`` and ``requires_grad_()`` are in ``tensor.py``.

PyTorch: torch/csrc/autograd/python_variable.cpp (THPVariable_set_grad), variable.cpp (retain_grad).
"""

import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .base.learners_line import warn
from .base.state import watchers
from .graph import leaf_extras
from .hook_registry import RemovableHandle, add_hook, hooks
from .tensor import Tensor, read_only
from .watched_calls import grad_emptied

_NOT_A_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access "
    "the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
)


def _get(self: Tensor) -> Tensor | None:
    """What backward has added up here, of the tensor's own shape and dtype; None until something came.

    Only leaves that need a gradient get one, and tensors on which `retain_grad` was called; others warn when asked. It
    may be set to None, or to such a tensor.

    Raises:
        TypeError: on setting it to anything else.
        RuntimeError: on setting it to a tensor of another shape or dtype, or to the tensor itself.
    """
    if self._grad is None and self._fn is not None and not self.retains_grad:
        warn(_NOT_A_LEAF)
    return self._grad


def _set(self: Tensor, value: Tensor | None) -> None:
    if value is not None:
        _check(self, value)
    elif watchers.count and self._grad is not None:
        grad_emptied(self)
    self._grad = value


def _delete(self: Tensor) -> None:
    _set(self, None)


def _check(self: Tensor, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
    if value is self:
        raise RuntimeError("can't assign Variable as its own grad")
    if value.dtype != self.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{value.dtype.c_name}' to a tensor with grad_dtype "
            f"'{self.dtype.short}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). "
            "You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set "
            "grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems "
            "that assume they match."
        )
    if value.shape != self.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size '{list(self.shape)}'. "
            "Please ensure that the gradient and the tensor are the same size"
        )


def retain_grad(self: Tensor) -> None:
    """Keep ``.grad`` for this tensor although it is no leaf; on a leaf this changes nothing.

    `hooks._retain` fills it in backward.

    Raises:
        RuntimeError: when the tensor needs no gradient.
    """
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._fn is not None and not self._retains:
        hooks.in_use = True
        self.grad_fn.extras().retained[self.output_nr] = weakref.ref(self)
        self._retains = True


@read_only
def retains_grad(self: Tensor) -> bool:
    """Whether `retain_grad` was called on this tensor, which is no leaf."""
    return self._retains


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Call ``hook(grad)`` when this tensor's whole gradient is known; a returned tensor replaces it.

    The new gradient must have the shape and dtype of the old one; if it has not, backward raises RuntimeError.

    Raises:
        RuntimeError: when the tensor needs no gradient.
    """
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    node = self.grad_fn
    extras = leaf_extras(self) if node is None else node.extras()
    return add_hook(extras.tensor_hooks.setdefault(self.output_nr, OrderedDict()), hook)


def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], None]) -> RemovableHandle:
    """Call ``hook(tensor)`` after ``tensor.grad`` was written.

    Raises:
        RuntimeError: for any but a leaf that needs a gradient.
    """
    if self.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return add_hook(leaf_extras(self).post_accumulate, hook)


MEMBERS = {
    "grad": property(_get, _set, _delete),
    "retain_grad": retain_grad,
    "retains_grad": retains_grad,
    "register_hook": register_hook,
    "register_post_accumulate_grad_hook": register_post_accumulate_grad_hook,
}
for _method in (register_hook, register_post_accumulate_grad_hook):
    _method.__qualname__ = f"Tensor.{_method.__name__}"  # as Python's errors about their arguments call them
