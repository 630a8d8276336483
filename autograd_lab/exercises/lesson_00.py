"""Lesson 0, what happens in backward: one small program, and what its trace shows."""

from ..tracing.trace import Trace
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import grad, leaf, messages, recorded

SETUP = """
a = al.tensor(2., requires_grad=True)
b = al.tensor(3., requires_grad=True)
c = a + b
d = al.tensor({d}., requires_grad=True)
e = c * d
e.backward()
"""
AT_ADD = Look("RuleApplied", "AddBackward0")
AT_MUL = Look("RuleApplied", "MulBackward0")
AT_D = Look("GradAccumulated", "AccumulateGrad(d)")


def _program(d: int = 4) -> Trace:
    a, b, d = leaf(2, "a"), leaf(3, "b"), leaf(d, "d")
    c = a + b
    e = c * d
    return recorded(e, c=c, e=e)


@exercise("L0.P1")
def a_gradient() -> Exercise:
    trace = _program()
    return Exercise(
        prompt="After e.backward(), what is a.grad?",
        form=Choice(("1", "3", "4", "20")),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong("1", "M26", AT_ADD).reply("""
                1 is the slope of c = a + b in a. AddBackward0 multiplies that slope by what it received.
                Which number had arrived at AddBackward0 when it ran?"""),
            Wrong("3", "S2", AT_ADD).reply("""
                3 is b, the partner of a. In a sum the partner does not matter: c moves as much as a moves.
                If b were 100, by how much would c move when a moves by 1?"""),
            Wrong("20", "S1", AT_MUL).reply("""
                20 is e itself. A gradient says how fast e moves, not where it is.
                If a goes from 2 to 3, where does e go?"""),
        ),
        trace=trace,
        look=AT_ADD,
        why="MulBackward0 sends d = 4 towards c, and AddBackward0 passes 4 on to both a and b.",
    )


@exercise("L0.P2")
def what_comes_first() -> Exercise:
    return Exercise(
        prompt="MulBackward0 has run. What happens first: is d.grad written, or does AddBackward0 run?",
        form=Choice(("d.grad is written", "AddBackward0 runs")),
        answer="d.grad is written",
        wrong=(
            Wrong("AddBackward0 runs", "M19", AT_D).reply("""
                Leaves do not wait for the end. d has one message to wait for, and it is there already.
                How many messages is AccumulateGrad(d) waiting for once MulBackward0 has run?"""),
        ),
        trace=_program(),
        look=AT_D,
        why="A leaf writes its .grad as soon as its last message has arrived, before any other node gets its turn.",
    )


@exercise("L0.P3")
def gradient_in_between() -> Exercise:
    return Exercise(
        prompt="After e.backward(), what is c.grad?",
        form=Choice(("4", "0", "None")),
        answer="None",
        wrong=(
            Wrong("4", "M1", AT_ADD).reply("""
                4 does arrive for c, in the slot of AddBackward0.
                But only AccumulateGrad writes a .grad, and c has none.
                Which nodes of this graph are called AccumulateGrad?"""),
            Wrong("0", "M6", Look("GradAccumulated")).reply("""
                0 would mean that somebody wrote a zero. Nobody writes c.grad at all, so it stays None.
                Which steps of the trace write a .grad, and whose?"""),
        ),
        trace=_program(),
        look=AT_ADD,
        why="The number 4 passes through c's place in the graph, but only leaves keep what arrives. c is no leaf.",
    )


@exercise("L0.P4", d=(6, 7, 8, 9))
def what_if(d: int = 7) -> Exercise:
    trace = _program(d=d)
    return Exercise(
        prompt=f"Now d is {d} instead of 4; everything else stays. What is a.grad?",
        setup=SETUP.format(d=d),
        form=Number(),
        answer=grad(trace, "a"),
        wrong=(
            Wrong(4, "S12", AT_MUL).reply(f"""
                4 was the message when d was 4. MulBackward0 sends d towards c, and d is {d} now.
                Which saved value of MulBackward0 is multiplied into the message for c?"""),
            Wrong(1, "M26", AT_ADD).reply("""
                1 is only the slope of the sum. It is multiplied by what AddBackward0 received.
                What did AddBackward0 receive?"""),
            Wrong(5, "S11", AT_MUL).reply("""
                5 is c, and that is the message for d. Towards c goes the value of d.
                Two messages leave MulBackward0. Which of them goes to AddBackward0?"""),
            Wrong(5 * d, "S1", AT_MUL).reply(f"""
                {5 * d} is e itself. A gradient says how fast e moves, not where it is.
                If a goes from 2 to 3, by how much does e move?"""),
        ),
        trace=trace,
        look=AT_ADD,
        why=f"The message for c is d = {d}, and the sum passes it on unchanged.",
    )


@exercise("L0.1")
def five_numbers() -> Exercise:
    trace = _program()
    return Exercise(
        prompt="Five numbers are missing from this list of what arrived. Write them in order, as a list.",
        setup="""
# at MulBackward0        arrives  ...   (the seed)
# at AccumulateGrad(d)   arrives  ...
# at AddBackward0        arrives  ...
# at AccumulateGrad(a)   arrives  ...
# at AccumulateGrad(b)   arrives  ...
""",
        form=Numbers(5),
        answer=_in_order_of_running(trace),
        wrong=(
            Wrong((20, None, None, None, None), "S1", Look("BufferAdded", "MulBackward0")).reply("""
                20 is the value of e. Backward starts with the slope of e in itself, and that is 1.
                When e moves by 1, by how much does e move?"""),
            Wrong((None, 4, 5, None, None), "S2", AT_MUL).reply("""
                These two are swapped. For c * d, the slope in d is c = 5, and the slope in c is d = 4.
                If d were 0, could c matter to e?"""),
            Wrong((None, None, None, 1, None), "M26", AT_ADD).reply("""
                1 is only the local slope of the sum. AddBackward0 passes on what it received, and it received 4.
                What does the third line of your list say, and what does a sum do with it?"""),
            Wrong((None, None, None, 5, None), "S11", Look("GradOut", "AddBackward0")).reply("""
                5 is the message for d, since d's partner is c = 5. a hears what AddBackward0 sends.
                Which node has an edge to AccumulateGrad(a)?"""),
        ),
        trace=trace,
        look=AT_ADD,
        why="1 comes in, 5 goes to d and 4 to the sum, and the sum hands 4 to both a and b.",
        hints=(
            "Start at e. The first number is always the same: how fast does e move when e moves?",
            "A product sends to each input: what it received × the value of the other input.",
            "MulBackward0 received 1 and saved c = 5 and d = 4. So 1 × 5 goes to d, and 1 × 4 goes to AddBackward0.",
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
        prompt='Texts on the web say such things about this program. Which are true? Answer "true" or "false".',
        form=Table(
            {"A": both, "B": both, "C": both, "D": both},
            {
                "A": "One reads the gradient of a by calling x.grad() on it: a.grad().",
                "B": "MulBackward0 keeps the values of c and d.",
                "C": "MulBackward0 computes nothing in backward: it returns d.",
                "D": "AccumulateGrad belongs to an input such as d, and it is the one who writes d.grad.",
            },
        ),
        answer={"A": "false", "B": "true", "C": "false", "D": "true"},
        wrong=(
            Wrong({"A": "true"}, "S13", Look("GradAccumulated", "AccumulateGrad(a)")).reply("""
                A: .grad is an attribute, a place where a tensor lies. Calling a.grad() tries to call that tensor.
                Which step of the trace writes to a.grad?"""),
            Wrong({"B": "false"}, "M27", AT_MUL).reply("""
                B: to send d towards c and c towards d, the node must have both. They are its saved values.
                Where else could the numbers 5 and 4 come from when the rule runs?"""),
            Wrong({"C": "true"}, "M26", AT_MUL).reply("""
                C: it multiplies what it received by d. That equals d here only because it received 1.
                What would it send towards c if it received 10?"""),
            Wrong({"D": "false"}, "M2", AT_D).reply("""
                D: every input that wants a gradient has an AccumulateGrad at the end of its path, and only that node
                writes .grad.
                At which node does the step happen that writes d.grad?"""),
        ),
        trace=_program(),
        look=AT_MUL,
        why="""
            A gradient is read as an attribute; a node saves the values its rule needs, multiplies them with what it
            received, and AccumulateGrad writes the result.""",
        hints=(
            "Each sentence can be looked up in the trace: find a step that shows it, or one that contradicts it.",
            "For C: imagine that e goes on into another operation, and 10 arrives at MulBackward0 instead of 1.",
            "A: the step says `a.grad`, without brackets. B: the step of MulBackward0 names both saved values.",
        ),
    )
