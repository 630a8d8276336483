"""Lesson 5, nodes with several outputs: output_nr, slots, zeros and None."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .. import Tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, CodeByCase, Probe, defined
from .answer_values import Choice, Number, Numbers, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import doubles, grad, leaf, number, received, recorded, shown_whole

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
a = al.tensor({{a}}., requires_grad=True)
b, c = DoubleTriple.apply(a)
"""
_SMALL, _LARGER = tuple(range(2, 10)), tuple(range(3, 10))
NODE = "DoubleTripleBackward"
AT_NODE, AT_NODE_AGAIN = Look("RuleApplied", NODE), Look("RuleApplied", NODE, 1)
AT_ZEROS = Look("SlotMaterialized", NODE)
AT_PRODUCT = Look("RuleApplied", "MulBackward0")
DoubleTriple = defined(DOUBLE_TRIPLE, "DoubleTriple")


def _double_triple(result: Callable[[Tensor, Tensor], Tensor], a: int = 3) -> Trace:
    b, c = DoubleTriple.apply(leaf(a, "a"))
    y = result(b, c)
    return recorded(y, b=b, c=c, y=y)


def _arguments(trace: Trace, nth: int = 0) -> list:
    """What the ``nth`` backward was called with: the slots, zeros in place of None."""
    return [0 if number is None else number for number in received(trace, NODE, nth)]


@exercise("L5.W1", p=_SMALL, q=_SMALL)
def warm_up_slot(p: int = 2, q: int = 5) -> Exercise:
    x = leaf(1, "x")
    trace = recorded(p * x + q * x)
    return Exercise(
        prompt=f"""
            In one backward, the messages {p} and {q} reach AccumulateGrad(x). `x.grad` was None. What is it
            afterwards?""",
        form=Number(),
        answer=grad(trace, "x"),
        wrong=(
            Wrong(q, "M9").reply(f"""
                {q} is one message. The other one counts as well, whichever of them comes first.
                What is done with messages that meet in one slot?"""),
            Wrong(p, "M9").reply(f"""
                {p} is one message. It does not replace the other one, and the other one does not replace it.
                What is done with messages that meet in one slot?"""),
            Wrong(p * q, "S5").reply(f"""
                {p * q} multiplies them. Links of one path multiply; messages that meet do not.
                What would it be if the second message were 0?"""),
            Wrong((p + q) / 2, "M9").reply(f"""
                {(p + q) / 2:g} is their mean. Both effects of x on the result count in full.
                If y = {p}·x + {q}·x, by how much does y move when x moves by 1?"""),
        ),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(x)", 1),
        asks="x.grad",
        why=f"{p} + {q}, added in the slot.",
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
    y = b + c
    return Exercise(
        prompt="`b.grad_fn is c.grad_fn`: True or False?",
        form=Choice(("True", "False")),
        answer=str(b.grad_fn is c.grad_fn),
        wrong=(
            Wrong("False", "M43").reply("""
                A node belongs to a call of the Function, not to a tensor that comes out of it.
                How often did forward run?"""),
        ),
        trace=recorded(y, b=b, c=c, y=y),
        look=Look("NodeVisited", NODE),
        asks="b.grad_fn is c.grad_fn",
        why="""
            One node with two outputs: what comes for b and what comes for c goes to it, and it runs once.
            b has output_nr 0, c has output_nr 1.""",
    )


@exercise("L5.P2")
def arguments_of_backward() -> Exercise:
    trace = _double_triple(lambda b, c: b)
    return Exercise(
        prompt="""
            `b.backward()` is called, and c is not used.
            With which gradients is `DoubleTriple.backward` called?""",
        form=Choice(("(1,)", "(1, 1)", "(1, None)", "(1, 0)")),
        answer=f"({', '.join(map(str, _arguments(trace)))})",
        wrong=(
            Wrong("(1,)", "M45").reply("""
                backward takes one gradient for each output of forward, whether that output was used or not.
                How many arguments does this backward have besides ctx?"""),
            Wrong("(1, 1)", "M44").reply("""
                The seed goes to b alone. No message comes for c.
                Which arrow could have brought a message to the slot of c?"""),
            Wrong("(1, None)", "M44").reply("""
                That is what lies in the slots: no message came for c. But that is before backward is called.
                backward multiplies its second gradient by 3. Could it do that with None?"""),
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


@exercise("L5.P5", a=_SMALL)
def gradient_through_both(a: int = 3) -> Exercise:
    trace = _double_triple(lambda b, c: b * c, a)
    b, c, right = 2 * a, 3 * a, grad(trace, "a")
    return Exercise(
        prompt="`y = b * c`, then `y.backward()`. What is `a.grad`?",
        program=SETUP.format(a=a) + "y = b * c\ny.backward()\n",
        form=among(5, b + c, right, b * c),
        answer=str(right),
        wrong=(
            Wrong("5", "M26").reply("""
                5 = 2 + 3 adds the local slopes alone, as if a 1 lay in each slot.
                What does the product send to b, and what to c?"""),
            Wrong(str(b + c), "S11").reply(f"""
                {b + c} = {c} + {b} adds the messages as they came, as if DoubleTriple had no slopes.
                What does DoubleTriple.backward do with the first gradient?"""),
            Wrong(str(b * c), "S1").reply(f"""
                {b * c} is y itself, {b} · {c}. A gradient says how fast y moves, not where it is.
                If a grows by a little, which of b and c move, and how much faster than a?"""),
        ),
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="a.grad",
        why=f"Slot 0 gets {c} and slot 1 gets {b}; {c}·2 + {b}·3 = {right}. (y = 6·a², so 12·a = {right}.)",
    )


def _slots_form(k: int) -> Table:
    return Table(
        {"slots1": Numbers(2), "grad1": Number(), "slots2": Numbers(2), "grad2": Number()},
        {
            "slots1": f"backward's gradients for ({k}*b + c).backward()",
            "grad1": "a.grad after it",
            "slots2": "backward's gradients for (b*b).backward(), from a fresh start",
            "grad2": "a.grad after it",
        },
    )


def _wrong_slots(b: int, k: int) -> tuple[Wrong, ...]:
    """What goes wrong in the slots themselves."""
    return (
        Wrong({"slots1": [1, k]}, "S15").reply("""
            slots1: the order is that of the outputs, not that of the expression or of the messages' arrival.
            Which output has number 0, and what arrives for it?"""),
        Wrong({"slots1": [2 * k, 3]}).reply(f"""
            slots1: these numbers are multiplied by the slopes of DoubleTriple already. Asked is what its backward
            receives.
            What does the node of {k}*b send to b?"""),
        Wrong({"slots2": [2 * b, 2 * b]}, "M44").reply(f"""
            slots2: c was never used, so no message came for it.
            Which arrow could have brought {2 * b} to the slot of c?"""),
        Wrong({"slots2": [b, b]}, "S15").reply("""
            slots2: b*b sends a message for each factor. Which slot it goes to depends on the factor, not on its place.
            What is the output_nr of the second factor?"""),
        Wrong({"slots2": [b, 0]}, "M9").reply(f"""
            slots2: {b} is one message, and b stands twice in b*b.
            How many arrows end in slot 0?"""),
        Wrong({"slots2": [2 * b, None]}, "M44").reply("""
            slots2: true, no message came for c, and its slot was empty. But that is the slot before backward is called.
            What does a Function put into an empty slot, unless set_materialize_grads(False) was called?"""),
    )


def _wrong_after_slots(b: int, k: int) -> tuple[Wrong, ...]:
    """What goes wrong on the way from the slots to a."""
    return (
        Wrong({"grad1": k + 1}, "S11").reply(f"""
            grad1: {k + 1} adds the messages as they came. Each passes through a slope of DoubleTriple first.
            What does DoubleTriple.backward do with g1?"""),
        Wrong({"grad1": 3 * k + 2}, "S15").reply("""
            grad1: each message is multiplied by a slope here, but by that of the other output.
            Which slope belongs to the output of slot 0?"""),
        Wrong({"grad1": 5}, "M26").reply("""
            grad1: 5 = 2 + 3 adds the slopes alone, as if a 1 lay in each slot.
            What lies in slot 0 when backward is called?"""),
        Wrong({"grad2": 2 * b}, "S4").reply(f"""
            grad2: {2 * b} lies in slot 0. It still has to pass through b = 2·a.
            What does DoubleTriple.backward do with g1?"""),
        Wrong({"grad2": 4 * b + 2 * k + 3}, "M7").reply("""
            grad2: that is what .grad holds when the first run's gradient is still there.
            What does "from a fresh start" say about a.grad?"""),
    )


def _slots_trace(a: int, k: int) -> Trace:
    with record(names={}) as trace:
        b, c = DoubleTriple.apply(leaf(a, "a"))
        (k * b + c).backward()
        b, c = DoubleTriple.apply(leaf(a, "a"))
        (b * b).backward()
    return trace


@exercise("L5.1", a=_SMALL, k=(4, 6, 7, 8, 9, 10))
def slot_table(a: int = 5, k: int = 10) -> Exercise:
    trace, b = _slots_trace(a, k), 2 * a
    grads = [number(value) for value in trace.grads().values()]
    return Exercise(
        prompt="""
            Fill the slots. In both cases: with which two gradients is `DoubleTriple.backward` called (a list),
            and what is `a.grad`?""",
        setup=SETUP.format(a=a),
        form=_slots_form(k),
        answer={
            "slots1": _arguments(trace),
            "grad1": grads[0],
            "slots2": _arguments(trace, 1),
            "grad2": grads[1],
        },
        wrong=(*_wrong_slots(b, k), *_wrong_after_slots(b, k)),
        trace=trace,
        look=AT_NODE_AGAIN,
        looks={
            "slots1": Look("RuleApplied", "AddBackward0"),
            "grad1": AT_NODE,
            "slots2": Look("RuleApplied", "MulBackward0", 1),
        },
        why=f"({k}, 1) gives {k}·2 + 1·3 = {grads[0]}. "
        f"b*b sends {b} and {b} into slot 0: ({2 * b}, 0) gives {grads[1]}.",
        hints=(
            "First find out which message goes to b and which to c; slot 0 is b's.",
            "b*b is a product whose two factors are both b: to which slot do their messages go?",
            f"For {k}*b + c: {k} goes to slot 0 and 1 to slot 1, and backward returns {k}·2 + 1·3.",
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
_OTHER_ORDER = "backward takes gd before gs"


def _what_it_returns(function: type) -> dict:
    """None, a tuple or a list of how many, or one thing, where the error about a wrong count does not tell them apart.

    And whether two gradients come out of arguments in the other order: that gives the numbers of another mistake.
    """
    returned: list[Any] = [None]

    def backward(ctx: Any, *grads: Tensor) -> Any:
        returned[0] = function.backward(ctx, *grads)
        return returned[0]

    watched = type(function.__name__, (function,), {"backward": staticmethod(backward)})
    s, d = watched.apply(leaf(5, "a"), leaf(2, "b"))
    with suppress(Exception):
        (s * d).backward()
    found = returned[0]
    several = isinstance(found, tuple | list)
    code = getattr(function.backward, "__code__", None)
    other_order = code is not None and code.co_varnames[1 : code.co_argcount] == ("gd", "gs")
    return {
        _RETURNED: "None" if found is None else f"{type(found).__name__} of {len(found)}" if several else "one",
        _OTHER_ORDER: other_order and several,
    }


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
    Wrong(_SUM_DIFF.format("return gs + gd, gs - gd").replace("gs, gd):", "gd, gs):")).reply("""
        Your backward takes gd first. The gradients arrive in the order of the outputs,
        whatever the arguments are called.
        What does forward return first, s or d?"""),
    Wrong(_SUM_DIFF.format("return gs + gd"), "M45").reply("""
        One gradient came back, but forward took two inputs. The rule: as many as forward took.
        How many arguments did forward have besides ctx?"""),
    Wrong(_SUM_DIFF.format("return gs - gd, gs + gd"), "M48").reply("""
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
            notes=frozenset({_RETURNED, _OTHER_ORDER}),
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
    "(10*b)": lambda b, c: 10 * b,
    "c": lambda b, c: c * 1,
    "(10*b + c)": lambda b, c: 10 * b + c,
}


def _no_zeros(*lines: str) -> str:
    """The class with another body of backward."""
    head = NO_ZEROS[: NO_ZEROS.index("        total = None")]
    return head + "\n".join(f"        {line}" for line in lines)


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
    where = f"a = {start}, {name}{ending}"

    def run(function: type) -> dict:
        trace, grad = _use(name, start, function)
        filled = bool(trace.find("SlotMaterialized"))
        return {f"{where}: gradient for input a": grad, f"{where}: whether an empty slot is filled with zeros": filled}

    return Probe(where, run), (lambda: _use(name, start, defined(NO_ZEROS, "DoubleTriple"))[0], AT_NODE)


_TOTAL = ("total = None", "if g1 is not None:", "    total = g1 * 2")
_WRONG_WITH_NONE = (
    Wrong(_no_zeros(_SUM), "M44").reply("""
        This counts on zeros. They were switched off: an empty slot is None, and None cannot be multiplied.
        What are g1 and g2 when only one of b and c is used?"""),
    Wrong(_no_zeros("return (g1 * 2 if g1 else 0) + (g2 * 3 if g2 else 0)"), "M6").reply("""
        `if g1:` asks whether g1 is zero, not whether it is there. With several elements that question has no answer.
        What is the truth value of a gradient [1, 1]?"""),
    Wrong(_no_zeros("if not g1:", "    return g2 * 3", "if not g2:", "    return g1 * 2", _SUM), "M6").reply("""
        `if not g1:` asks whether g1 is zero, not whether it is missing. A gradient of several elements cannot say.
        Which question is true for None alone?"""),
    Wrong(_no_zeros("if g1 is None or g2 is None:", "    return None", _SUM), "M6").reply("""
        You give up as soon as one slot is empty. A message lies in the other one, and it must reach a.
        When only one of b and c is used, does a matter to the result?"""),
    Wrong(_no_zeros("return g1 * 2 if g1 is not None else g2 * 3"), "M9").reply("""
        When there is a message in both slots, you use one and drop the other.
        For (10*b + c).backward(): which messages arrive, and in which slots?"""),
    Wrong(_no_zeros(*_TOTAL, "if g2 is not None:", "    total = g2 * 3", "return total"), "M9").reply("""
        When there is a message in both slots, one is lost. The second line forgets the first: `total = …` replaces
        what total was.
        What is total after the first `if`, and what is left of that after the second?"""),
    Wrong(_no_zeros("if g1 is None:", "    return g2 * 3", "if g2 is None:", "    return g1 * 2")).reply("""
        Of the three cases, one case is left out: there your backward ends without a `return`, so it gives back None.
        For (10*b + c).backward(): to which of your lines does Python come?"""),
    Wrong(
        _no_zeros(
            "if g1 is None:", "    return g2 * 2", "if g2 is None:", "    return g1 * 3", "return g1 * 3 + g2 * 2"
        )
    ).reply("""
        None is met in each case, but each message is multiplied by the slope of the other output.
        Which output of forward does g1 belong to, and how fast does that one move with a?"""),
    Wrong(_no_zeros("if g1 is None:", "    return g2", "if g2 is None:", "    return g1", _SUM), "S4").reply("""
        When only one message is there, you pass it on as it came.
        By how much do b and c move when a moves by 1?"""),
    Wrong(_no_zeros("return (None if g1 is None else g1 * 2), (None if g2 is None else g2 * 3)"), "M45").reply("""
        You return one gradient for each output. backward gives back one for each input of forward.
        How many arguments did forward have besides ctx?"""),
    Wrong(NO_ZEROS.replace("        ctx.set_materialize_grads(False)\n", "")).reply("""
        Zeros were put into the empty slot, so your backward never met None: forward does not switch the filling off.
        Which line of the cell, as it was given, switches it off?"""),
    Wrong(_no_zeros(*_TOTAL)).reply("""
        Your backward gave back None, as every Python function does that ends without a `return`.
        Which line hands the gradient back?"""),
)


@exercise("L5.3")
def survive_none() -> Exercise:
    _, c = defined(NO_ZEROS, "DoubleTriple").apply(leaf(3, "a"))
    probes = [_no_zeros_probe(name, start) for start in (3, [1.0, 2.0]) for name in _USES]
    return Exercise(
        prompt="""
            With `set_materialize_grads(False)` an empty slot stays None.
            Write a backward that can live with that: after `c.backward()`, `a.grad` is 3.""",
        form=CodeByCase(
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
        why="Each slot counts if a message came, and what is there is added.",
        hints=(
            "There are three cases: only g1 came, only g2 came, both came.",
            "Test with `is None`. Both present: add. One present: that one × its slope.",
            """Start with `total = None`. `if g1 is not None: total = g1 * 2`.
            Then the same for g2, adding to what is there.""",
        ),
    )


OTHER_NODES = """
x = al.tensor([{p}., {q}., {r}.], requires_grad=True)
p, q, r = x.unbind()
(p * r).backward()

w = al.tensor([3., 1., 2.], requires_grad=True)
(w[{picked}] * al.tensor([1., 10., 100.])).sum().backward()

values, indices = al.tensor([[1., 2.]], requires_grad=True).max(dim=1)
"""
_IN_OTHER_NODES = Table(
    {"r": Number(), "x": Numbers(3), "w": Numbers(3), "indices": Choice(("None", "a node"))},
    {"r": "r.output_nr", "x": "x.grad", "w": "w.grad", "indices": "indices.grad_fn"},
)


def _wrong_at_unbind(p: int, q: int, r: int) -> tuple[Wrong, ...]:
    return (
        Wrong({"r": 0}, "M43").reply("""
            r: 0 is p's number. One call of unbind made one node with three outputs.
            What is q.output_nr?"""),
        Wrong({"r": 3}, "S24").reply("""
            r: it is the third output, but outputs are counted as Python counts.
            What is p.output_nr?"""),
        Wrong({"x": [p, 0, r]}, "S2").reply("""
            x: the slope of p * r in p is the other factor. These two are swapped.
            If r were 0, could p matter?"""),
        Wrong({"x": [p, q, r]}, "S1").reply("""
            x: these are the values of x. A gradient says how fast the result moves.
            Does q matter to p * r at all?"""),
        Wrong({"x": [r, None, p]}, "M6").reply("""
            x: true, the slot of q stays empty. But x is one tensor, and x.grad has a number for each of its elements.
            By how much does p * r move when q moves?"""),
    )


def _wrong_at_other_nodes(picked: list[int]) -> tuple[Wrong, ...]:
    return (
        Wrong({"w": [1, 10, 100]}, "S15").reply("""
            w: these are the messages in the order of the picked elements. Each goes back to the place it came from.
            From which place of w was the first element picked?"""),
        Wrong({"w": [10**place for place in picked]}, "S15").reply("""
            w: you picked from the messages as forward picked from w. Backward goes the other way: it puts back.
            To which place of w does the message of the first picked element go?"""),
        Wrong({"w": [1, 1, 1]}, "S4").reply("""
            w: a 1 comes from the sum for each element, but there is a product between the sum and w.
            By what is the element picked first multiplied?"""),
        Wrong({"indices": "a node"}, "M55").reply("""
            indices: positions are integers. They jump, and where a result jumps there is no slope to speak of.
            If the largest element grows a little, does its position move?"""),
    )


@exercise("L5.4", p=_LARGER, q=_LARGER, r=_LARGER, first=(1, 2))
def other_nodes_with_slots(p: int = 4, q: int = 9, r: int = 1, first: int = 1) -> Exercise:
    picked = [(first + place) % 3 for place in range(3)]
    program = OTHER_NODES.format(p=p, q=q, r=r, picked=picked)
    trace, variables = shown_whole(program)
    return Exercise(
        prompt="Operations with several outputs have slots, too.",
        setup=program,
        form=_IN_OTHER_NODES,
        answer={
            "r": variables["r"].output_nr,
            "x": grad(trace, "x"),
            "w": grad(trace, "w"),
            "indices": "None" if variables["indices"].grad_fn is None else "a node",
        },
        wrong=(*_wrong_at_unbind(p, q, r), *_wrong_at_other_nodes(picked)),
        trace=trace,
        look=Look("RuleApplied", "UnbindBackward0"),
        looks={
            "r": Look("OpRecorded", "MulBackward0"),
            "x": AT_PRODUCT,
            "w": Look("RuleApplied", "IndexBackward0"),
            "indices": Look("OpRecorded", "MaxBackward0"),
        },
        why="unbind has three slots; slot 1 (q) gets no message and counts as 0. Positions have no gradient.",
        hints=(
            "Which of p, q, r take part in the product? What comes to the slot of the other one?",
            "A picked element sends its message back to the place where it came from.",
            f"`x.grad` is [the value of r, 0, the value of p]; in `w.grad`, the 1 stands at place {first}.",
        ),
    )
