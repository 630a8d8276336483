"""Lesson 5, nodes with several outputs: output_nr, slots, zeros and None."""

from collections.abc import Callable
from typing import Any

from .. import Tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, Probe, defined
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .plain import Told
from .programs import doubles, grad, leaf, received, recorded, shown_whole

DOUBLE_TRIPLE = """
class DoubleTriple(al.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2, a * 3

    @staticmethod
    def backward(ctx, g1, g2):
        return g1 * 2 + g2 * 3
"""
NODE = "DoubleTripleBackward"
AT_NODE, AT_NODE_AGAIN = Look("RuleApplied", NODE), Look("RuleApplied", NODE, 1)
AT_PRODUCT = Look("RuleApplied", "MulBackward0")
DoubleTriple = defined(DOUBLE_TRIPLE, "DoubleTriple")
_SMALL, _LARGER = tuple(range(2, 10)), tuple(range(3, 10))


def _arguments(trace: Trace, nth: int = 0) -> list:
    """What the ``nth`` backward was called with: the slots, zeros in place of None."""
    return [0 if number is None else number for number in received(trace, NODE, nth)]


@exercise("L5.P1")
def arguments_of_backward() -> Exercise:
    b, c = DoubleTriple.apply(leaf(3, "a"))
    trace = recorded(b, b=b, c=c)
    return Exercise(
        prompt="`b.backward()` is called, and c isn't used. Which gradients does `DoubleTriple.backward` receive?",
        form=Choice(("(1,)", "(1, 1)", "(1, None)", "(1, 0)")),
        answer=f"({', '.join(map(str, _arguments(trace)))})",
        wrong=(
            Wrong("(1,)", "M45").reply("""
                backward receives one gradient for each output of forward, whether that output was used or not.
                How many arguments does this backward have besides ctx?"""),
            Wrong("(1, 1)", "M44").reply("""
                The seed 1 is only for b. c doesn't affect the result, so no message comes for it.
                Which arrow could have brought a message to the slot of c?"""),
            Wrong("(1, None)", "M44").reply("""
                That is what the two slots hold before backward is called: no message came for c.
                backward multiplies its second gradient by 3. Could it do that with None?"""),
        ),
        trace=trace,
        look=Look("SlotMaterialized", NODE),
        waits=True,
        why="""
            The seed goes into slot 0. No message comes for c, so slot 1 holds None, and a custom `Function` receives
            zeros for None unless it calls `ctx.set_materialize_grads(False)`.""",
    )


@exercise("L5.P2")
def second_numbers() -> Exercise:
    b, c = DoubleTriple.apply(leaf(3, "a"))
    return Exercise(
        prompt="What are the second numbers in the two pairs of `(c * b).grad_fn.next_functions`?",
        form=Choice(("0, 0", "0, 1", "1, 0", "2, 1")),
        answer=", ".join(str(slot) for _, slot in (c * b).grad_fn.next_functions),
        wrong=(
            Wrong("0, 0", "M17").reply("""
                That would be right if b and c each had a node of their own. They share a node with two outputs.
                What is c.output_nr?"""),
            Wrong("0, 1", "S15").reply("""
                You numbered the factors. The order of the pairs already says which factor is which. The number says
                which output of its node that factor is.
                Which tensor does the first pair belong to, and what is its output_nr?"""),
            Wrong("2, 1", "S24").reply("""
                The order is right, but outputs are counted from 0.
                What did `print(b.output_nr, c.output_nr)` show?"""),
        ),
        trace=None,
        look=None,
        why="""
            The first pair belongs to c, which is output 1 of its node; the second one to b, which is output 0. The
            number says which slot of that node a message goes into.""",
    )


def _wrong_first_slots(a: int, k: int) -> tuple[Wrong, ...]:
    """Answers to L5.1 about k*b + c: pairs that tell one mistake, then single slots."""
    return (
        Wrong({"first": [1, k]}, "S15").reply("""
            first: both numbers are right, but in the wrong slots. The slots follow the order of the outputs, not the
            order in which messages arrive.
            Which output has number 0, and what arrives for it?"""),
        Wrong({"first": [2, 3]}, "M26").reply("""
            first: these are the slopes of DoubleTriple itself. Its backward multiplies what it receives by these
            slopes.
            When b alone moves, how many times as far does the result move?"""),
        Wrong({"first": [1, ...]}, "S4").reply(f"""
            first: 1 is the seed, and the sum sends it unchanged. There is one more link between the sum and b.
            What does the node of {k}*b do with the 1 that it receives?"""),
        Wrong({"first": [2 * k, ...]}).reply(f"""
            first: {2 * k} already includes the slope of b = 2·a. The question is what backward receives.
            What does the node of {k}*b send to b?"""),
        Wrong({"first": [2 * k + 3, ...]}).reply(f"""
            first: {2 * k + 3} is a.grad, which is what backward returns. The question is what it receives.
            What does the node of {k}*b send to b?"""),
        Wrong({"first": [2 * a * k, ...]}, "S1").reply(f"""
            first: {2 * a * k} is the value of {k}*b. A gradient says how fast the result moves, not where it is.
            When b alone moves, how many times as far does the result move?"""),
        Wrong({"first": [k + 1, ...]}).reply(f"""
            first: {k + 1} adds what comes for b and what comes for c. They go into different slots.
            Which message goes into the slot of b?"""),
        Wrong({"first": [..., 3]}, "M26").reply("""
            first: 3 is the slope of c = 3·a. backward multiplies what it receives for c by this slope.
            When c alone moves, how many times as far does the result move?"""),
        Wrong({"first": [..., 3 * a]}, "S1").reply(f"""
            first: {3 * a} is the value of c. A gradient says how fast the result moves, not where it is.
            When c alone moves, how many times as far does the result move?"""),
        Wrong({"first": [..., k]}).reply(f"""
            first: c isn't multiplied by {k}: only b is.
            When c alone moves, how many times as far does {k}*b + c move?"""),
        Wrong({"first": [..., 0]}).reply("""
            first: 0 would mean that c doesn't matter to the result. But c is a term of the sum.
            When c alone moves, how many times as far does the result move?"""),
        Wrong({"first": [..., None]}, "M6").reply("""
            first: None would mean that no message came for c. But c is a term of the sum, so a message comes.
            When c alone moves, how many times as far does the result move?"""),
    )


def _wrong_second_slots(b: int) -> tuple[Wrong, ...]:
    """Answers to L5.1 about b*b, in the same order."""
    return (
        Wrong({"second": [b, b]}, "S15").reply("""
            second: b*b does send a message for each factor. But the slot depends on the tensor, not on its place in
            the product.
            What is the output_nr of the second factor?"""),
        Wrong({"second": [0, 2 * b]}, "S15").reply("""
            second: both numbers are right, but in the wrong slots.
            Whose slot is number 0: b's or c's?"""),
        Wrong({"second": [..., 2 * b]}, "M44").reply(f"""
            second: c was never used, so no message came for it.
            Which arrow could have brought {2 * b} to the slot of c?"""),
        Wrong({"second": [..., 1]}, "M44").reply("""
            second: c was never used, so no message came for it, not even a 1.
            Which arrow could have brought anything to the slot of c?"""),
        Wrong({"second": [..., None]}, "M44").reply("""
            second: true, no message came for c, so its slot holds None. But that is before backward is called.
            In L5.P1, what did backward receive for the empty slot of c?"""),
        Wrong({"second": [..., b // 2 * 3]}, "S1").reply(f"""
            second: {b // 2 * 3} is the value of c. A gradient says how fast the result moves, not where it is.
            Does b*b move when c alone moves?"""),
        Wrong({"second": [b, ...]}, "M9").reply(f"""
            second: {b} is one message, and b is used twice in b*b.
            How many arrows end in slot 0?"""),
        Wrong({"second": [b * b, ...]}, "S5").reply(f"""
            second: {b * b} is {b} × {b}, the value of the result. Two messages that meet in a slot aren't multiplied.
            If one of the two messages didn't come, would b no longer matter?"""),
        Wrong({"second": [4 * b, ...]}).reply(f"""
            second: {4 * b} already includes the slope of b = 2·a. The question is what backward receives.
            Which two messages meet in slot 0?"""),
        Wrong({"second": [2, ...]}, "S9").reply("""
            second: 2 would be the slope of 2·b. The slope of a square depends on where you are.
            Which number does the product send for its first factor?"""),
        Wrong({"second": [1, ...]}, "S4").reply("""
            second: 1 is the seed. The product multiplies it by a slope.
            What does the node of b*b send for its first factor?"""),
        Wrong({"second": [0, ...]}).reply("""
            second: 0 for b would mean that b doesn't matter to b*b.
            What does the node of b*b send for its first factor?"""),
    )


def _slots_trace(a: int, k: int) -> Trace:
    one = leaf(a, "a")
    with record(names={}) as trace:
        b, c = DoubleTriple.apply(one)
        (k * b + c).backward()
        b, c = DoubleTriple.apply(one)
        (b * b).backward()
    return trace


@exercise("L5.1", a=_SMALL, k=(4, 6, 7, 8, 9, 10))
def slot_table(a: int = 5, k: int = 10) -> Exercise:
    trace, b = _slots_trace(a, k), 2 * a
    return Exercise(
        prompt="Which two gradients does `DoubleTriple.backward` receive in each of these two backward passes?",
        setup=f"a = al.tensor({a}., requires_grad=True)\nb, c = DoubleTriple.apply(a)  # 2 * a, 3 * a",
        form=Table(
            {"first": Numbers(2), "second": Numbers(2)},
            {"first": f"`({k}*b + c).backward()`", "second": "`(b*b).backward()`"},
        ),
        answer={"first": _arguments(trace), "second": _arguments(trace, 1)},
        wrong=(*_wrong_first_slots(a, k), *_wrong_second_slots(b)),
        trace=trace,
        look=AT_NODE_AGAIN,
        looks={"first": Look("RuleApplied", "AddBackward0"), "second": Look("RuleApplied", "MulBackward0", 1)},
        otherwise={
            "first": f"When b alone moves, how many times as far does {k}*b + c move? And when c alone moves?",
            "second": "Which messages does the node of b*b send, and which slot does each of them go into?",
        },
        why=f"""
            {k}*b sends {k} to b, into slot 0, and the sum sends 1 to c, into slot 1. b*b sends {b} and {b} to b: both
            go into slot 0 and are added there. Nothing comes for c, so backward receives 0.""",
        hints=(
            "For each call: which messages go to b, and which go to c? Slot 0 is for b, slot 1 for c.",
            "In b*b both factors are b. Which slot do the two messages go into, and what happens to them there?",
            f"In the first call, {k} goes into slot 0 and 1 into slot 1. In the second, slot 0 holds {b} + {b}.",
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
    "y = d - 10*s": lambda s, d: d - 10 * s,
}


_IN_PLACE = Told("your backward changes what it received, in place. Another node may still need that")


def _noting(function: type, received: list[Tensor]) -> Any:
    """The Function, whose backward also notes what it receives."""

    def backward(ctx: Any, *gradients: Tensor) -> Any:
        received.extend(gradients)
        return function.backward(ctx, *gradients)

    return type(function)(function.__name__, (function,), {"backward": staticmethod(backward)})


def _sum_diff_probe(name: str) -> Probe:
    def run(function: type) -> dict:
        received: list[Tensor] = []
        a, b = leaf(5, "a"), leaf(2, "b")
        s, d = _noting(function, received).apply(a, b)
        _RESULTS[name](s, d).backward()
        changed = any(gradient._version for gradient in received)
        return {
            f"{name}: value of s": s,
            f"{name}: value of d": d,
            f"{name}: change in place": _IN_PLACE if changed else None,
            f"{name}: gradient for a": a.grad,
            f"{name}: gradient for b": b.grad,
        }

    return Probe(name, run)


def _returning(gradients: str, idea: str = "") -> Wrong:
    """SumDiff with this after its last `return`."""
    return Wrong(_SUM_DIFF.format(f"return {gradients}"), idea)


_WRONG_SUM_DIFF = (
    _returning("gs, gd", "M45").reply("""
        You returned what you received, one gradient for each output. backward must return one for each input, and each
        input affects both outputs.
        If a grows by 1, which of s and d move?"""),
    _returning("gd, gs", "M45").reply("""
        Each input gets the gradient of one output here. But each input affects both outputs.
        If a grows by 1, which of s and d move?"""),
    _returning("gs, -gd", "M45").reply("""
        Your gradient for a uses only gs, and your gradient for b only gd. Each input affects both outputs.
        If a grows by 1, does d move too?"""),
    *(
        _returning(gradients).reply(f"""
            {right} is right. For {wrong} you use only what came for {heard}, but {wrong} affects {missed}, too.
            If {wrong} grows by 1, by how much does {missed} move?""")
        for gradients, right, wrong, heard, missed in (
            ("gs, gs - gd", "b", "a", "s", "d"),
            ("gs + gd, gs", "a", "b", "s", "d"),
            ("gs + gd, -gd", "a", "b", "d", "s"),
        )
    ),
    _returning("None, None", "M6").reply("""
        None says that a and b don't affect the outputs. But both affect s and d.
        If a grows by 1, how far do s and d move?"""),
    _returning("2 * gs, -2 * gd", "M45").reply("""
        For a you use only gs, and for b only gd. Doubling one message does not replace the other.
        If a grows by 1, which of s and d move, and by how much?"""),
    _returning("gs + gd, gd", "S3").reply("""
        a is right. For b you use only gd, and with the wrong sign: when b grows, d falls.
        If b grows by 1, by how much does s move?"""),
    _returning("gs + gd, None", "M6").reply("""
        a is right. None for b says that b doesn't affect the outputs, but it affects both.
        If b grows by 1, which of s and d move?"""),
    *(
        _returning(gradients).reply("""
            You returned a plain number, but autograd needs a tensor. A gradient is what arrived × the slope, added up
            over both outputs, so gs and gd are both in it.
            If 10 arrives for s and 1 for d, how much of each should a receive?""")
        for gradients in ("1, -1", "gs.item() + gd.item(), gs.item() - gd.item()")
    ),
    _returning("(1, 1), (1, -1)").reply("""
        What you return for a is a tuple. backward returns one tensor for each input, side by side: what arrived × the
        slope, added up over both outputs.
        Which of your parentheses put two things where one tensor belongs?"""),
    _returning("al.tensor(10.0), al.tensor(-4.0)").reply("""
        These are the gradients for y = s·d, at a = 5 and b = 2. Your backward must be right for every use of s and d:
        gs and gd already carry what is special about this use.
        If 1 arrives for s and 0 for d, what should a receive?"""),
    *(
        _returning(name).reply(f"""
            backward doesn't know the name {name}. It has ctx, gs and gd, and needs nothing else: the slopes of a + b
            and a - b are the same everywhere.
            If a grows by 1, how far do s and d move?""")
        for name in "sd"
    ),
    Wrong(_SUM_DIFF.format("return g, g").replace("gs, gd", "g"), "M45").reply("""
        backward is called with ctx and one gradient for each output. Your backward takes a different number of
        arguments.
        How many outputs does forward return?"""),
    _returning("gs + gd, gs + gd", "S3").reply("""
        a is right. For b the sign of one slope is lost: when b grows, s and d don't move the same way.
        If b grows by 1, by how much does d move?"""),
    _returning("gs + gd, gd - gs", "S3").reply("""
        a is right. For b both signs are reversed, as if gs and gd had changed places. They arrive in the order of the
        outputs, whatever the arguments are called.
        If b grows by 1, by how much does s move?"""),
    _returning("gs + gd, -gs - gd", "S3").reply("""
        a is right. For b one sign is reversed: one of the two outputs does grow when b grows.
        If b grows by 1, by how much does s move?"""),
    _returning("gs - gd, gs - gd", "S3").reply("""
        b is right. For a the sign of one slope is wrong: when a grows, s and d both grow.
        If a grows by 1, by how much does d move?"""),
    _returning("(gs + gd) / 2, (gs - gd) / 2").reply("""
        You halve, as if you wanted to compute a and b from s and d. But backward doesn't undo forward.
        If a grows by 1, does s grow by 1 or by a half?"""),
    _returning("gs + gd", "M45").reply("""
        Your backward returns one thing, but forward takes two inputs. (A list or a dict is one thing, too.) Return one
        gradient for each input, with a comma between them.
        How does forward return its two results?"""),
    _returning("gs.add_(gd), gs - 2 * gd").reply("""
        Both gradients are right. But `+=`, `*=` and `add_` write into the tensor that arrived.
        How do you compute the two gradients without changing gs and gd?"""),
    _returning("gs - gd, gs + gd", "M48").reply("""
        The two gradients are swapped. Return them in the order in which forward takes its inputs, a first.
        Which of the inputs does d = a - b subtract?"""),
)


@exercise("L5.2")
def write_sum_diff() -> Exercise:
    s, d = defined(SUM_DIFF, "SumDiff").apply(leaf(5, "a"), leaf(2, "b"))
    return Exercise(
        prompt="""
            s = a + b and d = a - b. Write backward: it receives `gs` and `gd`, the gradients for s and d, and returns
            one gradient for each input.""",
        form=Code(
            name="SumDiff",
            starting=_SUM_DIFF.format("return ..."),
            solution=SUM_DIFF,
            probes=tuple(map(_sum_diff_probe, _RESULTS)),
            untouched=lambda results: False,
            checked=lambda: doubles([3.0, -2.0], [1.5, 4.0]),
            is_function_class=True,
        ),
        answer=SUM_DIFF,
        wrong=_WRONG_SUM_DIFF,
        trace=recorded(s * d, s=s, d=d),
        look=Look("RuleApplied", "SumDiffBackward"),
        otherwise={WHOLE: "If a alone grows by 1, how far do s and d move? And if b alone grows by 1?"},
        why="a affects both outputs with slope 1; b affects s with slope 1 and d with slope -1.",
        hints=(
            "Draw four arrows: from a to s and to d, from b to s and to d. What is the slope of each?",
            "The gradient for a is a sum over its two arrows: what arrived × the slope, for each arrow.",
            "The gradient for a is gs·1 + gd·1. For b one of the two slopes is -1.",
        ),
    )


NONE_OR_ZERO = """
w = al.tensor(5., requires_grad=True)
x = al.tensor(-1., requires_grad=True)
u = al.tensor(7., requires_grad=True)
v = al.tensor(2., requires_grad=True)

y = x.relu() + 0 * u + v.detach()
y.backward()
"""
_LEAVES = ("w", "x", "u", "v")


@exercise("L5.5")
def none_or_zero() -> Exercise:
    trace, variables = shown_whole(NONE_OR_ZERO)
    grads = {name: variables[name].grad for name in _LEAVES}
    at_end = Look("BackwardFinished")
    return Exercise(
        prompt="After this program, is each `.grad` None or 0?",
        setup=NONE_OR_ZERO,
        form=Table(dict.fromkeys(_LEAVES, Choice(("None", "0"))), {name: f"{name}.grad" for name in _LEAVES}),
        answer={name: "None" if item is None else f"{item.item():g}" for name, item in grads.items()},
        wrong=(
            Wrong({"x": "None"}, "M6").reply("""
                x: None would mean that no message reached x. But x.relu() is a term of y, so there is an arrow back
                to x.
                At -1, how far does x.relu() move when x moves a little?"""),
            Wrong({"u": "None"}, "M6").reply("""
                u: None would mean that no message reached u. But u is a factor of `0 * u`, so there is an arrow back
                to u.
                How far does `0 * u` move when u moves by 1?"""),
            Wrong({"w": "0"}, "M6").reply("""
                w: 0 would mean that a message reached w and that it was 0. The program never uses w.
                Which arrow could have brought a message to w?"""),
            Wrong({"v": "0"}, "M6").reply("""
                v: 0 would mean that a message reached v and that it was 0. `v.detach()` has v's value and no grad_fn.
                Which arrow could have brought a message to v?"""),
        ),
        trace=trace,
        look=at_end,
        looks={
            "x": Look("GradAccumulated", "AccumulateGrad(x)"),
            "u": Look("GradAccumulated", "AccumulateGrad(u)"),
        },
        why="Messages came for x and u, and they were 0. No message came for w and v: no arrow leads to them.",
        hints=(
            "0 is a message, and None is no message. Which of the four have a path to y in the graph?",
            "w is in no line of the program after the first, and `v.detach()` isn't connected to v.",
            "x and u are connected to y. Their slopes happen to be 0.",
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
    "(10*b)": lambda b, c: 10 * b,
    "c": lambda b, c: c * 1,
    "(10*b + c)": lambda b, c: 10 * b + c,
    "(-10*b)": lambda b, c: -10 * b,
    "(-c)": lambda b, c: -c,
}


def _no_zeros(*lines: str) -> str:
    """The class with another body of backward."""
    head = NO_ZEROS[: NO_ZEROS.index("        total = None")]
    return head + "\n".join(f"        {line}" for line in lines) + "\n"


def _use(name: str, start: Any, function: type) -> tuple[Trace, Tensor | None]:
    """What one use of the outputs does, and the gradient that it leaves."""
    a = leaf(start, "a")
    with record(names={}) as trace:
        y = _USES[name](*function.apply(a))
        (y.sum() if isinstance(start, list) else y).backward()
    return trace, a.grad


def _no_zeros_probe(name: str, start: Any) -> tuple[Probe, Case]:
    """A probe, and what the solution does in it."""
    ending = ".sum().backward()" if isinstance(start, list) else ".backward()"
    where = f"a = {start} and {name}{ending}"

    def run(function: type) -> dict:
        trace, grad = _use(name, start, function)
        filled = Told("your code has empty slots filled with zeros") if trace.find("SlotMaterialized") else None
        return {f"{where}: gradient for a": grad, f"{where}: empty slots": filled}

    return Probe(where, run), (lambda: _use(name, start, defined(NO_ZEROS, "DoubleTriple"))[0], AT_NODE)


_TOTAL = ("total = None", "if g1 is not None:", "    total = g1 * 2")
_WRONG_WITH_NONE = (
    Wrong(_no_zeros(_SUM), "M44").reply("""
        forward has switched the zeros off: an empty slot arrives as None, and your code multiplies this None.
        What are g1 and g2 when only one of b and c is used, and which of your lines runs then?"""),
    *(
        Wrong(_no_zeros(f"if {asked} is None:", f"    return {other} * {slope}", _SUM), "M44").reply(f"""
            Your code is ready for a missing {asked}, but not for a missing {other}. {other} can be None, too.
            What are g1 and g2 for {start}.backward()?""")
        for asked, other, slope, start in (("g1", "g2", 3, "(10*b)"), ("g2", "g1", 2, "c"))
    ),
    *(
        Wrong(_no_zeros(*lines, f"return {used} * {slope}"), "M44").reply(f"""
            Your code is right where only {output} is used. But {used} can be None, too, and when {other} comes, it
            counts.
            What are g1 and g2 for {start}.backward()?""")
        for used, other, slope, output, start in (("g2", "g1", 3, "c", "(10*b)"), ("g1", "g2", 2, "b", "c"))
        for lines in ((), (f"if {used} is None:", "    return None"))
    ),
    Wrong(_no_zeros("return (g1 * 2 if g1 else 0) + (g2 * 3 if g2 else 0)"), "M6").reply("""
        `if g1:` asks whether g1 is zero, not whether it came. With several elements that question has no answer.
        What is the truth value of a gradient [1, 1]?"""),
    Wrong(_no_zeros("if not g1:", "    return g2 * 3", "if not g2:", "    return g1 * 2", _SUM), "M6").reply("""
        `if not g1:` asks whether g1 is zero, not whether it is missing. With several elements there is no answer.
        Which question is true for None only?"""),
    Wrong(_no_zeros("if g1 is None or g2 is None:", "    return None", _SUM), "M6").reply("""
        You give up as soon as one slot is empty. The other slot holds a message, and a needs it.
        When only one of b and c is used, does a matter to the result?"""),
    Wrong(_no_zeros("g1 = 1 if g1 is None else g1", "g2 = 1 if g2 is None else g2", _SUM), "M44").reply("""
        You put a 1 where no message came. Then an output that nobody used counts as much as the result itself.
        How far does 10*b move when c moves?"""),
    Wrong(_no_zeros("return g1 * 2 if g1 is not None else g2 * 3"), "M9").reply("""
        When messages come for both outputs, only the first one counts in your code.
        For (10*b + c).backward(): which messages arrive, and in which slots?"""),
    Wrong(_no_zeros(*_TOTAL, "if g2 is not None:", "    total = g2 * 3", "return total"), "M9").reply("""
        When messages come for both outputs, only the second one counts in your code: the first one is left out, or
        what was computed from it is replaced.
        For (10*b + c).backward(): which of your lines run, and what is left of g1?"""),
    Wrong(_no_zeros("if g1 is None:", "    return g2 * 3", "if g2 is None:", "    return g1 * 2")).reply("""
        Your code leaves out one of the three cases. There it ends without a `return`, so it returns None.
        For (10*b + c).backward(): which of your lines does Python reach?"""),
    Wrong(
        _no_zeros(
            "if g1 is None:", "    return g2 * 2", "if g2 is None:", "    return g1 * 3", "return g1 * 3 + g2 * 2"
        ),
        "S15",
    ).reply("""
        You handle None in each case, but multiply each message by the slope of the other output.
        Which output of forward does g1 belong to, and how fast does that output move with a?"""),
    Wrong(_no_zeros("if g1 is None:", "    return g2", "if g2 is None:", "    return g1", _SUM), "S4").reply("""
        When only one message comes, you return it without its slope.
        By how much do b and c move when a moves by 1?"""),
    *(
        Wrong(NO_ZEROS.replace(f" {name} * {slope}", f" {name}"), "S4").reply(f"""
            You handle None in each case, but {name} goes on without its slope.
            By how much does {output} move when a moves by 1?""")
        for name, slope, output in (("g1", 2, "b"), ("g2", 3, "c"))
    ),
    Wrong(
        _no_zeros("if g1 is None:", "    return g2", "if g2 is None:", "    return g1", "return g1 + g2"), "S4"
    ).reply("""
        You handle None in each case, but return the messages without their slopes.
        By how much do b and c move when a moves by 1?"""),
    *(
        Wrong(_no_zeros(*lines, _SUM), "M6").reply("""
            `== 0` asks whether a gradient is zero. None is not zero, so your `if` lets it through.
            Which question is true for None only?""")
        for lines in (
            ("if g1 == 0:", "    return g2 * 3"),
            ("if g1 == 0:", "    return g2 * 3", "if g2 == 0:", "    return g1 * 2"),
        )
    ),
    *(
        Wrong(_no_zeros(f"return {first} if {asked} else {second}"), "M6").reply(f"""
            `if {asked}:` asks whether {asked} is zero, not whether it came. And when both messages come, only one
            of them counts in your code.
            Which question is true for None only?""")
        for asked, first, second in (("g1", "g1 * 2", "g2 * 3"), ("g2", "g2 * 3", "g1 * 2"))
    ),
    *(
        Wrong(_no_zeros(f"return ({no} if g1 is None else g1 * 2), ({no} if g2 is None else g2 * 3)"), "M45").reply("""
            You return one gradient for each output. backward returns one for each input of forward.
            How many arguments does forward have besides ctx?""")
        for no in ("None", "0")
    ),
    Wrong(_no_zeros("return g1, g2"), "M45").reply("""
        You return what you received, one gradient for each output. backward returns one gradient for each input of
        forward, and each message is multiplied by a slope on the way.
        How many arguments does forward have besides ctx?"""),
    Wrong(_no_zeros("return g1 * 2, g2 * 3"), "M45").reply("""
        Two things are wrong. An empty slot is None, and None can't be multiplied. And you return one gradient for each
        output, where backward returns one for each input of forward.
        How many arguments does forward have besides ctx?"""),
    Wrong(_no_zeros("if g1 is None:", "    return None", _SUM), "M6").reply("""
        Where g1 is None, you give up, though a message came for c. And where g2 is None, your last line multiplies it.
        What should a receive when only c is used?"""),
    Wrong(
        _no_zeros("if g1 is None:", "    return g2 * 2", "if g2 is None:", "    return g1 * 3", _SUM), "S15"
    ).reply("""
        When only one message comes, you multiply it by the slope of the other output.
        Which output of forward does g1 belong to, and how fast does that output move with a?"""),
    Wrong(
        _no_zeros("if g1 is None:", "    return g2 * 3", "if g2 is None:", "    return g1 * 2", "return g1 + g2")
    ).reply("""
        Where only one message comes, your gradient is right. Where both come, you add them without their slopes.
        By how much do b and c move when a moves by 1?"""),
    *(
        Wrong(
            _no_zeros("if g1 is None:", "    return g2 * 3", "if g2 is None:", "    return g1 * 2", f"return {both}"),
            "S15",
        ).reply("""
            Where only one message comes, your gradient is right. Where both come, one of the two slopes is wrong.
            How fast does b move with a, and how fast does c?""")
        for both in ("g1 * 2 + g2 * 2", "g1 * 3 + g2 * 3", "g1 * 3 + g2 * 2")
    ),
    Wrong(_no_zeros("return 3")).reply("""
        You returned a plain number, but autograd needs a tensor: what arrived × the slope.
        If 10 arrives for b and nothing for c, what should a receive?"""),
    Wrong(NO_ZEROS.replace("        ctx.set_materialize_grads(False)\n", "")).reply("""
        The engine put zeros into the empty slot, so your backward never met None: forward doesn't switch the zeros off.
        Which line of the cell, as it was given, switches the zeros off?"""),
)


@exercise("L5.3")
def survive_none() -> Exercise:
    _, c = defined(NO_ZEROS, "DoubleTriple").apply(leaf(3, "a"))
    probes = [_no_zeros_probe(name, start) for start in (3, [1.0, 2.0]) for name in _USES]
    return Exercise(
        prompt="""
            With `set_materialize_grads(False)`, backward receives None for an output that nobody used. Write a backward
            that can handle this: after `c.backward()`, `a.grad` is 3.""",
        form=Code(
            name="DoubleTriple",
            starting=_no_zeros("return ..."),
            solution=NO_ZEROS,
            probes=tuple(probe for probe, _ in probes),
            cases={probe.label: case for probe, case in probes},
            untouched=lambda results: False,
            is_function_class=True,
        ),
        answer=NO_ZEROS,
        wrong=_WRONG_WITH_NONE,
        trace=recorded(c, c=c),
        look=AT_NODE,
        why="Each gradient that came is multiplied by its slope, and if both came, they are added.",
        hints=(
            "There are three cases: only g1 came, only g2 came, both came.",
            "Ask with `is None`. If both came, add; if only one came, return it × its slope.",
            """Start with `total = None`. `if g1 is not None: total = g1 * 2`.
            Then the same for g2, added to total.""",
        ),
    )


OTHER_NODES = """
x = al.tensor([{p}., {q}., {r}.], requires_grad=True)
p, q, r = x.unbind()
(p * r).backward()

values, indices = x.max(dim=0)
"""


def _wrong_numbers(r: int) -> tuple[Wrong, ...]:
    """Answers to L5.4 about an output's number."""
    return (
        Wrong({"r": 0}, "M43").reply("""
            r: 0 is p's number. One call of unbind made one node with three outputs.
            What is q.output_nr?"""),
        Wrong({"r": 1}, "M43").reply("""
            r: 1 is q's number. One call of unbind made one node with three outputs, used or not.
            Which place does r have among p, q and r?"""),
        Wrong({"r": 3}, "S24").reply("""
            r: it is the third output, but outputs are counted from 0, like everything in Python.
            What is p.output_nr?"""),
        Wrong({"r": r}, "S1").reply(f"""
            r: {r} is r's value. The number says which output of its node r is.
            What is p.output_nr?"""),
    )


def _wrong_at_unbind(p: int, q: int, r: int) -> tuple[Wrong, ...]:
    """Answers to L5.4 about the gradient that unbind sends."""
    return (
        Wrong({"x": [p, q, r]}, "S1").reply("""
            x: these are the values of x. A gradient says how fast the result moves.
            Does q matter to p * r at all?"""),
        Wrong({"x": [r, p, 0]}).reply("""
            x: these are the right numbers. But x.grad has a place for each element of x, and q is between p and r.
            By how much does p * r move when q alone moves?"""),
        Wrong({"x": [p, ..., r]}, "S2").reply("""
            x: p and r are swapped. The slope of p * r with respect to p is the other factor.
            If r were 0, could p matter?"""),
        Wrong({"x": [1, ..., 1]}, "M26").reply("""
            x: the ones say which elements affect the result, not how fast the result moves with
            them.
            If p moves by 1, how far does p * r move?"""),
        Wrong({"x": [p * r, ..., ...]}, "S1").reply(f"""
            x: {p * r} is the value of p * r. A gradient says how fast the result moves, not where it is.
            If p moves by 1, how far does p * r move?"""),
        Wrong({"x": [p, ..., ...]}, "S2").reply("""
            x: the first number is p's own value. In a product the slope with respect to p is the other factor.
            If r were 0, could p matter?"""),
        Wrong({"x": [..., ..., r]}, "S2").reply("""
            x: the last number is r's own value. In a product the slope with respect to r is the other factor.
            If p were 0, could r matter?"""),
        Wrong({"x": [0, ..., ...]}).reply("""
            x: the first 0 would mean that p doesn't matter to p * r.
            If p moves by 1, how far does p * r move?"""),
        Wrong({"x": [..., None, ...]}, "M6").reply("""
            x: true, the slot of q stays empty. But x is one tensor, and x.grad has a number for each of its elements.
            By how much does p * r move when q moves?"""),
        *(
            Wrong({"x": [..., middle, ...]}).reply(f"""
                x: {middle} for q would mean that the result moves when q moves. But q isn't used.
                By how much does p * r move when q alone moves?""")
            for middle in (1, q, p * r)
        ),
    )


@exercise("L5.4", p=_LARGER, q=_LARGER, r=_LARGER)
def other_nodes_with_slots(p: int = 4, q: int = 9, r: int = 5) -> Exercise:
    program = OTHER_NODES.format(p=p, q=q, r=r)
    trace, variables = shown_whole(program)
    return Exercise(
        prompt="`unbind` and `max` return several outputs. What are these three values?",
        setup=program,
        form=Table(
            {"r": Number(), "x": Numbers(3), "indices": Choice(("None", "a node"))},
            {"r": "r.output_nr", "x": "x.grad", "indices": "indices.grad_fn"},
        ),
        answer={
            "r": variables["r"].output_nr,
            "x": grad(trace, "x"),
            "indices": "None" if variables["indices"].grad_fn is None else "a node",
        },
        wrong=(
            *_wrong_numbers(r),
            *_wrong_at_unbind(p, q, r),
            Wrong({"indices": "a node"}, "M55").reply("""
                indices: positions are integers. They only jump or stay, so they have no useful slope.
                If the largest element grows a little, does its position move?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "UnbindBackward0"),
        looks={"r": Look("OpRecorded", "MulBackward0"), "x": AT_PRODUCT, "indices": Look("OpRecorded", "MaxBackward0")},
        otherwise={
            "r": "What is p.output_nr?",
            "x": "If p alone moves by 1, how far does p * r move? And if q alone moves by 1?",
        },
        why="""
            unbind has three slots, and no message comes for q. A built-in rule receives None for an empty slot:
            unbind's rule joins three pieces, with 0 for the missing piece. Positions have no gradient.""",
        hints=(
            "Which of p, q and r are used in the product? What arrives in the slot of the other output?",
            "The gradient of a product with respect to one factor is the other factor.",
            "`x.grad` is [the value of r, 0, the value of p].",
        ),
    )
