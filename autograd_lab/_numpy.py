"""NumPy's own functions on Tensors: ``np.exp(tensor)`` runs our ``exp`` and records it.

This is what lets a rule be written once: ``np.broadcast_to(grad, sizes)`` computes when ``grad`` is an array, and
leaves a node when it is a Tensor. NumPy asks through ``__array_ufunc__`` and ``__array_function__`` (NEP 13, NEP 18).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _functions as functions
from . import derivatives as d
from ._tensor import Tensor

UFUNCS: dict[np.ufunc, Callable] = {
    np.add: d.add,
    np.subtract: d.sub,
    np.multiply: d.mul,
    np.negative: d.neg,
    np.exp: d.exp,
}
FUNCTIONS: dict[Callable, Callable] = {
    np.broadcast_to: lambda array, shape: d.expand(array, tuple(shape)),
    np.reshape: functions.reshape,
    np.sum: lambda array, axis=None, keepdims=False: functions.sum(array, axis, keepdims),
}


def array_ufunc(self: Tensor, ufunc: np.ufunc, how: str, *inputs: Any, **kwargs: Any) -> Any:
    """NumPy found a Tensor among the arguments of a ufunc."""
    function = UFUNCS.get(ufunc)
    if function is None or how != "__call__" or kwargs:
        return NotImplemented
    return function(*inputs)


def array_function(self: Tensor, function: Callable, types: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
    """NumPy found a Tensor among the arguments of another of its functions."""
    ours = FUNCTIONS.get(function)
    return NotImplemented if ours is None else ours(*args, **kwargs)


Tensor.__array_ufunc__ = array_ufunc
Tensor.__array_function__ = array_function
