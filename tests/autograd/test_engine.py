"""The engine: paths add, a graph runs once, and what is asked for is what is written."""

import doctest

import pytest

import autograd_lab as al
from autograd_lab._core import engine
from autograd_lab.autograd import graph

SECOND = "Trying to backward through the graph a second time"


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- the algorithm --------------------------------------------------------------------------------------------------
def newest(pending):
    nodes = [target for target in pending if isinstance(target, graph.Node)]
    return max(nodes, key=graph.Node._sequence_nr, default=None)


def test_the_lines_that_the_engine_opens_with_are_what_both_loops_do():
    a, b = leaf(2.0), leaf(3.0)
    c = a * b
    names = {"torch": al, "newest": newest, "a": a, "b": b, "y": c * (c + a)}
    assert doctest.testmod(engine, extraglobs=names) == (0, 8)


# ----- paths ----------------------------------------------------------------------------------------------------------
def test_backward_adds_to_what_the_gradient_was_in_the_same_tensor():
    x = leaf(1.0)
    (x * 2).backward()
    first = x.grad
    (x * 3).backward()
    assert x.grad is first
    assert (first.item(), first._version) == (5.0, 1)


def test_leaves_do_not_share_the_memory_of_their_gradients():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    (x + y).sum().backward()
    x.grad.mul_(10)
    assert y.grad.tolist() == [1.0, 1.0]


def test_the_callers_gradient_is_copied():
    x = leaf([1.0, 2.0])
    given = al.ones(2)
    x.backward(given)
    x.grad.mul_(10)
    assert given.tolist() == [1.0, 1.0]


# ----- once, or more often --------------------------------------------------------------------------------------------
def test_attributes_that_are_no_arrays_survive():
    y = leaf([[1.0, 2.0]]).sum(1)
    y.sum().backward()
    assert y.grad_fn._saved_dim == (1,)


def test_freed_values_cannot_be_read():
    y = leaf(2.0).exp()
    y.backward()
    with pytest.raises(RuntimeError, match=SECOND):
        _ = y.grad_fn._saved_result


# ----- whose array it is ----------------------------------------------------------------------------------------------
STRETCHED = {
    "mean": lambda y: y.mean(),
    "mean of rows": lambda y: y.mean(1).sum(),
    "amax": lambda y: (y.mean(0) * 2).sum(),
}


@pytest.mark.parametrize("stretched", STRETCHED)
def test_a_message_that_repeats_one_number_is_not_added_to_in_place(stretched):
    """Large enough that the rules do not write the number down as often as it is wanted."""
    x = (al.arange(2.0**18) % 7).reshape(512, 512).requires_grad_()
    (expected,) = al.autograd.grad(STRETCHED[stretched](x), x)
    y = x * 1
    older = (y * y).sum()
    (STRETCHED[stretched](y) + older).backward()  # the newer one's message arrives first
    assert al.equal(x.grad, expected + 2 * x)


class Nothing(al.autograd.Function):
    """Sends None."""

    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, gradient):
        return None


def test_a_message_after_none_still_belongs_to_others_too():
    a, b = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    last = a * 2
    shared = a + b  # sends one array to both
    first = Nothing.apply(a)
    (first + shared + last).backward(al.ones(2))
    assert a.grad.tolist() == [3.0, 3.0]
    assert b.grad.tolist() == [1.0, 1.0]
