"""The same numbers in another shape: views, whose forwards return arrays that share their input's memory.

Views of a part (``x[0]``, ``select``, ``unfold``) are in ``indexing.py``.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.base.strided import look_again
from .._core.refusals.shapes import check_expand, check_permute, check_t, check_t_in_place, refuse_size, refuse_view
from .._core.table.row import derivative
from ._operands import distinct_axes, sum_to, wrap_dim


def reshape(self: Any, size: tuple[int, ...]) -> Any:
    """As ``view``, with a copy where it must be. One -1 stands for what is left."""
    try:
        if not size or min(size) >= -1:  # NumPy takes any negative number for a -1
            return self.reshape(size)
    except ValueError:
        pass
    refuse_size(self, size)


def shares(shaped: Any, self: Any) -> bool:
    """Whether ``shaped`` looks at ``self``'s memory."""
    return not isinstance(self, np.ndarray) or self.flags.c_contiguous or np.may_share_memory(shaped, self)


def view_forward(self: Any, size: tuple[int, ...]) -> Any:
    """The same memory under another shape; an error where that is impossible."""
    shaped = reshape(self, size)
    if not shares(shaped, self):
        refuse_view()
    return shaped


view = derivative(
    "view(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    node="ViewBackward0",
    forward=view_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    view=True,
    does="The same memory under another shape; one -1 stands for the length that is left.",
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [
        (make(2, 3), (6,)), (make(4), (2, 2)), (make(), (1,)), (make(2, 3), (-1, 2)), (make(0, 3), (0,)),
    ],
)  # fmt: skip

unsafe_view = derivative(
    "_unsafe_view(Tensor self, SymInt[] size) -> Tensor",
    node="UnsafeViewBackward0",
    forward=view_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    does="The same numbers under another shape, recorded as no view.",
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,)), (make(4), (2, 2))],
)

reshape_alias = derivative(
    "_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)",
    node="ReshapeAliasBackward0",
    forward=look_again,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    view=True,
    does="The same memory under another shape, as ``reshape`` makes it.",
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,), (1,)), (make(4), (2, 2), (2, 1))],
)


def expand_forward(self: Any, size: Sequence[int], implicit: bool) -> Any:
    """Stretch to ``size``; -1 keeps a length. Every copy is the same memory."""
    extra = len(size) - self.ndim
    target = tuple([self.shape[i - extra] if n == -1 and i >= extra else n for i, n in enumerate(size)])
    if target == self.shape:  # nothing to stretch, as mostly where `matmul` asks
        return self[...]
    try:
        found = np.broadcast_to(self, target)
    except ValueError:
        check_expand(self, size)
        raise
    if found.size == self.size and self.flags.writeable:  # NumPy locks it although nothing is there twice
        found.flags.writeable = True
    return found


expand = derivative(
    "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)",
    node="ExpandBackward0",
    forward=expand_forward,
    self=lambda grad, self_sizes: sum_to(grad, self_sizes),  # a copy in forward is a sum in backward
    view=True,
    does="``self`` stretched to ``size`` without a copy: dimensions of length 1 are repeated; -1 keeps a length.",
    tex=dict(forward=r"z_{ij} = x_j", self=r"\bar{x}_j = \sum_i \bar{z}_{ij}"),
    samples=lambda make: [(make(3), (2, 3)), (make(2, 1), (-1, 4)), (make(), (2, 2)), (make(3), (3,)), (make(1), (0,))],
)

squeeze = derivative(
    "squeeze(Tensor(a) self) -> Tensor(a)",
    node="SqueezeBackward0",
    forward=lambda self: self.squeeze(),
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    view=True,
    does="``self`` without its dimensions of length 1, as a view.",
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3),), (make(1, 1),), (make(),)],
)


def squeeze_dim_forward(self: Any, dim: int) -> Any:
    """Without dimension ``dim``, if that has length 1."""
    axis = wrap_dim(dim, self.ndim)
    return self.squeeze(axis) if self.ndim and self.shape[axis] == 1 else self[...]


squeeze_dim = derivative(
    "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    node="SqueezeBackward1",
    forward=squeeze_dim_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    view=True,
    keeps=("dim",),
    does="``self`` without the dimension ``dim``, if that has length 1, as a view.",
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3), 1), (make(2, 3), 0), (make(2, 1), -1), (make(), 0)],
)


def squeeze_dims_forward(self: Any, dim: Sequence[int]) -> Any:
    """Without those of the dimensions ``dim`` that have length 1."""
    axes = distinct_axes(dim, self.ndim)
    return self.squeeze(tuple(axis for axis in axes if self.shape[axis] == 1)) if self.ndim else self[...]


squeeze_dims = derivative(
    "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)",
    node="SqueezeBackward2",
    forward=squeeze_dims_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    view=True,
    keeps=("dim",),
    does="``self`` without those of the dimensions ``dim`` that have length 1, as a view.",
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 1), (1, -1)), (make(2, 1), (0, 1)), (make(1), ()), (make(), (0,))],
)

squeeze_all_in_place = derivative(
    "squeeze_(Tensor(a!) self) -> Tensor(a!)",
    node="SqueezeBackward3",
    forward=lambda self: self.squeeze(),
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    does="``self`` loses its dimensions of length 1.",
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3),), (make(1, 1),)],
)

squeeze_in_place = derivative(  # matmul of a vector and a matrix ends with it
    "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)",
    node="SqueezeBackward4",
    forward=squeeze_dim_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    does="``self`` loses the dimension ``dim``, if that has length 1.",
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(1, 3), 0), (make(2, 1), -1)],
)


def unsqueeze_forward(self: Any, dim: int) -> Any:
    """With a new dimension of length 1 at ``dim``."""
    return np.expand_dims(self, wrap_dim(dim, self.ndim + 1))


unsqueeze = derivative(
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    node="UnsqueezeBackward0",
    forward=unsqueeze_forward,
    self=lambda grad, dim: grad.squeeze(dim),
    variants="function, method",
    view=True,
    does="``self`` with a new dimension of length 1 at ``dim``, as a view.",
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1), (make(), 0)],
)

unsqueeze_in_place = derivative(  # with transpose_, how quantile brings its result into shape
    "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)",
    node="UnsqueezeBackward1",
    forward=unsqueeze_forward,
    self=lambda grad, dim: grad.squeeze(dim),
    does="``self`` gets a new dimension of length 1 at ``dim``.",
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1)],
)


def transpose_forward(self: Any, dim0: int, dim1: int) -> Any:
    """Two dimensions swapped."""
    first, second = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    return np.swapaxes(self, first, second) if self.ndim else self


transpose = derivative(
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    node="TransposeBackward0",
    forward=transpose_forward,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    variants="function, method",
    view=True,
    does="``self`` with the dimensions ``dim0`` and ``dim1`` swapped, as a view.",
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3), (make(), 0, -1)],
)

transpose_in_place = derivative(
    "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)",
    node="TransposeBackward1",
    forward=transpose_forward,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    does="The dimensions ``dim0`` and ``dim1`` of ``self`` change places.",
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3)],
)


def t_forward(self: Any) -> Any:
    """Rows as columns, up to 2-D."""
    return self.T


t = derivative(
    "t(Tensor(a) self) -> Tensor(a)",
    node="TBackward0",
    forward=t_forward,
    self=lambda grad: t(grad),
    variants="function, method",
    view=True,
    refuse=check_t,
    does="The transpose of a matrix, as a view; a vector or a single number stays as it is.",
    tex=dict(forward=r"z = x^{T}", self=r"\bar{x} = \bar{z}^{T}"),
    samples=lambda make: [(make(2, 3),), (make(3),), (make(),)],
)

t_in_place = derivative(
    "t_(Tensor(a!) self) -> Tensor(a!)",
    node="TBackward1",
    forward=t_forward,
    self=lambda grad: t(grad),
    refuse=check_t_in_place,
    does="The rows of the matrix ``self`` become its columns.",
    tex=dict(forward=r"z = x^{T}", self=r"\bar{x} = \bar{z}^{T}"),
    samples=lambda make: [(make(2, 3),), (make(3),)],
)


def permute_forward(self: Any, dims: Sequence[int]) -> Any:
    """All dimensions in another order."""
    try:
        return self.T if dims == (1, 0) and self.ndim == 2 else np.transpose(self, dims)
    except ValueError:
        check_permute(self, dims)
        raise


def permute_back(grad: Any, dims: Sequence[int]) -> Any:
    """Backward of ``permute``: the inverse order."""
    if dims == (1, 0):
        return grad.T
    axes = [dim % len(dims) for dim in dims]
    return np.transpose(grad, [axes.index(i) for i in range(len(axes))])


permute = derivative(
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    node="PermuteBackward0",
    forward=permute_forward,
    self=permute_back,
    view=True,
    does="``self`` with its dimensions in the order ``dims``, as a view.",
    tex=dict(forward=r"z = \operatorname{permute}(x)", self=r"\bar{x} = \operatorname{permute}^{-1}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (1, 0)), (make(2, 3, 4), (2, 0, 1)), (make(2, 3, 4), (0, -1, 1)), (make(), ())],
)
