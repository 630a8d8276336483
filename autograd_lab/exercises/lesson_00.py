"""Lesson 0, what happens in backward: one small program, and what its trace shows."""

from ..tracing.trace.trace import Trace
from .answer_values import Choice, Number, Numbers, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
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
                1 is the slope of c = a + b in a. The node of c multiplies that slope by what it received.
                Which number had arrived at the node of c when it ran?"""),
            Wrong(str(b), "S30", AT_ADD).reply(f"""
                {b} is b, the partner of a. In a sum the partner does not matter: c moves as much as a moves.
                If b were 100, by how much would c move when a moves by 1?"""),
            Wrong(str(e), "S1", AT_MUL).reply(f"""
                {e} is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, by how much does e move?"""),
        ),
        asks="a.grad",
        trace=trace,
        look=AT_ADD,
        waits=True,
        why=f"The node of e sends d = {d} to the node of c, and a sum passes what it received on to both its inputs.",
    )


@exercise("L0.P2")
def what_comes_first() -> Exercise:
    return Exercise(
        prompt="MulBackward0 has run. What happens first: is `d.grad` written, or does AddBackward0 run?",
        form=Choice(("d.grad is written", "AddBackward0 runs")),
        answer="d.grad is written",
        wrong=(
            Wrong("AddBackward0 runs", "M19", TURN_OF_D).reply("""
                AddBackward0 is ready, too. But a leaf that has heard everything it waits for does not stand in line.
                How many messages was AccumulateGrad(d) waiting for, and how many had arrived?"""),
        ),
        trace=shown(OF_THE_LESSON),
        look=TURN_OF_D,
        waits=True,
        why="Both were ready. Of the nodes that are ready, leaves go first; after them the newest node.",
    )


@exercise("L0.P3")
def gradient_in_between() -> Exercise:
    return Exercise(
        prompt="After `e.backward()`, what is `c.grad`?",
        form=Choice(("4", "0", "None")),
        answer="None",
        wrong=(
            Wrong("4", "M1", AT_ADD).reply("""
                4 does arrive for c, at the node of c. But that node passes it on; it writes no .grad.
                Which nodes of this graph are called AccumulateGrad?"""),
            Wrong("0", "M6", END).reply("""
                0 would mean that a node had written a zero into c.grad. No node writes c.grad at all.
                Which steps of the trace write a .grad, and whose?"""),
        ),
        asks="c.grad",
        trace=shown(OF_THE_LESSON),
        look=END,
        waits=True,
        why="Only an AccumulateGrad writes a .grad, and only leaves have one. c is no leaf: an operation made it.",
    )


@exercise("L0.P4", d=(6, 7, 8, 9))
def what_if(d: int = 7) -> Exercise:
    program = PROGRAM.format(a=2, b=3, d=d)
    trace = shown(program)
    return Exercise(
        prompt=f"Now d is {d} instead of 4; everything else stays. What is `a.grad`?",
        setup=program,
        form=Number(),
        answer=grad(trace, "a"),
        wrong=(
            Wrong(4, "S12", AT_MUL).reply("""
                4 was right when d was 4. The message that goes to the node of c has changed since.
                Which saved value does the node of e multiply into its message for c?"""),
            Wrong(1, "M26", AT_ADD).reply("""
                1 is only the slope of the sum. It is multiplied by what the node of c received.
                Which number had arrived at the node of c when it ran?"""),
            Wrong(5, "S11", AT_MUL).reply("""
                5 is c, and that is the message for d.
                Two messages leave the node of e. What is in the one that goes to the node of c?"""),
            Wrong(5 * d, "S1", AT_MUL).reply(f"""
                {5 * d} is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, by how much does e move?"""),
            Wrong(2, "S1", AT_ADD).reply("""
                2 is a itself. A gradient says how fast e moves when a moves, not where a is.
                Does it matter for this slope whether a is 2 or 200?"""),
            Wrong(3, "S30", AT_ADD).reply("""
                3 is b, the partner of a. In a sum the partner does not matter: c moves as much as a moves.
                If b were 100, by how much would c move when a moves by 1?"""),
        ),
        asks="a.grad",
        trace=trace,
        look=AT_ADD,
        waits=True,
        why=f"The message for c is d = {d}, and the sum passes it on unchanged.",
    )


def _wrong_by_product(c: int, d: int) -> tuple[Wrong, ...]:
    """Answers to L0.1 that go wrong at the seed, or at the node of e = c * d."""
    return (
        Wrong((c * d, ..., ..., ..., ...), "S1", START).reply(f"""
            {c * d} is the value of e. Backward starts with a slope: how fast e moves when e itself moves.
            When e moves by 5, by how much does e move?"""),
        Wrong((1, 5, 4, 4, 4), "", AT_MUL).reply("""
            These are the numbers of the first program of this lesson. Here c and d have other values.
            What are c and d in this program?"""),
        Wrong((1, 5, 7, 7, 7), "", AT_MUL).reply("""
            These are the numbers of the program that ran last, with the other d. Here c and d have other values.
            Which two values did the node of e keep in this program?"""),
        Wrong((..., d, c, ..., ...), "S2", AT_MUL).reply("""
            The second and the third number are swapped: each input of the product got its own value.
            If d were 0, could c matter to e?"""),
        Wrong((..., d, d, ..., ...), "S2", AT_MUL).reply("""
            The second number, for d, is d's own value. In a product the slope in one factor is the other factor.
            If c were 0, could d matter to e?"""),
        Wrong((..., c, c, ..., ...), "S11", AT_MUL).reply("""
            You have the same number for both inputs of the product. The one for d is right.
            If d were 0, could c matter to e?"""),
        Wrong((..., c * d, ..., ..., ...), "S1", AT_MUL).reply("""
            The second number is the value of e. A gradient says how fast e moves, not where it is.
            When d moves by 1, by how much does e move?"""),
        Wrong((..., 1, 1, ..., ...), "", AT_MUL).reply("""
            The seed does not go through the product unchanged: for each input it is multiplied by a slope.
            How fast does c * d move when only d moves?"""),
    )


def _wrong_by_sum(a: int, b: int, d: int) -> tuple[Wrong, ...]:
    """Answers to L0.1 that go wrong at the node of c = a + b."""
    return (
        Wrong((..., ..., ..., 1, 1), "M26", AT_ADD).reply("""
            1 is only the local slope of the sum. The node of c passes on what it received × that slope.
            What does the third line of your list say, and what does a sum do with it?"""),
        Wrong((..., ..., ..., a + b, ...), "S11", AT_ADD).reply("""
            The fourth number is the message for d. a hears what AddBackward0 sends, and no other node.
            Which node has an edge to AccumulateGrad(a)?"""),
        Wrong((..., ..., ..., a, b), "S1", AT_ADD).reply(f"""
            The last two numbers are the values of a and b. A gradient says how fast e moves, not where a and b are.
            Does it matter for the slope of a sum whether a is {a} or {a}00?"""),
        Wrong((..., ..., ..., b, a), "S30", AT_ADD).reply("""
            The last two numbers are the partners' values. That would fit a product; c = a + b is a sum.
            If b were 100, by how much would c move when a moves by 1?"""),
        Wrong((..., ..., ..., d / 2, d / 2), "S31", AT_ADD).reply("""
            A sum does not divide what it received among its inputs: each of them alone moves c in full.
            If a moves by 1 and b stays, by how much does c move?"""),
    )


ARRIVES = """
# arrives at MulBackward0:        ...   (the seed)
# arrives at AccumulateGrad(d):   ...
# arrives at AddBackward0:        ...
# arrives at AccumulateGrad(a):   ...
# arrives at AccumulateGrad(b):   ...
"""


@exercise("L0.1", a=_SMALL, b=_SMALL, d=_SMALL)
def five_numbers(a: int = 5, b: int = 2, d: int = 3) -> Exercise:
    program, c = PROGRAM.format(a=a, b=b, d=d), a + b
    trace = shown(program)
    return Exercise(
        prompt="""
            The program of this lesson again, with new numbers. What arrives at its five nodes, in the order in which
            they run? Write the five numbers as a list.""",
        setup=program + ARRIVES,
        form=Numbers(5),
        answer=_in_order_of_running(trace),
        wrong=(*_wrong_by_product(c, d), *_wrong_by_sum(a, b, d)),
        trace=trace,
        look=AT_MUL,
        looks={0: START, 1: AT_MUL, 2: AT_MUL, 3: AT_ADD, 4: AT_ADD},
        why=f"The seed 1 comes in; 1 × {c} goes to d and 1 × {d} to the sum, and the sum hands {d} to both a and b.",
        hints=(
            "Start at e. The first number is always the same: how fast does e move when e moves?",
            "A product sends to each input what it received × the value of the other input; a sum passes on what came.",
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
            Four sentences that can be read on the web, put into the letters of this lesson's first program.
            Which are true? Write "true" or "false" for each.""",
        form=Table(
            {"A": both, "B": both, "C": both, "D": both},
            {
                "A": "To read the gradient of a, call a.grad().",
                "B": "MulBackward0 keeps the values of c and d.",
                "C": "MulBackward0 computes nothing in backward: it returns d.",
                "D": "Each leaf, such as d, has an AccumulateGrad, and that node writes d.grad.",
            },
        ),
        answer={"A": "false", "B": "true", "C": "false", "D": "true"},
        wrong=(
            Wrong({"A": "true"}, "S13", END).reply("""
                A: .grad is an attribute, a place where a tensor lies. Calling a.grad() tries to call that tensor.
                How does the last step of the trace write it?"""),
            Wrong({"B": "false"}, "M27", AT_MUL).reply("""
                B: to send a message to c and one to d, the node needs the other factor each time.
                Where else could these two numbers come from when the rule runs?"""),
            Wrong({"C": "true"}, "M26", AT_MUL).reply("""
                C: it sends what it received × d. That looks like d here only because it received the seed.
                What would it send to the node of c if it received 10?"""),
            Wrong({"D": "false"}, "M2", TURN_OF_D).reply("""
                D: every leaf that wants a gradient has an AccumulateGrad, where its paths end.
                At which node does the step happen that writes d.grad?"""),
        ),
        trace=shown(OF_THE_LESSON),
        look=AT_MUL,
        looks={"A": END, "B": AT_MUL, "C": AT_MUL, "D": TURN_OF_D},
        why="""
            A gradient is read as an attribute. A node keeps the values that its rule needs and multiplies what it
            received, and an AccumulateGrad writes the result.""",
        hints=(
            "Each sentence can be looked up in the trace: find a step that shows it, or one that contradicts it.",
            "For C: imagine that e goes on into another operation, and 10 arrives at MulBackward0 instead of 1.",
            "A is false: the steps say `a.grad`, without brackets. B is true: MulBackward0 names both saved values.",
        ),
    )
