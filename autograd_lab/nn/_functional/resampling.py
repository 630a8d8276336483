"""Images with more places, or fewer: padded, of another size, or sampled at computed places.

PyTorch: torch/nn/functional.py, ATen/native/PadNd.cpp.
"""

import operator
from collections.abc import Sequence
from typing import Any

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor
from ..._torch.creation.filled import zeros
from ...derivatives.padding import PADS
from ...derivatives.upsampling import UPSAMPLINGS
from .pooling import adaptive_avg_pool1d, adaptive_avg_pool2d

_COMBINATIONS = """
Supported combinations for non-constant padding:
  - 2D or 3D input: padding size = 2 (pads last dimension)
  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)
  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"""
_COPYING = {"reflect": "reflection", "replicate": "replication"}


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Add places at the ends of the last dimensions.

    Args:
        input: any shape; (…, C, *spatial) for the modes that copy.
        pad: two numbers for each dimension, the last dimension first: (left, right, top, bottom …). Negative ones
            take away.
        mode: "constant"; "reflect" (a mirror), "replicate" (the edge again) or "circular" (the other end).
        value: what "constant" fills in; 0 unless given.
    """
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
    if mode not in _COPYING:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if rank == 3:
        raise NotImplementedError(f"pad(mode={mode!r}) of three dimensions is left out here.")
    _check_copies(input, pad, mode)
    return PADS[_COPYING[mode], rank](input, pad)


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


_RANKS = {"linear": 1, "bilinear": 2, "trilinear": 3}
_LEFT_OUT = {
    ("nearest", 1), ("nearest", 3), ("linear", 1), ("area", 3), ("trilinear", 3), ("bicubic", 2),
    *(("nearest-exact", n) for n in (1, 2, 3)),
}  # fmt: skip
"""(Mode, number of dimensions) of which there is no row here."""
_TYPES = (
    "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got size with types"
)


def interpolate(
    input: Tensor,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """(N, C, H, W) with other numbers of places; N and C stay. ((N, C, L), too, by means.)

    Args:
        size: how many: a number, or one for each dimension.
        scale_factor: or by how much more: a number, or one for each dimension; rounded down.
        mode: "nearest", "area" (the mean of what a new place covers) or "bilinear".
        align_corners: whether the middles of the outermost places stay where they are, or their outer edges; only for
            "bilinear".
        recompute_scale_factor: take the scale from the sizes, after rounding.
        antialias: not here; True is refused.

    Raises:
        ValueError, NotImplementedError: arguments that do not go together.
        RuntimeError: no places.
    """
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | "
                "trilinear"
            )
    elif align_corners is None:
        align_corners = False
    sizes, scales = _sizes(input, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if scales is not None and (recompute_scale_factor or mode == "area"):
        sizes, scales = [int(n * scale) for n, scale in zip(input.shape[2:], scales, strict=True)], None
    _check_antialias(antialias, mode, input.ndim)
    return _upsampled(input, mode, sizes, scales, align_corners)


def _upsampled(
    input: Tensor, mode: str, sizes: Sequence[int] | None, scales: Sequence[float] | None, align_corners: Any
) -> Tensor:
    rank = input.ndim - 2
    row = UPSAMPLINGS.get(mode) if rank == 2 else None
    if mode == "area" and rank in (1, 2):
        return (adaptive_avg_pool1d if rank == 1 else adaptive_avg_pool2d)(input, sizes)
    if mode == "lanczos" and rank == 2:
        raise ValueError("Lanczos mode requires antialias=True")
    if row is None:
        raise NotImplementedError(_no_such_mode(mode, input.ndim))
    if sizes is None:
        sizes = [int(n * scale) for n, scale in zip(input.shape[2:], scales, strict=True)]
    given = (None,) * rank if scales is None else tuple(map(float, scales))
    aligned = () if align_corners is None else (align_corners,)
    return row(input, tuple(map(operator.index, sizes)), *aligned, *given)


# ----- arguments ---------------------------------------------------------------------------------------------------
def _sizes(input: Tensor, size: Any, scale_factor: Any) -> tuple[Sequence[int] | None, Sequence[float] | None]:
    """One for each dimension: the sizes, or the scales."""
    rank = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    given = scale_factor if size is None else size
    if not isinstance(given, list | tuple):
        given = [given for _ in range(rank)]
    elif len(given) != rank:
        dimensions = f"input with spatial dimensions of {list(input.shape[2:])}"
        words = (
            f"Input and output must have the same number of spatial dimensions, but got {dimensions} and output size "
            f"of {given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, "
            "...,oK) format."
        )
        if size is None:
            words = (
                f"Input and scale_factor must have the same number of spatial dimensions, but got {dimensions} and "
                f"scale_factor of shape {given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
                "scale_factor in (s1, s2, ...,sK) format."
            )
        raise ValueError(words)
    if size is None:
        return None, given
    if not all(hasattr(item, "__index__") for item in given):
        raise TypeError(f"{_TYPES} {[type(item) for item in given]}")
    return given, None


def _check_antialias(antialias: bool, mode: str, ndim: int) -> None:
    if not antialias:
        return
    if mode not in ("bilinear", "bicubic", "lanczos") or ndim != 4:
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    raise NotImplementedError("interpolate(antialias=True) is left out here; mode='area' takes means as well.")


def _no_such_mode(mode: str, ndim: int) -> str:
    if (mode, ndim - 2) in _LEFT_OUT:
        return f"interpolate(mode={mode!r}) of a {ndim}D input is left out here."
    if mode in _RANKS and ndim in (3, 4, 5):
        return f"Got {ndim}D input, but {mode} mode needs {_RANKS[mode] + 2}D input"
    return (
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {ndim}D) for the modes: nearest | linear | "
        f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


# ----- older names -------------------------------------------------------------------------------------------------
def upsample(
    input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None
) -> Tensor:
    """The older name of `interpolate`; it warns."""
    warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, mode, align_corners)


# ----- sampling at computed places -----------------------------------------------------------------------------------
_MODES = {"bilinear": 0, "nearest": 1}
_PADDINGS = {"zeros": 0, "border": 1}
_CHANGED = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
    "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)


def grid_sample(
    input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool | None = None
) -> Tensor:
    """The values of images (N, C, H, W) at the places in ``grid`` (N, H', W', 2), x before y: (N, C, H', W').

    Args:
        mode: "bilinear" or "nearest".
        padding_mode: the values outside the image: "zeros", or the nearest place at the "border".
        align_corners: whether -1 and 1 are the middles of the outermost places, or their outer edges (as by default,
            with a warning).

    Raises:
        ValueError: another mode.
        RuntimeError: sizes or dtypes that do not go together.
    """
    if mode == "bicubic":
        raise NotImplementedError("grid_sample(mode='bicubic') is left out here; mode='bilinear' is there.")
    if mode not in _MODES:
        expected = "expected mode to be 'bilinear', 'nearest' or 'bicubic'"
        raise ValueError(f"nn.functional.grid_sample(): {expected}, but got: '{mode}'")
    if padding_mode == "reflection":
        raise NotImplementedError("grid_sample(padding_mode='reflection') is left out here; 'border' is there.")
    if padding_mode not in _PADDINGS:
        expected = "expected padding_mode to be 'zeros', 'border', or 'reflection'"
        raise ValueError(f"nn.functional.grid_sample(): {expected}, but got: '{padding_mode}'")
    if align_corners is None:
        warn(_CHANGED)
    if input.ndim == 5:
        raise NotImplementedError("grid_sample of volumes is left out here; images (N, C, H, W) are there.")
    return d.grid_sampler_2d(input, grid, _MODES[mode], _PADDINGS[padding_mode], bool(align_corners))


def affine_grid(theta: Tensor, size: Any, align_corners: bool | None = None) -> Tensor:
    """A grid for `grid_sample`: where matrices ``theta`` (N, 2, 3) put the places of images of ``size`` (N, C, H, W).

    ``align_corners`` as in `grid_sample`.

    Raises:
        ValueError: whole numbers, matrices of another shape, or a size of nothing.
        NotImplementedError: other than 2 dimensions.
    """
    if align_corners is None:
        warn(_CHANGED)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) != 4:
        raise NotImplementedError(f"affine_grid of other than images, of sizes (N, C, H, W), is left out. Got {size}.")
    if theta.shape[1:] != (2, 3):
        raise ValueError(f"Expected a batch of 2D affine matrices of shape Nx2x3 for size {size}. Got {theta.shape}.")
    if align_corners and min(size[2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This "
            "is not an intended use case of affine_grid. See the documentation of affine_grid for details."
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return d.affine_grid_generator(theta, tuple(size), bool(align_corners))


__all__ = [
    "affine_grid", "grid_sample", "interpolate", "upsample",
]  # fmt: skip
