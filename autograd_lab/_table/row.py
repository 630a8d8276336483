"""What a row of the table is.

`derivative` makes an `Op` of a row's declaration: the thing that is called, with the node class that a call leaves
behind. Whatever follows from the declaration (that every word of it is right, what is saved, the node class) is worked
out once, when it is first asked for: a program calls a dozen of the three hundred rows, and should not wait for the
others. The call itself is in ``_call.py``.

The names of a rule's arguments decide what is saved:

========================  ==============================================================================
``grad`` (``grads``)      always first: what arrives (for several outputs: a list, None where nothing came)
``self``, ``other`` …     a tensor input: its numbers are saved, and ``grad_fn._saved_self`` shows them
``result``, ``indices``   an output: its array is saved (several outputs have the names in the schema)
``self_sizes``            only the shape of that input is kept; ``self_numel`` only the number of its elements
``dim``, ``keepdim`` …    an attribute of the call
========================  ==============================================================================

PyTorch: tools/autograd/{derivatives.yaml,load_derivatives.py,gen_variable_type.py}.
"""

import ast
import functools
import inspect
import linecache
import operator
import re
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .. import _call
from .._base.errors import SECOND_BACKWARD, with_help
from ..autograd import saved_hooks, saved_values
from ..autograd.graph import MultiOutputNode, Node
from . import written_backward, written_call

SHAPES = (
    "sizes_opt", "sizes", "numel", "strides", "geometry", "dim", "argsize_0", "argsize_minus_1", "argsize_minus_2",
)  # fmt: skip
"""What can be kept of a tensor instead of its numbers, written after its name: ``self_sizes``.

``sizes_opt`` is for an input that may be None, ``argsize_minus_1`` is the last of the sizes; ``geometry`` is hidden.
"""
ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim"}
"""Other names for parameters: the functions say ``input`` where the schema says ``self``; some are NumPy's."""

TABLE: dict[str, "Op"] = {}
"""Every row, by the name in its schema: ``TABLE["mul.Tensor"]``."""


class Parameter(NamedTuple):
    """One argument of a schema. ``kind`` is tensor, tensors (a list of them), indices or attribute."""

    name: str
    type: str
    kind: str
    default: Any = None
    required: bool = True
    keyword_only: bool = False


class Rule(NamedTuple):
    """How the gradient of one input follows from what arrived."""

    input: str
    function: Callable
    saves: tuple[str, ...]
    tex: str = ""

    @property
    def source(self) -> str:
        """The rule as it stands in the table, e.g. ``grad * other``."""
        return rule_source(self.function)


class Declared:
    """A declaration that stands where a rule would."""

    def __init__(self, why: str):
        self.why = why

    def __repr__(self) -> str:
        return self.why


non_differentiable = Declared("non_differentiable")
"""This input has no gradient (indices, conditions): it gets no edge."""


def not_implemented(why: str) -> Declared:
    """A derivative exists, but not here; running into it raises, with this reason."""
    return Declared(why)


class planning:
    """When a row is worked out. Those of the table are when they are first used; a learner's own, at once."""

    at_once = False
    lock = threading.RLock()  # two threads may use a row for the first time together


class Op:
    """A row of the table. Call it with tensors and it records; call it with arrays and it only computes."""

    def __init__(
        self,
        schema: str,
        node: str | None,
        forward: Callable,
        declared: dict[str, Any],
        types: str | None,
        pointwise: bool,
        view: bool,
        output_differentiability: tuple[bool, ...] | None,
        keeps: tuple[str, ...],
        tex: dict[str, str],
        samples: Callable | None,
        variants: tuple[str, ...],
        module: str,
    ):
        self.schema = schema
        self.name = schema.partition("(")[0]
        self.node = node
        self.forward = forward
        self.declared = declared  # what stands in the row for each tensor input: a rule, or why there is none
        self.types = types
        self.pointwise = pointwise
        self.view = view
        self.output_differentiability = output_differentiability
        self.keeps = keeps
        self.tex = tex
        self.samples = samples
        self.variants = variants
        self.module = module  # where the row stands

    def plan(self) -> None:
        """Check the declaration, and work out what follows from it.

        Raises:
            TypeError: when it contradicts itself; the message lists what is legal.
        """
        name, parameters, outputs = parse_schema(self.schema)
        if self.node is not None:
            _check_rules(name, [p.name for p in parameters if p.kind in ("tensor", "tensors")], self.declared)
        self.rules = {
            key: Rule(key, rule, _arguments(name, key, rule, parameters, outputs), self.tex.get(key, ""))
            for key, rule in self.declared.items()
            if not isinstance(rule, Declared)
        }
        self.refusals = {
            key: rule.why
            for key, rule in self.declared.items()
            if isinstance(rule, Declared) and rule is not non_differentiable
        }
        self.parameters, self.outputs = parameters, outputs
        # How many of the outputs take part in the graph; None: all of a list.
        part = self.output_differentiability
        self.linked = (len(outputs) or None) if part is None else sum(part)
        self.defaults = tuple(parameter.default for parameter in parameters)
        self.required = sum(parameter.required for parameter in parameters)
        self.positions = {parameter.name: i for i, parameter in enumerate(parameters)}
        self.tensor_positions = tuple(i for i, p in enumerate(parameters) if p.kind != "attribute")
        self.differentiable = tuple(sorted(self.positions[name] for name in (*self.rules, *self.refusals)))
        self.takes_list = any(parameters[i].kind == "tensors" for i in self.differentiable)
        self._plan_saving()
        self.node_class: type[Node] | None = None if self.node is None else node_class(self)
        self.quick = written_call.generate_call(self, self.general) or self.general
        self.__class__ = Op  # no longer a `FreshOp`

    # ----- what is saved ------------------------------------------------------------------------------------------
    def _plan_saving(self) -> None:
        """Fix, once, which values a node keeps and where each rule finds its own."""
        wanted: dict[str, None] = {}
        for rule in self.rules.values():
            wanted.update(dict.fromkeys(rule.saves))
        wanted.update(dict.fromkeys(self.keeps))
        kinds = {name: self._kind_of(name) for name in wanted}
        order = {"input": 0, "result": 1, "attribute": 2, **dict.fromkeys(SHAPES, 3)}
        names = sorted(wanted, key=lambda name: (order[kinds[name][0]], kinds[name][1]))
        self.saved_names = tuple(name for name in names if order[kinds[name][0]] < 2)
        self.attribute_names = tuple(name for name in names if order[kinds[name][0]] >= 2)
        self.saved_plan = tuple(kinds[name] for name in self.saved_names)
        self.attribute_plan = tuple(kinds[name] for name in self.attribute_names)
        asked = sorted(self.saved_names, key=lambda name: (kinds[name][0] == "result", name))
        self.asked_order = tuple(self.saved_names.index(name) for name in asked)
        self.users = tuple(self._users_of(name) for name in self.saved_names)
        self.saving = tuple(zip(self.saved_plan, self.users, strict=True))
        self.bound_rules = tuple(self._bind(p, names) for p in self.differentiable)
        if self.takes_list:
            only = self.bound_rules[0]
            self.list_rule = lambda grad, values, edges: tuple(only(grad, values))

    def _users_of(self, name: str) -> tuple[int, ...]:
        """The edges, by number, any one of which is reason to keep this value.

        As in PyTorch, what a single rule needs is not kept for a hole; what several need is, and so is everything in
        the backward of a backward, and what ``keeps`` names.
        """
        users = tuple(i for i, p in enumerate(self.differentiable) if name in self._saves_of(p))
        always = len(users) > 1 or name in self.keeps or "backward" in self.name
        return tuple(range(len(self.differentiable))) if always else users

    def _saves_of(self, position: int) -> tuple[str, ...]:
        rule = self.rules.get(self.parameters[position].name)
        return rule.saves if rule else ()

    def _kind_of(self, name: str) -> tuple[str, int]:
        if name in self.outputs:
            return "result", self.outputs.index(name)
        if name in self.positions:
            position = self.positions[name]
            return ("attribute" if self.parameters[position].kind == "attribute" else "input"), position
        kind = next(what for what in SHAPES if name.endswith(f"_{what}"))
        return kind, self.positions[name.removesuffix(f"_{kind}")]

    def _bind(self, position: int, names: list[str]) -> Callable[[Any, list], Any]:
        """The rule as a function of (grad, all values), with its arguments' places already looked up."""
        name = self.parameters[position].name
        if name in self.refusals:
            return _refuse(self, self.refusals[name])
        rule = self.rules[name]
        function, places = rule.function, [names.index(wanted) for wanted in rule.saves]
        if not places:
            return lambda grad, values: function(grad)
        if len(places) == 1:
            place = places[0]
            return lambda grad, values: function(grad, values[place])
        pick = operator.itemgetter(*places)
        return lambda grad, values: function(grad, *pick(values))

    def unpack(self, node: Node, saved: tuple, lift: bool) -> list:
        """The saved values, checked against later writes; arrays, or with ``lift`` Tensors."""
        try:
            return [_unpack(node, value, *plan, lift) for plan, value in zip(self.saved_plan, saved, strict=True)]
        except RuntimeError:
            for i in self.asked_order:  # several may be overwritten: complain about the one PyTorch asks for first
                _unpack(node, saved[i], *self.saved_plan[i], lift)
            raise

    # ----- calling --------------------------------------------------------------------------------------------------
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

    def general(self, *args: Any, **kwargs: Any) -> Any:
        """The path that takes every call; `quick` takes the commonest ones and leaves the same nodes."""
        return _call.call(self, self.bind(args, kwargs))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and args[0].__class__ is np.ndarray:
            return self._on_arrays(self.bind(args, kwargs))
        if kwargs:
            return self.general(*args, **kwargs)
        try:
            return self.quick(*args)
        except TypeError:
            self.bind(args, kwargs)  # it has the words for too few and too many
            raise

    def call_source(self) -> str:
        """The text of the quick way to call it, which was written from the row."""
        return written_call.call_source(self) if written_call.is_simple(self) else ""

    def backward_source(self) -> str:
        """The text of what its nodes do in backward, which was written from the row."""
        quick = self.node is not None and written_backward.is_simple(self)
        return written_backward.backward_source(self, explained=True) if quick else ""

    def _on_arrays(self, values: Sequence) -> Any:
        """For rules that call a row: arrays of one type (anything else goes the long way), and nothing to record."""
        kind = values[0].dtype
        for i in self.tensor_positions:
            if values[i].__class__ is not np.ndarray or values[i].dtype is not kind or kind.kind != "f":
                return _call.call(self, values)
        return self.forward(*values)

    @property
    def base(self) -> str:
        """The name without the overload: ``mul`` for ``mul.Tensor``."""
        return self.name.partition(".")[0]

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def _unpack(node: Node, value: Any, kind: str, where: int, lift: bool) -> Any:
    if kind == "input":
        return saved_values.unpack_input(node, value, lift)
    return saved_values.unpack_result(node, value, where, lift)


class FreshOp(Op):
    """A row that nobody has used yet. It becomes a plain `Op`, for ``__getattr__`` makes every look a little slower."""

    def __getattr__(self, name: str) -> Any:
        """Called only for what is not there: work out everything that follows from the declaration."""
        if name.startswith("__"):
            raise AttributeError(name)
        with planning.lock:
            if self.__class__ is FreshOp:  # no other thread has done it meanwhile
                self.plan()
        return getattr(self, name)


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
    tex: dict[str, str] | None = None,
    samples: Callable | None = None,
    **rules: Callable | Declared,
) -> Op:
    """Make a row of the table.

    Args:
        schema: PyTorch's, word for word; its name is the key into PyTorch's own derivatives.yaml.
        node: name of the node class, e.g. ``"MulBackward0"``; None when nothing is differentiable.
        forward: computes the output array(s) from arrays and attributes, in the schema's order.
        variants: how the row is public as it is: ``"function, method, in_place"`` or some of these (``exp(x)``,
            ``x.exp()``, ``x.exp_()``). Empty when a function of ``_functions/`` stands before it.
        types: how operands of different dtype meet: None (they do not), ``"promote"``, or ``"float"`` (promote, and
            integers become the default float type).
        pointwise: inputs broadcast, so the engine sums a gradient back to its input's shape.
        view: outputs share the first input's memory.
        output_differentiability: for several outputs, which of them take part in the graph.
        keeps: names that the node shows, whichever inputs need a gradient, because PyTorch's node shows them.
        tex: LaTeX of the forward and of each rule.
        samples: ``lambda make: [...]`` argument tuples that every generic test runs.
        rules: one for each tensor input: a function, `non_differentiable`, or `not_implemented`.

    Raises:
        TypeError: when the declaration contradicts itself (`Op.plan`), or there is such a row already.
    """
    op = FreshOp(
        schema, node, forward, rules, types, pointwise, view, output_differentiability, keeps, tex or {}, samples,
        _variants(schema, variants), sys._getframe(1).f_globals.get("__name__", ""),
    )  # fmt: skip
    if planning.at_once:
        op.plan()
    if op.name in TABLE:
        raise TypeError(f"{op.name}: there is already a row of this name")
    TABLE[op.name] = op
    return op


# ----- the schema ------------------------------------------------------------------------------------------------
def parse_schema(schema: str) -> tuple[str, tuple[Parameter, ...], tuple[str, ...]]:
    """Name, parameters, and names of the outputs (none: as many as the call decides) of a PyTorch schema."""
    match = re.fullmatch(r"([\w.]+)\((.*)\) -> (.+)", schema)
    if match is None:
        raise TypeError(f"not a schema: {schema!r}; write e.g. 'mul.Tensor(Tensor self, Tensor other) -> Tensor'")
    name, inside, returns = match.groups()
    parameters, keyword_only = [], False
    for word in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", inside):
        if word.strip() == "*":
            keyword_only = True
        elif word.strip():
            parameters.append(_parse_parameter(word.strip(), keyword_only))
    return name, tuple(parameters), _parse_outputs(returns)


def _parse_outputs(returns: str) -> tuple[str, ...]:
    """``result`` for one output, the schema's names (or result0, result1 …) for several, nothing for a list."""
    words = [word.split() for word in returns.strip("()").split(",")]
    if returns.endswith("[]"):
        return ()
    if len(words) == 1:
        return ("result",)
    return tuple(word[1] if len(word) > 1 else f"result{i}" for i, word in enumerate(words))


def _parse_parameter(text: str, keyword_only: bool) -> Parameter:
    declaration, has_default, default = text.partition("=")
    type_name, _, name = declaration.rpartition(" ")
    bare = re.sub(r"\([^)]*\)", "", type_name)  # Tensor(a) marks an alias
    kinds = {"Tensor": "tensor", "Tensor?": "tensor", "Tensor[]": "tensors", "Tensor?[]": "indices"}
    words = {"": None, "[]": (), "Mean": 1}  # Mean is how PyTorch numbers that reduction
    value = words[default] if default in words else ast.literal_eval(default)
    return Parameter(name, bare, kinds.get(bare, "attribute"), value, not has_default, keyword_only)


VARIANTS = ("function", "method", "in_place")


def _variants(schema: str, text: str) -> tuple[str, ...]:
    words = tuple(text.split(", ")) if text else ()
    for word in words:
        if word not in VARIANTS:
            raise TypeError(f"{schema}: unknown variant {word!r}; what there is: {', '.join(VARIANTS)}")
    return words


# ----- checks --------------------------------------------------------------------------------------------------------
def _check_rules(name: str, tensors: list[str], rules: dict[str, Any]) -> None:
    unknown = [key for key in rules if key not in tensors]
    if unknown:
        raise TypeError(f"{name}: rule for {unknown[0]!r}, but the tensor inputs are {', '.join(tensors)}")
    missing = [key for key in tensors if key not in rules]
    if missing:
        raise TypeError(
            f"{name}: no rule for {missing[0]!r}. Write one, or say non_differentiable or not_implemented('why'): "
            "zero is a derivative, not an absence."
        )


def _arguments(
    name: str, key: str, rule: Callable, parameters: tuple[Parameter, ...], outputs: tuple[str, ...]
) -> tuple[str, ...]:
    """The names that a rule takes after ``grad``; each must be something that can be saved."""
    first, *others = inspect.signature(rule).parameters
    if first not in ("grad", "grads"):
        raise TypeError(f"{name}: the rule for {key!r} must take 'grad' first (or 'grads'), not {first!r}")
    tensors = [p.name for p in parameters if p.kind != "attribute"]
    legal = [*(p.name for p in parameters), *outputs, *(f"{tensor}_{what}" for tensor in tensors for what in SHAPES)]
    for other in others:
        if other not in legal:
            raise TypeError(f"{name}: the rule for {key!r} names {other!r}; what it can name: {', '.join(legal)}")
    return tuple(others)


def _refuse(op: Op, why: str) -> Callable:
    # PyTorch speaks differently of an operation that its table leaves out and of one that it lists as not derived.
    if op.node == "NotImplemented":
        error, text = RuntimeError, f"derivative for aten::{op.base} is not implemented"
    else:
        error, text = NotImplementedError, f"the derivative for '{op.base}' is not implemented."

    def rule(grad: Any, values: list) -> Any:
        raise error(with_help(text, why))

    return rule


# ----- the node class ----------------------------------------------------------------------------------------------
def node_class(op: Op) -> type[Node]:
    """The class of the nodes that ``op`` leaves behind, with a ``_saved_…`` property for each value it keeps."""
    base = Node if op.linked == 1 else MultiOutputNode
    members: dict[str, Any] = {"__slots__": (), "op": op, "__module__": "builtins"}
    members["__doc__"] = f"Backward of ``{op.schema}``."
    backward = written_backward.generate_backward(op)
    if backward is not None:
        members["backward"] = backward
    for index, (name, (kind, number)) in enumerate(zip(op.saved_names, op.saved_plan, strict=True)):
        members[f"_saved_{name}"] = _saved_property(index, kind, number)
        members[f"_raw_saved_{name}"] = _raw_saved_property(index)
    for index, (name, (kind, number)) in enumerate(zip(op.attribute_names, op.attribute_plan, strict=True)):
        if kind == "geometry":  # for the rule alone: PyTorch hides it
            continue
        if kind in ("attribute", "dim"):
            members[f"_saved_{name}"] = _attribute_property(index, op.parameters[number].type)
        elif op.parameters[number].kind != "tensors":  # PyTorch keeps the shapes of a list, but does not show them
            members[f"_saved_{name.replace(f'_{kind}', f'_sym_{kind}')}"] = _attribute_property(index, "")
    space, _, class_name = op.node.rpartition("::")
    if space:  # hand-written nodes have names like torch::autograd::CopyBackwards
        members["name"] = lambda node: op.node
    return type(class_name, (base,), members)


def _saved_property(index: int, kind: str, number: int) -> property:
    def get(node: Node) -> Any:
        if node._saved is None:
            raise RuntimeError(SECOND_BACKWARD)
        return saved_values.show(node, kind, number, node._saved[index])

    return property(get, doc="Saved for backward; raises once backward has freed it.")


def _raw_saved_property(index: int) -> property:
    return property(lambda node: saved_hooks.raw_saved(node, index), doc="What is saved, before it is unpacked.")


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


@functools.cache
def rule_source(function: Callable) -> str:
    """The text of a rule: a lambda's body, or a call of the named function."""
    if function.__name__ != "<lambda>":
        return f"{function.__name__}({', '.join(inspect.signature(function).parameters)})"
    names = list(inspect.signature(function).parameters)
    for found in _lambdas(function.__code__.co_filename).get(function.__code__.co_firstlineno, ()):
        if [argument.arg for argument in found.args.args] == names:
            return " ".join(ast.unparse(found.body).split())
    return f"({', '.join(names)}) → …"  # the file is not there, or was edited since it was imported


@functools.cache
def _lambdas(file: str) -> dict[int, list[ast.Lambda]]:
    """The lambdas of a file, or of a notebook's cell, by the line they begin on."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    found: dict[int, list[ast.Lambda]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found
