"""Lesson 1, the chain rule as message passing: links multiply, paths add."""

from ..tracing.trace.trace import Trace
from .answer_code import Code, Probe
from .answer_order import Order
from .answer_values import Choice, Number, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import grad, leaf, recorded, shown

CHAIN = """
x = al.tensor({x}., requires_grad=True)
u = x**2
v = 2 * u
y = v + 5
y.backward()
"""
TWO_PATHS = """
a = al.tensor({a}., requires_grad=True)
b = al.tensor({b}., requires_grad=True)
c = a + b
d = b + 1
e = c * d
e.backward()
"""
START = Look("BackwardStarted")
AT_POW, AT_MUL = Look("RuleApplied", "PowBackward0"), Look("RuleApplied", "MulBackward0")
AT_ADD, AT_RSUB = Look("RuleApplied", "AddBackward0"), Look("RuleApplied", "RsubBackward1")
FIRST_FOR_B, SECOND_FOR_B = (Look("BufferAdded", "AccumulateGrad(b)", nth) for nth in (0, 1))
_SMALL = tuple(range(2, 10))


def _chain(x: int = 3) -> Trace:
    return shown(CHAIN.format(x=x))


@exercise("L1.W1", u=_SMALL, k=_SMALL)
def warm_up_slope(u: int = 9, k: int = 2) -> Exercise:
    given = leaf(u, "u")
    v = k * given
    trace = recorded(v, v=v)
    return Exercise(
        prompt=f"`v = {k} * u`, and u is {u}. What is the slope of v in u?",
        form=Choice((str(k * u), str(k), str(u))),
        answer=str(grad(trace, "u")),
        wrong=(
            Wrong(str(k * u), "S1", AT_MUL).reply(f"""
                {k * u} is the value of v. A slope is output change per input change.
                If u goes from {u} to {u + 1}, by how much does v move?"""),
            Wrong(str(u), "S2", AT_MUL).reply(f"""
                {u} is the value of u itself. In a product, the slope in one factor is the other factor.
                If u goes from {u} to {u + 1}, by how much does v move?"""),
        ),
        trace=trace,
        look=AT_MUL,
        why=f"Each step of u moves v by {k}, wherever u is.",
    )


@exercise("L1.P1", x=_SMALL)
def nudge(x: int = 3) -> Exercise:
    trace = _chain(x)
    slope = grad(trace, "x")
    first, added, value = (f"{number / 1000:g}" for number in (2 * x, 2 * x + 2, 2 * x * x + 5))
    return Exercise(
        prompt=f"x goes from {x} to {x}.001. By about how much does y move?",
        program=CHAIN.format(x=x),
        form=among(*map(float, (first, added, value)), slope / 1000),
        answer=f"{slope / 1000:g}",
        wrong=(
            Wrong(first, "S4", AT_POW).reply(f"""
                {first} is how far u moves: the first link only. v = 2 * u stretches that further.
                u moves by about {first}. By how much does v move then?"""),
            Wrong(added, "S6", AT_POW).reply(f"""
                {added} adds the slopes {2 * x} and 2. Links of one path multiply: each one stretches what the link
                before gave.
                One machine doubles, the next one triples. What do both together do to 1?"""),
            Wrong(value, "S1", AT_MUL).reply(f"""
                {value} is y × 0.001. How far y moves depends on the slopes, not on where y is.
                If y were v + 1000 instead of v + 5, would it move more?"""),
        ),
        trace=trace,
        look=AT_POW,
        waits=True,
        why=f"The slopes are {2 * x}, 2 and 1; their product is {slope}, and {slope} × 0.001 = {slope / 1000:g}.",
    )


@exercise("L1.P2")
def what_v_must_know() -> Exercise:
    right = "the gradient that arrived at v, and the rule of v = 2 * u"
    return Exercise(
        prompt="Backward goes from y to x. Which facts are needed to send the message from v to u?",
        form=Choice(("the value of x", "the slope of u in x", right)),
        answer=right,
        wrong=(
            Wrong("the value of x", "S7", AT_MUL).reply("""
                x comes later on this way back. The message to u is ∂y/∂u; how u was made from x plays no part in it.
                If u had been typed in as 9 instead of computed from x, would ∂y/∂u be different?"""),
            Wrong("the slope of u in x", "S8", AT_POW).reply("""
                That slope belongs to the next link. It is used when the node of u runs, after this message has arrived.
                Which node multiplies by 2·x, and what has it received by then?"""),
        ),
        trace=_chain(),
        look=AT_MUL,
        waits=True,
        why="A message is what was received × the local slope. Everything further back can wait.",
    )


@exercise("L1.P3", a=_SMALL, b=_SMALL)
def two_paths(a: int = 2, b: int = 1) -> Exercise:
    program, c, d = TWO_PATHS.format(a=a, b=b), a + b, b + 1
    trace = shown(program)
    return Exercise(
        prompt="b is used twice. What is ∂e/∂b?",
        program=program,
        form=among(d, c, grad(trace, "b"), c * d),
        answer=str(grad(trace, "b")),
        wrong=(
            Wrong(str(d), "M9", SECOND_FOR_B).reply(f"""
                {d} is the message along the path through c only. Another one comes along the path through d.
                How many arrows end at AccumulateGrad(b)?"""),
            Wrong(str(c), "M9", SECOND_FOR_B).reply(f"""
                {c} is the message along the path through d only. Another one comes along the path through c.
                How many arrows end at AccumulateGrad(b)?"""),
            Wrong(str(c * d), "S5", SECOND_FOR_B).reply(f"""
                {c * d} is the product of what the two paths bring (and the value of e, too). Links multiply, but paths
                add.
                What would ∂e/∂b be if one of the two paths brought 0?"""),
        ),
        asks="∂e/∂b",
        trace=trace,
        look=SECOND_FOR_B,
        waits=True,
        why=f"One path brings {c}, the other {d}. In the slot of b they are added.",
    )


@exercise("L1.1", x=(1, 2, 3, 4, 5))
def chain_by_hand(x: int = 1) -> Exercise:
    given = leaf(x, "x")
    u = 2 * given + 1
    w = u**2
    y = 7 - w
    trace = recorded(y, u=u, w=w, y=y)
    inner = 2 * x + 1
    return Exercise(
        prompt=f"`y = 7 - (2*x + 1)**2`, and x is {x}. What is dy/dx?",
        form=Number(),
        answer=grad(trace, "x"),
        wrong=_wrong_slopes(x, inner),
        asks="dy/dx",
        trace=trace,
        look=AT_MUL,
        why=f"The links have slopes -1, 2·{inner} and 2; their product is {-4 * inner}.",
        hints=(
            "Give names to the steps: `u = 2*x + 1`, `w = u**2`, `y = 7 - w`. Three links, three slopes.",
            "Go back from y: 1, then × the slope of y in w, then × the slope of w in u, then × the slope of u in x.",
            f"The node of w receives -1 and sends -1 × 2·{inner} = {-2 * inner} to u. "
            f"The last link has slope 2: {-2 * inner} × 2 = {-4 * inner}.",
        ),
    )


def _wrong_slopes(x: int, inner: int) -> tuple[Wrong, ...]:
    """Answers to L1.1, where u = 2*x + 1 is ``inner``."""
    return (
        Wrong(4 * inner, "S3", AT_RSUB).reply("""
            The size is right, the sign is not: the minus of `7 - …` is a link of its own, and its slope is not 1.
            When the square grows, does y rise or fall?"""),
        Wrong(2 * inner, "S4", AT_RSUB).reply("""
            That is the slope of the square alone. The path from x to y has a link before it and a link after it.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(-2 * inner, "S4", AT_MUL).reply("""
            That is what has arrived at u = 2*x + 1. One link is still missing: how u moves with x.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(-4 * x, "S9", AT_POW).reply("""
            The links and the sign are right; the slope of the square is not. It depends on what was squared: 2*x + 1.
            Which value did the node of the square keep?"""),
        Wrong(2 * inner + 1, "S6", AT_POW).reply("""
            That is the sum of the three slopes. Links of one path multiply: each one stretches what came from before.
            One machine doubles, the next one triples. What do both together do to 1?"""),
        Wrong(7 - inner**2, "S1", AT_RSUB).reply("""
            That is y itself. A gradient says how fast y moves, not where it is.
            If x moves by a tiny bit, which factor tells how far u moves?"""),
    )


@exercise("L1.2", a=(2, 3, 4, 5, 6, 7), b=(2, 3, 4, 5, 6, 7))
def two_paths_by_hand(a: int = 3, b: int = 2) -> Exercise:
    program, c, d = TWO_PATHS.format(a=a, b=b), a + b, b + 1
    trace = shown(program)
    return Exercise(
        prompt="Both gradients by hand: what are `a.grad` and `b.grad`?",
        setup=program,
        form=Table({"a": Number(), "b": Number()}, {"a": "a.grad", "b": "b.grad"}),
        answer={"a": grad(trace, "a"), "b": grad(trace, "b")},
        wrong=(
            Wrong({"a": c}, "S2", AT_MUL).reply("""
                a: that is c, the factor that a itself went into. The slope of c * d in c is the other factor.
                If d were 0, could a matter to e?"""),
            Wrong({"a": 1}, "M26", AT_MUL).reply("""
                a: 1 is the slope of c = a + b alone. The node of c multiplies it by what it received.
                Which number arrives at the node of c?"""),
            Wrong({"a": c * d}, "S1", AT_MUL).reply("""
                a: that is e itself. A gradient says how fast e moves, not where it is.
                If a moves up by 1, by how much does e move?"""),
            Wrong({"a": c + d}, "", AT_MUL).reply("""
                a: that is the sum of two messages. a is used once, so one message comes back to it.
                How many arrows end at AccumulateGrad(a)?"""),
            Wrong({"b": d}, "M9", FIRST_FOR_B).reply("""
                b: that is what arrives along the path through c alone. The path through d is missing.
                How many arrows leave b on the way to e?"""),
            Wrong({"b": c}, "M9", SECOND_FOR_B).reply("""
                b: that is what arrives along the path through d alone. The path through c is missing.
                How many arrows leave b on the way to e?"""),
            Wrong({"b": c * d}, "S5", SECOND_FOR_B).reply("""
                b: that is the product of what the two paths bring. Links of one path multiply; different paths add.
                What would b.grad be if one of the two paths brought 0?"""),
            Wrong({"b": 1}, "M26", AT_MUL).reply("""
                b: 1 is the slope of one sum alone. Its node multiplies that slope by what it received.
                Which numbers arrive at the nodes of c and d?"""),
        ),
        trace=trace,
        look=SECOND_FOR_B,
        looks={"a": AT_MUL, "b": SECOND_FOR_B},
        why=f"a has one path, which brings {d}. b has two, which bring {d} and {c}: together {c + d}.",
        hints=(
            "Follow b with a finger: how many arrows leave it?",
            "Write the message that comes back along each arrow, then think about what happens where they meet.",
            f"The path through c brings d = {d}, the path through d brings c = {c}, and in the slot of b they are "
            f"added: {d} + {c} = {c + d}.",
        ),
    )


@exercise("L1.3")
def backward_in_order() -> Exercise:
    forward = ("u = x ** 2", "v = 2 * u", "y = v + 5")
    backward = ("dy = 1", "dv = dy * 1", "du = dv * 2", "dx = du * 2 * x")
    lines = (*forward, *backward)
    order = Order(
        lines,
        ("dx = 2 * x",),
        shown=(5, 1, 7, 4, 0, 6, 2, 3),
        given=frozenset({"x"}),
        usual=len(forward),
        otherwise="Your order has gradients before y. That can run here, since these slopes need no more than x. "
        "The engine goes forward first: backward walks the graph that forward leaves behind.",
    )
    return Exercise(
        prompt="""
            Put the lines in an order in which each of them can run. They compute y and its gradients: `dv` stands for
            ∂y/∂v, and so on. One line belongs nowhere: leave it out.""",
        form=order,
        answer=order.numbers_of(lines),
        wrong=(
            Wrong(order.numbers_of([*lines[:6], "dx = 2 * x"]), "M26", AT_POW).reply("""
                That is the local slope of u = x ** 2 alone. A message is what was received × the slope: it needs du.
                If y were 100 times as large, would ∂y/∂x stay the same?"""),
            Wrong(order.numbers_of([*forward, "dv = dy * 1", "dy = 1", *backward[2:]]), "S14", AT_MUL).reply("""
                A node can run only when what it needs has arrived; so can a line.
                Which line gives that name its value?"""),
        ),
        trace=_chain(),
        look=AT_POW,
        why="Every name is defined before it is used: u, v, y on the way forward, and dy, dv, du, dx on the way back.",
        hints=(
            "First forward, from x to y. Then backward, from y to x.",
            "Backward begins with the seed. Each line after it uses the d… of the line before, times one slope.",
            "It ends with `dy = 1`, `dv = dy * 1`, `du = dv * 2`, `dx = du * 2 * x`.",
        ),
    )


MESSAGES = """
def messages(slopes):
    sent = [1]
    for slope in slopes:
        sent.append(sent[-1] * slope)
    return sent
"""


def _messages_on(slopes: list) -> Probe:
    return Probe(f"messages({slopes})", lambda messages: {f"messages({slopes})": messages(list(slopes))})


_WRONG_MESSAGES = (
    Wrong("def messages(slopes):\n    return [1, *slopes]", "M26", AT_MUL).reply("""
        These are the slopes themselves. A message is what arrived × the slope, so each one builds on the one before.
        The second link of [3, -2, 5] receives 3. What does it send on?"""),
    Wrong(MESSAGES.replace("* slope", "+ slope"), "S6", AT_ADD).reply("""
        Each message is the one before plus a slope. Links of one path multiply: each one stretches what it received.
        One machine doubles, the next one triples. What do both together do to 1?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[-1]"), "", START).reply("""
        One number came back: the last message alone. All messages are asked for, the seed first.
        Which of your names holds the whole list?"""),
    Wrong(MESSAGES.replace("    return sent", "        return sent"), "", AT_MUL).reply("""
        The list comes back after the first link: the `return` stands inside the loop.
        How far must the `return` be set in so that it runs once, after the loop?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[1:]"), "S10", START).reply("""
        The seed is missing. Backward begins with ∂y/∂y = 1, and that message counts too.
        With no link at all, what has the output heard?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[:-1]"), "S4", AT_POW).reply("""
        The last message is missing: the one that the last link sends to the input.
        How many messages does a chain of three links send, with the seed?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[::-1]"), "", START).reply("""
        The messages are right, in the opposite order. Backward begins at the output, with the seed.
        Which message exists before any link has run?"""),
    Wrong("def messages(slopes):\n    return list(slopes)", "M26", START).reply("""
        These are the slopes as they came: nothing was multiplied, and the seed is missing.
        Which number does backward start with?"""),
    Wrong(MESSAGES.replace("in slopes", "in reversed(slopes)"), "M32", AT_MUL).reply("""
        You multiplied from the input's side. The last number is the same, but those in between answer another
        question, ∂(this)/∂x: that is forward mode.
        Which slope belongs to the link next to the output?"""),
)


@exercise("L1.4")
def write_messages() -> Exercise:
    return Exercise(
        prompt="""
            Write `messages(slopes)`. The slopes are those of the links from the output back to the input;
            give back the list of messages, the seed 1 first: `messages([1, 2, 6])` is `[1, 1, 2, 12]`.""",
        form=Code(
            name="messages",
            starting="def messages(slopes):\n    sent = [1]\n    for slope in slopes:\n        ...\n    return ...",
            solution=MESSAGES,
            probes=tuple(map(_messages_on, ([1, 2, 6], [3, -2, 5], [4], []))),
        ),
        answer=MESSAGES,
        wrong=_WRONG_MESSAGES,
        trace=_chain(),
        look=AT_POW,
        why="Each message is the one before × one slope, and the first is the seed.",
        hints=(
            "How does the second message come out of the first one?",
            "Keep a list that starts with [1], and add to its end: its last element × the next slope.",
            "Inside the loop: `sent.append(sent[-1] * slope)`, and at the end `return sent`.",
        ),
    )
