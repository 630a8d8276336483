"""Scaled dot-product attention, and attention with several heads.

PyTorch: ATen/native/transformers/attention.cpp, torch/nn/functional.py.
"""

import math
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import draws, dtypes
from ..._core.tensor import Tensor, wrap
from ..._torch import functions
from ..._torch.functions.products import linear
from ...derivatives.attention import causal_mask
from .activations import dropout, softmax


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
        zero = query._data.dtype.type(0)
        attn_mask = wrap(np.where(attn_mask._data, zero, zero.dtype.type(-math.inf)))
    if not dropout_p and _one_node(query, key, value, attn_mask):
        return d.flash_attention(query, key, value, 0.0, is_causal, attn_mask, scale)[0]
    return _in_parts(query, key, value, attn_mask, dropout_p, is_causal, scale)


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
    if min(item.ndim for item in (query, key, value)) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if not query.dtype is key.dtype is value.dtype:
        names = [item.dtype.c_name for item in (query, key, value)]
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{names[0]} key.dtype: {names[1]} and value.dtype: {names[2]} instead."
        )
    if query._data.dtype.kind != "f":
        raise RuntimeError(f"expected scalar type Float but found {query.dtype.short}")
    if mask is not None and mask.dtype not in (dtypes.boolean, dtypes.float32, query.dtype):
        raise RuntimeError(f"Expected attn_mask dtype to be bool or to match query dtype, but got {mask.dtype.c_name}")
    if mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if enable_gqa:
        raise NotImplementedError("grouped queries (enable_gqa=True) are left out here; repeat the keys and values.")


# ----- with several heads --------------------------------------------------------------------------------------------
_Three = tuple[Tensor, Tensor, Tensor]


def attention_in_heads(
    layer: Any, qkv: _Three, padding: Tensor | None, mask: Tensor | None, need_weights: bool, is_causal: bool
) -> tuple[Tensor, Tensor | None]:
    """What `nn.MultiheadAttention` computes: project, let each head attend, join the heads, project again.

    (L, N, E), (S, N, E), (S, N, E) → (L, N, E) and the weights of each head (N, num_heads, L, S), or None. Masks are
    those of the layer.

    Raises:
        AssertionError, RuntimeError: what does not fit.
    """
    query, key, value = qkv
    masks, is_causal = _masks(query, padding, mask, is_causal, need_weights)
    if query.shape[2] != layer.embed_dim:
        raise AssertionError(f"was expecting embedding dimension of {layer.embed_dim}, but got {query.shape[2]}")
    if key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    projected = _projected(query, key, value, layer.in_proj_weight, layer.in_proj_bias)
    sizes = (query.shape[0], query.shape[1], layer.num_heads, layer.head_dim)
    q, k, v, mask = _in_heads(projected, (batch_of(masks[0], sizes, key.shape[0]), masks[1]), sizes)
    dropout_p = layer.dropout if layer.training else 0.0
    attend = _attend if need_weights else _attend_in_one
    out, shares = attend(q, k, v, mask, dropout_p, is_causal, sizes)
    out = linear(out, layer.out_proj.weight, layer.out_proj.bias)
    return out.view(*sizes[:2], out.shape[1]), shares


# ----- masks -------------------------------------------------------------------------------------------------------
def _masks(
    query: Tensor, padding: Tensor | None, mask: Tensor | None, is_causal: bool, need_weights: bool
) -> tuple[tuple[Tensor | None, Tensor | None], bool]:
    """Both masks as numbers to add, and whether the one of attention is left to ``is_causal``."""
    padding = as_numbers(padding, "key_padding_mask", query)
    if is_causal and mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and padding is None and not need_weights:
        return (None, None), True
    mask = as_numbers(mask, "attn_mask", query)
    return (mask, padding), is_causal and padding is None


def _merged(mask: Tensor | None, padding: Tensor | None, sizes: tuple[int, ...], keys: int) -> Tensor | None:
    """One mask for all: (N · heads or 1, L, S)."""
    if padding is None:
        return mask
    _, count, heads, _ = sizes
    for place, wanted in enumerate((count, keys)):
        if padding.shape[place] != wanted:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{place}] to be {wanted}, but got {padding.shape[place]}"
            )
    every = padding.view(count, 1, 1, keys).expand(-1, heads, -1, -1).reshape(count * heads, 1, keys)
    return every if mask is None else mask + every


# ----- projections -------------------------------------------------------------------------------------------------
def _projected(query: Tensor, key: Tensor, value: Tensor, weight: Tensor, bias: Tensor | None) -> _Three:
    """As few products as there are different inputs, as in PyTorch: this shows in the graph."""
    size = query.shape[-1]
    if key is not value:
        biases = (None,) * 3 if bias is None else bias.chunk(3)
        parts = zip((query, key, value), weight.chunk(3), biases, strict=True)
        q, k, v = (linear(item, part, its) for item, part, its in parts)
        return q, k, v
    if query is key:
        q, k, v = _cut(linear(query, weight, bias), 3, size)
        return q, k, v
    of_query, of_both = weight.split([size, size * 2])
    for_query, for_both = (None, None) if bias is None else bias.split([size, size * 2])
    q = linear(query, of_query, for_query)
    k, v = _cut(linear(key, of_both, for_both), 2, size)
    return q, k, v


def _cut(product: Tensor, count: int, size: int) -> list[Tensor]:
    """(L, N, count · E) as ``count`` tensors (L, N, E)."""
    split = product.unflatten(-1, (count, size)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return [split[i] for i in range(count)]


# ----- heads -------------------------------------------------------------------------------------------------------
def _in_heads(qkv: _Three, masks: tuple, sizes: tuple[int, ...]) -> tuple:
    """Each (N · heads, L or S, E / heads); and one mask for all."""
    _, count, heads, width = sizes
    q, k, v = (item.view(item.shape[0], count * heads, width).transpose(0, 1) for item in qkv)
    return q, k, v, _merged(*masks, sizes, k.shape[1])


def _attend(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool, sizes: tuple[int, ...]
) -> tuple[Tensor, Tensor]:
    """Attend step by step, and return the attention weights too."""
    length, count, heads, width = sizes
    scaled = q * math.sqrt(1.0 / float(width))
    across = k.transpose(-2, -1)
    shares = functions.bmm(scaled, across) if mask is None else functions.baddbmm(mask, scaled, across)
    shares = softmax(shares, dim=-1)
    if dropout_p > 0.0:
        shares = dropout(shares, p=dropout_p)
    out = functions.bmm(shares, v).transpose(0, 1).reshape(length * count, heads * width)
    return out, shares.view(count, heads, length, k.shape[1])


def _attend_in_one(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float, is_causal: bool, sizes: tuple[int, ...]
) -> tuple[Tensor, None]:
    length, count, heads, width = sizes
    keys = k.shape[1]
    if mask is not None:
        mask = mask.unsqueeze(0) if mask.shape[0] == 1 and mask.ndim == 3 else mask.view(count, heads, -1, keys)
    q, k, v = (item.view(count, heads, n, width) for item, n in ((q, length), (k, keys), (v, keys)))
    out = scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)
    return out.permute(2, 0, 1, 3).reshape(count * length, heads * width), None


# ----- checks of the arguments, in PyTorch's words -------------------------------------------------------------------


def as_numbers(mask: Tensor | None, name: str, query: Tensor) -> Tensor | None:
    """A mask of bool as one to be added: -inf where it is True. A mask of numbers as it is.

    Raises:
        AssertionError: a mask of whole numbers.
    """
    if mask is None:
        return None
    if mask._data.dtype.kind == "f":
        return mask
    if mask._data.dtype != np.bool_:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    kind = query._data.dtype.type
    return wrap(np.where(mask._data, kind(-math.inf), kind(0)))


def batch_of(mask: Tensor | None, sizes: tuple[int, ...], keys: int) -> Tensor | None:
    """The mask of attention with three dimensions."""
    if mask is None:
        return None
    length, count, heads, _ = sizes
    wanted = (length, keys) if mask.ndim == 2 else (count * heads, length, keys)
    if mask.shape != wanted:
        raise RuntimeError(f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {wanted}.")
    return mask.unsqueeze(0) if mask.ndim == 2 else mask
