"""`MultiheadAttention`. PyTorch: torch/nn/modules/activation.py."""

from typing import Any

from .._core.tensor import Tensor
from .._torch.creation.filled import empty
from . import functional, init
from ._functional.attention import as_numbers
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
        add_bias_kv, add_zero_attn: one more key and value; left out here, True is refused.
        kdim, vdim: the lengths of keys and values; E unless given.
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
        self.kdim, self.vdim = embed_dim if kdim is None else kdim, embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self._add_projections(bias, device, dtype)
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError("one more key and value are left out here; join them to key and value.")
        self._reset_parameters()

    def _add_projections(self, bias: bool, device: Any, dtype: Any) -> None:
        size = self.embed_dim
        apart = {"q_proj_weight": size, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        together = {"in_proj_weight": size}
        wanted, absent = (together, apart) if self._qkv_same_embed_dim else (apart, together)
        rows = 3 * size if self._qkv_same_embed_dim else size
        for name, length in wanted.items():
            self.register_parameter(name, Parameter(empty(rows, length, device=device, dtype=dtype)))
        for name in absent:
            self.register_parameter(name, None)
        start = Parameter(empty(3 * size, device=device, dtype=dtype)) if bias else None
        self.register_parameter("in_proj_bias", start)
        self.out_proj = NonDynamicallyQuantizableLinear(size, size, bias=bias, dtype=dtype)

    def _reset_parameters(self) -> None:
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
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
        """(L, N, E), (S, N, kdim), (S, N, vdim) → (L, N, E) and the weights; or all without N.

        Args:
            key_padding_mask: (N, S): of bool, True where no query may look; of numbers, added to the scores.
            need_weights: False gives None for the weights, and computes all in one node where it can.
            attn_mask: (L, S), or one for each head of each example, (N · num_heads, L, S); as the other mask.
            average_attn_weights: the weights' mean over the heads, (N, L, S), instead of (N, num_heads, L, S).
            is_causal: a hint that ``attn_mask`` is the causal one.
        """
        padding = as_numbers(key_padding_mask, "key_padding_mask", query, ("attn_mask", attn_mask))
        mask = as_numbers(attn_mask, "attn_mask", query)
        turned = self.batch_first and query.ndim == 3
        if turned:
            query, key, value = _turned(query, key, value)
        out, shares = functional.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads,
            self.in_proj_weight, self.in_proj_bias, None, None,
            False, self.dropout, self.out_proj.weight, self.out_proj.bias,
            self.training, padding, need_weights, mask, not self._qkv_same_embed_dim,
            self.q_proj_weight, self.k_proj_weight, self.v_proj_weight,
            average_attn_weights=average_attn_weights, is_causal=is_causal,
        )  # fmt: skip
        return (out.transpose(1, 0) if turned else out), shares


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
