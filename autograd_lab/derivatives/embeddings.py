"""Embeddings: rows of a matrix looked up by number."""

from typing import Any

import numpy as np

from .._core.base.quick_numpy import add_at
from .._core.refusals.places import check_embedding, check_embedding_bag
from .._core.table.row import derivative, non_differentiable, not_implemented
from ._operands import choose, plain


def embedding_forward(weight: Any, indices: Any, padding_idx: int, scale_grad_by_freq: bool, sparse: bool) -> Any:
    """Row ``k`` of ``weight`` for each ``k`` in ``indices``."""
    return weight.take(indices, 0)


def passed_on(grad: Any, indices: Any, padding_idx: int) -> Any:
    """What each looked-up row sends back: nothing from the padding."""
    return choose((np.asarray(plain(indices)) == padding_idx)[..., None], 0.0, grad)


embedding = derivative(
    "embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, "
    "bool sparse=False) -> Tensor",
    node="EmbeddingBackward0",
    forward=embedding_forward,
    weight=lambda grad, weight_argsize_0, indices, padding_idx, scale_grad_by_freq: embedding_backward(
        grad, indices, weight_argsize_0, padding_idx, scale_grad_by_freq
    ),
    indices=non_differentiable,
    zero_where="not looked up",
    variants="function",
    keeps=("sparse",),
    refuse=check_embedding,
    does="The row of ``weight`` that each whole number in ``indices`` names.",
    tex=dict(forward=r"z_i = w_{k_i}", weight=r"\bar{w}_j = \sum_i \bar{z}_i\, [k_i = j]"),
    samples=lambda make: [
        (make(4, 3), np.array([0, 2, 0])),
        (make(4, 3), np.array([[1, 2], [2, 1]])),
        (make(3, 2), np.array(2)),
    ],
)


def embedding_back(
    grad_output: Any, indices: Any, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> np.ndarray:
    """Zeros, with what arrived at each looked-up row added to the row of the matrix that it came from."""
    result = np.zeros((num_weights, grad_output.shape[-1]), grad_output.dtype)
    if np.any(indices == padding_idx):
        grad_output = passed_on(grad_output, indices, padding_idx)
    add_at(result, (np.asarray(indices),), grad_output)
    return result


embedding_backward = derivative(
    "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, "
    "bool scale_grad_by_freq) -> Tensor",
    node="EmbeddingDenseBackwardBackward0",
    forward=embedding_back,
    grad_output=lambda grad, indices, padding_idx: passed_on(embedding(grad, indices), indices, padding_idx),
    indices=non_differentiable,
    does="For each row of an embedding's ``weight``, the sum of what arrived where it was looked up.",
    tex=dict(forward=r"z_j = \sum_i g_i\, [k_i = j]", grad_output=r"\bar{g}_i = \bar{z}_{k_i}"),
    samples=lambda make: [
        (make(3, 2), np.array([0, 2, 0]), 4, -1, False),
        (make(2, 2, 3), np.array([[1, 2], [2, 1]]), 3, -1, False),
    ],
)


# ----- bags -----------------------------------------------------------------------------------------------------------
SUM, MEAN, MAX = 0, 1, 2
"""The numbers that stand for the modes in the schema."""

_ONCE = "this operation has a first derivative only: embedding(input, weight), reshaped and summed, has the second too."


def bags_of(indices: Any, offsets: Any, count: int) -> np.ndarray:
    """In which of ``count`` bags each index lies; -1 where there are none. The last one reaches to the end."""
    return np.minimum(np.searchsorted(offsets, np.arange(len(indices)), side="right"), count) - 1


def embedding_bag_forward(
    weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool, mode: int, sparse: bool,
    per_sample_weights: Any, include_last_offset: bool, padding_idx: int,
) -> tuple:  # fmt: skip
    """A row for each bag; then the bag of each index, how many count in each, and where the largest were found."""
    count = len(offsets)
    bags = bags_of(indices, offsets, count)
    kept = (indices != padding_idx) & (bags >= 0)
    rows, where = weight[indices[kept]], bags[kept]
    result = np.zeros((count, weight.shape[1]), weight.dtype)
    sizes = np.bincount(where, minlength=count).astype(indices.dtype)
    if mode == MAX:
        return result, bags.astype(indices.dtype), sizes, _largest(result, rows, where, indices[kept])
    np.add.at(result, where, rows)
    if mode == MEAN:
        result /= np.maximum(sizes, 1).astype(result.dtype)[:, None]
        return result, bags.astype(indices.dtype), sizes, sizes.copy()
    none = np.zeros(count, indices.dtype)
    at_once = weight.dtype != np.float64 and padding_idx < 0 and weight.strides[1] == weight.itemsize
    return result, np.zeros(0, indices.dtype) if at_once else bags.astype(indices.dtype), none, none.copy()


def _largest(result: np.ndarray, rows: np.ndarray, where: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Fill in the largest of each bag; returns the numbers of their rows, the first of equal ones."""
    found, seen = np.zeros(result.shape, indices.dtype), np.zeros(len(result), bool)
    for row, bag, index in zip(rows, where, indices, strict=True):
        better = (row > result[bag]) | (not seen[bag])
        result[bag], found[bag] = np.where(better, row, result[bag]), np.where(better, index, found[bag])
        seen[bag] = True
    return found


def embedding_bag_back(
    grad: Any, indices: Any, offsets: Any, offset2bag: Any, bag_size: Any, maximum_indices: Any, num_weights: int,
    scale_grad_by_freq: bool, mode: int, sparse: bool, per_sample_weights: Any, padding_idx: int,
) -> np.ndarray:  # fmt: skip
    """What arrives at a bag, at the rows that were in it; for the largest, at the rows where they were found."""
    total = np.zeros((num_weights, grad.shape[1]), grad.dtype)
    if mode == MAX:
        full = np.flatnonzero(bag_size)
        np.add.at(total, (maximum_indices[full], np.arange(grad.shape[1])), grad[full])
        return total
    bags = bags_of(indices, offsets, len(grad))
    kept = (indices != padding_idx) & (bags >= 0)
    where, rows = bags[kept], indices[kept]
    share = np.ones(len(rows), grad.dtype)
    if mode == MEAN:
        share = share / bag_size[where].astype(grad.dtype)
    np.add.at(total, rows, grad[where] * share[:, None])
    return total


_INDICES, _OFFSETS = np.array([0, 2, 1, 2, 3]), np.array([0, 2, 2])
_BAGS, _SIZES = np.array([0, 0, 2, 2, 2]), np.array([2, 0, 3])

embedding_bag = derivative(
    "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, "
    "bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1) "
    "-> (Tensor, Tensor, Tensor, Tensor)",
    node="EmbeddingBagBackward0",
    forward=embedding_bag_forward,
    weight=lambda grad, indices, offsets, result1, result2, result3, weight_argsize_0, scale_grad_by_freq, mode, sparse, per_sample_weights, padding_idx: (  # noqa: E501
        embedding_bag_backward(
            grad, indices, offsets, result1, result2, result3, weight_argsize_0, scale_grad_by_freq, mode, sparse,
            per_sample_weights, padding_idx,
        )
    ),
    indices=non_differentiable,
    offsets=non_differentiable,
    per_sample_weights=not_implemented("they are left out: weigh the rows that embedding gives."),
    output_differentiability=(True, False, False, False),
    keeps=("per_sample_weights",),
    refuse=check_embedding_bag,
    does="For each bag of whole numbers the sum, mean (mode 1) or largest (mode 2) of the rows that they name.",
    tex=dict(
        forward=r"z_b = \sum_{i \in b} w_{k_i}",
        weight=r"\bar{w}_j = \sum_b \bar{z}_b \sum_{i \in b} [k_i = j]",
    ),
    samples=lambda make: [
        (make(4, 3), _INDICES, _OFFSETS),
        (make(4, 2), _INDICES, _OFFSETS, False, 1),
        (make(4, 2), _INDICES, _OFFSETS, False, 2, False, None, False, 1),
        (make(4, 3), _INDICES, np.array([0, 3]), False, 0, False, None, False, 2),
    ],
)  # fmt: skip

embedding_bag_backward = derivative(
    "_embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor bag_size, "
    "Tensor maximum_indices, SymInt num_weights, bool scale_grad_by_freq, int mode, bool sparse, "
    "Tensor? per_sample_weights, int padding_idx=-1) -> Tensor",
    node="EmbeddingBagBackwardBackward0",
    forward=embedding_bag_back,
    grad=not_implemented(_ONCE),
    indices=non_differentiable,
    offsets=non_differentiable,
    offset2bag=non_differentiable,
    bag_size=non_differentiable,
    maximum_indices=non_differentiable,
    per_sample_weights=not_implemented(_ONCE),
    does="What arrives at each bag, added at the rows that were in it.",
    tex=dict(forward=r"z_j = \sum_b g_b \sum_{i \in b} [k_i = j]"),
    samples=lambda make: [
        (make(3, 2), _INDICES, _OFFSETS, _BAGS, _SIZES, _SIZES, 4, False, 1, False, None, -1),
    ],
)
