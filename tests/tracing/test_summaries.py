"""What the numbers of an array are like, in few numbers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autograd_lab.tracing.recording.summaries import BINS, LARGEST, SAMPLED, summary_of_array
from autograd_lab.tracing.recording.values import summary_of, text_of, value_of
from autograd_lab.views.short_text import WRONG, text

shapes = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6)


@settings(deadline=None)
@given(arrays.arrays(np.float32, shapes, elements=st.floats(width=32)))
def test_as_numpy_says(array):
    found, finite = summary_of_array(array), array[np.isfinite(array)].astype(np.float64)
    assert found.nans == np.isnan(array).sum()
    assert found.infinities == np.isinf(array).sum()
    assert found.zeros == (array == 0).sum()
    assert max(found.histogram) == (100 if finite.size else 0)
    if finite.size:
        assert (found.smallest, found.largest) == (finite.min(), finite.max())
        assert found.mean == pytest.approx(finite.mean(), rel=1e-9, abs=1e-9 * np.abs(finite).max())
        assert found.norm == pytest.approx(np.linalg.norm(finite), rel=1e-9)
    else:
        assert math.isnan(found.mean) and math.isnan(found.smallest)


def test_a_histogram_has_equal_bins_and_the_largest_number_in_the_last():
    found = summary_of_array(np.arange(32.0))
    assert found.histogram == (100,) * BINS


def test_a_histogram_shows_a_bin_with_a_single_number():
    found = summary_of_array(np.array([0.0] * SAMPLED + [1.0]))
    assert found.histogram == (100, *[0] * (BINS - 2), 1)


def test_a_histogram_of_a_very_large_array_goes_by_evenly_spaced_numbers():
    found = summary_of_array(np.arange(10.0 * SAMPLED))
    assert found.histogram == (100,) * BINS


@pytest.mark.parametrize("size", [1e300, 1e160, 1e-160, 1e-300, 5e-324])
def test_the_norm_of_numbers_whose_squares_have_no_place_in_float64(size):
    found = summary_of_array(np.array([size, -size, 0.0, size, -size]))
    assert (found.smallest, found.largest, found.infinities, found.zeros) == (-size, size, 0, 1)
    assert found.norm == pytest.approx(2 * size, rel=1e-14)


def test_a_norm_beyond_float64_is_told_as_such():
    array = np.full(16, 1.5e308)
    found = summary_of_array(array)
    assert (found.mean, found.norm, found.infinities) == (1.5e308, LARGEST, 0)
    assert text(value_of(array)) == "[16] ‖≥1.8e308‖"
    assert not WRONG.search(text(value_of(array)))
    assert text_of(value_of(array)) == "tensor of shape (16,) with norm at least 1.8e+308"
    assert text(value_of(np.array([1e300] * 16))) == "[16] ‖4e300‖"


@pytest.mark.parametrize("dtype", ["bool", "int64", "float16", "float64"])
def test_a_kept_array_and_a_summarised_one_are_told_alike(dtype):
    array = np.array([[0, 1, 1], [1, 0, 1]], dtype)
    assert summary_of(value_of(array)) == summary_of(value_of(array, limit=2))
