"""Un-broadcasting: the gradient of an input that forward stretched or cast, brought back to the input's own form.

PyTorch: torch/csrc/autograd/engine.cpp (validate_outputs), aten/src/ATen/ExpandUtils.h (sum_to).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from .base.quick_numpy import column_sums
from .graph import Node
from .tensor import Tensor


def reduce_results(node: Node, results: list, watch: Any) -> list:
    """Bring each result to the shape and type of the input it is for. The list itself is changed, and returned."""
    if node._input_metadata is None:
        return results
    for index, before in enumerate(results):
        if before is not None and node._edges[index] is not None:
            shape, dtype = node._input_metadata[index]
            own = before._data if isinstance(before, Tensor) else before
            if own.shape == shape and own.dtype is dtype:
                continue
            results[index], axes = reduce_to(before, shape, dtype)
            if watch is not None and axes:
                watch.grad_reduced(node, index, axes, before, results[index])
    return results


def reduce_to(gradient: Any, shape: tuple[int, ...], dtype: np.dtype) -> tuple[Any, tuple[int, ...]]:
    """The gradient of an input that forward broadcast (or cast): sum over the copies. Also says over which axes.

    A copy in forward is a sum in backward, since every copy's gradient flows back to the one original.
    """
    own = gradient._data if isinstance(gradient, Tensor) else gradient
    axes: tuple[int, ...] = ()
    if own.shape != shape:
        axes = stretched_axes(own.shape, shape)
        if axes and isinstance(gradient, Tensor):
            gradient = gradient.sum(axes)
        elif axes == (0,) and own.ndim == 2 and own.dtype.kind == "f":
            gradient = column_sums(own)
        elif axes:
            gradient = np.add.reduce(gradient, axes)
        if gradient.shape != shape:
            gradient = gradient.reshape(shape)
    if own.dtype != dtype:
        gradient = gradient.to(dtype) if isinstance(gradient, Tensor) else gradient.astype(dtype)
    return gradient, axes


@lru_cache
def stretched_axes(result: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Along which axes of the result an input of this shape was repeated."""
    extra = len(result) - len(shape)
    longer = [i + extra for i, n in enumerate(shape) if n == 1 and result[i + extra] != 1]
    return (*range(extra), *longer)
