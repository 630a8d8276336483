"""Dropout: a part of the numbers, or of the channels, at random."""

from ... import _functions as functions
from ..._base.learners_line import warn
from ...autograd._tensor import Tensor


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Zero with probability ``p``, else divided by 1 - p, element by element; outside training, the input itself.

    Raises:
        ValueError: no probability.
    """
    _check_probability(p)
    return (functions.dropout_ if inplace else functions.dropout)(input, p, training)


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """`dropout` of whole channels of (N, C, L) or (C, L)."""
    _check_probability(p)
    if input.ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {input.ndim}D input. Note that dropout1d exists to "
            "provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional "
            "batch dimension (i.e. 2D or 3D inputs)."
        )
    drop = functions.feature_dropout_ if inplace else functions.feature_dropout
    return drop(input, p, training) if input.ndim == 3 else drop(input.unsqueeze(0), p, training).squeeze(0)


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
    return (functions.feature_dropout_ if inplace else functions.feature_dropout)(input, p, training)


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """`dropout` after selu: mean and variance are kept. Any shape → the same shape."""
    _check_probability(p)
    if inplace:
        raise NotImplementedError("alpha_dropout writes no input in place here; take its result.")
    return functions.alpha_dropout(input, p, training)


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


__all__ = ["alpha_dropout", "dropout", "dropout1d", "dropout2d"]
