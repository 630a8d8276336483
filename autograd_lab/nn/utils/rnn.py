"""Sequences of several lengths in one batch: padded, or packed without padding. PyTorch: torch/nn/utils/rnn.py."""

from typing import Any, NamedTuple, Self

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.left_out import refusing as _refusing
from ..._core.tensor import Tensor
from ..._torch.creation.filled import arange, as_tensor, empty_like, full, tensor
from ..._torch.functions.arguments import only_tensors
from ..._torch.functions.joining import narrow
from ..._torch.surface.guards import guard_functions as _guard_functions


class PackedSequence_(NamedTuple):
    """The four parts of a `PackedSequence`."""

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(PackedSequence_):
    """A batch of sequences without padding: all first steps, then all second steps, …; made by `pack_padded_sequence`.

    Attributes:
        data: the steps, (Σ lengths, …).
        batch_sizes: how many sequences there are at each step, int64.
        sorted_indices, unsorted_indices: how the sequences were put in order of falling length, and how they are put
            back; None if they came in order.
    """

    __slots__ = ()

    def __new__(
        cls,
        data: Tensor,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """The same with ``data.to(…)``; itself if that changes nothing."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that puts back in place what ``permutation`` (n whole numbers) has moved; None stays None."""
    if permutation is None:
        return None
    places = arange(permutation.numel())
    return empty_like(permutation).scatter_(0, permutation, places)


# ----- packing -------------------------------------------------------------------------------------------------------
def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """A padded batch (T, N, …), or with ``batch_first`` (N, T, …), without its padding.

    Args:
        input: of any dtype; gradients flow back to it, and are 0 at the padding.
        lengths: of each sequence, a list or a tensor.
        enforce_sorted: the lengths must fall already. False: they are put in order, and the result remembers it.

    Raises:
        RuntimeError: lengths that do not fall, are not positive, or are not as many as there are sequences.
    """
    lengths = lengths.long() if isinstance(lengths, Tensor) else as_tensor(lengths, dtype=dtypes.int64)
    order = None
    if not enforce_sorted:
        lengths, order = lengths.sort(descending=True)
        input = d.index_select(input, 0 if batch_first else 1, order)
    return PackedSequence(*d.pack_padded_sequence(input, lengths, batch_first), order, None)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """A packed batch as a padded one, (T, N, …) or with ``batch_first`` (N, T, …), and the lengths (N,), int64.

    Args:
        padding_value: the value after the end of a sequence.
        total_length: T; None is the longest length.

    Raises:
        ValueError: a ``total_length`` that is too short.
    """
    sizes, data = [int(size) for size in sequence.batch_sizes.tolist()], sequence.data
    longest = len(sizes)
    if total_length is not None and total_length < longest:
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {longest}"
        )
    shape = (longest if total_length is None else total_length, sizes[0], *data.shape[1:])
    padded = full(shape, padding_value, dtype=data.dtype)
    step, start = 0, 0
    for end in range(1, longest + 1):  # steps with the same number of sequences are copied together
        if end < longest and sizes[end] == sizes[step]:
            continue
        count, size = end - step, sizes[step]
        block = narrow(data, 0, start, count * size).view(count, size, *data.shape[1:])
        narrow(narrow(padded, 0, step, count), 1, 0, size).copy_(block)
        step, start = end, start + count * size
    lengths = tensor([sum(size > place for size in sizes) for place in range(sizes[0])])
    padded = d.transpose(padded, 0, 1) if batch_first else padded
    back = sequence.unsorted_indices
    if back is None:
        return padded, lengths
    return d.index_select(padded, 0 if batch_first else 1, back), lengths[back]


def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """A list of sequences (Lᵢ, …) as one packed batch; see `pack_padded_sequence`."""
    lengths = tensor([sequence.size(0) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


# ----- padding -------------------------------------------------------------------------------------------------------
def pad_sequence(
    sequences: Any, batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Tensor:
    """Sequences (Lᵢ, …) side by side, (T, N, …) or with ``batch_first`` (N, T, …), filled up to the longest.

    Args:
        sequences: a list of tensors, or one tensor, of which each row is one; the first one's dtype is the result's.
        padding_side: where the ``padding_value`` goes, "right" (behind the sequence) or "left".

    Raises:
        RuntimeError: no sequences, other shapes behind the lengths, or another side.
    """
    sequences = only_tensors(tuple(sequences))
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    longest = max(len(sequence) for sequence in sequences)
    around = (len(sequences), longest) if batch_first else (longest, len(sequences))
    padded = full((*around, *sequences[0].shape[1:]), padding_value, dtype=sequences[0].dtype)
    for place, sequence in enumerate(sequences):
        row = d.select(padded, 0 if batch_first else 1, place)
        start = longest - len(sequence) if padding_side == "left" else 0
        narrow(row, 0, start, len(sequence)).copy_(sequence)
    return padded


_guard_functions(globals(), __name__, own=__name__)

__getattr__ = _refusing(__name__)
