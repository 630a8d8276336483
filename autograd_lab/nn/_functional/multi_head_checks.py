"""What `multi_head_attention_forward` asks of its arguments, in PyTorch's words, and masks as numbers."""

import math
from typing import Any

import numpy as np

from ..._base.learners_line import warn
from ...autograd._tensor import Tensor, wrap


def check_ranks(
    query: Tensor, key: Tensor, value: Tensor, padding: Tensor | None, mask: Tensor | None, heads: int
) -> bool:
    """Whether there is a batch."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.ndim}-D query tensor"
        )
    rank = query.ndim
    where = f"For {'batched' if rank == 3 else 'unbatched'} ({rank}-D) `query`, expected "
    if key.ndim != rank or value.ndim != rank:
        raise AssertionError(
            f"{where}`key` and `value` to be {rank}-D but found {key.ndim}-D and {value.ndim}-D tensors respectively"
        )
    if padding is not None and padding.ndim != rank - 1:
        raise AssertionError(
            f"{where}`key_padding_mask` to be `None` or {rank - 1}-D but found {padding.ndim}-D tensor instead"
        )
    if mask is not None and mask.ndim not in (2, 3):
        raise AssertionError(f"{where}`attn_mask` to be `None`, 2-D or 3-D but found {mask.ndim}-D tensor instead")
    if rank == 2 and mask is not None and mask.ndim == 3:
        wanted = (heads, query.shape[0], key.shape[0])
        if mask.shape != wanted:
            raise AssertionError(f"Expected `attn_mask` shape to be {wanted} but got {mask.shape}")
    return rank == 3


def as_numbers(mask: Tensor | None, name: str, query: Tensor, other: tuple[str, Any] | None = None) -> Tensor | None:
    """A mask of bool as one to be added: -inf where it is True. A mask of numbers as it is.

    Raises:
        AssertionError: a mask of whole numbers.
    """
    if mask is None:
        return None
    of_numbers = mask._data.dtype.kind == "f"
    if not of_numbers and mask._data.dtype != np.bool_:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other[1] is not None and other[1].dtype != mask.dtype:
        warn(f"Support for mismatched {name} and {other[0]} is deprecated. Use same type for both instead.")
    if of_numbers:
        return mask
    kind = query._data.dtype.type
    return wrap(np.where(mask._data, kind(-math.inf), kind(0)))


def check_sizes(query: Tensor, key: Tensor, value: Tensor, wanted: int, heads: int, separate: bool) -> None:
    """The length of the query's vectors, and that keys and values go together."""
    size = query.shape[2]
    if size != wanted:
        raise AssertionError(f"was expecting embedding dimension of {wanted}, but got {size}")
    if size // heads * heads != size:
        raise AssertionError(f"embed_dim {size} not divisible by num_heads {heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


def check_projections(query: Tensor, key: Tensor, value: Tensor, weights: tuple, bias: Tensor | None) -> tuple:
    """The three parts of the bias, or None for each."""
    for letter, weight in zip("qkv", weights, strict=True):
        if weight is None:
            raise AssertionError(f"use_separate_proj_weight is True but {letter}_proj_weight is None")
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    size = query.shape[-1]
    named = dict(query=query, key=key, value=value)
    for (name, item), weight in zip(named.items(), weights, strict=True):
        if weight.shape != (size, item.shape[-1]):
            raise AssertionError(f"expecting {name} weights shape of {(size, item.shape[-1])}, but got {weight.shape}")
    for name, part in zip(named, biases, strict=True):
        if part is not None and part.shape != (size,):
            raise AssertionError(f"expecting {name} bias shape of {(size,)}, but got {part.shape}")
    return biases


def batch_of(mask: Tensor | None, sizes: tuple[int, ...], keys: int) -> Tensor | None:
    """The mask of attention with three dimensions."""
    if mask is None:
        return None
    length, count, heads, _ = sizes
    wanted = (length, keys) if mask.ndim == 2 else (count * heads, length, keys)
    if mask.shape != wanted:
        raise RuntimeError(f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {wanted}.")
    return mask.unsqueeze(0) if mask.ndim == 2 else mask


def check_more_keys(bias_k: Any, bias_v: Any, static_k: Any, static_v: Any) -> None:
    """Biases come in pairs, and not with keys that are fixed."""
    if bias_k is not None and bias_v is not None:
        for word, given in (("key", static_k), ("value", static_v)):
            if given is not None:
                raise AssertionError(f"bias cannot be added to static {word}.")
    elif bias_k is not None:
        raise AssertionError("bias_k is set but bias_v is None")
    elif bias_v is not None:
        raise AssertionError("bias_v is set but bias_k is None")


def check_static(name: str, given: Tensor | None, count: int, width: int) -> None:
    """Fixed keys or values: as many as there are heads in the batch, and as wide as one."""
    for place, wanted in ((0, count), (2, width)) if given is not None else ():
        if given.shape[place] != wanted:
            raise AssertionError(f"expecting {name}.size({place}) of {wanted}, but got {given.shape[place]}")


def check_padding(padding: Tensor, keys: int, count: int) -> None:
    """A row for each example, a place for each key."""
    for place, wanted in enumerate((count, keys)):
        if padding.shape[place] != wanted:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{place}] to be {wanted}, but got {padding.shape[place]}"
            )
