"""How PyTorch's nodes get onto the tape: as ours do, but what is derived is marked."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch

from .. import events as ev
from ..events import Event
from ..tape import TensorKind
from .arrays import numbers_in, snapshot
from .mirror import Mirror
from .nodes import leaf_of, place_of

DERIVED = (
    ev.DependenciesCounted, ev.BufferAdded, ev.GradReduced, ev.ValueFreed, ev.EdgeSkipped,
)  # fmt: skip
"""What PyTorch never shows by itself."""


class Marking:
    """Writes events on the tape, with a mark on what is derived. (A recorder holds it, and it holds no recorder.)"""

    def __init__(self, append: Callable[[Event], None]):
        self._append = append
        self.deriving = False
        """Whether what is told now was not shown by PyTorch."""

    def write(self, event: Event) -> None:
        """The next event."""
        if self.deriving or event.__class__ in DERIVED:
            object.__setattr__(event, "derived", True)  # it is new, so no reader has seen it
        self._append(event)


class Telling:
    """Makes a recorder tell of PyTorch's nodes: on the tape of the whole recording, with marks on what is derived."""

    def __init__(self, recorder: Any):
        """``recorder`` is one of `recorder.Recorder`, whose methods `run` and `turn` call as our engine calls them."""
        self.recorder, self.tape = recorder, recorder.tape
        self._marking = Marking(recorder.tape.events.append)
        recorder._write = self._marking.write
        recorder.snapshot = self.tape.snapshot = partial(snapshot, snapshots=recorder.snapshot)
        self.tape.kinds.append(TensorKind(torch.Tensor, place_of, leaf_of, numbers_in))

    @contextmanager
    def deriving(self) -> Iterator[None]:
        """What is told inside was not shown by PyTorch."""
        before, self._marking.deriving = self._marking.deriving, True
        try:
            yield
        finally:
            self._marking.deriving = before

    def nodes_made(
        self,
        nodes: Sequence[Mirror],
        outputs: dict[tuple[str, int], torch.Tensor],
        others: Sequence[torch.Tensor],
        lines: Sequence[tuple[str, int] | None],
    ) -> None:
        """Operations ran and left these nodes, oldest first; ``outputs`` are tensors that they made, by place.

        ``others`` are what the last of them gave besides, without a gradient: the indices of a maximum.
        The values between two nodes that one function makes are known where the second one saves them.
        """
        infos = [self.tape.meet(node) for node in nodes]
        for place, tensor in outputs.items():
            self.tape.note(place, tensor)
        for node, info, line in zip(nodes, infos, lines, strict=True):
            values = [self.tape.value_at((info.id, slot)) for slot in range(info.outputs)]
            self.tape.origin_notes.node_made(info.id, line)
            known = () if None in values else (*values, *(map(self.tape.snapshot, others) if node is nodes[-1] else ()))
            self._marking.write(ev.OpRecorded(info, tuple(known)))
            for item in info.saved:
                self._marking.write(ev.ValueSaved(info.id, item))
