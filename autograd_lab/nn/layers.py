"""Layers: modules around one operation. PyTorch: torch/nn/modules/{linear,flatten}.py."""

import math
from typing import Any

import numpy as np

from .._creation.factory import array_type
from ..autograd._tensor import Tensor, wrap
from . import functional
from ._declared import Declared
from ._starting import start_over, weight_and_bias
from .init import uniform_
from .module import Module
from .parameter import Parameter


class Linear(Module):
    """``y = x Wᵀ + b``: ``weight`` is (out_features, in_features), ``bias`` is (out_features,).

    Both start from uniform numbers in [-1/√in_features, 1/√in_features): the same ones as in PyTorch after the same
    `manual_seed`.
    """

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight, start = weight_and_bias((out_features, in_features), bias, array_type(dtype, device))
        self.register_parameter("bias", start)  # None without a bias

    def reset_parameters(self) -> None:
        """Such numbers once more."""
        start_over(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """(…, in_features) → (…, out_features)."""
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """``in_features=2, out_features=3, bias=True``"""
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    """``z_o = xᵀ W_o y + b_o``: ``weight`` is (out_features, in1_features, in2_features), ``bias`` (out_features,).

    Both start from uniform numbers in [-1/√in1_features, 1/√in1_features), PyTorch's after the same `manual_seed`.

    Raises:
        ValueError: no features in the first input.
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        kind = array_type(dtype, device)
        self.weight = Parameter(wrap(np.empty((out_features, in1_features, in2_features), kind)))
        self.register_parameter("bias", Parameter(wrap(np.empty(out_features, kind))) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Such numbers once more."""
        if self.in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={self.in1_features})")
        bound = 1 / math.sqrt(self.in1_features)
        for parameter in self.parameters():
            uniform_(parameter, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """(…, in1_features) and (…, in2_features) → (…, out_features)."""
        return functional.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """``in1_features=2, in2_features=3, out_features=4, bias=True``"""
        features = f"in1_features={self.in1_features}, in2_features={self.in2_features}"
        return f"{features}, out_features={self.out_features}, bias={self.bias is not None}"


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
    """One dimension as several: the opposite of `Flatten`. TypeError for sizes that are no ints."""

    dim: int
    unflattened_size: Any

    def __post_init__(self) -> None:
        size = self.unflattened_size
        if not isinstance(size, tuple | list):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {type(size).__name__}")
        for place, item in enumerate(size):
            if not isinstance(item, int):
                found = f"element of type {type(item).__name__} at pos {place}"
                raise TypeError(f"unflattened_size must be tuple of ints, but found {found}")

    def forward(self, input: Tensor) -> Tensor:
        """(…, a·b, …) → (…, a, b, …)."""
        dim = self.dim % input.ndim
        return input.view(*input.shape[:dim], *self.unflattened_size, *input.shape[dim + 1 :])


__all__ = ["Bilinear", "Flatten", "Identity", "Linear", "Unflatten"]
