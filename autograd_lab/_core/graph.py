"""The graph that backward walks: nodes, the edges between them, and what a node remembers.

Forward builds it: every operation leaves one `Node`. A node knows three things that backward needs:

* its **edges**: where the gradient of each input goes next (``next_functions`` shows them);
* its **saved** values: what its rules need (``_saved_self``, ``_saved_other`` … show them);
* its **number**: its place in the order of creation, from 1. Consumers are always newer than what they consume.

Besides, ``_attributes`` holds the call's arguments that are not tensors, and ``_input_metadata`` the shape and dtype of
each input: its gradient is summed and cast to these (None if forward stretched or cast no input).

An edge has three forms (see `edge_of`): a Node, for an operation with one output; a `GradientEdge`, for one of several
outputs and for any output of a custom Function; and the leaf tensor itself, for a leaf. The leaf's `AccumulateGrad` is
made only when asked for (``next_functions``), which keeps a graph cheap.

PyTorch: torch/autograd/graph.py, torch/csrc/autograd/{node,edge}.h.
"""

import weakref
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, NoReturn

from .base.state import thread
from .freeing import freed
from .hook_registry import Extras, RemovableHandle, add_hook

LEAF_SEQUENCE_NR = 2**64 - 1
"""What AccumulateGrad answers to ``_sequence_nr()``, as in PyTorch: the highest, since a ready leaf goes first."""


class GradientEdge(NamedTuple):
    """Where a gradient goes: a node, and which of the node's outputs it belongs to."""

    node: "Node"
    output_nr: int
    ownership_token: Any = None


class Node:
    """One recorded operation. Its class is named as in PyTorch: ``MulBackward0`` is the backward of ``mul``.

    What ``e = (a + b) * d`` leaves behind, if the leaves a, b and d want gradients::

        e.grad_fn
        |
        MulBackward0                          _saved_self = a + b, _saved_other = d
        |
        +--[0]--> AddBackward0                _saved_alpha = 1
        |         |
        |         +--[0]--> AccumulateGrad    variable = a
        |         |
        |         +--[1]--> AccumulateGrad    variable = b
        |
        +--[1]--> AccumulateGrad              variable = d

    ``[0]`` and ``[1]`` are the places in ``next_functions``, one for each input. Gradients go along these edges. On the
    right is what each node needs to compute them.

    The 0 in ``MulBackward0`` numbers the overload in PyTorch's table, not an input. Every row of the table in
    ``derivatives/`` makes one subclass; `Function.apply` makes instances of the learner's own. ``node(*grads)`` runs
    it by hand: it takes one gradient for each output and returns one for each input.
    """

    __slots__ = ("_attributes", "_edges", "_extras", "_input_metadata", "_number", "_saved")

    op: ClassVar[Any] = None
    """The row of the table (None for AccumulateGrad and for custom Functions)."""
    plan: ClassVar[Any] = None
    """The row worked out: what to save, which rules to run, how to call (``table/plan.py``)."""

    def name(self) -> str:
        """The name PyTorch gives, e.g. ``'MulBackward0'``."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple["Node | None", int], ...]:
        """One pair for each input: (the node that gets this input's gradient, which of *its* outputs the input was).

        ``(None, 0)`` is a hole: this input needs no gradient. The second number is 0 unless that node has several
        outputs. A leaf appears as its `AccumulateGrad`.
        """
        return tuple((None, 0) if edge is None else tuple(edge_of(edge)[:2]) for edge in self._edges)

    def outputs(self) -> int:
        """How many outputs the operation had; the node has as many slots for incoming gradients."""
        return 1

    # ----- hooks --------------------------------------------------------------------------------------------------
    def extras(self) -> Extras:
        """The rarely needed part of the node, made on first use."""
        if self._extras is None:
            self._extras = Extras()
        return self._extras

    def register_hook(self, fn: Callable) -> RemovableHandle:
        """Call ``fn(grad_inputs, grad_outputs)`` each time the node has run, with a tuple of Tensors (or None) each.

        A tuple that it returns replaces ``grad_inputs``: as many, each of the shape and dtype of the old one.

        Raises:
            TypeError, RuntimeError: in backward, when it returns anything else.
        """
        return add_hook(self.extras().posthooks, fn)

    def register_prehook(self, fn: Callable) -> RemovableHandle:
        """Call ``fn(grad_outputs)`` each time before the node runs; a returned tuple replaces ``grad_outputs``.

        Errors are those of `register_hook`.
        """
        return add_hook(self.extras().prehooks, fn)

    @property
    def metadata(self) -> dict:
        """A dictionary of your own, kept with the node. Anomaly mode notes ``"traceback_"`` here."""
        return self.extras().metadata

    def _sequence_nr(self) -> int:
        """The node's number, in the order of creation: backward runs the highest first."""
        return self._number

    # ----- running ------------------------------------------------------------------------------------------------
    def backward(self, grad: Any, as_tensors: bool = False) -> tuple:
        """Run the rules of those inputs that need a gradient; one result for each edge.

        Most rows' nodes have a version of this written out for their rules (``table/written_backward.py``).

        Args:
            grad: what arrived: an array, or with several outputs a list with one entry (or None) for each.
            as_tensors: give the rules Tensors instead of arrays, so that their steps are recorded (``create_graph``).

        Raises:
            RuntimeError: when the saved values are freed, or were written over in place.
        """
        edges = self._edges
        values = self._values(as_tensors)  # first, so that freed values raise even if None arrived
        if grad is None and self.plan.rules:  # (a `not_implemented` row has no rules, and raises below)
            return (None,) * len(edges)
        state = thread.state
        before, state.in_rule = state.in_rule, as_tensors
        try:
            return self.plan.run_rules(grad, values, edges)
        finally:
            state.in_rule = before

    def _values(self, as_tensors: bool) -> list:
        """Everything that the rules may name, in the row's order: saved values first, then attributes."""
        saved = self._saved
        if saved is None:
            if self.plan.keeps_something({i for i, edge in enumerate(self._edges) if edge is not None}):
                raise freed(self)
            saved = (None,) * len(self.plan.saved_names)
        values = (
            self.plan.unpack(self, saved, as_tensors) if saved.__class__ is tuple else saved.unpacked(self, as_tensors)
        )
        return [*values, *self._attributes]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} #{self._number}>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")


class MultiOutputNode(Node):
    """A node with several outputs: ``unbind``, ``split``, or the node of a custom Function.

    Each output tensor carries ``output_nr``; each edge that leads here carries the same number, so that a gradient
    finds its slot. ``_outputs`` holds (shape, dtype) of each output: a seed is checked against them, and zeros for an
    empty slot are made with them.
    """

    __slots__ = ("_outputs",)

    def outputs(self) -> int:
        """How many slots there are."""
        return len(self._outputs)

    def backward(self, grad: list, as_tensors: bool = False) -> tuple:
        """As `Node.backward`; when no slot heard anything, every edge gets None."""
        return super().backward(None if all(slot is None for slot in grad) else grad, as_tensors)


class AccumulateGrad(Node):
    """The end of a path. In the engine the leaf stands for it; this node is made when ``next_functions`` is read.

    `accumulate_grad.accumulate` does the adding.

    A leaf has one AccumulateGrad, made when somebody asks for it and kept while somebody holds it. Hooks on it stay
    with the leaf. Its repr shows the leaf's number (leaves are counted separately), not ``_sequence_nr()``.
    """

    __module__ = "builtins"  # as its type prints in PyTorch
    __slots__ = ("__weakref__", "variable")

    def __init__(self, variable: Any):
        self._edges, self._saved, self._attributes, self._input_metadata = (), (), (), None
        self.variable = variable
        """The leaf tensor whose ``.grad`` this node writes."""
        self._number = leaf_number(variable)

    def name(self) -> str:
        """PyTorch's qualified name."""
        return "torch::autograd::AccumulateGrad"

    def extras(self) -> Extras:
        """Those of the leaf, so that they outlive this object."""
        return leaf_extras(self.variable)

    def _sequence_nr(self) -> int:
        return LEAF_SEQUENCE_NR


def leaf_number(leaf: Any) -> int:
    """The number of the leaf's AccumulateGrad. Leaves are numbered in the order in which somebody first asks."""
    number = leaf.__dict__.get("_leaf_number")
    if number is None:
        number = leaf.__dict__["_leaf_number"] = thread.state.next_leaf_number()
    return number


def leaf_extras(leaf: Any) -> Extras:
    """Hooks of a leaf: its own and those of its AccumulateGrad."""
    if leaf._extras is None:
        leaf._extras = Extras()
    return leaf._extras


def accumulate_node(leaf: Any) -> AccumulateGrad:
    """The leaf's AccumulateGrad: the same object as long as somebody holds it."""
    reference = leaf.__dict__.get("_accumulate")
    node = reference() if reference is not None else None
    if node is None:
        node = AccumulateGrad(leaf)
        # The leaf must not own the node that owns the leaf: a cycle would keep both until the collector comes.
        leaf.__dict__["_accumulate"] = weakref.ref(node)
    return node


def edge_of(target: Any) -> GradientEdge:
    """The full edge for the short form stored in a node: a Node, a GradientEdge, or a leaf tensor."""
    if isinstance(target, Node):
        return GradientEdge(target, 0)
    if isinstance(target, GradientEdge):
        return target
    return GradientEdge(accumulate_node(target), 0)
