"""Looking things up in the table: finding rows, what is told of one, and the check that runs on the spot."""

import sys

import numpy as np
import pytest
from each_case import every_case

import autograd_lab as al
from autograd_lab import derivatives as d
from autograd_lab._core.table import facts, lookup, page, row, slopes
from autograd_lab.derivatives import TABLE


@pytest.fixture
def new_row():
    """Makes rows, and takes them out of the table again."""
    before = dict(TABLE)
    yield row.derivative
    TABLE.clear()
    TABLE.update(before)


def a_wrong_row(new_row):
    return new_row(
        "wrong_double(Tensor self) -> Tensor", node="WrongBackward0", forward=lambda self: self * 2,
        self=lambda grad: grad * 3, tex=dict(forward="z = 2x", self=r"\bar{x} = 3 \bar{z}"),
        samples=lambda make: [(make(3),), (make(),)],
    )  # fmt: skip


# ----- finding --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("mul", "mul.Tensor"), ("mul.Scalar", "mul.Scalar"), ("mul_number", "mul.Scalar"), ("torch.exp", "exp"),
        ("Tensor.add_", "add.Tensor"), ("MulBackward1", "mul.Scalar"), ("F.relu", "relu"), (d.exp, "exp"),
    ],
)  # fmt: skip
def test_a_row_is_found_by_any_of_its_names(what, name):
    assert d.find(what).name == name


def test_a_row_is_found_by_what_it_left_behind():
    y = al.tensor(2.0, requires_grad=True).exp()
    assert d.find(y) is d.find(y.grad_fn) is d.exp


def test_what_is_not_there_is_refused_with_what_is_near():
    with pytest.raises(KeyError, match=r"no row of the table is called 'sigmoit'; near it: .*sigmoid"):
        d.find("sigmoit")
    with pytest.raises(KeyError, match="no row of the table made 'Tensor' objects"):
        d.find(al.tensor(1.0))


def test_every_row_is_found_by_its_name_and_stands_in_a_section():
    with every_case() as case:
        for op in TABLE.values():
            with case(op.name):
                assert d.find(op.name) is op
                assert op in d.search(op.name)
                assert lookup.section_of(op) != lookup.ELSEWHERE


def test_sections_hold_every_row_once_in_the_tables_order():
    found = [op for rows in lookup.sections().values() for op in rows]
    assert len(found) == len(TABLE)
    assert {op.name for op in found} == set(TABLE)
    assert next(iter(lookup.sections())) == "arithmetic"
    assert lookup.section_of(d.mul) == "arithmetic"


def test_a_row_of_ones_own_is_told_apart(new_row):
    assert lookup.section_of(a_wrong_row(new_row)) == lookup.ELSEWHERE


def test_search_puts_the_very_name_first_and_wants_every_word():
    assert d.search("mul")[0] is d.mul
    assert {op.base for op in d.search("mul scalar")} >= {"mul"}
    assert all("mul" in lookup.searched(op) and "scalar" in lookup.searched(op) for op in d.search("MUL Scalar"))
    assert d.search("ExpBackward0")[0] is d.exp
    assert d.search("arithmetic int64 nowhere") == []
    assert len(d.search()) == len(TABLE)


# ----- names ----------------------------------------------------------------------------------------------------------
def test_public_names_are_there():
    spaces = {
        "torch": al, "Tensor": al.Tensor, "torch.nn.functional": al.nn.functional, "torch.linalg": al.linalg,
    }  # fmt: skip
    with every_case() as case:
        for op in TABLE.values():
            for name in lookup.public_names(op):
                space, _, last = name.rpartition(".")
                with case(op.name, name):
                    assert callable(getattr(spaces[space], last))
            with case(op.name):
                assert "function" not in op.variants or f"torch.{op.base}" in lookup.public_names(op)


def test_a_row_behind_a_function_says_who_calls_it():
    assert "torch.nn.functional.layer_norm" in lookup.reached_from(d.find("native_layer_norm"))
    assert "the rules of relu" in lookup.reached_from(d.threshold_backward)
    assert page.called(d.threshold_backward).startswith("no public name; called by the rules of relu")


# ----- text -----------------------------------------------------------------------------------------------------------
MUL = """\
mul.Tensor
----------
does       ``self · other``, element by element.
called     torch.mul, Tensor.mul, Tensor.mul_
schema     mul.Tensor(Tensor self, Tensor other) -> Tensor
node       MulBackward0
section    arithmetic
forward    z = x \\odot y
∂self      grad * other
           \\bar{x} = \\bar{z} \\odot y
∂other     grad * self
           \\bar{y} = \\bar{z} \\odot x
saves      self: the input's numbers, for ∂other
           other: the input's numbers, for ∂self
samples    mul([0.548, -0.921, -1.836], [-1.934, 1.253, 1.651])
             = [-1.06, -1.154, -3.031]
"""


def test_print_tells_all_and_repr_stays_short():
    assert str(d.mul).startswith(MUL)
    assert repr(d.mul) == "<op mul.Tensor>"
    assert d.text("MulBackward0") == str(d.mul)


def test_every_row_can_be_told():
    with every_case() as case:
        for op in TABLE.values():
            with case(op.name):
                told = str(op)
                assert op.schema in told
                assert all(rule.source in told for rule in op.plan.rules.values())


def test_functions_behind_a_rule_are_shown():
    assert "def power_base(grad: Any" in d.text("pow.Tensor_Scalar")


def test_what_has_no_rule_says_why():
    assert "∂condition has no gradient, and so no edge" in d.text("where.self")
    assert "not implemented: its slope is 0" in d.text("floor_divide")
    assert "none: nothing here can be differentiated" in d.text("eq.Tensor")


def test_telling_leaves_no_trace():
    """Neither nodes nor random numbers: what a program prints afterwards stays the same."""
    from autograd_lab._core.base.state import upcoming_number

    al.manual_seed(3)
    number, expected = upcoming_number(), al.rand(2).tolist()
    al.manual_seed(3)
    for op in TABLE.values():
        facts.examples(op)
    assert (upcoming_number(), al.rand(2).tolist()) == (number, expected)


def test_numbers_too_many_to_read_are_told_by_their_shape():
    assert facts.in_numbers(np.zeros((64, 10))) == "float64[64×10]"
    assert facts.in_numbers((np.float64(0.5), [1, None], "x")) == "(0.5, [1, None], 'x')"
    assert facts.in_numbers(np.zeros((2, 0), np.int64)) == "int64[2×0]"


# ----- PyTorch's own line ---------------------------------------------------------------------------------------------
@pytest.mark.torch
def test_pytorchs_own_entry_is_shown():
    pytest.importorskip("torchgen")
    lines = facts.torch_entry(d.exp).splitlines()
    assert lines[:2] == ["- name: exp(Tensor self) -> Tensor", "  self: grad * result.conj()"]
    assert "no entry of this name" in facts.torch_entry(TABLE["copy_"])


def test_without_pytorch_a_sentence_says_so(monkeypatch):
    monkeypatch.setattr(facts.importlib.util, "find_spec", lambda name: None)
    facts._torch_table.cache_clear()
    try:
        assert facts.torch_entry(d.exp).startswith("PyTorch is not installed here")
    finally:
        facts._torch_table.cache_clear()


@pytest.mark.torch
def test_pytorch_is_not_imported_for_its_line():
    pytest.importorskip("torchgen")
    import subprocess

    program = "import sys; from autograd_lab._core.table import facts; from autograd_lab.derivatives import exp; "
    program += "print('exp(' in facts.torch_entry(exp), 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


# ----- gradcheck on the spot ------------------------------------------------------------------------------------------
def test_the_check_agrees_with_every_row():
    with every_case() as case:
        for op in TABLE.values():
            with case(op.name):
                checks = slopes.check(op)
                assert len(checks) == len(facts.samples(op))
                assert all(one.right for one in checks), checks
                if op.plan.rules and not op.plan.refusals:
                    assert any(one.first is not None for one in checks)


def test_the_check_sees_a_wrong_rule(new_row):
    one, two = slopes.check(a_wrong_row(new_row))
    assert not one.right
    assert not two.right
    assert one.first == pytest.approx(1, abs=1e-6)
    assert one.sentence().startswith("WRONG: first derivatives within 1.0e+00")
    assert "WRONG" in d.text("wrong_double", check=True)


def test_the_check_sees_a_wrong_second_derivative(new_row):
    row = new_row(
        "wrong_square(Tensor self) -> Tensor", node="WrongBackward0", forward=np.square,
        self=lambda grad, self: grad * 2 * getattr(self, "_data", self), samples=lambda make: [(make(3),)],
    )  # fmt: skip
    (one,) = slopes.check(row)
    assert one.first < 1e-6 < one.second
    assert not one.right


def test_a_rule_that_raises_is_reported(new_row):
    row = new_row(
        "broken(Tensor self) -> Tensor", node="BrokenBackward0", forward=np.square,
        self=lambda grad: grad.nothing, samples=lambda make: [(make(3),)],
    )  # fmt: skip
    (one,) = slopes.check(row)
    assert not one.right
    assert one.note.startswith("AttributeError: ")


def test_the_check_runs_under_no_grad():
    with al.no_grad():
        assert slopes.check(d.mul)[0].first is not None
