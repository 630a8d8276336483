"""Questions about numbers: comparisons, bits, truth; the answers are no floats, and no gradient comes through them."""

import operator

import numpy as np

from .._core.refusals.common import no_floats
from .._core.table.row import derivative

_COMPARISONS = (
    ("eq", "==", "="), ("ne", "!=", r"\neq"), ("lt", "<", "<"),
    ("le", "<=", r"\leq"), ("gt", ">", ">"), ("ge", ">=", r"\geq"),
)  # fmt: skip

eq, ne, lt, le, gt, ge = (
    derivative(
        f"{name}.Tensor(Tensor self, Tensor other) -> Tensor",
        node=None,
        forward=getattr(operator, name),
        variants="function, method",
        types="promote",
        pointwise=True,
        does=f"Whether ``self {symbol} other``, element by element, as booleans.",
        tex=dict(forward=rf"z = [x {sign_} y]"),
        samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), 1.0)],
    )
    for name, symbol, sign_ in _COMPARISONS
)

isnan, isinf, isfinite = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=None,
        forward=getattr(np, name),
        variants="function, method",
        does=f"Whether each element is {what}, as booleans.",
        tex=dict(forward=rf"z = \operatorname{{{name}}}(x)"),
        samples=lambda make: [(make(3),), (make(),)],
    )
    for name, what in (("isnan", "nan"), ("isinf", "infinite"), ("isfinite", "neither infinite nor nan"))
)

bitwise_and, bitwise_or, bitwise_xor = (
    derivative(
        f"bitwise_{name}.Tensor(Tensor self, Tensor other) -> Tensor",
        node=None,
        forward=function,
        refuse=no_floats(f"bitwise_{name}_cpu"),
        variants="function, method",
        types="promote",
        pointwise=True,
        does=f"``self {name} other``, bit by bit and element by element.",
        tex=dict(forward=rf"z = x\ \mathrm{{{name}}}\ y"),
        samples=lambda make: [(np.array([True, False]), np.array([True, True]))],
    )
    for name, function in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor))
)

bitwise_not = derivative(
    "bitwise_not(Tensor self) -> Tensor",
    node=None,
    forward=np.invert,
    variants="function, method, in_place",
    does="Every bit of each element turned over; for booleans: not.",
    tex=dict(forward=r"z = \mathrm{not}\ x"),
    samples=lambda make: [(np.array([True, False]),)],
)

logical_and, logical_or, logical_xor = (
    derivative(
        f"logical_{name}(Tensor self, Tensor other) -> Tensor",
        node=None,
        forward=getattr(np, f"logical_{name}"),
        pointwise=True,
        does=f"``self != 0 {name} other != 0``, element by element, as booleans.",
        tex=dict(forward=rf"z = [x \neq 0]\ \mathrm{{{name}}}\ [y \neq 0]"),
        samples=lambda make: [(make(3), make(3)), (make(2, 3), np.array([True, False, True]))],
    )
    for name in ("and", "or", "xor")
)

logical_not = derivative(
    "logical_not(Tensor self) -> Tensor",
    node=None,
    forward=np.logical_not,
    variants="function, method, in_place",
    does="Whether each element is 0 (or False), as booleans.",
    tex=dict(forward=r"z = [x = 0]"),
    samples=lambda make: [(make(3),), (np.array([True, False]),)],
)
