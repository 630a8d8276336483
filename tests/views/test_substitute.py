"""Numbers in a rule, through the syntax tree."""

import pytest
from each_case import each_case

from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.trace.events import Value
from autograd_lab.views.card.expression import FormulaError, fill, letter, letters, number, read_rule, value
from autograd_lab.views.card.substitute import decide, substitute


def scalar(x):
    return Value((), "float32", (float(x),))


def array(*items):
    return Value((len(items),), "float32", tuple(map(float, items)))


BIG = Value((64, 10), "float32", None, Summary(0.0, 1.0, 0.5, 3.0, 0, 0, 0, (100,)))


@each_case(
    ("source", "known", "expected"),
    [
        ("grad * other", {"grad": scalar(4), "other": scalar(3)}, "4 * 3"),
        ("grad * other", {"grad": scalar(4)}, "4 * other"),
        ("grad * other", {"grad": scalar(4), "other": scalar(-3)}, "4 * (-3)"),
        ("-grad * other", {"grad": scalar(-2), "other": scalar(0.5)}, "(-(-2)) * 0.5"),
        ("other ** 2 * grad", {"grad": scalar(1), "other": scalar(-3)}, "(-3) ** 2 * 1"),
        ("grad", {"grad": scalar(-3)}, "-3"),
        ("grad * self", {"grad": array(1, 10), "self": array(-1, 2)}, "[1, 10] * [-1, 2]"),
        ("self.T @ grad", {"self": BIG, "grad": BIG}, "tensor[64×10].T @ tensor[64×10]"),
        ("grad / self", {"grad": scalar(1 / 3), "self": scalar(1e10)}, "0.333333 / 10000000000"),
        ("grad * self", {"grad": scalar("inf"), "self": scalar("nan")}, "inf * nan"),
        ("f(grad, self_sizes, dim)", {"grad": scalar(1), "self_sizes": "(2, 3)", "dim": "-1"}, "f(1, (2, 3), -1)"),
        ("grad if alpha == 1 else grad * alpha", {"grad": scalar(4), "alpha": "1"}, "4"),
        ("grad if alpha == 1 else grad * alpha", {"grad": scalar(4), "alpha": "2"}, "4 * 2"),
        ("grad if dim is None else spread(grad, dim)", {"grad": scalar(4), "dim": "None"}, "4"),
        ("grad if dim is None else spread(grad, dim)", {"grad": scalar(4), "dim": "-1"}, "spread(4, -1)"),
        ("grad if dim < 0 else -grad", {"grad": scalar(4), "dim": "-1"}, "4"),
        ("grad if other > grad else 0", {"grad": scalar(4)}, "4 if other > 4 else 0"),
        ("grad if keepdim else 0", {"grad": scalar(4), "keepdim": "True"}, "4"),
        ("lambda grad, self: grad * self", {"grad": scalar(2), "self": scalar(3)}, "2 * 3"),
        ("f([g for g in grads], g=1)", {"grads": (scalar(1), None), "g": scalar(9)}, "f([g for g in [1, None]], g=1)"),
        ("not ( python", {"grad": scalar(1)}, "not ( python"),
        ("graded * grad", {"grad": scalar(2)}, "graded * 2"),
    ],
)  # fmt: skip
def test_names_become_numbers(source, known, expected):
    assert substitute(source, known) == expected


@each_case(
    ("source", "settings", "expected"),
    [
        ("grad if alpha == 1 else grad * alpha", {"alpha": "1"}, "grad"),
        ("grad if alpha == 1 else grad * alpha", {"alpha": "2"}, "grad * alpha"),
        ("-grad if alpha == 1 else -grad * alpha", {"alpha": "1"}, "-grad"),
        ("grad if other > 0 else 0", {"alpha": "1"}, "grad if other > 0 else 0"),
        ("f(grad, 2 if p is None else p)", {"p": "None"}, "f(grad, 2)"),
        ("lambda grad: -grad", {}, "-grad"),
        ("def rule(grad, other):\n    return grad*other", {}, "grad * other"),
        ("not ( python", {}, "not ( python"),
        ("(b @ grad.T).T if lies_by_columns(s) else grad @ b.T", {"s": "(2, 1)"}, "grad @ b.T"),
        ("(b @ grad.T).T if lies_by_columns(s) else grad @ b.T", {"s": "(1, 2)"}, "(b @ grad.T).T"),
        ("a if lies_by_columns(s) else b", {}, "a if lies_by_columns(s) else b"),
        ("a if other(s) else b", {"s": "(1, 2)"}, "a if other(s) else b"),
        ("times(grad @ b.T, alpha)", {"alpha": "1"}, "grad @ b.T"),
        ("times(grad + b, alpha)", {"alpha": "2"}, "(grad + b) * alpha"),
        ("times(a if lies_by_columns(s) else b, alpha)", {"s": "(1, 2)", "alpha": "1.0"}, "a"),
    ],
)  # fmt: skip
def test_settings_decide_and_names_stay(source, settings, expected):
    assert decide(source, settings) == expected


# ----- expressions ----------------------------------------------------------------------------------------------------
def slope(tex, **settings):
    """The right-hand side with nothing but the slope left in it, and settings put in."""
    formula = fill(read_rule(tex)[1], {"bar z": number(1)})
    return fill(formula, {name: number(x) for name, x in settings.items()}, fold=True)


@each_case(
    ("tex", "written"),
    [
        (r"\bar{x} = \bar{z}", "1"),
        (r"\bar{x} = \bar{z} \odot y", "y"),
        (r"\bar{x} = c\, \bar{z}", "c"),
        (r"\bar{x} = \frac{\bar{z}}{y}", "1/y"),
        (r"\bar{y} = -\bar{z} \frac{x}{y^2}", "-x/y²"),
        (r"\bar{x} = \frac{\bar{z}}{2 z}", "1/(2·z)"),
        (r"\bar{x} = -\frac{1}{2} \bar{z} \odot z^3", "-1/2·z³"),
        (r"\bar{x} = \bar{z} \odot (1 - z) \odot z", "(1 - z)·z"),
        (r"\bar{x} = \bar{z} \odot z \ln 2", "z·ln(2)"),
        (r"\bar{x} = \frac{\bar{z}}{1 + e^{y - x}}", "1/(1 + e^(y - x))"),
        (r"\bar{x} = \frac{2}{\sqrt{\pi}}\, e^{-x^2} \odot \bar{z}", "2/√π·e^(-x²)"),
        (r"\bar{x} = \bar{z} \odot ([x > y] + \frac{1}{2} [x = y])", "[x > y] + 1/2·[x = y]"),
        (r"\bar{x} = \bar{z} \odot \sigma(x) (1 + x (1 - \sigma(x)))", "σ(x)·(1 + x·(1 - σ(x)))"),
        (r"\bar{y} = -\bar{z} \odot \lfloor x / y \rfloor", "-⌊x/y⌋"),
        (r"\bar{x} = \bar{z} \odot [|x| > \lambda]", "[|x| > λ]"),
        (r"\bar{x} = 0", "0"),
    ],
)  # fmt: skip
def test_what_is_left_is_the_slope(tex, written):
    assert str(slope(tex)) == written


@each_case(("n", "written"), [(0, "0·x⁻¹"), (1, "1"), (2, "2·x"), (3, "3·x²"), (-1, "-1·x⁻²"), (0.5, "0.5·x^(-0.5)")])
def test_a_power_with_its_exponent_put_in(n, written):
    assert str(slope(r"\bar{x} = \bar{z} \odot n x^{n-1}", n=n)) == written


def test_numbers_keep_their_brackets():
    formula = fill(slope(r"\bar{x} = \bar{z} \odot n x^{n-1}", n=3), {"x": number(-2)})
    assert str(formula) == "3·(-2)²"
    assert value(formula) == 12


def test_letters_get_names():
    assert str(fill(slope(r"\bar{x} = \bar{z} \odot y"), {"y": letter("w[0]")})) == "w[0]"
    assert letters(slope(r"\bar{x} = \bar{z} \odot n x^{n-1}")) == ["n", "x"]


@each_case(
    "tex",
    [
        r"\bar{x}_i = \bar{z}",
        r"\bar{x} = \sum_i \bar{z}_i",
        r"\bar{A} = \bar{z}\, [i = j_k]",
        r"\bar{x} = \bar{z} \odot [c]",
        r"\bar{x} = \bar{z}\ \mathrm{elsewhere}",
        r"z = x",
        r"\bar{x} = ",
        r"\bar{x} = \frac{\bar{z}}{",
        "",
    ],
)
def test_other_formulas_are_refused(tex):
    with pytest.raises(FormulaError):
        read_rule(tex)
