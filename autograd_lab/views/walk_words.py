"""What is said about a walk: a sentence for each run, and a line of the table."""

from collections import Counter

from ..tracing.slope_graph import SlopeGraph
from ..tracing.walked import MOST_RUNS, NodeRun, Walked
from ..tracing.words import counted, listed
from .lookup import name_of
from .short_text import number_text

HEADER = ("way", "order of runs", "runs", "messages", "gradients", "right?")
"""Of the table."""
LISTED = 15
"""Of a longer walk, the table names so many nodes."""
ALONE = "each path alone"


class Words:
    """Sentences about walks over one graph, in the learner's names."""

    def __init__(self, graph: SlopeGraph):
        self.graph, self.owed = graph, graph.owed()

    def name(self, node: str) -> str:
        """The learner's name of what the node made, or of the leaf."""
        return name_of(self.graph.trace, node)

    def start(self) -> str:
        """Before the first run."""
        return f"Nothing has run yet. The seed {number_text(self.graph.seed)} lies at {self.name(self.graph.root)}."

    def run(self, walk: str, number: int, run: NodeRun, heard: Counter[str], before: float | None) -> str:
        """One run: with what, whether that was all, and what is sent.

        ``heard`` counts messages up to then; ``before`` is what the node's latest run was with.
        """
        node = self.name(run.node)
        turn = f"Run {number}: it is {node}'s turn{'' if before is None else ' again'}"
        what = f"{turn}, with {number_text(run.received)}{self._of_all(walk, run.node, heard[run.node])}."
        if not self.graph.links[run.node]:
            return f"{what} {node} is a leaf: here the way ends."
        if before is not None and walk != ALONE:
            what += f" {number_text(before)} of that it has sent on before; now that part counts twice."
        sent = listed(f"{number_text(message)} to {self.name(link.target)}" for link, message in run.sent)
        return f"{what} It sends {sent}."

    def _of_all(self, walk: str, node: str, heard: int) -> str:
        """How much of what the node is owed it has heard."""
        owed = self.owed[node]
        if not owed:
            return ", the seed"
        if walk == ALONE:
            return ", this message alone" if owed > 1 else ""
        if heard < owed:
            return f", after {heard} of {counted(owed, 'message')}: too early"
        return f", after {counted(heard, 'message')} where {owed} {'is' if owed == 1 else 'are'} owed" * (heard > owed)

    def end(self, walk: Walked) -> str:
        """What has come out."""
        more = walk.count - len(walk.runs)
        follow = f"{more:,} more runs follow in this way. " if more and not walk.stopped else ""
        if walk.stopped:
            return f"After {MOST_RUNS:,} runs this walk was stopped; the ready queue needs {len(self.graph.links)}."
        work = f"{counted(walk.count, 'run')} and {counted(walk.messages, 'message')}"
        if walk.is_right(self.graph):
            return f"{follow}It is over, after {work}: {self.gradients(walk)}, as in the engine."
        return f"{follow}It is over, after {work}: {self.gradients(walk)}. The engine finds {self._engine()}."

    def gradients(self, walk: Walked) -> str:
        """What the walk has found for each leaf."""
        return ", ".join(f"{self.name(leaf)}: {number_text(walk.gradients[leaf])}" for leaf in walk.gradients) or "?"

    def _engine(self) -> str:
        return ", ".join(f"{self.name(leaf)}: {number_text(value)}" for leaf, value in self.graph.found.items())

    def verdict(self, walk: Walked) -> str:
        """Sign and word."""
        return "stopped" if walk.stopped else "✓ yes" if walk.is_right(self.graph) else "✗ no"

    def _short(self, node: str) -> str:
        """The name, or for want of one the number that stands on the box."""
        name = self.name(node)
        return name[name.index("#") :] if "#" in name else name

    def row(self, walk: Walked) -> tuple[str, ...]:
        """The line of the table."""
        names = [self._short(run.node) for run in walk.runs[:LISTED]]
        order = " ".join([*names, *["…"][: walk.count > LISTED]])
        counts = [f"over {MOST_RUNS:,}"] * 2 if walk.stopped else [f"{walk.count:,}", f"{walk.messages:,}"]
        return (walk.name, order, *counts, self.gradients(walk), self.verdict(walk))
