"""Indexing: taking some of the elements, and putting gradients back to where they came from."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._core.base.quick_numpy import add_at
from .._core.base.strided import as_strided, as_strided_back, layout_of
from .._core.in_place_checks import fills_mask
from .._core.refusals.places import check_masks, check_select, refuse_index, refuse_types, refuse_values
from .._core.table.row import derivative
from ._operands import along, numpy_type, wrap_dim


def select_forward(self: Any, dim: int, index: int) -> Any:
    """The slice number ``index`` along ``dim``, as a view."""
    try:
        # The dots keep the result an array, so that it shares memory even when it is a single number.
        return self[index, ...] if dim == 0 else self[(*along(dim, self.ndim, index), ...)]
    except IndexError:
        check_select(self, dim, index)
        raise


select = derivative(
    "select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)",
    node="SelectBackward0",
    forward=select_forward,
    self=lambda grad, self_sizes, dim, index: select_backward(grad, self_sizes, dim, index),
    zero_where="not chosen",
    variants="function, method",
    view=True,
    does="The slice number ``index`` along ``dim``, without that dimension, as a view.",
    tex=dict(forward=r"z = x_{k}", self=r"\bar{x}_{i} = \bar{z}\, [i = k]"),
    samples=lambda make: [(make(3), 0, 1), (make(2, 3), -1, -2), (make(2, 3, 2), 1, 0)],
)


def select_back(grad_output: Any, input_sizes: tuple[int, ...], dim: int, index: int) -> np.ndarray:
    """Zeros, with the gradient in the place that was selected."""
    result = np.zeros(input_sizes, grad_output.dtype)
    result[along(dim, len(input_sizes), index)] = grad_output
    return result


select_backward = derivative(
    "select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor",
    node="SelectBackwardBackward0",
    forward=select_back,
    grad_output=lambda grad, dim, index: select(grad, dim, index),
    does="Zeros of the shape ``input_sizes``, with ``grad_output`` as the slice number ``index`` along ``dim``.",
    tex=dict(forward=r"z_{i} = x\, [i = k]", grad_output=r"\bar{x} = \bar{z}_{k}"),
    samples=lambda make: [(make(), (3,), 0, 1), (make(2), (2, 3), -1, -2)],
)


def slice_forward(self: Any, dim: int, start: int, end: int, step: int) -> Any:
    """Every ``step``-th from ``start`` until ``end`` along ``dim``, as a view."""
    return self[start:end:step] if dim == 0 else self[along(dim, self.ndim, slice(start, end, step))]


slice_ = derivative(
    "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)",
    node="SliceBackward0",
    forward=slice_forward,
    self=lambda grad, self_sizes, dim, start, end, step: slice_backward(grad, self_sizes, dim, start, end, step),
    zero_where="not chosen",
    view=True,
    does="Every ``step``-th slice along ``dim`` from ``start`` until before ``end``, as a view.",
    tex=dict(forward=r"z = x_{a:b:s}", self=r"\bar{x}_{a:b:s} = \bar{z}"),
    samples=lambda make: [
        (make(4), 0, 1, 3, 1),
        (make(2, 5), -1, 0, 5, 2),
        (make(3), 0, -2, 100, 1),
        (make(3), 0, 3, 5, 1),
    ],
)


def slice_back(grad_output: Any, input_sizes: tuple[int, ...], dim: int, start: int, end: int, step: int) -> np.ndarray:
    """Zeros, with the gradient in the places that were sliced."""
    result = np.zeros(input_sizes, grad_output.dtype)
    slice_forward(result, dim, start, end, step)[...] = grad_output
    return result


slice_backward = derivative(
    "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) "
    "-> Tensor",
    node="SliceBackwardBackward0",
    forward=slice_back,
    grad_output=lambda grad, dim, start, end, step: slice_(grad, dim, start, end, step),
    does="Zeros of the shape ``input_sizes``, with ``grad_output`` in the places that were sliced.",
    tex=dict(forward=r"z_{a:b:s} = x", grad_output=r"\bar{x} = \bar{z}_{a:b:s}"),
    samples=lambda make: [(make(2), (4,), 0, 1, 3, 1), (make(2, 3), (2, 5), -1, 0, 5, 2)],
)


def zeros_for(grad: Any, sizes: tuple[int, ...]) -> np.ndarray:
    """Zeros of the given shape in the gradient's type, to be filled with it."""
    return np.zeros(sizes, numpy_type(grad))


def _key(self: Any, indices: Sequence) -> tuple:
    if any(item is not None and not item.size for item in indices):
        check_masks(self, indices)  # to NumPy a mask of nothing fits everywhere
    return tuple(slice(None) if item is None else item for item in indices)


def index_forward(self: Any, indices: Sequence) -> Any:
    """The elements at ``indices``: an array of places or a mask for each dimension, None for all of it."""
    try:
        found = self[_key(self, indices)]
    except IndexError:
        refuse_index(self, indices)
    return np.ascontiguousarray(found)  # NumPy may leave it transposed


index = derivative(
    "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    node="IndexBackward0",
    forward=index_forward,
    self=lambda grad, self_sizes, indices: index_put(zeros_for(grad, self_sizes), indices, grad, True),
    zero_where="not chosen",
    does="The elements at ``indices``: places or a mask for each dimension, None for all of it; as a copy.",
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(3), [np.array([0, 2, 0])]), (make(2, 3), [None, np.array([2, -1])]),
        (make(2, 3), [np.array([[True, False, True], [False, True, False]])]),
        (make(3, 3), [np.array([0, 1, 0]), np.array([[2], [0]])]), (make(3), [np.array([], dtype=np.int64)]),
    ],
)  # fmt: skip


def _fitting(values: Any, array: np.ndarray, key: tuple) -> Any:
    place = array[key].shape
    if np.shape(values) == place:
        return values
    try:
        return np.broadcast_to(values, place)
    except ValueError:
        refuse_values(np.shape(values), place)


def write(array: np.ndarray, key: tuple, value: Any) -> None:
    """``array[key] = value``. The value may have extra dimensions of length 1 in front, as in PyTorch."""
    if not np.size(value):
        value = _fitting(value, array, key)  # NumPy writes nothing to nothing whatever their shapes
    try:
        array[key] = value
    except (TypeError, ValueError):
        refuse_values(np.shape(value), array[key].shape)


def put(array: np.ndarray, indices: Sequence, values: Any, accumulate: bool = False) -> None:
    """Write ``values`` at ``indices`` of the array, or add them to what is there."""
    key = _key(array, indices)
    filling = not accumulate and fills_mask("index_put", [indices, np.asarray(values)])
    try:
        if getattr(values, "dtype", array.dtype) != array.dtype and not filling:
            _fitting(values, array, key)  # PyTorch looks at the shapes first
            refuse_types(array, values)
        if accumulate:
            add_at(array, key, _fitting(values, array, key))
        else:
            write(array, key, values)
    except IndexError:
        refuse_index(array, indices)


def index_put_forward(self: Any, indices: Sequence, values: Any, accumulate: bool) -> np.ndarray:
    """A copy of ``self`` with ``values`` at ``indices``; with ``accumulate`` added to what is there."""
    result = np.array(self, order=layout_of(self))
    put(result, indices, values, accumulate)
    return result


index_put = derivative(
    "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
    node="IndexPutBackward0",
    forward=index_put_forward,
    self=lambda grad, indices, accumulate: grad if accumulate else index_put(grad, indices, 0.0),
    values=lambda grad, indices: index(grad, indices),
    pointwise=True,  # for `values`: they may be stretched to fill their places
    does="A copy of ``self`` with ``values`` at ``indices``, or with them added there.",
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


def unfold_forward(self: Any, dimension: int, size: int, step: int) -> Any:
    """Windows of ``size`` elements, ``step`` apart, along a dimension; what is in a window comes last. A view."""
    axis = wrap_dim(dimension, self.ndim)
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    length = self.shape[axis] if self.ndim else 1
    if size > length:
        raise RuntimeError(f"maximum size for tensor at dimension {axis} is {length} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not self.ndim:
        return self.reshape(1)[:size]
    count = (length - size) // step + 1
    shape = (*self.shape[:axis], count, *self.shape[axis + 1 :], size)
    stride = self.strides[axis]
    strides = (*self.strides[:axis], stride * step, *self.strides[axis + 1 :], stride)
    if 0 in self.strides and isinstance(self.base, np.ndarray) and self.base.flags.writeable:
        self = self.view()  # NumPy has locked what it stretched, not the memory behind it
        self.flags.writeable = True
    return np.lib.stride_tricks.as_strided(self, shape, strides, writeable=self.flags.writeable)


unfold = derivative(
    "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)",
    node="UnfoldBackward0",
    forward=unfold_forward,
    self=lambda grad, self_sizes, dimension, size, step: unfold_backward(grad, self_sizes, dimension, size, step),
    zero_where="not chosen",
    variants="method",
    view=True,
    does="Windows of ``size`` elements, ``step`` apart, along ``dimension``; a window's elements come last. A view.",
    tex=dict(forward=r"z_{ij} = x_{i s + j}", self=r"\bar{x}_k = \sum_{i s + j = k} \bar{z}_{ij}"),
    samples=lambda make: [(make(5), 0, 2, 1), (make(2, 5), -1, 3, 2), (make(4, 2), 0, 2, 3), (make(), 0, 1, 1)],
)


def unfold_back(grad_in: Any, input_sizes: tuple[int, ...], dim: int, size: int, step: int) -> np.ndarray:
    """Each element gets the sum over the windows that it stands in."""
    if not input_sizes:
        return grad_in.sum()
    result = np.zeros(input_sizes, grad_in.dtype)
    axis = wrap_dim(dim, len(input_sizes))
    reach = (grad_in.shape[axis] - 1) * step + 1
    for place in range(size):
        result[along(axis, len(input_sizes), slice(place, place + reach, step))] += grad_in[..., place]
    return result


unfold_backward = derivative(
    "unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor",
    node="UnfoldBackwardBackward0",
    forward=unfold_back,
    grad_in=lambda grad, dim, size, step: unfold(grad, dim, size, step),
    does="For each place, the sum of ``grad_in`` over the windows in which it stands.",
    tex=dict(forward=r"z_k = \sum_{i s + j = k} x_{ij}", grad_in=r"\bar{x}_{ij} = \bar{z}_{i s + j}"),
    samples=lambda make: [(make(4, 2), (5,), 0, 2, 1), (make(2, 2, 3), (2, 5), -1, 3, 2)],
)

as_strided = derivative(
    "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)",
    node="AsStridedBackward0",
    forward=as_strided,
    self=lambda grad, self_geometry, size, stride, storage_offset: as_strided_back(
        grad, self_geometry, size, stride, storage_offset, index_put, index
    ),
    variants="function, method",
    view=True,
    does="The memory of ``self`` from its beginning, seen through other sizes and strides.",
    tex=dict(
        forward=r"z_{ij} = x_{o + i s_0 + j s_1}",
        self=r"\bar{x}_k = \sum_{i, j}\, \bar{z}_{ij}\, [o + i s_0 + j s_1 = k]",
    ),
    samples=lambda make: [
        (make(4), (2, 2), (1, 1), 1), (make(2, 3), (3, 2), (1, 3)), (make(6), (2,), (3,), 2), (make(3), (), (), 1),
        (make(3), (2, 3), (0, 1)),
    ],
)  # fmt: skip
