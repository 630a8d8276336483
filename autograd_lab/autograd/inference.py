"""Inference tensors: what is made inside `inference_mode`. They have no version and never become part of a graph.

They are of a subclass, so that nothing about them costs anything where there are none.

PyTorch: c10/core/InferenceMode.h.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .._base.errors import INFERENCE_IN_PLACE, INFERENCE_SAVED, with_help
from .._base.state import thread, watchers
from ._tensor import Tensor, read_only
from .graph import Node

_COPIES = frozenset(("clone", "_to_copy"))
_NOT_COUNTED = "Inference tensors do not track version counter."


class InferenceTensor(Tensor):
    """A tensor made inside `inference_mode`."""

    __slots__ = ()

    def is_inference(self) -> bool:
        """True."""
        return True

    @read_only
    def _version(self) -> int:
        """Nobody counts the writes."""
        raise RuntimeError(_NOT_COUNTED)

    def _note_write(self, node: Node | None = None) -> None:
        """As in PyTorch the numbers are written before this is noticed."""
        if not thread.state.inference:
            raise RuntimeError(INFERENCE_IN_PLACE)

    def _set_requires_grad(self, flag: bool, refusal: str) -> None:
        if flag and not thread.state.inference and self._data.dtype.kind == "f":
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        super()._set_requires_grad(flag, refusal)

    def _without_history(self) -> Tensor:
        """A second tensor on the same memory, an inference tensor too."""
        result = super()._without_history()
        result.__class__ = InferenceTensor if thread.state.inference else DetachedInferenceTensor
        return result


class DetachedInferenceTensor(InferenceTensor):
    """What ``detach()`` and ``data`` make of an inference tensor outside: it may be written to and counts by itself."""

    __slots__ = ()
    _writes = 0

    @read_only
    def _version(self) -> int:
        """How many writes to it there were outside `inference_mode`."""
        return self._writes

    def _note_write(self, node: Node | None = None) -> None:
        if not thread.state.inference:
            self._writes += 1


class CountedInferenceTensor(InferenceTensor):
    """A tensor from outside whose ``data`` was set to an inference tensor: its writes are counted as before."""

    __slots__ = ()

    @read_only
    def _version(self) -> int:
        """How many writes there were."""
        return super(InferenceTensor, self)._version

    def _note_write(self, node: Node | None = None) -> None:
        super(InferenceTensor, self)._note_write(node)


class UncountedTensor(Tensor):
    """An inference tensor whose ``data`` was set to numbers from outside: still nobody counts the writes."""

    __slots__ = ()
    _version = InferenceTensor._version
    _note_write = InferenceTensor._note_write


for _kind in (InferenceTensor, DetachedInferenceTensor, CountedInferenceTensor, UncountedTensor):
    _kind.__name__ = _kind.__qualname__ = "Tensor"


_WITH_OTHER_NUMBERS: dict[type, type] = {
    Tensor: CountedInferenceTensor, UncountedTensor: InferenceTensor,
    CountedInferenceTensor: Tensor, DetachedInferenceTensor: Tensor, InferenceTensor: UncountedTensor,
}  # fmt: skip


def take_kind_of_data(tensor: Tensor, data: Tensor) -> None:
    """What ``tensor.data = data`` makes of a tensor: inference tensor or not, as ``data`` is. Parameters stay."""
    if tensor.is_inference() is not data.is_inference() and tensor.__class__ in _WITH_OTHER_NUMBERS:
        watchers.inference_made = True
        tensor.__class__ = _WITH_OTHER_NUMBERS[tensor.__class__]


def kind_of_copy(tensor: Tensor) -> type[Tensor]:
    """The class of a tensor's copy: an ordinary tensor, or what it is besides (a Parameter), however it was made."""
    return Tensor if tensor.__class__ in _WITH_OTHER_NUMBERS else tensor.__class__


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


def refuse_inference(value: Any) -> None:
    """Inference tensors cannot be saved, nor a tuple with one in it: nobody would notice a later write.

    Raises:
        RuntimeError: if it is one.
    """
    if value.__class__ is tuple:
        for item in value:
            refuse_inference(item)
    elif isinstance(value, InferenceTensor):
        raise RuntimeError(with_help(INFERENCE_SAVED, "it was made inside `with inference_mode():`."))
    elif isinstance(value, UncountedTensor):
        raise RuntimeError(_NOT_COUNTED)


def only_inference(plan: Any, values: Sequence) -> bool:
    """Whether an operation has nothing but inference tensors: then it is not recorded, outside either. Copies are.

    What is not given does not count; a number does, since PyTorch makes an ordinary tensor of it.
    """
    return plan.base not in _COPIES and _are_inference([values[i] for i in plan.tensor_positions])


def _are_inference(operands: Iterable) -> bool:
    for item in operands:
        if isinstance(item, tuple | list):
            if not _are_inference(item):
                return False
        elif item is not None and not isinstance(item, InferenceTensor):
            return False
    return True


def stays_out(base: str, operands: tuple, saved: tuple) -> bool:
    """`only_inference`, for an operation that has got a node. If that may stay, what it saved is looked at.

    Raises:
        RuntimeError: as `refuse_inference`.
    """
    if base not in _COPIES and _are_inference(operands):
        return True
    refuse_inference(saved)
    return False


def is_inference(input: Tensor) -> bool:
    """Whether ``input``, a tensor, was made inside `inference_mode`."""
    return input.is_inference()
