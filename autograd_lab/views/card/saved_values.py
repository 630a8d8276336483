"""What nodes keep for backward, and what the learner calls each value: ``c (self)``."""

from ...tracing.telling.words import saved_name
from ...tracing.trace.events import NodeInfo, SavedInfo, Value
from ...tracing.trace.nodes import described_by
from ...tracing.trace.trace import Trace
from ..short_text import text


def named(trace: Trace, info: NodeInfo, argument: str) -> str:
    """The learner's variable, and behind it the schema's argument: ``c (self)``; the argument alone: ``self``."""
    name = saved_name(trace, info.id, argument)
    return f"{name} ({argument})" if name and name != argument else argument


def kept(trace: Trace, info: NodeInfo, saved: SavedInfo) -> str:
    """A saved value in the learner's words: ``c = 5 (self)``, ``exponent = 2``."""
    value = text(saved.value) if saved.value is not None else saved.text
    name = saved_name(trace, info.id, saved.name)
    return f"{name} = {value} ({saved.name})" if name and name != saved.name else f"{saved.name} = {value}"


def recorded(trace: Trace, info: NodeInfo, argument: str) -> Value | None:
    """The value of an argument: as the node saved it, else as the recording met it elsewhere."""
    for item in info.saved:
        if item.name == argument:
            return item.value
    edge = info.edges[info.inputs.index(argument)] if argument in info.inputs else None
    known = trace.variables.get(edge.node, ()) if edge else ()
    variable = known[edge.slot] if edge and edge.slot < len(known) else None
    if variable is None or edge.node not in trace.at(len(trace)).values:
        return variable.value if variable else None
    return trace.at(_met(trace, info.id)).values.get(edge.node, variable.value)


def _met(trace: Trace, node: str) -> int:
    """The first state that has the node: the node read what its leaves hold then."""
    events = enumerate(trace.events, start=1)
    return next(step for step, event in events if any(info.id == node for info in described_by(event)))
