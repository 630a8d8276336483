"""Lesson 0, what happens in backward: one small program, and what its trace shows.

What else a lesson needs is in CONTRIBUTING, "Adding a lesson".
"""

from ..tracing.trace.trace import Trace
from .answer_values import Choice, Number, Numbers, Table, among
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .programs import grad, messages, shown

PROGRAM = """
a = al.tensor({a}., requires_grad=True)
b = al.tensor({b}., requires_grad=True)
c = a + b
d = al.tensor({d}., requires_grad=True)
e = c * d
e.backward()
"""
OF_THE_LESSON = PROGRAM.format(a=2, b=3, d=4)
START, END = Look("BackwardStarted"), Look("BackwardFinished")
AT_MUL, AT_ADD = Look("RuleApplied", "MulBackward0"), Look("RuleApplied", "AddBackward0")
TURN_OF_D = Look("NodeVisited", "AccumulateGrad(d)")
_SMALL = tuple(range(2, 10))


@exercise("L0.P1", a=_SMALL, b=_SMALL, d=_SMALL)
def a_gradient(a: int = 2, b: int = 3, d: int = 4) -> Exercise:
    program, e = PROGRAM.format(a=a, b=b, d=d), (a + b) * d
    trace = shown(program)
    return Exercise(
        prompt="After `e.backward()`, what is `a.grad`?",
        program=program,
        form=among(1, b, d, e),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong("1", "M26", AT_ADD).reply("""
                1 is the slope of c = a + b with respect to a. The node of c multiplies this slope by what it received.
                Which number had arrived at the node of c when it ran?"""),
            Wrong(str(b), "S30", AT_ADD).reply(f"""
                {b} is b, the other term. In a sum the other term doesn't matter: c moves exactly as far as a moves.
                If b were 100, how far would c move when a moves by 1?"""),
            Wrong(str(e), "S1", AT_MUL).reply(f"""
                {e} is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, how far does e move?"""),
        ),
        asks="a.grad",
        trace=trace,
        look=AT_ADD,
        waits=True,
        why=f"The node of e sends d = {d} to the node of c. The slope of a sum is 1, so the node of c "
        f"sends {d} × 1 to a.",
    )


@exercise("L0.P2")
def gradient_in_between() -> Exercise:
    return Exercise(
        prompt="After `e.backward()`, what is `c.grad`?",
        form=Choice(("4", "0", "None")),
        answer="None",
        wrong=(
            Wrong("4", "M1", AT_ADD).reply("""
                4 does arrive at the node of c. But that node only sends; it doesn't write a .grad.
                Which nodes of this graph are called AccumulateGrad?"""),
            Wrong("0", "M6", END).reply("""
                0 would mean that some node wrote a zero into c.grad. No node writes c.grad at all.
                Which steps of the trace write a .grad, and whose?"""),
        ),
        asks="c.grad",
        trace=shown(OF_THE_LESSON),
        look=END,
        waits=True,
        why="""
            Each leaf that requires a gradient has an AccumulateGrad, which writes its .grad. c isn't a leaf: an
            operation made it. (To get c.grad anyway, call c.retain_grad() before backward.)""",
    )


def _values_for_the_gradient(d: int) -> tuple[Wrong, ...]:
    """Answers to L0.P4: a value, or one slope alone."""
    return (
        Wrong(4, "S12", AT_MUL).reply("""
            4 was right when d was 4. Now the node of e sends a different number to the node of c.
            The node of e has saved two values. Which of them is the slope for that message?"""),
        Wrong(1, "M26", AT_ADD).reply("""
            1 is only the slope of the sum. The node of c multiplies this slope by what it received.
            Which number had arrived at the node of c when it ran?"""),
        Wrong(5, "S11", AT_MUL).reply("""
            5 is c, the message for d.
            The node of e sends two messages. Which number is in the message to the node of c?"""),
        Wrong(5 * d, "S1", AT_MUL).reply(f"""
            {5 * d} is e itself. A gradient says how fast e moves, not where it is.
            If a moves up by 1, how far does e move?"""),
        Wrong(2, "S1", AT_ADD).reply("""
            2 is a itself. A gradient says how fast e moves when a moves, not where a is.
            Does it matter for this slope whether a is 2 or 200?"""),
        Wrong(3, "S30", AT_ADD).reply("""
            3 is b, the other term. In a sum the other term doesn't matter: c moves exactly as far as a moves.
            If b were 100, how far would c move when a moves by 1?"""),
    )


def _combined(d: int) -> tuple[Wrong, ...]:
    """More answers to L0.P4: two numbers that were combined, zero, a sign."""
    return (
        Wrong(4 * d, "S11", AT_MUL).reply(f"""
            {4 * d} is 4 × {d}: the old d times the new d. A node multiplies what arrived by only one saved
            value.
            Which value did the node of e save for its message to c?"""),
        Wrong(2 * d, "S11", AT_ADD).reply(f"""
            {2 * d} is a × d. The value of a plays no part: c moves as far as a moves, wherever a is.
            What is the slope of c = a + b with respect to a?"""),
        Wrong(3 * d, "S11", AT_ADD).reply(f"""
            {3 * d} is b × d. A sum doesn't multiply by its other term: c moves as far as a moves, whatever b is.
            What is the slope of c = a + b with respect to a?"""),
        Wrong(5 + d, "S6", AT_MUL).reply(f"""
            {5 + d} is c + d, the two messages of the node of e added together. They go to different nodes.
            Which of the two goes to the node of c?"""),
        Wrong(d + 1, "S6", AT_ADD).reply(f"""
            You added the slope of the sum to what arrived at the node of c, and got {d + 1}. A node multiplies the two.
            If the slope were 0, how much would reach a?"""),
        Wrong(d * d, "S11", AT_ADD).reply(f"""
            {d * d} is {d} × {d}. The node of c multiplies what arrived by the slope of the sum, not by d again.
            What is the slope of c = a + b with respect to a?"""),
        Wrong(0, "", AT_ADD).reply("""
            0 would mean that e stays where it is when a moves.
            If a goes from 2 to 3, what is e before and after?"""),
        Wrong(None, "", AT_ADD).reply("""
            a is a leaf that requires a gradient, and a path leads from e to a. So a number arrives.
            If a goes from 2 to 3, what is e before and after?"""),
        Wrong(20, "S1", AT_MUL).reply("""
            20 was the value of e when d was 4. A gradient says how fast e moves, not where it is.
            If a moves up by 1, how far does e move?"""),
        Wrong(-d, "", AT_ADD).reply("""
            The size is right, the sign isn't: both d and the slope of the sum are positive.
            If a moves up, does e rise or fall?"""),
    )


@exercise("L0.P4", d=(6, 7, 8, 9))
def what_if(d: int = 7) -> Exercise:
    program = PROGRAM.format(a=2, b=3, d=d)
    trace = shown(program)
    return Exercise(
        prompt=f"Now d is {d} instead of 4; everything else stays the same. What is `a.grad`?",
        setup=program,
        form=Number(),
        answer=grad(trace, "a"),
        wrong=(*_values_for_the_gradient(d), *_combined(d)),
        asks="a.grad",
        otherwise={WHOLE: "If a goes from 2 to 3 and nothing else changes, how far does c move, and then e?"},
        trace=trace,
        look=AT_ADD,
        why=f"The node of e sends d = {d} to the node of c, which sends {d} × 1 to a.",
    )


LOSS = """
x = al.tensor({x}.)
weight = al.tensor({weight}., requires_grad=True)
bias = al.tensor({bias}., requires_grad=True)

u = weight * x
p = u + bias
loss = (p - {target}) ** 2
loss.backward()
"""
AT_POW = Look("RuleApplied", "PowBackward0")


def _wrong_of_loss(x: int, weight: int, p: int, error: int) -> tuple[Wrong, ...]:
    """Answers to L0.P3; ``error`` is how far the prediction ``p`` is off."""
    loss, arrives = error**2, 2 * error
    return (
        Wrong({"difference": -arrives, "bias": -arrives, "weight": -arrives * x}, "", AT_POW).reply(f"""
            The sizes are right, the signs aren't. p is {"above" if error > 0 else "below"} the target, so the loss
            {"grows" if error > 0 else "falls"} when p grows.
            If the loss grows when p grows, is its slope positive or negative?"""),
        Wrong({"bias": arrives * x, "weight": arrives}, "S2", AT_MUL).reply("""
            bias and weight are swapped. The product has a slope of its own; both slopes of the sum are 1.
            Which of the two parameters is multiplied by x?"""),
        Wrong({"difference": 12, "bias": 12, "weight": 24}, "", AT_POW).reply(f"""
            These are the numbers at the top of the lesson, for x = 2 and p − target = 6. Here x is {x}, and p − target
            is {error}.
            What is the slope of v² at v = {error}?"""),
        Wrong({"difference": 14}, "", AT_POW).reply(f"""
            difference: 14 is the slope of v² at v = 7, the example above. Here v is {error}.
            What is the slope of v² at v = {error}?"""),
        Wrong({"seed": loss}, "S1", START).reply(f"""
            seed: {loss} is the loss itself. Backward starts with the slope of the loss with respect to itself.
            A slope is the output's move ÷ the input's move.
            If the loss is both the input and the output, what is the slope?"""),
        Wrong({"seed": 0}, "", START).reply("""
            seed: 0 would mean that the loss doesn't move when the loss moves.
            Which number did backward start with in the small graph?"""),
        Wrong({"difference": loss}, "S1", AT_POW).reply(f"""
            difference: {loss} is the loss. The message says how fast the loss moves when the difference moves.
            What is the slope of v² at v = {error}?"""),
        Wrong({"difference": error}, "", AT_POW).reply(f"""
            difference: {error} is what was squared. But the slope of v² isn't v. Take v = 3, for example: when v
            grows by 0.1, to 3.1, v² grows by 0.61, from 9 to 9.61.
            What is 0.61 / 0.1: closer to 3, or to 6?"""),
        Wrong({"difference": 2 * loss}, "S1", AT_POW).reply(f"""
            difference: {2 * loss} is 2 × the loss. The slope of v² is 2 × what was squared, not 2 × the square.
            What was squared?"""),
        Wrong({"difference": 2 * p}, "", AT_POW).reply(f"""
            difference: {2 * p} is 2 × p. But p was not squared; the difference between p and the target was.
            What was squared?"""),
        Wrong({"difference": 2}, "S9", AT_POW).reply("""
            difference: 2 is the exponent. The slope of a square also depends on where you are.
            Is v² as steep at v = 1 as at v = 100?"""),
        *_wrong_at_parameters(x, weight, arrives),
    )


def _wrong_at_parameters(x: int, weight: int, arrives: int) -> tuple[Wrong, ...]:
    """More answers to L0.P3: what arrives at bias and weight, where ``arrives`` comes to the sum."""
    return (
        Wrong({"bias": 1, "weight": x}, "M26", AT_MUL).reply("""
            bias, weight: these are only the slopes of the sum and of the product. Each node multiplies its slope by
            what arrived.
            Which number arrived at the sum?"""),
        Wrong({"bias": 1}, "M26", AT_ADD).reply("""
            bias: 1 is the slope of the sum. The sum multiplies it by what it received.
            Which number arrived at the sum?"""),
        Wrong({"bias": 0}, "", AT_ADD).reply("""
            bias: 0 would mean that the loss stays where it is when bias moves.
            How far does u + bias move when bias moves by 1?"""),
        Wrong({"bias": arrives / 2}, "S31", AT_ADD).reply("""
            bias: a sum doesn't split what it received: each input gets all of it.
            How far does u + bias move when bias moves by 1?"""),
        Wrong({"bias": arrives + 1}, "S6", AT_ADD).reply(f"""
            bias: you added the slope of the sum to what arrived there, and got {arrives + 1}. A node multiplies the
            two.
            If the slope were 0, how much would reach bias?"""),
        *_wrong_signs(x, arrives),
        Wrong({"weight": arrives + x}, "S6", AT_MUL).reply(f"""
            weight: you added the slope of the product to what arrived there, and got {arrives + x}. A node
            multiplies the two.
            If x were 0, could weight matter to the loss?"""),
        Wrong({"weight": arrives * x * weight}, "S2", AT_MUL).reply(f"""
            weight: you multiplied by both factors, x = {x} and weight = {weight}. The slope is the other factor alone.
            How far does weight * x move when weight moves by 1?"""),
        Wrong({"weight": weight * x}, "S1", AT_MUL).reply(f"""
            weight: {weight * x} is u, the value of the product. A message says how fast the loss moves.
            How far does weight * x move when weight moves by 1?"""),
        Wrong({"weight": arrives}, "", AT_MUL).reply(f"""
            weight: {arrives} is what arrives at the product. The product multiplies it by a slope of its own.
            How far does weight * x move when weight moves by 1?"""),
        Wrong({"weight": x}, "M26", AT_MUL).reply(f"""
            weight: {x} is the slope of weight * x with respect to weight. The product multiplies it by what arrived.
            Which number arrived at the product?"""),
        Wrong({"weight": arrives * weight}, "S2", AT_MUL).reply(f"""
            weight: you multiplied by weight's own value, {weight}. In a product the slope is the other factor.
            If x were 0, could weight matter to the loss?"""),
    )


def _wrong_signs(x: int, arrives: int) -> tuple[Wrong, ...]:
    """Answers to L0.P3 with one sign that is wrong, where ``arrives`` comes to the sum."""
    signs = (("difference", "p", arrives, AT_POW), ("bias", "bias", arrives, AT_ADD))
    signs += (("weight", "weight", arrives * x, AT_MUL),)
    return tuple(
        Wrong({row: -right}, "", look).reply(f"""
            {row}: the size is right, the sign isn't.
            When {moves} grows, does the loss grow or fall?""")
        for row, moves, right, look in signs
    )


@exercise("L0.P3", x=_SMALL, weight=_SMALL, bias=_SMALL, target=_SMALL)
def messages_of_the_loss(x: int = 3, weight: int = 4, bias: int = 1, target: int = 8) -> Exercise:
    program = LOSS.format(x=x, weight=weight, bias=bias, target=target)
    trace = shown(program)
    error = weight * x + bias - target
    rows = {
        "seed": "arrives at PowBackward0, the start",
        "difference": "arrives at SubBackward0, the difference",
        "bias": "arrives at bias",
        "weight": "arrives at weight",
    }
    seed, difference, *_ = messages(trace)
    return Exercise(
        prompt="Which numbers travel from the loss to the two parameters?",
        program=program,
        form=Table({name: Number() for name in rows}, rows),
        answer={"seed": seed, "difference": difference, "bias": grad(trace, "bias"), "weight": grad(trace, "weight")},
        wrong=_wrong_of_loss(x, weight, weight * x + bias, error),
        trace=trace,
        look=AT_MUL,
        looks={"seed": START, "difference": AT_POW, "bias": AT_ADD, "weight": AT_MUL},
        waits=True,
        otherwise={
            "seed": "Backward starts with the slope of the loss with respect to itself. A slope is the output's move ÷ "
            "the input's move. If the loss is both the input and the output, what is the slope?",
            "difference": f"The node of the square multiplies the seed by a slope. How steep is v² at v = {error}?",
            "bias": "Which number arrives at the sum, and how far does u + bias move when bias moves by 1?",
            "weight": "Which number arrives at the product, and how far does weight * x move when weight moves by 1?",
        },
        why=f"""
            Backward starts with 1, the slope of the loss with respect to itself. The square sends 1 × 2·{error}. The
            difference and the sum have slope 1, so they pass on what they received. The product
            multiplies it by x = {x}.""",
    )


def _wrong_by_product(c: int, d: int) -> tuple[Wrong, ...]:
    """Answers to L0.1 that go wrong at the seed, or at the node of e = c * d."""
    return (
        Wrong((c * d, ..., ..., ..., ...), "S1", START).reply(f"""
            {c * d} is the value of e. Backward starts with the slope of e with respect to itself.
            A slope is the output's move ÷ the input's move.
            If e is both the input and the output, what is the slope?"""),
        Wrong((c, d, 1, ..., ...), "", START).reply("""
            These three numbers do arrive, but not in this order. The seed comes first, then the message for d.
            Which node runs before any message has been sent?"""),
        Wrong((d, d, d, c, 1), "", START).reply("""
            Your list is in reverse. Backward begins at e, with the seed, and ends at the leaves.
            Which number is there before any node has run?"""),
        Wrong((0, ..., ..., ..., ...), "", START).reply("""
            Backward starts with the slope of e with respect to itself. 0 would mean that e never moves.
            A slope is the output's move ÷ the input's move.
            If e is both the input and the output, what is the slope?"""),
        Wrong((1, 5, 4, 4, 4), "", AT_MUL).reply("""
            These are the numbers of the lesson's program, for c = 5 and d = 4.
            What are c and d with the new numbers?"""),
        Wrong((1, 5, 7, 7, 7), "", AT_MUL).reply("""
            These are the numbers for c = 5 and d = 7.
            Which two values did the node of e keep in this program?"""),
        Wrong((..., d, c, ..., ...), "S2", AT_MUL).reply("""
            The second and the third number are swapped: you sent each factor its own value.
            If d were 0, could c matter to e?"""),
        Wrong((..., d, d, ..., ...), "S2", AT_MUL).reply("""
            The second number, for d, is d's own value. In a product, the slope for one factor is the other factor.
            If c were 0, could d matter to e?"""),
        Wrong((..., c, c, ..., ...), "S11", AT_MUL).reply("""
            You have the same number for both inputs of the product. The number for d is right.
            If d were 0, could c matter to e?"""),
        Wrong((..., c * d, ..., ..., ...), "S1", AT_MUL).reply("""
            The second number is the value of e. A gradient says how fast e moves, not where it is.
            When d moves by 1, how far does e move?"""),
        Wrong((..., c + d, ..., ..., ...), "", AT_MUL).reply("""
            The second number is c + d. The node of e is a product: it multiplies what it received by a slope.
            If c were 0, could d matter to e?"""),
        Wrong((..., ..., 1, ..., ...), "", AT_MUL).reply("""
            The third number is the seed. The product doesn't send it unchanged: for each input, it multiplies the seed
            by a slope.
            How fast does c * d move when only c moves?"""),
    )


def _wrong_by_sum(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    """Answers to L0.1 that go wrong at the node of c = a + b."""
    return (
        Wrong((..., ..., ..., 1, 1), "M26", AT_ADD).reply("""
            1 is only the slope of the sum. The node of c sends what it received × that slope.
            Which number is third in your list, and what does a sum do with it?"""),
        Wrong((..., ..., ..., d + 1, d + 1), "S6", AT_ADD).reply("""
            You added the slope of the sum to what arrived at the node of c. A node multiplies the two.
            If the slope were 0, how much would reach a?"""),
        Wrong((..., ..., ..., a + b, ...), "S11", AT_ADD).reply(f"""
            {a + b}, your fourth number, is the message for d. But the fourth node in the list is AccumulateGrad(a).
            Which node has an arrow to AccumulateGrad(a)?"""),
        Wrong((..., ..., ..., a, ...), "S1", AT_ADD).reply(f"""
            Your fourth number is the value of a. A gradient says how fast e moves, not where a is.
            Does it matter for the slope of a sum whether a is {a} or {a}00?"""),
        Wrong((..., ..., ..., b, a), "S30", AT_ADD).reply("""
            The last two numbers are b and a: each leaf got the other's value. That would fit a product, not a sum.
            If b were 100, how far would c move when a moves by 1?"""),
        Wrong((..., ..., ..., a * d, ...), "S11", AT_ADD).reply(f"""
            {a * d} is a × d. The value of a plays no part: c moves as far as a moves, wherever a is.
            What is the slope of c = a + b with respect to a?"""),
        Wrong((..., ..., ..., b * d, ...), "S11", AT_ADD).reply(f"""
            {b * d} is b × d. A sum doesn't multiply by its other term: c moves as far as a moves, whatever b is.
            What is the slope of c = a + b with respect to a?"""),
        Wrong((..., ..., ..., (a + b) * d, ...), "S1", AT_ADD).reply(f"""
            {(a + b) * d} is the value of e. A gradient says how fast e moves, not where it is.
            Which number arrives at the node of c, and what is the slope of a sum?"""),
        Wrong((..., ..., ..., 0, ...), "", AT_ADD).reply("""
            0 would mean that e stays where it is when a moves.
            If a moves by 1, how far does c move, and then e?"""),
        Wrong((..., ..., ..., d / 2, d / 2), "S31", AT_ADD).reply("""
            A sum doesn't split what it received: each input gets all of it.
            If a moves by 1 and b doesn't move, how far does c move?"""),
    )


ARRIVES = """
# 1 MulBackward0 (the seed)
# 2 AccumulateGrad(d)
# 3 AddBackward0
# 4 AccumulateGrad(a)
# 5 AccumulateGrad(b)
"""


@exercise("L0.1", a=_SMALL, b=_SMALL, d=_SMALL)
def five_numbers(a: int = 5, b: int = 2, d: int = 3) -> Exercise:
    program, c = PROGRAM.format(a=a, b=b, d=d), a + b
    trace = shown(program)
    return Exercise(
        prompt="""
            Here is the small program with new numbers. Its five nodes run in the order listed under it. Which number
            arrives at each node?""",
        setup=program + ARRIVES,
        form=Numbers(5),
        answer=_in_order_of_running(trace),
        wrong=(*_wrong_by_product(c, d), *_wrong_by_sum(a, b, d)),
        trace=trace,
        look=AT_MUL,
        looks={0: START, 1: AT_MUL, 2: AT_MUL, 3: AT_ADD, 4: AT_ADD},
        otherwise={
            0: "Backward starts with the slope of e with respect to itself. A slope is the output's move ÷ the "
            "input's move. If e is both the input and the output, what is the slope?",
            1: "d is a factor of e = c * d. When only d moves by 1, how far does e move?",
            2: "c is a factor of e = c * d. When only c moves by 1, how far does e move?",
            3: "The node of c sends what it received × a slope. When a moves by 1, how far does c move?",
            4: "The node of c sends what it received × a slope. When b moves by 1, how far does c move?",
        },
        why=f"The seed is 1. The product sends 1 × {c} to d and 1 × {d} to the sum. The sum sends {d} to both a and b.",
        hints=(
            "Start at e. The first number is always the same: the slope of e with respect to itself.",
            "A product multiplies what it received by the other input's value; a sum sends it unchanged.",
            f"The node of e received 1 and had kept c = {c} and d = {d}. "
            f"So 1 × {c} goes to d, and 1 × {d} to the node of c.",
        ),
    )


def _in_order_of_running(trace: Trace) -> list:
    """What arrived, node by node in the order in which they ran: mul, d, add, a, b."""
    seed, to_add, to_d, to_a, to_b = messages(trace)
    return [seed, to_d, to_add, to_a, to_b]


@exercise("L0.2")
def true_or_false() -> Exercise:
    both = Choice(("true", "false"))
    return Exercise(
        prompt="""
            Four sentences from the web, rewritten with the variable names of the small program. Which are true?""",
        form=Table(
            {"A": both, "B": both, "C": both, "D": both},
            {
                "A": "To read the gradient of a, call a.grad().",
                "B": "MulBackward0 keeps the values of c and d.",
                "C": "MulBackward0 computes nothing in backward: it returns d.",
                "D": "A leaf that requires a gradient, such as d, has an AccumulateGrad, and that node writes d.grad.",
            },
        ),
        answer={"A": "false", "B": "true", "C": "false", "D": "true"},
        wrong=(
            Wrong({"A": "true"}, "S13", END).reply("""
                A: .grad is an attribute that holds a tensor. a.grad() would try to call that tensor.
                How does the last step of the trace spell it: a.grad or a.grad()?"""),
            Wrong({"B": "false"}, "M27", AT_MUL).reply("""
                B: the node needs d for its message to c, and it needs c for its message to d.
                Where else could these two numbers come from when the node runs?"""),
            Wrong({"C": "true"}, "M26", AT_MUL).reply("""
                C: it sends what it received × d. That equals d here only because it received the seed, 1.
                What would it send to the node of c if it received 10?"""),
            Wrong({"D": "false"}, "M2", TURN_OF_D).reply("""
                D: every leaf that requires a gradient has an AccumulateGrad, where all paths to the leaf end.
                Which node runs in the step that writes d.grad?"""),
        ),
        trace=shown(OF_THE_LESSON),
        look=AT_MUL,
        looks={"A": END, "B": AT_MUL, "C": AT_MUL, "D": TURN_OF_D},
        why="""
            A gradient is an attribute, `a.grad`: no parentheses. A node keeps the values that it needs as slopes, and
            multiplies what it received by them. An AccumulateGrad writes .grad.""",
        hints=(
            "Look up each sentence in the trace: find a step that shows it, or a step that contradicts it.",
            "For C: imagine that e is used by another operation, and that 10 arrives at MulBackward0 instead of 1.",
            "A is false: the steps say `a.grad`, without parentheses. B is true: the step in which MulBackward0 "
            "runs names both saved values.",
        ),
    )
