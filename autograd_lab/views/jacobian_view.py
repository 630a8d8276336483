"""The Jacobian as a table to step through: a row for each output, and weights in front of the rows.

A backward call gives each row a weight, its number in the seed v, and brings vᵀJ: the weighted rows, added up. A row
shows once a call has asked for it alone. Any other seed may be put in: then all rows show, and the page adds them up by
itself, without a kernel.

``static/jacobian.js`` draws the table in a browser; `pictures.jacobian_png` draws the heat map for places without one.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import traitlets

from ..tracing.experiments.jacobian_rows import Call, JacobianRows, record_rows, rows_of
from ..tracing.trace.trace import Trace
from .pause import Pause
from .short_text import number_text
from .widget import View


class JacobianView(
    View, scripts=("pauses.js", "controls.js", "player.js", "jacobian.js"), sheet=("stepper.css", "jacobian.css")
):
    """The widget. Make one with `jacobian`. ``place`` is how many steps were taken, two for each call; ``v`` are the
    weights that somebody has put in."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "place", "v", "pauses")
    data = traitlets.Dict().tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)
    v = traitlets.List().tag(sync=True)
    pauses = traitlets.List().tag(sync=True)

    def __init__(self, found: JacobianRows, pauses: Sequence[Pause] = ()):
        self.found, self._pauses = found, pauses
        placed = [pause.as_json() | {"event": 2 * found.call_at(pause.event) + 1} for pause in pauses]
        first = min((pause["event"] for pause in placed), default=0)
        super().__init__(data=page_data(found), place=first, pauses=placed)

    def _still(self) -> dict[str, Any]:
        """The data of the still forms: from the first call with an open question on, nothing of what the calls brought,
        nor the rows that they asked for."""
        calls = self.found.calls
        closed = min(
            (self.found.call_at(pause.event) for pause in self._pauses if not pause.before), default=len(calls)
        )
        later = [
            call | {"sentence": f"{_opening(place, calls[place - 1])} ?"}
            for place, call in enumerate(self.data["calls"][closed:], closed + 1)
        ]
        known = {call.row for call in calls[:closed]}
        rows = [row if place in known else None for place, row in enumerate(self.data["rows"])]
        return self.data | {"calls": [*self.data["calls"][:closed], *later], "rows": rows}

    def text(self) -> str:
        """The rows, what each call brought, and each guess with what settles it."""
        still = self._still()
        rows = [
            f"{name}: {listed(row) if row else 'not asked for' if hidden is None else '?'}"
            for name, row, hidden in zip(self.found.outputs, still["rows"], self.data["rows"], strict=True)
        ]
        head = f"{self.data['title']}, a row for each output, columns {', '.join(self.found.inputs)}"
        guesses = [line for pause in self._pauses for line in (*pause.before_text(), *pause.after_text())]
        return "\n".join([head, *rows, *(call["sentence"] for call in still["calls"]), *guesses])

    def png(self) -> bytes:
        from .pictures import jacobian_png  # loads matplotlib

        return jacobian_png(self._still())


def jacobian(
    function: Callable[..., Any] | Trace, x: Any = None, y: object = None, *, pauses: Sequence[Pause] = ()
) -> JacobianView:
    """The Jacobian of ``function`` at ``x``, row by row, and what any seed v brings: vᵀJ::

        views.jacobian(lambda x: W @ x, [7.0, 8.0])

    Or what the backward calls of a recording have found out about it: then ``x`` names the input (if it is left out,
    the only leaf that got a gradient) and ``y`` the result where the calls started (by default, that of the first)::

        with al.record() as trace:
            y = W @ x
            for v in al.eye(3):
                y.backward(v, retain_graph=True)

        views.jacobian(trace, "x")

    Only what was asked for is shown: a row that no one-hot seed of the recording asked for stays open.

    Args:
        function: takes one tensor and gives one, of up to 12 numbers each; or a trace.
        x: the numbers at which it is taken: a tensor, an array or a list of any shape.
        pauses: guesses about calls of the trace, each of which waits before the weighted rows of its call are added.

    Raises:
        ValueError: when there is nothing to show: numbers that cannot be read or are too many, a result that does not
            depend on ``x``, a trace in which no call went from ``y`` to ``x``.
        KeyError: when the trace has no such node.
        TypeError: when ``function`` can not be called.
    """
    if isinstance(function, Trace):
        return JacobianView(rows_of(function, x, y), pauses)
    if not callable(function):
        raise TypeError(f"a function or a trace is needed, not {type(function).__name__}")
    return JacobianView(rows_of(record_rows(function, x)))


# ----- what the browser gets ------------------------------------------------------------------------------------------
def page_data(found: JacobianRows) -> dict[str, Any]:
    """Everything the page needs, as plain JSON data."""
    return {
        "title": f"The Jacobian ∂{found.result}/∂{found.input}",
        "input": found.input,
        "heads": {
            "weights": "weights v",
            "rows": f"J: slopes with respect to {found.input}",
            "weighted": "weight × row",
            "sum": "sum",
        },
        "opening": f"A row for each number of {found.result}, a column for each number of {found.input}. "
        "No call has been made yet.",
        "outputs": list(found.outputs),
        "inputs": list(found.inputs),
        "rows": [None if row is None else list(row) for row in found.rows()],
        "calls": [
            {
                "seed": list(call.seed),
                "brought": list(call.brought),
                "row": -1 if call.row is None else call.row,
                "start": f"Call {place}: {found.result}.backward(v) starts with v = {listed(call.seed)}, "
                "one weight for each row.",
                "sentence": _sentence(found, place, call),
            }
            for place, call in enumerate(found.calls, start=1)
        ],
    }


def _opening(place: int, call: Call) -> str:
    return f"Call {place}: v = {listed(call.seed)} brings"


def _sentence(found: JacobianRows, place: int, call: Call) -> str:
    brought = f"{_opening(place, call)} {listed(call.brought)} to {found.input}"
    if call.row is None:
        return f"{brought}: each row times its weight, added up."
    times = "" if call.seed[call.row] == 1 else f", times {number_text(call.seed[call.row])}"
    return f"{brought}: the row of {found.outputs[call.row]}{times}."


def listed(numbers: Sequence[float]) -> str:
    """``[1, 0.5]``."""
    return f"[{', '.join(map(number_text, numbers))}]"
