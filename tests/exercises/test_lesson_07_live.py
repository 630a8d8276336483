"""What lesson 07 says of shapes, beside PyTorch itself."""

import pytest
from answers_07 import matmul
from each_case import in_one_test

import autograd_lab as al
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import defined
from autograd_lab.exercises.own_shapes import DIGITS, MATMUL, UNBROADCAST

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch


def gradients(library, result, gradient, *values):
    """The gradients of ``result(…)`` from ``gradient``, by one of the two libraries."""
    leaves = [library.tensor(value, requires_grad=True) for value in values]
    result(*leaves).backward(library.tensor(gradient))
    return [leaf.grad.tolist() for leaf in leaves]


X, XS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
PROGRAMS = {
    "bias": (lambda x, b: x + b, DIGITS, X, [10.0, 20.0]),
    "number": (lambda s, x: (s * x).sum(), 1.0, 7.0, X),
    "sum": (lambda x: x.sum(), 1.0, [2.0, 3.0, 5.0]),
    "product": (lambda x, w: x @ w, DIGITS[:2], XS, [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
    "picking": (lambda x: x[[0, 0, 2]], [1.0, 10.0, 100.0], [2.0, 3.0, 5.0]),
}
FOUND = {
    "bias": [DIGITS, [-99, 10]],
    "number": [21, [[7, 7]] * 3],
    "sum": [[1, 1, 1]],
    "product": [[[1, 0, 1], [0, 10, 10]], [[1, 40], [2, 50], [3, 60]]],
    "picking": [[11, 0, 100]],
}


@pytest.mark.nightly
@in_one_test("name", PROGRAMS)
def test_the_numbers_of_the_lesson(name):
    assert gradients(torch, *PROGRAMS[name]) == gradients(al, *PROGRAMS[name]) == FOUND[name]


def grads_of(name, seed=None):
    """The gradients that the program of an exercise leaves in PyTorch, by variable."""
    space = {"al": torch}
    exec(bank.get(name, seed).setup, space)
    return {key: item.grad for key, item in space.items() if getattr(item, "grad", None) is not None}


@in_one_test("seed", [None, 1, 2, 3])
def test_the_program_of_the_exercise(seed):
    outer = grads_of("L7.1", seed)
    assert {key: grad.flatten().tolist() for key, grad in outer.items()} == bank.get("L7.1", seed).answer


@in_one_test("shape", [(2,), (3, 1), (1, 2), (3, 2), ()])
def test_unbroadcast_is_sum_to_size(shape):
    ours = defined(UNBROADCAST, "unbroadcast")(al.tensor(DIGITS), shape)
    assert ours.tolist() == torch.tensor(DIGITS).sum_to_size(shape).tolist()


def test_the_solutions_run_in_pytorch():
    space = {"al": torch}
    exec(UNBROADCAST, space)
    assert space["unbroadcast"](torch.ones(5, 1, 2, 4, 3), (2, 1, 3)).tolist() == [[[20] * 3]] * 2
    for source in (MATMUL, matmul("return (w @ g.T).T, (g.T @ x).T")):
        exec(source, space)
        x, w = (torch.randn(size, dtype=torch.float64, requires_grad=True) for size in ((2, 3), (3, 4)))
        assert torch.autograd.gradcheck(space["MatMul"].apply, (x, w))
