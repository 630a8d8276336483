"""Slopes of a function of which only values are known: composed of the same steps as in PyTorch.

PyTorch: aten/src/ATen/native/ReduceOps.cpp (gradient).
"""

from collections.abc import Callable
from typing import Any

from ..autograd._tensor import Tensor
from ..derivatives._axes import wrap_dim
from .arguments import as_tuple
from .joining import cat

_PLACES = "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "


def gradient(input: Tensor, *, spacing: Any = 1, dim: Any = None, edge_order: int = 1) -> tuple[Tensor, ...]:
    """Estimated slopes along each dimension (or those of ``dim``): half the difference of both neighbours' values.

    Each has the shape of ``input``. At the edges it is the difference to the only neighbour, with ``edge_order=2``
    one of second order. (It has nothing to do with backward; that gives slopes of operations, exactly.)

    Args:
        input: the values, on a grid.
        spacing: how far apart neighbours are, one number for all dimensions or a list; or a list of vectors with
            the places themselves.
        dim: one dimension or several; all, if None.
        edge_order: 1 or 2.

    Raises:
        RuntimeError: too few values, another order, or not one spacing for each dimension.
    """
    dims = tuple(range(input.ndim)) if dim is None else tuple(wrap_dim(each, input.ndim) for each in as_tuple(dim))
    steps = tuple(spacing) if isinstance(spacing, list | tuple) else (spacing,) * len(dims)
    if len(steps) != len(dims):
        wanted = f"'self.dim() = {input.ndim}', since dim argument was not given" if dim is None else "'dim'"
        raise RuntimeError(f"{_PLACES}{wanted}, but got a list of length {len(steps)}")
    if len(set(dims)) < len(dims):
        twice = next(each for each in dims if dims.count(each) > 1)
        raise RuntimeError(f"dim {twice} appears multiple times in the list of dims")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    if any(input._data.shape[axis] <= edge_order for axis in dims):
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return tuple(_slopes(input, axis, step, edge_order) for axis, step in zip(dims, steps, strict=True))


def _slopes(values: Tensor, axis: int, step: Any, edge_order: int) -> Tensor:
    length = values._data.shape[axis]

    def at(start: int, count: int = 1) -> Tensor:
        return values.narrow(axis, start % length, count)

    estimate = _between_places if isinstance(step, Tensor) else _between_steps
    return cat(estimate(at, length, step, edge_order, (-1,) + (1,) * (values.ndim - 1 - axis)), axis)


def _between_steps(at: Callable, length: int, step: float, edge_order: int, shape: tuple[int, ...]) -> tuple:
    """First, inner and last slopes, where all values are equally far apart."""
    inner = (at(2, length - 2) - at(0, length - 2)) / step / 2
    if edge_order == 1:
        return (at(1) - at(0)) / step, inner, (at(-1) - at(-2)) / step
    first = (-1.5 * at(0) + 2 * at(1) - 0.5 * at(2)) / step
    return first, inner, (0.5 * at(-3) - 2 * at(-2) + 1.5 * at(-1)) / step


def _between_places(at: Callable, length: int, places: Tensor, edge_order: int, shape: tuple[int, ...]) -> tuple:
    """The same, where each value has a place of its own."""
    gaps = places.diff().reshape(shape)
    left, right = gaps[:-1], gaps[1:]
    inner = (
        -right / (left * (left + right)) * at(0, length - 2)
        + (right - left) / (left * right) * at(1, length - 2)
        + left / (right * (left + right)) * at(2, length - 2)
    )
    if edge_order == 1:
        return (at(1) - at(0)) / gaps[:1], inner, (at(-1) - at(-2)) / gaps[-1:]
    left, right = gaps[:1], gaps[1:2]
    first = (
        -(2 * left + right) / (left * (left + right)) * at(0)
        + (left + right) / (left * right) * at(1)
        - left / (right * (left + right)) * at(2)
    )
    left, right = gaps[-2:-1], gaps[-1:]
    last = (
        right / (left * (left + right)) * at(-3)
        - (left + right) / (left * right) * at(-2)
        + (2 * right + left) / (right * (left + right)) * at(-1)
    )
    return first, inner, last


__all__ = ["gradient"]
METHODS: list[str] = []
