"""One rounding where PyTorch's kernels round once: checked against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from autograd_lab.optim import _arithmetic

NUMBERS = np.random.default_rng(0).standard_normal((3, 200)).astype(np.float32)


def exact(*factors):
    """The product of these numbers with nothing rounded."""
    product = Fraction(1)
    for factor in factors:
        product *= Fraction(float(factor))
    return product


def rounded(value):
    """The float32 next to a fraction; these are no ties, so the way over float64 does no harm."""
    return np.float32(float(value))


@pytest.mark.parametrize("alpha", [-0.1, 0.9, 3])
def test_add_rounds_once(alpha):
    base, other, _ = NUMBERS
    expected = [rounded(Fraction(float(b)) + exact(np.float32(alpha), o)) for b, o in zip(base, other, strict=True)]
    assert _arithmetic.add(base, other, alpha).tolist() == expected
    assert (base + np.float32(alpha) * other).tolist() != expected, "two roundings give something else"


@pytest.mark.parametrize("weight", [0.1, 0.7])
def test_lerp_reckons_from_the_nearer_end(weight):
    start, end, _ = NUMBERS
    near, step = (start, np.float32(weight)) if weight < 0.5 else (end, np.float32(weight) - np.float32(1))
    expected = [rounded(Fraction(float(n)) + exact(step, way)) for n, way in zip(near, end - start, strict=True)]
    assert _arithmetic.lerp(start, end, weight).tolist() == expected


def test_addcmul_rounds_the_first_product_and_the_sum():
    base, one, two = NUMBERS
    scaled = one * np.float32(0.001)
    expected = [rounded(Fraction(float(b)) + exact(s, t)) for b, s, t in zip(base, scaled, two, strict=True)]
    assert _arithmetic.addcmul(base, one, two, 0.001).tolist() == expected


def test_float64_stays_float64():
    base, one, two = NUMBERS.astype(np.float64)
    for result in (
        _arithmetic.add(base, one, 0.1),
        _arithmetic.lerp(base, one, 0.1),
        _arithmetic.addcmul(base, one, two, 0.1),
        _arithmetic.addcdiv(base, one, two, 0.1),
    ):
        assert result.dtype == np.float64
