"""Our hooks on PyTorch's nodes: before, between and after the learner's own, which keep their order.

A hook's handle leads to the dictionary of all hooks at that place, in the order in which they run. With a probe of ours
before and after each hook of the learner's, what each of them changed can be told. Afterwards the dictionaries have
what they would have had without us, in that order.
"""

from collections.abc import Callable
from typing import Any

Tell = Callable[["Probe", tuple], None]


class Probe:
    """A hook of ours. It changes nothing; it tells what it sees, and which hook of the learner's ran just before."""

    __slots__ = ("after", "last", "tell")

    def __init__(self, tell: Tell, after: Callable | None):
        self.tell, self.after = tell, after
        self.last = False
        """Whether no hook of the learner's comes after it."""

    def __call__(self, *seen: Any) -> None:
        self.tell(self, seen)


class Probes:
    """All that were placed for one backward."""

    def __init__(self) -> None:
        self._handles: list[Any] = []
        self._orders: list[tuple[dict, list]] = []

    def place(self, register: Callable[[Probe], Any], tell: Tell) -> None:
        """Place one after each hook that is there, and one before them all; ``register`` adds a hook at the end."""
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
        """Take them all away. What the learner has added or taken away meanwhile stays as it is."""
        for handle in self._handles:
            handle.remove()
        for registry, keys in self._orders:
            added = [key for key in registry if key not in set(keys)]
            for key in (*keys, *added):
                if key in registry:
                    _move_to_end(registry, key)


def _move_to_end(registry: dict, key: Any) -> None:
    """PyTorch reads the dictionary as an ordinary one, whose order ``OrderedDict.move_to_end`` leaves as it is."""
    registry[key] = registry.pop(key)
