"""Rows of the table under their public names.

Most rows are public as they are: ``exp`` is a function and ``Tensor.exp`` a method. Here are the names behind which
PyTorch hides several rows (``sum``, ``pow``, ``max``), and those that choose between a view and a copy.
``_methods.py`` makes all of them methods and operators of Tensor.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _dtype
from . import derivatives as d
from ._formulas import shapes
from ._formulas.reductions import wrap_dim
from ._matmul import addmm, bmm, dot, matmul, mm, mv, outer
from ._return_types import max_result, min_result
from ._tensor import Tensor, wrap

contiguous_format = "torch.contiguous_format"
"""Row-major order without gaps, for ``clone(memory_format=…)``."""

abs = absolute = d.abs
add, sub, mul, neg = d.add, d.sub, d.mul, d.neg
subtract, multiply, negative = sub, mul, neg
div = divide = true_divide = d.div
exp, log, sqrt, sin, cos, tanh, sigmoid, relu = d.exp, d.log, d.sqrt, d.sin, d.cos, d.tanh, d.sigmoid, d.relu
reciprocal, sign, clamp, maximum, minimum = d.reciprocal, d.sign, d.clamp, d.maximum, d.minimum
clip = clamp
eq, ne, lt, le, gt, ge = d.eq, d.ne, d.lt, d.le, d.gt, d.ge
isnan, isinf, isfinite, argmax, argmin = d.isnan, d.isinf, d.isfinite, d.argmax, d.argmin
bitwise_and, bitwise_or, bitwise_xor, bitwise_not = d.bitwise_and, d.bitwise_or, d.bitwise_xor, d.bitwise_not
floor_divide, clone, t = d.floor_divide, d.clone, d.t


# ----- arithmetic --------------------------------------------------------------------------------------------------
def rsub(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """``other - alpha * self``."""
    return (d.rsub_tensor if isinstance(other, Tensor) else d.rsub)(self, other, alpha=alpha)


def pow(self: Any, exponent: Any) -> Tensor:
    """``self ** exponent``; three rows, for a number on the right, on the left, or nowhere."""
    if not isinstance(self, Tensor):
        return d.pow_of_number(self, exponent)
    return d.pow_tensor(self, exponent) if isinstance(exponent, Tensor) else d.pow_number(self, exponent)


def square(self: Tensor) -> Tensor:
    """``self ** 2``."""
    return d.pow_number(self, 2)


def where(condition: Tensor, input: Any, other: Any) -> Tensor:
    """``input`` where the condition holds, else ``other``; either may be a number."""
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        return d.where(condition, input, other)
    kind = _dtype.result_numpy([input, other])  # two numbers: PyTorch makes a tensor of them first
    return d.where(condition, wrap(kind.type(input)), other)


def masked_fill(self: Tensor, mask: Tensor, value: Any) -> Tensor:
    """``self`` with the number ``value`` where the mask holds."""
    return d.masked_fill(self, mask, value.item() if isinstance(value, Tensor) else value)


# ----- reductions --------------------------------------------------------------------------------------------------
def axis_is_dim(function: Callable) -> Callable:
    """NumPy's words ``axis`` and ``keepdims`` are understood too, as in PyTorch."""

    @functools.wraps(function)
    def reduce(*args: Any, **kwargs: Any) -> Any:
        for numpy_name, name in (("axis", "dim"), ("keepdims", "keepdim")):
            if numpy_name in kwargs:
                kwargs[name] = kwargs.pop(numpy_name)
        return function(*args, **kwargs)

    return reduce


@axis_is_dim
def sum(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Sum of all elements, or over the dimension(s) ``dim``. Integers sum as int64."""
    if dim is None and not keepdim:
        return d.sum_all(self, dtype=dtype)
    return d.sum_dim(self, _dims(dim), keepdim, dtype=dtype)


@axis_is_dim
def mean(self: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """Mean of all elements, or over the dimension(s) ``dim``; floats only."""
    if dim is None and not keepdim:
        return d.mean_all(self, dtype=dtype)
    return d.mean_dim(self, _dims(dim), keepdim, dtype=dtype)


def _dims(dim: Any) -> tuple[int, ...]:
    """Dimensions as a tuple; None is all, written as the empty tuple."""
    if dim is None:
        return ()
    return (dim,) if isinstance(dim, int) else tuple(dim)


@axis_is_dim
def max(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `maximum`.
    """
    if isinstance(dim, Tensor):
        return d.maximum(self, dim)
    return d.max_all(self) if dim is None else max_result(*d.max_dim(self, dim, keepdim))


@axis_is_dim
def min(self: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest of all (ties share the gradient); or along ``dim`` a pair (values, indices); or, of two tensors,
    `minimum`.
    """
    if isinstance(dim, Tensor):
        return d.minimum(self, dim)
    return d.min_all(self) if dim is None else min_result(*d.min_dim(self, dim, keepdim))


def any(self: Tensor) -> Tensor:
    """Whether some element is true (not 0)."""
    return wrap(np.bool_(self._data.any()))


def all(self: Tensor) -> Tensor:
    """Whether every element is true (not 0)."""
    return wrap(np.bool_(self._data.all()))


def equal(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape and the same elements."""
    return bool(np.array_equal(self._data, other._data))


def allclose(
    self: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Whether ``|self - other| <= atol + rtol·|other|`` everywhere."""
    return bool(np.allclose(self._data, other._data, rtol, atol, equal_nan))


def softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Positive numbers that add up to 1 along ``dim``."""
    return d.softmax(self if dtype is None else to(self, dtype), dim, False)


def log_softmax(self: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The logarithm of softmax, safe for large differences."""
    return d.log_softmax(self if dtype is None else to(self, dtype), dim, False)


# ----- shapes --------------------------------------------------------------------------------------------------------
def size_of(shape: tuple) -> tuple[int, ...]:
    """A shape given as separate numbers or as one sequence."""
    given = shape[0] if len(shape) == 1 and not isinstance(shape[0], int | np.integer | Tensor) else shape
    return tuple(int(n) for n in given)


def view(self: Tensor, *shape: Any) -> Tensor:
    """The same memory in another shape, or an error. One -1 stands for what is left."""
    return d.view(self, size_of(shape))


def reshape(self: Tensor, *shape: Any) -> Tensor:
    """The same numbers in another shape: a view where possible, else a copy. One -1 stands for what is left."""
    size = size_of(shape)
    data = self._data
    if shapes.shares(shapes.reshape(data, size), data):
        return d.view(self, size)
    return d.unsafe_view(d.clone(self, memory_format=contiguous_format), size)


def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Dimensions ``start_dim`` to ``end_dim`` as one; a vector comes back as the tensor it is."""
    start, end = wrap_dim(start_dim, self.ndim), wrap_dim(end_dim, self.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not self.ndim:
        return reshape(self, 1)
    return self if start == end else reshape(self, *self.shape[:start], -1, *self.shape[end + 1 :])


def squeeze(self: Tensor, dim: int | None = None) -> Tensor:
    """Without the dimensions of length 1, or without ``dim`` if that has length 1."""
    return d.squeeze(self) if dim is None else d.squeeze_dim(self, dim)


def unsqueeze(self: Tensor, dim: int) -> Tensor:
    """With a new dimension of length 1 at ``dim``."""
    return d.unsqueeze(self, dim)


def transpose(self: Tensor, dim0: int, dim1: int) -> Tensor:
    """Two dimensions swapped."""
    return d.transpose(self, dim0, dim1)


def permute(self: Tensor, *dims: Any) -> Tensor:
    """All dimensions in another order."""
    return d.permute(self, size_of(dims))


def expand(self: Tensor, *sizes: Any) -> Tensor:
    """Stretch dimensions of length 1 without copying; -1 keeps a length."""
    return d.expand(self, size_of(sizes))


def broadcast_to(self: Tensor, size: Sequence[int]) -> Tensor:
    """As `expand`."""
    return d.expand(self, tuple(size))


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """All stretched to their common shape; those that have it already come back as expanded views too."""
    shape = np.broadcast_shapes(*(item._data.shape for item in tensors))
    return tuple(d.expand(item, shape) for item in tensors)


def contiguous(self: Tensor) -> Tensor:
    """The tensor itself if its memory is in row-major order, else a copy that is."""
    return self if self.is_contiguous() else d.clone(self, memory_format=contiguous_format)


# ----- taking apart and joining ------------------------------------------------------------------------------------
def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """One after the other along ``dim``."""
    tensors = _listed(tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    return d.cat(tensors, dim)


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Side by side along a new dimension ``dim``."""
    tensors = _listed(tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    return d.stack(tensors, dim)


def _listed(tensors: Any) -> list[Tensor]:
    tensors = list(tensors)
    for position, item in enumerate(tensors):
        if not isinstance(item, Tensor):
            raise TypeError(f"expected Tensor as element {position} in argument 0, but got {type(item).__name__}")
    return tensors


def unbind(self: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along ``dim``: one node with as many outputs, told apart by ``output_nr``."""
    return d.unbind(self, dim)


def split(self: Tensor, split_size_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces of one length along ``dim`` (the last may be shorter), or of the given lengths."""
    if isinstance(split_size_or_sections, int):
        return d.split(self, split_size_or_sections, dim)
    return d.split_with_sizes(self, tuple(split_size_or_sections), dim)


def chunk(self: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most ``chunks`` pieces of one length along ``dim``; the last may be shorter."""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    length = self._data.shape[wrap_dim(dim, self.ndim)]
    return d.split(self, -(-length // chunks), dim)


# ----- types -------------------------------------------------------------------------------------------------------
def to(self: Tensor, *args: Any, dtype: Any = None, copy: bool = False, **ignored: Any) -> Tensor:
    """The tensor in another dtype; itself if it has that dtype already. Devices are accepted: all is on the CPU."""
    for given in args:
        if isinstance(given, Tensor):
            dtype = given.dtype
        elif isinstance(given, np.dtype):
            dtype = _dtype.of(given)
        elif isinstance(given, _dtype.dtype | type):
            dtype = _dtype.as_dtype(given, "to")
    dtype = self.dtype if dtype is None else _dtype.as_dtype(dtype, "to")
    if dtype is self.dtype and not copy:
        return self
    if not dtype.is_floating_point:
        return wrap(self._data.astype(dtype.numpy))  # whole numbers have no gradient, hence no node
    return d.to_copy(self, dtype=dtype)


PUBLIC = (
    "abs absolute add addmm all allclose any argmax argmin bitwise_and bitwise_not bitwise_or bitwise_xor bmm "
    "broadcast_tensors broadcast_to cat chunk clamp clip clone contiguous_format cos div divide dot eq equal exp flatten floor_divide ge "
    "gt isfinite isinf isnan le log log_softmax lt masked_fill matmul max maximum mean min minimum mm mul multiply mv "
    "ne neg negative outer permute pow reciprocal relu reshape rsub sigmoid sign sin softmax split sqrt square squeeze "
    "stack sub subtract sum t tanh transpose true_divide unbind unsqueeze where"
)
__all__ = PUBLIC.split()  # noqa: PLE0605
