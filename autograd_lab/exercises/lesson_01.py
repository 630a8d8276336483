"""Lesson 1, the chain rule as message passing: links multiply, paths add."""

from collections.abc import Iterator
from math import prod

from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, Probe
from .answer_values import Choice, Number, Table, among
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
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
                {first} is how far u moves: the first link only. The link v = 2 * u is missing.
                u moves by about {first}. How far does v move then?"""),
            Wrong(added, "S6", AT_POW).reply(f"""
                {added} adds the slopes {2 * x} and 2. Links of one path multiply: each link stretches what it gets from
                the link before.
                One machine doubles, the next one triples. What do both together make of 1?"""),
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
    right = "the gradient that arrived at v, and the slope of v with respect to u"
    return Exercise(
        prompt="Backward goes from y to x. What does the node of v need before it can send its message to u?",
        form=Choice(("the value of x", "the slope of u with respect to x", right)),
        answer=right,
        wrong=(
            Wrong("the value of x", "S7", AT_MUL).reply("""
                Backward hasn't reached x yet. The message to u is ∂y/∂u, and it doesn't matter how u was made from x.
                If you had typed u = 9 instead of computing it from x, would ∂y/∂u be different?"""),
            Wrong("the slope of u with respect to x", "S8", AT_POW).reply("""
                That slope belongs to the next link. The node of u uses it when it runs, after this message has arrived.
                Which node multiplies by 2·x, and what has it received by then?"""),
        ),
        trace=_chain(),
        look=AT_MUL,
        waits=True,
        why="""
            The node of v multiplies what it received by the slope of v = 2 * u. Neither number depends on x, so
            x isn't needed yet.""",
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
                {d} is the message along the path through c only. A second message comes along the path through d.
                How many arrows end at AccumulateGrad(b)?"""),
            Wrong(str(c), "M9", SECOND_FOR_B).reply(f"""
                {c} is the message along the path through d only. A second message comes along the path through c.
                How many arrows end at AccumulateGrad(b)?"""),
            Wrong(str(c * d), "S5", SECOND_FOR_B).reply(f"""
                {c * d} is the product of the two messages (and the value of e). Links multiply, but paths add.
                If one of the two messages were 0, would b no longer matter to e?"""),
        ),
        asks="∂e/∂b",
        trace=trace,
        look=SECOND_FOR_B,
        waits=True,
        why=f"One path brings {c}, the other path brings {d}. The two messages are added in the slot of b's node.",
    )


@exercise("L1.1", x=tuple(range(1, 10)))
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
        otherwise={WHOLE: "There are three links: `2*x + 1`, the square, and `7 - …`. What is the slope of each?"},
        trace=trace,
        look=AT_MUL,
        why=f"The links have slopes -1, 2·{inner} and 2; their product is {-4 * inner}.",
        hints=(
            "Give names to the steps: `u = 2*x + 1`, `w = u**2`, `y = 7 - w`. Three links, three slopes.",
            "Go back from y. Start with 1, and multiply by the slope of each link: first y with respect to w, then w "
            "with respect to u, then u with respect to x.",
            f"The node of w receives -1 and sends -1 × 2·{inner} = {-2 * inner} to u. "
            f"The last link has slope 2: {-2 * inner} × 2 = {-4 * inner}.",
        ),
    )


def _wrong_slopes(x: int, inner: int) -> tuple[Wrong, ...]:
    """Answers to L1.1, where u = 2*x + 1 is ``inner``."""
    return (
        Wrong(-8 * x, "S9", AT_POW).reply("""
            You took the slope of the square at 2*x. What was squared is 2*x + 1.
            Which value did the node of the square keep?"""),
        Wrong(4 * inner, "S3", AT_RSUB).reply("""
            The size is right, the sign is not: the minus of `7 - …` is a link of its own, and its slope isn't 1.
            When the square grows, does y rise or fall?"""),
        Wrong(2 * inner, "S4", AT_RSUB).reply("""
            That is the slope of the square alone. The path from x to y has one link before it and one after it.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(-2 * inner, "S4", AT_MUL).reply("""
            That is what arrives at u = 2*x + 1. One link is still missing: how u moves with x.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(-4 * x, "S9", AT_POW).reply("""
            The links and the sign are right; the slope of the square isn't. It depends on what was squared: 2*x + 1.
            Which value did the node of the square keep?"""),
        Wrong(-inner, "", AT_POW).reply(f"""
            {inner} is what was squared. But the slope of v² isn't v, and the link 2*x + 1 has a slope, too.
            What is the slope of v² at v = {inner}?"""),
        Wrong(-(inner**2), "S1", AT_POW).reply(f"""
            The minus is right. But {inner**2} is the value of the square, and a gradient is made of slopes.
            What is the slope of v² at v = {inner}?"""),
        Wrong(2 * inner + 1, "S6", AT_POW).reply("""
            That is the sum of the three slopes. Links of one path multiply: each link stretches what it gets from the
            link before.
            One machine doubles, the next one triples. What do both together make of 1?"""),
        Wrong(7 - inner**2, "S1", AT_RSUB).reply("""
            That is y itself. A gradient says how fast y moves, not where it is.
            When x moves by 0.001, how far does 2*x + 1 move?"""),
        *_wrong_links(x, inner),
        *_values_for_slopes(inner),
    )


def _wrong_links(x: int, inner: int) -> tuple[Wrong, ...]:
    """More answers to L1.1: a constant that was kept, a link that is missing or doubled."""
    return (
        Wrong(7 - 4 * inner, "", AT_RSUB).reply(f"""
            That is 7 - {4 * inner}: the 7 is still in it. A constant never moves, so its slope is 0.
            If y were 1000 - w instead of 7 - w, would y move faster?"""),
        Wrong(4, "S9", AT_POW).reply("""
            4 is 2 × 2, the exponent times the slope of 2*x. The slope of the square also depends on what was squared,
            and the minus is a link of its own.
            Is v² as steep at v = 1 as at v = 100?"""),
        Wrong(2, "S4", AT_RSUB).reply("""
            2 is the slope of u = 2*x + 1 alone. Two links are missing: the square, and `7 - …`.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(None, "", AT_RSUB).reply("""
            A gradient does reach x: y depends on x through the square.
            When x moves by 0.001, how far does 2*x + 1 move?"""),
        Wrong(-8 * inner, "", AT_RSUB).reply("""
            You multiplied by one 2 too many: the 2 of 2*x and the 2 of the square count once each.
            There are three links. Which slope does each of them have?"""),
        Wrong(-1, "S4", AT_RSUB).reply("""
            -1 is the slope of `7 - …` alone. Two links are missing: the square, and 2*x + 1.
            Count the links from x to y. How many slopes did you multiply?"""),
        Wrong(0, "", AT_RSUB).reply("""
            0 would mean that y stays where it is when x moves. The 7 and the 1 stay, but x is in the square.
            When x moves by 0.001, how far does 2*x + 1 move?"""),
    )


def _values_for_slopes(inner: int) -> tuple[Wrong, ...]:
    """More answers to L1.1: a value in the place of a slope."""
    square = inner**2
    return (
        Wrong(-4 * square, "S1", AT_POW).reply(f"""
            You multiplied by 2 × {square}. The slope of a square is 2 × what was squared, not 2 × the square.
            What was squared?"""),
        Wrong(4 * square, "S1", AT_POW).reply(f"""
            You multiplied by 2 × {square} for the square; its slope is 2 × what was squared. And when the square grows,
            y falls, so the sign isn't right either.
            What was squared?"""),
        Wrong(-2 * square, "S1", AT_POW).reply(f"""
            You multiplied by {square}, the value of the square. A message is multiplied by a slope, not by a value.
            What is the slope of v² at v = {inner}?"""),
        Wrong(2 * square, "S1", AT_POW).reply(f"""
            That is 2 × {square}. The slope of a square is 2 × what was squared, not 2 × the square.
            What is the slope of v² at v = {inner}?"""),
        Wrong(inner, "S1", AT_MUL).reply(f"""
            {inner} is the value of 2*x + 1. A gradient says how fast y moves, not where something is.
            When x moves by 1, how far does 2*x + 1 move?"""),
        Wrong(square, "S1", AT_POW).reply(f"""
            {square} is the value of the square. A gradient says how fast y moves, not where the square is.
            What is the slope of v² at v = {inner}?"""),
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
        wrong=_wrong_of_two_paths(a, b),
        trace=trace,
        look=SECOND_FOR_B,
        looks={"a": AT_MUL, "b": SECOND_FOR_B},
        otherwise={
            "a": "a is used once, in c = a + b. Which number arrives at the node of c?",
            "b": "b is used twice, in c and in d. Which number comes back along each of these two paths?",
        },
        why=f"One path leads to a and brings {d}. Two paths lead to b and bring {d} and {c}: together {c + d}.",
        hints=(
            "Follow b with a finger. In how many places is b used?",
            "Write the message that comes back along each arrow. What happens where two messages meet?",
            f"The path through c brings d = {d}, the path through d brings c = {c}. In the slot of b they "
            f"are added: {d} + {c} = {c + d}.",
        ),
    )


def _wrong_of_two_paths(a: int, b: int) -> tuple[Wrong, ...]:
    """Answers to L1.2."""
    c, d = a + b, b + 1
    return (
        Wrong({"a": c + d, "b": d}, "M9", AT_MUL).reply("""
            a and b are swapped: as many messages come back to an input as there are places that use it.
            Which of the two is used twice?"""),
        Wrong({"a": 2, "b": 5}, "", AT_MUL).reply("""
            2 and 5 are the gradients of the graph above. Here a and b have new values.
            What are the values of c and d now?"""),
        Wrong({"a": c}, "S2", AT_MUL).reply("""
            a: that is c, the factor that a is part of. The slope of c * d with respect to c is the other factor.
            If d were 0, could a matter to e?"""),
        Wrong({"a": 1}, "M26", AT_MUL).reply("""
            a: 1 is the slope of c = a + b alone. The node of c multiplies it by what it received.
            Which number arrives at the node of c?"""),
        Wrong({"a": None}, "", AT_MUL).reply("""
            a: a gradient does reach a: a is a leaf that requires a gradient, and e depends on a.
            When a moves by 1, how far does c move, and then e?"""),
        Wrong({"a": c * d}, "S1", AT_MUL).reply("""
            a: that is e itself. A gradient says how fast e moves, not where it is.
            If a moves up by 1, how far does e move?"""),
        Wrong({"a": b}, "S30", AT_MUL).reply(f"""
            a: {b} is b. In c = a + b the other term doesn't matter: c moves exactly as far as a moves.
            Which number arrives at the node of c?"""),
        Wrong({"a": a * d}, "S11", AT_MUL).reply(f"""
            a: {a * d} is a × d. The value of a plays no part: c moves as far as a moves, wherever a is.
            Which slope does c = a + b have with respect to a?"""),
        Wrong({"a": 0}, "", AT_MUL).reply("""
            a: 0 would mean that e stays where it is when a moves.
            When a moves by 1, how far does c move?"""),
        Wrong({"a": c + d}, "", AT_MUL).reply("""
            a: that is the sum of two messages. a is used once, so one message comes back to it.
            How many arrows end at AccumulateGrad(a)?"""),
        *_wrong_for_b(b, c, d),
        *(
            Wrong({name: -right}, "", look).reply(f"""
                {name}: the size is right, the sign isn't.
                When {name} grows, does e grow or fall?""")
            for name, right, look in (("a", d, AT_MUL), ("b", c + d, SECOND_FOR_B))
        ),
    )


def _wrong_for_b(b: int, c: int, d: int) -> tuple[Wrong, ...]:
    """Answers to L1.2 that go wrong where two messages meet."""
    return (
        Wrong({"b": d}, "M9", FIRST_FOR_B).reply("""
            b: that is what arrives along the path through c alone. The path through d is missing.
            How many arrows end at AccumulateGrad(b)?"""),
        Wrong({"b": c}, "M9", SECOND_FOR_B).reply("""
            b: that is what arrives along the path through d alone. The path through c is missing.
            How many arrows end at AccumulateGrad(b)?"""),
        Wrong({"b": c * d}, "S5", SECOND_FOR_B).reply("""
            b: that is the product of the two messages. Links of one path multiply, but paths add.
            If one of the two messages were 0, would b no longer matter to e?"""),
        Wrong({"b": 2 * d}, "", SECOND_FOR_B).reply("""
            b: that is twice the message along the path through c. The path through d brings a different number.
            Which slope does c * d have with respect to d?"""),
        Wrong({"b": (c + d) / 2}, "", SECOND_FOR_B).reply("""
            b: that is the mean of the two messages. Nothing divides in a slot: paths add.
            If only c used b, which message would reach b? And how much more comes along the other path?"""),
        Wrong({"b": None}, "", SECOND_FOR_B).reply("""
            b: a gradient does reach b: b is a leaf that requires a gradient, and e depends on b.
            When b moves by 1, how far do c and d move?"""),
        Wrong({"b": 2 * c}, "", SECOND_FOR_B).reply("""
            b: that is twice the message along the path through d. The path through c brings a different number.
            Which slope does c * d have with respect to c?"""),
        Wrong({"b": c + b}, "", AT_MUL).reply("""
            b: that is c + b, with b in the place of d. The path through c brings the value of d, which is b + 1.
            Which two values did the node of e keep?"""),
        Wrong({"b": c + d + 1}, "S6", SECOND_FOR_B).reply("""
            b: this is 1 too large. Two messages reach b; the 1 in b + 1 is a constant and brings none.
            How many arrows end at AccumulateGrad(b)?"""),
        Wrong({"b": 0}, "", SECOND_FOR_B).reply("""
            b: 0 would mean that e stays where it is when b moves.
            When b moves by 1, how far do c and d move?"""),
        Wrong({"b": 1}, "M26", AT_MUL).reply("""
            b: 1 is the slope of one sum alone. Its node multiplies that slope by what it received.
            Which numbers arrive at the nodes of c and d?"""),
        Wrong({"b": 2}, "M26", AT_MUL).reply("""
            b: 2 is 1 + 1, the slopes of the two sums alone. Each sum's node multiplies its slope by what it received.
            Which numbers arrive at the nodes of c and d?"""),
    )


_BACKWARD = {"A": "dx = du * 2 * x", "B": "dy = 1", "C": "dx = 2 * x", "D": "dv = dy * 1", "E": "du = dv * 2"}
_PLACES = ("first", "second", "third", "fourth", "left out")
_IN_ORDER = "BDEA"


def _wrong_places() -> Iterator[Wrong]:
    """Answers to L1.4: the line that doesn't belong is in, a line is missing, or it comes before what it needs."""
    for place in _PLACES[:4]:
        yield Wrong({"A": "left out", "C": place}, "M26").reply("""
            C computes a dx, too, but it leaves out what arrived: it doesn't use du.
            Which of the lines uses du?""")
        yield Wrong({"C": place}, "M26").reply("""
            C is the slope of u = x ** 2 alone. A message is what was received × the slope, so it needs du.
            If y were 100 times as large, would ∂y/∂x stay the same?""")
    for row in _IN_ORDER:
        name = _BACKWARD[row][:2]
        yield Wrong({row: "left out"}).reply(f"""
            {row}: without this line, something is still left to compute: {name}, which stands for ∂y/∂{name[1]}.
            Which of the names dy, dv, du and dx gets no value in your lines?""")
    for at, row in enumerate(_IN_ORDER):
        swapped = {_IN_ORDER[at - 1]: _PLACES[at], row: _PLACES[at - 1]}
        for places in ([swapped] if at else []) + [{row: place} for place in _PLACES[:at]]:
            yield Wrong(places, "S14").reply(f"""
                {row}: `{_BACKWARD[row]}` uses `{_BACKWARD[row][5:7]}`, which has no value yet. A node can run only when
                what it needs has arrived. The same goes for a line.
                Which line gives `{_BACKWARD[row][5:7]}` its value?""")


@exercise("L1.4")
def backward_in_order() -> Exercise:
    return Exercise(
        prompt="""
            Forward has computed `u = x ** 2`, `v = 2 * u` and `y = v + 5`. In which order can the lines of backward
            run? `dv` means ∂y/∂v, and so on. One line doesn't belong.""",
        form=Table(dict.fromkeys(_BACKWARD, Choice(_PLACES)), {row: f"`{line}`" for row, line in _BACKWARD.items()}),
        answer={row: _PLACES[_IN_ORDER.find(row)] for row in _BACKWARD},
        wrong=tuple(_wrong_places()),
        otherwise={
            "B": "Which line starts backward: one that is about y, or one that is about x?",
            **{
                row: f"`{_BACKWARD[row]}` uses `{(name := _BACKWARD[row][5:7])}`. Which line gives `{name}` its value, "
                f"and can {row} run right after it?"
                for row in _IN_ORDER[1:]
            },
        },
        trace=_chain(),
        look=AT_POW,
        looks={"B": START, "D": AT_ADD, "E": AT_MUL},
        why="Every name is defined before it is used: dy, dv, du, dx. `dx = 2 * x` leaves out what arrived.",
        hints=(
            "Backward begins with the seed. Each line after it uses the d… of the line before, times one slope.",
            "Which line needs nothing but a number? And which line needs only what that line has computed?",
            "It begins with `dy = 1` and `dv = dy * 1`. Which of the other lines uses dv?",
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


def _case_of(slopes: list) -> Case:
    """A chain with these slopes, and the step that brings its last message."""
    look = Look("RuleApplied", "MulBackward0", len(slopes) - 1) if slopes else START
    return lambda: recorded(prod(reversed(slopes), start=leaf(1, "x"))), look


_TRIED = ([1, 2, 6], [3, -2, 5], [4], [], [0.125, 6], [2, 0, 3])
LATE = """
def messages(slopes):
    sent, message = [1], 1
    for slope in slopes:
        sent.append(message)
        message = message * slope
    return sent
"""
TOTAL = """
def messages(slopes):
    message = 1
    for slope in slopes:
        message = message * slope
    return [1, message]
"""
_WRONG_MESSAGES = (
    Wrong("def messages(slopes):\n    return [1, *slopes]", "M26", AT_MUL).reply("""
        These are the slopes themselves. A message is what arrived × the slope, so each message builds on the last one.
        The second link of [3, -2, 5] receives 3. What does it send?"""),
    Wrong(MESSAGES.replace("* slope", "+ slope"), "S6", AT_ADD).reply("""
        Each message is the last one plus a slope. Links of one path multiply: each link stretches what it received.
        One machine doubles, the next one triples. What do both together make of 1?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[-1]"), "", START).reply("""
        Your function returns only the last message. The question asks for all of them, starting with the seed.
        Which of your names holds the whole list?"""),
    Wrong(MESSAGES.replace("    return sent", "        return sent"), "", AT_MUL).reply("""
        Your function returns after the first link, because the `return` is inside the loop.
        How far must you indent the `return` so that it runs once, after the loop?"""),
    Wrong(MESSAGES.replace("in slopes", "in slopes[:1]"), "", AT_MUL).reply("""
        Your loop ends after the first link. Every link sends a message.
        How many messages does a chain of three links send, with the seed?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[1:]"), "S10", START).reply("""
        The seed is missing. Backward begins with ∂y/∂y = 1, and that message counts too.
        If there are no links at all, what has the output received?"""),
    Wrong(MESSAGES.replace("return sent", "return sent[::-1]"), "", START).reply("""
        The messages are right, but the list is in reverse. Backward begins at the output, with the seed.
        Which message exists before any link has run?"""),
    Wrong("def messages(slopes):\n    return list(slopes)", "M26", START).reply("""
        These are the slopes you were given: nothing was multiplied, and the seed is missing.
        Which number does backward start with?"""),
    Wrong(MESSAGES.replace("in slopes", "in reversed(slopes)"), "M32", AT_MUL).reply("""
        You multiplied from the input's side. The last number is the same, but the numbers in between answer another
        question, ∂(this)/∂x: that is forward mode.
        Which slope belongs to the link next to the output?"""),
    Wrong(MESSAGES.replace("slopes:\n", "slopes[1:]:\n"), "", START).reply("""
        Your code leaves the first slope out. That link sends a message, too, even if its slope is 1.
        How many messages does a chain of three links send, with the seed?"""),
    Wrong(MESSAGES.replace("sent.append(sent[-1] * slope)", "sent[-1] = sent[-1] * slope"), "", START).reply("""
        Each message replaces the one before it, so one number is left. The question asks for all of them.
        Which method of a list puts a new element at its end?"""),
    Wrong(MESSAGES.replace("* slope", "/ slope"), "", AT_MUL).reply("""
        Each message is the last one divided by a slope. A link stretches what it receives: it multiplies.
        The first link of [3, -2, 5] receives 1. What does it send?"""),
    Wrong(TOTAL, "", AT_MUL).reply("""
        Only the seed and the last message are in your list. Every link sends a message, and each of them counts.
        How many messages does a chain of three links send, with the seed?"""),
    Wrong(MESSAGES.replace("return sent", "yield sent"), "").reply("""
        `yield` makes messages a generator: calling it runs none of its lines.
        Which word returns a finished list?"""),
    Wrong(MESSAGES.replace("sent[-1]", "sum(sent)"), "S6", AT_MUL).reply("""
        You added all the messages before multiplying. A node of a chain receives only one message, the last one.
        The second link of [3, -2, 5] receives 3. What does it send?"""),
    Wrong(MESSAGES.replace("sent[-1]", "slope"), "", AT_MUL).reply("""
        Each slope is multiplied by itself. A message is what arrived × the slope.
        The second link of [3, -2, 5] receives 3. What does it send?"""),
    Wrong("def messages(slopes):\n    return [1] * (len(slopes) + 1)", "", AT_MUL).reply("""
        Every message is 1, as the seed is. But each link multiplies what it receives by its slope.
        The first link of [3, -2, 5] receives 1. What does it send?"""),
    Wrong("def messages(slopes):\n    return [1, 1, 2, 12]", "", AT_MUL).reply("""
        Your code returns the list of the example, whatever slopes it is given.
        With slopes = [3, -2], which three numbers should it return?"""),
    Wrong(MESSAGES.replace("[1]", "[slopes[0]]").replace("in slopes", "in slopes[1:]"), "S10", START).reply("""
        Your list starts with a slope, so the seed is missing. And a chain without links has no slopes[0].
        If there are no links at all, what has the output received?"""),
    *(
        Wrong(MESSAGES.replace(part, f"{part}[:-1]"), "S4", AT_POW).reply("""
            The last message is missing: the message that the last link sends to the input.
            How many messages does a chain of three links send, with the seed?""")
        for part in ("return sent", "in slopes")
    ),
    Wrong(MESSAGES.replace("sent[-1] * slope", "[sent[-1] * slope]"), "", AT_MUL).reply("""
        Your list has lists in it. `append` puts what you give it into the list as one element.
        What is [1] with a 2 appended, and with a [2] appended?"""),
    Wrong(MESSAGES.replace("* slope", "* slopes"), "", AT_MUL).reply("""
        `slopes` is the whole list. The loop gives you one slope at a time.
        What is one slope called in your loop?"""),
    Wrong(LATE, "", AT_MUL).reply("""
        Each message is one link late: your code appends it before it multiplies.
        When the loop is at the first slope, which message should it append?"""),
    *(
        Wrong(MESSAGES.replace(*change), "", AT_MUL).reply("""
            `sent` is the whole list, and a list × a number repeats the list. The last element is the number you need.
            What is [1] * 3 in Python?""")
        for change in (("sent[-1] * slope", "sent * slope"), ("sent.append(sent[-1] * slope)", "sent = sent * slope"))
    ),
    *(
        Wrong(MESSAGES.replace("sent.append", f"{used} sent.append"), "", AT_MUL).reply("""
            `append` changes the list in place and returns None. There is nothing to assign or to return.
            What remains of your line if you don't use its result?""")
        for used in ("sent =", "return")
    ),
)


@exercise("L1.3")
def write_messages() -> Exercise:
    return Exercise(
        prompt="""
            Write `messages(slopes)` for a chain. `slopes` lists the slopes of its links, from the output back to the
            input. Return the list of messages, starting with the seed 1: `messages([1, 2, 6])` is `[1, 1, 2, 12]`.""",
        form=Code(
            name="messages",
            starting="def messages(slopes):\n    sent = [1]\n    for slope in slopes:\n        ...\n    return ...",
            solution=MESSAGES,
            probes=tuple(map(_messages_on, _TRIED)),
            cases={f"messages({slopes})": _case_of(slopes) for slopes in _TRIED[1:]},
        ),
        answer=MESSAGES,
        wrong=_WRONG_MESSAGES,
        otherwise={WHOLE: "Work out messages([3, -0.5]) by hand: which three numbers are in the list?"},
        trace=_chain(),
        look=AT_POW,
        why="The first message is the seed. Each further message is the one before it × one slope.",
        hints=(
            "How do you get the second message from the first one?",
            "Keep a list that starts as [1]. For each slope, append its last element × the slope.",
            "Inside the loop: `sent.append(sent[-1] * slope)`, and at the end `return sent`.",
        ),
    )
