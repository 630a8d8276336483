"""Calls of the table's rows as source text, made of the rows' own samples: a new row joins by being there.

A `RowCall` has a ``{0}``, ``{1}`` … for each tensor that may be another one; what is not differentiable stands in the
text. Only public names are called, and only such calls as run here; whether they run in PyTorch is the question.
"""

import functools
import warnings
from dataclasses import dataclass

import numpy as np
from row_cases import Input, inputs_of, sample_args
from row_departures import EXCLUDED

import autograd_lab as al
from autograd_lab.derivatives import TABLE


@dataclass(frozen=True)
class RowCall:
    """``text`` with a hole for each of ``arrays``; ``in_place``: the first is written to."""

    row: str
    text: str
    arrays: tuple
    in_place: bool


def literal(array):
    """The text of a tensor with these numbers."""
    array = np.asarray(array)
    if not array.size:
        shape = f"{array.shape}"
        return f"torch.zeros({shape}, dtype={'real' if array.dtype.kind == 'f' else f'torch.{array.dtype}'})"
    numbers = np.round(array * 64) / 64 if array.dtype.kind == "f" else array
    kind = "real" if array.dtype.kind == "f" else f"torch.{array.dtype}"
    return f"torch.tensor({numbers.tolist()}, dtype={kind})"


def spelled(value, holes):
    """The text of one argument; tensors that want a gradient become holes."""
    if isinstance(value, Input):
        if not value.grad:
            return literal(value.array)
        if id(value) not in holes:
            holes[id(value)] = (len(holes), value)
        return f"{{{holes[id(value)][0]}}}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(spelled(item, holes) for item in value) + "]"
    if isinstance(value, al.dtype):
        return str(value).replace("autograd_lab", "torch")
    return repr(value)


def public_forms(op):
    """Where the row has a public name: functions first, then the method."""
    base = op.base
    places = [("torch", al), ("torch.nn.functional", al.nn.functional)]
    if base.startswith("linalg_"):
        places, base = [("torch.linalg", al.linalg)], base.removeprefix("linalg_")
    found = [f"{name}.{base}(" for name, module in places if not base.startswith("_") and hasattr(module, base)]
    return found[:1], hasattr(al.Tensor, base) and not base.startswith("_")


def written(op, args):
    """The texts in which this sample can be called."""
    holes = {}
    pairs = list(zip(op.plan.parameters, args, strict=False))
    texts = [
        f"{parameter.name}={spelled(value, holes)}" if parameter.keyword_only else spelled(value, holes)
        for parameter, value in pairs
    ]
    functions, is_method = public_forms(op)
    forms = [f"{function}{', '.join(texts)})" for function in functions]
    if is_method and texts and isinstance(args[0], Input):
        first = texts[0] if args[0].grad else f"({texts[0]})"
        forms.append(f"{first}.{op.base}({', '.join(texts[1:])})")
    arrays = tuple(item.array for _, item in holes.values())
    return [RowCall(op.name, form, arrays, "(a!)" in op.schema) for form in forms]


def runs(call):
    """Does it run here, with the sample's own numbers?"""
    fillers = [f"{literal(array)}.requires_grad_().mul(1)" for array in call.arrays]
    names = {"torch": al, "real": al.float32}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(call.text.format(*fillers), names)
    except Exception:  # a schema's order is not always that of the public function: then this is no call of it
        return False
    return True


@functools.cache
def row_calls():
    """Every call that runs, in the table's order."""
    found = []
    for name, op in TABLE.items():
        if name in EXCLUDED or op.samples is None:
            continue
        for args in sample_args(op, al.float32):
            if not any(isinstance(arg, al.Generator) for arg in args) and len(inputs_of(args)) <= 4:
                found += [call for call in written(op, args) if runs(call)]
    return found
