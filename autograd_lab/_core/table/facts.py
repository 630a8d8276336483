"""What is known of one row, in short texts: its rules, what it saves, examples with numbers, PyTorch's own entry."""

import functools
import importlib.util
import inspect
import itertools
import os
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..tensor import Tensor, wrap
from .row import Row
from .rule import Rule

LISTED = 12
"""Arrays of at most so many elements are written out."""
_TABLE = f"{__name__.partition('.')[0]}.derivatives."
ABSENT = "PyTorch is not installed here; its own table is tools/autograd/derivatives.yaml in its repository."


class Gradient(NamedTuple):
    """How the gradient of one input is made: by a rule (source and LaTeX), or not, and then why."""

    input: str
    source: str
    tex: str
    why_not: str


def gradients(op: Row) -> list[Gradient]:
    """One for each tensor input, in the schema's order."""
    found = []
    for parameter in op.plan.parameters:
        rule = op.plan.rules.get(parameter.name)
        if rule is not None:
            found.append(Gradient(parameter.name, rule.source, rule.tex, ""))
        elif parameter.name in op.plan.refusals:
            why = f"not implemented: {op.plan.refusals[parameter.name]}"
            found.append(Gradient(parameter.name, "", "", why))
        elif parameter.kind != "attribute" and op.node is not None:
            found.append(Gradient(parameter.name, "", "", "has no gradient, and so no edge"))
    return found


# ----- what a node keeps ----------------------------------------------------------------------------------------------
MEANING = {
    "input": "the input's numbers", "result": "the result's numbers", "output": "the result's numbers",
    "attribute": "an argument of the call",
    "dim": "the number of axes", "numel": "the number of elements", "strides": "the strides",
    "geometry": "shape and strides", "sizes": "the shape", "sizes_opt": "the shape, if it was given",
    "argsize_0": "the length of the first axis", "argsize_1": "the length of the second axis",
    "argsize_2": "the length of the third axis", "argsize_minus_1": "the length of the last axis",
    "argsize_minus_2": "the length of the last axis but one",
}  # fmt: skip


class Saved(NamedTuple):
    """One value that a node keeps: its name, what it is, and the inputs whose rules need it."""

    name: str
    what: str
    rules: tuple[str, ...]


def saved(op: Row) -> list[Saved]:
    """What a call leaves in its node, as far as the rules in use need it."""
    kinds = [kind for kind, _ in op.plan.saved_plan] + [kind for kind, _ in op.plan.attribute_plan]
    return [
        Saved(name, MEANING[kind], tuple(rule.input for rule in op.plan.rules.values() if name in rule.saves))
        for name, kind in zip((*op.plan.saved_names, *op.plan.attribute_names), kinds, strict=True)
    ]


# ----- functions behind the rules -------------------------------------------------------------------------------------
CALLED = r"(?<![\w.])([A-Za-z_]\w*(?:\.\w+)?)\("


def helpers(op: Row) -> dict[str, str]:
    """Source of the functions that the rules call, by the name they have in the row's file."""
    found = {}
    for rule in op.plan.rules.values():
        for name, function in _called(rule):
            if name not in found:
                try:
                    found[name] = inspect.getsource(function).rstrip()
                except OSError:  # only the compiled file is there
                    continue
    return found


def _called(rule: Rule) -> Iterator[tuple[str, Any]]:
    if rule.function.__name__ != "<lambda>":
        yield rule.function.__name__, inspect.unwrap(rule.function)
        return
    for name in re.findall(CALLED, rule.source):
        head, _, tail = name.partition(".")
        target = inspect.unwrap(rule.function).__globals__.get(head)
        target = getattr(target, tail, None) if tail else target
        if inspect.isfunction(target) and target.__module__.startswith(_TABLE):
            yield name, inspect.unwrap(target)


# ----- examples -------------------------------------------------------------------------------------------------------
class Make:
    """``make(2, 3)`` in a row's samples: a float64 leaf of that shape, with numbers between ``low`` and ``high``."""

    def __init__(self, seed: int = 0):
        self.random = np.random.default_rng(seed)

    def __call__(self, *shape: int, low: float = -2.0, high: float = 2.0) -> Tensor:
        return wrap(np.round(self.random.uniform(low, high, shape), 3)[()]).requires_grad_()


def samples(op: Row) -> list[tuple]:
    """Arguments to try the row with; literal arrays among them are made tensors."""
    made = op.samples(Make()) if op.samples is not None else []
    return [tuple(mapped(wrap, np.ndarray, arg) for arg in args) for args in made]


def examples(op: Row) -> list[tuple[str, str]]:
    """(call, result) of each sample in numbers. Nothing is recorded: the row computes on bare arrays."""
    found = []
    for args in samples(op):
        result = op(*(mapped(lambda tensor: tensor._data, Tensor, arg) for arg in args))
        written = ", ".join(itertools.chain(map(in_numbers, args)))
        found.append((f"{op.base}({written})", in_numbers(result)))
    return found


def mapped(function: Any, kind: type, arg: Any) -> Any:
    """``arg`` with ``function`` applied to each object of one kind in it."""
    if isinstance(arg, list | tuple) and any(isinstance(item, kind) for item in arg):
        return type(arg)(mapped(function, kind, item) for item in arg)
    return function(arg) if isinstance(arg, kind) else arg


def in_numbers(value: Any) -> str:
    """``[0.5, -1]``, ``float64[64×10]`` when there are too many to read, anything else as Python writes it."""
    if isinstance(value, list | tuple):
        inside = ", ".join(map(in_numbers, value))
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})"
    array = value._data if isinstance(value, Tensor) else value
    if not isinstance(array, np.ndarray | np.generic):
        return repr(value)
    if not 0 < array.size <= LISTED:
        return f"{array.dtype}[{'×'.join(map(str, array.shape))}]"
    return _list_text(array.tolist())


def _list_text(item: Any) -> str:
    if isinstance(item, list):
        return f"[{', '.join(map(_list_text, item))}]"
    return f"{item:.4g}" if isinstance(item, float) else str(item)


# ----- PyTorch's own line ---------------------------------------------------------------------------------------------
def torch_entry(op: Row) -> str:
    """What PyTorch's derivatives.yaml says of the row, or a sentence on why there is nothing to show."""
    entries = _torch_table()
    if entries is None:
        return ABSENT
    return entries.get(op.name, "PyTorch's derivatives.yaml has no entry of this name.")


@functools.cache
def _torch_table() -> dict[str, str] | None:
    """PyTorch's entries by name; its code generator carries the file along. Nothing of PyTorch is imported."""
    package = importlib.util.find_spec("torchgen")
    if package is None or package.origin is None:
        return None
    path = os.path.join(os.path.dirname(package.origin), "packaged", "autograd", "derivatives.yaml")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"(?m)^#.*\n", "", file.read())
    entries = re.split(r"(?m)^- name: +", text)[1:]
    return {entry.partition("(")[0]: f"- name: {entry}".rstrip() for entry in entries}
