"""Embeddings: rows of a matrix looked up by number."""

from typing import Any

import numpy as np

from .._core.base.quick_numpy import add_at
from .._core.refusals.places import check_embedding
from .._core.table.row import derivative, non_differentiable
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
