"""The row of our table that a node of PyTorch's is named after: what its inputs are called, and its rules."""

from functools import cache

from ..._table.row import TABLE, Row
from ..events import RuleInfo


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
    """The rules, which PyTorch's table has as well, as ours writes them."""
    return tuple(RuleInfo(rule.input, rule.source, rule.tex) for rule in row.plan.rules.values())
