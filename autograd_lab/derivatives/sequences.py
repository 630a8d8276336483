"""Sequences of several lengths, packed one step after the other: what recurrent layers run over."""

from typing import Any

import numpy as np

from .._core.refusals.layers import check_pack_padded_sequence
from .._core.table.row import derivative, non_differentiable
from .indexing import index_put, zeros_for


def pack_forward(input: Any, lengths: Any, batch_first: bool) -> tuple[np.ndarray, np.ndarray]:
    """The first steps of all sequences, then the second steps, …, and how many sequences there are at each step."""
    steps = np.swapaxes(input, 0, 1) if batch_first else input
    sizes = (lengths > np.arange(lengths[0])[:, None]).sum(axis=1)
    return np.concatenate([step[:size] for step, size in zip(steps, sizes, strict=False)]), sizes


def unpack_back(grad: Any, input_sizes: tuple[int, ...], result1: Any, batch_first: bool) -> Any:
    """Each step's gradient to where the step was; zeros for the padding."""
    sizes = np.asarray(result1)[: input_sizes[int(batch_first)]]  # `lengths` may promise more steps than there are
    step = np.repeat(np.arange(len(sizes)), sizes)
    sequence = np.concatenate([np.arange(size) for size in sizes])
    places = [sequence, step] if batch_first else [step, sequence]
    return index_put(zeros_for(grad, input_sizes), places, grad)


pack_padded_sequence = derivative(
    "_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)",
    node="PackPaddedSequenceBackward0",
    forward=pack_forward,
    input=unpack_back,
    lengths=non_differentiable,
    output_differentiability=(True, False),
    refuse=check_pack_padded_sequence,
    does="Sequences of falling ``lengths``, step by step and without padding; how many there are at each step.",
    tex=dict(
        forward=r"z_k = x_{t_k b_k},\ t_1 \leq t_2 \leq \ldots",
        input=r"\bar{x}_{t_k b_k} = \bar{z}_k,\ \bar{x} = 0\ \mathrm{elsewhere}",
    ),
    samples=lambda make: [
        (make(3, 2), np.array([3, 1]), False),
        (make(2, 4, 3), np.array([3, 2]), True),
        (make(1, 1, 2), np.array([1]), False),
    ],
)
