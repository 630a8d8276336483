"""The error of finite differences for each step h, as a curve with a handle: is backward right, and which h shows it?

The slope of a program is measured twice for each h, from one side and from both. What backward says is the truth here.
If it is right, the error falls with h, until rounding makes it grow again. If it is wrong, no h brings the error down.
"""

from collections.abc import Callable
from math import inf, isfinite, nan
from typing import Any

import numpy as np

from .._core.backward import grad
from .._core.base.dtypes import dtype as Dtype  # noqa: N812 — an argument is called dtype, as in PyTorch
from .._core.base.dtypes import float64
from .._core.grad_mode import is_grad_enabled, no_grad
from .._core.tensor import Tensor, wrap
from .curve_view import PLACES, Curve, as_float, logarithmic_place, short, ticks
from .short_text import number_text

FORWARD, CENTRAL = "forward", "central"
FARTHEST = 1.0
_WRONG = 1e-3
"""If even a good h leaves an error of more than this share of the slope, backward is not right there."""
_DEPTH = 1e-6
"""The error axis reaches at least from the largest error down to this share of it: what stays is seen to stay."""
_TRUNCATION, _ROUNDING = "mostly truncation", "mostly rounding"
_STAYS = "no h brings the error down"
Program = Callable[[Any], Any]


def error_curve(
    function: Program, x: float, at: float = FARTHEST, *, dtype: Dtype = float64, trail: bool = False
) -> Curve:
    """The error of the finite differences of ``function`` at ``x``, for each h from 1 down to about the type's eps.

    Two curves: the difference from x to x + h, and that from x − h to x + h. Below, the numbers at the handle's h: the
    three values of the function, both differences, their errors, and whether truncation or rounding is most of it.

    Args:
        function: takes a tensor of one number and returns a tensor of one number.
        x: where the slope is measured.
        at: the h at which the handle stands first.
        dtype: in which type the function is computed; float32 shows why gradcheck wants float64.
        trail: draw the curves only where the handle has been.

    Raises ValueError when ``at`` is not positive, TypeError when ``function`` returns something that is no single
    number, and RuntimeError when its result has no history (then backward has no slope to be compared with).
    """
    if not at > 0:
        raise ValueError(f"h is a positive number; got {at!r}")
    epsilon = float(np.finfo(dtype.numpy).eps)
    least = float(f"1e{int(np.ceil(np.log10(epsilon)))}")  # 1e-15 for float64, 1e-6 for float32
    steps = [logarithmic_place(least, FARTHEST, count / PLACES) for count in range(PLACES + 1)]
    measured = _Measured(function, float(x), dtype, epsilon)
    rows = [measured.at(h) for h in steps]
    judged = {
        name: _verdicts([row[name] for row in rows], steps, epsilon ** (1 / 3), measured.slope)
        for name in (FORWARD, CENTRAL)
    }
    errors = {name: [row[name].error if 0 < row[name].error < inf else None for row in rows] for name in judged}
    every = [error for values in errors.values() for error in values if error is not None]
    data: dict[str, Any] = {
        "title": f"error of finite differences at x = {short(float(x))}, {dtype.name}",
        "names": ["h", "error"],
        "points": [[h, error] for h, error in zip(steps, errors[FORWARD], strict=True)],
        "second": errors[CENTRAL],
        "lines": [FORWARD, CENTRAL],
        "words": [_words(h, measured, row, judged, k) for k, (h, row) in enumerate(zip(steps, rows, strict=True))],
        "slopes": [],
        "log": True,
        "trail": trail,
        "ticks": [ticks([steps[0], steps[-1]], True), ticks([*every, max(every, default=1.0) * _DEPTH], True)],
    }
    return Curve(data, min(range(len(steps)), key=lambda place: abs(np.log(steps[place] / at))))


class _Difference:
    """A difference quotient at one h, its error, and how much of that rounding can explain."""

    def __init__(self, quotient: float, slope: float, rounding: float):
        self.quotient, self.error, self.rounding = quotient, abs(quotient - slope), rounding


class _Measured:
    """A function at one place: its value, the slope that backward gives, and its differences."""

    def __init__(self, function: Program, x: float, dtype: Dtype, epsilon: float):
        self._function, self._x, self._dtype, self._epsilon = function, x, dtype, epsilon
        leaf = self._tensor(x).requires_grad_()
        result = function(leaf)
        self.value = as_float(result, "an error curve needs a function of one number, but the result")
        if not getattr(result, "requires_grad", False):
            where = "" if is_grad_enabled() else " (grad mode is off)"
            raise RuntimeError(f"the function's result has no history{where}, so backward gives no slope to compare")
        (slope,) = grad(result.sum(), leaf, allow_unused=True)
        self.slope = 0.0 if slope is None else float(slope)

    def at(self, h: float) -> dict[str, Any]:
        """Both differences by name, and the two other values of the function."""
        with no_grad():
            up, down = (as_float(self._function(self._tensor(self._x + step))) for step in (h, -h))
        size = max(map(abs, (self.value, up, down))) + abs(self._x * self.slope)
        one = _Difference(_over(up - self.value, h), self.slope, self._epsilon * size / h)
        two = _Difference(_over(up - down, 2 * h), self.slope, self._epsilon * size / (2 * h))
        return {FORWARD: one, CENTRAL: two, "up": up, "down": down}

    def _tensor(self, x: float) -> Tensor:
        return wrap(np.array(x, self._dtype.numpy))

    def text(self, value: float) -> str:
        """The value with all its digits, in its own type."""
        if not isfinite(value) or value == int(value):
            return number_text(value)
        return str(self._dtype.numpy.type(value))


def _over(difference: float, h: float) -> float:
    return difference / h if isfinite(difference) else nan


def _verdicts(differences: list[_Difference], steps: list[float], good: float, slope: float) -> list[str]:
    """What most of each error is. ``good`` is a step at which the error of a right backward is small.

    Left of the smallest error it is rounding, whatever its size; a small error far to the left is an accident.
    """
    errors = [each.error if isfinite(each.error) and h > good / 100 else inf for h, each in _pairs(steps, differences)]
    best = min(range(len(errors)), key=errors.__getitem__)
    there = min(_pairs(steps, differences), key=lambda pair: abs(np.log(pair[0] / good)))[1]
    share = max(abs(slope), abs(there.quotient)) * (_WRONG + 10 * good)
    if there.error > max(share, 10 * there.rounding):
        return [_STAYS] * len(errors)
    return [_verdict(each, k < best) for k, each in enumerate(differences)]


def _pairs(steps: list[float], differences: list[_Difference]) -> list[tuple[float, _Difference]]:
    return list(zip(steps, differences, strict=True))


def _verdict(difference: _Difference, left_of_best: bool) -> str:
    if not isfinite(difference.error):
        return "not a number here"
    if difference.error == 0:
        return "no error"
    return _ROUNDING if left_of_best or difference.error <= difference.rounding else _TRUNCATION


def _words(h: float, measured: _Measured, row: dict[str, Any], judged: dict[str, list[str]], place: int) -> str:
    stays = all(judged[name][place] == _STAYS for name in judged)
    errors = ", ".join(f"{short(row[name].error)} ({name})" for name in judged)
    lines = [
        f"h = {short(h)}: error {errors}",
        f"f(x + h) = {measured.text(row['up'])}",
        f"f(x)     = {measured.text(measured.value)}",
        f"f(x − h) = {measured.text(row['down'])}",
        f"backward = {measured.slope:.12g}",
    ]
    for name in judged:
        known = "" if stays else f", {judged[name][place]}"
        lines.append(f"{name:8} = {row[name].quotient:.12g}{known}")
    return "\n".join(
        [*lines, *([f"{_STAYS[0].upper()}{_STAYS[1:]}: backward is wrong, or f has a corner here."] if stays else [])]
    )
