"""What only lesson 08 has to hold: each repair that it offers does what the reply says."""

import pytest

import autograd_lab as al
from autograd_lab.exercises.lesson_08 import nodes_behind


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
