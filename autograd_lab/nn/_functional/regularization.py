"""Looking up rows, one-hot vectors, and dropout."""

import numpy as np

from ... import _functions as functions
from ... import derivatives as d
from ..._frames import warn
from ..._in_place import overwrite
from ..._tensor import Tensor, wrap


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
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < max(rows, 1):
        raise AssertionError("Padding_idx must be within num_embeddings")
    if sparse:
        raise NotImplementedError("embedding(sparse=True) is left out: there are no sparse gradients here.")
    padding = -1 if padding_idx is None else padding_idx + rows if padding_idx < 0 else padding_idx
    if max_norm is not None:
        _shorten(weight, np.unique(input._data), max_norm, norm_type)
    return d.embedding(weight, input, padding, scale_grad_by_freq, sparse)


def _shorten(weight: Tensor, rows: np.ndarray, max_norm: float, norm_type: float) -> None:
    numbers = np.array(weight._data)
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


# ----- dropout -----------------------------------------------------------------------------------------------------
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


__all__ = [
    "alpha_dropout", "dropout", "dropout1d", "dropout2d", "embedding", "one_hot",
]  # fmt: skip
