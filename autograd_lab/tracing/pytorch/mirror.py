"""A node of PyTorch's in the form in which our engine's functions read a graph: edges, number, slots. It never runs.

(A short file of its own, since every recording loads it, with or without PyTorch.)
"""

from collections.abc import Callable
from typing import Any

from ..._core.graph import MultiOutputNode
from ..recording.values import ValueOf
from ..trace.events import NodeInfo, Value


class Mirror(MultiOutputNode):
    """Stands for one node of PyTorch's. A leaf is mirrored by a `Tensor` on the same memory."""

    __slots__ = ("_describe", "real", "told")

    def __init__(self, real: Any, number: int, outputs: tuple, describe: Callable[["Mirror", ValueOf], NodeInfo]):
        self.real = real
        self.told: tuple[tuple[tuple[str, int], Value], ...] = ()
        """Values of other nodes' outputs that this node's saved values showed: ((node, slot), value)."""
        self._describe = describe
        self._number, self._edges, self._outputs = number, (), outputs
        self._saved, self._attributes = (real,), ()  # `info` describes it
        self._input_metadata = self._extras = None

    def info(self, snapshot: ValueOf) -> NodeInfo:
        """Everything that PyTorch's node shows, as it is now."""
        return self._describe(self, snapshot)
