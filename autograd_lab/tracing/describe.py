"""Live objects → plain data: nodes become notes of `NodeInfo`, and everybody gets an id.

What can be looked up later (names of inputs, texts of rules) is; what a later step could change is taken down now.
"""

import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .._tensor import Tensor
from ..autograd.copy_slices import CopySlices
from ..autograd.function import FunctionCtx
from ..autograd.graph import GradientEdge, Node, leaf_number
from .events import Edge, NodeInfo, RuleInfo, SavedInfo
from .notes import Note, Snapshots


def id_of(target: Node | Tensor) -> str:
    """``n7`` for the node with sequence number 7, ``a2`` for the second leaf that anyone asked about."""
    if isinstance(target, Node):
        return f"n{target._number}"
    return f"a{leaf_number(target)}"


def place_of(edge: Any) -> tuple[str, int]:
    """Who an edge in the short form that nodes store leads to, and to which slot."""
    return (id_of(edge.node), edge.output_nr) if edge.__class__ is GradientEdge else (id_of(edge), 0)


def edge_info(edge: Any) -> Edge | None:
    """An edge as data."""
    return None if edge is None else Edge(*place_of(edge))


ARRAYS = (Tensor, np.ndarray, np.generic)


class Described(NamedTuple):
    """A node as a recorder needs it: the note for the trace, and what its own later notes are made from."""

    info: Note
    outputs: int
    edges: tuple[Edge | None, ...] = ()
    saved: tuple[Note, ...] = ()
    frees: tuple[str, ...] = ()


def describe(target: Node | Tensor, snapshots: Snapshots) -> Described:
    """Everything a view may want to know about a node (or about a leaf's AccumulateGrad), to become a `NodeInfo`."""
    if isinstance(target, Tensor):
        name, number = id_of(target), leaf_number(target)
        return Described(Note(NodeInfo, name, "AccumulateGrad", number, "leaf", (), (), 1, (), ()), 1)
    row = target.__class__
    edges = tuple([edge_info(edge) for edge in target._edges])
    kept, stays = _saved_items(target)
    frees = tuple([name for name, item in kept])
    saved = [saved_info(name, item, True, snapshots) for name, item in kept]
    saved = (*saved, *[saved_info(name, item, False, snapshots) for name, item in stays])
    name, outputs = id_of(target), target.outputs()
    if row.op is not None:
        inputs, rules = _inputs_of_row(row, len(edges)), _rules(row)
        node = (name, row.__name__, target._number, "op", edges, inputs, outputs, saved, rules, row.op.name)
    else:  # a Function or a CopySlices: its rule is a piece of Python
        kind, source = "function" if isinstance(target, FunctionCtx) else "op", Note(_source, _rule_of(target))
        inputs = _input_names(target)
        node = (name, row.__name__, target._number, kind, edges, inputs, outputs, saved, (), "", source)
    return Described(Note(NodeInfo, *node), outputs, edges, saved, frees)


def _input_names(node: Node) -> tuple[str, ...]:
    """What the input of each edge is called."""
    if isinstance(node, FunctionCtx):
        names = list(inspect.signature(node._forward_cls.forward).parameters)
        if node._forward_cls.setup_context.__qualname__ == "Function.setup_context":
            names = names[1:]
        return tuple(names[i] if i < len(names) else f"input {i}" for i in node._positions)
    if isinstance(node, CopySlices):
        return ("base", *_input_names(node.inner)[1:])
    return _inputs_of_row(type(node), len(node._edges))


@cache
def _inputs_of_row(row: type[Node], edges: int) -> tuple[str, ...]:
    op = row.op
    names = [op.parameters[i].name for i in op.differentiable]
    return tuple(f"{names[0]}[{i}]" for i in range(edges)) if op.takes_list else tuple(names)


@cache
def _rules(row: type[Node]) -> tuple[RuleInfo, ...]:
    return tuple(RuleInfo(rule.input, rule.source, rule.tex) for rule in row.op.rules.values())


Named = list[tuple[str, Any]]


def _saved_items(node: Node) -> tuple[Named, Named]:
    """(name, value) of everything that a node keeps: what backward frees, and what stays."""
    if isinstance(node, FunctionCtx):
        return [(f"saved_tensors[{i}]", item) for i, (_, _, item) in enumerate(node._saved or ())], []
    if isinstance(node, CopySlices):
        frees, stays = _saved_items(node.inner)
        return frees, [*stays, *zip(("sizes", "strides", "offset"), node.piece, strict=True)]
    op = node.op
    saved = zip(op.saved_names, node._saved or (), strict=False)
    stays = list(zip(op.attribute_names, node._attributes, strict=True))
    return [(name, item) for name, item in saved if item is not None], stays  # None: only a hole's rule would use it


def saved_info(name: str, item: Any, frees: bool, snapshots: Snapshots) -> Note:
    """A note of one saved value; arrays with their numbers, anything else in words."""
    if isinstance(item, ARRAYS):
        version = item._version if isinstance(item, Tensor) else 0
        return Note(SavedInfo, name, snapshots.take(item), "", frees, version)
    if frees and isinstance(item, (int, float)) and not isinstance(item, bool):
        return Note(SavedInfo, name, snapshots.take(np.asarray(item)[()]), "", frees)
    if isinstance(item, tuple) and any(isinstance(part, Tensor) for part in item):
        text = ", ".join("None" if part is None else str(np.asarray(part._data).tolist()) for part in item)
        return Note(SavedInfo, name, None, f"({text})", frees)
    return Note(SavedInfo, name, None, repr(item), frees)


def _rule_of(node: Node) -> Callable:
    """The learner's own backward (or that of CopySlices)."""
    return node._user_backward() if isinstance(node, FunctionCtx) else type(node)._on_arrays


def _source(function: Callable) -> str:
    """The function's text, empty when Python cannot find it."""
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
