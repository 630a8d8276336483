"""Activations, and dropout: what comes between two layers. With ``inplace`` the input's memory is overwritten."""

from typing import Any

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor
from ..._torch import functions as functions
from ..._torch.functions.elementwise import SELU_ALPHA, SELU_SCALE
from ..._torch.functions.randomness import dropped

Number = int | float


# ----- piecewise linear --------------------------------------------------------------------------------------------
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The larger of x and 0, element by element; at 0 the slope is taken to be 0."""
    return input.relu_() if inplace else d.relu(input)


def leaky_relu(input: Tensor, negative_slope: Number = 0.01, inplace: bool = False) -> Tensor:
    """x, and ``negative_slope`` times x below zero, element by element."""
    row = d.leaky_relu_in_place if inplace else d.leaky_relu
    return call_in_place(row, (input, negative_slope)) if inplace else row(input, negative_slope)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """x kept between 0 and 6, element by element."""
    return hardtanh(input, 0, 6, inplace)


def hardtanh(input: Tensor, min_val: Number = -1.0, max_val: Number = 1.0, inplace: bool = False) -> Tensor:
    """x kept between ``min_val`` and ``max_val``, element by element; at and beyond the bounds the slope is 0.

    Raises:
        ValueError: ``min_val`` is the larger.
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    given = (input, min_val, max_val)
    return call_in_place(d.hardtanh, given) if inplace else d.hardtanh(*given)


# ----- exponentials ------------------------------------------------------------------------------------------------
def elu(input: Tensor, alpha: Number = 1.0, inplace: bool = False) -> Tensor:
    """x, and α·(eˣ - 1) below zero, element by element."""
    return call_in_place(d.elu_in_place, (input, alpha, 1, 1)) if inplace else d.elu(input, alpha)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """`elu` with the two constants that keep mean 0 and variance 1, element by element."""
    if not inplace:
        return functions.selu(input)
    return call_in_place(d.elu_in_place, (input, SELU_ALPHA, SELU_SCALE, 1))


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """x times the probability that a normal number is below x; approximate="tanh" is the older formula."""
    return d.gelu(input, approximate=approximate)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """x times sigmoid(x), element by element; also called swish."""
    return call_in_place(d.silu, (input,)) if inplace else d.silu(input)


def softplus(input: Tensor, beta: Number = 1, threshold: Number = 20) -> Tensor:
    """ln(1 + e^(βx)) / β, element by element: a smooth relu; x itself where βx is above ``threshold``."""
    return d.softplus(input, beta, threshold)


def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of sigmoid(x), element by element, safe for large negative x."""
    return d.log_sigmoid(input)[0]


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + e⁻ˣ), element by element."""
    return d.sigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent, element by element."""
    return d.tanh(input)


# ----- with weights, and along a dimension -------------------------------------------------------------------------
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """`leaky_relu` with a slope that is learned: one number, or one for each channel (dimension 1)."""
    return functions.prelu(input, weight)


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """eˣ / Σ eˣ along ``dim``: positive numbers that add up to 1, in the shape of the input and in ``dtype``."""
    return functions.softmax(input, _dim(input, dim, "softmax"), dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """x - ln Σ eˣ along ``dim``: the logarithm of softmax, safe for large differences. The shape stays."""
    return functions.log_softmax(input, _dim(input, dim, "log_softmax"), dtype)


def _dim(input: Tensor, dim: int | None, name: str) -> int:
    """PyTorch's old guess where no ``dim`` is given, with its warning."""
    if dim is not None:
        return dim
    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if input.ndim in (0, 1, 3) else 1


# ----- dropout -------------------------------------------------------------------------------------------------------
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Zero with probability ``p``, else divided by 1 - p, element by element; outside training, the input itself.

    Raises:
        ValueError: no probability.
    """
    _check_probability(p)
    return dropped(input, p, training, in_place=inplace)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """`dropout` of whole channels of (N, C, H, W); other ranks are taken with a warning."""
    _check_probability(p)
    if input.ndim not in (3, 4):
        warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an error "
            "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
            "that dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a channel "
            "dimension, and an optional batch dimension (i.e. 3D or 4D inputs)."
        )
    if input.ndim == 3:
        warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
            "- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a "
            "future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain "
            "the 1D channel-wise dropout behavior, please switch to using dropout1d instead."
        )
    if input.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return dropped(input, p, training, (*input._data.shape[:2], *(1,) * (input.ndim - 2)), inplace)


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


__all__ = [
    "dropout", "dropout2d", "elu", "gelu", "hardtanh", "leaky_relu", "log_softmax", "logsigmoid", "prelu",
    "relu", "relu6", "selu", "sigmoid", "silu", "softmax", "softplus", "tanh",
]  # fmt: skip
