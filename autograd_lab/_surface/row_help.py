"""What ``help(torch.mul)`` and Shift-Tab show for a row: the operation's own text, from its row."""

import inspect
from typing import Any


def text(row: Any) -> str:
    """What the operation does, its formula, and where to read more."""
    lines = [row.does or f"``{row.schema}``", ""]
    if row.tex:
        lines += [f"Formula: {row.tex['forward']}", ""]
    lines += [f"Schema: {row.schema}", f"Node: {row.node or 'none, nothing here can be differentiated'}"]
    return "\n".join(lines)


def signature(row: Any, is_method: bool) -> inspect.Signature:
    """The parameters under PyTorch's names: a function calls the first tensor ``input``."""
    kinds = inspect.Parameter
    made = []
    for place, parameter in enumerate(row.plan.parameters):
        name = "input" if parameter.name == "self" and not is_method else parameter.name
        kind = kinds.KEYWORD_ONLY if parameter.keyword_only else kinds.POSITIONAL_OR_KEYWORD
        default = kinds.empty if parameter.required or not place else parameter.default
        made.append(kinds(name, kind, default=default))
    return inspect.Signature(made)
