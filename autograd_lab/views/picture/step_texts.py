"""What a picture shows at each step: short texts under fixed keys, and which of them each event changes.

The picture itself rarely moves; these texts do. An event touches a handful (see `text_history`). Every text is read
from the trace's own `State`.

Keys, where NODE is a node's id:

* ``status/NODE``: ``waiting``, ``ready``, ``running``, ``done``, ``skipped``, or ``error``
* ``heard/NODE``: ``1/2``: messages heard and owed
* ``grad/NODE/SLOT``: what lies in this input slot, ``5`` or ``3 + 2 = 5``
* ``value/NODE/0``: what a leaf holds, once it was written to
* ``total/NODE``: ``.grad`` of a leaf, ``14`` or ``7 + 7 = 14``
* ``message/NODE/INDEX``: what went along this edge, ``∂= 12`` or, received × slope, ``2 × 6 = 12``
* ``weight/NODE/INDEX``: how wide its arrow is, or ``nan`` or ``inf`` (see `arrow_widths`)
* ``seed/NODE/SLOT``: what `backward` put in from outside
* ``freed/NODE/NAME``: this saved value is gone; ``card/NODE``: how many times its rule has run
"""

from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from copy import copy

from ...tracing import events as ev
from ...tracing.arithmetic import messages_in, product, sum_text
from ...tracing.nodes import node_of
from ...tracing.trace import State, Trace
from ...tracing.values import LISTED, is_same
from ..short_text import fitting, text
from .arrow_widths import ArrowWidths
from .sizes import MESSAGE_FITS

Changes = dict[str, str | None]
"""New texts by key. None takes the text away."""

FITS = 16
"""Characters of a sum or a product; of a longer one only the result is shown."""

GRADIENT = "∂= "

FAR_REACHING = (ev.BackwardStarted, ev.DependenciesCounted, ev.BackwardFinished, ev.ErrorRaised)
"""Events after which any text may read differently."""


class StepTexts:
    """The texts of one trace, at any step: those of all nodes and edges, or of the ``nodes`` with some of theirs."""

    edges: Mapping[str, Collection[int]]
    """The nodes that are told of, and which of their edges."""

    def __init__(self, trace: Trace, nodes: Mapping[str, Collection[int]] | None = None):
        self.trace = trace
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
        self._tell_of({node: range(len(info.edges)) for node, info in trace.nodes.items()} if nodes is None else nodes)

    def _tell_of(self, nodes: Mapping[str, Collection[int]], whole: Container[str] | None = None) -> None:
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
        part._tell_of(nodes, whole)
        return part

    # ----- at one step ------------------------------------------------------------------------------------------------
    def at(self, step: int) -> dict[str, str]:
        """All texts after the first ``step`` events."""
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
                return text(state.values[node]) if node in state.values else None
            case "freed":
                return "freed" if (node, part) in state.freed else None
        return self._total(state, node)

    def _message(self, state: State, node: str, index: int) -> str:
        """What was sent, and how it came about where that is one multiplication."""
        value, runs = state.messages[node, index], self.runs.get(node, [])
        place = bisect_right(runs, state.step)
        made = str(product(self.trace, runs[place - 1] - 1, index) or "") if place else ""
        if 0 < len(made) <= FITS and made.endswith(f" = {text(value)}"):
            return made
        return GRADIENT + fitting(value, MESSAGE_FITS - len(GRADIENT))

    def _grad(self, state: State, node: str, slot: int) -> str | None:
        """What the node's rules started from; before they ran, what was read, or else what has come there so far."""
        received, arrived = state.received.get(node), state.buffers.get((node, slot))
        if received is None:
            return None if arrived is None else self._sum(state, node, slot)
        read = received[slot]
        shown = arrived if read is None and node not in state.results else read
        return self._sum(state, node, slot) if is_same(shown, arrived) else text(shown)

    def _sum(self, state: State, node: str, slot: int) -> str:
        """What has come into a slot, with its summands."""
        arrived = state.buffers.get((node, slot))
        messages = messages_in(self.trace, state.step, node, slot, most=LISTED)
        return _fitting(sum_text(messages, arrived)) or text(arrived)

    def _total(self, state: State, leaf: str) -> str:
        """The ``.grad`` of a leaf, with what the latest backward has added to it."""
        grad, runs = state.grads.get(leaf), self.runs.get(leaf, [])
        place = bisect_right(runs, state.step)
        run = self.trace[runs[place - 1] - 1] if place else None
        is_news = run is not None and runs[place - 1] > self._latest_start(state)
        if is_news and run.before is not None and is_same(run.after, grad):
            return _fitting(sum_text((run.before, run.gradient), grad)) or text(grad)
        return text(grad)

    def _latest_start(self, state: State) -> int:
        """The step at which the latest backward began; 0 before the first."""
        place = bisect_right(self._starts, state.step, key=lambda start: start[0])
        return self._starts[place - 1][0] if place else 0

    def _seed(self, state: State, root: ev.Edge) -> str | None:
        """What the latest backward put into this slot of a root."""
        place = bisect_right(self._starts, state.step, key=lambda start: start[0])
        if not place:
            return None
        start = self._starts[place - 1][1]
        return f"{GRADIENT}{text(start.seeds[start.roots.index(root)])}" if root in start.roots else None

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
            is_told = event.index in self.edges.get(event.node, ())
            return tuple(f"{kind}/{event.node}/{event.index}" for kind in self._of_edges) if is_told else ()
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
        """The keys whose texts may read differently as a backward begins or ends."""
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
    """What is short enough to be shown."""
    return written if written and len(written) <= FITS else None
