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
from ._formulas import arithmetic, indexing, joining, losses, products, reductions, shapes
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
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    tex=dict(forward=r"z = x - \alpha y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = -\alpha \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(3), make(3), 2)],
)
rsub_tensor = derivative(
    "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="RsubBackward0",
    forward=quiet(lambda self, other, alpha: arithmetic.subtract(other, self, alpha)),
    types="promote",
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
    variants="function, method, in_place",
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
threshold_backward = derivative(
    "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    node="ThresholdBackwardBackward0",
    forward=arithmetic.threshold_backward,
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
    forward=np.abs,
    self=lambda grad, self: grad * sign(self),  # at 0 the slope is taken to be 0
    tex=dict(forward=r"z = |x|", self=r"\bar{x} = \bar{z} \odot \operatorname{sign}(x)"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)
sign = derivative(
    "sign(Tensor self) -> Tensor",
    node="SignBackward0",
    variants="function, method",
    forward=arithmetic.sign,
    self=lambda grad: np.zeros_like(grad),
    tex=dict(forward=r"z = \operatorname{sign}(x)", self=r"\bar{x} = 0"),
    samples=lambda make: [(make(3),), (make(),)],
)
clamp = derivative(
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    node="ClampBackward1",
    variants="function, method, in_place",
    forward=arithmetic.clamp,
    self=lambda grad, self, min, max: choose(arithmetic.within(self, min, max), grad, 0.0),
    tex=dict(forward=r"z = \min(\max(x, a), b)", self=r"\bar{x} = \bar{z} \odot [a \leq x \leq b]"),
    samples=lambda make: [(make(5), -0.5, 0.5), (make(2, 3), 0.1), (make(3), None, 0.3), (make(), -1, 1)],
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
    variants="function, method",
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
    variants="function, method",
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
masked_fill = derivative(
    "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    node="MaskedFillBackward0",
    variants="in_place",
    forward=arithmetic.masked_fill,
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
    forward=shapes.view,
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
        forward=function,
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
    variants="function, method",
    forward=np.invert,
    tex=dict(forward=r"z = \mathrm{not}\ x"),
    samples=lambda make: [(np.array([True, False]),)],
)
floor_divide = derivative(
    "floor_divide(Tensor self, Tensor other) -> Tensor",
    node="NotImplemented",
    variants="function, method",
    forward=arithmetic.floor_divide,
    types="promote",
    pointwise=True,
    self=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    other=not_implemented("its slope is 0 wherever it has one; subtract the remainder instead."),
    tex=dict(forward=r"z = \lfloor x / y \rfloor"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), make(3, low=0.5))],
)

__all__ = ["TABLE", "Op", "derivative", "non_differentiable", "not_implemented"]
