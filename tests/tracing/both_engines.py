"""One program on both engines: two traces, and where they differ.

Nodes are compared by their rank in the order of creation, since each engine counts on its own. Two things differ on
purpose: PyTorch does not show what a result was before it was summed down (``GradReduced``), and not every value of an
operation that its functions hide.
"""

import math
from dataclasses import fields, is_dataclass, replace

from autograd_lab.tracing import events as ev

RTOL = 1e-4


def differences(ours, theirs, rtol=RTOL):
    """In words, where the two traces part; an empty list if they tell the same."""
    one, two = _comparable(ours), _comparable(theirs)
    kinds = [[event.kind for event in events] for events in (one, two)]
    found = []
    for k, (first, second) in enumerate(zip(one, two, strict=False)):
        if first.kind != second.kind:
            found.append(f"event {k}: {_brief(first)} | {_brief(second)}")
            break
        found += [f"event {k} {first.kind}{where}: {a} | {b}" for where, a, b in _differing(first, second, "", rtol)]
    if not found and len(one) != len(two):
        found.append(f"{len(one)} events | {len(two)}: {(kinds[0] + [''])[len(two) :][:3]} {kinds[1][len(one) :][:3]}")
    return found


def _brief(event):
    return f"{event.kind} {getattr(event, 'node', getattr(event, 'target', ''))!r:.60}"


def _comparable(trace):
    """The events with nodes called by rank, results as they were after the summing, and values that both show."""
    names = {}
    for letters, new in (("nt", "n"), ("a", "a")):
        old = sorted((node for node in _mentioned(trace) if node[0] in letters), key=lambda node: int(node[1:]))
        names |= {node: f"{new}{rank}" for rank, node in enumerate(old, start=1)}
    events, rules = [], {}
    for event in trace.events:
        if isinstance(event, ev.BackwardStarted) and event.create_graph:
            break
        if isinstance(event, ev.ValueSaved) and not event.saved.frees:
            continue
        if isinstance(event, ev.GradReduced):
            place = rules[event.node]
            results = list(events[place].results)
            results[event.index] = event.after
            events[place] = replace(events[place], results=tuple(results))
            continue
        if isinstance(event, ev.RuleApplied):
            rules[event.node] = len(events)
        events.append(event)
    return [_renamed(event, names) for event in events]


def _mentioned(trace):
    edges = {edge.node for info in trace.nodes.values() for edge in info.edges if edge}
    return edges | trace.nodes.keys()


def _renamed(item, names):
    if isinstance(item, ev.NodeInfo):
        node = names[item.id]
        return replace(item, id=node, number=int(node[1:]), edges=_renamed(item.edges, names), rules=(), source="")
    if is_dataclass(item) and not isinstance(item, ev.Value | ev.SavedInfo):
        changes = {f.name: _renamed(getattr(item, f.name), names) for f in fields(item) if f.name != "derived"}
        return replace(item, derived=False, **changes) if isinstance(item, ev.Event) else replace(item, **changes)
    if isinstance(item, tuple):
        return tuple(_renamed(part, names) for part in item)
    return names.get(item, item) if isinstance(item, str) else item


def _differing(one, two, where, rtol):
    """(where, one, two) for all that differs inside."""
    if isinstance(one, ev.Value) and isinstance(two, ev.Value):
        return [] if _close(one, two, rtol) else [(where, one, two)]
    if isinstance(one, ev.OpRecorded) and isinstance(two, ev.OpRecorded):
        seen = min(len(one.values), len(two.values))
        one, two = replace(one, values=one.values[:seen]), replace(two, values=two.values[:seen])
    if isinstance(one, ev.ErrorRaised) and isinstance(two, ev.ErrorRaised):
        same = one.type == two.type and one.node == two.node and one.message.startswith(two.message.strip()[:60])
        return [] if same else [(where, one, two)]
    if isinstance(one, ev.NodeInfo) and isinstance(two, ev.NodeInfo):
        one, two = _in_common(one, two)
    if isinstance(one, ev.SavedInfo) and isinstance(two, ev.SavedInfo):
        one, two = (replace(item, text=_number(item.text), version=0) for item in (one, two))
        if "changed in place" in two.text:  # PyTorch does not hand it out any more
            return []
    if isinstance(one, ev.HookCalled) and two.name in ("inner_hook", "append"):  # PyTorch's own: of multi_grad_hook
        one = replace(one, name=two.name)
    if is_dataclass(one) and type(one) is type(two):
        parts = [(f".{f.name}", getattr(one, f.name), getattr(two, f.name)) for f in fields(one)]
        return [d for name, a, b in parts for d in _differing(a, b, where + name, rtol)]
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        pairs = enumerate(zip(one, two, strict=True))
        return [d for i, (a, b) in pairs for d in _differing(a, b, f"{where}[{i}]", rtol)]
    return [] if one == two else [(where, one, two)]


def _in_common(one, two):
    """Settings that only one of the two notes, such as sizes, and names of inputs that PyTorch does not tell."""
    names = [{item.name for item in info.saved if not item.frees} for info in (one, two)]
    known = [bool(name) for name in two.inputs]

    def cut(info):
        saved = [item for item in info.saved if item.frees or item.name in names[0] & names[1]]
        inputs = [name if known[place : place + 1] == [True] else "" for place, name in enumerate(info.inputs)]
        return replace(info, saved=tuple(sorted(saved, key=lambda item: item.name)), inputs=tuple(inputs))

    return cut(one), cut(two)


def _number(text):
    try:
        return str(float(text))
    except ValueError:
        return text


def _close(one, two, rtol):
    if (one.shape, one.dtype) != (two.shape, two.dtype):
        return False
    if one.items is None or two.items is None:
        pairs = [(one.summary.norm, two.summary.norm), (one.summary.mean, two.summary.mean)]
    else:
        pairs = list(zip(one.items, two.items, strict=True))
    largest = max((abs(a) for a, _ in pairs if math.isfinite(a)), default=0.0)
    return all(_same(a, b, rtol, largest) for a, b in pairs)


def _same(a, b, rtol, largest):
    return a == b or (a != a and b != b) or abs(a - b) <= rtol * max(abs(a), abs(b)) + rtol * 1e-2 * largest + 1e-7
