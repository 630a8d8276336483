"""Transformers: attention and a small network in turns. PyTorch: torch/nn/modules/transformer.py.

Sequences are (L, N, E), or (N, L, E) with ``batch_first``, or (L, E). Masks are those of `MultiheadAttention`.
"""

import copy
import math
from collections.abc import Callable
from typing import Any

from .. import derivatives as d
from .._base.learners_line import warn
from .._creation.filled import full
from ..autograd._tensor import Tensor
from ..autograd.grad_mode import is_grad_enabled
from . import functional, init
from ._functional.multi_head_checks import as_numbers
from .containers import ModuleList
from .module import Module
from .normalization import LayerNorm
from .transformer_layers import TransformerDecoderLayer, TransformerEncoderLayer


class TransformerEncoder(Module):
    """``num_layers`` copies of a layer, one after the other, and ``norm`` at the end.

    ``enable_nested_tensor`` and ``mask_check`` are PyTorch's: with them, in evaluation and where nothing is recorded,
    the results at places that are padding are 0.
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
        self.enable_nested_tensor = self.use_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        why_not = _why_not_nested(encoder_layer) if enable_nested_tensor else ""
        if why_not:
            warn(f"enable_nested_tensor is True, but self.use_nested_tensor is False because {why_not}")
            self.use_nested_tensor = False

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
        padding = as_numbers(src_key_padding_mask, "src_key_padding_mask", src, ("mask", mask))
        mask = as_numbers(mask, "mask", src)
        causal = _is_causal(mask, is_causal, _length(src, self.layers[0].self_attn.batch_first))
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
        if padding is not None and mask is None and self._leaves_padding_out(src, padding):
            output = d.masked_fill(output, (padding != 0).unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _leaves_padding_out(self, src: Tensor, padding: Tensor) -> bool:
        """Whether PyTorch computes with nested tensors: they have no places for padding, and zeros come back there."""
        if not self.use_nested_tensor or self.layers[0].training or src.ndim != 3:
            return False
        if is_grad_enabled() and any(item.requires_grad for item in (src, *self.layers[0].parameters())):
            return False
        seen = padding._data == 0  # the sequences must stand at the left of their rows
        return not (seen[:, 1:] > seen[:, :-1]).any()


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
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )
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
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

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
    """What was said; where nothing was, whether this is the causal mask."""
    if said is not None or mask is None:
        return said is True
    causal = Transformer.generate_square_subsequent_mask(length, dtype=mask.dtype)
    return mask.shape == causal.shape and bool((mask == causal).all())


def _why_not_nested(layer: Module) -> str:
    """Why PyTorch would not compute with nested tensors; "" if it would."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    reasons = {
        "norm_first was True": layer.norm_first,
        "self_attn.batch_first was not True(use batch_first for better inference performance)": (
            not layer.self_attn.batch_first
        ),
        "self_attn._qkv_same_embed_dim was not True": not layer.self_attn._qkv_same_embed_dim,
        "self_attn was passed bias=False": layer.self_attn.in_proj_bias is None,
        "activation_relu_or_gelu was not True": not layer.activation_relu_or_gelu,
        "norm1.eps was not equal to encoder_layer.norm2.eps": layer.norm1.eps != layer.norm2.eps,
        "self_attn.num_heads is odd": layer.self_attn.num_heads % 2 == 1,
    }
    return next((f"encoder_layer.{reason}" for reason, holds in reasons.items() if holds), "")


__all__ = ["Transformer", "TransformerDecoder", "TransformerEncoder"]
