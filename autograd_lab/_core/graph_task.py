"""One call of backward or grad: what was asked for, which nodes run, and how far it has come.

PyTorch: torch/csrc/autograd/graph_task.h, engine.cpp (compute_dependencies, init_to_execute).
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from .graph import GradientEdge, Node
from .tensor import Tensor

Target = Node | Tensor
"""A receiver of messages: a node, or a leaf (which stands for its AccumulateGrad)."""


class Task:
    """One call of backward or grad, and how far it has come."""

    def __init__(self, roots: list[tuple[Any, Any]], retain_graph: bool, create_graph: bool):
        self.roots = roots
        self.retain_graph = retain_graph
        self.create_graph = create_graph
        self.captures: dict[tuple[Target, int], Any] | None = None  # for grad(): what arrived at each wanted edge
        self.asked: set[Target] = set()  # the targets of these edges
        self.executed: set[Target] | None = None  # for inputs=: who may run; None: everyone
        self.receivers: set[Target] | None = None  # for inputs=: who is sent messages: those, and the inputs themselves
        self.narrows = False  # for inputs=: whether some edges must be skipped
        self.owed: dict[Target, int] = {}  # messages it waits for, in all
        self.buffers: dict[Target, list] = {}  # slot by slot, what has arrived
        self.heard: dict[Target, int] = {}  # how many of them have arrived
        self.ready: list = []
        self.order = 0
        self.current: Target | None = None  # who is at work


def count_dependencies(task: Task) -> None:
    """How many messages each target must wait for: one for each edge that leads to it, one for each seed."""
    owed = task.owed
    todo = []
    for edge, _ in starts(task):
        target = target_of(edge)
        if target not in owed:
            todo.append(target)
        owed[target] = owed.get(target, 0) + 1
    while todo:
        node = todo.pop()
        if isinstance(node, Tensor) or not may_run(task, node):
            continue
        for edge in node._edges:
            if is_wanted(task, edge):
                target = target_of(edge)
                if target not in owed:
                    todo.append(target)
                owed[target] = owed.get(target, 0) + 1


def starts(task: Task) -> list[tuple[Any, Any]]:
    """The roots to seed: with ``inputs=`` those that lead to an input. A single root always is, as in PyTorch."""
    if len(task.roots) == 1 or task.receivers is None:
        return task.roots
    return [root for root in task.roots if is_wanted(task, root[0])]


def target_of(edge: Any) -> Target:
    """The node or leaf that an edge in its short form leads to."""
    return edge.node if edge.__class__ is GradientEdge else edge


def may_run(task: Task, target: Target) -> bool:
    """Whether this target runs; with ``inputs=`` only the nodes on the way to an input do."""
    return task.executed is None or target in task.executed


def capture(task: Task, target: Target, slots: Sequence) -> bool:
    """For ``grad()``: keep what arrived at the edges that were asked for. Returns whether the target was asked for."""
    if task.captures is None or target not in task.asked:
        return False
    for slot, gradient in enumerate(slots):
        if (target, slot) in task.captures:
            task.captures[target, slot] = gradient
    return True


def is_wanted(task: Task, edge: Any) -> bool:
    """Whether a message along this edge leads anywhere, and to what was asked for."""
    return edge is not None and (task.receivers is None or target_of(edge) in task.receivers)


def restrict(task: Task, wanted: Iterable[tuple[Target, int]], run_ends: bool) -> None:
    """For ``inputs=``: allow those nodes from which a wanted edge can be reached.

    It looks at the oldest nodes first, so that a node's inputs are decided before the node.
    """
    met = dict.fromkeys(target_of(edge) for edge, _ in task.roots)
    nodes = [target for target in met if isinstance(target, Node)]
    for node in nodes:  # the list grows while it is read
        for target in targets_of(node):
            if target not in met:
                met[target] = None
                if isinstance(target, Node):
                    nodes.append(target)
    leaves = met.keys() - nodes
    receivers = {target for target, _ in wanted}
    task.narrows = not leaves or not leaves <= receivers  # without leaves, all paths end in None
    if not task.narrows:  # every path ends in a leaf, and every leaf is wanted
        executed = set(nodes)
        receivers |= executed
    else:
        executed = set()
        for node in sorted(nodes, key=attrgetter("_number")):
            if not receivers.isdisjoint(targets_of(node)):
                executed.add(node)
                receivers.add(node)
    task.receivers = receivers
    task.executed = receivers if run_ends else executed


def targets_of(node: Node) -> list[Target]:
    """The nodes and leaves that this node's edges lead to."""
    return [edge.node if edge.__class__ is GradientEdge else edge for edge in node._edges if edge is not None]
