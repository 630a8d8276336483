"""What lesson 03's last exercise is made of: the walk that a learner completes, and the graphs that it goes over."""

from .own_backward import Program

STARTING = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    owed, found = {}, [root]  # owed: messages that a node still waits for
    for node in found:
        for target, _ in node.next_functions:
            if target is not None:
                if target not in owed:
                    found.append(target)
                owed[target] = owed.get(target, 0) + 1
    slot, ready = {root: seed}, [root]
    while ready:
        node = ready.pop()
        for target, message in sends(node, slot[node]):
            # 1. one message less is owed to target
            # 2. the message goes into its slot
            # 3. is it target's turn now?
            ...
    return slot
"""

BLANK = """            # 1. one message less is owed to target
            # 2. the message goes into its slot
            # 3. is it target's turn now?
            ...
"""
FILLED = """            owed[target] -= 1
            slot[target] = slot.get(target, 0) + message
            if owed[target] == 0:
                ready.append(target)
"""
SOLUTION = STARTING.replace(BLANK, FILLED)
"""A backward pass that counts: a node's turn comes when nothing is owed to it any more."""


def _program(about: str, lines: str, **leaves: float) -> Program:
    return Program(about, lines, tuple(leaves.items()))


SEEDS = {"a constant, and the seed 10": 10.0}
"""What is handed over as the seed, where it is not 1."""
PROGRAMS = (
    _program("a tree", "c = a + b\ny = c * d", a=2, b=3, d=4),
    _program("a diamond", "b = a + a\ny = b + b", a=3),
    _program("two diamonds", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = e + f", a=2, b=3),
    _program("two diamonds, the last sum swapped", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = f + e", a=2, b=3),
    _program("a constant, and the seed 10", "c = a * 3\ny = c - 1", a=5),
    _program("a leaf used three times", "c = a * a\ny = c + a", a=4),
    _program("a short cut past two nodes", "c = a * b\nd = c * b\ne = d * c\ny = e + c", a=2, b=5),
)
"""From a tree, on which almost every walk is right, to graphs that tell the walks apart."""


def changed(right: str, wrong: str) -> str:
    """The solution with something else in the place of ``right``."""
    assert right in SOLUTION
    return SOLUTION.replace(right, wrong)


def _recursive(body: str) -> str:
    """Another walk altogether; ``body`` defines visit(node), and slot has the seed."""
    head = STARTING[: STARTING.index("    owed")].strip() + "\n    slot, seen = {root: seed}, set()\n"
    lines = "".join(f"    {line}\n" if line else "\n" for line in body.strip().splitlines())
    return f"\n{head}\n{lines}\n    return slot\n"


RECURSION = _recursive("""
def visit(node):
    sent = sends(node, slot[node])
    for target, message in sent:
        slot[target] = slot.get(target, 0) + message
    for target, _ in sent:
        visit(target)

visit(root)
""")
VISIT_ONCE = _recursive("""
def visit(node):
    seen.add(node)
    sent = sends(node, slot[node])
    for target, message in sent:
        slot[target] = slot.get(target, 0) + message
    for target, _ in sent:
        if target not in seen:
            visit(target)

visit(root)
""")
POST_ORDER = _recursive("""
def visit(node):
    seen.add(node)
    for target, _ in node.next_functions:
        if target is not None and target not in seen:
            visit(target)
    for target, message in sends(node, slot.get(node, 0)):
        slot[target] = slot.get(target, 0) + message

visit(root)
""")
EACH_PATH = _recursive("""
def visit(node, arrived):
    for target, message in sends(node, arrived):
        slot[target] = slot.get(target, 0) + message
        visit(target, message)

visit(root, seed)
""")
