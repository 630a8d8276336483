"""Writes, for a row of the table, the Python function that calls it: the path of ``_call.py`` laid out for this row.

PyTorch does the same with its table: a script writes a C++ function for each row. What is written here can be read:
``print(TABLE["mul.Tensor"].call_source())``. It serves the commonest calls: floats of one type, no lists. A call
that is not of that kind (mixed types, integers, shapes that do not fit) goes to `_call.call`, and both leave the same
node behind. So does every call while somebody wants to hear of new nodes (a recorder, hooks on saved tensors …).

PyTorch: tools/autograd/gen_variable_type.py.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import asarray, ndarray

from .._base.state import attention, here
from .._base.strided import strides
from .._call import shape_of
from ..autograd import graph
from ..autograd._tensor import Tensor, new, wrap
from ..autograd.inference import refuse_inference
from ..autograd.view_history import share_memory
from .compiled import can_be_names, function_from

# What the written functions use. The number is looked up anew at each call: exercises count apart (`numbers_apart`).
next_number = graph._numbers.__next__
float32, float64 = np.dtype("float32"), np.dtype("float64")
SCALARS = frozenset({np.float32, np.float64})
_USED = (Tensor, asarray, attention, here, ndarray, new, refuse_inference, shape_of, share_memory, strides, wrap)
_TAKEN = frozenset((*globals(), "array", "forward", "kind", "metadata", "node", "now", "otherwise", "result", "scalar"))
"""Words of the text, which cannot be names of parameters too."""


def generate_call(op: Any, otherwise: Callable, only_required: bool = False) -> Callable | None:
    """A quick way to call ``op`` when its row is simple enough, else None; ``otherwise`` takes all other calls.

    With ``only_required`` the function has no parameters but the required ones, as an operator.
    """
    if not is_simple(op):
        return None
    own = {"otherwise": otherwise, "forward": op.forward, op.node_class.__name__: op.node_class}
    call = function_from(call_source(op, only_required), op.base, globals(), own)
    call.__doc__ = f"``{op.schema}``"
    call.op = op
    return call


def is_simple(op: Any) -> bool:
    """Whether a row takes no lists of tensors, one of its outputs has a gradient, and so has some required tensor."""
    tensors = [op.parameters[i] for i in op.tensor_positions]
    return (
        len(op.rules) > 0
        and op.linked == 1
        and not (op.view and len(op.outputs) > 1)
        and not op.base.endswith("_")
        and all(p.kind == "tensor" for p in tensors)
        and all(op.parameters[i].required for i in op.differentiable)
        and (op.types is None or len(tensors) == len(op.differentiable))
        and can_be_names(op.positions, _TAKEN)
    )


def call_source(op: Any, only_required: bool = False) -> str:
    """The text of that function."""
    return _Writer(op, only_required).text()


class _Writer:
    """Writes the text for one row, in the steps of `_call.call`."""

    def __init__(self, op: Any, only_required: bool):
        self.op = op
        self.tensors = [op.parameters[i].name for i in op.differentiable]
        self.others = [op.parameters[i] for i in op.tensor_positions if i not in op.differentiable]
        """Tensors without a gradient: indices, masks, weights of classes."""
        given = op.parameters[: op.required] if only_required else op.parameters
        self.given = ", ".join(p.name for p in given)
        self.signature = ", ".join(p.name if p.required else f"{p.name}={p.default!r}" for p in given)
        self.attribute = {p.name: p.name if p in given else repr(p.default) for p in op.parameters}
        """How each attribute is written: by its name, or by its value where there is no such parameter."""
        self.two = op.pointwise and len(self.tensors) == 2 and not self.others and "result" not in op.saved_names
        """``x * y`` and its like. (What keeps its result may make it smaller than its operands, as `dist`.)"""

    def text(self) -> str:
        outputs = ["result", *[f"wrap({_array(number)})" for number in range(1, len(self.op.outputs))]]
        return f"""\
def {self.op.base}({self.signature}):
    if attention.wanted or {" or ".join(self.foreign())}:
        return otherwise({self.given})
{self.two_operands(*self.tensors) if self.two else self.operands()}
{self.result()}
    if now.grad_enabled:
{self.record()}
    return {", ".join(outputs)}"""

    def foreign(self) -> list[str]:
        """The conditions that some operand is no tensor."""
        found = [f"not isinstance({name}, Tensor)" for name in (self.tensors[:1] if self.two else self.tensors)]
        for other in self.others:
            unless = f"{other.name} is not None and " if other.type.endswith("?") else ""
            found.append(f"{unless}not isinstance({other.name}, Tensor)")
        return found

    def operands(self) -> str:
        """Step 1: the arrays; those with a gradient all of one type of float."""
        first, *rest = self.tensors
        arrays = [f"    {name}_array = {name}._data" for name in self.tensors]
        for other in self.others:
            unless = f"None if {other.name} is None else " if other.type.endswith("?") else ""
            arrays.append(f"    {other.name}_array = {unless}{other.name}._data")
        wrong = ["kind is not float32 and kind is not float64"]
        wrong += [f"{name}_array.dtype is not kind" for name in rest]
        view = f"""
    if {first}_array.__class__ is not ndarray:  # a NumPy scalar has no memory that could be looked at
        {first}_array = {first}._data = asarray({first}_array)"""
        return f"""\
{_lines(arrays)}
    kind = {first}_array.dtype
    if {" or ".join(wrong)}:
        return otherwise({self.given}){view * self.op.view}"""

    def two_operands(self, one: str, other: str) -> str:
        """The same for two tensors that may be stretched, or a tensor and a number."""
        return f"""\
    {one}_array = {one}._data
    scalar = {one}_array.__class__
    {other}_edge = metadata = None
    if isinstance({other}, Tensor):
        {other}_array = {other}._data
        if scalar is not {other}_array.__class__ or scalar not in SCALARS:
            kind = {one}_array.dtype
            if kind is not {other}_array.dtype or kind is not float32 and kind is not float64:
                return otherwise({self.given})
            if {one}_array.shape != {other}_array.shape:
                metadata = ({one}_array.shape, kind), ({other}_array.shape, kind)
        {_edge(other)}
    elif {other}.__class__ is float or {other}.__class__ is int:
        if scalar not in SCALARS and {one}_array.dtype.kind != 'f':
            return otherwise({self.given})
        {other}_array = {other}
    else:
        return otherwise({self.given})"""

    def result(self) -> str:
        """Steps 2 and 3: compute, and wrap what comes out."""
        tensors = {*self.tensors, *(other.name for other in self.others)}
        values = [f"{p.name}_array" if p.name in tensors else self.attribute[p.name] for p in self.op.parameters]
        arrays = [_array(number) for number in range(len(self.op.outputs))]
        whole = f"""
    if array.dtype is not float32 and array.dtype is not float64:
        return otherwise({self.given})  # no gradient comes from whole numbers"""
        view = f"""
    share_memory({self.tensors[0]}, result)"""
        return f"""\
    now = here.state
    try:
        {", ".join(arrays)} = now.silently(forward, {", ".join(values)})
    except Exception:
        return otherwise({self.given})  # which has PyTorch's words for it{whole * ("dtype" in self.attribute)}
    result = new(Tensor)
    result._data = array
    result._fn = result._grad = result._shared = result._written = None
    result._requires = False{view * self.op.view}"""

    def record(self) -> str:
        """Step 4: a node, if an input needs a gradient."""
        edges = [f"        {_edge(name)}" for name in (self.tensors[:1] if self.two else self.tensors)]
        refusal = """
            if attention.inference_made:
                refuse_inference(node._saved)"""
        return f"""\
{_lines(edges)}
        if {" or ".join(f"{name}_edge is not None" for name in self.tensors)}:
            result._fn = node = {self.op.node_class.__name__}()
            node._edges = {_tuple([f"{name}_edge" for name in self.tensors])}
            node._saved = {_tuple([self.saved(*plan) for plan in self.op.saving])}
            node._attributes = {_tuple([self.kept(*plan) for plan in self.op.attribute_plan])}
            node._metadata = {"metadata" if self.two else self.metadata()}
            node._extras = None
            node._number = next_number(){refusal * bool(self.op.saving)}"""

    def saved(self, plan: tuple[str, int], users: tuple[int, ...]) -> str:
        """What is saved in one place: the output's array; or an input, unless only a hole's rule would use it."""
        kind, where = plan
        if kind == "result":
            return _array(where)
        name = self.op.parameters[where].name
        if len(users) == len(self.tensors):
            return name
        return f"None if {' and '.join(f'{self.tensors[user]}_edge is None' for user in users)} else {name}"

    def kept(self, kind: str, where: int) -> str:
        """An attribute of the call, or what is kept of an input instead of its numbers."""
        name, type_name = self.op.parameters[where].name, self.op.parameters[where].type
        if kind == "attribute":
            may_be_list = "[" in type_name and self.attribute[name] == name
            return f"tuple({name}) if {name}.__class__ is list else {name}" if may_be_list else self.attribute[name]
        if name in self.tensors and kind in _KEPT:
            return f"{name}_array.{_KEPT[kind]}"
        if name in self.tensors and kind == "strides":  # kept only where a gradient will want that layout
            return f"() if {name}_edge is None else strides({name}_array)"
        return f"shape_of({kind!r}, {name})"

    def metadata(self) -> str:
        """(shape, dtype) that each gradient must come back to; None when the rules give that anyway."""
        same = ["array.dtype is kind"] if len(self.tensors) == 1 else []
        if self.op.pointwise and len(self.tensors) + len(self.others) > 1:
            same += [f"{name}_array.shape == array.shape" for name in self.tensors]
        if not same:
            return "None"
        return f"None if {' and '.join(same)} else {_tuple([f'({name}_array.shape, kind)' for name in self.tensors])}"


_KEPT = {"sizes": "shape", "numel": "size", "dim": "ndim"}


def _edge(name: str) -> str:
    """`Tensor._edge`, without a call for a tensor that is not a view."""
    return f"{name}_edge = {name}._edge() if {name}._shared is not None else {name} if {name}._requires else {name}._fn"


def _array(number: int) -> str:
    """What the text calls an output's array."""
    return f"array_{number}" if number else "array"


def _tuple(items: list[str]) -> str:
    """The text of a tuple."""
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _lines(items: list[str]) -> str:
    return "\n".join(items)
