"""The arguments of `backward` and `grad`: what they select, and what is refused in PyTorch's words."""

import warnings

import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


@pytest.fixture
def xyf():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    return x, y, (x * y).sum()


# ----- inputs= --------------------------------------------------------------------------------------------------------
def test_backward_inputs_writes_only_these(xyf):
    x, y, f = xyf
    f.backward(inputs=[x])
    assert x.grad.tolist() == [3.0, 4.0]
    assert y.grad is None


def test_backward_inputs_may_be_no_leaf():
    x = leaf(3.0)
    y = x * 2
    (y * y).backward(inputs=[y])
    assert y.grad.item() == 12.0
    assert x.grad is None


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


def test_backward_inputs_not_in_the_graph_is_ignored(xyf):
    x, _, f = xyf
    other = leaf(1.0)
    f.backward(inputs=[other, x])
    assert other.grad is None
    assert x.grad is not None


@pytest.mark.parametrize(
    ("inputs", "error", "text"),
    [
        ([], RuntimeError, "`inputs` argument to `backward()` cannot be empty."),
        ([3], RuntimeError, "all inputs have to be Tensors or GradientEdges, but got int"),
        ([al.ones(1)], RuntimeError, "can't retain_grad on Tensor that has requires_grad=False"),
    ],
)
def test_bad_inputs_of_backward(xyf, inputs, error, text):
    with pytest.raises(error) as caught:
        xyf[2].backward(inputs=inputs)
    assert str(caught.value).startswith(text)


# ----- grad -----------------------------------------------------------------------------------------------------------
def test_grad_returns_a_tuple_and_touches_no_grad(xyf):
    x, y, f = xyf
    found = al.autograd.grad(f, (y, x))
    assert [gradient.tolist() for gradient in found] == [[1.0, 2.0], [3.0, 4.0]]
    assert x.grad is None
    assert y.grad is None


def test_grad_of_a_dictionary_is_a_dictionary(xyf):
    x, y, f = xyf
    found = al.autograd.grad(f, {"x": x, "y": y})
    assert {name: gradient.tolist() for name, gradient in found.items()} == {"x": [3.0, 4.0], "y": [1.0, 2.0]}


def test_grad_of_an_intermediate_value_and_of_one_input_twice():
    x = leaf(3.0)
    y = x * 2
    z = y * y
    assert [gradient.item() for gradient in al.autograd.grad(z, [y, x, y])] == [12.0, 24.0, 12.0]


def test_grad_of_several_outputs_is_their_sum():
    x = leaf(3.0)
    (gradient,) = al.autograd.grad((x * x, x * 5), x)
    assert gradient.item() == 11.0


def test_an_unused_input_is_an_error_or_none_or_zeros(xyf):
    x, _, f = xyf
    other = leaf([7.0])
    with pytest.raises(RuntimeError, match="The differentiated Tensor at index 1 appears to not have been used"):
        al.autograd.grad(f, [x, other], retain_graph=True)
    assert al.autograd.grad(f, [x, other], retain_graph=True, allow_unused=True)[1] is None
    assert al.autograd.grad(f, [x, other], retain_graph=True, materialize_grads=True)[1].tolist() == [0.0]
    with pytest.raises(ValueError, match="Expected allow_unused to be True or not passed when materialize_grads=True"):
        al.autograd.grad(f, x, allow_unused=False, materialize_grads=True)


def test_materialize_grads_cannot_invent_zeros_for_an_edge(xyf):
    edge = al.autograd.graph.get_gradient_edge(leaf(1.0) * 2)
    with pytest.raises(RuntimeError, match="materialize_grads cannot be used when the given input is a GradientEdge"):
        al.autograd.grad(xyf[2], edge, materialize_grads=True)


@pytest.mark.parametrize(
    ("inputs", "error", "text"),
    [
        (al.ones(1), RuntimeError, "One of the differentiated Tensors does not require grad"),
        (3, TypeError, "'int' object is not iterable"),
        ([], RuntimeError, "`inputs` argument to `grad()` cannot be empty."),
    ],
)
def test_bad_inputs_of_grad(xyf, inputs, error, text):
    with pytest.raises(error) as caught:
        al.autograd.grad(xyf[2], inputs)
    assert str(caught.value).startswith(text)


# ----- create_graph ---------------------------------------------------------------------------------------------------
def test_create_graph_again_and_again():
    x = leaf(3.0)
    value = x * x * x
    found = []
    for _ in range(3):
        (value,) = al.autograd.grad(value, x, create_graph=True)
        found.append(value.item())
    assert found == [27.0, 18.0, 6.0]
    assert not value.requires_grad  # 6 depends on nothing any more


@pytest.mark.parametrize("parts", [lambda x: x.split(1), lambda x: x.unbind(), lambda x: x.chunk(2)])
def test_create_graph_with_outputs_that_nobody_used(parts):
    x = leaf([2.0, 3.0])
    used = parts(x)[0]
    (first,) = al.autograd.grad((used * used * used).sum(), x, create_graph=True)
    (second,) = al.autograd.grad(first.sum(), x)
    assert (first.tolist(), second.tolist()) == ([12.0, 0.0], [12.0, 0.0])


def test_without_create_graph_the_result_is_a_leaf():
    x = leaf(3.0)
    (gradient,) = al.autograd.grad(x * x, x)
    assert not gradient.requires_grad


def test_backward_with_create_graph_warns_and_gives_a_gradient_with_a_history():
    x = leaf(3.0)
    with pytest.warns(UserWarning, match="will create a reference cycle between the parameter and its gradient"):
        (x * x).backward(create_graph=True)
    assert x.grad.requires_grad
    (second,) = al.autograd.grad(x.grad, x)
    assert second.item() == 2.0
    x.grad = None


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


@pytest.mark.parametrize(
    ("gradient", "error", "text"),
    [
        (None, RuntimeError, "grad can be implicitly created only for scalar outputs"),
        (
            al.ones(2),
            RuntimeError,
            "Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of "
            "torch.Size([3]).",
        ),
        (al.tensor(1.0), RuntimeError, "Mismatch in shape: grad_output[0] has a shape of torch.Size([])"),
        ([1.0, 1.0, 1.0], TypeError, "gradients can be either Tensors or None, but got float"),
        ([1.0], TypeError, "gradients can be either Tensors or None, but got float"),
        (1.0, TypeError, "'float' object is not iterable"),
    ],
)
def test_bad_seeds(gradient, error, text):
    x = leaf([1.0, 2.0, 3.0])
    with pytest.raises(error) as caught:
        (x * 2).backward(gradient)
    assert str(caught.value).startswith(text)
    assert x.grad is None


def test_roots_without_a_graph_are_named_by_their_index():
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad and does not have a grad_fn"):
        al.ones(2).backward()
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="element 1 of tensors does not require grad"):
        al.autograd.backward([x * 3, al.ones(1)])


def test_as_many_seeds_as_roots():
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        al.autograd.backward([x * 3, x * 2], [al.ones(1)])


@pytest.mark.parametrize("dtype", [al.int64, al.float64])
def test_a_seed_of_another_dtype_is_cast(dtype):
    x = leaf([1.0, 2.0])
    (x * 2).backward(al.tensor([1, 3], dtype=dtype))
    assert x.grad.tolist() == [2.0, 6.0]
    assert x.grad.dtype == al.float32


def test_a_batch_of_gradients_is_asked_for_one_by_one():
    x = al.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * al.tensor([1.0, 2.0, 3.0])
    (found,) = al.autograd.grad(y, x, al.eye(3), is_grads_batched=True, retain_graph=True)
    assert found.tolist() == [[1, 0, 0], [0, 2, 0], [0, 0, 3]]
    with pytest.raises(RuntimeError, match=r"grad_output\[0\] has a shape of torch.Size\(\[2\]\) and output\[0\]"):
        al.autograd.grad(y, x, al.ones(4, 2), is_grads_batched=True)
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        al.autograd.grad(y, x, is_grads_batched=True)
