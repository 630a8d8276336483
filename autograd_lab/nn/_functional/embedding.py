"""Looking up rows, one by one or in bags. PyTorch: torch/nn/functional.py."""

import numpy as np

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.base.state import thread
from ..._core.call_in_place import overwrite
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
        max_norm: rows that are looked up and longer are first shortened to it, in place.
        norm_type: which norm that is.
        scale_grad_by_freq, sparse: not here; PyTorch would scale each row's gradient, and make it sparse.
    """
    if not weight.ndim:
        if weight.requires_grad and thread.state.grad_enabled:
            raise IndexError("Dimension specified as 0 but tensor has no dimensions")
        raise RuntimeError("'weight' must be 2-D")
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < max(rows, 1):
        raise AssertionError("Padding_idx must be within num_embeddings")
    if sparse or scale_grad_by_freq:
        raise NotImplementedError("embedding with sparse=True or scale_grad_by_freq=True is left out here.")
    padding = -1 if padding_idx is None else padding_idx + rows if padding_idx < 0 else padding_idx
    if max_norm is not None:
        shorten(weight, np.unique(input._data), max_norm, norm_type)
    return d.embedding(weight, input, padding, scale_grad_by_freq, sparse)


def shorten(weight: Tensor, rows: np.ndarray, max_norm: float, norm_type: float) -> None:
    """Rows that are longer than ``max_norm`` become that long, in place and unrecorded."""
    numbers = np.array(weight._data)
    for row in rows:
        if not -len(numbers) <= row < len(numbers):
            raise IndexError(
                f"select(): index {row} out of range for tensor of size {list(numbers.shape)} at dimension 0"
            )
    lengths = np.linalg.norm(numbers[rows], norm_type, axis=1)
    long = lengths > max_norm
    numbers[rows[long]] *= (max_norm / (lengths[long] + 1e-7)).astype(numbers.dtype)[:, None]
    wanted, weight._requires = weight._requires, False  # a leaf may be overwritten here: this is not recorded
    try:
        overwrite(weight, numbers)
    finally:
        weight._requires = wanted


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
_OTHER_ORDER = (
    "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
    "deprecated, and should now be `embedding_bag(input, weight, ...)`."
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
        per_sample_weights: not here; weigh the rows that `embedding` gives.
        include_last_offset: ``offsets`` has one more, the end of the last bag. ``padding_idx`` counts in no bag.

    Raises:
        ValueError, RuntimeError: shapes, types or numbers that do not go together.
    """
    if input.dtype.is_floating_point and not weight.dtype.is_floating_point:
        warn(_OTHER_ORDER)
        weight, input = input, weight
    _check_weights(weight, per_sample_weights)
    if input.ndim == 2:
        offsets, include_last_offset = _even_offsets(input, offsets), False
        input = input.reshape(-1)
    _check(input, offsets, mode, scale_grad_by_freq, sparse)
    if max_norm is not None:
        shorten(weight, np.unique(input._data), max_norm, norm_type)
    rows = weight.shape[0]
    padding = -1 if padding_idx is None else padding_idx + rows if -rows <= padding_idx < 0 else padding_idx
    return d.embedding_bag(
        weight, input, offsets, scale_grad_by_freq, _MODES[mode], sparse, None, include_last_offset,
        padding,
    )[0]  # fmt: skip


def _check_weights(weight: Tensor, per_sample_weights: Tensor | None) -> None:
    if per_sample_weights is not None:
        raise NotImplementedError("per_sample_weights are left out here; weigh the rows that embedding() gives.")
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
    if sparse or by_frequency:
        raise NotImplementedError("embedding_bag with sparse=True or scale_grad_by_freq=True is left out here.")


__all__ = [
    "embedding", "embedding_bag", "one_hot",
]  # fmt: skip
