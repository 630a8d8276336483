"""Ways to walk a graph backwards, side by side: which nodes run when, how often, and whether the gradients come out.

The table has a line for each way. One of them is walked in the picture, run by run: the links that have led to a node,
what it received, what it sends, and how many runs and messages that makes. `tracing.walks` has the ways themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import traitlets

from ..tracing.slope_graph import slope_graph
from ..tracing.trace import Trace
from ..tracing.walked import Walked, walked
from ..tracing.walks import WAYS
from .lookup import check_trace
from .pause import Pause
from .sheet import Sheet
from .sheet_parts import MESSAGE, PLAIN, Table
from .walk_page import page_data, placed
from .walk_words import HEADER, Words
from .widget import View


class Walks(View, scripts=("pauses.js", "controls.js", "walks.js"), sheet=("stepper.css", "walks.css")):
    """The widget. Make one with `walks`. ``place`` is where it stands: all walks, one after the other, as one line."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "place", "pauses")
    data = traitlets.Dict().tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)
    pauses = traitlets.List().tag(sync=True)

    def __init__(self, trace: Trace, ways: Sequence[str], pauses: Mapping[str, Sequence[Pause]]):
        graph = slope_graph(trace)
        self._walks: list[Walked] = [walked(graph, way) for way in ways]
        self._words, self._pauses = Words(graph), pauses
        data = page_data(graph, self._walks, self._words)
        waiting = [number for number, way in enumerate(ways) if pauses.get(way)]
        first = data["ways"][waiting[0] if waiting else 0]["first"]
        super().__init__(data=data, place=first, pauses=placed(data, pauses))

    def sheet(self) -> Sheet:
        """The table by itself."""
        rows = tuple(self._words.row(walk) for walk in self._walks)
        kinds = (PLAIN, PLAIN, PLAIN, PLAIN, MESSAGE, PLAIN)
        return Sheet(self.data["title"], (Table(HEADER, rows, kinds),))

    def text(self) -> str:
        """The table, then the guesses, and what settles them."""
        return "\n".join([self.sheet().text(), *self._told()])

    def _told(self) -> Iterator[str]:
        for pauses in self._pauses.values():
            for pause in pauses:
                yield from (*pause.before_text(), *pause.after_text())

    def png(self) -> bytes:
        """The table as a picture."""
        return self.sheet().png()


def walks(trace: Trace, *ways: str, pauses: Mapping[str, Sequence[Pause]] | None = None) -> Walks:
    """Compare ``ways`` to walk the graph of the last backward in ``trace``, and go one of them in the picture.

    The ways are "ready queue" (the engine's), "recursion", "visit once", "post-order" and "each path alone"; without
    any, all of them. ``pauses`` maps a way to guesses about it, which its last run settles.

    Raises TypeError when ``trace`` is no trace, KeyError for a way that there is not, and ValueError for a graph that
    is not made of single numbers, or has more than 100 nodes (`slope_graph` lists what else is refused).
    """
    check_trace(trace)
    for way in (*ways, *(pauses or {})):
        if way not in WAYS:
            raise KeyError(f"There is no way {way!r}; there are {', '.join(WAYS)}.")
    return Walks(trace, ways or tuple(WAYS), pauses or {})
