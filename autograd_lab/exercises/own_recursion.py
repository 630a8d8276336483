"""Lesson 03's first exercise: a learner completes a recursion over a real graph, which is a tree, where it is right."""

from collections.abc import Callable

from .answer_code import Code, Probe
from .contrast import Watch
from .walked_programs import Program

STARTING = """
from autograd_lab.exercises.contrast import sends


def recursive(node, slot):
    messages = sends(node, slot[node])
    for target, message in messages:
        slot[target] = slot.get(target, 0) + message
    for target, message in messages:
        ...  # now target does the same
"""
SOLUTION = STARTING.replace("...  # now target does the same", "recursive(target, slot)")
TREES = (
    Program.of("e = (a + b) * d", "c = a + b\ny = c * d", a=2, b=3, d=4),
    Program.of("y = d * (a * b + c)", "p = a * b\nq = p + c\ny = d * q", a=2, b=3, c=5, d=7),
)
RUNS = "{}: nodes that sent"


def _on_tree(program: Program) -> Probe:
    """What a recursion leaves at each leaf of a tree, and which nodes ran."""

    def run(recursive: Callable) -> dict[str, object]:
        root = program.run()["y"]
        watch = Watch(program.ids(root))
        start = watch.of(root.grad_fn)
        slot = {start: 1.0}
        recursive(start, slot)
        heard = {program.trace.name(watch.ids[node]): slot.get(watched) for node, watched in watch.seen.items()}
        results = {f"{program.about}: what reaches {name}": heard.get(name) for name, _ in program.leaves}
        return results | {RUNS.format(program.about): [program.trace.name(node) for node, _ in watch.ran]}

    return Probe(program.about, run)


FORM = Code(
    "recursive",
    STARTING,
    SOLUTION,
    tuple(map(_on_tree, TREES)),
    notes=frozenset(RUNS.format(program.about) for program in TREES),
    untouched=lambda results: False,
)
