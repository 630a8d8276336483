"""Tensor: its attributes, what may be assigned to them, and the ways out to Python and NumPy."""

import copy
import math

import numpy as np
import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


def first_line(caught):
    return str(caught.value).splitlines()[0]


# ----- a value of the graph -------------------------------------------------------------------------------------------
def test_a_leaf_and_a_result():
    a = leaf(2.0)
    d = a * 3
    assert (a.is_leaf, a.requires_grad, a.grad_fn, a.output_nr, a.grad) == (True, True, None, 0, None)
    assert (d.is_leaf, d.requires_grad, type(d.grad_fn).__name__) == (False, True, "MulBackward0")
    assert d.grad_fn is d.grad_fn
    assert al.ones(2).is_leaf


@pytest.mark.parametrize("name", ["grad_fn", "is_leaf", "_version", "output_nr", "shape", "dtype"])
def test_what_cannot_be_written(name):
    with pytest.raises(AttributeError, match=f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"):
        setattr(leaf(1.0), name, None)


def test_next_functions_lead_to_the_leaf():
    a, c = leaf(2.0), al.tensor(3.0)
    node = (a * c).grad_fn
    (first, slot), hole = node.next_functions
    assert (type(first).__name__, slot, hole) == ("AccumulateGrad", 0, (None, 0))
    assert first.variable is a
    assert first.next_functions == ()
    assert (a + a).grad_fn.next_functions[0][0] is first
    with pytest.raises(AttributeError, match="'MulBackward0' object has no attribute 'variable'"):
        _ = node.variable
    with pytest.raises(AttributeError, match="'MulBackward0' object has no attribute 'custom'"):
        node.custom = 1


def test_names_of_nodes():
    a = leaf(2.0)
    node = (a * 3).grad_fn
    assert node.name() == "MulBackward0"
    assert node.next_functions[0][0].name() == "torch::autograd::AccumulateGrad"
    assert type(node).__module__ == "builtins"
    assert isinstance(node, al.autograd.graph.Node)


def test_sequence_numbers_grow_and_leaves_come_first():
    a = leaf(2.0)
    one, two = a * 3, a * 4
    assert two.grad_fn._sequence_nr() == one.grad_fn._sequence_nr() + 1
    with al.no_grad():
        _ = a * 5
    assert (a * 6).grad_fn._sequence_nr() == one.grad_fn._sequence_nr() + 2
    assert one.grad_fn.next_functions[0][0]._sequence_nr() == 2**64 - 1


def test_metadata_is_a_dictionary_that_stays():
    node = (leaf(2.0) * 3).grad_fn
    node.metadata["note"] = 1
    assert node.metadata == {"note": 1}


def test_saved_values_are_the_very_inputs():
    a, c = leaf(2.0), al.tensor(3.0)
    node = (a * c).grad_fn
    assert node._saved_other is c
    assert node._saved_self is None
    assert repr((a * 3).grad_fn._saved_other) == "tensor(3)"
    y = a.exp()
    result = y.grad_fn._saved_result
    assert result is not y
    assert result.grad_fn is y.grad_fn


# ----- requires_grad --------------------------------------------------------------------------------------------------
def test_the_flag_of_a_result_cannot_be_lowered():
    d = leaf(2.0) * 3
    for change in (lambda: d.requires_grad_(False), lambda: setattr(d, "requires_grad", False)):
        with pytest.raises(RuntimeError, match="you can only change requires_grad flags of leaf variables"):
            change()
    assert d.requires_grad_() is d


def test_the_flag_is_a_bool():
    with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
        leaf(1.0).requires_grad = 1
    with pytest.raises(TypeError) as caught:
        leaf(1.0).requires_grad_("x")
    assert str(caught.value) == "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not str"


def test_whole_numbers_have_no_gradient():
    i = al.tensor([1, 2])
    with pytest.raises(RuntimeError) as caught:
        i.requires_grad_()
    assert first_line(caught) == "only Tensors of floating point dtype can require gradients"
    with pytest.raises(RuntimeError) as caught:
        i.requires_grad = True
    assert first_line(caught) == "only Tensors of floating point and complex dtype can require gradients"
    for make in (al.tensor, al.as_tensor):
        if make is al.tensor:
            with pytest.raises(RuntimeError) as caught:
                make([1, 2], requires_grad=True)
            assert first_line(caught) == "Only Tensors of floating point and complex dtype can require gradients"


# ----- .grad ----------------------------------------------------------------------------------------------------------
def test_what_may_be_a_gradient():
    x = leaf([1.0, 2.0])
    x.grad = al.ones(2)
    del x.grad
    assert x.grad is None
    cases = [
        (al.ones(3), RuntimeError, "attempting to assign a gradient of size '[3]' to a tensor of size '[2]'."),
        (1.0, TypeError, "assigned grad expected to be a Tensor or None but got grad of type float"),
        (al.ones(2, dtype=al.float64), RuntimeError, "attempting to assign a gradient with dtype 'double' to a tensor"),
        (x, RuntimeError, "can't assign Variable as its own grad"),
    ]
    for value, error, text in cases:
        with pytest.raises(error) as caught:
            x.grad = value
        assert str(caught.value).startswith(text)


def test_asking_a_result_for_its_gradient_warns_until_it_is_retained():
    y = leaf(2.0) * 3
    with pytest.warns(UserWarning, match="The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"):
        assert y.grad is None
    y.retain_grad()
    assert y.grad is None


# ----- memory ---------------------------------------------------------------------------------------------------------
def test_detach_shares_memory_and_forgets_the_history():
    a = leaf([1.0, 2.0])
    d = (a * 1).detach()
    assert (d.requires_grad, d.grad_fn, d.is_leaf, d._is_view(), d._base) == (False, None, True, False, None)
    shared = a.detach()
    shared[0] = 9.0
    assert a.tolist() == [9.0, 2.0]
    edges = (a.detach() * a).grad_fn.next_functions
    assert edges[0] == (None, 0)


def test_detach_of_a_scalar_shares_memory_too():
    a = leaf(1.0)
    a.detach().add_(5)
    assert a.item() == 6.0


def test_data_may_be_replaced():
    x = leaf([1.0, 2.0])
    x.data = al.zeros(3)
    assert (x.tolist(), x._version, x.requires_grad) == ([0.0, 0.0, 0.0], 0, True)
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got int"):
        x.data = 3


def test_views_know_their_base():
    x = al.zeros(2, 3)
    for view in (x.view(6), x[0], x.t(), x[0][1:], x.reshape(3, 2), x.expand(2, 2, 3)):
        assert view._base is x
    assert not (x + 1)._is_view()


def test_deepcopy_of_a_leaf_and_of_a_result():
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()
    twin = copy.deepcopy(x)
    twin.detach().zero_()
    assert (x.tolist(), twin.grad.tolist(), twin.requires_grad) == ([1.0, 2.0], [2.0, 4.0], True)
    assert twin.grad is not x.grad
    with pytest.raises(RuntimeError, match=r"Only Tensors created explicitly by the user \(graph leaves\) support the"):
        copy.deepcopy(x * 2)
    one, two = copy.deepcopy([x, x])
    assert one is two


# ----- out to Python and NumPy ----------------------------------------------------------------------------------------
def test_numpy_of_a_tensor_in_a_graph_is_refused():
    a = leaf([1.0, 2.0])
    for leave in (a.numpy, lambda: np.asarray(a)):
        with pytest.raises(RuntimeError) as caught:
            leave()
        assert first_line(caught) == (
            "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
        )
    with al.no_grad():
        assert a.numpy().tolist() == [1.0, 2.0]
    assert np.asarray(a.detach()).dtype == np.float32


def test_from_numpy_and_numpy_share_memory():
    array = np.ones(2)
    t = al.from_numpy(array)
    t.add_(1)
    assert array.tolist() == [2.0, 2.0]
    assert t.numpy() is array or np.shares_memory(t.numpy(), array)
    assert al.as_tensor(t) is t


@pytest.mark.parametrize(
    ("convert", "error", "text"),
    [
        (lambda: al.ones(2).item(), RuntimeError, "a Tensor with 2 elements cannot be converted to Scalar"),
        (lambda: bool(al.ones(2)), RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"),
        (lambda: bool(al.ones(0)), RuntimeError, "Boolean value of Tensor with no values is ambiguous"),
        (lambda: list(al.tensor(1.0)), TypeError, "iteration over a 0-d tensor"),
        (lambda: len(al.tensor(1.0)), TypeError, "len() of a 0-d tensor"),
        (lambda: f"{al.ones(2):.2f}", TypeError, "unsupported format string passed to Tensor.__format__"),
        (lambda: al.tensor("a"), TypeError, "new(): invalid data type 'str'"),
        (lambda: al.tensor([[1, 2], [3]]), ValueError, "expected sequence of length 2 at dim 1 (got 1)"),
    ],
)
def test_conversions_that_fail(convert, error, text):
    with pytest.raises(error) as caught:
        convert()
    assert first_line(caught) == text


def test_conversions_that_work():
    t = al.tensor(2.7)
    assert (int(t), math.sqrt(al.tensor(4.0)), list(range(al.tensor(2)))) == (2, 2.0, [0, 1])
    assert (f"{al.tensor(1.0):.2f}", f"{al.tensor(1.0) * 2}") == ("1.00", "2.0")
    assert bool(al.tensor(3)) and not bool(al.tensor([0.0]))
    assert al.tensor([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]]


def test_a_number_taken_out_of_a_graph_warns_but_item_does_not():
    a = leaf(1.5)
    assert a.item() == 1.5
    with pytest.warns(UserWarning, match="Converting a tensor with requires_grad=True to a scalar may lead to"):
        assert float(a) == 1.5


def test_iterating_gives_outputs_of_one_unbind():
    first, second = leaf([1.0, 2.0]) * 1
    assert first.grad_fn is second.grad_fn
    assert repr(second) == "tensor(2., grad_fn=<UnbindBackward0>)"


def test_a_copy_of_a_tensor_warns():
    with pytest.warns(UserWarning, match="To copy construct from a tensor, it is recommended to use"):
        assert not al.tensor(leaf(1.0)).requires_grad


def test_tensors_hash_by_identity_and_take_attributes():
    a = al.ones(2)
    a.note = "mine"
    assert {a: 1}[a] == 1
    assert {a: 1}[a] == 1
    assert a.note == "mine"


def test_unknown_names_are_refused_in_pytorchs_words():
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'foo'"):
        _ = al.ones(1).foo
    with pytest.raises(AttributeError, match="module 'torch' has no attribute 'foo'"):
        _ = al.foo


# ----- sizes ----------------------------------------------------------------------------------------------------------
def test_sizes():
    t = al.zeros(2, 3)
    assert repr(t.shape) == "torch.Size([2, 3])"
    assert (t.size(), t.size(1), t.dim(), t.ndim, t.numel(), len(t)) == ((2, 3), 3, 2, 2, 6, 2)
    assert t.is_contiguous() and not t.t().is_contiguous()
