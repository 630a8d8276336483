"""Tensor: its attributes, what may be assigned to them, and the ways out to Python and NumPy."""

import numpy as np
import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- a value of the graph -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["grad_fn", "is_leaf", "_version", "output_nr", "shape", "dtype"])
def test_what_cannot_be_written(name):
    with pytest.raises(AttributeError, match=f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"):
        setattr(leaf(1.0), name, None)


def test_names_of_nodes():
    a = leaf(2.0)
    node = (a * 3).grad_fn
    assert node.name() == "MulBackward0"
    assert node.next_functions[0][0].name() == "torch::autograd::AccumulateGrad"
    assert type(node).__module__ == "builtins"
    assert isinstance(node, al.autograd.graph.Node)


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


# ----- memory ---------------------------------------------------------------------------------------------------------
def test_detach_of_a_scalar_shares_memory_too():
    a = leaf(1.0)
    a.detach().add_(5)
    assert a.item() == 6.0


def test_views_know_their_base():
    x = al.zeros(2, 3)
    for view in (x.view(6), x[0], x.t(), x[0][1:], x.reshape(3, 2), x.expand(2, 2, 3)):
        assert view._base is x
    assert not (x + 1)._is_view()


# ----- out to Python and NumPy ----------------------------------------------------------------------------------------
def test_from_numpy_and_numpy_share_memory():
    array = np.ones(2)
    t = al.from_numpy(array)
    t.add_(1)
    assert array.tolist() == [2.0, 2.0]
    assert t.numpy() is array or np.shares_memory(t.numpy(), array)
    assert al.as_tensor(t) is t


def test_tensors_hash_by_identity_and_take_attributes():
    a = al.ones(2)
    a.note = "mine"
    assert {a: 1}[a] == 1
    assert {a: 1}[a] == 1
    assert a.note == "mine"


# ----- sizes ----------------------------------------------------------------------------------------------------------
def test_sizes():
    t = al.zeros(2, 3)
    assert repr(t.shape) == "torch.Size([2, 3])"
    assert (t.size(), t.size(1), t.dim(), t.ndim, t.numel(), len(t)) == ((2, 3), 3, 2, 2, 6, 2)
    assert t.is_contiguous() and not t.t().is_contiguous()
