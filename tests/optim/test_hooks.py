"""Hooks of optimizers where there are several steps in one, and where nothing may be left over."""

import pickle

import pytest

import autograd_lab as al
from autograd_lab.optim.optimizer import register_optimizer_step_post_hook


class Own(al.optim.SGD):
    def step(self, closure=None):
        return super().step(closure)


@pytest.fixture
def weight():
    weight = al.tensor(2.0, requires_grad=True)
    (weight * weight).backward()
    return weight


@pytest.mark.parametrize("kind", [al.optim.SGD, Own])
def test_a_step_within_a_step_calls_no_hooks(kind, weight):
    optimizer, calls = kind([weight], lr=0.1), []
    optimizer.register_step_pre_hook(lambda *given: calls.append("before"))
    optimizer.register_step_post_hook(lambda *given: calls.append("after"))
    with register_optimizer_step_post_hook(lambda *given: calls.append("all")):
        optimizer.step()
    assert calls == ["before", "after", "all"]
    Own([weight], lr=0.1).step()
    assert len(calls) == 3


def test_a_hook_may_remove_itself(weight):
    optimizer, calls = al.optim.SGD([weight], lr=0.1), []
    handles = [
        optimizer.register_step_post_hook(
            lambda *given, number=number: (calls.append(number), handles[number].remove())
        )
        for number in range(3)
    ]
    optimizer.step()
    optimizer.step()
    assert calls == [0, 1, 2]


def test_hooks_are_not_pickled(weight):
    optimizer = al.optim.SGD([weight], lr=0.1)
    optimizer.register_step_pre_hook(lambda *given: None)
    again = pickle.loads(pickle.dumps(optimizer))
    assert again._hooks is None
    again.step()
