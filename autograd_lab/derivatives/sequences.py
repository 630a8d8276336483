"""Sequences of several lengths, packed one step after the other: what recurrent layers run over."""

from typing import Any

import numpy as np

from .._table.row import derivative, non_differentiable
from ._axes import wrap_dim
from .indexing import index_put, zeros_for

_NOT_SORTED = (
    "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
    "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not "
    "need ONNX exportability."
)


def _check_lengths(input: Any, lengths: Any, batch: int) -> None:
    if lengths.ndim != 1:
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.ndim}D cpu Long tensor"
        )
    if not input.size:
        raise RuntimeError("Cannot pack empty tensors.")
    if len(lengths) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} (batch_size={batch})"
        )
    if np.any(lengths[:-1] < lengths[1:]):
        raise RuntimeError(_NOT_SORTED)
    if lengths[-1] <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )


def pack_forward(input: Any, lengths: Any, batch_first: bool) -> tuple[np.ndarray, np.ndarray]:
    """The first steps of all sequences, then the second steps, …, and how many sequences there are at each step."""
    wrap_dim(1, input.ndim)
    steps = np.swapaxes(input, 0, 1) if batch_first else input
    _check_lengths(input, lengths, steps.shape[1])
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
    does="Sequences of falling ``lengths``, step by step and without padding; how many there are at each step.",
    node="PackPaddedSequenceBackward0",
    forward=pack_forward,
    output_differentiability=(True, False),
    input=unpack_back,
    lengths=non_differentiable,
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
