"""The engine's backward once more, in small steps, each of which can be replaced: for what is wrong on purpose.

`Backward` does what `engine.run_observed` does, and tells a recorder the same events, one by one. The engine itself has
no switches; what is planted in a subclass of this one is nowhere else.
"""

import sys
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Any

from .._base.state import quiet, thread
from ..autograd import _hooks
from ..autograd._tensor import Tensor
from ..autograd.arguments import roots_of
from ..autograd.engine import reduce_results, release, take_slots, visit_leaf
from ..autograd.grad_mode import under
from ..autograd.graph import GradientEdge, Hole, MultiOutputNode, Node
from ..autograd.graph_task import Target, Task, count_dependencies, is_wanted, restrict, starts, target_of

FIRST = -sys.maxsize
"""The turn of a leaf: before that of every node."""


def is_leaf(target: Target) -> bool:
    """Whether it stands for its AccumulateGrad."""
    return isinstance(target, Tensor)


class Backward:
    """One backward from ``result`` to ``leaves``, told to the recorder that is on."""

    def __init__(self, result: Tensor, leaves: Sequence[Tensor], retain_graph: bool):
        self.watch = thread.state.recorder
        self.task = Task(roots_of((result,), None, False), retain_graph, False)
        restrict(self.task, [(leaf, 0) for leaf in leaves], run_ends=True)
        self.runs = 0

    @quiet
    def go(self) -> None:
        """Run it. What a rule raises is told, and raised."""
        under(False, self._go)

    def _go(self) -> None:
        task, watch = self.task, self.watch
        count_dependencies(task)
        watch.backward_started(task)
        try:
            for edge, seed in starts(task):
                self.deliver(None, 0, edge, seed)
            while task.ready:
                target = heappop(task.ready)[-1]
                self.runs += 1
                if not is_leaf(target):
                    self.visit(target)
                elif target in task.buffers:  # else an earlier turn has taken all
                    visit_leaf(task, target, watch)
        except BaseException as error:
            watch.error_raised(error)
            raise
        watch.backward_finished()

    def visit(self, node: Node) -> None:
        """One node's turn: its rules, then a message along each edge."""
        task, watch, extras = self.task, self.watch, node._extras
        slots = take_slots(task, node, watch)
        if slots is None:
            return
        results = list(node.backward(slots if isinstance(node, MultiOutputNode) else slots[0]))
        for index, edge in enumerate(node._edges):
            if edge is not None and not is_wanted(task, edge):
                results[index] = None
        watch.rule_applied(node, slots, results)
        self.fit(node, results)
        if extras is not None and extras.posthooks:
            results = _hooks.run_posthooks(extras, results, slots, watch, node)
        if not task.retain_graph:
            watch.values_freed(node)
            release(node)
        for index, edge in enumerate(node._edges):
            if edge is None or not is_wanted(task, edge):
                watch.edge_skipped(node, index, "no edge" if isinstance(edge, Hole | None) else "not needed")
            else:
                self.deliver(node, index, edge, results[index])

    def deliver(self, source: Node | None, index: int, edge: Any, message: Any) -> None:
        """Put a message into its slot; perhaps it is the receiver's turn then."""
        task, watch, target, slot = self.task, self.watch, target_of(edge), 0
        if edge.__class__ is GradientEdge:
            slot = self.slot(edge)
            edge = GradientEdge(target, slot)
        slots = task.buffers.setdefault(target, [None] * (1 if is_leaf(target) else target.outputs()))
        before, owed = slots[slot], task.owed[target]
        heard = task.heard[target] = task.heard.get(target, 0) + 1
        watch.message_sent(source, index, edge, before, message, heard, owed)
        slots[slot] = before if message is None else self.meet(before, message)
        if before is not None:
            watch.message_added(source, index, edge, before, message, slots[slot], heard, owed)
        turn = self.turn(target, heard, owed)
        if turn is not None:
            heappush(task.ready, (turn, task.order, target))
            task.order += 1

    # ----- the steps that can be replaced -----------------------------------------------------------------------------
    @staticmethod
    def keep(needed: list, others: list) -> list:
        """What a node keeps in forward: the values that its rules name."""
        return needed  # for a * b: a, b

    def meet(self, before: Any, message: Any) -> Any:
        """What lies in a slot when a message has arrived there."""
        return message if before is None else before + message

    def slot(self, edge: GradientEdge) -> int:
        """In which slot of the receiver a message lands."""
        return edge.output_nr  # the second number in next_functions

    def turn(self, target: Target, heard: int, owed: int) -> int | None:
        """When a node has its turn; of those that are ready, the smallest number goes first."""
        if heard == owed:  # all messages have come
            return FIRST if is_leaf(target) else -target._number
        return None

    def fit(self, node: Node, results: list) -> None:
        """Before results are sent: where forward copied an input, the gradients of the copies are added up."""
        reduce_results(node, results, self.watch)  # sums copies

    @staticmethod
    def begin(leaves: Iterable[Tensor]) -> None:
        """What the program does before its second backward."""
        for leaf in leaves:
            leaf.grad = None  # zero_grad()
