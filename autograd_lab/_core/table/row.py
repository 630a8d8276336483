"""A row of the table: what is declared of one operation.

`derivative` makes a `Row` of a declaration. The row can be called: with tensors it records, with arrays it only
computes. Whatever follows from the declaration is its `Plan`; the call itself is in ``_core/call.py``, and
``written_call.py`` lays it out for the row.

PyTorch: tools/autograd/{derivatives.yaml,load_derivatives.py,gen_variable_type.py}.
"""

import sys
import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from .. import call
from .plan import Plan
from .rule import Declared
from .rule import non_differentiable as non_differentiable
from .rule import not_implemented as not_implemented
from .rule import shared as shared
from .written_backward import backward_source
from .written_call import call_source, written_call

TABLE: dict[str, "Row"] = {}
"""Every row, by the name in its schema: ``TABLE["mul.Tensor"]``."""


class planning:
    """When a row is worked out. Those of the table are when they are first used; a learner's own, at once."""

    at_once = False
    lock = threading.RLock()  # two threads may use a row for the first time together


class Row:
    """A row of the table. Call it with tensors and it records; call it with arrays and it only computes."""

    def __init__(
        self,
        schema: str,
        node: str | None,
        forward: Callable,
        declared: dict[str, Any],
        *,
        types: str | None = None,
        pointwise: bool = False,
        view: bool = False,
        output_differentiability: tuple[bool, ...] | None = None,
        keeps: tuple[str, ...] = (),
        zero_where: str = "",
        tex: dict[str, str] | None = None,
        samples: Callable | None = None,
        variants: tuple[str, ...] = (),
        does: str = "",
        refuse: Callable | None = None,
        module: str = "",
    ):
        self.schema = schema
        self.name = schema.partition("(")[0]
        self.base = self.name.partition(".")[0]  # the name without the overload: ``mul`` for ``mul.Tensor``
        self.node, self.forward, self.refuse = node, forward, refuse
        self.declared = declared  # what stands in the row for each tensor input: a rule, or why there is none
        self.types, self.pointwise, self.view = types, pointwise, view
        self.output_differentiability, self.keeps, self.zero_where = output_differentiability, keeps, zero_where
        self.tex, self.samples, self.variants, self.does = tex or {}, samples, variants, does
        self.module = module  # where the row stands

    @cached_property
    def plan(self) -> Plan:
        """What follows from the declaration."""
        with planning.lock:  # another thread may have made it meanwhile
            if "plan" not in self.__dict__:
                self.__dict__["plan"] = Plan(self)
            return self.__dict__["plan"]

    @cached_property
    def written(self) -> Callable[..., Any]:
        """The quick way to call it, all arguments in their places; it leaves the nodes that `general` leaves."""
        return written_call(self.plan, self.general) or self.general

    def general(self, *args: Any, **kwargs: Any) -> Any:
        """The path that takes every call."""
        plan = self.plan
        complete = len(args) == len(plan.parameters) and not kwargs
        return call.call(plan, args if complete else plan.bind(args, kwargs))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0].__class__ is np.ndarray:
            complete = len(args) == len(self.plan.parameters) and not kwargs
            return self._on_arrays(args if complete else self.plan.bind(args, kwargs))
        if kwargs:
            return self.general(*args, **kwargs)
        try:
            return self.written(*args)
        except TypeError:
            self.plan.bind(args, kwargs)  # it has the words for too few and too many
            raise

    def _on_arrays(self, values: Any) -> Any:
        """For rules that call a row: arrays of one type (anything else goes the long way), and nothing to record."""
        kind = values[0].dtype
        for i in self.plan.tensor_positions:
            if values[i].__class__ is not np.ndarray or values[i].dtype is not kind or kind.kind != "f":
                return call.call(self.plan, values)
        if self.refuse is not None:
            self.refuse(*values)
        return self.forward(*values)

    def call_source(self) -> str:
        """The text of the quick way to call it, which was written from the row; "" where there is none."""
        return call_source(self.plan)

    def backward_source(self) -> str:
        """The text of what its nodes do in backward, which was written from the row; "" where there is none."""
        return backward_source(self.plan, explained=True)

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def derivative(
    schema: str,
    *,
    node: str | None,
    forward: Callable,
    variants: str = "",
    types: str | None = None,
    pointwise: bool = False,
    view: bool = False,
    output_differentiability: tuple[bool, ...] | None = None,
    keeps: tuple[str, ...] = (),
    zero_where: str = "",
    refuse: Callable | None = None,
    does: str = "",
    tex: dict[str, str] | None = None,
    samples: Callable | None = None,
    **rules: Callable | Declared,
) -> Row:
    """Make a row of the table.

    Args:
        schema: PyTorch's, word for word; its name is the key into PyTorch's own derivatives.yaml.
        node: name of the node class, e.g. ``"MulBackward0"``; None when nothing is differentiable.
        forward: computes the output array(s) from arrays and attributes, in the schema's order.
        rules: one for each tensor input: a function, `non_differentiable`, or `not_implemented`.
        variants: how it is public as it is: ``"function, method, in_place"``, some of these, or none.
        types: how dtypes meet: None (they do not), ``"promote"``, or ``"float"`` (and integers become floats).
        pointwise: inputs broadcast, so the engine sums a gradient back to its input's shape.
        view: outputs share the first input's memory.
        output_differentiability: for several outputs, which of them take part in the graph.
        keeps: names that the node shows, whichever inputs need a gradient, because PyTorch's node shows them.
        zero_where: why its rules give 0 for a gradient that is not 0, e.g. ``"closed"``: words of ``tracing/why/zero``.
        refuse: called before ``forward`` with the same arguments; raises PyTorch's error where they will not do.
        does: what it does, in a sentence, for ``help(torch.mul)``.
        tex: LaTeX of the forward and of each rule.
        samples: ``lambda make: [...]`` argument tuples that every generic test runs.

    Raises:
        TypeError: when the declaration contradicts itself (`Plan`), or there is such a row already.
    """
    return _entered(Row(
        schema, node, forward, rules, types=types, pointwise=pointwise, view=view, keeps=keeps, tex=tex, does=does,
        output_differentiability=output_differentiability, samples=samples, variants=_variants(schema, variants),
        refuse=refuse, zero_where=zero_where, module=sys._getframe(1).f_globals.get("__name__", ""),
    ))  # fmt: skip


def _entered(row: Row) -> Row:
    if planning.at_once:
        row.plan  # noqa: B018 (a contradiction raises here)
    if row.name in TABLE:
        raise TypeError(f"{row.name}: there is already a row of this name")
    TABLE[row.name] = row
    return row


VARIANTS = ("function", "method", "in_place")


def _variants(schema: str, text: str) -> tuple[str, ...]:
    words = tuple(text.split(", ")) if text else ()
    for word in words:
        if word not in VARIANTS:
            raise TypeError(f"{schema}: unknown variant {word!r}; what there is: {', '.join(VARIANTS)}")
    return words
