"""Formulas of the table as arithmetic: read, filled, computed, written."""

import pytest
from each_case import each_case

from autograd_lab.views.card.expression import FormulaError, fill, letter, letters, number, read_rule, value


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
