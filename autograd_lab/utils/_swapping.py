"""`swap_tensors`: two tensors change places, and whoever holds one of them finds the other in it.

PyTorch counts who else holds a tensor: nodes that saved it, views of it, its AccumulateGrad. Here they are looked up
among what Python knows to refer to the tensor; that takes a while, and is rare.

PyTorch: torch/utils/__init__.py.
"""

import copyreg
import gc
import weakref
from typing import Any

from ..autograd._tensor import Tensor, wrap
from ..autograd.graph import Node, accumulate_node
from ..autograd.memory import Sharing

_POISONED = (
    "Trying to execute AccumulateGrad node that was poisoned by swap_tensors this can happen when you try to run "
    "backward on a tensor that was swapped. For a module m with "
    "`torch.__future__.set_swap_module_params_on_conversion(True)` you should not change the device or dtype of the "
    "module (e.g. `m.cpu()` or `m.half()`) between running forward and backward. To resolve this, please only change "
    "the device/dtype before running forward (or after both forward and backward)."
)


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Let ``t1`` and ``t2`` swap numbers, classes, attributes, gradients and histories, of whatever shapes and dtypes.

    Raises:
        AttributeError: for what is no tensor.
        RuntimeError: when one of them has a view, is saved for a backward or weakly referred to, or when their classes
            have different ``__slots__``. A graph in which one of them is a leaf can run backward no more.
    """
    pair = {"t1": t1, "t2": t2}
    for name, tensor in pair.items():
        if not isinstance(tensor, Tensor):
            raise AttributeError(f"'{type(tensor).__name__}' object has no attribute '_use_count'")
        if weakref.getweakrefs(tensor):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    slots = set(copyreg._slotnames(t1.__class__))  # type: ignore[attr-defined]
    if slots != set(copyreg._slotnames(t2.__class__)):  # type: ignore[attr-defined]
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    in_graphs = [_nodes_to_it(name, tensor) for name, tensor in pair.items()]
    if t1 is t2:
        return
    for tensor, nodes in zip(pair.values(), in_graphs, strict=True):
        _poison(tensor, nodes)
    detached = _sharing_memory(t1), _sharing_memory(t2)
    for name in ("__class__", "__dict__", *slots):
        _swap_attribute(t1, t2, name)
    for found, owner in zip(detached, (t2, t1), strict=True):
        for sharing in found:
            sharing.owner = owner


def _swap_attribute(t1: Tensor, t2: Tensor, name: str) -> None:
    missing = object()
    first, second = getattr(t1, name, missing), getattr(t2, name, missing)
    for tensor, value in ((t1, second), (t2, first)):
        if value is not missing:
            setattr(tensor, name, value)
        elif hasattr(tensor, name):
            delattr(tensor, name)


# ----- who else holds the tensor ----------------------------------------------------------------------------------
def _nodes_to_it(name: str, tensor: Tensor) -> list[Node]:
    """The nodes in which the tensor is a leaf. One that is held for other reasons is refused."""
    held = _holders(tensor)
    nodes = [node for node, part in held if part == "_edges"]
    views = sum(sharing.base is tensor for sharing in _sharing_memory(tensor))
    count = 1 + len(held) - len(nodes) + views + bool(nodes)
    if count > 2 or (count == 2 and not nodes):
        raise RuntimeError(
            f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but got {count} make sure you are "
            "not holding references to the tensor in other places."
        )
    return nodes


def _holders(tensor: Tensor) -> list[tuple[Node, str]]:
    """The nodes that hold it: once for each edge to it, and once for each time it is saved."""
    found = []
    for holder in gc.get_referrers(tensor):
        if isinstance(holder, tuple):
            for node in gc.get_referrers(holder):
                if isinstance(node, Node):
                    for part in ("_edges", "_saved"):
                        if getattr(node, part) is holder:
                            found += [(node, part) for item in holder if item is tensor]
    return found


def _sharing_memory(tensor: Tensor) -> list[Sharing]:
    return [item for item in gc.get_referrers(tensor) if isinstance(item, Sharing) and item.owner is tensor]


def _poison(tensor: Tensor, nodes: list[Node]) -> None:
    """Put another leaf in the tensor's place into these nodes, one whose AccumulateGrad refuses to run."""

    def refuse(grad_outputs: Any) -> None:
        raise RuntimeError(_POISONED)

    leaf = wrap(tensor._data)
    leaf._requires = True
    for node in nodes:
        node._edges = tuple([leaf if edge is tensor else edge for edge in node._edges])
    accumulate_node(leaf).register_prehook(refuse)
