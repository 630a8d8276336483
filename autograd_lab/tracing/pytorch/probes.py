"""Our hooks on PyTorch's nodes: before, between and after the learner's own, which keep their order.

A hook's handle refers to the dictionary of all hooks at that place, in the order in which they run. A probe of ours
before and after each of the learner's hooks shows what that hook changed. Afterwards the dictionaries contain the same
hooks in the same order as without us. `turn.Turn.place` registers the probes; a recording begins in `mode.Watch`.
"""

from collections.abc import Callable
from typing import Any


class Probe:
    """A hook of ours on a node, or on its output ``slot``. It changes nothing and reports what it sees."""

    __slots__ = ("after", "last", "probes", "report", "slot", "target")

    def __init__(self, probes: "Probes", report: Callable, target: Any, slot: int, after: Callable | None):
        self.probes, self.report, self.target, self.slot = probes, report, target, slot
        self.after = after
        """The learner's hook that runs just before it, if there is one."""
        self.last = False
        """Whether none of the learner's hooks comes after it."""

    def __call__(self, *seen: Any) -> None:
        self.probes.tell(self, seen)


class Probes:
    """All probes of one backward. Each calls ``tell`` with itself and what it saw."""

    def __init__(self, tell: Callable[[Probe, tuple], None]) -> None:
        self.tell = tell
        self._registries: list[dict] = []  # those with a probe (a large graph has too many to keep their handles)
        self._orders: list[tuple[dict, list]] = []

    def place(self, register: Callable[[Probe], Any], report: Callable, target: Any, slot: int = 0) -> None:
        """Place one probe before all hooks, and one after each; ``register`` adds a hook at the end."""
        probe = Probe(self, report, target, slot, None)
        handle = register(probe)
        registry = handle.hooks_dict_ref()
        self._registries.append(registry)
        if len(registry) > 1:
            others = [(key, hook) for key, hook in registry.items() if key != handle.id]
            learners = [(key, hook) for key, hook in others if not isinstance(hook, Probe)]
            if learners:
                self._orders.append((registry, [key for key, _ in others]))
            for key, hook in learners:
                _move_to_end(registry, key)
                probe = Probe(self, report, target, slot, hook)
                register(probe)
        probe.last = True

    def remove(self) -> None:
        """Remove all probes. Hooks that the learner added or removed meanwhile stay so."""
        for registry in self._registries:
            for key in [key for key, hook in registry.items() if isinstance(hook, Probe) and hook.probes is self]:
                del registry[key]
        for registry, keys in self._orders:
            added = [key for key in registry if key not in set(keys)]
            for key in (*keys, *added):
                if key in registry:
                    _move_to_end(registry, key)


def _move_to_end(registry: dict, key: Any) -> None:
    """PyTorch ignores the order that ``OrderedDict.move_to_end`` makes, so the entry is taken out and put in again."""
    registry[key] = registry.pop(key)
