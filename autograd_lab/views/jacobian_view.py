"""The Jacobian as a heat map that fills row by row, and a seed to change with what comes back for it.

A row appears when the one-hot seed of its output is sent, as one backward call brings it. Any other seed v brings vᵀJ:
the rows, each times its number in v, added. The page works that out by itself, so it needs no kernel.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import traitlets

from ..tracing.experiments.jacobian_rows import JacobianRows, record_rows, rows_of
from ..tracing.trace.trace import Trace
from .short_text import number_text
from .widget import View


class JacobianView(View, scripts=("jacobian.js",), sheet="jacobian.css"):
    """The widget. Make one with `jacobian`. ``sent`` counts the calls shown, ``v`` is the seed in the fields."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "sent", "v")
    data = traitlets.Dict().tag(sync=True)
    sent = traitlets.Int(0).tag(sync=True)
    v = traitlets.List().tag(sync=True)

    def __init__(self, found: JacobianRows):
        self.found = found
        super().__init__(data=page_data(found), v=[0.0] * len(found.outputs))

    def text(self) -> str:
        """The rows, what each call brought, and what they cost."""
        rows = [
            f"{name}: {'not asked for' if row is None else listed(row)}"
            for name, row in zip(self.found.outputs, self.found.rows(), strict=True)
        ]
        head = f"{self.data['title']}, a row for each output, columns {', '.join(self.found.inputs)}"
        costs = [f"{cost['what']}: {cost['count']} {cost['unit']}" for cost in self.data["costs"]]
        return "\n".join([head, *rows, *(call["sentence"] for call in self.data["calls"]), *costs])

    def png(self) -> bytes:
        """The whole heat map, with what the calls brought."""
        from .pictures import jacobian_png  # loads matplotlib

        return jacobian_png(self.data)


def jacobian(function: Callable[..., Any] | Trace, x: Any = None, y: object = None) -> JacobianView:
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

    Raises:
        ValueError: when there is nothing to show: numbers that cannot be read or are too many, a result that does not
            depend on ``x``, a trace in which no call went from ``y`` to ``x``.
        KeyError: when the trace has no such node.
        TypeError: when ``function`` can not be called.
    """
    if isinstance(function, Trace):
        return JacobianView(rows_of(function, x, y))
    if not callable(function):
        raise TypeError(f"a function or a trace is needed, not {type(function).__name__}")
    return JacobianView(rows_of(record_rows(function, x)))


# ----- what the browser gets ------------------------------------------------------------------------------------------
def page_data(found: JacobianRows) -> dict[str, Any]:
    """Everything the page needs, as plain JSON data."""
    outputs, inputs = len(found.outputs), len(found.inputs)
    return {
        "title": f"The Jacobian ∂{found.result}/∂{found.input}",
        "input": found.input,
        "outputs": list(found.outputs),
        "inputs": list(found.inputs),
        "rows": [None if row is None else list(row) for row in found.rows()],
        "calls": [
            {
                "seed": list(call.seed),
                "brought": list(call.brought),
                "row": -1 if call.row is None else call.row,
                "sentence": _sentence(found, place),
            }
            for place, call in enumerate(found.calls)
        ],
        "costs": [
            {"what": f"vᵀJ for one {'number' if outputs == 1 else 'seed'} v", "count": 1, "unit": "backward call"},
            {"what": "all of J by backward", "count": outputs, "unit": _calls(outputs, "backward call", "output")},
            {"what": "all of J by forward mode", "count": inputs, "unit": _calls(inputs, "forward pass", "input")},
        ],
    }


def _calls(count: int, one: str, each: str) -> str:
    plural = one if count == 1 else f"{one}es" if one.endswith("s") else f"{one}s"
    return f"{plural}, one for each {each}"


def _sentence(found: JacobianRows, place: int) -> str:
    call = found.calls[place]
    asked = "" if call.row is None else f" It asks about {found.outputs[call.row]} alone"
    alone = call.row is not None and call.seed[call.row] == 1
    row = f"{asked}: this is its row of J." if alone else asked and f"{asked}."
    return f"Call {place + 1}: the seed {listed(call.seed)} brings {listed(call.brought)} to {found.input}.{row}"


def listed(numbers: Sequence[float]) -> str:
    """``[1, 0.5]``."""
    return f"[{', '.join(map(number_text, numbers))}]"
