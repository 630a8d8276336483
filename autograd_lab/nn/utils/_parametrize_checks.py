"""What a parametrization may not do unless it says that it is unsafe."""

from typing import Any

from ...autograd._tensor import Tensor
from ..module import Module


def check_result(value: Any, shape: Any, kind: Any) -> None:
    """The first parametrization keeps shape and dtype."""
    if not isinstance(value, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
    for what, before, after in (("dtype", kind, value.dtype), ("shape", shape, value.shape)):
        if before != after:
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is "
                f"enabled.\nunparametrized {what}: {before}\nparametrized {what}: {after}"
            )


def check_next(module: Module, name: str, parametrization: Module) -> None:
    """One more keeps them, too, and so does its inverse."""
    before = getattr(module, name)
    after = parametrization(before)
    if not isinstance(after, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
    for what in ("dtype", "shape"):
        if getattr(before, what) != getattr(after, what):
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless the `unsafe` flag is "
                f"enabled.\nmodule.{name}.{what}: {getattr(before, what)}\n"
                f"parametrization(module.{name}).{what}: {getattr(after, what)}"
            )
    if not hasattr(parametrization, "right_inverse"):
        return
    try:
        back = parametrization.right_inverse(after)
    except NotImplementedError:
        return
    if not isinstance(back, Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    for what in ("dtype", "shape"):
        if getattr(before, what) != getattr(back, what):
            raise ValueError(
                f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}, "
                f"unless the `unsafe` flag is enabled.\nmodule.{name}.{what}: {getattr(before, what)}\n"
                f"returned {what}: {getattr(back, what)}"
            )
