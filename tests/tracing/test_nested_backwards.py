"""A backward that runs inside another one: each has its own number, its own node at work, and its own end."""

import pytest

import autograd_lab as al


class Failing(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("on purpose")


def backwards_inside(*programs):
    """``y = x * 2`` of which a hook runs these programs one after the other, each on a leaf of its own."""
    y = al.tensor(2.0, requires_grad=True) * 2

    def hook(grad):
        with al.enable_grad():
            for program in programs:
                program(al.tensor(3.0, requires_grad=True))

    y.register_hook(hook)
    return y


def square(x):
    (x * x).backward()


def caught(x):
    with pytest.raises(ValueError, match="on purpose"):
        (Failing.apply(x) + 1).backward()


def starts_and_ends(trace):
    return [
        (event.kind, event.number) for event in trace.events if event.kind in ("BackwardStarted", "BackwardFinished")
    ]


def test_each_has_its_own_number():
    with al.record() as trace:
        backwards_inside(square, square).backward()
        square(al.tensor(1.0, requires_grad=True))
    begun, ended = "BackwardStarted", "BackwardFinished"
    assert starts_and_ends(trace) == [
        (begun, 1), (begun, 2), (ended, 2), (begun, 3), (ended, 3), (ended, 1), (begun, 4), (ended, 4),
    ]  # fmt: skip
    assert [number for number, *_ in trace.backwards] == [1, 2, 3, 4]


def test_an_error_inside_ends_only_the_inner_one():
    with al.record() as trace:
        backwards_inside(caught, square).backward()
    assert starts_and_ends(trace)[-3:] == [("BackwardStarted", 3), ("BackwardFinished", 3), ("BackwardFinished", 1)]
    (error,) = trace.find("ErrorRaised")
    assert trace.nodes[trace[error].node].name == "FailingBackward"


def test_an_error_is_at_the_node_of_the_backward_that_it_ends():
    def fail(x):
        square(x)
        raise ValueError("in the hook")

    y = backwards_inside(fail)
    with al.record() as trace, pytest.raises(ValueError, match="in the hook"):
        (y + 1).backward()
    (error,) = trace.find("ErrorRaised")
    assert trace[error].node == next(
        node
        for node, info in trace.nodes.items()
        if info.name == "MulBackward0" and info.number == y.grad_fn._sequence_nr()
    )
