"""Gathering and scattering: elements taken from places that a tensor of indices names, and put there.

Two ways of naming places meet here: an index for each element along one dimension (``gather``, ``scatter``), and one
index for whole slices (``index_select``, ``index_add`` …). ``picking.py`` has two more.
"""

from typing import Any

import numpy as np

from .._core.base.quick_numpy import add_at
from .._core.base.strided import row_by_row
from .._core.refusals.gathering import (
    check_gather,
    check_index_add,
    check_index_copy,
    check_index_fill,
    check_index_select,
    check_scatter,
    check_scatter_add,
    check_scatter_reduce,
    check_scatter_reduced,
    check_scatter_value,
    check_scatter_value_reduced,
    check_whole_source,
)
from .._core.table.row import derivative, non_differentiable, not_implemented
from ._operands import along, choose
from .arithmetic_forms import times
from .indexing import zeros_for
from .rearranging import copy_of


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


def index_copy_forward(self: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy of ``self`` with slices of ``source`` where ``index`` says."""
    result = np.array(_at_least_1d(self), order="C")
    result[along(dim, result.ndim, _at_least_1d(index))] = source
    return result.reshape(self.shape)


index_copy = derivative(
    "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
    node="IndexCopyBackward0",
    forward=index_copy_forward,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    source=lambda grad, dim, index, source: index_select(grad, dim, index).reshape(tuple(source.shape)),
    variants="function, method, in_place",
    keeps=("source_dim",),
    refuse=check_index_copy,
    does="``self`` with the slices of ``source`` along ``dim`` at the places that ``index`` names.",
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


def index_fill_forward(self: Any, dim: int, index: Any, value: Any) -> Any:
    """A copy of ``self`` with one number in the slices that ``index`` names; here a negative index counts back."""
    result = copy_of(_at_least_1d(self))
    result[along(dim, result.ndim, _at_least_1d(index))] = np.asarray(value).astype(self.dtype)
    return result.reshape(self.shape)


index_fill = derivative(
    "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    node="IndexFillBackward0",
    forward=index_fill_forward,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    refuse=check_index_fill,
    does="``self`` with the number ``value`` in the slices along ``dim`` that ``index`` names.",
    tex=dict(
        forward=r"z_{k_i} = c,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [(make(3), 0, np.array([2, 0]), 1.5), (make(2, 3), -1, np.array(-1), 2)],
)

index_fill_tensor = derivative(
    "index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor",
    node="IndexFillBackward1",
    forward=index_fill_forward,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    value=lambda grad, dim, index: index_select(grad, dim, np.unique(np.asarray(index))).sum(),
    refuse=check_index_fill,
    does="``self`` with the single number in the tensor ``value`` in the slices along ``dim`` that ``index`` names.",
    tex=dict(
        forward=r"z_{k_i} = y,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        value=r"\bar{y} = \sum_{j \in \{k_i\}} \bar{z}_j",
    ),
    samples=lambda make: [(make(3), 0, np.array([2, 0, 2]), make()), (make(2, 3), -1, np.array(1), make())],
)


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

REDUCTIONS = {"add": add_at, "multiply": np.multiply.at}


def scatter_reduced_forward(self: Any, dim: int, index: Any, src: Any, reduce: str) -> Any:
    """As ``scatter``, but added to, or multiplied with, what is there."""
    return _scattered(self, dim, index, src, REDUCTIONS[reduce])


scatter_reduced = derivative(
    "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
    node="NotImplemented",
    forward=scatter_reduced_forward,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
    src=not_implemented("use scatter_add, which has a derivative."),
    refuse=check_scatter_reduced,
    does="``self`` with each element of ``src`` added to, or multiplied with, the place that ``index`` names.",
    tex=dict(forward=r"z_{il} = x_{il} + \sum_j y_{ij}\, [k_{ij} = l]"),
    samples=lambda make: [(make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "add")],
)


def scatter_value_reduced_forward(self: Any, dim: int, index: Any, value: Any, reduce: str) -> Any:
    """As ``scatter_reduced``, with one number for all places."""
    number, put = np.asarray(value).astype(self.dtype), REDUCTIONS[reduce]
    return _scattered(self, dim, index, None, lambda result, key, _: put(result, key, number))


scatter_value_reduced = derivative(
    "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
    node="NotImplemented",
    forward=scatter_value_reduced_forward,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
    refuse=check_scatter_value_reduced,
    does="``self`` with one number added to, or multiplied with, the places that ``index`` names.",
    tex=dict(forward=r"z_{il} = x_{il} \cdot \prod_j c^{[k_{ij} = l]}"),
    samples=lambda make: [(make(2, 3), 1, np.array([[0, 0], [2, 1]]), 2.0, "multiply")],
)


# ----- scatter_reduce -------------------------------------------------------------------------------------------------
REDUCERS = {"sum": np.add, "prod": np.multiply, "mean": np.add, "amax": np.maximum, "amin": np.minimum}


def _neutral(reduce: str, kind: np.dtype) -> Any:
    """What changes nothing that it meets."""
    if reduce in ("sum", "prod", "mean"):
        return kind.type(reduce == "prod")
    if kind.kind == "f":
        return kind.type(-np.inf if reduce == "amax" else np.inf)
    if kind.kind == "b":
        return np.bool_(reduce == "amin")
    return getattr(np.iinfo(kind), "min" if reduce == "amax" else "max")


def scatter_reduce_forward(self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    """As ``scatter``, but all that comes to one place is reduced to one number, with what is there or without."""
    counts = _scattered(np.zeros(self.shape, np.int64), dim, index, None, lambda r, key, _: np.add.at(r, key, 1))
    start = np.array(self)
    if not include_self:
        start = np.where(counts > 0, _neutral(reduce, self.dtype), start).astype(self.dtype)
    found = _scattered(start, dim, index, src, REDUCERS[reduce].at)
    if reduce == "mean":
        counts = np.maximum(counts + include_self, 1)
        found = (found / counts if found.dtype.kind == "f" else found // counts).astype(self.dtype)
    return found


def _as_numbers(condition: Any, like: Any) -> Any:
    """1 where it holds, 0 elsewhere, in the type of ``like``."""
    return choose(condition, np.ones_like(like), np.zeros_like(like))


def _counts(grad: Any, dim: int, index: Any, src: Any, include_self: bool) -> Any:
    """How many numbers were averaged at each place."""
    start = np.ones_like(grad) if include_self else np.zeros_like(grad)
    counts = scatter_add(start, dim, index, np.ones_like(src))
    return choose(counts == 0, 1.0, counts)


def _shared(grad: Any, self: Any, dim: int, index: Any, src: Any, result: Any) -> tuple[Any, Any, Any]:
    """The gradient of an extremum, split evenly among those that reach it, and who does."""
    mine, theirs = _as_numbers(self == result, self), _as_numbers(src == gather(result, dim, index), src)
    return grad / scatter_add(mine, dim, index, theirs), mine, theirs


def scatter_reduce_self(
    grad: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any
) -> Any:
    """What is there gets its part of the gradient; nothing where it was not included."""
    if reduce == "prod":
        ones = choose(self == 0, 1.0, self)
        found = grad * scatter_reduce(ones, dim, index, src, reduce, include_self=include_self) / ones
    elif reduce == "mean":
        found = grad / _counts(grad, dim, index, src, include_self)
    elif reduce == "sum":
        found = grad
    else:
        part, mine, _ = _shared(grad, self, dim, index, src, result)
        found = mine * part
    return found if include_self else scatter_value(found, dim, index, 0.0)


def scatter_reduce_src(
    grad: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any
) -> Any:
    """What came gets its part of the gradient of the place to which it came."""
    if reduce == "sum":
        return gather(grad, dim, index)
    if reduce == "mean":
        return gather(grad, dim, index) / gather(_counts(grad, dim, index, src, include_self), dim, index)
    if reduce != "prod":
        part, _, theirs = _shared(grad, self, dim, index, src, result)
        return theirs * gather(part, dim, index)
    zero = src == 0
    zeros = gather(scatter_add(np.zeros_like(self), dim, index, _as_numbers(zero, src)), dim, index)
    only = zero & (zeros == 1)  # a single zero is multiplied by all the others; two wipe each other out
    others = scatter_reduce(self, dim, index, choose(only, 1.0, src), reduce, include_self=include_self)
    usual = gather(grad * result, dim, index) / choose(zero, 1.0, src)
    return choose(only, gather(grad * others, dim, index), usual)


scatter_reduce = derivative(
    "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
    "Tensor",
    node="ScatterReduceBackward0",
    forward=scatter_reduce_forward,
    self=scatter_reduce_self,
    index=non_differentiable,
    src=scatter_reduce_src,
    variants="function, method, in_place",
    refuse=check_scatter_reduce,
    does="``self`` with all elements of ``src`` that ``index`` sends to one place reduced to one number there.",
    tex=dict(
        forward=r"z_l = \operatorname{reduce}(x_l, \{y_j : k_j = l\})",
        self=r"\bar{x}_l = \bar{z}_l \frac{\partial z_l}{\partial x_l}",
        src=r"\bar{y}_j = \bar{z}_{k_j} \frac{\partial z_{k_j}}{\partial y_j}",
    ),
    samples=lambda make: [
        (make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "sum"),
        (make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "mean", True),
        (make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "mean", False),
        (make(3), 0, np.array([1, 1]), make(2), "prod"), (make(3), 0, np.array([1, 1]), make(2), "prod", False),
        (make(3), 0, np.array([1, 1]), make(2), "amax"), (make(3), 0, np.array([1, 1]), make(2), "amin", False),
    ],
)  # fmt: skip
