"""Hooks: when each kind runs, what it sees, what it may answer."""

import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- tensor hooks ---------------------------------------------------------------------------------------------------
def test_a_hook_of_one_output_leaves_the_other_alone():
    x = leaf([1.0, 2.0])
    first, second = x.unbind()
    second.register_hook(lambda grad: grad * 100)
    (first + second).backward()
    assert x.grad.tolist() == [1.0, 100.0]


def test_hooks_belong_to_the_version_they_were_registered_on():
    x = leaf([1.0])
    y = x * 1
    seen = []
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    y.sum().backward()
    assert seen == [("new", 1.0), ("old", 3.0)]


@pytest.mark.parametrize("answer", [3, al.ones(1)])
def test_a_hook_cannot_make_a_gradient_where_none_arrived(answer):
    x = leaf([1.0, 2.0])
    first, second = x.split(1)
    second.register_hook(lambda grad: answer)
    with pytest.raises(RuntimeError, match="can't replace a None gradient"):
        first.backward()


# ----- retain_grad ----------------------------------------------------------------------------------------------------
def test_retain_grad_does_not_keep_the_tensor_alive():
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    y.retain_grad()
    del y
    z.backward()
    assert x.grad.item() == 6.0


# ----- node hooks -----------------------------------------------------------------------------------------------------
def test_a_posthook_of_a_function_sees_all_that_its_backward_returned():
    class Times(al.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a * b

        @staticmethod
        def backward(ctx, grad):
            return grad * 2, grad * 3

    a, b = leaf(1.0), leaf(1.0)
    own, row = Times.apply(a, b), a * b
    seen = []
    for y in (own, row):
        y.grad_fn.register_hook(lambda inputs, outputs: seen.append([given and given.item() for given in inputs]))
        al.autograd.grad(y, b)
    assert seen == [[2.0, 3.0], [None, 1.0]]  # a row works out what is asked for
