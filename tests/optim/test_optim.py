"""Optimizers: a step changes the same leaf in place. (Trajectories, settings and refusals: tests/parity/programs.)"""

import pytest

import autograd_lab as al
from autograd_lab import optim


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
    for make in (lambda w: optim.SGD([w], momentum=0.9, weight_decay=0.1, nesterov=True), lambda w: optim.Adam([w])):
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
