r"""THE TABLE: every derivative that autograd_lab knows, one row for each operation.

Are all derivatives hard-coded? Yes: here. A row says how to compute the operation and, for each input, how to turn the
gradient that *arrives* into the gradient that is *sent on*. Nothing is approximated and nothing is derived: the
formulas are written down, and backward computes with the numbers of the day.

How to read a row::

    mul = derivative(
        "mul.Tensor(Tensor self, Tensor other) -> Tensor",    PyTorch's schema: its key in PyTorch's derivatives.yaml
        node="MulBackward0",                                  the class of the node that a call leaves behind
        forward=operator.mul,                                 computes the result, from NumPy arrays
        self=lambda grad, other: grad * other,                the rule for the input `self`
        other=lambda grad, self: grad * self,                 the rule for the input `other`
    )

* ``grad`` is what arrives: ∂(root)/∂(output). A rule returns ∂(root)/∂(input): what arrived, times the local slope.
* The other argument names say what is **saved**: ``other`` in the rule for ``self`` is why ``grad_fn._saved_other``
  exists. ``result`` saves the output, ``self_sizes`` only a shape, ``dim`` an attribute of the call.
* (A parameter called ``self`` in a lambda looks odd. It is PyTorch's name for the first input; there is no class here.)
* A rule is written once, in NumPy. In an ordinary backward it runs on arrays; under ``create_graph`` it runs on Tensors
  and its own steps are recorded, so second derivatives need no second formula.
* Rules ignore broadcasting: the engine sums a gradient back to its input's shape.

* A rule may call other rows (``where``, ``select_backward``): with arrays they only compute.

To add an operation, add a row; ``_opdef.py`` says what a row may contain. Rows go from simple to tricky.
"""

import operator

import numpy as np

from ._dtype import float64
from ._formulas import arithmetic, elementwise, indexing, joining, losses, products, reductions, shapes, special
from ._formulas.arithmetic import choose, quiet
from ._opdef import TABLE as TABLE
from ._opdef import Op, derivative, non_differentiable, not_implemented

# ----- arithmetic ----------------------------------------------------------------------------------------------------
add = derivative(
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="AddBackward0",
    variants="function, method, in_place",
    forward=lambda self, other, alpha: self + other if alpha == 1 else self + alpha * other,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, alpha: grad if alpha == 1 else grad * alpha,
    tex=dict(forward=r"z = x + \alpha y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = \alpha \bar{z}"),
    samples=lambda make: [
        (make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2)), (make(0), make(0)),
        (make(3), make(3), 2),
    ],
)  # fmt: skip
sub = derivative(
    "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="SubBackward0",
    variants="function, method, in_place",
    forward=arithmetic.subtract,
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    tex=dict(forward=r"z = x - \alpha y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = -\alpha \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(3), make(3), 2)],
)
rsub_tensor = derivative(
    "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="RsubBackward0",
    forward=lambda self, other, alpha: arithmetic.subtract(other, self, alpha),
    pointwise=True,
    self=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    other=lambda grad: grad,
    tex=dict(forward=r"z = y - \alpha x", self=r"\bar{x} = -\alpha \bar{z}", other=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(3), make(3), 2)],
)
rsub = derivative(
    "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="RsubBackward1",
    forward=arithmetic.subtract_from_number,
    self=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    tex=dict(forward=r"z = c - \alpha x", self=r"\bar{x} = -\alpha \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), 1), (make(), 0.5), (make(3), 1.0, 2)],
)
mul = derivative(
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    node="MulBackward0",
    variants="function, method, in_place",
    forward=operator.mul,
    types="promote",
    pointwise=True,
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
    tex=dict(forward=r"z = x \odot y", self=r"\bar{x} = \bar{z} \odot y", other=r"\bar{y} = \bar{z} \odot x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2))],
)
div = derivative(
    "div.Tensor(Tensor self, Tensor other) -> Tensor",
    node="DivBackward0",
    forward=quiet(operator.truediv),
    types="float",
    pointwise=True,
    self=lambda grad, other: grad / other,
    other=lambda grad, self, other: -grad * (self / other / other),
    tex=dict(
        forward=r"z = \frac{x}{y}", self=r"\bar{x} = \frac{\bar{z}}{y}", other=r"\bar{y} = -\bar{z} \frac{x}{y^2}"
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(2, 1), 2.0), (make(), make(2, low=0.5)),
    ],
)  # fmt: skip
div_mode = derivative(
    "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    node="DivBackward2",
    forward=elementwise.divide,
    types="promote",
    pointwise=True,
    self=lambda grad, other, rounding_mode: grad / other if rounding_mode is None else np.zeros_like(grad),
    other=lambda grad, self, other, rounding_mode: (
        -grad * (self / other / other) if rounding_mode is None else np.zeros_like(other)
    ),
    tex=dict(
        forward=r"z = \operatorname{round}\left(\frac{x}{y}\right)",
        self=r"\bar{x} = 0\ \mathrm{(unrounded:}\ \frac{\bar{z}}{y}\mathrm{)}",
        other=r"\bar{y} = 0\ \mathrm{(unrounded:}\ -\bar{z} \frac{x}{y^2}\mathrm{)}",
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5), None), (make(2, 3), make(3, low=0.5), "floor"), (make(2, 1), 2.0, "trunc"),
    ],
)  # fmt: skip
remainder_number = derivative(
    "remainder.Scalar(Tensor self, Scalar other) -> Tensor",
    node="RemainderBackward0",
    forward=elementwise.beside_number(elementwise.remainder),
    self=lambda grad: grad,
    tex=dict(forward=r"z = x - c \lfloor x / c \rfloor", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 0.7), (make(2, 3), -1), (make(), 0.5)],
)
remainder_tensor = derivative(
    "remainder.Tensor(Tensor self, Tensor other) -> Tensor",
    node="RemainderBackward1",
    forward=elementwise.remainder,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * div_mode(self, other, "floor"),
    tex=dict(
        forward=r"z = x - y \lfloor x / y \rfloor",
        self=r"\bar{x} = \bar{z}",
        other=r"\bar{y} = -\bar{z} \odot \lfloor x / y \rfloor",
    ),
    samples=lambda make: [(make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(), make(2, low=0.5))],
)
remainder_of_number = derivative(
    "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    node="NotImplemented",
    forward=lambda self, other: elementwise.remainder(self, arithmetic.with_number(other, self)),
    other=not_implemented("write torch.tensor(number) % x: for two tensors PyTorch has the derivative."),
    tex=dict(forward=r"z = c - y \lfloor c / y \rfloor"),
    samples=lambda make: [(2, make(3, low=0.5)), (0.5, make(low=0.5))],
)
fmod_number = derivative(
    "fmod.Scalar(Tensor self, Scalar other) -> Tensor",
    node="FmodBackward0",
    forward=elementwise.beside_number(elementwise.fmod),
    self=lambda grad: grad,
    tex=dict(forward=r"z = x - c \operatorname{trunc}(x / c)", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 0.7), (make(2, 3), -1), (make(), 0.5)],
)
fmod_tensor = derivative(
    "fmod.Tensor(Tensor self, Tensor other) -> Tensor",
    node="FmodBackward1",
    forward=elementwise.fmod,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, self, other: -grad * div_mode(self, other, "trunc"),
    tex=dict(
        forward=r"z = x - y \operatorname{trunc}(x / y)",
        self=r"\bar{x} = \bar{z}",
        other=r"\bar{y} = -\bar{z} \odot \operatorname{trunc}(x / y)",
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.3, high=0.6)), (make(2, 3), make(3, low=0.5)), (make(), make(2, low=0.5)),
    ],
)  # fmt: skip
addcmul = derivative(
    "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    node="AddcmulBackward0",
    forward=elementwise.addcmul,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (tensor2 * value),
    tensor2=lambda grad, tensor1, value: grad * (tensor1 * value),
    tex=dict(
        forward=r"z = x + c\, t \odot u",
        self=r"\bar{x} = \bar{z}",
        tensor1=r"\bar{t} = c\, \bar{z} \odot u",
        tensor2=r"\bar{u} = c\, \bar{z} \odot t",
    ),
    samples=lambda make: [
        (make(3), make(3), make(3)), (make(2, 3), make(3), make(2, 1), 0.5), (make(), make(2), make()),
    ],
)  # fmt: skip
addcdiv = derivative(
    "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    node="AddcdivBackward0",
    forward=elementwise.addcdiv,
    pointwise=True,
    self=lambda grad: grad,
    tensor1=lambda grad, tensor2, value: grad * (value / tensor2),
    tensor2=lambda grad, tensor1, tensor2, value: -grad * (value * tensor1 / (tensor2 * tensor2)),
    tex=dict(
        forward=r"z = x + c\, \frac{t}{u}",
        self=r"\bar{x} = \bar{z}",
        tensor1=r"\bar{t} = c\, \frac{\bar{z}}{u}",
        tensor2=r"\bar{u} = -c\, \bar{z} \frac{t}{u^2}",
    ),
    samples=lambda make: [
        (make(3), make(3), make(3, low=0.5)), (make(2, 3), make(3), make(2, 1, low=0.5), 0.5),
        (make(), make(2), make(low=0.5)),
    ],
)  # fmt: skip
lerp_number = derivative(
    "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
    node="LerpBackward0",
    forward=elementwise.lerp,
    pointwise=True,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    tex=dict(forward=r"z = x + w (y - x)", self=r"\bar{x} = (1 - w)\, \bar{z}", end=r"\bar{y} = w\, \bar{z}"),
    samples=lambda make: [(make(3), make(3), 0.3), (make(2, 3), make(3), 0.8), (make(), make(), 2)],
)
lerp_tensor = derivative(
    "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
    node="LerpBackward1",
    forward=elementwise.lerp,
    pointwise=True,
    self=lambda grad, weight: grad * (1 - weight),
    end=lambda grad, weight: grad * weight,
    weight=lambda grad, self, end: grad * (end - self),
    tex=dict(
        forward=r"z = x + w (y - x)",
        self=r"\bar{x} = (1 - w)\, \bar{z}",
        end=r"\bar{y} = w\, \bar{z}",
        weight=r"\bar{w} = \bar{z} \odot (y - x)",
    ),
    samples=lambda make: [(make(3), make(3), make(3)), (make(2, 3), make(3), make()), (make(), make(2), make())],
)
neg = derivative(
    "neg(Tensor self) -> Tensor",
    node="NegBackward0",
    variants="function, method, in_place",
    forward=arithmetic.negate,
    self=lambda grad: -grad,
    tex=dict(forward=r"z = -x", self=r"\bar{x} = -\bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 0),)],
)
reciprocal = derivative(
    "reciprocal(Tensor self) -> Tensor",
    node="ReciprocalBackward0",
    variants="function, method, in_place",
    forward=quiet(lambda self: 1 / self),
    types="float",
    self=lambda grad, result: -grad * (result * result),
    tex=dict(forward=r"z = \frac{1}{x}", self=r"\bar{x} = -\bar{z} \odot z^2"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 0),)],
)
pow_number = derivative(
    "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
    node="PowBackward0",
    forward=arithmetic.power_with_number,
    self=lambda grad, self, exponent: arithmetic.power_base(grad, self, exponent),
    tex=dict(forward=r"z = x^n", self=r"\bar{x} = \bar{z} \odot n x^{n-1}"),
    samples=lambda make: [
        (make(3), 2),
        (make(2, 2), 3),
        (make(), 2),
        (make(3, low=0.5), -1.5),
        (make(3), 1),
        (make(3), 0),
    ],
)
pow_tensor = derivative(
    "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
    node="PowBackward1",
    forward=arithmetic.power,
    types="promote",
    pointwise=True,
    self=lambda grad, self, exponent: arithmetic.power_base(grad, self, exponent),
    exponent=lambda grad, self, exponent, result: arithmetic.power_exponent(grad, self, exponent, result),
    tex=dict(
        forward=r"z = x^n",
        self=r"\bar{x} = \bar{z} \odot n x^{n-1}",
        exponent=r"\bar{n} = \bar{z} \odot z \ln x",
    ),
    samples=lambda make: [(make(3, low=0.5), make(3)), (make(2, 1, low=0.5), make(3)), (make(low=0.5), make())],
)
pow_of_number = derivative(
    "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
    node="PowBackward2",
    forward=arithmetic.power_of_number,
    exponent=lambda grad, self, exponent, result: arithmetic.power_exponent(grad, self, exponent, result),
    tex=dict(forward=r"z = c^n", exponent=r"\bar{n} = \bar{z} \odot z \ln c"),
    samples=lambda make: [(2, make(3)), (0.5, make(2, 2)), (3, make())],
)

# ----- one number in, one number out ---------------------------------------------------------------------------------
exp = derivative(
    "exp(Tensor self) -> Tensor",
    node="ExpBackward0",
    variants="function, method, in_place",
    forward=quiet(np.exp),
    types="float",
    self=lambda grad, result: grad * result,
    tex=dict(forward=r"z = e^{x}", self=r"\bar{x} = \bar{z} \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
log = derivative(
    "log(Tensor self) -> Tensor",
    node="LogBackward0",
    variants="function, method, in_place",
    forward=quiet(np.log),
    types="float",
    self=lambda grad, self: grad / self,
    tex=dict(forward=r"z = \ln x", self=r"\bar{x} = \frac{\bar{z}}{x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
exp2 = derivative(
    "exp2(Tensor self) -> Tensor",
    node="Exp2Backward0",
    variants="function, method, in_place",
    forward=quiet(np.exp2),
    types="float",
    self=lambda grad, result: grad * result * special.LN_2,
    tex=dict(forward=r"z = 2^{x}", self=r"\bar{x} = \bar{z} \odot z \ln 2"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
expm1 = derivative(
    "expm1(Tensor self) -> Tensor",
    node="Expm1Backward0",
    variants="function, method, in_place",
    forward=quiet(np.expm1),
    types="float",
    self=lambda grad, result: grad * (result + 1),
    tex=dict(forward=r"z = e^{x} - 1", self=r"\bar{x} = \bar{z} \odot (z + 1)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
log1p = derivative(
    "log1p(Tensor self) -> Tensor",
    node="Log1PBackward0",
    variants="function, method, in_place",
    forward=quiet(np.log1p),
    types="float",
    self=lambda grad, self: grad / (self + 1),
    tex=dict(forward=r"z = \ln(1 + x)", self=r"\bar{x} = \frac{\bar{z}}{1 + x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
log2 = derivative(
    "log2(Tensor self) -> Tensor",
    node="Log2Backward0",
    variants="function, method, in_place",
    forward=quiet(np.log2),
    types="float",
    self=lambda grad, self: grad / (self * special.LN_2),
    tex=dict(forward=r"z = \log_2 x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 2}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
log10 = derivative(
    "log10(Tensor self) -> Tensor",
    node="Log10Backward0",
    variants="function, method, in_place",
    forward=quiet(np.log10),
    types="float",
    self=lambda grad, self: grad / (self * special.LN_10),
    tex=dict(forward=r"z = \log_{10} x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 10}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
sqrt = derivative(
    "sqrt(Tensor self) -> Tensor",
    node="SqrtBackward0",
    variants="function, method, in_place",
    forward=quiet(np.sqrt),
    types="float",
    self=lambda grad, result: grad / (2 * result),
    tex=dict(forward=r"z = \sqrt{x}", self=r"\bar{x} = \frac{\bar{z}}{2 z}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
rsqrt = derivative(
    "rsqrt(Tensor self) -> Tensor",
    node="RsqrtBackward0",
    variants="function, method, in_place",
    forward=quiet(lambda self: 1 / np.sqrt(self)),
    types="float",
    self=lambda grad, result: -0.5 * grad * result**3,
    tex=dict(forward=r"z = \frac{1}{\sqrt{x}}", self=r"\bar{x} = -\frac{1}{2}\, \bar{z} \odot z^3"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
sin = derivative(
    "sin(Tensor self) -> Tensor",
    node="SinBackward0",
    variants="function, method, in_place",
    forward=quiet(np.sin),
    types="float",
    self=lambda grad, self: grad * np.cos(self),
    tex=dict(forward=r"z = \sin x", self=r"\bar{x} = \bar{z} \odot \cos x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
cos = derivative(
    "cos(Tensor self) -> Tensor",
    node="CosBackward0",
    variants="function, method, in_place",
    forward=quiet(np.cos),
    types="float",
    self=lambda grad, self: grad * -np.sin(self),
    tex=dict(forward=r"z = \cos x", self=r"\bar{x} = -\bar{z} \odot \sin x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
tan = derivative(
    "tan(Tensor self) -> Tensor",
    node="TanBackward0",
    variants="function, method, in_place",
    forward=quiet(np.tan),
    types="float",
    self=lambda grad, result: grad * (1 + result * result),
    tex=dict(forward=r"z = \tan x", self=r"\bar{x} = \bar{z} \odot (1 + z^2)"),
    samples=lambda make: [(make(3, low=-1, high=1),), (make(low=-1, high=1),)],
)
asin = derivative(
    "asin(Tensor self) -> Tensor",
    node="AsinBackward0",
    variants="function, method, in_place",
    forward=quiet(np.arcsin),
    types="float",
    self=lambda grad, self: grad * rsqrt(1 - self * self),
    tex=dict(forward=r"z = \arcsin x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{1 - x^2}}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)
acos = derivative(
    "acos(Tensor self) -> Tensor",
    node="AcosBackward0",
    variants="function, method, in_place",
    forward=quiet(np.arccos),
    types="float",
    self=lambda grad, self: grad * -rsqrt(1 - self * self),
    tex=dict(forward=r"z = \arccos x", self=r"\bar{x} = -\frac{\bar{z}}{\sqrt{1 - x^2}}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)
atan = derivative(
    "atan(Tensor self) -> Tensor",
    node="AtanBackward0",
    variants="function, method, in_place",
    forward=np.arctan,
    types="float",
    self=lambda grad, self: grad / (self * self + 1),
    tex=dict(forward=r"z = \arctan x", self=r"\bar{x} = \frac{\bar{z}}{1 + x^2}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
sinh = derivative(
    "sinh(Tensor self) -> Tensor",
    node="SinhBackward0",
    variants="function, method, in_place",
    forward=quiet(np.sinh),
    types="float",
    self=lambda grad, self: grad * np.cosh(self),
    tex=dict(forward=r"z = \sinh x", self=r"\bar{x} = \bar{z} \odot \cosh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
cosh = derivative(
    "cosh(Tensor self) -> Tensor",
    node="CoshBackward0",
    variants="function, method, in_place",
    forward=quiet(np.cosh),
    types="float",
    self=lambda grad, self: grad * np.sinh(self),
    tex=dict(forward=r"z = \cosh x", self=r"\bar{x} = \bar{z} \odot \sinh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
asinh = derivative(
    "asinh(Tensor self) -> Tensor",
    node="AsinhBackward0",
    variants="function, method, in_place",
    forward=quiet(np.arcsinh),
    types="float",
    self=lambda grad, self: grad * rsqrt(self * self + 1),
    tex=dict(forward=r"z = \operatorname{arsinh} x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{1 + x^2}}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
acosh = derivative(
    "acosh(Tensor self) -> Tensor",
    node="AcoshBackward0",
    variants="function, method, in_place",
    forward=quiet(np.arccosh),
    types="float",
    self=lambda grad, self: grad * rsqrt(self * self - 1),
    tex=dict(forward=r"z = \operatorname{arcosh} x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{x^2 - 1}}"),
    samples=lambda make: [(make(3, low=1.5),), (make(low=1.5),)],
)
atanh = derivative(
    "atanh(Tensor self) -> Tensor",
    node="AtanhBackward0",
    variants="function, method, in_place",
    forward=quiet(np.arctanh),
    types="float",
    self=lambda grad, self: grad / (1 - self * self),
    tex=dict(forward=r"z = \operatorname{artanh} x", self=r"\bar{x} = \frac{\bar{z}}{1 - x^2}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)
tanh = derivative(
    "tanh(Tensor self) -> Tensor",
    node="TanhBackward0",
    variants="function, method, in_place",
    forward=np.tanh,
    types="float",
    self=lambda grad, result: grad * (1 - result * result),
    tex=dict(forward=r"z = \tanh x", self=r"\bar{x} = \bar{z} \odot (1 - z^2)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
sigmoid = derivative(
    "sigmoid(Tensor self) -> Tensor",
    node="SigmoidBackward0",
    variants="function, method, in_place",
    forward=arithmetic.sigmoid,
    types="float",
    self=lambda grad, result: grad * ((1 - result) * result),
    tex=dict(forward=r"z = \frac{1}{1 + e^{-x}}", self=r"\bar{x} = \bar{z} \odot (1 - z) \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
erf = derivative(
    "erf(Tensor self) -> Tensor",
    node="ErfBackward0",
    variants="function, method, in_place",
    forward=special.erf,
    types="float",
    self=lambda grad, self: special.SLOPE_OF_ERF * np.exp(-(self * self)) * grad,
    tex=dict(forward=r"z = \operatorname{erf}(x)", self=r"\bar{x} = \frac{2}{\sqrt{\pi}}\, e^{-x^2} \odot \bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
erfc = derivative(
    "erfc(Tensor self) -> Tensor",
    node="ErfcBackward0",
    variants="function, method, in_place",
    forward=special.erfc,
    types="float",
    self=lambda grad, self: -special.SLOPE_OF_ERF * np.exp(-(self * self)) * grad,
    tex=dict(
        forward=r"z = 1 - \operatorname{erf}(x)", self=r"\bar{x} = -\frac{2}{\sqrt{\pi}}\, e^{-x^2} \odot \bar{z}"
    ),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
erfinv = derivative(
    "erfinv(Tensor self) -> Tensor",
    node="ErfinvBackward0",
    variants="function, method, in_place",
    forward=special.erfinv,
    types="float",
    self=lambda grad, self: np.exp(erfinv(self) ** 2) / special.SLOPE_OF_ERF * grad,
    tex=dict(forward=r"z = \operatorname{erf}^{-1}(x)", self=r"\bar{x} = \frac{\sqrt{\pi}}{2}\, e^{z^2} \odot \bar{z}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)
logit = derivative(
    "logit(Tensor self, float? eps=None) -> Tensor",
    node="LogitBackward0",
    variants="function, method, in_place",
    forward=special.logit,
    types="float",
    self=lambda grad, self, eps: special.logit_slope(grad, self, eps),
    tex=dict(forward=r"z = \ln \frac{x}{1 - x}", self=r"\bar{x} = \frac{\bar{z}}{x (1 - x)}"),
    samples=lambda make: [(make(3, low=0.1, high=0.9),), (make(low=0.1, high=0.9),), (make(4, low=0, high=1), 0.2)],
)
threshold_backward = derivative(
    "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    node="ThresholdBackwardBackward0",
    forward=lambda grad_output, self, threshold: choose(self <= threshold, 0.0, grad_output),
    grad_output=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    self=lambda grad: np.zeros_like(grad),  # it decides only where the gradient passes: a slope of 0, not no path
    tex=dict(forward=r"z = g \odot [x > t]", grad_output=r"\bar{g} = \bar{z} \odot [x > t]", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), make(3), 0), (make(2, 2), make(2, 2), 1.0)],
)
relu = derivative(
    "relu(Tensor self) -> Tensor",
    node="ReluBackward0",
    variants="function, method, in_place",
    forward=arithmetic.relu,
    self=lambda grad, result: threshold_backward(grad, result, 0),  # at 0 the slope is taken to be 0
    tex=dict(forward=r"z = \max(x, 0)", self=r"\bar{x} = \bar{z} \odot [z > 0]"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 4),)],
)
abs = derivative(
    "abs(Tensor self) -> Tensor",
    node="AbsBackward0",
    variants="function, method, in_place",
    forward=elementwise.unless("b", "abs_cpu")(np.abs),
    self=lambda grad, self: grad * sgn(self),  # at 0 the slope is taken to be 0
    tex=dict(forward=r"z = |x|", self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
sign = derivative(
    "sign(Tensor self) -> Tensor",
    node="SignBackward0",
    variants="function, method, in_place",
    forward=elementwise.sign,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \operatorname{sign}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)
sgn = derivative(
    "sgn(Tensor self) -> Tensor",
    node="SgnBackward0",
    variants="function, method, in_place",
    forward=elementwise.sign,
    self=lambda grad, self, result: np.zeros_like(grad),  # kept for complex numbers, which turn on a circle
    tex=dict(forward=r"z = \operatorname{sgn}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)
floor = derivative(
    "floor(Tensor self) -> Tensor",
    node="FloorBackward0",
    variants="function, method, in_place",
    forward=elementwise.rounding(np.floor, "floor_vml_cpu"),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \lfloor x \rfloor", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
ceil = derivative(
    "ceil(Tensor self) -> Tensor",
    node="CeilBackward0",
    variants="function, method, in_place",
    forward=elementwise.rounding(np.ceil, "ceil_vml_cpu"),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \lceil x \rceil", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
trunc = derivative(
    "trunc(Tensor self) -> Tensor",
    node="TruncBackward0",
    variants="function, method, in_place",
    forward=elementwise.rounding(np.trunc, "trunc_vml_cpu"),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \operatorname{trunc}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
round = derivative(
    "round(Tensor self) -> Tensor",
    node="RoundBackward0",
    forward=elementwise.rounding(np.rint, "round_vml_cpu"),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \operatorname{round}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
round_decimals = derivative(
    "round.decimals(Tensor self, *, int decimals) -> Tensor",
    node="RoundBackward1",
    forward=elementwise.round_decimals,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = 10^{-n} \operatorname{round}(10^n x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 1), (make(), -1)],
)
frac = derivative(
    "frac(Tensor self) -> Tensor",
    node="FracBackward0",
    variants="function, method, in_place",
    forward=elementwise.frac,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x - \operatorname{trunc}(x)", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
clamp = derivative(
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    node="ClampBackward1",
    forward=arithmetic.clamp,
    self=lambda grad, self, min, max: choose(arithmetic.within(self, min, max), grad, 0.0),
    tex=dict(forward=r"z = \min(\max(x, a), b)", self=r"\bar{x} = \bar{z} \odot [a \leq x \leq b]"),
    samples=lambda make: [(make(5), -0.5, 0.5), (make(2, 3), 0.1), (make(3), None, 0.3), (make(), -1, 1)],
)
nan_to_num = derivative(
    "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    node="NanToNumBackward0",
    variants="function, method, in_place",
    forward=elementwise.nan_to_num,
    self=lambda grad, self: grad * np.isfinite(self),
    tex=dict(
        forward=r"z = x\ \mathrm{if\ finite,\ else\ a\ given\ number}",
        self=r"\bar{x} = \bar{z} \odot [x\ \mathrm{finite}]",
    ),
    samples=lambda make: [(make(3),), (make(), 1.0, 2.0, 3.0)],
)
threshold = derivative(
    "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    node="ThresholdBackward0",
    variants="function",
    forward=elementwise.threshold,
    self=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    tex=dict(forward=r"z = x\ \mathrm{if}\ x > t\ \mathrm{else}\ c", self=r"\bar{x} = \bar{z} \odot [x > t]"),
    samples=lambda make: [(make(4), 0.1, 3.0), (make(), -0.5, 1), (make(2, 3), 0, 0)],
)
threshold_in_place = derivative(
    "threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)",
    node="ThresholdBackward1",
    forward=elementwise.threshold,
    self=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    tex=dict(forward=r"z = x\ \mathrm{if}\ x > t\ \mathrm{else}\ c", self=r"\bar{x} = \bar{z} \odot [x > t]"),
    samples=lambda make: [(make(4), 0.1, 3.0), (make(2, 3), 0, 0)],
)
clamp_tensor = derivative(
    "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    node="ClampBackward0",
    forward=elementwise.clamp_tensor,
    types="promote",
    pointwise=True,
    self=lambda grad, self, min, max: choose(arithmetic.within(self, min, max), grad, 0.0),
    min=lambda grad, self, min, max: choose(elementwise.below_min(self, min, max), grad, 0.0),
    max=lambda grad, self, min, max: choose(elementwise.above_max(self, min, max), grad, 0.0),
    tex=dict(
        forward=r"z = \min(\max(x, a), b)",
        self=r"\bar{x} = \bar{z} \odot [a \leq x \leq b]",
        min=r"\bar{a} = \bar{z} \odot [x < a]",
        max=r"\bar{b} = \bar{z} \odot [x > b]",
    ),
    samples=lambda make: [
        (make(5), make(5), make(5)), (make(2, 3), make(3)), (make(3), None, make(2, 3)), (make(), make(), make()),
    ],
)  # fmt: skip
clamp_min_number = derivative(
    "clamp_min(Tensor self, Scalar min) -> Tensor",
    node="ClampMinBackward0",
    forward=elementwise.extreme_number(np.maximum),
    self=lambda grad, self, min: choose(self >= min, grad, 0.0),
    tex=dict(forward=r"z = \max(x, a)", self=r"\bar{x} = \bar{z} \odot [x \geq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
)
clamp_min_tensor = derivative(
    "clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
    node="ClampMinBackward1",
    forward=np.maximum,
    types="promote",
    pointwise=True,
    self=lambda grad, self, min: choose(self >= min, grad, 0.0),
    min=lambda grad, self, min: choose(self < min, grad, 0.0),
    tex=dict(
        forward=r"z = \max(x, a)",
        self=r"\bar{x} = \bar{z} \odot [x \geq a]",
        min=r"\bar{a} = \bar{z} \odot [x < a]",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
clamp_max_number = derivative(
    "clamp_max(Tensor self, Scalar max) -> Tensor",
    node="ClampMaxBackward0",
    forward=elementwise.extreme_number(np.minimum),
    self=lambda grad, self, max: choose(self <= max, grad, 0.0),
    tex=dict(forward=r"z = \min(x, a)", self=r"\bar{x} = \bar{z} \odot [x \leq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
)
clamp_max_tensor = derivative(
    "clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
    node="ClampMaxBackward1",
    forward=np.minimum,
    types="promote",
    pointwise=True,
    self=lambda grad, self, max: choose(self <= max, grad, 0.0),
    max=lambda grad, self, max: choose(self > max, grad, 0.0),
    tex=dict(
        forward=r"z = \min(x, a)",
        self=r"\bar{x} = \bar{z} \odot [x \leq a]",
        max=r"\bar{a} = \bar{z} \odot [x > a]",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

# ----- choosing element by element -----------------------------------------------------------------------------------
where = derivative(
    "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    node="WhereBackward0",
    forward=arithmetic.where,
    pointwise=True,
    condition=non_differentiable,
    self=lambda grad, condition: choose(condition, grad, 0.0),
    other=lambda grad, condition: choose(condition, 0.0, grad),
    tex=dict(
        forward=r"z_i = x_i\ \mathrm{if}\ c_i\ \mathrm{else}\ y_i",
        self=r"\bar{x} = \bar{z} \odot [c]",
        other=r"\bar{y} = \bar{z} \odot [\mathrm{not}\ c]",
    ),
    samples=lambda make: [
        (np.array([True, False, True]), make(3), make(3)),
        (np.array([True, False, True]), make(2, 3), make()),
        (np.array([[True], [False]]), make(3), 2.0),
    ],
)
maximum = derivative(
    "maximum(Tensor self, Tensor other) -> Tensor",
    node="MaximumBackward0",
    forward=np.maximum,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: choose(self < other, 0.0, choose(self == other, grad / 2, grad)),  # a tie is shared
    other=lambda grad, self, other: choose(self > other, 0.0, choose(self == other, grad / 2, grad)),
    tex=dict(
        forward=r"z = \max(x, y)",
        self=r"\bar{x} = \bar{z} \odot ([x > y] + \frac{1}{2} [x = y])",
        other=r"\bar{y} = \bar{z} \odot ([y > x] + \frac{1}{2} [x = y])",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
minimum = derivative(
    "minimum(Tensor self, Tensor other) -> Tensor",
    node="MinimumBackward0",
    forward=np.minimum,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: choose(self > other, 0.0, choose(self == other, grad / 2, grad)),
    other=lambda grad, self, other: choose(self < other, 0.0, choose(self == other, grad / 2, grad)),
    tex=dict(
        forward=r"z = \min(x, y)",
        self=r"\bar{x} = \bar{z} \odot ([x < y] + \frac{1}{2} [x = y])",
        other=r"\bar{y} = \bar{z} \odot ([y < x] + \frac{1}{2} [x = y])",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
fmax = derivative(
    "fmax(Tensor self, Tensor other) -> Tensor",
    node="FmaxBackward0",
    forward=np.fmax,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: choose((self >= other) | np.isnan(other), grad, 0.0),  # a tie goes to self
    other=lambda grad, self, other: choose((self >= other) | np.isnan(other), 0.0, grad),
    tex=dict(
        forward=r"z = \max(x, y)\ \mathrm{(a\ nan\ loses)}",
        self=r"\bar{x} = \bar{z} \odot [x \geq y]",
        other=r"\bar{y} = \bar{z} \odot [x < y]",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
fmin = derivative(
    "fmin(Tensor self, Tensor other) -> Tensor",
    node="FminBackward0",
    forward=np.fmin,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: choose((self <= other) | np.isnan(other), grad, 0.0),
    other=lambda grad, self, other: choose((self <= other) | np.isnan(other), 0.0, grad),
    tex=dict(
        forward=r"z = \min(x, y)\ \mathrm{(a\ nan\ loses)}",
        self=r"\bar{x} = \bar{z} \odot [x \leq y]",
        other=r"\bar{y} = \bar{z} \odot [x > y]",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
masked_fill = derivative(
    "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    node="MaskedFillBackward0",
    forward=elementwise.masked_fill,
    pointwise=True,
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    tex=dict(
        forward=r"z_i = c\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i", self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]"
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), 0.5),
        (make(2, 3), np.array([True, False, True]), 2),
    ],
)
masked_fill_tensor = derivative(
    "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    node="MaskedFillBackward1",
    forward=elementwise.masked_fill_tensor,
    pointwise=True,
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    value=lambda grad, mask: choose(mask, grad, 0.0).sum(),
    tex=dict(
        forward=r"z_i = y\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i",
        self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]",
        value=r"\bar{y} = \sum_i \bar{z}_i [m_i]",
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), make()),
        (make(2, 3), np.array([True, False, True]), make()),
    ],
)

# ----- two numbers in, one number out --------------------------------------------------------------------------------
atan2 = derivative(
    "atan2(Tensor self, Tensor other) -> Tensor",
    node="Atan2Backward0",
    forward=quiet(np.arctan2),
    types="float",
    pointwise=True,
    self=lambda grad, self, other: grad * (other * special.inverse_square(self, other)),
    other=lambda grad, self, other: grad * (-self * special.inverse_square(self, other)),
    tex=dict(
        forward=r"z = \arctan \frac{x}{y}",
        self=r"\bar{x} = \bar{z} \frac{y}{x^2 + y^2}",
        other=r"\bar{y} = -\bar{z} \frac{x}{x^2 + y^2}",
    ),
    samples=lambda make: [(make(3), make(3, low=0.5)), (make(2, 3), make(3)), (make(), make(low=0.5))],
)
hypot = derivative(
    "hypot(Tensor self, Tensor other) -> Tensor",
    node="HypotBackward0",
    forward=special.hypot,
    types="promote",
    pointwise=True,
    self=lambda grad, self, result: grad * self / result,
    other=lambda grad, other, result: grad * other / result,
    tex=dict(
        forward=r"z = \sqrt{x^2 + y^2}",
        self=r"\bar{x} = \bar{z} \frac{x}{z}",
        other=r"\bar{y} = \bar{z} \frac{y}{z}",
    ),
    samples=lambda make: [(make(3), make(3, low=0.5)), (make(2, 3), make(3)), (make(), make(low=0.5))],
)
logaddexp = derivative(
    "logaddexp(Tensor self, Tensor other) -> Tensor",
    node="LogaddexpBackward0",
    forward=special.logaddexp,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: grad / (1 + np.exp(other - self)),
    other=lambda grad, self, other: grad / (1 + np.exp(self - other)),
    tex=dict(
        forward=r"z = \ln(e^x + e^y)",
        self=r"\bar{x} = \frac{\bar{z}}{1 + e^{y - x}}",
        other=r"\bar{y} = \frac{\bar{z}}{1 + e^{x - y}}",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
logaddexp2 = derivative(
    "logaddexp2(Tensor self, Tensor other) -> Tensor",
    node="Logaddexp2Backward0",
    forward=special.logaddexp2,
    types="promote",
    pointwise=True,
    self=lambda grad, self, other: grad / (1 + np.exp2(other - self)),
    other=lambda grad, self, other: grad / (1 + np.exp2(self - other)),
    tex=dict(
        forward=r"z = \log_2(2^x + 2^y)",
        self=r"\bar{x} = \frac{\bar{z}}{1 + 2^{y - x}}",
        other=r"\bar{y} = \frac{\bar{z}}{1 + 2^{x - y}}",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
xlogy_tensor = derivative(
    "xlogy.Tensor(Tensor self, Tensor other) -> Tensor",
    node="XlogyBackward0",
    forward=special.xlogy,
    types="float",
    pointwise=True,
    self=lambda grad, self, other: choose((self == 0) & (other <= 0), 0.0, xlogy_tensor(grad, other)),
    other=lambda grad, self, other: grad * self / other,
    tex=dict(
        forward=r"z = x \ln y", self=r"\bar{x} = \bar{z} \odot \ln y", other=r"\bar{y} = \bar{z} \frac{x}{y}"
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.5)), (make(2, 3), make(3, low=0.5)), (make(), make(low=0.5)),
    ],
)  # fmt: skip
xlogy_of_number = derivative(
    "xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor",
    node="XlogyBackward1",
    forward=special.xlogy_of_number,
    other=lambda grad, self, other: grad * self / other,
    tex=dict(forward=r"z = c \ln y", other=r"\bar{y} = \bar{z} \frac{c}{y}"),
    samples=lambda make: [(2, make(3, low=0.5)), (0.5, make(low=0.5))],
)
xlogy_number = derivative(
    "xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor",
    node="XlogyBackward2",
    forward=special.xlogy_with_number,
    self=lambda grad, self, other: (
        xlogy_number(grad, other) if other > 0 else choose(self == 0, 0.0, xlogy_number(grad, other))
    ),
    tex=dict(forward=r"z = x \ln c", self=r"\bar{x} = \bar{z} \ln c"),
    samples=lambda make: [(make(3), 2), (make(), 0.5)],
)
copysign_tensor = derivative(
    "copysign.Tensor(Tensor self, Tensor other) -> Tensor",
    node="CopysignBackward0",
    forward=elementwise.copysign,
    types="float",
    pointwise=True,
    self=lambda grad, self, result: grad * choose(self == 0, 0.0, result / self),
    other=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = |x| \operatorname{sign}(y)", self=r"\bar{x} = \bar{z} \frac{z}{x}", other=r"\bar{y} = 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)
copysign_number = derivative(
    "copysign.Scalar(Tensor self, Scalar other) -> Tensor",
    node="CopysignBackward1",
    forward=elementwise.copysign_number,
    self=lambda grad, self, result: grad * choose(self == 0, 0.0, result / self),
    tex=dict(forward=r"z = |x| \operatorname{sign}(c)", self=r"\bar{x} = \bar{z} \frac{z}{x}"),
    samples=lambda make: [(make(3), -2), (make(), 1.0)],
)
heaviside = derivative(
    "heaviside(Tensor self, Tensor values) -> Tensor",
    node="NotImplemented",
    forward=elementwise.heaviside,
    pointwise=True,
    self=not_implemented("a step has no useful slope: it is 0 wherever it has one."),
    values=not_implemented("write torch.where(x == 0, values, (x > 0).float()) to send a gradient to the values."),
    tex=dict(forward=r"z = [x > 0]\ \mathrm{or}\ y\ \mathrm{at}\ 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make())],
)
heaviside_ = derivative(
    "heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!)",
    node="NotImplemented",
    forward=elementwise.heaviside,
    pointwise=True,
    self=not_implemented("a step has no useful slope: it is 0 wherever it has one."),
    values=not_implemented("write torch.where(x == 0, values, (x > 0).float()) to send a gradient to the values."),
    tex=dict(forward=r"z = [x > 0]\ \mathrm{or}\ y\ \mathrm{at}\ 0"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make())],
)
ldexp = derivative(
    "ldexp.Tensor(Tensor self, Tensor other) -> Tensor",
    node="LdexpBackward0",
    forward=quiet(lambda self, other: self * np.exp2(other)),
    types="float",
    pointwise=True,
    self=lambda grad, other: grad * pow_of_number(2, other),
    other=lambda grad, result: grad * result * special.LN_2,
    tex=dict(
        forward=r"z = x \cdot 2^y",
        self=r"\bar{x} = \bar{z} \odot 2^y",
        other=r"\bar{y} = \bar{z} \odot z \ln 2",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

# ----- many numbers to few -------------------------------------------------------------------------------------------
sum_all = derivative(
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward0",
    forward=reductions.sum_all,
    self=lambda grad, self_sizes: reductions.spread(grad, self_sizes),
    tex=dict(forward=r"z = \sum_i x_i", self=r"\bar{x}_i = \bar{z}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)
sum_dim = derivative(
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward1",
    forward=reductions.sum_dim,
    self=lambda grad, self_sizes, dim, keepdim: reductions.spread_dim(grad, self_sizes, dim, keepdim),
    tex=dict(forward=r"z_i = \sum_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i"),
    samples=lambda make: [
        (make(2, 3), (0,)), (make(2, 3), (-1,), True), (make(2, 3, 2), (0, -1)), (make(0, 3), (0,)), (make(), (0,)),
        (make(2, 3), ()),
    ],
)  # fmt: skip
mean_all = derivative(
    "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="MeanBackward0",
    forward=reductions.mean_all,
    self=lambda grad, self_sizes, self_numel: reductions.spread(grad / self_numel, self_sizes),
    tex=dict(forward=r"z = \frac{1}{n} \sum_i x_i", self=r"\bar{x}_i = \frac{\bar{z}}{n}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)
mean_dim = derivative(
    "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="MeanBackward1",
    forward=reductions.mean_dim,
    self=lambda grad, self_sizes, dim, keepdim: reductions.spread_dim(
        grad / reductions.count_of(self_sizes, dim), self_sizes, dim, keepdim
    ),
    keeps=("self_numel",),
    tex=dict(forward=r"z_i = \frac{1}{n} \sum_j x_{ij}", self=r"\bar{x}_{ij} = \frac{\bar{z}_i}{n}"),
    samples=lambda make: [(make(2, 3), (0,)), (make(2, 3), (-1,), True), (make(2, 3, 2), (0, 2)), (make(), (0,))],
)
max_all = derivative(
    "max(Tensor self) -> Tensor",
    node="MaxBackward1",
    forward=reductions.max_all,
    self=lambda grad, self, result: reductions.share_evenly(grad, self, result),
    tex=dict(forward=r"z = \max_i x_i", self=r"\bar{x}_i = \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)
min_all = derivative(
    "min(Tensor self) -> Tensor",
    node="MinBackward1",
    forward=reductions.min_all,
    self=lambda grad, self, result: reductions.share_evenly(grad, self, result),
    tex=dict(forward=r"z = \min_i x_i", self=r"\bar{x}_i = \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)
max_dim = derivative(
    "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="MaxBackward0",
    forward=reductions.max_dim,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices, keepdim: reductions.give_to_chosen(
        grad, self_sizes, dim, indices, keepdim
    ),
    tex=dict(forward=r"z_i = \max_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(4), 0), (make(), 0), (make(2, 3, 2), 1)],
)
min_dim = derivative(
    "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="MinBackward0",
    forward=reductions.min_dim,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices, keepdim: reductions.give_to_chosen(
        grad, self_sizes, dim, indices, keepdim
    ),
    tex=dict(forward=r"z_i = \min_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(4), 0), (make(), 0)],
)

# ----- the same numbers, elsewhere or otherwise ----------------------------------------------------------------------
clone = derivative(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    node="CloneBackward0",
    variants="function, method",
    forward=arithmetic.clone,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)
alias = derivative(
    "alias(Tensor(a) self) -> Tensor(a)",
    node="AliasBackward0",
    forward=lambda self: self[...],
    view=True,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)
to_copy = derivative(
    "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor",
    node="ToCopyBackward0",
    forward=arithmetic.to_copy,
    self=lambda grad: grad,  # the engine casts what arrives to the input's own type
    tex=dict(forward=r"z = \operatorname{cast}(x)", self=r"\bar{x} = \operatorname{cast}(\bar{z})"),
    samples=lambda make: [(make(3), float64), (make(), float64)],
)
view = derivative(
    "view(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    node="ViewBackward0",
    forward=shapes.view,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [
        (make(2, 3), (6,)),
        (make(4), (2, 2)),
        (make(), (1,)),
        (make(2, 3), (-1, 2)),
        (make(0, 3), (0,)),
    ],
)
unsafe_view = derivative(
    "_unsafe_view(Tensor self, SymInt[] size) -> Tensor",
    node="UnsafeViewBackward0",
    forward=shapes.reshape,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,)), (make(4), (2, 2))],
)
expand = derivative(
    "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)",
    node="ExpandBackward0",
    forward=shapes.expand,
    view=True,
    self=lambda grad, self_sizes: shapes.sum_to(grad, self_sizes),  # a copy in forward is a sum in backward
    tex=dict(forward=r"z_{ij} = x_j", self=r"\bar{x}_j = \sum_i \bar{z}_{ij}"),
    samples=lambda make: [(make(3), (2, 3)), (make(2, 1), (-1, 4)), (make(), (2, 2)), (make(3), (3,)), (make(1), (0,))],
)
squeeze = derivative(
    "squeeze(Tensor(a) self) -> Tensor(a)",
    node="SqueezeBackward0",
    forward=lambda self: self.squeeze(),
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3),), (make(1, 1),), (make(),)],
)
squeeze_dim = derivative(
    "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    node="SqueezeBackward1",
    forward=shapes.squeeze_dim,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3), 1), (make(2, 3), 0), (make(2, 1), -1), (make(), 0)],
)
squeeze_in_place = derivative(  # matmul of a vector and a matrix ends with it
    "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)",
    node="SqueezeBackward4",
    forward=shapes.squeeze_dim,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(1, 3), 0), (make(2, 1), -1)],
)
unsqueeze = derivative(
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    node="UnsqueezeBackward0",
    variants="function, method",
    forward=shapes.unsqueeze,
    view=True,
    self=lambda grad, dim: grad.squeeze(dim),
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1), (make(), 0)],
)
t = derivative(
    "t(Tensor(a) self) -> Tensor(a)",
    node="TBackward0",
    variants="function, method",
    forward=shapes.t,
    view=True,
    self=lambda grad: t(grad),
    tex=dict(forward=r"z = x^{T}", self=r"\bar{x} = \bar{z}^{T}"),
    samples=lambda make: [(make(2, 3),), (make(3),), (make(),)],
)
transpose = derivative(
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    node="TransposeBackward0",
    variants="function, method",
    forward=shapes.transpose,
    view=True,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3), (make(), 0, -1)],
)
permute = derivative(
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    node="PermuteBackward0",
    forward=shapes.permute,
    view=True,
    self=lambda grad, dims: shapes.permute_back(grad, dims),
    tex=dict(forward=r"z = \operatorname{permute}(x)", self=r"\bar{x} = \operatorname{permute}^{-1}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (1, 0)), (make(2, 3, 4), (2, 0, 1)), (make(2, 3, 4), (0, -1, 1)), (make(), ())],
)

# ----- taking some of the elements -----------------------------------------------------------------------------------
select = derivative(
    "select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)",
    node="SelectBackward0",
    variants="function, method",
    forward=indexing.select,
    view=True,
    self=lambda grad, self_sizes, dim, index: select_backward(grad, self_sizes, dim, index),
    tex=dict(forward=r"z = x_{k}", self=r"\bar{x}_{i} = \bar{z}\, [i = k]"),
    samples=lambda make: [(make(3), 0, 1), (make(2, 3), -1, -2), (make(2, 3, 2), 1, 0)],
)
select_backward = derivative(
    "select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor",
    node="SelectBackwardBackward0",
    forward=indexing.select_back,
    grad_output=lambda grad, dim, index: select(grad, dim, index),
    tex=dict(forward=r"z_{i} = x\, [i = k]", grad_output=r"\bar{x} = \bar{z}_{k}"),
    samples=lambda make: [(make(), (3,), 0, 1), (make(2), (2, 3), -1, -2)],
)
slice_ = derivative(
    "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)",
    node="SliceBackward0",
    forward=indexing.slice_,
    view=True,
    self=lambda grad, self_sizes, dim, start, end, step: slice_backward(grad, self_sizes, dim, start, end, step),
    tex=dict(forward=r"z = x_{a:b:s}", self=r"\bar{x}_{a:b:s} = \bar{z}"),
    samples=lambda make: [
        (make(4), 0, 1, 3, 1),
        (make(2, 5), -1, 0, 5, 2),
        (make(3), 0, -2, 100, 1),
        (make(3), 0, 3, 5, 1),
    ],
)
slice_backward = derivative(
    "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) "
    "-> Tensor",
    node="SliceBackwardBackward0",
    forward=indexing.slice_back,
    grad_output=lambda grad, dim, start, end, step: slice_(grad, dim, start, end, step),
    tex=dict(forward=r"z_{a:b:s} = x", grad_output=r"\bar{x} = \bar{z}_{a:b:s}"),
    samples=lambda make: [(make(2), (4,), 0, 1, 3, 1), (make(2, 3), (2, 5), -1, 0, 5, 2)],
)
index = derivative(
    "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    node="IndexBackward0",
    forward=indexing.index,
    self=lambda grad, self_sizes, indices: index_put(indexing.zeros_for(grad, self_sizes), indices, grad, True),
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(3), [np.array([0, 2, 0])]),
        (make(2, 3), [None, np.array([2, -1])]),
        (make(2, 3), [np.array([[True, False, True], [False, True, False]])]),
        (make(3, 3), [np.array([0, 1, 0]), np.array([[2], [0]])]),
        (make(3), [np.array([], dtype=np.int64)]),
    ],
)
index_put = derivative(
    "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
    node="IndexPutBackward0",
    forward=indexing.index_put,
    pointwise=True,  # for `values`: they may be stretched to fill their places
    self=lambda grad, indices, accumulate: grad if accumulate else index_put(grad, indices, 0.0),
    values=lambda grad, indices: index(grad, indices),
    tex=dict(
        forward=r"z_{k_i} = y_i,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        values=r"\bar{y}_i = \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(3), [np.array([2, 0])], make(2)),
        (make(3), [np.array([0, 0])], make(2), True),
        (make(2, 3), [None, np.array([1, 0])], make(2, 1)),
        (make(3), [np.array([True, False, True])], 0.5),
    ],
)

# ----- several tensors in, several out -------------------------------------------------------------------------------
cat = derivative(
    "cat(Tensor[] tensors, int dim=0) -> Tensor",
    node="CatBackward0",
    forward=joining.cat,
    types="promote",
    tensors=lambda grad, tensors_sizes, dim: joining.cat_pieces(grad, tensors_sizes, dim),
    tex=dict(forward=r"z = (x_1, x_2, \ldots)", tensors=r"\bar{x}_i = \bar{z}_{a_i:b_i}"),
    samples=lambda make: [([make(2), make(3)],), ([make(2, 1), make(2, 3)], -1), ([make(1, 2), make(0, 2)],)],
)
stack = derivative(
    "stack(Tensor[] tensors, int dim=0) -> Tensor",
    node="StackBackward0",
    forward=joining.stack,
    types="promote",
    tensors=lambda grad, dim: unbind(grad, dim),
    tex=dict(forward=r"z_i = x_i", tensors=r"\bar{x}_i = \bar{z}_i"),
    samples=lambda make: [([make(3), make(3)],), ([make(2, 3), make(2, 3)], -1), ([make(), make()],)],
)
unbind = derivative(
    "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
    node="UnbindBackward0",
    forward=joining.unbind,
    view=True,
    self=lambda grads, dim: joining.unbind_back(grads, dim),
    tex=dict(forward=r"z_i = x_{i}", self=r"\bar{x}_{i} = \bar{z}_i"),
    samples=lambda make: [(make(3),), (make(2, 3), 1), (make(2, 3), -1)],
)
split = derivative(
    "split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]",
    node="SplitBackward0",
    forward=joining.split,
    view=True,
    self=lambda grads, split_size, dim, self_sizes: joining.split_back(grads, split_size, dim, self_sizes),
    tex=dict(forward=r"z_i = x_{i s:(i+1) s}", self=r"\bar{x} = (\bar{z}_1, \bar{z}_2, \ldots)"),
    samples=lambda make: [(make(4), 2), (make(5), 2), (make(2, 3), 1, -1), (make(3), 5)],
)
split_with_sizes = derivative(
    "split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]",
    node="SplitWithSizesBackward0",
    forward=joining.split_with_sizes,
    view=True,
    self=lambda grads, split_sizes, dim, self_sizes: joining.join_back(grads, split_sizes, dim, self_sizes),
    tex=dict(forward=r"z_i = x_{a_i:b_i}", self=r"\bar{x} = (\bar{z}_1, \bar{z}_2, \ldots)"),
    samples=lambda make: [(make(4), (1, 3)), (make(2, 3), (2, 1), -1), (make(2), (0, 2))],
)

# ----- products ------------------------------------------------------------------------------------------------------
dot = derivative(
    "dot(Tensor self, Tensor tensor) -> Tensor",
    node="DotBackward0",
    variants="function, method",
    forward=products.dot,
    self=lambda grad, tensor: grad * tensor,
    tensor=lambda grad, self: grad * self,
    tex=dict(forward=r"z = x \cdot y", self=r"\bar{x} = \bar{z}\, y", tensor=r"\bar{y} = \bar{z}\, x"),
    samples=lambda make: [(make(3), make(3)), (make(1), make(1)), (make(0), make(0))],
)
mv = derivative(
    "mv(Tensor self, Tensor vec) -> Tensor",
    node="MvBackward0",
    variants="function, method",
    forward=products.mv,
    self=lambda grad, vec: grad[:, None] * vec,
    vec=lambda grad, self: self.T @ grad,
    tex=dict(forward=r"z = A\, x", self=r"\bar{A} = \bar{z}\, x^{T}", vec=r"\bar{x} = A^{T} \bar{z}"),
    samples=lambda make: [(make(2, 3), make(3)), (make(1, 1), make(1))],
)
mm = derivative(
    "mm(Tensor self, Tensor mat2) -> Tensor",
    node="MmBackward0",
    variants="function, method",
    forward=products.mm,
    self=lambda grad, mat2: grad @ mat2.T,
    mat2=lambda grad, self: self.T @ grad,
    keeps=("self_sizes", "self_strides", "mat2_sizes", "mat2_strides"),
    tex=dict(forward=r"Z = A\, B", self=r"\bar{A} = \bar{Z}\, B^{T}", mat2=r"\bar{B} = A^{T} \bar{Z}"),
    samples=lambda make: [(make(2, 3), make(3, 4)), (make(1, 3), make(3, 1)), (make(0, 3), make(3, 2))],
)
bmm = derivative(
    "bmm(Tensor self, Tensor mat2) -> Tensor",
    node="BmmBackward0",
    variants="function, method",
    forward=products.bmm,
    self=lambda grad, mat2: grad @ mat2.mT,
    mat2=lambda grad, self: self.mT @ grad,
    tex=dict(
        forward=r"Z_b = A_b\, B_b",
        self=r"\bar{A}_b = \bar{Z}_b\, B_b^{T}",
        mat2=r"\bar{B}_b = A_b^{T} \bar{Z}_b",
    ),
    samples=lambda make: [(make(2, 2, 3), make(2, 3, 4)), (make(1, 1, 2), make(1, 2, 1))],
)
addmm = derivative(
    "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddmmBackward0",
    variants="function, method",
    forward=products.addmm,
    pointwise=True,  # for `self`: a bias is added to every row
    self=lambda grad, beta: grad if beta == 1 else grad * beta,
    mat1=lambda grad, mat2, alpha: grad @ mat2.T if alpha == 1 else grad @ mat2.T * alpha,
    mat2=lambda grad, mat1, alpha: mat1.T @ grad if alpha == 1 else mat1.T @ grad * alpha,
    keeps=("mat1_sizes", "mat1_strides", "mat2_sizes", "mat2_strides"),
    tex=dict(
        forward=r"Z = \beta C + \alpha A\, B",
        self=r"\bar{C} = \beta \bar{Z}",
        mat1=r"\bar{A} = \alpha \bar{Z}\, B^{T}",
        mat2=r"\bar{B} = \alpha A^{T} \bar{Z}",
    ),
    samples=lambda make: [(make(4), make(2, 3), make(3, 4)), (make(2, 2), make(2, 3), make(3, 2), 0.5, 2)],
)

# ----- softmax and losses --------------------------------------------------------------------------------------------
softmax = derivative(
    "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    node="SoftmaxBackward0",
    forward=losses.softmax,
    self=lambda grad, result, dim: losses.softmax_back(grad, result, dim),
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}",
        self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)",
    ),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)
log_softmax = derivative(
    "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    node="LogSoftmaxBackward0",
    forward=losses.log_softmax,
    self=lambda grad, result, dim: losses.log_softmax_back(grad, result, dim),
    tex=dict(
        forward=r"z_i = x_i - \ln \sum_j e^{x_j}",
        self=r"\bar{x}_i = \bar{z}_i - e^{z_i} \sum_j \bar{z}_j",
    ),
    samples=lambda make: [(make(2, 3), 1, False), (make(2, 3), 0, False), (make(4), -1, False), (make(), 0, False)],
)
nll_loss = derivative(
    "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) "
    "-> (Tensor output, Tensor total_weight)",
    node="NllLossBackward0",
    forward=losses.nll_loss,
    output_differentiability=(True, False),
    self=lambda grad, self, target, weight, reduction, ignore_index, total_weight: losses.nll_loss_back(
        grad, self, target, weight, reduction, ignore_index, total_weight
    ),
    target=non_differentiable,
    weight=non_differentiable,
    tex=dict(
        forward=r"z = -\frac{1}{\sum_i w_{t_i}} \sum_i w_{t_i} x_{i t_i}",
        self=r"\bar{x}_{ij} = -\bar{z} \frac{w_j [j = t_i]}{\sum_k w_{t_k}}",
    ),
    samples=lambda make: [
        (make(2, 3), np.array([2, 0]), None, 1, -100),
        (make(3, 3), np.array([2, -100, 0]), make(3, low=0.5).detach(), 1, -100),
        (make(2, 3), np.array([1, 0]), None, 2, -100),
        (make(2, 3), np.array([1, 0]), None, 0, 0),
        (make(3), np.array(1), None, 1, -100),
    ],
)
mse_loss = derivative(
    "mse_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    node="MseLossBackward0",
    forward=losses.mse_loss,
    types="promote",
    self=lambda grad, self, target, reduction: losses.mse_loss_back(grad, self, target, reduction),
    target=lambda grad, self, target, reduction: losses.mse_loss_back(grad, target, self, reduction),
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i (x_i - y_i)^2",
        self=r"\bar{x} = \bar{z}\, \frac{2}{n} (x - y)",
        target=r"\bar{y} = \bar{z}\, \frac{2}{n} (y - x)",
    ),
    samples=lambda make: [
        (make(3), make(3)),
        (make(2, 3), make(2, 3), 2),
        (make(2, 3), make(2, 3), 0),
        (make(), make()),
    ],
)

# ----- overwriting ---------------------------------------------------------------------------------------------------
zero = derivative(
    "zero_(Tensor(a!) self) -> Tensor(a!)",
    node="ZeroBackward0",
    variants="in_place",
    forward=lambda self: np.zeros_like(self),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)
fill = derivative(
    "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)",
    node="FillBackward2",
    forward=arithmetic.fill,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = c", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)
fill_tensor = derivative(
    "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)",
    node="FillBackward3",
    forward=arithmetic.fill,
    self=lambda grad: np.zeros_like(grad),
    value=lambda grad: grad.sum(),
    tex=dict(forward=r"z_i = y", self=r"\bar{x} = 0", value=r"\bar{y} = \sum_i \bar{z}_i"),
    samples=lambda make: [(make(3), make())],
)
copy = derivative(
    "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    node="torch::autograd::CopyBackwards",
    variants="in_place",
    forward=arithmetic.copy,
    pointwise=True,
    self=lambda grad: np.zeros_like(grad),
    src=lambda grad: grad,
    tex=dict(forward=r"z = y", self=r"\bar{x} = 0", src=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), make())],
)

copy_slices = derivative(  # x[0] = y: PyTorch writes it by hand, so this schema and the type Key are ours
    "_copy_slices(Tensor self, Key key, Tensor src) -> Tensor",
    node="torch::autograd::CopySlices",
    forward=indexing.copy_slices,
    pointwise=True,  # for `src`: y may be stretched to fill the place
    self=lambda grad, key: copy_slices(grad, key, 0.0),
    src=lambda grad, key: grad[key],
    tex=dict(
        forward=r"z_{k} = y,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        src=r"\bar{y} = \bar{z}_{k}",
    ),
    samples=lambda make: [
        (make(3), 0, make()),
        (make(2, 3), (slice(None), slice(1, None)), make(2, 1)),
        (make(2, 3), (0,), make(3)),
    ],
)
eq_, ne_, lt_, le_, gt_, ge_ = (
    (
        derivative(
            f"{name}_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
            node=f"{name.capitalize()}Backward1",
            forward=elementwise.compare_into(compare),
            pointwise=True,
            self=lambda grad: np.zeros_like(grad),
            other=lambda grad: np.zeros_like(grad),
            tex=dict(forward=rf"z = [x {sign_} y]", self=r"\bar{x} = 0", other=r"\bar{y} = 0"),
            samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3))],
        ),
        derivative(
            f"{name}_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)",
            node=f"{name.capitalize()}Backward0",
            forward=elementwise.compare_into(compare),
            self=lambda grad: np.zeros_like(grad),
            tex=dict(forward=rf"z = [x {sign_} c]", self=r"\bar{x} = 0"),
            samples=lambda make: [(make(3), 1.0), (make(), 1)],
        ),
    )
    for name, compare, sign_ in (
        ("eq", operator.eq, "="), ("ne", operator.ne, r"\neq"), ("lt", operator.lt, "<"),
        ("le", operator.le, r"\leq"), ("gt", operator.gt, ">"), ("ge", operator.ge, r"\geq"),
    )
)  # fmt: skip

# ----- questions: answers are no floats, so nothing can be differentiated --------------------------------------------
eq, ne, lt, le, gt, ge = (
    derivative(
        f"{name}.Tensor(Tensor self, Tensor other) -> Tensor",
        node=None,
        variants="function, method",
        forward=getattr(operator, name),
        types="promote",
        pointwise=True,
        tex=dict(forward=rf"z = [x {sign_} y]"),
        samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(), 1.0)],
    )
    for name, sign_ in (("eq", "="), ("ne", r"\neq"), ("lt", "<"), ("le", r"\leq"), ("gt", ">"), ("ge", r"\geq"))
)
isnan, isinf, isfinite = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=None,
        variants="function, method",
        forward=getattr(np, name),
        tex=dict(forward=rf"z = \operatorname{{{name}}}(x)"),
        samples=lambda make: [(make(3),), (make(),)],
    )
    for name in ("isnan", "isinf", "isfinite")
)
argmax, argmin = (
    derivative(
        f"{name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
        node=None,
        variants="function, method",
        forward=reductions.arg_extreme(getattr(np, name)),
        tex=dict(forward=rf"k = \operatorname{{{name}}}_i\ x_i"),
        samples=lambda make: [(make(3),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),)],
    )
    for name in ("argmax", "argmin")
)
bitwise_and, bitwise_or, bitwise_xor = (
    derivative(
        f"bitwise_{name}.Tensor(Tensor self, Tensor other) -> Tensor",
        node=None,
        variants="function, method",
        forward=elementwise.unless("f", f"bitwise_{name}_cpu")(function),
        types="promote",
        pointwise=True,
        tex=dict(forward=rf"z = x\ \mathrm{{{name}}}\ y"),
        samples=lambda make: [(np.array([True, False]), np.array([True, True]))],
    )
    for name, function in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor))
)
bitwise_not = derivative(
    "bitwise_not(Tensor self) -> Tensor",
    node=None,
    variants="function, method, in_place",
    forward=elementwise.unless("f", "bitwise_not_cpu")(np.invert),
    tex=dict(forward=r"z = \mathrm{not}\ x"),
    samples=lambda make: [(np.array([True, False]),)],
)
logical_and, logical_or, logical_xor = (
    derivative(
        f"logical_{name}(Tensor self, Tensor other) -> Tensor",
        node=None,
        forward=getattr(np, f"logical_{name}"),
        pointwise=True,
        tex=dict(forward=rf"z = [x \neq 0]\ \mathrm{{{name}}}\ [y \neq 0]"),
        samples=lambda make: [(make(3), make(3)), (make(2, 3), np.array([True, False, True]))],
    )
    for name in ("and", "or", "xor")
)
logical_not = derivative(
    "logical_not(Tensor self) -> Tensor",
    node=None,
    variants="function, method, in_place",
    forward=np.logical_not,
    tex=dict(forward=r"z = [x = 0]"),
    samples=lambda make: [(make(3),), (np.array([True, False]),)],
)
bitwise_left_shift, bitwise_right_shift = (
    derivative(
        f"bitwise_{name}_shift.Tensor(Tensor self, Tensor other) -> Tensor",
        node=None,
        variants="function, method",
        forward=elementwise.unless("bf", f"{name[0]}shift_cpu")(function),
        types="promote",
        pointwise=True,
        tex=dict(forward=rf"z = x \cdot 2^{{{power}}}"),
        samples=lambda make: [(np.array([1, 6]), np.array([2, 1])), (np.array([1, 6]), 2)],
    )
    for name, function, power in (("left", np.left_shift, "y"), ("right", np.right_shift, "-y"))
)
isposinf, isneginf, signbit = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=None,
        variants="function, method",
        forward=function,
        tex=dict(forward=rf"z = [{text}]"),
        samples=lambda make: [(make(3),), (make(),), (np.array([1, -1]),)],
    )
    for name, function, text in (
        ("isposinf", lambda self: self == np.inf, r"x = \infty"),
        ("isneginf", lambda self: self == -np.inf, r"x = -\infty"),
        ("signbit", elementwise.signbit, "x < 0"),
    )
)
floor_divide = derivative(
    "floor_divide(Tensor self, Tensor other) -> Tensor",
    node="NotImplemented",
    variants="function, method",
    forward=elementwise.floor_divide,
    types="promote",
    pointwise=True,
    self=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    other=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    tex=dict(forward=r"z = \lfloor x / y \rfloor"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), make(3, low=0.5))],
)
floor_divide_ = derivative(
    "floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
    node="NotImplemented",
    variants="in_place",
    forward=elementwise.floor_divide,
    types="promote",
    pointwise=True,
    self=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    other=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    tex=dict(forward=r"z = \lfloor x / y \rfloor"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), make(3, low=0.5))],
)

__all__ = ["TABLE", "Op", "derivative", "non_differentiable", "not_implemented"]
