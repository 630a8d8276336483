"""Gathering and scattering: elements taken from places that a tensor of indices names, and put there.

Two ways of naming places meet here: an index for each element along one dimension (``gather``, ``scatter``), and one
index for whole slices (``index_select``, ``index_add`` …). ``picking.py`` has two more.
"""

from typing import Any, NoReturn

import numpy as np

from .._base.errors import with_help
from .._base.strided import row_by_row
from .._table.row import derivative, non_differentiable, not_implemented
from ._adding import add_at
from ._axes import along, wrap_dim
from ._operands import choose, type_of
from .arithmetic import times
from .indexing import zeros_for
from .rearranging import copy_of


def check_tensor(name: str, argument: str, position: int, value: Any) -> None:
    if not isinstance(value, np.ndarray | np.generic):
        kind = "list" if isinstance(value, tuple) else type(value).__name__  # lists arrive here as tuples
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {kind}")


def _at_least_1d(array: Any) -> Any:
    return array if array.ndim else array.reshape(1)


def _refuse_outside(self: Any, axis: int, place: int, size: int) -> NoReturn:
    """PyTorch says it in three ways: the second dimension has a kernel of its own, and so has what is empty."""
    if self.ndim > 1 and not size:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if self.ndim > 1 and (axis == 1 or not self.size):
        raise RuntimeError(f"INDICES element is out of DATA bounds, id={place} axis_dim={size}")
    raise IndexError("index out of range in self")


def index_select_forward(self: Any, dim: int, index: Any) -> Any:
    """The slices along ``dim`` that ``index`` names."""
    check_tensor("index_select", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not self.ndim and index.size != 1:
        raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    size = self.shape[axis] if self.ndim else 1
    outside = (index < 0) | (index >= size)
    if outside.any():
        _refuse_outside(self, axis, index[outside].flat[0], size)
    return np.take(self, _at_least_1d(index), axis) if self.ndim else np.array(self)


index_select = derivative(
    "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    does="The slices along ``dim`` that the whole numbers in ``index`` name, as a copy.",
    node="IndexSelectBackward0",
    variants="function, method",
    forward=index_select_forward,
    self=lambda grad, self_sizes, dim, index: index_add(zeros_for(grad, self_sizes), dim, index, grad),
    index=non_differentiable,
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(3), 0, np.array([2, 0, 2])), (make(2, 3), -1, np.array([1])), (make(2, 3), 0, np.array(1)),
        (make(2, 3), 1, np.array([], dtype=np.int64)), (make(), 0, np.array([0])),
    ],
)  # fmt: skip


def _check_bounds(index: Any, dim: int, size: int, kind: type[Exception] = RuntimeError, before: str = "") -> None:
    """Refuse places outside 0 … size - 1: unlike ``x[index]``, these operations do not count from the end."""
    wrong = np.ravel(index)[np.ravel((index < 0) | (index >= size))]
    if wrong.size:
        raise kind(f"{before}index {wrong[0]} is out of bounds for dimension {dim} with size {size}")


def _check_index_add(self: Any, axis: int, index: Any, source: Any) -> None:
    check_tensor("index_add", "index", 2, index)
    check_tensor("index_add", "source", 3, source)
    if index.ndim > 1:
        kind = type_of(index)
        raise IndexError(
            f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {kind} and size: "
            f"{list(index.shape)}"
        )
    if index.dtype not in (np.int32, np.int64):
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {type_of(index)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({type_of(self)}) and source ({type_of(source)}) must have the same scalar type"
        )
    length = source.shape[axis] if source.ndim else 1
    if index.size != length:
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): ({length}), for "
            f"dim: {axis}"
        )
    mine, its = list(self.shape), list(source.shape)
    if len(mine) != len(its) or mine[:axis] + mine[axis + 1 :] != its[:axis] + its[axis + 1 :]:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
            f"{mine} source.shape = {its}"
        )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1)


def index_add_forward(self: Any, dim: int, index: Any, source: Any, alpha: Any) -> Any:
    """A copy of ``self`` with slices of ``alpha·source`` added where ``index`` says."""
    axis = wrap_dim(dim, self.ndim)
    _check_index_add(self, axis, index, source)
    result = np.array(_at_least_1d(self), order="C")
    scaled = source if alpha == 1 else source * np.asarray(alpha).astype(source.dtype)
    add_at(result, along(axis, axis + 1, _at_least_1d(index)), _at_least_1d(scaled))
    return result.reshape(self.shape)


index_add = derivative(
    "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    does="``self`` with the slices of ``alpha · source`` added along ``dim`` at the places that ``index`` names.",
    node="IndexAddBackward0",
    variants="function, method, in_place",
    forward=index_add_forward,
    self=lambda grad: grad,
    index=non_differentiable,
    source=lambda grad, dim, index, source, alpha: times(
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


def _numbers(sizes: list[int]) -> str:
    return " ".join(map(str, sizes))


def _check_index_copy(self: Any, axis: int, index: Any, source: Any) -> None:
    check_tensor("index_copy", "index", 2, index)
    check_tensor("index_copy", "source", 3, source)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if not source.ndim and index.size != 1:
        raise IndexError(f"index_copy_(): When source is scalar, index should have one element (got {index.size})")
    if source.ndim and self.ndim and source.ndim != self.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
            f"dimensionality ({source.ndim}), destination dimensionality ({self.ndim})"
        )
    if index.dtype != np.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {type_of(index)}")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"index_copy_(): self and source expected to have the same dtype, but got (self) {type_of(self)} and "
            f"(source) {type_of(source)}"
        )
    mine, its = (list(item.shape[:axis] + item.shape[axis + 1 :]) for item in (self, source))
    if source.ndim and mine != its:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
            f"{_numbers(mine)} at dimension {axis} and source slice shape: {_numbers(its)} at dimension 0."
        )
    if source.ndim and index.size != source.shape[axis]:
        raise IndexError(
            f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
            f"({source.shape[axis]})"
        )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1, IndexError, "index_copy_(): ")


def index_copy_forward(self: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy of ``self`` with slices of ``source`` where ``index`` says."""
    axis = wrap_dim(dim, self.ndim)
    _check_index_copy(self, axis, index, source)
    result = np.array(_at_least_1d(self), order="C")
    result[along(axis, axis + 1, _at_least_1d(index))] = source
    return result.reshape(self.shape)


index_copy = derivative(
    "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
    does="``self`` with the slices of ``source`` along ``dim`` at the places that ``index`` names.",
    node="IndexCopyBackward0",
    variants="function, method, in_place",
    forward=index_copy_forward,
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


def index_fill_forward(self: Any, dim: int, index: Any, value: Any) -> Any:
    """A copy of ``self`` with one number in the slices that ``index`` names; here a negative index counts back."""
    check_tensor("index_fill", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if np.ndim(value):
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{np.ndim(value)} dimension(s)."
        )
    size = self.shape[axis] if self.ndim else 1
    _check_bounds(np.where(index < 0, np.where(index < -size, index, index + size), index), axis, size, IndexError)
    result = copy_of(_at_least_1d(self))
    result[along(axis, axis + 1, _at_least_1d(index))] = np.asarray(value).astype(self.dtype)
    return result.reshape(self.shape)


index_fill = derivative(
    "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    does="``self`` with the number ``value`` in the slices along ``dim`` that ``index`` names.",
    node="IndexFillBackward0",
    forward=index_fill_forward,
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
    does="``self`` with the single number in the tensor ``value`` in the slices along ``dim`` that ``index`` names.",
    node="IndexFillBackward1",
    forward=index_fill_forward,
    self=lambda grad, dim, index: index_fill(grad, dim, index, 0.0),
    index=non_differentiable,
    value=lambda grad, dim, index: index_select(grad, dim, np.unique(np.asarray(index))).sum(),
    tex=dict(
        forward=r"z_{k_i} = y,\ z_j = x_j\ \mathrm{elsewhere}",
        self=r"\bar{x}_{k_i} = 0,\ \bar{x}_j = \bar{z}_j\ \mathrm{elsewhere}",
        value=r"\bar{y} = \sum_{j \in \{k_i\}} \bar{z}_j",
    ),
    samples=lambda make: [(make(3), 0, np.array([2, 0, 2]), make()), (make(2, 3), -1, np.array(1), make())],
)


def _along(index: Any, axis: int) -> tuple:
    """NumPy's index for the elements that ``index`` names along ``axis``, each in its own row of the others."""
    key = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    key[axis] = index
    return tuple(key)


def _check_gather(self: Any, dim: int, index: Any) -> int:
    check_tensor("gather", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    if not index.size:
        return axis
    if max(index.ndim, 1) != max(self.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for i, (n, most) in enumerate(zip(index.shape, self.shape, strict=False)):
        if i != axis and n > most:
            raise RuntimeError(
                f"Size does not match at dimension {i} expected index {list(index.shape)} to be no larger than self "
                f"{list(self.shape)} apart from dimension {axis}"
            )
    _check_bounds(index, axis, self.shape[axis] if self.ndim else 1)
    return axis


def gather_forward(self: Any, dim: int, index: Any, sparse_grad: bool) -> Any:
    """``z[i][j] = x[i][index[i][j]]`` for dim = 1: shaped like ``index``."""
    if sparse_grad:
        raise NotImplementedError("sparse gradients are left out here; without sparse_grad the numbers are the same.")
    axis = _check_gather(self, dim, index)
    if not index.size:
        return np.empty(index.shape, self.dtype)
    return row_by_row(_at_least_1d(self)[_along(_at_least_1d(index), axis)].reshape(index.shape))


gather = derivative(
    "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    does="For each place of ``index``, the element of ``self`` whose number along ``dim`` stands there.",
    node="GatherBackward0",
    variants="function, method",
    forward=gather_forward,
    self=lambda grad, self, dim, index: scatter_add(
        zeros_for(grad, tuple(self.shape)), dim, index, grad
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


def _check_scatter(self: Any, dim: int, index: Any, src: Any) -> int:
    check_tensor("scatter", "index", 2, index)
    axis = wrap_dim(dim, self.ndim)
    if index.dtype.kind not in "iu" or index.dtype.itemsize < 4:
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    if src is not None and src.dtype != self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if not index.size:
        return axis
    for name, other in (("self", self), ("src", src)):
        if other is not None and max(index.ndim, 1) != max(other.ndim, 1):
            raise RuntimeError(f"Index tensor must have the same number of dimensions as {name} tensor")
    shape, beside = (_at_least_1d(item).shape if item is not None else None for item in (self, src))
    for i, n in enumerate(_at_least_1d(index).shape):
        if (i != axis and n > shape[i]) or (beside is not None and n > beside[i]):
            and_src = "" if src is None else f" and to be no larger size than src {list(src.shape)}"
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than self {list(self.shape)} apart from "
                f"dimension {axis}{and_src}"
            )
    _check_bounds(index, axis, shape[axis])
    return axis


def _scattered(self: Any, dim: int, index: Any, src: Any, put: Any) -> Any:
    axis = _check_scatter(self, dim, index, src)
    result = np.array(_at_least_1d(self), order="C")
    if index.size:
        index = _at_least_1d(index)
        taken = None if src is None else _at_least_1d(src)[tuple(slice(n) for n in index.shape)]
        put(result, _along(index, axis), taken)
    return result.reshape(self.shape)


def scatter_forward(self: Any, dim: int, index: Any, src: Any) -> Any:
    """A copy of ``self`` with ``z[i][index[i][j]] = src[i][j]`` for dim = 1."""
    return _scattered(self, dim, index, src, np.ndarray.__setitem__)


def source_gradient(gathered: Any, geometry: tuple, name: str) -> Any:
    """What ``src`` gets; PyTorch (and we) cannot fit that to a ``src`` of which only a part was used."""
    if tuple(gathered.shape) != geometry[0]:
        raise RuntimeError(
            with_help(
                f"Function {name} returned an invalid gradient at index 1 - got {list(gathered.shape)} but expected "
                f"shape compatible with {list(geometry[0])}",
                "give scatter the part of src that it uses, of the index's shape.",
            )
        )
    return gathered


scatter = derivative(
    "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    does="``self`` with each element of ``src`` at the place along ``dim`` that ``index`` names for it.",
    node="ScatterBackward0",
    forward=scatter_forward,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: source_gradient(
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


def scatter_value_forward(self: Any, dim: int, index: Any, value: Any) -> Any:
    """As ``scatter``, with one number for all places."""
    number = np.asarray(value).astype(self.dtype)
    return _scattered(self, dim, index, None, lambda result, key, _: result.__setitem__(key, number))


scatter_value = derivative(
    "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    does="``self`` with one number at the places along ``dim`` that ``index`` names.",
    node="ScatterBackward1",
    forward=scatter_value_forward,
    self=lambda grad, dim, index: scatter_value(grad, dim, index, 0.0),
    index=non_differentiable,
    tex=dict(
        forward=r"z_{i k_{ij}} = c,\ z = x\ \mathrm{elsewhere}",
        self=r"\bar{x}_{i k_{ij}} = 0,\ \bar{x} = \bar{z}\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [(make(2, 3), 1, np.array([[0], [2]]), 1.5), (make(3), 0, np.array([1, 1]), 2)],
)


def scatter_add_forward(self: Any, dim: int, index: Any, src: Any) -> Any:
    """As ``scatter``, but added to what is there; a place named twice gets both."""
    check_tensor("scatter_add", "src", 3, src)
    return _scattered(self, dim, index, src, add_at)


scatter_add = derivative(
    "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    does="``self`` with each element of ``src`` added at the place along ``dim`` that ``index`` names for it.",
    node="ScatterAddBackward0",
    variants="function, method, in_place",
    forward=scatter_add_forward,
    self=lambda grad: grad,
    index=non_differentiable,
    src=lambda grad, dim, index, src_geometry: source_gradient(
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

REDUCTIONS = {"add": add_at, "multiply": np.multiply.at}


def _reduction(name: str) -> Any:
    if name not in REDUCTIONS:
        raise RuntimeError("reduce argument must be either add or multiply.")
    return REDUCTIONS[name]


def scatter_reduced_forward(self: Any, dim: int, index: Any, src: Any, reduce: str) -> Any:
    """As ``scatter``, but added to, or multiplied with, what is there."""
    return _scattered(self, dim, index, src, _reduction(reduce))


scatter_reduced = derivative(
    "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
    does="``self`` with each element of ``src`` added to, or multiplied with, the place that ``index`` names.",
    node="NotImplemented",
    forward=scatter_reduced_forward,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
    src=not_implemented("use scatter_add, which has a derivative."),
    tex=dict(forward=r"z_{il} = x_{il} + \sum_j y_{ij}\, [k_{ij} = l]"),
    samples=lambda make: [(make(2, 3), 1, np.array([[0, 0], [2, 1]]), make(2, 2), "add")],
)


def scatter_value_reduced_forward(self: Any, dim: int, index: Any, value: Any, reduce: str) -> Any:
    """As ``scatter_reduced``, with one number for all places."""
    number, put = np.asarray(value).astype(self.dtype), _reduction(reduce)
    return _scattered(self, dim, index, None, lambda result, key, _: put(result, key, number))


scatter_value_reduced = derivative(
    "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
    does="``self`` with one number added to, or multiplied with, the places that ``index`` names.",
    node="NotImplemented",
    forward=scatter_value_reduced_forward,
    self=not_implemented("use scatter_add, which has a derivative."),
    index=non_differentiable,
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
    check_tensor("scatter_reduce", "src", 4, src)
    if reduce not in REDUCERS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if reduce == "mean" and self.dtype.kind == "b":
        raise NotImplementedError("\"scatter_gather_tensor_cpu_reduce_mean\" not implemented for 'Bool'")
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
    does="``self`` with all elements of ``src`` that ``index`` sends to one place reduced to one number there.",
    node="ScatterReduceBackward0",
    variants="function, method, in_place",
    forward=scatter_reduce_forward,
    self=scatter_reduce_self,
    index=non_differentiable,
    src=scatter_reduce_src,
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
