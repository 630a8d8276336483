"""Read-only windows on the past: the value of a key at a given step, found without copying anything."""

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Set
from typing import Any

from .events import Value

_ABSENT = object()
_NEVER: tuple = ((), ())


class History:
    """For each key, the steps at which it changed, in rising order, and its new values.

    ``defaults`` has the value of a key before its first step.
    """

    def __init__(self, defaults: Mapping | None = None) -> None:
        self.defaults = {} if defaults is None else defaults
        self._notes: dict[Hashable, tuple[list[int], list[Any]]] = {}

    def write(self, step: int, key: Hashable, value: Any) -> None:
        """From ``step`` on, ``key`` is ``value``."""
        notes = self._notes.get(key)
        if notes is None:
            notes = self._notes[key] = ([], [])
        notes[0].append(step)
        notes[1].append(value)

    def read(self, step: int, key: Hashable, default: Any = None) -> Any:
        """The value of ``key`` at ``step``; ``default`` if it has none by then."""
        notes = self._notes.get(key)
        position = bisect_right(notes[0], step) if notes else 0
        return notes[1][position - 1] if position else self.defaults.get(key, default)

    def changes(self, step: int, key: Hashable) -> Iterator[int]:
        """The steps up to ``step`` at which ``key`` was written, latest first."""
        steps, _ = self._notes.get(key, _NEVER)
        return (steps[place] for place in range(bisect_right(steps, step) - 1, -1, -1))

    def keys(self, step: int) -> Iterator:
        """The keys written by ``step``, in the order of their first writing."""
        return (key for key, (steps, _) in self._notes.items() if steps[0] <= step)


class _Window(Mapping):
    __slots__ = ()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))


class Snapshot(_Window):
    """A `History` as it stood at one step, read like a dict."""

    __slots__ = ("_history", "_step")

    def __init__(self, history: History, step: int):
        self._history, self._step = history, step

    def __getitem__(self, key: Hashable) -> Any:
        value = self._history.read(self._step, key, _ABSENT)
        if value is _ABSENT:
            raise KeyError(key)
        return value

    def get(self, key: Hashable, default: Any = None) -> Any:
        return self._history.read(self._step, key, default)

    def __contains__(self, key: object) -> bool:
        return self._history.read(self._step, key, _ABSENT) is not _ABSENT

    def __iter__(self) -> Iterator:
        defaults = self._history.defaults
        yield from defaults
        yield from (key for key in self._history.keys(self._step) if key not in defaults)


class Received(_Window):
    """Node → its slots as they were read. (Kept slot by slot: a node with many slots costs no more.)"""

    __slots__ = ("_slots", "_step", "_visited")

    def __init__(self, visited: History, slots: History, step: int):
        self._visited, self._slots, self._step = visited, slots, step

    def __getitem__(self, node: str) -> tuple[Value | None, ...]:
        count = self._visited.read(self._step, node)
        if count is None:
            raise KeyError(node)
        return tuple(self._slots.read(self._step, (node, slot)) for slot in range(count))

    def __iter__(self) -> Iterator[str]:
        return self._visited.keys(self._step)


class Freed(Set):
    """(node, name) of the values freed by a step."""

    __slots__ = ("_step", "_when")

    def __init__(self, when: dict[tuple[str, str], int], step: int):
        self._when, self._step = when, step

    @classmethod
    def _from_iterable(cls, items: Any) -> frozenset:
        return frozenset(items)

    def __contains__(self, pair: object) -> bool:
        return self._when.get(pair, self._step + 1) <= self._step

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (pair for pair, step in self._when.items() if step <= self._step)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(set(self)) if self else "set()"
