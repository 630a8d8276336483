"""Refusals of embeddings: what is no index, and bags that do not follow each other."""

from typing import Any

import numpy as np

from .common import tensor_type_of
from .gathering import check_index_select


def check_embedding(weight: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool, sparse: bool) -> None:
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"{tensor_type_of(indices)} instead (while checking arguments for embedding)"
        )
    if not weight.size:
        check_index_select(weight, 0, indices.reshape(-1))
    elif indices.size and not (indices.min() >= 0 and indices.max() < len(weight)):
        raise IndexError("index out of range in self")


def _check_types_and_ends(weight: Any, indices: Any, offsets: Any, include_last_offset: bool) -> None:
    for array in (indices, offsets):  # PyTorch brings both to one type before it looks
        if array.dtype not in (np.int64, np.int32):
            raise RuntimeError(
                "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but "
                f"got {tensor_type_of(array)} instead (while checking arguments for embedding_bag)"
            )
    if weight.dtype.kind != "f":
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, "
            f"Float, Double; but got {tensor_type_of(weight)} instead (while checking arguments for embedding_bag)"
        )
    if include_last_offset and not len(offsets):
        raise RuntimeError("include_last_offset: number of offset should be at least 1")
    if len(offsets) and offsets[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
            f"got {offsets[0]}\n[ torch.LongTensor{{}} ]"
        )
    if len(offsets) and offsets[-1] > len(indices):
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {len(indices)} but got offsets[-1] of {offsets[-1]}"
        )


def _check_values(weight: Any, indices: Any, offsets: Any, padding_idx: int) -> None:
    rows = len(weight)
    if not -rows <= padding_idx < max(rows, 1):
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, {-rows} through {rows - 1}, but got {padding_idx}"
        )
    wrong = np.flatnonzero((indices < 0) | (indices >= rows))
    if len(wrong):
        raise RuntimeError(
            f"Index {wrong[0]} of input takes value {indices[wrong[0]]} which is not in the valid range [0, {rows})"
        )
    if (np.diff(offsets) < 0).any():
        raise RuntimeError("offsets must not decrease: each bag begins where the one before it ends")


def check_embedding_bag(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool, mode: int, sparse: bool,
    per_sample_weights: Any, include_last_offset: bool, padding_idx: int,
) -> None:  # fmt: skip
    if per_sample_weights is not None:
        raise NotImplementedError("per_sample_weights are left out here; weigh the rows that embedding() gives.")
    _check_types_and_ends(weight, indices, offsets, include_last_offset)
    _check_values(weight, indices, offsets, padding_idx)
