"""Lesson 9, is it right: finite differences and their two errors, gradcheck, corners, and nan behind a where."""

from collections.abc import Callable, Iterator

from .. import Tensor, no_grad, tensor, where
from ..autograd import grad as gradients
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_values import Choice, Number, Table
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .own_gradcheck import APART, FORM, SOLUTION, OwnInches, written
from .programs import leaf, recorded, shown_whole


def _cube(x: float) -> float:
    return x**3


def _cubed(x: int) -> Trace:
    inner = leaf(x, "x")
    with record(names={}) as trace:
        (inner**3).backward()
    return trace


# ----- two differences ------------------------------------------------------------------------------------------------
def _wrong_differences(x: int, h: float, up: float, here: float, down: float) -> Iterator[Wrong]:
    """What is given instead of the two differences, from the three values."""
    exact, left = 3 * x * x, round((here - down) / h, 6)
    which = "Which two of the three values does the {} difference use?"
    slopes = {"forward": round((up - here) / h, 6), "central": round((up - down) / (2 * h), 6)}
    for row, other, last, start in (("forward", "central", here, x), ("central", "forward", down, x - h)):
        rounded = f" If you rounded your result to {exact}, type it exactly." if row == "central" else ""
        yield Wrong({row: round(up - last, 6)}).reply(f"""
            {row}: that is the difference of the two values. A slope is a difference divided by a distance.
            How far apart are {start:g} and {x + h:g}?""")
        yield Wrong({row: exact}, "M29").reply(f"""
            {row}: {exact} is the slope at {x} exactly, from the formula 3x². The difference uses two values of f
            and knows no formula.{rounded}
            What is {up:g} − {last:g}?""")
        yield Wrong({row: round(abs(slopes[row] - exact), 6)}, "M29").reply(f"""
            {row}: that is the error of the difference. The question asks for the difference itself.
            How far apart are the two values of f, and how far apart are the two points?""")
        yield Wrong({row: slopes[other]}).reply(f"""
            {row}: that is the {other} difference.
            {which.format(row)}""")
    yield Wrong({"central": round((up - down) / h, 6)}).reply(f"""
        central: you divided by h = {h:g}, but the two points are farther apart.
        How far apart are {x - h:g} and {x + h:g}?""")
    yield Wrong({"forward": left}).reply("""
        forward: that is the difference to the point on the left. The forward difference looks to the right.
        Which of the three values is f(x + h)?""")
    yield Wrong({"central": left}).reply(f"""
        central: that is the difference to the point on the left alone.
        {which.format("central")}""")


@exercise("L9.P1", x=(4, 5, 6, 7, 8, 9), tenths=(1, 2, 3))
def two_differences(x: int = 2, tenths: int = 1) -> Exercise:
    h = tenths / 10
    up, here, down = (round(_cube(place), 6) for place in (x + h, x, x - h))
    forward, central = round((up - here) / h, 6), round((up - down) / (2 * h), 6)
    exact = 3 * x * x
    return Exercise(
        prompt=f"h = {h:g}. Which slopes of f(x) = x³ at {x} do the two differences give?",
        setup=f"""
f({x + h:g}) = {up:g}
f({x})   = {here:g}
f({x - h:g}) = {down:g}

forward = (f(x + h) - f(x)) / h
central = (f(x + h) - f(x - h)) / (2 * h)
""",
        form=Table({"forward": Number(), "central": Number()}),
        answer={"forward": forward, "central": central},
        wrong=tuple(_wrong_differences(x, h, up, here, down)),
        trace=_cubed(x),
        look=None,
        otherwise={
            "forward": f"What is {up:g} − {here:g}, and by which distance do you divide it?",
            "central": f"What is {up:g} − {down:g}, and by which distance do you divide it?",
        },
        why=f"""
            The true slope is {exact}. From one side the error is {forward - exact:.6g}, from both sides
            {central - exact:.6g}: the curve bends on both sides, and the two effects nearly cancel.""",
    )


_STEPS = {"h = 1e-1": 1e-1, "h = 1e-5": 1e-5, "h = 1e-10": 1e-10, "h = 1e-15": 1e-15}


@exercise("L9.P2")
def best_step() -> Exercise:
    errors = {words: abs((_cube(2 + h) - _cube(2 - h)) / (2 * h) - 12) for words, h in _STEPS.items()}
    best = min(errors, key=errors.__getitem__)
    return Exercise(
        prompt="""
            The true slope of x³ at 2 is 12. For which h is the central difference nearest to it, if the computer uses
            float64?""",
        form=Choice(tuple(_STEPS)),
        answer=best,
        wrong=(
            Wrong("h = 1e-15", "M29").reply("""
                On paper, yes. But float64 has about 16 digits, and f(x + h) and f(x − h) are both about 8: for
                h = 1e-15 nearly all their digits are the same.
                How many digits of the difference are left?"""),
            Wrong("h = 1e-10", "M29").reply("""
                On paper, that would be better than any larger h. But f(x + h) and f(x − h) agree in their first nine
                or ten digits, and float64 has about 16.
                How many digits of the difference are left, and how many does a larger h leave?"""),
            Wrong("h = 1e-1", "M29").reply("""
                For h = 0.1 the error was 0.01, as you saw. It comes from the bend of the curve, and it shrinks with h².
                How large would this error be for h = 0.01?"""),
        ),
        trace=_cubed(2),
        look=None,
        why="""
            A large h is off because the curve bends; a small h loses digits of the difference. The best h is in
            between. Drag the handle below to see both.""",
    )


# ----- float32 --------------------------------------------------------------------------------------------------------
_FLOAT32 = """
x = al.tensor(2., requires_grad=True)  # float32
al.autograd.gradcheck(lambda x: x ** 3, x)

GradcheckError: Jacobian mismatch
numerical:  11.4441
analytical: 12.
"""


@exercise("L9.P5")
def why_it_fails() -> Exercise:
    formula, large, digits, tolerance = (
        "the backward of `x ** 3`",
        "h is too large for such a curve",
        "float32 has too few digits for this h",
        "nothing is wrong: 5 % is a usual error",
    )
    return Exercise(
        prompt="PyTorch's gradcheck uses central differences with h = 1e-6. Here it fails. What is wrong?",
        setup=_FLOAT32,
        form=Choice((formula, large, digits, tolerance)),
        answer=digits,
        wrong=(
            Wrong(formula, "M56").reply("""
                The analytical 12 is right: it is 3 · 2². The numerical number is off.
                What is the numerical number computed from?"""),
            Wrong(large, "M56").reply("""
                For a central difference of x³, the bend costs h², and h is 1e-6.
                Can an error of 0.56 come from the bend?"""),
            Wrong(tolerance, "M57").reply("""
                A difference that is off by 5 % can't tell a right backward from one that is off by 5 %.
                How large was the error for h = 1e-6 in float64?"""),
        ),
        trace=_cubed(2),
        look=None,
        why="""
            float32 has about 7 digits. f(x + h) and f(x − h) are about 8 and agree in all but the last one or two. So
            check in float64: `x.double()`, `model.double()`. PyTorch's gradcheck warns about float32 inputs.""",
    )


# ----- your own gradcheck ---------------------------------------------------------------------------------------------
def _inches() -> Trace:
    x = leaf([1.0, 2.0], "x")
    with record(names={}) as trace:
        OwnInches.apply(x).backward(tensor([1.0, 10.0]))
    return trace


_EARLY = SOLUTION.replace("    return True", "        return True")
_WRONG_GRADCHECKS = (
    Wrong(written(slope="((up - down) * v).sum() / h"), "M57").reply("""
        One number is twice the other. A constant ratio is never rounding: one of the two has lost or gained a
        factor.
        How far apart are the two points at which f was computed?"""),
    Wrong(written(slope="((up - down) * v).sum()"), "M57").reply("""
        `numerical` is a difference of values, which shrinks with h. A slope is a difference divided by a distance.
        How far apart are the two points at which f was computed?"""),
    Wrong(written(slope="((up - down) * v).sum() / 2 * h"), "M57").reply("""
        Python reads `/ 2 * h` from left to right: divided by 2, and then multiplied by h.
        Where are parentheses missing?"""),
    Wrong(written(slope="((down - up) * v).sum() / (2 * h)"), "M57").reply("""
        The two numbers differ only in their sign. `up` was computed at the larger x.
        Which of the two do you subtract from which?"""),
    Wrong(written(slope="(up - down).sum() / (2 * h)")).reply("""
        You count each element of y once, but backward was asked for the slope in which each element counts v times.
        By what must each element of `up - down` be multiplied before the sum?"""),
    Wrong(written(slope="(up - down) / (2 * h)")).reply("""
        Your condition compares several numbers at once. It needs one number on each side: `backward[i]`, and a
        `numerical` that sums over all elements of y, each weighted by its v.
        Which of the two sides has several numbers?"""),
    Wrong(written(slope="((up - down) * v[i]).sum() / (2 * h)")).reply("""
        Here a nudge of x[i] moves every element of y, and you weight all of them by v[i]. v has a weight for each
        element of y, not for each element of x.
        By what must the second element of `up - down` be multiplied?"""),
    Wrong(written(slope="(up - down)[i] * v[i] / (2 * h)")).reply("""
        Here a nudge of x[i] moves every element of y, but you look at only one of them. Backward adds up what comes
        from all of them.
        Which elements of `up - down` are not 0 here?"""),
    Wrong(written(apart="numerical != backward[i]"), "M56").reply("""
        The two numbers agree except for the error of the finite difference, and your condition doesn't allow that much.
        On the curve above, how large was the error at the best h?"""),
    Wrong(written(apart="abs(numerical - backward).max() > 1e-5 + 1e-3 * abs(backward).max()")).reply("""
        `numerical` is the slope for x[i] alone, and you compare it with all of `backward`, which has a slope for each
        element of x.
        Which element of `backward` belongs to x[i]?"""),
    Wrong(written(apart="abs(numerical - backward[i]) > 1e-3 * abs(backward[i])"), "M56").reply("""
        This gradient is 0. A share of 0 is 0, so here only the fixed part of your tolerance counts.
        How large is this fixed part, and how far is `numerical` from 0?"""),
    Wrong(written(apart="abs(numerical - backward[i]) > 1e-5"), "M56").reply("""
        This is `x ** 3` times a million, and the error of the difference is a million times as large, too. But you
        allow no more than for `x ** 3`.
        Should the error that you allow depend on the size of the gradient?"""),
    Wrong(written(slope="(up - down) * v / (2 * h)", apart="not al.allclose(numerical, backward[i])")).reply("""
        Your `numerical` has a number for each element of y. The slope of `(y * v).sum()` is one number, the sum of what
        comes from all of them.
        Which call is missing in your line for `numerical`?"""),
    Wrong(written(weights="2 * al.ones_like(y)")).reply("""
        All numbers in your v are equal, so a backward that sends them to the wrong elements gives the same result as a
        correct one.
        Which v has a different number for each element?"""),
    Wrong(written(weights="al.ones_like(y)"), "M26").reply("""
        With v = 1 everywhere, the seed is 1, and what is multiplied by 1 stays as it is. In a network, other numbers
        arrive.
        Which v would tell `g * y` from `y`?"""),
    Wrong(_EARLY).reply("""
        x has three elements, and the backward is wrong only at the last one.
        For how many elements does your loop run before it returns True?"""),
    Wrong(written(apart=APART.replace("numerical - backward[i]", "abs(numerical) - abs(backward[i])"))).reply("""
        You compare the sizes without their signs. For x = −3 the two numbers have the same size and opposite signs.
        Which difference is 0 only if both size and sign are the same?"""),
    Wrong(written(apart="abs(numerical - backward[i]) > 0.1 * abs(backward[i]) + 0.1"), "M57").reply("""
        A right backward agrees to about nine digits in float64. A number that is off by a few percent, or has only its
        sign right, doesn't agree.
        From the curve above: how large is the error for h = 1e-6?"""),
    Wrong(written(apart="abs(numerical - backward[i]) > 0.01"), "M57").reply("""
        This backward is off by the same percentage as that of `2.54 * x`, which you catch. But its slopes are a hundred
        times smaller, and so is its error: less than you allow.
        Should the error that you allow be the same for a slope of 0.02 and for a slope of 1,000,000?"""),
    Wrong(written(slope="((up - y) * v).sum() / (2 * h)"), "M57").reply("""
        `numerical` is half of what it should be. A constant ratio is never rounding.
        How far apart are the two points at which f was computed for your difference?"""),
    Wrong(written(slope="((up - down) * v).mean() / (2 * h)"), "M57").reply("""
        `numerical` is a third of what it should be, and y has three elements. A constant ratio is never rounding.
        Backward adds up what comes from the elements of y. What does your line do?"""),
    Wrong(written(apart=APART.replace(">", "<"))).reply("""
        Your function rejects each backward for which the two numbers agree, and accepts the others.
        When should your function return False: when the two numbers are close, or when they are far apart?"""),
    Wrong("def gradcheck(f, x, h=1e-6):\n    return False\n").reply("""
        Your function rejects every correct backward before it has compared two numbers.
        On which line does your function return?"""),
    Wrong(SOLUTION.replace("h=1e-6", "h=1e-14"), "M56").reply("""
        Your h is so small that rounding takes over: hardly a digit of `up - down` is left.
        Which h had the smallest error on the curve above?"""),
    Wrong(SOLUTION.replace("h=1e-6", "h=0.1"), "M56").reply("""
        Your h is so large that truncation takes over: between the two points, f bends.
        Which h had the smallest error on the curve above?"""),
    Wrong(written(apart="numerical - backward[i] > 1e-5 + 1e-3 * abs(backward[i])"), "M57").reply("""
        Your function catches gradients that are wrong in one direction and misses the others: the difference of the two
        numbers may be negative.
        Is −5 greater than your tolerance?"""),
    Wrong(written(weights="al.zeros_like(y)")).reply("""
        Your v is 0 everywhere, so both numbers are 0 and always agree.
        Which v lets every element of y count, each in its own way?"""),
    Wrong(written(weights="al.eye(len(y), dtype=al.float64)[0]")).reply("""
        Your v has a 0 in it. An element of y with weight 0 doesn't count, so a mistake in it can't be seen.
        Which v lets every element of y count, each in its own way?"""),
    Wrong(written(weights="1")).reply("""
        v must be a tensor with one number for each element of y, and y needn't be as long as x.
        Which call makes a tensor in y's shape?"""),
    Wrong(written(slope="((up - down) * v).sum() / h**2")).reply("""
        `numerical` is about a million times too large: it was divided by h, and once more by h.
        How far apart are the two points at which f was computed?"""),
    Wrong(written(slope="((up + down) * v).sum() / (2 * h)")).reply("""
        `numerical` is huge: values of f were divided by the tiny h. Only their difference is tiny, too.
        By how much does `(y * v).sum()` change between the two points?"""),
    Wrong(written(apart="abs(numerical - backward[i]) > 1e-5 + 1e-3 * backward[i]")).reply("""
        The slopes are negative here, and so is a share of a negative number: you allow an error below 0.
        What must you take the share of, so that it is never negative?"""),
    Wrong(written(slope="((up - y) * v).sum() / h", apart="numerical != backward[i]"), "M56").reply("""
        Your difference has one side only: one of its two points is x itself. f bends between the two points, and the
        error that this causes is larger than you allow.
        Which of the two differences in this lesson's first question had the smaller error?"""),
    Wrong(written(slope="(abs(up - down) * v).sum() / (2 * h)")).reply("""
        The slope is negative here, and in your difference the sign is lost.
        Which call in your line makes a negative number positive?"""),
    Wrong(SOLUTION.replace("return False", "pass")).reply("""
        Your function returns True for every backward, right or broken.
        With these numbers, is your condition ever true? And what happens then?"""),
)  # fmt: skip


@exercise("L9.1")
def own_gradcheck_let_loose() -> Exercise:
    return Exercise(
        prompt="""
            Write a gradcheck: fill the three gaps. It will be tried on four correct backwards, which it must accept,
            and on eight broken ones, which it must catch. x is a float64 vector.""",
        form=FORM,
        answer=SOLUTION,
        wrong=_WRONG_GRADCHECKS,
        trace=_inches(),
        look=None,
        otherwise={
            WHOLE: "When x[i] alone moves from x[i] - h to x[i] + h, by how much does `(y * v).sum()` change, and how "
            "far apart are the two points?"
        },
        why="""
            Your gradcheck accepts all four correct backwards and catches all eight broken ones: exp that ignores g, two
            squares that are wrong for negative x, a bias without the sum, a flip that sends g back in the wrong order,
            a product without the transpose, and two factors that are 1.6 % too small.""",
        hints=(
            "Backward was asked for the slope of `(y * v).sum()`. Compute the same slope from `up` and `down`.",
            "v must not be the same everywhere: `al.rand_like(y)`. Allow an error that grows with the gradient, and a "
            "little more for gradients of 0.",
            "Worked out: `numerical = ((up - down) * v).sum() / (2 * h)`. Now v and the condition.",
        ),
    )


# ----- corners --------------------------------------------------------------------------------------------------------
def _at_zero(function: Callable[[Tensor], Tensor]) -> tuple[float, float]:
    """The central difference and backward's slope at 0."""
    x = leaf(0, "x")
    (slope,) = gradients(function(x), x)
    with no_grad():
        up, down = function(tensor(0.1)), function(tensor(-0.1))
    return round(float(up - down) / 0.2, 6), float(slope) + 0.0  # never -0


_RULES = {
    "relu": ('The rule of relu is "grad where result > 0".', "Is the result of relu greater than 0 here?"),
    "abs": ('The rule of abs is "grad times the sign of x".', "What is the sign of 0?"),
}


def _at_a_corner() -> Iterator[Wrong]:
    for name, left, (rule, ask) in zip(_RULES, (0, -1), _RULES.values(), strict=True):
        for slope, side in ((1, "right"), (left, "left")):
            seen = f"{slope} is what you see to the {side} of 0 alone".replace("-", "−")
            yield Wrong({name: slope}).reply(f"""
                {name}: {seen}. The central difference looks to both sides.
                What are {name}(0.1) and {name}(−0.1)?""")
            if (name, slope) != ("relu", 0):
                yield Wrong({f"{name}.grad": slope}, "M54").reply(f"""
                    {name}.grad: {str(slope).replace("-", "−")} is the slope to the {side} of 0. {rule}
                    {ask}""")
        yield Wrong({f"{name}.grad": None}, "M54").reply(f"""
            {name}.grad: there is no single slope at a corner, but an error would stop a whole training run, so PyTorch
            fixes a number between the slopes on both sides.
            {rule} {ask}""")
    yield Wrong({"relu.grad": 0.5}, "M54").reply("""
        relu.grad: a half is what the difference sees from both sides. Backward takes no difference; its rule is
        "grad where result > 0".
        Is the result of relu greater than 0 here?""")


@exercise("L9.P3")
def at_a_corner() -> Exercise:
    relu, absolute = _at_zero(Tensor.relu), _at_zero(Tensor.abs)
    rows = {
        "relu": "relu at 0: the central difference",
        "relu.grad": "relu at 0: `x.grad`",
        "abs": "abs at 0: the central difference",
        "abs.grad": "abs at 0: `x.grad`",
    }
    return Exercise(
        prompt="At the corner, x = 0, what does the central difference give (with h = 0.1), and what does backward?",
        form=Table(dict.fromkeys(rows, Number()), rows),
        answer=dict(zip(rows, (*relu, *absolute), strict=True)),
        wrong=tuple(_at_a_corner()),
        trace=recorded(leaf(0, "x").relu()),
        look=None,
        otherwise={
            "relu": "What are relu(0.1) and relu(−0.1), and how far apart are 0.1 and −0.1?",
            "relu.grad": " ".join(_RULES["relu"]),
            "abs": "What are abs(0.1) and abs(−0.1), and how far apart are 0.1 and −0.1?",
            "abs.grad": " ".join(_RULES["abs"]),
        },
        why="""
            For abs the two numbers agree, but not for relu: at its corner, gradcheck rejects a correct backward.
            PyTorch's 0 there is a choice, and a sensible one. So check at points that aren't corners.""",
    )


# ----- nan behind a where ---------------------------------------------------------------------------------------------
_WHERE = """
x = al.tensor(0., requires_grad=True)
y = al.where(x > 0, 1 / x, x)
y.backward()
"""


@exercise("L9.P4")
def behind_a_where() -> Exercise:
    trace, _ = shown_whole(_WHERE)
    (slope,) = trace.grads().values()
    return Exercise(
        prompt="y is 0: `where` has picked x, not 1 / x. What is `x.grad`?",
        setup=_WHERE,
        form=Choice(("0", "1", "inf", "nan")),
        answer=slope.text,
        wrong=(
            Wrong("1", "M53").reply("""
                1 is what the branch that was picked sends. But 1 / x was computed, too, so it has a node, and `where`
                sends a 0 there.
                What is this 0 times the slope of 1 / x at 0?"""),
            Wrong("0", "M53").reply("""
                0 is what `where` sends to the branch that it has not picked. The other branch gets what arrived.
                What does the node of 1 / x send for its 0?"""),
            Wrong("inf", "M53").reply("""
                The slope of 1 / x is infinite at 0, but it is multiplied by what arrives at its node.
                What does `where` send to the branch that it has not picked?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "ReciprocalBackward0"),
        waits=True,
        asks="x.grad",
        why="`where` sends 0 to the branch that it has not picked. There, 0 × inf is nan, and 1 + nan is nan.",
    )


_REPAIRS = {
    "again": "y = al.where(x > 0, y, x), once more",
    "small": "y = al.where(x > 0, 1 / (x + 1e-6), x)",
    "safe": "y = al.where(x > 0, 1 / al.where(x > 0, x, 1.), x)",
    "after": "x.grad = al.where(x > 0, x.grad, 0.), after backward",
}
AT = (0.0, 2.0, -1.0)
"""Where a repair is tried: at 0, and on both sides."""


def repaired(name: str, x: Tensor) -> tuple[Tensor, Tensor]:
    """y and x.grad with this repair."""
    if name == "small":
        y = where(x > 0, 1 / (x + 1e-6), x)
    elif name == "safe":
        y = where(x > 0, 1 / where(x > 0, x, tensor(1.0)), x)
    else:
        y = where(x > 0, 1 / x, x)
        y = where(x > 0, y, x) if name == "again" else y
    (slope,) = gradients(y, x)
    return y, where(x > 0, slope, tensor(0.0)) if name == "after" else slope


def _works(name: str) -> bool:
    """Whether values and slopes are right wherever it is tried."""
    for at in AT:
        y, slope = repaired(name, leaf(at, "x"))
        right = (1 / at, -1 / at**2) if at > 0 else (at, 1.0)
        if not all(abs(float(have.detach()) - want) < 1e-9 for have, want in zip((y, slope), right, strict=True)):
            return False
    return True


@exercise("L9.2")
def repair_of_a_where() -> Exercise:
    trace, _ = shown_whole(_WHERE)
    (right,) = (words for name, words in _REPAIRS.items() if _works(name))
    return Exercise(
        prompt="""
            Which change gives the right `x.grad` at 0 (it is 1 there, the slope of x), and changes no y and no gradient
            anywhere else?""",
        setup="y = al.where(x > 0, 1 / x, x)",
        form=Choice(tuple(_REPAIRS.values())),
        answer=right,
        wrong=(
            Wrong(_REPAIRS["again"], "M53").reply("""
                A second `where` also sends 0 back to the branch that it has not picked. The node of 1 / x is still
                there, with its infinite slope.
                Which number must 1 / x never see?"""),
            Wrong(_REPAIRS["small"], "M53").reply("""
                At 0 this is finite. But it changes y for every positive x: at 1e-6, 1 / x is a million, and this gives
                half of it.
                Can you change x only where the result is not used?"""),
            Wrong(_REPAIRS["after"], "M53").reply("""
                This puts a 0 wherever x is not positive. But there y is x, and its slope is 1.
                In which node does the wrong number begin?"""),
        ),
        trace=trace,
        look=None,
        why="""
            The inner `where` gives 1 / x a harmless 1 where the result isn't used, so every slope is finite, and 0
            times a finite slope is 0. This is known as the double where. It helps with sqrt and log, too.""",
        hints=(
            "The nan is made in the node of 1 / x, before any later line can help.",
            "Which of the four changes what goes into 1 / x, but only where x is not positive?",
            "Worked out for sqrt: `al.where(x > 0, al.where(x > 0, x, 1.).sqrt(), 0.)`. Now 1 / x.",
        ),
    )
