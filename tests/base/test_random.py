"""The random streams are PyTorch's: recorded numbers, and PyTorch itself where it is installed."""

import hashlib
import json
import operator
import pathlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab._core.base import cephes, draws, generator

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "random.json").read_text(encoding="utf-8"))

CALLS = {
    "rand": lambda n, dtype: draws.rand((n,), dtype),
    "uniform": lambda n, dtype, low, high: draws.uniform((n,), low, high, dtype),
    "randn": lambda n, dtype: draws.randn((n,), dtype),
    "normal": lambda n, dtype, mean, std: draws.normal(mean, std, (n,), dtype),
    "randint": lambda n, dtype, low, high: draws.randint(low, high, (n,), dtype),
    "randperm": lambda n, dtype: draws.randperm(n).astype(dtype),
    "bernoulli": lambda n, dtype, p: draws.bernoulli(p, (n,), dtype),
    "bernoulli_each": lambda n, dtype: draws.bernoulli_each(np.linspace(0, 1, n, dtype=dtype)),
}


@pytest.fixture(autouse=True)
def own_stream():
    yield
    generator.default_generator.manual_seed(0)


def drawn(call):
    name, count, dtype, *more = call
    array = CALLS[name](count, np.dtype(dtype), *more)
    assert array.dtype == dtype and array.shape == (count,)
    return array


def assert_same(array, expected, call):
    """Equal in every bit; float64 that went through logarithms or was scaled: in all but the last two."""
    rounded = call[2] == "float64" and call[0] in ("randn", "normal", "uniform")
    np.testing.assert_allclose(array, np.array(expected, array.dtype), rtol=0, atol=2e-15 if rounded else 0)


@pytest.mark.parametrize("stream", RECORDED["streams"], ids=lambda s: f"{s['seed']}-{s['calls'][0][0]}")
def test_recorded_streams(stream):
    generator.manual_seed(stream["seed"])
    for call, expected in zip(stream["calls"], stream["values"], strict=True):
        assert_same(drawn(call), expected, call)


@pytest.mark.parametrize("long", RECORDED["long"], ids=lambda s: "-".join(map(str, s["call"])))
def test_many_numbers_are_equal_in_every_bit(long):
    generator.manual_seed(long["seed"])
    assert hashlib.sha256(drawn(long["call"]).tobytes()).hexdigest() == long["sha256"]


COUNTS = st.integers(0, 70)
BOUND = st.floats(0, 9, width=16, allow_subnormal=False)
ANY_CALL = st.one_of(
    st.tuples(st.sampled_from(["rand", "randn", "bernoulli_each"]), COUNTS, st.sampled_from(["float32", "float64"])),
    st.tuples(st.just("uniform"), COUNTS, st.just("float32"), BOUND.map(operator.neg), BOUND),
    st.tuples(st.just("normal"), COUNTS, st.just("float32"), BOUND.map(operator.neg), BOUND),
    st.tuples(st.just("randint"), COUNTS, st.just("int64"), st.integers(-(2**62), 3), st.integers(4, 2**62)),
    st.tuples(st.just("randint"), COUNTS, st.just("int64"), st.integers(-9, 3), st.integers(4, 9)),
    st.tuples(st.just("randperm"), COUNTS, st.just("int64")),
    st.tuples(st.just("bernoulli"), COUNTS, st.just("float32"), st.floats(0, 1)),
)


@pytest.mark.nightly
@pytest.mark.torch
@settings(max_examples=150, deadline=None)
@given(st.integers(-(2**63), 2**64 - 1), st.lists(ANY_CALL, max_size=8))
def test_streams_of_pytorch_itself(seed, calls):
    torch = pytest.importorskip("torch")
    in_torch = {
        "rand": lambda n, dtype: torch.rand(n, dtype=dtype),
        "uniform": lambda n, dtype, low, high: torch.empty(n, dtype=dtype).uniform_(low, high),
        "randn": lambda n, dtype: torch.randn(n, dtype=dtype),
        "normal": lambda n, dtype, mean, std: torch.empty(n, dtype=dtype).normal_(mean, std),
        "randint": lambda n, dtype, low, high: torch.randint(low, high, (n,), dtype=dtype),
        "randperm": lambda n, dtype: torch.randperm(n, dtype=dtype),
        "bernoulli": lambda n, dtype, p: torch.bernoulli(torch.empty(n, dtype=dtype), p),
        "bernoulli_each": lambda n, dtype: torch.bernoulli(
            torch.from_numpy(np.linspace(0, 1, n, dtype=str(dtype)[6:]))
        ),
    }
    torch.manual_seed(seed)
    generator.manual_seed(seed)
    for name, count, dtype, *more in calls:
        expected = in_torch[name](count, getattr(torch, dtype), *more).numpy()
        # Without AVX2 PyTorch rounds normal numbers in another order.
        exact = name not in ("randn", "normal") or torch.backends.cpu.get_cpu_capability().startswith("AVX")
        array = drawn((name, count, dtype, *more))
        if exact:
            assert_same(array, expected, (name, count, dtype))
        else:
            np.testing.assert_allclose(array, expected, rtol=1e-5, atol=1e-5)


# ----- generators ---------------------------------------------------------------------------------------------------
def test_a_generator_of_ones_own_has_the_same_stream_and_leaves_the_default_alone():
    generator.manual_seed(42)
    expected = draws.rand((4,)), draws.randn((3,)), draws.randperm(4)
    own = generator.Generator("cpu").manual_seed(42)
    generator.manual_seed(7)
    found = draws.rand((4,), generator=own), draws.randn((3,), generator=own), draws.randperm(4, own)
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, other)
    alone = draws.rand((4,))
    generator.manual_seed(7)
    np.testing.assert_array_equal(alone, draws.rand((4,)))


def test_seeding_forgets_the_kept_half_of_a_pair():
    generator.manual_seed(1)
    first = draws.randn((3,))
    generator.manual_seed(1)
    np.testing.assert_array_equal(draws.randn((3,)), first)


def test_seeds_are_64_bits_wide_and_the_low_half_counts():
    assert generator.Generator().initial_seed() == 67280421310721
    assert generator.manual_seed(-1) is generator.default_generator and generator.initial_seed() == 2**64 - 1
    low = draws.rand((2,), generator=generator.Generator().manual_seed(5))
    high = draws.rand((2,), generator=generator.Generator().manual_seed(2**40 + 5))
    np.testing.assert_array_equal(low, high)


def test_seed_takes_a_fresh_seed_that_repeats_the_stream():
    chosen = generator.seed()
    numbers = draws.rand((5,))
    assert generator.manual_seed(chosen).initial_seed() == chosen
    np.testing.assert_array_equal(numbers, draws.rand((5,)))
    assert generator.Generator().seed() != chosen


def test_a_generator_prints_without_an_address():
    assert repr(generator.Generator().manual_seed(3)) == "<Generator seeded with 3>"


def test_wrong_seeds_and_devices():
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        generator.manual_seed(2**64)
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        generator.manual_seed(-(2**63) - 1)
    with pytest.raises(RuntimeError, match="manual_seed expected a long, but got float"):
        generator.Generator().manual_seed(3.5)
    with pytest.raises(RuntimeError, match="no device 'cuda' here"):
        generator.Generator("cuda")


# ----- arguments ----------------------------------------------------------------------------------------------------
def test_shapes():
    assert draws.rand(()).shape == () and draws.randn((2, 0, 3)).shape == (2, 0, 3)
    assert draws.randn((3, 7)).shape == (3, 7) and draws.randint(0, 2, (2, 2)).shape == (2, 2)
    assert draws.bernoulli_each(np.full((2, 3), 0.5, np.float32)).shape == (2, 3)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: draws.randn((-2, 3)), RuntimeError, r"negative dimension -2: \[-2, 3\]"),
        (lambda: draws.randperm(-1), RuntimeError, r"negative dimension -1: \[-1\]"),
        (
            lambda: draws.rand((2,), np.int64),
            NotImplementedError,
            "\"check_uniform_bounds\" not implemented for 'Long'",
        ),
        (lambda: draws.randn((2,), np.int32), NotImplementedError, "\"normal_kernel_cpu\" not implemented for 'Int'"),
        (lambda: draws.randn((16,), np.float16), NotImplementedError, "float32 or float64 here"),
        (lambda: draws.bernoulli_each(np.array([1])), NotImplementedError, "cpu_p_\" not implemented for 'Long'"),
        (lambda: draws.bernoulli_each(np.array([1.5])), RuntimeError, "Expected p_in >= 0 && p_in <= 1"),
        (lambda: draws.bernoulli_each(np.array([np.nan])), RuntimeError, "Expected p_in >= 0 && p_in <= 1"),
        (lambda: draws.bernoulli(1.5, (2,)), RuntimeError, r"expects p to be in \[0, 1\], but got p=1.5"),
        (lambda: draws.bernoulli(float("nan"), (2,)), RuntimeError, "but got p=nan"),
        (lambda: draws.uniform((2,), 2, 1), RuntimeError, "but found from=2 > to=1"),
        (lambda: draws.uniform((2,), 0, float("inf")), RuntimeError, "to is out of bounds for float"),
        (lambda: draws.uniform((2,), float("nan"), 1), RuntimeError, "from is out of bounds for float"),
        (lambda: draws.uniform((2,), -3e38, 3e38), RuntimeError, r"limits<Float>::max\(\), but found to=3e\+38"),
        (lambda: draws.normal(0, -1, (2,)), RuntimeError, r"expects std >= 0.0, but found std -1"),
        (lambda: draws.randint(5, 5, (2,)), RuntimeError, "but got from=5 >= to=5"),
        (lambda: draws.randint(0, 257, (2,), np.uint8), RuntimeError, "to - 1 is out of bounds for unsigned char"),
        (lambda: draws.randint(-1, 5, (2,), np.uint8), RuntimeError, "from is out of bounds for unsigned char"),
        (lambda: draws.randint(0, 3, (2,), np.bool_), RuntimeError, "to - 1 is out of bounds for bool"),
        (lambda: draws.randint(0, 10**6, (2,), np.float16), RuntimeError, "to - 1 is out of bounds for c10::Half"),
        (lambda: draws.randint(0, 2**64, (2,)), RuntimeError, "to - 1 is out of bounds for long int"),
        (lambda: draws.randint(0, 3.5, (2,)), TypeError, "cannot be interpreted as an integer"),
    ],
)
def test_wrong_arguments(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_a_rounded_number_never_reaches_the_upper_end():
    generator.manual_seed(0)
    numbers = draws.uniform((1_000_000,), 1024, 1025)
    assert numbers.max() < 1025 and (numbers == 1024).sum() > 60
    assert draws.rand((200_000,), np.float16).max() < 1


def test_the_float32_functions_are_as_good_as_they_claim():
    x = np.linspace(2**-24, 1, 100_001, dtype=np.float32)
    np.testing.assert_allclose(cephes.log(x), np.log(x.astype(np.float64)), rtol=2e-7, atol=0)
    angle = np.linspace(0, 7, 100_001, dtype=np.float32)
    sine, cosine = cephes.sin_cos(angle)
    np.testing.assert_allclose(sine, np.sin(angle.astype(np.float64)), rtol=0, atol=1e-7)
    np.testing.assert_allclose(cosine, np.cos(angle.astype(np.float64)), rtol=0, atol=1e-7)
    assert sine.dtype == cosine.dtype == cephes.log(x).dtype == np.float32


# ----- random tensors -------------------------------------------------------------------------------------------------
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
