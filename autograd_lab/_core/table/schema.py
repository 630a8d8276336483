"""PyTorch's schemas, such as ``mul.Tensor(Tensor self, Tensor other) -> Tensor``, taken apart.

PyTorch: torchgen/model.py (FunctionSchema).
"""

import ast
import re
from typing import Any, NamedTuple

ALIASES = {"input": "self", "axis": "dim", "keepdims": "keepdim"}
"""Other names for parameters: the functions say ``input`` where the schema says ``self``; some are NumPy's."""


class Parameter(NamedTuple):
    """One argument of a schema. ``kind`` is tensor, tensors (a list of them), indices or attribute."""

    name: str
    type: str
    kind: str
    default: Any = None
    required: bool = True
    keyword_only: bool = False


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
