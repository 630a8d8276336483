"""Live objects → plain data: arrays become `Value`, nodes become `NodeInfo`, and both get their ids."""

import inspect
import textwrap
from typing import Any

import numpy as np

from .._tensor import Tensor
from ..autograd.copy_slices import CopySlices
from ..autograd.function import FunctionCtx
from ..autograd.graph import GradientEdge, Node, leaf_number
from .events import Edge, NodeInfo, RuleInfo, SavedInfo, Value

LIMIT = 1000
"""Arrays with more elements than this are summarised."""


def value_of(item: Any, limit: int = LIMIT) -> Value | None:
    """A copy of an array, a NumPy scalar, or a Tensor's numbers; None for None."""
    if item is None:
        return None
    array = np.asarray(item._data if isinstance(item, Tensor) else item)
    if array.size <= limit:
        return Value(array.shape, array.dtype.name, tuple(array.ravel().tolist()))
    wide = array.astype(np.float64)
    summary = (wide.min(), wide.max(), wide.mean(), np.sqrt(np.square(wide).sum()))
    return Value(array.shape, array.dtype.name, None, tuple(float(number) for number in summary))


def id_of(target: Node | Tensor) -> str:
    """``n7`` for the node with sequence number 7, ``a2`` for the second leaf that anyone asked about."""
    if isinstance(target, Node):
        return f"n{target._number}"
    return f"a{leaf_number(target)}"


def edge_info(edge: Any) -> Edge | None:
    """An edge in the short form that nodes store, as data."""
    if edge is None:
        return None
    if isinstance(edge, GradientEdge):
        return Edge(id_of(edge.node), edge.output_nr)
    return Edge(id_of(edge), 0)


def describe(target: Node | Tensor, limit: int = LIMIT) -> NodeInfo:
    """Everything a view may want to know about a node (or about a leaf's AccumulateGrad)."""
    if isinstance(target, Tensor):
        number = leaf_number(target)
        return NodeInfo(id_of(target), "AccumulateGrad", number, "leaf", (), (), 1, (), ())
    op = target.op  # None for a Function and for CopySlices: their rule is a piece of Python
    return NodeInfo(
        id=id_of(target),
        name=type(target).__name__,
        number=target._number,
        kind="function" if isinstance(target, FunctionCtx) else "op",
        edges=tuple(edge_info(edge) for edge in target._edges),
        inputs=_input_names(target),
        outputs=target.outputs(),
        saved=_saved_of(target, limit),
        rules=() if op is None else tuple(RuleInfo(r.input, r.source, r.tex) for r in op.rules.values()),
        op="" if op is None else op.name,
        source="" if op is not None else _backward_source(target),
    )


def _input_names(node: Node) -> tuple[str, ...]:
    """What the input of each edge is called."""
    if isinstance(node, FunctionCtx):
        names = list(inspect.signature(node._forward_cls.forward).parameters)
        if node._forward_cls.setup_context.__qualname__ == "Function.setup_context":
            names = names[1:]
        return tuple(names[i] if i < len(names) else f"input {i}" for i in node._positions)
    if isinstance(node, CopySlices):
        return ("base", *_input_names(node.inner)[1:])
    names = [node.op.parameters[i].name for i in node.op.differentiable]
    if node.op.takes_list:
        return tuple(f"{names[0]}[{i}]" for i in range(len(node._edges)))
    return tuple(names)


def _saved_of(node: Node, limit: int) -> tuple[SavedInfo, ...]:
    if isinstance(node, FunctionCtx):
        items = enumerate(node._saved or ())
        return tuple(saved_info(f"saved_tensors[{i}]", item, True, limit) for i, (_, _, item) in items)
    if isinstance(node, CopySlices):
        place = zip(("sizes", "strides", "offset"), node.piece, strict=True)
        return (*_saved_of(node.inner, limit), *(saved_info(name, item, False, limit) for name, item in place))
    infos = []
    for name, item in zip(node.op.saved_names, node._saved or (), strict=False):
        if item is not None:  # None: only a hole's rule would have used it
            infos.append(saved_info(name, item, True, limit))
    for name, item in zip(node.op.attribute_names, node._attributes, strict=True):
        infos.append(saved_info(name, item, False, limit))
    return tuple(infos)


def saved_info(name: str, item: Any, frees: bool, limit: int) -> SavedInfo:
    """One saved value; arrays with their numbers, anything else in words."""
    if isinstance(item, Tensor | np.ndarray | np.generic):
        value = value_of(item, limit)
        return SavedInfo(name, value, "", frees, item._version if isinstance(item, Tensor) else 0)
    if frees and isinstance(item, int | float) and not isinstance(item, bool):
        return SavedInfo(name, value_of(np.asarray(item)), "", frees)
    if isinstance(item, tuple) and any(isinstance(part, Tensor) for part in item):
        text = ", ".join("None" if part is None else str(np.asarray(part._data).tolist()) for part in item)
        return SavedInfo(name, None, f"({text})", frees)
    return SavedInfo(name, None, repr(item), frees)


def _backward_source(node: Node) -> str:
    """The text of the learner's own backward (or of CopySlices'), empty when Python cannot find it."""
    function = node._user_backward() if isinstance(node, FunctionCtx) else type(node)._on_arrays
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return ""


def reachable(roots: list[Any]) -> list[Node | Tensor]:
    """Every node and leaf that the edges lead to: nodes newest first, then leaves in the order met."""
    nodes: dict[Node, None] = {}
    todo = [root.node if isinstance(root, GradientEdge) else root for root in roots]
    leaves: dict[int, Tensor] = {}
    while todo:
        target = todo.pop()
        if isinstance(target, Tensor):
            leaves.setdefault(id(target), target)
        elif target not in nodes:
            nodes[target] = None
            todo.extend(_targets(target))
    ordered = sorted(nodes, key=lambda node: -node._number)
    met: dict[int, Tensor] = {}
    for node in ordered:
        for target in _targets(node):
            if isinstance(target, Tensor):
                met.setdefault(id(target), target)
    for key, leaf in leaves.items():
        met.setdefault(key, leaf)
    return [*ordered, *met.values()]


def _targets(node: Node) -> list[Node | Tensor]:
    return [edge.node if isinstance(edge, GradientEdge) else edge for edge in node._edges if edge is not None]
