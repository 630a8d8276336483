"""What a rule gave before it was summed down to the shape of an input that forward had stretched.

PyTorch's hooks see the sums only. Its nodes can be called, though, and the rule of an operation that stretches its
inputs gives the same answer again. It is asked only where there is something to sum.
"""

from collections.abc import Sequence
from typing import Any

import torch

from ...autograd.unbroadcast import stretched_axes
from . import rows
from .mirror import Mirror
from .saved import is_packed


def unreduced(
    node: Mirror, results: Sequence[torch.Tensor | None], grads: Sequence[torch.Tensor | None]
) -> dict[int, tuple[torch.Tensor, tuple[int, ...]]]:
    """By edge: the result before it was summed, and the axes along which it was."""
    real, shape = node.real, node._outputs[0][0]
    row = rows.row_of(type(real).__name__, len(results))
    if row is None or not row.pointwise or grads[0] is None:
        return {}
    summed = [k for k, item in enumerate(results) if item is not None and tuple(item.shape) != shape]
    if not summed or is_packed(real):
        return {}
    answers = real(*(grad.detach() for grad in grads))
    answers = answers if isinstance(answers, tuple) else (answers,)
    return {k: found for k in summed if (found := _reduction(answers[k], results[k])) is not None}


def _reduction(before: Any, after: torch.Tensor) -> tuple[torch.Tensor, tuple[int, ...]] | None:
    if not isinstance(before, torch.Tensor) or before.shape == after.shape:
        return None
    return before.detach(), stretched_axes(tuple(before.shape), tuple(after.shape))
