"""What only lesson 09 has to hold: what is broken is broken, what is right is right, and replies tell true numbers."""

import pytest

import autograd_lab as al
from autograd_lab import autograd
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank, own_gradcheck
from autograd_lab.exercises.answer_code import defined
from autograd_lab.exercises.lesson_09 import AT, repaired
from autograd_lab.exercises.programs import leaf

FORM = bank.get("L9.1").form


def doubled(x):
    return al.tensor(x, dtype=al.float64, requires_grad=True)


@pytest.mark.parametrize("name", own_gradcheck._RIGHT)
def test_the_right_ones_are_right(name):
    function, x = own_gradcheck._RIGHT[name]
    assert autograd.gradcheck(function, doubled(x))


@pytest.mark.parametrize("name", own_gradcheck._BROKEN)
def test_the_broken_ones_are_broken(name):
    function, x, _ = own_gradcheck._BROKEN[name]
    with pytest.raises(autograd.gradcheck.__globals__["GradcheckError"]):
        autograd.gradcheck(function.apply, doubled(x))


def test_the_numbers_of_the_question_about_float32():
    x = al.tensor(2.0, requires_grad=True)
    with pytest.warns(UserWarning, match="double precision"), pytest.raises(RuntimeError) as caught:
        autograd.gradcheck(lambda x: x**3, x)
    assert "11.4441" in str(caught.value) and "12." in str(caught.value)
    assert "11.4441" in bank.get("L9.P4").setup


def test_gradcheck_accuses_relu_at_its_corner():
    assert not autograd.gradcheck(al.relu, doubled([0.0]), raise_exception=False)
    assert autograd.gradcheck(al.abs, doubled([0.0]), raise_exception=False)


def test_of_the_four_repairs():
    """At 0: nan again; right, with other values elsewhere; right; 0 where 1 is right."""
    y, slope = repaired("again", leaf(0, "x"))
    assert slope.isnan()
    y, slope = repaired("small", leaf(0, "x"))
    assert (float(y.detach()), float(slope)) == (0.0, 1.0)
    y, _ = repaired("small", leaf(1e-6, "x"))
    assert float(y.detach()) == pytest.approx(5e5)
    assert float(repaired("after", leaf(0, "x"))[1]) == 0.0
    found = [float(repaired("safe", leaf(at, "x"))[1]) for at in AT]
    assert found == [1.0, -0.25, 1.0]


def test_ones_hide_a_backward_that_ignores_what_arrives():
    x = doubled([0.5, -1.0, 1.0])
    y = own_gradcheck.OwnExp.apply(x)
    (slope,) = autograd.grad(y, x, al.ones_like(y))
    assert slope.tolist() == pytest.approx(x.exp().tolist())


def test_trying_it_draws_nothing_from_the_learners_random_numbers():
    al.manual_seed(3)
    expected = al.rand(2).tolist()
    al.manual_seed(3)
    ex.check("L9.1", defined(own_gradcheck.SOLUTION, "gradcheck"))
    assert al.rand(2).tolist() == expected


def test_each_known_mistake_has_a_kind_of_its_own_or_a_reply_that_fits_both():
    kinds = [FORM.diagnosed(FORM.observe_source(wrong.answer)).kind for wrong in bank.get("L9.1").wrong]
    assert "" not in kinds
    assert len(set(kinds)) == len(kinds)


def test_a_mistake_under_other_names_is_told_without_numbers():
    renamed = own_gradcheck.written(slope="((up - down) * v).sum() / h").replace("numerical", "measured")
    result = ex.check("L9.1", defined(renamed, "gradcheck"))
    assert "It accuses `x ** 3`, whose backward is right." in result.message
    assert "`numerical`" not in result.message
