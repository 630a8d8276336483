"""When each text of a picture changes, and to what: read once for some nodes, for all steps of a trace.

The browser looks up what a text is at a step, so it can go anywhere without replaying what lies between, and it needs
the texts of those nodes only that it shows.
"""

from collections.abc import Collection, Container, Iterable, Mapping
from itertools import pairwise

from ...tracing import events as ev
from ...tracing.nodes import node_of
from ...tracing.trace import Trace
from ...tracing.values import is_same
from ..short_text import text
from .step_texts import FAR_REACHING, StepTexts

OF_ARROWS = (*FAR_REACHING, ev.GradOut)
"""Events that change what stands at a node's arrows."""

History = dict[str, list[tuple[int, str | None]]]
"""For each key (see `step_texts`): the steps at which its text was written, and the text; None takes it away."""


class TextHistory:
    """The texts of one trace, by node. Which steps concern a node is found once for all."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self.texts = StepTexts(trace, {})
        self._steps: dict[str, list[int]] = {}
        self._sent: dict[str, list[int]] = {}  # of these the steps that concern a node's arrows
        self._hooks: dict[str, list[int]] = {}
        self._starts = [step for step, event in enumerate(trace.events, 1) if isinstance(event, ev.BackwardStarted)]
        for step, event in enumerate(trace.events, start=1):
            if isinstance(event, FAR_REACHING):
                concerned: Iterable[str] = self._far(step, event)
            else:
                node = node_of(event)
                concerned = () if node is None else (node,)
                if isinstance(event, ev.NodeVisited):
                    before, _ = trace.focus(step - 1)
                    concerned = (event.node,) if before in (None, event.node) else (event.node, before)
                elif isinstance(event, ev.HookCalled):
                    self._hooks.setdefault(event.node, []).append(step)
            of_arrows = isinstance(event, OF_ARROWS)
            for node in (*concerned, *trace.rewritten.get(step, ())):
                self._steps.setdefault(node, []).append(step)
                if of_arrows:
                    self._sent.setdefault(node, []).append(step)

    def _far(self, step: int, event: ev.Event) -> Iterable[str]:
        """Whose texts may read differently as a backward begins or ends: its own nodes, and those of the one before.

        At the first one everybody's may, and where one backward runs inside another.
        """
        spans = [(first + 1, last + 1) for _, first, last in self._trace.backwards]
        place = sum(first <= step for first, _ in spans) - 1
        nested = any(last > first for (_, last), (first, _) in pairwise(spans))
        if place <= 0 or nested:
            return self._trace.nodes
        numbers = (place - 1, place)
        return dict.fromkeys(info.id for i in numbers for info in self._trace[spans[i][0] - 1].nodes)

    def of(self, nodes: Mapping[str, Collection[int]], whole: Container[str] | None = None) -> History:
        """The texts of these nodes, and of these edges of each; of nodes not in ``whole``, if given, of the edges."""
        texts = self.texts.only(nodes, whole)
        found: History = {key: [(0, shown)] for key, shown in texts.at(0).items()}
        steps = ((self._steps if whole is None or node in whole else self._sent).get(node, ()) for node in nodes)
        for step in sorted({step for of_node in steps for step in of_node}):
            is_far = isinstance(self._trace[step - 1], FAR_REACHING)
            for key, shown in texts.touched(step).items():
                before = found[key][-1][1] if key in found else None
                if not (is_far and shown == before) and not (shown is None and before is None):
                    found.setdefault(key, []).append((step, shown))
        return found | self._marks(nodes)

    def _marks(self, nodes: Collection[str]) -> History:
        """``hook/NODE``: what hooks have made of a gradient, until the next backward begins."""
        found: History = {}
        for node in nodes:
            for step in self._hooks.get(node, ()):
                mark = hook_mark(self._trace[step - 1])
                if mark:
                    notes = found.setdefault(f"hook/{node}", [])
                    notes.append((step, mark))
                    notes += [(start, None) for start in self._starts if start > step][:1]
        return {key: sorted(notes, key=lambda note: note[0]) for key, notes in found.items()}


def hook_mark(event: ev.HookCalled) -> str:
    """``hook: 1 → 10`` for a hook that has changed a gradient; "" for one that has not."""
    for before, after in zip(event.before, event.after, strict=False):
        if not is_same(before, after):
            return f"hook: {text(before)} → {text(after)}"
    return ""


def at(history: History, step: int) -> dict[str, str]:
    """All texts after the first ``step`` events."""
    found = {}
    for key, notes in history.items():
        shown = next((shown for when, shown in reversed(notes) if when <= step), None)
        if shown is not None:
            found[key] = shown
    return found


def longest(history: History) -> dict[str, int]:
    """How many characters the longest text of each key has."""
    return {key: max(len(shown or "") for _, shown in notes) for key, notes in history.items()}
