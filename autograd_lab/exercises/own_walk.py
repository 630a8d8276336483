"""Lesson 03's last exercise: a learner completes a walk over a real graph; what each node runs with is judged."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..tracing.recording.values import number_text
from ..tracing.telling.words import counted
from .answer_code import Code
from .contrast import Watch
from .exercise import Exercise, Look
from .message import safe_repr
from .observing import Endless, Observed, Probe, Raised
from .plain import is_close, plain_numbers
from .walked_programs import Program, Sent

SAME = 1e-4
"""Numbers that differ by less than this are the same message."""
RIGHT, RIGHT_TOO = "right", "right, in another order"

STARTING = """
from autograd_lab.exercises.contrast import sends


def backward(root, seed):
    owed, found = {root: 0}, [root]  # owed: how many messages each node still waits for
    for node in found:  # the list grows while it is read
        for target, _ in node.next_functions:
            if target is not None:
                if target not in owed:
                    owed[target] = 0
                    found.append(target)
                ...  # 1. target is owed one more message

    slot, ready = {root: seed}, [root]  # slot: the sum of what each node has received
    while ready:
        node = ready.pop()
        for target, message in sends(node, slot[node]):
            ...  # 2. target is owed one message less
            ...  # 3. add the message to target's slot
            ...  # 4. can target run now?
    return slot
"""

COUNT_BLANK = "                ...  # 1. target is owed one more message\n"
COUNT = "                owed[target] += 1\n"
BLANK = """            ...  # 2. target is owed one message less
            ...  # 3. add the message to target's slot
            ...  # 4. can target run now?
"""
FILLED = """            owed[target] -= 1
            slot[target] = slot.get(target, 0) + message
            if owed[target] == 0:
                ready.append(target)
"""
SOLUTION = STARTING.replace(COUNT_BLANK, COUNT).replace(BLANK, FILLED)
"""A backward pass that counts: a node runs when it is owed nothing any more."""

SEEDS = {"a constant, and the seed 10": 10.0}
"""The seed of a program, where it is not 1."""
PROGRAMS = (
    Program.of("a tree", "c = a + b\ny = c * d", a=2, b=3, d=4),
    Program.of("a diamond", "b = a + a\ny = b + b", a=3),
    Program.of("two diamonds", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = e + f", a=2, b=3),
    Program.of("two diamonds, the last sum swapped", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = f + e", a=2, b=3),
    Program.of("a constant, and the seed 10", "c = a * 3\ny = c - 1", a=5),
    Program.of("a leaf used three times", "c = a * a\ny = c + a", a=4),
    Program.of("a short cut past two nodes", "c = a * b\nd = c * b\ne = d * c\ny = e + c", a=2, b=5),
    Program.of("ten doublings", "y = a + a" + "\ny = y + y" * 9, a=3),
)
"""From a tree, on which almost every walk is right, to graphs that tell the walks apart; the last has 1,024 paths."""


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


Ran = Sequence[tuple[str, float | None]]


@dataclass(frozen=True)
class Fault:
    """The first difference: its ``kind``, the words for it, and the node ("": none) where it shows."""

    kind: str
    text: str
    place: str


class Runs:
    """The runs of a learner's walk over one program. Leaves send nothing; whether they run does not count.

    Any order is right in which a node runs once, after it has heard everything. A cause is named only where the runs
    show it: what a node ran with, and what had been sent to it by then.
    """

    def __init__(self, program: Program, seed: float) -> None:
        self.program, self.seed, self.root = program, seed, program.messages[0].sender
        self.heard: defaultdict[str, list[float]] = defaultdict(list)
        """What each node has been sent so far."""

    def owed(self, node: str) -> list[Sent]:
        """The engine's messages to this node."""
        return [each for each in self.program.messages if each.target == node]

    @cached_property
    def _out(self) -> dict[str, list[Sent]]:
        """The engine's messages by sender."""
        found: dict[str, list[Sent]] = {}
        for each in self.program.messages:
            found.setdefault(each.sender, []).append(each)
        return found

    def in_engine_order(self, ran: Ran) -> bool:
        """Whether nodes ran one after the other as the engine's did."""
        return [node for node, _ in ran if node in self._out] == list(self._out)

    # ----- runs ---------------------------------------------------------------------------------------------------
    def fault(self, ran: Ran) -> Fault | None:
        """The first run that is wrong, or a node that never ran."""
        ran = [each for each in ran if each[0] in self._out]
        if not all(isinstance(received, float) for _, received in ran):
            return Fault("shape", "a node runs with something that isn't a number.", "")
        for place, (node, received) in enumerate(ran):
            kind = self._kind(ran, place)
            if kind:
                return Fault(kind, self._words(node, received, kind), node)
            for each in self._out[node]:
                self.heard[each.target].append(received * each.slope)
        missing = [node for node in self._out if node not in dict(ran)]
        if missing:
            runs, where = counted(len(ran), "run"), self.program.place_of(missing[0])
            return Fault("never", f"after {runs} your walk is over, and {where} has not run.", missing[0])
        return None

    def _kind(self, ran: Ran, place: int) -> str:
        """The kind of fault of one run, or "". A first run that is too early is told by whether the node runs again."""
        node, received = ran[place]
        again = any(other == node for other, _ in ran[place + 1 :])
        if any(other == node for other, _ in ran[:place]):
            return "again"
        if node == self.root:
            return "root again" if again else "" if is_close(received, self.seed, SAME) else "seed"
        heard = self.heard[node]
        if len(heard) < len(self.owed(node)):
            if not heard and is_close(received, 0.0):
                return "before any"
            return (self._several(ran, node) if again else "early") if heard else "number"
        if is_close(received, sum(heard), SAME):
            return "again" if again else ""
        if any(is_close(received, one, SAME) for one in heard):
            return self._several(ran, node) if again else "one"
        return "number"

    def _several(self, ran: Ran, node: str) -> str:
        """A node that runs several times: with each message by itself, or with what has gathered."""
        mine = sorted(received for other, received in ran if other == node)
        whole = sum(each.value for each in self.owed(node)) * self.seed
        alone = len(mine) >= len(self.owed(node)) and is_close(sum(mine), whole, SAME)
        return "each alone" if alone else "again"

    def _words(self, node: str, received: float, kind: str) -> str:
        """What the learner's walk did there, in a sentence; never what would be right."""
        heard, owed = len(self.heard[node]), len(self.owed(node))
        where, amount = self.program.place_of(node), number_text(received)
        if kind in ("again", "root again"):
            return f"{where} runs more than once."
        if kind == "each alone":
            return f"{where} runs once for each message, with that message alone."
        if kind in ("early", "before any"):
            return f"{where} runs when it has received {heard} of the {counted(owed, 'message')} that it is owed."
        if kind == "seed":
            return f"your walk starts with {amount}, and {number_text(self.seed)} was handed over as the seed."
        return f"{where} runs with {amount}; the messages to it add up to something else."

    # ----- leaves -------------------------------------------------------------------------------------------------
    def leaf_fault(self, gathered: Any) -> Fault | None:
        """The first leaf whose sum is not there, or is another number."""
        if not isinstance(gathered, Mapping):
            return Fault("shape", f"your backward returned {safe_repr(gathered)}; it should return a dict.", "")
        for leaf in dict.fromkeys(each.target for each in self.program.messages if each.target not in self._out):
            where, have = self.program.place_of(leaf), plain_numbers(gathered.get(leaf))
            if have is None:
                return Fault("no leaf", f"what you return has no entry for the leaf {where}.", leaf)
            if isinstance(have, bool) or not isinstance(have, int | float):
                return Fault("shape", f"for the leaf {where} you return {safe_repr(have)}, which isn't a number.", leaf)
            heard = self.heard[leaf]
            if not is_close(have, sum(heard), SAME):
                kind = "one" if any(is_close(have, one, SAME) for one in heard) else "number"
                return Fault(
                    kind,
                    f"for the leaf {where} your slot has {number_text(have)}, which isn't the sum of its messages.",
                    leaf,
                )
        return None


@dataclass(frozen=True)
class OwnWalk(Code):
    """A function ``backward(root, seed)`` that returns what it gathered at each node.

    It is right when, on every program, each node runs once with all that it is owed, and the leaves have their sums.
    Its result on a program is None (no node ran), praise, or the parts of a `Fault`. It makes the same mistake as a
    known wrong version when its first difference is of the same kind.
    """

    probes: tuple[Probe, ...] = field(default_factory=lambda: tuple(map(_probe, PROGRAMS)))
    nothing: str = "Your backward ran no node. Does it call `sends`, and does it return slot?"

    def same(self, given: Observed, target: Observed | str) -> bool:
        if isinstance(target, str):
            target = self.expected if target == self.solution else self.observe_source(target)
        kind = self._kind_of(given)
        return kind == self._kind_of(target) and kind not in _UNEXPLAINED

    def detail(self, given: Observed, target: Any) -> str:
        """What differs first, and in which program; and what an exception means where that is plain."""
        found = self.first_fault(given)
        if found is None:
            return ""
        program, fault = found
        where = f"On {program.about} ({program})"
        if isinstance(fault, Fault):
            return f"{where}: {fault.text}"
        if isinstance(fault, Endless):
            return f"{where} {fault}"
        return f"{where} your code raised {fault}. {_meaning(fault)}".removesuffix(". ")

    def remark(self, given: Observed) -> str:
        """Said with a right answer whose order is not the engine's."""
        other = RIGHT_TOO in given.results.values()
        return "Your nodes ran in another order than the engine's, which is right, too." if other else ""

    def first_fault(self, given: Observed) -> tuple[Program, Fault | Raised | Endless] | None:
        """The first program on which something differs, and what."""
        for program in PROGRAMS:
            result = given.results.get(program.about)
            if isinstance(result, Raised | Endless):
                return program, result
            if isinstance(result, list):
                return program, Fault(*result)
            if result is None:
                return program, Fault("never", "no node ran.", "")
        return None

    def _kind_of(self, given: Observed) -> str:
        """The kind of the first difference; of an exception, what it is about where that is plain."""
        program, fault = self.first_fault(given) or (None, None)
        if isinstance(fault, Raised):
            return "hole" if "NoneType" in fault.text and "constant" in program.about else "raised"
        return RIGHT if fault is None else "endless" if isinstance(fault, Endless) else fault.kind

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise about the program in which something differs first, and about the node at which it does."""
        program, fault = self.first_fault(given) or (PROGRAMS[-1], None)
        at = Look("DependenciesCounted")
        if isinstance(fault, Fault) and fault.place:
            leaf = program.trace.nodes[fault.place].kind == "leaf"
            at = Look("GradAccumulated" if leaf else "RuleApplied", program.trace.label(fault.place))
        return replace(exercise, trace=program.trace, look=at)

    def failed(self, given: Observed) -> bool:
        """An exception, or a walk without end: no step of a trace can be compared with it."""
        found = self.first_fault(given)
        return found is not None and isinstance(found[1], Raised | Endless)


_UNEXPLAINED = ("shape", "raised", "endless")
"""Kinds of faults that do not tell which mistake was made."""


def _probe(program: Program) -> Probe:
    return Probe(program.about, lambda backward: {program.about: judged(backward, program)})


def judged(backward: Any, program: Program) -> str | list | None:
    """What ``backward`` does on one program, as a probe notes it."""
    root, seed = program.run()["y"], SEEDS.get(program.about, 1.0)
    watch = Watch(program.ids(root))
    gathered = backward(watch.of(root.grad_fn), seed)
    if not watch.ran:
        return None
    runs = Runs(program, seed)
    fault = runs.fault(watch.ran) or runs.leaf_fault(_by_id(gathered, watch))
    if fault is not None:
        return [fault.kind, fault.text, fault.place]
    return RIGHT if runs.in_engine_order(watch.ran) else RIGHT_TOO


def _by_id(gathered: Any, watch: Watch) -> Any:
    """The dict that was returned, with the trace's names for the nodes; anything else as it is."""
    if not isinstance(gathered, Mapping):
        return gathered
    known = {id(watched): watch.ids[node] for node, watched in watch.seen.items()}
    return {known[id(key)]: value for key, value in gathered.items() if id(key) in known}


def _meaning(raised: Raised) -> str:
    """What an exception says of the learner's line, or ""."""
    for kind, text, where, meaning in _MEANINGS:
        if raised.type == kind and text in raised.text and where in raised.where:
            return meaning
    return ""


_NO_ENTRY = "Before its first message a node has no entry in `slot`"
_MEANINGS = (
    ("KeyError", "", "slot[target]", f"{_NO_ENTRY}."),
    ("TypeError", "NoneType", "slot.get(target)", f"{_NO_ENTRY}, and then `get` returns None."),
    ("KeyError", "", "slot[node]", "What `ready` gave has no entry in `slot`. Is it the node that received?"),
    (
        "KeyError",
        "",
        "owed[target]",
        "This node has no count in `owed`. Each count stays there until the end.",
    ),
    ("TypeError", "not iterable", "ready", "`ready` is a list: `append` puts a node into it."),
    ("TypeError", "'dict'", "owed", "`owed` has all the counts; `owed[target]` is one."),
    ("RecursionError", "", "", "A function calls itself for ever: does it get nearer to the leaves each time?"),
)
"""Exception, part of its text, part of the line → what it means."""
