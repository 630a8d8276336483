r"""Sampling at computed places: a grid says for each new place where in the old image to look.

Places run from -1 to 1 over the image, x before y. The value there is made of the old places around it (taps), two for
each dimension. What lies outside counts as 0, or as the place at the border. The image gets what arrives by the taps'
weights, the grid by the slopes of these.

Images are (N, C, H, W), grids (N, H', W', 2). PyTorch:
ATen/native/{GridSampler.cpp,GridSamplerUtils.h,AffineGridGenerator.cpp}.
"""

import functools
import math
import operator
from typing import Any, NamedTuple

import numpy as np

from .._core.refusals.layers import check_grid_sampler
from .._core.table.row import derivative
from ._operands import choose, plain
from .gathering import index_add, index_select

BILINEAR, ZEROS, BORDER = 0, 0, 1
"""The numbers that stand for the modes in the schema; PyTorch's others (nearest, reflection) are left out."""


# ----- from an affine map to a grid ----------------------------------------------------------------------------------
def _line(n: int, align_corners: bool, kind: Any) -> np.ndarray:
    """``n`` places from -1 to 1: the ends are the middles of the outermost places, or their outer edges."""
    if n <= 1:
        return np.zeros(n, kind)
    places = np.linspace(-1, 1, n, dtype=kind)
    return places if align_corners else places * kind.type((n - 1) / n)


def _base(size: tuple[int, ...], align_corners: bool, kind: Any) -> np.ndarray:
    """Every place with a 1 behind it: (places, dimensions + 1), x first."""
    lines = [_line(n, align_corners, kind) for n in size[2:]]
    places = [axis.ravel() for axis in np.meshgrid(*lines, indexing="ij")]
    return np.stack([*reversed(places), np.ones_like(places[0])], -1)


def affine_grid_forward(theta: Any, size: tuple[int, ...], align_corners: bool) -> np.ndarray:
    """``theta · (x, y, 1)`` at every place."""
    base = _base(size, align_corners, theta.dtype)
    return (base @ theta.swapaxes(1, 2)).reshape(size[0], *size[2:], len(size) - 2)


def affine_grid_back(grad: Any, size: tuple[int, ...], align_corners: bool) -> Any:
    """Each number of theta multiplies one coordinate of all places."""
    base = _base(size, align_corners, plain(grad).dtype)
    return (grad.reshape(size[0], -1, len(size) - 2)[..., None] * base[:, None, :]).sum(1)


affine_grid_generator = derivative(
    "affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor",
    node="AffineGridGeneratorBackward0",
    forward=affine_grid_forward,
    theta=affine_grid_back,
    does="Where an affine map, one matrix for each image, puts the places of an image of this size.",
    tex=dict(forward=r"z_p = M\, (x_p, y_p, 1)", theta=r"\bar{M} = \sum_p \bar{z}_p\, (x_p, y_p, 1)"),
    samples=lambda make: [
        (make(1, 2, 3), (1, 1, 2, 3), False), (make(2, 2, 3), (2, 3, 3, 1), True),
    ],
)  # fmt: skip


# ----- from a grid to taps -------------------------------------------------------------------------------------------
class Tap(NamedTuple):
    """One old place for each new one, along one dimension."""

    places: np.ndarray
    inside: np.ndarray
    """Whether it lies in the image."""
    weight: Any
    slope: Any
    """How fast the weight grows as the coordinate does."""


def _held(x: np.ndarray, n: int, padding_mode: int) -> tuple[np.ndarray, np.ndarray]:
    """The factor and the offset that bring a coordinate to where the padding wants it; 1 and 0 for zeros."""
    outside = np.zeros(x.shape, bool) if padding_mode == ZEROS else ~((x > 0) & (x < n - 1))
    return np.where(outside, 0, np.ones_like(x)), np.where(outside, np.clip(x, 0, n - 1), np.zeros_like(x))


def _tap(places: np.ndarray, n: int, weight: Any, slope: Any) -> Tap:
    inside = (places >= 0) & (places < n)
    return Tap(np.where(inside, places, 0).astype(np.intp), inside, weight, slope)


def _taps(coordinate: Any, n: int, padding_mode: int, align_corners: bool) -> list[Tap]:
    """The taps along one dimension of ``n`` places, for coordinates from -1 to 1: an array, or a Tensor."""
    scale = (n - 1) / 2 if align_corners else n / 2
    x = (coordinate + 1) * scale - (0 if align_corners else 0.5)
    factor, offset = _held(plain(x), n, padding_mode)
    x, scale = x * factor + offset, factor * plain(x).dtype.type(scale)
    before = np.floor(plain(x))
    t = x - before
    return [_tap(before, n, 1 - t, -scale), _tap(before + 1, n, t, scale)]


def _corners(grid: Any, sizes: tuple[int, ...], *modes: Any) -> list[tuple[np.ndarray, np.ndarray, tuple[Tap, ...]]]:
    """All choices of one tap in each dimension: the row of the flat image, whether it is inside, and the taps."""
    rank, size = len(sizes), math.prod(sizes)
    first = np.arange(len(plain(grid))).repeat(math.prod(grid.shape[1:-1])) * size
    found = [(first, True, ())]
    for k, n in enumerate(sizes):
        taps, size = _taps(grid[..., rank - 1 - k].reshape(-1), n, *modes), size // n
        steps = [(tap.places * size, tap) for tap in taps]
        found = [
            (rows + step, tap.inside & inside if chosen else tap.inside, (*chosen, tap))
            for rows, inside, chosen in found
            for step, tap in steps
        ]
    return found


def _weight(taps: tuple[Tap, ...], moved: int | None = None) -> Any:
    """How much a choice of taps counts; or how fast that grows as the coordinate in one dimension does."""
    return functools.reduce(operator.mul, [tap.slope if k == moved else tap.weight for k, tap in enumerate(taps)])


# ----- rows ----------------------------------------------------------------------------------------------------------
def _flat(image: Any) -> Any:
    """(N, C, H, W) as (N·H·W, C)."""
    count, channels, *sizes = image.shape
    places = math.prod(sizes)
    return image.reshape(count, channels, places).swapaxes(1, 2).reshape(count * places, channels)


def _images(flat: Any, count: int, sizes: tuple[int, ...]) -> Any:
    """And back."""
    channels = flat.shape[-1]
    return flat.reshape(count, math.prod(sizes), channels).swapaxes(1, 2).reshape(count, channels, *sizes)


def grid_sampler_forward(image: Any, grid: Any, mode: int, padding_mode: int, align_corners: bool) -> np.ndarray:
    """The image's values at the grid's places."""
    flat = _flat(image)
    found = np.zeros((grid.size // grid.shape[-1], image.shape[1]), image.dtype)
    for rows, inside, taps in _corners(grid, image.shape[2:], padding_mode, align_corners):
        found += _weight(taps)[:, None].astype(found.dtype) * choose(inside[:, None], flat[rows], 0)
    return _images(found, len(grid), grid.shape[1:-1])


def grid_sampler_back_to_input(
    grad: Any, input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Any:
    """What arrives at a new place goes to the old ones that it was made of, by their weights."""
    count, channels, *sizes = input.shape
    arrived, kind = _flat(grad), plain(grad).dtype
    total = np.zeros((count * math.prod(sizes), channels), kind)
    for rows, inside, taps in _corners(grid, tuple(sizes), padding_mode, align_corners):
        weight = _weight(taps) * inside.astype(kind)
        total = index_add(total, 0, rows, arrived * weight[:, None])
    return _images(total, count, tuple(sizes))


def grid_sampler_back_to_grid(
    grad: Any, input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Any:
    """How fast the value at a place grows as the place moves, times what arrives there."""
    flat, arrived, kind, rank = _flat(input), _flat(grad), plain(grad).dtype, input.ndim - 2
    along = [0] * rank
    for rows, inside, taps in _corners(grid, tuple(input.shape[2:]), padding_mode, align_corners):
        reached = (arrived * index_select(flat, 0, rows)).sum(-1) * inside.astype(kind)
        along = [total + reached * _weight(taps, rank - 1 - k) for k, total in enumerate(along)]
    return np.stack(along, -1).reshape(grid.shape)


grid_sampler_2d = derivative(
    "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) "
    "-> Tensor",
    node="GridSampler2DBackward0",
    forward=grid_sampler_forward,
    input=grid_sampler_back_to_input,
    grid=grid_sampler_back_to_grid,
    refuse=check_grid_sampler,
    does="The values of images at the places that ``grid`` says, between -1 and 1.",
    tex=dict(
        forward=r"z_p = \sum_{ij} w_i(y_p)\, w_j(x_p)\, x_{ij}",
        input=r"\bar{x}_{ij} = \sum_p \bar{z}_p\, w_i(y_p)\, w_j(x_p)",
        grid=r"\bar{x}_p = \bar{z}_p \sum_{ij} w_i(y_p)\, w_j'(x_p)\, x_{ij}",
    ),
    samples=lambda make: [
        (make(1, 2, 3, 4), make(1, 2, 2, 2), BILINEAR, ZEROS, False),
        (make(2, 1, 3, 3), make(2, 1, 3, 2, low=-1.6), BILINEAR, BORDER, True),
    ],
)
