"""Attention: each query takes a mean of the values, weighted by how well their keys fit."""

import functools
import math
from typing import Any

import numpy as np

from .._core.base.quick_numpy import row_sums
from .._core.table.row import derivative, non_differentiable, not_implemented, shared

ONCE = "this operation has a first derivative only: softmax(q @ k.mT / sqrt(E)) @ v, written out, has the second too."


@functools.lru_cache(maxsize=4)  # all layers of a model want the same one
def causal_mask(rows: int, columns: int) -> np.ndarray:
    """0 on and below the diagonal, -inf above: no query looks at a later key."""
    return np.triu(np.full((rows, columns), -math.inf, np.float32), 1)


def scaling(query: Any, scale: float | None) -> float:
    """By what the products are multiplied: 1/√E unless it was given."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


def turned(matrices: Any, factor: Any = 1) -> np.ndarray:
    """Each matrix transposed and multiplied, in rows of its own: many small products take half as long with these."""
    return np.multiply(np.swapaxes(matrices, -2, -1), matrices.dtype.type(factor), order="C")


def scores(query: Any, key: Any, is_causal: bool, attn_mask: Any, scale: float | None) -> Any:
    """How well each query fits each key, with -inf where it may not look."""
    found = np.matmul(query, turned(key, scaling(query, scale)))
    if is_causal:
        found += causal_mask(query.shape[-2], key.shape[-2])
    return found if attn_mask is None else found + attn_mask


def attention(
    query: Any, key: Any, value: Any, dropout_p: float, is_causal: bool, attn_mask: Any, scale: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """The output, and the logarithm of each row's sum of exponentials."""
    found = scores(query, key, is_causal, attn_mask, scale)
    largest = np.maximum.reduce(found, axis=-1, keepdims=True, initial=-math.inf)
    found -= largest
    np.exp(found, found)
    total = row_sums(found)
    output = np.empty_like(query)  # it lies in memory as the query does, so that heads can be joined without a copy
    np.matmul(found, value, out=output)
    output /= total
    masked = largest == -math.inf
    if masked.any():  # a query that may look nowhere finds nothing
        np.copyto(output, 0, where=masked)
    return output, (largest + np.log(total))[..., 0]


flash_attention = derivative(
    "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, "
    "bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)",
    node="ScaledDotProductFlashAttentionForCpuBackward0",
    forward=attention,
    **shared(
        "query, key, value",
        lambda grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale: (
            flash_attention_backward(grad, query, key, value, output, logsumexp, dropout_p, is_causal, attn_mask, scale)
        ),
    ),
    attn_mask=non_differentiable,
    output_differentiability=(True, False),
    does="For each query a mean of the values, weighted by softmax of its products with the keys.",
    tex=dict(
        forward=r"Z = P\, V,\quad P = \operatorname{softmax}(s Q K^{T})",
        query=r"\bar{Q} = s\, \bar{S}\, K,\quad \bar{S} = P \odot (\bar{P} - \sum_j \bar{P}_j P_j)",
        key=r"\bar{K} = s\, \bar{S}^{T}\, Q",
        value=r"\bar{V} = P^{T} \bar{Z}",
    ),
    samples=lambda make: [
        (make(1, 2, 3, 2), make(1, 2, 3, 2), make(1, 2, 3, 2)),
        (make(1, 1, 2, 3), make(1, 1, 3, 3), make(1, 1, 3, 3), 0.0, True, None, 0.5),
        (*(make(1, 1, 2, 2) for _ in range(3)), 0.0, False, np.array([[0.0, 1.0], [0.5, -1.0]], np.float32)),
    ],
)


def attention_back(
    grad: Any, query: Any, key: Any, value: Any, out: Any, logsumexp: Any, dropout_p: float, *how: Any
) -> tuple[Any, Any, Any]:
    """What arrives at query, key and value; the weights come back from the scores and their ``logsumexp``."""
    weights = scores(query, key, *how)
    weights -= logsumexp[..., None]
    np.exp(weights, weights)
    at_value = np.matmul(np.swapaxes(weights, -2, -1), grad)
    at_scores = np.matmul(grad, turned(value))
    at_scores -= np.einsum("...ij,...ij->...i", grad, out)[..., None]
    at_scores *= weights
    at_scores *= at_scores.dtype.type(scaling(query, how[-1]))
    return np.matmul(at_scores, key), np.matmul(np.swapaxes(at_scores, -2, -1), query), at_value


flash_attention_backward = derivative(
    "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor value, "
    "Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? scale=None) "
    "-> (Tensor grad_query, Tensor grad_key, Tensor grad_value)",
    node="NotImplemented",
    forward=attention_back,
    grad_out=not_implemented(ONCE),
    query=not_implemented(ONCE),
    key=not_implemented(ONCE),
    value=not_implemented(ONCE),
    out=not_implemented(ONCE),
    logsumexp=not_implemented(ONCE),
    attn_mask=not_implemented(ONCE),
    does="The gradients of query, key and value of `flash_attention`.",
    tex=dict(
        forward=r"\bar{Q} = s\, \bar{S}\, K,\ \bar{K} = s\, \bar{S}^{T} Q,\ \bar{V} = P^{T} G,\ "
        r"\bar{S} = P \odot (G V^{T} - \sum_j G_j Z_j),\ P = e^{S - \ell}"
    ),
    samples=lambda make: [
        (*(make(1, 2, 3, 2) for _ in range(5)), make(1, 2, 3), 0.0, False),
        (*(make(1, 1, 2, 3) for _ in range(5)), make(1, 1, 2), 0.0, True, None, 0.5),
    ],
)
