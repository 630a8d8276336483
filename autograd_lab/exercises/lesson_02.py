"""Lesson 2, what a grad_fn really does: local slope, what arrives, what is sent, and what is kept for it."""

import math

from ..tracing.trace import Trace
from .answer_code import Code, Probe
from .answer_values import Choice, Number, Numbers, Table, Where
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import doubles, grad, leaf, messages, recorded, saved

PRODUCTS = """
a = al.tensor({a}., requires_grad=True)
b = al.tensor({b}., requires_grad=True)
c = a * b
d = al.tensor({d}., requires_grad=True)
e = c * d
e.backward()
"""
OUTER, INNER = Look("RuleApplied", "MulBackward0", 0), Look("RuleApplied", "MulBackward0", 1)


def _products(a: int = 2, b: int = 3, d: int = 4) -> Trace:
    a, b, d = leaf(a, "a"), leaf(b, "b"), leaf(d, "d")
    c = a * b
    e = c * d
    return recorded(e, c=c, e=e)


@exercise("L2.W1")
def warm_up_messages() -> Exercise:
    x = leaf(1, "x")
    u = x * 2
    v = u * 3
    y = v + 4
    trace = recorded(y, u=u, v=v, y=y)
    return Exercise(
        prompt="""
            A chain has the slopes 1, 3 and 2, from the output back to the input.
            Which four messages does backward send, the seed first?""",
        form=Numbers(4),
        answer=messages(trace),
        wrong=(
            Wrong((1, 1, 3, 2), "M26", INNER).reply("""
                2 is the last slope. The last message is what arrived there, 3, times that slope.
                What had the last node received?"""),
            Wrong((1, 2, 6, 6), "M32", OUTER).reply("""
                You multiplied from the input's side. Backward starts at the output, with the slope next to it.
                Which slope belongs to the link next to the output?"""),
        ),
        trace=trace,
        look=INNER,
        why="1, then 1·1, then 1·3, then 3·2.",
    )


@exercise("L2.W2")
def warm_up_paths() -> Exercise:
    b = leaf(2, "b")
    y = b * 3 + b * 4
    trace = recorded(y, y=y)
    look = Look("GradAccumulated", "AccumulateGrad(b)")
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
                Links do multiply. But two paths are two separate ways to move the output, so their messages add.
                For y = 3·b + 4·b: by how much does y move when b moves by 1?"""),
        ),
        trace=trace,
        look=look,
        why="For y = 3·b + 4·b the two messages are 3 and 4, and b.grad is 7.",
    )


@exercise("L2.P1")
def gradient_of_products() -> Exercise:
    trace = _products()
    return Exercise(
        prompt="What is a.grad?",
        form=Choice(("3", "8", "12", "24")),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong("3", "M26", INNER).reply("""
                3 is the local slope of c = a * b in a. MulBackward0 multiplies it by what it received.
                Which number arrived at this node?"""),
            Wrong("8", "S2", INNER).reply("""
                8 = 4 · 2 uses the value of a itself. The slope of a product in a is the other factor, b.
                If b were 0, could a matter?"""),
            Wrong("24", "S1", OUTER).reply("""
                24 is e itself. A gradient says how fast e moves, not where it is.
                If a goes from 2 to 3, where does e go?"""),
        ),
        trace=trace,
        look=INNER,
        why="4 arrives at MulBackward0 of c, and 4 · 3 = 12 is sent to a.",
    )


@exercise("L2.P2")
def what_mul_saves() -> Exercise:
    trace = _products()
    kept = saved(trace, "MulBackward0", 1)
    return Exercise(
        prompt="What does the node of c = a * b keep for backward?",
        form=Choice(("nothing", "2 and 3", "6", "2, 3 and 6")),
        answer=" and ".join(str(number) for number in kept.values()),
        wrong=(
            Wrong("nothing", "M27", INNER).reply("""
                Its rule is grad · other and grad · self.
                Only grad arrives from outside, so other and self must be kept.
                Where would the node find 3 when it sends 4 · 3?"""),
            Wrong("6", "M27", INNER).reply("""
                6 is the result. No rule of a product uses it: the slope in a is b, and the slope in b is a.
                Can 3 be found from 6 alone?"""),
            Wrong("2, 3 and 6", "M27", INNER).reply("""
                2 and 3 are kept. 6 is not: no rule of this node names the result, so it would be kept for nothing.
                In which of the two products that it sends does 6 occur?"""),
        ),
        trace=trace,
        look=INNER,
        why="The rule for each input names the other one, so both inputs are kept, and the result is not.",
    )


@exercise("L2.P3")
def product_with_a_constant() -> Exercise:
    a = leaf(2, "a")
    y = a * 3
    trace = recorded(y, y=y)
    (kept,) = saved(trace, "MulBackward0").values()
    look = Look("RuleApplied", "MulBackward0")
    return Exercise(
        prompt="And the node of y = a * 3, where 3 is a plain number and a is 2?",
        form=Choice(("2 and 3", "only 3", "only 2", "nothing")),
        answer=f"only {kept}",
        wrong=(
            Wrong("2 and 3", "M27", look).reply("""
                2 would serve the gradient of the constant, and nobody asks for that: this edge is a hole.
                Which of the two inputs gets a message?"""),
            Wrong("only 2", "S2", look).reply("""
                The slope in a is the other factor, 3. The value of a would serve the other input.
                How far does y move when a moves by 1?"""),
            Wrong("nothing", "M27", look).reply("""
                The message for a is grad · 3, and 3 must come from somewhere.
                What does the node multiply by?"""),
        ),
        trace=trace,
        look=look,
        why="Only the rule for a will run, and it names 3. The other edge is (None, 0), so 2 is not needed.",
    )


@exercise("L2.P4")
def what_add_saves() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a + b
    trace = recorded(y, y=y)
    look = Look("RuleApplied", "AddBackward0")
    return Exercise(
        prompt="What does the node of y = a + b keep of the numbers 2 and 3?",
        form=Choice(("nothing", "both", "their sum")),
        answer="nothing" if not saved(trace, "AddBackward0") else "both",
        wrong=(
            Wrong("both", "M27", look).reply("""
                Both slopes of a sum are 1, whatever the inputs are, so the rule has no use for them.
                Which of the numbers 2 and 3 occurs in what the node sends?"""),
            Wrong("their sum", "M27", look).reply("""
                The sum went on into the forward pass. The slopes of a sum are 1, so backward has no use for it.
                Does the number 5 occur in what the node sends?"""),
        ),
        trace=trace,
        look=look,
        why="It passes on what it receives, so there is nothing to remember.",
    )


@exercise("L2.P5")
def which_numbers_change() -> Exercise:
    right = "what arrives and what is sent"
    trace = _products(d=10)
    return Exercise(
        prompt="""
            At the node of c = a * b, think of three numbers for the edge to a:
            the local slope (3), what arrives (4), what is sent (12). Now d becomes 10. Which of them change?""",
        form=Choice(("the local slope", right, "all three", "only what is sent")),
        answer=right,
        wrong=(
            Wrong("the local slope", "M26", INNER).reply("""
                The local slope is b, and b is still 3. What changed lies to the right of this node, and arrives.
                Does the rule of c = a * b mention d?"""),
            Wrong("all three", "S9", INNER).reply("""
                The local slope is b = 3, and it does not depend on d. The two others do.
                Which two of the three numbers does the step name differently from before?"""),
            Wrong("only what is sent", "S8", OUTER).reply("""
                What is sent is what arrives × 3. If it changes while 3 stays, then what arrives has changed as well.
                Who sends the number that arrives here, and what is it made of?"""),
        ),
        trace=trace,
        look=INNER,
        why="3 stays 3; what arrives goes from 4 to 10, and so what is sent goes from 12 to 30.",
    )


@exercise("L2.1", a=(2, 3, 4, 5, 6, 7), b=(2, 3, 4, 5, 6, 7), d=(2, 3, 4, 5, 6, 7))
def products_by_hand(a: int = 5, b: int = 2, d: int = 3) -> Exercise:
    trace = _products(a, b, d)
    return Exercise(
        prompt="By hand: the three gradients.",
        setup=PRODUCTS.format(a=a, b=b, d=d),
        form=Table({"a": Number(), "b": Number(), "d": Number()}),
        answer={name: grad(trace, name) for name in "abd"},
        wrong=(
            Wrong({"a": b}, "M26", INNER).reply(f"""
                {b} is b, the local slope of c = a * b. MulBackward0 multiplies it by what it received from the right.
                Which number is on the arrow that comes in?"""),
            Wrong({"a": d * a}, "S2", INNER).reply(f"""
                {d * a} = {d}·{a} uses a's own value. A product's slope in a is the other factor.
                If b were 0, could a matter?"""),
            Wrong({"a": a * b * d}, "S1", OUTER).reply(f"""
                {a * b * d} is e itself. A gradient says how fast e moves, not where it is.
                If a goes from {a} to {a + 1}, where does e go?"""),
            Wrong({"a": d}, "S4", INNER).reply(f"""
                {d} is the message that this node received, ∂e/∂c. It still has to pass through c = a * b.
                How many links lie between a and e?"""),
            Wrong({"b": b * d}, "S2", INNER).reply(f"""
                {b * d} = {d}·{b} uses b's own value. The slope of a product in b is a.
                If a were 0, could b matter?"""),
            Wrong({"d": d}, "S2", OUTER).reply(f"""
                {d} is d's own value. The slope of c * d in d is the other factor, c.
                If c were 0, could d matter?"""),
        ),
        trace=trace,
        look=INNER,
        why=f"c receives {d}, so a gets {d}·{b} = {b * d} and b gets {d}·{a} = {a * d}; d gets c = {a * b}.",
        hints=(
            "Begin at e, where 1 arrives. Which two messages leave that node?",
            "Each message of a product is: what arrived × the value of the other input.",
            f"c receives 1·{d} = {d}. Now c's node sends {d} × (the value of b) to a.",
        ),
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


def _div_probe(g: int) -> Probe:
    def run(function: type) -> dict:
        a, b = leaf(6, "a"), leaf(2, "b")
        quotient = function.apply(a, b)
        quotient.backward(gradient=quotient.detach() * 0 + g)
        return {
            f"{where}: value": quotient,
            f"{where}: gradient for input a (edge 0)": a.grad,
            f"{where}: gradient for input b (edge 1)": b.grad,
        }

    where = f"6 / 2 with g = {g}"
    return Probe(where, run)


@exercise("L2.2")
def write_div() -> Exercise:
    a, b = leaf(6, "a"), leaf(2, "b")
    trace = recorded((a / b) * 10)
    look = Look("RuleApplied", "DivBackward0")
    return Exercise(
        prompt="Write the missing half of Div's backward. g is what arrives; one gradient goes back for a, one for b.",
        form=Code(
            name="Div",
            starting=_DIV.format("g / b, ...  # the gradient for b"),
            solution=DIV,
            probes=(_div_probe(1), _div_probe(10)),
            checked=lambda: doubles([3.0, -2.0], [1.5, 4.0]),
            is_function_class=True,
        ),
        answer=DIV,
        wrong=(
            Wrong(_DIV.format("g / b, -a / (b * b)"), "M26", look).reply("""
                The gradient for b ignores g. It is the local slope; what arrived must be multiplied in.
                With g = 10, by what factor must the gradients grow?"""),
            Wrong(_DIV.format("1 / b, -a / (b * b)"), "M26", look).reply("""
                Both gradients ignore g. A node sends what it received × the local slope.
                With g = 10, by what factor must the gradients grow?"""),
            Wrong(_DIV.format("g / b, g * a / (b * b)"), "S3", look).reply("""
                The sign of the gradient for b is lost: when b grows, a / b falls.
                Is 6/3 more or less than 6/2?"""),
            Wrong(_DIV.format("g / b, -g / (b * b)"), "S4", look).reply("""
                The factor a is missing: a / b is a times 1/b, and the slope of 1/b in b is -1/b².
                If a were 0, how much could b matter?"""),
            Wrong(_DIV.format("-g * a / (b * b), g / b"), "S2", look).reply("""
                The two gradients are swapped. They go out in the order in which forward took its inputs.
                Which input is number 0 of forward?"""),
        ),
        trace=trace,
        look=look,
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


def _node(name: str) -> str:
    return f"{name.capitalize()}Backward0"


def _wrong_row(name: str, kept: str, idea: str) -> Wrong:
    return Wrong({name: kept}, idea, Look("RuleApplied", _node(name)))


@exercise("L2.3")
def what_must_be_saved() -> Exercise:
    a, b = leaf([0.5, 0.25], "a"), leaf([0.5, 1.0], "b")
    trace = recorded(((a + b) * b).exp().log().relu().tanh().sum())
    return Exercise(
        prompt="""
            Which numbers must each operation keep so that its rule can be computed in backward?
            self and other are the inputs, both wanting a gradient; result is the output.""",
        form=Table(dict.fromkeys(_OPERATIONS, Choice(tuple(_KEPT.values()))), _OPERATIONS),
        answer={name: _KEPT[tuple(saved(trace, _node(name)))] for name in _OPERATIONS},
        wrong=(
            _wrong_row("add", "self and other", "M27").reply("""
                add: both slopes are 1, so no input is needed, and keeping them would cost memory for nothing.
                Which numbers occur in what a sum sends?"""),
            _wrong_row("mul", "result", "M27").reply("""
                mul: the slope in self is other, and the slope in other is self. The result occurs in neither.
                Can a factor be found from the product alone?"""),
            _wrong_row("exp", "self", "M31").reply("""
                exp: its slope is exp(self), and that number was computed in forward already: it is the result.
                What is the slope of exp where its result is 7?"""),
            _wrong_row("log", "result", "M31").reply("""
                log: its slope is 1/self. The result would have to be put through exp first.
                What is the slope of log at 4?"""),
            _wrong_row("relu", "self", "M31").reply("""
                relu: self would do, but so does the result, which the next operation often keeps anyway.
                PyTorch takes the result.
                Can you tell from relu's result whether its input was positive?"""),
            _wrong_row("tanh", "self", "M31").reply("""
                tanh: its slope is 1 - tanh(self)², and tanh(self) is the result. With self it would be computed twice.
                What is the slope of tanh where its result is 0.5?"""),
            _wrong_row("sum", "self", "M27").reply("""
                sum: every element has slope 1. Only the shape is noted, to copy the message to every place.
                Does the gradient of a sum depend on the numbers that were added?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "ExpBackward0"),
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
    tanh = Look("RuleApplied", "TanhBackward0")
    return Exercise(
        prompt="One of these four rules is wrong. Which one, and at which input x would a test notice?",
        setup="""
# sqrt:  grad / (2 * result)
# sin:   grad * cos(self)
# exp:   grad * result
# tanh:  grad * (1 - self * self)
""",
        form=Table({"rule": Choice(("sqrt", "sin", "exp", "tanh")), "x": Where(_is_exposed)}),
        answer={"rule": "tanh", "x": 1},
        wrong=(
            Wrong({"rule": "exp"}, "M31", Look("RuleApplied", "ExpBackward0")).reply("""
                exp is right: its slope is exp(self), which is the result.
                What is the slope of exp where its result is 7?"""),
            Wrong({"rule": "sqrt"}, "M31", Look("RuleApplied", "SqrtBackward0")).reply("""
                sqrt is right: its slope is 1 / (2·√self), and √self is the result.
                What is the slope of the square root at 9?"""),
            Wrong({"rule": "sin"}, "S16", Look("RuleApplied", "SinBackward0")).reply("""
                sin is right: its slope at self is cos(self).
                What is the slope of sin at 0, and what is cos(0)?"""),
            Wrong({"x": 0}, "S17", tanh).reply("""
                At this x the wrong rule and the right one agree, because x² and tanh(x)² are (nearly) the same there.
                A test there would pass.
                For which x is tanh(x) clearly different from x?"""),
        ),
        trace=trace,
        look=tanh,
        why="""
            The slope of tanh is 1 - result².
            With self it is right only where tanh(x) = x, at 0; any other x shows it.""",
        hints=(
            "Check each rule against what you know of the slope, and watch whether it means self or result.",
            "At x = 0 all four rules look right. Why? Try a number that is not special.",
            "The slope of tanh is 1 - tanh(x)², and tanh(x) is the result, not self.",
        ),
    )
