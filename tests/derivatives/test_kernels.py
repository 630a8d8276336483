"""The quick ways of some rows, which write over their own arrays, against the plain formulas and against each other."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tolerances import RTOL_ATOL

import autograd_lab as al
from autograd_lab._core.base import cephes, quick_numpy
from autograd_lab._core.base.cephes import normal_below
from autograd_lab._core.base.quick_numpy import add_at
from autograd_lab.derivatives._operands import choose

F = al.nn.functional
FLOATS = st.sampled_from([np.float32, np.float64])
ODD = st.sampled_from([math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, 1.0, -2.5])
SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=60, deadline=None)


def numbers(seed, shape, kind, turned=False):
    """Random numbers; with ``turned`` the memory lies the other way round, with gaps."""
    random = np.random.default_rng(seed)
    if turned:
        return random.normal(size=(*shape[::-1], 2)).astype(kind)[..., 0].T
    return random.normal(size=shape).astype(kind)


def near(actual, expected, kind, scale=1):
    """Within PyTorch's tolerances; ``scale`` is how large the summands are."""
    rtol, atol = RTOL_ATOL[np.dtype(kind).name]
    np.testing.assert_allclose(actual, expected, rtol=10 * rtol, atol=atol * scale)


def both_ways(function, *arrays, kind):
    """The gradients of an ordinary backward, found to be those of the same formulas on Tensors."""
    leaves = [al.tensor(array, requires_grad=True) for array in arrays]
    result = function(*leaves)
    arriving = al.tensor(numbers(7, tuple(result.shape), kind))
    plain = al.autograd.grad(result, leaves, arriving, retain_graph=True)
    graph = al.autograd.grad(result, leaves, arriving, create_graph=True)
    for one, other in zip(plain, graph, strict=True):
        assert one.dtype == other.dtype
        near(one.numpy(), other.detach().numpy(), kind, scale=10)
    return [item.numpy() for item in plain]


shapes = hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=9)


@few
@given(shapes, FLOATS, SEEDS, st.booleans(), st.integers(0, 2))
def test_softmax_and_its_logarithm(shape, kind, seed, turned, axis):
    x, dim = numbers(seed, shape, kind, turned), axis % len(shape)
    wide = np.exp(x.astype(np.float64))
    expected = wide / wide.sum(dim, keepdims=True)
    for function, wanted in ((F.softmax, expected), (F.log_softmax, np.log(expected))):
        near(function(al.tensor(x), dim).numpy(), wanted, kind)
        both_ways(lambda t, f=function: f(t, dim), x, kind=kind)


@few
@given(hnp.arrays(np.float32, st.integers(1, 20), elements=ODD))
def test_softmax_of_what_is_no_ordinary_number(x):
    with np.errstate(all="ignore"):
        raised = np.exp(x - x.max())
        np.testing.assert_allclose(F.softmax(al.tensor(x), 0).numpy(), raised / raised.sum(), rtol=1e-6)


@few
@given(st.integers(0, 9), st.integers(1, 40), FLOATS, SEEDS, st.booleans(), st.booleans())
def test_layer_norm(rows, n, kind, seed, turned, scaled):
    x, w, b = numbers(seed, (rows, n), kind, turned), numbers(1, (n,), kind), numbers(2, (n,), kind)
    wide = x.astype(np.float64)
    hat = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 0.1)
    if scaled:
        near(F.layer_norm(*map(al.tensor, (x,)), (n,), al.tensor(w), al.tensor(b), 0.1).numpy(), hat * w + b, kind)
        both_ways(lambda x, w, b: F.layer_norm(x, (n,), w, b, 0.1), x, w, b, kind=kind)
    else:
        near(F.layer_norm(al.tensor(x), (n,), eps=0.1).numpy(), hat, kind)
        both_ways(lambda x: F.layer_norm(x, (n,), eps=0.1), x, kind=kind)


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_layer_norm_spoils_only_the_row_where_something_is_odd(odd):
    x = numbers(0, (3, 5), np.float32)
    x[1, 2] = odd
    found = F.layer_norm(al.tensor(x), (5,)).numpy()
    assert np.isnan(found[1]).all()
    assert np.isfinite(found[[0, 2]]).all()


@few
@given(st.integers(2, 6), st.integers(1, 5), hnp.array_shapes(min_dims=0, max_dims=2, max_side=4), FLOATS, SEEDS)
def test_batch_norm(batch, channels, places, kind, seed):
    x = numbers(seed, (batch, channels, *places), kind)
    w, b = numbers(1, (channels,), kind), numbers(2, (channels,), kind)
    axes, one = (0, *range(2, x.ndim)), (1, channels, *(1,) * len(places))
    wide = x.astype(np.float64)
    hat = (wide - wide.mean(axes, keepdims=True)) / np.sqrt(wide.var(axes, keepdims=True) + 0.1)
    function = lambda x, w, b: F.batch_norm(x, None, None, w, b, True, 0.1, 0.1)  # noqa: E731
    near(function(*map(al.tensor, (x, w, b))).numpy(), hat * w.reshape(one) + b.reshape(one), kind)
    both_ways(function, x, w, b, kind=kind)


@few
@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 5), FLOATS, SEEDS, st.booleans())
def test_attention(queries, keys, width, kind, seed, causal):
    q, k, v = (numbers(seed + i, (1, 2, n, width), kind) for i, n in enumerate((queries, keys, keys)))
    scores = q.astype(np.float64) @ k.swapaxes(-1, -2) / math.sqrt(width)
    if causal:
        scores[..., np.arange(keys) > np.arange(queries)[:, None]] = -math.inf
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    leaves = [al.tensor(item, requires_grad=True) for item in (q, k, v)]
    found = F.scaled_dot_product_attention(*leaves, is_causal=causal)
    near(found.detach().numpy(), weights @ v, kind)
    mask = al.tensor(np.where(np.isinf(scores[0, 0]), -1e30, 0).astype(kind))
    again = F.softmax(leaves[0] @ leaves[1].mT / math.sqrt(width) + mask, -1) @ leaves[2]
    pairs = zip(*(al.autograd.grad(item.square().sum(), leaves) for item in (found, again)), strict=True)
    for one, other in pairs:
        near(one.numpy(), other.numpy(), kind, scale=10)


@few
@given(st.integers(250, 262), st.integers(0, 5), FLOATS, SEEDS, st.booleans())
def test_running_sums_and_products_of_few_and_of_many_rows(rows, n, kind, seed, turned):
    x = numbers(seed, (rows, n), kind, turned)
    for function, reference in ((al.cumsum, np.cumsum), (al.cumprod, np.cumprod)):
        near(function(al.tensor(x), 1).numpy(), reference(x.astype(np.float64), 1), kind)
        near(function(al.tensor(x), 0).numpy(), reference(x.astype(np.float64), 0), kind, scale=10)
    (found,) = both_ways(lambda t: t.cumsum(1), x, kind=kind)
    near(found, np.cumsum(numbers(7, (rows, n), kind)[:, ::-1], 1)[:, ::-1], kind)


@few
@given(hnp.arrays(np.float32, hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=40), elements=ODD), SEEDS)
def test_sort_and_topk_where_much_is_equal(x, seed):
    falling = bool(seed % 2)
    values, places = al.sort(al.tensor(x), -1, falling)
    expected = np.sort(x, -1)
    np.testing.assert_array_equal(values.numpy(), expected[..., ::-1] if falling else expected)
    np.testing.assert_array_equal(np.sort(places.numpy(), -1), np.broadcast_to(np.arange(x.shape[-1]), x.shape))
    np.testing.assert_array_equal(np.take_along_axis(x, places.numpy(), -1), values.numpy())
    k = seed % (x.shape[-1] + 1)
    top, where = al.topk(al.tensor(x), k, -1, falling)
    np.testing.assert_array_equal(top.numpy(), values.numpy()[..., :k])
    np.testing.assert_array_equal(np.take_along_axis(x, where.numpy(), -1), top.numpy())


@few
@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 9), st.integers(0, 3), SEEDS, st.booleans())
def test_adding_at_places_of_which_some_are_the_same(rows, columns, count, width, seed, both):
    random = np.random.default_rng(seed)
    array = random.normal(size=(rows, columns, width))
    key = tuple(random.integers(-n, n, size=count) for n in array.shape[: 1 + both])
    values = random.normal(size=(count, *array.shape[1 + both :]))
    expected = array.copy()
    np.add.at(expected, key, values)
    add_at(array, key, values)
    np.testing.assert_allclose(array, expected)
    with pytest.raises(IndexError):
        add_at(array, (np.array([rows]),), values[:1])


@few
@given(
    st.integers(0, 7), st.integers(0, 6), FLOATS, SEEDS, st.sampled_from(["in order", "with gaps", "one row for all"])
)
def test_rows_added_two_numbers_at_a_time_whatever_they_are(count, width, kind, seed, lie):
    array = odd_numbers(seed, 4 * width, kind).reshape(4, width)
    values = odd_numbers(seed + 1, count * width, kind).reshape(count, width)
    if lie == "with gaps":
        array, values = np.repeat(array, 2, 1)[:, ::2], np.repeat(values, 2, 0)[::2]
    elif lie == "one row for all":
        values = np.broadcast_to(odd_numbers(seed + 1, width, kind), (count, width))
    places, expected = np.random.default_rng(seed).integers(-4, 4, size=count), array.copy()
    with np.errstate(all="ignore"):
        for place, row in zip(places, values, strict=True):
            expected[place] += row
        add_at(array, (places,), values)
    np.testing.assert_allclose(array, expected, rtol=1e-5, atol=1e-6)


@few
@given(st.integers(1, 7), SEEDS, st.booleans())
def test_adding_where_a_mask_or_a_slice_says(n, seed, odd):
    rng = np.random.default_rng(seed)
    array = odd_numbers(seed, 4 * n, np.float64).reshape(n, 4) if odd else rng.normal(size=(n, 4))
    for key in ((rng.random(n) < 0.5,), (slice(0, n, 2),), (slice(None), rng.integers(0, 4, 3))):
        added, expected = array.copy(), array.copy()
        with np.errstate(all="ignore"):
            np.add.at(expected, key, 1.5)
            add_at(added, key, np.full(array[key].shape, 1.5))
        np.testing.assert_array_equal(added, expected)


@few
@given(st.integers(0, 3), st.sampled_from([1, 2]), st.integers(1, 3), st.integers(0, 2), st.booleans(), FLOATS, SEEDS)
def test_the_gradients_of_a_convolution(batch, groups, stride, padding, transposed, kind, seed):
    x = numbers(seed, (batch, 2 * groups, 6, 5) if seed % 2 else (batch, 2 * groups, 43, 41), kind)
    w = numbers(1, (2 * groups, 2 if not transposed else 3, 3, 2), kind)
    function = F.conv_transpose2d if transposed else F.conv2d
    if batch:
        both_ways(lambda x, w: function(x, w, None, stride, padding, groups=groups), x, w, kind=kind)


@few
@given(hnp.arrays(np.int64, hnp.array_shapes(min_dims=1, max_dims=2, min_side=0), elements=st.integers(0, 3)), FLOATS)
def test_embeddings(places, kind):
    w = numbers(0, (4, 3), kind)
    both_ways(lambda w: F.embedding(al.tensor(places), w, padding_idx=1), w, kind=kind)


def test_activations_of_all_kinds_of_numbers():
    x = np.concatenate([np.linspace(-30, 30, 20001), [math.inf, -math.inf, math.nan, 0.0]]).astype(np.float32)
    expected = np.array([math.erfc(-item / math.sqrt(2)) / 2 for item in x.astype(np.float64)])
    np.testing.assert_allclose(normal_below(x), expected, rtol=0, atol=3e-7)
    for function in (F.gelu, F.silu):
        both_ways(function, x[:-4][::7], kind=np.float32)
        for odd in (np.zeros((0, 3), np.float32), x[:6].reshape(2, 3).T, np.float32(0.5)):
            leaf = al.tensor(odd, requires_grad=True)
            function(leaf).sum().backward()
            assert leaf.grad.shape == leaf.shape


EDGES = st.sampled_from([0, 1, quick_numpy.MANY - 1, quick_numpy.MANY, quick_numpy.MANY + 1, 2 * quick_numpy.MANY + 3])


def odd_numbers(seed, size, kind):
    """As many numbers, and in them everything that is no ordinary one; every other element of a larger array."""
    rng = np.random.default_rng(seed)
    strange = np.array([math.nan, math.inf, -math.inf, 0.0, -0.0, 5e-324], kind)
    array = np.where(rng.random(2 * size) < 0.3, rng.choice(strange, 2 * size), rng.standard_normal(2 * size))
    return array.astype(kind)[::2] if seed % 2 else array.astype(kind)[:size]


@few
@given(EDGES, st.sampled_from([np.float16, np.float32, np.float64]), SEEDS, st.booleans(), st.booleans())
def test_choosing_bit_by_bit(size, kind, seed, rows, number):
    yes, no = odd_numbers(seed, size, kind), odd_numbers(seed + 1, size, kind)
    condition = np.random.default_rng(seed).random((3, 1) if rows else size) < 0.5
    with np.errstate(under="ignore"):
        for one, other in ((yes, no), (yes, 0.0), (-0.0, no), (yes, kind(math.nan)), (yes[:1], no)):
            found, expected = choose(condition, one, other), np.where(condition, one, other)
            assert found.dtype == expected.dtype == kind
            np.testing.assert_array_equal(found, expected)
            np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))
        mixed = choose(condition, yes, no.astype(np.float64) if number else 1)
        np.testing.assert_array_equal(mixed, np.where(condition, yes, no.astype(np.float64) if number else 1))


@few
@given(EDGES, FLOATS, SEEDS)
def test_a_gradient_passes_relu_where_it_is_above_zero_whatever_it_is(size, kind, seed):
    x, arriving = odd_numbers(seed, size, kind), odd_numbers(seed + 1, size, kind)
    leaf = al.tensor(x, requires_grad=True)
    (found,) = al.autograd.grad(leaf.relu(), leaf, al.tensor(arriving))
    np.testing.assert_array_equal(found.numpy(), np.where(x <= 0, kind(0), arriving))


@few
@given(st.sampled_from([0, 1, 2**14 - 1, 2**14, 2**14 + 1, 2**14 + 511, 2**14 + 513]), FLOATS, SEEDS, st.booleans())
def test_the_sum_of_all_elements(size, kind, seed, odd):
    x = odd_numbers(seed, size, kind) if odd else numbers(seed, (size,), kind)
    with np.errstate(all="ignore"):
        near(al.tensor(x).sum().numpy(), kind(math.fsum(x)) if not odd else x.sum(), kind, scale=10)


@few
@given(
    st.sampled_from([0, 1, 7, quick_numpy._KEPT - 1, quick_numpy._KEPT, quick_numpy._KEPT + 1]),
    st.integers(0, 3),
    FLOATS,
    SEEDS,
    st.booleans(),
)
def test_sums_of_rows_and_columns(length, others, kind, seed, odd):
    matrix = (odd_numbers if odd else lambda seed, n, kind: numbers(seed, (n,), kind))(seed, length * others, kind)
    matrix = matrix.reshape(others, length)
    with np.errstate(all="ignore"):
        for rows in (matrix, np.repeat(matrix, 2, 1)[:, ::2], matrix.reshape(length, others).T):
            expected = rows.astype(np.float64).sum(-1)
            near(quick_numpy.row_sums(rows), expected[:, None], kind, scale=10)
            near(quick_numpy.column_sums(rows.T), expected, kind, scale=10)


def test_nobody_writes_over_the_ones_that_are_kept():
    with pytest.raises(ValueError, match="read-only"):
        quick_numpy.ones(3, np.dtype(np.float32))[0] = 2


# ----- the error function, against Python's own library ---------------------------------------------------------------
@pytest.mark.parametrize(("kind", "tolerance"), [(np.float64, 1e-15), (np.float32, 6e-8)])
def test_erf_is_right_to_the_last_digits_and_keeps_the_type(kind, tolerance):
    x = np.concatenate([np.linspace(-9, 9, 20001), np.linspace(-1e-3, 1e-3, 101)]).astype(kind)
    found = cephes.erf(x)
    expected = np.array([math.erf(item) for item in x.astype(np.float64)])
    assert found.dtype == kind
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=tolerance, atol=0)


def test_erf_of_what_is_no_ordinary_number():
    found = cephes.erf(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0]))
    np.testing.assert_array_equal(found, [np.nan, 1.0, -1.0, 0.0, -0.0])
    assert np.signbit(found[-1])
    assert cephes.erf(np.float32(0.5)).dtype == np.float32
    assert cephes.erf(np.zeros((2, 0))).shape == (2, 0)
