"""What came to an intermediate result in backward, what went on from it, and why it has no ``.grad`` all the same."""

import re

from ..recording.calls import FlowStep
from ..recording.source_lines import Line
from ..recording.values import text_of
from ..trace.events import Edge, NodeVisited, RuleApplied, Value
from .answer import Answer, Subject, is_finite, line_at, line_words, root_nodes, value_at
from .not_finite import sent_not_finite, why_not_finite
from .paths import made_by, takes_itself
from .zero import is_zero, made_zero, why_zero

Run = tuple[int, int, int]
"""A backward: its number, its first event, its last event."""


def why_no_leaf(trace, subject: Subject) -> Answer | None:
    """What it received; that it keeps no ``.grad`` comes last, unless it was meant to be a leaf. None for a leaf."""
    if subject.is_leaf:
        return None
    step = None if subject.number is None else made_by(trace, subject.number)
    line = step.line if step else line_at(trace, subject.node)
    received = _received(trace, subject)
    words, advice = _no_leaf_words(trace, subject, step, line)
    told = [words, advice] if advice else [received.text, words] if received else [words]
    text = " ".join(told)
    event = received.event if received else None
    return Answer("no leaf", text, visit_of(trace, subject.node) if event is None else event, line)


def visit_of(trace, node: str | None) -> int | None:
    """The event with which a node's turn begins."""
    visits = (k for k, event in enumerate(trace.events) if isinstance(event, NodeVisited) and event.node == node)
    return next(visits, None)


def _no_leaf_words(trace, subject: Subject, step: FlowStep | None, line: Line | None) -> tuple[str, str]:
    """Why it keeps none, and what to do if it was meant to be a leaf (perhaps "")."""
    name, advice = subject.name, ""
    made = f" ({line_words(line)}, made it)" if line else ""
    text = f"{name}.grad is None: {name} is not a leaf{made}, and backward keeps .grad only for leaves. "
    text += f"To keep its gradient, call {name}.retain_grad() before backward."
    tensors = [trace.flow.tensors[number] for number in step.inputs] if step else []
    leaves = [tensor for tensor in tensors if tensor.is_leaf and tensor.requires_grad]
    took_leaf = any(leaf.name in ("", name) for leaf in leaves) or not step  # its name was given away
    if line and took_leaf and takes_itself(name, line.text):
        advice = (
            f"If {name} was a leaf before, this line put a result in its place: give the result another name, or, to "
            "change a leaf, write into it inside no_grad, as an optimizer does."
        )
    elif line and re.search(r"requires_grad|Parameter\(", line.text):
        advice = f"The leaf is not {name} but what {name} was made of there: make the numbers first, and a leaf of the "
        advice += "result, with nn.Parameter(…) or requires_grad_()."
    return text, advice


def _received(trace, subject: Subject) -> Answer | None:
    """What the last backward in which it took part sent to it, and what became of that; None if none sent anything."""
    found = None if subject.node in root_nodes(trace) else _last_message(trace, subject)
    if found is None:
        return None
    run, value = found
    start = f"{subject.name} received {text_of(value)}"
    count = len(trace.backwards)
    if run[0] != count:
        start += f" in backward {run[0]}, and nothing in backward {count}, the last"
    elif count > 1:
        start += f" in backward {count}, the last"
    if not is_finite(value_at(trace, Edge(subject.node, subject.slot))):  # why it is not, the answer says already
        return Answer("no leaf", f"{start}.")
    if not is_finite(value):
        return why_not_finite(trace, subject, value, f"{start}:")
    sent = _sent(trace, subject, value, start, run)
    if sent is None and is_zero(value):
        return why_zero(trace, subject, value, f"{start}:", run)
    return sent or Answer("no leaf", f"{start}.")


def _last_message(trace, subject: Subject) -> tuple[Run, Value] | None:
    """The last backward that sent it something, and the sum of what came."""
    for run in reversed(trace.backwards if subject.node in trace.nodes else ()):
        came = [k for k in trace.arrivals(run[2] + 1, subject.node, subject.slot) if k >= run[1]]
        value = trace.events[came[-1]].after if came else None
        if value is not None:
            return run, value
    return None


def _sent(trace, subject: Subject, value: Value, start: str, run: Run) -> Answer | None:
    """The answer where its own node made zeros, nan or inf of the value that came; None if it made something else."""
    rules = ((k, event) for k, event in enumerate(trace.events[run[1] : run[2] + 1], run[1]))
    for k, event in rules:
        if isinstance(event, RuleApplied) and event.node == subject.node:
            results = [result for result in event.results if result is not None]
            target = next((edge for edge in trace.nodes[event.node].edges if edge), None)
            if target and results and all(map(is_zero, results)) and not is_zero(value):
                return made_zero(trace, f"{start}, but passed on nothing but zeros:", event, k, target)
            if not all(map(is_finite, results)):
                return sent_not_finite(trace, f"{start}:", event, k)
    return None
