"""Lesson 6, the seed of a backward: the ``gradient`` argument, vᵀJ, and what the whole Jacobian costs."""

from collections.abc import Callable
from typing import Any

from .. import Tensor, eye, stack, tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Code, Probe
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .lesson_05 import DoubleTriple
from .programs import grad, leaf, number, received, recorded, shown_whole

ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
PROGRAM = """
W = al.tensor([[{a}., {b}.], [{c}., {d}.], [{e}., {f}.]])
x = al.tensor([7., 8.], requires_grad=True)
y = W @ x
y.backward({seed})
"""
AT_NODE = Look("RuleApplied", "MvBackward0")
DIGITS = [1.0, 10.0, 100.0]
_SIZES = tuple(range(2, 10))


def _seeded(*seeds: list) -> Trace:
    """y = W @ x at [7, 8], and a backward for each seed, each into an empty ``.grad``."""
    x = leaf([7.0, 8.0], "x")
    names: dict[str, Tensor] = {}
    with record(names=names) as trace:
        names["y"] = y = tensor(ROWS) @ x
        for place, seed in enumerate(seeds, start=1):
            x.grad = None
            y.backward(tensor(seed), retain_graph=place < len(seeds))
    return trace


@exercise("L6.W1", k=_SIZES, m=_SIZES)
def warm_up_slots(k: int = 4, m: int = 7) -> Exercise:
    b, c = DoubleTriple.apply(leaf(6, "a"))
    y = k * b + m * c
    trace = recorded(y, b=b, c=c, y=y)
    return Exercise(
        prompt=f"""
            A Function gives two outputs, b = 2·a and c = 3·a. With which two gradients does
            `({k}*b + {m}*c).backward()` call its backward?""",
        form=Numbers(2),
        answer=received(trace, "DoubleTripleBackward"),
        wrong=(
            Wrong([m, k], "S15").reply("""
                The gradients come in the order of the outputs: b is output 0.
                By how much does the sum grow when b grows by 1?"""),
            Wrong([2 * k, 3 * m]).reply(f"""
                These numbers have passed the Function's own slopes already. Asked is what its backward receives.
                What does the node of {k}*b send to b?"""),
            Wrong([1, 1], "S4").reply(f"""
                1 is the seed, which the sum passes on. There is one more link between the sum and each output.
                What does the node of {k}*b do with the 1 that it receives?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "DoubleTripleBackward"),
        why="Each slot holds how much the result moves with that output.",
    )


@exercise("L6.W2", a=_SIZES, b=_SIZES, c=_SIZES, d=_SIZES)
def warm_up_accumulation(a: int = 1, b: int = 2, c: int = 3, d: int = 4) -> Exercise:
    x = leaf([15.0, 19.0], "x")
    with record(names={}) as trace:
        for slopes in ([a, b], [c, d]):
            (x * tensor(slopes)).sum().backward()
    return Exercise(
        prompt=f"""
            `x.grad` holds [{a}, {b}], and nothing clears it. The next backward brings [{c}, {d}]. What is `x.grad`
            then?""",
        form=Numbers(2),
        answer=grad(trace, "x"),
        wrong=(
            Wrong([c, d], "M7").reply("""
                That is what the new backward brings. What is in `.grad` already does not go away by itself.
                What does AccumulateGrad do with the two?"""),
            Wrong([a, b], "M7").reply("""
                That is what was there before. A backward that reaches x does change `x.grad`.
                What does AccumulateGrad do with what it brings?"""),
            Wrong([(a + c) / 2, (b + d) / 2], "M9").reply("""
                That is the mean of the two, number by number. Both count in full.
                What would it be if the second backward brought zeros?"""),
            Wrong([a * c, b * d], "S5").reply("""
                You multiplied, number by number. Links of one path multiply; what meets in `.grad` does not.
                What would it be if the second backward brought zeros?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(x)", 1),
        asks="x.grad",
        why="`.grad` adds up, number by number, until it is cleared.",
    )


@exercise("L6.P1")
def why_it_refuses() -> Exercise:
    right = "how much each output counts"
    return Exercise(
        prompt="y has three numbers, and `y.backward()` refuses. What is missing?",
        form=Choice(("a rule for arrays", right, "a graph: y has no grad_fn")),
        answer=right,
        wrong=(
            Wrong("a rule for arrays", "M22").reply("""
                The rule is there: it runs whenever a scalar is computed from y. It has nothing to start with.
                Which number does backward start with where the output is one number?"""),
            Wrong("a graph: y has no grad_fn", "M4").reply("""
                y was made from x, which requires a gradient, so it has a grad_fn: that was printed above.
                What does backward put into the slot of the root, before any rule runs?"""),
        ),
        trace=_seeded([2.0, 3.0, 4.0]),
        look=Look("BackwardStarted"),
        why="A seed has one number for each output. For a single output it is 1; for three, only the caller can say.",
    )


_WEIGHTS = dict.fromkeys("abcdef", tuple(range(1, 10)))


@exercise("L6.P2", **_WEIGHTS)
def seed_of_ones(a: int = 1, b: int = 2, c: int = 3, d: int = 4, e: int = 5, f: int = 6) -> Exercise:
    program = PROGRAM.format(a=a, b=b, c=c, d=d, e=e, f=f, seed="al.ones(3)")
    trace, variables = shown_whole(program)
    right, y = str(grad(trace, "x")), str([int(number) for number in variables["y"].tolist()])
    return Exercise(
        prompt="`y.backward(al.ones(3))`: what is `x.grad`?",
        program=program,
        form=Choice(("[1, 1]", right, y, "all six numbers of W")),
        answer=right,
        wrong=(
            Wrong("[1, 1]", "M23").reply("""
                A seed of ones does not make a gradient of ones: what arrives is multiplied by slopes.
                By how much does y[0] alone move when x[0] moves by 1?"""),
            Wrong(y, "S1").reply("""
                That is y itself. A gradient says how fast the outputs move, not where they are.
                How many numbers does x have, and so its gradient?"""),
            Wrong("all six numbers of W", "M24").reply("""
                Six slopes there are, but x.grad always has the shape of x.
                If all three outputs count once, and x[0] moves by 1, by how much do they move together?"""),
        ),
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="x.grad",
        why=f"Each column of W, added up: {a} + {c} + {e} and {b} + {d} + {f}. That is the gradient of y.sum().",
    )


@exercise("L6.P3", **_WEIGHTS)
def seed_of_digits(a: int = 1, b: int = 2, c: int = 3, d: int = 4, e: int = 5, f: int = 6) -> Exercise:
    program = PROGRAM.format(a=a, b=b, c=c, d=d, e=e, f=f, seed="al.tensor([1., 10., 100.])")
    trace, _ = shown_whole(program)
    sums = [a + c + e, b + d + f]
    return Exercise(
        prompt="`y.backward(al.tensor([1., 10., 100.]))`: what is `x.grad`?",
        program=program,
        form=Numbers(2),
        answer=grad(trace, "x"),
        wrong=(
            Wrong(sums, "M23").reply("""
                That is what a seed of ones brings. Here the outputs do not count alike.
                How often does y[2] count?"""),
            Wrong([111 * each for each in sums], "M21").reply("""
                You took the seed as one factor, its sum, for everything. Each of its numbers belongs to one output.
                Which output does the 100 belong to?"""),
            Wrong([100 * a + 10 * c + e, 100 * b + 10 * d + f], "S15").reply("""
                Here the 100 stands with the first output. Number i of the seed belongs to output i.
                By how much does y[0] move with x[0], and how often does it count?"""),
            Wrong([100 * e, 100 * f], "M9").reply("""
                That is the last output's part alone. The parts of the other two are added to it.
                What does y[0] bring?"""),
            Wrong([111, 111], "M26").reply("""
                You added up the seed. What arrives at a node is multiplied by its slopes before it is sent.
                By how much does y[0] move when x[0] moves by 1?"""),
        ),
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="x.grad",
        why="Row 0 once, row 1 ten times, row 2 a hundred times: the digits are the columns of W, from below.",
    )


@exercise("L6.P4")
def how_many_calls() -> Exercise:
    seeds = eye(3).tolist()
    return Exercise(
        prompt="W has six slopes. How many backward calls does it take to see all of them?",
        form=Choice(("1", "2", "3", "6")),
        answer=str(len(seeds)),
        wrong=(
            Wrong("1", "M24").reply("""
                One call brings two numbers, as many as x has. In the digits of the last answer one can read six slopes,
                but only because they are small whole numbers.
                Which seed makes x.grad tell about y[0] alone?"""),
            Wrong("2", "M33").reply("""
                That is the count of the other direction: forward mode goes once for each input.
                How many slopes does one backward call bring?"""),
            Wrong("6").reply("""
                One call brings more than one slope: it reaches all of x.
                Which slopes are in x.grad after the seed [1, 0, 0]?"""),
        ),
        trace=_seeded(*seeds),
        look=Look("BackwardStarted", "", 2),
        why="One call for each output: a seed with a single 1 brings that output's row.",
    )


SQUARES = """
x = al.tensor([{}., {}., {}.], requires_grad=True)
y = x * x
y.backward(al.tensor([1., 10., 100.]))
"""


@exercise("L6.1", p=_SIZES, q=_SIZES, r=_SIZES)
def elementwise(p: int = 3, q: int = 4, r: int = 5) -> Exercise:
    program = SQUARES.format(p, q, r)
    trace, _ = shown_whole(program)
    slopes, values = [2 * p, 2 * q, 2 * r], [p * p, 10 * q * q, 100 * r * r]
    total = slopes[0] + 10 * slopes[1] + 100 * slopes[2]
    return Exercise(
        prompt="Each output depends on one input alone. What is `x.grad`?",
        setup=program,
        form=Numbers(3),
        answer=grad(trace, "x"),
        wrong=(
            Wrong(slopes, "M23").reply("""
                These are the slopes, which a seed of ones would bring. Here the outputs do not count alike.
                Which number of the seed belongs to y[1]?"""),
            Wrong([p, 10 * q, 100 * r], "M9").reply("""
                You have one message for each element. But x stands twice in x * x.
                How many arrows lead from the product to x?"""),
            Wrong(values, "S1").reply("""
                These are the values of y, each times its number in the seed. A gradient is made of slopes.
                By how much does y[0] move when x[0] moves by a little?"""),
            Wrong([1, 10, 100], "S4").reply("""
                That is the seed itself. One link lies between y and x.
                By what does the product multiply what it receives?"""),
            Wrong([total] * 3).reply("""
                You added up over all outputs for each input. Most of these slopes are 0.
                Does y[1] move when x[0] moves?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(x)"),
        asks="x.grad",
        why="Here J is diagonal: each slope 2·x is multiplied by its own number of the seed.",
        hints=(
            "Which outputs move when x[0] moves? Only those bring something to x.grad[0].",
            "The slope of x·x is 2·x. What arrives there, in place of a 1?",
            f"x.grad[0] is 1 · 2 · {p}; in the other two places the seed is 10 and 100.",
        ),
    )


_JACOBIAN = """
def jacobian(f, x):
    y = f(x)
    rows = []
    for i in range(len(y)):
        v = al.zeros(len(y))
        {}
    return al.stack(rows)
"""


def _jacobian(*lines: str) -> str:
    """The function with these lines in its loop."""
    return _JACOBIAN.format("\n        ".join(lines))


_SEED, _CLEAR, _BACKWARD, _KEEP = "v[i] = 1", "x.grad = None", "y.backward(v, retain_graph=True)", "rows.append(x.grad)"
JACOBIAN = _jacobian(_SEED, _CLEAR, _BACKWARD, _KEEP)


def _products(x: Tensor) -> Tensor:
    return stack([x[0] * x[1], x[1] * x[2]])


_FUNCTIONS: dict[str, tuple[Callable, list[float]]] = {
    "W @ x": (lambda x: tensor(ROWS) @ x, [7.0, 8.0]),
    "[x[0]*x[1], x[1]*x[2]]": (_products, [2.0, 3.0, 5.0]),
}


def _probe(name: str, times: int) -> Probe:
    function, numbers = _FUNCTIONS[name]
    where = f"f(x) = {name}, x = {[int(item) for item in numbers]}{', a second time' if times > 1 else ''}"

    def run(jacobian: Callable) -> dict[str, Any]:
        x = leaf(numbers, "x")
        found = [jacobian(function, x) for _ in range(times)]
        return {f"{where}: J": found[-1]}

    return Probe(where, run)


_WRONG_JACOBIAN = (
    Wrong(JACOBIAN.replace("stack(rows)", "stack(rows, dim=1)")).reply("""
        Your J is transposed: what one call brings stands in a column. Row i belongs to output i.
        How many rows has J for three outputs and two inputs?"""),
    Wrong(_jacobian(_SEED, _BACKWARD, "rows.append(x.grad.clone())"), "M7").reply("""
        Each row after the first has the rows before it in it. What one call writes into x.grad, the next one adds to.
        What must be in x.grad when a backward starts?"""),
    Wrong(_jacobian(_SEED, _BACKWARD, _KEEP), "M7").reply("""
        All your rows are one and the same tensor, x.grad, and it holds the sum of all calls.
        What must be in x.grad when a backward starts?"""),
    Wrong(_jacobian(_SEED, "if x.grad is not None:", "    x.grad.zero_()", _BACKWARD, _KEEP)).reply("""
        All your rows are one and the same tensor, which is emptied in place and filled again.
        How do you keep what is in it now, whatever happens to it later?"""),
    Wrong(_jacobian(_CLEAR, _BACKWARD, _KEEP)).reply("""
        All your rows are zero. Either each seed is zero, or each row is emptied after it was put into the list.
        Print v, and x.grad after the call: which of them is zero?"""),
    Wrong(_jacobian("v = al.ones(len(y))", _CLEAR, _BACKWARD, _KEEP), "M23").reply("""
        Every row is the sum of all rows: your seed has a 1 for each output.
        Which seed asks about output i alone?"""),
    Wrong(_jacobian("v[: i + 1] = 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Your seeds pile up: the second asks about two outputs together, the third about three.
        How many of the numbers of v may differ from 0?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "y.backward(v)", _KEEP)).reply("""
        The first call has let go of what the graph had saved, and the second one needs it.
        With which argument does backward keep the graph?"""),
)


@exercise("L6.2")
def write_jacobian() -> Exercise:
    return Exercise(
        prompt="""
            Write `jacobian(f, x)`: row i of what it returns is ∂y[i]/∂x. x is a leaf that requires a gradient. Seeds
            with a single 1 will do it.""",
        form=Code(
            name="jacobian",
            starting=_jacobian("..."),
            solution=JACOBIAN,
            probes=(_probe("W @ x", 1), _probe("[x[0]*x[1], x[1]*x[2]]", 1), _probe("W @ x", 2)),
        ),
        answer=JACOBIAN,
        wrong=_WRONG_JACOBIAN,
        trace=_seeded(*eye(3).tolist()),
        look=Look("BackwardStarted"),
        why="Each seed with a single 1 brings one row, if x.grad starts empty and the graph is kept.",
        hints=(
            "In round i, output i alone counts: one place of v is not 0.",
            "x.grad adds up across calls, and the graph is freed after one. What has to be done about each?",
            """In each round: set place i of v to 1, set x.grad to None, call backward with v and retain_graph=True,
            and append x.grad.""",
        ),
    )


MEAN = """
A = al.tensor([[2., 1.], [4., 5.], [9., 3.]])
x = al.tensor([7., 8.], requires_grad=True)
y = A @ x
y.backward(al.tensor(answer))
"""


@exercise("L6.3")
def seed_of_a_mean() -> Exercise:
    y = tensor([[2.0, 1.0], [4.0, 5.0], [9.0, 3.0]]) @ leaf([7.0, 8.0], "x")
    mean = y.mean()
    return Exercise(
        prompt="""
            Which seed makes this backward do what `y.mean().backward()` does, whatever A is?
            (`1/3` may stand in a list, too.)""",
        setup=MEAN,
        form=Numbers(3),
        answer=[1 / 3] * 3,
        wrong=(
            Wrong([1, 1, 1], "M23").reply("""
                Ones bring the gradient of y.sum(). A mean moves less.
                If y[0] alone grows by 1, by how much does the mean grow?"""),
            Wrong([3, 3, 3]).reply("""
                With this seed three times the sum moves. A mean moves less than the sum.
                If y[0] alone grows by 1, by how much does the mean grow?"""),
            Wrong([0.5, 0.5, 0.5]).reply("""
                You divided by the number of inputs. The mean is taken over y.
                How many numbers does y have?"""),
            Wrong([5, 5, 5], "S1").reply("""
                A seed says how much each output counts. It is not made of the numbers of A.
                If y[0] alone grows by 1, by how much does the mean grow?"""),
        ),
        trace=recorded(mean, y=y),
        look=Look("RuleApplied", "MeanBackward0"),
        why="That is what the node of the mean sends to the node of y. A seed is what a scalar behind y would send.",
        hints=(
            "Think of the mean as one more operation behind y. What does its node send?",
            "If y[0] grows by 1, the sum grows by 1. By how much does the mean of three numbers grow?",
            "y.mean() is (y[0] + y[1] + y[2]) / 3, so each output counts 1/3.",
        ),
    )


_MODES = ("backward takes fewer", "forward takes fewer", "both take as many")
_COSTS = Table(
    {
        "loss": Choice(_MODES),
        "dial": Choice(_MODES),
        "square": Choice(_MODES),
        "calls": Number(),
        "seed": Choice(("(5,)", "(2, 5)", "(2, 5, 2, 5)")),
    },
    {
        "loss": "1000 inputs, 1 output",
        "dial": "1 input, 1000 outputs",
        "square": "3 inputs, 3 outputs",
        "calls": "backward calls for all slopes of the loss",
        "seed": "shape of the seed for y = x * x, both of shape (2, 5)",
    },
)
_WRONG_COSTS = (
    Wrong({"loss": "forward takes fewer"}, "M33").reply("""
        loss: a forward pass tells how everything moves with one input. There are 1000 of them.
        How many inputs does one backward call reach?"""),
    Wrong({"loss": "both take as many"}, "M33").reply("""
        loss: the slopes are the same either way, but not the number of passes.
        How many inputs does one backward call reach, and how many does one forward pass follow?"""),
    Wrong({"dial": "backward takes fewer"}, "M33").reply("""
        dial: backward goes once for each output, and each has a row of its own. It is not always the better way.
        How many outputs does one forward pass reach?"""),
    Wrong({"dial": "both take as many"}, "M33").reply("""
        dial: the slopes are the same either way, but not the number of passes.
        Which of the two goes once for each output?"""),
    Wrong({"calls": 1000}, "M24").reply("""
        calls: 1000 slopes, but they all lie in one row.
        How many slopes does one backward call bring?"""),
    Wrong({"calls": 1_000_000}, "M24").reply("""
        calls: so many slopes there are for 1000 outputs. Here there is one output.
        How many rows does J have?"""),
    Wrong({"seed": "(2, 5, 2, 5)"}, "M25").reply("""
        seed: that is the shape of the whole Jacobian, one slope for each pair of an output and an input.
        For each of which of the two does the seed say how much it counts?"""),
    Wrong({"seed": "(5,)"}, "M25").reply("""
        seed: it has a number for each output, and y is not a list of rows to it.
        How many numbers does y have?"""),
)


def _costs_trace() -> Trace:
    """4 inputs to 1 output; 1 input to 3 outputs, row by row; and one backward from (2, 5) to (2, 5)."""
    w, t, x = leaf([1.0, 3.0, 2.0, 5.0], "w"), leaf(6, "t"), leaf([[1.0] * 5, [2.0] * 5], "x")
    names: dict[str, Tensor] = {}
    with record(names=names) as trace:
        (w * w).sum().backward()
        for seed in eye(3):
            (t * tensor([2.0, 4.0, 7.0])).backward(seed)
        names["y"] = y = x * x
        y.backward(tensor([[1.0, 1, 1, 1, 10], [1, 1, 1, 1, 100]]))
    return trace


@exercise("L6.4")
def costs() -> Exercise:
    trace = _costs_trace()
    started = next(event for event in reversed(trace.events) if event.kind == "BackwardStarted")
    after_rows = Look("BackwardFinished", "", 3)
    shape = [len(number(started.seeds[0])), len(number(started.seeds[0])[0])]
    return Exercise(
        prompt="""
            Which way to all slopes takes fewer passes, and what else does it take? (The replies point into the trace
            of smaller ones: 4 inputs and 1 output; 1 input and 3 outputs, all rows; x and y of shape (2, 5).)""",
        form=_COSTS,
        answer={
            "loss": "backward takes fewer",
            "dial": "forward takes fewer",
            "square": "both take as many",
            "calls": 1,
            "seed": f"({shape[0]}, {shape[1]})",
        },
        wrong=_WRONG_COSTS,
        trace=trace,
        look=after_rows,
        looks={
            "loss": Look("BackwardFinished"),
            "calls": Look("BackwardFinished"),
            "seed": Look("BackwardStarted", "", 4),
        },
        why="Backward goes once for each output, forward mode once for each input; a seed has the shape of the output.",
        hints=(
            "Count the outputs for backward, the inputs for forward mode.",
            "A loss is one output, however many weights there are. How many rows does J have then?",
            "1000 inputs, 1 output: 1 backward call, 1000 forward passes. The seed has a number for each number of y.",
        ),
    )
