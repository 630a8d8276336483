"""How a large graph is cut into levels: calls of modules, passes of a loop, lines of the learner's, and what is left.

Modules come first, since the learner named them. If a level still has too many members to take in, the passes of a loop
become members, or the functions that one line made. What is still too long is cut into equal parts.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import eq

from ...tracing.recording.source_lines import Line, ModuleCall
from ...tracing.trace.trace import Trace

DEEP, MANY = 16, 30
"""So many members may stand in a row, and so many in all, before a level is cut;"""
LOOP = 12
"""and so many, before the passes of a loop become members."""
WIDE = 12
"""So many passes may stand beside each other, as the steps of a training do: more leave no room for one that opens."""
PARTS = 10
"""So many equal parts a level is cut into, about."""
NESTED = 40
"""Modules nested deeper than this are not distinguished."""
SHORTEST_PASS, LONGEST_PASS = 4, 60
"""The pass of a loop has so many functions at least, and so many members at most."""
REPEATS = 0.8
"""A level is a loop where so much of it is the same one pass later."""

Call = ModuleCall


@dataclass(eq=False)
class Level:
    """A group that is being made: a ``call`` of a module, what some ``lines`` made, or members that were joined.

    ``number`` is that of the pass of a loop, from 1; ``depth`` says in how many modules the members were made.
    ``owner`` is the module of which there are only parameters in it (see `parameter_boxes`).
    """

    call: Call | None = None
    lines: tuple[Line, ...] = ()
    number: int = 0
    depth: int = 0
    items: "list[str | Level]" = field(default_factory=list)
    owner: str = ""


def levels_of(trace: Trace, functions: Sequence[str]) -> Level:
    """The levels of all ``functions``, which stand in the engine's order: each level is an interval of it."""
    root = _by_modules(trace, functions)
    _split(root, trace)
    return root


def is_long(trace: Trace, functions: Sequence[str]) -> bool:
    """Whether more of these stand in a row than an eye takes in."""
    return max(_ranks(Level(items=[*functions]), trace), default=0) >= DEEP


# ----- modules --------------------------------------------------------------------------------------------------------
def _by_modules(trace: Trace, functions: Sequence[str]) -> Level:
    root = Level()
    open_levels = [root]
    for node, path in zip(functions, _paths(trace, functions), strict=True):
        held = [level.call for level in open_levels[1:]]
        pairs = enumerate(zip(held, path, strict=False))
        same = next((i for i, (one, other) in pairs if one != other), min(len(held), len(path)))
        del open_levels[same + 1 :]
        for call in path[same:]:
            level = Level(call, depth=len(open_levels))
            open_levels[-1].items.append(level)
            open_levels.append(level)
        open_levels[-1].items.append(node)
    _drop_single(root, trace)
    return root


def _paths(trace: Trace, functions: Sequence[str]) -> list[tuple[Call, ...]]:
    """The modules of each function. A function without any belongs to the modules that both its neighbours share."""
    known = [modules_of(trace, node) for node in functions]
    before: list[tuple[Call, ...]] = []
    for paths in (known, known[::-1]):
        latest: tuple[Call, ...] = ()
        column = []
        for path in paths:
            column.append(latest)
            latest = path or latest
        before.append(tuple(column))
    around = zip(known, before[0], before[1][::-1], strict=True)
    return [path or _shared(newer, older) for path, newer, older in around]


def modules_of(trace: Trace, node: str) -> tuple[Call, ...]:
    """The calls of modules that a function was made in, the outermost first."""
    return trace.origins[node].modules[:NESTED] if node in trace.origins else ()


def _shared(one: tuple[Call, ...], other: tuple[Call, ...]) -> tuple[Call, ...]:
    same = [a for a, b in zip(one, other, strict=False) if a == b]
    return tuple(same) if list(one[: len(same)]) == same else ()


def _drop_single(root: Level, trace: Trace) -> None:
    """A level with a single member is that member; a root that holds one level alone is that level."""
    own = _leaves_of_one(trace)
    for level in reversed(_levels(root)):
        level.items = [_alone(item, trace, own) for item in level.items]
    while len(root.items) == 1 and isinstance(root.items[0], Level) and len(root.items[0].items) > 1:
        root.items, root.depth = root.items[0].items, root.items[0].depth


def _alone(item: "str | Level", trace: Trace, own: set[str]) -> "str | Level":
    """A module's only function represents the module, unless it has parameters or another name than the module."""
    if isinstance(item, str) or len(item.items) > 1:
        return item
    (only,) = item.items
    if isinstance(only, str) and item.call:
        tells = trace.nodes[only].name.lower().startswith(item.call.kind.lower())  # ReluBackward0 that it is a ReLU
        return only if tells and only not in own else item
    return only


def _leaves_of_one(trace: Trace) -> set[str]:
    """The functions that alone use some leaf."""
    return {node for found in users_of_leaves(trace).values() if len(found) == 1 for node in found}


def users_of_leaves(trace: Trace) -> dict[str, set[str]]:
    """The functions that use each leaf."""
    users: dict[str, set[str]] = {}
    for node, info in trace.nodes.items():
        for edge in info.edges:
            if edge and edge.node in trace.nodes and trace.nodes[edge.node].kind == "leaf":
                users.setdefault(edge.node, set()).add(node)
    return users


def _levels(root: Level) -> list[Level]:
    """All levels, outer ones first."""
    found = [root]
    for level in found:  # grows while it is read
        found += [item for item in level.items if isinstance(item, Level)]
    return found


# ----- levels that are too full ---------------------------------------------------------------------------------------
def _split(root: Level, trace: Trace) -> None:
    waiting = [root]
    while waiting:
        level = waiting.pop()
        if len(level.items) > LOOP:
            level.items = _passes(level, trace)
        for joined in (_lines, _parts):
            ranks = _ranks(level, trace)
            if len(level.items) <= MANY and max(ranks, default=0) < DEEP and _width(level, ranks) <= WIDE:
                break
            level.items = joined(level, trace)
        waiting += [item for item in level.items if isinstance(item, Level)]


def _passes(level: Level, trace: Trace) -> "list[str | Level]":
    """With a member for each pass of a loop, where the level is one."""
    items, has_lines = level.items, _has_several_lines(level, trace)
    signs = [_sign(item, trace) for item in items]
    length = next((n for n in range(2, min(len(items) // 2, LONGEST_PASS) + 1) if _repeats(signs, n)), 0)
    if not length or sum(len([*functions_of(item)]) for item in items[-length:]) < SHORTEST_PASS:
        return items
    start = next(i for i in range(len(items)) if signs[i : i + length] == signs[i + length : i + 2 * length])
    start += _newest(signs[start : start + length])
    end = start + length
    while signs[end : end + length] == signs[start : start + length]:
        end += length
    cuts = range(start, end + 1, length)
    passes = [
        Level(None, _lines_of(items[a:b], trace) if has_lines else (), len(cuts) - i, level.depth, items[a:b])
        for i, (a, b) in enumerate(pairwise(cuts), 1)
    ]
    return [*items[:start], *passes, *items[end:]]


def _has_several_lines(level: Level, trace: Trace) -> bool:
    """Whether several lines made these members. (A library's module does all its work on one line of the learner's.)"""
    return len(_lines_of(level.items, trace)) > 1


def _sign(item: "str | Level", trace: Trace) -> tuple[int, str]:
    """What all passes have in common: the number of the line (0: not known) and the name of the call."""
    if isinstance(item, str):
        line = _line(item, trace)
        return (line.number if line else 0), trace.nodes[item].name
    return 0, item.call.name if item.call else ""


def _repeats(signs: Sequence[tuple[int, str]], length: int) -> bool:
    """Whether this is a loop with passes of this length."""
    if len(set(signs[-length:])) == 1:
        return False
    return sum(map(eq, signs, signs[length:])) >= REPEATS * (len(signs) - length)


def _newest(signs: Sequence[tuple[int, str]]) -> int:
    """Which member of a pass was made last: one of the lowest line, after one of another line."""
    last = max(line for line, _ in signs)
    return next((i for i, (line, _) in enumerate(signs) if line == last != signs[i - 1][0]), 0)


def _lines(level: Level, trace: Trace) -> "list[str | Level]":
    """With one member for the functions that one line made one after the other."""
    joined: list[str | Level] = []
    if not _has_several_lines(level, trace):
        return level.items
    for line, run in groupby(level.items, lambda item: _line(item, trace) if isinstance(item, str) else None):
        items = [*run]
        if line is None or len(items) == 1:
            joined += items
        else:
            joined.append(Level(None, (line,), 0, level.depth, items))
    return joined


def _parts(level: Level, trace: Trace) -> "list[str | Level]":
    """In parts of equal length."""
    count = len(level.items)
    nested = max(math.ceil(math.log(count, PARTS)), 2)
    cuts = [*range(0, count, math.ceil(count ** ((nested - 1) / nested))), count]
    joined = [Level(depth=level.depth, items=level.items[a:b]) for a, b in pairwise(cuts)]
    return [one if len(one.items) > 1 else one.items[0] for one in joined]


def _line(node: str, trace: Trace) -> Line | None:
    return trace.origins[node].line if node in trace.origins else None


def _lines_of(items: Sequence["str | Level"], trace: Trace) -> tuple[Line, ...]:
    """The lines that made these functions, each once and by number."""
    found = {line for item in items if isinstance(item, str) and (line := _line(item, trace))}
    return tuple(sorted(found, key=lambda line: line.number))


def _width(level: Level, ranks: Sequence[int]) -> int:
    """How many passes of a loop stand beside each other."""
    beside = Counter(
        rank for item, rank in zip(level.items, ranks, strict=True) if isinstance(item, Level) and item.number
    )
    return max(beside.values(), default=0)


def _ranks(level: Level, trace: Trace) -> list[int]:
    """How many members of a level stand before each member, in a row that leads to it."""
    place: dict[str, int] = {}
    for i, item in enumerate(level.items):
        for node in functions_of(item):
            place[node] = i
    rank = [0] * len(level.items)
    for node, i in place.items():  # users first: ranks of all who lead here are known
        for edge in trace.nodes[node].edges:
            j = place.get(edge.node, i) if edge else i
            if j != i:
                rank[j] = max(rank[j], rank[i] + 1)
    return rank


def functions_of(item: "str | Level") -> Iterator[str]:
    """The functions in a member, at any depth, in the engine's order."""
    waiting = [item]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Level):
            waiting += reversed(found.items)
        else:
            yield found
