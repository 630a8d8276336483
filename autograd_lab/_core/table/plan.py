"""What follows from a row: everything that a call, a node and the pages need to know, worked out once.

PyTorch does this when it is built (tools/autograd/gen_variable_type.py); here it is done when a row is first used,
since a program uses a dozen of the three hundred rows and should not wait for the others.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

from .. import saved_values
from ..base.errors import with_help
from ..graph import Node
from .node_class import node_class
from .rule import SHAPES, Declared, Part, Rule, apart, check_rules, non_differentiable, saved_by
from .schema import ALIASES, parse_schema

_ORDER = {"input": 0, "result": 1, "output": 1, "attribute": 2, **dict.fromkeys(SHAPES, 3)}
"""Nodes keep inputs first, then results; attributes and shapes stand apart, since backward does not free them."""


class Plan:
    """The row's declaration, checked, and what follows from it.

    Raises:
        TypeError: when the declaration contradicts itself; the message lists what is legal.
    """

    def __init__(self, row: Any):
        name, parameters, outputs = parse_schema(row.schema)
        self.row, self.name, self.base = row, name, row.base
        self.forward, self.refuse = row.forward, row.refuse
        self.types, self.pointwise, self.view = row.types, row.pointwise, row.view
        self.parameters, self.outputs = parameters, outputs
        if row.node is not None:
            check_rules(name, [p.name for p in parameters if p.kind in ("tensor", "tensors")], row.declared)
        self._take_parameters()
        self._take_rules(row)
        # How many of the outputs take part in the graph; None: all of a list.
        part = row.output_differentiability
        self.linked = (len(outputs) or None) if part is None else sum(part)
        self._plan_saving()
        self.node_class: type[Node] | None = None if row.node is None else node_class(self)

    def _take_parameters(self) -> None:
        self.defaults = tuple(parameter.default for parameter in self.parameters)
        self.required = sum(parameter.required for parameter in self.parameters)
        self.positions = {parameter.name: i for i, parameter in enumerate(self.parameters)}
        self.tensor_positions = tuple(i for i, p in enumerate(self.parameters) if p.kind != "attribute")

    def _take_rules(self, row: Any) -> None:
        self.rules: dict[str, Rule] = {}
        self.refusals: dict[str, str] = {}
        for key, declared in row.declared.items():
            if not isinstance(declared, Declared):
                saves = saved_by(self.name, key, declared, self.parameters, self.outputs)
                self.rules[key] = Rule(key, declared, saves, row.tex.get(key, ""))
            elif declared is not non_differentiable:
                self.refusals[key] = declared.why
        self.parts = {key: r.function.place for key, r in self.rules.items() if isinstance(r.function, Part)}
        """Rules that are one function together, each with the place of its gradient in the answer."""
        self.differentiable = tuple(sorted(self.positions[key] for key in (*self.rules, *self.refusals)))
        self.takes_list = any(self.parameters[i].kind == "tensors" for i in self.differentiable)

    # ----- what is saved ------------------------------------------------------------------------------------------
    def _plan_saving(self) -> None:
        """Fix which values a node keeps, and where each rule finds its own."""
        wanted: dict[str, None] = {}
        for rule in self.rules.values():
            wanted.update(dict.fromkeys(rule.saves))
        wanted.update(dict.fromkeys(self.row.keeps))
        kinds = {name: self._kind_of(name) for name in wanted}
        names = sorted(wanted, key=lambda name: (_ORDER[kinds[name][0]], kinds[name][1]))
        self.saved_names = tuple(name for name in names if _ORDER[kinds[name][0]] < 2)
        self.attribute_names = tuple(name for name in names if _ORDER[kinds[name][0]] >= 2)
        self.saved_plan = tuple(kinds[name] for name in self.saved_names)
        self.attribute_plan = tuple(kinds[name] for name in self.attribute_names)
        asked = sorted(self.saved_names, key=lambda name: (kinds[name][0] != "input", name))
        self.asked_order = tuple(self.saved_names.index(name) for name in asked)
        users = [self._users_of(name) for name in self.saved_names]
        self.saving = tuple(zip(self.saved_plan, users, strict=True))
        self.bound_rules = tuple(self._bound(p, names) for p in self.differentiable)
        # As in PyTorch, by name: so do the nodes follow each other that rules leave under ``create_graph``.
        self.rule_order = sorted(
            range(len(self.bound_rules)), key=lambda i: self.parameters[self.differentiable[i]].name
        )

    def _kind_of(self, name: str) -> tuple[str, int]:
        """What a rule means by this name, and the place of the output or the parameter that it is about.

        A ``"result"`` hangs on the node; an ``"output"`` does not, such as the indices of a maximum.
        """
        if name in self.outputs:
            place = self.outputs.index(name)
            return ("result" if self.linked is None or place < self.linked else "output"), place
        if name in self.positions:
            position = self.positions[name]
            return ("attribute" if self.parameters[position].kind == "attribute" else "input"), position
        kind = next(what for what in SHAPES if name.endswith(f"_{what}"))
        return kind, self.positions[name.removesuffix(f"_{kind}")]

    def _users_of(self, name: str) -> tuple[int, ...]:
        """The edges, by number, any one of which is reason to keep this value.

        As in PyTorch, what a single rule needs is not kept for a hole; what several need is, and so is everything in
        the backward of a backward, and what ``keeps`` names.
        """
        users = tuple(i for i, p in enumerate(self.differentiable) if name in self._saves_of(p))
        always = len(users) > 1 or name in self.row.keeps or "backward" in self.name
        return tuple(range(len(self.differentiable))) if always else users

    def keeps_something(self, used: set[int]) -> bool:
        """Whether a node has something to let go of, if these of its edges, by number, lead somewhere."""
        return self.takes_list or any(kind != "input" or not used.isdisjoint(users) for (kind, _), users in self.saving)

    def keeps(self, place: int, edges: tuple) -> bool:
        """Whether a node with these edges keeps the value in this place: no input that only a hole's rule would use."""
        (kind, _), users = self.saving[place]
        return kind != "input" or self.takes_list or not users or any(edges[user] is not None for user in users)

    def _saves_of(self, position: int) -> tuple[str, ...]:
        rule = self.rules.get(self.parameters[position].name)
        return rule.saves if rule else ()

    def _bound(self, position: int, names: list[str]) -> Callable[[Any, list], Any]:
        """The rule as a function of (grad, all values), with its arguments' places already looked up."""
        name = self.parameters[position].name
        if name in self.refusals:
            return self._refusal(self.refusals[name])
        function, places = self.rules[name].function, [names.index(saved) for saved in self.rules[name].saves]
        if isinstance(function, Part):
            function = function.function
        if not places:
            return lambda grad, values: function(grad)
        if len(places) == 1:
            place = places[0]
            return lambda grad, values: function(grad, values[place])
        pick = operator.itemgetter(*places)
        return lambda grad, values: function(grad, *pick(values))

    def _refusal(self, why: str) -> Callable[[Any, list], Any]:
        # PyTorch speaks differently of an operation that its table leaves out and of one that it lists as not derived.
        if self.row.node == "NotImplemented":
            error, text = RuntimeError, f"derivative for aten::{self.base} is not implemented"
        else:
            error, text = NotImplementedError, f"the derivative for '{self.base}' is not implemented."

        def rule(grad: Any, values: list) -> Any:
            raise error(with_help(text, why))

        return rule

    # ----- in use -------------------------------------------------------------------------------------------------
    def bind(self, args: tuple, kwargs: dict[str, Any]) -> Sequence:
        """Every parameter's value, in the schema's order."""
        if not kwargs and self.required <= len(args) <= len(self.parameters):
            return args + self.defaults[len(args) :]
        if len(args) > len(self.parameters):
            raise TypeError(f"{self.base}() takes {len(self.parameters)} arguments but {len(args)} were given")
        values = [*args, *self.defaults[len(args) :]]
        named = set()
        for called, value in kwargs.items():
            name = called if called in self.positions else ALIASES.get(called, called)
            if name not in self.positions or self.positions[name] < len(args):
                raise TypeError(f"{self.base}() got an unexpected keyword argument '{called}'")
            values[self.positions[name]] = value
            named.add(name)
        for i, parameter in enumerate(self.parameters):
            if i >= len(args) and parameter.required and parameter.name not in named:
                raise TypeError(f'{self.base}() missing 1 required positional arguments: "{parameter.name}"')
        return values

    def run_rules(self, grad: Any, values: list, edges: tuple) -> tuple:
        """Each rule's answer to what arrived, None for an edge that leads nowhere."""
        if self.takes_list:  # one rule for all the tensors of the list
            return tuple(apart(self.bound_rules[0](grad, values), grad))
        if self.parts:
            return self._run_parts(grad, values, edges)
        found = [None] * len(edges)
        for i in self.rule_order:
            if i < len(edges) and edges[i] is not None:
                found[i] = self.bound_rules[i](grad, values)
        return tuple(found)

    def _run_parts(self, grad: Any, values: list, edges: tuple) -> tuple:
        """The same where some rules are parts of one: that one runs once."""
        found: list[Any] = [None] * len(edges)
        parts: Any = None
        for i, (edge, rule) in enumerate(zip(edges, self.bound_rules, strict=True)):
            place = self.parts.get(self.parameters[self.differentiable[i]].name)
            if edge is not None and place is None:
                found[i] = rule(grad, values)
            elif edge is not None:
                parts = rule(grad, values) if parts is None else parts
                found[i] = parts[place]
        return tuple(found)

    def unpack(self, node: Node, saved: tuple, as_tensors: bool) -> list:
        """The saved values, checked against later writes; arrays, or with ``as_tensors`` Tensors."""
        try:
            return [
                saved_values.unpack(node, *plan, value, as_tensors)
                for plan, value in zip(self.saved_plan, saved, strict=True)
            ]
        except RuntimeError:
            for i in self.asked_order:  # several may be overwritten: complain about the one PyTorch asks for first
                saved_values.unpack(node, *self.saved_plan[i], saved[i], as_tensors)
            raise
