"""Optimizers and schedulers beyond their numbers: leaves stay leaves, one rounding, hooks, warnings.

Trajectories, settings and refusals are in tests/parity/programs.
"""

import copy
import gc
import pickle
import weakref
from fractions import Fraction

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import optim
from autograd_lab.optim import SGD, Adam, _arithmetic, lr_scheduler
from autograd_lab.optim.optimizer import register_optimizer_step_pre_hook, required


def leaf(value=(1.0, -2.0)):
    return al.tensor(value, requires_grad=True)


def descend(w, optimizer):
    optimizer.zero_grad()
    ((w - al.tensor([3.0, 1.0])) ** 2).sum().backward()
    optimizer.step()


@pytest.mark.parametrize("make", [lambda w: optim.SGD([w], momentum=0.9), lambda w: optim.Adam([w])])
def test_a_step_changes_the_same_leaf_in_place_and_leaves_no_graph(make):
    w = leaf()
    memory, optimizer = w.detach(), make(w)
    descend(w, optimizer)
    assert (w.is_leaf, w.requires_grad, w.grad_fn) == (True, True, None)
    assert memory.tolist() == w.tolist() != [1.0, -2.0]
    assert w._version == 1
    assert al.is_grad_enabled()
    assert not any(value.requires_grad for value in optimizer.state[w].values())


def test_a_parameter_without_a_gradient_stays_and_keeps_no_state():
    used, unused = leaf(), leaf()
    optimizer = optim.Adam([used, unused])
    used.grad = al.ones(2)
    optimizer.step()
    assert unused.tolist() == [1.0, -2.0]
    assert unused not in optimizer.state


def test_the_gradient_itself_is_not_changed_by_a_step():
    for make in (
        lambda w: optim.SGD([w], momentum=0.9),
        lambda w: optim.SGD([w], momentum=0.9, weight_decay=0.1, nesterov=True),
        lambda w: optim.Adam([w]),
    ):
        w = leaf()
        w.grad = al.ones(2)
        optimizer = make(w)
        optimizer.step()
        optimizer.step()
        assert w.grad.tolist() == [1.0, 1.0]


def test_zero_grad_forgets_or_overwrites():
    w = leaf()
    optimizer = optim.SGD([w], lr=0.1)
    w.grad = al.ones(2)
    kept = w.grad
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is kept
    assert kept.tolist() == [0.0, 0.0]
    optimizer.zero_grad()
    assert w.grad is None
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is None


def test_scalar_parameters_and_float64():
    w = al.tensor(1.0, dtype=al.float64, requires_grad=True)
    optimizer = optim.Adam([w], lr=0.5)
    (w * w).backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    assert w.dtype == al.float64
    assert w.item() == pytest.approx(0.5, abs=1e-8)
    assert w.grad.item() == 0.0


# ----- one rounding where PyTorch's kernels round once ----------------------------------------------------------------
NUMBERS = np.random.default_rng(0).standard_normal((3, 200)).astype(np.float32)


def exact(*factors):
    """The product of these numbers with nothing rounded."""
    product = Fraction(1)
    for factor in factors:
        product *= Fraction(float(factor))
    return product


def rounded(value):
    """The float32 next to a fraction; these are no ties, so the way over float64 does no harm."""
    return np.float32(float(value))


@pytest.mark.parametrize("alpha", [-0.1, 0.9, 3])
def test_add_rounds_once(alpha):
    base, other, _ = NUMBERS
    expected = [rounded(Fraction(float(b)) + exact(np.float32(alpha), o)) for b, o in zip(base, other, strict=True)]
    assert _arithmetic.add(base, other, alpha).tolist() == expected
    assert (base + np.float32(alpha) * other).tolist() != expected, "two roundings give something else"


@pytest.mark.parametrize("weight", [0.1, 0.7])
def test_lerp_reckons_from_the_nearer_end(weight):
    start, end, _ = NUMBERS
    near, step = (start, np.float32(weight)) if weight < 0.5 else (end, np.float32(weight) - np.float32(1))
    expected = [rounded(Fraction(float(n)) + exact(step, way)) for n, way in zip(near, end - start, strict=True)]
    assert _arithmetic.lerp(start, end, weight).tolist() == expected


def test_addcmul_rounds_the_first_product_and_the_sum():
    base, one, two = NUMBERS
    scaled = one * np.float32(0.001)
    expected = [rounded(Fraction(float(b)) + exact(s, t)) for b, s, t in zip(base, scaled, two, strict=True)]
    assert _arithmetic.addcmul(base, one, two, 0.001).tolist() == expected


def test_float64_stays_float64():
    base, one, two = NUMBERS.astype(np.float64)
    for result in (
        _arithmetic.add(base, one, 0.1),
        _arithmetic.lerp(base, one, 0.1),
        _arithmetic.addcmul(base, one, two, 0.1),
        _arithmetic.addcdiv(base, one, two, 0.1),
    ):
        assert result.dtype == np.float64


# ----- hooks: several steps in one, and nothing left over -------------------------------------------------------------
class Own(al.optim.SGD):
    def step(self, closure=None):
        return super().step(closure)


@pytest.fixture
def weight():
    weight = al.tensor(2.0, requires_grad=True)
    (weight * weight).backward()
    return weight


@pytest.mark.parametrize("kind", [al.optim.SGD, Own])
def test_a_hook_on_all_steps_is_called_once_a_step_until_it_is_removed(kind, weight):
    optimizer, calls = kind([weight], lr=0.1), []
    with register_optimizer_step_pre_hook(lambda *given: calls.append((given[0], weight.item()))):
        optimizer.step()
    optimizer.step()
    assert calls == [(optimizer, 2.0)]


# ----- schedulers -----------------------------------------------------------------------------------------------------
def make(kind=SGD):
    return kind([al.ones(2, requires_grad=True)], lr=0.1)


def too_early(optimizer):
    lr_scheduler.StepLR(optimizer, 1).step()


def asked_outside(optimizer):
    lr_scheduler.StepLR(optimizer, 1).get_lr()


@pytest.mark.parametrize("act", [too_early, asked_outside])
def test_a_warning_points_to_the_learners_line(act):
    with pytest.warns(UserWarning, match="scheduler") as caught:
        act(make())
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_a_copy_steps_itself():
    optimizer = make()
    lr_scheduler.StepLR(optimizer, 1)
    for twin in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        (w,) = twin.param_groups[0]["params"]
        w.grad = al.ones(2)
        twin.step()
        assert w.tolist() == pytest.approx([0.9, 0.9])
    assert optimizer.param_groups[0]["params"][0].tolist() == [1.0, 1.0]


def test_no_cycle_keeps_an_optimizer_alive():
    gc.disable()
    try:
        optimizer = make(Adam)
        scheduler = lr_scheduler.OneCycleLR(optimizer, 0.5, 10)
        seen = weakref.ref(optimizer)
        del optimizer, scheduler
        assert seen() is None
    finally:
        gc.enable()


def test_one_wrapper_for_all_schedulers():
    optimizer = make()
    lr_scheduler.StepLR(optimizer, 1)
    step = optimizer.step
    lr_scheduler.StepLR(optimizer, 1)
    assert optimizer.step is step
    assert step.__doc__ == SGD.step.__doc__


def test_a_required_setting_is_asked_for():
    w = al.ones(1, requires_grad=True)
    with pytest.raises(ValueError, match="required optimization parameter lr"):
        optim.Optimizer([w], {"lr": required})
