"""A rule: how the gradient of one input follows from what arrived, and which values it needs for that.

The names of a rule's arguments decide what a node saves:

========================  ==============================================================================
``grad`` (``grads``)      always first: what arrives (for several outputs: a list, None where nothing came)
``self``, ``other`` …     a tensor input: its numbers are saved, and ``grad_fn._saved_self`` shows them
``result``, ``indices``   an output: its array is saved (several outputs have the names in the schema)
``self_sizes``            only the shape of that input is kept; ``self_numel`` only the number of its elements
``dim``, ``keepdim`` …    an attribute of the call
========================  ==============================================================================

PyTorch: tools/autograd/{derivatives.yaml,load_derivatives.py}.
"""

import ast
import functools
import inspect
import linecache
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from numpy import ndarray

from ..buffers import owner_of
from .schema import Parameter

SHAPES = (
    "sizes_opt", "sizes", "numel", "strides", "geometry", "dim", "argsize_0", "argsize_1", "argsize_2",
    "argsize_minus_1", "argsize_minus_2",
)  # fmt: skip
"""What can be kept of a tensor instead of its numbers, written after its name: ``self_sizes``.

``sizes_opt`` is for an input that may be None, ``argsize_minus_1`` is the last of the sizes; ``geometry`` is hidden.
"""


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


class Part:
    """A rule that is one part of the answer of a function which answers for several inputs at once."""

    def __init__(self, function: Callable, place: int):
        functools.update_wrapper(self, function)
        self.function, self.place = function, place

    def __call__(self, *values: Any) -> Any:
        return self.function(*values)[self.place]


def shared(inputs: str, function: Callable) -> dict[str, Part]:
    """One rule for several inputs, ``"query, key, value"``: its answer is a tuple with a gradient for each of them.

    A backward pass asks it once (``written_backward.py``), so that what the gradients have in common is computed once.
    It may answer with one array twice.
    """

    @functools.wraps(function)
    def rule(grad: Any, *values: Any) -> list:
        return apart(function(grad, *values), grad)

    return {name: Part(rule, place) for place, name in enumerate(inputs.split(", "))}


def apart(answers: Iterable, grad: Any) -> list:
    """The answers, with a copy of each array whose memory belongs to an earlier one.

    The engine adds in place to what a rule has made (`buffers.is_fresh`). It never does so to ``grad`` or a view of it
    that goes along several edges, so these stay as they are.
    """
    arrived, owners, found = owner_of(grad) if grad.__class__ is ndarray else None, set(), []
    for answer in answers:
        if answer.__class__ is ndarray and (owner := owner_of(answer)) is not arrived:
            answer = answer.copy() if id(owner) in owners else answer
            owners.add(id(owner))
        found.append(answer)
    return found


# ----- what a rule may name -------------------------------------------------------------------------------------------
def check_rules(name: str, tensors: list[str], rules: dict[str, Any]) -> None:
    unknown = [key for key in rules if key not in tensors]
    if unknown:
        raise TypeError(f"{name}: rule for {unknown[0]!r}, but the tensor inputs are {', '.join(tensors)}")
    missing = [key for key in tensors if key not in rules]
    if missing:
        raise TypeError(
            f"{name}: no rule for {missing[0]!r}. Write one, or say non_differentiable or not_implemented('why'): "
            "zero is a derivative, not an absence."
        )


def saved_by(
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


# ----- a rule as text -------------------------------------------------------------------------------------------------
@functools.cache
def rule_source(function: Callable) -> str:
    """The text of a rule: a lambda's body, or a call of the named function."""
    if isinstance(function, Part):
        return f"{rule_source(function.function)}[{function.place}]"
    function = inspect.unwrap(function)
    if function.__name__ != "<lambda>":
        return f"{function.__name__}({', '.join(inspect.signature(function).parameters)})"
    names = tuple(inspect.signature(function).parameters)
    found = _lambdas(function.__code__.co_filename).get((function.__code__.co_firstlineno, names))
    return found or f"({', '.join(names)}) → …"  # the file is not there, or was edited since it was imported


@functools.cache
def _lambdas(file: str) -> dict[tuple[int, tuple[str, ...]], str]:
    """The bodies of the lambdas in a file, or in a notebook's cell, by the line they begin on and their arguments."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    found: dict[tuple[int, tuple[str, ...]], str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            names = tuple(argument.arg for argument in node.args.args)
            found.setdefault((node.lineno, names), " ".join(ast.unparse(node.body).split()))
    return found
