"""What a caller means: which node, at which step; and by which names a reader knows a node and its inputs."""

from collections.abc import Callable, Iterable

from ..tracing.events import Edge, Event, GradAccumulated, NodeInfo, RuleApplied
from ..tracing.trace import Trace
from .short_text import shorten


def find_node(trace: Trace, wanted: object, kind: str | None = None) -> str:
    """The id of the node of ``trace`` that ``wanted`` names.

    ``wanted`` is an id (``"n2"``), a label (``"MulBackward0 #2"``, ``"AccumulateGrad(a)"``), a name of a value
    (``"c"``: the node that made it, or the leaf), a class name that occurs once (``"MulBackward0"``), or anything whose
    ``str`` is a label in angle brackets, such as ``e.grad_fn``. With ``kind``, only nodes of that kind (``"leaf"``).

    Raises KeyError with the labels to choose from.
    """
    words = str(wanted).removeprefix("<").removesuffix(">")
    nodes = [info for info in trace.nodes.values() if kind is None or info.kind == kind]
    tests: list[Callable[[NodeInfo], bool]] = [
        lambda info: info.id == words,
        lambda info: trace.label(info.id) == words,
        lambda info: f"{info.name} #{info.number}" == words,
        lambda info: words in names_of(trace, info.id),
        lambda info: info.name == words,
    ]
    for fits in tests:
        found = [info.id for info in nodes if fits(info)]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{shorten(words, 40)!r} could be {', '.join(map(trace.label, found))}")
    choice = ", ".join(trace.label(info.id) for info in nodes)
    raise KeyError(f"no node {shorten(words, 40)!r} in this trace; it has {choice}")


def check_step(trace: Trace, step: int | None) -> int:
    """``step`` as a count of events from 0 to ``len(trace)``; None means all. Raises ValueError for any other."""
    if step is None:
        return len(trace)
    if not 0 <= step <= len(trace):
        raise ValueError(f"step {step} is outside this trace: it has steps 0 to {len(trace)}")
    return step


def names_of(trace: Trace, node: str) -> tuple[str, ...]:
    """The learner's names for the outputs of a node, as far as there are any."""
    return tuple(variable.name for variable in trace.variables.get(node, ()) if variable and variable.name)


def name_of(trace: Trace, node: str) -> str:
    """The learner's first name for a node; its label where it has none."""
    return (*names_of(trace, node), trace.label(node))[0]


def input_name(info: NodeInfo, index: int) -> str:
    """What the input is called that edge ``index`` of a node belongs to."""
    return info.inputs[index] if index < len(info.inputs) else f"input {index}"


def inside(trace: Trace, edge: Edge | None) -> str | None:
    """The node at the end of ``edge``; None for a hole, or where the recording met no such node."""
    return edge.node if edge and edge.node in trace.nodes else None


def last_run(trace: Trace, node: str, step: int) -> int | None:
    """Index of the last event, among the first ``step``, at which this node's rules ran; None if they did not."""
    for k in range(step - 1, -1, -1):
        event = trace.events[k]
        if isinstance(event, RuleApplied | GradAccumulated) and event.node == node:
            return k
    return None


def rest_of_run(trace: Trace, start: int) -> Iterable[Event]:
    """The events of one visit, from number ``start`` up to the engine's turn to another node."""
    for k in range(start, len(trace)):
        event = trace.events[k]
        if event.kind in ("NodeVisited", "BackwardFinished", "ErrorRaised"):
            return
        yield event
