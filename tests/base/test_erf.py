"""The error function, against the one of Python's own library."""

import math

import numpy as np
import pytest

from autograd_lab._core.base import cephes


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
