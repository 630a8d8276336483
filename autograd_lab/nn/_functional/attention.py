"""Scaled dot-product attention. PyTorch: ATen/native/transformers/attention.cpp."""

import math

import numpy as np

from ... import derivatives as d
from ..._core.base import draws, dtypes
from ..._core.tensor import Tensor, wrap
from ..._torch import functions
from ...derivatives.attention import causal_mask


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(query @ keyᵀ · scale + mask) @ value.

    As in PyTorch, batches with heads and without a dropout leave one node; other calls leave the chain of its parts.

    Args:
        query: (…, L, E).
        key: (…, S, E).
        value: (…, S, Ev).
        attn_mask: added to the scores; or of bool, True where a query may look.
        dropout_p: how many of the weights are dropped, also in evaluation.
        is_causal: no query looks at a later key.
        scale: 1/√E unless given.
        enable_gqa: left out here; True is refused.
    """
    _check(query, key, value, attn_mask, is_causal, enable_gqa)
    if attn_mask is not None and attn_mask._data.dtype == np.bool_:
        attn_mask = _as_numbers(attn_mask, query)
    if not dropout_p and _one_node(query, key, value, attn_mask):
        return d.flash_attention(query, key, value, 0.0, is_causal, attn_mask, scale)[0]
    return _in_parts(query, key, value, attn_mask, dropout_p, is_causal, scale)


def _as_numbers(mask: Tensor, query: Tensor) -> Tensor:
    zero = query._data.dtype.type(0)
    return wrap(np.where(mask._data, zero, zero.dtype.type(-math.inf)))


def _one_node(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> bool:
    """Whether PyTorch takes its fused kernel on the CPU."""
    shapes = [item._data.shape for item in (query, key, value)]
    if any(len(shape) != 4 or 0 in shape or shape[-1] != shapes[0][-1] for shape in shapes):
        return False
    if shapes[1][:2] != shapes[0][:2] or shapes[2][:2] != shapes[0][:2]:
        return False
    if any(item._data.strides[-1] != item._data.itemsize for item in (query, key, value)):
        return False
    if mask is None:
        return True
    wanted = (*shapes[0][:3], shapes[1][2])
    return (
        not mask.requires_grad
        and mask.ndim in (2, 4)
        and all(n in (1, full) for n, full in zip(mask.shape, wanted[-mask.ndim :], strict=True))
    )


def _in_parts(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
) -> Tensor:
    scale = 1 / math.sqrt(query._data.shape[-1]) if scale is None else scale
    root = math.sqrt(abs(scale))  # on both sides, so that neither product grows large
    left = d.mul_number(query, -root if scale < 0 else root)
    scores = functions.matmul(left, d.mul_number(d.transpose(key, -2, -1), root))
    if is_causal:
        mask = wrap(causal_mask(query._data.shape[-2], key._data.shape[-2]).astype(query._data.dtype))
    if mask is not None:
        scores = d.add(scores, mask)
    weights = d.safe_softmax(scores, -1)
    if dropout_p:
        weights = d.mul(weights, _kept(weights, dropout_p))
    return functions.matmul(weights, value)


def _kept(weights: Tensor, dropout_p: float) -> Tensor:
    if not 0 <= dropout_p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    data = weights._data
    if dropout_p == 1:
        return wrap(np.zeros_like(data))
    return wrap(draws.bernoulli(1 - dropout_p, data.shape, data.dtype) / data.dtype.type(1 - dropout_p))


def _check(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, is_causal: bool, enable_gqa: bool) -> None:
    three = {"query": query, "key": key, "value": value}
    if min(item.ndim for item in three.values()) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if len({item._data.dtype for item in three.values()}) > 1:
        names = [item.dtype.c_name for item in three.values()]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{names[0]} key.dtype: {names[1]} and value.dtype: {names[2]} instead."
        )
    if query._data.dtype.kind != "f":
        raise RuntimeError(f"expected scalar type Float but found {query.dtype.short}")
    if mask is not None and mask.dtype not in (dtypes.boolean, dtypes.float32, query.dtype):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{mask.dtype.c_name} and  query.dtype: {query.dtype.c_name} instead."
        )
    if mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if enable_gqa:
        raise NotImplementedError("grouped queries (enable_gqa=True) are left out here; repeat the keys and values.")
