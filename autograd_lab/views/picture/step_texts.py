"""What a picture shows at each step: short texts under fixed keys, and which of them each event changes.

The picture itself rarely moves; these texts do, a handful with each event. `StepTexts` reads a text from the trace's
`State`; `TextHistory` finds out once at which steps the texts of some nodes change. The browser looks a text up by its
step, so it can jump anywhere without replaying the steps between.

Keys, where NODE is a node's id:

* ``status/NODE``: ``waiting``, ``ready``, ``running``, ``done``, ``skipped``, or ``error``
* ``heard/NODE``: ``1/2``: messages heard and owed
* ``grad/NODE/SLOT``: what is in this input slot, ``5`` or ``3 + 2 = 5``
* ``value/NODE/0``: what a leaf holds, once it was written to
* ``total/NODE``: ``.grad`` of a leaf, ``14`` or ``7 + 7 = 14``
* ``message/NODE/INDEX``: what went along this edge, ``∂= 12`` or, received × slope, ``2 × 6 = 12``
* ``weight/NODE/INDEX``: how wide its arrow is, or ``nan`` or ``inf`` (see `ArrowWidths`)
* ``seed/NODE/SLOT``: what `backward` put in from outside
* ``freed/NODE/NAME``: this saved value is gone; ``card/NODE``: how many times its rule has run
"""

import math
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import pairwise

from ...tracing.recording.values import LISTED, is_same
from ...tracing.trace import events as ev
from ...tracing.trace.arithmetic import messages_in, product, sum_text
from ...tracing.trace.nodes import node_of
from ...tracing.trace.trace import State, Trace
from ..short_text import WRONG, fitting, is_listed, text
from .boxes import MESSAGE_FITS, longest_value

Changes = dict[str, str | None]
"""New texts by key. None takes the text away."""

FITS = 16
"""Characters of a sum or a product; of a longer one only the result is shown."""

GRADIENT = "∂= "

FAR_REACHING = (ev.BackwardStarted, ev.DependenciesCounted, ev.BackwardFinished, ev.ErrorRaised)
"""Events that may change any text."""


class StepTexts:
    """The texts of one trace, at any step: those of all nodes and edges, or of the ``nodes`` with some of theirs."""

    edges: Mapping[str, Collection[int]]
    """The nodes whose texts are read, and which of their edges."""

    def __init__(self, trace: Trace, nodes: Mapping[str, Collection[int]] | None = None):
        self.trace, self.longest = trace, longest_value(trace)
        self.widths = ArrowWidths(trace)
        self.runs: dict[str, list[int]] = {}
        self._starts: list[tuple[int, ev.BackwardStarted]] = []
        self._errors: dict[str, int] = {}
        for step, event in enumerate(trace.events, start=1):
            if isinstance(event, ev.RuleApplied | ev.GradAccumulated):
                self.runs.setdefault(event.node, []).append(step)
            elif isinstance(event, ev.BackwardStarted):
                self._starts.append((step, event))
            elif isinstance(event, ev.ErrorRaised) and event.node:
                self._errors.setdefault(event.node, step)
        self._rewritten = {leaf for leaves in trace.rewritten.values() for leaf in leaves}
        self._seeds = tuple(dict.fromkeys(root for _, start in self._starts for root in start.roots))
        self._choose({node: range(len(info.edges)) for node, info in trace.nodes.items()} if nodes is None else nodes)

    def _choose(self, nodes: Mapping[str, Collection[int]], whole: Container[str] | None = None) -> None:
        self.edges, self._whole = nodes, nodes if whole is None else whole
        self._by_node = {node: tuple(self._keys_of(node)) for node in nodes}
        self._keys = [key for keys in self._by_node.values() for key in keys]
        self._keys += [f"seed/{root.node}/{root.slot}" for root in self._seeds if root.node in nodes]

    def _keys_of(self, node: str) -> Iterator[str]:
        for kind in self._of_edges:
            yield from (f"{kind}/{node}/{index}" for index in self.edges[node])
        if node not in self._whole:
            return
        info = self.trace.nodes[node]
        yield from (f"status/{node}", f"heard/{node}", f"card/{node}")
        yield from (f"grad/{node}/{slot}" for slot in range(info.outputs))
        yield from (f"freed/{node}/{saved.name}" for saved in info.saved if saved.frees)
        if info.kind == "leaf":
            yield f"total/{node}"
        if node in self._rewritten:
            yield f"value/{node}/0"

    @property
    def _of_edges(self) -> tuple[str, ...]:
        return ("message", "weight") if self.widths.are_drawn else ("message",)

    def only(self, nodes: Mapping[str, Collection[int]], whole: Container[str] | None = None) -> "StepTexts":
        """The texts of these nodes and edges alone; of nodes not in ``whole``, if it is given, of the edges."""
        part = copy(self)
        part._choose(nodes, whole)
        return part

    # ----- at one step ------------------------------------------------------------------------------------------------
    def at(self, step: int) -> dict[str, str]:
        possible = self._keys if step else self._of_kinds("total")  # at first there can be an older .grad, no more
        texts = self._read_all(step, possible)
        return {key: shown for key, shown in texts.items() if shown is not None}

    def _read_all(self, step: int, keys: Iterable[str]) -> Changes:
        state = self.trace.at(step)
        return {key: self._read(state, *key.split("/", 2)) for key in keys}

    def _read(self, state: State, kind: str, node: str, part: str = "") -> str | None:
        """One text out of a state; None where there is nothing to show."""
        match kind:
            case "status":
                if self._errors.get(node, state.step + 1) <= state.step:
                    return "error"
                return state.status.get(node) if self._starts and self._starts[0][0] <= state.step else None
            case "heard":
                heard, owed = state.heard.get(node, (0, 0))
                return f"{heard}/{owed}" if owed else None
            case "card":
                count = bisect_right(self.runs.get(node, ()), state.step)
                return str(count) if count else None
            case "grad":
                return self._grad(state, node, int(part))
            case "message":
                return self._message(state, node, int(part)) if (node, int(part)) in state.messages else None
            case "weight":
                sent = (node, int(part)) in state.messages
                return self.widths.width(state.messages[node, int(part)]) if sent else None
            case "seed":
                return self._seed(state, ev.Edge(node, int(part)))
            case "value":
                return fitting(state.values[node], self.longest) if node in state.values else None
            case "freed":
                return "freed" if (node, part) in state.freed else None
        return self._total(state, node)

    def _message(self, state: State, node: str, index: int) -> str:
        """What was sent, and how it came about where that is one multiplication."""
        value, run = state.messages[node, index], self._latest_run(state, node)
        made = str(product(self.trace, run - 1, index) or "") if run else ""
        if 0 < len(made) <= FITS and made.endswith(f" = {text(value)}"):
            return made
        return GRADIENT + fitting(value, MESSAGE_FITS - len(GRADIENT))

    def _grad(self, state: State, node: str, slot: int) -> str | None:
        """What the node's rules received; before they ran, what the node read, or else what has arrived so far."""
        received, arrived = state.received.get(node), state.buffers.get((node, slot))
        if received is None:
            return None if arrived is None else self._sum(state, node, slot)
        read = received[slot]
        shown = arrived if read is None and node not in state.results else read
        return self._sum(state, node, slot) if is_same(shown, arrived) else fitting(shown, self.longest)

    def _sum(self, state: State, node: str, slot: int) -> str:
        """What has arrived in a slot, with its summands."""
        arrived = state.buffers.get((node, slot))
        messages = messages_in(self.trace, state.step, node, slot, most=LISTED)
        return _fitting(sum_text(messages, arrived)) or fitting(arrived, self.longest)

    def _total(self, state: State, leaf: str) -> str:
        """The ``.grad`` of a leaf, with what the latest backward has added to it."""
        grad, run = state.grads.get(leaf), self._latest_run(state, leaf)
        if run > self._latest_start(state)[0]:
            added = self.trace[run - 1]
            if added.before is not None and is_same(added.after, grad):
                return _fitting(sum_text((added.before, added.gradient), grad)) or fitting(grad, self.longest)
        return fitting(grad, self.longest)

    def _seed(self, state: State, root: ev.Edge) -> str | None:
        """What the latest backward put into this slot of a root."""
        _, start = self._latest_start(state)
        known = start is not None and root in start.roots
        return f"{GRADIENT}{text(start.seeds[start.roots.index(root)])}" if known else None

    def _latest_run(self, state: State, node: str) -> int:
        """The step at which the rules of a node ran last; 0 before they ran."""
        runs = self.runs.get(node, [])
        place = bisect_right(runs, state.step)
        return runs[place - 1] if place else 0

    def _latest_start(self, state: State) -> tuple[int, ev.BackwardStarted | None]:
        """The step at which the latest backward began, and its event; 0 and None before the first."""
        place = bisect_right(self._starts, state.step, key=lambda start: start[0])
        return self._starts[place - 1] if place else (0, None)

    # ----- from step to step ------------------------------------------------------------------------------------------
    def touched(self, step: int) -> Changes:
        """The texts that the event before ``step`` may have changed, as they are now."""
        keys = self._touched(step) if step else ()
        keys = [*keys, *(f"value/{leaf}/0" for leaf in self.trace.rewritten.get(step, ()) if leaf in self.edges)]
        return self._read_all(step, keys) if keys else {}

    def _touched(self, step: int) -> Collection[str]:
        event = self.trace[step - 1]
        if isinstance(event, FAR_REACHING):
            return self._far(step, event)
        if isinstance(event, ev.GradOut):
            is_shown = event.index in self.edges.get(event.node, ())
            return tuple(f"{kind}/{event.node}/{event.index}" for kind in self._of_edges) if is_shown else ()
        node = node_of(event)
        running = self.trace.focus(step - 1)[0] if isinstance(event, ev.NodeVisited) else None
        before = (f"status/{running}",) if running in self._whole else ()
        if node not in self._whole:
            return before
        match event:
            case ev.BufferAdded():
                return (f"grad/{node}/{event.target.slot}", f"heard/{node}", f"status/{node}")
            case ev.NodeVisited():
                return (*before, f"status/{node}", *self._of(node, "grad"))
            case ev.GradIn() | ev.SlotMaterialized():
                return (f"grad/{node}/{event.slot}",)
            case ev.ValueFreed():
                return (f"freed/{node}/{event.name}",)
            case ev.RuleApplied() | ev.GradAccumulated() | ev.HookCalled():
                return self._of(node, "grad", "total", "card")
        return ()

    def _far(self, step: int, event: ev.Event) -> Collection[str]:
        """The keys whose texts may change as a backward begins or ends."""
        if isinstance(event, ev.DependenciesCounted):
            return self._of_kinds("status", "heard")
        if event is self._starts[0][1]:
            return self._of_kinds("status", "seed", "total")
        if isinstance(event, ev.BackwardStarted) or self.trace.at(step).backward:  # an outer backward goes on
            return self._of_kinds("status", "heard", "grad", "message", "seed", "total")
        return self._of_kinds("status")

    def _of_kinds(self, *kinds: str) -> list[str]:
        return [key for key in self._keys if key.partition("/")[0] in kinds]

    def _of(self, node: str, *kinds: str) -> tuple[str, ...]:
        return tuple(key for key in self._by_node[node] if key.partition("/")[0] in kinds)


def _fitting(written: str | None) -> str | None:
    """The text, if it is short enough to be shown."""
    return written if written and len(written) <= FITS else None


# ----- when each text changes -----------------------------------------------------------------------------------------
OF_ARROWS = (*FAR_REACHING, ev.GradOut)
"""Events that change the texts at a node's arrows."""

History = dict[str, list[tuple[int, str | None]]]
"""For each key (see `step_texts`): the steps at which its text was written, and the text; None takes it away."""


class TextHistory:
    """The texts of one trace, by node. The steps that concern each node are found once, for all nodes together."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self.texts = StepTexts(trace, {})
        self._steps: dict[str, list[int]] = {}
        self._sent: dict[str, list[int]] = {}  # of these the steps that concern a node's arrows
        self._hooks: dict[str, list[int]] = {}
        self._starts = [first + 1 for _, first, _ in trace.backwards]
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
        """The nodes whose texts may change as a backward begins or ends: its own, and those of the backward before.

        At the first backward, and if one backward runs inside another, the texts of all nodes may change.
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
    found = {}
    for key, notes in history.items():
        shown = next((shown for when, shown in reversed(notes) if when <= step), None)
        if shown is not None:
            found[key] = shown
    return found


def longest(history: History) -> dict[str, int]:
    """How many characters the longest text of each key has."""
    return {key: max(len(shown or "") for _, shown in notes) for key, notes in history.items()}


# ----- how wide arrows are --------------------------------------------------------------------------------------------
THINNEST, WIDEST = 1.0, 5.0
"""Pixels of the message with the least and with the largest norm; between them the logarithm decides."""
LEAST_SPAN = 2.0
"""Powers of ten that lie between these at least, so that norms that hardly differ are not drawn as if they did."""
LEGEND = "width: log ‖∂‖; red dots: nan or inf"


class ArrowWidths:
    """How wide the arrow of each message of a trace is: the larger the gradient, the wider; nan and inf look different.

    Only where messages are larger arrays: a few numbers can be read as they are.
    """

    def __init__(self, trace: Trace):
        sent = (event.value for event in trace.events if isinstance(event, ev.GradOut))
        self._sent = [value for value in sent if value is not None]
        self.are_drawn = any(not is_listed(value) for value in self._sent)

    @cached_property
    def _span(self) -> tuple[float, float]:
        """The logarithms of the least and of the largest norm."""
        norms = [value.measure.norm for value in self._sent]
        known = [math.log10(norm) for norm in norms if 0 < norm < math.inf]
        top = max(known, default=0.0)
        return min(min(known, default=0.0), top - LEAST_SPAN), top

    def width(self, value: ev.Value | None) -> str | None:
        """Pixels, as text; ``nan`` or ``inf`` for a message in which there is one; None where nothing was sent."""
        if value is None:
            return None
        measure = value.measure
        if measure.nans or measure.infinities:
            return "nan" if measure.nans else "inf"
        low, high = self._span
        place = (math.log10(measure.norm) - low) / (high - low) if measure.norm > 0 else 0
        return f"{THINNEST + (WIDEST - THINNEST) * min(max(place, 0), 1):.1f}"  # a sum may be larger than each message


def heaviest(widths: Iterable[str]) -> str | None:
    """Of several arrows drawn as one: the widest, and before that one with nan or inf; None of none."""
    return max(widths, key=lambda width: (WRONG.search(width) is not None, float(width)), default=None)
