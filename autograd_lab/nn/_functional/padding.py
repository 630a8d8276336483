"""`pad`: more places around a tensor. PyTorch: ATen/native/PadNd.cpp."""

from collections.abc import Sequence

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.tensor import Tensor
from ..._torch.creation.filled import zeros
from ...derivatives.padding import PADS

_COMBINATIONS = """
Supported combinations for non-constant padding:
  - 2D or 3D input: padding size = 2 (pads last dimension)
  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)
  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"""
_MODES = {"reflect": "reflection", "replicate": "replication"}


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Add places at the ends of the last dimensions.

    Args:
        input: any shape; (…, C, *spatial) for the modes that copy.
        pad: two numbers for each dimension, the last dimension first: (left, right, top, bottom …). Negative ones
            take away.
        mode: "constant"; "reflect" (a mirror), "replicate" (the edge again) or "circular" (the other end).
        value: what "constant" fills in; 0 unless given.
    """
    if not isinstance(pad, tuple | list):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type(pad).__name__}")
    pad = tuple(pad)
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{len(pad)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return d.constant_pad_nd(input, pad, 0 if value is None else value)
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    rank = len(pad) // 2
    if rank not in (1, 2, 3) or input.ndim not in (rank + 1, rank + 2):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.{_COMBINATIONS}"
        )
    if mode == "circular":
        return _circular(input, pad)
    if mode not in _MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if rank == 3:
        raise NotImplementedError(f"pad(mode={mode!r}) of three dimensions is left out here.")
    _check_copies(input, pad, mode)
    return PADS[_MODES[mode], rank](input, pad)


def _check_copies(input: Tensor, pad: tuple[int, ...], mode: str) -> None:
    rank, shape = len(pad) // 2, list(input.shape)
    if 0 in shape[-rank - 1 :]:
        raise RuntimeError(
            f"Expected {rank + 1}D or {rank + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero "
            f"dimensions for input, but got: {shape}"
        )
    for i in range(rank):
        before, after, n = pad[2 * i], pad[2 * i + 1], shape[-1 - i]
        if mode == "reflect" and max(before, after) >= n:
            raise RuntimeError(
                f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: "
                f"padding ({before}, {after}) at dimension {input.ndim - 1 - i} of input {shape}"
            )
    before = {letter: shape[-1 - i] for i, letter in reversed(list(enumerate("WH"[:rank])))}
    after = {
        letter: n + pad[2 * "WHD".index(letter)] + pad[2 * "WHD".index(letter) + 1] for letter, n in before.items()
    }
    if max(after.values()) < 1:
        old, new = (" ".join(f"{letter}: {n}" for letter, n in sizes.items()) for sizes in (before, after))
        raise RuntimeError(f"input ({old}) is too small. Calculated output {new}")


def _circular(input: Tensor, pad: tuple[int, ...]) -> Tensor:
    """Copy the middle, then both ends of each dimension from the other side: a chain of CopySlices nodes."""
    rank, shape = len(pad) // 2, list(input.shape)
    ends = [(0, 0)] * (input.ndim - rank) + [(pad[2 * i], pad[2 * i + 1]) for i in reversed(range(rank))]
    for i in range(rank):
        before, after = ends[input.ndim - 1 - i]
        n = shape[-1 - i]
        if before > n or after > n:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if n + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    sizes = [n + before + after for n, (before, after) in zip(shape, ends, strict=True)]
    out = zeros(sizes, dtype=dtypes.of(input._data.dtype))
    middle, places = input, [slice(None)] * input.ndim
    for axis in range(input.ndim - 1, input.ndim - rank - 1, -1):
        before, after = ends[axis]
        middle = d.slice_(middle, axis, max(-before, 0), shape[axis] - max(-after, 0), 1)
        places[axis] = slice(max(before, 0), sizes[axis] - max(after, 0))
    out[tuple(places)] = middle
    for axis in range(input.ndim - 1, input.ndim - rank - 1, -1):
        _wrap_round(out, axis, *ends[axis])
    return out


def _wrap_round(out: Tensor, axis: int, before: int, after: int) -> None:
    """Fill each end of one dimension with the places next to the other end."""
    n, whole = out._data.shape[axis], (slice(None),) * axis
    if before > 0:
        source = d.slice_(out, axis, n - before - max(after, 0), n - max(after, 0), 1)
        out[(*whole, slice(0, before))] = source
    if after > 0:
        source = d.slice_(out, axis, max(before, 0), max(before, 0) + after, 1)
        out[(*whole, slice(n - after, n))] = source
