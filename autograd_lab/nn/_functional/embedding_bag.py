"""Looking up bags of rows. PyTorch: torch/nn/functional.py."""

import numpy as np

from ... import derivatives as d
from ..._base.learners_line import warn
from ...autograd._tensor import Tensor, wrap
from .embedding import shorten

_MODES = {"sum": 0, "mean": 1, "max": 2}
_OTHER_ORDER = (
    "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
    "deprecated, and should now be `embedding_bag(input, weight, ...)`."
)
_SUM_ONLY = (
    "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got "
    "mode='{}'). Please open a feature request on GitHub."
)


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Sum, mean or largest of the rows of ``weight`` in each bag: (bags, length).

    Args:
        input: whole numbers: (bags, length of a bag), or all bags one after the other with ``offsets``.
        weight: (rows, length).
        offsets: where each bag begins.
        max_norm, norm_type, scale_grad_by_freq, sparse: as in `embedding`. The ``mode``: "sum", "mean" or "max".
        per_sample_weights: a factor for each number in ``input``; with "sum" only.
        include_last_offset: ``offsets`` has one more, the end of the last bag. ``padding_idx`` counts in no bag.

    Raises:
        ValueError, RuntimeError: shapes, types or numbers that do not go together.
    """
    if input.dtype.is_floating_point and not weight.dtype.is_floating_point:
        warn(_OTHER_ORDER)
        weight, input = input, weight
    _check_shapes(input, weight, per_sample_weights)
    if input.ndim == 2:
        offsets, include_last_offset = _even_offsets(input, offsets), False
        input = input.reshape(-1)
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    _check(input, offsets, mode, scale_grad_by_freq, sparse)
    if max_norm is not None:
        shorten(weight, np.unique(input._data), max_norm, norm_type)
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(_SUM_ONLY.format(mode))
    rows = weight.shape[0]
    padding = -1 if padding_idx is None else padding_idx + rows if -rows <= padding_idx < 0 else padding_idx
    return d.embedding_bag(
        weight, input, offsets, scale_grad_by_freq, _MODES[mode], sparse, per_sample_weights, include_last_offset,
        padding,
    )[0]  # fmt: skip


def _check_shapes(input: Tensor, weight: Tensor, per_sample_weights: Tensor | None) -> None:
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the "
            f"same shape as the input ({input.shape})"
        )
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")


def _even_offsets(input: Tensor, offsets: Tensor | None) -> Tensor:
    """Where bags of one length begin."""
    if offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
            "sequences. However, found offsets of type <class 'torch.Tensor'>"
        )
    count, length = input._data.shape
    return wrap((np.arange(count) * length).astype(input._data.dtype))


def _check(input: Tensor, offsets: Tensor | None, mode: str, by_frequency: bool, sparse: bool) -> None:
    if input.ndim != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.ndim != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and by_frequency:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if sparse:
        raise NotImplementedError("embedding_bag(sparse=True) is left out: there are no sparse gradients here.")


__all__ = ["embedding_bag"]
