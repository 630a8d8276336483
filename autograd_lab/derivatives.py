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

To look something up: ``search("mul")`` lists rows, ``print(mul)`` or ``text("mul", check=True)`` tells all about one,
``find(y.grad_fn)`` is the row that made a node, and ``views.table()`` is the same to click through.

To add an operation, add a row; ``_opdef.py`` says what a row may contain. Rows go from simple to tricky.
"""

import operator
from collections.abc import Callable

import numpy as np

from ._catalogue import _repr_markdown_ as _repr_markdown_  # what a notebook shows for this module
from ._catalogue import find as find
from ._catalogue import search as search
from ._catalogue import text as text
from ._dtype import float64
from ._formulas import (
    activations,
    added_products,
    arithmetic,
    attention,
    counting,
    elementwise,
    embeddings,
    folding,
    gathering,
    indexing,
    joining,
    linear_algebra,
    losses,
    moments,
    normalization,
    norms,
    picking,
    pooling,
    products,
    pseudo_inverse,
    randomness,
    rearranging,
    reductions,
    scans,
    shapes,
    sorting,
    special,
    strided,
)
from ._formulas import convolution as windows
from ._formulas import padding as padded
from ._formulas.arithmetic import choose
from ._opdef import TABLE as TABLE
from ._opdef import Op, derivative, non_differentiable, not_implemented, planning

# ----- arithmetic ----------------------------------------------------------------------------------------------------
add = derivative(
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="AddBackward0",
    variants="function, method, in_place",
    forward=lambda self, other, alpha: self + other if alpha == 1 else self + arithmetic.scale(alpha, other),
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
mul_number = derivative(
    "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    node="MulBackward1",
    forward=lambda self, other: arithmetic.with_number(self, other) * other,
    self=lambda grad, other: grad * other,
    tex=dict(forward=r"z = c\, x", self=r"\bar{x} = c\, \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 0.5)],
)
div = derivative(
    "div.Tensor(Tensor self, Tensor other) -> Tensor",
    node="DivBackward0",
    forward=operator.truediv,
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
    forward=elementwise.floor_divide_in_place,
    pointwise=True,
    self=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    other=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    tex=dict(forward=r"z = \lfloor x / y \rfloor"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), make(3, low=0.5))],
)
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
    forward=lambda self: 1 / self,
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
    forward=np.exp,
    types="float",
    self=lambda grad, result: grad * result,
    tex=dict(forward=r"z = e^{x}", self=r"\bar{x} = \bar{z} \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
log = derivative(
    "log(Tensor self) -> Tensor",
    node="LogBackward0",
    variants="function, method, in_place",
    forward=np.log,
    types="float",
    self=lambda grad, self: grad / self,
    tex=dict(forward=r"z = \ln x", self=r"\bar{x} = \frac{\bar{z}}{x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
exp2 = derivative(
    "exp2(Tensor self) -> Tensor",
    node="Exp2Backward0",
    variants="function, method, in_place",
    forward=np.exp2,
    types="float",
    self=lambda grad, result: grad * result * special.LN_2,
    tex=dict(forward=r"z = 2^{x}", self=r"\bar{x} = \bar{z} \odot z \ln 2"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
expm1 = derivative(
    "expm1(Tensor self) -> Tensor",
    node="Expm1Backward0",
    variants="function, method, in_place",
    forward=np.expm1,
    types="float",
    self=lambda grad, result: grad * (result + 1),
    tex=dict(forward=r"z = e^{x} - 1", self=r"\bar{x} = \bar{z} \odot (z + 1)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
log1p = derivative(
    "log1p(Tensor self) -> Tensor",
    node="Log1PBackward0",
    variants="function, method, in_place",
    forward=np.log1p,
    types="float",
    self=lambda grad, self: grad / (self + 1),
    tex=dict(forward=r"z = \ln(1 + x)", self=r"\bar{x} = \frac{\bar{z}}{1 + x}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
log2 = derivative(
    "log2(Tensor self) -> Tensor",
    node="Log2Backward0",
    variants="function, method, in_place",
    forward=np.log2,
    types="float",
    self=lambda grad, self: grad / (self * special.LN_2),
    tex=dict(forward=r"z = \log_2 x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 2}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
log10 = derivative(
    "log10(Tensor self) -> Tensor",
    node="Log10Backward0",
    variants="function, method, in_place",
    forward=np.log10,
    types="float",
    self=lambda grad, self: grad / (self * special.LN_10),
    tex=dict(forward=r"z = \log_{10} x", self=r"\bar{x} = \frac{\bar{z}}{x \ln 10}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
sqrt = derivative(
    "sqrt(Tensor self) -> Tensor",
    node="SqrtBackward0",
    variants="function, method, in_place",
    forward=np.sqrt,
    types="float",
    self=lambda grad, result: grad / (2 * result),
    tex=dict(forward=r"z = \sqrt{x}", self=r"\bar{x} = \frac{\bar{z}}{2 z}"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),), (make(2, 2, low=0.5),)],
)
rsqrt = derivative(
    "rsqrt(Tensor self) -> Tensor",
    node="RsqrtBackward0",
    variants="function, method, in_place",
    forward=lambda self: 1 / np.sqrt(self),
    types="float",
    self=lambda grad, result: -0.5 * grad * (result * result * result),
    tex=dict(forward=r"z = \frac{1}{\sqrt{x}}", self=r"\bar{x} = -\frac{1}{2} \bar{z} \odot z^3"),
    samples=lambda make: [(make(3, low=0.5),), (make(low=0.5),)],
)
sin = derivative(
    "sin(Tensor self) -> Tensor",
    node="SinBackward0",
    variants="function, method, in_place",
    forward=np.sin,
    types="float",
    self=lambda grad, self: grad * np.cos(self),
    tex=dict(forward=r"z = \sin x", self=r"\bar{x} = \bar{z} \odot \cos x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
cos = derivative(
    "cos(Tensor self) -> Tensor",
    node="CosBackward0",
    variants="function, method, in_place",
    forward=np.cos,
    types="float",
    self=lambda grad, self: grad * -np.sin(self),
    tex=dict(forward=r"z = \cos x", self=r"\bar{x} = -\bar{z} \odot \sin x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
tan = derivative(
    "tan(Tensor self) -> Tensor",
    node="TanBackward0",
    variants="function, method, in_place",
    forward=np.tan,
    types="float",
    self=lambda grad, result: grad * (1 + result * result),
    tex=dict(forward=r"z = \tan x", self=r"\bar{x} = \bar{z} \odot (1 + z^2)"),
    samples=lambda make: [(make(3, low=-1, high=1),), (make(low=-1, high=1),)],
)
asin = derivative(
    "asin(Tensor self) -> Tensor",
    node="AsinBackward0",
    variants="function, method, in_place",
    forward=np.arcsin,
    types="float",
    self=lambda grad, self: grad * rsqrt(1 - self * self),
    tex=dict(forward=r"z = \arcsin x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{1 - x^2}}"),
    samples=lambda make: [(make(3, low=-0.9, high=0.9),), (make(low=-0.9, high=0.9),)],
)
acos = derivative(
    "acos(Tensor self) -> Tensor",
    node="AcosBackward0",
    variants="function, method, in_place",
    forward=np.arccos,
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
    forward=np.sinh,
    types="float",
    self=lambda grad, self: grad * np.cosh(self),
    tex=dict(forward=r"z = \sinh x", self=r"\bar{x} = \bar{z} \odot \cosh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
cosh = derivative(
    "cosh(Tensor self) -> Tensor",
    node="CoshBackward0",
    variants="function, method, in_place",
    forward=np.cosh,
    types="float",
    self=lambda grad, self: grad * np.sinh(self),
    tex=dict(forward=r"z = \cosh x", self=r"\bar{x} = \bar{z} \odot \sinh x"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
asinh = derivative(
    "asinh(Tensor self) -> Tensor",
    node="AsinhBackward0",
    variants="function, method, in_place",
    forward=np.arcsinh,
    types="float",
    self=lambda grad, self: grad * rsqrt(self * self + 1),
    tex=dict(forward=r"z = \operatorname{arsinh} x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{1 + x^2}}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
acosh = derivative(
    "acosh(Tensor self) -> Tensor",
    node="AcoshBackward0",
    variants="function, method, in_place",
    forward=np.arccosh,
    types="float",
    self=lambda grad, self: grad * rsqrt(self * self - 1),
    tex=dict(forward=r"z = \operatorname{arcosh} x", self=r"\bar{x} = \frac{\bar{z}}{\sqrt{x^2 - 1}}"),
    samples=lambda make: [(make(3, low=1.5),), (make(low=1.5),)],
)
atanh = derivative(
    "atanh(Tensor self) -> Tensor",
    node="AtanhBackward0",
    variants="function, method, in_place",
    forward=np.arctanh,
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
clamp_min_number = derivative(
    "clamp_min(Tensor self, Scalar min) -> Tensor",
    node="ClampMinBackward0",
    forward=elementwise.extreme_number(np.maximum),
    self=lambda grad, self, min: choose(self >= min, grad, 0.0),
    tex=dict(forward=r"z = \max(x, a)", self=r"\bar{x} = \bar{z} \odot [x \geq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
)
clamp_max_number = derivative(
    "clamp_max(Tensor self, Scalar max) -> Tensor",
    node="ClampMaxBackward0",
    forward=elementwise.extreme_number(np.minimum),
    self=lambda grad, self, max: choose(self <= max, grad, 0.0),
    tex=dict(forward=r"z = \min(x, a)", self=r"\bar{x} = \bar{z} \odot [x \leq a]"),
    samples=lambda make: [(make(3), 0.1), (make(2, 3), 0), (make(), -0.5)],
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
    forward=np.arctan2,
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
    forward=elementwise.ldexp,
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

# ----- a tensor and a number, as PyTorch's compiled functions meet them (operators use the rows above) ---------------
add_scalar = derivative(
    "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="AddBackward1",
    forward=lambda self, other, alpha: arithmetic.with_number(self, other) + alpha * other,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x + c", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)
sub_scalar = derivative(
    "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="SubBackward1",
    forward=arithmetic.subtract_number,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x - c", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(), 1)],
)
div_scalar = derivative(
    "div.Scalar(Tensor self, Scalar other) -> Tensor",
    node="DivBackward1",
    forward=lambda self, other: self / self.dtype.type(other),
    types="float",
    self=lambda grad, other: grad / other,
    tex=dict(forward=r"z = \frac{x}{c}", self=r"\bar{x} = \frac{\bar{z}}{c}"),
    samples=lambda make: [(make(3), 2.0), (make(), 3)],
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
prod_all = derivative(
    "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="ProdBackward0",
    forward=scans.prod_all,
    self=lambda grad, self, result: scans.prod_back(grad, self, result),
    tex=dict(forward=r"z = \prod_i x_i", self=r"\bar{x}_i = \bar{z} \prod_{j \neq i} x_j"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)
prod_dim = derivative(
    "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="ProdBackward1",
    forward=scans.prod_dim,
    self=lambda grad, self, dim, keepdim, result: scans.prod_dim_back(grad, self, dim, keepdim, result),
    tex=dict(forward=r"z_i = \prod_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i \prod_{k \neq j} x_{ik}"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(), 0), (make(0, 3), 0)],
)
trace = derivative(
    "trace(Tensor self) -> Tensor",
    node="TraceBackward0",
    variants="function, method",
    forward=rearranging.trace,
    self=lambda grad, self_sizes: choose(np.eye(*self_sizes, dtype=bool), grad, 0.0),
    tex=dict(forward=r"z = \sum_i x_{ii}", self=r"\bar{x}_{ij} = \bar{z}\, [i = j]"),
    samples=lambda make: [(make(3, 3),), (make(2, 3),), (make(0, 2),)],
)
var = derivative(
    "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    node="VarBackward0",
    forward=moments.var,
    self=lambda grad, self, dim, correction, keepdim: moments.var_back(grad, self, dim, correction, keepdim),
    tex=dict(
        forward=r"z = \frac{1}{n - c} \sum_i (x_i - m)^2,\ m = \frac{1}{n} \sum_i x_i",
        self=r"\bar{x}_i = \bar{z}\, \frac{2}{n - c} (x_i - m)",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True), (make(2, 3, 2), (0, -1), 1)],
)
std = derivative(
    "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    node="StdBackward0",
    forward=moments.std,
    self=lambda grad, self, dim, correction, keepdim, result: moments.std_back(
        grad, self, dim, correction, keepdim, result
    ),
    tex=dict(
        forward=r"z = \sqrt{\frac{1}{n - c} \sum_i (x_i - m)^2}",
        self=r"\bar{x}_i = \frac{\bar{z}}{z}\, \frac{1}{n - c} (x_i - m)",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True), (make(2, 3, 2), (0, -1), 1)],
)
var_mean = derivative(
    "var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) "
    "-> (Tensor, Tensor)",
    node="VarMeanBackward0",
    forward=moments.var_mean,
    self=lambda grads, self, dim, correction, keepdim: moments.var_mean_back(grads, self, dim, correction, keepdim),
    tex=dict(
        forward=r"z = \frac{1}{n - c} \sum_i (x_i - m)^2,\ m = \frac{1}{n} \sum_i x_i",
        self=r"\bar{x}_i = \bar{z}\, \frac{2}{n - c} (x_i - m) + \frac{\bar{m}}{n}",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True)],
)
std_mean = derivative(
    "std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) "
    "-> (Tensor, Tensor)",
    node="StdMeanBackward0",
    forward=moments.std_mean,
    self=lambda grads, self, dim, correction, keepdim, result0: moments.std_mean_back(
        grads, self, dim, correction, keepdim, result0
    ),
    tex=dict(
        forward=r"z = \sqrt{\frac{1}{n - c} \sum_i (x_i - m)^2},\ m = \frac{1}{n} \sum_i x_i",
        self=r"\bar{x}_i = \frac{\bar{z}}{z}\, \frac{1}{n - c} (x_i - m) + \frac{\bar{m}}{n}",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), 0, True)],
)
nansum = derivative(
    "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="NansumBackward0",
    forward=reductions.nansum,
    self=lambda grad, self, dim, keepdim: reductions.nansum_back(grad, self, dim, keepdim),
    tex=dict(
        forward=r"z = \sum_i x_i\, [x_i\ \mathrm{is\ a\ number}]",
        self=r"\bar{x}_i = \bar{z}\, [x_i\ \mathrm{is\ a\ number}]",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3), (-1,), True)],
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
amax, amin = (
    derivative(
        f"{name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        forward=reductions.extreme_of(reduce, name),
        self=lambda grad, self, dim, keepdim, result: reductions.share_evenly_along(grad, self, dim, keepdim, result),
        tex=dict(
            forward=rf"z_i = \{name[1:]}_j x_{{ij}}",
            self=r"\bar{x}_{ij} = \frac{\bar{z}_i\, [x_{ij} = z_i]}{\sum_k [x_{ik} = z_i]}",
        ),
        samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3, 2), (0, -1), True), (make(), (0,))],
    )
    for name, reduce in (("amax", np.maximum.reduce), ("amin", np.minimum.reduce))
)
aminmax = derivative(
    "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
    node="AminmaxBackward0",
    forward=reductions.aminmax,
    self=lambda grads, self, dim, keepdim, min, max: reductions.share_both_ends(grads, self, dim, keepdim, min, max),
    tex=dict(
        forward=r"y = \min_i x_i,\ z = \max_i x_i",
        self=r"\bar{x}_i = \frac{\bar{y}\, [x_i = y]}{\sum_j [x_j = y]}"
        r" + \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}",
    ),
    samples=lambda make: [(make(3),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),)],
)
logsumexp = derivative(
    "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    node="LogsumexpBackward0",
    forward=norms.logsumexp,
    self=lambda grad, self, dim, keepdim, result: norms.logsumexp_back(grad, self, dim, keepdim, result),
    tex=dict(forward=r"z = \ln \sum_i e^{x_i}", self=r"\bar{x}_i = \bar{z}\, e^{x_i - z}"),
    samples=lambda make: [(make(3), (0,)), (make(2, 3), (-1,), True), (make(2, 3), (0, 1)), (make(), (0,))],
)
bincount = derivative(
    "bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor",
    node=None,
    variants="function, method",
    forward=counting.bincount,
    tex=dict(forward=r"z_i = \sum_j w_j\, [x_j = i]"),
    samples=lambda make: [(np.array([1, 2, 2]),), (np.array([1, 0]), np.array([0.5, 2.0]), 4)],
)
histc = derivative(
    "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
    node=None,
    variants="function, method",
    forward=counting.histc,
    tex=dict(forward=r"z_i = \sum_j\ [x_j \in b_i]"),
    samples=lambda make: [(make(5), 3), (make(2, 3), 4, -1, 1)],
)

# ----- lengths, which the losses and normalisations need -------------------------------------------------------------
linalg_vector_norm = derivative(
    "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) "
    "-> Tensor",
    node="LinalgVectorNormBackward0",
    forward=norms.vector_norm,
    self=lambda grad, self, ord, dim, keepdim, result: norms.norm_back(grad, self, ord, dim, keepdim, result),
    tex=dict(
        forward=r"z = (\sum_i |x_i|^p)^{1/p}",
        self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x) \odot (|x| / z)^{p - 1}",
    ),
    samples=lambda make: [
        (make(3),),
        (make(2, 3), 2, (1,), True),
        (make(2, 3), 1, (0,)),
        (make(2, 3), 3.0, (-1,), True),
        (make(4), float("inf")),
        (make(),),
    ],
)
norm_dim = derivative(
    "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
    node="NormBackward1",
    forward=norms.norm_dim,
    self=lambda grad, self, p, dim, keepdim, result: norms.norm_back(
        grad, self, 2 if p is None else p, dim, keepdim, result
    ),
    tex=dict(
        forward=r"z = (\sum_i |x_i|^p)^{1/p}",
        self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x) \odot (|x| / z)^{p - 1}",
    ),
    samples=lambda make: [(make(2, 3), 2.0, (1,)), (make(2, 3), 1, (0,), True)],
)
dist = derivative(
    "dist(Tensor self, Tensor other, Scalar p=2) -> Tensor",
    node="DistBackward0",
    variants="function, method",
    forward=norms.dist,
    pointwise=True,
    self=lambda grad, self, other, p, result: norms.norm_back(grad, self - other, p, None, False, result),
    other=lambda grad, self, other, p, result: norms.norm_back(-grad, self - other, p, None, False, result),
    tex=dict(
        forward=r"z = (\sum_i |x_i - y_i|^p)^{1/p}",
        self=r"\bar{x}_i = \bar{z}\, \operatorname{sign}(x_i - y_i) \left(\frac{|x_i - y_i|}{z}\right)^{p-1}",
        other=r"\bar{y}_i = -\bar{x}_i",
    ),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3), 1), (make(2, 3), make(2, 3), 3)],
)

# ----- in order ------------------------------------------------------------------------------------------------------
cumsum = derivative(
    "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    node="CumsumBackward0",
    forward=scans.cumulative(np.add, "cumsum"),
    self=lambda grad, dim: scans.reverse(cumsum(scans.reverse(grad, dim), dim), dim),
    tex=dict(forward=r"z_i = \sum_{j \leq i} x_j", self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j"),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1), (make(2, 3), 0), (make(), 0), (make(0, 2), 0)],
)
cumprod = derivative(
    "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    node="CumprodBackward0",
    forward=scans.cumulative(np.multiply, "cumprod"),
    self=lambda grad, self, dim, result: scans.cumprod_back(grad, self, dim, result),
    tex=dict(
        forward=r"z_i = \prod_{j \leq i} x_j",
        self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j \prod_{k \leq j, k \neq i} x_k",
    ),
    samples=lambda make: [
        (make(3), 0), (make(2, 3), -1), (make(), 0), (make(1), 0), (make(0), 0),
    ],
)  # fmt: skip
logcumsumexp = derivative(
    "logcumsumexp(Tensor self, int dim) -> Tensor",
    node="LogcumsumexpBackward0",
    variants="function, method",
    forward=scans.logcumsumexp,
    self=lambda grad, self, dim, result: scans.logcumsumexp_back(grad, self, dim, result, logcumsumexp),
    tex=dict(
        forward=r"z_i = \ln \sum_{j \leq i} e^{x_j}",
        self=r"\bar{x}_i = \sum_{j \geq i} \bar{z}_j\, e^{x_i - z_j}",
    ),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1), (make(), 0)],
)
cummax, cummin = (
    derivative(
        f"{name}(Tensor self, int dim) -> (Tensor values, Tensor indices)",
        node=f"{name.capitalize()}Backward0",
        forward=scans.cumulative_extreme(ufunc),
        output_differentiability=(True, False),
        self=lambda grad, self, dim, indices: sorting.put_back(
            index_put, grad, tuple(self.shape), dim, indices, add=True
        ),
        tex=dict(
            forward=rf"z_i = \{name[3:]}_{{j \leq i}} x_j = x_{{k_i}}",
            self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]",
        ),
        samples=lambda make: [(make(4), 0), (make(2, 3), -1), (make(), 0)],
    )
    for name, ufunc in (("cummax", np.maximum), ("cummin", np.minimum))
)
sort = derivative(
    "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    node="SortBackward0",
    forward=sorting.sort,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices: sorting.put_back(index_put, grad, self_sizes, dim, indices),
    tex=dict(forward=r"z_i = x_{k_i},\ z_1 \leq z_2 \leq \ldots", self=r"\bar{x}_{k_i} = \bar{z}_i"),
    samples=lambda make: [(make(4),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),), (make(0),)],
)
sort_stable = derivative(
    "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    node="SortBackward1",
    forward=sorting.sort_stable,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices: sorting.put_back(index_put, grad, self_sizes, dim, indices),
    tex=dict(forward=r"z_i = x_{k_i},\ z_1 \leq z_2 \leq \ldots", self=r"\bar{x}_{k_i} = \bar{z}_i"),
    samples=lambda make: [(make(4), True), (make(2, 3), True, 0), (make(2, 3), False, -1, True), (make(), True)],
)
topk = derivative(
    "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)",
    node="TopkBackward0",
    forward=sorting.topk,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices: sorting.put_back(index_put, grad, self_sizes, dim, indices),
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_{k_i} = \bar{z}_i,\ \bar{x}_j = 0\ \mathrm{elsewhere}"),
    samples=lambda make: [(make(4), 2), (make(2, 3), 1, 0), (make(2, 3), 2, -1, False), (make(), 1), (make(3), 0)],
)
kthvalue = derivative(
    "kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="KthvalueBackward0",
    forward=sorting.kthvalue,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices, keepdim: reductions.give_to_chosen(
        grad, self_sizes, dim, indices, keepdim
    ),
    tex=dict(forward=r"z_i = x_{i k_i}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(4), 2), (make(2, 3), 1, 0), (make(2, 3), 3, -1, True), (make(), 1)],
)
median_all, nanmedian_all = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        forward=sorting.median_of(name == "nanmedian")[0],
        self=lambda grad, self, result: reductions.share_evenly(grad, self, result),
        tex=dict(
            forward=rf"z = \operatorname{{{name}}}_i\ x_i",
            self=r"\bar{x}_i = \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}",
        ),
        samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
    )
    for name in ("median", "nanmedian")
)
median_dim, nanmedian_dim = (
    derivative(
        f"{name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
        node=f"{name.capitalize()}Backward1",
        forward=sorting.median_of(name == "nanmedian")[1],
        output_differentiability=(True, False),
        self=lambda grad, self_sizes, dim, indices, keepdim: reductions.give_to_chosen(
            grad, self_sizes, dim, indices, keepdim
        ),
        tex=dict(
            forward=rf"z_i = \operatorname{{{name}}}_j\ x_{{ij}} = x_{{i k_i}}",
            self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]",
        ),
        samples=lambda make: [(make(3), 0), (make(2, 4), -1), (make(2, 3), 0, True), (make(), 0)],
    )
    for name in ("median", "nanmedian")
)
mode = derivative(
    "mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="ModeBackward0",
    forward=sorting.mode,
    output_differentiability=(True, False),
    self=lambda grad, self_sizes, dim, indices, keepdim: reductions.give_to_chosen(
        grad, self_sizes, dim, indices, keepdim
    ),
    tex=dict(forward=r"z_i = \operatorname{mode}_j\ x_{ij} = x_{i k_i}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(3),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),)],
)
unique2 = derivative(
    "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) "
    "-> (Tensor, Tensor, Tensor)",
    node="Unique2Backward0",
    forward=counting.unique,
    output_differentiability=(True, False, False),
    self=not_implemented("equal elements become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"\{z_i\} = \{x_i\},\ z_1 < z_2 < \ldots"),
    samples=lambda make: [(make(3),), (make(2, 3), True, True, True), (make(),), (make(0),)],
)
unique_dim = derivative(
    "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) "
    "-> (Tensor, Tensor, Tensor)",
    node="UniqueDimBackward0",
    forward=counting.unique_dim,
    output_differentiability=(True, False, False),
    self=not_implemented("equal slices become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"\{z_i\} = \{x_i\},\ z_1 < z_2 < \ldots"),
    samples=lambda make: [(make(3), 0), (make(2, 3), -1, True, True, True)],
)
unique_consecutive = derivative(
    "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) "
    "-> (Tensor, Tensor, Tensor)",
    node="UniqueConsecutiveBackward0",
    forward=counting.unique_consecutive,
    output_differentiability=(True, False, False),
    self=not_implemented("equal neighbours become one; PyTorch does not say whose gradient that is."),
    tex=dict(forward=r"z = x\ \mathrm{without}\ x_i = x_{i-1}"),
    samples=lambda make: [(make(3),), (make(2, 3), True, True, 0)],
)
searchsorted = derivative(
    "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
    "str? side=None, Tensor? sorter=None) -> Tensor",
    node=None,
    forward=counting.searchsorted,
    tex=dict(forward=r"z_i = \sum_j\ [s_j < x_i]"),
    samples=lambda make: [(np.array([1.0, 3.0]), make(3)), (np.array([1.0, 3.0]), make(2, 2), False, True)],
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
    forward=shapes.view,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,)), (make(4), (2, 2))],
)
reshape_alias = derivative(
    "_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)",
    node="ReshapeAliasBackward0",
    forward=lambda self, size, stride: strided.look_again(self, size, stride),
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,), (1,)), (make(4), (2, 2), (2, 1))],
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
squeeze_dims = derivative(
    "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)",
    node="SqueezeBackward2",
    forward=shapes.squeeze_dims,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 1), (1, -1)), (make(2, 1), (0, 1)), (make(1), ()), (make(), (0,))],
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
unsqueeze_in_place = derivative(  # with the next one, how quantile brings its result into shape
    "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)",
    node="UnsqueezeBackward1",
    forward=shapes.unsqueeze,
    self=lambda grad, dim: grad.squeeze(dim),
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1)],
)
transpose_in_place = derivative(
    "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)",
    node="TransposeBackward1",
    forward=shapes.transpose,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3)],
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
repeat = derivative(
    "repeat(Tensor self, SymInt[] repeats) -> Tensor",
    node="RepeatBackward0",
    forward=rearranging.repeat,
    self=lambda grad, repeats, self_sizes: rearranging.repeat_back(grad, repeats, self_sizes),
    tex=dict(
        forward=r"z_i = x_{i \ \mathrm{mod}\  n}", self=r"\bar{x}_k = \sum_{i \ \mathrm{mod}\  n = k} \bar{z}_i"
    ),
    samples=lambda make: [
        (make(3), (2,)), (make(2, 3), (1, 2)), (make(3), (2, 2)), (make(), (2,)), (make(), ()), (make(2), (0,)),
        (make(0, 2), (2, 1)),
    ],
)  # fmt: skip
flip = derivative(
    "flip(Tensor self, int[] dims) -> Tensor",
    node="FlipBackward0",
    forward=rearranging.flip,
    self=lambda grad, dims: flip(grad, dims),
    tex=dict(forward=r"z_i = x_{n-i}", self=r"\bar{x}_i = \bar{z}_{n-i}"),
    samples=lambda make: [(make(3), (0,)), (make(2, 3), (0, -1)), (make(2, 3), ()), (make(), ())],
)
roll = derivative(
    "roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor",
    node="RollBackward0",
    forward=rearranging.roll,
    self=lambda grad, shifts, dims: roll(grad, tuple(-n for n in reversed(shifts)), tuple(reversed(dims))),
    tex=dict(forward=r"z_{(i + s) \ \mathrm{mod}\  n} = x_i", self=r"\bar{x}_i = \bar{z}_{(i + s) \ \mathrm{mod}\  n}"),
    samples=lambda make: [(make(3), (1,)), (make(2, 3), (1, -1), (0, 1)), (make(2, 3), (4,), ()), (make(), (1,))],
)
rot90 = derivative(
    "rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
    node="Rot90Backward0",
    variants="function, method",
    forward=rearranging.rot90,
    self=lambda grad, k, dims: rot90(grad, -k, dims),
    tex=dict(forward=r"z = R^k x", self=r"\bar{x} = R^{-k} \bar{z}"),
    samples=lambda make: [(make(2, 3),), (make(2, 3), -1, (1, 0)), (make(2, 2, 3), 2, (0, 2))],
)
tril, triu = (
    derivative(
        f"{name}(Tensor self, SymInt diagonal=0) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        variants="function, method, in_place",
        forward=rearranging.triangle(getattr(np, name), name),
        self=rule,
        tex=dict(forward=rf"z_{{ij}} = x_{{ij}}\, [{sign_}]", self=rf"\bar{{x}}_{{ij}} = \bar{{z}}_{{ij}}\, [{sign_}]"),
        samples=lambda make: [(make(3, 3),), (make(2, 3), 1), (make(2, 3, 2), -1)],
    )
    for name, sign_, rule in (
        ("tril", r"j \leq i + d", lambda grad, diagonal: tril(grad, diagonal)),
        ("triu", r"j \geq i + d", lambda grad, diagonal: triu(grad, diagonal)),
    )
)
diagonal = derivative(
    "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
    node="DiagonalBackward0",
    variants="function, method",
    forward=rearranging.diagonal,
    view=True,
    self=lambda grad, self_sizes, offset, dim1, dim2: diagonal_backward(grad, self_sizes, offset, dim1, dim2),
    tex=dict(forward=r"z_i = x_{i, i+d}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = i + d]"),
    samples=lambda make: [(make(2, 3),), (make(3, 3), -1), (make(2, 3, 2), 0, -1, 0), (make(2, 3), 5)],
)
diagonal_copy = derivative(
    "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    node="DiagonalBackward0_copy",
    forward=lambda self, offset, dim1, dim2: np.array(rearranging.diagonal(self, offset, dim1, dim2)),
    self=lambda grad, self_sizes, offset, dim1, dim2: diagonal_backward(grad, self_sizes, offset, dim1, dim2),
    tex=dict(forward=r"z_i = x_{i, i+d}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = i + d]"),
    samples=lambda make: [(make(2, 3),), (make(3, 3), -1)],
)
diagonal_backward = derivative(
    "diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor",
    node="DiagonalBackwardBackward0",
    forward=rearranging.diagonal_back,
    grad_output=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2),
    tex=dict(forward=r"z_{ij} = x_i\, [j = i + d]", grad_output=r"\bar{x}_i = \bar{z}_{i, i+d}"),
    samples=lambda make: [(make(2), (2, 3), 0, 0, 1), (make(3, 2), (2, 3, 2), 0, -1, 0)],
)
diag_embed = derivative(
    "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
    node="DiagEmbedBackward0",
    variants="function, method",
    forward=rearranging.diag_embed,
    self=lambda grad, offset, dim1, dim2: diagonal(grad, offset, dim1, dim2),
    tex=dict(forward=r"z_{ij} = x_i\, [j = i + d]", self=r"\bar{x}_i = \bar{z}_{i, i+d}"),
    samples=lambda make: [(make(3),), (make(2, 3), 1), (make(2, 3), -1, 0, 2), (make(0),)],
)
as_strided = derivative(
    "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)",
    node="AsStridedBackward0",
    variants="function, method",
    forward=strided.as_strided,
    view=True,
    self=lambda grad, self_geometry, size, stride, storage_offset: strided.as_strided_back(
        grad, self_geometry, size, stride, storage_offset, index_put, index
    ),
    tex=dict(
        forward=r"z_{ij} = x_{o + i s_0 + j s_1}",
        self=r"\bar{x}_k = \sum_{i, j}\, \bar{z}_{ij}\, [o + i s_0 + j s_1 = k]",
    ),
    samples=lambda make: [
        (make(4), (2, 2), (1, 1), 1),
        (make(2, 3), (3, 2), (1, 3)),
        (make(6), (2,), (3,), 2),
        (make(3), (), (), 1),
        (make(3), (2, 3), (0, 1)),
    ],
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
unfold = derivative(
    "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)",
    node="UnfoldBackward0",
    variants="method",
    forward=rearranging.unfold,
    view=True,
    self=lambda grad, self_sizes, dimension, size, step: unfold_backward(grad, self_sizes, dimension, size, step),
    tex=dict(forward=r"z_{ij} = x_{i s + j}", self=r"\bar{x}_k = \sum_{i s + j = k} \bar{z}_{ij}"),
    samples=lambda make: [(make(5), 0, 2, 1), (make(2, 5), -1, 3, 2), (make(4, 2), 0, 2, 3), (make(), 0, 1, 1)],
)
unfold_backward = derivative(
    "unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor",
    node="UnfoldBackwardBackward0",
    forward=rearranging.unfold_back,
    grad_in=lambda grad, dim, size, step: unfold(grad, dim, size, step),
    tex=dict(forward=r"z_k = \sum_{i s + j = k} x_{ij}", grad_in=r"\bar{x}_{ij} = \bar{z}_{i s + j}"),
    samples=lambda make: [(make(4, 2), (5,), 0, 2, 1), (make(2, 2, 3), (2, 5), -1, 3, 2)],
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
index_select = derivative(
    "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    node="IndexSelectBackward0",
    variants="function, method",
    forward=gathering.index_select,
    self=lambda grad, self_sizes, dim, index: index_add(indexing.zeros_for(grad, self_sizes), dim, index, grad),
    index=non_differentiable,
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0, 2])), (make(2, 3), -1, np.array([1])), (make(2, 3), 0, np.array(1)),
        (make(2, 3), 1, np.array([], dtype=np.int64)), (make(), 0, np.array([0])),
    ],
)  # fmt: skip
index_add = derivative(
    "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    node="IndexAddBackward0",
    variants="function, method, in_place",
    forward=gathering.index_add,
    self=lambda grad: grad,
    index=non_differentiable,
    source=lambda grad, dim, index, source, alpha: gathering.scaled(
        index_select(grad, dim, index).reshape(tuple(source.shape)), alpha
    ),
    keeps=("source_dim",),
    tex=dict(
        forward=r"z_j = x_j + \alpha \sum_i y_i\, [k_i = j]", self=r"\bar{x} = \bar{z}",
        source=r"\bar{y}_i = \alpha \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0, 2]), make(3)), (make(2, 3), -1, np.array([1]), make(2, 1), 2),
        (make(), 0, np.array([0]), make()),
    ],
)  # fmt: skip
index_copy = derivative(
    "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
    node="IndexCopyBackward0",
    variants="function, method, in_place",
    forward=gathering.index_copy,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    source=lambda grad, dim, index, source: index_select(grad, dim, index).reshape(tuple(source.shape)),
    keeps=("source_dim",),
    tex=dict(
        forward=r"z_{k_i} = y_i,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        source=r"\bar{y}_i = \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0]), make(2)), (make(2, 3), -1, np.array([1]), make(2, 1)),
        (make(3), 0, np.array([1]), make()),
    ],
)  # fmt: skip
index_fill = derivative(
    "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    node="IndexFillBackward0",
    forward=gathering.index_fill,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    tex=dict(
        forward=r"z_{k_i} = c,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [(make(3), 0, np.array([2, 0]), 1.5), (make(2, 3), -1, np.array(-1), 2)],
)
index_fill_tensor = derivative(
    "index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor",
    node="IndexFillBackward1",
    forward=gathering.index_fill,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    value=lambda grad, dim, index: index_select(grad, dim, gathering.each_once(index)).sum(),
    tex=dict(
        forward=r"z_{k_i} = y,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        value=r"\bar{y} = \sum_{j \in \{k_i\}} \bar{z}_j",
    ),
    samples=lambda make: [(make(3), 0, np.array([2, 0, 2]), make()), (make(2, 3), -1, np.array(1), make())],
)
gather = derivative(
    "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    node="GatherBackward0",
    variants="function, method",
    forward=gathering.gather,
    self=lambda grad, self, dim, index: scatter_add(
        indexing.zeros_for(grad, tuple(self.shape)), dim, index, grad
    ),
    index=non_differentiable,
    keeps=("sparse_grad",),
    tex=dict(forward=r"z_{ij} = x_{i k_{ij}}", self=r"\bar{x}_{il} = \sum_j \bar{z}_{ij}\, [k_{ij} = l]"),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 0], [2, 1]])), (make(2, 3), 0, np.array([[1, 0]])),
        (make(3), -1, np.array([2, 2, 0, 1])), (make(), 0, np.array([0, 0])),
        (make(2, 3), 1, np.zeros((0, 3), dtype=np.int64)),
    ],
)  # fmt: skip
scatter = derivative(
    "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    node="ScatterBackward0",
    forward=gathering.scatter,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: gathering.source_gradient(
        gather(grad, dim, index), src_geometry, "ScatterBackward0"
    ),
    tex=dict(
        forward=r"z_{i k_{ij}} = y_{ij},\ z = x\ \mathrm{elsewhere}",
        self=r"\bar{x}_{i k_{ij}} = 0,\ \bar{x} = \bar{z}\ \mathrm{elsewhere}",
        src=r"\bar{y}_{ij} = \bar{z}_{i k_{ij}}",
    ),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 2], [1, 0]]), make(2, 2)), (make(3), 0, np.array([1]), make(1)),
    ],
)  # fmt: skip
scatter_value = derivative(
    "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    node="ScatterBackward1",
    forward=gathering.scatter_value,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    tex=dict(
        forward=r"z_{i k_{ij}} = c,\ z = x\ \mathrm{elsewhere}",
        self=r"\bar{x}_{i k_{ij}} = 0,\ \bar{x} = \bar{z}\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [(make(2, 3), 1, np.array([[0], [2]]), 1.5), (make(3), 0, np.array([1, 1]), 2)],
)
scatter_add = derivative(
    "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    node="ScatterAddBackward0",
    variants="function, method, in_place",
    forward=gathering.scatter_add,
    self=lambda grad: grad,
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: gathering.source_gradient(
        gather(grad, dim, index), src_geometry, "ScatterAddBackward0"
    ),
    tex=dict(
        forward=r"z_{il} = x_{il} + \sum_j y_{ij}\, [k_{ij} = l]", self=r"\bar{x} = \bar{z}",
        src=r"\bar{y}_{ij} = \bar{z}_{i k_{ij}}",
    ),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2)), (make(3), 0, np.array([1, 1]), make(2)),
    ],
)  # fmt: skip
scatter_reduced = derivative(
    "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
    node="NotImplemented",
    forward=gathering.scatter_reduced,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
    src=not_implemented("use scatter_add, which has a derivative."),
    tex=dict(forward=r"z_{il} = x_{il} + \sum_j y_{ij}\, [k_{ij} = l]"),
    samples=lambda make: [(make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "add")],
)
scatter_value_reduced = derivative(
    "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
    node="NotImplemented",
    forward=gathering.scatter_value_reduced,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
    tex=dict(forward=r"z_{il} = x_{il} \cdot \prod_j c^{[k_{ij} = l]}"),
    samples=lambda make: [(make(2, 3), 1, np.array([[0, 0], [2, 1]]), 2.0, "multiply")],
)
take = derivative(
    "take(Tensor self, Tensor index) -> Tensor",
    node="TakeBackward0",
    variants="function, method",
    forward=picking.take,
    self=lambda grad, self, index: put(indexing.zeros_for(grad, tuple(self.shape)), index, grad, True),
    index=non_differentiable,
    tex=dict(forward=r"z_i = \operatorname{vec}(x)_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(2, 3), np.array([[0, 5], [5, -1]])), (make(3), np.array(1)), (make(), np.array([0, 0])),
    ],
)  # fmt: skip
put = derivative(
    "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor",
    node="PutBackward0",
    variants="function, method, in_place",
    forward=picking.put,
    self=lambda grad, index, source_geometry, accumulate: (
        grad if accumulate else put(grad, index, indexing.zeros_for(grad, source_geometry.sizes))
    ),
    index=non_differentiable,
    source=lambda grad, index, source: take(grad, index).reshape(tuple(source.shape)),
    tex=dict(
        forward=r"\operatorname{vec}(z)_{k_i} = y_i,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        source=r"\bar{y}_i = \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(2, 3), np.array([0, 4]), make(2)), (make(3), np.array([[1, 1]]), make(2, 1), True),
    ],
)  # fmt: skip
masked_select = derivative(
    "masked_select(Tensor self, Tensor mask) -> Tensor",
    node="MaskedSelectBackward0",
    variants="function, method",
    forward=picking.masked_select,
    self=lambda grad, self, mask: picking.masked_select_back(grad, self, mask, masked_scatter),
    mask=non_differentiable,
    tex=dict(forward=r"z = (x_i)_{m_i}", self=r"\bar{x}_i = \bar{z}_{k(i)}\, [m_i]"),
    samples=lambda make: [
        (make(3), np.array([True, False, True])), (make(2, 3), np.array([True, False, True])),
        (make(3), np.array([[True, False, True], [True, True, False]])), (make(), np.array(True)),
        (make(2), np.array([False, False])),
    ],
)  # fmt: skip
masked_scatter = derivative(
    "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
    node="MaskedScatterBackward0",
    variants="function, method, in_place",
    forward=picking.masked_scatter,
    pointwise=True,  # for `self`: it stretches to fit the mask
    self=lambda grad, mask: choose(mask, 0.0, grad),
    mask=non_differentiable,
    source=lambda grad, mask, source_sizes: masked_scatter_backward(grad, mask, source_sizes),
    tex=dict(
        forward=r"z_i = y_{k(i)}\ \mathrm{if}\ m_i\ \mathrm{else}\ x_i",
        self=r"\bar{x} = \bar{z} \odot [\mathrm{not}\ m]",
        source=r"\bar{y} = ((\bar{z}_i)_{m_i}, 0, \ldots)",
    ),
    samples=lambda make: [
        (make(3), np.array([True, False, True]), make(2)), (make(2, 3), np.array([True, False, True]), make(3, 2)),
        (make(3), np.array([[True, False, True], [True, True, False]]), make(4)),
    ],
)  # fmt: skip
masked_scatter_backward = derivative(
    "masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[] sizes) -> Tensor",
    node="MaskedScatterBackwardBackward0",
    forward=picking.masked_scatter_back,
    grad_output=lambda grad, grad_output_geometry, mask: masked_scatter(
        indexing.zeros_for(grad, grad_output_geometry.sizes), mask, grad
    ),
    mask=non_differentiable,
    tex=dict(forward=r"z = ((x_i)_{m_i}, 0, \ldots)", grad_output=r"\bar{x}_i = \bar{z}_{k(i)}\, [m_i]"),
    samples=lambda make: [(make(3), np.array([True, False, True]), (3, 1)), (make(2), np.array([True, False]), (1,))],
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
    variants="function, method",
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
    mat2=lambda grad, self, mat2_strides: (grad.T @ self).T if products.turned(mat2_strides) else self.T @ grad,
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
    variants="function, method, in_place",
    forward=products.addmm,
    pointwise=True,  # for `self`: a bias is added to every row
    self=lambda grad, beta: grad if beta == 1 else grad * beta,
    mat1=lambda grad, mat2, alpha: arithmetic.times(grad @ mat2.T, alpha),
    mat2=lambda grad, mat1, alpha, mat2_strides: arithmetic.times(
        (grad.T @ mat1).T if products.turned(mat2_strides) else mat1.T @ grad, alpha
    ),
    keeps=("mat1_sizes", "mat1_strides", "mat2_sizes", "mat2_strides"),
    tex=dict(
        forward=r"Z = \beta C + \alpha A\, B",
        self=r"\bar{C} = \beta \bar{Z}",
        mat1=r"\bar{A} = \alpha \bar{Z}\, B^{T}",
        mat2=r"\bar{B} = \alpha A^{T} \bar{Z}",
    ),
    samples=lambda make: [(make(4), make(2, 3), make(3, 4)), (make(2, 2), make(2, 3), make(3, 2), 0.5, 2)],
)
addmv = derivative(
    "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="AddmvBackward0",
    variants="function, method, in_place",
    forward=added_products.addmv,
    pointwise=True,  # for `self`: one number may be added to all
    self=lambda grad, beta: arithmetic.times(grad, beta),
    mat=lambda grad, vec, alpha: arithmetic.times(grad[:, None] * vec, alpha),
    vec=lambda grad, mat, alpha: arithmetic.times(mat.T @ grad, alpha),
    tex=dict(
        forward=r"z = \beta y + \alpha A\, x",
        self=r"\bar{y} = \beta \bar{z}",
        mat=r"\bar{A} = \alpha \bar{z}\, x^{T}",
        vec=r"\bar{x} = \alpha A^{T} \bar{z}",
    ),
    samples=lambda make: [
        (make(2), make(2, 3), make(3)), (make(1), make(2, 3), make(3), 0.5, 2), (make(), make(2, 1), make(1)),
    ],
)  # fmt: skip
baddbmm = derivative(
    "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    node="BaddbmmBackward0",
    variants="function, method, in_place",
    forward=added_products.baddbmm,
    pointwise=True,  # for `self`: a matrix may be added to every product
    self=lambda grad, beta: arithmetic.times(grad, beta),
    batch1=lambda grad, batch2, alpha: arithmetic.times(grad @ batch2.mT, alpha),
    batch2=lambda grad, batch1, alpha: arithmetic.times(batch1.mT @ grad, alpha),
    tex=dict(
        forward=r"Z_b = \beta C_b + \alpha A_b\, B_b",
        self=r"\bar{C}_b = \beta \bar{Z}_b",
        batch1=r"\bar{A}_b = \alpha \bar{Z}_b\, B_b^{T}",
        batch2=r"\bar{B}_b = \alpha A_b^{T} \bar{Z}_b",
    ),
    samples=lambda make: [
        (make(2, 2, 4), make(2, 2, 3), make(2, 3, 4)), (make(4), make(2, 2, 3), make(2, 3, 4), 0.5, 2),
    ],
)  # fmt: skip

# ----- linear algebra ------------------------------------------------------------------------------------------------
linalg_inv_ex = derivative(
    "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)",
    node="LinalgInvExBackward0",
    forward=linear_algebra.inv_ex,
    output_differentiability=(True, False),
    A=lambda grad, inverse: -(inverse.mT @ (grad @ inverse.mT)),
    tex=dict(forward=r"Z = A^{-1}", A=r"\bar{A} = -Z^{T} \bar{Z} Z^{T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)
linalg_det = derivative(
    "_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)",
    node="LinalgDetBackward0",
    forward=linear_algebra.det,
    output_differentiability=(True, False, False),
    A=lambda grad, result, A: linear_algebra.det_back(grad, result, A, linalg_solve_ex),
    keeps=("LU", "pivots"),
    tex=dict(forward=r"z = \det A", A=r"\bar{A} = \bar{z}\, z\, A^{-T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)
linalg_slogdet = derivative(
    "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)",
    node="LinalgSlogdetBackward0",
    forward=linear_algebra.slogdet,
    output_differentiability=(True, True, False, False),
    A=lambda grads, A: linear_algebra.slogdet_back(grads, A, linalg_solve_ex),
    keeps=("sign", "LU", "pivots"),
    tex=dict(forward=r"z = \ln |\det A|", A=r"\bar{A} = \bar{z}\, A^{-T}"),
    samples=lambda make: [(make(2, 2),), (make(2, 3, 3),)],
)
linalg_solve_ex = derivative(
    "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, "
    "Tensor pivots, Tensor info)",
    node="LinalgSolveExBackward0",
    forward=linear_algebra.solve_ex,
    output_differentiability=(True, False, False, False),
    A=lambda grad, A, result, left: linear_algebra.solve_back_left(grad, A, result, left, linalg_solve_ex),
    B=lambda grad, A, left: linear_algebra.solve_back_right(grad, A, left, linalg_solve_ex),
    pointwise=True,  # batches are stretched
    keeps=("LU", "pivots"),
    tex=dict(forward=r"A Z = B", A=r"\bar{A} = -\bar{B} Z^{T}", B=r"\bar{B} = A^{-T} \bar{Z}"),
    samples=lambda make: [
        (make(2, 2), make(2, 3)),
        (make(3, 3), make(3)),
        (make(2, 2, 2), make(2, 2, 1)),
        (make(2, 2), make(3, 2, 1)),
        (make(2, 2), make(3, 2), False),
    ],
)
linalg_cholesky_ex = derivative(
    "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)",
    node="LinalgCholeskyExBackward0",
    forward=linear_algebra.cholesky_ex,
    output_differentiability=(True, False),
    self=lambda grad, L, upper: linear_algebra.cholesky_back(grad, L, upper, linalg_solve_ex),
    tex=dict(
        forward=r"L L^{T} = A",
        self=r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}",
    ),
    samples=lambda make: [(make(1, 1, low=0.5),), (make(3, 1, 1, low=0.5), True)],  # only half of a matrix is read
)
cholesky = derivative(
    "cholesky(Tensor self, bool upper=False) -> Tensor",
    node="CholeskyBackward0",
    forward=linear_algebra.cholesky,
    self=lambda grad, result, upper: linear_algebra.cholesky_back(grad, result, upper, linalg_solve_ex),
    tex=dict(
        forward=r"L L^{T} = A",
        self=r"\bar{A} = \frac{1}{2} L^{-T} (\Phi + \Phi^{T}) L^{-1}",
    ),
    samples=lambda make: [(make(1, 1, low=0.5),), (make(3, 1, 1, low=0.5), True)],  # only half of a matrix is read
)
linalg_qr = derivative(
    "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
    node="LinalgQrBackward0",
    forward=linear_algebra.qr,
    A=lambda grads, Q, R, mode: linear_algebra.qr_back(grads, Q, R, mode, linalg_solve_ex),
    tex=dict(
        forward=r"Q R = A",
        A=r"\bar{A} = (\bar{Q} + Q\, \mathrm{sym}(\bar{R} R^{T} - Q^{T} \bar{Q})) R^{-T}",
    ),
    samples=lambda make: [(make(3, 2),), (make(2, 2, 2),), (make(2, 3),), (make(3, 3), "complete")],
)
linalg_eigh = derivative(
    '_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)',
    node="LinalgEighBackward0",
    forward=linear_algebra.eigh,
    A=lambda grads, eigenvalues, eigenvectors: linear_algebra.eigh_back(grads, eigenvalues, eigenvectors),
    tex=dict(
        forward=r"V \Lambda V^{T} = A",
        A=r"\bar{A} = V (\bar{\Lambda} + \frac{V^{T} \bar{V}}{\lambda_j - \lambda_i}) V^{T}",
    ),
    samples=lambda make: [(make(1, 1),), (make(3, 1, 1),)],  # only half of a matrix is read
)
linalg_svd = derivative(
    "_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> "
    "(Tensor U, Tensor S, Tensor Vh)",
    node="LinalgSvdBackward0",
    forward=linear_algebra.svd,
    A=lambda grads, U, S, Vh, full_matrices: linear_algebra.svd_back(grads, U, S, Vh, full_matrices),
    tex=dict(
        forward=r"U S V^{T} = A",
        A=r"\bar{A} = U \bar{S} V^{T} + \ldots",
    ),
    samples=lambda make: [(make(2, 2),), (make(3, 2),), (make(2, 2, 3),)],
)
linalg_pinv = derivative(
    "linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> "
    "Tensor",
    node="LinalgPinvBackward0",
    forward=pseudo_inverse.pinv,
    self=lambda grad, result, self: pseudo_inverse.pinv_back(grad, result, self),
    atol=non_differentiable,
    rtol=non_differentiable,
    tex=dict(
        forward=r"Z = A^{+}",
        self=r"\bar{A} = -Z^{T} \bar{Z} Z^{T} + (1 - A Z) \bar{Z}^{T} Z Z^{T} + Z^{T} Z\, \bar{Z}^{T} (1 - Z A)",
    ),
    samples=lambda make: [(make(3, 2),), (make(2, 3),), (make(2, 3, 1),)],
)
linalg_cross = derivative(
    "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
    node="LinalgCrossBackward0",
    forward=linear_algebra.cross,
    pointwise=True,
    self=lambda grad, other, dim: linalg_cross(other, grad, dim=dim),
    other=lambda grad, self, dim: linalg_cross(grad, self, dim=dim),
    tex=dict(forward=r"z = x \times y", self=r"\bar{x} = y \times \bar{z}", other=r"\bar{y} = \bar{z} \times x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(2, 3)), (make(3, 2), make(3, 2), 0)],
)

# ----- convolution ---------------------------------------------------------------------------------------------------
convolution = derivative(
    "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
    "bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
    node="ConvolutionBackward0",
    forward=windows.convolution,
    input=lambda grad, input, weight, stride, padding, dilation, transposed, output_padding, groups: windows.input_back(
        convolution, grad, input, weight, stride, padding, dilation, transposed, output_padding, groups
    ),
    weight=lambda grad, input, weight, stride, padding, dilation, transposed, output_padding, groups: (
        windows.weight_back(
            convolution, grad, input, weight, stride, padding, dilation, transposed, output_padding, groups
        )
    ),
    bias=lambda grad: windows.bias_back(grad),
    keeps=("input", "weight", "bias_sizes_opt"),
    tex=dict(
        forward=r"z_{op} = b_o + \sum_{c, k} w_{ock}\, x_{c, p + k}",
        input=r"\bar{x}_{cq} = \sum_{o, k} w_{ock}\, \bar{z}_{o, q - k}",
        weight=r"\bar{w}_{ock} = \sum_{p} \bar{z}_{op}\, x_{c, p + k}",
        bias=r"\bar{b}_o = \sum_p \bar{z}_{op}",
    ),
    samples=lambda make: [
        (make(2, 2, 5), make(3, 2, 2), make(3), (1,), (0,), (1,), False, (0,), 1),
        (make(1, 2, 4, 5), make(2, 2, 3, 2), None, (1, 2), (1, 0), (1, 2), False, (0, 0), 1),
        (make(2, 4, 4, 4), make(2, 2, 2, 2), make(2), (2, 1), (1,), (1, 1), False, (0, 0), 2),
        (make(1, 2, 3, 2), make(2, 1, 2, 3), make(2), (2, 1), (1, 0), (1, 1), True, (1, 0), 2),
        (make(1, 1, 2), make(1, 2, 3), None, (1,), (0,), (3,), True, (2,), 1),
    ],
)

# ----- pooling: one number for each window ---------------------------------------------------------------------------
max_pool2d_with_indices = derivative(
    "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
    "bool ceil_mode=False) -> (Tensor, Tensor)",
    node="MaxPool2DWithIndicesBackward0",
    forward=pooling.max_pool2d,
    output_differentiability=(True, False),
    self=lambda grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1: max_pool2d_backward(
        grad, self, kernel_size, stride, padding, dilation, ceil_mode, result1
    ),
    tex=dict(forward=r"z_p = \max_k x_{p + k}", self=r"\bar{x}_q = \sum_p \bar{z}_p\, [q = k_p]"),
    samples=lambda make: [
        (make(1, 2, 4, 5), (2, 2), (), (0, 0), (1, 1), False),
        (make(2, 4, 4), (3, 2), (1, 2), (1, 1), (1, 1), True),
        (make(1, 1, 5, 5), (2,), (1,), (0,), (2, 1), False),
    ],
)
max_pool2d_backward = derivative(
    "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, "
    "int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    node="MaxPool2DWithIndicesBackwardBackward0",
    forward=pooling.max_pool2d_back,
    grad_output=lambda grad, indices: pooling.take_from_places(grad, indices),
    self=lambda grad: np.zeros_like(grad),
    indices=non_differentiable,
    tex=dict(forward=r"z_q = \sum_p g_p\, [q = k_p]", grad_output=r"\bar{g}_p = \bar{z}_{k_p}", self=r"\bar{x} = 0"),
    samples=lambda make: [
        (make(1, 1, 2), make(1, 2, 4), (2, 2), (), (0, 0), (1, 1), False, np.array([[[0, 7]]])),
        (make(2, 1, 2), make(2, 2, 3), (2, 2), (1, 1), (0, 0), (1, 1), False, np.array([[[1, 1]], [[5, 2]]])),
    ],
)
avg_pool2d = derivative(
    "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, "
    "bool count_include_pad=True, int? divisor_override=None) -> Tensor",
    node="AvgPool2DBackward0",
    forward=pooling.avg_pool2d,
    self=lambda grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: (
        avg_pool2d_backward(grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    ),
    tex=dict(forward=r"z_p = \frac{1}{n} \sum_k x_{p + k}", self=r"\bar{x}_q = \frac{1}{n} \sum_k \bar{z}_{q - k}"),
    samples=lambda make: [
        (make(1, 2, 4, 5), (2, 2), (), (0, 0)),
        (make(2, 4, 4), (3, 2), (1, 2), (1, 1), True, False),
        (make(1, 5, 5), (2,), (2,), (1,), True, True),
        (make(1, 3, 3), (2, 2), (1, 1), (0, 0), False, True, 3),
    ],
)
avg_pool2d_backward = derivative(
    "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, "
    "bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    node="AvgPool2DBackwardBackward0",
    forward=pooling.avg_pool2d_back,
    grad_output=lambda grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override: avg_pool2d(
        grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
    ),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(
        forward=r"z_q = \frac{1}{n} \sum_k g_{q - k}",
        grad_output=r"\bar{g}_p = \frac{1}{n} \sum_k \bar{z}_{p + k}",
        self=r"\bar{x} = 0",
    ),
    samples=lambda make: [
        (make(1, 2, 2), make(1, 4, 5), (2, 2), (), (0, 0), False, True, None),
        (make(1, 3, 3), make(1, 2, 2), (2, 2), (1, 1), (1, 1), False, False, None),
    ],
)
adaptive_avg_pool2d = derivative(
    "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
    node="AdaptiveAvgPool2DBackward0",
    forward=pooling.adaptive_avg_pool2d,
    self=lambda grad, self: adaptive_avg_pool2d_backward(grad, self),
    tex=dict(
        forward=r"z_p = \frac{1}{n_p} \sum_{q \in p} x_q", self=r"\bar{x}_q = \sum_{p \ni q} \frac{\bar{z}_p}{n_p}"
    ),
    samples=lambda make: [(make(1, 2, 4, 5), (2, 3)), (make(2, 3, 3), (2, 2)), (make(1, 2, 2), (3, 1))],
)
adaptive_avg_pool2d_backward = derivative(
    "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
    node="AdaptiveAvgPool2DBackwardBackward0",
    forward=pooling.adaptive_avg_pool2d_back,
    grad_output=lambda grad, grad_output_argsize_minus_2, grad_output_argsize_minus_1: adaptive_avg_pool2d(
        grad, (grad_output_argsize_minus_2, grad_output_argsize_minus_1)
    ),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(
        forward=r"z_q = \sum_{p \ni q} \frac{g_p}{n_p}",
        grad_output=r"\bar{g}_p = \frac{1}{n_p} \sum_{q \in p} \bar{z}_q",
        self=r"\bar{x} = 0",
    ),
    samples=lambda make: [(make(1, 2, 2), make(1, 3, 5)), (make(1, 2, 2, 1), make(1, 2, 2, 2))],
)
adaptive_max_pool2d = derivative(
    "adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)",
    node="AdaptiveMaxPool2DBackward0",
    forward=pooling.adaptive_max_pool2d,
    output_differentiability=(True, False),
    self=lambda grad, self, result1: adaptive_max_pool2d_backward(grad, self, result1),
    tex=dict(forward=r"z_p = \max_{q \in p} x_q", self=r"\bar{x}_q = \sum_p \bar{z}_p\, [q = k_p]"),
    samples=lambda make: [(make(1, 2, 4, 5), (2, 3)), (make(2, 3, 3), (2, 2))],
)
adaptive_max_pool2d_backward = derivative(
    "adaptive_max_pool2d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor",
    node="AdaptiveMaxPool2DBackwardBackward0",
    forward=lambda grad_output, self, indices: pooling.give_to_places(grad_output, self.shape, indices),
    grad_output=lambda grad, indices: pooling.take_from_places(grad, indices),
    self=lambda grad: np.zeros_like(grad),
    indices=non_differentiable,
    tex=dict(forward=r"z_q = \sum_p g_p\, [q = k_p]", grad_output=r"\bar{g}_p = \bar{z}_{k_p}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(1, 1, 2), make(1, 2, 4), np.array([[[0, 7]]]))],
)

# ----- padding, and images as windows --------------------------------------------------------------------------------
constant_pad_nd = derivative(
    "constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor",
    node="ConstantPadNdBackward0",
    variants="function",
    forward=padded.constant_pad_nd,
    self=lambda grad, pad: constant_pad_nd(grad, tuple(-n for n in pad)),
    tex=dict(forward=r"z = (c, x, c)", self=r"\bar{x} = \bar{z}_{a:b}"),
    samples=lambda make: [(make(2, 3), (1, 2), 3.0), (make(2, 3, 2), (-1, 1, 0, 2)), (make(4), (-1, -2))],
)


def _copying_pad(kind: str, rank: int, source_of: Callable) -> tuple[Op, Op]:
    """Padding with copies from inside, over the last ``rank`` dimensions: the row, and the row of its gradient."""
    name, node, count = f"{kind}_pad{rank}d", f"{kind.title()}Pad{rank}D", 2 * rank
    pad = derivative(
        f"{name}(Tensor self, SymInt[{count}] padding) -> Tensor",
        node=f"{node}Backward0",
        forward=lambda self, padding: padded.pad_with(source_of, self, padding),
        self=lambda grad, self, padding: back(grad, self, padding),
        tex=dict(forward=r"z_i = x_{s(i)}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [s(i) = j]"),
        samples=lambda make: [(make(2, *(3,) * rank), (1, 2) * rank), (make(1, 2, *(3,) * rank), (2, -1) * rank)],
    )
    back = derivative(
        f"{name}_backward(Tensor grad_output, Tensor self, SymInt[{count}] padding) -> Tensor",
        node=f"{node}BackwardBackward0",
        forward=lambda grad_output, self, padding: padded.pad_back(source_of, grad_output, self, padding),
        grad_output=lambda grad, padding: pad(grad, padding),
        self=lambda grad: np.zeros_like(grad),
        tex=dict(
            forward=r"z_j = \sum_i g_i\, [s(i) = j]", grad_output=r"\bar{g}_i = \bar{z}_{s(i)}", self=r"\bar{x} = 0"
        ),
        samples=lambda make: [(make(2, *(4,) * rank), make(2, *(2,) * rank), (1, 1) * rank)],
    )
    return pad, back


PADS = {
    (kind, rank): _copying_pad(kind, rank, source_of)[0]
    for kind, source_of in (("reflection", padded.reflected), ("replication", padded.replicated))
    for rank in (1, 2, 3)
}
im2col = derivative(
    "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    node="Im2ColBackward0",
    forward=folding.im2col,
    self=lambda grad, self_argsize_minus_2, self_argsize_minus_1, kernel_size, dilation, padding, stride: col2im(
        grad, (self_argsize_minus_2, self_argsize_minus_1), kernel_size, dilation, padding, stride
    ),
    tex=dict(forward=r"z_{kp} = x_{p + k}", self=r"\bar{x}_q = \sum_k \bar{z}_{k, q - k}"),
    samples=lambda make: [
        (make(1, 2, 3, 4), (2, 2), (1, 1), (0, 0), (1, 1)),
        (make(1, 4, 3), (2, 1), (2, 1), (1, 0), (1, 2)),
    ],
)
col2im = derivative(
    "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) "
    "-> Tensor",
    node="Col2ImBackward0",
    forward=folding.col2im,
    self=lambda grad, kernel_size, dilation, padding, stride: im2col(grad, kernel_size, dilation, padding, stride),
    tex=dict(forward=r"z_q = \sum_k x_{k, q - k}", self=r"\bar{x}_{kp} = \bar{z}_{p + k}"),
    samples=lambda make: [
        (make(1, 8, 6), (3, 4), (2, 2), (1, 1), (0, 0), (1, 1)),
        (make(4, 4), (2, 2), (2, 2), (2, 2), (2, 1), (2, 1)),
    ],
)
pixel_shuffle = derivative(
    "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
    node="PixelShuffleBackward0",
    variants="function",
    forward=folding.shuffle,
    self=lambda grad, upscale_factor: pixel_unshuffle(grad, upscale_factor),
    tex=dict(
        forward=r"z_{c, rh + i, rw + j} = x_{c r^2 + r i + j, h, w}",
        self=r"\bar{x} = \operatorname{unshuffle}(\bar{z})",
    ),
    samples=lambda make: [(make(1, 8, 2, 1), 2), (make(4, 1, 1), 2)],
)
pixel_unshuffle = derivative(
    "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
    node="PixelUnshuffleBackward0",
    variants="function",
    forward=folding.unshuffle,
    self=lambda grad, downscale_factor: pixel_shuffle(grad, downscale_factor),
    tex=dict(
        forward=r"z_{c r^2 + r i + j, h, w} = x_{c, rh + i, rw + j}", self=r"\bar{x} = \operatorname{shuffle}(\bar{z})"
    ),
    samples=lambda make: [(make(1, 1, 2, 4), 2), (make(2, 2, 2), 2)],
)

# ----- activations ---------------------------------------------------------------------------------------------------
relu = derivative(
    "relu(Tensor self) -> Tensor",
    node="ReluBackward0",
    variants="function, method, in_place",
    forward=arithmetic.relu,
    self=lambda grad, result: threshold_backward(grad, result, 0),  # at 0 the slope is taken to be 0
    tex=dict(forward=r"z = \max(x, 0)", self=r"\bar{x} = \bar{z} \odot [z > 0]"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 4),)],
)
threshold_backward = derivative(
    "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    node="ThresholdBackwardBackward0",
    forward=arithmetic.threshold_backward,
    grad_output=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    self=lambda grad: np.zeros_like(grad),  # it decides only where the gradient passes: a slope of 0, not no path
    tex=dict(forward=r"z = g \odot [x > t]", grad_output=r"\bar{g} = \bar{z} \odot [x > t]", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), make(3), 0), (make(2, 2), make(2, 2), 1.0)],
)
threshold = derivative(
    "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    node="ThresholdBackward0",
    variants="function",
    forward=elementwise.threshold,
    self=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    tex=dict(forward=r"z = x\ \mathrm{if}\ x > t\ \mathrm{else}\ c", self=r"\bar{x} = \bar{z} \odot [x > t]"),
    samples=lambda make: [(make(4), 0.1, 20), (make(2, 3), -1.0, 0.5)],
)
threshold_in_place = derivative(
    "threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)",
    node="ThresholdBackward1",
    forward=elementwise.threshold,
    self=lambda grad, self, threshold: threshold_backward(grad, self, threshold),
    tex=dict(forward=r"z = x\ \mathrm{if}\ x > t\ \mathrm{else}\ c", self=r"\bar{x} = \bar{z} \odot [x > t]"),
    samples=lambda make: [(make(4), 0.1, 3.0), (make(2, 3), 0, 0)],
)
leaky_relu = derivative(
    "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
    node="LeakyReluBackward0",
    forward=activations.leaky_relu,
    self=lambda grad, self, negative_slope: choose(self > 0, grad, grad * negative_slope),
    tex=dict(forward=r"z = \max(x, 0) + a \min(x, 0)", self=r"\bar{x} = \bar{z} \odot ([x > 0] + a\,[x \leq 0])"),
    samples=lambda make: [(make(4),), (make(2, 3), 0.3), (make(3), -0.5), (make(), 0.0)],
)
leaky_relu_in_place = derivative(
    "leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)",
    node="LeakyReluBackward1",
    forward=activations.leaky_relu,
    self=lambda grad, result, negative_slope: activations.leaky_relu_of_result(grad, result, negative_slope),
    tex=dict(forward=r"z = \max(x, 0) + a \min(x, 0)", self=r"\bar{x} = \bar{z} \odot ([z > 0] + a\,[z \leq 0])"),
    samples=lambda make: [(make(4),), (make(2, 3), 0.3)],
)
elu = derivative(
    "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
    node="EluBackward0",
    forward=activations.elu,
    self=lambda grad, self, alpha, scale, input_scale: activations.elu_back(grad, self, alpha, scale, input_scale),
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([x > 0] + \alpha e^{x} [x \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5), (make(3), 1.6, 1.05), (make(), 1, 1, 2.0)],
)
elu_in_place = derivative(
    "elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)",
    node="EluBackward1",
    forward=activations.elu,
    self=lambda grad, result, alpha, scale, input_scale: activations.elu_of_result(
        grad, result, alpha, scale, input_scale
    ),
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([z > 0] + (z + \alpha) [z \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5), (make(3), 1.6, 1.05), (make(), 1, 1, 2.0)],
)
celu = derivative(
    "celu(Tensor self, Scalar alpha=1.0) -> Tensor",
    node="CeluBackward0",
    variants="function",
    forward=activations.celu,
    self=lambda grad, self, alpha: activations.elu_back(grad, self, alpha, 1.0, activations.inverse(alpha)),
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x / \alpha} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([x > 0] + e^{x / \alpha} [x \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5), (make(), 2.0)],
)
celu_in_place = derivative(
    "celu_(Tensor(a!) self, Scalar alpha=1.0) -> Tensor(a!)",
    node="CeluBackward1",
    forward=activations.celu,
    self=lambda grad, result, alpha: activations.elu_of_result(grad, result, alpha, 1.0, activations.inverse(alpha)),
    tex=dict(
        forward=r"z = x\ \mathrm{if}\ x > 0\ \mathrm{else}\ \alpha (e^{x / \alpha} - 1)",
        self=r"\bar{x} = \bar{z} \odot ([z > 0] + (z / \alpha + 1) [z \leq 0])",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0.5)],
)
gelu = derivative(
    "gelu(Tensor self, *, str approximate='none') -> Tensor",
    node="GeluBackward0",
    forward=activations.gelu,
    self=lambda grad, self, approximate: gelu_backward(grad, self, approximate=approximate),
    tex=dict(
        forward=r"z = x\, \Phi(x),\ \Phi(x) = \frac{1}{2} (1 + \operatorname{erf}(x / \sqrt{2}))",
        self=r"\bar{x} = \bar{z} \odot (\Phi(x) + x\, \phi(x))",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), "tanh"), (make(),)],
)
gelu_backward = derivative(
    "gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
    node="GeluBackwardBackward0",
    forward=activations.gelu_back,
    grad_output=lambda grad, self, approximate: gelu_backward(grad, self, approximate=approximate),
    self=lambda grad, grad_output, self, approximate: activations.gelu_back_twice(grad, grad_output, self, approximate),
    tex=dict(
        forward=r"z = g \odot (\Phi(x) + x\, \phi(x))",
        grad_output=r"\bar{g} = \bar{z} \odot (\Phi(x) + x\, \phi(x))",
        self=r"\bar{x} = \bar{z} \odot g \odot \phi(x) (2 - x^2)",
    ),
    samples=lambda make: [(make(4), make(4)), (make(2, 3), make(2, 3), "tanh")],
)
silu = derivative(
    "silu(Tensor self) -> Tensor",
    node="SiluBackward0",
    forward=activations.silu,
    self=lambda grad, self: grad * (sigmoid(self) * (1 + self * (1 - sigmoid(self)))),
    tex=dict(forward=r"z = x\, \sigma(x)", self=r"\bar{x} = \bar{z} \odot \sigma(x) (1 + x (1 - \sigma(x)))"),
    samples=lambda make: [(make(4),), (make(2, 3),), (make(),)],
)
mish = derivative(
    "mish(Tensor self) -> Tensor",
    node="MishBackward0",
    forward=activations.mish,
    self=lambda grad, self: activations.mish_back(grad, self, sigmoid(self), softplus(self)),
    tex=dict(
        forward=r"z = x \tanh s,\ s = \ln(1 + e^{x})",
        self=r"\bar{x} = \bar{z} \odot (\tanh s + x\, \sigma(x) (1 - \tanh^2 s))",
    ),
    samples=lambda make: [(make(4),), (make(2, 3),), (make(),)],
)
softplus = derivative(
    "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
    node="SoftplusBackward0",
    forward=activations.softplus,
    self=lambda grad, self, beta, threshold: activations.softplus_back(
        grad, self, sigmoid(self * beta), beta, threshold
    ),
    tex=dict(forward=r"z = \frac{1}{\beta} \ln(1 + e^{\beta x})", self=r"\bar{x} = \bar{z} \odot \sigma(\beta x)"),
    samples=lambda make: [(make(4),), (make(2, 3), 2), (make(5), 3.0, 1.5), (make(),)],
)
log_sigmoid = derivative(
    "log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)",
    node="LogSigmoidBackward0",
    forward=activations.log_sigmoid,
    output_differentiability=(True, False),
    self=lambda grad, self: grad * sigmoid(-self),
    keeps=("buffer",),
    tex=dict(forward=r"z = \ln \sigma(x)", self=r"\bar{x} = \bar{z} \odot \sigma(-x)"),
    samples=lambda make: [(make(4),), (make(2, 3),), (make(),)],
)
hardtanh = derivative(
    "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
    node="HardtanhBackward0",
    forward=activations.hardtanh,
    self=lambda grad, self, min_val, max_val: activations.hardtanh_back(grad, self, min_val, max_val),
    tex=dict(forward=r"z = \min(\max(x, a), b)", self=r"\bar{x} = \bar{z} \odot [a < x < b]"),
    samples=lambda make: [(make(4),), (make(2, 3), 0, 6), (make(), -0.5, 0.5)],
)
hardsigmoid = derivative(
    "hardsigmoid(Tensor self) -> Tensor",
    node="HardsigmoidBackward0",
    forward=activations.hardsigmoid,
    self=lambda grad, self: hardsigmoid_backward(grad, self),
    tex=dict(
        forward=r"z = \frac{1}{6} \min(\max(x + 3, 0), 6)", self=r"\bar{x} = \frac{1}{6} \bar{z} \odot [-3 < x < 3]"
    ),
    samples=lambda make: [(make(4),), (make(3, low=-6, high=6),), (make(),)],
)
hardsigmoid_backward = derivative(
    "hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor",
    node="NotImplemented",
    forward=lambda grad_output, self: choose((self > -3) & (self < 3), grad_output * activations.SIXTH, 0.0),
    types="promote",
    pointwise=True,
    grad_output=not_implemented("write torch.clamp(x + 3, 0, 6) / 6 for second derivatives."),
    self=not_implemented("write torch.clamp(x + 3, 0, 6) / 6 for second derivatives."),
    tex=dict(forward=r"\bar{x} = \frac{1}{6} \bar{z} \odot [-3 < x < 3]"),
    samples=lambda make: [(make(4), make(4)), (make(3), make(3, low=-6, high=6)), (make(), make())],
)
hardswish = derivative(
    "hardswish(Tensor self) -> Tensor",
    node="HardswishBackward0",
    forward=activations.hardswish,
    self=lambda grad, self: activations.hardswish_back(grad, self),
    tex=dict(
        forward=r"z = \frac{x}{6} \min(\max(x + 3, 0), 6)",
        self=r"\bar{x} = \bar{z} \odot ([x \geq 3] + (\frac{x}{3} + \frac{1}{2}) [-3 < x < 3])",
    ),
    samples=lambda make: [(make(4),), (make(3, low=-6, high=6),), (make(),)],
)
hardshrink = derivative(
    "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    node="HardshrinkBackward0",
    variants="function, method",
    forward=activations.hardshrink,
    self=lambda grad, self, lambd: activations.shrink_back(grad, self, lambd),
    tex=dict(forward=r"z = x \odot [|x| > \lambda]", self=r"\bar{x} = \bar{z} \odot [|x| > \lambda]"),
    samples=lambda make: [(make(4),), (make(2, 3), 1)],
)
softshrink = derivative(
    "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    node="SoftshrinkBackward0",
    forward=activations.softshrink,
    self=lambda grad, self, lambd: activations.shrink_back(grad, self, lambd),
    tex=dict(
        forward=r"z = \operatorname{sign}(x) \max(|x| - \lambda, 0)", self=r"\bar{x} = \bar{z} \odot [|x| > \lambda]"
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 1)],
)
prelu_kernel = derivative(
    "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
    node="PreluKernelBackward0",
    forward=activations.prelu,
    pointwise=True,
    self=lambda grad, self, weight: choose(self > 0, grad, grad * weight),
    weight=lambda grad, self: choose(self > 0, 0.0, grad * self),
    keeps=("weight",),
    tex=dict(
        forward=r"z = \max(x, 0) + a \min(x, 0)",
        self=r"\bar{x} = \bar{z} \odot ([x > 0] + a\,[x \leq 0])",
        weight=r"\bar{a} = \bar{z} \odot \min(x, 0)",
    ),
    samples=lambda make: [(make(4), make(1)), (make(2, 3), make(1, 3)), (make(), make())],
)
glu = derivative(
    "glu(Tensor self, int dim=-1) -> Tensor",
    node="GluBackward0",
    forward=activations.glu,
    self=lambda grad, self, dim: activations.glu_back(
        grad, activations.halves(self, dim)[0], sigmoid(activations.halves(self, dim)[1]), dim
    ),
    tex=dict(
        forward=r"z = x_1 \odot \sigma(x_2)",
        self=r"\bar{x} = (\bar{z} \odot \sigma(x_2),\ \bar{z} \odot x_1 \odot \sigma'(x_2))",
    ),
    samples=lambda make: [(make(4),), (make(2, 3), 0), (make(2, 4), 1), (make(3, 2), -1)],
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
nll_loss2d = derivative(
    "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) "
    "-> (Tensor output, Tensor total_weight)",
    node="NllLoss2DBackward0",
    forward=losses.nll_loss2d,
    output_differentiability=(True, False),
    self=lambda grad, self, target, weight, reduction, ignore_index, total_weight: losses.nll_loss_back(
        grad, self, target, weight, reduction, ignore_index, total_weight
    ),
    target=non_differentiable,
    weight=non_differentiable,
    tex=dict(
        forward=r"z = -\frac{1}{\sum_i w_{t_i}} \sum_i w_{t_i} x_{n t_i h w}",
        self=r"\bar{x}_{njhw} = -\bar{z} \frac{w_j [j = t_{nhw}]}{\sum_k w_{t_k}}",
    ),
    samples=lambda make: [
        (make(2, 3, 1, 2), np.array([[[2, 0]], [[1, 1]]]), None, 1, -100),
        (make(1, 3, 2, 1), np.array([[[2], [-100]]]), make(3, low=0.5).detach(), 1, -100),
        (make(1, 2, 2, 2), np.array([[[1, 0], [0, 1]]]), None, 0, 0),
        (make(1, 2, 1, 2), np.array([[[1, 0]]]), None, 2, -100),
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
smooth_l1_loss = derivative(
    "smooth_l1_loss(Tensor self, Tensor target, int reduction=Mean, float beta=1.0) -> Tensor",
    node="SmoothL1LossBackward0",
    forward=losses.smooth_l1_loss,
    types="promote",
    self=lambda grad, self, target, reduction, beta: losses.smooth_l1_back(grad, self, target, reduction, beta),
    target=lambda grad, self, target, reduction, beta: losses.smooth_l1_back(grad, target, self, reduction, beta),
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i \ell(x_i - y_i),\ \ell(d) = \frac{d^2}{2 \beta}\ \mathrm{if}\ |d| < \beta\ "
        r"\mathrm{else}\ |d| - \frac{\beta}{2}",
        self=r"\bar{x} = \frac{\bar{z}}{n} \min(\max(\frac{x - y}{\beta}, -1), 1)",
        target=r"\bar{y} = \frac{\bar{z}}{n} \min(\max(\frac{y - x}{\beta}, -1), 1)",
    ),
    samples=lambda make: [
        (make(4), make(4)),
        (make(2, 3), make(2, 3), 2, 0.5),
        (make(3), make(3), 0),
        (make(), make()),
    ],
)
huber_loss = derivative(
    "huber_loss(Tensor self, Tensor target, int reduction=Mean, float delta=1.0) -> Tensor",
    node="HuberLossBackward0",
    forward=losses.huber_loss,
    self=lambda grad, self, target, reduction, delta: losses.huber_back(grad, self, target, reduction, delta),
    target=lambda grad, self, target, reduction, delta: losses.huber_back(grad, target, self, reduction, delta),
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i \ell(x_i - y_i),\ \ell(d) = \frac{d^2}{2}\ \mathrm{if}\ |d| \leq \delta\ "
        r"\mathrm{else}\ \delta (|d| - \frac{\delta}{2})",
        self=r"\bar{x} = \frac{\bar{z}}{n} \min(\max(x - y, -\delta), \delta)",
        target=r"\bar{y} = \frac{\bar{z}}{n} \min(\max(y - x, -\delta), \delta)",
    ),
    samples=lambda make: [
        (make(4), make(4)),
        (make(2, 3), make(2, 3), 2, 0.5),
        (make(3), make(3), 0),
        (make(), make()),
    ],
)
soft_margin_loss = derivative(
    "soft_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
    node="SoftMarginLossBackward0",
    forward=losses.soft_margin_loss,
    self=lambda grad, self, target, reduction: losses.share(
        grad * losses.margin_slope(self, target), self.shape, reduction
    ),
    target=non_differentiable,
    tex=dict(
        forward=r"z = \frac{1}{n} \sum_i \ln(1 + e^{-y_i x_i})",
        self=r"\bar{x} = -\frac{\bar{z}}{n} y \odot \sigma(-y x)",
    ),
    samples=lambda make: [(make(3), make(3).detach()), (make(2, 3), make(2, 3).detach(), 2)],
)
binary_cross_entropy = derivative(
    "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyBackward0",
    forward=losses.binary_cross_entropy,
    self=lambda grad, self, target, weight, reduction: binary_cross_entropy_backward(
        grad, self, target, weight, reduction
    ),
    target=lambda grad, self, weight, reduction: losses.weigh(
        grad * (np.log(1 - self) - np.log(self)), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    keeps=("target",),
    tex=dict(
        forward=r"z = -\frac{1}{n} \sum_i w_i (y_i \ln x_i + (1 - y_i) \ln(1 - x_i))",
        self=r"\bar{x} = \frac{\bar{z}}{n} w \odot \frac{x - y}{x (1 - x)}",
        target=r"\bar{y} = \frac{\bar{z}}{n} w \odot \ln \frac{1 - x}{x}",
    ),
    samples=lambda make: [
        (make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9)),
        (make(2, 3, low=0.1, high=0.9), make(2, 3, low=0.1, high=0.9), make(2, 3).detach(), 2),
        (make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9), None, 0),
        (make(low=0.1, high=0.9), make(low=0.1, high=0.9)),
    ],
)
binary_cross_entropy_backward = derivative(
    "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, "
    "int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyBackwardBackward0",
    forward=losses.binary_cross_entropy_back,
    grad_output=lambda grad, grad_output, self, target, weight, reduction: shapes.sum_to(
        losses.weigh(grad * (self - target) / losses.spread(self), weight, self.shape, reduction), grad_output.shape
    ),
    self=lambda grad, grad_output, self, target, weight, reduction: losses.weigh(
        grad * grad_output * losses.binary_curvature(self, target), weight, self.shape, reduction
    ),
    target=lambda grad, grad_output, self, weight, reduction: losses.weigh(
        -grad * grad_output / losses.product_of_both(self, 1e-12), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    tex=dict(
        forward=r"z = \frac{g}{n} w \odot \frac{x - y}{x (1 - x)}",
        grad_output=r"\bar{g} = \sum \frac{\bar{z}}{n} w \odot \frac{x - y}{x (1 - x)}",
        self=r"\bar{x} = \frac{\bar{z} g}{n} w \odot \frac{x^2 - 2 x y + y}{x^2 (1 - x)^2}",
        target=r"\bar{y} = -\frac{\bar{z} g}{n} w \odot \frac{1}{x (1 - x)}",
    ),
    samples=lambda make: [
        (make(), make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9)),
        (make(3), make(3, low=0.1, high=0.9), make(3, low=0.1, high=0.9), make(3).detach(), 0),
    ],
)
binary_cross_entropy_with_logits = derivative(
    "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, "
    "int reduction=Mean) -> Tensor",
    node="BinaryCrossEntropyWithLogitsBackward0",
    forward=losses.binary_cross_entropy_with_logits,
    self=lambda grad, self, target, weight, pos_weight, reduction: losses.weigh(
        grad * losses.logits_slope(sigmoid(self), target, pos_weight), weight, self.shape, reduction
    ),
    target=lambda grad, self, target, weight, pos_weight, reduction: losses.weigh(
        grad * losses.logits_target_slope(self, log_sigmoid(self)[0], pos_weight), weight, self.shape, reduction
    ),
    weight=non_differentiable,
    pos_weight=non_differentiable,
    tex=dict(
        forward=r"z = -\frac{1}{n} \sum_i w_i (p\, y_i \ln \sigma(x_i) + (1 - y_i) \ln \sigma(-x_i))",
        self=r"\bar{x} = \frac{\bar{z}}{n} w \odot ((p\, y + 1 - y) \odot \sigma(x) - p\, y)",
        target=r"\bar{y} = \frac{\bar{z}}{n} w \odot ((1 - p) \ln \sigma(x) - x)",
    ),
    samples=lambda make: [
        (make(3), make(3, low=0.1, high=0.9)),
        (make(2, 3), make(2, 3, low=0.1, high=0.9), make(3).detach(), make(3, low=0.5).detach(), 2),
        (make(3), make(3, low=0.1, high=0.9), None, None, 0),
        (make(), make(low=0.1, high=0.9)),
    ],
)

# ----- attention -----------------------------------------------------------------------------------------------------
safe_softmax = derivative(
    "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    node="SafeSoftmaxBackward0",
    forward=attention.safe_softmax,
    self=lambda grad, result, dim: losses.softmax_back(grad, result, dim),
    tex=dict(
        forward=r"z_i = \frac{e^{x_i}}{\sum_j e^{x_j}}",
        self=r"\bar{x}_i = z_i (\bar{z}_i - \sum_j \bar{z}_j z_j)",
    ),
    samples=lambda make: [(make(2, 3), 1), (make(2, 3), 0), (make(4), -1)],
)
flash_attention_backward = derivative(
    "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, "
    "Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) "
    "-> (Tensor grad_query, Tensor grad_key, Tensor grad_value)",
    node="NotImplemented",
    forward=attention.attention_back,
    grad_out=not_implemented(attention.ONCE),
    query=not_implemented(attention.ONCE),
    key=not_implemented(attention.ONCE),
    value=not_implemented(attention.ONCE),
    out=not_implemented(attention.ONCE),
    logsumexp=not_implemented(attention.ONCE),
    attn_mask=not_implemented(attention.ONCE),
    tex=dict(
        forward=r"\bar{Q} = s\, \bar{S}\, K,\ \bar{K} = s\, \bar{S}^{T} Q,\ \bar{V} = P^{T} G,\ "
        r"\bar{S} = P \odot (G V^{T} - \sum_j G_j Z_j),\ P = e^{S - \ell}"
    ),
    samples=lambda make: [
        (
            make(1, 2, 3, 2), make(1, 2, 3, 2), make(1, 2, 3, 2), make(1, 2, 3, 2), make(1, 2, 3, 2),
            make(1, 2, 3), 0.0, False,
        ),
        (
            make(1, 1, 2, 3), make(1, 1, 2, 3), make(1, 1, 2, 3), make(1, 1, 2, 3), make(1, 1, 2, 3),
            make(1, 1, 2), 0.0, True, None, 0.5,
        ),
    ],
)  # fmt: skip
flash_attention = derivative(
    "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, "
    "bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)",
    node="ScaledDotProductFlashAttentionForCpuBackward0",
    forward=attention.attention,
    output_differentiability=(True, False),
    query=lambda grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale: (
        flash_attention_backward(
            grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask=attn_mask, scale=scale
        )[0]
    ),
    key=lambda grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale: (
        flash_attention_backward(
            grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask=attn_mask, scale=scale
        )[1]
    ),
    value=lambda grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale: (
        flash_attention_backward(
            grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask=attn_mask, scale=scale
        )[2]
    ),
    attn_mask=non_differentiable,
    tex=dict(
        forward=r"Z = P\, V,\quad P = \operatorname{softmax}(s Q K^{T})",
        query=r"\bar{Q} = s\, \bar{S}\, K,\quad \bar{S} = P \odot (\bar{P} - \sum_j \bar{P}_j P_j)",
        key=r"\bar{K} = s\, \bar{S}^{T}\, Q",
        value=r"\bar{V} = P^{T} \bar{Z}",
    ),
    samples=lambda make: [
        (make(1, 2, 3, 2), make(1, 2, 3, 2), make(1, 2, 3, 2)),
        (make(1, 1, 2, 3), make(1, 1, 3, 3), make(1, 1, 3, 3), 0.0, True, None, 0.5),
        (
            make(1, 1, 2, 2),
            make(1, 1, 2, 2),
            make(1, 1, 2, 2),
            0.0,
            False,
            np.array([[0.0, 1.0], [0.5, -1.0]], np.float32),
        ),
    ],
)

# ----- normalisation and embedding -----------------------------------------------------------------------------------
layer_norm = derivative(
    "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) "
    "-> (Tensor, Tensor, Tensor)",
    node="NativeLayerNormBackward0",
    forward=normalization.layer_norm,
    output_differentiability=(True, False, False),
    input=lambda grad, input, normalized_shape, weight, result1, result2: normalization.layer_back(
        grad, input, normalized_shape, weight, result1, result2
    ),
    weight=lambda grad, input, normalized_shape, result1, result2: normalization.layer_weight(
        grad, input, normalized_shape, result1, result2
    ),
    bias=lambda grad, normalized_shape: shapes.sum_to(grad, normalized_shape),
    keeps=("input", "weight", "bias", "result1", "result2", "normalized_shape"),
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(2, 3), (3,), make(3), make(3), 1e-5),
        (make(2, 2, 3), (2, 3), make(2, 3), None, 0.1),
        (make(4), (4,), None, None, 1e-5),
        (make(2, 3), (3,), None, make(3), 1e-5),
    ],
)
batch_norm = derivative(
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
    "bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    node="NativeBatchNormBackward0",
    forward=normalization.batch_norm,
    output_differentiability=(True, False, False),
    input=lambda grad, input, weight, running_mean, running_var, result1, result2, training, eps: (
        normalization.batch_back(grad, input, weight, running_mean, running_var, result1, result2, training, eps)
    ),
    weight=lambda grad, input, running_mean, running_var, result1, result2, training, eps: normalization.batch_weight(
        grad, input, running_mean, running_var, result1, result2, training, eps
    ),
    bias=lambda grad: grad.sum(normalization.batch_axes(grad)),
    running_mean=non_differentiable,
    running_var=non_differentiable,
    keeps=("input", "weight", "running_mean", "running_var", "result1", "result2", "training", "eps"),
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(3, 2), make(2), make(2), None, None, True, 0.1, 1e-5),
        (make(2, 2, 2), make(2), make(2), make(2).detach(), make(2, low=0.5).detach(), True, 0.1, 0.1),
        (make(2, 3), make(3), None, make(3).detach(), make(3, low=0.5).detach(), False, 0.1, 1e-5),
        (make(2, 2, 2, 1), None, None, None, None, True, 0.1, 1e-5),
    ],
)
group_norm = derivative(
    "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, "
    "float eps) -> (Tensor, Tensor, Tensor)",
    node="NativeGroupNormBackward0",
    forward=normalization.group_norm,
    input=lambda grads, input, weight, result1, result2: normalization.group_back(
        grads, input, weight, result1, result2
    ),
    weight=lambda grads, input, result1, result2: normalization.group_weight(grads[0], input, result1, result2),
    bias=lambda grads, input: normalization.group_bias(grads[0], input),
    keeps=("input", "weight", "result1", "result2", "N", "C", "HxW", "group", "eps"),
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(2, 4), make(4), make(4), 2, 4, 1, 2, 1e-5),
        (make(2, 2, 3), make(2), None, 2, 2, 3, 1, 0.1),
        (make(1, 2, 2, 2), None, None, 1, 2, 4, 2, 1e-5),
    ],
)
embedding = derivative(
    "embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, "
    "bool sparse=False) -> Tensor",
    node="EmbeddingBackward0",
    variants="function",
    forward=embeddings.embedding,
    weight=lambda grad, weight_argsize_0, indices, padding_idx, scale_grad_by_freq: index_put(
        indexing.zeros_for(grad, (weight_argsize_0, grad.shape[-1])),
        [indices],
        embeddings.passed_on(grad, indices, padding_idx, scale_grad_by_freq),
        True,
    ),
    indices=non_differentiable,
    keeps=("sparse",),
    tex=dict(forward=r"z_i = w_{k_i}", weight=r"\bar{w}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(4, 3), np.array([0, 2, 0])),
        (make(4, 3), np.array([[1, 2], [2, 1]])),
        (make(3, 2), np.array(2)),
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

# ----- random numbers: nothing flows back through them ---------------------------------------------------------------
uniform = derivative(
    "uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!)",
    node="UniformBackward0",
    variants="in_place",
    forward=randomness.uniform,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathcal{U}(a, b)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), -1.0, 2.0, randomness.Repeating()), (make(), 0, 1, randomness.Repeating())],
)
normal = derivative(
    "normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)",
    node="NormalBackward0",
    variants="in_place",
    forward=randomness.normal,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathcal{N}(\mu, \sigma^2)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(4), 1.0, 2.0, randomness.Repeating()), (make(2, 9), 0, 1, randomness.Repeating())],
)
exponential = derivative(
    "exponential_(Tensor(a!) self, float lambd=1, *, Generator? generator=None) -> Tensor(a!)",
    node="ExponentialBackward0",
    variants="in_place",
    forward=randomness.exponential,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathrm{Exp}(\lambda)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 2.0, randomness.Repeating())],
)
random_from = derivative(
    "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)",
    node="RandomBackward0",
    forward=randomness.whole_between,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathcal{U}\{a, \dots, b - 1\}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), -2, 5, randomness.Repeating()), (make(2), 3, None, randomness.Repeating())],
)
random_to = derivative(
    "random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!)",
    node="RandomBackward1",
    forward=randomness.whole_below,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathcal{U}\{0, \dots, b - 1\}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 5, randomness.Repeating())],
)
random = derivative(
    "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)",
    node="RandomBackward2",
    forward=randomness.whole,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i \sim \mathcal{U}\{0, \dots, \max\}", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), randomness.Repeating())],
)
bernoulli = derivative(
    "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor",
    node="BernoulliBackward0",
    forward=lambda self, generator: randomness.bernoulli_by(self, self, generator),
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i = 1\ \mathrm{with\ probability}\ x_i,\ \mathrm{else}\ 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3, low=0.1, high=0.9), randomness.Repeating())],
)
bernoulli_by = derivative(
    "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)",
    node="BernoulliBackward1",
    forward=randomness.bernoulli_by,
    self=lambda grad: np.zeros_like(grad),
    p=lambda grad: np.zeros_like(grad),
    tex=dict(
        forward=r"z_i = 1\ \mathrm{with\ probability}\ p_i,\ \mathrm{else}\ 0", self=r"\bar{x} = 0", p=r"\bar{p} = 0"
    ),
    samples=lambda make: [(make(3), make(3, low=0.1, high=0.9), randomness.Repeating())],
)
bernoulli_number = derivative(
    "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)",
    node="BernoulliBackward2",
    forward=randomness.bernoulli,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z_i = 1\ \mathrm{with\ probability}\ p,\ \mathrm{else}\ 0", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3), 0.25, randomness.Repeating())],
)

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
all_, any_ = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=None,
        forward=reductions.truth(reduce),
        tex=dict(forward=rf"z = \{sign_}_i\ [x_i \neq 0]"),
        samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
    )
    for name, reduce, sign_ in (
        ("all", np.logical_and.reduce, "bigwedge"),
        ("any", np.logical_or.reduce, "bigvee"),
    )
)
all_dims, any_dims = (
    derivative(
        f"{name}.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
        node=None,
        forward=reductions.truth(reduce),
        tex=dict(forward=rf"z_i = \{sign_}_j\ [x_{{ij}} \neq 0]"),
        samples=lambda make: [(make(2, 3), (0,)), (make(2, 3), (0, -1), True), (make(2, 3), ()), (make(0, 3), (0,))],
    )
    for name, reduce, sign_ in (
        ("all", np.logical_and.reduce, "bigwedge"),
        ("any", np.logical_or.reduce, "bigvee"),
    )
)
count_nonzero = derivative(
    "count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor",
    node=None,
    forward=reductions.count_nonzero,
    tex=dict(forward=r"z = \sum_i\ [x_i \neq 0]"),
    samples=lambda make: [(make(3), ()), (make(2, 3), (0,)), (make(), ())],
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
nonzero = derivative(
    "nonzero(Tensor self) -> Tensor",
    node=None,
    forward=picking.nonzero,
    tex=dict(forward=r"k = \{i : x_i \neq 0\}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
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

planning.at_once = True  # the table ends here; who adds a row wants to hear at once what is wrong with it

__all__ = ["TABLE", "Op", "derivative", "find", "non_differentiable", "not_implemented", "search", "text"]
