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
    """Sum or mean of the rows of ``weight`` in each bag: (bags, length). Here it is `embedding`, added up by bags.

    Args:
        input: whole numbers: (bags, length of a bag), or all bags one after the other with ``offsets``.
        weight, offsets: (rows, length), and where each bag begins.
        mode: "sum" or "mean".
        padding_idx: this number counts in no bag.

    Raises:
        ValueError, RuntimeError: shapes, types or numbers that do not go together.
        NotImplementedError: any other option; weigh, choose or shorten the rows that `embedding` gives.
    """
    others = (per_sample_weights, max_norm, include_last_offset or None, scale_grad_by_freq or None, sparse or None)
    if any(option is not None for option in others) or mode == "max":
        raise NotImplementedError("this option of embedding_bag is left out here; sum the rows that embedding() gives.")
    if mode not in ("sum", "mean"):
        raise ValueError("mode has to be one of sum, mean or max")
    if (input.ndim, offsets is None) not in ((1, False), (2, True)):
        raise ValueError(f"input has to be 2D, or 1D with offsets, but got {input.ndim}D and offsets={offsets}")
    numbers = input._data.reshape(-1)
    starts = np.arange(0, input.numel(), max(input.shape[-1], 1)) if offsets is None else offsets._data
    if len(starts) and starts[0]:
        raise RuntimeError(f"offsets[0] has to be 0: the first bag begins at position 0. However, got {starts[0]}")
    bags = np.searchsorted(starts, np.arange(len(numbers)), side="right") - 1
    kept = np.ones(len(numbers), bool) if padding_idx is None else numbers != padding_idx % max(len(weight), 1)
    rows = embedding(wrap(numbers[kept]), weight)
    total = wrap(np.zeros((len(starts), weight.shape[1]), weight._data.dtype))
    total = d.index_add(total, 0, wrap(bags[kept]), rows)
    if mode == "sum":
        return total
    counts = np.maximum(np.bincount(bags[kept], minlength=len(starts)), 1).astype(weight._data.dtype)
    return d.div(total, wrap(counts[:, None]))


__all__ = ["embedding", "embedding_bag", "one_hot"]
