"""Where hooks are kept until their time comes, and the handles that take them away. ``hooks.py`` runs them.

PyTorch: torch/utils/hooks.py.
"""

import itertools
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from .memory import WriteLog

_handle_numbers = itertools.count()


class Extras:
    """What few nodes have: hooks, metadata, and notes that an output was overwritten. Made on first use."""

    __slots__ = (
        "metadata", "post_accumulate", "posthooks", "prehooks", "result_edge", "retained", "tensor_hooks", "written",
    )  # fmt: skip

    def __init__(self) -> None:
        self.tensor_hooks: dict[int, OrderedDict[int, Callable]] = {}  # by output number
        self.retained: dict[int, weakref.ref] = {}  # output number → the tensor that wants its .grad kept
        self.prehooks: OrderedDict[int, Callable] = OrderedDict()
        self.posthooks: OrderedDict[int, Callable] = OrderedDict()
        self.post_accumulate: OrderedDict[int, Callable] = OrderedDict()
        self.metadata: dict = {}
        self.written: dict[int, WriteLog] = {}  # output number → the write log of the tensor that showed it
        self.result_edge: Any = None  # where a result that it saved hangs while it runs inside a CopySlices


class hooks:
    """``in_use`` turns True with the first hook or ``retain_grad`` of the process.

    From then on `run_observed` runs every backward.
    """

    in_use = False


class RemovableHandle:
    """Takes a hook away again: call ``remove()``, or use it as a context manager."""

    def __init__(self, hooks_dict: OrderedDict[int, Callable], *, extra_dict: Sequence[OrderedDict] = ()):
        self.id = next(_handle_numbers)
        self._registries = (hooks_dict, *extra_dict)

    def remove(self) -> None:
        """Remove the hook; doing it twice does no harm."""
        for registry in self._registries:
            registry.pop(self.id, None)

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


def add_hook(registry: OrderedDict[int, Callable], hook: Callable) -> RemovableHandle:
    """Append ``hook`` and return the handle that removes it."""
    hooks.in_use = True
    handle = RemovableHandle(registry)
    registry[handle.id] = hook
    return handle
