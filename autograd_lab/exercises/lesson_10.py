"""Lesson 10, an own operation: what its backward may return, what ctx keeps, what hooks hear and change, and how to
differentiate a gradient."""

from collections.abc import Callable
from contextlib import suppress

import autograd_lab

from .. import Tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_values import Choice, Table, among
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .own_power import FORM, NAMED, POWER, SAVE, SLOPE, UNPACK, power
from .programs import grad, leaf, shown_whole

ERROR = "an error"


def one_after_the_other(sources: dict[str, str], given: Callable[[str], dict]) -> tuple[Trace, dict[str, dict]]:
    """One recording of several programs, which start with what is ``given``, and the variables of each afterwards. A
    RuntimeError ends its program only."""
    left: dict[str, dict] = {}
    with record(names={}) as trace:
        for name, program in sources.items():
            left[name] = {"al": autograd_lab, "print": lambda *shown: None, **given(name)}
            with suppress(RuntimeError):  # the recording has it: ErrorRaised
                exec(program, left[name])
                left[name]["ended"] = True
    return trace, left


# ----- backward is what you write ------------------------------------------------------------------------------------
ROUND = """
class Round(al.autograd.Function):
    @staticmethod
    def forward(ctx, w):
        return w.round()

    @staticmethod
    def backward(ctx, g):
        return g

w = al.tensor({w}.7, requires_grad=True)
q = Round.apply(w)
loss = (q - {t}) ** 2
loss.backward()
"""


@exercise("L10.P1", w=(2, 3), t=(6, 7, 8, 9))
def straight_through(w: int = 2, t: int = 7) -> Exercise:
    program = ROUND.format(w=w, t=t)
    trace, _ = shown_whole(program)
    unrounded = f"{2 * (w + 0.7 - t):g}"
    return Exercise(
        prompt=f"With w = {w}.7, `Round` gives q = {w + 1}, and the target is {t}. What is `w.grad`?",
        program=program,
        form=among(0, 1, grad(trace, "w"), 2 * (w + 0.7 - t)),
        answer=str(grad(trace, "w")),
        wrong=(
            Wrong("0", "S40").reply("""
                0 is the true slope of rounding × what arrived. But autograd doesn't look into your forward for a slope:
                it calls your backward, and sends what that returns.
                What does the backward of Round return?"""),
            Wrong("1", "M26").reply("""
                1 is only the slope that this backward uses. A node sends what arrived × the slope.
                How fast does the loss move when q moves?"""),
            Wrong(unrounded).reply(f"""
                {unrounded} would be right if nothing were rounded: 2 · (w - {t}). The node of the loss works with the
                number that it got.
                Which number was squared: w - {t}, or another number?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "RoundBackward"),
        waits=True,
        asks="w.grad",
        why="""
            Autograd calls your backward and sends what it returns. It never compares backward with forward.""",
    )


# ----- ctx ------------------------------------------------------------------------------------------------------------
_TWO_SQUARES = """
class Square(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)  # A
        ctx.x = x                 # B
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors  # A
        x = ctx.x                 # B
        return g * 2 * x

u = w * 2  # w = 3
y = Square.apply(u)
u.add_(1)
y.backward()
"""
_RIGHT, _SILENT = "the right w.grad", "a wrong w.grad, without an error"


def version(which: str) -> str:
    """The program with the lines of A, or of B."""
    other = "B" if which == "A" else "A"
    return "\n".join(line for line in _TWO_SQUARES.splitlines() if not line.endswith(f"# {other}"))


def outcome(left: dict) -> str:
    return (_RIGHT if left["w"].grad == 24 else _SILENT) if "ended" in left else ERROR


@exercise("L10.P2")
def kept_on_ctx() -> Exercise:
    trace, left = one_after_the_other(
        {which: version(which) for which in "AB"}, lambda which: {"w": leaf(3, f"w_{which}")}
    )
    return Exercise(
        prompt="""
            Two versions of Square: A saves x, B makes x an attribute of ctx. After forward, u is changed in place.
            What does `y.backward()` give?""",
        setup=_TWO_SQUARES,
        form=Table(dict.fromkeys("AB", Choice((_RIGHT, _SILENT, ERROR)))),
        answer={which: outcome(left[which]) for which in "AB"},
        wrong=(
            Wrong({"A": _RIGHT}, "M37").reply("""
                A: that would need a copy of u. save_for_backward keeps u itself, and the version that it has now.
                What is u._version after add_, and which version did the node note?"""),
            Wrong({"A": _SILENT}, "M47").reply("""
                A: `ctx.saved_tensors` compares versions before it returns anything (lesson 08).
                What is u._version after add_, and which version did the node note?"""),
            Wrong({"B": _RIGHT}, "M47").reply("""
                B: an attribute isn't a copy. ctx.x is u itself.
                Which number is in u when backward reads it?"""),
            Wrong({"B": ERROR}, "M47").reply("""
                B: nobody notices the change. An attribute of ctx has no version beside it.
                Which number is in u when backward reads it, and what does it send?"""),
        ),
        trace=trace,
        look=Look("ErrorRaised"),
        looks={"B": Look("RuleApplied", "SquareBackward")},
        why="""
            Both keep u itself. A notes its version, so backward notices the change and stops. B notices nothing and
            works with the new number. So save tensors; numbers and texts may be attributes.""",
    )


# ----- your own operation ---------------------------------------------------------------------------------------------
_POWER_COUNT = (
    Wrong(power(f"g * {SLOPE}"), "M45").reply("""
        Only one value was counted, but forward took two inputs, x and n. backward returns a value for each of them,
        with a comma between them and without square brackets.
        What comes after your `return`, and which value says that an input needs no gradient?"""),
    Wrong(power(f"g * {SLOPE}, al.tensor(0.0)"), "M46").reply("""
        The second value belongs to the second input. That is n, a plain number: even a gradient of 0 would have nowhere
        to go.
        Which value says that an input needs no gradient?"""),
    Wrong(power(f"g * {SLOPE}, g"), "M46").reply("""
        The second value belongs to the second input. That is n, a plain number, which has no .grad: a slope with
        respect to n has nowhere to go.
        Which value says that an input needs no gradient?"""),
    Wrong(power(f"None, g * {SLOPE}"), "M46").reply("""
        Your two values have changed places. The first value belongs to x, the second one to n.
        What is the order of the arguments of forward?"""),
    Wrong(power("None, None"), "M46").reply("""
        You return None for both inputs, so x gets no gradient. But y moves when x moves.
        Which of the two inputs needs no gradient?"""),
    *(
        Wrong(power(f"{call[0]}g * {SLOPE}{call[1]}, None")).reply("""
            Your gradient for x is one number. It has to be a tensor with the shape of x.
            Which call of yours turns it into one number, and what is left without this call?""")
        for call in (("float(", ")"), ("(", ").sum()"))
    ),
    *(
        Wrong(POWER.replace(right, wrong)).reply(f"""
            {name} is called with {given}. Your {name} takes different arguments.
            How many arguments does {name} take in the cell that you were given?""")
        for name, given, right, wrong in (
            ("backward", "ctx and one gradient for each output", "backward(ctx, g)", "backward(g)"),
            ("backward", "ctx and one gradient for each output", "backward(ctx, g)", "backward(ctx, g, n)"),
            ("forward", "ctx and the inputs", "forward(ctx, x, n)", "forward(x, n)"),
        )
    ),
)
_POWER_VALUE = (
    Wrong(power(f"{SLOPE}, None"), "M26").reply("""
        That is the slope alone. A node sends what arrived × its slope.
        If g were 10 times as large, how large should the gradient be?"""),
    Wrong(power(f"g + {SLOPE}, None"), "S6").reply("""
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
            That is right for n = 2 only. xⁿ has a different slope for each n.
            What is the slope of x³?""")
        for slope in ("2", "ctx.n")
    ),
    *(
        Wrong(power(f"g.{call}() * {SLOPE}, None")).reply("""
            g has one number for each element of x. You turn them into one number and use it for every element.
            In x³, which elements of y move when x[0] moves?""")
        for call in ("sum", "mean")
    ),
    Wrong(power("g * (ctx.n - 1) * x ** (ctx.n - 1), None")).reply("""
        The exponent is one lower, as it should be. The factor isn't: all n factors move, not n - 1 of them.
        By how much does x · x grow when both x grow by 0.01?"""),
    Wrong(power(f"g * {SLOPE}, None", result="x * n")).reply("""
        Your forward multiplies x by n. It should raise x to the power n.
        How does one write x³ in Python?"""),
    Wrong(power(f"g * {SLOPE}, None", result="n**x")).reply("""
        Your forward raises n to the power x.
        In xⁿ, which of the two is the exponent?"""),
    Wrong(power(f"g * {SLOPE}, None", result="None")).reply("""
        Your forward returns None, as a Python function does when it ends without a `return`.
        Which line returns xⁿ?"""),
    Wrong(power("g, None", UNPACK, f"g *= {SLOPE}")).reply("""
        The gradients are right, but you change g in place. It isn't yours: a hook or a caller may hold the same tensor.
        How do you write the product as a new tensor?"""),
    Wrong(power("g * ctx.n * x ^ (ctx.n - 1), None")).reply("""
        In Python, ^ isn't a power. A power is written with two stars.
        What does 3 ^ 2 give in Python, and what does 3 ** 2 give?"""),
)
_POWER_KEPT = (
    Wrong(power(f"g * {SLOPE}, None", forward=(NAMED,))).reply("""
        `ctx.saved_tensors` is empty, because your forward saved no tensor.
        Which call in forward fills it?"""),
    Wrong(power(f"g * {SLOPE}, None", "x = ctx.saved_tensors")).reply("""
        `ctx.saved_tensors` is a tuple, even if there is only one tensor in it.
        How do you take the first item out of a tuple?"""),
    Wrong(power(f"g * {SLOPE}, None", forward=("ctx.save_for_backward(x, n)", NAMED))).reply("""
        `save_for_backward` takes tensors only. n is a plain number: nobody can change it in place, so it needs no
        version.
        Where else on ctx can forward put a number?"""),
    Wrong(power("g * n * x ** (n - 1), None")).reply("""
        backward doesn't know forward's n: all it has is ctx and g.
        What can forward write on ctx?"""),
    Wrong(power(f"g * {SLOPE}, None", forward=(SAVE,))).reply("""
        backward looks for `ctx.n`, and your forward doesn't write it.
        Which line in forward puts n on ctx?"""),
    Wrong(power(f"g * {SLOPE}, None", "x = ctx.x", forward=("ctx.x = x", NAMED)), "M47").reply("""
        All gradients are right. But you keep x as an attribute, and nobody checks an attribute: when x is changed in
        place before backward, the gradient is wrong, and there is no error.
        Which call keeps a tensor together with its version?"""),
)
_POWER_TWICE = (
    Wrong(
        power("g * slope, None", "(slope,) = ctx.saved_tensors", forward=("ctx.save_for_backward(n * x ** (n - 1))",)),
        "S41",
    ).reply("""
        The gradient is right, but the second derivative is missing. What you kept was computed in forward, where
        nothing is recorded: for backward it is a constant that isn't connected to x.
        If backward computes the slope itself, which tensor does it need from forward?"""),
    Wrong(power(f"g * {SLOPE}, None", "x = ctx.saved_tensors[0].detach()"), "S41").reply("""
        The gradient is right, but the second derivative is missing. Something cuts x off: `detach()`, `.data`,
        `no_grad()`, or a copy without history.
        How must the slope be computed, so that it stays connected to x?"""),
    Wrong(power(f"g.detach() * {SLOPE}, None"), "S41").reply("""
        The gradient is right. But a second derivative is wrong where your operation works on the result of another one:
        `detach()` cuts off what arrived.
        Which two tensors does the gradient depend on, if x itself was computed?"""),
    Wrong(power(f"g * {SLOPE}, None", "x = ctx.saved_tensors[0].item()")).reply("""
        `.item()` turns x into a plain number. A tensor with several elements isn't one number, and a
        number has no history.
        Does the formula need anything but the tensor itself?"""),
    Wrong(power(f"g * {SLOPE}, None", "x = ctx.x", forward=("ctx.x = x.detach()", NAMED)), "M47").reply("""
        The gradient is right, but the second derivative is missing: `detach()` cuts x off. And nobody checks an
        attribute: when x is changed in place before backward, the gradient is wrong, and there is no error.
        Which call in forward keeps x as it is, together with its version?"""),
)
_POWER_AT_ZERO = Wrong(power("g * ctx.n * x**ctx.n / x, None")).reply("""
    Where x isn't 0, your gradient is right. At 0 it is nan, because you divide 0 by 0. But the slope of x² is 0 there.
    Which power of x do you need, so that nothing has to be divided by x?""")
_WRONG_POWERS = (*_POWER_COUNT, *_POWER_VALUE, _POWER_AT_ZERO, *_POWER_KEPT, *_POWER_TWICE)


@exercise("L10.1")
def write_power() -> Exercise:
    program = f"{POWER}\nx = al.tensor(2., requires_grad=True)\n(Power.apply(x, 3) * 10).backward()"
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="""
            Write xⁿ as an operation: `Power.apply(x, n)`, with a tensor x and a whole number n. It must have a
            second derivative, too.""",
        form=FORM,
        answer=POWER,
        wrong=_WRONG_POWERS,
        trace=trace,
        look=None,  # a step shows what a right rule does, not what is wrong with this one
        otherwise={WHOLE: "The slope of x³ is 3·x². What is the slope of xⁿ, and what is it multiplied by?"},
        why="""
            `save_for_backward` keeps x with its version; a plain number such as n may be an attribute. backward sends
            what arrived × n·xⁿ⁻¹ to x, and None for n. It computes the slope from x itself, so the gradient is
            connected to x and has a derivative, too.""",
        hints=(
            "In forward: keep x with `ctx.save_for_backward(x)` and n with `ctx.n = n`.",
            "In backward: `(x,) = ctx.saved_tensors`. The slope of xⁿ is n·xⁿ⁻¹, and what arrived is g.",
            "backward ends with `return g * ctx.n * x ** (ctx.n - 1), None`.",
        ),
    )


# ----- hooks ----------------------------------------------------------------------------------------------------------
EAR = """
heard = []

def ear(g):
    heard.append(g)

x = al.tensor(3., requires_grad=True)
y = x * x
y.register_hook(ear)
z = {p} * y + {q} * y
z.backward()
"""
_DIGITS = tuple(range(2, 10))


@exercise("L10.P3", p=_DIGITS, q=_DIGITS)
def heard_by_a_hook(p: int = 2, q: int = 5) -> Exercise:
    program = EAR.format(p=p, q=q)
    trace, variables = shown_whole(program)
    first, second, nothing = f"{p}, then {q}", f"{q}, then {p}", "nothing"
    return Exercise(
        prompt="y is used twice. What does the hook on y receive?",
        program=program,
        form=Choice((nothing, first, second, f"{p + q}")),
        answer=", then ".join(f"{g.item():g}" for g in variables["heard"]) or nothing,
        wrong=(
            Wrong(nothing, "M3").reply("""
                y isn't a leaf, so y.grad stays None. But a gradient for y does pass through the slot of y's node.
                Which messages are put into this slot?"""),
            *(
                Wrong(messages, "M59").reply("""
                    These are the messages, one for each use of y. A hook isn't called for each message.
                    What has to happen in the slot before the node of y may run?""")
                for messages in (first, second)
            ),
        ),
        trace=trace,
        look=Look("RuleApplied", "MulBackward0", 1),  # the second message; from here on, the sum is on display
        quotes=Look("HookCalled"),
        waits=True,
        why=f"""
            The messages {p} and {q} are added up in the slot. When both have come, the hook is called once, with
            {p + q}. Then the node of y runs.""",
    )


HAND = """
w = al.tensor(6., requires_grad=True)
w.grad = al.tensor({before}.)  # from before
w.register_hook(lambda g: g * 10)
(w * {k}).backward()
"""


@exercise("L10.P4", before=(1, 2, 3, 4, 5), k=_DIGITS)
def before_it_is_written(before: int = 1, k: int = 2) -> Exercise:
    program = HAND.format(before=before, k=k)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt=f"The backward pass brings {k} to the leaf w. What is `w.grad` afterwards?",
        setup=program,
        form=among(before + k, 10 * k, 10 * k + before, 10 * (k + before)),
        answer=str(grad(trace, "w")),
        wrong=(
            Wrong(str(before + k)).reply("""
                That would be right if the hook returned None. This one returns a tensor.
                What does AccumulateGrad receive: what the hook got, or what the hook returns?"""),
            Wrong(str(10 * k), "M7").reply(f"""
                {10 * k} is what the hook returns. w.grad held {before} before.
                What does AccumulateGrad do with a number that is in w.grad already?"""),
            Wrong(str(10 * (k + before)), "M59").reply("""
                That would be right if the hook got what is in w.grad at the end. A hook on a tensor gets what this
                backward brings.
                Does the hook run before or after AccumulateGrad writes?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(w)"),
        looks={WHOLE: Look("HookCalled", "AccumulateGrad(w)")},
        asks="w.grad",
        why="""
            A hook on a leaf gets what this backward brings, before it is written. What it returns is added to what was
            there.""",
    )


_FIVE_HOOKS = """
def ten_times(g):
    return g * 10

def look(g):
    print(g * 10)

def at_module(module, to_inputs, from_outputs):
    return (to_inputs[0] * 10,)

def at_leaf(leaf):  # its .grad is written
    leaf.grad = leaf.grad * 10

# layer is a module that computes w * x
# D is registered here
y = layer(x)
# A, B, C or E is registered here
(5 * y).backward()
"""
_BOTH, _W, _X, _NONE = "w.grad and x.grad", "w.grad only", "x.grad only", "neither"


class _Times(autograd_lab.nn.Module):
    """A module with one weight."""

    def __init__(self, w: Tensor) -> None:
        super().__init__()
        self.w = w

    def forward(self, x: Tensor) -> Tensor:
        return self.w * x


def _layer(row: str) -> dict:
    layer = _Times(leaf(3, f"w_{row}"))
    return {"layer": layer, "w": layer.w, "x": leaf(2, f"x_{row}")}


HOOKS = {
    "A": "y.register_hook(ten_times)",
    "B": "y.register_hook(look)",
    "C": "x.register_hook(ten_times)",
    "D": "layer.register_full_backward_hook(at_module)",
    "E": "w.register_post_accumulate_grad_hook(at_leaf)",
}


def hooked(row: str) -> str:
    """The program with the hook of this row in its place."""
    place = "# D is registered here" if row == "D" else "# A, B, C or E is registered here"
    return _FIVE_HOOKS.replace(place, HOOKS[row])


def ten_times_as_large(left: dict) -> str:
    """Which gradients are: without a hook they are 10 and 15."""
    return {(100, 150): _BOTH, (100, 15): _W, (10, 150): _X, (10, 15): _NONE}[
        left["w"].grad.item(), left["x"].grad.item()
    ]


_WHY_HOOKS = {
    "A": ("M59", "a hook on y changes what the node of y receives, and that node sends to w and to x."),
    "B": ("", "look prints a product, but returns None, so the gradient doesn't change."),
    "C": ("", "a hook on x changes what goes into x.grad. The message to w takes another path."),
    "D": ("", "a module's hook gets the gradient for the module's input. The gradient for w doesn't pass this hook."),
    "E": ("M59", "this hook is called after w.grad was written. It gets the leaf, and changes what is in its .grad."),
}
_ASK_HOOKS = {
    "A": "Which inputs does the node of y send to?",
    "B": "What does a Python function without a `return` return?",
    "C": "Does x send anything to w?",
    "D": "Which of w and x is an input of layer?",
    "E": "Does w send anything to x?",
}
_IF_NONE = {
    "C": ("what ten_times returns takes the place of the message to x.", "Where does a message to x go?"),
    "E": ("no message changes, but at_leaf writes into .grad itself.", "What does at_leaf assign to `leaf.grad`?"),
}


def _about_hook(row: str, given: str) -> str:
    """The reply to this choice."""
    text, ask = (given == _NONE and _IF_NONE.get(row)) or (_WHY_HOOKS[row][1], _ASK_HOOKS[row])
    return f"{row}: {text}\n{ask}"


@exercise("L10.2")
def five_hooks() -> Exercise:
    trace, left = one_after_the_other({row: hooked(row) for row in HOOKS}, _layer)
    answers = {row: ten_times_as_large(left[row]) for row in HOOKS}
    return Exercise(
        prompt="Five programs with one hook each. Which gradients become ten times as large?",
        setup=_FIVE_HOOKS,
        form=Table(
            dict.fromkeys(HOOKS, Choice((_BOTH, _W, _X, _NONE))), {row: f"`{hook}`" for row, hook in HOOKS.items()}
        ),
        answer=answers,
        wrong=tuple(
            Wrong({row: given}, _WHY_HOOKS[row][0]).reply(_about_hook(row, given))
            for row, right in answers.items()
            for given in (_BOTH, _W, _X, _NONE)
            if given != right
        ),
        trace=trace,
        look=Look("HookCalled"),
        looks={row: Look("HookCalled", nth=nth) for row, nth in zip(HOOKS, (0, 1, 2, 4, 5), strict=True)},
        why="""
            A hook on a tensor changes every message that follows from it. A module's hook changes what the module sends
            to its input. A hook after accumulating changes .grad itself. A hook that returns None changes nothing.""",
        hints=(
            "For each hook: where on the way from the loss to w and to x does it get the gradient?",
            "Beyond this point, gradients are ten times as large; on other paths they are the same as before.",
            "Worked out for A: the hook is in front of the node of y, and this node sends to w and to x, so both grow.",
        ),
    )


# ----- second derivatives --------------------------------------------------------------------------------------------
_AGAIN = """
# A
y.backward(retain_graph=True)
y.backward()

# B
(g,) = al.autograd.grad(y, x, create_graph=True)
g.backward()

# C
(g,) = al.autograd.grad(y, x, create_graph=True)
"""


def programs(a: int, b: int) -> dict[str, str]:
    """The three programs, each with the y that the question describes."""
    parts = {part[0]: part[1:] for part in _AGAIN.split("# ")[1:]}
    return {way: f"y = {a} * x**3 + {b} * x**2 + 8{part}" for way, part in parts.items()}


def written(left: dict) -> str:
    """What a program has left in x.grad."""
    return "None" if left["x"].grad is None else f"{left['x'].grad.item():g}"


def _wrong_again(first: int, second: int) -> tuple[Wrong, ...]:
    """Answers to L10.P5, by the first and the second derivative."""
    return (
        Wrong({"A": str(second)}, "M58").reply("""
            A: the second call goes through the same graph again, from y, with the seed 1. It doesn't know what
            the first call has found.
            What does the second call bring to x, and what does AccumulateGrad do with it?"""),
        Wrong({"A": str(first)}, "M7").reply("""
            A: one call brings this. There are two, and nobody clears x.grad between them.
            What does AccumulateGrad do with a number that is in x.grad already?"""),
        Wrong({"A": str(first + second)}, "M58").reply("""
            A: the two results are added up. But both calls start at y, so neither brings a second derivative.
            What does the second call bring to x?"""),
        Wrong({"A": "None"}).reply("""
            A: x is a leaf, and backward writes its .grad.
            What does the first call bring to x?"""),
        Wrong({"B": str(first)}, "M58").reply("""
            B: that is g. The last line goes backward from g, not from y.
            What is the slope of g with respect to x?"""),
        Wrong({"B": str(2 * first)}, "M58").reply("""
            B: the last line doesn't start at y again. It starts at g, whose graph create_graph=True has made.
            What is the slope of g with respect to x?"""),
        Wrong({"B": str(first + second)}, "M60").reply(f"""
            B: that needs {first} in x.grad before the last line. `grad` returns the gradient.
            Does `grad` write into x.grad, too?"""),
        Wrong({"B": "None"}, "M60").reply("""
            B: `grad` writes no .grad. But the last line is a backward, and x is a leaf.
            What does g.backward() bring to x?"""),
        *(
            Wrong({"C": str(number)}, "M60").reply("""
                C: no line of this program calls backward, and `grad` returns the gradient as its result.
                Who would have written x.grad?""")
            for number in (first, second, 2 * first, first + second)
        ),
    )


@exercise("L10.P5", a=(2, 3, 4, 5, 6), b=_DIGITS)
def the_second_derivative(a: int = 2, b: int = 5) -> Exercise:
    trace, left = one_after_the_other(programs(a, b), lambda way: {"x": leaf(1, f"x_{way}")})
    first, second = 3 * a + 2 * b, 6 * a + 2 * b
    options = Choice(("None", *(str(each) for each in sorted((first, second, 2 * first, first + second)))))
    return Exercise(
        prompt=f"""
            y = {a}x³ + {b}x² + 8 at x = 1, where y' = {3 * a}x² + {2 * b}x is {first}, and y'' is {6 * a}x + {2 * b}.
            Each program starts with a new y and with `x.grad` None. What is `x.grad` at its end?""",
        setup=_AGAIN,
        form=Table(dict.fromkeys("ABC", options)),
        answer={way: written(left[way]) for way in left},
        wrong=_wrong_again(first, second),
        trace=trace,
        look=None,  # three programs of thirty steps: too many for one picture
        why="""
            A adds the first derivative twice. In B, backward itself is recorded, so g has a graph, and g.backward()
            brings the slope of g. `grad` returns the gradient and leaves .grad alone.""",
    )


# ----- more, if you like ---------------------------------------------------------------------------------------------
_TWICE = """
class Square(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.slope = 2 * x
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 2 * x  # or another line

y = Square.apply(x) * x  # x³, x is 3
(slope,) = al.autograd.grad(y, x, create_graph=True)
slope.backward()
"""
LINES = {
    "A": "return g * 2 * x",
    "B": "return g * 2 * x.detach()",
    "C": "return g * ctx.slope",
    "D": "return g * ctx.slope",
}
_ONCE = "@al.autograd.function.once_differentiable"
_FINE, _OFF = "right", "wrong, without an error"


def twice(row: str) -> str:
    program = _TWICE.replace("return g * 2 * x  # or another line", LINES[row])
    return program.replace("    def backward", f"    {_ONCE}\n    def backward") if row == "D" else program


def second(left: dict) -> str:
    return (_FINE if left["x"].grad == 18 else _OFF) if "ended" in left else ERROR


_WRONG_TWICE = (
    *(
        Wrong({"A": given}, "S41").reply("""
            A: with create_graph=True, backward is recorded like forward. `g * 2 * x` is made of operations.
            Is x in this line still connected to the leaf x?""")
        for given in (_OFF, ERROR)
    ),
    Wrong({"B": _FINE}, "S41").reply("""
        B: detach() cuts x off, so for autograd `2 * x.detach()` is a constant.
        Through which factor of y does the gradient still depend on x?"""),
    Wrong({"B": ERROR}, "S41").reply("""
        B: an error would need a gradient that isn't connected to x at all. But y has x as a second factor.
        Through which factor does the gradient still depend on x?"""),
    Wrong({"C": _FINE}, "S41").reply("""
        C: forward of a Function runs without recording, so ctx.slope has no history.
        What is the grad_fn of ctx.slope?"""),
    Wrong({"C": ERROR}, "S41").reply("""
        C: nobody notices. To autograd, ctx.slope looks like any other constant.
        Through which factor does the gradient still depend on x?"""),
    *(
        Wrong({"D": given}, "S41").reply("""
            D: the decorator says that this backward must not be differentiated. The program does
            differentiate it.
            Which line of the program goes backward through what backward has computed?""")
        for given in (_FINE, _OFF)
    ),
)


@exercise("L10.P6")
def twice_through_a_function() -> Exercise:
    trace, left = one_after_the_other({row: twice(row) for row in LINES}, lambda row: {"x": leaf(3, f"x_{row}")})
    return Exercise(
        prompt="""
            Four versions of one line of backward. In all of them the first derivative is right. What about the second
            derivative, which should be 18?""",
        setup=_TWICE,
        form=Table(
            dict.fromkeys(LINES, Choice((_FINE, _OFF, ERROR))),
            {row: f"`{line}`{f', with `{_ONCE}` above backward' * (row == 'D')}" for row, line in LINES.items()},
        ),
        answer={row: second(left[row]) for row in LINES},
        wrong=_WRONG_TWICE,
        trace=trace,
        look=None,
        why="""
            A backward can be differentiated if it computes with recorded operations on what it was given and on what
            it saved. A tensor that is cut off counts as a constant, and the second derivative is wrong. The decorator
            turns that into an error.""",
    )
