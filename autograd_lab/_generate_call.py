"""Writes, for a row of the table, the Python function that calls it: the path of ``_call.py`` laid out for this row.

PyTorch does the same with its table: a script writes a C++ function for each row. What is written here can be read:
``print(TABLE["mul.Tensor"].call_source())``. It serves the commonest calls: floats of one type, no lists. A call
that is not of that kind (mixed types, integers, shapes that do not fit) goes to `_call.call`, and both leave the same
node behind. So does every call while somebody wants to hear of new nodes (a recorder, hooks on saved tensors …).

PyTorch: tools/autograd/gen_variable_type.py.
"""

from collections.abc import Callable, Iterator
from keyword import iskeyword
from typing import Any

import numpy as np
from numpy import ndarray

from ._call import shape_of, share_memory
from ._formulas.strided import strides
from ._source import function_from
from ._tensor import Tensor, new, wrap
from .autograd import graph
from .autograd._state import attention, here
from .autograd.inference import refuse_inference

# What the written functions use. The number is looked up anew at each call: exercises count apart (`numbers_apart`).
next_number = graph._numbers.__next__
float32, float64 = np.dtype("float32"), np.dtype("float64")
SCALARS = frozenset({np.float32, np.float64})
__all__ = [
    "Tensor",
    "attention",
    "here",
    "ndarray",
    "new",
    "refuse_inference",
    "shape_of",
    "share_memory",
    "strides",
    "wrap",
]
_TAKEN = frozenset((*__all__, "array", "kind", "metadata", "next_number", "node", "now", "result", "scalar"))
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
        and not any(p.name in _TAKEN or iskeyword(p.name) for p in op.parameters)
    )


def call_source(op: Any, only_required: bool = False) -> str:
    """The text of that function."""
    return "\n".join(_Writer(op, only_required).lines())


class _Writer:
    """Writes the text for one row."""

    def __init__(self, op: Any, only_required: bool):
        self.op = op
        self.tensors = [op.parameters[i].name for i in op.differentiable]
        self.others = [op.parameters[i] for i in op.tensor_positions if i not in op.differentiable]
        """Tensors without a gradient: indices, masks, weights of classes."""
        given = op.parameters[: op.required] if only_required else op.parameters
        self.given = ", ".join(p.name for p in given)
        self.signature = ", ".join(p.name if p.required else f"{p.name}={p.default!r}" for p in given)
        # How each attribute is written: by its name, or by its value where there is no such parameter.
        self.attribute = {p.name: p.name if p in given else repr(p.default) for p in op.parameters}
        # `x * y` and its like; what keeps its result may reduce it (`dist`).
        self.two = op.pointwise and len(self.tensors) == 2 and not self.others and "result" not in op.saved_names

    def lines(self) -> Iterator[str]:
        yield f"def {self.op.base}({self.signature}):"
        wrong = [f"not isinstance({name}, Tensor)" for name in (self.tensors[:1] if self.two else self.tensors)]
        for other in self.others:
            unless = f"{other.name} is not None and " if other.type.endswith("?") else ""
            wrong.append(f"{unless}not isinstance({other.name}, Tensor)")
        yield f"    if attention.wanted or {' or '.join(wrong)}:"
        yield f"        return otherwise({self.given})"
        yield from self.two_operands(*self.tensors) if self.two else self.operands()
        yield from self.result()
        yield from self.record()
        more = [f"wrap(array_{number})" for number in range(1, len(self.op.outputs))]
        yield f"    return {', '.join(['result', *more])}"

    def operands(self) -> Iterator[str]:
        """Step 1: the arrays; those with a gradient all of one type of float."""
        first, *rest = self.tensors
        for name in self.tensors:
            yield f"    {name}_array = {name}._data"
        for other in self.others:
            unless = f"None if {other.name} is None else " if other.type.endswith("?") else ""
            yield f"    {other.name}_array = {unless}{other.name}._data"
        yield f"    kind = {first}_array.dtype"
        wrong = ["kind is not float32 and kind is not float64"]
        wrong += [f"{name}_array.dtype is not kind" for name in rest]
        if self.op.view:  # a NumPy scalar has no memory that could be looked at
            wrong.append(f"{first}_array.__class__ is not ndarray")
        yield f"    if {' or '.join(wrong)}:"
        yield f"        return otherwise({self.given})"

    def two_operands(self, one: str, other: str) -> Iterator[str]:
        """The same for ``x * y`` and its like: two tensors that may be stretched, or a tensor and a number."""
        yield f"    {one}_array = {one}._data"
        yield f"    scalar = {one}_array.__class__"
        yield f"    {other}_edge = metadata = None"
        yield f"    if isinstance({other}, Tensor):"
        yield f"        {other}_array = {other}._data"
        yield f"        if scalar is not {other}_array.__class__ or scalar not in SCALARS:"
        yield f"            kind = {one}_array.dtype"
        yield f"            if kind is not {other}_array.dtype or kind is not float32 and kind is not float64:"
        yield f"                return otherwise({self.given})"
        yield f"            if {one}_array.shape != {other}_array.shape:"
        yield f"                metadata = ({one}_array.shape, kind), ({other}_array.shape, kind)"
        yield f"        {_edge(other)}"
        yield f"    elif {other}.__class__ is float or {other}.__class__ is int:"
        yield f"        if scalar not in SCALARS and {one}_array.dtype.kind != 'f':"
        yield f"            return otherwise({self.given})"
        yield f"        {other}_array = {other}"
        yield "    else:"
        yield f"        return otherwise({self.given})"

    def result(self) -> Iterator[str]:
        """Steps 2 and 3: compute, and wrap what comes out."""
        tensors = {*self.tensors, *(other.name for other in self.others)}
        values = [f"{p.name}_array" if p.name in tensors else self.attribute[p.name] for p in self.op.parameters]
        arrays = [_array(number) for number in range(len(self.op.outputs))]
        yield "    now = here.state"
        yield "    try:"
        yield f"        {', '.join(arrays)} = now.silently(forward, {', '.join(values)})"
        yield "    except Exception:"
        yield f"        return otherwise({self.given})  # it knows PyTorch's words for what is wrong"
        if "dtype" in self.attribute:
            yield "    if array.dtype is not float32 and array.dtype is not float64:"
            yield f"        return otherwise({self.given})  # no gradient comes from whole numbers"
        yield "    result = new(Tensor)"
        yield "    result._data = array"
        yield "    result._fn = result._grad = result._shared = result._written = None"
        yield "    result._requires = False"
        if self.op.view:
            yield f"    share_memory({self.tensors[0]}, result)"

    def record(self) -> Iterator[str]:
        """Step 4: a node, if an input needs a gradient."""
        yield "    if now.grad_enabled:"
        for name in self.tensors[:1] if self.two else self.tensors:
            yield f"        {_edge(name)}"
        yield f"        if {' or '.join(f'{name}_edge is not None' for name in self.tensors)}:"
        yield f"            result._fn = node = {self.op.node_class.__name__}()"
        yield f"            node._edges = {_tuple(f'{name}_edge' for name in self.tensors)}"
        yield f"            node._saved = {_tuple(map(self.saved, self.op.saving))}"
        yield f"            node._attributes = {_tuple(self.kept(*plan) for plan in self.op.attribute_plan)}"
        yield f"            node._metadata = {'metadata' if self.two else self.metadata()}"
        yield "            node._extras = None"
        yield "            node._number = next_number()"
        if self.op.saving:
            yield "            if attention.inference_made:"
            yield "                refuse_inference(node._saved)"

    def saved(self, saving: tuple[tuple[str, int], tuple[int, ...]]) -> str:
        """What is saved in one place: the output's array; or an input, unless only a hole's rule would use it."""
        (kind, where), users = saving
        if kind == "result":
            return _array(where)
        name = self.op.parameters[where].name
        if len(users) == len(self.tensors):
            return name
        return f"None if {' and '.join(f'{self.tensors[user]}_edge is None' for user in users)} else {name}"

    def kept(self, kind: str, where: int) -> str:
        """An attribute of the call, or what is kept of an input instead of its numbers."""
        parameter = self.op.parameters[where]
        if kind == "attribute":
            text = self.attribute[parameter.name]
            may_be_list = "[" in parameter.type and text == parameter.name
            return f"tuple({text}) if {text}.__class__ is list else {text}" if may_be_list else text
        short = {"sizes": "shape", "numel": "size", "dim": "ndim"}
        if kind in short:
            return f"{parameter.name}_array.{short[kind]}"
        if kind == "strides":  # PyTorch keeps them only where a gradient will want that layout
            return f"() if {parameter.name}_edge is None else strides({parameter.name}_array)"
        return f"shape_of({kind!r}, {parameter.name})"

    def metadata(self) -> str:
        """(shape, dtype) that each gradient must come back to; None when the rules give that anyway."""
        same = ["array.dtype is kind"] if len(self.tensors) == 1 else []
        if self.op.pointwise and len(self.tensors) + len(self.others) > 1:
            same += [f"{name}_array.shape == array.shape" for name in self.tensors]
        if not same:
            return "None"
        return f"None if {' and '.join(same)} else {_tuple(f'({name}_array.shape, kind)' for name in self.tensors)}"


def _edge(name: str) -> str:
    """`Tensor._edge`, without a call for a tensor that is not a view."""
    return f"{name}_edge = {name}._edge() if {name}._shared is not None else {name} if {name}._requires else {name}._fn"


def _array(number: int) -> str:
    """What the text calls an output's array."""
    return f"array_{number}" if number else "array"


def _tuple(items: Any) -> str:
    """The text of a tuple."""
    items = list(items)
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
