"""Lesson 5, nodes with several outputs: output_nr, slots, zeros and None."""

from collections.abc import Callable
from typing import Any

from .. import Tensor, tensor
from ..tracing.recorder import record
from ..tracing.trace import Trace
from .answer_code import Code, Probe, defined
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import doubles, grad, leaf, received, recorded

DOUBLE_TRIPLE = """
class DoubleTriple(al.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2, a * 3

    @staticmethod
    def backward(ctx, g1, g2):
        return g1 * 2 + g2 * 3
"""
SETUP = f"""{DOUBLE_TRIPLE}
a = al.tensor(5., requires_grad=True)
b, c = DoubleTriple.apply(a)
"""
NODE = "DoubleTripleBackward"
AT_NODE, AT_NODE_AGAIN = Look("RuleApplied", NODE), Look("RuleApplied", NODE, 1)
AT_UNBIND = Look("RuleApplied", "UnbindBackward0")
AT_EDGE_0, AT_EDGE_1 = Look("GradOut", "MulBackward0", 0), Look("GradOut", "MulBackward0", 1)
DoubleTriple = defined(DOUBLE_TRIPLE, "DoubleTriple")


def _double_triple(result: Callable[[Tensor, Tensor], Tensor]) -> Trace:
    b, c = DoubleTriple.apply(leaf(3, "a"))
    y = result(b, c)
    return recorded(y, b=b, c=c, y=y)


def _arguments(trace: Trace, nth: int = 0) -> list:
    """What the ``nth`` backward was called with: the slots, zeros in place of None."""
    return [0 if number is None else number for number in received(trace, NODE, nth)]


@exercise("L5.W1")
def warm_up_slot() -> Exercise:
    x = leaf(1, "x")
    trace = recorded(2 * x + 5 * x)
    look = Look("GradAccumulated", "AccumulateGrad(x)")
    return Exercise(
        prompt="In one backward, the messages 2 and 5 reach AccumulateGrad(x). x.grad was None. What is it afterwards?",
        form=Number(),
        answer=grad(trace, "x"),
        wrong=(
            Wrong(5, "M9", look).reply("""
                5 is one message. The other one is not replaced: the slot adds.
                What lies in the slot after each message?"""),
            Wrong(2, "M9", look).reply("""
                2 is one message. The other one is not replaced: the slot adds.
                What lies in the slot after each message?"""),
            Wrong(10, "S5", look).reply("""
                10 multiplies them. Links of one path multiply; messages that meet are added.
                What would it be if the second message were 0?"""),
            Wrong(3.5, "M9", look).reply("""
                3.5 is their mean. Both effects of x count in full: they are added.
                If y = 2·x + 5·x, by how much does y move when x moves by 1?"""),
        ),
        trace=trace,
        look=look,
        why="2 + 5, added in the slot.",
    )


@exercise("L5.W2")
def warm_up_pair() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a * b
    right = "the node that gets the gradient of this input"
    return Exercise(
        prompt="next_functions is made of pairs. What is the first thing in a pair?",
        form=Choice(("the tensor that was the input", right, "the operation that runs next")),
        answer=right,
        wrong=(
            Wrong("the tensor that was the input", "M17", AT_EDGE_0).reply("""
                The graph is made of functions. An input that is a leaf stands there as its AccumulateGrad.
                Where does the message go that leaves along this edge?"""),
            Wrong("the operation that runs next", "M17", AT_EDGE_0).reply("""
                The pairs stand in the order of the inputs, not in an order of time.
                Which node runs next, the engine decides.
                Which input does pair number 1 belong to?"""),
        ),
        trace=recorded(y, y=y),
        look=AT_EDGE_0,
        why="One pair for each input, in order: where its gradient goes, and into which slot there.",
    )


@exercise("L5.P1")
def same_node() -> Exercise:
    b, c = DoubleTriple.apply(leaf(3, "a"))
    return Exercise(
        prompt="Is b.grad_fn is c.grad_fn true?",
        form=Choice(("True", "False")),
        answer=str(b.grad_fn is c.grad_fn),
        wrong=(
            Wrong("False", "M43", AT_NODE).reply("""
                One call of the Function made one node. Its two outputs share it, and each knows its own output number.
                How often did forward run?"""),
        ),
        trace=recorded(b, b=b, c=c),
        look=AT_NODE,
        why="One node with two outputs. b has output_nr 0, c has output_nr 1.",
    )


@exercise("L5.P2")
def arguments_of_backward() -> Exercise:
    trace = _double_triple(lambda b, c: b)
    zeros = Look("SlotMaterialized", NODE)
    return Exercise(
        prompt="b.backward() is called, and c is not used. With which gradients is DoubleTriple.backward called?",
        form=Choice(("(1,)", "(1, 1)", "(1, 0)")),
        answer=f"({', '.join(map(str, _arguments(trace)))})",
        wrong=(
            Wrong("(1,)", "M45", zeros).reply("""
                backward takes one gradient for each output of forward, always. Two outputs, two gradients.
                How many arguments does this backward have besides ctx?"""),
            Wrong("(1, 1)", "M44", zeros).reply("""
                The seed 1 belongs to b alone. Nothing came for c: its slot was empty, and zeros were put in.
                Which message could have reached the slot of c?"""),
        ),
        trace=trace,
        look=zeros,
        why="""
            The seed lies in slot 0.
            Slot 1 heard nothing; a Function gets zeros for an empty slot unless it asks for None.""",
    )


def _slot_numbers(trace: Trace) -> str:
    """The second numbers in ``next_functions`` of the root."""
    root = next(event for event in trace.events if event.kind == "BackwardStarted").roots[0].node
    return ", ".join(str(edge.slot) for edge in trace.nodes[root].edges)


def _second_numbers(product: str, result: Callable, options: tuple, wrong: tuple) -> Exercise:
    trace = _double_triple(result)
    return Exercise(
        prompt=f"What are the second numbers in the two pairs of ({product}).grad_fn.next_functions?",
        form=Choice(options),
        answer=_slot_numbers(trace),
        wrong=wrong,
        trace=trace,
        look=AT_EDGE_0,
        why="The second number is the output_nr of the input: into which slot of that node its gradient goes.",
    )


@exercise("L5.P3")
def second_numbers() -> Exercise:
    wrong = (
        Wrong("0, 0", "M17", AT_EDGE_1).reply("""
            0 stands there when a node has one output. This one has two, and c is its output number 1.
            What is c.output_nr?"""),
        Wrong("1, 2", "S24", AT_EDGE_0).reply("""
            Outputs are counted from 0, as everything in Python.
            What is b.output_nr?"""),
    )
    return _second_numbers("b * c", lambda b, c: b * c, ("0, 0", "0, 1", "1, 2"), wrong)


@exercise("L5.P4")
def second_numbers_swapped() -> Exercise:
    wrong = (
        Wrong("0, 1", "S15", AT_EDGE_0).reply("""
            The pairs stand in the order of the inputs of the product, and its first input is c now, output number 1.
            Which input does pair number 0 belong to?"""),
        Wrong("0, 0", "M17", AT_EDGE_0).reply("""
            0 stands there when a node has one output. This one has two, and c is its output number 1.
            What is c.output_nr?"""),
    )
    return _second_numbers("c * b", lambda b, c: c * b, ("0, 0", "0, 1", "1, 0"), wrong)


@exercise("L5.P5")
def gradient_through_both() -> Exercise:
    trace = _double_triple(lambda b, c: b * c)
    return Exercise(
        prompt="y = b * c, then y.backward(). What is a.grad?",
        form=Choice(("5", "15", "36", "54")),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong("5", "M26", AT_NODE).reply("""
                5 = 2 + 3 adds the local slopes. Each is multiplied by what lies in its slot, and there lie 9 and 6.
                What does the product send to b, and what to c?"""),
            Wrong("15", "S11", AT_NODE).reply("""
                15 = 9 + 6 adds the messages as they came. The node multiplies each by its slope first: 9·2 + 6·3.
                What does DoubleTriple.backward do with g1?"""),
            Wrong("54", "S1", AT_NODE).reply("""
                54 is y itself, 6 · 9. A gradient says how fast y moves, not where it is.
                y is 6·a². What is its slope at 3?"""),
        ),
        trace=trace,
        look=AT_NODE,
        why="Slot 0 gets 9 and slot 1 gets 6; 9·2 + 6·3 = 36. (y = 6·a², so 12·a = 36.)",
    )


_SLOTS = Table(
    {"slots1": Numbers(2), "grad1": Number(), "slots2": Numbers(2), "grad2": Number()},
    {
        "slots1": "backward's gradients for (10*b + c).backward()",
        "grad1": "a.grad after it",
        "slots2": "backward's gradients for (b*b).backward(), from a fresh start",
        "grad2": "a.grad after it",
    },
)


@exercise("L5.1")
def slot_table() -> Exercise:
    first, second = leaf(5, "a"), leaf(5, "a")
    with record(names={}) as trace:
        b, c = DoubleTriple.apply(first)
        (10 * b + c).backward()
        b, c = DoubleTriple.apply(second)
        (b * b).backward()
    return Exercise(
        prompt="""
            Fill the slots.
            In both cases: with which two gradients is DoubleTriple.backward called (a list), and what is a.grad?""",
        setup=SETUP,
        form=_SLOTS,
        answer={
            "slots1": _arguments(trace),
            "grad1": int(first.grad),
            "slots2": _arguments(trace, 1),
            "grad2": int(second.grad),
        },
        wrong=(
            Wrong({"slots1": [1, 10]}, "S15", AT_NODE).reply("""
                The order follows output_nr, not the expression: slot 0 is b's, and 10 arrives there.
                Which output has number 0?"""),
            Wrong({"slots2": [20, 20]}, "M44", AT_NODE_AGAIN).reply("""
                c was never used, so nothing came for it. Its slot was empty and was filled with zeros.
                Which arrow could have brought 20 to the slot of c?"""),
            Wrong({"slots2": [10, 0]}, "M9", AT_NODE_AGAIN).reply("""
                10 is one message. b is used twice in b*b, so two messages of 10 meet in slot 0.
                How many arrows end in slot 0?"""),
            Wrong({"grad1": 11}, "S11", AT_NODE).reply("""
                11 adds the messages as they came. The node multiplies each by its slope first: 10·2 + 1·3.
                What does DoubleTriple.backward do with g1?"""),
            Wrong({"grad2": 20}, "S4", AT_NODE_AGAIN).reply("""
                20 is what arrived in slot 0. It still has to pass through b = 2·a.
                What does DoubleTriple.backward do with g1?"""),
        ),
        trace=trace,
        look=AT_NODE,
        why="(10, 1) gives 10·2 + 1·3 = 23. b*b sends 10 and 10 into slot 0: (20, 0) gives 40.",
        hints=(
            "First find out which message goes to b and which to c; slot 0 is b's.",
            "b*b is a product whose two factors are both b: two messages go to the same slot.",
            "For 10*b + c: 10 goes to slot 0 and 1 to slot 1, and backward returns 10·2 + 1·3.",
        ),
    )


_SUM_DIFF = """
class SumDiff(al.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b, a - b

    @staticmethod
    def backward(ctx, gs, gd):
        return {}
"""
SUM_DIFF = _SUM_DIFF.format("gs + gd, gs - gd")
_RESULTS: dict[str, Callable] = {
    "y = s*d": lambda s, d: s * d,
    "y = s": lambda s, d: s * 1,
    "y = 10*s + d": lambda s, d: 10 * s + d,
}


def _sum_diff_probe(name: str) -> Probe:
    def run(function: type) -> dict:
        a, b = leaf(5, "a"), leaf(2, "b")
        s, d = function.apply(a, b)
        _RESULTS[name](s, d).backward()
        return {
            f"{name}: value of s": s,
            f"{name}: value of d": d,
            f"{name}: gradient for input a (edge 0)": a.grad,
            f"{name}: gradient for input b (edge 1)": b.grad,
        }

    return Probe(name, run)


@exercise("L5.2")
def write_sum_diff() -> Exercise:
    s, d = defined(SUM_DIFF, "SumDiff").apply(leaf(5, "a"), leaf(2, "b"))
    look = Look("RuleApplied", "SumDiffBackward")
    return Exercise(
        prompt="""
            s = a + b and d = a - b.
            Write backward: gs and gd arrive for the outputs; give back one gradient for each input.""",
        form=Code(
            name="SumDiff",
            starting=_SUM_DIFF.format("..."),
            solution=SUM_DIFF,
            probes=tuple(map(_sum_diff_probe, _RESULTS)),
            checked=lambda: doubles([3.0, -2.0], [1.5, 4.0]),
            is_function_class=True,
        ),
        answer=SUM_DIFF,
        wrong=(
            Wrong(_SUM_DIFF.format("gs, gd"), "M45", look).reply("""
                You returned what you received, one for each output.
                backward must answer for each input: a feeds both s and d, so a hears from both.
                If a grows by 1, which of s and d move?"""),
            Wrong(_SUM_DIFF.format("gs + gd, gs + gd"), "S3", look).reply("""
                ∂d/∂b is -1: when b grows, d falls. So gd reaches b with a minus.
                If b grows by 1, by how much does d move?"""),
            Wrong(_SUM_DIFF.format("gs + gd"), "M45", look).reply("""
                One gradient came back, but forward took two inputs. The rule: as many as forward took.
                How many arguments did forward have besides ctx?"""),
            Wrong(_SUM_DIFF.format("gs - gd, gs + gd"), "S2", look).reply("""
                The two gradients are swapped: they go out in the order in which forward took its inputs, a first.
                Which of the inputs does d = a - b subtract?"""),
        ),
        trace=recorded(s * d, s=s, d=d),
        look=look,
        why="a feeds both outputs with slope 1; b feeds s with 1 and d with -1. For y = s*d that is 10 and -4.",
        hints=(
            "Draw the four arrows: from a to s and to d, from b to s and to d. What is the slope of each?",
            "What goes back to a is the sum over its two arrows: what arrived × the slope.",
            "a: gs·1 + gd·1. For b one of the two slopes is -1.",
        ),
    )


NO_ZEROS = """
class DoubleTriple(al.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.set_materialize_grads(False)
        return a * 2, a * 3

    @staticmethod
    def backward(ctx, g1, g2):
        total = None
        if g1 is not None:
            total = g1 * 2
        if g2 is not None:
            total = g2 * 3 if total is None else total + g2 * 3
        return total
"""
_SUM = "return g1 * 2 + g2 * 3"
_USES: dict[str, Callable] = {
    "b.backward()": lambda b, c: b * 1,
    "c.backward()": lambda b, c: c * 1,
    "(b + c).backward()": lambda b, c: b + c,
}


def _no_zeros(*lines: str) -> str:
    """The class with another body of backward."""
    head = NO_ZEROS[: NO_ZEROS.index("        total = None")]
    return head + "\n".join(f"        {line}" for line in lines)


def _no_zeros_probe(name: str, start: Any) -> Probe:
    where = f"a = {start}, {name}" if not isinstance(start, list) else f"a = {start}, {name} on the sum"

    def run(function: type) -> dict:
        a = leaf(start, "a")
        y = _USES[name](*function.apply(a))
        (y.sum() if isinstance(start, list) else y).backward()
        return {f"{where}: gradient for input a (edge 0)": a.grad}

    return Probe(where, run)


@exercise("L5.3")
def survive_none() -> Exercise:
    _, c = defined(NO_ZEROS, "DoubleTriple").apply(leaf(3, "a"))
    starts = [(name, start) for start in (3, [1.0, 2.0]) for name in _USES]
    return Exercise(
        prompt="""
            With set_materialize_grads(False) an empty slot stays None.
            Write a backward that can live with that: after c.backward(), a.grad is 3.""",
        form=Code(
            name="DoubleTriple",
            starting=_no_zeros("return ..."),
            solution=NO_ZEROS,
            probes=tuple(_no_zeros_probe(name, start) for name, start in starts),
            checked=lambda: doubles([3.0, -2.0]),
            is_function_class=True,
        ),
        answer=NO_ZEROS,
        wrong=(
            Wrong(_no_zeros(_SUM), "M44", AT_NODE).reply("""
                This counts on zeros. They were switched off: an empty slot is None, and None cannot be multiplied.
                What are g1 and g2 when c.backward() is called?"""),
            Wrong(_no_zeros("return (g1 * 2 if g1 else 0) + (g2 * 3 if g2 else 0)"), "M6", AT_NODE).reply("""
                `if g1:` asks whether g1 is zero, not whether it is there.
                With several elements that question has no answer. Ask `g1 is not None`.
                What is the truth value of a gradient [1, 1]?"""),
            Wrong(_no_zeros("if g1 is None or g2 is None:", "    return None", _SUM), "M6", AT_NODE).reply("""
                You give up as soon as one slot is empty. The other one did hear something, and that must reach a.
                When only c is used, does a matter to the result?"""),
            Wrong(_no_zeros("return g1 * 2 if g1 is not None else g2 * 3"), "M9", AT_NODE).reply("""
                When both slots heard something you use one and drop the other. They must be added.
                For (b + c).backward(): which messages arrive, and in which slots?"""),
        ),
        trace=recorded(c, c=c),
        look=AT_NODE,
        why="Each slot counts if something came, and what is there is added.",
        hints=(
            "There are three cases: only g1 came, only g2 came, both came.",
            "Test with `is None`. Both present: add. One present: that one × its slope.",
            """Start with `total = None`. `if g1 is not None: total = g1 * 2`.
            Then the same for g2, adding to what is there.""",
        ),
    )


OTHER_NODES = """
x = al.tensor([4., 9., 1.], requires_grad=True)
p, q, r = x.unbind()
(p * r).backward()

w = al.tensor([3., 1., 2.], requires_grad=True)
(w[[1, 2, 0]] * al.tensor([1., 10., 100.])).sum().backward()

values, indices = al.tensor([[1., 2.]], requires_grad=True).max(dim=1)
"""
_IN_OTHER_NODES = Table(
    {"r": Number(), "x": Numbers(3), "w": Numbers(3), "indices": Choice(("None", "a node"))},
    {"r": "r.output_nr", "x": "x.grad", "w": "w.grad", "indices": "indices.grad_fn"},
)


@exercise("L5.4")
def other_nodes_with_slots() -> Exercise:
    p, q, r = leaf([4.0, 9.0, 1.0], "x").unbind()
    trace = recorded(p * r, p=p, q=q, r=r)
    w = leaf([3.0, 1.0, 2.0], "w")
    picked = recorded((w[[1, 2, 0]] * tensor([1.0, 10.0, 100.0])).sum())
    _, indices = leaf([[1.0, 2.0]], "m").max(dim=1)
    return Exercise(
        prompt="Operations with several outputs have slots, too.",
        setup=OTHER_NODES,
        form=_IN_OTHER_NODES,
        answer={
            "r": r.output_nr,
            "x": grad(trace, "x"),
            "w": grad(picked, "w"),
            "indices": "None" if indices.grad_fn is None else "a node",
        },
        wrong=(
            Wrong({"r": 0}, "M43", AT_UNBIND).reply("""
                0 is p's number. One call of unbind made one node with three outputs, counted from 0.
                What is q.output_nr?"""),
            Wrong({"r": 3}, "S24", AT_UNBIND).reply("""
                Outputs are counted from 0: p, q, r are 0, 1, 2.
                What is p.output_nr?"""),
            Wrong({"x": [4, 0, 1]}, "S2", AT_UNBIND).reply("""
                The slope of p * r in p is r, and the other way round. These two are swapped.
                If r were 0, could p matter?"""),
            Wrong({"x": [4, 9, 1]}, "S1", AT_UNBIND).reply("""
                These are the values of x. A gradient says how fast the result moves.
                Does q matter to p * r at all?"""),
            Wrong({"w": [1, 10, 100]}, "S15", AT_UNBIND).reply("""
                These are the messages in the order of the outputs. Each goes back to the place it was picked from.
                From which place of w was the first element picked?"""),
            Wrong({"indices": "a node"}, "M55", AT_UNBIND).reply("""
                Positions are integers: they jump, so they have no slope, and no edge is made for them.
                If the largest element grows a little, does its position move?"""),
        ),
        trace=trace,
        look=AT_UNBIND,
        why="unbind has three slots; slot 1 (q) hears nothing and counts as 0. Positions have no gradient.",
        hints=(
            "Which of p, q, r take part in the product? What does the slot of the other one hear?",
            "A picked element sends its message back to the place where it came from.",
            "x.grad is [the value of r, 0, the value of p].",
        ),
    )
