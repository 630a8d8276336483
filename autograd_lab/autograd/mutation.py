"""`allow_mutation_on_saved_tensors`: inside, what a node has saved may be written over.

Saved tensors are copied when they are saved. PyTorch waits with that until somebody writes, which needs less memory and
gives the same numbers.

PyTorch: torch/autograd/graph.py (allow_mutation_on_saved_tensors).
"""

import contextlib
from collections.abc import Iterator, MutableMapping
from weakref import WeakKeyDictionary

from ._tensor import Tensor
from .saved_hooks import saved_tensors_hooks

_NESTED = "allow_mutation_on_saved_tensors contexts cannot be nested"
_OUTSIDE = (
    "Trying to backward outside of the 'allow_mutation_on_saved_tensors' contextin which the graph was originally "
    "recorded."
)


class _Handle:
    """What a node keeps instead of a tensor."""

    __slots__ = ("__weakref__",)


class _AllowMutationOnSavedContext:
    """The copies, for as long as a node wants them and the context lasts."""

    active = False

    def __init__(self) -> None:
        self.cloned: MutableMapping[_Handle, Tensor] = WeakKeyDictionary()

    def pack(self, tensor: Tensor) -> _Handle:
        """Put a copy away."""
        handle = _Handle()
        self.cloned[handle] = tensor._without_history().clone()
        return handle

    def unpack(self, handle: _Handle) -> Tensor:
        """The copy again."""
        if handle not in self.cloned:
            raise AssertionError(_OUTSIDE)
        return self.cloned[handle]

    def clear(self) -> None:
        """Forget them all."""
        self.cloned.clear()


@contextlib.contextmanager
def allow_mutation_on_saved_tensors() -> Iterator[_AllowMutationOnSavedContext]:
    """Inside, tensors that were saved for backward may be changed in place: backward uses the numbers as they were.

    Forward and backward must both run inside the same ``with``.

    Raises:
        RuntimeError: inside another one, or inside `disable_saved_tensors_hooks`.
        AssertionError: in a backward that comes too late.
    """
    context = _AllowMutationOnSavedContext()
    with saved_tensors_hooks(context.pack, context.unpack):
        if _AllowMutationOnSavedContext.active:
            raise RuntimeError(_NESTED)
        _AllowMutationOnSavedContext.active = True
        try:
            yield context
        finally:
            context.clear()
            _AllowMutationOnSavedContext.active = False
