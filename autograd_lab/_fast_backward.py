"""`Node.backward` once more, for the nodes of most rows: where each rule finds its values is looked up beforehand.

Whatever is out of the ordinary goes to `Node.backward`: a second backward, values that hooks have packed, a graph of
the gradients (``create_graph``). Both give the same answers and the same errors.
"""

from collections.abc import Callable
from typing import Any

from ._tensor import Tensor
from .autograd import saved_values
from .autograd.graph import Node

_SAME = (lambda grad: grad).__code__


def fast_backward(op: Any) -> Callable | None:
    """`Node.backward` for nodes with one output whose inputs all have rules."""
    rules = [_ready_rule(op, position) for position in op.differentiable]
    if op.linked != 1 or op.takes_list or None in rules:
        return None
    few = len(rules) <= 2 and all(len(places) <= 1 for _, places in rules)
    return _at_most_two(rules) if few else _any_number(rules)


def _any_number(rules: list) -> Callable:
    general = Node.backward

    def backward(node: Node, grad: Any, lift: bool = False) -> Any:
        saved = node._saved
        if lift or grad is None or saved.__class__ is not tuple:  # freed, or packed by hooks
            return general(node, grad, lift)
        results = []
        try:
            for edge, (rule, places) in zip(node._edges, rules):  # noqa: B905 (strict= is slow)
                if edge is None:
                    results.append(None)
                else:
                    results.append(rule(grad, *[_value(node, saved, place) for place in places]))
        except RuntimeError:
            return general(node, grad, lift)  # it complains in PyTorch's order
        return results

    return backward


def _at_most_two(rules: list) -> Callable:
    """The same for rules that need one value at most."""
    general = Node.backward
    (rule, place), *others = [(rule, *places) if places else (rule, None) for rule, places in rules]

    def backward_one(node: Node, grad: Any, lift: bool = False) -> tuple:
        saved = node._saved
        if lift or saved is None or grad is None:
            return general(node, grad, lift)
        return (rule(grad) if place is None else rule(grad, _value(node, saved, place)),)

    if not others:
        return backward_one
    ((second_rule, second_place),) = others
    passes, second_passes = _passes_on(rule), _passes_on(second_rule)

    def backward_two(node: Node, grad: Any, lift: bool = False) -> tuple:
        saved = node._saved
        if lift or saved is None or grad is None:
            return general(node, grad, lift)
        first, second = node._edges
        if first is not None:
            if passes:
                first = grad
            elif place is None:
                first = rule(grad)
            else:
                first = rule(grad, _value(node, saved, place))
        if second is not None:
            if second_passes:
                second = grad
            elif second_place is None:
                second = second_rule(grad)
            else:
                second = second_rule(grad, _value(node, saved, second_place))
        return first, second

    return backward_two


def _passes_on(rule: Callable) -> bool:
    """Whether a rule hands on what it gets: then there is no need to call it."""
    code = getattr(rule, "__code__", None)
    return code is not None and code.co_code == _SAME.co_code


def _ready_rule(op: Any, position: int) -> tuple[Callable, tuple[int, ...]] | None:
    """The rule of one input, and the places of the values that it needs (after the saved ones: attributes)."""
    rule = op.rules.get(op.parameters[position].name)
    if rule is None:
        return None
    names = (*op.saved_names, *op.attribute_names)
    return rule.function, tuple([names.index(name) for name in rule.saves])


def _value(node: Node, saved: tuple, place: int) -> Any:
    """A saved array or attribute; anything out of the ordinary is left to `saved_values`."""
    if place >= len(saved):
        return node._attributes[place - len(saved)]
    value = saved[place]
    if isinstance(value, Tensor):
        log = (value if value._shared is None else value._shared.owner)._written
        if log is None or log.latest < node._number:
            return value._data
        return saved_values.unpack_input(node, value, False)
    if value.__class__ is float:
        return value
    kind, number = node.op.saved_plan[place]
    if kind == "result":
        return saved_values.unpack_result(node, value, number, False)
    return saved_values.unpack_input(node, value, False)
