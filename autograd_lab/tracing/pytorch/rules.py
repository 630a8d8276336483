"""The row of our table that a node of PyTorch's is named after, its rules, and what a rule gave before it was summed.

PyTorch's hooks see only gradients that have been summed down to the shape of an input that forward had stretched. But
its nodes can be called, and the rule of an operation that stretches its inputs gives the same answer again. `unreduced`
calls a node only where there is something to sum.
"""

from collections.abc import Sequence
from functools import cache

import torch

from ..._core.table.row import TABLE, Row
from ..._core.unbroadcast import stretched_axes
from ..trace.events import RuleInfo
from .mirror import Mirror
from .saved import is_packed


@cache
def row_of(node: str, edges: int) -> Row | None:
    """The first row with a node of this name and with as many inputs that have a gradient."""
    for row in TABLE.values():
        if row.node == node and (row.plan.takes_list or len(row.plan.differentiable) == edges):
            return row
    return None


@cache
def inputs_of(row: Row, edges: int) -> tuple[str, ...]:
    """What the input of each edge is called."""
    names = [row.plan.parameters[i].name for i in row.plan.differentiable]
    return tuple(f"{names[0]}[{i}]" for i in range(edges)) if row.plan.takes_list else tuple(names)


@cache
def rules_of(row: Row) -> tuple[RuleInfo, ...]:
    """The rules as our table writes them; PyTorch's table has the same."""
    return tuple(RuleInfo(rule.input, rule.source, rule.tex) for rule in row.plan.rules.values())


def unreduced(
    node: Mirror, results: Sequence[torch.Tensor | None], grads: Sequence[torch.Tensor | None]
) -> dict[int, tuple[torch.Tensor, tuple[int, ...]]]:
    """By edge: the result before it was summed, and the axes along which it was."""
    real, shape = node.real, node._outputs[0][0]
    row = row_of(type(real).__name__, len(results))
    if row is None or not row.pointwise or grads[0] is None:
        return {}
    summed = [k for k, item in enumerate(results) if item is not None and tuple(item.shape) != shape]
    if not summed or is_packed(real):
        return {}
    answers = real(*(grad.detach() for grad in grads))
    answers = answers if isinstance(answers, tuple) else (answers,)
    return {
        k: (answers[k].detach(), stretched_axes(tuple(answers[k].shape), tuple(results[k].shape)))
        for k in summed
        if isinstance(answers[k], torch.Tensor) and answers[k].shape != results[k].shape
    }
