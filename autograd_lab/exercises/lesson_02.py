"""Lesson 2, what a grad_fn does: slope × what arrived, by a rule that was written down once."""

from typing import Any

from .answer_code import Code, Probe
from .answer_values import Choice, Number, Numbers, Table, among
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .plain import Told
from .programs import doubles, grad, leaf, recorded, shown

PRODUCTS = """
a = al.tensor({a}., requires_grad=True)
b = al.tensor({b}., requires_grad=True)
c = a * b
d = al.tensor({d}., requires_grad=True)
e = c * d
e.backward()
"""
OUTER, INNER = Look("RuleApplied", "MulBackward0", 0), Look("RuleApplied", "MulBackward0", 1)
_SMALL = tuple(range(2, 10))


@exercise("L2.P1", a=_SMALL, b=_SMALL, d=_SMALL)
def gradient_of_products(a: int = 2, b: int = 3, d: int = 4) -> Exercise:
    program, e = PRODUCTS.format(a=a, b=b, d=d), a * b * d
    trace = shown(program)
    return Exercise(
        prompt="After `e.backward()`, what is `a.grad`?",
        program=program,
        form=among(b, d * a, d * b, e),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong(str(b), "M26", INNER).reply(f"""
                {b} is the slope of c = a * b with respect to a. The node of c multiplies it by what it received.
                Which number arrived at the node of c?"""),
            Wrong(str(d * a), "S2", INNER).reply(f"""
                {d * a} is {d} × {a}, so you used the value of a itself. In a product, the slope with respect to one
                factor is the other factor.
                If b were 0, could a matter to c?"""),
            Wrong(str(e), "S1", OUTER).reply(f"""
                {e} is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, how far does e move?"""),
        ),
        asks="a.grad",
        trace=trace,
        look=INNER,
        waits=True,
        why=f"{d} arrives at the node of c, which sends {d} × {b} = {d * b} to a.",
    )


def _wrong_of_the_call(place: int, name: str, own: int, slope: int) -> tuple[Wrong, ...]:
    """Answers to L2.P2 that go wrong at one of the two numbers; the node of c = a * b is called with 10."""

    def wrong(number: int, idea: str = "") -> Wrong:
        return Wrong((number, ...) if place == 0 else (..., number), idea)

    c, which = own * slope, f"The number for {name}"
    return (
        wrong(10 * own, "S2").reply(f"""
            {which}: that is 10 × {name}'s own value. In a product, the slope with respect to one factor is the other
            factor.
            How far does c move when only {name} moves by 1?"""),
        wrong(slope, "M26").reply(f"""
            {which}: {slope} is the slope alone. The 10 in the call counts, too.
            With 100 instead of 10, should the call return the same number for {name}?"""),
        wrong(own, "S1").reply(f"""
            {which}: {own} is the value of {name} itself. A grad_fn returns gradients: what arrives × a slope.
            How far does c move when only {name} moves by 1?"""),
        wrong(10).reply(f"""
            {which}: a sum would return the 10 unchanged, but c is a product, and its slopes aren't 1.
            How far does c move when only {name} moves by 1?"""),
        wrong(c, "S1").reply(f"""
            {which}: {c} is the value of c, and the 10 plays no part in it.
            How far does c move when only {name} moves by 1?"""),
        wrong(10 * c, "S1").reply(f"""
            {which}: {10 * c} is 10 × c. What arrives is multiplied by a slope, not by the value of the node.
            How far does c move when only {name} moves by 1?"""),
        wrong(100 * slope).reply(f"""
            {which}: {100 * slope} is 10 × 10 × {slope}. The 10 arrives at the node once.
            Which slope is this 10 multiplied by on its way to {name}?"""),
        wrong(10 + slope, "S6").reply(f"""
            {which}: you added 10 and the slope. A node multiplies what it received by its slope.
            If the slope for {name} were 0, how much should the call return?"""),
        wrong(-10 * slope).reply(f"""
            {which}: the size is right, the sign isn't.
            When {name} grows, does c grow or fall?"""),
        wrong(0).reply(f"""
            {which}: 0 would mean that c doesn't move when {name} moves.
            How far does c move when only {name} moves by 1?"""),
    )


def _wrong_sums_in_the_call(place: int, name: str, own: int, slope: int) -> tuple[Wrong, ...]:
    """More of them: other numbers that arrive, and other operations than a product."""

    def wrong(number: float) -> Wrong:
        return Wrong((number, ...) if place == 0 else (..., number))

    which = f"The number for {name}"
    return (
        wrong(4 * slope).reply(f"""
            {which}: {4 * slope} would be right if 4 arrived, as in the program above. Here another number arrives.
            Which number takes the place of the 4?"""),
        wrong(40 * slope).reply(f"""
            {which}: {40 * slope} is 10 × 4 × {slope}. The 4 belongs to the program above: here nothing but the 10
            arrives.
            Which slope is the 10 multiplied by on its way to {name}?"""),
        wrong(own + slope).reply(f"""
            {which}: {own + slope} is a + b, and the 10 plays no part in it. But c is a product.
            How far does c move when only {name} moves by 1?"""),
        wrong(slope / 10).reply(f"""
            {which}: you divided the slope by 10. A node multiplies what it received by its slope.
            If twice as much arrived, should the number for {name} be larger or smaller?"""),
        *(
            wrong(number).reply(f"""
                {which}: you divided the 10 by the slope. A node multiplies what it received by its slope.
                If c moved twice as far with {name}, should the number for {name} be larger or smaller?""")
            for number in dict.fromkeys(round(10 / slope, digits) for digits in (2, 3, 9))
            if number != own + slope  # 10 / 2 is also 2 + 3
        ),
    )


@exercise("L2.P2", a=_SMALL, b=_SMALL)
def called_by_hand(a: int = 2, b: int = 3) -> Exercise:
    trace = shown(PRODUCTS.format(a=a, b=b, d=10))
    return Exercise(
        prompt=f"""
            a is {a}, b is {b}, and `c = a * b`. Which two numbers does `c.grad_fn(al.tensor(10.))` return, one for a
            and one for b?""",
        form=Numbers(2),
        answer=[grad(trace, "a"), grad(trace, "b")],
        wrong=(
            *_wrong_of_the_call(0, "a", a, b),
            *_wrong_sums_in_the_call(0, "a", a, b),
            *_wrong_of_the_call(1, "b", b, a),
            *_wrong_sums_in_the_call(1, "b", b, a),
        ),
        trace=trace,
        look=None,  # no step is needed for this one, so the verdict comes at once
        otherwise={
            0: "The number for a is 10 × a slope. How far does c move when only a moves by 1?",
            1: "The number for b is 10 × a slope. How far does c move when only b moves by 1?",
        },
        why=f"10 × {b} = {10 * b} for a, and 10 × {a} = {10 * a} for b: what arrives × the slope.",
    )


@exercise("L2.1", a=(2, 3, 4, 5, 6, 7), b=(2, 3, 4, 5, 6, 7), d=(2, 3, 4, 5, 6, 7))
def products_by_hand(a: int = 5, b: int = 2, d: int = 3) -> Exercise:
    program = PRODUCTS.format(a=a, b=b, d=d)
    trace = shown(program)
    return Exercise(
        prompt="The same program with new numbers: what are `a.grad`, `b.grad` and `d.grad`?",
        setup=program,
        form=Table({name: Number() for name in "abd"}, {name: f"{name}.grad" for name in "abd"}),
        answer={name: grad(trace, name) for name in "abd"},
        wrong=(
            Wrong({"a": 2 * b * d, "b": 2 * a * d, "d": 2 * a * b}, "", OUTER).reply("""
                Each of the three is twice what one backward pass brings. A second backward would do that, or a seed
                of 2.
                Which number arrives at the node of e, and how often?"""),
            *_gradients_of_the_first_program(a, b, d),
            Wrong({"a": b + d, "b": a + d}, "S6", INNER).reply(f"""
                a, b: you added the slopes of the two links, {d} + {b} for a. Links of one path multiply.
                One machine doubles, the next one triples. What do both together make of 1?"""),
            *_wrong_for_d(a, b, d),
            *_wrong_for_a_factor("a", "b", a, b, d),
            *_wrong_for_a_factor("b", "a", b, a, d),
            Wrong({"b": a + d}, "S6", INNER).reply("""
                b: that adds the two slopes on the way. Links of one path multiply.
                One machine doubles, the next one triples. What do both together make of 1?"""),
        ),
        trace=trace,
        look=INNER,
        looks={"a": INNER, "b": INNER, "d": OUTER},
        otherwise={
            "a": "Two links lead from e to a: c * d, then a * b. Which slope does each of them have?",
            "b": "Two links lead from e to b: c * d, then a * b. Which slope does each of them have?",
            "d": "One link leads from e to d: c * d. How far does e move when only d moves by 1?",
        },
        why=f"c receives {d}, so a gets {d} × {b} = {b * d} and b gets {d} × {a} = {a * d}; d gets c = {a * b}.",
        hints=(
            "Begin at e, where 1 arrives. Which two messages does that node send?",
            "A product sends to each input what arrived × the value of the other input.",
            f"The node of c receives 1 × {d} = {d}, and sends {d} × (the value of b) = {b * d} to a.",
        ),
    )


def _gradients_of_the_first_program(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    """12, 8 and 6, which are right where the numbers are those of the first program."""
    wrong = Wrong({"a": 12, "b": 8, "d": 6}, "", OUTER).reply("""
        12, 8 and 6 are the gradients of the first program. Here a, b and d have new values.
        What is the value of c now?""")
    return () if (a, b, d) == (2, 3, 4) else (wrong,)


def _wrong_for_d(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    return (
        Wrong({"d": d}, "S2", OUTER).reply("""
            d: that is d's own value. The slope of c * d with respect to d is the other factor.
            If c were 0, could d matter to e?"""),
        Wrong({"d": a * b * d}, "S1", OUTER).reply("""
            d: that is e itself. A gradient says how fast e moves, not where it is.
            If d moves up by 1, how far does e move?"""),
        Wrong({"d": 1}, "M26", OUTER).reply("""
            d: 1 is what the node of e received. For each input, the node multiplies it by a slope.
            How fast does c * d move when only d moves?"""),
        Wrong({"d": a + b}, "", OUTER).reply("""
            d: that is a + b. The slope of c * d with respect to d is c; look again at how c is made.
            What is the value of c?"""),
        Wrong({"d": -a * b}, "", OUTER).reply("""
            d: the size is right, the sign isn't.
            When d grows, does e grow or fall?"""),
        Wrong({"d": 0}, "", OUTER).reply("""
            d: 0 would mean that e doesn't move when d moves.
            If d moves up by 1, how far does e move?"""),
        Wrong({"d": None}, "M6", OUTER).reply("""
            d: a gradient does reach d: d requires a gradient, and e depends on d.
            How far does e move when d moves by 1?"""),
        *(
            Wrong({"d": value}, "", OUTER).reply(f"""
                d: {value} is the value of {name} alone. d is multiplied by all of c, and {name} is one factor of c.
                What is the value of c?""")
            for name, value in (("a", a), ("b", b))
        ),
        *(
            Wrong({"d": d * value}, "S2", OUTER).reply(f"""
                d: {d * value} is d × {name}. The slope of c * d with respect to d has no d in it.
                How fast does c * d move when only d moves?""")
            for name, value in (("a", a), ("b", b))
        ),
        Wrong({"d": a * b + d}, "S6", OUTER).reply("""
            d: that is c + d. A slope of c * d is one of its factors, not their sum.
            How fast does c * d move when only d moves?"""),
    )


def _wrong_for_a_factor(name: str, other: str, own: int, beside: int, d: int) -> tuple[Wrong, ...]:
    """Answers for one factor of c = a * b: its ``own`` value, and that of the factor ``beside`` it."""
    return (
        Wrong({name: beside}, "M26", INNER).reply(f"""
            {name}: that is {other}, the slope of c = a * b with respect to {name}. The node of c multiplies it by what
            it received.
            Which number arrives at the node of c?"""),
        Wrong({name: d * own}, "S2", INNER).reply(f"""
            {name}: that is d × {name}, so you used {name}'s own value. A product's slope with respect to {name} is the
            other factor.
            If {other} were 0, could {name} matter to c?"""),
        Wrong({name: own * beside * d}, "S1", OUTER).reply(f"""
            {name}: that is e itself. A gradient says how fast e moves, not where it is.
            If {name} moves up by 1, how far does e move?"""),
        Wrong({name: d}, "S4", INNER).reply(f"""
            {name}: that is what the node of c received, ∂e/∂c. One link is missing: c = a * b.
            How many links does the path from {name} to e have?"""),
        Wrong({name: own * beside}, "S1", INNER).reply(f"""
            {name}: that is the value of c, the node's own result. {name}'s gradient needs a slope of c instead.
            How far does c move when {name} moves by 1?"""),
        Wrong({name: own}, "S1", INNER).reply(f"""
            {name}: {own} is the value of {name} itself, which plays no part in its own gradient. Multiply the slopes on
            the way from e to {name}.
            Which two slopes are on this path?"""),
        Wrong({name: 1}, "", OUTER).reply(f"""
            {name}: 1 is the seed, which only e receives. Each node on the way to {name} multiplies it by a slope.
            Which two slopes are on this path?"""),
        Wrong({name: -beside * d}, "", INNER).reply(f"""
            {name}: the size is right, the sign isn't.
            When {name} grows, does e grow or fall?"""),
        Wrong({name: 0}, "", INNER).reply(f"""
            {name}: 0 would mean that e doesn't move when {name} moves.
            If {name} moves up by 1, how far does c move, and then e?"""),
        Wrong({name: None}, "M6", INNER).reply(f"""
            {name}: a gradient does reach {name}: {name} requires a gradient, and e depends on {name} through c.
            If {name} moves up by 1, how far does c move, and then e?"""),
        Wrong({name: own + beside}, "", INNER).reply(f"""
            {name}: that is a + b. But c is a product, and a gradient needs its slope, not its value.
            How far does c move when only {name} moves by 1?"""),
        Wrong({name: 10 * beside}, "", INNER).reply(f"""
            {name}: that would be right if 10 arrived at the node of c, as in the call by hand. Here a message arrives.
            Which number does the node of e send to the node of c?"""),
    )


@exercise("L2.P3")
def where_a_slope_comes_from() -> Exercise:
    x = leaf(2, "x")
    y = x.sin()
    nearby = "from sin at x and at a point nearby: the difference ÷ the distance"
    right = "from a formula that was written down for sin once, with x put in"
    symbolic = "from the formulas of my program, differentiated when I call backward"
    return Exercise(
        prompt="`y = x.sin()`. Backward needs the slope of sin at x. Where does this number come from?",
        form=Choice((nearby, right, symbolic)),
        answer=right,
        wrong=(
            Wrong(nearby, "M28").reply("""
                That would cost a second sin for each input, and would be right only up to a small error. No such
                calculation runs.
                What did you learn at school about the slope of sin, without any nearby point?"""),
            Wrong(symbolic, "M28").reply("""
                Backward sees nodes, not the text of your program, and it derives no formulas.
                What did people know about the slope of sin long before your program ran?"""),
        ),
        trace=recorded(y, y=y),
        look=None,
        why="""
            The rule of sin is `grad * cos(x)`. Somebody wrote it down once; backward only puts the numbers in. Every
            operation has such a rule.""",
    )


_DIV = """
class Div(al.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return {}
"""
DIV = _DIV.format("g / b, -g * a / (b * b)")


def _noting_g(function: type, left: list) -> type:
    """The same Function, which notes what its backward leaves of g."""

    def backward(ctx: Any, g: Any) -> Any:
        grads = function.backward(ctx, g)
        left.append(g.item())
        return grads

    return type(function.__name__, (function,), {"backward": staticmethod(backward)})


def _div_probe(b: int, g: int) -> Probe:
    def run(function: type) -> dict:
        a, other, left = leaf(6, "a"), leaf(b, "b"), []
        quotient = _noting_g(function, left).apply(a, other)
        quotient.backward(gradient=quotient.detach() * 0 + g)
        return {
            f"{where}: value of a / b": quotient,
            f"{where}: gradient for a": a.grad,
            f"{where}: gradient for b": _unless_near(other.grad, -6 / b**2, g),
            f"{where}: {_AFTERWARDS}": left,
        }

    where = f"6 / {b} and g = {g}"
    return Probe(where, run)


def _unless_near(found: Any, slope: float, g: int) -> Any:
    """The gradient; of one that is nearly right, only that."""
    for right, words in ((g * slope, "nearly right, but slightly off"), (slope, "nearly the slope alone")):
        if found is not None and 1e-5 < abs(found.item() / right - 1) < 0.05:
            return Told(f"your gradient for b is {words}")
    return found


_AFTERWARDS = "g after backward"
_DIV_PROBES = (_div_probe(b=2, g=1), _div_probe(b=4, g=10))


def _wrong_div(returned: str, idea: str = "") -> Wrong:
    return Wrong(_DIV.format(returned), idea)


_WRONG_DIV = (
    *(
        _wrong_div(returned).reply("""
            Your code changed g, the gradient that arrived: a method whose name ends in _ writes into its own tensor.
            Whatever reads g after that finds a different number.
            How do you write the product as a new tensor?""")
        for returned in ("g.mul_(1 / b), -g * a / (b * b)", "g.div_(b), g.mul_(-a / b)")
    ),
    _wrong_div("g / b, -a / (b * b)", "M26").reply("""
        The gradient for b ignores g. It is the slope alone; a node sends what it received × the slope.
        With g = 10, by what factor must the gradients grow?"""),
    _wrong_div("1 / b, -a / (b * b)", "M26").reply("""
        Both gradients ignore g. A node sends what it received × the slope.
        With g = 10, by what factor must the gradients grow?"""),
    *(
        _wrong_div(f"g / b, {gradient}", "M26").reply(f"""
            Your gradient for b amounts to `{gradient}`: there is no g in it. A node sends what it received × the slope.
            With g = 10, by what factor must the gradient grow?""")
        for gradient in ("-a / b", "a / (b * b)", "-1 / (b * b)", "1 / b", "a / b", "a", "b", "-a", "-b")
    ),
    _wrong_div("g / b, -g * a / 2 * b").reply("""
        Your gradient for b amounts to `-g * a / 2 * b`. b² is `b * b` or `b**2`, not `2 * b`. And Python works from
        left to right, so it multiplies by what comes after `/ 2` instead of dividing by it.
        What does Python make of 6 / 2 * 4?"""),
    _wrong_div("1 / b, -g * a / (b * b)", "M26").reply("""
        The gradient for b is right. You changed the gradient for a, which was right: now it is the slope alone.
        With g = 10, by what factor must the gradient for a grow?"""),
    _wrong_div("g / b, -g * a / b * 2").reply("""
        `b * 2` isn't a square, nor is `/ b` with a `* 2` after it. A square is `b * b` or `b**2`, in parentheses if
        something is divided by it.
        What does Python make of 6 / 3 * 2, and what of 6 / 3**2?"""),
    _wrong_div("g / b, g / (b * b)", "S4").reply("""
        The gradient for b falls at the right rate as b grows. But its sign is wrong, and a factor is missing: a / b is
        a times 1/b.
        If a were 0, how much could b matter?"""),
    *(
        _wrong_div(returned).reply("""
            The gradient for a was right as it stood: `g / b`, what arrived × the slope 1/b.
            Which of the two values did the exercise ask for?""")
        for returned in ("a / b, -a / (b * b)", "a / b, -g * a / (b * b)", "b, a")
    ),
    _wrong_div("g / b, g - a / (b * b)", "S6").reply("""
        For b you add g and the slope. A node multiplies what it received by the slope.
        If the slope were 0, how much should it send?"""),
    _wrong_div("g / b, g * a / (b * b)", "S3").reply("""
        The size of the gradient for b is right, but its sign isn't: when b grows, a / b falls.
        Is 6/3 more or less than 6/2?"""),
    _wrong_div("g / a, -g * b / (a * a)").reply("""
        In backward, a and b have changed places: these are the gradients of b / a.
        In which order does forward save the two, and in which order does backward take them out?"""),
    _wrong_div("g / b, -g / (b * b)", "S4").reply("""
        A factor is missing in the gradient for b: a / b is a times 1/b.
        If a were 0, how much could b matter?"""),
    _wrong_div("g / b, -g * a / b").reply("""
        The gradient for b falls too slowly as b grows: the slope of 1/b is steeper than that.
        From 1/2 to 1/4 the value halves. Does the slope of 1/b halve, too?"""),
    _wrong_div("g / b, -g / b").reply("""
        Your gradient for b has no a in it, and it falls like 1/b. The slope of 1/b falls faster than 1/b itself.
        What is the slope of 1/b with respect to b?"""),
    _wrong_div("g / b, -2 * g * a / (b * b)").reply("""
        The gradient for b has the right sign, and it falls at the right rate as b grows. It is too large by the same
        factor everywhere.
        From b = 2 to b = 2.01, how far does 1/b fall, divided by 0.01?"""),
    _wrong_div("g / b, -g * a / (b + b)").reply("""
        b + b is 2·b, not the square of b. At b = 2 the two happen to be equal.
        How do you write b² in Python?"""),
    _wrong_div("g / b, -g * b / (a * a)", "M48").reply("""
        In your gradient for b, a and b have changed places: that formula belongs to b / a.
        In a / b, which of the two is the denominator?"""),
    _wrong_div("g / b, g * a / b", "S1").reply("""
        For b you send g × the value of a / b. A gradient needs the slope instead.
        When b grows, does a / b rise or fall?"""),
    *(
        _wrong_div(f"g / b, {gradient}").reply(f"""
            Your gradient for b amounts to `{gradient}`, which doesn't get smaller as b grows. But the larger b is, the
            flatter a / b gets.
            Which is steeper: 1/b at b = 1, or 1/b at b = 100?""")
        for gradient in (
            "g * a",
            "-g * a",
            "g * b",
            "-g * a * b",
            "-g * a * b * b",
            "-g * b / a",
            "g / a",
            "-g / a",
            "g",
            "-g",
        )
    ),
    _wrong_div("g / b, g / b", "M48").reply("""
        Both inputs get the same gradient. But a is the numerator and b the denominator.
        When b grows, does a / b rise or fall?"""),
    _wrong_div("g * b, -g * a / (b * b)").reply("""
        You changed the gradient for a, which was right: g * b belongs to a product.
        When b is large, does a / b move much or little as a moves?"""),
    _wrong_div("g / b, None", "M6").reply("""
        None says that b needs no gradient. But b requires a gradient, and it matters to a / b.
        If b moves, does a / b stay the same?"""),
    _wrong_div("g / b, 0").reply("""
        The gradient for b is a plain number. It has to be a tensor, made from g, and b does matter to a / b.
        If b moves, does a / b stay the same?"""),
    _wrong_div("g / b, float(-g * a / (b * b))").reply("""
        The gradient for b is a plain Python number. A gradient has to be a tensor, with the shape of its input.
        What are the types of g, a and b, and which call of yours turns them into a number?"""),
    _wrong_div("g / b, -g * g * a / (b * b)").reply("""
        The gradient for b has g in it twice. A node multiplies what it received by the slope, once.
        With g = 10 instead of 1, by what factor must the gradient grow?"""),
    _wrong_div("g / b, -g * a * a / (b * b)").reply("""
        In your gradient for b, a is squared. But a / b is a times 1/b, and a counts once.
        If a is twice as large, by what factor does the slope grow?"""),
    *(
        _wrong_div(f"g / b, g * ({difference}) / (b * b)", "M48").reply(f"""
            `({difference}) / b²` lets a move together with b, as in the quotient rule. Here only b moves.
            If a stays as it is, what is the slope of a with respect to b?""")
        for difference in ("b - a", "a - b")
    ),
    *(
        _wrong_div(f"g / b, {factor}(a / (b + 1e-3) - a / b) / 1e-3").reply("""
            Your gradient for b is slightly off everywhere. A small number that is added does that, and so does a slope
            from two points nearby. The slope of a / b has a formula, and needs neither.
            What is the slope of 1/b with respect to b?""")
        for factor in ("g * ", "")
    ),
    _wrong_div("-g * a / (b * b), g / b", "M48").reply("""
        The two gradients are swapped. They are returned in the order in which forward took its inputs.
        Which input is number 0 of forward?"""),
    _wrong_div("g / b, al.autograd.grad(a / b, b, g)[0]").reply("""
        Nothing is recorded inside backward, so there is no graph from b to your a / b. And somebody has to write the
        rule that `grad` would use: here it is you.
        What is the slope of 1/b with respect to b?"""),
    _wrong_div("g / b, -g * a / b^2").reply("""
        In Python, ^ isn't a power. A power is written with two stars.
        What does 3 ^ 2 give in Python, and what does 3 ** 2 give?"""),
)


@exercise("L2.2")
def write_div() -> Exercise:
    return Exercise(
        prompt="""
            Write the rule for division. In `backward`, g is the gradient that arrives. The gradient for a is already
            there. Write the gradient for b.""",
        form=Code(
            name="Div",
            starting=_DIV.format("g / b, ...  # the gradient for b"),
            solution=DIV,
            probes=_DIV_PROBES,
            notes=frozenset(f"{probe.label}: {_AFTERWARDS}" for probe in _DIV_PROBES),
            checked=lambda: doubles([3.0, -2.0, 1.0], [1.5, 4.0, 0.001]),
            is_function_class=True,
        ),
        answer=DIV,
        wrong=_WRONG_DIV,
        trace=None,
        look=None,  # a step shows what a right rule does, not what is wrong with this one
        otherwise={WHOLE: "From b = 2 to b = 2.01, with a = 6: by how much does a / b fall, divided by 0.01?"},
        why="The slope of a / b with respect to b is -a/b². The node sends what arrived × this slope.",
        hints=(
            "Write a / b as a · (1/b). What is the slope of 1/b with respect to b?",
            "The slope with respect to b is -a/b². A gradient is what arrived × the slope.",
            "The second value is `-g * a / (b * b)`.",
        ),
    )


_WRONG_RULES = (
    Wrong({"x": "0"}, "S17").reply("""
        x: at 0, x and tanh(x) are both 0. There the wrong rule gives the right slope, so a test passes.
        At which of the other two inputs do x and tanh(x) differ clearly?"""),
    Wrong({"x": "0.01"}, "S17").reply("""
        x: at 0.01, x and tanh(x) differ by less than a millionth. In float32 both rules give the very same
        slope, so a test passes.
        At which of the other two inputs do x and tanh(x) differ clearly?"""),
    Wrong({"rule": "exp"}, "M31").reply("""
        rule: the rule of exp is correct. The slope of exp is exp(self), and that is the result.
        What is the slope of exp where its result is 7?"""),
    Wrong({"rule": "sin"}, "S16").reply("""
        rule: the rule of sin is correct. The slope of sin at self is cos(self).
        What is the slope of sin at 0, and what is cos(0)?"""),
    Wrong({"rule": "sqrt"}, "M31").reply("""
        rule: the rule of sqrt is correct. The slope of sqrt is 1 / (2·√self), and √self is the result.
        What is the slope of the square root at 9?"""),
)


@exercise("L2.3")
def find_the_wrong_rule() -> Exercise:
    x = leaf(0.5, "x")
    trace = recorded(x.sqrt().sin().exp().tanh())
    return Exercise(
        prompt="""
            In a rule, `grad` is what arrives, `self` is the input and `result` the output. One of these four rules is
            wrong. Which one? And at which of the three inputs x would a test find the mistake?""",
        setup="""
# sqrt:  grad / (2 * result)
# sin:   grad * cos(self)
# exp:   grad * result
# tanh:  grad * (1 - self * self)
""",
        form=Table(
            {"rule": Choice(("sqrt", "sin", "exp", "tanh")), "x": among(0, 0.01, 1)},
            {"rule": "the wrong one", "x": "an input that shows it"},
        ),
        answer={"rule": "tanh", "x": "1"},
        wrong=_WRONG_RULES,
        trace=trace,
        look=None,  # no step shows a rule that is wrong
        why="""
            The slope of tanh is 1 - tanh(self)², so the rule needs the result, not self. Near 0 the two are nearly the
            same number; at 1 they differ clearly.""",
        hints=(
            "Check each rule against what you know of the slope, and watch whether it should use self or result.",
            "At x = 0 several of the rules look right. Why? Try a number that isn't special.",
            "The slope of tanh is 1 - tanh(x)², and tanh(x) is the result, not self.",
        ),
    )


@exercise("L2.P4")
def the_digit_in_a_name() -> Exercise:
    a, b = leaf([2.0, 3.0], "a"), leaf([5.0, 7.0], "b")
    c = a + b
    y = c.sum(0)
    right = "which variant of the operation ran"
    return Exercise(
        prompt="""
            The node of `a + b` is an AddBackward0, the node of `x.sum()` is a SumBackward0, and the node of `x.sum(0)`
            is a SumBackward1. What does the digit mean?""",
        form=Choice(
            ("how many inputs it has", "to which input it sends", right, "how many of its kind came before it")
        ),
        answer=right,
        wrong=(
            Wrong("how many inputs it has", "M30").reply("""
                a + b has two inputs, and its node ends in 0.
                How many inputs does x.sum(0) have?"""),
            Wrong("to which input it sends", "M30").reply("""
                One node sends to all its inputs, and it has one name.
                Which inputs does AddBackward0 send to?"""),
            Wrong("how many of its kind came before it", "M30").reply("""
                Names don't depend on what ran before. (The number after the # does.)
                What would the node of x.sum(0) be called in a program without another sum?"""),
        ),
        trace=recorded(y, c=c, y=y),
        look=None,
        why="PyTorch's table has two rows for sum: of everything, and along axes. The digit tells the rows apart.",
    )
