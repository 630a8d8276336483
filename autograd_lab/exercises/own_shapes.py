"""Lesson 07's `unbroadcast`, which runs on gradients of several shapes, and its `MatMul`, on three sizes.

What is right for a shape is what the engine does for an input of that shape: each probe of `unbroadcast` comes with
its recording.
"""

from collections.abc import Callable
from typing import Any

from .. import ones, tensor, zeros
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, Probe
from .exercise import Look
from .plain import Told, Words
from .programs import doubles, leaf

DIGITS = [[1.0, 0.0], [0.0, 10.0], [-100.0, 0.0]]
"""A gradient in which every place has a digit of its own."""
AT_ADD, AT_SUM = Look("RuleApplied", "AddBackward0"), Look("GradReduced", "AddBackward0")
HEAD = "def unbroadcast(g, shape):"
LEADING = "    while g.dim() > len(shape):\n        g = g.sum(0)\n"
LONG = """    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis, keepdim=True)
"""
UNBROADCAST = f"{HEAD}\n{LEADING}{LONG}    return g\n"
STARTING = f"""{HEAD}
    # 1. axes that shape does not have: the first ones of g
    while g.dim() > len(shape):
        g = ...
    # 2. axes that forward stretched from length 1
    for axis, length in enumerate(shape):
        ...
    return g
"""


_NO_ROUND = (
    "No round of your `while` takes an axis away. `keepdim=True` keeps the axis, `squeeze` removes only an axis of "
    "length 1, and a sum that isn't assigned changes nothing. What is `g.dim()` after one round?"
)


def _probe(gradient: Any, shape: tuple[int, ...]) -> tuple[Probe, Case]:
    """One call, and what our own engine does for an input of that shape."""
    g = tensor(gradient) if isinstance(gradient, list) else ones(gradient)
    where = f"g of shape {tuple(g.shape)} and shape = {shape}"

    def run(function: Callable) -> dict:
        found = function(g.clone(), shape)
        shape_got = None if found is None else Told("your result is not a tensor, so it has no shape")
        if hasattr(found, "shape"):
            shape_got = Words(tuple(found.shape))
        return {f"{where}: result's shape": shape_got, f"{where}: result": found}

    def traced() -> Trace:
        names = {"X": zeros(tuple(g.shape)).requires_grad_(), "b": zeros(shape).requires_grad_()}
        with record(names=names) as trace:
            names["Y"] = names["X"] + names["b"]
            names["Y"].backward(g)
        return trace

    return Probe(where, run), (traced, AT_ADD if tuple(g.shape) == shape else AT_SUM)


_CALLS = (
    _probe(DIGITS, (2,)),
    _probe(DIGITS, (3, 1)),
    _probe(DIGITS, (1, 2)),
    _probe(DIGITS, (1, 1)),
    _probe(DIGITS, (3, 2)),
    _probe(DIGITS, ()),
    _probe((5, 1, 2, 4, 3), (2, 1, 3)),
)
UNBROADCAST_FORM = Code(
    name="unbroadcast",
    starting=STARTING,
    solution=UNBROADCAST,
    probes=tuple(probe for probe, _ in _CALLS),
    cases={probe.label: case for probe, case in _CALLS},
    endless=_NO_ROUND,
    ready_made=frozenset({"sum_to_size"}),
)


# ----- a matrix product -----------------------------------------------------------------------------------------------
MATMUL_AROUND = """
class MatMul(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        {}
"""
MATMUL = MATMUL_AROUND.format("return g @ w.T, x.T @ g")
_SIZES = {
    "x 2×3, w 3×2": ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], DIGITS[:2]),
    "x 1×2, w 2×3": ([[2.0, 5.0]], [[3.0, 7.0, 1.0], [4.0, 6.0, 8.0]], [[1.0, 10.0, 100.0]]),
    "x 2×2, w 2×2": ([[2.0, 3.0], [5.0, 7.0]], [[4.0, 6.0], [8.0, 9.0]], [[1.0, 10.0], [-100.0, 1000.0]]),
}


def _product_probe(where: str) -> Probe:
    def run(function: type) -> dict:
        left, right, g = _SIZES[where]
        x, w = leaf(left, "x"), leaf(right, "w")
        y = function.apply(x, w)
        y.backward(tensor(g))
        return {f"{where}: value of y": y, f"{where}: gradient for x": x.grad, f"{where}: gradient for w": w.grad}

    return Probe(where, run)


MATMUL_FORM = Code(
    name="MatMul",
    starting=MATMUL_AROUND.format("for_x = ...\n        for_w = ...\n        return for_x, for_w"),
    solution=MATMUL,
    probes=tuple(map(_product_probe, _SIZES)),
    untouched=lambda results: False,
    checked=lambda: doubles([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]], [[2.0, -1.0], [0.5, 4.0], [1.0, 3.0]]),
    is_function_class=True,
)
