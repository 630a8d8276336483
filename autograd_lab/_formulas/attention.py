"""Attention: each query takes a mean of the values, weighted by how well their keys fit."""

import math
from typing import Any

import numpy as np

from .. import _dtype
from .losses import softmax

ONCE = "this operation has a first derivative only: softmax(q @ k.mT / sqrt(E)) @ v, written out, has the second too."


def safe_softmax(self: Any, dim: int, dtype: Any) -> Any:
    """Softmax, but zeros (not NaN) for a row in which everything is masked by -inf."""
    result = softmax(self, dim, False)
    masked = np.logical_and.reduce(self == -math.inf, axis=dim if self.ndim else None, keepdims=True)
    return np.where(masked, self.dtype.type(0), result)


def attention(
    query: Any, key: Any, value: Any, dropout_p: float, is_causal: bool, attn_mask: Any, scale: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """The output, and the logarithm of each row's sum of exponentials."""
    _check_types(query, key, value)
    found = scores(query, key, is_causal, attn_mask, scale)
    largest = np.maximum.reduce(found, axis=-1, keepdims=True, initial=-math.inf)
    logsumexp = (largest + np.log(np.add.reduce(np.exp(found - largest), axis=-1, keepdims=True)))[..., 0]
    return np.matmul(safe_softmax(found, -1, None), value), logsumexp


def _check_types(query: Any, key: Any, value: Any) -> None:
    wanted = _dtype.of(query.dtype).short
    if query.dtype.kind != "f":
        raise RuntimeError(
            "scaled_dot_product_attention_flash_attention: Expected data type in FP32, FP64, BF16, FP16, but got "
            f"{wanted} instead."
        )
    for other in (key, value):
        if other.dtype != query.dtype:
            raise RuntimeError(f"expected scalar type {wanted} but found {_dtype.of(other.dtype).short}")


def scores(query: Any, key: Any, is_causal: bool, attn_mask: Any, scale: float | None) -> Any:
    """How well each query fits each key, with -inf where it may not look."""
    found = np.matmul(query, np.swapaxes(key, -2, -1)) * scaling(query, scale)
    if is_causal:
        found = found + causal_mask(query.shape[-2], key.shape[-2])
    return found if attn_mask is None else found + attn_mask


def causal_mask(rows: int, columns: int) -> np.ndarray:
    """0 on and below the diagonal, -inf above: no query looks at a later key."""
    return np.triu(np.full((rows, columns), -math.inf, np.float32), 1)


def attention_back(
    grad: Any, query: Any, key: Any, value: Any, out: Any, logsumexp: Any, dropout_p: float, *how: Any
) -> tuple[Any, Any, Any]:
    """What arrives at query, key and value; the weights come back from the scores and their ``logsumexp``."""
    weights = np.exp(scores(query, key, *how) - logsumexp[..., None])
    arriving = np.matmul(grad, np.swapaxes(value, -2, -1))
    at_scores = weights * (arriving - (grad * out).sum(-1, keepdims=True)) * scaling(query, how[-1])
    return (
        np.matmul(at_scores, key),
        np.matmul(np.swapaxes(at_scores, -2, -1), query),
        np.matmul(np.swapaxes(weights, -2, -1), grad),
    )


def scaling(query: Any, scale: float | None) -> float:
    """By what the products are multiplied: 1/√E unless it was given."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale
