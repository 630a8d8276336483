"""What a learner reads of a row: its sentence, its help, and the story at the head of the table."""

import doctest
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from each_case import every_case

import autograd_lab as al
from autograd_lab import derivatives as d
from autograd_lab._core.table.plain_formula import plain_formula
from autograd_lab._torch.surface.row_functions import help_text
from autograd_lab.derivatives import TABLE

PUBLIC = [row for row in TABLE.values() if {"function", "method"} & set(row.variants)]
IN_PLACE = [row for row in TABLE.values() if "in_place" in row.variants]


def test_every_row_says_in_one_line_what_it_does():
    with every_case() as case:
        for row in TABLE.values():
            with case(row.name):
                assert row.does.endswith(".") and "\n" not in row.does and len(row.does) <= 110
                assert row.does in str(row)


def test_no_two_rows_say_the_same():
    assert len({row.does for row in TABLE.values()}) == len(TABLE)


def test_every_formula_can_be_read_without_tex():
    with every_case() as case:
        for row in TABLE.values():
            for name, tex in row.tex.items():
                with case(row.name, name):
                    plain = plain_formula(tex)
                    assert "\\" not in plain and plain.count("{") == tex.count(r"\{")


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"\bar{x} = \bar{z} \odot y", "x̄ = z̄ ⊙ y"),
        (r"\bar{x} = -\frac{\bar{z}}{\sqrt{1 - x^2}}", "x̄ = -z̄/√(1 - x²)"),
        (r"z = \ln \frac{x}{1 - x}", "z = ln (x/(1 - x))"),
        (r"z_{ij} = x_{i k_{ij}}", "zᵢⱼ = x_(i kᵢⱼ)"),
        (r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}", "Ā = ½ L⁻ᵀ (Φ + Φᵀ) L⁻¹"),
        (r"k = \{i : x_i \neq 0\}", "k = {i : xᵢ ≠ 0}"),
        (r"z = \oint x", r"z = \oint x"),  # not in the table: it stays as it is
    ],
)
def test_plain_formulas(tex, plain):
    assert plain_formula(tex) == plain


def test_help_on_a_row_is_the_operations_own():
    with every_case() as case:
        for row in PUBLIC:
            with case(row.name):
                told = help_text(row)
                assert told.startswith(row.does)
                assert "A row that nobody" not in told and max(map(len, told.splitlines())) <= 120
                public = getattr(al if "function" in row.variants else al.Tensor, row.base)
                assert inspect.getdoc(public) == told
                assert len(inspect.signature(public).parameters) == len(row.plan.parameters)
            for name in ("forward", *row.plan.rules):
                with case(row.name, name):
                    assert plain_formula(row.tex[name]) in told


def test_help_on_an_operation_in_place():
    with every_case() as case:
        for row in IN_PLACE:
            with case(row.name):
                method = getattr(al.Tensor, row.base.rstrip("_") + "_")
                assert inspect.getdoc(method).startswith(f"In place: {row.does}")
                assert method.__qualname__ == f"Tensor.{method.__name__}"


def test_no_help_stands_twice():
    texts = [help_text(row) for row in PUBLIC] + [help_text(row, in_place=True) for row in IN_PLACE]
    assert len(set(texts)) == len(texts)


def test_help_says_what_follows_from_the_declaration():
    mul = al.mul.__doc__
    assert "ȳ = z̄ ⊙ x  for other" in mul and "other: a Tensor or a number" in mul
    assert "Shapes that differ are stretched" in mul and "MulBackward0, which keeps self and other." in mul
    assert "Types that differ" not in al.exp.__doc__
    assert "shares the memory of self" in al.transpose.__doc__
    assert "No gradient goes to index." in al.gather.__doc__
    assert "Leaves no node" in al.argmax.__doc__
    assert "Backward through it raises: its slope is 0" in al.floor_divide.__doc__


def test_a_learners_own_row_has_help_too():
    forward = lambda self: self  # noqa: E731
    row = d.Row("own(Tensor self) -> Tensor", "OwnBackward0", forward, {"self": lambda grad: grad})
    assert help_text(row).startswith("``own(Tensor self) -> Tensor``")


def test_the_story_of_a_row_is_true():
    x, y = al.tensor([2.0, 3.0], requires_grad=True), al.tensor(5.0, requires_grad=True)
    names = {"mul": d.mul, "x": x, "y": y, "array": np.array, "tensor": al.tensor}
    story = doctest.DocTestParser().get_doctest(d.__doc__, names, "derivatives", d.__file__, 0)
    assert len(story.examples) >= 6
    assert doctest.DocTestRunner(verbose=False).run(story).failed == 0


def test_the_files_that_the_story_names_are_there():
    package = Path(al.__file__).parent
    named = re.findall(r"``((?:\w+/)*\w+\.py)``", d.__doc__)
    assert len(named) >= 10 and all((package / name).exists() for name in named)
