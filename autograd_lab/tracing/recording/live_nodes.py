"""What the learner holds in hand, of our engine or of PyTorch: a node (``loss.grad_fn``), and a tensor's ``.grad``."""

from typing import Any

from ..._core.graph import AccumulateGrad, Node
from ..._core.tensor import Tensor
from ..pytorch import is_torch_loaded
from ..trace.events import Value
from .node_info import id_of
from .values import Snapshots, value_of


def id_and_label(item: object) -> tuple[str | None, str] | None:
    """Its id (None for a leaf that no recording has met) and ``MulBackward0 #2``; None for what is no node."""
    if isinstance(item, AccumulateGrad):
        return id_of(item.variable), str(item).strip("<>")
    if isinstance(item, Node):
        return id_of(item), str(item).strip("<>")
    if is_torch_loaded():
        from ..pytorch.nodes import id_and_label_of  # loads parts of PyTorch, so not before the program has done so

        return id_and_label_of(item)
    return None


def grad_of(leaf: Any, limit: float) -> Value | None:
    """Its ``.grad`` as it is now; ``limit`` as in `value_of`."""
    if isinstance(leaf, Tensor):
        return value_of(leaf.grad, limit)
    from ..pytorch.arrays import snapshot  # there is a tensor of PyTorch's, so it is loaded

    return snapshot(leaf.grad, Snapshots(limit))
