"""Lesson 10's own operation, xⁿ: the learner's forward and backward run on several inputs, beside wrong versions."""

from typing import Any

from .. import Tensor, tensor
from ..autograd import grad
from .answer_code import Code, Probe
from .exercise import Wrong
from .plain import Words
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
_SAVE, _NAMED = "ctx.save_for_backward(x)", "ctx.n = n"
_UNPACK = "(x,) = ctx.saved_tensors"
_SLOPE = "ctx.n * x ** (ctx.n - 1)"


def power(returns: str, *before: str, forward: tuple[str, ...] = (_SAVE, _NAMED), result: str = "x**n") -> str:
    """The class whose backward runs the lines ``before``, then returns this."""
    line = "\n        "
    return _POWER.format(
        forward=line.join([*forward, f"return {result}"]),
        backward=line.join([*(before or (_UNPACK,)), f"return {returns}"]),
    )


POWER = power(f"g * {_SLOPE}, None")
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
        return {f"{where}: value of y": y, f"{where}: gradient for x": start.grad, f"{where}: g afterwards": arriving}

    return Probe(where, run)


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
        came = "an error"
    else:
        came = "the right gradient" if x.grad == 60 else "a wrong gradient, without an error"
    return {"x changed in place before backward": Words(came)}


_PROBES = (
    _gradient_probe(3.0, 2, 10.0),
    _gradient_probe(2.0, 4, 5.0),
    _gradient_probe([1.0, 2.0, 5.0], 3, [1.0, 10.0, 100.0]),
    Probe("the second derivative of 10·x³", _again),
    Probe("x changed in place before backward", _noticed),
)


# ----- what is wrong --------------------------------------------------------------------------------------------------
_COUNT = (
    Wrong(power(f"g * {_SLOPE}"), "M45").reply("""
        One value came back, but forward took two inputs, x and n. backward returns a value for each of them.
        Which value says that an input needs no gradient?"""),
    Wrong(power(f"g * {_SLOPE}, al.tensor(0.0)"), "M46").reply("""
        The second value belongs to the second input. That is n, a plain number: even a gradient of 0 would have nowhere
        to go.
        Which of the two places belongs to x, and what goes into the other one?"""),
    Wrong(power("None, None"), "M46").reply("""
        You return None for both inputs, so x gets no gradient. But y moves when x moves.
        Which of the two inputs needs no gradient?"""),
    *(
        Wrong(power(f"{call[0]}g * {_SLOPE}{call[1]}, None")).reply("""
            Your gradient for x is one number. It has to be a tensor with the shape of x.
            Which call of yours makes one number of it, and what is left without this call?""")
        for call in (("float(", ")"), ("(", ").sum()"))
    ),
    *(
        Wrong(POWER.replace(right, wrong)).reply(f"""
            {name} is called with {given}. Yours takes something else.
            How many arguments does {name} take in the cell that you were given?""")
        for name, given, right, wrong in (
            ("backward", "ctx and one gradient for each output", "backward(ctx, g)", "backward(g)"),
            ("backward", "ctx and one gradient for each output", "backward(ctx, g)", "backward(ctx, g, n)"),
            ("forward", "ctx and the inputs", "forward(ctx, x, n)", "forward(x, n)"),
        )
    ),
)
_VALUE = (
    Wrong(power(f"{_SLOPE}, None"), "M26").reply("""
        That is the slope alone. A node sends what arrived × its slope.
        If g were 10 times as large, what should become of the gradient?"""),
    Wrong(power(f"g + {_SLOPE}, None"), "S6").reply("""
        You add g and the slope. A node multiplies what arrived by its slope.
        If the slope were 0, how much should the node send?"""),
    Wrong(power("g, None")).reply("""
        You pass on what arrived, as if the slope were 1. Here the slope depends on x and on n.
        If x grows from 3 to 3.01, by how much does x² grow?"""),
    Wrong(power("g * x ** (ctx.n - 1), None"), "S4").reply("""
        The exponent is one lower, as it should be. But a factor is missing: xⁿ is a product of n factors, and all
        of them move.
        By how much does x · x grow when both x grow by 0.01?"""),
    Wrong(power("g * ctx.n * x**ctx.n, None")).reply("""
        The factor n is there, but the exponent is still n.
        When one of n factors moves, how many others is it multiplied by?"""),
    *(
        Wrong(power(f"g * ctx.n * {wrong}, None")).reply("""
            Python takes the power first: `x ** ctx.n - 1` is xⁿ, minus 1.
            What belongs in parentheses?""")
        for wrong in ("x ** ctx.n - 1", "(x ** ctx.n - 1)")
    ),
    Wrong(power("g * x ** (ctx.n + 1) / (ctx.n + 1), None")).reply("""
        The exponent grows, and you divide by it: that is how one integrates. A slope goes the other way.
        What is the slope of x²?"""),
    Wrong(power("g * x**ctx.n, None"), "S1").reply("""
        You multiply g by the value of xⁿ. A gradient needs the slope: how fast xⁿ moves, not where it is.
        If x grows from 3 to 3.01, by how much does x² grow?"""),
    *(
        Wrong(power(f"g * {slope} * x, None")).reply("""
            That is right for n = 2 only. xⁿ has another slope for each n.
            What is the slope of x³?""")
        for slope in ("2", "ctx.n")
    ),
    *(
        Wrong(power(f"g.{call}() * {_SLOPE}, None")).reply("""
            g has one number for each element of x. You make one number of them, and use it for every element.
            In x³, which elements of y move when x[0] moves?""")
        for call in ("sum", "mean")
    ),
    Wrong(power("g * (ctx.n - 1) * x ** (ctx.n - 1), None")).reply("""
        The exponent is one lower, as it should be. The factor isn't: all n factors move, not n - 1 of them.
        By how much does x · x grow when both x grow by 0.01?"""),
    Wrong(power(f"g * {_SLOPE}, None", result="x * n")).reply("""
        Your forward multiplies x by n. It should raise x to the power n.
        How does one write x³ in Python?"""),
    Wrong(power(f"g * {_SLOPE}, None", result="n**x")).reply("""
        Your forward raises n to the power x.
        In xⁿ, which of the two is the exponent?"""),
    Wrong(power(f"g * {_SLOPE}, None", result="None")).reply("""
        Your forward gives back None, as a Python function does when it ends without a `return`.
        Which line hands xⁿ back?"""),
    Wrong(power("g, None", _UNPACK, f"g *= {_SLOPE}")).reply("""
        The gradients are right, but you change g in place. It isn't yours: a hook or a caller may hold the same tensor.
        How do you write the product as a new tensor?"""),
    Wrong(power("g * ctx.n * x ^ (ctx.n - 1), None")).reply("""
        In Python, ^ isn't a power. A power is written with two stars.
        What does 3 ^ 2 give in Python, and what does 3 ** 2 give?"""),
)
_KEPT = (
    Wrong(power(f"g * {_SLOPE}, None", forward=(_NAMED,))).reply("""
        `ctx.saved_tensors` is empty, because your forward saved no tensor.
        Which call in forward fills it?"""),
    Wrong(power(f"g * {_SLOPE}, None", "x = ctx.saved_tensors")).reply("""
        `ctx.saved_tensors` is a tuple, even if there is only one tensor in it.
        How do you take the first item out of a tuple?"""),
    Wrong(power(f"g * {_SLOPE}, None", forward=("ctx.save_for_backward(x, n)", _NAMED))).reply("""
        `save_for_backward` takes tensors only. n is a plain number: nobody can change it in place, so it needs no
        version.
        Where else on ctx can forward put a number?"""),
    Wrong(power("g * n * x ** (n - 1), None")).reply("""
        backward doesn't know forward's n: all it has is ctx and g.
        What can forward write on ctx?"""),
    Wrong(power(f"g * {_SLOPE}, None", "pass")).reply("""
        backward doesn't know forward's x: all it has is ctx and g.
        Where does backward find what forward has saved?"""),
    Wrong(power(f"g * {_SLOPE}, None", forward=(_SAVE,))).reply("""
        backward looks for `ctx.n`, and your forward doesn't write it.
        Which line in forward puts n on ctx?"""),
    *(
        Wrong(power(f"g * {_SLOPE}, None", f"x = al.tensor({x}.0, requires_grad=True)")).reply(f"""
            Your backward works with the x of another cell, which is {x}. All it knows of forward is what forward put
            on ctx.
            Where does backward find what forward has saved?""")
        for x in (1, 3)
    ),
    Wrong(power(f"g * {_SLOPE}, None", "x = ctx.x", forward=("ctx.x = x", _NAMED)), "M47").reply("""
        All gradients are right. But you keep x as an attribute, and nobody checks an attribute: when x is changed in
        place before backward, the gradient is wrong, and there is no error.
        Which call keeps a tensor together with its version?"""),
)
_TWICE = (
    Wrong(
        power("g * slope, None", "(slope,) = ctx.saved_tensors", forward=("ctx.save_for_backward(n * x ** (n - 1))",)),
        "S41",
    ).reply("""
        The gradient is right, the second derivative is missing. What you kept was computed in forward, where nothing is
        recorded: for backward it is a constant that isn't connected to x.
        If backward computes the slope itself, which tensor does it need from forward?"""),
    Wrong(power(f"g * {_SLOPE}, None", "x = ctx.saved_tensors[0].detach()"), "S41").reply("""
        The gradient is right, the second derivative is missing. Something cuts x off: `detach()`, `.data`,
        `no_grad()`, or a copy without history.
        How must the slope be computed, so that it stays connected to x?"""),
    Wrong(power(f"g.detach() * {_SLOPE}, None"), "S41").reply("""
        The gradient is right. But a second derivative is wrong where your operation works on the result of another one:
        `detach()` cuts off what arrived.
        Which two tensors does the gradient depend on, if x itself was computed?"""),
    Wrong(power(f"g * {_SLOPE}, None", "x = ctx.saved_tensors[0].item()")).reply("""
        `.item()` makes a plain number of x. A tensor with several elements isn't one number, and a
        number has no history.
        Does the formula need anything but the tensor itself?"""),
    Wrong(power(f"g * {_SLOPE}, None", "x = ctx.x", forward=("ctx.x = x.detach()", _NAMED)), "M47").reply("""
        The gradient is right, the second derivative is missing: `detach()` cuts x off. And nobody checks an attribute:
        when x is changed in place before backward, the gradient is wrong, and there is no error.
        Which call in forward keeps x as it is, together with its version?"""),
)
WRONG = (*_COUNT, *_VALUE, *_KEPT, *_TWICE)
FORM = Code(
    name="Power",
    starting=STARTING,
    solution=POWER,
    probes=_PROBES,
    untouched=lambda results: False,
    checked=lambda: (*doubles([1.5, -2.0, 3.0]), 3),
    is_function_class=True,
)
