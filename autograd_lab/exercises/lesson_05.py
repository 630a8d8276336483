"""Lesson 5, nodes with several outputs: output_nr, slots, zeros and None."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .. import Tensor, tensor
from ..tracing.recorder import record
from ..tracing.trace import Trace
from .answer_code import Code, Probe, defined
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import doubles, grad, leaf, number, received, recorded

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
AT_ZEROS = Look("SlotMaterialized", NODE)
AT_PRODUCT = Look("RuleApplied", "MulBackward0")
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
    return Exercise(
        prompt="""
            In one backward, the messages 2 and 5 reach AccumulateGrad(x). `x.grad` was None. What is it afterwards?""",
        form=Number(),
        answer=grad(trace, "x"),
        wrong=(
            Wrong(5, "M9").reply("""
                5 is one message. The other one counts as well, whichever of them comes first.
                What is done with messages that meet in one slot?"""),
            Wrong(2, "M9").reply("""
                2 is one message. It does not replace the other one, and the other one does not replace it.
                What is done with messages that meet in one slot?"""),
            Wrong(10, "S5").reply("""
                10 multiplies them. Links of one path multiply; messages that meet do not.
                What would it be if the second message were 0?"""),
            Wrong(3.5, "M9").reply("""
                3.5 is their mean. Both effects of x on the result count in full.
                If y = 2·x + 5·x, by how much does y move when x moves by 1?"""),
        ),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(x)", 1),
        asks="x.grad",
        why="2 + 5, added in the slot.",
    )


@exercise("L5.W2")
def warm_up_pair() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a * b
    right = "the node that gets the gradient of this input"
    return Exercise(
        prompt="`next_functions` is made of pairs. What is the first thing in a pair?",
        form=Choice(("the tensor that was the input", right, "the operation that runs next")),
        answer=right,
        wrong=(
            Wrong("the tensor that was the input", "M17").reply("""
                The graph is made of nodes, and no tensor is one of them; not even a leaf.
                Where does the message go that leaves along an edge?"""),
            Wrong("the operation that runs next", "M17").reply("""
                The pairs stand in the order of the inputs, not in an order of time: the engine decides what runs next.
                Which input does pair number 1 belong to?"""),
        ),
        trace=recorded(y, y=y),
        look=Look("GradOut", "MulBackward0"),
        why="One pair for each input, in order: where its gradient goes, and into which slot there.",
    )


@exercise("L5.P1")
def same_node() -> Exercise:
    b, c = DoubleTriple.apply(leaf(3, "a"))
    return Exercise(
        prompt="`b.grad_fn is c.grad_fn`: True or False?",
        form=Choice(("True", "False")),
        answer=str(b.grad_fn is c.grad_fn),
        wrong=(
            Wrong("False", "M43").reply("""
                A node belongs to a call of the Function, not to a tensor that comes out of it.
                How often did forward run?"""),
        ),
        trace=recorded(b, b=b, c=c),
        look=Look("NodeVisited", NODE),
        asks="b.grad_fn is c.grad_fn",
        why="One node with two outputs. b has output_nr 0, c has output_nr 1.",
    )


@exercise("L5.P2")
def arguments_of_backward() -> Exercise:
    trace = _double_triple(lambda b, c: b)
    return Exercise(
        prompt="""
            `b.backward()` is called, and c is not used.
            With which gradients is `DoubleTriple.backward` called?""",
        form=Choice(("(1,)", "(1, 1)", "(1, 0)")),
        answer=f"({', '.join(map(str, _arguments(trace)))})",
        wrong=(
            Wrong("(1,)", "M45").reply("""
                backward takes one gradient for each output of forward, whether that output was used or not.
                How many arguments does this backward have besides ctx?"""),
            Wrong("(1, 1)", "M44").reply("""
                The seed goes to b alone. No message comes for c.
                Which arrow could have brought a message to the slot of c?"""),
        ),
        trace=trace,
        look=AT_ZEROS,
        waits=True,
        why="""
            The seed lies in slot 0. No message came to slot 1;
            a Function gets zeros for an empty slot unless it asks for None.""",
    )


def _slot_numbers(trace: Trace) -> str:
    """The second numbers in ``next_functions`` of the root."""
    root = next(event for event in trace.events if event.kind == "BackwardStarted").roots[0].node
    return ", ".join(str(edge.slot) for edge in trace.nodes[root].edges)


def _second_numbers(product: str, result: Callable, options: tuple, wrong: tuple) -> Exercise:
    trace = _double_triple(result)
    return Exercise(
        prompt=f"What are the second numbers in the two pairs of `({product}).grad_fn.next_functions`?",
        form=Choice(options),
        answer=_slot_numbers(trace),
        wrong=wrong,
        trace=trace,
        look=AT_PRODUCT,
        why="The second number is the output_nr of the input: into which slot of that node its gradient goes.",
    )


@exercise("L5.P3")
def second_numbers() -> Exercise:
    wrong = (
        Wrong("0, 0", "M17").reply("""
            That is what one finds where each node has one output. Here both edges lead to one node with two outputs.
            Is c the first output of its node?"""),
        Wrong("1, 2", "S24").reply("""
            They do differ, but Python does not start counting there.
            What is b.output_nr?"""),
    )
    return _second_numbers("b * c", lambda b, c: b * c, ("0, 0", "0, 1", "1, 2"), wrong)


@exercise("L5.P4")
def second_numbers_swapped() -> Exercise:
    wrong = (
        Wrong("0, 1", "S15").reply("""
            The number says which output of its node an input is, not which place it has in the product.
            Which tensor does the first pair belong to, and what is its output_nr?"""),
        Wrong("0, 0", "M17").reply("""
            That is what one finds where each node has one output. Here both edges lead to one node with two outputs.
            Is c the first output of its node?"""),
    )
    return _second_numbers("c * b", lambda b, c: c * b, ("0, 0", "0, 1", "1, 0"), wrong)


@exercise("L5.P5")
def gradient_through_both() -> Exercise:
    trace = _double_triple(lambda b, c: b * c)
    return Exercise(
        prompt="`y = b * c`, then `y.backward()`. What is `a.grad`?",
        form=Choice(("5", "15", "36", "54")),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong("5", "M26").reply("""
                5 = 2 + 3 adds the local slopes alone, as if a 1 lay in each slot.
                What does the product send to b, and what to c?"""),
            Wrong("15", "S11").reply("""
                15 = 9 + 6 adds the messages as they came, as if DoubleTriple had no slopes.
                What does DoubleTriple.backward do with the first gradient?"""),
            Wrong("54", "S1").reply("""
                54 is y itself, 6 · 9. A gradient says how fast y moves, not where it is.
                If a grows by a little, which of b and c move, and how much faster than a?"""),
        ),
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="a.grad",
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
_WRONG_SLOTS = (
    Wrong({"slots1": [1, 10]}, "S15").reply("""
        slots1: the order is that of the outputs, not that of the expression or of the messages' arrival.
        Which output has number 0, and what arrives for it?"""),
    Wrong({"slots1": [20, 3]}).reply("""
        slots1: these numbers are multiplied by the slopes of DoubleTriple already. Asked is what its backward receives.
        What does the node of 10*b send to b?"""),
    Wrong({"slots2": [20, 20]}, "M44").reply("""
        slots2: c was never used, so no message came for it.
        Which arrow could have brought 20 to the slot of c?"""),
    Wrong({"slots2": [10, 10]}, "S15").reply("""
        slots2: b*b sends a message for each factor. Which slot it goes to depends on the factor, not on its place.
        What is the output_nr of the second factor?"""),
    Wrong({"slots2": [10, 0]}, "M9").reply("""
        slots2: 10 is one message, and b stands twice in b*b.
        How many arrows end in slot 0?"""),
    Wrong({"slots2": [20, None]}, "M44").reply("""
        slots2: true, no message came for c, and its slot was empty. But that is the slot before backward is called.
        What does a Function put into an empty slot, unless set_materialize_grads(False) was called?"""),
    Wrong({"grad1": 11}, "S11").reply("""
        grad1: 11 adds the messages as they came. Each passes through a slope of DoubleTriple first.
        What does DoubleTriple.backward do with g1?"""),
    Wrong({"grad1": 32}, "S15").reply("""
        grad1: each message is multiplied by a slope here, but by that of the other output.
        Which slope belongs to the output of slot 0?"""),
    Wrong({"grad1": 5}, "M26").reply("""
        grad1: 5 = 2 + 3 adds the slopes alone, as if a 1 lay in each slot.
        What lies in slot 0 when backward is called?"""),
    Wrong({"grad2": 20}, "S4").reply("""
        grad2: 20 lies in slot 0. It still has to pass through b = 2·a.
        What does DoubleTriple.backward do with g1?"""),
    Wrong({"grad2": 63}, "M7").reply("""
        grad2: that is what .grad holds when the first run's gradient is still there.
        What does "from a fresh start" say about a.grad?"""),
)


def _slots_trace() -> Trace:
    with record(names={}) as trace:
        b, c = DoubleTriple.apply(leaf(5, "a"))
        (10 * b + c).backward()
        b, c = DoubleTriple.apply(leaf(5, "a"))
        (b * b).backward()
    return trace


@exercise("L5.1")
def slot_table() -> Exercise:
    trace = _slots_trace()
    grads = [number(value) for value in trace.grads().values()]
    return Exercise(
        prompt="""
            Fill the slots. In both cases: with which two gradients is `DoubleTriple.backward` called (a list),
            and what is `a.grad`?""",
        setup=SETUP,
        form=_SLOTS,
        answer={
            "slots1": _arguments(trace),
            "grad1": grads[0],
            "slots2": _arguments(trace, 1),
            "grad2": grads[1],
        },
        wrong=_WRONG_SLOTS,
        trace=trace,
        look=Look("RuleApplied", "AddBackward0"),
        looks={"grad1": AT_NODE, "slots2": Look("RuleApplied", "MulBackward0", 1), "grad2": AT_NODE_AGAIN},
        why="(10, 1) gives 10·2 + 1·3 = 23. b*b sends 10 and 10 into slot 0: (20, 0) gives 40.",
        hints=(
            "First find out which message goes to b and which to c; slot 0 is b's.",
            "b*b is a product whose two factors are both b: to which slot do their messages go?",
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
        {}
"""
SUM_DIFF = _SUM_DIFF.format("return gs + gd, gs - gd")
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


_RETURNED = "what backward returns"


def _what_it_returns(function: type) -> dict:
    """None, a tuple or a list of how many, or one thing: the error about a wrong count does not tell them apart."""
    returned: list[Any] = [None]

    def backward(ctx: Any, *grads: Tensor) -> Any:
        returned[0] = function.backward(ctx, *grads)
        return returned[0]

    watched = type(function.__name__, (function,), {"backward": staticmethod(backward)})
    s, d = watched.apply(leaf(5, "a"), leaf(2, "b"))
    with suppress(Exception):
        (s * d).backward()
    found = returned[0]
    if found is None:
        return {_RETURNED: "None"}
    return {_RETURNED: f"{type(found).__name__} of {len(found)}" if isinstance(found, tuple | list) else "one"}


_WRONG_SUM_DIFF = (
    Wrong(_SUM_DIFF.format("return gs, gd"), "M45").reply("""
        You returned what you received, one for each output. backward must answer for each input,
        and both inputs feed both outputs.
        If a grows by 1, which of s and d move?"""),
    Wrong(_SUM_DIFF.format("return gs + gd, gs + gd"), "S3").reply("""
        For b the sign of one slope is lost: when b grows, s and d do not move the same way.
        If b grows by 1, by how much does d move?"""),
    Wrong(_SUM_DIFF.format("return gs + gd, gd - gs"), "S3").reply("""
        For b both signs are turned round. One of the two outputs does grow when b grows.
        If b grows by 1, by how much does s move?"""),
    Wrong(_SUM_DIFF.format("return gs + gd"), "M45").reply("""
        One gradient came back, but forward took two inputs. The rule: as many as forward took.
        How many arguments did forward have besides ctx?"""),
    Wrong(_SUM_DIFF.format("return gs - gd, gs + gd"), "S2").reply("""
        The two gradients are swapped: they go out in the order in which forward took its inputs, a first.
        Which of the inputs does d = a - b subtract?"""),
    Wrong(_SUM_DIFF.format("gs + gd, gs - gd")).reply("""
        Your backward gave back None, as every Python function does that ends without a `return`.
        Which line hands the two gradients back?"""),
    Wrong(_SUM_DIFF.format("return [gs + gd, gs - gd]")).reply("""
        Your backward returned a list, and a list counts as one thing. Several gradients go back as a tuple,
        separated by commas and without square brackets.
        How did forward return its two results?"""),
)


@exercise("L5.2")
def write_sum_diff() -> Exercise:
    s, d = defined(SUM_DIFF, "SumDiff").apply(leaf(5, "a"), leaf(2, "b"))
    return Exercise(
        prompt="""
            s = a + b and d = a - b. Write backward: `gs` and `gd` arrive for the outputs;
            give back one gradient for each input.""",
        form=Code(
            name="SumDiff",
            starting=_SUM_DIFF.format("return ..."),
            solution=SUM_DIFF,
            probes=(*map(_sum_diff_probe, _RESULTS), Probe(_RETURNED, _what_it_returns)),
            notes=frozenset({_RETURNED}),
            untouched=lambda results: False,
            checked=lambda: doubles([3.0, -2.0], [1.5, 4.0]),
            is_function_class=True,
        ),
        answer=SUM_DIFF,
        wrong=_WRONG_SUM_DIFF,
        trace=recorded(s * d, s=s, d=d),
        look=Look("RuleApplied", "SumDiffBackward"),
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
    "(10*b).backward()": lambda b, c: 10 * b,
    "c.backward()": lambda b, c: c * 1,
    "(10*b + c).backward()": lambda b, c: 10 * b + c,
}


def _no_zeros(*lines: str) -> str:
    """The class with another body of backward."""
    head = NO_ZEROS[: NO_ZEROS.index("        total = None")]
    return head + "\n".join(f"        {line}" for line in lines)


def _no_zeros_probe(name: str, start: Any) -> Probe:
    where = f"a = {start}, {name}" if not isinstance(start, list) else f"a = {start}, {name} on the sum"

    def run(function: type) -> dict:
        a = leaf(start, "a")
        with record(names={}) as trace:
            y = _USES[name](*function.apply(a))
            (y.sum() if isinstance(start, list) else y).backward()
        filled = bool(trace.find("SlotMaterialized"))
        return {f"{where}: gradient for input a": a.grad, f"{where}: an empty slot is filled with zeros": filled}

    return Probe(where, run)


_WRONG_WITH_NONE = (
    Wrong(_no_zeros(_SUM), "M44").reply("""
        This counts on zeros. They were switched off: an empty slot is None, and None cannot be multiplied.
        What are g1 and g2 when c.backward() is called?"""),
    Wrong(_no_zeros("return (g1 * 2 if g1 else 0) + (g2 * 3 if g2 else 0)"), "M6").reply("""
        `if g1:` asks whether g1 is zero, not whether it is there. With several elements that question has no answer.
        What is the truth value of a gradient [1, 1]?"""),
    Wrong(_no_zeros("if not g1:", "    return g2 * 3", "if not g2:", "    return g1 * 2", _SUM), "M6").reply("""
        `if not g1:` asks whether g1 is zero, not whether it is missing. A gradient of several elements cannot say.
        Which question is true for None alone?"""),
    Wrong(_no_zeros("if g1 is None or g2 is None:", "    return None", _SUM), "M6").reply("""
        You give up as soon as one slot is empty. A message lies in the other one, and it must reach a.
        When only c is used, does a matter to the result?"""),
    Wrong(_no_zeros("return g1 * 2 if g1 is not None else g2 * 3"), "M9").reply("""
        When there is a message in both slots, you use one and drop the other.
        For (10*b + c).backward(): which messages arrive, and in which slots?"""),
    Wrong(_no_zeros("if g1 is None:", "    return g2", "if g2 is None:", "    return g1", _SUM), "S4").reply("""
        When only one message is there, you pass it on as it came.
        By how much does c move when a moves by 1?"""),
    Wrong(_no_zeros("return (None if g1 is None else g1 * 2), (None if g2 is None else g2 * 3)"), "M45").reply("""
        You return one gradient for each output. backward gives back one for each input of forward.
        How many arguments did forward have besides ctx?"""),
    Wrong(NO_ZEROS.replace("        ctx.set_materialize_grads(False)\n", "")).reply("""
        Zeros were put into the empty slot, so your backward never met None: forward does not switch the filling off.
        Which line of the cell, as it was given, switches it off?"""),
    Wrong(_no_zeros("total = 0", "if g1 is not None:", "    total = g1 * 2")).reply("""
        Your backward gave back None, as every Python function does that ends without a `return`.
        Which line hands the gradient back?"""),
)


@exercise("L5.3")
def survive_none() -> Exercise:
    _, c = defined(NO_ZEROS, "DoubleTriple").apply(leaf(3, "a"))
    starts = [(name, start) for start in (3, [1.0, 2.0]) for name in _USES]
    return Exercise(
        prompt="""
            With `set_materialize_grads(False)` an empty slot stays None.
            Write a backward that can live with that: after `c.backward()`, `a.grad` is 3.""",
        form=Code(
            name="DoubleTriple",
            starting=_no_zeros("return ..."),
            solution=NO_ZEROS,
            probes=tuple(_no_zeros_probe(name, start) for name, start in starts),
            untouched=lambda results: False,
            is_function_class=True,
        ),
        answer=NO_ZEROS,
        wrong=_WRONG_WITH_NONE,
        trace=recorded(c, c=c),
        look=AT_NODE,
        why="Each slot counts if a message came, and what is there is added.",
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
_WRONG_IN_OTHER_NODES = (
    Wrong({"r": 0}, "M43").reply("""
        r: 0 is p's number. One call of unbind made one node with three outputs.
        What is q.output_nr?"""),
    Wrong({"r": 3}, "S24").reply("""
        r: it is the third output, but outputs are counted as Python counts.
        What is p.output_nr?"""),
    Wrong({"x": [4, 0, 1]}, "S2").reply("""
        x: the slope of p * r in p is the other factor. These two are swapped.
        If r were 0, could p matter?"""),
    Wrong({"x": [4, 9, 1]}, "S1").reply("""
        x: these are the values of x. A gradient says how fast the result moves.
        Does q matter to p * r at all?"""),
    Wrong({"x": [1, None, 4]}, "M6").reply("""
        x: true, the slot of q stays empty. But x is one tensor, and x.grad has a number for each of its elements.
        By how much does p * r move when q moves?"""),
    Wrong({"w": [1, 10, 100]}, "S15").reply("""
        w: these are the messages in the order of the picked elements. Each goes back to the place it came from.
        From which place of w was the first element picked?"""),
    Wrong({"w": [10, 100, 1]}, "S15").reply("""
        w: you picked from the messages as forward picked from w. Backward goes the other way: it puts back.
        To which place of w does the message of the first picked element go?"""),
    Wrong({"w": [1, 1, 1]}, "S4").reply("""
        w: a 1 comes from the sum for each element, but there is a product between the sum and w.
        By what is the element picked first multiplied?"""),
    Wrong({"indices": "a node"}, "M55").reply("""
        indices: positions are integers. They jump, and where a result jumps there is no slope to speak of.
        If the largest element grows a little, does its position move?"""),
)


def _other_nodes() -> tuple[Trace, dict[str, Any]]:
    names: dict[str, Any] = {}
    x, w, m = leaf([4.0, 9.0, 1.0], "x"), leaf([3.0, 1.0, 2.0], "w"), leaf([[1.0, 2.0]], "m")
    with record(names=names) as trace:
        names["p"], names["q"], names["r"] = p, _, r = x.unbind()
        (p * r).backward()
        (w[[1, 2, 0]] * tensor([1.0, 10.0, 100.0])).sum().backward()
        names["values"], names["indices"] = _, indices = m.max(dim=1)
    found = {"r": r.output_nr, "x": grad(trace, "x"), "w": grad(trace, "w")}
    return trace, {**found, "indices": "None" if indices.grad_fn is None else "a node"}


@exercise("L5.4")
def other_nodes_with_slots() -> Exercise:
    trace, answer = _other_nodes()
    return Exercise(
        prompt="Operations with several outputs have slots, too.",
        setup=OTHER_NODES,
        form=_IN_OTHER_NODES,
        answer=answer,
        wrong=_WRONG_IN_OTHER_NODES,
        trace=trace,
        look=Look("OpRecorded", "MulBackward0"),
        looks={
            "x": AT_PRODUCT,
            "w": Look("RuleApplied", "IndexBackward0"),
            "indices": Look("OpRecorded", "MaxBackward0"),
        },
        why="unbind has three slots; slot 1 (q) gets no message and counts as 0. Positions have no gradient.",
        hints=(
            "Which of p, q, r take part in the product? What comes to the slot of the other one?",
            "A picked element sends its message back to the place where it came from.",
            "`x.grad` is [the value of r, 0, the value of p]; in `w.grad`, the 1 stands at place 1.",
        ),
    )
