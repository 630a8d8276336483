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

To add an operation, add a row; ``_opdef.py`` says what a row may contain.
"""

import operator

import numpy as np

from . import _formulas as formulas
from ._opdef import TABLE as TABLE
from ._opdef import Op, derivative, non_differentiable

# ----- arithmetic ----------------------------------------------------------------------------------------------------
add = derivative(
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="AddBackward0",
    forward=lambda self, other, alpha: self + other if alpha == 1 else self + alpha * other,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, alpha: grad if alpha == 1 else grad * alpha,
    tex=dict(forward=r"z = x + y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = \bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2)), (make(3), make(3), 2)],
)
sub = derivative(
    "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    node="SubBackward0",
    forward=lambda self, other, alpha: self - other if alpha == 1 else self - alpha * other,
    types="promote",
    pointwise=True,
    self=lambda grad: grad,
    other=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    tex=dict(forward=r"z = x - y", self=r"\bar{x} = \bar{z}", other=r"\bar{y} = -\bar{z}"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(3), make(3), 2)],
)
rsub = derivative(
    "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    node="RsubBackward1",
    forward=lambda self, other, alpha: other - self if alpha == 1 else other - alpha * self,
    types="promote",
    self=lambda grad, alpha: -grad if alpha == 1 else -grad * alpha,
    tex=dict(forward=r"z = c - x", self=r"\bar{x} = -\bar{z}"),
    samples=lambda make: [(make(3), 2.0), (make(2, 3), 1), (make(3), 1.0, 2)],
)
mul = derivative(
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    node="MulBackward0",
    forward=operator.mul,
    types="promote",
    pointwise=True,
    self=lambda grad, other: grad * other,
    other=lambda grad, self: grad * self,
    tex=dict(forward=r"z = x \odot y", self=r"\bar{x} = \bar{z} \odot y", other=r"\bar{y} = \bar{z} \odot x"),
    samples=lambda make: [(make(3), make(3)), (make(2, 3), make(3)), (make(2, 1), 2.0), (make(), make(2))],
)
neg = derivative(
    "neg(Tensor self) -> Tensor",
    node="NegBackward0",
    forward=operator.neg,
    self=lambda grad: -grad,
    tex=dict(forward=r"z = -x", self=r"\bar{x} = -\bar{z}"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 0),)],
)

# ----- one number at a time ------------------------------------------------------------------------------------------
exp = derivative(
    "exp(Tensor self) -> Tensor",
    node="ExpBackward0",
    forward=np.exp,
    types="float",
    self=lambda grad, result: grad * result,
    tex=dict(forward=r"z = e^{x}", self=r"\bar{x} = \bar{z} \odot z"),
    samples=lambda make: [(make(3),), (make(),), (make(2, 2),)],
)

# ----- reductions -----------------------------------------------------------------------------------------------------
sum_all = derivative(
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward0",
    forward=formulas.sum_all,
    self=lambda grad, self_sizes: np.broadcast_to(grad, self_sizes),
    tex=dict(forward=r"z = \sum_i x_i", self=r"\bar{x}_i = \bar{z}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)
sum_dim = derivative(
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward1",
    forward=formulas.sum_dim,
    self=lambda grad, self_sizes, dim, keepdim: formulas.spread(grad, self_sizes, dim, keepdim),
    tex=dict(forward=r"z_i = \sum_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i"),
    samples=lambda make: [(make(2, 3), (0,)), (make(2, 3), (-1,), True), (make(2, 3, 2), (0, 2))],
)

# ----- shapes ----------------------------------------------------------------------------------------------------------
expand = derivative(
    "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)",
    node="ExpandBackward0",
    forward=formulas.expand,
    view=True,
    self=lambda grad, self_sizes: formulas.sum_to(grad, self_sizes),
    tex=dict(forward=r"z_{ij} = x_j", self=r"\bar{x}_j = \sum_i \bar{z}_{ij}"),
    samples=lambda make: [(make(3), (2, 3)), (make(2, 1), (2, 4)), (make(), (2, 2))],
)
view = derivative(
    "view(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    node="ViewBackward0",
    forward=lambda self, size: np.reshape(self, size),
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{view}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,)), (make(4), (2, 2)), (make(), (1,))],
)
clone = derivative(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    node="CloneBackward0",
    forward=lambda self, memory_format: np.array(self) if isinstance(self, np.ndarray) else self,
    self=lambda grad: grad,
    tex=dict(forward=r"z = x", self=r"\bar{x} = \bar{z}"),
    samples=lambda make: [(make(3),), (make(),)],
)

# ----- several tensors in, several out -------------------------------------------------------------------------------
unbind = derivative(
    "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor[]",
    node="UnbindBackward0",
    forward=formulas.unbind,
    view=True,
    self=lambda grads, self_sizes, dim: formulas.unbind_backward(grads, self_sizes, dim),
    tex=dict(forward=r"z_i = x_{i}", self=r"\bar{x}_{i} = \bar{z}_i"),
    samples=lambda make: [(make(3),), (make(2, 3), 1), (make(2, 3), -1)],
)

__all__ = ["TABLE", "Op", "derivative", "non_differentiable"]
