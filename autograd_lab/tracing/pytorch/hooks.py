"""Our hooks on PyTorch's nodes: before, between and after the learner's own, which keep their order.

A hook's handle refers to the dictionary of all hooks at that place, in the order in which they run. A probe of ours
before and after each of the learner's hooks shows what that hook changed. Afterwards the dictionaries contain the same
hooks in the same order as without us.
"""

from collections.abc import Callable
from typing import Any

Tell = Callable[["Probe", tuple], None]


class Probe:
    """A hook of ours. It changes nothing; it tells what it sees, and which of the learner's hooks ran just before."""

    __slots__ = ("after", "last", "tell")

    def __init__(self, tell: Tell, after: Callable | None):
        self.tell, self.after = tell, after
        self.last = False
        """Whether none of the learner's hooks comes after it."""

    def __call__(self, *seen: Any) -> None:
        self.tell(self, seen)


class Probes:
    """All probes of one backward."""

    def __init__(self) -> None:
        self._handles: list[Any] = []
        self._orders: list[tuple[dict, list]] = []

    def place(self, register: Callable[[Probe], Any], tell: Tell) -> None:
        """Place one probe before all hooks, and one after each; ``register`` adds a hook at the end."""
        probe = Probe(tell, None)
        handle = register(probe)
        self._handles.append(handle)
        registry = handle.hooks_dict_ref()
        others = [(key, hook) for key, hook in registry.items() if key != handle.id]
        learners = [(key, hook) for key, hook in others if not isinstance(hook, Probe)]
        if learners:
            self._orders.append((registry, [key for key, _ in others]))
        for key, hook in learners:
            _move_to_end(registry, key)
            probe = Probe(tell, hook)
            self._handles.append(register(probe))
        probe.last = True

    def remove(self) -> None:
        """Remove all probes. Hooks that the learner added or removed meanwhile stay so."""
        for handle in self._handles:
            handle.remove()
        for registry, keys in self._orders:
            added = [key for key in registry if key not in set(keys)]
            for key in (*keys, *added):
                if key in registry:
                    _move_to_end(registry, key)


def _move_to_end(registry: dict, key: Any) -> None:
    """PyTorch ignores the order that ``OrderedDict.move_to_end`` makes, so the entry is taken out and put in again."""
    registry[key] = registry.pop(key)
