"""The transformer and its layers. PyTorch: torch/nn/modules/transformer.py."""

import copy
import math
from collections.abc import Callable
from typing import Any, ClassVar

from .. import derivatives as d
from .._core.tensor import Tensor
from .._torch.creation.filled import full
from . import functional, init
from ._functional.attention import as_numbers
from .containers import ModuleList
from .layers import Dropout, Linear
from .module import Module
from .multihead import MultiheadAttention
from .normalization import LayerNorm


# ----- one layer -----------------------------------------------------------------------------------------------------
class _Layer(Module):
    """What the layers of encoder and decoder share: the parts, and the residual sum around each block."""

    _attentions: ClassVar[tuple[str, ...]]

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
        of_attention = dict(dropout=dropout, bias=bias, batch_first=batch_first, dtype=dtype)
        for name in self._attentions:
            self.add_module(name, MultiheadAttention(d_model, nhead, **of_attention))
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, dtype=dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, dtype=dtype)
        self.norm_first = norm_first
        blocks = range(1, len(self._attentions) + 2)
        for place in blocks:
            self.add_module(f"norm{place}", LayerNorm(d_model, eps=layer_norm_eps, bias=bias, dtype=dtype))
        for place in blocks:
            self.add_module(f"dropout{place}", Dropout(dropout))
        self.activation = _activation(activation)

    def _around(self, x: Tensor, norm: Module, block: Callable[[Tensor], Tensor]) -> Tensor:
        """Add the block's output to ``x``; the norm comes before the block, or after the sum."""
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

    _attentions = ("self_attn",)

    def forward(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool = False,
    ) -> Tensor:
        """(L, N, E) → the same shape; masks (L, L) and (N, L)."""
        masks = (src_mask, src_key_padding_mask, is_causal)
        x = self._around(src, self.norm1, lambda x: self._sa_block(x, *masks))
        return self._around(x, self.norm2, lambda x: self.dropout2(self._fed_forward(x)))


class TransformerDecoderLayer(_Layer):
    """As `TransformerEncoderLayer`, and between its two parts attention to the encoder's results.

    Raises:
        RuntimeError: another word for ``activation``.
    """

    _attentions = ("self_attn", "multihead_attn")

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
        return self._around(x, self.norm3, lambda x: self.dropout3(self._fed_forward(x)))

    def _mha_block(
        self, x: Tensor, memory: Tensor, mask: Tensor | None, padding: Tensor | None, is_causal: bool = False
    ) -> Tensor:
        """The sequence looks at the encoder's results."""
        found = self.multihead_attn(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False, is_causal=is_causal
        )
        return self.dropout2(found[0])


def _activation(given: str | Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    if not isinstance(given, str):
        return given
    if given not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {given}")
    return getattr(functional, given)


# ----- layers in a row, and the whole model --------------------------------------------------------------------------
class TransformerEncoder(Module):
    """``num_layers`` copies of a layer, one after the other, and ``norm`` at the end.

    ``enable_nested_tensor`` and ``mask_check`` are accepted, and change nothing: there are no nested tensors here.
    """

    def __init__(
        self,
        encoder_layer: Module,
        num_layers: int,
        norm: Module | None = None,
        enable_nested_tensor: bool = True,
        mask_check: bool = True,
    ):
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        src: Tensor,
        mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        """(L, N, E) → the same shape.

        Args:
            mask: (L, L) or (N · heads, L, L), where no query may look.
            src_key_padding_mask: (N, L), which places are padding.
            is_causal: a hint that ``mask`` is the causal one; None: it is looked at.
        """
        mask = as_numbers(mask, "mask", src)
        causal = _is_causal(mask, is_causal, _length(src, self.layers[0].self_attn.batch_first))
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=src_key_padding_mask)
        return output if self.norm is None else self.norm(output)


class TransformerDecoder(Module):
    """``num_layers`` copies of a layer, one after the other, and ``norm`` at the end."""

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None):
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """(L, N, E) and the encoder's results (S, N, E) → (L, N, E); masks (L, L), (L, S), (N, L) and (N, S)."""
        causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, self.layers[0].self_attn.batch_first))
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder, and a decoder that looks at the encoder's results.

    Sizes are those of `TransformerEncoderLayer`; ``custom_encoder`` and ``custom_decoder`` take the place of what would
    be made. All matrices start from Xavier's uniform numbers.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = functional.relu,
        custom_encoder: Module | None = None,
        custom_decoder: Module | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ):
        super().__init__()
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        self.encoder, self.decoder = custom_encoder, custom_decoder
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*sizes, device=device, dtype=dtype)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, dtype=dtype)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*sizes, device=device, dtype=dtype)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, dtype=dtype)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """(S, N, E) and (L, N, E) → (L, N, E); masks (S, S), (L, L), (L, S), and (N, S), (N, L), (N, S).

        Raises:
            RuntimeError: other batches, or vectors of another length than ``d_model``.
        """
        batch = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch] != tgt.shape[batch]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )  # fmt: skip

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
        """The causal mask (sz, sz): 0 on and below the diagonal, -inf above."""
        return d.triu(full((sz, sz), -math.inf, dtype=dtype, device=device), 1)

    def _reset_parameters(self) -> None:
        for parameter in self.parameters():
            if parameter.ndim > 1:
                init.xavier_uniform_(parameter)


def _copies(layer: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(layer) for _ in range(count)])


def _length(sequence: Tensor, batch_first: bool) -> int:
    return sequence.shape[1 if batch_first and sequence.ndim == 3 else 0]


def _is_causal(mask: Tensor | None, said: bool | None, length: int) -> bool:
    """The hint if there is one; otherwise whether ``mask`` is the causal mask."""
    if said is not None or mask is None:
        return said is True
    causal = Transformer.generate_square_subsequent_mask(length, dtype=mask.dtype)
    return mask.shape == causal.shape and bool((mask == causal).all())


__all__ = [
    "Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer",
]  # fmt: skip
