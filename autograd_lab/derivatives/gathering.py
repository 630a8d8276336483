"""Gathering and scattering: elements taken from places that a tensor of indices names, and put there.

Two ways of naming places meet here: an index for each element along one dimension (``gather``, ``scatter``), and one
index for whole slices (``index_select``, ``index_add`` …). ``picking.py`` has two more.
"""

from typing import Any

import numpy as np

from .._core.base.quick_numpy import add_at
from .._core.base.strided import row_by_row
from .._core.refusals.places import (
    check_gather,
    check_index_add,
    check_index_select,
    check_scatter,
    check_scatter_add,
    check_scatter_value,
    check_whole_source,
)
from .._core.table.row import derivative, non_differentiable
from ._operands import along
from .arithmetic_forms import times
from .indexing import zeros_for


def _at_least_1d(array: Any) -> Any:
    return array if array.ndim else array.reshape(1)


def index_select_forward(self: Any, dim: int, index: Any) -> Any:
    """The slices along ``dim`` that ``index`` names."""
    return np.take(self, _at_least_1d(index), dim) if self.ndim else np.array(self)


index_select = derivative(
    "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    node="IndexSelectBackward0",
    forward=index_select_forward,
    self=lambda grad, self_sizes, dim, index: index_add(zeros_for(grad, self_sizes), dim, index, grad),
    index=non_differentiable,
    zero_where="not chosen",
    variants="function, method",
    refuse=check_index_select,
    does="The slices along ``dim`` that the whole numbers in ``index`` name, as a copy.",
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0, 2])), (make(2, 3), -1, np.array([1])), (make(2, 3), 0, np.array(1)),
        (make(2, 3), 1, np.array([], dtype=np.int64)), (make(), 0, np.array([0])),
    ],
)  # fmt: skip


def index_add_forward(self: Any, dim: int, index: Any, source: Any, alpha: Any) -> Any:
    """A copy of ``self`` with slices of ``alpha·source`` added where ``index`` says."""
    result = np.array(_at_least_1d(self), order="C")
    scaled = source if alpha == 1 else source * np.asarray(alpha).astype(source.dtype)
    add_at(result, along(dim, result.ndim, _at_least_1d(index)), _at_least_1d(scaled))
    return result.reshape(self.shape)


index_add = derivative(
    "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    node="IndexAddBackward0",
    forward=index_add_forward,
    self=lambda grad: grad,
    index=non_differentiable,
    source=lambda grad, dim, index, source, alpha: times(
        index_select(grad, dim, index).reshape(tuple(source.shape)), alpha
    ),
    variants="function, method, in_place",
    keeps=("source_dim",),
    refuse=check_index_add,
    does="``self`` with the slices of ``alpha · source`` added along ``dim`` at the places that ``index`` names.",
    tex=dict(
        forward=r"z_j = x_j + \alpha \sum_i y_i\, [k_i = j]", self=r"\bar{x} = \bar{z}",
        source=r"\bar{y}_i = \alpha \bar{z}_{k_i}",
    ),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0, 2]), make(3)), (make(2, 3), -1, np.array([1]), make(2, 1), 2),
        (make(), 0, np.array([0]), make()),
    ],
)  # fmt: skip


def _along(index: Any, dim: int) -> tuple:
    """NumPy's index for the elements that ``index`` names along ``dim``, each in its own row of the others."""
    key = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    key[dim] = index
    return tuple(key)


def gather_forward(self: Any, dim: int, index: Any, sparse_grad: bool) -> Any:
    """``z[i][j] = x[i][index[i][j]]`` for dim = 1: shaped like ``index``."""
    if not index.size:
        return np.empty(index.shape, self.dtype)
    return row_by_row(_at_least_1d(self)[_along(_at_least_1d(index), dim)].reshape(index.shape))


gather = derivative(
    "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    node="GatherBackward0",
    forward=gather_forward,
    self=lambda grad, self, dim, index: scatter_add(zeros_for(grad, tuple(self.shape)), dim, index, grad),
    index=non_differentiable,
    zero_where="not chosen",
    variants="function, method",
    keeps=("sparse_grad",),
    refuse=check_gather,
    does="For each place of ``index``, the element of ``self`` whose number along ``dim`` stands there.",
    tex=dict(forward=r"z_{ij} = x_{i k_{ij}}", self=r"\bar{x}_{il} = \sum_j \bar{z}_{ij}\, [k_{ij} = l]"),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 0], [2, 1]])), (make(2, 3), 0, np.array([[1, 0]])),
        (make(3), -1, np.array([2, 2, 0, 1])), (make(), 0, np.array([0, 0])),
        (make(2, 3), 1, np.zeros((0, 3), dtype=np.int64)),
    ],
)  # fmt: skip


def _scattered(self: Any, dim: int, index: Any, src: Any, put: Any) -> Any:
    result = np.array(_at_least_1d(self), order="C")
    if index.size:
        index = _at_least_1d(index)
        taken = None if src is None else _at_least_1d(src)[tuple(slice(n) for n in index.shape)]
        put(result, _along(index, dim), taken)
    return result.reshape(self.shape)


def scatter_forward(self: Any, dim: int, index: Any, src: Any) -> Any:
    """A copy of ``self`` with ``z[i][index[i][j]] = src[i][j]`` for dim = 1."""
    return _scattered(self, dim, index, src, np.ndarray.__setitem__)


def source_gradient(gathered: Any, geometry: tuple, name: str) -> Any:
    """What ``src`` gets, if all of it was used."""
    check_whole_source(gathered, geometry, name)
    return gathered


scatter = derivative(
    "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    node="ScatterBackward0",
    forward=scatter_forward,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: source_gradient(
        gather(grad, dim, index), src_geometry, "ScatterBackward0"
    ),
    refuse=check_scatter,
    does="``self`` with each element of ``src`` at the place along ``dim`` that ``index`` names for it.",
    tex=dict(
        forward=r"z_{i k_{ij}} = y_{ij},\ z = x\ \mathrm{elsewhere}",
        self=r"\bar{x}_{i k_{ij}} = 0,\ \bar{x} = \bar{z}\ \mathrm{elsewhere}",
        src=r"\bar{y}_{ij} = \bar{z}_{i k_{ij}}",
    ),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 2], [1, 0]]), make(2, 2)), (make(3), 0, np.array([1]), make(1)),
    ],
)  # fmt: skip


def scatter_value_forward(self: Any, dim: int, index: Any, value: Any) -> Any:
    """As ``scatter``, with one number for all places."""
    number = np.asarray(value).astype(self.dtype)
    return _scattered(self, dim, index, None, lambda result, key, _: result.__setitem__(key, number))


scatter_value = derivative(
    "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    node="ScatterBackward1",
    forward=scatter_value_forward,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    refuse=check_scatter_value,
    does="``self`` with one number at the places along ``dim`` that ``index`` names.",
    tex=dict(
        forward=r"z_{i k_{ij}} = c,\ z = x\ \mathrm{elsewhere}",
        self=r"\bar{x}_{i k_{ij}} = 0,\ \bar{x} = \bar{z}\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [(make(2, 3), 1, np.array([[0], [2]]), 1.5), (make(3), 0, np.array([1, 1]), 2)],
)


def scatter_add_forward(self: Any, dim: int, index: Any, src: Any) -> Any:
    """As ``scatter``, but added to what is there; a place named twice gets both."""
    return _scattered(self, dim, index, src, add_at)


scatter_add = derivative(
    "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    node="ScatterAddBackward0",
    forward=scatter_add_forward,
    self=lambda grad: grad,
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: source_gradient(
        gather(grad, dim, index), src_geometry, "ScatterAddBackward0"
    ),
    variants="function, method, in_place",
    refuse=check_scatter_add,
    does="``self`` with each element of ``src`` added at the place along ``dim`` that ``index`` names for it.",
    tex=dict(
        forward=r"z_{il} = x_{il} + \sum_j y_{ij}\, [k_{ij} = l]", self=r"\bar{x} = \bar{z}",
        src=r"\bar{y}_{ij} = \bar{z}_{i k_{ij}}",
    ),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2)), (make(3), 0, np.array([1, 1]), make(2)),
    ],
)  # fmt: skip
