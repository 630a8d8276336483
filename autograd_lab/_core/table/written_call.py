"""Writes, for a row of the table, the Python function that calls it: ``_core/call.py`` laid out for this row.

PyTorch does the same with its table: a script writes a C++ function for each row, from templates. For ``mul`` the text
is this (``print(derivatives.mul.call_source())``; two steps shortened here)::

    def mul(self, other):
        state = thread.state
        if state.careful or not isinstance(self, Tensor):
            return otherwise(self, other)
        self_array = self._data                                        # UNWRAP
        try:
            other_array = …                                            # MEET: another tensor, or a number
            array = state.without_warnings(forward, self_array, other_array)    # COMPUTE
        except Exception:
            return otherwise(self, other)  # which has PyTorch's words for it
        result = new(Tensor)                                           # WRAP
        result._data = array
        result._fn = …
        if state.grad_enabled:                                         # RECORD
            self_edge = …                                              # (other_edge: set by MEET)
            if self_edge is not None or other_edge is not None:
                result._fn = node = MulBackward0()
                node._edges = (self_edge, other_edge)
                node._saved = (None if other_edge is None else self, None if self_edge is None else other)
                …
        return result

It serves the commonest calls: tensors and numbers, no lists. A call that is not of that kind (shapes that do not fit,
whole numbers where one tensor has to be of floats) goes to ``otherwise``, which is `call.call` in the end, and both
leave the same node behind. A row without a gradient, such as ``eq``, has no step RECORD.

PyTorch: tools/autograd/gen_variable_type.py.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import asarray, ndarray

from ..base.dtypes import together
from ..base.state import thread, watchers
from ..base.strided import strides
from ..inference import refuse_inference
from ..record import record, shape_of
from ..tensor import Tensor, new, wrap
from ..view_history import share_memory
from ..watched_calls import node_made
from . import call_templates as templates
from .compiled import can_be_names, function_from

float32, float64, int64 = np.dtype("float32"), np.dtype("float64"), np.dtype("int64")
SCALARS = frozenset({np.float32, np.float64})
MISSING: Any = object()
"""Stands for an argument that was not given."""
_USED = (
    Tensor,
    asarray,
    ndarray,
    new,
    node_made,
    record,
    shape_of,
    share_memory,
    refuse_inference,
    strides,
    thread,
    together,
    watchers,
    wrap,
)
_TAKEN = frozenset(
    (*globals(), "array", "forward", "kind", "metadata", "more", "named", "node", "other_kind", "otherwise", "outputs")
)
_TAKEN |= {"plan", "refuse", "result", "scalar", "state"}
"""Words of the text, which cannot be names of parameters too."""


def why_not_written(plan: Any) -> str:
    """Why a row has no written call; "" where it has one."""
    tensors = [plan.parameters[i] for i in plan.tensor_positions]
    reasons = {
        "it has no rules": not plan.rules and plan.node_class is not None,
        "not exactly one of its outputs has a gradient": plan.linked != 1,
        "it makes several views": plan.view and len(plan.outputs) > 1,
        "it writes into its input": plan.base.endswith("_"),
        "it takes a list of tensors": any(p.kind != "tensor" for p in tensors),
        "an input with a gradient may be left out": not all(plan.parameters[i].required for i in plan.differentiable),
        "types meet that have no gradient": plan.types is not None and len(tensors) != len(_main_tensors(plan)),
        "a parameter has a name that the text needs": not can_be_names(plan.positions, _TAKEN),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _main_tensors(plan: Any) -> tuple[int, ...]:
    """The places of the tensors that have a gradient; in a row without one, of those that have to be given."""
    return plan.differentiable or tuple(i for i in plan.tensor_positions if plan.parameters[i].required)


def written_call(plan: Any, otherwise: Callable, face: str = "inside") -> Callable | None:
    """A quick way to call the row, or None; ``otherwise`` takes all other calls. Faces: see `call_source`."""
    if why_not_written(plan):
        return None
    own = {"otherwise": otherwise, "plan": plan, "forward": plan.forward, "refuse": plan.refuse}
    if plan.node_class is not None:
        own[plan.node_class.__name__] = plan.node_class
    call = function_from(call_source(plan, face), plan.base, globals(), own)
    call.op = plan.row
    return call


def call_source(plan: Any, face: str = "inside") -> str:
    """The text of that function, "" where there is none.

    ``face`` says for whom it is. ``"inside"`` is for calls inside the package, which pass all arguments by position. An
    ``"operator"`` has the required ones. A function of the ``"public"`` face takes anything: what is not a plain call
    with the required arguments in their places, it hands on to ``otherwise`` as it came.
    """
    return "" if why_not_written(plan) else _Blanks(plan, face).filled()


class _Blanks:
    """What is filled into the templates for one row."""

    def __init__(self, plan: Any, face: str):
        self.plan, self.face = plan, face
        main = _main_tensors(plan)
        self.tensors = [plan.parameters[i].name for i in main]
        self.parameters = plan.parameters if face == "inside" else plan.parameters[: plan.required]
        others = [plan.parameters[i] for i in plan.tensor_positions if i not in main]
        self.others = [parameter for parameter in others if parameter in self.parameters]
        """Tensors beside them without a gradient that this face takes: indices, masks, weights of classes."""
        self.given = ", ".join(p.name for p in self.parameters)
        self.attribute = {p.name: p.name if p in self.parameters else repr(p.default) for p in plan.parameters}
        """How each attribute is written: by its name, or by its value where there is no such parameter."""
        self.records = plan.node_class is not None
        self.two = plan.pointwise and len(self.tensors) == 2 and not others and "result" not in plan.saved_names
        """``x * y`` and its like. (What keeps its result may make it smaller than its operands, as `dist`.)"""

    def filled(self) -> str:
        """The whole text."""
        plan, first = self.plan, self.tensors[0]
        outputs = [_array(number) for number in range(len(plan.outputs))]
        text = self.head() + (self.unwrap_first() if self.two else self.unwrap())
        text += templates.MAKE_SHAREABLE.format(first=first) * plan.view
        values = self.values()
        text += templates.COMPUTE.format(
            meet=self.meet() if self.two else "",
            refuse=templates.REFUSE.format(values=values) if plan.refuse is not None else "",
            outputs=", ".join(outputs),
            values=values,
            given=self.given,
        )
        text += templates.WRAP + templates.SHARE.format(first=first) * plan.view
        if len(outputs) == 1:
            return text + self.record("result") + "    return result"
        text += templates.WRAP_OTHERS.format(others=", ".join(f"wrap({output})" for output in outputs[1:]))
        return text + self.record("outputs") + "    return tuple(outputs)"

    def head(self) -> str:
        """The signature, and which calls are odd."""
        odd = [f"not isinstance({name}, Tensor)" for name in (self.tensors[:1] if self.two else self.tensors)]
        odd += [f"{_unless_none(p, 'and')}not isinstance({p.name}, Tensor)" for p in self.others]
        signature = [p.name if p.required else f"{p.name}={p.default!r}" for p in self.parameters]
        if self.face == "public":
            signature = [*(f"{p.name}=MISSING" for p in self.parameters), "/", "*more", "**named"]
            odd = ["more", "named", *odd]
            odd += [f"{p.name} is True or {p.name} is False" for p in self.parameters if p.type in ("int", "SymInt")]
        return templates.HEAD.format(
            name=self.plan.base,
            signature=", ".join(signature),
            hidden="" if self.face == "inside" else "__tracebackhide__ = True  # IPython leaves this frame out\n    ",
            odd=" or ".join(odd),
            given=self.given,
            rest=", *more, **named" * (self.face == "public"),
        )

    def unwrap(self) -> str:
        """Step 1: the arrays. Those with a gradient are of one type; where that has to be a float, they are floats."""
        arrays = [f"    {name}_array = {name}._data" for name in self.tensors]
        arrays += [f"    {p.name}_array = {_unless_none(p, 'else')}{p.name}._data" for p in self.others]
        wrong = [] if self.plan.types is None else ["kind is not float32 and kind is not float64"]
        wrong += [f"{name}_array.dtype is not kind" for name in self.tensors[1:]]
        text = templates.UNWRAP.format(arrays="\n".join(arrays), first=self.tensors[0])
        return text + (templates.UNLIKE.format(wrong=" or ".join(wrong), given=self.given) if wrong else "")

    def unwrap_first(self) -> str:
        """The same for two tensors that may be stretched, or a tensor and a number: the first. Then they `meet`."""
        text = templates.UNWRAP_FIRST.format(one=self.tensors[0])
        return text + templates.NO_EDGE.format(other=self.tensors[1]) * self.records

    def meet(self) -> str:
        """Step 1, for the second of two. Types that differ become one, as the row says."""
        one, other = self.tensors
        blanks = {"one": one, "other": other}
        to_float = self.plan.types == "float"
        tensors_apart = "kind is not other_kind" + " or kind.kind != 'f'" * to_float
        number_apart = f"scalar not in SCALARS and {one}_array.dtype.kind != 'f'"
        if self.records and not to_float:  # int64 and int stay as they are (but a comparison would take any int)
            number_apart += f" and ({other}.__class__ is float or {one}_array.dtype is not int64)"
        text = templates.TOGETHER if self.plan.types is not None else ""
        return templates.MEET.format(
            metadata=templates.METADATA.format(**blanks) * self.records,
            together=text.format(apart=tensors_apart, indent=" " * 16, to_float=to_float, **blanks),
            edge=f"            {templates.EDGE.format(other)}\n" * self.records,
            together_with_number=text.format(apart=number_apart, indent=" " * 12, to_float=to_float, **blanks),
            **blanks,
        )

    def values(self) -> str:
        """What forward is called with."""
        tensors = {*self.tensors, *(p.name for p in self.others)}
        return ", ".join(
            f"{p.name}_array" if p.name in tensors else self.attribute[p.name] for p in self.plan.parameters
        )

    def record(self, made: str) -> str:
        """Step 4: a node, if an input needs a gradient."""
        plan = self.plan
        if not self.records:
            return ""
        wanted = led_on = " or ".join(f"{name}_edge is not None" for name in self.tensors)
        if "dtype" in self.attribute:
            wanted = f"array.dtype.kind == 'f' and ({led_on})"
        return templates.RECORD.format(
            edges="\n".join(
                f"        {templates.EDGE.format(name)}" for name in (self.tensors[:1] if self.two else self.tensors)
            ),
            wanted=wanted,
            node=plan.node_class.__name__,
            targets=_tuple([f"{name}_edge" for name in self.tensors]),
            saved=_tuple([self.saved(*saving) for saving in plan.saving]),
            attributes=_tuple([self.kept(*kept) for kept in plan.attribute_plan]),
            metadata="metadata" if self.two else self.metadata(),
            rare=" or ".join(self.rare(led_on)),
            all=_tuple([self.attribute[p.name] for p in plan.parameters]),
            made=made,
        )

    def rare(self, wanted: str) -> list[str]:
        """When the general `record` must decide: a view made in `no_grad`, whose edge is None, or integer results."""
        cut_off = [f"{name}._shared is not None and {name}.requires_grad" for name in self.tensors]
        if self.two:  # the second may be a number
            cut_off[1] = f"isinstance({self.tensors[1]}, Tensor) and {cut_off[1]}"
        return cut_off + [f"array.dtype.kind != 'f' and ({wanted})"] * ("dtype" in self.attribute)

    def saved(self, place: tuple[str, int], users: tuple[int, ...]) -> str:
        """What is saved in one place: the result's array; or an input, unless only a hole's rule would use it."""
        kind, where = place
        if kind == "result":
            return _array(where)
        if kind == "output":
            return f"outputs[{where}]"
        name = self.plan.parameters[where].name
        if len(users) == len(self.tensors):
            return name
        return f"None if {' and '.join(f'{self.tensors[user]}_edge is None' for user in users)} else {name}"

    def kept(self, kind: str, where: int) -> str:
        """An attribute of the call, or what is kept of an input instead of its numbers."""
        name, type_name = self.plan.parameters[where].name, self.plan.parameters[where].type
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
        if self.plan.pointwise and len(self.tensors) + len(self.others) > 1:
            same += [f"{name}_array.shape == array.shape" for name in self.tensors]
        if not same:
            return "None"
        return f"None if {' and '.join(same)} else {_tuple([f'({name}_array.shape, kind)' for name in self.tensors])}"


_KEPT = {"sizes": "shape", "numel": "size", "dim": "ndim"}


def _array(number: int) -> str:
    """What the text calls an output's array."""
    return f"array_{number}" if number else "array"


def _unless_none(parameter: Any, word: str) -> str:
    """What comes before a value that may be None."""
    if not parameter.type.endswith("?"):
        return ""
    return f"{parameter.name} is not None and " if word == "and" else f"None if {parameter.name} is None else "


def _tuple(items: list[str]) -> str:
    """The text of a tuple."""
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
