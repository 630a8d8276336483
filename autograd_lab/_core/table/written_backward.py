"""Writes, for the nodes of a row, the method that runs its rules: `Node.backward` laid out for this row.

As with calls (``written_call.py``) PyTorch writes this in C++ from its table, and what is written here can be read:
``print(TABLE["mul.Tensor"].backward_source())``. Whatever is out of the ordinary goes to `Node.backward`: a second
backward, values that hooks have packed, a graph of the gradients (``create_graph``). Both give the same answers and
the same errors.

PyTorch: tools/autograd/gen_autograd_functions.py.
"""

from collections.abc import Callable
from typing import Any

from ..graph import Node
from ..saved_values import unpack_input, unpack_result
from ..tensor import Tensor
from .compiled import can_be_names, function_from
from .rule import Part

_USED = (Tensor, unpack_input, unpack_result)  # by the written functions
_TAKEN = frozenset((*globals(), "general", "grad", "as_tensors", "node", "saved", "parts"))
"""Words of the text, which cannot be names of parameters too."""
_SAME = (lambda grad: grad).__code__


def why_not_written(plan: Any) -> str:
    """Why a row has no written backward; "" where it has one."""
    reasons = {
        "not exactly one of its outputs has a gradient": plan.linked != 1,
        "it takes a list of tensors": plan.takes_list,
        "an edge has no rule": not all(name in plan.rules for name in _inputs(plan)),
        "a parameter has a name that the text needs": not can_be_names(plan.positions, _TAKEN),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def written_backward(plan: Any) -> Callable | None:
    """The method, or None for a row that is not simple enough."""
    if why_not_written(plan):
        return None
    own = {f"{name}_rule": plan.rules[name].function for name in _inputs(plan)}
    for name in plan.parts:
        own["rule_of_parts"] = plan.rules[name].function.function
    return function_from(backward_source(plan), "backward", globals(), {"general": Node.backward, **own})


def _inputs(plan: Any) -> list[str]:
    """The names of the inputs, in the order of the edges."""
    return [plan.parameters[position].name for position in plan.differentiable]


def backward_source(plan: Any, explained: bool = False) -> str:
    """The text of that method, "" where there is none; ``explained`` puts each rule's own text beside its call."""
    if plan.row.node is None or why_not_written(plan):
        return ""
    names = _inputs(plan)
    used = {value for rule in plan.rules.values() for value in rule.saves}
    used.update(plan.saved_names)  # written over, even what no rule asks for is an error
    # A node with one input exists only because that input needs a gradient.
    edges = "" if len(names) == 1 else f"\n    {', '.join(f'{name}_edge' for name in names)} = node._edges"
    steps = [
        *_taken(plan.saved_names, used, "saved"),
        *[_unpacked(name, *plan) for name, plan in zip(plan.saved_names, plan.saved_plan, strict=True)],
        *_taken(plan.attribute_names, used, "node._attributes"),
    ]
    if plan.parts:
        nobody = " and ".join(f"{name}_edge is None" for name in plan.parts)
        saves = plan.rules[next(iter(plan.parts))].saves
        steps.append(f"parts = None if {nobody} else rule_of_parts({', '.join(('grad', *saves))})")
    results = ""
    for name in names:
        beside = f"  # {plan.rules[name].source}" if explained else ""
        results += f"            {_result(name, plan.rules[name], alone=len(names) == 1)},{beside}\n"
    return f"""\
def backward(node, grad, as_tensors=False):
    saved = node._saved
    if as_tensors or grad is None or saved.__class__ is not tuple:
        return general(node, grad, as_tensors){edges}
    try:
{"".join(f"        {step}" + chr(10) for step in steps)}\
        return (
{results}        )
    except RuntimeError:
        return general(node, grad, as_tensors)  # it complains in PyTorch's order"""


def _taken(names: tuple[str, ...], used: set[str], place: str) -> list[str]:
    """Steps that take the values which are used out of a tuple."""
    if len(names) > 1 and used.issuperset(names):
        return [f"{', '.join(names)} = {place}"]
    return [f"{name} = {place}[{index}]" for index, name in enumerate(names) if name in used]


def _unpacked(name: str, kind: str, number: int) -> str:
    """The step from what is saved to an array, unless the numbers are gone. The commonest case first."""
    if kind == "result":
        return f"""\
if node._extras is not None:
            {name} = unpack_result(node, {name}, {number}, False)"""
    untouched = f"{name}._written is None and ({name}._shared is None or {name}._shared.owner._written is None)"
    return f"""\
if {name}.__class__ is Tensor and {untouched}:
            {name} = {name}._data
        elif {name} is not None and {name}.__class__ is not float:
            {name} = unpack_input(node, {name}, False)"""


def _result(name: str, rule: Any, alone: bool) -> str:
    """What goes along one edge. A rule that hands on what it gets need not be called."""
    code = getattr(rule.function, "__code__", None)
    if isinstance(rule.function, Part):
        text = f"parts[{rule.function.place}]"
    elif code is not None and code.co_code == _SAME.co_code:
        text = "grad"
    else:
        text = f"{name}_rule({', '.join(('grad', *rule.saves))})"
    return text if alone else f"None if {name}_edge is None else {text}"
