"""A node of PyTorch's, as our engine's functions read a graph: edges, number, slots. Nothing of it ever runs."""

from collections.abc import Callable
from typing import Any

from ...autograd.graph import MultiOutputNode
from ..events import NodeInfo, Value
from ..values import ValueOf


class Mirror(MultiOutputNode):
    """Stands for one node of PyTorch's. A leaf is mirrored by a `Tensor` on the same memory."""

    __slots__ = ("_describe", "real", "told")

    def __init__(self, real: Any, number: int, outputs: tuple, describe: Callable[["Mirror", ValueOf], NodeInfo]):
        self.real = real
        self.told: list[tuple[tuple[str, int], Value]] = []
        """What its description has told about its neighbours: ((node, slot), value) of an output."""
        self._describe = describe
        self._number, self._edges, self._outputs = number, (), outputs
        self._saved, self._attributes = (real,), ()  # whatever it is: `info` knows
        self._input_metadata = self._extras = None

    def info(self, snapshot: ValueOf) -> NodeInfo:
        """All that PyTorch's node shows, as it is now."""
        return self._describe(self, snapshot)
