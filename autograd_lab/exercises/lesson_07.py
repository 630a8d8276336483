"""Lesson 7, shapes: what forward copies, backward adds; broadcasting, sums, matrix products, picking."""

from collections.abc import Callable
from typing import Any

from .. import Tensor, ones, tensor, zeros
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, CodeByCase, Probe
from .answer_values import Choice, Number, Numbers, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import doubles, grad, leaf, shown, shown_whole

BIAS = """
X = al.tensor([[1., 2.], [3., 4.], [5., 6.]], requires_grad=True)
b = al.tensor([10., 20.], requires_grad=True)
G = al.tensor([[{p}., 0.], [0., {q}.], [{r}., 0.]])
Y = X + b
Y.backward(G)
"""
DIGITS = [[1.0, 0.0], [0.0, 10.0], [100.0, 0.0]]
"""A gradient in which every place has a digit of its own."""
_SMALL = tuple(range(2, 10))
AT_ADD, AT_SUM = Look("RuleApplied", "AddBackward0"), Look("GradReduced", "AddBackward0")


def _from(gradient: Any, result: Callable[..., Tensor], *, called: str = "Y", **leaves: Any) -> Trace:
    """A recording of ``result(…)`` and of its backward from ``gradient``."""
    inputs = {name: leaf(value, name) for name, value in leaves.items()}
    names: dict[str, Any] = {}
    with record(names=names) as trace:
        names[called] = result(*inputs.values())
        names[called].backward(tensor(gradient))
    return trace


# ----- warm-ups -------------------------------------------------------------------------------------------------------
@exercise("L7.W1", p=_SMALL, q=_SMALL)
def warm_up_gradient(p: int = 4, q: int = 7) -> Exercise:
    trace = _from([1.0, 10.0], lambda x: x * x, called="y", x=[float(p), float(q)])
    return Exercise(
        prompt=f"""
            x = [{p}, {q}] and y = x * x, element by element.
            After `y.backward(al.tensor([1., 10.]))`: which two numbers are in `x.grad`?""",
        form=Numbers(2),
        answer=grad(trace, "x"),
        wrong=(
            Wrong([2 * p, 2 * q], "M26").reply("""
                These are the slopes alone, as if 1 had arrived for each element.
                What arrives for the second element?"""),
            Wrong([1, 10], "S4").reply(f"""
                That is what arrived, passed on as it came. The product has a slope, too.
                By how much does {q} · {q} move when the {q} moves by a little?"""),
            Wrong([p, 10 * q], "M9").reply("""
                x stands twice in x * x, and each use sends a message. One of the two is missing.
                How many arrows lead from the product to x?"""),
            Wrong([p * p, 10 * q * q], "S1").reply("""
                That multiplies what arrived by y itself. A gradient needs the slope, not the value.
                How fast does y move with x?"""),
        ),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(x)", 1),
        why=f"What arrived × the slope, for each element: 1 · {2 * p} and 10 · {2 * q}.",
    )


@exercise("L7.W2", b=_SMALL, k=(5, 8, 11, 14, 20), m=(30, 33, 36, 39, 42, 60))
def warm_up_three_uses(b: int = 4, k: int = 10, m: int = 40) -> Exercise:
    leaf_b = leaf(b, "b")
    z = leaf_b + k * leaf_b + m * leaf_b
    with record(names={"z": z}) as trace:
        z.backward()
    total = 1 + k + m
    return Exercise(
        prompt=f"b = {b} and z = b + {k} * b + {m} * b. After `z.backward()`: what is `b.grad`?",
        form=Number(),
        answer=grad(trace, "b"),
        wrong=(
            Wrong(m, "M9").reply(f"""
                {m} is one of the messages. None of them replaces another.
                How many arrows end at b?"""),
            Wrong(1, "M9").reply("""
                1 is one of the messages. The others count as well, whichever comes first.
                How many arrows end at b?"""),
            Wrong(total / 3, "M9").reply(f"""
                {total / 3:g} is the mean of the three messages. Each use of b moves z in full.
                By how much does z move when b moves by 1?"""),
            Wrong(k * m, "S5").reply(f"""
                {k * m} multiplies the messages. Links of one path multiply; paths that meet do not.
                Do the three uses of b lie on one path?"""),
            Wrong(b * total, "S1").reply(f"""
                {b * total} is z itself. A gradient says how fast z moves, not where it is.
                By how much does z move when b moves by 1?"""),
        ),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(b)", 2),
        asks="b.grad",
        why="Three uses, three messages, and the slot adds them.",
    )


# ----- predictions ----------------------------------------------------------------------------------------------------
def _bias(p: int = 1, q: int = 10, r: int = 100) -> Trace:
    return shown_whole(BIAS.format(p=p, q=q, r=r))[0]


@exercise("L7.P1")
def shape_of_a_bias_gradient() -> Exercise:
    trace = _bias()
    shape = next(value.shape for node, value in trace.grads().items() if trace.name(node) == "b")
    return Exercise(
        prompt="G has shape (3, 2), and b has two elements. Which shape has `b.grad`?",
        form=Choice(("(3, 2)", "(2,)", "(1, 2)")),
        answer=str(shape),
        wrong=(
            Wrong("(3, 2)", "M49").reply("""
                That keeps a row for each row of X. A step `b -= 0.1 * b.grad` could not use three rows.
                How many numbers of b are there to be moved?"""),
            Wrong("(1, 2)", "M49").reply("""
                That is what `sum(0, keepdim=True)` gives: one row, but still an axis for rows.
                Does b have an axis for rows?"""),
        ),
        trace=trace,
        look=AT_SUM,
        waits=True,
        why="The shape of a gradient is the shape of its tensor, always.",
    )


@exercise("L7.P2", p=(2, 5, 8), q=(3, 6, 9), r=(1, 4, 7))
def value_of_a_bias_gradient(p: int = 1, q: int = 10, r: int = 100) -> Exercise:
    trace = _bias(p, q, r)
    mean, right = _listed((p + r) / 3, q / 3), _listed(*grad(trace, "b"))
    last, rows = _listed(r, 0), _listed(p, q, r)
    return Exercise(
        prompt="And which numbers are in `b.grad`?",
        program=BIAS.format(p=p, q=q, r=r),
        form=Choice((mean, right, last, rows)),
        answer=right,
        wrong=(
            Wrong(mean, "M49").reply("""
                That is the mean over the rows. Forward used b three times, and no use counts for a third only.
                If b[0] grows by 1, how many elements of Y grow by 1?"""),
            Wrong(last, "M49").reply("""
                That is the last row of G. The other rows used b as well, and no use replaces another.
                If b[0] grows by 1, how many elements of Y grow by 1?"""),
            Wrong(rows, "S32").reply("""
                That adds along each row, so it has a number for each row of X. b was copied along the other axis.
                Which elements of Y move when b[0] moves?"""),
        ),
        trace=trace,
        look=AT_SUM,
        waits=True,
        asks="b.grad",
        why=f"Each column of G is added up: {p} + 0 + {r} and 0 + {q} + 0.",
    )


def _listed(*numbers: float | None) -> str:
    """Numbers as an option shows them."""
    return f"[{', '.join('None' if item is None else f'{round(item, 2):g}' for item in numbers)}]"


def _matrices() -> Trace:
    weights = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    return _from([[1.0, 0.0], [0.0, 10.0]], lambda x, w: x @ w, X=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], W=weights)


@exercise("L7.P3")
def where_one_element_goes() -> Exercise:
    trace = _matrices()
    rows = grad(trace, "W")
    column = next(i for i in (0, 1) if all(row[i] % 10 == 0 for row in rows))
    return Exercise(
        prompt="Y = X @ W. Of G, the element G[1, 1] is 10 (counted from 0). Which elements of `W.grad` does it reach?",
        form=Choice(("W.grad[1, 1] alone", "row 1", "column 1", "all of them")),
        answer=f"column {column}",
        wrong=(
            Wrong("W.grad[1, 1] alone", "M50").reply("""
                That is how it would be in a sum, or in a product element by element.
                How many numbers of W does it take to work out Y[1, 1]?"""),
            Wrong("row 1", "M50").reply("""
                The elements of that row stand in different columns of W, and only one of them has a part in Y[1, 1].
                Which numbers of W stand in the sum for Y[1, 1]?"""),
            Wrong("all of them", "M50").reply("""
                Half of W has no part in Y[1, 1].
                Which numbers of W stand in the sum for Y[1, 1]?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "MmBackward0"),
        waits=True,
        why="Y[1, 1] is row 1 of X times that column of W; so W.grad gets 4·10, 5·10 and 6·10 there.",
    )


@exercise("L7.P4", p=_SMALL, q=_SMALL, r=_SMALL)
def picked_twice(p: int = 1, q: int = 10, r: int = 100) -> Exercise:
    trace = _from([float(p), float(q), float(r)], lambda x: x[[0, 0, 2]], called="y", x=[2.0, 3.0, 5.0])
    last, in_order, right = _listed(q, 0, r), _listed(p, q, r), _listed(*grad(trace, "x"))
    with_none = _listed(p + q, None, r)
    return Exercise(
        prompt=f"""
            x = [2, 3, 5] and y = x[[0, 0, 2]]. After `y.backward(al.tensor([{p}., {q}., {r}.]))`:
            what is `x.grad`?""",
        form=Choice((last, in_order, right, with_none)),
        answer=right,
        wrong=(
            Wrong(last, "M51").reply("""
                The first message is lost: as if the second one had been written over it.
                How often was x[0] picked?"""),
            Wrong(in_order, "S15").reply("""
                That is G, in the order of the picked elements. Each message goes back to the place it came from.
                From which place of x was the second element picked?"""),
            Wrong(with_none, "M6").reply("""
                x is one tensor, and its gradient has a number for each element, picked or not.
                By how much does y move when x[1] moves?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "IndexBackward0"),
        waits=True,
        asks="x.grad",
        why="Picking twice is copying: both messages come back to x[0] and are added. x[1] was not picked.",
    )


# ----- exercises ------------------------------------------------------------------------------------------------------
OUTER = """
c = al.tensor([[{a}.], [{b}.], [{d}.]], requires_grad=True)
r = al.tensor([[{p}., {q}.]], requires_grad=True)
G = al.tensor([[1., 10.], [100., 1.], [10., 100.]])
(c * r).backward(G)
"""
_G = [[1.0, 10.0], [100.0, 1.0], [10.0, 100.0]]


def _wrong_for_column(c: tuple, r: tuple) -> tuple[Wrong, ...]:
    summed = [g * r[0] + h * r[1] for g, h in _G]
    return (
        Wrong({"c": [sum(r)] * 3}, "M26").reply("""
            c: these are the slopes alone, as if 1 had arrived everywhere. Here G arrives.
            What arrives for the two results that c[0, 0] has a part in?"""),
        Wrong({"c": [g + h for g, h in _G]}, "S4").reply("""
            c: this adds up G as it came, as in a sum c + r. The product multiplies by a slope first.
            How fast does c[0, 0] * r[0, 1] move with c[0, 0]?"""),
        Wrong({"c": [total / 2 for total in summed]}, "M49").reply("""
            c: this is a mean over the copies. Each copy has moved its own result in full.
            If c[0, 0] grows by 1, by how much do both results in its row grow together?"""),
        Wrong({"c": [h * r[1] for _, h in _G]}, "M49").reply("""
            c: only the last column has counted. c was copied into every column.
            How many elements of a row of c * r does c[0, 0] have a part in?"""),
        Wrong({"c": [(g + h) * own for (g, h), own in zip(_G, c, strict=True)]}, "S2").reply("""
            c: you multiplied by c's own values. The slope of a product in one factor is the other factor.
            If r were all zeros, could c matter?"""),
        Wrong({"c": list(c)}, "S1").reply("""
            c: these are c's own values. A gradient says how fast the result moves.
            What arrives for the two results that c[0, 0] has a part in?"""),
    )


def _wrong_for_row(c: tuple, r: tuple) -> tuple[Wrong, ...]:
    columns = list(zip(*_G, strict=True))
    summed = [sum(g * own for g, own in zip(column, c, strict=True)) for column in columns]
    return (
        Wrong({"r": [sum(c)] * 2}, "M26").reply("""
            r: these are the slopes alone, as if 1 had arrived everywhere. Here G arrives.
            What arrives for the three results that r[0, 0] has a part in?"""),
        Wrong({"r": [sum(column) for column in columns]}, "S4").reply("""
            r: this adds up G as it came, as in a sum c + r. The product multiplies by a slope first.
            How fast does c[2, 0] * r[0, 0] move with r[0, 0]?"""),
        Wrong({"r": [total / 3 for total in summed]}, "M49").reply("""
            r: this is a mean over the copies. Each copy has moved its own result in full.
            If r[0, 0] grows by 1, by how much do the three results in its column grow together?"""),
        Wrong({"r": [sum(column) * own for column, own in zip(columns, r, strict=True)]}, "S2").reply("""
            r: you multiplied by r's own values. The slope of a product in one factor is the other factor.
            If c were all zeros, could r matter?"""),
        Wrong({"r": [g * c[2] for g in _G[2]]}, "M49").reply("""
            r: only the last row has counted. r was copied into every row.
            How many elements of a column of c * r does r[0, 0] have a part in?"""),
        Wrong({"r": list(r)}, "S1").reply("""
            r: these are r's own values. A gradient says how fast the result moves.
            What arrives for the three results that r[0, 0] has a part in?"""),
    )


@exercise("L7.1", a=_SMALL, b=_SMALL, d=_SMALL, p=_SMALL, q=_SMALL)
def column_times_row(a: int = 2, b: int = 4, d: int = 5, p: int = 3, q: int = 7) -> Exercise:
    program = OUTER.format(a=a, b=b, d=d, p=p, q=q)
    trace = shown(program)
    return Exercise(
        prompt="A column times a row: both are copied. Which numbers, from first to last, are in the gradients?",
        setup=program,
        form=Table({"c": Numbers(3), "r": Numbers(2)}, {"c": "c.grad, its three numbers", "r": "r.grad, its two"}),
        answer={"c": [row[0] for row in grad(trace, "c")], "r": grad(trace, "r")[0]},
        wrong=(*_wrong_for_column((a, b, d), (p, q)), *_wrong_for_row((a, b, d), (p, q))),
        trace=trace,
        look=Look("GradReduced", "MulBackward0"),
        looks={"c": Look("GradReduced", "MulBackward0"), "r": Look("GradReduced", "MulBackward0", 1)},
        why="G times the partner, element by element; then c adds along its row, r along its column.",
        hints=(
            "Draw c twice, side by side, and r three times, one below the other. Each is a 3 by 2 array then.",
            "For every element: what arrived × the partner's value there. Then add what belongs to one original.",
            f"c[0, 0] stands in row 0: 1·{p} + 10·{q} = {p + 10 * q}. r[0, 0] stands in column 0: "
            f"1·{a} + 100·{b} + 10·{d} = {a + 100 * b + 10 * d}.",
        ),
    )


LOSSES = """
x = al.tensor([{a}., {b}., {c}.], requires_grad=True)
(x * x).sum().backward()

m = al.tensor([{a}., {b}., {c}.], requires_grad=True)
(m * m).mean().backward()
"""
_THIRDS = (6, 15, 21, 24, 33)


def _wrong_losses(x: tuple) -> tuple[Wrong, ...]:
    return (
        Wrong({"sum": [value * 2 / 3 for value in x]}, "M52").reply("""
            sum: you divided by 3. A sum copies what arrives to each of its elements, undivided.
            If one square grows by 1, by how much does the sum grow?"""),
        Wrong({"sum": list(x)}, "M9").reply("""
            sum: x stands twice in x * x, and each use sends a message. One of the two is missing.
            How many arrows lead from the product to x?"""),
        Wrong({"sum": [1, 1, 1]}, "S4").reply("""
            sum: that is what the sum sends. It still has to pass through x * x.
            How fast does x * x move with x?"""),
        Wrong({"sum": [value * value for value in x]}, "S1").reply("""
            sum: these are the squares themselves. A gradient says how fast they move.
            How fast does x * x move with x?"""),
        Wrong({"sum": [sum(x) * 2] * 3}).reply("""
            sum: you added up the gradients, too. Each element keeps a gradient of its own.
            Does the first element of x have a part in the second square?"""),
        Wrong({"mean": [value * 2 for value in x]}, "M52").reply("""
            mean: that is what a sum gives. A mean is a sum divided by the number of its elements.
            If one square grows by 1, by how much does the mean of the three grow?"""),
        Wrong({"mean": [value * 6 for value in x]}, "M52").reply("""
            mean: you multiplied by 3 where a mean divides.
            If one square grows by 1, by how much does the mean of the three grow?"""),
        Wrong({"mean": [value / 3 for value in x]}, "M9").reply("""
            mean: m stands twice in m * m, and each use sends a message. One of the two is missing.
            How many arrows lead from the product to m?"""),
        Wrong({"mean": [sum(x) * 2 / 3] * 3}, "M52").reply("""
            mean: you took the mean of the gradients, too. Each element keeps a gradient of its own.
            Does the first element of m have a part in the second square?"""),
        Wrong({"lr": 0.6}, "M52").reply("""
            lr: with the same rate the two losses do not take the same step: their gradients differ.
            How many times larger is the gradient of the sum?"""),
        Wrong({"lr": 1.8}, "M52").reply("""
            lr: this makes the larger gradient's step larger still.
            Which of the two losses has the larger gradient?"""),
        Wrong({"lr": 3}).reply("""
            lr: so many times larger is one gradient than the other. Asked is a rate.
            With which rate does the larger gradient take the step that the smaller one takes with 0.6?"""),
        Wrong({"lr": 1 / 3}).reply("""
            lr: that is the one gradient as a part of the other. Asked is a rate.
            With which rate does the larger gradient take the step that the smaller one takes with 0.6?"""),
    )


@exercise("L7.2", a=_THIRDS, b=_THIRDS, c=_THIRDS)
def sum_or_mean(a: int = 6, b: int = 15, c: int = 21) -> Exercise:
    program = LOSSES.format(a=a, b=b, c=c)
    trace, _ = shown_whole(program)
    ratio = grad(trace, "x")[0] / grad(trace, "m")[0]
    return Exercise(
        prompt="The same squares, once summed and once averaged.",
        setup=program,
        form=Table(
            {"sum": Numbers(3), "mean": Numbers(3), "lr": Number()},
            {
                "sum": "x.grad",
                "mean": "m.grad",
                "lr": "the learning rate that moves x as far as 0.6 moves m",
            },
        ),
        answer={"sum": grad(trace, "x"), "mean": grad(trace, "m"), "lr": round(0.6 / ratio, 6)},
        wrong=_wrong_losses((a, b, c)),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(m)", 1),
        looks={
            "sum": Look("BufferAdded", "AccumulateGrad(x)", 1),
            "mean": Look("BufferAdded", "AccumulateGrad(m)", 1),
            "lr": Look("GradAccumulated", "AccumulateGrad(m)"),
        },
        why="The mean sends a third to each element, so its gradients are a third as large, and its rate three times.",
        hints=(
            "What does SumBackward0 send to each element, and what does MeanBackward0?",
            "After that, both go through the same product: what arrived × 2 · the value.",
            f"x.grad begins with 1 · 2 · {a} = {2 * a}, m.grad with ⅓ · 2 · {a} = {2 * a // 3}. For equal steps, "
            "lr × x.grad must be 0.6 × m.grad: a third of 0.6.",
        ),
    )


# ----- un-broadcasting ------------------------------------------------------------------------------------------------
_HEAD = "def unbroadcast(g, shape):"
_LEADING = "    while g.dim() > len(shape):\n        g = g.sum(0)\n"
_LONG = """    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis, keepdim=True)
"""
UNBROADCAST = f"{_HEAD}\n{_LEADING}{_LONG}    return g\n"
STARTING = f"""{_HEAD}
    # 1. axes that shape does not have: the first ones of g
    while g.dim() > len(shape):
        g = ...
    # 2. axes that forward stretched from length 1
    for axis, length in enumerate(shape):
        ...
    return g
"""


def _unbroadcast(*lines: str) -> str:
    return "\n".join([_HEAD, *(f"    {line}" for line in lines)]) + "\n"


def _probe(gradient: Any, shape: tuple[int, ...]) -> tuple[Probe, Case]:
    """One call, and what our own engine does for an input of that shape."""
    g = tensor(gradient) if isinstance(gradient, list) else ones(gradient)
    where = f"g of shape {tuple(g.shape)}, shape {shape}"

    def run(function: Callable) -> dict:
        found = function(g.clone(), shape)
        got = getattr(found, "shape", None)
        return {f"{where}: the sums": found, f"{where}: its shape": None if got is None else str(tuple(got))}

    def traced() -> Trace:
        stretched, full = zeros(shape), zeros(tuple(g.shape))
        names = {"p": stretched.requires_grad_(), "q": full.requires_grad_()}
        with record(names=names) as trace:
            (full + stretched).backward(g)
        return trace

    return Probe(where, run), (traced, AT_ADD if tuple(g.shape) == shape else AT_SUM)


_CALLS = (
    _probe(DIGITS, (2,)),
    _probe(DIGITS, (3, 1)),
    _probe(DIGITS, (1, 2)),
    _probe(DIGITS, (3, 2)),
    _probe(DIGITS, ()),
    _probe((5, 1, 2, 4, 3), (2, 1, 3)),
)
_WRONG_UNBROADCAST = (
    Wrong(UNBROADCAST.replace("sum", "mean"), "M49").reply("""
        You take the mean of the copies. Forward used the original once for each copy, and each use moved the result.
        Three copies bring 1, 0 and 100. How many messages reach the original?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.mean(0)"), "M49").reply("""
        Along the leading axes you take the mean of the copies. Forward used the original once for each copy.
        Three copies bring 1, 0 and 100. How many messages reach the original?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.sum()"), "S32").reply("""
        In the first loop everything is added into one number. Only the copies of one original are to be added.
        What does `sum` need to know to add along one axis alone?"""),
    Wrong(UNBROADCAST.replace("        if length == 1:\n            g =", "        g ="), "S32").reply("""
        Your second loop adds along every axis. Along an axis that is as long in shape, nothing was copied.
        Which of the lengths in shape tell of an axis that forward stretched?"""),
    Wrong(f"{_HEAD}\n{_LEADING}    return g\n", "S32").reply("""
        Axes that shape lacks are summed. An axis of length 1 was stretched as well, and there your g stays long.
        What does forward do with the one column of a (3, 1) input beside a (3, 2) one?"""),
    Wrong(f"{_HEAD}\n{_LONG}    return g\n", "S32").reply("""
        Axes of length 1 are summed. Where g has more axes than shape, the additional ones are still there.
        b has shape (2,). Along which axis of g was it copied?"""),
    Wrong(
        UNBROADCAST.replace("axis, length in enumerate(shape)", "axis in shape").replace("length ==", "axis ==")
    ).reply("""
        You loop over the lengths and use a length as the number of an axis. In some shapes the two happen to agree.
        For shape (1, 2): which numbers do your loop's rounds get?"""),
    Wrong(UNBROADCAST.replace(", keepdim=True", ""), "M49").reply("""
        The sum along an axis of length 1 takes that axis away, and shape wants to keep it.
        What does `keepdim` do?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g[0]"), "M49").reply("""
        Of the copies along a leading axis you keep the first one. The others were used as well.
        Which rows of Y move when b moves?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g[-1]"), "M49").reply("""
        Of the copies along a leading axis you keep the last one. The others were used as well.
        Which rows of Y move when b moves?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.sum(-1)"), "S32").reply("""
        You sum along the last axis. Broadcasting lines shapes up at their ends, so what shape lacks comes first.
        Which axis of (3, 2) is not in (2,)?"""),
    Wrong(_unbroadcast("return g.reshape(shape)"), "S33").reply("""
        `reshape` and `view` only lay numbers out anew; they add none, so they fail as soon as shape has fewer.
        What shall become of the other copies' numbers?"""),
    Wrong(_unbroadcast("return g.sum()"), "S32").reply("""
        Everything is added into one number. Only what belongs to one original is to be added.
        How many originals are there in shape?"""),
    Wrong(_unbroadcast("return g"), "M49").reply("""
        You give g back as it came: one gradient for each copy, not one for each original.
        How many numbers does an input of that shape have?"""),
    Wrong(_unbroadcast("return g.expand(shape)"), "S33").reply("""
        `expand` makes copies, as broadcasting does in forward. Backward goes the other way.
        What must be done with copies to make one of them?"""),
)


@exercise("L7.3")
def write_unbroadcast() -> Exercise:
    return Exercise(
        prompt="""
            g is the gradient of an input as forward had stretched it; `shape` is the input's own. Write
            `unbroadcast(g, shape)`, which adds up the copies. Two places are open.""",
        form=CodeByCase(
            name="unbroadcast",
            starting=STARTING,
            solution=UNBROADCAST,
            probes=tuple(probe for probe, _ in _CALLS),
            cases={probe.label: case for probe, case in _CALLS},
        ),
        answer=UNBROADCAST,
        wrong=_WRONG_UNBROADCAST,
        trace=_bias(),
        look=AT_SUM,
        why="First the axes that forward put in front, then those that it stretched: every copy is in the sum.",
        hints=(
            "`g.sum(0)` adds along the first axis and takes that axis away.",
            "In the second loop an axis of length 1 has to stay: `keepdim=True` leaves it there with length 1.",
            "1: `g = g.sum(0)`. 2: `if length == 1:`, and inside it `g = g.sum(axis, keepdim=True)`.",
        ),
    )


# ----- a matrix product -----------------------------------------------------------------------------------------------
_MATMUL = """
class MatMul(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        {}
"""
MATMUL = _MATMUL.format("return g @ w.T, x.T @ g")
_SIZES = {
    "x 2×3, w 3×2": ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], DIGITS[:2]),
    "x 1×2, w 2×3": ([[2.0, 5.0]], [[3.0, 7.0, 1.0], [4.0, 6.0, 8.0]], [[1.0, 10.0, 100.0]]),
    "x 2×2, w 2×2": ([[2.0, 3.0], [5.0, 7.0]], [[4.0, 6.0], [8.0, 9.0]], [[1.0, 10.0], [100.0, 1000.0]]),
}


def _product_probe(where: str) -> Probe:
    def run(function: type) -> dict:
        left, right, g = _SIZES[where]
        x, w = leaf(left, "x"), leaf(right, "w")
        y = function.apply(x, w)
        y.backward(tensor(g))
        return {f"{where}: value of y": y, f"{where}: gradient for x": x.grad, f"{where}: gradient for w": w.grad}

    return Probe(where, run)


def _product(line: str, idea: str) -> Wrong:
    return Wrong(_MATMUL.format(line), idea)


_WRONG_MATMUL = (
    _product("return g @ w, x @ g", "M50").reply("""
        No transpose is left. Name the axes: x has (rows, inputs), w has (inputs, outputs), g has (rows, outputs).
        Over which axis must g and w be added up to leave (rows, inputs)?"""),
    _product("return g @ w, x.T @ g", "M50").reply("""
        For x, the axes that meet differ: g is (rows, outputs), and w as it stands begins with inputs.
        Over which axis must g and w be added up to leave (rows, inputs)?"""),
    _product("return g @ w.T, x @ g", "M50").reply("""
        For w, the axes that meet differ: x as it stands ends with inputs, and g is (rows, outputs).
        Over which axis must x and g be added up to leave (inputs, outputs)?"""),
    _product("return w @ g.T, x.T @ g", "M50").reply("""
        The gradient for x comes out as (inputs, rows), turned round; x itself has (rows, inputs).
        Which of the two factors has the axis `rows`, that must come first?"""),
    _product("return w @ g, g @ x", "M50").reply("""
        Order and axes do not fit. Name the axes: x has (rows, inputs), w has (inputs, outputs), g has (rows, outputs).
        Which of these has the axis `rows`, that the gradient of x begins with?"""),
    _product("return x.T @ g, g @ w.T", "M48").reply("""
        Both products are made, in the wrong places: the first result is for x, the second for w.
        Which of your two results has the shape of x?"""),
    _product("return w.T, x.T", "M26").reply("""
        These are the slopes alone. What arrived has to be multiplied in.
        If g were 10 times as large, what should become of both gradients?"""),
    _product("return g @ w.T, x.T @ g / len(x)", "M49").reply("""
        The gradient for w is divided by the number of rows. Each row has used w in full, and each one's message counts.
        Where did forward divide by the number of rows?"""),
    _product("return g @ w.T, g.T @ x", "M50").reply("""
        The gradient for w comes out as (outputs, inputs), turned round; w itself has (inputs, outputs).
        Which of the two factors has the axis `inputs`, that must come first?"""),
    _product("return (g @ w.T).T, (x.T @ g).T", "M50").reply("""
        Both gradients come out turned round: for x as (inputs, rows), for w as (outputs, inputs).
        What are the shapes of your products before the last transpose?"""),
    _product("return g * w.T, x.T * g", "M50").reply("""
        `*` multiplies element by element. Y[i, j] is a sum of products, and so is each of its gradients.
        How many elements of Y does x[0, 0] have a part in?"""),
    _product("return g * w, g * x", "M50").reply("""
        `*` multiplies element by element, and these shapes do not fit that. Y[i, j] is a sum of products.
        How many elements of Y does x[0, 0] have a part in?"""),
    _product("return w.T @ g, g @ x.T", "M50").reply("""
        w and x are turned round, and stand on the wrong side: the axes that meet there are different ones.
        Which axis do g and w share, and where must it stand in each of the two, to be added up?"""),
    _product("return g @ w.T, None", "M45").reply("""
        For w nothing comes back. backward answers for each input of forward that wants a gradient.
        What did forward use w for?"""),
)


@exercise("L7.4")
def write_matmul() -> Exercise:
    return Exercise(
        prompt="""
            The backward of a matrix product. `g` has the shape of y. Give back the gradient for x and the gradient
            for w; let the shapes tell you what stands where.""",
        form=Code(
            name="MatMul",
            starting=_MATMUL.format("for_x = ...\n        for_w = ...\n        return for_x, for_w"),
            solution=MATMUL,
            probes=tuple(map(_product_probe, _SIZES)),
            untouched=lambda results: False,
            checked=lambda: doubles([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]], [[2.0, -1.0], [0.5, 4.0], [1.0, 3.0]]),
            is_function_class=True,
        ),
        answer=MATMUL,
        wrong=_WRONG_MATMUL,
        trace=_matrices(),
        look=Look("RuleApplied", "MmBackward0"),
        why="x[i, k] meets w[k, j] for every j, so its gradient adds g[i, j]·w[k, j] over j. For w: over i.",
        hints=(
            "Write the axes under each array: x (rows, inputs), w (inputs, outputs), g (rows, outputs).",
            "The gradient for x has (rows, inputs): g and w share `outputs`, and that axis is added up.",
            "Turned so that outputs meet: `g @ w.T`. For w, the rows meet: `x.T @ g`.",
        ),
    )
