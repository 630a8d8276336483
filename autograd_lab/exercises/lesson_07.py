"""Lesson 7, shapes: what forward copies, backward adds; broadcasting, sums, matrix products, picking."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from .. import Tensor, tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_values import Choice, Numbers, Table
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .own_shapes import (
    AT_SUM,
    HEAD,
    LEADING,
    LONG,
    MATMUL,
    MATMUL_AROUND,
    MATMUL_FORM,
    UNBROADCAST,
    UNBROADCAST_FORM,
)
from .programs import grad, leaf, shown, shown_whole

BIAS = """
X = al.tensor([[1., 2.], [3., 4.], [5., 6.]], requires_grad=True)
b = al.tensor([7., 8.], requires_grad=True)
G = al.tensor([[{p}., 0.], [0., {q}.], [{r}., 0.]])
Y = X + b
Y.backward(G)
"""
_SMALL = tuple(range(2, 10))


def _from(gradient: Any, result: Callable[..., Tensor], *, called: str = "Y", **leaves: Any) -> Trace:
    """A recording of ``result(…)`` and of its backward from ``gradient``."""
    inputs = {name: leaf(value, name) for name, value in leaves.items()}
    names: dict[str, Any] = {}
    with record(names=names) as trace:
        names[called] = result(*inputs.values())
        names[called].backward(tensor(gradient))
    return trace


# ----- predictions ----------------------------------------------------------------------------------------------------
def _bias(p: int = 1, q: int = 10, r: int = 100) -> Trace:
    return shown_whole(BIAS.format(p=p, q=q, r=r))[0]


@exercise("L7.P1", p=(2, 5, 8), q=(3, 6, 9), r=(1, 4, 7))
def value_of_a_bias_gradient(p: int = 1, q: int = 10, r: int = 100) -> Exercise:
    trace = _bias(p, q, r)
    kept = f"[[{p}, 0], [0, {q}], [{r}, 0]]"
    mean, right = _listed((p + r) / 3, q / 3), _listed(*grad(trace, "b"))
    last, rows = _listed(r, 0), _listed(p, q, r)
    return Exercise(
        prompt="What is `b.grad` after `Y.backward(G)`?",
        program=BIAS.format(p=p, q=q, r=r),
        form=Choice((kept, right, mean, last, rows)),
        answer=right,
        wrong=(
            Wrong(kept, "M49").reply("""
                That is G as it arrived: three rows, and b has one number for each column. Then `b -= 0.1 * b.grad`
                would have three rows to subtract from one.
                How many numbers does b have?"""),
            Wrong(mean, "M49").reply("""
                That is the mean over the rows. Forward used b in each row, and each use counts in full.
                If b[0] grows by 1, how many elements of Y grow by 1?"""),
            Wrong(last, "M49").reply("""
                That is the last row of G. The other rows used b as well, and no use replaces another.
                If b[0] grows by 1, how many elements of Y grow by 1?"""),
            Wrong(rows, "S32").reply("""
                You added along each row, which gives one number for each row of X. b has one number for each column.
                Which elements of Y move when b[0] moves?"""),
        ),
        trace=trace,
        look=AT_SUM,
        waits=True,
        asks="b.grad",
        why=f"""
            Every row used all of b, so each number of b receives three gradients, and they are added:
            {p} + 0 + {r} and 0 + {q} + 0. The result has the shape of b.""",
    )


def _listed(*numbers: float | None) -> str:
    """Numbers as an option shows them."""
    return f"[{', '.join('None' if item is None else f'{round(item, 2):g}' for item in numbers)}]"


def _matrices() -> Trace:
    weights = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    return _from([[1.0, 0.0], [0.0, 10.0]], lambda x, w: x @ w, X=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], W=weights)


@exercise("L7.P2")
def where_one_element_goes() -> Exercise:
    trace = _matrices()
    rows = grad(trace, "W")
    column = next(i for i in (0, 1) if all(row[i] % 10 == 0 for row in rows))
    return Exercise(
        prompt="G[1, 1] is 10. Which elements of `W.grad` does this 10 reach? (Rows and columns are counted from 0.)",
        form=Choice(("W.grad[1, 1] alone", "row 1", "column 1", "all of them")),
        answer=f"column {column}",
        wrong=(
            Wrong("W.grad[1, 1] alone", "M50").reply("""
                That would be true of a product element by element, `*`. In `@`, each number of Y is a sum of products.
                How many numbers of W does it take to compute Y[1, 1]?"""),
            Wrong("row 1", "M50").reply("""
                Row 1 of W has a number in each column, and only one of them is used for Y[1, 1].
                Y[1, 1] is a row of X times which numbers of W?"""),
            Wrong("all of them", "M50").reply("""
                Half of W is not used for Y[1, 1], so a gradient for Y[1, 1] says nothing about that half.
                Y[1, 1] is a row of X times which numbers of W?"""),
        ),
        trace=trace,
        look=Look("GradOut", "MmBackward0", 1),
        waits=True,
        why="Y[1, 1] is row 1 of X times column 1 of W, so column 1 of W.grad receives 4·10, 5·10 and 6·10.",
    )


@exercise("L7.P3", p=_SMALL, q=_SMALL, r=_SMALL)
def picked_twice(p: int = 1, q: int = 10, r: int = 100) -> Exercise:
    trace = _from([float(p), float(q), float(r)], lambda x: x[[0, 0, 2]], called="y", x=[2.0, 3.0, 5.0])
    last, in_order, right = _listed(q, 0, r), _listed(p, q, r), _listed(*grad(trace, "x"))
    with_none = _listed(p + q, None, r)
    return Exercise(
        prompt=f"""
            x = [2, 3, 5] and y = x[[0, 0, 2]]. What is `x.grad` after
            `y.backward(al.tensor([{p}., {q}., {r}.]))`?""",
        form=Choice((last, in_order, right, with_none)),
        answer=right,
        wrong=(
            Wrong(last, "M51").reply("""
                One gradient for x[0] is lost, as if the second had been written over the first.
                How many times was x[0] picked?"""),
            Wrong(in_order, "S15").reply("""
                That is G as it arrived, in the order of the picks. Each number goes back to the place that was picked.
                Which place of x does the second element of y come from?"""),
            Wrong(with_none, "M6").reply("""
                x is one tensor, and its gradient has a number for every element, picked or not.
                By how much does y move when x[1] moves?"""),
        ),
        trace=trace,
        look=Look("GradOut", "IndexBackward0"),
        waits=True,
        asks="x.grad",
        why="Picking twice is copying: both gradients go back to x[0] and are added. x[1] was not picked: it gets 0.",
    )


# ----- exercises ------------------------------------------------------------------------------------------------------
OUTER = """
c = al.tensor([[{a}.], [{b}.], [{d}.]], requires_grad=True)
r = al.tensor([[{p}., {q}.]], requires_grad=True)
G = al.tensor([[1., 10.], [100., 1.], [10., 100.]])
(c * r).backward(G)
"""
_G = [[1.0, 10.0], [100.0, 1.0], [10.0, 100.0]]


@dataclass(frozen=True)
class Factor:
    """One factor of ``c * r`` in L7.1: its numbers, those of its partner, and the line of G that each number meets."""

    name: str
    own: tuple[int, ...]
    partner: tuple[int, ...]
    lines: tuple[tuple[float, ...], ...]
    copied_to: str
    """"column" or "row"."""

    def label(self, place: int) -> str:
        """``c[2, 0]`` or ``r[0, 1]``."""
        return f"{self.name}[{place}, 0]" if self.name == "c" else f"{self.name}[0, {place}]"

    def products(self, place: int) -> list[float]:
        """The gradients of the copies of one number."""
        return [g * other for g, other in zip(self.lines[place], self.partner, strict=True)]

    def each(self, one: Callable[[int], float]) -> dict[str, list[float]]:
        """The answer that has this in each place."""
        return {self.name: [one(place) for place in range(len(self.own))]}

    @property
    def other(self) -> str:
        """The partner's name."""
        return "r" if self.name == "c" else "c"

    def wrong(self) -> Iterator[Wrong]:
        """Mistakes about all its numbers, then those about one of them."""
        yield from self._left_out()
        yield from self._put_together()
        yield from self._means()
        yield from self._signs()
        for k in range(len(self.partner)):
            yield from self._one_copy(k)
        yield from self._turned()
        for place in range(len(self.own)):
            yield from self._one_missing(place)

    def _left_out(self) -> Iterator[Wrong]:
        """G, the slope or both were forgotten, or the slope is another number."""
        name, other, first = self.name, self.other, self.label(0)
        yield Wrong(self.each(lambda place: sum(self.partner)), "M26").reply(f"""
            {name}: these are the slopes alone, as if 1 had arrived everywhere. Here G arrives.
            Which numbers of G arrive for the results that use {first}?""")
        yield Wrong(self.each(lambda place: sum(self.lines[place])), "S4").reply(f"""
            {name}: this adds up G as it arrived, which would be right for c + r. A product multiplies by a slope first.
            How fast does {first} * {other}[0, 0] move when {first} moves?""")
        yield Wrong(self.each(lambda place: sum(self.lines[place]) * self.own[place]), "S2").reply(f"""
            {name}: you multiplied by {name}'s own numbers. The slope of a product with respect to one factor is the
            other factor.
            If {other} were all zeros, could {name} matter?""")
        yield Wrong(self.each(lambda place: sum(self.products(place)) * self.own[place]), "S2").reply(f"""
            {name}: you also multiplied by {name}'s own numbers, which is one factor too many. The slope of a product
            with respect to one factor is the other factor alone.
            If {first} moves by 1, how far does {first} * {other}[0, 0] move?""")
        yield Wrong({name: list(self.own)}, "S1").reply(f"""
            {name}: these are {name}'s own numbers. A gradient says how fast the result moves.
            Which numbers of G arrive for the results that use {first}?""")

    def _put_together(self) -> Iterator[Wrong]:
        """The right parts, added and multiplied in another way."""
        name, other, first = self.name, self.other, self.label(0)
        yield Wrong(self.each(lambda place: sum(map(sum, map(self.products, range(len(self.own)))))), "S32").reply(f"""
            {name}: you added everything into one number. Only the copies of the same number belong together.
            How many results use {first}?""")
        yield Wrong(self.each(lambda place: sum(self.lines[place]) * sum(self.partner)), "S5").reply(f"""
            {name}: you added first, and then multiplied the sums. Each copy has a product of its own: what arrived for
            it times the number of {other} that it met.
            What are the products for {first}, one for each of its copies?""")
        yield Wrong(self.each(lambda place: prod(self.products(place))), "S5").reply(f"""
            {name}: you multiplied the gradients of the copies. Links of one path multiply, but each copy is on its
            own path.
            If nothing arrived for one of the copies, would {first} no longer matter?""")

    def _means(self) -> Iterator[Wrong]:
        count, first = len(self.partner), self.label(0)
        means = [sum(self.products(place)) / count for place in range(len(self.own))]
        for answer in dict.fromkeys(tuple(round(mean, decimals) for mean in means) for decimals in (9, 2, 1)):
            yield Wrong({self.name: list(answer)}, "M49").reply(f"""
                {self.name}: this is a mean over the copies. Each copy moves its own result in full.
                If {first} grows by 1, by how much do the {count} results that use it grow together?""")

    def _signs(self) -> Iterator[Wrong]:
        """The right numbers with a wrong sign, and none at all."""
        yield Wrong(self.each(lambda place: -sum(self.products(place)))).reply(f"""
            {self.name}: the sizes are right, the signs aren't. Neither G nor a factor is negative here.
            When {self.label(0)} grows, does {self.label(0)} * {self.other}[0, 0] grow or fall?""")
        yield Wrong(self.each(lambda place: 0)).reply(f"""
            {self.name}: 0 would mean that no result moves when {self.name} moves. But {self.name} is a factor of each.
            How fast does {self.label(0)} * {self.other}[0, 0] move when {self.label(0)} moves?""")

    def _one_copy(self, k: int) -> Iterator[Wrong]:
        """Only copy ``k``, or all copies as if they had met what that one met."""
        name, other, copies = self.name, self.other, f"{len(self.partner)} {self.copied_to}s"
        yield Wrong(self.each(lambda place: self.products(place)[k]), "M49").reply(f"""
            {name}: this uses only {self.copied_to} {k} (counted from 0). {name} was copied into {copies}.
            How many results use {self.label(0)}?""")
        yield Wrong(self.each(lambda place: sum(self.lines[place]) * self.partner[k])).reply(f"""
            {name}: you multiplied every copy by {self.partner[k]}. Each copy met a different number of {other}.
            Which number of {other} does {name} meet in {self.copied_to} 0, and which in {self.copied_to} 1?""")

    def _turned(self) -> Iterator[Wrong]:
        """Something is in reverse order."""
        name, other, turned = self.name, self.other, self.partner[::-1]
        yield Wrong(
            self.each(lambda place: sum(g * one for g, one in zip(self.lines[place], turned, strict=True)))
        ).reply(f"""
            {name}: each number of G is multiplied by the wrong number of {other}: you have {other} in reverse.
            Which number of {other} does {name} meet in {self.copied_to} 0?""")
        backwards = [sum(self.products(place)) for place in range(len(self.own))][::-1]
        yield Wrong({name: backwards}).reply(f"""
            {name}: these numbers belong to {name}, but in reverse order.
            Which {"row" if self.name == "c" else "column"} of G arrives for {self.label(0)}?""")

    def _one_missing(self, place: int) -> Iterator[Wrong]:
        for k, product in enumerate(self.products(place)):
            answer = [...] * len(self.own)
            answer[place] = sum(self.products(place)) - product
            yield Wrong({self.name: answer}, "M49").reply(f"""
                {self.name}: a copy of {self.label(place)} is missing, the one in {self.copied_to} {k} (counted from 0).
                What arrived for this copy, and which number was the copy multiplied by?""")


@exercise("L7.1", a=_SMALL, b=_SMALL, d=_SMALL, p=_SMALL, q=_SMALL)
def column_times_row(a: int = 2, b: int = 4, d: int = 5, p: int = 3, q: int = 7) -> Exercise:
    program = OUTER.format(a=a, b=b, d=d, p=p, q=q)
    trace = shown(program)
    column = Factor("c", (a, b, d), (p, q), tuple(map(tuple, _G)), "column")
    row = Factor("r", (p, q), (a, b, d), tuple(zip(*_G, strict=True)), "row")
    return Exercise(
        prompt="A column times a row: forward copies both. What are the two gradients? Fill in their numbers in order.",
        setup=program,
        form=Table({"c": Numbers(3), "r": Numbers(2)}, {"c": "c.grad: three numbers", "r": "r.grad: two numbers"}),
        answer={"c": [row[0] for row in grad(trace, "c")], "r": grad(trace, "r")[0]},
        wrong=(*column.wrong(), *row.wrong()),
        trace=trace,
        look=Look("GradReduced", "MulBackward0"),
        looks={"c": Look("GradReduced", "MulBackward0"), "r": Look("GradReduced", "MulBackward0", 1)},
        otherwise={
            "c": "Each number of c was copied into two columns. What arrived for each copy, and which number of r did "
            "it meet?",
            "r": "Each number of r was copied into three rows. What arrived for each copy, and which number of c did "
            "it meet?",
        },
        why="""
            Each copy gets G times the number it met. Then the copies are added: those of c along each row, those of r
            along each column.""",
        hints=(
            "Draw c twice, side by side, and r three times, one below the other. Now both are 3 by 2, like G.",
            "For each element: what arrived × the other factor's number there. Then add the copies of the same number.",
            f"c[0, 0] was copied along row 0: 1·{p} + 10·{q} = {p + 10 * q}. r[0, 0] was copied along column 0: "
            f"1·{a} + 100·{b} + 10·{d} = {a + 100 * b + 10 * d}.",
        ),
    )


# ----- code ---------------------------------------------------------------------------------------------------------
_FIRST, _SECOND = "g.sum(0)", "if length == 1:\n            g = g.sum(axis, keepdim=True)"
_RESHAPES = """
    `reshape` only rearranges numbers and adds nothing, so it fails where shape holds fewer numbers.
    What should happen to the gradients of the other copies?"""
_ONE_AXIS = """
    Your second loop looks at the number of the axis. Which axes forward stretched depends on shape.
    For shape (1, 2), which axis did forward stretch, and for shape (3, 1)?"""


def _unbroadcast(*lines: str) -> str:
    return "\n".join([HEAD, *(f"    {line}" for line in lines)]) + "\n"


_WRONG_SUMS = (
    Wrong(UNBROADCAST.replace("g = g.sum(axis", "return g.sum(axis")).reply("""
        Your `return` is inside the second loop, so the function ends at the first axis of length 1. There may be two.
        For shape (1, 1): which axes did forward stretch, and which of them do you sum?"""),
    Wrong(UNBROADCAST.replace("sum", "mean"), "M49").reply("""
        You take the mean of the copies. Forward used the original once for each copy, and each use moved the result.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.mean(0)"), "M49").reply("""
        Along the leading axes you take the mean of the copies. Forward used the original once for each copy.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(UNBROADCAST.replace("g.sum(axis", "g.mean(axis"), "M49").reply("""
        Along the axes of length 1 you take the mean of the copies. Forward used the original once for each copy.
        With b of shape (3, 1): if b[0, 0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.sum()"), "S32").reply("""
        Your first loop adds everything into one number. Only the copies of the same number belong together.
        What does `sum` need to know to add along one axis only?"""),
    Wrong(UNBROADCAST.replace("        if length == 1:\n            g =", "        g ="), "S32").reply("""
        Your second loop adds along every axis. Where shape has the same length as g, nothing was copied.
        Which lengths in shape tell you that forward stretched the axis?"""),
    Wrong(f"{HEAD}\n{LEADING}    return g\n", "S32").reply("""
        Your function sums the axes that shape doesn't have. But forward also stretches axes of length 1, and there
        your g still has the stretched length. (The 1 is in shape, not in g; and a sum that isn't assigned changes
        nothing.)
        With X of shape (3, 2) and b of shape (3, 1): what does forward do with the one column of b?"""),
    Wrong(f"{HEAD}\n{LONG}    return g\n", "S32").reply("""
        Your function sums the axes of length 1. Where g has more axes than shape, the extra axes are still there.
        b has shape (2,). Along which axis of g was it copied?"""),
    Wrong(f"{HEAD}\n{LONG}{LEADING}    return g\n", "S32").reply("""
        The two loops are in the wrong order. In your second loop, axis 0 of shape is axis 0 of g only once the extra
        axes are gone.
        g has shape (5, 1, 2, 4, 3) and shape is (2, 1, 3). Which axis of g belongs to the 1 in shape?"""),
    Wrong(UNBROADCAST.replace("length == 1", "length != 1"), "S32").reply("""
        Your second loop sums the axes that are as long in shape as in g. Forward didn't copy along those axes.
        Which length does shape have where forward stretched an axis?"""),
    Wrong(UNBROADCAST.replace("g.sum(axis", "g.sum(0"), "S32").reply("""
        Your second loop always sums along axis 0, whichever axis has length 1.
        For shape (3, 1): along which axis was the input copied?"""),
    Wrong(
        UNBROADCAST.replace("axis, length in enumerate(shape)", "axis in shape").replace("length ==", "axis ==")
    ).reply("""
        You loop over the lengths and use each length as the number of an axis. For some shapes the two happen to agree.
        For shape (1, 2): which numbers does your loop get?"""),
    Wrong(UNBROADCAST.replace(", keepdim=True", ""), "M49").reply("""
        The sum along an axis of length 1 removes that axis, but shape still has it.
        What does `keepdim` do?"""),
    Wrong(UNBROADCAST.replace("length == 1", "g.shape[axis] != length").replace(", keepdim=True", ""), "M49").reply("""
        You found the stretched axes. But a sum removes its axis, and shape still has it, so the axes after it move up.
        What does `keepdim` do?"""),
    *(
        Wrong(UNBROADCAST.replace("g.sum(0)", f"g[{place}]"), "M49").reply(f"""
            Along a leading axis you keep only the {name} of the copies. The others were used as well.
            Which rows of Y move when b moves?""")
        for place, name in ((0, "first"), (-1, "last"))
    ),
    *(
        Wrong(UNBROADCAST.replace("g.sum(0)", f"g.sum({axis})"), "S32").reply(f"""
            You sum along {name}. Broadcasting aligns shapes at their ends, so the missing axes are the first ones.
            Which axis of (3, 2) is not in (2,)?""")
        for axis, name in ((-1, "the last axis"), (1, "axis 1"))
    ),
    Wrong(_unbroadcast("return g.reshape(shape)"), "S33").reply("""
        `reshape` and `view` only rearrange numbers and add nothing, so they fail where shape holds fewer numbers.
        What should happen to the other copies' numbers?"""),
    Wrong(_unbroadcast("return g.sum(0)"), "S32").reply("""
        You sum along axis 0 whatever shape is. That is right for b, where axis 0 was copied, but not for every shape.
        Along which axis was an input of shape (3, 1) copied?"""),
    Wrong(_unbroadcast("return g.sum(0, keepdim=True)"), "M49").reply("""
        You sum along axis 0 and keep it with length 1. But b has shape (2,): it has no axis for rows.
        Which axes of g should be gone when shape is (2,)?"""),
    Wrong(_unbroadcast("return g.mean(0)"), "M49").reply("""
        You take the mean along axis 0. Each copy was used in full, and axis 0 isn't always the one that was copied.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(_unbroadcast("return g.sum()"), "S32").reply("""
        You add everything into one number. Only the copies of the same number belong together.
        How many numbers does an input of that shape have?"""),
    Wrong(_unbroadcast("return g"), "M49").reply("""
        You return g as it came: one gradient for each copy, not one for each original number.
        How many numbers does an input of that shape have?"""),
    Wrong(_unbroadcast("return g.expand(shape)"), "S33").reply("""
        `expand` makes copies, as broadcasting does in forward. Backward goes the other way.
        How do several copies become one number again?"""),
    Wrong(UNBROADCAST.replace(_FIRST, "g.reshape(shape)"), "S33").reply(_RESHAPES),
    Wrong(UNBROADCAST.replace(_SECOND, "g = g.reshape(shape)"), "S33").reply(_RESHAPES),
    *(Wrong(UNBROADCAST.replace("length == 1", f"axis == {axis}"), "S32").reply(_ONE_AXIS) for axis in (0, 1)),
    Wrong(UNBROADCAST.replace(_FIRST, "g.flatten()"), "S33").reply("""
        `flatten` puts all numbers in one row and adds nothing. The copies of one number must become one number again.
        How many numbers does an input of shape (2,) have?"""),
    Wrong(UNBROADCAST.replace(_FIRST, "g.sum(axis)"), "S32").reply("""
        Your first loop has no `axis` yet: that name belongs to the second loop.
        Which axes does shape lack: the first ones of g, or the last ones?"""),
    *(
        Wrong(UNBROADCAST.replace(_FIRST, f"g.max(0){values}"), "M49").reply("""
            `max` keeps the largest of the copies' gradients and drops the others. Each copy was used, so each counts.
            If b[0] grows by 1, how many elements of Y grow by 1?""")
        for values in ("", "[0]")
    ),
    Wrong(UNBROADCAST.replace("g.sum(axis, keepdim=True)", "g / g.shape[axis]"), "M49").reply("""
        You divide by the number of copies and add nothing, so the axis keeps its length.
        Which call adds along one axis and leaves it there with length 1?"""),
    *(
        Wrong(UNBROADCAST.replace("g.sum(axis, keepdim=True)", other), "S32").reply("""
            This adds along more than one axis, or along a different axis from the one that was stretched.
            For shape (3, 1): along which axis are the copies, and which shape must g have afterwards?""")
        for other in ("g.sum()", "g.sum(axis - 1, keepdim=True)", "g.sum(-1)")
    ),
    *(
        Wrong(UNBROADCAST.replace("g.sum(axis, keepdim=True)", first), "M49").reply("""
            You keep one of the copies' gradients and drop the others. Each copy was used, so each counts.
            For shape (3, 1), along which axis are the copies, and what is done with them?""")
        for first in ("g[0]", "g.narrow(axis, 0, 1)", "g.amax(axis, keepdim=True)")
    ),
    Wrong(UNBROADCAST.replace("axis, keepdim", "keepdim")).reply("""
        `sum` keeps axes only if you say along which axis it adds.
        Which name of your loop is the number of that axis?"""),
    Wrong(UNBROADCAST.replace("g.sum(axis, keepdim=True)", "g[:1]"), "M49").reply("""
        `g[:1]` keeps the first row and drops the others. Each copy was used, so each copy's gradient counts.
        For shape (3, 1), along which axis are the copies, and what is done with them?"""),
)


def _product(for_x: str, for_w: str, idea: str = "") -> Wrong:
    """Lesson 07's class with another body of backward."""
    return Wrong(MATMUL.replace("return g @ w.T, x.T @ g", f"return {for_x}, {for_w}"), idea)


_AXES = {"x": ("rows", "inputs"), "w": ("inputs", "outputs"), "g": ("rows", "outputs")}
_OTHER_AXES = {
    "x": ("w @ g", "g", "g.T", "x.T @ g", "w.T @ g.T", "g * w", "(g @ w.T).sum(0)", "x @ w.T"),
    "w": ("g", "g.T", "g @ w.T", "x.T @ g.T", "g * x", "(x.T @ g).sum(1)"),
}
_MEETING = {"x": ("g @ w", "g.T @ w", "w.T @ g"), "w": ("x @ g", "x @ g.T", "g @ x.T")}
"""Products in which two different axes meet."""


def _met(product: str) -> str:
    """Which axes meet in ``"g @ w"``."""
    factors = first, second = product.split(" @ ")
    ends, begins = (_AXES[factor[0]][(place == 0) != factor.endswith(".T")] for place, factor in enumerate(factors))
    first, second = (f"`{factor}`" if factor.endswith(".T") else factor for factor in (first, second))
    return f"{first} ends with {ends}, but {second} begins with {begins}, so `{product}` adds along two different axes."


def _one_side(side: str, other: str) -> Iterator[Wrong]:
    """Products that are wrong for one input, and right for the ``other``."""

    def wrong(gradient: str, idea: str, fact: str, ask: str) -> Wrong:
        pair = (gradient, "x.T @ g") if side == "x" else ("g @ w.T", gradient)
        return _product(*pair, idea).reply(f"For {side}: {fact}\n{ask}")

    axes = f"the result must have {side}'s axes, ({', '.join(_AXES[side])})."
    shared = f"Which axis do {'g and w' if side == 'x' else 'x and g'} share"
    for slope in (other, f"{other}.T"):
        yield wrong(slope, "M26", f"{axes} And a slope alone isn't enough: it must be multiplied by g.",
                    f"If g were 10 times as large, how large should the gradient be for {side}?")  # fmt: skip
    for gradient in _OTHER_AXES[side]:
        yield wrong(gradient, "M50", f"{axes} Your axes differ.", f"{shared}, so that `@` can add along it?")
    for gradient in _MEETING[side]:
        yield wrong(gradient, "M50", _met(gradient), f"{shared}, and where must it be in each factor?")
    used = "for every output" if side == "x" else "in every row"
    yield wrong("g * w.T" if side == "x" else "x.T * g", "M50", f"`*` multiplies element by element. Each number of "
                f"{side} is used {used}, so its gradient is a sum.",
                f"{shared}, and which operation adds along it?")  # fmt: skip
    yield wrong("-g @ w.T" if side == "x" else "-x.T @ g", "", "the sizes are right, the signs aren't. No slope here "
                "changes a sign.", f"If {other} were all ones, would y rise or fall when {side} grows?")  # fmt: skip
    yield wrong("None", "M45", f"your backward returns None, as if {side} needed no gradient.",
                f"Does y move when {side} moves?")  # fmt: skip


_WRONG_PRODUCTS = (
    *_one_side("x", "w"),
    *_one_side("w", "x"),
    _product("g @ w.T / len(w)", "x.T @ g", "M49").reply("""
        For x: you divide, and nothing in forward divided.
        Each number of x is used for several outputs. Does each of these uses count in full?"""),
    _product("g @ w", "x @ g", "M50").reply("""
        Neither product has a transpose. Name the axes: x (rows, inputs), w (inputs, outputs), g (rows, outputs).
        Which axis do g and w share, and is it at the end of the first and at the beginning of the second?"""),
    _product("w @ g.T", "x.T @ g", "M50").reply("""
        Your gradient for x has the axes (inputs, rows); x itself has (rows, inputs).
        Which of the two factors has the axis `rows`, which must come first?"""),
    _product("w @ g", "g @ x", "M50").reply("""
        Order and axes don't fit. Name the axes: x (rows, inputs), w (inputs, outputs), g (rows, outputs).
        The gradient for x begins with rows. Which of the two factors has the axis `rows`?"""),
    _product("x.T @ g", "g @ w.T", "M48").reply("""
        Both products are right, but in the wrong places: the first result is for x, the second for w.
        Which of your two results has the shape of x?"""),
    _product("g @ x.T", "w.T @ g").reply("""
        w and x have changed places: each gradient needs the other factor. (`ctx.saved_tensors` keeps the order in which
        you saved them.)
        If w were all zeros, could x matter?"""),
    _product("w.T", "x.T", "M26").reply("""
        These are slopes alone. They must be multiplied by what arrived.
        If g were 10 times as large, how large should both gradients be?"""),
    _product("w", "x", "M26").reply("""
        You return the two factors as they are. They are slopes at best; they must be multiplied by what arrived.
        If g were 10 times as large, how large should both gradients be?"""),
    _product("g @ w.T", "x.T @ g / len(x)", "M49").reply("""
        The gradient for w is divided by the number of rows. Each row used all of w, and each row's gradient counts.
        Did forward divide by the number of rows?"""),
    _product("g @ w.T", "g.T @ x", "M50").reply("""
        Your gradient for w has the axes (outputs, inputs); w itself has (inputs, outputs).
        Which of the two factors has the axis `inputs`, which must come first?"""),
    _product("(g @ w.T).T", "(x.T @ g).T", "M50").reply("""
        Both gradients are transposed: for x you have (inputs, rows), for w (outputs, inputs).
        What are the shapes of your products before the last transpose?"""),
    _product("g * w.T", "x.T * g", "M50").reply("""
        `*` multiplies element by element. Y[i, j] is a sum of products, and so is each number of the gradients.
        How many elements of Y use x[0, 0]?"""),
    *(
        _product(for_x, for_w, "M50").reply("""
            `*` multiplies element by element, and these shapes don't fit that. Y[i, j] is a sum of products.
            How many elements of Y use x[0, 0]?""")
        for for_x, for_w in (("g * w", "g * x"), ("w.T * g", "x.T * g"))
    ),
    _product("w.T @ g", "g @ x.T", "M50").reply("""
        The right matrices are transposed, but on the wrong side, so different axes meet in the middle.
        Which axis do g and w share, and where must it be in each factor to be added up?"""),
    Wrong(MATMUL_AROUND.format("return g @ w.T")).reply("""
        Only one result was counted. forward took two inputs, x and w, so backward returns two gradients.
        What exactly comes after your `return`?"""),
    _product("g.sum(1)", "g.sum(0)").reply("""
        You add up g alone. Each number of x was multiplied by numbers of w in forward, and each number of w by numbers
        of x.
        If w were all zeros, could x matter?"""),
    _product("g", "g", "M45").reply("""
        You return g unchanged. It has y's shape, and a gradient has the shape of its input.
        What was x[0, 0] multiplied by in forward?"""),
    _product("g @ w.t", "x.t @ g").reply("""
        `w.t` only names the method: a call needs parentheses. `w.T` is an attribute and needs none.
        How do you write the transpose of w?"""),
    *(
        _product(for_x, for_w, "S33").reply("""
            `reshape` gives the shape of the transpose, but it fills in the numbers in their old order.
            Which number of w must go to row 0, column 1 of its transpose?""")
        for for_x, for_w in (
            ("g @ w.reshape(w.T.shape)", "x.reshape(x.T.shape) @ g"),
            ("g @ w.reshape(2, 3)", "x.reshape(3, 2) @ g"),
            ("g @ w.reshape(w.T.shape)", "x.T @ g"),
            ("g @ w.T", "x.reshape(x.T.shape) @ g"),
        )
    ),
    _product("g @ w.T", "x.T @ al.ones_like(g)", "M26").reply("""
        Your gradient for w is what it would be if 1 had arrived everywhere. Here g arrives.
        If g were 10 times as large, how large should the gradient be for w?"""),
)


@exercise("L7.2")
def write_unbroadcast() -> Exercise:
    return Exercise(
        prompt="""
            `g` has the stretched shape; `shape` is the original one. Write `unbroadcast(g, shape)`, which returns the
            gradient in the original shape. Fill in the two `...`.""",
        form=UNBROADCAST_FORM,
        answer=UNBROADCAST,
        wrong=_WRONG_SUMS,
        trace=_bias(),
        look=AT_SUM,
        keeps="my_engine.py",
        otherwise={WHOLE: "Along which axes was the input copied in this call, and what does your code do along each?"},
        why="First you sum the axes that forward put in front, then the axes it stretched. Every copy is in the sum.",
        hints=(
            "`g.sum(0)` adds along the first axis and removes that axis.",
            "In the second loop an axis of length 1 has to stay: `keepdim=True` leaves it there, with length 1.",
            "1: `g = g.sum(0)`. 2: `if length == 1:`, and inside it `g = g.sum(axis, keepdim=True)`.",
        ),
    )


@exercise("L7.3")
def write_matmul() -> Exercise:
    return Exercise(
        prompt="""
            Write the backward of a matrix product. `g` is the gradient for y, in y's shape. Return the gradients for x
            and for w.""",
        form=MATMUL_FORM,
        answer=MATMUL,
        wrong=_WRONG_PRODUCTS,
        trace=_matrices(),
        look=Look("RuleApplied", "MmBackward0"),
        keeps="my_engine.py",
        otherwise={WHOLE: "Which axis do g and w share, and which axis do x and g share?"},
        why="""
            x[i, k] is multiplied by w[k, j] for every j, so its gradient adds g[i, j]·w[k, j] over j. The gradient for
            w[k, j] adds x[i, k]·g[i, j] over i, the rows.""",
        hints=(
            "Write down the axes of each array: x (rows, inputs), w (inputs, outputs), g (rows, outputs).",
            "The gradient for x has the axes (rows, inputs). g and w share `outputs`, and `@` adds along it where it "
            "is the last axis of the first factor and the first axis of the second.",
            "Transpose w so that outputs meet: `g @ w.T`. For w, the rows must meet: `x.T @ g`.",
        ),
    )
