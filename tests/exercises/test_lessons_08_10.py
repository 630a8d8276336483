"""What only lessons 08 to 10 have to hold, each for itself."""

import re

import pytest
from lessons import FOLDER, read

import autograd_lab as al
from autograd_lab import autograd
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank, lesson_10, own_gradcheck
from autograd_lab.exercises.answer_code import defined
from autograd_lab.exercises.lesson_08 import nodes_behind
from autograd_lab.exercises.lesson_09 import AT, repaired
from autograd_lab.exercises.programs import leaf


# ----- 08: each repair that it offers does what the reply says --------------------------------------------------------
def weights():
    return al.tensor(0.5, requires_grad=True), al.tensor(3.0)


def test_of_two_losses_from_one_h():
    w, x = weights()
    h = w * x
    (h * 2).backward()
    with pytest.raises(RuntimeError, match="a second time"):
        (h * h).backward(retain_graph=True)
    w.grad, h = None, w * x
    (h * 2 + h * h).backward()
    assert w.grad == 2 * x + 2 * h * x


def state_after(rounds, mend):
    w, state = al.tensor(0.5, requires_grad=True), al.tensor(0.0)
    for x in range(rounds):
        state = (w * state + x).tanh()
        (state**2).backward()
        state = mend(state)
    return w, state


def test_of_a_state():
    with pytest.raises(RuntimeError, match="a second time"):
        state_after(2, lambda state: state)
    w, state = state_after(3, al.Tensor.detach)
    assert w.grad is not None
    assert state.grad_fn is None


def test_of_losses_that_are_listed():
    w, x = weights()
    curve = []
    for _ in range(3):
        loss = (w * x) ** 2
        loss.backward()
        curve.append(loss)
        del loss
    assert [nodes_behind(each) for each in curve] == [2, 2, 2]


def test_of_an_update():
    w, x = weights()
    (w * x).backward()
    with pytest.raises(RuntimeError, match="leaf Variable"):
        w -= 0.1 * w.grad
    w.grad = None
    with pytest.raises((RuntimeError, TypeError)):
        w -= 0.1 * w.grad
    assert not (w - 0.1 * al.tensor(3.0)).is_leaf


# ----- 09: what is broken is broken, what is right is right, and replies tell true numbers ----------------------------
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
    assert "11.4441" in bank.get("L9.P5").setup


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
    assert "Your gradcheck rejects `x ** 3`, whose backward is correct." in result.message
    assert "`numerical`" not in result.message


# ----- 10: PyTorch does the same with all its programs, and the weight moves ------------------------------------------
# ----- PyTorch is the judge -------------------------------------------------------------------------------------------
def left_by(program, library, **given):
    """The variables that a program leaves; an error ends it."""
    left = {"al": library, "print": lambda *shown: None, **given}
    try:
        exec(program, left)
        left["ended"] = True
    except RuntimeError:
        pass
    return left


def module(library):
    class Times(library.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = library.nn.Parameter(library.tensor(3.0))

        def forward(self, x):
            return self.w * x

    layer = Times()
    return {"layer": layer, "w": layer.w, "x": library.tensor(2.0, requires_grad=True)}


def outcomes(library):
    """Question → its answer, by this library."""

    def leaf(number):
        return library.tensor(float(number), requires_grad=True)

    versions = {which: left_by(lesson_10.version(which), library, w=leaf(3)) for which in "AB"}
    hooks = {row: left_by(lesson_10.hooked(row), library, **module(library)) for row in lesson_10.HOOKS}
    ways = {way: left_by(code, library, x=leaf(1)) for way, code in lesson_10.programs(2, 5).items()}
    twice = {row: left_by(lesson_10.twice(row), library, x=leaf(3)) for row in lesson_10.LINES}
    return {
        "L10.P1": f"{left_by(lesson_10.ROUND.format(w=2, t=7), library)['w'].grad.item():g}",
        "L10.P2": {which: lesson_10.outcome(left) for which, left in versions.items()},
        "L10.P3": [g.item() for g in left_by(lesson_10.EAR.format(p=2, q=5), library)["heard"]],
        "L10.P4": f"{left_by(lesson_10.HAND.format(before=1, k=2), library)['w'].grad.item():g}",
        "L10.2": {row: lesson_10.ten_times_as_large(left) for row, left in hooks.items()},
        "L10.P5": {way: lesson_10.written(left) for way, left in ways.items()},
        "L10.P6": {row: lesson_10.second(left) for row, left in twice.items()},
    }


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
def test_pytorch_does_what_the_lesson_says():
    torch = pytest.importorskip("torch")
    found = outcomes(torch)
    assert found.pop("L10.P3") == [7.0]
    assert found == {name: bank.get(name).answer for name in found}
    assert outcomes(al) == outcomes(torch)


# ----- the notebook ---------------------------------------------------------------------------------------------------
def test_the_weight_moves_until_the_loss_is_0():
    cells = [cell for cell in read(FOLDER / "10_your_own_operation.ipynb").cells if "0.25 * w.grad" in cell.source]
    lines = cells[0].outputs[0].text.splitlines()
    assert [re.findall(r"[\d.]+", line)[2] for line in lines] == ["4", "1", "1", "0"]


def test_each_hook_is_looked_at_in_its_own_program():
    """The leaves of a row's program are named after the row."""
    exercise = bank.get("L10.2")
    for row, hook in lesson_10.HOOKS.items():
        at = exercise.looks[row].index(exercise.trace)
        assert re.search(r"\((\w+)\)", hook)[1] in exercise.trace.sentence(at) or row == "D"
        later = (event for event in exercise.trace.events[at:] if event.kind == "BackwardFinished")
        assert f"x_{row}.grad" in exercise.trace.sentence(exercise.trace.events.index(next(later)))
