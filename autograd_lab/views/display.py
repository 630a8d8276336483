"""What a picture shows at each step: short texts under fixed keys, and which of them each event changes.

The picture itself never moves; only these texts do. An event touches a handful, so a stepper sends a whole trace to the
browser as one list of small changes, and going back is undoing them. Every text is read from the trace's own `State`.

Keys, where NODE is a node's id:

* ``status/NODE``: ``waiting``, ``ready``, ``running``, ``done``, ``skipped``, or ``error``
* ``heard/NODE``: ``1/2``: messages heard and owed
* ``grad/NODE/SLOT``: what lies in this input slot
* ``total/NODE``: ``.grad`` of a leaf
* ``message/NODE/INDEX``: what went along this edge; ``seed/NODE/SLOT``: what `backward` put in from outside
* ``freed/NODE/NAME``: this saved value is gone; ``card/NODE``: how many times its rule has run
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from copy import copy

from autograd_lab.tracing import events as ev
from autograd_lab.tracing.nodes import node_of
from autograd_lab.views._numbers import text

Changes = dict[str, str | None]
"""New texts by key. None takes the text away."""


class Display:
    """The texts of one trace, at any step: those of all nodes and edges, or of the ``nodes`` with some of theirs."""

    def __init__(self, trace, nodes: Mapping[str, Iterable[int]] | None = None):
        self.trace = trace
        self.runs: dict[str, list[int]] = {}
        self.starts: list[tuple[int, ev.BackwardStarted]] = []
        self.errors: dict[str, int] = {}
        for step, event in enumerate(trace.events, start=1):
            if isinstance(event, ev.RuleApplied | ev.GradAccumulated):
                self.runs.setdefault(event.node, []).append(step)
            elif isinstance(event, ev.BackwardStarted):
                self.starts.append((step, event))
            elif isinstance(event, ev.ErrorRaised) and event.node:
                self.errors.setdefault(event.node, step)
        self.seeds = tuple(dict.fromkeys(root for _, start in self.starts for root in start.roots))
        self._tell_of({node: range(len(info.edges)) for node, info in trace.nodes.items()} if nodes is None else nodes)

    def _tell_of(self, nodes: Mapping[str, Iterable[int]]) -> None:
        self.edges = nodes
        self.by_node = {node: tuple(self._keys_of(node)) for node in nodes}
        self.keys = [key for keys in self.by_node.values() for key in keys]
        self.keys += [f"seed/{root.node}/{root.slot}" for root in self.seeds if root.node in self.by_node]

    def only(self, nodes: Mapping[str, Iterable[int]]) -> "Display":
        """The texts of these nodes and edges alone."""
        part = copy(self)
        part._tell_of(nodes)
        return part

    def _keys_of(self, node: str) -> Iterator[str]:
        info = self.trace.nodes[node]
        yield from (f"status/{node}", f"heard/{node}", f"card/{node}")
        yield from (f"grad/{node}/{slot}" for slot in range(info.outputs))
        yield from (f"message/{node}/{index}" for index in self.edges[node])
        yield from (f"freed/{node}/{saved.name}" for saved in info.saved if saved.frees)
        if info.kind == "leaf":
            yield f"total/{node}"

    def at(self, step: int) -> dict[str, str]:
        """All texts after the first ``step`` events."""
        state = self.trace.at(step)
        texts = ((key, self.read(state, key)) for key in self.keys)
        return {key: shown for key, shown in texts if shown is not None}

    def read(self, state, key: str) -> str | None:
        """One text out of a state."""
        kind, node, *rest = key.split("/", 2)
        return getattr(self, f"_{kind}")(state, node, *rest)

    def _status(self, state, node: str) -> str | None:
        if self.errors.get(node, state.step + 1) <= state.step:
            return "error"
        return state.status.get(node) if self.starts and self.starts[0][0] <= state.step else None

    @staticmethod
    def _heard(state, node: str) -> str | None:
        heard, owed = state.heard.get(node, (0, 0))
        return f"{heard}/{owed}" if owed else None

    @staticmethod
    def _grad(state, node: str, slot: str) -> str | None:
        """What the node's rules started from; before they ran, what was read, or else what has come there so far."""
        received, arrived = state.received.get(node), state.buffers.get((node, int(slot)))
        if received is None:
            return None if arrived is None else text(arrived)
        read = received[int(slot)]
        return text(arrived if read is None and node not in state.results else read)

    @staticmethod
    def _total(state, node: str) -> str:
        return text(state.grads.get(node))

    @staticmethod
    def _message(state, node: str, index: str) -> str | None:
        edge = (node, int(index))
        return text(state.messages[edge]) if edge in state.messages else None

    def _seed(self, state, node: str, slot: str) -> str | None:
        place = bisect_right(self.starts, state.step, key=lambda start: start[0])
        if not place:
            return None
        start = self.starts[place - 1][1]
        root = ev.Edge(node, int(slot))
        return text(start.seeds[start.roots.index(root)]) if root in start.roots else None

    @staticmethod
    def _freed(state, node: str, name: str) -> str | None:
        return "freed" if (node, name) in state.freed else None

    def _card(self, state, node: str) -> str | None:
        count = bisect_right(self.runs.get(node, ()), state.step)
        return str(count) if count else None

    # ----- changes ----------------------------------------------------------------------------------------------------
    def changes(self, first: int = 0, last: int | None = None) -> list[Changes]:
        """One `Changes` for each event that leads to a step after ``first``, up to ``last``."""
        shown: Changes = dict(self.at(first))
        told = []
        for step in range(first + 1, (len(self.trace) if last is None else last) + 1):
            change = self.touched(step)
            if isinstance(self.trace[step - 1], FAR_REACHING):
                change = {key: new for key, new in change.items() if new != shown.get(key)}
            shown.update(change)
            told.append(change)
        return told

    def touched(self, step: int) -> Changes:
        """The texts that the event before ``step`` may have changed, as they are now."""
        if not step:
            return {}
        event, state = self.trace[step - 1], self.trace.at(step)
        if isinstance(event, FAR_REACHING):
            return {key: self.read(state, key) for key in self.keys}
        running = self.trace.at(step - 1).active_node if isinstance(event, ev.NodeVisited) else None
        return {key: self.read(state, key) for key in self._touched(event, running)}

    def _touched(self, event: ev.Event, running: str | None) -> Iterable[str]:
        node = node_of(event)
        before = (f"status/{running}",) if running in self.by_node else ()
        if node not in self.by_node:
            return before
        match event:
            case ev.BufferAdded():
                return (f"grad/{node}/{event.target.slot}", f"heard/{node}", f"status/{node}")
            case ev.NodeVisited():
                return (*before, f"status/{node}", *self._of(node, "grad"))
            case ev.GradIn() | ev.SlotMaterialized():
                return (f"grad/{node}/{event.slot}",)
            case ev.GradOut():
                return (f"message/{node}/{event.index}",) if event.index in self.edges[node] else ()
            case ev.ValueFreed():
                return (f"freed/{node}/{event.name}",)
            case ev.RuleApplied() | ev.GradAccumulated() | ev.HookCalled():
                return self._of(node, "grad", "total", "card")
            case _:
                return ()

    def _of(self, node: str, *kinds: str) -> tuple[str, ...]:
        return tuple(key for key in self.by_node[node] if key.partition("/")[0] in kinds)


FAR_REACHING = (ev.BackwardStarted, ev.DependenciesCounted, ev.BackwardFinished, ev.ErrorRaised)
"""Events after which any text may read differently."""
