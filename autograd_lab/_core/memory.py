"""Memory that several tensors look at, and when it was written.

A view and its base, a tensor and its ``detach()``: one array, two tensors. Two questions follow. Did somebody change
the numbers after a node saved them? The `WriteLog` knows. And whose history does a view show once its base (or another
view of it) has been changed in place? Its `Sharing` knows.

PyTorch: torch/csrc/autograd/variable.h (DifferentiableViewMeta), c10/core/TensorImpl.h (VariableVersion).
"""

from array import array
from bisect import bisect_left
from typing import Any

KEPT = 4096


class WriteLog:
    """When a tensor's memory was changed in place; views and ``detach()`` share one log.

    A time is the number of the newest node that saw the old values, plus a half when the write itself left no node.
    ``count`` is the tensor's ``_version``. Thousands of times are kept, but not all, so that a parameter that is
    updated a million times does not remember a million times.
    """

    __slots__ = ("count", "latest", "times")

    def __init__(self) -> None:
        self.count = 0
        self.latest = 0.0  # when anything happened last: nodes made since then have nothing to fear
        self.times = array("d")

    def add(self, time: float) -> None:
        """One more write."""
        self.count = count = self.count + 1
        self.latest = time
        self.times.append(time)
        if not count % KEPT:
            del self.times[:-KEPT]

    def settle(self, time: float) -> None:
        """The latest write was at this time."""
        self.latest = self.times[-1] = time

    def since(self, time: float) -> int:
        """How many of the writes happened at ``time`` or later (as far as they are kept)."""
        return len(self.times) - bisect_left(self.times, time)


class Sharing:
    """Whose memory a tensor looks at. Tensors with memory of their own have none."""

    __slots__ = ("base", "origin", "owner", "seen")

    def __init__(self, owner: Any, base: Any, seen: int, origin: str = ""):
        self.owner = owner
        """The tensor that has the memory, and its `WriteLog`."""
        self.base = base
        """For a view: the tensor whose history it shows, never a view itself. None for ``detach()``."""
        self.seen = seen
        """The version for which the view's ``grad_fn`` is right; after a later write it is made anew."""
        self.origin = origin
        """How the view came to be, where that forbids to change it in place: in the mode ``"no_grad"`` or
        ``"inference"``, as one of ``"several"``, or in a custom ``"function"``."""
