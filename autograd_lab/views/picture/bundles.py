"""What an arrow says that stands for several edges: how many of them have sent, and the latest message.

The browser does the same (``bundle`` in ``arrows.js``).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from .text_history import History
from .wires import Wire

Note = tuple[int, str | None]


def bundle_notes(wires: Iterable[Wire], history: History) -> History:
    """``bundle/ID`` for each of these wires with several edges, made of the messages on its edges."""
    bundles = [wire for wire in wires if wire.count > 1]
    return {str(wire.key): _merged([history.get(key, []) for key in wire.keys("message")]) for wire in bundles}


def _merged(lines: Sequence[Sequence[Note]]) -> list[Note]:
    """``2/3: ∂= 4`` whenever an edge has sent; None where none has."""
    notes = sorted((step, number, text) for number, line in enumerate(lines) for step, text in line)
    known: dict[int, str] = {}
    found: list[Note] = []
    for step, together in groupby(notes, key=lambda note: note[0]):
        for _, number, text in together:
            known.pop(number, None)  # what is put in again is the latest
            if text is not None:
                known[number] = text
        found.append((step, _words(known, len(lines))))
    return found


def _words(known: Mapping[int, str], count: int) -> str | None:
    return f"{sent_of(len(known), count)}{known[next(reversed(known))]}" if known else None


def sent_of(sent: int, count: int) -> str:
    """What stands before the message."""
    return f"{sent:,}/{count:,}: "
