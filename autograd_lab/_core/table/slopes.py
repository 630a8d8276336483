"""A row against finite differences, here and now: how far are its first and second derivatives off?"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..backward import grad
from ..grad_mode import enable_grad
from ..jacobians import analytical_jacobians, as_tuple, numerical_jacobians, requiring_grad
from ..tensor import Tensor, wrap
from . import facts
from .row import Row

EPS, ATOL, RTOL = 1e-6, 1e-5, 1e-3
"""Those of `autograd.gradcheck`."""


class Checked(NamedTuple):
    """What came out for one sample. ``first`` and ``second`` are the largest errors; None: nothing was compared."""

    call: str
    first: float | None
    second: float | None
    right: bool
    note: str = ""

    def sentence(self) -> str:
        """The same in words."""
        if self.note:
            return self.note
        seconds = "" if self.second is None else f", second derivatives within {self.second:.1e}"
        return f"{'right' if self.right else 'WRONG'}: first derivatives within {self.first:.1e}{seconds}"


def check(op: Row) -> list[Checked]:
    """Run gradcheck and gradgradcheck on each sample of ``op`` in float64, and keep the largest differences.

    A rule that raises is reported, not raised.
    """
    with enable_grad():
        return [_check_sample(op, args) for args in facts.samples(op)]


def _check_sample(op: Row, args: tuple) -> Checked:
    call = f"{op.base}({', '.join(map(facts.in_numbers, args))})"
    leaves = _leaves(args)
    if op.node is None or not leaves:
        return Checked(call, None, None, True, "nothing to check: no input has a gradient")

    def function(*moved: Tensor) -> tuple[Tensor, ...]:
        new = iter(moved)
        outputs = as_tuple(op(*(facts.mapped(lambda old: next(new) if old.requires_grad else old, Tensor, arg)
                                for arg in args)))  # fmt: skip
        return requiring_grad(outputs)

    random = np.random.default_rng(7)
    seeds = [wrap(random.uniform(0.5, 1.5, out._data.shape)[()]).requires_grad_() for out in function(*leaves)]

    def slopes(*moved: Tensor) -> tuple[Tensor, ...]:
        inputs, arriving = moved[: len(leaves)], moved[len(leaves) :]
        found = grad(function(*inputs), inputs, arriving, create_graph=True, allow_unused=True)
        return tuple(item for item in found if item is not None)

    try:
        first, first_right = _largest_error(function, tuple(leaves))
    except Exception as error:
        refused = bool(op.plan.refusals) and "not implemented" in str(error)
        return Checked(call, None, None, refused, f"{type(error).__name__}: {str(error).splitlines()[0]}")
    try:
        second, second_right = _largest_error(slopes, (*leaves, *seeds))
    except Exception as error:
        once = isinstance(error, RuntimeError) and "is not implemented" in str(error)
        told = f"first derivatives within {first:.1e}; second: {str(error).splitlines()[0]}"
        return Checked(call, first, None, first_right and once, told)
    return Checked(call, first, second, first_right and second_right)


def _largest_error(function: Callable, inputs: tuple[Tensor, ...]) -> tuple[float, bool]:
    outputs = function(*inputs)
    numerical = numerical_jacobians(function, inputs, outputs, EPS)
    worst, right = 0.0, True
    for place, output in enumerate(outputs):
        if output.requires_grad:
            ours = analytical_jacobians(output, inputs)
        else:
            ours = [np.zeros_like(jacobian) for jacobian in numerical[place]]
        for one, two in zip(ours, numerical[place], strict=True):
            worst = max(worst, float(np.max(np.abs(one - two), initial=0.0)))
            right = right and bool(np.allclose(one, two, rtol=RTOL, atol=ATOL))
    return worst, right


def _leaves(args: tuple) -> list[Tensor]:
    found: list[Tensor] = []
    for arg in args:
        facts.mapped(lambda item: found.append(item) if item.requires_grad else None, Tensor, arg)
    return found
