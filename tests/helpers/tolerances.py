"""How near two numbers have to be: `torch.testing.assert_close`'s tolerances, for numbers and for numbers in texts.

One program gives other last digits on another processor, since NumPy's exp, log and sum choose their instructions by
what the processor has. So floats are compared within the tolerance of their dtype; and whatever no processor can
change, exactly: nan and infinities, whole numbers, signs and zeros in a text, and every letter that is no float.
"""

import re

import numpy as np

RTOL_ATOL = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}
"""PyTorch's own tolerances for each dtype; other dtypes are compared exactly."""

FLOAT = re.compile(r"(?<![\w.])\d+(?:\.(\d*)(e[+-]\d+)?|e[+-]\d+)(?!\w|\.\d)")
"""A float in a text, without its sign; its groups are decimals and exponent. ``2.13.0`` and ``1.5j`` are none."""

SHORT, FULL = 4, 7
"""Fewer decimals than `SHORT`: typed by somebody, or exact. `FULL` or more: all there are. Between: rounded."""


def close(actual, expected, dtype: str, rtol: float = 0.0) -> bool:
    """Are the numbers of this dtype the same, or near enough? ``rtol`` widens the dtype's relative tolerance."""
    actual, expected = np.asarray(actual, np.float64), np.asarray(expected, np.float64)
    relative, absolute = RTOL_ATOL.get(dtype, (0.0, 0.0))
    relative = max(relative, rtol) if dtype in RTOL_ATOL else 0.0
    return actual.shape == expected.shape and np.allclose(actual, expected, relative, absolute, equal_nan=True)


def same_text(actual: str, expected: str, rtol: float = 0.0) -> bool:
    """Are the texts the same but for floats, and these written alike and near enough to each other?"""
    if actual == expected:
        return True
    if FLOAT.sub("\0", actual) != FLOAT.sub("\0", expected):
        return False
    return all(
        one[0] == two[0] or _same_float(one, two, rtol)
        for one, two in zip(FLOAT.finditer(actual), FLOAT.finditer(expected), strict=True)
    )


def _same_float(actual: re.Match, expected: re.Match, rtol: float) -> bool:
    """Within float32's tolerance, and with as many decimals, unless all that there are were printed.

    Two numbers that are as good as the same may be rounded apart: e⁴ = 54.59815 is printed as 54.5981 or 54.5982.
    """
    places = [len(match[1] or "") for match in (actual, expected)]
    if max(places) < SHORT or (max(places) < FULL and places[0] != places[1]):
        return False
    one, two = float(actual[0]), float(expected[0])
    if max(places) >= FULL:
        return close(one, two, "float32", rtol)
    unit = 10.0 ** (int((expected[2] or "e0")[1:]) - places[1])
    return abs(one - two) <= max(rtol, RTOL_ATOL["float32"][0]) * two + (1.001 * unit if unit < two / 100 else 0.0)
