"""Sampling at computed places. PyTorch: torch/nn/functional.py."""

from typing import Any

from ... import derivatives as d
from ..._base.learners_line import warn
from ...autograd._tensor import Tensor

_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_PADDINGS = {"zeros": 0, "border": 1, "reflection": 2}
_CHANGED = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
    "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """The values of images (N, C, H, W) at the places in ``grid`` (N, H', W', 2), x before y: (N, C, H', W').

    Of volumes (N, C, D, H, W), with a grid (N, D', H', W', 3), in the same way.

    Args:
        mode: "bilinear", "nearest" or, of images, "bicubic".
        padding_mode: what lies outside: "zeros", the place at the "border", or the image's "reflection".
        align_corners: whether -1 and 1 are the middles of the outermost places, or their outer edges (as by default,
            with a warning).

    Raises:
        ValueError: another mode.
        RuntimeError: sizes or dtypes that do not go together.
    """
    if mode not in _MODES:
        expected = "expected mode to be 'bilinear', 'nearest' or 'bicubic'"
        raise ValueError(f"nn.functional.grid_sample(): {expected}, but got: '{mode}'")
    if padding_mode not in _PADDINGS:
        expected = "expected padding_mode to be 'zeros', 'border', or 'reflection'"
        raise ValueError(f"nn.functional.grid_sample(): {expected}, but got: '{padding_mode}'")
    if align_corners is None:
        warn(_CHANGED)
    if input.ndim == 5 and mode == "bicubic":
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    row = d.grid_sampler_3d if input.ndim == 5 else d.grid_sampler_2d
    return row(input, grid, _MODES[mode], _PADDINGS[padding_mode], bool(align_corners))


def affine_grid(theta: Tensor, size: Any, align_corners: bool | None = None) -> Tensor:
    """A grid for `grid_sample`: where matrices ``theta`` (N, 2, 3) put the places of images of ``size`` (N, C, H, W).

    For volumes, (N, 3, 4) and (N, C, D, H, W). ``align_corners`` as in `grid_sample`.

    Raises:
        ValueError: whole numbers, matrices of another shape, or a size of nothing.
        NotImplementedError: other than 2 or 3 dimensions.
    """
    if align_corners is None:
        warn(_CHANGED)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    rank = len(size) - 2
    if rank not in (2, 3):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    if theta.shape[1:] != (rank, rank + 1):
        shape = f"Nx{rank}x{rank + 1}"
        raise ValueError(
            f"Expected a batch of {rank}D affine matrices of shape {shape} for size {size}. Got {theta.shape}."
        )
    if align_corners and min(size[2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This "
            "is not an intended use case of affine_grid. See the documentation of affine_grid for details."
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return d.affine_grid_generator(theta, tuple(size), bool(align_corners))


__all__ = ["affine_grid", "grid_sample"]
