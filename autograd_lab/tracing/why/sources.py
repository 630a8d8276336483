"""Whose messages meet above a gradient: which terms of the loss, or which uses of the tensor, sent how large ones.

How much of each is left in the gradient, no message says: below the place where they meet, parts of one may cancel.
"""

import ast
import math
from collections.abc import Iterable, Iterator

from ..telling.words import listed
from ..trace.events import BackwardStarted
from ..trace.nodes import reached
from .answer import kind_of, line_at, line_words
from .converged import rms
from .loss import LINEAR
from .paths import assigned_name

DEEP = 500
"""So many nodes above the tensor at most are looked at."""
MOST = 4
"""A sentence names at most so many sources."""


def source_words(trace, node: str, slot: int, k: int) -> str:
    """A sentence about the messages behind what event ``k`` added; "" if there is only one, or one line has sent all.

    The messages that meet first above the tensor are compared by their size. If each of them belongs to a term of the
    loss, the terms are named; otherwise the lines.
    """
    terms = _terms_above(trace, k)
    meetings = _meetings(trace, node, slot, k, list(terms.values()))
    shares: dict[str, float] = {}
    for source, size in dict.fromkeys(message for messages in meetings.values() for message in messages):
        of = [words for words, above in terms.items() if source in above]
        words = of[0] if len(of) == 1 and len(terms) > 1 else line_words(line_at(trace, source))
        shares[words] = shares.get(words, 0.0) + size
    total = sum(shares.values())
    if len(shares) < 2 or "" in shares or not (0 < total < math.inf):
        return ""
    parts = sorted(shares.items(), key=lambda item: -item[1])
    words = [f"{percent(size / total)} came from {name}" for name, size in parts[:MOST]]
    words += [f"{percent(sum(size for _, size in parts[MOST:]) / total)} from others"] * (len(parts) > MOST)
    text = f" Of the messages that meet at {_places(trace, meetings)}, by size, {listed(words)}"
    return f"{text}." if list(meetings) == [node] else f"{text}; further down, they may partly cancel."


def _places(trace, meetings: Iterable[str]) -> str:
    """``h, your line 7, `…`; z``: the first few nodes at which messages meet."""
    places = []
    for node in meetings:
        line = line_words(line_at(trace, node))
        places.append(", ".join(filter(None, [trace.name(node) or (not line and trace.label(node)), line])))
    places = list(dict.fromkeys(places))
    return "; ".join([*places[:MOST], *["…"] * (len(places) > MOST)])


def percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else f"{100 * share:.1g} %"


def _meetings(trace, node: str, slot: int, k: int, terms: list[set[str]]) -> dict[str, list[tuple[str, float]]]:
    """The nodes above the tensor where several messages meet first, with the sources and sizes of these.

    A message that several terms of the loss have a part in is replaced by those that met further up.
    """
    start = max((first for _, first, last in trace.backwards if first <= k <= last), default=0)
    at, found = _first_meeting(trace, node, slot, k, start)
    mixed = [source for source, _ in found if sum(source in above for above in terms) > 1]
    if not mixed or len(terms) < 2:
        return {at: found}
    pure, met, todo = {at: [one for one in found if one[0] not in mixed]}, set(), mixed
    while todo and len(met) < DEEP:
        source = todo.pop()
        if source in met:
            continue
        met.add(source)
        for one in range(trace.nodes[source].outputs):
            at, messages = _first_meeting(trace, source, one, k, start)
            for message in messages:
                shared = sum(message[0] in above for above in terms) > 1
                todo += [message[0]] * shared
                pure.setdefault(at, []).extend([message] * (not shared))
    return {at: messages for at, messages in pure.items() if messages}


def _first_meeting(trace, node: str, slot: int, k: int, start: int) -> tuple[str, list[tuple[str, float]]]:
    """The first place above the tensor where several messages meet, and the sources and sizes of these."""
    for _ in range(DEEP):
        arrivals = [trace.events[at] for at in trace.arrivals(k, node, slot) if at >= start]
        found = [(event.source, rms(event.message)) for event in arrivals if event.source and event.message is not None]
        if len(found) != 1:
            return node, found
        node, slot = found[0][0], 0
        filled = (slot for slot in range(trace.nodes[node].outputs) if trace.arrivals(k, node, slot))
        slot = next(filled, 0)
    return node, []


def _terms_above(trace, k: int) -> dict[str, set[str]]:
    """For each term of the loss, in words: the nodes that it leads to."""
    started = next(event for event in reversed(trace.events[: k + 1]) if isinstance(event, BackwardStarted))
    if len(started.roots) != 1:
        return {}
    root = started.roots[0].node
    nodes, line = [*_terms(trace, root)], line_at(trace, root)
    summands = _summands(line.text) if line else []
    words = [term_words(trace, node) for node in nodes]
    if len(nodes) == len(summands) > 1:  # a term of the loss's own line has no other name than the loss
        place = line_words(line).partition(", `")[0]
        for i, node in enumerate(nodes):
            if line_at(trace, node) == line and trace.name(_named(trace, node)) is None:
                words[i] = f"`{summands[i]}` ({place})"
    own = [one if words.count(one) == 1 else trace.label(node) for node, one in zip(nodes, words, strict=True)]
    return {one: {*reached(trace.nodes, [node])} for node, one in zip(nodes, own, strict=True)}


def _summands(text: str) -> list[str]:
    """``-a.mean()`` and ``0.5 * b`` for a line ``loss = -a.mean() + 0.5 * b``, or for one that calls its backward."""
    found: list[str] = []
    try:
        [statement] = ast.parse(text).body
    except (SyntaxError, ValueError):  # a part of a statement
        return found
    todo = [getattr(statement, "value", None)]
    while todo:
        match todo.pop():
            case ast.Call(func=ast.Attribute(value=inner, attr="backward")):
                todo.append(inner)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                todo += [right, left]
            case ast.expr() as part:
                found.append(ast.get_source_segment(text, part) or "")
    return found


def _terms(trace, node: str) -> Iterator[str]:
    """The nodes that a sum at the root adds up."""
    info = trace.nodes.get(node)
    edges = [edge for edge in info.edges if edge is not None] if info else []
    if edges and kind_of(info) in LINEAR:
        for edge in edges:
            yield from _terms(trace, edge.node)
    elif info:
        yield node


def term_words(trace, node: str) -> str:
    """``actor (line 44, `actor = …`)``: what the learner calls a loss, or a term of one."""
    named = _named(trace, node)
    line = line_at(trace, named)
    name, place = trace.name(named) or (line and assigned_name(line.text)), line_words(line)
    return f"{name} ({place})" if name and place else name or place or trace.label(node)


def _named(trace, node: str) -> str:
    """The node of a term, before it was multiplied by a number if it has a name there."""
    term, info = node, trace.nodes[node]
    while trace.name(term) is None and kind_of(info) in ("Mul", "Div") and not any(info.edges[1:]) and info.edges[0]:
        term = info.edges[0].node
        info = trace.nodes[term]
    return term if trace.name(term) else node
