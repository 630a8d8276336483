"""Random tensors: the numbers that PyTorch draws after the same seed, in the shapes and dtypes that are asked for."""

import pytest

import autograd_lab as al


def test_the_numbers_after_a_seed_are_pytorchs():
    al.manual_seed(42)
    assert al.rand(3).tolist() == [0.8822692632675171, 0.9150039553642273, 0.38286375999450684]
    al.manual_seed(42)
    assert al.randn(2).tolist() == pytest.approx([0.33669036626815796, 0.12880940735340118], rel=1e-6)
    al.manual_seed(42)
    assert al.randint(0, 10, (5,)).tolist() == [2, 7, 6, 4, 6]
    al.manual_seed(42)
    assert al.randint(10, (5,)).tolist() == [2, 7, 6, 4, 6]
    al.manual_seed(42)
    assert al.randperm(5).tolist() == [2, 4, 3, 0, 1]


def test_a_generator_has_a_stream_of_its_own():
    al.manual_seed(42)
    expected = al.rand(3).tolist()
    al.manual_seed(42)
    generator = al.Generator().manual_seed(7)
    al.rand(5, generator=generator)
    al.randn(5, generator=generator)
    al.randperm(5, generator=generator)
    al.randint(5, (5,), generator=generator)
    assert al.rand(3).tolist() == expected


@pytest.mark.parametrize("make", [al.rand, al.randn])
def test_sizes_dtypes_and_flags(make):
    assert make(2, 3).shape == make((2, 3)).shape == make([2, 3]).shape == make(al.zeros(2, 3).shape).shape == (2, 3)
    assert make(()).shape == ()
    assert make(2).dtype == al.float32
    assert make(2, dtype=al.float64).dtype == al.float64
    assert make(2, requires_grad=True).requires_grad
    with pytest.raises(RuntimeError, match=r"Trying to create tensor with negative dimension -1: \[2, -1\]"):
        make(2, -1)
    with pytest.raises(TypeError, match=r"argument 'size' \(position 1\) must be tuple of ints, not str"):
        make("a")


def test_like_takes_shape_and_dtype_but_no_flag():
    x = al.ones(2, 3, dtype=al.float64, requires_grad=True)
    for make in (al.rand_like, al.randn_like):
        y = make(x)
        assert (y.shape, y.dtype, y.requires_grad) == (x.shape, x.dtype, False)
        assert make(x, dtype=al.float32).dtype == al.float32


def test_whole_numbers_have_no_gradient_and_need_a_size():
    with pytest.raises(RuntimeError, match="Only Tensors of floating point and complex dtype can require gradients"):
        al.randint(0, 3, (2,), requires_grad=True)
    with pytest.raises(TypeError, match=r"invalid combination of arguments - got \(int, int, int\)"):
        al.randint(0, 3, 4)
    with pytest.raises(RuntimeError, match="random_ expects 'from' to be less than 'to', but got from=3 >= to=3"):
        al.randint(3, 3, (2,))
