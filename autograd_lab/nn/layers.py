"""Layers: modules around one operation. PyTorch: torch/nn/modules/{linear,flatten}.py."""

from typing import Any

from ..autograd._tensor import Tensor
from . import functional
from ._declared import Declared
from ._starting import array_type, start_over, weight_and_bias
from .module import Module


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
