"""What is written on a closed group of nodes: what a learner would call it, and how much is in it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ...tracing.origins import ModuleCall
from ...tracing.trace import Trace
from .levels import Level, functions_of, modules_of

KINDS = 2
"""Kinds of nodes that a joined box names: those that are rarest in the whole graph say most about it."""


class Titles:
    """Titles and lines of the boxes of one trace."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self._kinds = Counter(info.name for info in trace.nodes.values())

    def title(self, level: Level, around: str = "") -> str:
        """``net.0``, ``cell (20)``, ``line 7``, ``lines 7–9 (20)``, ``net.0 … net.4``, ``Tanh, Mul …``.

        In the module ``around`` it, a part of it is told from there: ``.0`` in ``net``.
        """
        if level.call:
            return _named(level.call, around)
        if level.lines or level.number:
            return _counted(self._made(level), level.number)
        members = [*_members(level)]
        calls = [call for item in members if (call := self._call(item, level.depth))]
        if len(set(calls)) > 1:
            return f"{_named(calls[-1], around)} … {_named(calls[0], around)}"
        passes = [item for item in members if isinstance(item, Level) and item.number]
        if len(passes) > 1:
            return f"{self._made(passes[-1])} ({passes[-1].number} … {passes[0].number})"
        return self._made(level)

    def lines(self, level: Level, nodes: Sequence[str]) -> tuple[str, ...]:
        """Below the title: the module's class or the learner's code, and the number of nodes or the only one's name."""
        count = f"{len(nodes):,} node{'s' * (len(nodes) != 1)}"
        if level.call:
            alone = len(nodes) == 1
            return (level.call.kind, self._trace.label(nodes[0])) if alone else (f"{level.call.kind}, {count}",)
        if len(level.lines) == 1 and level.lines[0].text:
            return (level.lines[0].text, count)
        numbers = [self._trace.nodes[node].number for node in functions_of(level)]
        is_named = level.number or level.lines or len(numbers) < 2
        return (count if is_named else f"{count}, #{numbers[-1]} … #{numbers[0]}",)

    def _call(self, item: str | Level, depth: int) -> ModuleCall | None:
        """The module that a member is, or stands for."""
        if isinstance(item, Level):
            return item.call
        return next(iter(modules_of(self._trace, item)[depth:]), None)

    def _made(self, level: Level) -> str:
        """The lines that made it; or the rarest kinds of its functions, in the order in which the engine takes them."""
        if level.lines:
            first, last = level.lines[0].number, level.lines[-1].number
            return f"line {first}" if first == last else f"lines {first}–{last}"
        names = dict.fromkeys(self._trace.nodes[node].name for node in functions_of(level))
        rarest = sorted(names, key=lambda name: self._kinds[name])[:KINDS]
        words = ", ".join(re.sub(r"Backward\d*$", "", name) for name in names if name in rarest)
        return f"{words} …" if len(names) > KINDS else words


def _members(level: Level) -> Iterator[str | Level]:
    """The members of a joined level; of one among them that is joined, too, its members."""
    waiting: list[str | Level] = [level]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Level) and not (item.call or item.lines or item.number):
            waiting += reversed(item.items)
        else:
            yield item


def _named(call: ModuleCall, around: str) -> str:
    is_part = around and call.name.startswith(f"{around}.")
    return _counted(call.name.removeprefix(around) if is_part else call.name, call.call)


def _counted(name: str, number: int) -> str:
    """With the number of the call or pass, where it is not the first."""
    return f"{name} ({number})" if number > 1 else name
