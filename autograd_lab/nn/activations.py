"""Activations as modules. PyTorch: torch/nn/modules/activation.py.

Each takes a floating-point tensor of any shape and gives one of the same shape and dtype, element by element unless it
says otherwise. With ``inplace`` the input's memory is overwritten.
"""

from typing import Any

from .._core.tensor import Tensor
from . import functional
from ._function_module import FunctionModule
from ._initial_weights import filled
from .module import Module
from .parameter import Parameter


# ----- piecewise linear --------------------------------------------------------------------------------------------
class ReLU(FunctionModule, calls=functional.relu):
    """``max(x, 0)``, element by element; with ``inplace`` the input's memory is overwritten."""

    inplace: bool = False


class LeakyReLU(FunctionModule, calls=functional.leaky_relu):
    """x, and ``negative_slope`` times x below zero, element by element."""

    negative_slope: float = 0.01
    inplace: bool = False


class Hardtanh(FunctionModule, calls=functional.hardtanh):
    """x kept between ``min_val`` and ``max_val`` (the larger of the two, else AssertionError), element by element."""

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False

    def __post_init__(self) -> None:
        if not self.max_val > self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")


class ReLU6(Hardtanh):
    """x kept between 0 and 6, element by element."""

    _shown = ("inplace",)

    def __init__(self, inplace: bool = False):
        super().__init__(0.0, 6.0, inplace)


# ----- exponentials ------------------------------------------------------------------------------------------------
class ELU(FunctionModule, calls=functional.elu):
    """x, and α·(eˣ - 1) below zero, element by element."""

    alpha: float = 1.0
    inplace: bool = False


class SELU(FunctionModule, calls=functional.selu):
    """ELU with the two constants that keep mean 0 and variance 1, element by element."""

    inplace: bool = False


class SiLU(FunctionModule, calls=functional.silu):
    """x·sigmoid(x), element by element."""

    inplace: bool = False


class GELU(FunctionModule, calls=functional.gelu):
    """x times the probability that a normal number is below x; ``approximate="tanh"`` is the older formula."""

    approximate: str = "none"


class Softplus(FunctionModule, calls=functional.softplus):
    """ln(1 + e^(βx)) / β, element by element; x itself where βx is above ``threshold``."""

    beta: float = 1.0
    threshold: float = 20.0


class Tanh(Module):
    """``tanh(x)``, element by element."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return input.tanh()


class Sigmoid(Module):
    """``1 / (1 + exp(-x))``, element by element."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return input.sigmoid()


class LogSigmoid(FunctionModule, calls=functional.logsigmoid):
    """The logarithm of sigmoid(x), element by element."""


# ----- with weights, and along a dimension -------------------------------------------------------------------------
class PReLU(Module):
    """Leaky relu with learned slopes: ``weight`` holds one, or one for each channel (dimension 1)."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(filled(num_parameters, init, dtype, device))

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """``num_parameters=1``"""
        return f"num_parameters={self.num_parameters}"


class Softmax(FunctionModule, calls=functional.softmax):
    """Positive numbers that add up to 1 along ``dim``: eˣ / Σ eˣ. Any shape → the same shape."""

    dim: int | None = None


class LogSoftmax(FunctionModule, calls=functional.log_softmax):
    """The logarithm of softmax along ``dim``: x - ln Σ eˣ. Any shape → the same shape."""

    dim: int | None = None


__all__ = [
    "ELU", "GELU", "SELU", "Hardtanh", "LeakyReLU", "LogSigmoid", "LogSoftmax", "PReLU", "ReLU", "ReLU6", "SiLU",
    "Sigmoid", "Softmax", "Softplus", "Tanh",
]  # fmt: skip
