"""An interrupt (Ctrl+C) may come whenever a function of Python begins; no switch may stay turned after it."""

import sys

import pytest

import autograd_lab as al
from autograd_lab._core.base.state import thread
from autograd_lab._core.packed import Packed

HERE = al.__file__.removesuffix("__init__.py")


class Cube(al.autograd.Function):
    """x³; its backward can be differentiated."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x * x * 3


def leaf(value=(1.0, 2.0)):
    return al.tensor(list(value), requires_grad=True)


def functions():
    Cube.apply(leaf()).sum().backward()


def second_derivatives():
    x = leaf()
    (grad,) = al.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
    grad.sum().backward()


def hooks():
    x = leaf()
    y = x.exp()
    y.register_hook(lambda grad: grad * 2)
    y.grad_fn.register_hook(lambda *grads: None)
    x.register_post_accumulate_grad_hook(lambda leaf: None)
    y.sum().backward()


def optimisers():
    for kind in (al.optim.SGD, al.optim.Adam):
        x = leaf()
        optimiser = kind([x], lr=0.1)
        (x * x).sum().backward()
        optimiser.step(lambda x=x: x.sum())
        optimiser.zero_grad()


def in_place():
    x = leaf()
    y = x * 1
    y[0] = 3.0
    y.view(2).mul_(y.detach() + 1)
    (y * y).sum().backward()


def modules():
    layer = al.nn.Linear(2, 2)
    layer(leaf()).sum().backward()
    al.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
    al.nn.init.xavier_uniform_(layer.weight)


def packed():
    y = leaf().exp()
    Packed(y, (lambda t: t.detach().clone(), lambda t: t), y._fn).tensor().sum().backward()


def switches():
    names = ("grad_enabled", "in_rule", "recorder", "task", "inference", "saved_hooks")
    return {name: getattr(thread.state, name) for name in names}


class Interrupt(BaseException):
    """Nobody catches it by mistake."""


def run_interrupted(program, count):
    """Whether the interrupt, at the ``count``-th call of a function of the package, came before the program's end."""
    left = count

    def trace(frame, event, argument):
        nonlocal left
        if frame.f_code.co_filename.startswith(HERE):
            left -= 1
            if not left:
                sys.settrace(None)
                raise Interrupt
        return None

    sys.settrace(trace)
    try:
        program()
    except Interrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize(
    "program", [functions, second_derivatives, hooks, optimisers, in_place, modules, packed], ids=lambda f: f.__name__
)
def test_no_switch_stays_turned(program):
    before, count = switches(), 0
    program()  # what is written and planned on first use is there now
    assert switches() == before
    limit = sys.getrecursionlimit()
    while run_interrupted(program, count := count + 1):
        assert switches() == before, f"after call {count}"
        assert sys.getrecursionlimit() == limit
    assert count > 10
