"""Activations as modules. PyTorch: torch/nn/modules/activation.py.

Each takes a tensor of any shape and gives one of the same shape (GLU halves a dimension). What it computes stands at
the function of the same name in ``nn.functional``.
"""

from typing import Any

import numpy as np

from .._base import dtypes
from ..autograd._tensor import Tensor, wrap
from . import functional
from .module import Module
from .parameter import Parameter


def _inplace_text(inplace: bool, *before: str) -> str:
    return ", ".join([*before, *(["inplace=True"] if inplace else [])])


# ----- straight pieces ---------------------------------------------------------------------------------------------
class ReLU(Module):
    """``max(x, 0)``, element by element; with ``inplace`` the input's memory is overwritten."""

    def __init__(self, inplace: bool = False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.relu(input, self.inplace)

    def extra_repr(self) -> str:
        """Empty, or ``inplace=True``."""
        return _inplace_text(self.inplace)


class LeakyReLU(Module):
    """x, and ``negative_slope`` times x below zero."""

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """``negative_slope=0.01``"""
        return _inplace_text(self.inplace, f"negative_slope={self.negative_slope}")


class Hardtanh(Module):
    """x kept between ``min_val`` and ``max_val``."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False):
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace
        if not max_val > min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """``min_val=-1.0, max_val=1.0``"""
        return _inplace_text(self.inplace, f"min_val={self.min_val}, max_val={self.max_val}")


class ReLU6(Hardtanh):
    """x kept between 0 and 6."""

    def __init__(self, inplace: bool = False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """Empty, or ``inplace=True``."""
        return _inplace_text(self.inplace)


class Threshold(Module):
    """x where it is above ``threshold``, else ``value``."""

    def __init__(self, threshold: float, value: float, inplace: bool = False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        """``threshold=0.1, value=20``"""
        return _inplace_text(self.inplace, f"threshold={self.threshold}, value={self.value}")


class _Shrink(Module):
    def __init__(self, lambd: float = 0.5):
        super().__init__()
        self.lambd = lambd

    def extra_repr(self) -> str:
        """``0.5``"""
        return str(self.lambd)


class Hardshrink(_Shrink):
    """x, or 0 near 0."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.hardshrink(input, self.lambd)


class Softshrink(_Shrink):
    """x moved towards 0."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.softshrink(input, self.lambd)


class _InPlace(Module):
    """Modules with no other choice than ``inplace``."""

    def __init__(self, inplace: bool = False):
        super().__init__()
        self.inplace = inplace


class Hardsigmoid(_InPlace):
    """x/6 + 1/2, kept between 0 and 1."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.hardsigmoid(input, self.inplace)


class Hardswish(_InPlace):
    """x times hardsigmoid(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.hardswish(input, self.inplace)


# ----- exponentials ------------------------------------------------------------------------------------------------
class ELU(Module):
    """x, and α·(eˣ - 1) below zero."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """``alpha=1.0``"""
        return _inplace_text(self.inplace, f"alpha={self.alpha}")


class CELU(ELU):
    """x, and α·(e^(x/α) - 1) below zero."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.celu(input, self.alpha, self.inplace)


class SELU(ReLU):
    """ELU with the two constants that keep mean 0 and variance 1."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.selu(input, self.inplace)


class SiLU(ReLU):
    """x·sigmoid(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.silu(input, self.inplace)


class Mish(ReLU):
    """x·tanh(softplus(x))."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.mish(input, self.inplace)


class GELU(Module):
    """x times the probability that a normal number is below x."""

    def __init__(self, approximate: str = "none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.gelu(input, self.approximate)

    def extra_repr(self) -> str:
        """``approximate='none'``"""
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    """ln(1 + e^(βx)) / β."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """``beta=1.0, threshold=20.0``"""
        return f"beta={self.beta}, threshold={self.threshold}"


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


class LogSigmoid(Module):
    """The logarithm of the sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.logsigmoid(input)


class Softsign(Module):
    """x / (1 + \\|x\\|)."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.tanhshrink(input)


# ----- with weights, and along a dimension -------------------------------------------------------------------------
class PReLU(Module):
    """Leaky relu with learned slopes: ``weight`` holds one, or one for each channel."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        kind = (dtypes.get_default_dtype() if dtype is None else dtypes.as_dtype(dtype, "PReLU")).numpy
        self.weight = Parameter(wrap(np.full(num_parameters, init, kind)))

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """``num_parameters=1``"""
        return f"num_parameters={self.num_parameters}"


class _Along(Module):
    """Modules that work along one dimension."""

    def __init__(self, dim: int | None = None):
        super().__init__()
        self.dim = dim

    def extra_repr(self) -> str:
        """``dim=1``"""
        return f"dim={self.dim}"


class GLU(_Along):
    """The first half along ``dim`` times the sigmoid of the second half."""

    def __init__(self, dim: int = -1):
        super().__init__(dim)

    def forward(self, input: Tensor) -> Tensor:
        """(…, 2n, …) → (…, n, …)."""
        return functional.glu(input, self.dim)


class Softmax(_Along):
    """Positive numbers that add up to 1 along ``dim``."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.softmax(input, self.dim, _stacklevel=5)


class LogSoftmax(_Along):
    """The logarithm of softmax."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.log_softmax(input, self.dim, _stacklevel=5)


class Softmin(_Along):
    """Softmax of -x."""

    def forward(self, input: Tensor) -> Tensor:
        """Any shape → the same shape."""
        return functional.softmin(input, self.dim, _stacklevel=5)


__all__ = [
    "CELU", "ELU", "GELU", "GLU", "SELU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU",
    "LogSigmoid", "LogSoftmax", "Mish", "PReLU", "ReLU", "ReLU6", "SiLU", "Sigmoid", "Softmax", "Softmin", "Softplus",
    "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
]  # fmt: skip
