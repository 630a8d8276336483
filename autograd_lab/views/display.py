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
from collections.abc import Iterable, Iterator

from autograd_lab.tracing import events as ev
from autograd_lab.views._numbers import text

Changes = dict[str, str | None]
"""New texts by key. None takes the text away."""


class Display:
    """The texts of one trace, at any step."""

    def __init__(self, trace):
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
        self.by_node = {node: tuple(self._keys_of(node)) for node in trace.nodes}
        self.seeds = tuple(dict.fromkeys(root for _, start in self.starts for root in start.roots))
        self.keys = [key for keys in self.by_node.values() for key in keys]
        self.keys += [f"seed/{root.node}/{root.slot}" for root in self.seeds]

    def _keys_of(self, node: str) -> Iterator[str]:
        info = self.trace.nodes[node]
        yield from (f"status/{node}", f"heard/{node}", f"card/{node}")
        yield from (f"grad/{node}/{slot}" for slot in range(info.outputs))
        yield from (f"message/{node}/{index}" for index in range(len(info.edges)))
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
    def changes(self) -> list[Changes]:
        """One `Changes` for each event: the texts it touches, and any others that differ from the step before."""
        shown: Changes = dict(self.at(0))
        told = []
        running: str | None = None
        for step, event in enumerate(self.trace.events, start=1):
            state = self.trace.at(step)
            everything = isinstance(event, FAR_REACHING)
            keys = self.keys if everything else self._touched(event, running)
            change = {key: self.read(state, key) for key in keys}
            if everything:
                change = {key: new for key, new in change.items() if new != shown.get(key)}
            shown.update(change)
            told.append(change)
            running = state.active_node
        return told

    def _touched(self, event: ev.Event, running: str | None) -> Iterable[str]:
        match event:
            case ev.BufferAdded():
                node, slot = event.target.node, event.target.slot
                return (f"grad/{node}/{slot}", f"heard/{node}", f"status/{node}")
            case ev.NodeVisited():
                before = (f"status/{running}",) if running in self.by_node else ()
                return (*before, f"status/{event.node}", *self._of(event.node, "grad"))
            case ev.GradIn() | ev.SlotMaterialized():
                return (f"grad/{event.node}/{event.slot}",)
            case ev.GradOut():
                return (f"message/{event.node}/{event.index}",)
            case ev.ValueFreed():
                return (f"freed/{event.node}/{event.name}",)
            case ev.RuleApplied() | ev.GradAccumulated() | ev.HookCalled():
                return self._of(event.node, "grad", "total", "card")
            case _:
                return ()

    def _of(self, node: str, *kinds: str) -> tuple[str, ...]:
        return tuple(key for key in self.by_node[node] if key.partition("/")[0] in kinds)


FAR_REACHING = (ev.BackwardStarted, ev.DependenciesCounted, ev.BackwardFinished, ev.ErrorRaised)
"""Events after which any text may read differently."""
