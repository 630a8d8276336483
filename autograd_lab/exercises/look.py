"""`Look` says which event of a trace decides something; `Place` is where that is in one trace, in words."""

from dataclasses import dataclass
from typing import Any

from ..tracing.nodes import node_of
from ..tracing.trace import Trace

_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True)
class Look:
    """Where in a trace to look: the ``nth`` event of a ``kind`` at a node.

    ``at`` is a class name (``"MulBackward0"``) or a leaf's label (``"AccumulateGrad(d)"``); empty: anywhere.
    """

    kind: str
    at: str = ""
    nth: int = 0

    def index(self, trace: Trace) -> int:
        """Which event of ``trace`` this is. Raises LookupError when there is none."""
        found = [k for k, event in enumerate(trace.events) if event.kind == self.kind and self._is_at(trace, event)]
        if self.nth >= len(found):
            raise LookupError(f"{self} is not in the trace: it has {len(found)} such events")
        return found[self.nth]

    def _is_at(self, trace: Trace, event: Any) -> bool:
        node = node_of(event)
        return not self.at or (node is not None and self.at in (trace.nodes[node].name, trace.label(node)))


@dataclass(frozen=True)
class Place:
    """One place in a trace: its step (from 1), its event (from 0), and words that tell no result of it."""

    number: int
    event: int
    words: str
    """``"step 3, where MulBackward0 #1 runs"``."""

    def __str__(self) -> str:
        return self.words


def place(trace: Trace, event: int) -> Place:
    """The place of one event, to point at before its numbers may be seen."""
    number = trace.step_at(event).number
    return Place(number, event, f"step {number}, where {_happening(trace, event)}")


def _happening(trace: Trace, index: int) -> str:
    event = trace.events[index]
    node = node_of(event)
    words = _WORDS.get(event.kind)
    if words is None or node is None:
        return _WITHOUT_NODE.get(event.kind, "this happens")
    name = trace.name(node)
    facts = {"node": trace.label(node), "leaf": name or trace.label(node)}
    facts["variable"] = f"{name}.grad" if name else f"the .grad of {trace.label(node)}"
    if event.kind == "BufferAdded":
        facts["which"] = _ordinal(event.heard)
    elif event.kind == "GradAccumulated":
        facts["again"] = " again" if event.before is not None else ""
    elif event.kind == "GradOut":
        facts["target"] = trace.name(event.target.node) or trace.label(event.target.node)
    return words.format(**facts)


def _ordinal(number: int) -> str:
    return _ORDINALS[number] if 0 < number < len(_ORDINALS) else "next"


_WORDS = {
    "OpRecorded": "{node} is made",
    "ValueSaved": "{node} keeps something",
    "NodeVisited": "{node} has its turn",
    "GradIn": "{node} looks into its slot",
    "SlotMaterialized": "an empty slot of {node} is filled",
    "RuleApplied": "{node} runs",
    "GradReduced": "{node} sums down to the input's shape",
    "GradOut": "{node} sends to {target}",
    "BufferAdded": "the {which} message reaches {leaf}",
    "GradAccumulated": "{variable} is written{again}",
    "HookCalled": "a hook of {node} runs",
    "ValueFreed": "{node} lets go of something",
    "EdgeSkipped": "{node} sends nothing along one edge",
}
_WITHOUT_NODE = {
    "BackwardStarted": "backward begins",
    "DependenciesCounted": "messages are counted",
    "BackwardFinished": "backward ends",
    "ErrorRaised": "the error is raised",
}
