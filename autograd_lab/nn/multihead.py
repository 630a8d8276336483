"""`MultiheadAttention`. PyTorch: torch/nn/modules/activation.py."""

from typing import Any

from .._core.tensor import Tensor
from .._torch.creation.filled import empty
from . import init
from ._functional.attention import attention_in_heads
from .layers import Linear
from .module import Module
from .parameter import Parameter


class NonDynamicallyQuantizableLinear(Linear):
    """A `Linear`; PyTorch's name for one that its quantization leaves alone."""


class MultiheadAttention(Module):
    """``num_heads`` attentions side by side, each on its own projection of the inputs; their results are projected too.

    Args:
        embed_dim: the length E of the queries and of the results; each head has E / ``num_heads`` of it.
        dropout: how many of the weights are dropped in training.
        bias: whether the projections have one.
        add_bias_kv, add_zero_attn, kdim, vdim: more keys and values, or of another length; left out here, and refused.
        batch_first: (N, L, E) in and out, instead of (L, N, E).

    The weights start from Xavier's uniform numbers, biases at 0.

    Raises:
        ValueError, AssertionError: sizes below 1, or heads that do not divide E.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} "
                "instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        if add_bias_kv or add_zero_attn or not (kdim in (None, embed_dim) and vdim in (None, embed_dim)):
            raise NotImplementedError(
                "one more key and value, or others' lengths, are left out here; put a Linear before."
            )
        self.in_proj_weight = Parameter(empty(3 * embed_dim, embed_dim, device=device, dtype=dtype))
        start = Parameter(empty(3 * embed_dim, device=device, dtype=dtype)) if bias else None
        self.register_parameter("in_proj_bias", start)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, dtype=dtype)
        init.xavier_uniform_(self.in_proj_weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """(L, N, E), (S, N, E), (S, N, E) → (L, N, E) and the weights; or all without N.

        Args:
            key_padding_mask: (N, S): of bool, True where no query may look; of numbers, added to the scores.
            need_weights: False gives None for the weights, and computes all in one node where it can.
            attn_mask: (L, S), or one for each head of each example, (N · num_heads, L, S); as the other mask.
            average_attn_weights: the weights' mean over the heads, (N, L, S), instead of (N, num_heads, L, S).
            is_causal: a hint that ``attn_mask`` is the causal one.
        """
        if query.ndim not in (2, 3):
            raise AssertionError(
                f"query should be unbatched 2D or batched 3D tensor but received {query.ndim}-D query tensor"
            )
        qkv, alone = (query, key, value), query.ndim == 2
        if alone:
            qkv = (query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1))
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif self.batch_first:
            qkv = _turned(*qkv)
        out, shares = attention_in_heads(self, qkv, key_padding_mask, attn_mask, need_weights, is_causal)
        if shares is not None and average_attn_weights:
            shares = shares.mean(dim=1)
        if alone:
            return out.squeeze(1), None if shares is None else shares.squeeze(0)
        return (out.transpose(1, 0) if self.batch_first else out), shares


def _turned(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The sequence first; what was one tensor stays one, and is projected once."""
    if key is not value:
        return query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
    if query is key:
        query = query.transpose(1, 0)
        return query, query, query
    query, key = query.transpose(1, 0), key.transpose(1, 0)
    return query, key, key


__all__ = ["MultiheadAttention"]
