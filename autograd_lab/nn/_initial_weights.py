"""The starting numbers of new weights: the same as in PyTorch after the same `manual_seed`."""

import math
from typing import Any

import numpy as np

from .._core.base import draws
from .._core.call_in_place import overwrite
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor, wrap
from .._torch.creation.factory import array_type, number, sizes_of
from .parameter import Parameter


def filled(shape: Any, value: Any, dtype: Any, device: Any) -> Tensor:
    """The same number everywhere."""
    return wrap(np.full(sizes_of("empty", (shape,)), number_in(value), array_type(dtype, device)))


def number_in(value: Any) -> Any:
    """The number that fills a tensor, also out of a 0-d tensor."""
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    return number("fill_", "value", 1, value)


def weight_and_bias(
    shape: tuple[int, ...], bias: bool, kind: np.dtype, outputs: int | None = None
) -> tuple[Parameter, Parameter | None]:
    """Uniform numbers in ±1/√fan_in, where fan_in is how many numbers go into one output; ``shape`` is (out, in, …).

    A transposed convolution has the shape (in, out, …). PyTorch still computes fan_in from all sizes but the first;
    ``outputs`` is then the length of the bias.
    """
    shape = sizes_of("empty", (shape,))
    fan_in = math.prod(shape[1:])
    bound = 1 / math.sqrt(fan_in) if fan_in else 0.0
    weight = _uniform(shape, _by_the_detour(fan_in), kind)
    return weight, _uniform((shape[0] if outputs is None else outputs,), bound, kind) if bias else None


def start_over(weight: Tensor, bias: Tensor | None) -> None:
    """Draw such numbers again and write them into existing parameters."""
    fan_in = math.prod(weight._data.shape[1:])
    for parameter, bound in ((weight, _by_the_detour(fan_in)), (bias, 1 / math.sqrt(fan_in) if fan_in else 0.0)):
        if parameter is not None:
            with no_grad():
                overwrite(parameter, draws.uniform(parameter._data.shape, -bound, bound, parameter._data.dtype))


def _by_the_detour(fan_in: int) -> float:
    """1/√fan_in computed as PyTorch does (He initialisation with a = √5), so that even the last bit agrees."""
    gain = math.sqrt(2.0 / (1 + math.sqrt(5) ** 2))
    return math.sqrt(3.0) * (gain / math.sqrt(fan_in)) if fan_in else 0.0


def _uniform(shape: tuple[int, ...], bound: float, kind: np.dtype) -> Parameter:
    return Parameter(wrap(draws.uniform(shape, -bound, bound, kind)))
