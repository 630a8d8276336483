"""On random graphs, both loops of the engine give the gradients that forward mode gives, exactly."""

from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from random_graphs import execute, make_leaves, programs, true_gradients

import autograd_lab as al
from autograd_lab._core import hook_registry

SETTINGS = settings(max_examples=60, deadline=None, derandomize=True)
both_loops = pytest.mark.parametrize("watched", [False, True], ids=["plain loop", "observing loop"])


@contextmanager
def loop(watched):
    """Backward by the loop that looks for hooks, or by the one that runs when there never was any."""
    before, hook_registry.hooks.in_use = hook_registry.hooks.in_use, watched
    try:
        yield
    finally:
        hook_registry.hooks.in_use = before


def plain(program):
    """Gradients by the loop that runs when nobody looks."""
    leaves = make_leaves(program)
    with loop(watched=False):
        execute(program, leaves).backward()
    return leaves


def observed(program):
    """Gradients by the loop that can be watched."""
    leaves = make_leaves(program)
    with al.record():
        execute(program, leaves).backward()
    return leaves


def agree(leaves, expected):
    """Whether every ``.grad`` is what it should be; no gradient counts as zero."""
    for leaf, truth in zip(leaves, expected, strict=True):
        found = np.zeros(truth.shape) if leaf.grad is None else leaf.grad.numpy()
        if found.shape != truth.shape or not np.array_equal(found, truth):
            return False
    return True


@pytest.mark.parametrize("gradients", [plain, observed])
def test_both_loops_agree_with_forward_mode(gradients):
    @SETTINGS
    @given(programs())
    def check(program):
        assert agree(gradients(program), true_gradients(program))

    check()


@SETTINGS
@given(programs())
def test_a_leaf_has_a_gradient_in_one_loop_exactly_if_it_has_one_in_the_other(program):
    assert [leaf.grad is None for leaf in plain(program)] == [leaf.grad is None for leaf in observed(program)]


@both_loops
@SETTINGS
@given(program=programs())
def test_grad_returns_what_backward_accumulates(watched, program):
    leaves = make_leaves(program)
    with loop(watched):
        found = al.autograd.grad(execute(program, leaves), leaves, allow_unused=True)
    for leaf, gradient, other in zip(leaves, found, plain(program), strict=True):
        assert leaf.grad is None
        assert (gradient is None) == (other.grad is None)
        assert gradient is None or np.array_equal(gradient.numpy(), other.grad.numpy())


@both_loops
@SETTINGS
@given(program=programs())
def test_inputs_restricts_what_is_written_and_changes_no_number(watched, program):
    leaves = make_leaves(program)
    with loop(watched):
        execute(program, leaves).backward(inputs=leaves[:1])
    assert all(leaf.grad is None for leaf in leaves[1:])
    assert agree(leaves[:1], true_gradients(program)[:1])


@both_loops
@SETTINGS
@given(program=programs())
def test_gradients_with_create_graph_are_the_same_numbers(watched, program):
    leaves = make_leaves(program)
    with loop(watched):
        found = al.autograd.grad(execute(program, leaves), leaves, create_graph=True, allow_unused=True)
    expected = [
        np.zeros(truth.shape) if gradient is None else gradient.detach().numpy()
        for truth, gradient in zip(true_gradients(program), found, strict=True)
    ]
    assert all(np.array_equal(one, two) for one, two in zip(expected, true_gradients(program), strict=True))


@both_loops
def test_what_grad_returns_for_an_inner_tensor_is_not_written_to_later(watched):
    x = al.tensor([1.0, 2.0, 3.0], requires_grad=True)
    doubled = x * 2
    older = doubled * 5  # its message comes after that of `seen`, which hands its gradient on as it is
    seen = doubled.reshape(3, 1).reshape(3)
    loss = (seen * seen).sum() + older.sum()
    with loop(watched):
        at_seen, at_doubled, at_x = al.autograd.grad(loss, [seen, doubled, x])
    assert at_seen.tolist() == [4.0, 8.0, 12.0]
    assert at_doubled.tolist() == [9.0, 13.0, 17.0]
    assert at_x.tolist() == [18.0, 26.0, 34.0]
