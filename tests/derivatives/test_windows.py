"""Windows in blocks and in long rows, against loops over every place of every window."""

import importlib
import math
from unittest.mock import patch

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograd_lab.derivatives import _windows

few = settings(max_examples=80, deadline=None)
convolution = importlib.import_module("autograd_lab.derivatives.convolution")
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def windows(draw):
    """Sizes of an input, a kernel that fits into it, and how it moves: for each dimension."""
    rank = draw(st.integers(1, 3))
    sizes, kernel, stride, padding, dilation = [], [], [], [], []
    for _ in range(rank):
        k, d = draw(st.integers(1, 3)), draw(st.integers(1, 2))
        p = draw(st.integers(0, 2))
        sizes.append(draw(st.integers(max(1, d * (k - 1) + 1 - 2 * p), 6)))
        kernel.append(k), padding.append(p), dilation.append(d)
    stride = [1] * rank if draw(st.booleans()) else [draw(st.integers(1, 3)) for _ in range(rank)]
    return sizes, *map(tuple, (kernel, stride, padding, dilation))


def meetings(sizes, kernel, stride, padding, dilation):
    """(place of the window, element of the window, element of the input), for all that lie on the input."""
    counts = [
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation, strict=True)
    ]
    for place in np.ndindex(*counts):
        for offset in np.ndindex(*kernel):
            at = tuple(
                i * s - p + o * d for i, o, s, p, d in zip(place, offset, stride, padding, dilation, strict=True)
            )
            if all(0 <= a < n for a, n in zip(at, sizes, strict=True)):
                yield (..., *place), (..., *offset), (..., *at)


def random(seed, *shape, odd=False, turned=False):
    """Random numbers, some of them infinite or nan; with ``turned`` the memory lies the other way round."""
    rng = np.random.default_rng(seed)
    array = rng.standard_normal(shape[::-1] if turned else shape)
    if odd and array.size:
        array.flat[rng.integers(array.size, size=2)] = rng.choice([math.inf, -math.inf, math.nan], 2)
    return array.T if turned else array


def alike(found, expected):
    assert found.flags.c_contiguous
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@few
@given(windows(), st.integers(0, 4), SEEDS, st.sampled_from([1, 40, 2**19]), st.booleans(), st.booleans())
def test_a_convolution_and_its_gradients(how, batch, seed, block, odd, turned):
    sizes, kernel, stride, padding, dilation = how
    x, w = random(seed, batch, 2, *sizes, turned=turned), random(seed + 1, 3, 2, *kernel)
    row, places = (stride, padding, dilation, False, (0,) * len(kernel), 1), list(meetings(*how))
    with patch.object(convolution, "_BLOCK", block), np.errstate(all="ignore"):
        result = convolution.convolution_forward(x, w, None, *row)
        expected = np.zeros(result.shape)
        for place, offset, at in places:
            expected[place] += x[at] @ w[offset].T
        alike(result, expected)
        grad = random(seed + 2, *result.shape, turned=turned, odd=odd)
        strange = random(seed + 1, *w.shape, odd=odd)
        to_input, to_weight = np.zeros(x.shape), np.zeros(w.shape)
        for place, offset, at in places:
            to_input[at] += grad[place] @ strange[offset]
            to_weight[offset] += grad[place].T @ x[at]
        alike(convolution.input_back(grad, x, strange, *row), to_input)
        if batch and not odd:  # where padding meets infinity it is multiplied by zero
            alike(convolution.weight_back(grad, x, w, *row), to_weight)


@few
@given(windows(), st.integers(0, 3), st.integers(1, 3), SEEDS, st.sampled_from([1, 2, 3]), st.booleans(), st.booleans())
def test_each_group_is_a_convolution_of_its_own(how, batch, groups, seed, few_examples, transposed, turned):
    """Also where something is infinite or nan, in the last block, and with memory that lies the other way round."""
    sizes, kernel, stride, padding, dilation = how
    x = random(seed, batch, 2 * groups, *sizes, odd=True, turned=turned)
    w = random(seed + 1, *((2 * groups, 3) if transposed else (3 * groups, 2)), *kernel, odd=True)
    row = stride, padding, dilation, transposed, (0,) * len(kernel)
    if transposed:
        left = [(n - 1) * s + d * (k - 1) + 1 - 2 * p for n, k, s, p, d in zip(*how, strict=True)]
        assume(min(left) > 0)
    blocks = patch.object(
        convolution, "_blocks", lambda n, _: [slice(i, i + few_examples) for i in range(0, n, few_examples)]
    )
    with blocks, np.errstate(all="ignore"):
        result = convolution.convolution_forward(x, w, None, *row, groups)
        grad = random(seed + 2, *result.shape, odd=True, turned=turned)
        to_input, to_weight = (
            back(grad, x, w, *row, groups) for back in (convolution.input_back, convolution.weight_back)
        )
        for number in range(groups):
            mine, its, out = (part(array, axis, groups, number) for array, axis in ((x, 1), (w, 0), (grad, 1)))
            alone = convolution.convolution_forward(mine, its, None, *row, 1)
            alike(np.ascontiguousarray(part(result, 1, groups, number)), alone)
            alike(
                np.ascontiguousarray(part(to_input, 1, groups, number)), convolution.input_back(out, mine, its, *row, 1)
            )
            if batch:
                alike(part(to_weight, 0, groups, number), convolution.weight_back(out, mine, its, *row, 1))


def part(array, axis, groups, number):
    return np.split(array, groups, axis)[number]


@given(st.integers(0, 9), st.integers(0, 50), st.integers(1, 60))
def test_blocks_take_every_example_once(batch, numbers, block):
    with patch.object(convolution, "_BLOCK", block):
        blocks = convolution._blocks(batch, numbers)
    assert [example for taken in blocks for example in range(batch)[taken]] == list(range(batch))
    assert all(len(range(batch)[taken]) * numbers <= max(2 * block, numbers) for taken in blocks)


@few
@given(windows(), st.sampled_from([(), (0,), (2,), (2, 1)]), SEEDS, st.booleans(), st.booleans())
def test_columns_and_the_way_back(how, before, seed, odd, turned):
    sizes, kernel, stride, padding, dilation = how
    x = random(seed, *before, *sizes, odd=odd, turned=turned)
    columns = _windows.columns(_windows.surround(x, padding), kernel, stride, dilation)
    assert columns.flags.c_contiguous
    laid = random(seed + 1, *columns.shape, odd=odd)
    expected, summed = np.zeros(columns.shape), np.zeros(x.shape)
    with np.errstate(all="ignore"):
        for place, offset, at in meetings(*how):
            expected[(*offset, *place[1:])] = x[at]
            summed[at] += laid[(*offset, *place[1:])]
        wide = tuple(n + 2 * p for n, p in zip(sizes, padding, strict=True))
        back = _windows.without(padding, _windows.lay_down(laid, wide, stride, dilation))
    np.testing.assert_array_equal(columns, expected)
    alike(back, summed)
    rows = _windows.rows_of_columns(_windows.surround(x, padding), kernel, stride, dilation)
    height, width = _windows.rows_of(kernel)
    assert len(rows) == height
    places = columns.shape[len(before) + len(kernel) :]
    by_rows = [np.reshape(row, (*before, width, *places)) for row in rows]
    np.testing.assert_array_equal(np.stack(by_rows, len(before)), columns.reshape(*before, height, width, *places))
