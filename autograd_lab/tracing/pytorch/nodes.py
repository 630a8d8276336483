"""PyTorch's nodes: their numbers, what describes them, and the mirror of the graph that they make.

A node's number is PyTorch's own count of nodes, from 1. PyTorch does not number leaves; their AccumulateGrads are
numbered as ours are, in the order in which somebody first asked.
"""

import inspect
from collections.abc import Iterable, Mapping
from types import CodeType
from typing import Any

import torch
from torch.autograd.graph import GradientEdge as RealEdge
from torch.autograd.graph import Node as RealNode
from torch.autograd.graph import get_gradient_edge
from torch.utils.weak import WeakTensorKeyDictionary

from ..._core.base.state import thread
from ..._core.graph import GradientEdge
from ..._core.tensor import Tensor, wrap
from ..recording.node_info import id_of as node_id
from ..recording.node_info import shared_edge, source_of
from ..recording.values import ValueOf
from ..trace.events import NodeInfo
from .arrays import array_of_tensor
from .mirror import Mirror
from .rules import inputs_of, row_of, rules_of
from .saved import saved_of

_leaf_numbers: Any = WeakTensorKeyDictionary()


class NotRecordedError(Exception):
    """This backward cannot be recorded. The message says why."""


def is_leaf(node: Any) -> bool:
    """Whether it is an AccumulateGrad."""
    return hasattr(node, "variable")


def is_function(node: Any) -> bool:
    """Whether it is the node of a learner's own Function."""
    return isinstance(node, torch.autograd.function.FunctionCtx)


def number_of(node: Any) -> int:
    """PyTorch counts from 0."""
    return node._sequence_nr() + 1


def leaf_number(variable: torch.Tensor) -> int:
    """As `graph.leaf_number`."""
    number = _leaf_numbers.get(variable)
    if number is None:
        number = _leaf_numbers[variable] = thread.state.next_leaf_number()
    return number


def id_of(node: Any) -> str:
    """``t7`` for the node with number 7; ``a2``, as for our own, for a leaf's AccumulateGrad."""
    return f"a{leaf_number(node.variable)}" if is_leaf(node) else f"t{number_of(node)}"


def place_of(tensor: torch.Tensor) -> tuple[str, int] | None:
    """The node and slot where a tensor's gradient arrives; None if it needs none, or is a leaf in no recorded graph."""
    if not tensor.requires_grad:
        return None
    try:
        node = tensor.grad_fn
    except RuntimeError:  # PyTorch refuses for a view from inside no_grad whose base was written to
        return None
    if node is not None:
        return id_of(node), tensor.output_nr
    leaf = leaf_of(tensor)
    return None if leaf is None else (leaf, 0)


def leaf_of(variable: torch.Tensor) -> str | None:
    """The id of a leaf, if a recorded graph contained it."""
    number = _leaf_numbers.get(variable)
    return None if number is None else f"a{number}"


def id_and_label_of(item: object) -> tuple[str | None, str] | None:
    """As `live_nodes.id_and_label`."""
    if not isinstance(item, RealNode):
        return None
    if is_leaf(item):
        return leaf_of(item.variable), "AccumulateGrad"
    return id_of(item), f"{type(item).__name__} #{number_of(item)}"


# ----- descriptions ---------------------------------------------------------------------------------------------------
def describe(mirror: Mirror, snapshot: ValueOf) -> NodeInfo:
    """Everything that a trace keeps about the node, as it is now."""
    node = mirror.real
    name, edges, function = type(node).__name__, node.next_functions, is_function(node)
    row = None if function else row_of(name, len(edges))
    order = () if row is None else (*row.plan.saved_names, *row.plan.attribute_names)
    saved, told = [], []
    for info, tensor in saved_of(node, order, snapshot):
        saved.append(info)
        place = None if tensor is None else place_of(tensor)
        if place is not None and info.value is not None:
            told.append((place, info.value))
    mirror.told = tuple(told)
    return NodeInfo(
        id=node_id(mirror),
        name=name,
        number=mirror._number,
        kind="function" if function else "op",
        edges=tuple([None if target is None else shared_edge(id_of(target), slot) for target, slot in edges]),
        inputs=_arguments(node) if function else inputs_of(row, len(edges)) if row else ("",) * len(edges),
        outputs=mirror.outputs(),
        saved=tuple(saved),
        rules=rules_of(row) if row else (),
        op=row.name if row else "",
        source=source_of(_user_backward(node)) if function else "",
    )


def _user_backward(node: Any) -> Any:
    kind = getattr(node, "_forward_cls", None)
    return getattr(kind, "backward", None)


def backward_code(node: Any) -> CodeType | None:
    """The code of a Function's ``backward``."""
    return getattr(_user_backward(node), "__code__", None) if is_function(node) else None


def _arguments(node: Any) -> tuple[str, ...]:
    """The names that a Function's forward gives to the tensors of its edges; "" where that cannot be told.

    PyTorch has an edge for each tensor, and says for each argument only whether it needs a gradient.
    """
    kind, needs, targets = getattr(node, "_forward_cls", None), node.needs_input_grad, node.next_functions
    if kind is None:
        return ("",) * len(targets)
    names = list(inspect.signature(kind.forward).parameters)
    if kind.setup_context is torch.autograd.function._SingleLevelFunction.setup_context:
        names = names[1:]
    names += [f"input {place}" for place in range(len(names), len(needs))]
    if len(targets) == len(needs):
        return tuple(names[: len(targets)])
    needed = iter([name for name, needs_one in zip(names, needs, strict=False) if needs_one])
    return tuple("" if target is None else next(needed, "") for target, _ in targets)


# ----- the graph ------------------------------------------------------------------------------------------------------
def mirror_of(node: Any) -> Mirror:
    """One node alone, without its edges."""
    outputs = tuple((tuple(data.shape), data.dtype) for data in node._input_metadata)
    return Mirror(node, number_of(node), outputs, describe)


class Graph:
    """The mirror of all nodes that can be reached from some edges."""

    def __init__(self, roots: Iterable[torch.Tensor | RealEdge]):
        self.mirrors: dict[Any, Mirror | Tensor] = {}
        self.variables: dict[Tensor, torch.Tensor] = {}
        """A leaf's mirror → the leaf."""
        todo, edges = [self._node(root) for root in roots], {}
        while todo:
            node = todo.pop()
            if node in self.mirrors:
                continue
            if is_leaf(node):
                self.mirrors[node] = self._leaf(node.variable)
                continue
            self.mirrors[node] = mirror_of(node)
            edges[node] = node.next_functions
            todo += [target for target, _ in edges[node] if target is not None]
        for node, targets in edges.items():
            self.mirrors[node]._edges = tuple(None if t is None else self.edge(t, slot) for t, slot in targets)
        self._number_leaves(edges)
        self._check()

    @staticmethod
    def _node(root: torch.Tensor | RealEdge) -> Any:
        return root.grad_fn or get_gradient_edge(root).node if isinstance(root, torch.Tensor) else root.node

    def edge_of(self, item: torch.Tensor | RealEdge) -> Any:
        """The edge of a tensor, or for one of PyTorch's edges; None if no path leads there."""
        if isinstance(item, torch.Tensor) and item.grad_fn is None:
            return next((leaf for leaf, variable in self.variables.items() if variable is item), None)
        node = self._node(item)
        return self.edge(node, item.output_nr) if node in self.mirrors else None

    def edge(self, node: Any, slot: int) -> Any:
        """An edge in the short form of our own nodes."""
        mirror = self.mirrors[node]
        return GradientEdge(mirror, slot) if slot else mirror

    def _leaf(self, variable: torch.Tensor) -> Tensor:
        leaf = wrap(array_of_tensor(variable))
        leaf._grad = variable.grad
        self.variables[leaf] = variable
        return leaf

    def _number_leaves(self, edges: Mapping[Any, tuple]) -> None:
        """Number leaves in the order in which our own recorder meets them: those of the newest node first."""
        newest_first = sorted(edges, key=number_of, reverse=True)
        leaves = [target for node in newest_first for target, _ in edges[node] if target is not None]
        for node in (*leaves, *self.mirrors):
            if is_leaf(node):
                self.mirrors[node].__dict__["_leaf_number"] = leaf_number(node.variable)

    def _check(self) -> None:
        """Raise NotRecordedError for a graph that a trace cannot describe."""
        nodes = [mirror for mirror in self.mirrors.values() if isinstance(mirror, Mirror)]
        if len({node._number for node in nodes}) < len(nodes):
            raise NotRecordedError("its forward ran in several threads, where PyTorch counts nodes apart")


def unknown_nodes(starts: Iterable[Any], is_known: Any) -> list[Any]:
    """These nodes and the nodes behind them, up to known ones; oldest first."""
    found, todo = set(), [node for node in starts if node is not None]
    while todo:
        node = todo.pop()
        if node in found or is_leaf(node) or is_known(node):
            continue
        found.add(node)
        todo += [target for target, _ in node.next_functions if target is not None]
    return sorted(found, key=number_of)
