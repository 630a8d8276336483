"""Backward inside backward, many times over."""

import pytest

import autograd_lab as al
from autograd_lab._core.base.state import thread

DEEP = 40


def leaf(value=1.0):
    return al.tensor(value, requires_grad=True)


class Nested(al.autograd.Function):
    """The identity; backward makes another one, ``depth`` times, and calls ``last`` at the end."""

    @staticmethod
    def forward(ctx, x, depth, last):
        ctx.depth, ctx.last = depth, last
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        if not ctx.depth:
            ctx.last()
            return grad, None, None
        with al.enable_grad():
            x = leaf()
            Nested.apply(x, ctx.depth - 1, ctx.last).backward()
        return grad * x.grad, None, None


def through_functions(last):
    x = leaf()
    Nested.apply(x, DEEP, last).backward()
    assert x.grad == 1


def through_hooks(last):
    def hook_to(depth):
        def hook(grad):
            if depth:
                with al.enable_grad():
                    y = leaf() * 1
                y.register_hook(hook_to(depth - 1))
                y.backward()
            else:
                last()

        return hook

    y = leaf() * 1
    y.register_hook(hook_to(DEEP))
    y.backward()


def through_unpacking(last):
    def unpack_to(depth):
        def unpack(value):
            if depth:
                with al.enable_grad(), al.autograd.graph.saved_tensors_hooks(lambda t: t.item(), unpack_to(depth - 1)):
                    y = leaf().exp()
                y.backward()
            else:
                last()
            return al.tensor(value)

        return unpack

    with al.autograd.graph.saved_tensors_hooks(lambda t: t.item(), unpack_to(DEEP)):
        y = leaf().exp()
    y.backward()


ways = pytest.mark.parametrize("way", [through_functions, through_hooks, through_unpacking])


@ways
def test_backward_inside_backward(way):
    reached = []
    way(lambda: reached.append(al.is_grad_enabled()))
    assert len(reached) == 1


@ways
def test_an_error_far_inside_arrives_and_leaves_nothing_switched(way):
    def fail():
        raise KeyError("far inside")

    with pytest.raises(KeyError, match="far inside"):
        way(fail)
    assert al.is_grad_enabled() and thread.state.task is None
    way(lambda: None)


def test_a_recording_sees_all_of_it():
    with al.record() as trace:
        Nested.apply(leaf(), DEEP, lambda: None).backward()
    assert sum(event.kind == "BackwardStarted" for event in trace.events) == DEEP + 1
