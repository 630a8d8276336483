"""Hooks over several tensors, and versions counted by hand.

PyTorch: torch/autograd/graph.py.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .base.state import thread
from .base.tracebacks import concise
from .graph_task import target_of, will_run
from .hook_registry import RemovableHandle
from .tensor import Tensor

_MODES = ("all", "any")
_INNER_HOOK = "register_multi_grad_hook.<locals>.get_inner_hook.<locals>.inner_hook"
"""PyTorch's name for the hook on each tensor, which a warning shows when the tensor is pickled."""


class _MultiHandle(RemovableHandle):
    """Removes the hook from all its tensors."""

    def __init__(self, handles: tuple[RemovableHandle, ...]):
        self.handles = handles

    def remove(self) -> None:
        """Remove it."""
        for handle in self.handles:
            handle.remove()


@concise
def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[[Any], None], *, mode: str = "all"
) -> RemovableHandle:
    """Call ``fn`` once in each backward, for several tensors together.

    Args:
        tensors: each must require a gradient (with ``mode="any"``, others are passed over).
        fn: with ``"all"`` gets the list of their gradients when the last one is known, None for a tensor that this
            backward does not reach; with ``"any"`` gets the first gradient that is known. What it returns is ignored.
        mode: ``"all"`` or ``"any"``.

    Raises:
        ValueError: for another mode.
        AssertionError: when a tensor does not require a gradient, or is a view made in `no_grad` that cannot get one.
    """
    if mode not in _MODES:
        raise ValueError(f"Expects mode to be one of {_MODES} but got {mode}")
    if mode == "any":
        return _MultiHandle(_register_any(tensors, fn))
    if any(not tensor.requires_grad or tensor._edge() is None for tensor in tensors):
        raise AssertionError("Expected gradient function to be set")
    return _MultiHandle(_register_all(tensors, fn))


def _register_all(tensors: Sequence[Tensor], fn: Callable[[list], None]) -> tuple[RemovableHandle, ...]:
    targets = [target_of(tensor._edge()) for tensor in tensors]
    key = object()  # under which a task keeps, for this hook: how many are still to come, and what is known

    def note(index: int, gradient: Tensor) -> None:
        task = thread.state.task
        if key not in task.notes:
            expected = sum(will_run(task, target) for target in targets)
            task.notes[key] = [expected, [None] * len(tensors)]
        waiting = task.notes[key]
        waiting[0] -= 1
        waiting[1][index] = gradient
        if waiting[0] == 0:
            fn(waiting[1])
            del task.notes[key]

    def hook_of(index: int) -> Callable[[Tensor], None]:
        def inner_hook(gradient: Tensor) -> None:
            note(index, gradient)

        inner_hook.__qualname__ = _INNER_HOOK
        return inner_hook

    return tuple(tensor.register_hook(hook_of(index)) for index, tensor in enumerate(tensors))


def _register_any(tensors: Sequence[Tensor], fn: Callable[[Tensor], None]) -> tuple[RemovableHandle, ...]:
    key = object()

    @functools.wraps(fn)
    def note(gradient: Tensor) -> None:
        if key not in thread.state.task.notes:
            thread.state.task.notes[key] = True
            fn(gradient)

    return tuple(tensor.register_hook(note) for tensor in tensors if tensor.requires_grad)


@concise
def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write that nobody else could notice, so that nodes that saved the old numbers refuse to use them.

    Raises:
        RuntimeError: for anything but a tensor or several.
    """
    if not isinstance(tensor, Iterable):
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input")
    for item in (tensor,) if isinstance(tensor, Tensor) else tensor:
        if not isinstance(item, Tensor):
            raise RuntimeError("increment_version expects each element of the iterable to be a tensor")
        if not item.is_inference():  # they count nothing
            item._note_write()
