"""Interpolation: more places, or fewer. PyTorch: torch/nn/functional.py."""

import operator
from collections.abc import Sequence
from typing import Any

from ..._base.learners_line import warn
from ...autograd._tensor import Tensor
from ...derivatives.upsampling import UPSAMPLINGS
from .pooling import adaptive_avg_pool1d, adaptive_avg_pool2d

_RANKS = {"linear": 1, "bilinear": 2, "trilinear": 3, "bicubic": 2}
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
    """(N, C, L), (N, C, H, W) or (N, C, D, H, W) with other numbers of places; N and C stay.

    Args:
        size: how many: a number, or one for each dimension.
        scale_factor: or by how much more: a number, or one for each dimension; rounded down.
        mode: "nearest", "nearest-exact", "area" (the mean of what a new place covers), "linear" for one dimension,
            "bilinear" or "bicubic" for two, "trilinear" for three.
        align_corners: whether the middles of the outermost places stay where they are, or their outer edges; only for
            the modes with "linear" or "cubic".
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
    row = UPSAMPLINGS.get((mode, rank))
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
    if mode in _RANKS and ndim in (3, 4, 5) and mode != "bicubic":
        return f"Got {ndim}D input, but {mode} mode needs {_RANKS[mode] + 2}D input"
    if mode == "area" and ndim == 5:
        return "interpolate(mode='area') of three dimensions is left out here."
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


def upsample_nearest(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The older name of `interpolate` with ``mode="nearest"``; it warns."""
    warn("`nn.functional.upsample_nearest` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input: Tensor, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The older name of `interpolate` with ``mode="bilinear", align_corners=True``; it warns."""
    warn("`nn.functional.upsample_bilinear` is deprecated. Use `nn.functional.interpolate` instead.")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


__all__ = ["interpolate", "upsample", "upsample_bilinear", "upsample_nearest"]
