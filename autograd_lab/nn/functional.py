"""Functions for networks, under PyTorch's names: activations, softmax, losses, linear."""

import warnings
from typing import Any

from .. import _functions as functions
from .. import derivatives as d
from .._functions.products import linear as linear
from .._functions.shapes import broadcast_tensors
from .._tensor import Tensor

_REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}


# ----- activations -------------------------------------------------------------------------------------------------
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The larger of x and 0; at 0 the slope is taken to be 0."""
    return input.relu_() if inplace else d.relu(input)


def threshold(input: Tensor, threshold: Any, value: Any, inplace: bool = False) -> Tensor:
    """``input`` where it is above the threshold, else ``value``."""
    return (functions.threshold_ if inplace else functions.threshold)(input, threshold, value)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + e⁻ˣ)."""
    return d.sigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    return d.tanh(input)


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """Positive numbers that add up to 1 along ``dim``."""
    return functions.softmax(input, _dim(input, dim, "softmax"), dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """The logarithm of softmax, safe for large differences."""
    return functions.log_softmax(input, _dim(input, dim, "log_softmax"), dtype)


def _dim(input: Tensor, dim: int | None, name: str) -> int:
    """PyTorch's old guess where no ``dim`` is given, with its warning."""
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        UserWarning,
        stacklevel=3,
    )
    return 0 if input.ndim in (0, 1, 3) else 1


# ----- losses ------------------------------------------------------------------------------------------------------
def nll_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
) -> Tensor:
    """Minus the entry of each row that ``target`` names.

    Args:
        input: log-probabilities of shape (C) or (N, C).
        target: classes, int64, of shape () or (N).
        weight: one factor for each class.
        ignore_index: targets with this value count for nothing.
        reduction: "mean" (weighted), "sum", or "none".

    Raises:
        IndexError: a target that is no class.
    """
    return d.nll_loss(input, target, weight, _number(reduction), ignore_index)[0]


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """`nll_loss` of `log_softmax`: two nodes, as in PyTorch. ``target`` holds classes; arguments as in `nll_loss`."""
    if target.is_floating_point() or label_smoothing:
        raise NotImplementedError(
            "cross_entropy takes classes as its target here (int64, one for each row), without label smoothing."
        )
    scores = functions.log_softmax(input, 1 if input.ndim > 1 else 0)
    return nll_loss(scores, target, weight, ignore_index, reduction)


def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """The squared differences: their mean, their sum, or all of them ("none")."""
    if target.shape != input.shape:
        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            UserWarning,
            stacklevel=2,
        )
        input, target = broadcast_tensors(input, target)
    return d.mse_loss(input, target, _number(reduction))


def _number(reduction: str) -> int:
    if reduction not in _REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _REDUCTIONS[reduction]
