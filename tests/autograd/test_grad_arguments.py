"""The arguments of `backward` and `grad`: what they select, and what is refused in PyTorch's words."""

import warnings

import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- inputs= --------------------------------------------------------------------------------------------------------
def test_the_node_of_an_input_runs_but_sends_nothing():
    x = leaf(3.0)
    y = x * x
    ran = []
    y.grad_fn.register_hook(lambda inputs, outputs: ran.append((inputs, outputs[0].item())))
    (y * 2).backward(inputs=[y])
    assert ran == [((None, None), 2.0)]
    assert x.grad is None
    with pytest.raises(RuntimeError, match="a second time"):  # it ran, so what it had saved is gone
        y.backward()


# ----- create_graph ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("parts", [lambda x: x.split(1), lambda x: x.unbind(), lambda x: x.chunk(2)])
def test_create_graph_with_outputs_that_nobody_used(parts):
    x = leaf([2.0, 3.0])
    used = parts(x)[0]
    (first,) = al.autograd.grad((used * used * used).sum(), x, create_graph=True)
    (second,) = al.autograd.grad(first.sum(), x)
    assert (first.tolist(), second.tolist()) == ([12.0, 0.0], [12.0, 0.0])


def test_accumulating_with_create_graph_makes_a_new_tensor():
    x = leaf(3.0)
    (x * 2).backward()
    first = x.grad
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x * x).backward(create_graph=True)
    assert x.grad is not first
    assert (first.item(), x.grad.item()) == (2.0, 8.0)
    x.grad = None


# ----- seeds ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_one_element_needs_no_seed(shape):
    x = al.ones(shape, requires_grad=True)
    (x * 2).backward()
    assert x.grad.shape == shape


def test_as_many_seeds_as_roots():
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        al.autograd.backward([x * 3, x * 2], [al.ones(1)])


def test_a_batch_of_gradients_is_asked_for_one_by_one():
    x = al.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * al.tensor([1.0, 2.0, 3.0])
    (found,) = al.autograd.grad(y, x, al.eye(3), is_grads_batched=True, retain_graph=True)
    assert found.tolist() == [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
    with pytest.raises(RuntimeError, match=r"grad_output\[0\] has a shape of torch.Size\(\[2\]\) and output\[0\]"):
        al.autograd.grad(y, x, al.ones(4, 2), is_grads_batched=True)
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        al.autograd.grad(y, x, is_grads_batched=True)
