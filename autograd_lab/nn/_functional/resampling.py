"""Images with more places, or fewer: padded, of another size, or sampled at computed places.

PyTorch: torch/nn/functional.py, ATen/native/PadNd.cpp.
"""

import operator
from collections.abc import Sequence
from typing import Any

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor
from ...derivatives.padding import PADS
from ...derivatives.upsampling import upsample_bilinear2d, upsample_nearest2d

_COPYING = {"reflect": "reflection", "replicate": "replication"}


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Add places at the ends of the last dimensions.

    Args:
        input: any shape; (…, C, *spatial) for the modes that copy.
        pad: two numbers for each dimension, the last dimension first: (left, right, top, bottom …). Negative ones
            take away.
        mode: "constant"; "reflect" (a mirror) or "replicate" (the edge again); "circular" is left out.
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
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.")
    if mode == "circular" or rank == 3:
        raise NotImplementedError(f"pad(mode={mode!r}) of {rank} dimensions is left out here.")
    if mode not in _COPYING:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    _check_copies(input, pad, mode)
    return PADS[_COPYING[mode], rank](input, pad)


def _check_copies(input: Tensor, pad: tuple[int, ...], mode: str) -> None:
    shape = list(input.shape)
    for i in range(len(pad) // 2):
        before, after, n = pad[2 * i], pad[2 * i + 1], shape[-1 - i]
        if not n or (mode == "reflect" and max(before, after) >= n):
            raise RuntimeError(
                f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: "
                f"padding ({before}, {after}) at dimension {input.ndim - 1 - i} of input {shape}"
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
    """Images (N, C, H, W) with other numbers of places; N and C stay.

    Args:
        size, scale_factor: how many, or by how much more (rounded down): a number, or one for each dimension.
        mode: "nearest" or "bilinear".
        align_corners: whether the middles of the outermost places stay where they are, or their outer edges; only for
            "bilinear".

    Raises:
        ValueError: arguments that do not go together.
        RuntimeError: no places.
        NotImplementedError: another mode, rows or volumes, ``recompute_scale_factor``, or ``antialias``.
    """
    if mode not in ("nearest", "area", "nearest-exact"):
        align_corners = bool(align_corners)
    elif align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    sizes, scales = _sizes(input, size, scale_factor)
    if mode not in ("nearest", "bilinear") or input.ndim != 4 or recompute_scale_factor or antialias:
        how = ", recompute_scale_factor=True" * bool(recompute_scale_factor) + ", antialias=True" * antialias
        raise NotImplementedError(f"interpolate(mode={mode!r}{how}) of a {input.ndim}D input is left out here.")
    if sizes is None:
        sizes = [int(n * scale) for n, scale in zip(input.shape[2:], scales, strict=True)]
    sizes, given = tuple(map(operator.index, sizes)), (None, None) if scales is None else tuple(map(float, scales))
    if mode == "nearest":
        return upsample_nearest2d(input, sizes, *given)
    return upsample_bilinear2d(input, sizes, align_corners, *given)


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
        word = "scale_factor" if size is None else "size"
        raise ValueError(f"Input and {word} must have the same number of spatial dimensions, {rank}, but got {given}.")
    return (None, given) if size is None else (given, None)


# ----- older names -------------------------------------------------------------------------------------------------
def upsample(
    input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None
) -> Tensor:
    """The older name of `interpolate`; it warns."""
    warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, mode, align_corners)


# ----- sampling at computed places -----------------------------------------------------------------------------------
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
        mode: "bilinear"; the others are left out.
        padding_mode: the values outside the image: "zeros", or the nearest place at the "border".
        align_corners: whether -1 and 1 are the middles of the outermost places, or their outer edges (as by default,
            with a warning).

    Raises:
        NotImplementedError: another mode, or volumes.
        RuntimeError: sizes or dtypes that do not go together.
    """
    if mode != "bilinear" or padding_mode not in _PADDINGS:
        raise NotImplementedError(
            f"grid_sample(mode={mode!r}, padding_mode={padding_mode!r}) is left out here; mode='bilinear' with "
            "padding_mode='zeros' or 'border' is there."
        )
    if align_corners is None:
        warn(_CHANGED)
    if input.ndim == 5:
        raise NotImplementedError("grid_sample of volumes is left out here; images (N, C, H, W) are there.")
    return d.grid_sampler_2d(input, grid, 0, _PADDINGS[padding_mode], bool(align_corners))


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
