"""The events about PyTorch's nodes: written in the same notes as ours, with a mark on derived ones."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch

from ..recording.notes import TensorKind
from ..trace import events as ev
from ..trace.events import Event
from .arrays import numbers_in, snapshot
from .mirror import Mirror
from .nodes import leaf_of, place_of

DERIVED = (
    ev.DependenciesCounted, ev.BufferAdded, ev.GradReduced, ev.ValueFreed, ev.EdgeSkipped,
)  # fmt: skip
"""Events that PyTorch never shows."""


class Marking:
    """Writes events into the notes, with a mark on derived ones. (The recorder holds it, so it holds no recorder.)"""

    def __init__(self, append: Callable[[Event], None]):
        self._append = append
        self.deriving = False
        """Whether the events told now are derived."""

    def write(self, event: Event) -> None:
        """Write the next event."""
        if self.deriving or event.__class__ in DERIVED:
            object.__setattr__(event, "derived", True)  # it is new, so no reader has seen it
        self._append(event)


class Telling:
    """Makes a recorder tell of PyTorch's nodes, in the notes of the whole recording."""

    def __init__(self, recorder: Any):
        """``recorder`` is a `recorder.Recorder`; `backward` and `turn` call its methods as our engine does."""
        self.recorder, self.notes = recorder, recorder.notes
        self._marking = Marking(recorder.notes.events.append)
        recorder._write = self._marking.write
        recorder.snapshot = self.notes.snapshot = partial(snapshot, snapshots=recorder.snapshot)
        self.notes.add_kind(TensorKind(torch.Tensor, place_of, leaf_of, numbers_in))

    @contextmanager
    def deriving(self) -> Iterator[None]:
        """Events told inside the block are derived."""
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
        infos = [self.notes.meet(node) for node in nodes]
        for place, tensor in outputs.items():
            self.notes.note(place, tensor)
        for node, info, line in zip(nodes, infos, lines, strict=True):
            values = [self.notes.value_at((info.id, slot)) for slot in range(info.outputs)]
            self.notes.node_made(info.id, line)
            known = (
                () if None in values else (*values, *(map(self.notes.snapshot, others) if node is nodes[-1] else ()))
            )
            self._marking.write(ev.OpRecorded(info, tuple(known)))
            for item in info.saved:
                self._marking.write(ev.ValueSaved(info.id, item))
