"""Lesson 03's code: a learner completes a recursion and a walk over real graphs; what each node runs with is judged."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..tracing.recording.program_run import locals_at_return
from ..tracing.recording.values import number_text
from ..tracing.telling.words import counted
from .answer_code import Code, Diagnosis, Probe
from .contrast import Program, Watch
from .exercise import Look
from .message import safe_repr
from .observing import Endless, Observed, Raised
from .plain import Words, is_close, plain_numbers
from .time_limit import TooLongError

# ----- a recursion, over trees, where it is right ---------------------------------------------------------------------
RECURSIVE = """
from autograd_lab.exercises.contrast import sends


def recursive(node, slot):
    messages = sends(node, slot[node])
    for target, message in messages:
        slot[target] = slot.get(target, 0) + message
    for target, message in messages:
        ...  # now target does the same
"""
RECURSION = RECURSIVE.replace("...  # now target does the same", "recursive(target, slot)")
TREES = (
    Program("e = (a + b) * d", "c = a + b\ny = c * d", a=2, b=3, d=4),
    Program("y = d * (a * b + c)", "p = a * b\nq = p + c\ny = d * q", a=2, b=3, c=5, d=7),
    Program("e = (a + b) * d, where d is -0.5", "c = a + b\ny = c * d", a=2, b=3, d=-0.5),
    Program("e = (a + b) * d, where d is 0", "c = a + b\ny = c * d", a=2, b=3, d=0),
)
RUNS = "{}: nodes that sent"


def _on_tree(program: Program) -> Probe:
    """What a recursion leaves at each leaf of a tree, and which nodes ran."""
    sending = {event.node for event in program.trace.events if event.kind == "RuleApplied"}

    def run(recursive: Callable) -> dict[str, object]:
        root = program.run()["y"]
        watch = Watch(program.ids(root))
        start = watch.of(root.grad_fn)
        slot = {start: 1.0}
        recursive(start, slot)
        empty, name = Words("empty"), program.trace.name
        sums = {name(watch.ids[node]): slot.get(watched, empty) for node, watched in watch.seen.items()}
        results = {f"{program.about}: slot for `{leaf}`": sums.get(leaf, empty) for leaf in program.leaves}
        return results | {RUNS.format(program.about): [name(node) for node, _ in watch.ran if node in sending]}

    return Probe(program.about, run)


OWN_RECURSION = Code(
    "recursive",
    RECURSIVE,
    RECURSION,
    tuple(map(_on_tree, TREES)),
    notes=frozenset(RUNS.format(program.about) for program in TREES),
    untouched=lambda results: False,
)

# ----- a walk that counts ---------------------------------------------------------------------------------------------
MOST_RUNS = 5_000
"""After so many runs a walk is stopped: of those that end, none is as long."""
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
            ...  # 2. target is owed one message fewer
            ...  # 3. add the message to target's slot
            ...  # 4. can target run now?
    return slot
"""

COUNT_BLANK = "                ...  # 1. target is owed one more message\n"
COUNT = "                owed[target] += 1\n"
BLANK = """            ...  # 2. target is owed one message fewer
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

SEEDS = {"a graph with a constant, with seed 10": 10.0}
"""The seed of a program, where it is not 1."""
PROGRAMS = (
    Program("a tree", "c = a + b\ny = c * d", a=2, b=3, d=4),
    Program("a diamond", "b = a + a\ny = b + b", a=3),
    Program("two diamonds", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = e + f", a=2, b=3),
    Program(
        "two diamonds with the last sum swapped", "c = a + b\nd = a * b\ne = c + d\nf = c * d\ny = f + e", a=2, b=3
    ),
    Program("a graph with a constant, with seed 10", "c = a * 3\ny = c - 1", a=5),
    Program("a graph with a leaf used three times", "c = a * a\ny = c + a", a=4),
    Program("a shortcut, with a = -2 and b = 0.125", "c = a * b\nd = c * b\ne = d * c\ny = e + c", a=-2, b=0.125),
    Program("a chain of ten doublings", "y = a + a" + "\ny = y + y" * 9, a=3),
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


# ----- what a walk did ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Fault:
    """The first difference: its ``kind``, the words for it, and the node ("": none) where it shows."""

    kind: str
    text: str
    place: str = ""


_WORDS = {
    "again": "{where} runs more than once.",
    "endless": "{where} runs again and again, and your walk never ends.",
    "root again": "{where} runs more than once.",
    "each alone": "{where} runs once for each message, with that message alone.",
    "early": "{where} runs when it has received {heard} of its {owed}.",
    "before any": "{where} runs before any message has reached it.",
    "seed": "your walk starts with {amount}, but the argument `seed` is {seed}.",
    "one": "{where} runs with {amount}; the messages to it add up to a different number.",
    "number": "{where} runs with {amount}; the messages to it add up to a different number.",
}
"""Kind of a fault → what the learner's walk did there; never what would be right."""


class Runs:
    """The runs of a learner's walk over one program: pairs of a node, and what it ran with.

    Any order is right in which a node runs once, after it has heard everything; a leaf, which sends nothing, need not
    run. A cause is named only where the runs show it: what a node ran with, and what had been sent to it by then.
    """

    def __init__(self, program: Program, seed: float, ran: list[tuple[str, float | None]]) -> None:
        self.program, self.seed, self._owed = program, seed, program.graph.owed()
        self.ran = ran
        self.heard: defaultdict[str, list[float]] = defaultdict(list)
        """What each node has been sent so far."""

    def fault(self, counts: Any, ready: Any) -> Fault | None:
        """The first run that is wrong, or a node that never ran; ``counts`` and ``ready`` are what the walk left."""
        if not all(isinstance(received, float) for _, received in self.ran):
            return Fault("shape", "a node runs with something that isn't a number.")
        for k, (node, received) in enumerate(self.ran):
            kind, where = self._kind(k), self.program.place_of(node)
            if kind:
                heard, owed = len(self.heard[node]), counted(self._owed[node], "message")
                facts = {"where": where, "heard": heard, "owed": owed, "seed": number_text(self.seed)}
                return Fault(kind, _WORDS[kind].format(amount=number_text(received), **facts), node)
            for link in self.program.graph.links[node]:
                self.heard[link.target].append(received * link.slope)
        missing = next((node for node in self.program.received if node not in dict(self.ran)), None)
        return self._never(missing, counts, ready) if missing else None

    def _never(self, node: str, counts: Any, ready: Any) -> Fault:
        """A node that never ran; what the learner's variables hold in the end tells why."""
        runs, where = counted(len(self.ran), "run"), self.program.place_of(node)
        text = f"after {runs} your walk is over, and {where} has not run."
        if ready is None:  # their list has another name
            return Fault("never", text, node)
        if node in ready:
            return Fault("never, cut", f"{text} It is still in `ready`.", node)
        count = counts.get(node)
        if isinstance(count, bool) or not isinstance(count, int | float):
            return Fault("never", text, node)
        kind = "never, owed" if count > 0 else "never, below" if count < 0 else "never, 0"
        return Fault(kind, f"{text} In the end its count in `owed` is {number_text(count)}.", node)

    def _kind(self, k: int) -> str:
        """The kind of fault of one run, or "". A first run that is too early is told by whether the node runs again."""
        node, received = self.ran[k]
        again, heard = any(other == node for other, _ in self.ran[k + 1 :]), self.heard[node]
        if node == self.program.graph.root:
            return "root again" if again else "" if is_close(received, self.seed, SAME) else "seed"
        if not heard:
            return "before any" if is_close(received, 0.0) else "number"
        if len(heard) < self._owed[node]:
            return self._several(node) if again else "early"
        if is_close(received, sum(heard), SAME):
            is_endless = len(self.ran) >= MOST_RUNS and not self.program.graph.links[node]
            return "" if not again else "endless" if is_endless else "again"
        if any(is_close(received, one, SAME) for one in heard):
            return self._several(node) if again else "one"
        return "number"

    def _several(self, node: str) -> str:
        """A node that runs several times: with each message by itself, or with what has gathered."""
        mine = [received for other, received in self.ran if other == node]
        whole = (self.program.received | self.program.graph.found)[node] * self.seed
        return "each alone" if len(mine) >= self._owed[node] and is_close(sum(mine), whole, SAME) else "again"

    def sum_fault(self, gathered: Any) -> Fault | None:
        """The first node whose sum of messages is not there, or is another number; leaves come first."""
        if not isinstance(gathered, Mapping):
            return Fault("shape", f"your backward returned {safe_repr(gathered)}; it should return the dict slot.")
        for node in {**self.program.graph.found, **self._owed}:
            where, have, heard = self.program.place_of(node), plain_numbers(gathered.get(node)), self.heard[node]
            if have is None:
                return Fault("no entry", f"what you return has no entry for {where}.", node)
            if isinstance(have, bool) or not isinstance(have, int | float):
                return Fault("shape", f"for {where} you return {safe_repr(have)}, which isn't a number.", node)
            if not is_close(have, sum(heard), SAME):
                kind = "one" if any(is_close(have, one, SAME) for one in heard) else "number"
                said = f"for {where} you return {number_text(have)}, which isn't the sum of its messages."
                return Fault(kind, said, node)
        return None


def judged(backward: Any, program: Program) -> str | list | None:
    """What ``backward`` does on one program, as a probe notes it: None (no node ran), praise, or the parts of a
    `Fault`."""
    root, seed = program.run()["y"], SEEDS.get(program.about, 1.0)
    watch, gathered = Watch(program.ids(root), MOST_RUNS), None
    with locals_at_return(backward) as left, suppress(TooLongError):
        gathered = backward(watch.of(root.grad_fn), seed)
    if not watch.ran:
        return None
    runs, owed, ready = Runs(program, seed, watch.ran), left.get("owed"), left.get("ready")
    counts = _by_id(owed, watch) if isinstance(owed, dict) else {}
    ready = _by_id(dict.fromkeys(ready), watch) if isinstance(ready, Collection) else None
    no_sums = Fault("shape", "you return `owed`; the sums are in `slot`.") if counts and gathered is owed else None
    fault = runs.fault(counts, ready) or no_sums or runs.sum_fault(_by_id(gathered, watch))
    if fault is not None:
        return [fault.kind, fault.text, fault.place]
    order = [node for node, _ in runs.ran if node in program.received]
    return RIGHT if order == list(program.received) else RIGHT_TOO


def _by_id(gathered: Any, watch: Watch) -> Any:
    """The dict with the trace's names for the nodes; anything else as it is."""
    if not isinstance(gathered, Mapping):
        return gathered
    known = {id(watched): watch.ids[node] for node, watched in watch.seen.items()}
    return {known[id(key)]: value for key, value in gathered.items() if id(key) in known}


def _diagnosis(given: Observed) -> Diagnosis:
    """It is right when, on every program, each node runs once with all that it is owed, and all have their sums.
    Two walks make the same mistake when their first differences are of the same kind."""
    for program in PROGRAMS:
        result, where = given.results.get(program.about), f"On {program.about} ({program})"
        case = (lambda program=program: program.trace), Look("DependenciesCounted")
        if isinstance(result, Raised):
            kind = "hole" if "NoneType" in result.text and "constant" in program.about else ""
            text = f"{where}, your code raised {result}. {_meaning(result)}".removesuffix(". ")
            return Diagnosis(kind, text, stopped=True, case=case)
        if isinstance(result, Endless):
            return Diagnosis("", f"{where}, {result}", stopped=True, case=case)
        if result is None or isinstance(result, list):
            fault = Fault(*result or ("never", "no node ran."))
            if fault.place:
                leaf = program.trace.nodes[fault.place].kind == "leaf"
                look = Look("GradAccumulated" if leaf else "RuleApplied", program.trace.label(fault.place))
                case = case[0], look
            is_told = fault.kind != "shape"
            return Diagnosis(fault.kind * is_told, f"{where}: {fault.text}", stopped=not is_told, case=case)
    other = "Your nodes ran in a different order from the engine's. That is right, too."
    return Diagnosis(RIGHT, remark=other * (RIGHT_TOO in given.results.values()))


def _meaning(raised: Raised) -> str:
    """What an exception says of the learner's line, or ""."""
    for kind, text, where, meaning in _MEANINGS:
        if raised.type == kind and text in raised.text and where in raised.where:
            return meaning
    return ""


_NO_ENTRY = "Before its first message, a node has no entry in `slot`"
_AS_BEFORE = "How did L3.1 add the first message?"
_MEANINGS = (
    ("KeyError", "(<", "", "This key is a pair. `ready` holds nodes, and each key of `slot` and `owed` is a node."),
    ("KeyError", "", "slot[target]", f"{_NO_ENTRY}. {_AS_BEFORE}"),
    ("TypeError", "NoneType", "slot.get(target)", f"{_NO_ENTRY}, and then `get` returns None."),
    ("KeyError", "", "slot[node]", "The node from `ready` has no entry in `slot`. Which line should have made it?"),
    ("KeyError", "", "owed[target]", "This node has no count in `owed`. Each count must stay there until the end."),
    ("KeyError", "", "", "A dict that you read has no entry for this node. Which line should have made the entry?"),
    ("AttributeError", "'append'", "ready", "`append` changes the list and returns None: don't assign its result."),
    ("TypeError", "0-dimensional", "", "`sends` takes one number: the sum of a node's messages. What is in its slot?"),
    ("TypeError", "not a Variable", "", "A node takes tensors only. `sends` takes a number and calls the node."),
    ("TypeError", "not iterable", "ready", "`ready` is a list: `append` puts a node into it."),
    ("TypeError", "'dict'", "owed", "`owed` has all the counts; `owed[target]` is one."),
    ("RecursionError", "", "", "A function calls itself forever. Does each call get nearer to the leaves?"),
)
"""Exception, part of its text, part of the line → what it means."""
OWN_WALK = Code(
    "backward",
    STARTING,
    SOLUTION,
    tuple(
        Probe(program.about, lambda backward, program=program: {program.about: judged(backward, program)})
        for program in PROGRAMS
    ),
    nothing="Your backward ran no node. Does it call `sends`, and does it return slot?",
    diagnose=_diagnosis,
)
"""A function ``backward(root, seed)`` that returns what it gathered at each node."""
