"""The path of ``_call.py`` once more, for the commonest calls: one tensor, two of one float type, or one and a number.

Nothing here is new; everything that can be known beforehand is looked up beforehand. A call that is not of that kind
(mixed types, integers, views, subclasses) goes to `_call.call`, and both leave the same node behind.
"""

from collections.abc import Callable
from typing import Any

from ._tensor import Tensor, wrap
from .autograd import graph, saved_values
from .autograd._state import state
from .autograd.graph import Node

_number = graph._numbers.__next__


def fast(op: Any) -> Callable | None:
    """A quicker way to call ``op`` when its row is simple enough, else None."""
    kinds = {kind for kind, _ in op.saved_plan} | {kind for kind, _ in op.attribute_plan}
    simple = op.rules and op.linked == 1 and not op.view and not op.takes_list
    if not simple or "sizes" in kinds or op.required != len(op.tensor_positions):
        return None
    if op.tensor_positions == (0,) and (op.types == "float" or len(op.parameters) == 1) and not op.attribute_plan:
        return _unary(op)
    if op.tensor_positions == (0, 1) and op.differentiable == (0, 1) and op.pointwise:
        return _binary(op)
    return None


def _unary(op: Any) -> Callable[[Any], Any]:
    forward, node_class = op.forward, op.node_class
    rest = op.defaults[1:]
    keeps = op.saved_names
    general = op.general

    def call(self: Any) -> Any:
        if self.__class__ is not Tensor or self._owner is not None:
            return general(self)
        data = self._data
        if data.dtype.kind != "f":
            return general(self)
        result = wrap(forward(data, *rest))
        if state.grad_enabled and (self._fn is not None or self._requires):
            edge = self if self._fn is None else self._fn
            saved = () if not keeps else (self,) if keeps == ("self",) else (result._data,)
            result._fn = _node(node_class, (edge,), saved, (), result)
        return result

    return call if keeps in ((), ("self",), ("result",)) else None


def _binary(op: Any) -> Callable[[Any, Any], Any]:
    forward, node_class = op.forward, op.node_class
    rest = op.defaults[2:]
    attributes = tuple(op.defaults[where] for _, where in op.attribute_plan)
    keeps = op.saved_names
    crosses = op.users == ((1,), (0,))  # each saved input serves the other's rule, as in x * y
    general = op.general

    def call(self: Any, other: Any) -> Any:
        if self.__class__ is not Tensor or self._owner is not None:
            return general(self, other)
        a = self._data
        second = metadata = None
        if other.__class__ is Tensor:
            b = other._data
            if a.dtype is not b.dtype or other._owner is not None:
                return general(self, other)
            if a.shape != b.shape:
                metadata = (a.shape, a.dtype), (b.shape, b.dtype)
            second = other if other._fn is None and other._requires else other._fn
        elif other.__class__ is float or other.__class__ is int:
            b = other
        else:
            return general(self, other)
        if a.dtype.kind != "f":
            return general(self, other)
        try:
            result = wrap(forward(a, b, *rest))
        except ValueError:
            return general(self, other)  # shapes that do not fit: it knows PyTorch's words for that
        if state.grad_enabled:
            first = self if self._fn is None and self._requires else self._fn
            if first is not None or second is not None:
                if not keeps:
                    saved = ()
                elif crosses:
                    saved = (None if second is None else self, None if first is None else other)
                else:
                    saved = (self, other)
                result._fn = _node(node_class, (first, second), saved, attributes, result, metadata)
        return result

    return call if keeps in ((), ("self", "other")) and (crosses or op.users in ((), ((0, 1), (0, 1)))) else None


# ----- backward --------------------------------------------------------------------------------------------------
def fast_backward(op: Any) -> Callable | None:
    """`Node.backward` for nodes with one or two edges whose rules need at most one value each."""
    rules = [_ready_rule(op, position) for position in op.differentiable]
    if op.linked != 1 or op.takes_list or None in rules or len(rules) > 2:
        return None
    general = Node.backward
    rule = rules[0]

    def backward_one(node: Node, grad: Any, lift: bool = False) -> tuple:
        saved = node._saved
        if lift or saved is None or grad is None:
            return general(node, grad, lift)
        return (rule(node, grad, saved),)

    if len(rules) == 1:
        return backward_one
    second_rule = rules[1]

    def backward_two(node: Node, grad: Any, lift: bool = False) -> tuple:
        saved = node._saved
        if lift or saved is None or grad is None:
            return general(node, grad, lift)
        first, second = node._edges
        return (
            None if first is None else rule(node, grad, saved),
            None if second is None else second_rule(node, grad, saved),
        )

    return backward_two


def _ready_rule(op: Any, position: int) -> Callable[[Node, Any, tuple], Any] | None:
    """The rule of one input as a function of (node, grad, saved); None when it needs more than one value."""
    rule = op.rules.get(op.parameters[position].name)
    if rule is None or len(rule.saves) > 1:
        return None
    function = rule.function
    if not rule.saves:
        return lambda node, grad, saved: function(grad)
    (name,) = rule.saves
    if name in op.attribute_names:
        place = op.attribute_names.index(name)
        return lambda node, grad, saved: function(grad, node._attributes[place])
    place = op.saved_names.index(name)
    if op.saved_plan[place][0] == "result":
        return None
    return lambda node, grad, saved: function(grad, _plain(node, saved[place]))


def _plain(node: Node, value: Any) -> Any:
    """A saved input's array; anything out of the ordinary is left to `saved_values`."""
    if value.__class__ is Tensor and value._written is None and value._owner is None:
        return value._data
    return saved_values.unpack_input(node, value, False)


def _node(
    node_class: type[Node],
    edges: tuple,
    saved: tuple,
    attributes: tuple,
    result: Tensor,
    metadata: tuple | None = None,
) -> Node:
    node = node_class.__new__(node_class)
    node._edges = edges
    node._saved = saved
    node._attributes = attributes
    node._metadata = metadata
    node._extras = None
    node._number = _number()
    if state.recorder is not None:
        result._fn = node
        state.recorder.op_recorded(node, result)
    return node
