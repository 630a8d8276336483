"""Lesson 10's own operation, xⁿ: the learner's forward and backward run on several inputs."""

from contextlib import suppress
from typing import Any

from .. import Tensor, tensor
from ..autograd import grad
from .answer_code import Code, Probe
from .plain import Told, Words, plain_numbers
from .programs import doubles, leaf

_POWER = """
class Power(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        {forward}

    @staticmethod
    def backward(ctx, g):
        {backward}
"""
SAVE, NAMED = "ctx.save_for_backward(x)", "ctx.n = n"
UNPACK = "(x,) = ctx.saved_tensors"
SLOPE = "ctx.n * x ** (ctx.n - 1)"


def power(returns: str, *before: str, forward: tuple[str, ...] = (SAVE, NAMED), result: str = "x**n") -> str:
    """The class whose backward runs the lines ``before``, then returns this."""
    line = "\n        "
    return _POWER.format(
        forward=line.join([*forward, f"return {result}"]),
        backward=line.join([*(before or (UNPACK,)), f"return {returns}"]),
    )


POWER = power(f"g * {SLOPE}, None")
STARTING = _POWER.format(
    forward="# keep what backward needs, and return xⁿ\n        return ...",
    backward="# return one value for each input of forward\n        return ...",
)


# ----- what is tried --------------------------------------------------------------------------------------------------
def _gradient_probe(x: Any, n: int, g: Any) -> Probe:
    """One backward, in which another gradient than 1 arrives."""
    where = f"x = {x}, n = {n}, g = {g}"

    def run(function: type) -> dict:
        start, arriving = leaf(x, "x"), tensor(g)
        y = function.apply(start, n)
        if isinstance(y, Tensor):
            y.backward(arriving)
        return {
            f"{where}: value of y": y,
            f"{where}: gradient for x": start.grad,
            f"{where}: g after backward": arriving,
        }

    return Probe(where, run)


def _at_zero(function: type) -> dict:
    """The gradient at 0, where the gradient is right elsewhere."""
    elsewhere, x = leaf(3, "x"), leaf(0, "x")
    (10 * function.apply(elsewhere, 2)).backward()
    if elsewhere.grad is None or elsewhere.grad != 60:
        return {}
    (10 * function.apply(x, 2)).backward()
    undefined = x.grad is not None and bool(x.grad.isnan())
    return {"x = 0.0, n = 2, g = 10.0: gradient for x": Words("nan") if undefined else x.grad}


def _again(function: type) -> dict:
    """The derivative of the gradient, where the gradient is right."""
    x = leaf(2, "x")
    (slope,) = grad(10 * function.apply(x, 3), x, create_graph=True)
    if slope != 120:
        return {}
    if slope.requires_grad:
        slope.backward()
    z = leaf(2, "z")
    (twice,) = grad(function.apply(function.apply(z, 2), 2), z, create_graph=True)
    if twice.requires_grad:
        twice.backward()
    return {"10·x³ at x = 2: second derivative": x.grad, "(x²)² at x = 2: second derivative": z.grad}


_CHANGED = "x changed in place before backward"


def _noticed(function: type) -> dict:
    """What comes of a change in place, where the gradient is right without it."""
    alone, x = leaf(3, "x"), leaf(3, "x")
    (10 * function.apply(alone, 2)).backward()
    if alone.grad is None or alone.grad != 60:
        return {}
    u = x * 1
    y = 10 * function.apply(u, 2)
    u.add_(1)
    try:
        y.backward()
    except RuntimeError:
        came = "raises an error"
    else:
        came = f"gives {'the right' if x.grad == 60 else 'a wrong'} gradient, without an error"
    return {f"{_CHANGED}: what comes of it": Told(f"your code {came}")}


_RETURNED = "what backward returns"


def _returned(function: type) -> dict:
    """Which of its two places hold None, 0 or another gradient: PyTorch's error is the same for all."""
    kept = []

    def backward(ctx: Any, g: Tensor) -> Any:
        kept.append(function.backward(ctx, g))
        return kept[-1]

    with suppress(Exception):  # the other probes tell it
        type(function.__name__, (function,), {"backward": staticmethod(backward)}).apply(leaf(3, "x"), 2).backward()
    both = kept[0] if kept and isinstance(kept[0], tuple) else ()
    return {_RETURNED: ["None" if each is None else "0" if plain_numbers(each) == 0 else "not 0" for each in both]}


_PROBES = (
    _gradient_probe(3.0, 2, 10.0),
    _gradient_probe(2.0, 4, 5.0),
    _gradient_probe([1.0, 2.0, 5.0], 3, [1.0, 10.0, 100.0]),
    Probe("x = 0.0, n = 2, g = 10.0", _at_zero),
    Probe("the second derivative of 10·x³", _again),
    Probe(_CHANGED, _noticed),
    Probe(_RETURNED, _returned),
)


FORM = Code(
    name="Power",
    starting=STARTING,
    solution=POWER,
    probes=_PROBES,
    notes=frozenset({_RETURNED}),
    untouched=lambda results: False,
    checked=lambda: (*doubles([1.5, -2.0, 3.0]), 3),
    is_function_class=True,
)
