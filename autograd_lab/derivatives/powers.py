"""Powers, roots, exponentials, logarithms: of one number, or of two."""

import math
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.strided import row_by_row
from .._core.table.row import derivative
from ._operands import choose, with_number

exp = derivative(
    "exp(Tensor self) -> Tensor",
    node="ExpBackward0",
    forward=np.exp,
    self=lambda grad, result: grad * result,
    zero_where="saturated",
    variants="function, method, in_place",
    types="float",
    does="e to the power of each element.",
    tex=dict(forward=r"z = e^{x}", self=r"\bar{x} = \bar{z} \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

log = derivative(
    "log(Tensor self) -> Tensor",
    node="LogBackward0",
    forward=np.log,
    self=lambda grad, self: grad / self,
    variants="function, method, in_place",
    types="float",
    does="The natural logarithm of each element; -inf at 0, nan below.",
    tex=dict(forward=r"z = \ln x", self=r"\bar{x} = \frac{\bar{z}}{x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)

LN_2, LN_10 = math.log(2), math.log(10)

exp2 = derivative(
    "exp2(Tensor self) -> Tensor",
    node="Exp2Backward0",
    forward=np.exp2,
    self=lambda grad, result: grad * result * LN_2,
    variants="function, method, in_place",
    types="float",
    does="2 to the power of each element.",
    tex=dict(forward=r"z = 2^{x}", self=r"\bar{x} = \bar{z} \odot z \ln 2"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

expm1 = derivative(
    "expm1(Tensor self) -> Tensor",
    node="Expm1Backward0",
    forward=np.expm1,
    self=lambda grad, result: grad * (result + 1),
    variants="function, method, in_place",
    types="float",
    does="e to the power of each element, minus 1: exact also near 0, where the difference would lose its digits.",
    tex=dict(forward=r"z = e^{x} - 1", self=r"\bar{x} = \bar{z} \odot (z + 1)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

log1p = derivative(
    "log1p(Tensor self) -> Tensor",
    node="Log1PBackward0",
    forward=np.log1p,
    self=lambda grad, self: grad / (self + 1),
    variants="function, method, in_place",
    types="float",
    does="The natural logarithm of 1 plus each element: exact also near 0, where the sum would lose its digits.",
    tex=dict(forward=r"z = \ln(1 + x)", self=r"\bar{x} = \frac{\bar{z}}{1 + x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)

log2 = derivative(
    "log2(Tensor self) -> Tensor",
    node="Log2Backward0",
    forward=np.log2,
    self=lambda grad, self: grad / (self * LN_2),
    variants="function, method, in_place",
    types="float",
    does="The logarithm of each element to the base 2; -inf at 0, nan below.",
    tex=dict(forward=r"z = \log_2 x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 2}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)

log10 = derivative(
    "log10(Tensor self) -> Tensor",
    node="Log10Backward0",
    forward=np.log10,
    self=lambda grad, self: grad / (self * LN_10),
    variants="function, method, in_place",
    types="float",
    does="The logarithm of each element to the base 10; -inf at 0, nan below.",
    tex=dict(forward=r"z = \log_{10} x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 10}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)

sqrt = derivative(
    "sqrt(Tensor self) -> Tensor",
    node="SqrtBackward0",
    forward=np.sqrt,
    self=lambda grad, result: grad / (2 * result),
    variants="function, method, in_place",
    types="float",
    does="The square root of each element; nan below 0.",
    tex=dict(forward=r"z = \sqrt{x}", self=r"\bar{x} = \frac{\bar{z}}{2 z}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)

rsqrt = derivative(
    "rsqrt(Tensor self) -> Tensor",
    node="RsqrtBackward0",
    forward=lambda self: 1 / np.sqrt(self),
    self=lambda grad, result: -0.5 * grad * (result * result * result),
    variants="function, method, in_place",
    types="float",
    does="1 divided by the square root of each element; inf at 0, nan below.",
    tex=dict(forward=r"z = \frac{1}{\sqrt{x}}", self=r"\bar{x} = -\frac{1}{2} \bar{z} \odot z^3"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),)],
)


def whole_reciprocal(self: Any, exponent: Any) -> Any:
    """A power of whole numbers where some exponents are negative: there 1 and -1 survive, the rest rounds to 0."""
    turned = choose(np.equal(self, -1), 1 - 2 * (exponent % 2), choose(np.equal(self, 1), 1, 0))
    return choose(exponent < 0, turned, self ** np.maximum(exponent, 0)).astype(exponent.dtype)


def power(self: Any, exponent: Any) -> Any:
    """``self ** exponent``."""
    kinds = [item.dtype.kind for item in (self, exponent) if hasattr(item, "dtype")]
    if "b" in kinds:
        raise NotImplementedError("\"pow\" not implemented for 'Bool'")
    if "f" not in kinds and np.any(np.less(exponent, 0)):
        if not hasattr(exponent, "dtype"):
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return whole_reciprocal(self, exponent)
    return self**exponent


def power_with_number(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a Python number ``exponent``."""
    self = with_number(self, exponent)
    if self.dtype.kind == "b":
        return self.copy() if exponent else np.ones_like(self)[()]
    return power(self, exponent) if self.dtype.kind in "iu" else raised(self, exponent)


def raised(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for floats: roots as roots, which differ from powers at -0 and -inf; cubes and fourth powers
    by products, where NumPy goes through logarithms.
    """
    if exponent in (0.5, -0.5) and isinstance(self, np.ndarray | np.generic):
        root = np.sqrt(self)
        return root if exponent > 0 else np.reciprocal(root)
    if exponent not in (3, 4) or not isinstance(self, np.ndarray) or self.dtype.itemsize < 4:
        return self**exponent
    product = self * self
    product *= self if exponent == 3 else product
    return product


def power_base(grad: Any, self: Any, exponent: Any) -> Any:
    """Backward of a power to its base: the slope is n·xⁿ⁻¹, and 0 where n is 0 (even at x = 0)."""
    if isinstance(exponent, int | float) and not isinstance(exponent, np.generic):  # float64's scalars are floats
        return np.zeros_like(grad) if exponent == 0 else grad * (exponent * raised(self, exponent - 1))
    return choose(exponent == 0, 0.0, grad * (exponent * self ** (exponent - 1)))


pow_number = derivative(
    "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
    node="PowBackward0",
    forward=power_with_number,
    self=power_base,
    zero_where="factor 0",
    does="``self ** exponent``, element by element, for a Python number ``exponent``.",
    tex=dict(forward=r"z = x^n", self=r"\bar{x} = \bar{z} \odot n x^{n-1}"),
    samples=lambda make: [
        (make(3), 2), (make(2, 2), 3), (make(), 2), (make(3, low=0.5), -1.5), (make(3), 1), (make(3), 0),
    ],
)  # fmt: skip


def power_exponent(grad: Any, self: Any, exponent: Any, result: Any) -> Any:
    """Backward of a power to its exponent: the slope is xⁿ·log x, and 0 at x = 0 unless n is negative."""
    if isinstance(self, np.ndarray | np.generic) and self.dtype.kind != "f":
        self = self.astype(dtypes.get_default_dtype().numpy)  # of uint8 NumPy takes the logarithm in float16
    if not isinstance(self, int | float):
        return grad * choose((self == 0) & (exponent >= 0), 0.0, result * np.log(self))
    if self == 0:
        return grad * choose(exponent >= 0, 0.0, result * -math.inf)
    return grad * (result * (math.log(self) if self > 0 else math.nan))


pow_tensor = derivative(
    "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
    node="PowBackward1",
    forward=power,
    self=power_base,
    exponent=power_exponent,
    zero_where="factor 0",
    types="promote",
    pointwise=True,
    does="``self ** exponent``, element by element.",
    tex=dict(
        forward=r"z = x^n", self=r"\bar{x} = \bar{z} \odot n x^{n-1}", exponent=r"\bar{n} = \bar{z} \odot z \ln x"
    ),
    samples=lambda make: [(make(3, low=0.5), make(3)), (make(2, 1, low=0.5), make(3)), (make(low=0.5), make())],
)


def power_of_number(self: Any, exponent: Any) -> Any:
    """``self ** exponent`` for a Python number ``self``."""
    exponent = with_number(exponent, self)
    return power(exponent.dtype.type(self), row_by_row(exponent))


pow_of_number = derivative(
    "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
    node="PowBackward2",
    forward=power_of_number,
    exponent=power_exponent,
    zero_where="factor 0",
    does="``self ** exponent`` for a Python number ``self`` and each element of ``exponent``.",
    tex=dict(forward=r"z = c^n", exponent=r"\bar{n} = \bar{z} \odot z \ln c"),
    samples=lambda make: [(2, make(3)), (0.5, make(2, 2)), (3, make())],
)


def xlogy(self: Any, other: Any) -> Any:
    """self·log(other), and 0 where ``self`` is 0, whatever the logarithm is (nan stays nan)."""
    zero = (self == 0) & np.logical_not(np.isnan(other))
    return choose(zero, 0.0, self * np.log(other))


xlogy_tensor = derivative(
    "xlogy.Tensor(Tensor self, Tensor other) -> Tensor",
    node="XlogyBackward0",
    forward=xlogy,
    self=lambda grad, self, other: choose((self == 0) & (other <= 0), 0.0, xlogy_tensor(grad, other)),
    other=lambda grad, self, other: grad * self / other,
    types="float",
    pointwise=True,
    does="``self · log(other)``, element by element, and 0 where ``self`` is 0 (unless ``other`` is nan).",
    tex=dict(
        forward=r"z = x \ln y", self=r"\bar{x} = \bar{z} \odot \ln y", other=r"\bar{y} = \bar{z} \frac{x}{y}"
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(), make(low=0.5)),
    ],
)  # fmt: skip
