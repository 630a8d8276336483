"""The class of the nodes that a row leaves behind: ``MulBackward0``, with ``_saved_self``, ``_saved_other`` …

PyTorch: tools/autograd/gen_autograd_functions.py.
"""

from typing import Any

from .. import saved_values
from ..base.errors import SECOND_BACKWARD
from ..graph import MultiOutputNode, Node
from .written_backward import written_backward


def node_class(plan: Any) -> type[Node]:
    """The class of the nodes that a row leaves behind, with a ``_saved_…`` property for each value it keeps."""
    row = plan.row
    base = Node if plan.linked == 1 else MultiOutputNode
    members: dict[str, Any] = {"__slots__": (), "op": row, "plan": plan, "__module__": "builtins"}
    members["__doc__"] = f"Backward of ``{row.schema}``."
    backward = written_backward(plan)
    if backward is not None:
        members["backward"] = backward
    for index, (name, (kind, number)) in enumerate(zip(plan.saved_names, plan.saved_plan, strict=True)):
        members[f"_saved_{name}"] = _saved_property(index, kind, number, plan)
    for index, (name, (kind, number)) in enumerate(zip(plan.attribute_names, plan.attribute_plan, strict=True)):
        if kind == "geometry":  # for the rule alone: PyTorch hides it
            continue
        if kind in ("attribute", "dim"):
            members[f"_saved_{name}"] = _attribute_property(index, plan.parameters[number].type)
        elif plan.parameters[number].kind != "tensors":  # PyTorch keeps the shapes of a list, but does not show them
            members[f"_saved_{name.replace(f'_{kind}', f'_sym_{kind}')}"] = _attribute_property(index, "")
    space, _, class_name = row.node.rpartition("::")
    if space or class_name == "NotImplemented":  # hand-written nodes have names like torch::autograd::CopyBackwards
        members["name"] = lambda node: f"torch::autograd::{class_name}"
    return type(class_name, (base,), members)


def _saved_property(index: int, kind: str, number: int, plan: Any) -> property:
    def get(node: Node) -> Any:
        if node._saved is None:
            if not plan.keeps(index, node._edges):
                return None
            raise RuntimeError(SECOND_BACKWARD)
        return saved_values.show(node, kind, number, node._saved[index])

    return property(get, doc="Saved for backward; raises once backward has freed it.")


def _attribute_property(index: int, type_name: str) -> property:
    def get(node: Node) -> Any:
        value = node._attributes[index]
        if not type_name.startswith(("int", "SymInt")):
            return value
        return tuple(map(unsigned, value)) if isinstance(value, tuple) else unsigned(value)

    return property(get, doc="An attribute of the call; it stays after backward.")


def unsigned(value: Any) -> Any:
    """PyTorch keeps dims and the like as unsigned 64-bit numbers, so dim = -1 shows as 2**64 - 1."""
    return value + 2**64 if isinstance(value, int) and value < 0 else value
