"""Distances between every row of one matrix and every row of another.

PyTorch: aten/src/ATen/native/Distance.cpp, aten/src/ATen/native/cpu/DistanceOpsKernel.cpp.
"""

import math
from typing import Any

import numpy as np

from .._core.refusals.layers import check_cdist
from .._core.table.row import derivative, not_implemented


def _differences(x1: Any, x2: Any) -> Any:
    return x1[..., :, None, :] - x2[..., None, :, :]


def cdist_forward(x1: Any, x2: Any, p: float, compute_mode: int | None) -> Any:
    """The p-norm of every difference of two rows."""
    apart = np.abs(_differences(x1, x2))
    if not apart.shape[-1]:
        return np.zeros(apart.shape[:-1], x1.dtype)
    if p == 0:
        return (apart != 0).sum(-1).astype(x1.dtype)
    if p == math.inf:
        return np.fmax.reduce(apart, -1, initial=0)  # a nan is passed over, as in PyTorch
    if p == 1:
        return apart.sum(-1)
    return np.sqrt((apart * apart).sum(-1)) if p == 2 else (apart**p).sum(-1) ** (1 / p)


def cdist_back_forward(grad: Any, x1: Any, x2: Any, p: float, cdist: Any) -> Any:
    """What the points of ``x1`` get: along each difference, by how much it makes the distance longer."""
    apart, far, arrived = _differences(x1, x2), cdist[..., None], grad[..., None]
    size = np.abs(apart)
    if p == 0:
        slope = np.zeros_like(apart)
    elif p == 1:
        slope = np.sign(apart)
    elif p == math.inf:
        slope = np.sign(apart) * (size == far)
    elif p < 2:
        slope = np.where((far == 0) | ((apart == 0) & (p < 1)), 0.0, np.sign(apart) * size ** (p - 1) / far ** (p - 1))
    else:
        slope = np.where(far == 0, 0.0, apart * size ** (p - 2) / far ** (p - 1))
    return (arrived * slope).sum(-2).astype(x1.dtype)


_ONLY_FIRST = "PyTorch has no second derivative of cdist; write (x1[:, None] - x2).norm(dim=-1), which has."

cdist_backward = derivative(
    "_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor",
    node="CdistBackwardBackward0",
    forward=cdist_back_forward,
    grad=not_implemented(_ONLY_FIRST),
    x1=not_implemented(_ONLY_FIRST),
    x2=not_implemented(_ONLY_FIRST),
    cdist=not_implemented(_ONLY_FIRST),
    does="The gradient of the distances with respect to the points ``x1``.",
    tex=dict(forward=r"z_i = \sum_j g_{ij} \frac{\partial d_{ij}}{\partial x_i}"),
    samples=lambda make: [
        (make(2, 3), make(2, 2), make(3, 2), 2.0, make(2, 3, low=1)),
        (make(2, 3), make(2, 2), make(3, 2), 1.0, make(2, 3, low=1)),
    ],
)

cdist = derivative(
    "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor",
    node="CdistBackward0",
    forward=cdist_forward,
    x1=lambda grad, x1, x2, p, result: cdist_backward(grad, x1, x2, p, result),
    x2=lambda grad, x1, x2, p, result: cdist_backward(grad.mT, x2, x1, p, result.mT),
    zero_where="corner",
    pointwise=True,  # for the leading dimensions, which stretch
    refuse=check_cdist,
    does="The p-norm of the difference of every row of ``x1`` and every row of ``x2``.",
    tex=dict(
        forward=r"z_{ij} = \| x_i - y_j \|_p",
        x1=r"\bar{x}_i = \sum_j \bar{z}_{ij} \frac{\partial z_{ij}}{\partial x_i}",
        x2=r"\bar{y}_j = \sum_i \bar{z}_{ij} \frac{\partial z_{ij}}{\partial y_j}",
    ),
    samples=lambda make: [
        (make(2, 3), make(4, 3), 2.0, None), (make(2, 3), make(2, 3), 1.0, None),
        (make(2, 2, 3), make(2, 2, 3), 3.0, None), (make(2, 3), make(2, 3), math.inf, None),
        (make(2, 3), make(2, 3), 1.5, None),
    ],
)  # fmt: skip
