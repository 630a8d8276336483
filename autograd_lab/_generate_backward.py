"""Writes, for the nodes of a row, the method that runs its rules: `Node.backward` laid out for this row.

As with calls (``_generate_call.py``) PyTorch writes this in C++ from its table, and what is written here can be read:
``print(TABLE["mul.Tensor"].backward_source())``. Whatever is out of the ordinary goes to `Node.backward`: a second
backward, values that hooks have packed, a graph of the gradients (``create_graph``). Both give the same answers and
the same errors.

PyTorch: tools/autograd/gen_autograd_functions.py.
"""

from collections.abc import Callable, Iterator
from keyword import iskeyword
from typing import Any

from ._source import function_from
from ._tensor import Tensor
from .autograd.graph import Node
from .autograd.saved_values import unpack_input, unpack_result

__all__ = ["Tensor", "unpack_input", "unpack_result"]  # what the written functions use
_TAKEN = frozenset((*__all__, "general", "grad", "lift", "node"))
"""Words of the text, which cannot be names of parameters too."""
_SAME = (lambda grad: grad).__code__


def generate_backward(op: Any) -> Callable | None:
    """The method, or None for rows of several outputs, of lists, or with derivatives that are not there."""
    names = [op.parameters[position].name for position in op.differentiable]
    if op.linked != 1 or op.takes_list or any(name not in op.rules for name in names):
        return None
    if any(p.name in _TAKEN or iskeyword(p.name) for p in op.parameters):
        return None
    own = {f"{name}_rule": op.rules[name].function for name in names}
    return function_from(backward_source(op), "backward", globals(), {"general": Node.backward, **own})


def backward_source(op: Any) -> str:
    """The text of that method."""
    return "\n".join(_lines(op))


def _lines(op: Any) -> Iterator[str]:
    names = [op.parameters[position].name for position in op.differentiable]
    used = {value for rule in op.rules.values() for value in rule.saves}
    yield "def backward(node, grad, lift=False):"
    yield "    if lift or grad is None or node._saved.__class__ is not tuple:"
    yield "        return general(node, grad, lift)"
    if len(names) > 1:  # the only input of a node needs its gradient, or there were no node
        yield f"    {', '.join(f'{name}_edge' for name in names)} = node._edges"
    yield "    try:"
    for index, (name, (kind, number)) in enumerate(zip(op.saved_names, op.saved_plan, strict=True)):
        if name in used:
            yield f"        {name} = node._saved[{index}]"
            yield from _unpacked(name, kind, number)
    for index, name in enumerate(op.attribute_names):
        if name in used:
            yield f"        {name} = node._attributes[{index}]"
    results = [_result(name, op.rules[name], alone=len(names) == 1) for name in names]
    yield f"        return {', '.join(results)}{',' if len(names) == 1 else ''}"
    yield "    except RuntimeError:"
    yield "        return general(node, grad, lift)  # it complains in PyTorch's order"


def _unpacked(name: str, kind: str, number: int) -> Iterator[str]:
    """From what is saved to an array, unless the numbers are gone. The commonest case first."""
    if kind == "result":
        yield "        if node._extras is not None:"
        yield f"            {name} = unpack_result(node, {name}, {number}, False)"
        return
    untouched = f"({name}._shared is None or {name}._shared.owner._written is None)"
    yield f"        if {name}.__class__ is Tensor and {name}._written is None and {untouched}:"
    yield f"            {name} = {name}._data"
    yield f"        elif {name} is not None and {name}.__class__ is not float:"
    yield f"            {name} = unpack_input(node, {name}, False)"


def _result(name: str, rule: Any, alone: bool) -> str:
    """What goes along one edge. A rule that hands on what it gets need not be called."""
    code = getattr(rule.function, "__code__", None)
    passes = code is not None and code.co_code == _SAME.co_code
    text = "grad" if passes else f"{name}_rule({', '.join(('grad', *rule.saves))})"
    return text if alone else f"None if {name}_edge is None else {text}"
