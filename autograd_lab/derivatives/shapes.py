"""The same numbers in another shape: views, whose forwards return arrays that share their input's memory."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._base.strided import look_again
from .._table.row import derivative
from ._axes import distinct_axes, sum_to, wrap_dim
from ._operands import tensor_type_of

_NOT_VIEWABLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
    "contiguous subspaces). Use .reshape(...) instead."
)


def _check_size(self: Any, size: tuple[int, ...]) -> None:
    for place, n in enumerate(size):
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {place} of shape {list(size)}")
    if size.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if -1 in size and 0 in size and not self.size:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(size)} because the unspecified dimension size -1 "
            "can be any value and is ambiguous"
        )


def reshape(self: Any, size: tuple[int, ...]) -> Any:
    """As ``view``, with a copy where it must be. One -1 stands for what is left."""
    try:
        if size and min(size) < -1:  # NumPy takes any negative number for a -1
            raise ValueError
        return self.reshape(size)
    except ValueError:
        _check_size(self, size)
        raise RuntimeError(f"shape '{list(size)}' is invalid for input of size {self.size}") from None


def shares(shaped: Any, self: Any) -> bool:
    """Whether ``shaped`` looks at ``self``'s memory."""
    return not isinstance(self, np.ndarray) or self.flags.c_contiguous or np.may_share_memory(shaped, self)


def view_forward(self: Any, size: tuple[int, ...]) -> Any:
    """The same memory under another shape; an error where that is impossible."""
    shaped = reshape(self, size)
    if not shares(shaped, self):
        raise RuntimeError(_NOT_VIEWABLE)
    return shaped


view = derivative(
    "view(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    does="The same memory under another shape; one -1 stands for the length that is left.",
    node="ViewBackward0",
    forward=view_forward,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [
        (make(2, 3), (6,)), (make(4), (2, 2)), (make(), (1,)), (make(2, 3), (-1, 2)), (make(0, 3), (0,)),
    ],
)  # fmt: skip

unsafe_view = derivative(
    "_unsafe_view(Tensor self, SymInt[] size) -> Tensor",
    does="The same numbers under another shape, recorded as no view.",
    node="UnsafeViewBackward0",
    forward=view_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,)), (make(4), (2, 2))],
)

reshape_alias = derivative(
    "_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)",
    does="The same memory under another shape, as ``reshape`` makes it.",
    node="ReshapeAliasBackward0",
    forward=look_again,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{view}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (6,), (1,)), (make(4), (2, 2), (2, 1))],
)


def expand_forward(self: Any, size: Sequence[int], implicit: bool) -> Any:
    """Stretch to ``size``; -1 keeps a length. Every copy is the same memory."""
    shape = self.shape
    extra = len(size) - len(shape)
    if extra < 0:
        raise RuntimeError(
            f"expand({tensor_type_of(self)}{{{list(shape)}}}, size={list(size)}): the number of "
            f"sizes provided ({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})"
        )
    if min(size[:extra], default=0) < 0:
        place = next(i for i, n in enumerate(size) if n < 0)
        raise RuntimeError(
            f"The expanded size of the tensor ({size[place]}) isn't allowed in a leading, non-existing dimension "
            f"{place}"
        )
    target = tuple(shape[i - extra] if n == -1 and i >= extra else n for i, n in enumerate(size))
    for i in range(len(target) - 1, extra - 1, -1):
        if shape[i - extra] not in (1, target[i]):
            raise RuntimeError(
                f"The expanded size of the tensor ({target[i]}) must match the existing size ({shape[i - extra]}) at "
                f"non-singleton dimension {i}.  Target sizes: {list(target)}.  Tensor sizes: {list(shape)}"
            )
    found = np.broadcast_to(self, target)
    if found.size == self.size and self.flags.writeable:  # NumPy locks it although nothing is there twice
        found.flags.writeable = True
    return found


expand = derivative(
    "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)",
    does="``self`` stretched to ``size`` without a copy: dimensions of length 1 are repeated; -1 keeps a length.",
    node="ExpandBackward0",
    forward=expand_forward,
    view=True,
    self=lambda grad, self_sizes: sum_to(grad, self_sizes),  # a copy in forward is a sum in backward
    tex=dict(forward=r"z_{ij} = x_j", self=r"\bar{x}_j = \sum_i \bar{z}_{ij}"),
    samples=lambda make: [(make(3), (2, 3)), (make(2, 1), (-1, 4)), (make(), (2, 2)), (make(3), (3,)), (make(1), (0,))],
)

squeeze = derivative(
    "squeeze(Tensor(a) self) -> Tensor(a)",
    does="``self`` without its dimensions of length 1, as a view.",
    node="SqueezeBackward0",
    forward=lambda self: self.squeeze(),
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3),), (make(1, 1),), (make(),)],
)


def squeeze_dim_forward(self: Any, dim: int) -> Any:
    """Without dimension ``dim``, if that has length 1."""
    axis = wrap_dim(dim, self.ndim)
    return self.squeeze(axis) if self.ndim and self.shape[axis] == 1 else self[...]


squeeze_dim = derivative(
    "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    does="``self`` without the dimension ``dim``, if that has length 1, as a view.",
    node="SqueezeBackward1",
    forward=squeeze_dim_forward,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3), 1), (make(2, 3), 0), (make(2, 1), -1), (make(), 0)],
)


def squeeze_dims_forward(self: Any, dim: Sequence[int]) -> Any:
    """Without those of the dimensions ``dim`` that have length 1."""
    axes = distinct_axes(dim, self.ndim)
    return self.squeeze(tuple(axis for axis in axes if self.shape[axis] == 1)) if self.ndim else self[...]


squeeze_dims = derivative(
    "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)",
    does="``self`` without those of the dimensions ``dim`` that have length 1, as a view.",
    node="SqueezeBackward2",
    forward=squeeze_dims_forward,
    view=True,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 1), (1, -1)), (make(2, 1), (0, 1)), (make(1), ()), (make(), (0,))],
)

squeeze_all_in_place = derivative(
    "squeeze_(Tensor(a!) self) -> Tensor(a!)",
    does="``self`` loses its dimensions of length 1.",
    node="SqueezeBackward3",
    forward=lambda self: self.squeeze(),
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 3),), (make(1, 1),)],
)

squeeze_dims_in_place = derivative(
    "squeeze_.dims(Tensor(a!) self, int[] dim) -> Tensor(a!)",
    does="``self`` loses those of the dimensions ``dim`` that have length 1.",
    node="SqueezeBackward5",
    forward=squeeze_dims_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(2, 1, 1), (1, -1)), (make(2, 1), (0, 1))],
)

squeeze_in_place = derivative(  # matmul of a vector and a matrix ends with it
    "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)",
    does="``self`` loses the dimension ``dim``, if that has length 1.",
    node="SqueezeBackward4",
    forward=squeeze_dim_forward,
    self=lambda grad, self_sizes: grad.reshape(self_sizes),
    keeps=("dim",),
    tex=dict(forward=r"z = \operatorname{squeeze}(x)", self=r"\bar{x} = \operatorname{reshape}(\bar{z})"),
    samples=lambda make: [(make(1, 3), 0), (make(2, 1), -1)],
)


def unsqueeze_forward(self: Any, dim: int) -> Any:
    """With a new dimension of length 1 at ``dim``."""
    return np.expand_dims(self, wrap_dim(dim, self.ndim + 1))


unsqueeze = derivative(
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    does="``self`` with a new dimension of length 1 at ``dim``, as a view.",
    node="UnsqueezeBackward0",
    variants="function, method",
    forward=unsqueeze_forward,
    view=True,
    self=lambda grad, dim: grad.squeeze(dim),
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1), (make(), 0)],
)

unsqueeze_in_place = derivative(  # with transpose_, how quantile brings its result into shape
    "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)",
    does="``self`` gets a new dimension of length 1 at ``dim``.",
    node="UnsqueezeBackward1",
    forward=unsqueeze_forward,
    self=lambda grad, dim: grad.squeeze(dim),
    tex=dict(forward=r"z = \operatorname{unsqueeze}(x)", self=r"\bar{x} = \operatorname{squeeze}(\bar{z})"),
    samples=lambda make: [(make(2, 3), 1), (make(3), -1)],
)


def transpose_forward(self: Any, dim0: int, dim1: int) -> Any:
    """Two dimensions swapped."""
    first, second = wrap_dim(dim0, self.ndim), wrap_dim(dim1, self.ndim)
    return np.swapaxes(self, first, second) if self.ndim else self


transpose = derivative(
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    does="``self`` with the dimensions ``dim0`` and ``dim1`` swapped, as a view.",
    node="TransposeBackward0",
    variants="function, method",
    forward=transpose_forward,
    view=True,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3), (make(), 0, -1)],
)

transpose_in_place = derivative(
    "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)",
    does="The dimensions ``dim0`` and ``dim1`` of ``self`` change places.",
    node="TransposeBackward1",
    forward=transpose_forward,
    self=lambda grad, dim0, dim1: np.swapaxes(grad, dim0, dim1) if grad.ndim else grad,
    tex=dict(forward=r"z_{ji} = x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_{ji}"),
    samples=lambda make: [(make(2, 3), 0, 1), (make(2, 3, 2), -1, -3)],
)


def t_forward(self: Any, name: str = "t") -> Any:
    """Rows as columns, up to 2-D."""
    if self.ndim > 2:
        raise RuntimeError(f"{name}() expects a tensor with <= 2 dimensions, but self is {self.ndim}D")
    return self.T


t = derivative(
    "t(Tensor(a) self) -> Tensor(a)",
    does="The transpose of a matrix, as a view; a vector or a single number stays as it is.",
    node="TBackward0",
    variants="function, method",
    forward=t_forward,
    view=True,
    self=lambda grad: t(grad),
    tex=dict(forward=r"z = x^{T}", self=r"\bar{x} = \bar{z}^{T}"),
    samples=lambda make: [(make(2, 3),), (make(3),), (make(),)],
)

t_in_place = derivative(
    "t_(Tensor(a!) self) -> Tensor(a!)",
    does="The rows of the matrix ``self`` become its columns.",
    node="TBackward1",
    forward=lambda self: t_forward(self, "t_"),
    self=lambda grad: t(grad),
    tex=dict(forward=r"z = x^{T}", self=r"\bar{x} = \bar{z}^{T}"),
    samples=lambda make: [(make(2, 3),), (make(3),)],
)


def permute_forward(self: Any, dims: Sequence[int]) -> Any:
    """All dimensions in another order."""
    if dims == (1, 0) and self.ndim == 2:
        return self.T
    if len(dims) != self.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {self.ndim} is not equal to len(dims) = {len(dims)}"
        )
    axes = [wrap_dim(dim, self.ndim) for dim in dims]
    if len(set(axes)) != len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return np.transpose(self, axes)


def permute_back(grad: Any, dims: Sequence[int]) -> Any:
    """Backward of ``permute``: the inverse order."""
    if dims == (1, 0):
        return grad.T
    axes = [dim % len(dims) for dim in dims]
    return np.transpose(grad, [axes.index(i) for i in range(len(axes))])


permute = derivative(
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    does="``self`` with its dimensions in the order ``dims``, as a view.",
    node="PermuteBackward0",
    forward=permute_forward,
    view=True,
    self=permute_back,
    tex=dict(forward=r"z = \operatorname{permute}(x)", self=r"\bar{x} = \operatorname{permute}^{-1}(\bar{z})"),
    samples=lambda make: [(make(2, 3), (1, 0)), (make(2, 3, 4), (2, 0, 1)), (make(2, 3, 4), (0, -1, 1)), (make(), ())],
)
