"""Which node a caller means: by id, by label, by the learner's name for it, or by the name of its class."""

from collections.abc import Callable, Iterable

from autograd_lab.views._numbers import shorten


def find_node(trace, wanted: object, kind: str | None = None) -> str:
    """The id of the node of ``trace`` that ``wanted`` names.

    ``wanted`` is an id (``"n2"``), a label (``"MulBackward0 #2"``, ``"AccumulateGrad(a)"``), a name of a value
    (``"c"``: the node that made it, or the leaf), a class name that occurs once (``"MulBackward0"``), or anything whose
    ``str`` is a label in angle brackets, such as ``e.grad_fn``. With ``kind``, only nodes of that kind (``"leaf"``).

    Raises KeyError with the labels to choose from.
    """
    words = str(wanted).removeprefix("<").removesuffix(">")
    nodes = [node for node, info in trace.nodes.items() if kind is None or info.kind == kind]
    tests: list[Callable[[str], bool]] = [
        lambda node: node == words,
        lambda node: trace.label(node) == words,
        lambda node: f"{trace.nodes[node].name} #{trace.nodes[node].number}" == words,
        lambda node: words in names_of(trace, node),
        lambda node: trace.nodes[node].name == words,
    ]
    for fits in tests:
        found = [node for node in nodes if fits(node)]
        if len(found) == 1:
            return found[0]
        if found:
            choice = ", ".join(trace.label(node) for node in found)
            raise KeyError(f"{shorten(words, 40)!r} could be {choice}")
    raise KeyError(f"no node {shorten(words, 40)!r} in this trace; it has {', '.join(trace.label(n) for n in nodes)}")


def names_of(trace, node: str) -> tuple[str, ...]:
    """The learner's names for the outputs of a node, as far as there are any."""
    return tuple(variable.name for variable in trace.variables.get(node, ()) if variable and variable.name)


def last_run(trace, node: str, step: int) -> int | None:
    """Index of the last event, among the first ``step``, at which this node's rules ran."""
    return last_index(
        trace, step, lambda event: event.kind in ("RuleApplied", "GradAccumulated") and event.node == node
    )


def last_index(trace, step: int, fits: Callable[[object], bool]) -> int | None:
    """Index of the last of the first ``step`` events that ``fits``."""
    return next((k for k in range(step - 1, -1, -1) if fits(trace.events[k])), None)


def run_events(trace, node: str, start: int) -> Iterable:
    """The events of one run of ``node``: from ``start`` up to the engine's turn to another node."""
    for k in range(start, len(trace)):
        event = trace[k]
        if event.kind in ("NodeVisited", "BackwardFinished", "ErrorRaised"):
            return
        yield event
