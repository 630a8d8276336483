"""Lesson 6, the ``gradient`` argument: one weight for each output, vᵀJ, and what the whole Jacobian costs."""

from collections.abc import Callable
from typing import Any

import numpy as np

import autograd_lab

from .. import Tensor, eye, stack, tensor
from ..tracing.recording.recorder import record
from ..tracing.recording.values import number_text
from ..tracing.trace.trace import Trace
from .answer_code import Code, Probe
from .answer_values import Choice, Numbers
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .plain import Told, plain_numbers
from .programs import grad, leaf, number, recorded, shown_whole

ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
PROGRAM = """
W = al.tensor([[{a}., {b}.], [{c}., {d}.], [{e}., {f}.]])
x = al.tensor([7., 8.], requires_grad=True)
y = W @ x
y.backward({v})
"""
AT_NODE = Look("RuleApplied", "MvBackward0")
_SIZES = tuple(range(2, 10))
_WEIGHTS = dict.fromkeys("abcdef", tuple(range(1, 10)))


def _seeded(rows: list, *seeds: list) -> Trace:
    """y = rows @ x, and a backward for each seed, each into an empty ``.grad``."""
    x = leaf([7.0, 8.0, 9.0, 10.0][: len(rows[0])], "x")
    names: dict[str, Tensor] = {}
    with record(names=names) as trace:
        names["y"] = y = tensor(rows) @ x
        for place, seed in enumerate(seeds, start=1):
            x.grad = None
            y.backward(tensor(seed), retain_graph=place < len(seeds))
    return trace


@exercise("L6.P1")
def why_it_refuses() -> Exercise:
    right = "how much each output counts"
    return Exercise(
        prompt="Why does `y.backward()` raise an error here? What is missing?",
        form=Choice(("a rule for arrays", right, "a graph: y has no grad_fn")),
        answer=right,
        wrong=(
            Wrong("a rule for arrays", "M22").reply("""
                The rule is there: you saw it run three times. It needs a number to start with.
                Which number does backward start with when the output is a loss?"""),
            Wrong("a graph: y has no grad_fn", "M4").reply("""
                y was computed from x, which requires a gradient, so y has a grad_fn: `print(y)` shows MvBackward0.
                Which number does backward start with when the output is a loss?"""),
        ),
        trace=_seeded(ROWS, [2.0, 3.0, 4.0]),
        look=None,
        why="Backward starts with one number for each output. A single output gets a 1; for three, you must choose.",
    )


@exercise("L6.P2", **_WEIGHTS)
def ones(a: int = 1, b: int = 2, c: int = 3, d: int = 4, e: int = 5, f: int = 6) -> Exercise:
    program = PROGRAM.format(a=a, b=b, c=c, d=d, e=e, f=f, v="al.ones(3)")
    trace, variables = shown_whole(program)
    right, y = str(grad(trace, "x")), str([int(number) for number in variables["y"].tolist()])
    return Exercise(
        prompt="`y.backward(al.ones(3))`: what is `x.grad`?",
        program=program,
        form=Choice(("[1, 1]", right, y, "all six numbers of W")),
        answer=right,
        wrong=(
            Wrong("[1, 1]", "M23").reply("""
                Weights of 1 don't make a gradient of ones: each weight multiplies its row of slopes.
                If x[0] moves by 1, by how much does y[0] move?"""),
            Wrong(y, "S1").reply("""
                That is y itself. A gradient says how fast the outputs move, not where they are.
                x has two numbers. How many numbers does its gradient have?"""),
            Wrong("all six numbers of W", "M24").reply("""
                There are six slopes, but x.grad always has the shape of x: two numbers.
                If x[0] moves by 1, by how much do the three outputs move together?"""),
        ),
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="x.grad",
        why=f"All rows count once, so each column is added up: {a} + {c} + {e} and {b} + {d} + {f}. "
        "That is the gradient of y.sum().",
    )


@exercise("L6.P3", **_WEIGHTS)
def digits(a: int = 1, b: int = 2, c: int = 3, d: int = 4, e: int = 5, f: int = 6) -> Exercise:
    program = PROGRAM.format(a=a, b=b, c=c, d=d, e=e, f=f, v="al.tensor([1., 10., 100.])")
    trace, variables = shown_whole(program)
    y = [int(number) for number in variables["y"].tolist()]
    return Exercise(
        prompt="`y.backward(al.tensor([1., 10., 100.]))`: what is `x.grad`?",
        program=program,
        form=Numbers(2),
        answer=grad(trace, "x"),
        wrong=(
            *_wrong_digits((a, c, e), (b, d, f)),
            Wrong([7, 8], "S1").reply("""
                That is x itself. A gradient says how fast the outputs move, not where x is.
                If x[0] moves by 1, by how much does y[0] move?"""),
            Wrong([0, 0]).reply("""
                0 would mean that no output moves when x moves. But each output depends on both numbers of x.
                If x[0] moves by 1, by how much does y[0] move?"""),
            Wrong([1, 10]).reply("""
                These are two of the weights. Each weight multiplies the row beside it.
                Which numbers does the row of y[1] contribute?"""),
            *(
                Wrong(answer, "S1").reply("""
                    This is made from the values of y. A gradient says how fast the outputs move, not where they are.
                    If x[0] moves by 1, by how much does y[2] move?""")
                for answer in (y[:2], [y[0], 10 * y[1]], 2 * [y[0] + 10 * y[1] + 100 * y[2]])
            ),
        ),
        otherwise={
            0: "Column 0 of J has a number in each row. What is each of these numbers times its weight?",
            1: "Column 1 of J has a number in each row. What is each of these numbers times its weight?",
        },
        trace=trace,
        look=AT_NODE,
        waits=True,
        asks="x.grad",
        why=f"Row 0 counts once, row 1 ten times, row 2 a hundred times: {a} + {10 * c} + {100 * e} and "
        f"{b} + {10 * d} + {100 * f}. So each number is a column of J, read upwards.",
    )


def _wrong_digits(*columns: tuple[int, int, int]) -> tuple[Wrong, ...]:
    """Answers to L6.P3, where these are the columns of W."""
    right = [first + 10 * second + 100 * third for first, second, third in columns]
    turned = [100 * first + 10 * second + third for first, second, third in columns]
    return (
        Wrong([sum(column) for column in columns], "M23").reply("""
            That is what weights of 1 bring. Here the outputs don't count equally.
            How many times does y[2] count?"""),
        Wrong([111 * sum(column) for column in columns], "M21").reply("""
            You added up the weights and used 111 for every row. Each weight belongs to one output.
            Which output does the 100 belong to?"""),
        *(
            Wrong(answer, "S15").reply("""
                The weights are in reverse: your 100 goes with y[0]. Weight number i belongs to output i.
                Which weight does the row of y[0] have?""")
            for answer in ([turned[0], ...], [..., turned[1]])
        ),
        *(_one_row(place, [10**place * column[place] for column in columns]) for place in range(3)),
        Wrong([111, 111], "M26").reply("""
            You added up the weights. Each weight multiplies the slopes in its row before anything is added.
            If x[0] moves by 1, by how much does y[0] move?"""),
        Wrong(right[::-1]).reply("""
            Both numbers are right, but in the wrong places. Column 0 of J belongs to x[0].
            What does the left column of the weighted rows add up to?"""),
        Wrong([round(number / 3, 2) for number in right]).reply("""
            This is a mean over the three outputs. backward adds up what they contribute and divides nothing.
            If x[0] moves by 1, by how much do the three outputs move?"""),
        *(_bare_row(place, [column[place] for column in columns]) for place in (1, 2)),
        *(_lost_row(place, columns) for place in range(3)),
        Wrong([111 * first for first, _, _ in columns], "M21").reply("""
            You used the row of y[0] for every weight. Each weight has a row of its own.
            Which numbers does the row of y[2] contribute?"""),
        Wrong([-number for number in right]).reply("""
            The sizes are right, the signs aren't: no slope and no weight is negative here.
            If x[0] grows, does y[2] grow or fall?"""),
    )


def _one_row(place: int, answer: list) -> Wrong:
    """What one output contributes to L6.P3."""
    return Wrong(answer, "M9").reply(f"""
        That is what y[{place}] contributes. The contributions of the other two outputs are missing.
        What does the row of y[{(place + 1) % 3}] contribute?""")


def _lost_row(place: int, columns: tuple[tuple[int, int, int], ...]) -> Wrong:
    """L6.P3 without what one output contributes."""
    others = [sum(10**row * column[row] for row in range(3) if row != place) for column in columns]
    return Wrong(others, "M9").reply(f"""
        The contribution of y[{place}] is missing. It has a weight, too, so its row counts.
        Which weight does y[{place}] have, and which row?""")


def _bare_row(place: int, answer: list) -> Wrong:
    """One row of W as the answer to L6.P3."""
    return Wrong(answer, "M24").reply(f"""
        That is the row of y[{place}] alone, without its weight. Each row is multiplied by its weight, and the rows are
        added up.
        Which weight does y[{place}] have?""")


SQUARES = """
x = al.tensor([{}., {}., {}.], requires_grad=True)
y = x * x
y.backward(al.tensor([1., 10., 100.]))
"""


@exercise("L6.1", p=_SIZES, q=_SIZES, r=_SIZES)
def elementwise(p: int = 3, q: int = 4, r: int = 5) -> Exercise:
    program = SQUARES.format(p, q, r)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="Each output depends on only one input. What is `x.grad`?",
        setup=program,
        form=Numbers(3),
        answer=grad(trace, "x"),
        wrong=_wrong_squares(p, q, r),
        trace=trace,
        look=Look("RuleApplied", "MulBackward0"),
        otherwise={
            place: f"What is the slope of y[{place}] with respect to x[{place}], and which weight multiplies it?"
            for place in range(3)
        },
        asks="x.grad",
        why="Row i of J has one slope that isn't 0: 2·x[i]. It is multiplied by weight i, and there is nothing to add.",
        hints=(
            "Which outputs move when x[0] moves? Only these contribute to x.grad[0].",
            "The slope of x·x is 2·x. Which weight multiplies it?",
            f"x.grad[0] is 1 · 2 · {p}. The other two numbers have the weights 10 and 100.",
        ),
    )


def _wrong_squares(*values: int) -> tuple[Wrong, ...]:
    """Answers to L6.1, at these values of x."""
    p, q, r = values
    total = 2 * p + 20 * q + 200 * r
    return (
        Wrong([2 * p, 2 * q, 2 * r], "M23").reply("""
            These are the slopes, which weights of 1 would bring. Here the outputs don't count equally.
            Which weight does y[1] have?"""),
        Wrong([p, 10 * q, 100 * r], "M9").reply("""
            These are the weights times x, half of the gradient: x is used twice in x * x.
            How many arrows lead from the product to x?"""),
        Wrong([p * p, 10 * q * q, 100 * r * r], "S1").reply("""
            These are the values of y, each times its weight. A gradient is made of slopes.
            If x[0] moves by a little, how many times as far does y[0] move?"""),
        Wrong([p * p, q * q, r * r], "S1").reply("""
            These are the values of y. A gradient is made of slopes, each times its weight.
            If x[0] moves by a little, how many times as far does y[0] move?"""),
        Wrong([1, 10, 100], "S4").reply("""
            These are the weights, before any slope. Between y and x there is a product.
            By what does the node of the product multiply what it receives?"""),
        Wrong([2, 20, 200], "S9").reply("""
            You used 2 as the slope of x * x. The slope also depends on where x is.
            Is x * x as steep at x = 1 as at x = 100?"""),
        Wrong([p, q, r], "S2").reply("""
            That is x itself: each factor of x * x, once, without a weight.
            If x[0] moves by a little, how many times as far does y[0] move?"""),
        Wrong([200 * p, 20 * q, 2 * r], "S15").reply("""
            The weights are in reverse. Weight number i belongs to output i.
            Which weight does y[0] have?"""),
        Wrong([total] * 3).reply("""
            You added up over all outputs for each input. Most of these slopes are 0.
            Does y[1] move when x[0] moves?"""),
        Wrong([2 * p, 2 * p + 20 * q, total]).reply("""
            You kept adding from left to right. Only y[1] depends on x[1], so nothing else belongs to x.grad[1].
            Does y[0] move when x[1] moves?"""),
        *(
            Wrong([(p + q + r) * factor for factor in factors]).reply("""
                You added up the numbers of x. Each output depends on only one of them.
                Does y[1] move when x[0] moves?""")
            for factors in ((1, 10, 100), (p, q, r))
        ),
        *_wrong_factors(p, q, r),
        *(wrong for place in (1, 2) for wrong in _one_wrong_square(place, values[place])),
    )


def _wrong_factors(p: int, q: int, r: int) -> tuple[Wrong, ...]:
    """The same, with a factor too many or of another place."""
    return (
        Wrong([0, 0, 0]).reply("""
            0 would mean that y[i] doesn't move when x[i] moves. But y[i] is x[i] * x[i].
            If x[0] goes from 3 to 3.1, by how much does its square grow?"""),
        Wrong([111, 111, 111], "M21").reply("""
            You added up the weights. Each weight belongs to one output, and multiplies a slope.
            Does y[1] move when x[0] moves?"""),
        Wrong([-2 * p, -20 * q, -200 * r]).reply("""
            The sizes are right, the signs aren't.
            When x[0] grows, does its square grow or fall?"""),
        Wrong([2, 2, 2], "S9").reply("""
            You used 2 as the slope of x * x, and 1 as every weight. The slope also depends on where x is.
            Is x * x as steep at x = 1 as at x = 100?"""),
        Wrong([222 * p, 222 * q, 222 * r], "M21").reply("""
            You added up the weights and used 111 for every output. Each weight belongs to one output.
            Which output does the 100 belong to?"""),
        Wrong([2 * p * p, 20 * q * q, 200 * r * r], "S1").reply("""
            There is one x too many in this: you multiplied the square by 2, not x.
            If x[0] moves by a little, how many times as far does y[0] move?"""),
        Wrong([4 * p, 40 * q, 400 * r]).reply("""
            This is twice as large as it should be. 2·x already counts both uses of x.
            By how much does 3 * 3 grow when both 3s grow by 0.01?"""),
        Wrong([200 * r, 20 * q, 2 * p]).reply("""
            These are the right numbers in reverse order. x.grad begins with the gradient of x[0].
            Which output moves when x[0] moves?"""),
    )


def _one_wrong_square(place: int, value: int) -> tuple[Wrong, ...]:
    """The same mistakes in one number only."""
    weight = 10**place

    def only(number: int) -> list:
        return [number if each == place else ... for each in range(3)]

    return (
        Wrong(only(weight)).reply(f"""
            Number {place + 1} is the weight {weight} alone: it isn't multiplied by a slope yet.
            What is the slope of y[{place}] with respect to x[{place}]?"""),
        Wrong(only(2 * value)).reply(f"""
            Number {place + 1} is the slope alone. The weight of y[{place}] is still missing.
            Which weight does y[{place}] have?"""),
        Wrong(only(weight * value)).reply(f"""
            Number {place + 1} is the weight times x[{place}]: half of it, since x is used twice in x * x.
            What is the slope of x * x?"""),
        Wrong(only(2 * value + weight)).reply(f"""
            In number {place + 1} you added the weight to the slope. A weight says how often the slope counts.
            What does a slope of 6 contribute if it counts twice?"""),
    )


MEAN = """
A = al.tensor([[2., 1.], [4., 5.], [9., 3.]])
x = al.tensor([7., 8.], requires_grad=True)
y = A @ x
y.backward(al.tensor(v))
"""
_ONE_GROWS = "If y[0] grows by 1 and the others stay, by how much does the mean grow?"

_WRONG_MEAN = (
    Wrong([1, 1, 1], "M23").reply(f"""
        Weights of 1 bring the gradient of y.sum(). A mean moves less than a sum.
        {_ONE_GROWS}"""),
    Wrong([3, 3, 3]).reply(f"""
        These weights bring three times the gradient of the sum. A mean moves less than a sum.
        {_ONE_GROWS}"""),
    *(
        Wrong(values, "S1").reply(f"""
            These are values of y{part}. The weights don't depend on where y is, only on what is done with it.
            {_ONE_GROWS}""")
        for values, part in (([22, 61, 87], ""), ([22 / 3, 61 / 3, 29], ", each divided by 3"))
    ),
    Wrong([-1 / 3] * 3).reply("""
        The sizes are right, the signs aren't.
        When y[0] grows, does the mean grow or fall?"""),
    Wrong([1 / 9] * 3).reply(f"""
        You divided by 3 twice. A mean of three numbers is divided by 3 once.
        {_ONE_GROWS}"""),
    Wrong([0.5, 0.5, 0.5]).reply("""
        You divided by 2, the number of inputs. The mean is taken over the outputs.
        How many numbers does y have?"""),
    Wrong([1 / 6] * 3).reply("""
        You divided by 6, the number of entries of A. The mean is taken over the outputs.
        How many numbers does y have?"""),
    *(
        Wrong(values, "S1").reply(f"""
            A weight says how much an output counts. It isn't made from the numbers of A.
            {_ONE_GROWS}""")
        for values in ([5, 5, 5], [2, 4, 9], [1, 5, 3])
    ),
    Wrong([0, 0, 0]).reply(f"""
        With weights of 0 no output counts, and x.grad would be [0, 0]. The mean does move with y.
        {_ONE_GROWS}"""),
    *(
        Wrong([float(place == one) for place in range(3)]).reply(f"""
            These weights choose the row of y[{one}]. In a mean, all outputs count equally.
            {_ONE_GROWS}""")
        for one in range(3)
    ),
    Wrong([0.33, 0.33, 0.34]).reply("""
        In a mean all outputs count equally, so the three weights are equal. You can type a fraction, such as 3/7.
        Which fraction of the sum is a mean of three numbers?"""),
)


@exercise("L6.2")
def weights_of_a_mean() -> Exercise:
    y = tensor([[2.0, 1.0], [4.0, 5.0], [9.0, 3.0]]) @ leaf([7.0, 8.0], "x")
    mean = y.mean()
    return Exercise(
        prompt="Which weights v bring the same `x.grad` as `y.mean().backward()`, whatever numbers A has?",
        setup=MEAN,
        form=Numbers(3),
        answer=[1 / 3] * 3,
        wrong=_WRONG_MEAN,
        otherwise={place: _ONE_GROWS.replace("y[0]", f"y[{place}]") for place in range(3)},
        trace=recorded(mean, y=y),
        look=Look("RuleApplied", "MeanBackward0"),
        why="These are the numbers that the node of the mean sends. Your weights v take its place.",
        hints=(
            "Think of the mean as one more operation after y. What does its node send?",
            "If y[0] grows by 1, the sum grows by 1. By how much does the mean of three numbers grow?",
            "y.mean() is (y[0] + y[1] + y[2]) / 3, so each output counts 1/3.",
        ),
    )


@exercise("L6.P4")
def how_many_calls() -> Exercise:
    rows = [[1.0, 2, 3], [6.0, 7, 8], [2.0, 4, 6], [5.0, 3, 9]]
    calls = eye(len(rows)).tolist()
    return Exercise(
        prompt="A function takes 3 numbers and returns 4. How many backward calls does it take to get all its slopes?",
        form=Choice(("1", "3", "4", "12")),
        answer=str(len(calls)),
        wrong=(
            Wrong("1", "M24").reply("""
                One call brings one number for each input: three numbers. There are twelve slopes.
                Which slopes does the call with v = [1, 0, 0, 0] bring?"""),
            Wrong("3", "M33").reply("""
                One pass for each input is what forward mode takes. A backward call reaches all inputs at once.
                Which slopes does the call with v = [1, 0, 0, 0] bring?"""),
            Wrong("12").reply("""
                There are twelve slopes, but one backward call brings more than one of them.
                Which slopes does the call with v = [1, 0, 0, 0] bring?"""),
        ),
        trace=_seeded(rows, *calls),
        look=None,
        why="One call for each output: a v with a single 1 brings that output's row, however long the row is.",
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
    "[x[0]*x[1], x[1]*x[2]]": (_products, [2.0, -3.5, 5.0]),
}


def _probe(name: str, times: int) -> Probe:
    function, numbers = _FUNCTIONS[name]
    where = f"f(x) = {name}, x = [{', '.join(map(number_text, numbers))}]{', a second time' if times > 1 else ''}"

    def run(jacobian: Callable) -> dict[str, Any]:
        x = leaf(numbers, "x")
        found = [jacobian(function, x) for _ in range(times)]
        is_near = _is_near(found[-1], autograd_lab.autograd.functional.jacobian(function, leaf(numbers, "x")))
        return {
            f"{where}: J": Told("your J is nearly right, but every number is slightly off") if is_near else found[-1]
        }

    return Probe(where, run)


def _is_near(found: Any, right: Tensor) -> bool:
    """Whether these are the right numbers but for the errors of finite differences in float32."""
    try:
        mine, theirs = np.array(plain_numbers(found), dtype=float), right.numpy()
    except (TypeError, ValueError):
        return False
    return mine.shape == theirs.shape and 1e-5 < np.max(np.abs(mine - theirs) / np.maximum(1, np.abs(theirs))) < 0.1


_DIFFERENCES = """
def jacobian(f, x):
    columns = []
    for i in range(len(x)):
        nudge = al.zeros(len(x))
        nudge[i] = 1e-3
        columns.append((f(x + nudge) - f(x - nudge)) / 2e-3)
    return al.stack(columns).T
"""
_GRAD = "rows.append(al.autograd.grad(y, x, v, retain_graph=True){})"
_WRONG_JACOBIAN = (
    Wrong(JACOBIAN.replace("stack(rows)", "stack(rows, dim=1)")).reply("""
        Your J is transposed: each call's result is a column of it. Row i belongs to output i.
        How many rows does J have for three outputs and two inputs?"""),
    Wrong(_jacobian(_SEED, _BACKWARD, "rows.append(x.grad.clone())"), "M7").reply("""
        Each row after the first contains the rows before it: a call adds to what is in x.grad.
        What must x.grad be when a call starts?"""),
    Wrong(_jacobian(_SEED, _BACKWARD, _KEEP), "M7").reply("""
        All your rows are the same tensor, x.grad, which holds the sum of all calls.
        What must x.grad be when a call starts?"""),
    Wrong(_jacobian(_SEED, "if x.grad is not None:", "    x.grad.zero_()", _BACKWARD, _KEEP)).reply("""
        All your rows are the same tensor, which each round sets to zero in place and fills again.
        How do you keep the numbers that x.grad holds now, whatever happens to x.grad later?"""),
    Wrong(_jacobian(_SEED, "x.grad.zero_()", _BACKWARD, _KEEP), "M7").reply("""
        Before the first backward call, x.grad is None: there is nothing to fill with zeros.
        What can you assign to x.grad so that it is empty in every round?"""),
    Wrong(_jacobian(_SEED, "x.grad = 0", _BACKWARD, _KEEP)).reply("""
        A .grad is a tensor or None. A plain 0 is neither.
        What is x.grad before the first backward call?"""),
    Wrong(_jacobian(_SEED, "y.zero_grad()", _BACKWARD, _KEEP)).reply("""
        A tensor has no zero_grad(). You can assign to x.grad instead.
        What is x.grad before the first backward call?"""),
    Wrong(_jacobian(_CLEAR, _BACKWARD, _KEEP)).reply("""
        All your rows are zero. Either v is zero in each round, or each row is emptied after it was put into the list.
        Print v, and x.grad after the call: which of them is zero?"""),
    Wrong(_jacobian("v = al.ones(len(y))", _CLEAR, _BACKWARD, _KEEP), "M23").reply("""
        Every row is the sum of all rows: each of your calls counts all outputs.
        Which v asks about output i alone?"""),
    Wrong(_jacobian("v[: i + 1] = 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Your ones pile up: the second v asks about two outputs together, the third about three.
        How many numbers of v may differ from 0?"""),
    Wrong(_jacobian("v[0] = 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Every row is the row of y[0]: your v is the same in each round.
        Which place of v belongs to round i?"""),
    Wrong(_jacobian("v[i] = i + 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Row i is i + 1 times too large: its weight isn't 1.
        Which weight lets output i count once?"""),
    Wrong(_jacobian("v[i] = 2", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Every row is twice as large as it should be: its output counts twice.
        Which weight lets output i count once?"""),
    Wrong(_jacobian(_SEED, "rows.append(y * v)")).reply("""
        These are values of y, each times a weight. A row of J holds slopes, and only a backward call finds them.
        How many numbers are in a row when x has two?"""),
    Wrong(_jacobian(_SEED, "rows.append(v @ x)")).reply("""
        v has a number for each output, and x one for each input: they can't be multiplied. v is multiplied by J.
        Which call brings vᵀJ?"""),
    Wrong(_jacobian(_SEED, _GRAD.format("[i]"))).reply("""
        `grad` returns a tuple with one gradient for each input. There is one input, so the tuple has one element,
        whatever i is.
        Which index does the first element of a tuple have?"""),
    Wrong(_jacobian(_SEED, "rows.append(al.autograd.grad(y.sum(), x, v, retain_graph=True)[0])")).reply("""
        You start backward at a single number, and v has a weight for each number of y.
        Which tensor has as many numbers as v?"""),
    Wrong(_jacobian("v[i] = i", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Row i is i times too large, and row 0 is all zeros: i says which output counts, not how much it counts.
        Which weight lets output i count once?"""),
    Wrong(_jacobian("v = 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        `v = 1` makes v a plain number. v must stay a tensor with a weight for each output.
        How do you change only number i of v?"""),
    Wrong(_jacobian("v[-1 - i] = 1", _CLEAR, _BACKWARD, _KEEP)).reply("""
        Your rows are in reverse: the first round asks about the last output.
        Which output does row 0 belong to?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "y.backward(v)", _KEEP)).reply("""
        After the first call, the graph can't be used again.
        Which argument of backward did the lesson's first three calls have, besides v?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "y.backward()", _KEEP), "M22").reply("""
        y has several numbers, so backward needs to know how much each of them counts.
        What is v for?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "x.backward(v, retain_graph=True)", _KEEP)).reply("""
        You start backward at x, where it should end. v has a weight for each output.
        Which tensor holds the outputs?"""),
    Wrong(_jacobian(_SEED, _GRAD.format(""))).reply("""
        `grad` returns a tuple, with one gradient for each input. With one input, the result is still a tuple.
        How do you take the first element of a tuple?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, "rows.append(v)")).reply("""
        You collected the weights, not what the calls brought.
        Where does backward put its result?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "rows.append(y.backward(v, retain_graph=True))")).reply("""
        Each row that you collected is None. `backward` returns None, y has no .grad because it isn't a leaf, and
        `x.grad = None` empties x.grad.
        What exactly did you append, and where is the row right after the backward call?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD)).reply("""
        Your list is still empty at the end: nothing was appended.
        Where is the row after a backward call, and how do you keep it?"""),
    Wrong(JACOBIAN.replace(f"    {_KEEP}", _KEEP)).reply("""
        Your J has one row, that of the last output: `append` runs once, after the loop.
        Which of your lines must run in every round?"""),
    Wrong(JACOBIAN.replace("range(len(y))", "range(len(y) - 1)")).reply("""
        The row of the last output is missing: `range(n)` ends with n - 1 by itself.
        Which numbers does `range(3)` bring?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, "rows = x.grad")).reply("""
        `rows = …` replaces your list, so only the last row is left.
        How do you add one more element to a list?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, _KEEP, "return al.stack(rows)")).reply("""
        Your function returns one row: the loop ends after its first round. Is there a `return` or a `break` in it?
        How many rows should be in the list before it returns?"""),
    *(
        Wrong(JACOBIAN.replace(outputs, outputs.replace("y", "x"))).reply("""
            Your loop has a round for each input. A call brings all slopes of one output, so each output needs a round.
            How many numbers does f(x) have when f(x) = W @ x?""")
        for outputs in ("range(len(y))", "len(y)")
    ),
    Wrong(JACOBIAN.replace("range(len(y))", "range(3)")).reply("""
        Your loop always has three rounds. How many outputs there are depends on f.
        How many numbers does f(x) have when f(x) = [x[0]*x[1], x[1]*x[2]]?"""),
    Wrong("def jacobian(f, x):\n    y = f(x)\n    y.backward(al.eye(len(y)))\n    return x.grad", "M25").reply("""
        v has one weight for each output. A table of weights doesn't fit y, and one call brings one row.
        How many calls does it take for three rows?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, "rows.append(x.grad @ v)")).reply("""
        You multiply by v a second time. The backward call has already multiplied J by v, so x.grad is the row.
        How many numbers does x.grad have after a call, and how many does a row of J have?"""),
    Wrong(f"def jacobian(f, x):\n    return al.tensor({ROWS})").reply("""
        This is only J of W @ x. Your function must find J for every f.
        Which calls in this lesson brought the rows of W?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, "rows.append(x.grad[i])")).reply("""
        i counts outputs, and here there are more outputs than inputs. So i isn't an index into x or x.grad.
        How many numbers does one call bring?"""),
    Wrong(_jacobian(_SEED, _CLEAR, "y.backward(v[i], retain_graph=True)", _KEEP)).reply("""
        You passed one number of v. Backward needs a weight for each output, the zeros included.
        Which name holds all the weights?"""),
    Wrong(_jacobian(_SEED, _CLEAR, _BACKWARD, "rows.append(x.grad.sum())")).reply("""
        You added up the numbers of each row. A row keeps its slopes apart, one for each input.
        How many numbers are in row 0 when x has two?"""),
    Wrong(JACOBIAN.replace("stack(rows)", "cat(rows)")).reply("""
        All numbers are there, but in one long list. J is made of rows, and `append` and `stack` keep a row together.
        Which shape must J have for three outputs and two inputs?"""),
    Wrong(JACOBIAN.replace("al.stack(rows)", "sum(rows)")).reply("""
        You added the rows up, so a single row is left. J keeps them apart, one for each output.
        How many rows does J have for three outputs?"""),
    Wrong(_DIFFERENCES).reply("""
        That is a finite difference: it is never quite the slope. Ask backward for the row.
        Which v brings row i?"""),
    Wrong("def jacobian(f, x):\n    y = f(x)\n    y.sum().backward()\n    return x.grad", "M23").reply("""
        That is one row, the sum of all rows: y.sum() counts each output once.
        How many calls does it take for three rows?"""),
)


@exercise("L6.3")
def write_jacobian() -> Exercise:
    return Exercise(
        prompt="""
            Write `jacobian(f, x)`, which returns J: its row i is ∂y[i]/∂x. The argument x is a leaf that requires a
            gradient.""",
        form=Code(
            name="jacobian",
            starting=_jacobian("...").replace("range(len(y))", "range(...)"),
            solution=JACOBIAN,
            probes=(_probe("W @ x", 1), _probe("[x[0]*x[1], x[1]*x[2]]", 1), _probe("W @ x", 2)),
            ready_made=frozenset({"jacobian", "jacrev", "jacfwd"}),
        ),
        answer=JACOBIAN,
        wrong=_WRONG_JACOBIAN,
        trace=None,
        look=None,
        why="A v with a single 1 brings one row, provided that x.grad starts empty and the graph is kept.",
        hints=(
            "In round i, only output i counts: one number of v isn't 0.",
            "x.grad adds up across calls, and after a call the graph can't be used again. What did the lesson's own "
            "calls do against both?",
            """In each round: set v[i] to 1, set x.grad to None, call backward with v and retain_graph=True, and append
            x.grad.""",
        ),
    )


@exercise("L6.P5")
def shape_of_the_weights() -> Exercise:
    x = leaf([[1.0] * 5, [2.0] * 5], "x")
    with record(names={"y": (y := x * x)}) as trace:
        y.backward(tensor([[1.0, 1, 1, 1, 10], [1, 1, 1, 1, 100]]))
    started = next(event for event in trace.events if event.kind == "BackwardStarted")
    rows = number(started.seeds[0])
    return Exercise(
        prompt="x has the shape (2, 5), and so has y = x * x. Which shape must v have in `y.backward(v)`?",
        form=Choice(("(5,)", "(2, 5)", "(2, 5, 2, 5)")),
        answer=f"({len(rows)}, {len(rows[0])})",
        wrong=(
            Wrong("(2, 5, 2, 5)", "M25").reply("""
                That is the shape of the whole Jacobian: one slope for each pair of an output and an input.
                Does v have a number for each slope, or for each output?"""),
            Wrong("(5,)", "M25").reply("""
                y has ten numbers, and each of them needs a weight. The axes of y don't change that.
                How many numbers must v have?"""),
        ),
        trace=trace,
        look=None,
        why="One weight for each number of y, so v has the shape of y. The sum runs over all axes of y.",
    )
