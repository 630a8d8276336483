"""Compare the runs of a learner's walk with what each node is owed, and say what the first one that differs is about.

Any order is right in which a node runs once, after it has heard everything. A cause is named only where the runs show
it: what a node ran with, and what had been sent to it by then.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..tracing.values import number_text
from ..tracing.words import counted
from .fault import Fault
from .message import safe_repr
from .own_backward import Program, Sent
from .plain import is_close, plain_numbers

SAME = 1e-4
Ran = Sequence[tuple[str, float | None]]


class Walked:
    """One program, and the runs of a learner's walk over it. Leaves send nothing; whether they run does not count."""

    def __init__(self, program: Program, seed: float) -> None:
        self.program, self.seed = program, seed
        self.root = program.messages[0].sender
        self.heard: dict[str, list[float]] = {}

    @cached_property
    def _out(self) -> dict[str, list[Sent]]:
        """The engine's messages by sender."""
        found: dict[str, list[Sent]] = {}
        for each in self.program.messages:
            found.setdefault(each.sender, []).append(each)
        return found

    def _owed(self, node: str) -> int:
        return sum(each.target == node for each in self.program.messages)

    def in_engine_order(self, ran: Ran) -> bool:
        """Whether nodes ran one after the other as the engine's did."""
        return [node for node, _ in ran if node in self._out] == list(self._out)

    # ----- runs ---------------------------------------------------------------------------------------------------
    def fault(self, ran: Ran) -> Fault | None:
        """The first run that is wrong, or a node that never ran."""
        ran = [each for each in ran if each[0] in self._out]
        if not all(isinstance(received, float) for _, received in ran):
            return Fault("shape", "a node runs with something that is no number.", "")
        for place, (node, received) in enumerate(ran):
            kind = self._kind(ran, place)
            if kind:
                return Fault(kind, self._words(node, received, kind), node)
            for each in self._out[node]:
                self.heard.setdefault(each.target, []).append(received * each.slope)
        missing = [node for node in self._out if node not in dict(ran)]
        if missing:
            text = (
                f"after {counted(len(ran), 'run')} your walk is over, and {self._place(missing[0])} never had its turn."
            )
            return Fault("never", text, missing[0])
        return None

    def _kind(self, ran: Ran, place: int) -> str:
        """What is wrong with one run, or "". A first run too early is told by whether the node runs again."""
        node, received = ran[place]
        again = any(other == node for other, _ in ran[place + 1 :])
        if any(other == node for other, _ in ran[:place]):
            return "again"
        if node == self.root:
            return "again" if again else "" if is_close(received, self.seed, SAME) else "seed"
        heard = self.heard.get(node, [])
        if len(heard) < self._owed(node):
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
        whole = sum(each.value for each in self.program.messages if each.target == node) * self.seed
        alone = len(mine) >= self._owed(node) and is_close(sum(mine), whole, SAME)
        return "each alone" if alone else "again"

    def _words(self, node: str, received: float, kind: str) -> str:
        """What the learner's walk did there, in a sentence; never what would be right."""
        heard, owed = len(self.heard.get(node, [])), self._owed(node)
        where, amount = self._place(node), number_text(received)
        if kind == "again":
            return f"{where} runs more than once."
        if kind == "each alone":
            return f"{where} runs once for each message, with that message alone."
        if kind in ("early", "before any"):
            return f"{where} runs when it has heard {heard} of the {counted(owed, 'message')} that it is owed."
        return f"{where} runs with {amount}, and that is not what it is owed."

    # ----- leaves -------------------------------------------------------------------------------------------------
    def leaf_fault(self, gathered: Any) -> Fault | None:
        """The first leaf whose sum is not there, or is another number."""
        if not isinstance(gathered, Mapping):
            return Fault("shape", f"your backward gave back {safe_repr(gathered)}, and a dict is asked for.", "")
        for leaf in dict.fromkeys(each.target for each in self.program.messages if each.target not in self._out):
            where, have = self.program.place_of(leaf), plain_numbers(gathered.get(leaf))
            if have is None:
                return Fault("no leaf", f"what you give back has nothing for the leaf {where}.", leaf)
            if isinstance(have, bool) or not isinstance(have, int | float):
                return Fault(
                    "shape", f"for the leaf {where} you give back {safe_repr(have)}, and that is no number.", leaf
                )
            heard = self.heard.get(leaf, [])
            if not is_close(have, sum(heard), SAME):
                kind = "one" if any(is_close(have, one, SAME) for one in heard) else "number"
                return Fault(
                    kind, f"for the leaf {where} your slot has {number_text(have)}, and that is another number.", leaf
                )
        return None

    def _place(self, node: str) -> str:
        return self.program.place_of(node)
