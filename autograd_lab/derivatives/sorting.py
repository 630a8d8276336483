"""Order: sort, the k largest, the middle one, the most frequent one. nan counts as larger than every number."""

from typing import Any

import numpy as np

from .._core.refusals.numbers import check_topk
from .._core.table.row import derivative
from ._operands import plain, wrap_dim
from .indexing import index_put
from .reductions import give_to_chosen, share_evenly


def _along_last(self: Any, dim: int) -> tuple[Any, int]:
    axis = wrap_dim(dim, self.ndim)
    return np.moveaxis(self, axis, -1) if self.ndim else self, axis


def _taken(self: Any, places: np.ndarray, axis: int) -> tuple[Any, Any]:
    places = np.ascontiguousarray(np.moveaxis(places, -1, axis))
    return np.take_along_axis(self, places, axis), places


def _stable_order(rows: Any, descending: bool) -> np.ndarray:
    if not descending:
        return np.argsort(rows, axis=-1, kind="stable")
    # Backwards through the reversed row: so nan comes first and equal elements still keep their order.
    return rows.shape[-1] - 1 - np.argsort(rows[..., ::-1], axis=-1, kind="stable")[..., ::-1]


def _tied(ordered: np.ndarray) -> np.ndarray:
    """In which rows that are in order some elements are equal (two nan are, too)."""
    later, earlier = ordered[..., 1:], ordered[..., :-1]
    tied = (later == earlier).any(-1)
    if earlier.shape[-1] and ordered.dtype.kind == "f":  # nan come last in rising order, first in falling
        tied |= (later[..., -1] != later[..., -1]) & (earlier[..., -1] != earlier[..., -1])
        tied |= (later[..., 0] != later[..., 0]) & (earlier[..., 0] != earlier[..., 0])
    return tied


def sort_stable_forward(self: Any, stable: bool | None, dim: int, descending: bool) -> tuple[Any, Any]:
    """Sorted values and where they were. Equal elements keep their order, whether or not ``stable`` asks for it.

    NumPy's quickest sort says nothing of equal elements, so rows that have some are sorted once more.
    """
    rows, axis = _along_last(self, dim)
    if not self.ndim:
        return self[()], np.int64(0)  # the number, not the memory that it lies in
    places, values = np.argsort(rows, -1), np.sort(rows, -1)
    if descending:
        places, values = places[..., ::-1].copy(), values[..., ::-1].copy()
    tied = _tied(values)
    if tied.any():
        again = rows[tied]
        found = _stable_order(again, descending)
        places[tied], values[tied] = found, np.take_along_axis(again, found, -1)
    return tuple(np.ascontiguousarray(np.moveaxis(item, -1, axis)) for item in (values, places))


def put_back(grad: Any, sizes: tuple[int, ...], dim: int, indices: Any) -> Any:
    """Zeros, with each gradient in the place from which its value was taken."""
    if not sizes:
        return grad
    places = plain(indices)
    axis = wrap_dim(dim, len(sizes))
    grid = np.ogrid[tuple(slice(n) for n in places.shape)]
    zeros = np.zeros(sizes, plain(grad).dtype)
    return index_put(zeros, [places if i == axis else place for i, place in enumerate(grid)], grad, False)


sort = derivative(
    "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    node="SortBackward0",
    forward=lambda self, dim, descending: sort_stable_forward(self, False, dim, descending),
    self=lambda grad, self_sizes, dim, indices: put_back(grad, self_sizes, dim, indices),
    zero_where="not chosen",
    output_differentiability=(True, False),
    does="The values along ``dim`` in rising (or falling) order, and the places where they were.",
    tex=dict(forward=r"z_i = x_{k_i},\ z_1 \leq z_2 \leq \ldots", self=r"\bar{x}_{k_i} = \bar{z}_i"),
    samples=lambda make: [(make(4),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),), (make(0),)],
)

sort_stable = derivative(
    "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    node="SortBackward1",
    forward=sort_stable_forward,
    self=lambda grad, self_sizes, dim, indices: put_back(grad, self_sizes, dim, indices),
    zero_where="not chosen",
    output_differentiability=(True, False),
    does="The values along ``dim`` in order, and where they were; with ``stable`` equal ones keep their order.",
    tex=dict(forward=r"z_i = x_{k_i},\ z_1 \leq z_2 \leq \ldots", self=r"\bar{x}_{k_i} = \bar{z}_i"),
    samples=lambda make: [(make(4), True), (make(2, 3), True, 0), (make(2, 3), False, -1, True), (make(), True)],
)


def topk_forward(self: Any, k: int, dim: int, largest: bool, sorted: bool) -> tuple[Any, Any]:
    """The ``k`` largest (or smallest) along ``dim``, in order, and where they are: of equal ones the first."""
    rows, axis = _along_last(self, dim)
    if not self.ndim:
        return self[()], np.int64(0)
    size = rows.shape[-1]
    near = min(k + 1, size)  # with the next one, which may be equal to the last
    if not k or near == size:
        return _taken(self, _stable_order(rows, largest)[..., :k], axis)
    part = np.argpartition(rows, size - near if largest else k, -1)
    places = np.sort(part[..., size - near :] if largest else part[..., :near], -1)
    values = np.take_along_axis(rows, places, -1)
    order = _stable_order(values, largest)
    tied = _tied(np.take_along_axis(values, order, -1))
    places = np.take_along_axis(places, order[..., :k], -1)
    if tied.any():
        places[tied] = _stable_order(rows[tied], largest)[..., :k]
    return _taken(self, places, axis)


topk = derivative(
    "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)",
    node="TopkBackward0",
    forward=topk_forward,
    self=lambda grad, self_sizes, dim, indices: put_back(grad, self_sizes, dim, indices),
    zero_where="not chosen",
    output_differentiability=(True, False),
    refuse=check_topk,
    does="The ``k`` largest (or smallest) values along ``dim``, and the places where they are.",
    tex=dict(forward=r"z_i = x_{k_i}", self=r"\bar{x}_{k_i} = \bar{z}_i,\ \bar{x}_j = 0\ \mathrm{elsewhere}"),
    samples=lambda make: [(make(4), 2), (make(2, 3), 1, 0), (make(2, 3), 2, -1, False), (make(), 1), (make(3), 0)],
)


def _pick(self: Any, axis: int, keepdim: bool, places: np.ndarray) -> tuple[Any, Any]:
    values, places = _taken(self, places[..., None], axis)
    return (values, places) if keepdim else (values.squeeze(axis)[()], places.squeeze(axis)[()])


def _middle(rows: np.ndarray) -> np.ndarray:
    # Unlike sort and topk, PyTorch's median says which of equal elements it is: the order is by value, then by place.
    places = _stable_order(rows, False)[..., (rows.shape[-1] - 1) // 2]
    nan = rows != rows
    return np.where(nan.any(-1), np.argmax(nan, -1), places)[()]


def median_forward(self: Any) -> Any:
    """The middle one of all elements in order; of two the smaller."""
    if not self.size:
        empty = {"f": np.nan, "b": True}  # what PyTorch has instead of a median
        return self.dtype.type(empty.get(self.dtype.kind) or np.iinfo(self.dtype).min)
    flat = np.ravel(self)
    return flat[_middle(flat)]


def median_dim_forward(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The same along ``dim``, and where it is."""
    rows, axis = _along_last(self, dim)
    if not self.ndim:
        return self[()], np.int64(0)
    return _pick(self, axis, keepdim, _middle(rows))


median_all = derivative(
    "median(Tensor self) -> Tensor",
    node="MedianBackward0",
    forward=median_forward,
    self=share_evenly,
    zero_where="not chosen",
    does="The middle one of all elements in order, of two the smaller; nan if there is one.",
    tex=dict(
        forward=r"z = \operatorname{median}_i\ x_i",
        self=r"\bar{x}_i = \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}",
    ),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)

median_dim = derivative(
    "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="MedianBackward1",
    forward=median_dim_forward,
    self=lambda grad, self_sizes, dim, indices, keepdim: give_to_chosen(grad, self_sizes, dim, indices, keepdim),
    zero_where="not chosen",
    output_differentiability=(True, False),
    does="The middle values along ``dim``, of two the smaller, and where they are; nan if there is one.",
    tex=dict(
        forward=r"z_i = \operatorname{median}_j\ x_{ij} = x_{i k_i}",
        self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]",
    ),
    samples=lambda make: [(make(3), 0), (make(2, 4), -1), (make(2, 3), 0, True), (make(), 0)],
)
