"""Live objects → plain data: a node becomes a `NodeInfo`, an edge an `Edge`, and each of them gets an id."""

import inspect
import textwrap
import tokenize
from collections.abc import Callable
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..._core.copy_slices import CopySlices
from ..._core.function import FunctionCtx
from ..._core.graph import GradientEdge, Node, leaf_number
from ..._core.graph_task import target_of, targets_of
from ..._core.tensor import Tensor
from ..pytorch.mirror import Mirror
from ..trace.events import Edge, NodeInfo, RuleInfo, SavedInfo
from .values import ValueOf


def id_of(target: Node | Tensor) -> str:
    """``n7`` for the node with sequence number 7 (``t7`` for PyTorch's), ``a2`` for the second leaf that was met."""
    if isinstance(target, Tensor):
        return f"a{leaf_number(target)}"
    return f"{'t' if target.__class__ is Mirror else 'n'}{target._number}"


shared_edge = lru_cache(maxsize=2**14)(Edge)
"""Equal edges may be one object: finding one is quicker than making one, and a recording needs each many times."""
in_words = lru_cache(maxsize=2**14)(partial(SavedInfo, value=None))
"""Equal saved values without numbers may be one object too: the nodes of a deep network save few different ones."""


def edge_to(edge: Any) -> Edge | None:
    """The `Edge` for an edge in the short form that nodes store; None where it leads to no node."""
    if edge is None:
        return None
    target, slot = (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, 0)
    return shared_edge(id_of(target), slot)


def node_info(target: Node | Tensor, snapshot: ValueOf) -> NodeInfo:
    """Everything a view may want to know about a node, or about a leaf's AccumulateGrad, as it is now."""
    if isinstance(target, Tensor):
        return NodeInfo(id_of(target), "AccumulateGrad", leaf_number(target), "leaf", (), (), 1, (), ())
    if isinstance(target, Mirror):
        return target.info(snapshot)
    row = type(target)
    in_table = row.op is not None
    is_function = not in_table and isinstance(target, FunctionCtx)
    return NodeInfo(
        id=id_of(target),
        name=row.__name__,
        number=target._number,
        kind="function" if is_function else "op",
        edges=tuple(map(edge_to, target._edges)),
        inputs=_inputs_of_row(row, len(target._edges)) if in_table else _input_names(target),
        outputs=target.outputs(),
        saved=tuple(_saved(target, snapshot)),
        rules=_rules(row) if in_table else (),
        op=row.op.name if in_table else "",
        source=""
        if in_table
        else source_of(target._forward_cls.backward if is_function else getattr(row, "_on_arrays", row.backward)),
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
    if node.op is None:  # the Error that `once_differentiable` leaves: it belongs to no operation
        return tuple(f"input {i}" for i in range(len(node._edges)))
    return _inputs_of_row(type(node), len(node._edges))  # the `inner` of a CopySlices


@cache
def _inputs_of_row(row: type[Node], edges: int) -> tuple[str, ...]:
    op = row.op
    names = [op.plan.parameters[i].name for i in op.plan.differentiable]
    if op.plan.takes_list:
        return tuple(f"{names[0]}[{i}]" for i in range(edges))
    # A node of the class NotImplemented has no edge for an input that wants no gradient, so which is which is lost.
    return tuple(names) if len(names) == edges else tuple(f"input {i}" for i in range(edges))


@cache
def _rules(row: type[Node]) -> tuple[RuleInfo, ...]:
    return tuple(RuleInfo(rule.input, rule.source, rule.tex) for rule in row.op.plan.rules.values())


def _saved(node: Node, snapshot: ValueOf) -> list[SavedInfo]:
    """Everything that a node keeps: what backward frees, then what stays."""
    if isinstance(node, FunctionCtx):
        items = enumerate(node._saved or ())
        return [_saved_info(f"saved_tensors[{i}]", item, True, snapshot) for i, (_, _, item, _) in items]
    if isinstance(node, CopySlices):
        piece = zip(("sizes", "strides", "offset"), node.piece, strict=True)
        return _saved(node.inner, snapshot) + [_saved_info(name, item, False, snapshot) for name, item in piece]
    if node.op is None:
        return []
    infos = []
    for name, item in zip(node.op.plan.saved_names, node._saved or (), strict=False):
        if item is not None:  # None: only a hole's rule would use it
            infos.append(_saved_info(name, item, True, snapshot))
    for name, item in zip(node.op.plan.attribute_names, node._attributes, strict=True):
        infos.append(_saved_info(name, item, False, snapshot))
    return infos


def _saved_info(name: str, item: Any, frees: bool, snapshot: ValueOf) -> SavedInfo:
    """Something saved: an array with its numbers, anything else in words."""
    if isinstance(item, Tensor):
        return SavedInfo(name, snapshot(item), "", frees, item._version)
    is_number = frees and isinstance(item, (int, float)) and not isinstance(item, bool)
    if is_number or isinstance(item, (np.ndarray, np.generic)):
        return SavedInfo(name, snapshot(item), "", frees)
    if frees and isinstance(item, tuple) and any(isinstance(part, Tensor) for part in item):
        text = ", ".join("None" if part is None else str(np.asarray(part._data).tolist()) for part in item)
        return in_words(name, text=f"({text})", frees=frees)
    return in_words(name, text=repr(item), frees=frees)


_sources: WeakKeyDictionary[Callable, str] = WeakKeyDictionary()  # to look for one takes longer than to run most


def source_of(function: Callable) -> str:
    """The function's text, empty when Python cannot find it (or finds a file that has changed since)."""
    try:
        if function not in _sources:
            _sources[function] = textwrap.dedent(inspect.getsource(function))
        return _sources[function]
    except (OSError, TypeError, SyntaxError, tokenize.TokenError):
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
