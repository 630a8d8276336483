"""Live objects → plain data: nodes become notes of `NodeInfo`, and everybody gets an id.

What can be looked up later (names of inputs, texts of rules) is; what a later step could change is taken down now.
"""

import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import numpy as np

from .._tensor import Tensor
from ..autograd.copy_slices import CopySlices
from ..autograd.engine import target_of, targets_of
from ..autograd.function import FunctionCtx
from ..autograd.graph import GradientEdge, Node, leaf_number
from .events import NodeInfo, RuleInfo, SavedInfo
from .notes import Note, Snapshots
from .unfold import Place, edge_at


def id_of(target: Node | Tensor) -> str:
    """``n7`` for the node with sequence number 7, ``a2`` for the second leaf that anyone asked about."""
    return f"a{leaf_number(target)}" if isinstance(target, Tensor) else f"n{target._number}"


def place_of(edge: Any) -> Place:
    """Who an edge in the short form that nodes store leads to, and to which slot."""
    return (id_of(edge.node), edge.output_nr) if edge.__class__ is GradientEdge else (id_of(edge), 0)


ARRAYS = (np.ndarray, np.generic)
Shown = tuple[Note | None, str, bool, int]
"""All of a `SavedInfo` but the name, in a note."""


def describe(name: str, target: Node | Tensor, snapshots: Snapshots) -> Note:
    """A note of the `NodeInfo`: everything a view may want to know about a node, or about a leaf's AccumulateGrad."""
    if isinstance(target, Tensor):
        return Note(NodeInfo, name, "AccumulateGrad", leaf_number(target), "leaf", (), (), 1, (), ())
    row, number, outputs = target.__class__, target._number, target.outputs()
    places = tuple([None if edge is None else place_of(edge) for edge in target._edges])
    if row.op is not None:
        kept = tuple([None if item is None else _shown(item, True, snapshots) for item in target._saved or ()])
        stays = tuple([_shown(item, False, snapshots) for item in target._attributes])
        return Note(_from_table, row, name, number, places, outputs, kept, stays)
    # A Function or a CopySlices: its rule is a piece of Python.
    kind, inputs = "function" if isinstance(target, FunctionCtx) else "op", _input_names(target)
    frees, stays = _saved_items(target)
    saved = [Note(SavedInfo, label, *_shown(item, True, snapshots)) for label, item in frees]
    saved += [Note(SavedInfo, label, *_shown(item, False, snapshots)) for label, item in stays]
    edges, source = tuple(map(edge_at, places)), Note(_source, _rule_of(target))
    return Note(NodeInfo, name, row.__name__, number, kind, edges, inputs, outputs, tuple(saved), (), "", source)


def _from_table(
    row: type[Node],
    name: str,
    number: int,
    places: tuple[Place | None, ...],
    outputs: int,
    kept: tuple[Shown | None, ...],
    stays: tuple[Shown, ...],
) -> NodeInfo:
    """A node whose rules stand in the table, which knows the rest."""
    op, edges = row.op, tuple(map(edge_at, places))
    saved = [SavedInfo(label, *shown) for label, shown in zip(op.saved_names, kept, strict=False) if shown is not None]
    saved += [SavedInfo(label, *shown) for label, shown in zip(op.attribute_names, stays, strict=True)]
    inputs, rules = _inputs_of_row(row, len(edges)), _rules(row)
    return NodeInfo(name, row.__name__, number, "op", edges, inputs, outputs, tuple(saved), rules, op.name)


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


def _shown(item: Any, frees: bool, snapshots: Snapshots) -> Shown:
    """Something saved, in a note: an array with its numbers, anything else in words."""
    if isinstance(item, Tensor):
        return snapshots.take(item._data), "", frees, item._version
    if isinstance(item, ARRAYS):
        return snapshots.take(item), "", frees, 0
    if frees and isinstance(item, (int, float)) and not isinstance(item, bool):
        return snapshots.take(np.asarray(item)[()]), "", frees, 0
    if frees and isinstance(item, tuple) and any(isinstance(part, Tensor) for part in item):
        text = ", ".join("None" if part is None else str(np.asarray(part._data).tolist()) for part in item)
        return None, f"({text})", frees, 0
    return None, repr(item), frees, 0


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
    starts = [target_of(edge) for edge in roots]
    nodes: dict[Node, list[Tensor]] = {}  # and the leaves that their edges lead to
    todo = list(starts)
    while todo:
        node = todo.pop()
        if node not in nodes and not isinstance(node, Tensor):
            nodes[node] = leaves = []
            for target in targets_of(node):
                (leaves if isinstance(target, Tensor) else todo).append(target)
    ordered = sorted(nodes, key=attrgetter("_number"), reverse=True)
    return list(dict.fromkeys([*ordered, *[leaf for node in ordered for leaf in nodes[node]], *starts]))
