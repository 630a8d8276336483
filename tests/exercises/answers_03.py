"""Answers to lesson 03 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table

from autograd_lab.exercises import own_walk


def turn(*lines: str) -> str:
    """The recursion with these lines where a line is missing."""
    return own_walk.RECURSIVE.replace(
        "        ...  # now target does the same", "\n".join(f"        {x}" for x in lines)
    )


def walk(*lines: str, head: str = "", pop: str = "ready.pop()", count: str = own_walk.COUNT.strip()) -> str:
    """The walk with these lines where three are missing in the second loop, and ``count`` in the first one."""
    body = "\n".join(f"            {line}" for line in lines) + "\n"
    source = own_walk.STARTING.replace(own_walk.BLANK, body).replace("ready.pop()", pop)
    source = source.replace(own_walk.COUNT_BLANK, f"                {count}\n")
    return source.replace("    while ready:", f"    {head}\n    while ready:") if head else source


LESS, ADD = "owed[target] -= 1", "slot[target] = slot.get(target, 0) + message"
TURN = ("if owed[target] == 0:", "    ready.append(target)")
ALL = own_walk.changed
DEDENTED = walk(LESS, ADD).replace("    return slot", f"        {TURN[0]}\n        {TURN[1]}\n    return slot")
LEAF_TWICE = walk(LESS, ADD, "if not target.next_functions or owed[target] == 0:", TURN[1])
ONLY_LEAVES = "return {node: total for node, total in slot.items() if not node.next_functions}"
NAIVE = own_walk._recursive("""
def visit(node):
    sent = sends(node, slot[node])
    for target, message in sent:
        slot[target] = slot.get(target, 0) + message
    for target, _ in sent:
        visit(target)

visit(root)
""")

WRONG_VALUES = (
    Given("L3.P1", 6, ("not among the choices",), status="cannot read"),
    Given("L3.4", table("L3.4", y0="AccumulateGrad(z)", q1="AddBackward0"), ("Look again at y0 and q1",), "M17"),
    Given("L3.4", table("L3.4", y0="q"), ("Row y0: 'q' is not among the choices",), status="cannot read"),
    Given("L3.4", table("L3.4", q1=...), ("Still open: q1",), status="not answered yet"),
    Given("L3.2", table("L3.2", a=4, b=3), ("Look again at a and b",), "M16"),
    Given("L3.2", table("L3.2", b=None), ("b: None", "Compare b with")),
    Given("L3.2", table("L3.2", b=-1), ("Compare b with", "Each use of b brings one message")),
    Given("L3.2", [1, 3], ("Give a dict with",), status="cannot read"),
)

WRONG_CODE = (
    Given("L3.1", turn("slot[target] += message", "recursive(target, slot)"), ("counts twice in your slots",)),
    Given("L3.1", turn("recursive(target, slot[target])"), ("TypeError", "the dict of all slots")),
    Given("L3.1", turn("recurse(target, slot)"), ("NameError", "recurse")),
    Given("L3.1", turn("return"), ("none of its targets has run",)),
    Given("L3.1", turn("if target not in slot:", "    recursive(target, slot)"), ("its condition was never true",)),
    Given("L3.1", turn("if message > 0:", "    recursive(target, slot)"), ("where d is -0.5, your slot",)),
    Given("L3.1", turn("if message:", "    recursive(target, slot)"), ("where d is 0, your", "even if its message")),
    Given("L3.1", turn("recursive(target, slot[message])"), ("KeyError", "and the whole dict `slot`")),
    Given("L3.1", turn("target(message)"), ("not a Variable", "`sends` takes a number")),
    Given("L3.1", turn("slot[target] = sends(target, slot[target])"), ("makes a node send, and then",)),
    Given("L3.1", turn("sends(target, slot[target])"), ("your slot for `a` is empty", "discards what `sends` returns")),
    Given("L3.1", turn("recursive(target, slot)", "break"), ("the other targets never run",)),
    Given("L3.1", turn("recursive(target, dict(slot))"), ("Each of your calls has a dict of its own",)),
    Given("L3.3", NAIVE, ("the node of b runs more than once",), "M14"),
    Given("L3.3", walk(LESS, "slot.setdefault(target, message)", *TURN), ("must hold the sum",), "M9"),
    Given(
        "L3.3", walk(LESS, "slot[target] = slot.get(target, 1) * message", *TURN), ("equals only one of these",), "M9"
    ),
    Given("L3.3", walk(LESS, ADD, TURN[0], "    ready = [target]"), ("threw it out again before it ran",)),
    Given("L3.3", walk(LESS, ADD, TURN[0], "    ready.append((target, 0))"), ("KeyError", "This key is a pair")),
    Given("L3.3", walk(LESS, ADD, TURN[0], "    found.append(target)"), ("or the node went into another list",)),
    Given("L3.3", ALL("return slot", "return owed"), ("you return `owed`; the sums",)),
    Given("L3.3", DEDENTED, ("the leaf d runs again and again", "once for each node, or once for each message")),
    Given("L3.3", walk(LESS, ADD, *TURN, count="owed[target] = 1"), ("runs too early",), "M15"),
    Given("L3.3", walk(LESS, ADD, *TURN, count="pass"), ("its count in `owed` is -1", "began too low")),
    Given("L3.3", walk(LESS, ADD, *TURN, count="owed[node] += 1"), ("its count in `owed` is 1", "Which node's count")),
    Given("L3.3", walk(LESS, ADD, "if owed[target] == 1:", TURN[1]), ("the node of c has not run",)),
    Given(
        "L3.3",
        walk(LESS, ADD, *TURN, "return slot"),
        ("the node of c has not run. It is still in `ready`", "loop ended while a node was still ready"),
    ),
    Given(
        "L3.3",
        walk(ADD, "backward(target, message)"),
        ("has no entry for the leaf", "added to the dict that you return"),
        "M19",
    ),
    Given("L3.3", walk(LESS, "slot[target] += message", *TURN), ("KeyError", "Before its first message")),
    Given("L3.3", walk(LESS, "slot[target] = slot.get(target) + message", *TURN), ("`get` returns None",)),
    Given("L3.3", walk(LESS, "slot[node] += message", *TURN), ("Which line should have made it",)),
    Given("L3.3", walk("del owed[target]", ADD, *TURN), ("KeyError", "no count in `owed`")),
    Given("L3.3", walk(LESS, "slot.setdefault(target, []).append(message)", *TURN), ("`sends` takes one number",)),
    *(
        Given("L3.3", walk(LESS, ADD.replace("+ message", f"+ {other}"), *TURN), (f"the node of {where}",))
        for other, where in (
            ("int(message)", "d runs with 0"),
            ("abs(message)", "d runs with 0.25"),
            ("round(message, 2)", "c runs with 0.94"),
        )
    ),
    Given("L3.3", LEAF_TWICE, ("the leaf a runs more than once", "even a leaf"), "M14"),
    Given("L3.3", ALL("return slot", ONLY_LEAVES), ("has no entry for the node of c", "leaves included"), "M19"),
    Given("L3.3", walk(LESS, ADD, TURN[0], "    ready += target"), ("`append` puts a node into it",)),
    Given("L3.3", walk("owed -= 1", ADD, *TURN), ("`owed[target]` is one",)),
    Given("L3.3", walk(LESS, "slot[target] = slot.get(target, 1) + message", *TURN), ("the leaf d runs with 6",)),
    Given("L3.3", ALL("{root: seed}, [", "{root: 1}, ["), ("with seed 10", "the argument `seed`, whatever"), "S10"),
    Given("L3.3", ALL("if target is not None:", "if node:"), ("AttributeError", "no message is owed"), "M18"),
    Given("L3.3", walk(LESS, ADD, "..."), ("still a `...`",), status="not answered yet"),
    Given("L3.3", walk(LESS, ADD, *TURN, count="..."), ("still a `...`",), status="not answered yet"),
)

_KAHN = """
from autograd_lab.exercises.contrast import sends
from collections import Counter, deque


def backward(root, seed):
    edges = lambda node: [target for target, _ in node.next_functions if target is not None]
    seen, todo, owed = {root}, deque([root]), Counter()
    while todo:
        for target in edges(todo.popleft()):
            owed[target] += 1
            if target not in seen:
                seen.add(target)
                todo.append(target)
    total, ready = Counter({root: seed}), deque([root])
    while ready:
        node = ready.popleft()
        for target, message in sends(node, total[node]):
            total[target] += message
            owed[target] -= 1
            if not owed[target]:
                ready.append(target)
    return total
"""
_SORTED = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    order, seen = [], set()

    def build(node):
        if node not in seen:
            seen.add(node)
            for target, _ in node.next_functions:
                if target is not None:
                    build(target)
            order.append(node)

    build(root)
    slot = {node: 0.0 for node in order}
    slot[root] = seed
    for node in reversed(order):
        for target, message in sends(node, slot[node]):
            slot[target] += message
    return slot
"""
_NEWEST = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    slot, open_nodes = {root: seed}, {root}
    while open_nodes:
        node = max(open_nodes, key=lambda each: each._sequence_nr() if each.next_functions else -1)
        open_nodes.remove(node)
        for target, message in sends(node, slot[node]):
            slot[target] = slot.get(target, 0) + message
            open_nodes.add(target)
    return slot
"""
_LISTS = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    owed, found = {}, [root]
    for node in found:
        for target, _ in node.next_functions:
            if target is not None:
                found += [target] if target not in owed else []
                owed[target] = owed.get(target, 0) + 1
    heard, ready = {root: [seed]}, [root]
    while ready:
        node = ready.pop()
        for target, message in sends(node, sum(heard[node])):
            heard.setdefault(target, []).append(message)
            if len(heard[target]) == owed[target]:
                ready.append(target)
    return {node: sum(messages) for node, messages in heard.items()}
"""
_CALLED = """
import autograd_lab as al


def backward(root, seed):
    owed, found = {}, [root]
    for node in found:
        for target, _ in node.next_functions:
            if target is not None:
                if target not in owed:
                    found.append(target)
                owed[target] = owed.get(target, 0) + 1
    slot, ready = {root: al.tensor(seed)}, [root]
    while ready:
        node = ready.pop()
        if "AccumulateGrad" in node.name():
            continue
        for (target, _), message in zip(node.next_functions, node(slot[node])):
            if target is not None:
                slot[target] = slot.get(target, 0) + message
                owed[target] -= 1
                if owed[target] == 0:
                    ready.append(target)
    return slot
"""
_WAITING_RECURSION = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    owed, slot = {}, {root: seed}

    def count(node):
        for target, _ in node.next_functions:
            if target is not None:
                owed[target] = owed.get(target, 0) + 1
                if owed[target] == 1:
                    count(target)

    def visit(node):
        for target, message in sends(node, slot[node]):
            slot[target] = slot.get(target, 0) + message
            owed[target] -= 1
            if owed[target] == 0:
                visit(target)

    count(root)
    visit(root)
    return slot
"""

_STACK = """
from autograd_lab.exercises.contrast import sends


def recursive(node, slot):
    stack = [node]
    while stack:
        node = stack.pop()
        for target, message in sends(node, slot[node]):
            slot[target] = slot.get(target, 0) + message
            stack.append(target)
"""

RIGHT = (
    Given("L3.1", _STACK, ("Every node of the tree runs",)),
    Given("L3.P1", "c"),
    Given("L3.P2", "Smaller numbers"),
    Given("L3.P3", 15.0),
    Given("L3.P4", 1),
    Given("L3.4", ("AddBackward0", "AccumulateGrad(x)", None)),
    Given("L3.4", table("L3.4", w1="none", y0="addbackward0")),
    Given("L3.2", [1, 3, 2, 1]),
    Given("L3.2", table("L3.2", c=3.0)),
    Given("L3.1", own_walk.RECURSION),
    Given("L3.1", turn("if target.next_functions:", "    recursive(target, slot)")),
    Given("L3.1", turn("slot.update(slot)", "recursive(target, slot=slot)")),
    Given(
        "L3.1",
        "from autograd_lab.exercises.contrast import sends\n\n\ndef recursive(node, slot):\n"
        "    for target, message in sends(node, slot[node]):\n"
        "        slot[target] = slot.get(target, 0) + message\n        recursive(target, slot)\n",
    ),
    Given("L3.3", walk(LESS, ADD, *TURN)),
    Given("L3.3", walk(LESS, ADD, *TURN, pop="ready.pop(0)")),
    Given("L3.3", walk(ADD, LESS, "if not owed[target]:", "    ready.insert(0, target)")),
    Given("L3.3", walk(LESS, ADD, "ready += [target] * (owed[target] == 0)")),
    Given("L3.3", walk(LESS, ADD, "if owed[target] == 0 and target.next_functions:", TURN[1])),
    Given("L3.3", walk("slot.setdefault(target, 0)", "slot[target] += message", LESS, *TURN)),
    Given("L3.3", _KAHN),
    Given("L3.3", _SORTED),
    Given("L3.3", _NEWEST),
    Given("L3.3", _LISTS),
    Given("L3.3", _CALLED),
    Given("L3.3", _WAITING_RECURSION),
)
