"""Many numbers to few: sums, means, extremes; and how a gradient goes back to the many."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._core.base import dtypes
from .._core.base.quick_numpy import total
from .._core.base.strided import row_by_row
from .._core.refusals.numbers import check_mean_type, something_in
from .._core.table.row import derivative
from ._operands import axes_of, choose, count_of, plain, restore, result_type, spread, spread_dim, wrap_dim


def sum_all_forward(self: Any, dtype: Any) -> Any:
    """Sum of everything; integers and booleans sum as int64."""
    if dtype is None and self.dtype.kind == "f":
        return total(self)
    return np.add.reduce(self, axis=None, dtype=result_type(self, dtype, "sum"))


sum_all = derivative(
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward0",
    forward=sum_all_forward,
    self=lambda grad, self_sizes: spread(grad, self_sizes),
    does="The sum of all elements; whole numbers and booleans are summed as int64.",
    tex=dict(forward=r"z = \sum_i x_i", self=r"\bar{x}_i = \bar{z}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
)


def sum_dim_forward(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sum over the dimensions ``dim`` (None or empty: all)."""
    kind = result_type(self, dtype, "sum")
    return row_by_row(np.add.reduce(self, axis=axes_of(dim, self.ndim), dtype=kind, keepdims=keepdim))


sum_dim = derivative(
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="SumBackward1",
    forward=sum_dim_forward,
    self=lambda grad, self_sizes, dim, keepdim: spread_dim(grad, self_sizes, dim, keepdim),
    does="The sums along the dimensions ``dim`` (None or empty: all); ``keepdim`` keeps them with length 1.",
    tex=dict(forward=r"z_i = \sum_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i"),
    samples=lambda make: [
        (make(2, 3), (0,)), (make(2, 3), (-1,), True), (make(2, 3, 2), (0, -1)), (make(0, 3), (0,)), (make(), (0,)),
        (make(2, 3), ()),
    ],
)  # fmt: skip


def _mean_type(array: Any, dtype: Any) -> np.dtype:
    if dtype is None and array.dtype.kind == "f":
        return array.dtype
    kind = dtypes.of(array.dtype) if dtype is None else dtypes.as_dtype(dtype, "mean")
    check_mean_type(kind, dtype is None)
    return kind.numpy


mean_all = derivative(
    "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    node="MeanBackward0",
    forward=lambda self, dtype: np.add.reduce(self, axis=None, dtype=_mean_type(self, dtype)) / self.size,
    self=lambda grad, self_sizes, self_numel: spread(grad / self_numel, self_sizes),
    does="The mean of all elements; nan for no elements.",
    tex=dict(forward=r"z = \frac{1}{n} \sum_i x_i", self=r"\bar{x}_i = \frac{\bar{z}}{n}"),
    samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
)


def mean_dim_forward(self: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Mean over the dimensions ``dim`` (None or empty: all)."""
    axes = axes_of(dim, self.ndim)
    total = np.add.reduce(self, axis=axes, dtype=_mean_type(self, dtype), keepdims=keepdim)
    return row_by_row(total) / count_of(self.shape, dim)


mean_dim = derivative(
    "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    node="MeanBackward1",
    forward=mean_dim_forward,
    self=lambda grad, self_sizes, dim, keepdim: spread_dim(grad / count_of(self_sizes, dim), self_sizes, dim, keepdim),
    keeps=("self_numel",),
    does="The means along the dimensions ``dim`` (None or empty: all); ``keepdim`` keeps them with length 1.",
    tex=dict(forward=r"z_i = \frac{1}{n} \sum_j x_{ij}", self=r"\bar{x}_{ij} = \frac{\bar{z}_i}{n}"),
    samples=lambda make: [(make(2, 3), (0,)), (make(2, 3), (-1,), True), (make(2, 3, 2), (0, 2)), (make(), (0,))],
)


def share_evenly(grad: Any, self: Any, result: Any) -> Any:
    """Backward of a maximum (or minimum) of everything: those that attain it share the gradient evenly."""
    attains = self == result
    count = int(attains.sum())
    if not count:  # the result is nan, which equals nothing, not even itself
        attains = self != self
        count = int(attains.sum())
    return choose(attains, grad / count, 0.0)


max_all, min_all = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=f"{name.capitalize()}Backward1",
        forward=functools.partial(reduce, axis=None),
        self=share_evenly,
        zero_where="not chosen",
        refuse=something_in(name),
        does=f"The {word} of all elements; nan if there is one.",
        tex=dict(forward=rf"z = \{name}_i x_i", self=r"\bar{x}_i = \frac{\bar{z}\, [x_i = z]}{\sum_j [x_j = z]}"),
        samples=lambda make: [(make(3),), (make(2, 3),), (make(),)],
    )
    for name, reduce, word in (("max", np.maximum.reduce, "largest"), ("min", np.minimum.reduce, "smallest"))
)


def _along(find: Callable) -> Callable:
    """The forward of max and min along a dimension: what is found, and where (the first, among equals)."""

    def forward(self: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
        axis = wrap_dim(dim, self.ndim)
        if not self.ndim:
            return self[()], np.int64(0)  # the number, not the memory that it lies in
        places = find(self, axis=axis, keepdims=True)
        values = np.take_along_axis(self, places, axis)
        return (values, places) if keepdim else (values.squeeze(axis)[()], places.squeeze(axis)[()])

    return forward


def give_to_chosen(grad: Any, sizes: tuple[int, ...], dim: int, indices: Any, keepdim: bool) -> Any:
    """Backward of a maximum (or minimum) along ``dim``: the chosen element gets everything, the others nothing."""
    if not sizes:
        return grad
    axis = wrap_dim(dim, len(sizes))
    if not keepdim:
        grad, indices = np.expand_dims(grad, axis), np.expand_dims(indices, axis)
    if isinstance(grad, np.ndarray):
        result = np.zeros(sizes, grad.dtype)
        np.put_along_axis(result, indices, grad, axis)
        return result
    places = np.arange(sizes[axis]).reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return choose(places == indices, grad, 0.0)


max_dim = derivative(
    "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="MaxBackward0",
    forward=_along(np.argmax),
    self=lambda grad, self_sizes, dim, indices, keepdim: give_to_chosen(grad, self_sizes, dim, indices, keepdim),
    zero_where="not chosen",
    output_differentiability=(True, False),
    refuse=something_in("max"),
    does="The largest values along ``dim``, and the places where they are (the first of several).",
    tex=dict(forward=r"z_i = \max_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(4), 0), (make(), 0), (make(2, 3, 2), 1)],
)

min_dim = derivative(
    "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    node="MinBackward0",
    forward=_along(np.argmin),
    self=lambda grad, self_sizes, dim, indices, keepdim: give_to_chosen(grad, self_sizes, dim, indices, keepdim),
    zero_where="not chosen",
    output_differentiability=(True, False),
    refuse=something_in("min"),
    does="The smallest values along ``dim``, and the places where they are (the first of several).",
    tex=dict(forward=r"z_i = \min_j x_{ij}", self=r"\bar{x}_{ij} = \bar{z}_i\, [j = k_i]"),
    samples=lambda make: [(make(2, 3), 0), (make(2, 3), -1, True), (make(4), 0), (make(), 0)],
)


def extreme_of(reduce: Callable) -> Callable:
    """The forward of amax and amin: the largest or smallest over several dimensions at once (none given: all)."""
    return lambda self, dim, keepdim: row_by_row(
        reduce(self, axis=tuple(dim) or None if self.ndim else None, keepdims=keepdim)
    )


def share_evenly_along(grad: Any, self: Any, dim: Any, keepdim: bool, result: Any) -> Any:
    """Backward of a maximum (or minimum) over ``dim``: those that attain it share its gradient evenly."""
    sizes, numbers = tuple(self.shape), plain(self)
    attains = numbers == restore(plain(result), sizes, dim, keepdim)
    count = np.add.reduce(attains, axis=axes_of(dim, len(sizes)), keepdims=True)
    return restore(grad, sizes, dim, keepdim) * (attains / count).astype(numbers.dtype)


amax, amin = (
    derivative(
        f"{name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
        node=f"{name.capitalize()}Backward0",
        forward=extreme_of(reduce),
        self=share_evenly_along,
        zero_where="not chosen",
        refuse=something_in(name),
        does=f"The {word} values along the dimensions ``dim`` (none given: of all).",
        tex=dict(
            forward=rf"z_i = \{name[1:]}_j x_{{ij}}",
            self=r"\bar{x}_{ij} = \frac{\bar{z}_i\, [x_{ij} = z_i]}{\sum_k [x_{ik} = z_i]}",
        ),
        samples=lambda make: [(make(3),), (make(2, 3), (0,)), (make(2, 3, 2), (0, -1), True), (make(), (0,))],
    )
    for name, reduce, word in (("amax", np.maximum.reduce, "largest"), ("amin", np.minimum.reduce, "smallest"))
)


def arg_extreme(find: Callable) -> Callable:
    """The forward of argmax and argmin: places in the flattened array, or along ``dim``."""
    return lambda self, dim, keepdim: find(self, axis=dim, keepdims=keepdim) if self.ndim else np.int64(0)


argmax, argmin = (
    derivative(
        f"{name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
        node=None,
        forward=arg_extreme(getattr(np, name)),
        variants="function, method",
        refuse=something_in(name),
        does=f"The place of the {word} element along ``dim``; None: in the tensor as one long row.",
        tex=dict(forward=rf"k = \operatorname{{{name}}}_i\ x_i"),
        samples=lambda make: [(make(3),), (make(2, 3), 0), (make(2, 3), -1, True), (make(),)],
    )
    for name, word in (("argmax", "largest"), ("argmin", "smallest"))
)

_ALL_AND_ANY = (
    ("all", "no element is 0", np.logical_and.reduce, "bigwedge"),
    ("any", "some element is not 0", np.logical_or.reduce, "bigvee"),
)


def truth(reduce: Callable) -> Callable:
    """The forward of all and any. Bytes answer with bytes, as in PyTorch; everything else with booleans."""

    def forward(self: Any, dim: Any = None, keepdim: bool = False) -> Any:
        axes = () if dim == () else axes_of(dim, self.ndim)
        answer = row_by_row(reduce(self, axis=axes, keepdims=keepdim) if axes else self != 0)
        if dim is None and not self.ndim and not axes:
            answer = np.bool_(self != 0)
        return answer.astype(np.uint8) if self.dtype == np.uint8 else answer

    return forward


all_, any_ = (
    derivative(
        f"{name}(Tensor self) -> Tensor",
        node=None,
        forward=truth(reduce),
        does=f"Whether {what}.",
        tex=dict(forward=rf"z = \{sign_}_i\ [x_i \neq 0]"),
        samples=lambda make: [(make(3),), (make(2, 3),), (make(),), (make(0),)],
    )
    for name, what, reduce, sign_ in _ALL_AND_ANY
)

all_dims, any_dims = (
    derivative(
        f"{name}.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
        node=None,
        forward=truth(reduce),
        does=f"Whether {what}, for the elements along the dimensions ``dim`` (None: for all).",
        tex=dict(forward=rf"z_i = \{sign_}_j\ [x_{{ij}} \neq 0]"),
        samples=lambda make: [(make(2, 3), (0,)), (make(2, 3), (0, -1), True), (make(2, 3), ()), (make(0, 3), (0,))],
    )
    for name, what, reduce, sign_ in _ALL_AND_ANY
)
