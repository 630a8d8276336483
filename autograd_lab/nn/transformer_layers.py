"""The layers of a transformer: attention, then a small network, each added to what went in.

PyTorch: torch/nn/modules/transformer.py.
"""

from collections.abc import Callable
from typing import Any

from ..autograd._tensor import Tensor
from . import functional
from ._functional.multi_head_checks import as_numbers
from .activations import GELU, ReLU
from .dropout import Dropout
from .layers import Linear
from .module import Module
from .multihead import MultiheadAttention
from .normalization import LayerNorm


class _Layer(Module):
    """What the layers of encoder and decoder share: the parts, and how a part is put around a block."""

    def _add_parts(
        self, d_model: int, nhead: int, dim_feedforward: int, dropout: float, eps: float, batch_first: bool,
        norm_first: bool, bias: bool, dtype: Any, attentions: tuple[str, ...],
    ) -> None:  # fmt: skip
        for name in attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, dtype=dtype
            )
            self.add_module(name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, dtype=dtype)
        self.norm_first = norm_first
        blocks = range(1, len(attentions) + 2)
        for place in blocks:
            self.add_module(f"norm{place}", LayerNorm(d_model, eps=eps, bias=bias, dtype=dtype))
        for place in blocks:
            self.add_module(f"dropout{place}", Dropout(dropout))

    def _around(self, x: Tensor, norm: Module, block: Callable[[Tensor], Tensor]) -> Tensor:
        """What the block makes of ``x`` is added to it; the norm comes before the block, or after the sum."""
        return x + block(norm(x)) if self.norm_first else norm(x + block(x))

    def _sa_block(self, x: Tensor, mask: Tensor | None, padding: Tensor | None, is_causal: bool = False) -> Tensor:
        """The sequence looks at itself."""
        found = self.self_attn(
            x, x, x, attn_mask=mask, key_padding_mask=padding, need_weights=False, is_causal=is_causal
        )
        return self.dropout1(found[0])

    def _fed_forward(self, x: Tensor) -> Tensor:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_Layer):
    """Attention of a sequence to itself, and a network of two `Linear` for each place; each is added to what went in.

    Args:
        d_model: the length E of the vectors.
        nhead: how many heads the attention has.
        dim_feedforward: how wide the network is in the middle.
        dropout: how much is dropped, of weights, in the network and of each sum's new part.
        activation: the network's: "relu", "gelu", or a function.
        layer_norm_eps: of both `LayerNorm`.
        batch_first: (N, L, E) in and out, instead of (L, N, E).
        norm_first: normalise what goes into each part, not the sum that comes after.
        bias: whether attention, network and norms have one.

    Raises:
        RuntimeError: another word for ``activation``.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        sizes = (d_model, nhead, dim_feedforward, dropout, layer_norm_eps, batch_first, norm_first, bias)
        self._add_parts(*sizes, dtype, ("self_attn",))
        activation = _activation(activation)
        relu, gelu = (activation is functional.relu, ReLU), (activation is functional.gelu, GELU)
        known = [same or isinstance(activation, kind) for same, kind in (relu, gelu)]
        self.activation_relu_or_gelu = known.index(True) + 1 if any(known) else 0
        self.activation = activation

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """(L, N, E) → the same shape; masks (L, L) and (N, L)."""
        padding = as_numbers(src_key_padding_mask, "src_key_padding_mask", src, ("src_mask", src_mask))
        mask = as_numbers(src_mask, "src_mask", src)
        x = self._around(src, self.norm1, lambda x: self._sa_block(x, mask, padding, is_causal=is_causal))
        return self._around(x, self.norm2, self._ff_block)

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout2(self._fed_forward(x))


class TransformerDecoderLayer(_Layer):
    """As `TransformerEncoderLayer`, and between its two parts attention to the encoder's results.

    Raises:
        RuntimeError: another word for ``activation``.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = functional.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        sizes = (d_model, nhead, dim_feedforward, dropout, layer_norm_eps, batch_first, norm_first, bias)
        self._add_parts(*sizes, dtype, ("self_attn", "multihead_attn"))
        self.activation = _activation(activation)

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """(L, N, E) and the encoder's results (S, N, E) → (L, N, E); masks (L, L), (L, S), (N, L) and (N, S)."""
        to_itself = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        to_memory = (memory_mask, memory_key_padding_mask, memory_is_causal)
        x = self._around(tgt, self.norm1, lambda x: self._sa_block(x, *to_itself))
        x = self._around(x, self.norm2, lambda x: self._mha_block(x, memory, *to_memory))
        return self._around(x, self.norm3, self._ff_block)

    def _mha_block(
        self, x: Tensor, memory: Tensor, mask: Tensor | None, padding: Tensor | None, is_causal: bool = False
    ) -> Tensor:
        """The sequence looks at the encoder's results."""
        found = self.multihead_attn(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False, is_causal=is_causal
        )
        return self.dropout2(found[0])

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout3(self._fed_forward(x))


def _activation(given: str | Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    if not isinstance(given, str):
        return given
    if given not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {given}")
    return getattr(functional, given)


__all__ = ["TransformerDecoderLayer", "TransformerEncoderLayer"]
