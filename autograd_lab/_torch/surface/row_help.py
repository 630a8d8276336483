"""What ``help(torch.mul)`` and Shift-Tab show for a row: the operation's own text, made from its declaration."""

import inspect
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from typing import Any

from ..._core.table.plain_formula import plain_formula
from ..._core.table.rule import non_differentiable

_KINDS = {
    "Tensor": "a Tensor", "Tensor[]": "Tensors", "Scalar": "a number", "int": "a whole number",
    "SymInt": "a whole number", "float": "a float", "bool": "a bool", "str": "a string", "ScalarType": "a dtype",
    "MemoryFormat": "a memory format", "Generator": "a Generator",
}  # fmt: skip


def text(row: Any, in_place: bool = False) -> str:
    """What the operation does, its formulas, what it takes and gives, what it leaves behind, and where to read more."""
    does = row.does or f"``{row.schema}``"
    parts = [
        f"In place: {does}" if in_place else does,
        "\n".join(_formulas(row)),
        "\n    ".join(("Args:", *(_argument(parameter, row, in_place) for parameter in row.plan.parameters))),
        " ".join(_result(row, in_place)),
        "\n    ".join(("Raises:", *_errors(row, in_place))),
        "\n".join(_graph(row)),
        f'More: print(autograd_lab.derivatives.find("{row.name}"))',
    ]
    return "\n\n".join(filter(None, parts))


def _formulas(row: Any) -> Iterator[str]:
    if "forward" in row.tex:
        yield f"Formula:  {plain_formula(row.tex['forward'])}"
    title = "Backward:"
    for name in row.plan.rules:
        if name in row.tex:
            yield f"{title} {plain_formula(row.tex[name])}  for {name}"
            title = "         "
    if title.isspace():
        yield "(A bar is the gradient of the loss by what it stands over.)"


def _argument(parameter: Any, row: Any, in_place: bool) -> str:
    """``dim: a whole number or None``"""
    kind = parameter.type.removesuffix("?")
    words = _KINDS.get(kind) or ("whole numbers" if "nt[" in kind else kind)
    if row.pointwise and parameter.name == "other":
        words += " or a number"
    if parameter.name == "self" and "function" in row.variants and not in_place:
        words += " (a function calls it input)"
    return f"{parameter.name}: {words}{' or None' * parameter.type.endswith('?')}"


def _result(row: Any, in_place: bool) -> Iterator[str]:
    plan = row.plan
    several = len(plan.tensor_positions) > 1
    if row.pointwise:
        yield "Shapes that differ are stretched to fit."
    if row.types is not None and several:
        yield "Types that differ meet in their common one."
    if row.types == "float" and not in_place:
        yield "Whole numbers and booleans become the default float type."
    if row.view:
        yield "What comes out is a view: it shares the memory of self."
    if len(plan.outputs) > 1:
        part = row.output_differentiability or (True,) * len(plan.outputs)
        linked = [name for name, counts in zip(plan.outputs, part, strict=True) if counts]
        yield f"Gives {_and(plan.outputs)}; gradients come back through {_and(linked)}."
    if in_place:
        yield "The result is written over self, which is returned."


def _errors(row: Any, in_place: bool) -> Iterator[str]:
    """What follows from the declaration; an operation may refuse more."""
    yield "TypeError: an argument is missing, unknown or of a wrong type."
    if any(parameter.name.startswith("dim") for parameter in row.plan.parameters):
        yield "IndexError: there is no such dimension."
    if len(row.plan.tensor_positions) > 1:
        yield "RuntimeError: the shapes do not fit together."
    if in_place:
        yield "RuntimeError: self is a leaf that requires a gradient, or cannot hold the result."


def _graph(row: Any) -> Iterator[str]:
    """The node, what it keeps, and what has no gradient."""
    plan = row.plan
    if row.node is None:
        yield "Leaves no node: nothing here can be differentiated."
    elif not plan.rules:
        yield f"Backward through it raises: {next(iter(plan.refusals.values()))}"
    else:
        kept = (*plan.saved_names, *plan.attribute_names)
        yield f"Node: {row.node}, which keeps {_and(kept) if kept else 'nothing'}."
        without = [name for name, declared in row.declared.items() if declared is non_differentiable]
        if without:
            yield f"No gradient goes to {_and(without)}."


def _and(words: Sequence[str]) -> str:
    """``a, b and c``"""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def signature(row: Any, is_method: bool) -> inspect.Signature:
    """The parameters under PyTorch's names: a function calls the first tensor ``input``."""
    kinds = inspect.Parameter
    made = []
    for place, parameter in enumerate(row.plan.parameters):
        name = "input" if parameter.name == "self" and not is_method else parameter.name
        kind = kinds.KEYWORD_ONLY if parameter.keyword_only else kinds.POSITIONAL_OR_KEYWORD
        default = kinds.empty if parameter.required or not place else parameter.default
        made.append(kinds(f"{name}_" if iskeyword(name) else name, kind, default=default))
    return inspect.Signature(made)
