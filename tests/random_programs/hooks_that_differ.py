"""Hooks and kept gradients: at which node they stand once a tensor or its graph is another one."""

import itertools
import re

from asking import TURNS, WRITES, before, has, in_ours, memory_of, named_in, replayed

HOOK = re.compile(r"\w+ = \w+\.register_hook\(")
HOOK_BEHIND = re.compile(r"\w+ = (\w+)\.grad_fn\.next_functions\[0\]\[0\]\.register_(pre)?hook\(")


def retained_before_detaching(program, one):
    """`detach_` ends `retains_grad`."""
    return one.field.endswith("retains_grad") and one.expected is True and has(program, one, "detach_()")


def retained_of_another(program, one):
    """`retain_grad` of a second output that is then written in place: PyTorch takes that of the first one along."""
    if ".grad" not in one.field:
        return False
    pairs = itertools.pairwise(replayed(program)[: one.place + 1])
    return any(
        item.retained_slot and name in after and (after[name].identity, after[name].retained_slot) == (item.identity, 0)
        for former, after in pairs
        for name, item in former.items()
    )


def joined_hooks(program, one):
    """A hook that joins an older one stands at the node of now; in PyTorch it goes with the older one."""
    refused = in_ours(one, "its base or another view of its base has been modified inplace")  # the node of now is
    if not (one.field.startswith("said") or ".grad" in one.field or in_ours(one, "hook '") or refused):
        return False
    hooked = [
        (place, item)
        for place, line in enumerate(before(program, one))
        if HOOK.match(line)
        for item in named_in(program, place)
    ]
    pairs = [pair for pair in itertools.combinations(hooked, 2) if pair[0][1].identity == pair[1][1].identity]
    if refused:
        return one.expected is None and any(end == one.place for _, (end, _) in pairs)
    return any(
        start in one.record["failed"] or moved(program, item.array, range(start, end))
        for (start, item), (end, _) in pairs
    )


def moved(program, array, places):
    """Was the memory of the array written to, or looked at otherwise, by one of these statements?"""
    lines = ((place, program.statements[place]) for place in places)
    changing = [named_in(program, place) for place, line in lines if TURNS.search(line) or WRITES.search(line)]
    return any(memory_of(array) is memory_of(item.array) for items in changing for item in items)


def hooks_stay_with_leaves(program, one):
    """The hooks of a leaf's node go with the leaf; in PyTorch they go with the graphs that lead to it."""
    if not (one.field.startswith("said") or ".grad" in one.field):
        return False
    found = [(place, HOOK_BEHIND.match(line)) for place, line in enumerate(before(program, one))]
    now = replayed(program)[one.place]
    hooked = [(replayed(program)[place].get(match[1]), now.get(match[1])) for place, match in found if match]
    return any(graph_is_gone(*pair) for pair in hooked)


def graph_is_gone(then, now):
    """Does a tensor hang elsewhere now, or nowhere?"""
    return (
        then is not None
        and then.node is not None
        and (now is None or (now.identity, now.node) != (then.identity, then.node))
    )


RULES = {
    retained_of_another: "`retain_grad` of a second output that is written in place",
    joined_hooks: "a hook that joins an older one",
    retained_before_detaching: "`detach_` ends `retains_grad`",
    hooks_stay_with_leaves: "hooks of a leaf's node stay with the leaf",
}
"""Rule: the difference in words."""
