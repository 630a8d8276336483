"""Lesson 2, what a grad_fn really does: local slope, what arrives, what is sent, and what is kept for it."""

import math
from typing import Any

from .answer_code import Code, Probe
from .answer_rules import RuleTable
from .answer_values import Choice, Number, Numbers, Table, Where, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .own_backward import ALL_RULES, BACKWARD, PROGRAMS, RULES, OwnBackward
from .programs import doubles, grad, leaf, messages, recorded, saved, shown

PRODUCTS = """
a = al.tensor({a}., requires_grad=True)
b = al.tensor({b}., requires_grad=True)
c = a * b
d = al.tensor({d}., requires_grad=True)
e = c * d
e.backward()
"""
START, END = Look("BackwardStarted"), Look("BackwardFinished")
OUTER, INNER = Look("RuleApplied", "MulBackward0", 0), Look("RuleApplied", "MulBackward0", 1)
AT_ADD, AT_DIV = Look("RuleApplied", "AddBackward0"), Look("RuleApplied", "DivBackward0")
_SMALL = tuple(range(2, 10))


@exercise("L2.W1", first=_SMALL, last=_SMALL)
def warm_up_messages(first: int = 3, last: int = 2) -> Exercise:
    x = leaf(1, "x")
    u = x * last
    v = u * first
    y = v + 4
    trace = recorded(y, u=u, v=v, y=y)
    return Exercise(
        prompt=f"""
            A chain has the slopes 1, {first} and {last}, from the output back to the input.
            Which four messages does backward send, the seed first?""",
        form=Numbers(4),
        answer=messages(trace),
        wrong=(
            Wrong((1, last, first * last, first * last), "M32", AT_ADD).reply("""
                You multiplied from the input's side. Backward starts at the output, with the slope next to it.
                Which slope belongs to the link next to the output?"""),
            Wrong((1, 2, 2 + first, 2 + first + last), "S6", AT_ADD).reply("""
                Each of your messages is the one before plus a slope. Links of one path multiply.
                One machine doubles, the next one triples. What do both together do to 1?"""),
            Wrong((1, 1, first, last), "M26", INNER).reply("""
                Your last message is the last slope alone. A message is what arrived × the slope.
                What had the last node received?"""),
            Wrong((first * last, first, 1, 1), "", START).reply("""
                Your list begins where backward ends. Messages are listed in the order in which they are sent, the seed
                first, and the seed is at the output.
                With which number does every backward from one output begin?"""),
        ),
        trace=trace,
        look=INNER,
        looks={0: START, 1: AT_ADD, 2: OUTER, 3: INNER},
        why=f"1, then 1·1, then 1·{first}, then {first}·{last}.",
    )


@exercise("L2.W2")
def warm_up_paths() -> Exercise:
    b = leaf(2, "b")
    u, v = b * 3, b * 4
    y = u + v
    trace = recorded(y, u=u, v=v, y=y)
    look = Look("BufferAdded", "AccumulateGrad(b)", 1)
    right = "links multiply, paths add"
    return Exercise(
        prompt="A tensor reaches the output along two paths of several links each. How do the slopes come together?",
        form=Choice((right, "links add, paths multiply", "everything multiplies")),
        answer=right,
        wrong=(
            Wrong("links add, paths multiply", "S6", look).reply("""
                It is the other way round: along one path each link stretches what came; where paths meet, effects add.
                For y = 3·b + 4·b: by how much does y move when b moves by 1?"""),
            Wrong("everything multiplies", "S5", look).reply("""
                Links do multiply. But two paths are two separate ways to move the output.
                For y = 3·b + 4·b: by how much does y move when b moves by 1?"""),
        ),
        trace=trace,
        look=look,
        why="For y = 3·b + 4·b the two messages are 3 and 4, and `b.grad` is 7.",
    )


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
                {b} is the local slope of c = a * b in a. The node of c multiplies it by what it received.
                Which number arrived at the node of c?"""),
            Wrong(str(d * a), "S2", INNER).reply(f"""
                {d * a} = {d} · {a} uses the value of a itself. The slope of a product in a is the other factor.
                If b were 0, could a matter?"""),
            Wrong(str(e), "S1", OUTER).reply(f"""
                {e} is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, by how much does e move?"""),
        ),
        asks="a.grad",
        trace=trace,
        look=INNER,
        waits=True,
        why=f"{d} arrives at the node of c, and {d} × {b} = {d * b} is sent to a.",
    )


@exercise("L2.P2")
def what_exp_saves() -> Exercise:
    x = leaf(2, "x")
    y = x.exp()
    trace = recorded(y, y=y)
    (kept,) = saved(trace, "ExpBackward0")
    look = Look("RuleApplied", "ExpBackward0")
    return Exercise(
        prompt="`y = x.exp()`. What does the node of y keep for backward?",
        form=Choice(("nothing", "x", "y", "x and y")),
        answer={"self": "x", "result": "y"}[kept],
        wrong=(
            Wrong("nothing", "M27", look).reply("""
                exp is not equally steep everywhere: its slope is a number that depends on where forward was.
                Where would the node find that number?"""),
            Wrong("x", "M31", look).reply("""
                x would do: the slope is exp(x). But then exp would be computed a second time in backward.
                Has this number, exp(x), been computed before?"""),
            Wrong("x and y", "M27", look).reply("""
                One of the two is enough. A node keeps what its rule names, and the rule needs one number here.
                What is the slope of exp where its result is 7?"""),
        ),
        trace=trace,
        look=look,
        why="The slope of exp is exp(x), and that is y: it is there already.",
    )


@exercise("L2.P3", a=_SMALL, k=_SMALL)
def product_with_a_constant(a: int = 2, k: int = 3) -> Exercise:
    y = leaf(a, "a") * k
    trace = recorded(y, y=y)
    (kept,) = saved(trace, "MulBackward0").values()
    both = f"{a} and {k}"
    return Exercise(
        prompt=f"`y = a * {k}`, where {k} is a plain number and a is {a}. What does the node of y keep?",
        form=Choice((both, str(k), str(a), "nothing")),
        answer=str(kept),
        wrong=(
            Wrong(both, "M27", OUTER).reply("""
                One of them would serve the gradient of the constant, and a plain number wants none:
                this edge leads nowhere.
                Which of the two inputs gets a message?"""),
            Wrong(str(a), "S2", OUTER).reply(f"""
                {a} is a itself. It would serve the gradient of the constant, and a plain number wants none.
                How far does y move when a moves by 1?"""),
            Wrong("nothing", "M27", OUTER).reply("""
                The message to a is grad × slope, and the slope is a number that stands in the program.
                Where would the node find it?"""),
        ),
        trace=trace,
        look=OUTER,
        why=f"Only a gets a message, and its slope is {k}. The rule for the constant is never asked.",
    )


@exercise("L2.P4")
def what_add_saves() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a + b
    trace = recorded(y, y=y)
    kept = saved(trace, "AddBackward0")
    return Exercise(
        prompt="`y = a + b`. What does its node keep of the numbers 2 and 3?",
        form=Choice(("nothing", "both", "their sum")),
        answer="both" if kept else "nothing",
        wrong=(
            Wrong("both", "M27", AT_ADD).reply("""
                Both slopes of a sum are 1, whatever a and b are.
                Which number does it need to send 1 × grad?"""),
            Wrong("their sum", "M27", AT_ADD).reply("""
                The rule of a sum names no value: it passes on grad itself.
                If the sum were 500, what would it send?"""),
        ),
        trace=trace,
        look=AT_ADD,
        why="It passes on what it receives, so there is nothing to remember.",
    )


@exercise("L2.P5")
def which_numbers_change() -> Exercise:
    right = "what arrives and what is sent"
    return Exercise(
        prompt="""
            At the node of `c = a * b`, think of three numbers for the edge to a:
            the local slope (3), what arrives (4), what is sent (12). Now d becomes 10. Which of them change?""",
        form=Choice(("the local slope", right, "all three", "only what is sent")),
        answer=right,
        wrong=(
            Wrong("the local slope", "M26", INNER).reply("""
                The local slope is b, and b is still 3. What changed, d, lies nearer to the output.
                Does the rule of c = a * b mention d?"""),
            Wrong("all three", "S9", INNER).reply("""
                The local slope is b = 3, and it does not depend on d.
                Does the rule of c = a * b mention d?"""),
            Wrong("only what is sent", "S8", OUTER).reply("""
                What is sent is what arrives × 3. It cannot change alone while 3 stays.
                Which node sends the number that arrives here, and what is that number made of?"""),
        ),
        trace=shown(PRODUCTS.format(a=2, b=3, d=10)),
        look=INNER,
        waits=True,
        why="3 stays 3; what arrives goes from 4 to 10, and so what is sent goes from 12 to 30.",
    )


@exercise("L2.P6")
def where_a_slope_comes_from() -> Exercise:
    x = leaf(2, "x")
    y = x.sin()
    right = "from a stored formula, cos, worked out at the x that was kept"
    return Exercise(
        prompt="`y = x.sin()`. In backward the slope of sin at x is needed. Where does this number come from?",
        form=Choice(
            (
                "from sin at x and at a point close to x: the difference, divided by the distance",
                right,
                "from the formula of the program, which is differentiated when backward is called",
            )
        ),
        answer=right,
        wrong=(
            Wrong("from sin at x and at a point close to x: the difference, divided by the distance", "M28").reply("""
                That would be right up to a small error, and cost a second sin for each input. Nothing of the kind runs.
                Which function does the rule of sin name beside grad?"""),
            Wrong("from the formula of the program, which is differentiated when backward is called", "M28").reply("""
                Backward sees nodes and no formulas of yours, and it makes no new ones.
                What was written down about sin long before your program ran?"""),
        ),
        trace=recorded(y, y=y),
        look=_at("sin"),
        why="Each operation has its rule, written once; backward puts numbers into it.",
    )


@exercise("L2.P7")
def the_digit_in_a_name() -> Exercise:
    a, b = leaf([2.0, 3.0], "a"), leaf([5.0, 7.0], "b")
    c = a + b
    y = c.sum(0)
    right = "which variant of the operation ran"
    return Exercise(
        prompt="""
            `a + b` leaves AddBackward0 behind, `x.sum()` SumBackward0, `x.sum(0)` SumBackward1. What does the digit
            tell?""",
        form=Choice(
            ("how many inputs it has", "to which input it sends", right, "how many of its kind came before it")
        ),
        answer=right,
        wrong=(
            Wrong("how many inputs it has", "M30", AT_ADD).reply("""
                a + b has two inputs, and its node ends in 0.
                How many inputs has x.sum(0)?"""),
            Wrong("to which input it sends", "M30", AT_ADD).reply("""
                One node sends to all its inputs, and it has one name.
                To which inputs does AddBackward0 send?"""),
            Wrong("how many of its kind came before it", "M30").reply("""
                Names do not depend on what ran before: the number behind the # does that.
                What would the node of x.sum(0) be called in a program without another sum?"""),
        ),
        trace=recorded(y, c=c, y=y),
        look=Look("RuleApplied", "SumBackward1"),
        why="PyTorch's table lists sum twice, of all and along axes; the digit is the place in such a list.",
    )


@exercise("L2.1", a=(2, 3, 4, 5, 6, 7), b=(2, 3, 4, 5, 6, 7), d=(2, 3, 4, 5, 6, 7))
def products_by_hand(a: int = 5, b: int = 2, d: int = 3) -> Exercise:
    program = PRODUCTS.format(a=a, b=b, d=d)
    trace = shown(program)
    return Exercise(
        prompt="The three gradients by hand: what are `a.grad`, `b.grad` and `d.grad`?",
        setup=program,
        form=Table({name: Number() for name in "abd"}, {name: f"{name}.grad" for name in "abd"}),
        answer={name: grad(trace, name) for name in "abd"},
        wrong=(_all_doubled(a, b, d), *_wrong_for_d(a, b, d), *_wrong_for_a(a, b, d), *_wrong_for_b(a, b, d)),
        trace=trace,
        look=INNER,
        looks={"a": INNER, "b": INNER, "d": OUTER},
        why=f"c receives {d}, so a gets {d}·{b} = {b * d} and b gets {d}·{a} = {a * d}; d gets c = {a * b}.",
        hints=(
            "Begin at e, where 1 arrives. Which two messages leave that node?",
            "Each message of a product is: what arrived × the value of the other input.",
            f"The node of c receives 1·{d} = {d}, and sends {d} × (the value of b) = {b * d} to a.",
        ),
    )


def _all_doubled(a: int, b: int, d: int) -> Wrong:
    return Wrong({"a": 2 * b * d, "b": 2 * a * d, "d": 2 * a * b}, "", OUTER).reply("""
        Each of the three is twice what one backward brings. A mistake at e doubles all that comes after it; so does a
        second backward.
        Which number arrives at the node of e, and how often?""")


def _wrong_for_d(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    return (
        Wrong({"d": d}, "S2", OUTER).reply("""
            d: that is d's own value. The slope of c * d in d is the other factor.
            If c were 0, could d matter?"""),
        Wrong({"d": a * b * d}, "S1", OUTER).reply("""
            d: that is e itself. A gradient says how fast e moves, not where it is.
            If d moves up by 1, by how much does e move?"""),
        Wrong({"d": 1}, "M26", OUTER).reply("""
            d: 1 is what the node of e received. For each input it is multiplied by a slope.
            How fast does c * d move when only d moves?"""),
        Wrong({"d": a + b}, "", OUTER).reply("""
            d: that is a + b. The slope of c * d in d is c; look again at how c is made.
            What is the value of c?"""),
    )


def _wrong_for_a(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    return (
        Wrong({"a": b}, "M26", INNER).reply("""
            a: that is b, the local slope of c = a * b. The node of c multiplies it by what it received.
            Which number is on the arrow that comes in?"""),
        Wrong({"a": d * a}, "S2", INNER).reply("""
            a: that is d · a, and uses a's own value. A product's slope in a is the other factor.
            If b were 0, could a matter?"""),
        Wrong({"a": a * b * d}, "S1", OUTER).reply("""
            a: that is e itself. A gradient says how fast e moves, not where it is.
            If a moves up by 1, by how much does e move?"""),
        Wrong({"a": d}, "S4", INNER).reply("""
            a: that is what the node of c received, ∂e/∂c. It still has to pass through c = a * b.
            How many links lie between a and e?"""),
    )


def _wrong_for_b(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    return (
        Wrong({"b": a}, "M26", INNER).reply("""
            b: that is a, the local slope of c = a * b. The node of c multiplies it by what it received.
            Which number is on the arrow that comes in?"""),
        Wrong({"b": b * d}, "S2", INNER).reply("""
            b: that is d · b, and uses b's own value. A product's slope in b is the other factor.
            If a were 0, could b matter?"""),
        Wrong({"b": a * b * d}, "S1", OUTER).reply("""
            b: that is e itself. A gradient says how fast e moves, not where it is.
            If b moves up by 1, by how much does e move?"""),
        Wrong({"b": d}, "S4", INNER).reply("""
            b: that is what the node of c received, ∂e/∂c. It still has to pass through c = a * b.
            How many links lie between b and e?"""),
        Wrong({"b": a + d}, "S6", INNER).reply("""
            b: that adds the two slopes on the way. Links of one path multiply.
            One machine doubles, the next one triples. What do both together do to 1?"""),
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


_CHANGED = "{}: whether g was changed"


def _noting_g(function: type, left: list) -> type:
    """The same Function, which notes what its backward leaves of g."""

    def backward(ctx: Any, g: Any) -> Any:
        grads = function.backward(ctx, g)
        left.append(g.item())
        return grads

    return type(function.__name__, (function,), {"backward": staticmethod(backward)})


def _div_probe(b: int, g: int) -> Probe:
    def run(function: type) -> dict:
        a, other = leaf(6, "a"), leaf(b, "b")
        left: list = []
        quotient = _noting_g(function, left).apply(a, other)
        quotient.backward(gradient=quotient.detach() * 0 + g)
        return {
            _CHANGED.format(where): left != [g],
            f"{where}: value": quotient,
            f"{where}: gradient for input a (edge 0)": a.grad,
            f"{where}: gradient for input b (edge 1)": other.grad,
        }

    where = f"6 / {b} with g = {g}"
    return Probe(where, run)


_IN_PLACE = (
    "The gradient that came in, g, was changed: a method whose name ends in _ writes into its own tensor. "
    "What reads g after that finds another number."
)

_WRONG_DIV = (
    Wrong(_DIV.format("g / b, -a / (b * b)"), "M26", AT_DIV).reply("""
        The gradient for b ignores g. It is the local slope; what arrived must be multiplied in.
        With g = 10, by what factor must the gradients grow?"""),
    Wrong(_DIV.format("1 / b, -a / (b * b)"), "M26", AT_DIV).reply("""
        Both gradients ignore g. A node sends what it received × the local slope.
        With g = 10, by what factor must the gradients grow?"""),
    Wrong(_DIV.format("g / b, g * a / (b * b)"), "S3", AT_DIV).reply("""
        The size of the gradient for b is right, its sign is not: when b grows, a / b falls.
        Is 6/3 more or less than 6/2?"""),
    Wrong(_DIV.format("g / b, -g / (b * b)"), "S4", AT_DIV).reply("""
        A factor is missing in the gradient for b: a / b is a times 1/b.
        If a were 0, how much could b matter?"""),
    Wrong(_DIV.format("g / b, -g * a / b"), "", AT_DIV).reply("""
        The gradient for b falls off too slowly as b grows: the slope of 1/b is steeper than that.
        From 1/2 to 1/4 the value halves. Does the slope of 1/b halve, too?"""),
    Wrong(_DIV.format("g / b, -2 * g * a / (b * b)"), "", AT_DIV).reply("""
        The gradient for b has the right sign, and it falls off rightly as b grows. It is too large by the same factor
        everywhere.
        From b = 2 to b = 2.01, how far does 1/b fall, divided by 0.01?"""),
    Wrong(_DIV.format("g / b, g / b"), "M48", AT_DIV).reply("""
        Both inputs get the same gradient. But a stands above the line and b below it.
        When b grows, does a / b rise or fall?"""),
    Wrong(_DIV.format("g / b, None"), "M6", AT_DIV).reply("""
        None says that b needs no gradient. But b is a leaf that wants one, and it matters to a / b.
        If b moves, does a / b stay?"""),
    Wrong(_DIV.format("-g * a / (b * b), g / b"), "M48", AT_DIV).reply("""
        The two gradients are swapped. They go out in the order in which forward took its inputs.
        Which input is number 0 of forward?"""),
)


@exercise("L2.2")
def write_div() -> Exercise:
    a, b = leaf(6, "a"), leaf(2, "b")
    quotient = a / b
    y = quotient * 10
    return Exercise(
        prompt="""
            Write the missing half of Div's backward. g is what arrives; one gradient goes back for a, one for b.""",
        form=Code(
            name="Div",
            starting=_DIV.format("g / b, ...  # the gradient for b"),
            solution=DIV,
            probes=(_div_probe(b=2, g=1), _div_probe(b=4, g=10)),
            asides=dict.fromkeys(map(_CHANGED.format, ("6 / 2 with g = 1", "6 / 4 with g = 10")), _IN_PLACE),
            checked=lambda: doubles([3.0, -2.0], [1.5, 4.0]),
            is_function_class=True,
        ),
        answer=DIV,
        wrong=_WRONG_DIV,
        trace=recorded(y, quotient=quotient, y=y),
        look=AT_DIV,
        why="∂(a/b)/∂b is -a/b², times what arrived.",
        hints=(
            "Write a / b as a · (1/b). What is the slope of 1/b in b?",
            "The slope in b is -a/b². A gradient is what arrived × the slope.",
            "The second value is `-g * a / (b * b)`.",
        ),
    )


_KEPT = {(): "nothing", ("self",): "self", ("self", "other"): "self and other", ("result",): "result"}
_OPERATIONS = {
    "add": "self + other",
    "mul": "self * other",
    "exp": "self.exp()",
    "log": "self.log()",
    "relu": "self.relu()",
    "tanh": "self.tanh()",
    "sum": "self.sum()",
}
_ONE_INPUT = ("exp", "log", "relu", "tanh", "sum")


def _at(name: str) -> Look:
    return Look("RuleApplied", f"{name.capitalize()}Backward0")


def _wrong_row(name: str, kept: str, idea: str = "M27") -> Wrong:
    return Wrong({name: kept}, idea, _at(name))


_WRONG_ROWS = (
    _wrong_row("add", "self").reply("""
        add: both slopes are the same number, whatever self is. Keeping an array would cost memory for nothing.
        Which numbers occur in what a sum sends?"""),
    _wrong_row("add", "self and other").reply("""
        add: neither input occurs in the slopes, so keeping them would cost memory for nothing.
        Which numbers occur in what a sum sends?"""),
    _wrong_row("add", "result").reply("""
        add: the result does not occur in the slopes, so keeping it would cost memory for nothing.
        Which numbers occur in what a sum sends?"""),
    _wrong_row("mul", "nothing").reply("""
        mul: its slopes are numbers that change with the inputs. Only grad arrives from outside.
        Where would the node find the other factor?"""),
    _wrong_row("mul", "self").reply("""
        mul: one of its two messages can be computed with that, the other one cannot.
        Which factor is needed for the message to self?"""),
    _wrong_row("mul", "result").reply("""
        mul: write down the slope in each of the two factors. The result occurs in neither.
        Can a factor be found from the product alone?"""),
    _wrong_row("exp", "nothing").reply("""
        exp: it is not equally steep everywhere, so the slope is a number that must come from forward.
        What is the slope of exp where its result is 7?"""),
    _wrong_row("exp", "self", "M31").reply("""
        exp: its slope is exp(self). With self, a number would be computed twice that forward has computed already.
        What is the slope of exp where its result is 7?"""),
    _wrong_row("log", "nothing").reply("""
        log: it is not equally steep everywhere, so the slope is a number that must come from forward.
        What is the slope of log at 4?"""),
    _wrong_row("log", "result", "M31").reply("""
        log: with the result, the slope can be found only by putting it through exp first.
        What is the slope of log at 4?"""),
    _wrong_row("relu", "nothing").reply("""
        relu: its slope is 0 or 1. Which of the two it is was decided in forward, place by place.
        What must the node look at to know on which side it was?"""),
    _wrong_row("relu", "self", "M31").reply("""
        relu: self would do. So would another array, which the next operation often keeps anyway; PyTorch takes that.
        From which other array can you tell whether the input was positive?"""),
    _wrong_row("tanh", "nothing").reply("""
        tanh: it is not equally steep everywhere, so the slope is a number that must come from forward.
        What is the slope of tanh where its value is 0.5?"""),
    _wrong_row("tanh", "self", "M31").reply("""
        tanh: its slope is 1 - tanh(self)². With self, tanh would be computed a second time.
        What is the slope of tanh where its value is 0.5?"""),
    _wrong_row("sum", "self").reply("""
        sum: every element has the same slope. Only the shape is noted, to copy the message to every place.
        Does the gradient of a sum depend on the numbers that were added?"""),
    _wrong_row("sum", "result").reply("""
        sum: what it sends does not depend on how much came out. Only the shape is noted.
        If the sum were 500, what would it send to each place?"""),
    *(
        _wrong_row(name, "self and other", "").reply(f"""
            {name}: it has one input, self. There is no other.
            What does the line of {name} in the question say it computes?""")
        for name in _ONE_INPUT
    ),
)


@exercise("L2.3")
def what_is_kept() -> Exercise:
    a, b = leaf([0.5, 0.25], "a"), leaf([0.5, 1.0], "b")
    trace = recorded(((a + b) * b).exp().log().relu().tanh().sum())
    nodes = {name: _at(name).at for name in _OPERATIONS}
    return Exercise(
        prompt="""
            What does PyTorch keep for the rule of each operation? (Now and then another array would do as well.)
            self and other are the inputs, both wanting a gradient; result is the output.""",
        form=Table(dict.fromkeys(_OPERATIONS, Choice(tuple(_KEPT.values()))), _OPERATIONS),
        answer={name: _KEPT[tuple(saved(trace, node))] for name, node in nodes.items()},
        wrong=_WRONG_ROWS,
        trace=trace,
        look=_at("exp"),
        looks={name: _at(name) for name in _OPERATIONS},
        why="A node keeps what its rule names, and nothing else.",
        hints=(
            "Write down the slope of each operation. Which letters does it contain?",
            "If the slope can be written with the result, the result is enough: it is there already.",
            "exp'(x) = exp(x) is the result itself, and tanh'(x) = 1 - result². For add and sum the slope is 1.",
        ),
    )


def _is_exposed(x: float) -> bool:
    """Whether the wrong rule 1 - x² and the right one, 1 - tanh(x)², give clearly different numbers."""
    return abs(x * x - math.tanh(x) ** 2) > 1e-3


@exercise("L2.4")
def find_the_wrong_rule() -> Exercise:
    x = leaf(0.5, "x")
    trace = recorded(x.sqrt().sin().exp().tanh())
    return Exercise(
        prompt="One of these four rules is wrong. Which one, and at which input x would a test notice?",
        setup="""
# sqrt:  grad / (2 * result)
# sin:   grad * cos(self)
# exp:   grad * result
# tanh:  grad * (1 - self * self)
""",
        form=Table(
            {"rule": Choice(("sqrt", "sin", "exp", "tanh")), "x": Where(_is_exposed)},
            {"rule": "the wrong one", "x": "an input that shows it"},
        ),
        answer={"rule": "tanh", "x": 1},
        wrong=(
            Wrong({"x": 0}, "S17", END).reply("""
                x: there the wrong rule and the right one give (nearly) the same number, so a test would pass.
                At which numbers do most functions look alike?"""),
            Wrong({"rule": "exp"}, "M31", _at("exp")).reply("""
                rule: exp is right. Its slope is exp(self), which is the result.
                What is the slope of exp where its result is 7?"""),
            Wrong({"rule": "sin"}, "S16", _at("sin")).reply("""
                rule: sin is right. Its slope at self is cos(self).
                What is the slope of sin at 0, and what is cos(0)?"""),
            Wrong({"rule": "sqrt"}, "M31", _at("sqrt")).reply("""
                rule: sqrt is right. Its slope is 1 / (2·√self), and √self is the result.
                What is the slope of the square root at 9?"""),
        ),
        trace=trace,
        look=_at("tanh"),
        looks={"x": END},
        why="""
            The slope of tanh is 1 - result².
            With self it is right only where tanh(x) = x, at 0; any other x shows it.""",
        hints=(
            "Check each rule against what you know of the slope, and watch whether it means self or result.",
            "At x = 0 several of the rules look right. Why? Try a number that is not special.",
            "The slope of tanh is 1 - tanh(x)², and tanh(x) is the result, not self.",
        ),
    )


STARTING_RULES = """
rules = {
    "AddBackward0": [
        lambda grad, node: grad,
        lambda grad, node: grad,
    ],
    "SubBackward0": [
        lambda grad, node: grad,
        lambda grad, node: ...,
    ],
    "MulBackward0": [
        lambda grad, node: grad * node._saved_other,
        lambda grad, node: ...,
    ],
    "DivBackward0": [
        lambda grad, node: ...,
        lambda grad, node: ...,
    ],
    "ExpBackward0": [lambda grad, node: ...],
}
"""


def _rule(right: str, wrong: str, idea: str, row: str) -> Wrong:
    """The table with another rule in the place of the right one."""
    return Wrong(RULES.replace(f": {right},", f": {wrong},").replace(f": {right}]", f": {wrong}]"), idea, _at(row))


_DIV_SELF, _DIV_OTHER = "grad / node._saved_other", "-grad * node._saved_self / node._saved_other**2"
_MUL_OTHER, _EXP = "grad * node._saved_self", "grad * node._saved_result"
_WRONG_DIV_RULES = (
    _rule(_DIV_SELF, "1 / node._saved_other", "M26", "div").reply("""
        The first rule of this row is the slope alone. What arrived must be multiplied in.
        If grad were 10 times as large, what should become of the message?"""),
    _rule(_DIV_SELF, "grad * node._saved_other", "", "div").reply("""
        The first rule of this row is a product's. Here self is divided by other.
        When other is large, does self / other move much or little as self moves?"""),
    _rule(_DIV_SELF, "grad / node._saved_self", "S2", "div").reply("""
        The first rule of this row uses self's own value. self / other is self times a number: which one?
        How fast does self / 4 move as self moves?"""),
    _rule(_DIV_OTHER, "grad * node._saved_self / node._saved_other**2", "S3", "div").reply("""
        The size of the second rule of this row is right, its sign is not.
        Is 6/3 more or less than 6/2?"""),
    _rule(_DIV_OTHER, "-node._saved_self / node._saved_other**2", "M26", "div").reply("""
        The second rule of this row is the slope alone. What arrived must be multiplied in.
        If grad were 10 times as large, what should become of this message?"""),
    _rule(_DIV_OTHER, "-grad / node._saved_other**2", "S4", "div").reply("""
        A factor is missing in the second rule of this row: self / other is self times 1/other.
        If self were 0, how much could other matter?"""),
    _rule(_DIV_OTHER, "-grad * node._saved_self / node._saved_other", "", "div").reply("""
        The second rule of this row falls off too slowly as other grows: the slope of 1/other is steeper than that.
        From 1/2 to 1/4 the value halves. Does the slope halve, too?"""),
)
_WRONG_RULES = (
    Wrong(
        RULES.replace(_DIV_SELF, "…").replace(_DIV_OTHER, _DIV_SELF).replace("…", _DIV_OTHER), "M48", _at("div")
    ).reply("""
        The two rules of this row are swapped. They stand in the order of the inputs, self and then other.
        In self / other, which input stands above the line?"""),
    *_WRONG_DIV_RULES,
    _rule("-grad", "grad", "S3", "sub").reply("""
        In self - other the two inputs pull in opposite directions, and your row sends both the same.
        When other grows, does self - other rise or fall?"""),
    _rule("-grad", "-1", "M26", "sub").reply("""
        The second rule of this row is the slope alone. A difference passes on what arrived, with a sign.
        If grad were 10 times as large, what should become of the message for other?"""),
    _rule(_EXP, "grad * node._saved_self", "M31", "exp").reply("""
        What a rule needs is kept, and the rule of exp needs no input: forward has computed its slope already.
        What is the slope of exp where its result is 7?"""),
    _rule(_EXP, "node._saved_result", "M26", "exp").reply("""
        That is the slope of exp alone. What arrived must be multiplied in.
        If grad were 10 times as large, what should become of the message for exp's input?"""),
    _rule(_EXP, "grad * node._saved_result.exp()", "S9", "exp").reply("""
        Your rule takes exp a second time: of the result, where forward took it of the input.
        What is the slope of exp where its result is 7?"""),
    _rule(_EXP, "grad", "", "exp").reply("""
        This passes on what arrived, as a sum would. But exp is steep in some places and flat in others.
        What is the slope of exp where its result is 7?"""),
    _rule(_MUL_OTHER, "grad * node._saved_other", "S2", "mul").reply("""
        Both rules of this row multiply by the same factor. The slope in one factor is the other factor.
        If self were 0, could other matter?"""),
    _rule(_MUL_OTHER, "node._saved_self", "M26", "mul").reply("""
        The rule for other is the slope alone. What arrived must be multiplied in.
        If grad were 10 times as large, what should become of the message for other?"""),
)


@exercise("L2.5")
def rules_of_your_own() -> Exercise:
    return Exercise(
        prompt="""
            A table of rules: one row for each operation, one rule for each of its inputs. A rule is a function of
            `grad`, what arrived, and of `node`, whose saved values it may read. The nodes of mul and div keep their two
            inputs, `node._saved_self` and `node._saved_other`; the node of exp keeps `node._saved_result`; those of add
            and sub keep no array. Five rules are open. Write them.""",
        form=RuleTable("rules", STARTING_RULES, RULES),
        answer=RULES,
        wrong=_WRONG_RULES,
        trace=ALL_RULES.trace,
        look=_at("div"),
        looks={f"{name.capitalize()}Backward0": _at(name) for name in ("add", "sub", "mul", "div", "exp")},
        why="Five rows, each a line of PyTorch's table, and every program made of these operations has its gradients.",
        hints=(
            "Write down the slope of each operation in each input. Every rule is grad × that slope.",
            "self / other is self × (1 / other), and the slope of 1 / other is -1 / other².",
            "One of them worked out: as self moves, self / other moves 1 / other times as far; the node kept other. "
            "So the first rule of div is `grad / node._saved_other`. The second takes the slope of hint 2, times self.",
        ),
    )


STARTING_BACKWARD = """
def backward(root, rules):
    arrived = {root.grad_fn: 1.0}  # node: sum of what it heard
    sent = []  # (from node, to node, message)
    while arrived:
        node = ...  # whose turn is it?
        grad = arrived.pop(node)
        for edge, (target, _) in enumerate(node.next_functions):
            # 1. ask the rule, rules[node.name()][edge]
            # 2. note the message in sent
            # 3. add it to what target has heard
            ...
    return sent
"""


def _backward(right: str, wrong: str, idea: str) -> Wrong:
    """The backward with something else in the place of ``right``."""
    assert right in BACKWARD
    return Wrong(BACKWARD.replace(right, wrong), idea)


RECURSIVE = """
def backward(root, rules):
    sent = []

    def visit(node, grad):
        for edge, (target, _) in enumerate(node.next_functions):
            if target is not None:
                message = rules[node.name()][edge](grad, node)
                sent.append((node, target, message))
                visit(target, message)

    visit(root.grad_fn, 1.0)
    return sent
"""
VISIT_ONCE = (
    RECURSIVE.replace("    sent = []", "    sent, seen = [], set()")
    .replace(
        "                visit(target, message)",
        "                if target not in seen:\n                    visit(target, message)",
    )
    .replace("        for edge", "        seen.add(node)\n        for edge")
)
_ADD = "arrived[target] = arrived.get(target, 0) + message"
_NUMBERS_OF_ONE_NODE = (
    _backward("{root.grad_fn: 1.0}", "{root.grad_fn: 0.0}", "S10").reply("""
        That is what comes out if the walk begins with 0: everything after it is 0 times a slope.
        How fast does the root move when the root itself moves?"""),
    _backward("(grad, node)", "(1.0, node)", "M26").reply("""
        That is the slope of this edge alone: the rule was asked with 1, or what arrived was left out.
        What should the message be if twice as much had arrived?"""),
    _backward("rules[node.name()][edge](grad, node)", "grad", "").reply("""
        That is what arrived, passed on as it came. The rule of this edge was not asked.
        Where in your loop does a rule get called?"""),
    _backward("[edge]", "[-1 - edge]", "S2").reply("""
        That is the message for the node's other input: rules and edges have got out of step.
        Which edge does the first rule of a row belong to?"""),
    _backward(_ADD, "arrived[target] = message", "M9").reply("""
        That is what comes out if only the last of its messages counts. Where paths meet, messages add.
        What does your code do with what target had heard before?"""),
    _backward(_ADD, "arrived.setdefault(target, message)", "M9").reply("""
        That is what comes out if only the first of its messages counts. Where paths meet, messages add.
        What does your code do with a message when target has heard something before?"""),
)
_ORDER_AND_ENDS = (
    Wrong(VISIT_ONCE, "M15").reply("""
        In your list another message for this node comes after that, and that message goes no further. A node that sends
        once must do so late enough.
        Which of the nodes that have heard something can hear nothing more?"""),
    Wrong(RECURSIVE, "M14").reply("""
        In your list this node sends more than once. The engine lets a node wait for all its messages, add them, and
        send once. Where each part travels on by itself, the messages grow in number with the paths.
        How many messages would a chain of 20 doublings, c = c + c, send that way?"""),
    _backward("if target is not None:", "if True:", "M18").reply("""
        An edge that leads nowhere was not left out: its target is None, for an input that wants no gradient.
        What stands in `next_functions` of the node of a * 3?"""),
    _backward("if target is not None:", "if target is None:\n                break\n            else:", "M18").reply("""
        That message belongs to an edge that comes after one that leads nowhere. A None ends one edge; it says nothing
        about the edges that follow it.
        What does your loop over `next_functions` do after it has met a target that is None?"""),
    _backward("        for edge", "        row = rules[node.name()]\n        for edge", "M19").reply("""
        AccumulateGrad has no rule and no edges: there the walk ends.
        What should your loop do when it is the turn of a leaf?"""),
    _backward("target is not None:", "target is not None and target.next_functions:", "M19").reply("""
        Messages to the leaves are missing. An AccumulateGrad sends nothing on, but it does hear its messages.
        What would `.grad` be made of without them?"""),
    _backward("(node, target, message)", "(target, node, message)", "M18").reply("""
        Sender and receiver are swapped. Backward goes from the result to the inputs.
        Which of the two nodes computed the message?"""),
    _backward("\n    return sent", "\n        return sent", "").reply("""
        One node has sent, and then the walk is over. Often a `return` stands inside the loop, or no message is put into
        `arrived`.
        What must `arrived` hold after the first node has sent, so that the loop goes on?"""),
)


@exercise("L2.6")
def backward_of_your_own() -> Exercise:
    return Exercise(
        prompt="""
            A whole backward pass of your own. `backward(root, rules)` walks the real graph that forward left behind and
            gives back the messages it sent, in order, each as (from node, to node, message). An edge to an input that
            wants no gradient leads nowhere: its target is None. Whose turn is it? Of the nodes that have heard
            something, the newest one's; `node._sequence_nr()` is its number. All its messages come from newer nodes, so
            it has heard them all, as R3 demands. (Only a leaf, whose number is the highest, may come too soon. It sends
            nothing, so that does no harm; the engine counts messages and lets it wait.)""",
        form=OwnBackward("backward", STARTING_BACKWARD, BACKWARD),
        answer=BACKWARD,
        wrong=(*_ORDER_AND_ENDS, *_NUMBERS_OF_ONE_NODE),
        trace=PROGRAMS[-1].trace,
        look=_at("exp"),
        why="""
            On nine programs this backward sends the messages that the engine sends. Any order is right in which a node
            waits for all its messages; the engine's is: ready leaves first, then the newest node.""",
        hints=(
            "Whose turn: `max(arrived, key=lambda node: node._sequence_nr())`. Nothing newer is left to send to it.",
            "In the loop: leave out a target that is None. Else call `rules[node.name()][edge](grad, node)`, append "
            "the triple to sent, and add the message to what target has heard: `arrived.get(target, 0)` is 0 when it "
            "has heard nothing.",
            "The loop's body: `if target is not None:`, then `message = rules[node.name()][edge](grad, node)`, "
            "`sent.append((node, target, message))`, `arrived[target] = arrived.get(target, 0) + message`.",
        ),
    )
