"""What is wrong with a learner's backward pass: the first thing in which it differs from the engine's."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Its ``kind``, what to say about it, and its ``place``: the event, or the node ("": none), that shows it."""

    kind: str
    text: str
    place: int | str
