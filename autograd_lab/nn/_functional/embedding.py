"""Looking up rows, and one-hot vectors."""

import numpy as np

from ... import derivatives as d
from ..._base.state import thread
from ..._call import first_error
from ..._call_in_place import overwrite
from ...autograd._tensor import Tensor, wrap


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
        scale_grad_by_freq: divide each row's gradient by how often it was looked up.
        sparse: not here; PyTorch would make a sparse gradient.
    """
    if not weight.ndim:
        if weight.requires_grad and thread.state.grad_enabled:
            error = IndexError("Dimension specified as 0 but tensor has no dimensions")
            raise first_error(d.embedding.plan, (weight, input, padding_idx, scale_grad_by_freq, sparse), error)
        raise RuntimeError("'weight' must be 2-D")
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < max(rows, 1):
        raise AssertionError("Padding_idx must be within num_embeddings")
    if sparse:
        raise NotImplementedError("embedding(sparse=True) is left out: there are no sparse gradients here.")
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
    if not isinstance(input, Tensor):
        raise TypeError(f"one_hot(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
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


__all__ = ["embedding", "one_hot"]
