"""What is wrong with the gradients inside a closed group, so that a sick model does not look healthy while folded.

The words are about the end of the recording, and stand in the box from the beginning. What is wrong with the whole
trace, and why, is in `Trace.health`.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from ...tracing.recording.values import Value
from ...tracing.trace.events import NodeVisited, RuleApplied
from ...tracing.trace.trace import Trace
from ...tracing.why.answer import is_finite
from ...tracing.why.zero import is_zero

NOT_FINITE = "nan or inf inside"
"""The line that is an alarm. ``folding.js`` has the same."""


class Trouble:
    """What is wrong inside some nodes of one trace."""

    def __init__(self, trace: Trace):
        self._trace = trace

    def lines(self, nodes: Sequence[str]) -> Iterator[str]:
        """``nan or inf inside``, ``2 of 4 .grad all 0``, ``2 of 4 .grad None``, or ``not reached by backward``."""
        if not self._trace.backwards:
            return
        if self._visited.isdisjoint(nodes):
            yield "not reached by backward"
            return
        if not self._not_finite.isdisjoint(nodes):
            yield NOT_FINITE
        grads = [self._grads.get(node) for node in nodes if self._trace.nodes[node].kind == "leaf"]
        for words, holds in (("all 0", is_zero), ("None", lambda grad: grad is None)):
            count = sum(map(holds, grads))
            if count:
                yield f"{count} of {len(grads)} .grad {words}" if len(grads) > 1 else f".grad {words}"

    @cached_property
    def _visited(self) -> set[str]:
        return {event.node for event in self._trace.events if isinstance(event, NodeVisited)}

    @cached_property
    def _grads(self) -> dict[str, Value | None]:
        return self._trace.grads()

    @cached_property
    def _not_finite(self) -> set[str]:
        """The nodes that sent a nan or an infinity, and the leaves that were left with one."""
        found = {node for node, grad in self._grads.items() if not is_finite(grad)}
        for event in self._trace.events:
            if isinstance(event, RuleApplied) and not all(map(is_finite, event.results)):
                found.add(event.node)
        return found
