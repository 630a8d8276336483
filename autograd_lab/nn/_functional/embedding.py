"""Looking up rows, one by one or in bags. PyTorch: torch/nn/functional.py."""

import numpy as np

from ... import derivatives as d
from ..._core.base.state import thread
from ..._core.tensor import Tensor, wrap


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Row ``k`` of ``weight`` for each ``k`` in ``input``.

    Args:
        input: whole numbers, any shape.
        weight: (rows, length).
        padding_idx: this row gets no gradient.
        max_norm, norm_type, scale_grad_by_freq, sparse: not here, and refused.
    """
    if not weight.ndim:
        if weight.requires_grad and thread.state.grad_enabled:
            raise IndexError("Dimension specified as 0 but tensor has no dimensions")
        raise RuntimeError("'weight' must be 2-D")
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < max(rows, 1):
        raise AssertionError("Padding_idx must be within num_embeddings")
    if sparse:
        raise NotImplementedError("embedding(sparse=True) is left out: there are no sparse gradients here.")
    if max_norm is not None:
        raise NotImplementedError("embedding(max_norm=…) is left out: shorten the rows of the weight under no_grad().")
    padding = -1 if padding_idx is None else padding_idx + rows if padding_idx < 0 else padding_idx
    return d.embedding(weight, input, padding, scale_grad_by_freq, sparse)


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """A vector for each class number: 1 at its place, else 0 (int64). -1: as many classes as the largest needs."""
    classes = input._data
    if classes.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not classes.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if (classes < 0).any():
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(classes.max()) + 1
    elif (classes >= num_classes).any():
        raise RuntimeError("Class values must be smaller than num_classes.")
    return wrap((np.asarray(classes)[..., None] == np.arange(num_classes)).astype(np.int64))


# ----- bags of rows --------------------------------------------------------------------------------------------------
_MODES = {"sum": 0, "mean": 1, "max": 2}


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
        mode: "sum", "mean" or "max".
        padding_idx: this number counts in no bag.

    Raises:
        ValueError, RuntimeError: shapes, types or numbers that do not go together.
        NotImplementedError: any other option; weigh or shorten the rows that `embedding` gives.
    """
    if per_sample_weights is not None or max_norm is not None or include_last_offset or scale_grad_by_freq or sparse:
        raise NotImplementedError("this option of embedding_bag is left out here; sum the rows that embedding() gives.")
    if input.ndim == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                "sequences. However, found offsets of type <class 'torch.Tensor'>"
            )
        count, length = input._data.shape
        offsets, input = wrap((np.arange(count) * length).astype(input._data.dtype)), input.reshape(-1)
    if input.ndim != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if mode not in _MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    rows = weight.shape[0]
    padding = -1 if padding_idx is None else padding_idx % max(rows, 1)
    return d.embedding_bag(weight, input, offsets, False, _MODES[mode], False, None, False, padding)[0]


__all__ = ["embedding", "embedding_bag", "one_hot"]
