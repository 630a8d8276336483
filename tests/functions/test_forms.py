"""One name, several rows: what the function, the method and the in-place method of such a name take and refuse."""

import inspect

import numpy as np
import pytest

import autograd_lab as al

TENSOR_OR_NUMBER = ("clamp_min", "clamp_max")
TENSORS_ONLY = ("atan2", "maximum", "minimum", "logical_and")


def numbers():
    return al.tensor([1.5, -2.0, 0.25])


@pytest.mark.parametrize("name", TENSOR_OR_NUMBER)
@pytest.mark.parametrize("other", [2, 2.0, True, np.float32(2), np.float64(2), np.int64(2)])
def test_a_number_may_be_numpys_and_leaves_the_dtype_alone(name, other):
    x = numbers()
    results = getattr(al, name)(x, other), getattr(x, name)(other), getattr(numbers(), f"{name}_")(other)
    wanted = getattr(al, name)(x, al.full((3,), float(other)))
    for result in results:
        assert result.dtype is al.float32
        assert result.tolist() == wanted.tolist()


@pytest.mark.parametrize("name", TENSOR_OR_NUMBER)
def test_a_complex_number_is_left_out(name):
    with pytest.raises(NotImplementedError, match="complex numbers are left out"):
        getattr(al, name)(numbers(), 1j)


@pytest.mark.parametrize("name", TENSORS_ONLY)
def test_no_number_stands_for_a_tensor_whether_named_or_not(name):
    with pytest.raises(TypeError) as caught:
        getattr(al, name)(numbers(), 2.0)
    assert str(caught.value) == f"{name}(): argument 'other' (position 2) must be Tensor, not float"
    with pytest.raises(TypeError) as caught:
        getattr(numbers(), name)(other=2.0)
    assert str(caught.value) == f"{name}(): argument 'other' must be Tensor, not float"


@pytest.mark.parametrize("call", ["x.clamp_min_(a)", "al.lerp(x, x, a)", "x.masked_fill(x > 0, a)"])
def test_an_array_is_no_tensor(call):
    with pytest.raises(TypeError, match="received an invalid combination of arguments"):
        eval(call, {"al": al, "x": numbers(), "a": np.ones(3)})


@pytest.mark.parametrize("name", ["clamp", "div", "remainder"])
def test_both_forms_show_their_parameters(name):
    from autograd_lab._torch.functions import elementwise

    function, in_place = (getattr(elementwise, form) for form in (name, f"{name}_"))
    assert inspect.signature(function) == inspect.signature(in_place)
    assert next(iter(inspect.signature(function).parameters)) == "input"
    assert function.__doc__
    assert in_place.__doc__.startswith(f"In-place `{name}`")


def test_cat_joins_empty_vectors_with_anything_and_says_what_does_not_fit():
    x = al.ones(2, 3)
    assert al.cat([al.zeros(0), x, x], -1).shape == (2, 6)
    assert al.cat([al.zeros(0), al.zeros(0)]).shape == (0,)
    assert al.cat([x.t(), x.t()]).is_contiguous()
    with pytest.raises(RuntimeError, match=r"zero-dimensional tensor \(at position 1\) cannot be concatenated"):
        al.cat([x, al.tensor(1.0)])
    with pytest.raises(RuntimeError, match="Sizes of tensors must match except in dimension 1"):
        al.cat([x, x.t()], 1)
    with pytest.raises(IndexError, match="Dimension out of range"):
        al.cat([x, x], 2)
    with pytest.raises(TypeError, match="argument 'dim' \\(position 2\\) must be int, not NoneType"):
        al.cat([x, x], None)
