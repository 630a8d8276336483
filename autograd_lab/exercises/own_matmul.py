"""Lesson 07's backward of a matrix product: the learner's version runs on three sizes, beside wrong versions."""

from .. import tensor
from .answer_code import Code, Probe
from .exercise import Wrong
from .own_unbroadcast import DIGITS
from .programs import doubles, leaf

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


def _product(line: str, idea: str = "") -> Wrong:
    return Wrong(_MATMUL.format(line), idea)


WRONG = (
    _product("return g @ w, x @ g", "M50").reply("""
        Neither product has a transpose. Name the axes: x (rows, inputs), w (inputs, outputs), g (rows, outputs).
        Which axis do g and w share, and is it at the end of the first and at the beginning of the second?"""),
    _product("return g @ w, x.T @ g", "M50").reply("""
        For x: g ends with outputs, but w begins with inputs, so `g @ w` adds along two different axes.
        Which axis do g and w share?"""),
    _product("return g @ w.T, x @ g", "M50").reply("""
        For w: x ends with inputs, but g begins with rows, so `x @ g` adds along two different axes.
        Which axis do x and g share?"""),
    _product("return g @ w.T, x @ g.T", "M50").reply("""
        For w: x ends with inputs, but `g.T` begins with outputs, so `x @ g.T` adds along two different axes.
        Which axis do x and g share?"""),
    _product("return g.T @ w, x.T @ g", "M50").reply("""
        For x: `g.T` ends with rows, but w begins with inputs, so `g.T @ w` adds along two different axes.
        Which axis do g and w share?"""),
    _product("return w @ g.T, x.T @ g", "M50").reply("""
        Your gradient for x has the axes (inputs, rows); x itself has (rows, inputs).
        Which of the two factors has the axis `rows`, which must come first?"""),
    _product("return w @ g, g @ x", "M50").reply("""
        Order and axes don't fit. Name the axes: x (rows, inputs), w (inputs, outputs), g (rows, outputs).
        The gradient for x begins with rows. Which of the two factors has that axis?"""),
    _product("return x.T @ g, g @ w.T", "M48").reply("""
        Both products are right, but in the wrong places: the first result is for x, the second for w.
        Which of your two results has the shape of x?"""),
    _product("return w.T, x.T", "M26").reply("""
        These are slopes alone. What arrived must be multiplied in.
        If g were 10 times as large, what should become of both gradients?"""),
    _product("return w, x", "M26").reply("""
        You return the two factors as they are. They are slopes at best; what arrived must be multiplied in.
        If g were 10 times as large, what should become of both gradients?"""),
    _product("return g @ w.T, x.T @ g / len(x)", "M49").reply("""
        The gradient for w is divided by the number of rows. Each row used all of w, and each row's gradient counts.
        Did forward divide by the number of rows?"""),
    _product("return g @ w.T, g.T @ x", "M50").reply("""
        Your gradient for w has the axes (outputs, inputs); w itself has (inputs, outputs).
        Which of the two factors has the axis `inputs`, which must come first?"""),
    _product("return (g @ w.T).T, (x.T @ g).T", "M50").reply("""
        Both gradients are transposed: for x you have (inputs, rows), for w (outputs, inputs).
        What are the shapes of your products before the last transpose?"""),
    _product("return g * w.T, x.T * g", "M50").reply("""
        `*` multiplies element by element. Y[i, j] is a sum of products, and so is each number of the gradients.
        How many elements of Y does x[0, 0] have a part in?"""),
    _product("return g * w, g * x", "M50").reply("""
        `*` multiplies element by element, and these shapes don't fit that. Y[i, j] is a sum of products.
        How many elements of Y does x[0, 0] have a part in?"""),
    _product("return g @ w.T, x.T * g", "M50").reply("""
        For w: `*` multiplies element by element. Each number of w is used in every row, so its gradient is a sum.
        Which axis do x and g share, and which operation adds along it?"""),
    _product("return g * w.T, x.T @ g", "M50").reply("""
        For x: `*` multiplies element by element. Each number of x is used for every output, so its gradient is a sum.
        Which axis do g and w share, and which operation adds along it?"""),
    _product("return w.T @ g, g @ x.T", "M50").reply("""
        The right matrices are transposed, but on the wrong side, so different axes meet in the middle.
        Which axis do g and w share, and where must it be in each factor to be added up?"""),
    _product("return g @ w.T").reply("""
        Only one result was counted. forward took two inputs, x and w, so backward returns two gradients.
        What exactly comes after your `return`?"""),
    _product("return g @ w.T, None", "M45").reply("""
        For w, your backward returns None, as if w needed no gradient.
        Does y move when w moves?"""),
    _product("return None, x.T @ g", "M45").reply("""
        For x, your backward returns None, as if x needed no gradient.
        Does y move when x moves?"""),
    _product("return g.sum(1), g.sum(0)").reply("""
        You add up g alone. Each number of x was multiplied by numbers of w in forward, and each number of w by numbers
        of x.
        If w were all zeros, could x matter?"""),
)
FORM = Code(
    name="MatMul",
    starting=_MATMUL.format("for_x = ...\n        for_w = ...\n        return for_x, for_w"),
    solution=MATMUL,
    probes=tuple(map(_product_probe, _SIZES)),
    untouched=lambda results: False,
    checked=lambda: doubles([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]], [[2.0, -1.0], [0.5, 4.0], [1.0, 3.0]]),
    is_function_class=True,
)
