"""Normalisations: a mean taken away, a deviation divided out, and what that does to a gradient.

All three have the same rule. With x̂ = (x - mean)·rstd and g what arrives at x̂, the input gets
rstd·(g - ⟨g⟩ - x̂·⟨g·x̂⟩): what is common to a group, and what would only stretch it, cannot move the output.

A node saves mean and rstd as plain numbers. Under ``create_graph`` the rule computes them once more from the input, so
that the second derivative knows that they depend on it.
"""

import math
from typing import Any

import numpy as np

from .._core.base.quick_numpy import ones, row_sums
from .._core.base.strided import row_by_row
from .._core.refusals.layers import check_batch_norm, check_group_norm, check_layer_norm
from .._core.table.row import derivative, non_differentiable, shared
from ._operands import sum_to


def row_moments(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean and variance (divided by n) along the last dimension, which is kept, and ``rows`` without their means."""
    count = rows.shape[-1]
    mean = row_sums(rows) / count
    centred = rows - mean
    variance = np.vecdot(centred, centred)[..., None] / count
    return mean, variance, centred


def layer_axes(input: Any, normalized_shape: tuple[int, ...]) -> tuple[int, ...]:
    """The last dimensions, as many as ``normalized_shape`` has."""
    return tuple(range(input.ndim - len(normalized_shape), input.ndim))


def layer_norm_forward(input: Any, normalized_shape: tuple[int, ...], weight: Any, bias: Any, eps: float) -> tuple:
    """Normalised over the last dimensions; and the mean and 1/deviation that were used."""
    groups = input.shape[: input.ndim - len(normalized_shape)]
    mean, variance, result = row_moments(row_by_row(input).reshape(*groups, math.prod(normalized_shape)))
    rstd = 1 / np.sqrt(variance + input.dtype.type(eps))
    result *= rstd
    result = result.reshape(input.shape)
    if weight is not None:
        result *= weight
    if bias is not None:
        result += bias
    kept = (*groups, *(1,) * len(normalized_shape))
    return result, mean.reshape(kept), rstd.reshape(kept)


def _of_input(x: Any, mean: Any, rstd: Any, axes: tuple[int, ...]) -> tuple[Any, Any]:
    if isinstance(x, np.ndarray):
        return mean, rstd
    mean = x.mean(axes, keepdim=True)
    variance = ((x - mean) * (x - mean)).mean(axes, keepdim=True)
    # rstd is 1/√(variance + ε). Its own value says what ε was.
    return mean, 1 / np.sqrt(variance + (1 / (rstd * rstd) - variance).detach())


def standardized_back(grad: Any, x: Any, mean: Any, rstd: Any, axes: tuple[int, ...]) -> Any:
    """Backward of `standardized`."""
    mean, rstd = _of_input(x, mean, rstd, axes)
    hat = (x - mean) * rstd
    common = np.mean(grad, axis=axes, keepdims=True)
    stretch = np.mean(grad * hat, axis=axes, keepdims=True)
    return rstd * (grad - common - hat * stretch)


def standardized(x: Any, mean: Any, rstd: Any, axes: tuple[int, ...]) -> Any:
    """(x - mean)·rstd, where mean and rstd are those of x over the dimensions ``axes``."""
    mean, rstd = _of_input(x, mean, rstd, axes)
    return (x - mean) * rstd


def layer_back(
    grad: Any, input: Any, normalized_shape: tuple[int, ...], weight: Any, mean: Any, rstd: Any
) -> tuple[Any, Any]:
    """Backward of `layer_norm` to its input and its weight."""
    if isinstance(grad, np.ndarray):
        return _layer_back(grad, input, normalized_shape, weight, mean, rstd)
    axes = layer_axes(input, normalized_shape)
    to_weight = sum_to(grad * standardized(input, mean, rstd, axes), normalized_shape)
    grad = grad if weight is None else grad * weight
    return standardized_back(grad, input, mean, rstd, axes), to_weight


def _layer_back(
    grad: np.ndarray, input: np.ndarray, normalized_shape: tuple[int, ...], weight: Any, mean: Any, rstd: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The same on arrays, in two of them; sums that are wanted of products come from a matrix product."""
    rows, n = (mean.size, math.prod(normalized_shape)), math.prod(normalized_shape)
    grad, mean, rstd = grad.reshape(rows), mean.reshape(-1, 1), rstd.reshape(-1, 1)
    w = ones(n, grad.dtype) if weight is None else weight.reshape(n)
    back = input.reshape(rows) - mean
    product = grad * back
    to_weight = rstd[:, 0] @ product
    back *= (product @ w)[:, None] * rstd * rstd / -n  # -x̂ ⟨g x̂⟩
    back += np.multiply(grad, w, out=product)  # g
    back -= (grad @ w)[:, None] / n  # ⟨g⟩
    back *= rstd
    return back.reshape(input.shape), to_weight.reshape(normalized_shape)


layer_norm = derivative(
    "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) "
    "-> (Tensor, Tensor, Tensor)",
    node="NativeLayerNormBackward0",
    forward=layer_norm_forward,
    **shared(
        "input, weight",
        lambda grad, input, normalized_shape, weight, result1, result2: layer_back(
            grad, input, normalized_shape, weight, result1, result2
        ),
    ),
    bias=lambda grad, normalized_shape: sum_to(grad, normalized_shape),
    zero_where="even",
    output_differentiability=(True, False, False),
    keeps=("input", "weight", "bias", "result1", "result2", "normalized_shape"),
    refuse=check_layer_norm,
    does="``input`` normalised over its last dimensions, scaled and shifted; and the means and 1/deviations used.",
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(2, 3), (3,), make(3), make(3), 1e-5), (make(2, 2, 3), (2, 3), make(2, 3), None, 0.1),
        (make(4), (4,), None, None, 1e-5), (make(2, 3), (3,), None, make(3), 1e-5),
    ],
)  # fmt: skip


def batch_axes(input: Any) -> tuple[int, ...]:
    """All dimensions but the channels', which is the second."""
    return (0, *range(2, input.ndim))


def per_channel(values: Any, input: Any) -> Any:
    """One number for each channel, shaped so that it meets its channel."""
    return values.reshape((1, -1, *(1,) * (input.ndim - 2)))


def channel_rows(x: np.ndarray) -> np.ndarray:
    """(N, C, …) as (pieces, C, n), so that each channel's elements lie in rows."""
    return x.T[None] if x.ndim == 2 else x.reshape(*x.shape[:2], math.prod(x.shape[2:]))


def channel_sums(one: np.ndarray, other: np.ndarray | None = None) -> np.ndarray:
    """Σ one·other for each channel (without ``other``: Σ one), in float64."""
    rows = channel_rows(one)
    others = ones(rows.shape[-1], one.dtype) if other is None else channel_rows(other)
    return np.add.reduce(np.vecdot(rows, others), axis=0, dtype=np.float64)


def _affine(result: np.ndarray, factor: Any, summand: Any) -> np.ndarray:
    """``result`` times one factor, plus one summand for each channel, in its own memory."""
    result *= per_channel(factor.astype(result.dtype), result)
    if summand is not None:
        result += per_channel(summand.astype(result.dtype), result)
    return result


def batch_norm_forward(
    input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> tuple:
    """Each channel normalised over the batch, or in evaluation with the running statistics.

    In training the running statistics are moved on, in their own memory, as PyTorch's kernel does.
    """
    factor = 1 if weight is None else weight
    if not training:
        factor = factor / np.sqrt(running_var.astype(np.float64) + eps)
        summand = -running_mean * factor if bias is None else bias - running_mean * factor
        none = np.empty(0, input.dtype)
        return _affine(input.copy(), factor, summand), none, none
    count = input.size // max(input.shape[1], 1)
    mean = channel_sums(input) / count
    centred = np.subtract(input, per_channel(mean.astype(input.dtype), input), order="C")
    variance = channel_sums(centred, centred) / count
    rstd = 1 / np.sqrt(variance + eps)
    unbiased = variance * count / (count - 1) if count > 1 else variance * math.nan
    for running, now in ((running_mean, mean), (running_var, unbiased)):
        if running is not None:
            running[...] = (1 - momentum) * running + momentum * now
    return _affine(centred, factor * rstd, bias), mean.astype(input.dtype), rstd.astype(input.dtype)


def _batch_statistics(
    input: Any, running_mean: Any, running_var: Any, mean: Any, rstd: Any, training: bool, eps: float
) -> tuple[Any, Any]:
    if not training:
        mean, rstd = running_mean, 1 / np.sqrt(running_var + eps)
    return per_channel(mean, input), per_channel(rstd, input)


def batch_back(
    grad: Any,
    input: Any,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    mean: Any,
    rstd: Any,
    training: bool,
    eps: float,
) -> tuple[Any, Any]:
    """Backward of `batch_norm` to its input and its weight; in evaluation the statistics are constants."""
    if training and isinstance(grad, np.ndarray):
        return _batch_back(grad, input, weight, mean, rstd)
    mean, rstd = _batch_statistics(input, running_mean, running_var, mean, rstd, training, eps)
    axes = batch_axes(input)
    hat = standardized(input, mean, rstd, axes) if training else (input - mean) * rstd
    to_weight = (grad * hat).sum(axes)
    grad = grad if weight is None else grad * per_channel(weight, input)
    return standardized_back(grad, input, mean, rstd, axes) if training else grad * rstd, to_weight


def _batch_back(
    grad: np.ndarray, input: np.ndarray, weight: Any, mean: np.ndarray, rstd: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The same in training, on arrays, in one of them."""
    count = input.size // max(input.shape[1], 1)
    back = input - per_channel(mean, input)
    to_weight = channel_sums(grad, back) * rstd
    back *= per_channel((to_weight * rstd / -count).astype(grad.dtype), input)
    back += grad
    back -= per_channel((channel_sums(grad) / count).astype(grad.dtype), input)
    back *= per_channel(rstd if weight is None else rstd * weight, input)
    return back, to_weight.astype(grad.dtype)


batch_norm = derivative(
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
    "bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    node="NativeBatchNormBackward0",
    forward=batch_norm_forward,
    **shared(
        "input, weight",
        lambda grad, input, weight, running_mean, running_var, result1, result2, training, eps: batch_back(
            grad, input, weight, running_mean, running_var, result1, result2, training, eps
        ),
    ),
    bias=lambda grad: grad.sum(batch_axes(grad)),
    running_mean=non_differentiable,
    running_var=non_differentiable,
    zero_where="even",
    output_differentiability=(True, False, False),
    keeps=("input", "weight", "running_mean", "running_var", "result1", "result2", "training", "eps"),
    refuse=check_batch_norm,
    does="Each channel normalised over the batch, or by the running statistics; and the mean and 1/deviation used.",
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(3, 2), make(2), make(2), None, None, True, 0.1, 1e-5),
        (make(2, 2, 2), make(2), make(2), make(2).detach(), make(2, low=0.5).detach(), True, 0.1, 0.1),
        (make(2, 3), make(3), None, make(3).detach(), make(3, low=0.5).detach(), False, 0.1, 1e-5),
        (make(2, 2, 2, 1), None, None, None, None, True, 0.1, 1e-5),
    ],
)


def group_norm_forward(
    input: Any, weight: Any, bias: Any, samples: int, channels: int, places: int, group: int, eps: float
) -> tuple:
    """Each sample's channels normalised in groups; and the mean and 1/deviation of each group."""
    if not input.size:
        return np.empty_like(input), *(np.zeros((samples, group), input.dtype) for _ in range(2))
    mean, variance, hat = row_moments(input.reshape(samples, group, channels // group * places))
    rstd = 1 / np.sqrt(variance + input.dtype.type(eps))
    hat *= rstd
    result = hat.reshape(input.shape)
    if weight is not None:
        result *= per_channel(weight, input)
    if bias is not None:
        result += per_channel(bias, input)
    return result, mean[..., 0], rstd[..., 0]


def _grouped(array: Any, mean: Any) -> tuple[Any, tuple[int, ...]]:
    return array.reshape((*mean.shape, math.prod(array.shape) // max(math.prod(mean.shape), 1))), (*mean.shape, 1)


def group_back(grads: list, input: Any, weight: Any, mean: Any, rstd: Any) -> Any:
    """Backward of `group_norm` to its input; mean and rstd are outputs too, and something may arrive there."""
    if 0 in input.shape:
        return np.zeros_like(input)
    x, kept = _grouped(input, mean)
    mean, rstd, axes = mean.reshape(kept), rstd.reshape(kept), (2,)
    grad = np.zeros_like(input) if grads[0] is None else grads[0]
    grad = grad if weight is None else grad * per_channel(weight, input)
    back = standardized_back(grad.reshape(x.shape), x, mean, rstd, axes)
    if grads[1] is not None:
        back = back + grads[1].reshape(kept) / x.shape[2]
    if grads[2] is not None:
        slope = standardized(x, mean, rstd, axes) * _of_input(x, mean, rstd, axes)[1] ** 2
        back = back - grads[2].reshape(kept) * slope / x.shape[2]
    return back.reshape(input.shape)


def group_weight(grad: Any, input: Any, mean: Any, rstd: Any) -> Any:
    """Backward of `group_norm` to its weight."""
    grad = np.zeros_like(input) if grad is None else grad
    x, kept = _grouped(input, mean)
    hat = standardized(x, mean.reshape(kept), rstd.reshape(kept), (2,)).reshape(input.shape)
    return (grad * hat).sum(batch_axes(input))


group_norm = derivative(
    "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, "
    "float eps) -> (Tensor, Tensor, Tensor)",
    node="NativeGroupNormBackward0",
    forward=group_norm_forward,
    input=lambda grads, input, weight, result1, result2: group_back(grads, input, weight, result1, result2),
    weight=lambda grads, input, result1, result2: group_weight(grads[0], input, result1, result2),
    bias=lambda grads, input: (np.zeros_like(input) if grads[0] is None else grads[0]).sum(batch_axes(input)),
    zero_where="even",
    keeps=("input", "weight", "result1", "result2", "N", "C", "HxW", "group", "eps"),
    refuse=check_group_norm,
    does="Each sample's channels normalised in groups, scaled and shifted; and each group's mean and 1/deviation.",
    tex=dict(
        forward=r"z = \frac{x - \mu}{\sqrt{v + \epsilon}} \odot w + b = \hat{x} \odot w + b",
        input=r"\bar{x} = r\, (g - \langle g \rangle - \hat{x} \langle g\, \hat{x} \rangle),\ g = \bar{z} \odot w,\ "
        r"r = \frac{1}{\sqrt{v + \epsilon}}",
        weight=r"\bar{w} = \sum \bar{z} \odot \hat{x}",
        bias=r"\bar{b} = \sum \bar{z}",
    ),
    samples=lambda make: [
        (make(2, 4), make(4), make(4), 2, 4, 1, 2, 1e-5),
        (make(2, 2, 3), make(2), None, 2, 2, 3, 1, 0.1),
        (make(1, 2, 2, 2), None, None, 1, 2, 4, 2, 1e-5),
    ],
)
