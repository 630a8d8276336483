"""Layers: modules around one operation. PyTorch: torch/nn/modules/{linear,flatten}.py."""

import math
from typing import Any

from .. import _dtype, _random
from .._tensor import Tensor, wrap
from . import functional
from ._declared import Declared
from .module import Module
from .parameter import Parameter


class Linear(Module):
    """``y = x Wᵀ + b``: ``weight`` is (out_features, in_features), ``bias`` is (out_features,).

    Both start from uniform numbers in [-1/√in_features, 1/√in_features): the same ones as in PyTorch after the same
    `manual_seed`.
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, dtype: Any = None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = _uniform_parameter((out_features, in_features), _weight_bound(in_features), dtype)
        if bias:
            self.bias = _uniform_parameter((out_features,), 1 / math.sqrt(in_features) if in_features else 0.0, dtype)
        else:
            self.register_parameter("bias", None)

    def forward(self, input: Tensor) -> Tensor:
        """(…, in_features) → (…, out_features)."""
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """``in_features=2, out_features=3, bias=True``"""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


def _weight_bound(fan_in: int) -> float:
    """1/√fan_in, by PyTorch's detour (He's initialisation with a = √5): the last bit of the numbers depends on it."""
    gain = math.sqrt(2.0 / (1 + math.sqrt(5) ** 2))
    return math.sqrt(3.0) * (gain / math.sqrt(fan_in)) if fan_in else 0.0


def _uniform_parameter(shape: tuple[int, ...], bound: float, dtype: Any) -> Parameter:
    kind = (_dtype.get_default_dtype() if dtype is None else _dtype.as_dtype(dtype, "Linear")).numpy
    return Parameter(wrap(_random.uniform(shape, -bound, bound, kind)))


class Identity(Module):
    """Gives back what it is given. It takes any arguments, so that it can stand in for any layer."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """The input itself."""
        return input


class Flatten(Declared):
    """Joins the dimensions from ``start_dim`` to ``end_dim``; the first one, usually the batch, is left alone."""

    start_dim: int = 1
    end_dim: int = -1

    def forward(self, input: Tensor) -> Tensor:
        """(N, a, b, …) → (N, a·b·…)."""
        return input.flatten(self.start_dim, self.end_dim)


class Unflatten(Declared):
    """One dimension as several: the opposite of `Flatten`."""

    dim: int
    unflattened_size: Any

    def __post_init__(self) -> None:
        self.unflattened_size = tuple(self.unflattened_size)

    def forward(self, input: Tensor) -> Tensor:
        """(…, a·b, …) → (…, a, b, …)."""
        dim = self.dim % input.ndim
        return input.view(*input.shape[:dim], *self.unflattened_size, *input.shape[dim + 1 :])


__all__ = ["Flatten", "Identity", "Linear", "Unflatten"]
