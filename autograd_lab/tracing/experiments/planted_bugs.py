"""A backward in replaceable steps over the real engine's graph, and six classic bugs, each planted in one of its steps.

The loop, the buffers and the count are those of `small.Backward`. Added here are the nodes' own rules and hooks, and
the events for a recorder. With no step replaced, these are exactly the engine's events.

A new bug needs a class, a line in `BUGS`, its words in ``views/broken_words.py`` and ``views/broken_reasons.py``, and
cases in ``tests/tracing/test_broken_run.py``.

Learners ask about two of the bugs in https://github.com/karpathy/micrograd/issues/68 (an order by recursion) and
https://discuss.pytorch.org/t/9944 (``.grad`` of the step before).
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from ..._core import hooks
from ..._core.backward_arguments import roots_of
from ..._core.base.state import quiet, thread
from ..._core.freeing import release
from ..._core.function_ctx import FunctionCtx
from ..._core.grad_mode import in_grad_mode
from ..._core.graph import GradientEdge, MultiOutputNode, Node
from ..._core.graph_task import Target, Task, count_dependencies, is_wanted, restrict
from ..._core.observed import take_slots, visit_leaf
from ..._core.tensor import Tensor
from ..._core.unbroadcast import reduce_results
from ...small import Backward, Edge

FIRST = -sys.maxsize
"""The turn of a leaf: before that of every node."""


def is_leaf(target: Target) -> bool:
    """Whether the target is a leaf, which stands for its AccumulateGrad."""
    return isinstance(target, Tensor)


class WatchedBackward(Backward):
    """One backward from ``result`` to ``leaves``, reported to the recorder that is on."""

    def __init__(self, result: Tensor, leaves: Sequence[Tensor], retain_graph: bool):
        super().__init__()
        self.watch = thread.state.recorder
        self.task = task = Task(roots_of((result,), None, False), retain_graph, False)
        restrict(task, [(leaf, 0) for leaf in leaves], run_ends=True)
        task.owed, task.heard, task.buffers = self.owed, self.heard, self.buffers
        self.sender: tuple[Node | None, int] = None, 0

    @quiet
    def go(self) -> None:
        """Run it. An error in a rule is reported to the recorder and raised."""
        in_grad_mode(False, self._go)

    def _go(self) -> None:
        edge, seed = self.task.roots[0]
        try:
            self.run(_full(edge), seed)
        except BaseException as error:
            self.watch.error_raised(error)
            raise
        self.watch.backward_finished()

    def count_dependencies(self, root: Edge) -> None:
        """As the engine does, which leaves out what leads to no leaf that was asked for."""
        count_dependencies(self.task)
        self.watch.backward_started(self.task)

    def visit(self, node: Target) -> None:
        """One node's turn: hooks and rules, then a message along each edge that is wanted."""
        if is_leaf(node):
            visit_leaf(self.task, node, self.watch)
        else:
            self.visit_node(node)

    def visit_node(self, node: Node) -> None:
        """The turn of one that is no leaf."""
        task, watch, extras = self.task, self.watch, node._extras
        slots = take_slots(task, node, watch)
        if slots is None:
            return
        results = list(node.backward(slots if isinstance(node, MultiOutputNode) else slots[0]))
        wanted = [is_wanted(task, edge) for edge in node._edges]
        if not isinstance(node, FunctionCtx):  # hooks see all that a Function returned
            results = [item if wants else None for item, wants in zip(results, wanted, strict=True)]
        watch.rule_applied(node, slots, results)
        self.fit(node, results)
        if extras is not None and extras.posthooks:
            results = hooks.run_posthooks(extras, results, slots, watch, node)
        if not task.retain_graph:
            watch.values_freed(node)
            release(node)
        for index, edge in enumerate(node._edges):
            if wanted[index]:
                self.sender = node, index
                self.deliver(_full(edge), results[index])
            else:
                watch.edge_skipped(node, index, "no edge" if edge is None else "not needed")

    def deliver(self, edge: Edge, message: Any) -> None:
        """Report the message before it is put into its slot, and the sum if another one was there."""
        target, slot = edge.node, self.slot(edge)
        slots = self.buffers.setdefault(target, [None] * (1 if is_leaf(target) else target.outputs()))
        before, heard, owed = slots[slot], self.heard[target] + 1, self.owed[target]
        facts = *self.sender, GradientEdge(target, slot), before, message
        self.watch.message_sent(*facts, heard, owed)
        if message is None:  # adds nothing, and is counted
            self.hear(target)
        else:
            super().deliver(edge, message)
        if before is not None:
            self.watch.message_added(*facts, slots[slot], heard, owed)

    # ----- steps that a bug may replace, besides `meet` and `slot` ---------------------------------------------------
    @staticmethod
    def keep(needed: list, others: list) -> list:
        """What a node keeps in forward: the values that its rules name."""
        return needed  # for a * b: a, b

    def turn(self, target: Target, heard: int, owed: int) -> int | None:
        """When a node runs; of those that are ready, the smallest number goes first."""
        if heard == owed:
            return FIRST if is_leaf(target) else -target._number
        return None

    def fit(self, node: Node, results: list) -> None:
        """Before results are sent: where forward copied an input, the gradients of the copies are added up."""
        reduce_results(node, results, self.watch)

    @staticmethod
    def begin(leaves: Iterable[Tensor]) -> None:
        """What the program does before its second backward."""
        for leaf in leaves:
            leaf.grad = None


def _full(edge: Any) -> Edge:
    """The edge as `Backward` needs it. (Nodes store a short form, in which a leaf stands for its AccumulateGrad.)"""
    return Edge(edge.node, edge.output_nr) if edge.__class__ is GradientEdge else Edge(edge, 0)


# ----- bugs -----------------------------------------------------------------------------------------------------------
class Bug(WatchedBackward):
    """An engine with one wrong step, and what a learner reads about it.

    ``step`` is the method that is wrong; ``times``, how many backward passes a program needs before the bug shows.
    ``about`` says what the correct engine does there, in the code ``correct``, which the bug turns into ``broken``.
    Both are lines of ``file``; ``notice`` says how one would find out.
    """

    step: str
    times = 1
    about: str
    file = "small.py"
    correct: str
    broken: str
    notice: str


class AssignsBug(Bug):
    """The latest message takes the place of those before it."""

    step = "meet"
    about = "The correct engine adds up the messages that arrive in the same slot."
    correct = "return message if before is None else before + message"
    broken = "return message"
    notice = (
        "The first tests pass, and training more or less works. The bug breaks the gradient of every value that "
        "is used more than once, such as a shared weight, and of everything it was computed from. A test on a chain "
        "never shows it."
    )

    def meet(self, before: Any, message: Any) -> Any:
        return message


class NoUnbroadcastBug(Bug):
    """A gradient for each copy goes on to the one input."""

    step = "fit"
    about = "Where forward copied an input to stretch it, the correct engine adds up the gradients of the copies."
    correct = "return grad.sum(axis=(*range(new), *copied)).reshape(shape)"
    broken = "return grad"
    notice = (
        "The `.grad` does not have the shape of its leaf. NumPy does not complain: after `b = b - rate * b.grad`, a "
        "bias has as many rows as the batch. One line finds it: `assert x.grad.shape == x.shape`."
    )

    def fit(self, node: Node, results: list) -> None:
        pass


class WrongSavedBug(Bug):
    """One factor is kept in the place of the other, the input in that of the result."""

    step = "keep"
    about = "In the correct engine, a node keeps the values that its rules need: a product keeps both factors."
    correct = "self.saved = [tensor.data for tensor in inputs]"
    broken = "self.saved = [tensor.data for tensor in reversed(inputs)]"
    notice = (
        "A gradient check finds it at once, unless the values happen to be equal: in `x * x`, or with ones everywhere. "
        "An `exp` that keeps its input instead of its result has the same bug."
    )

    @staticmethod
    def keep(needed: list, others: list) -> list:
        return others


class DepthFirstBug(Bug):
    """A node runs once, at its first message, and the last to receive one runs first. What comes later is lost."""

    step = "turn"
    about = "In the correct engine, a node runs when it has received all its messages."
    correct = "if heard == owed:  # all messages have come\n    return -node.sequence_nr  # the newest first"
    broken = "if heard == 1:  # one message is enough\n    return -len(self.heard)  # last to receive, first to run"
    notice = (
        "If a value is used twice, the gradients of everything it was computed from can be wrong, depending on "
        "how the program is written."
    )

    def turn(self, target: Target, heard: int, owed: int) -> int | None:
        return -len(self.heard) if heard == 1 else None


class DroppedSlotBug(Bug):
    """All outputs of a node share its first slot."""

    step = "slot"
    about = "In the correct engine, each message goes to its output's slot: the second number in `next_functions`."
    correct = "return edge.output_nr  # the second number in next_functions"
    broken = "return 0"
    notice = (
        "The bug breaks only gradients that go through an operation with several outputs, such as `unbind`, `split`, "
        "`var_mean` or `linalg.eigh`. The first output gets the gradients of all outputs, and the others get 0 or "
        "None. Their sum may even be correct, so compare them one by one."
    )

    def slot(self, edge: GradientEdge) -> int:
        return 0


class StaleGradBug(Bug):
    """A training loop without ``zero_grad()``."""

    step = "begin"
    times = 2
    about = "Between two backward passes, the correct training loop empties every `.grad`."
    file = "the training loop"
    correct = "for leaf in leaves:\n    leaf.grad = None  # zero_grad()"
    broken = "pass  # zero_grad() was forgotten"
    notice = (
        "The first step of training is correct. From the second on, each step also uses the gradients of all "
        "steps before it."
    )

    @staticmethod
    def begin(leaves: Iterable[Tensor]) -> None:
        pass


BUGS: dict[str, type[Bug]] = {
    "= instead of +=": AssignsBug,
    "no un-broadcast": NoUnbroadcastBug,
    "wrong saved value": WrongSavedBug,
    "depth-first order": DepthFirstBug,
    "dropped slot": DroppedSlotBug,
    "stale .grad": StaleGradBug,
}
"""Each by the name that pictures and lessons use."""
