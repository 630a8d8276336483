"""Inference tensors: what is made inside `inference_mode`. They have no version and never become part of a graph.

They are of a subclass, so that ordinary tensors pay nothing for them.

PyTorch: c10/core/InferenceMode.h.
"""

from typing import Any

from .base.errors import INFERENCE_IN_PLACE, INFERENCE_SAVED, with_help
from .base.state import thread, watchers
from .graph import Node
from .tensor import Tensor, read_only


class InferenceTensor(Tensor):
    """A tensor made inside `inference_mode`."""

    __slots__ = ()

    def is_inference(self) -> bool:
        """True."""
        return True

    @read_only
    def _version(self) -> int:
        """Nobody counts the writes."""
        raise RuntimeError("Inference tensors do not track version counter.")

    def _note_write(self, node: Node | None = None) -> None:
        """Outside `inference_mode` it may not be written. As in PyTorch, the numbers have changed by then."""
        if not thread.state.inference:
            raise RuntimeError(INFERENCE_IN_PLACE)

    def _set_requires_grad(self, flag: bool, refusal: str) -> None:
        if flag and not thread.state.inference and self._data.dtype.kind == "f":
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        super()._set_requires_grad(flag, refusal)

    def _without_history(self) -> Tensor:
        """A second tensor on the same memory, an inference tensor too."""
        return mark(super()._without_history())


InferenceTensor.__name__ = InferenceTensor.__qualname__ = "Tensor"


def kind_of_copy(tensor: Tensor) -> type[Tensor]:
    """The class of a tensor's copy: an ordinary tensor, or what it is besides (a Parameter), however it was made."""
    return Tensor if tensor.__class__ is InferenceTensor else tensor.__class__


def mark(outputs: Any) -> Any:
    """Make these new tensors inference tensors; other kinds (a Parameter) stay what they are."""
    watchers.inference_made = True
    for output in outputs if isinstance(outputs, list) else (outputs,):
        if output.__class__ is Tensor:
            output.__class__ = InferenceTensor
    return outputs


def mark_new(outputs: Any) -> Any:
    """`mark`, if inference mode is on just now."""
    return mark(outputs) if watchers.count and thread.state.inference else outputs


def refuse_inference(saved: Any) -> None:
    """Refuse to save an inference tensor, or a tuple with one in it: nobody would notice a later write.

    Raises:
        RuntimeError: if it is one.
    """
    if saved.__class__ is tuple:
        for item in saved:
            refuse_inference(item)
    elif isinstance(saved, InferenceTensor):
        raise RuntimeError(with_help(INFERENCE_SAVED, "it was made inside `with inference_mode():`."))


def is_inference(input: Tensor) -> bool:
    """Whether ``input``, a tensor, was made inside `inference_mode`."""
    return input.is_inference()
