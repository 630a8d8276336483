"""A saved tensor while a hook has it: what ``pack`` returned, and how the tensor comes back from ``unpack``.

PyTorch: torch/csrc/autograd/saved_variable.cpp.
"""

from collections.abc import Callable
from typing import Any

from .base.errors import PACKED_IN_PLACE
from .grad_mode import in_grad_mode
from .graph import GradientEdge, MultiOutputNode, Node
from .tensor import Tensor


class Packed:
    """What stands in a node for a saved tensor that a hook has taken away."""

    __slots__ = ("content", "edge", "unpack_hook")

    def __init__(self, tensor: Tensor, hooks: tuple[Callable, Callable], edge: Any = None):
        pack_hook, self.unpack_hook = hooks
        self.edge = edge
        before = tensor._version
        self.content = in_grad_mode(False, pack_hook, tensor)
        if tensor._version != before:
            raise RuntimeError(PACKED_IN_PLACE)

    def tensor(self, edge: Any = None) -> Any:
        """The tensor again: the numbers from ``unpack_hook``, with the history of what was packed.

        A saved result has the history that ``edge`` says, since a node must not hold itself.
        """
        answer = self.unpack_hook(self.content)
        if not isinstance(answer, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type(answer).__name__}"
            )
        edge = self.edge if edge is None else edge
        if edge is None and not answer.requires_grad:
            return answer
        if isinstance(edge, Tensor):
            return _leaf_again(answer, edge)
        result = answer.detach()
        result._fn = edge
        return result

    def __repr__(self) -> str:
        return "what a pack hook returned"

    def value(self, as_tensors: bool, edge: Any = None) -> Any:
        """As `tensor`, but only its array unless ``as_tensors``."""
        tensor = self.tensor(edge)
        return tensor if as_tensors or not isinstance(tensor, Tensor) else tensor._data


class LeafAgain(Tensor):
    """An unpacked leaf: other numbers perhaps, but its gradient belongs to the leaf that was packed."""

    __slots__ = ("_leaf",)

    def _edge(self) -> Tensor:
        return self._leaf


LeafAgain.__name__ = LeafAgain.__qualname__ = "Tensor"


def _leaf_again(answer: Tensor, leaf: Tensor) -> Tensor:
    made = LeafAgain.__new__(LeafAgain)
    plain = answer.detach()
    for name in Tensor.__slots__:
        if not name.startswith("__"):
            setattr(made, name, getattr(plain, name))
    made.__dict__.update(plain.__dict__)
    made._requires, made._leaf = True, leaf
    return made


def result_edge(node: Node, number: int) -> Any:
    """Where the history of a node's own output leads; None for an output without a gradient."""
    if number >= node.outputs():  # such as the indices of a maximum
        return None
    if node._extras is not None and node._extras.result_edge is not None:
        return node._extras.result_edge
    return GradientEdge(node, number) if isinstance(node, MultiOutputNode) else node
