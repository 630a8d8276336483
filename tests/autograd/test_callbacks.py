"""Callbacks for the end of a backward, also where no hook and no recorder makes the engine look."""

import threading

import pytest

import autograd_lab as al
from autograd_lab._core import graph
from autograd_lab._core.base.state import thread

queue = al.autograd.Variable._execution_engine.queue_callback


@pytest.fixture(autouse=True)
def no_hooks_yet(monkeypatch):
    monkeypatch.setattr(graph.hooks, "in_use", False)
    yield
    assert thread.state.callbacks == [] and thread.state.depth == 0


def calling(work):
    """A Function whose backward does this."""

    class Calls(al.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            work()
            return grad * 2

    return Calls.apply


def leaf():
    return al.tensor(1.0, requires_grad=True)


@pytest.mark.parametrize("recorded", [False, True])
def test_a_callback_sees_the_gradient(recorded):
    x, seen = leaf(), []
    apply = calling(lambda: queue(lambda: seen.append(x.grad.item())))
    if recorded:
        with al.record():
            apply(x).backward()
    else:
        apply(x).backward()
    assert seen == [2]


def test_each_backward_calls_its_own():
    order = []
    inner = calling(lambda: queue(lambda: order.append("inner")))

    def work():
        queue(lambda: order.append("outer"))
        with al.enable_grad():
            y = inner(leaf())
        y.backward()
        order.append("between")

    calling(work)(leaf()).backward()
    assert order == ["inner", "between", "outer"]


def test_a_hook_that_is_registered_meanwhile_changes_nothing():
    order = []

    def work():
        queue(lambda: order.append("outer"))
        with al.enable_grad():
            y = leaf() * 2
        y.register_hook(lambda grad: queue(lambda: order.append("inner")))
        y.backward()

    calling(work)(leaf()).backward()
    assert order == ["inner", "outer"]


@pytest.mark.parametrize("watched", [False, True])
def test_a_backward_that_fails_calls_none_and_leaves_none(watched):
    order = []

    def work():
        queue(lambda: order.append("never"))
        raise KeyError("in backward")

    y = calling(work)(leaf())
    if watched:
        y.register_hook(lambda grad: queue(lambda: order.append("never")))
    with pytest.raises(KeyError, match="in backward"):
        y.backward()
    assert thread.state.callbacks == []
    leaf().mul(2).backward()
    assert order == []


def test_a_callback_that_fails_is_the_last():
    order = []

    def fail():
        raise KeyError("in callback")

    def work():
        for callback in (lambda: order.append("first"), fail, lambda: order.append("third")):
            queue(callback)

    x = leaf()
    with pytest.raises(KeyError, match="in callback"):
        calling(work)(x).backward()
    assert order == ["first"] and x.grad == 2


def test_threads_do_not_meet():
    started, order = threading.Event(), []

    def other():
        calling(lambda: (queue(lambda: order.append("other")), started.wait(5)))(leaf()).backward()

    worker = threading.Thread(target=other)
    worker.start()
    calling(lambda: queue(lambda: order.append("mine")))(leaf()).backward()
    assert order == ["mine"]
    started.set()
    worker.join()
    assert order == ["mine", "other"]


def test_outside_of_a_backward_there_is_nothing_to_wait_for():
    with pytest.raises(RuntimeError, match="Final callbacks can only be installed during backward pass"):
        queue(lambda: None)
