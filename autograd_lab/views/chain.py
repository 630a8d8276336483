"""The chain rule as a strip of factors, with a bracket to move.

Along one path the slopes multiply, and the order of multiplying is free. From the left, the product of the first
factors is what **backward** knows when it reaches a value: ∂y/∂u. From the right, it is what **forward** mode knows
there: ∂u/∂x. At every place the two make the same whole, ∂y/∂x.
"""

from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

import traitlets

from ..tracing.trace import events as ev
from ..tracing.trace.arithmetic import bracketed
from ..tracing.trace.node_search import find_node
from ..tracing.trace.nodes import reached
from ..tracing.trace.trace import Trace
from .lookup import check_trace, inside, name_of
from .short_text import number_text
from .widget import View


@dataclass(frozen=True)
class Link:
    """One factor: the slope of ``above`` in ``below``, by the rule of ``node`` ("" for the seed)."""

    above: str
    below: str
    node: str
    slope: float


class ChainStrip(View, scripts=("chain.js",), sheet="chain.css"):
    """The widget. Make one with `chain_strip`. ``place`` counts the factors left of the bracket."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "place")
    data = traitlets.Dict().tag(sync=True)
    place = traitlets.Int(1).tag(sync=True)

    def __init__(self, links: list[Link]):
        super().__init__(data=page_data(links), place=len(links))

    @traitlets.validate("place")
    def _inside(self, proposal: Any) -> int:
        return max(1, min(proposal["value"], len(self.data["factors"])))

    def text(self) -> str:
        """The strip, then one line for each place of the bracket."""
        strip = " · ".join(f"[{factor['number']}]" for factor in self.data["factors"])
        meaning = " · ".join(factor["meaning"] for factor in self.data["factors"])
        lines = [place["sentence"] for place in self.data["places"]]
        return "\n".join([f"Chain rule: {self.data['whole']}", strip, meaning, *lines])

    def png(self) -> bytes:
        """The strip with the bracket at its present place."""
        from .pictures import chain_png  # loads matplotlib

        return chain_png(self.data, self.place)


def chain_strip(trace: Trace, start: object, end: object) -> ChainStrip:
    """The factors between ``end`` (the result, say ``"y"``) and ``start`` (say ``"x"``), from the numbers of ``trace``.

    Both as in `find_node`. The slope of each link is what its node sent divided by what it received.

    Raises KeyError for a node that there is not, and ValueError where there is no single path of single numbers from
    ``end`` to ``start``, or where a node received 0, since a slope can not be read off then.
    """
    check_trace(trace)
    last, node = find_node(trace, start), find_node(trace, end)
    runs = {event.node: event for event in trace.events if isinstance(event, ev.RuleApplied)}
    if node not in runs:
        raise ValueError(f"{trace.label(node)} did not run in this trace, so its slopes are not known")
    above = name_of(trace, node)
    links = [Link(above, above, "", 1.0)]
    while node != last:
        index, target = _only_way(trace, node, last)
        above, below = name_of(trace, node), name_of(trace, target)
        links.append(Link(above, below, trace.label(node), _slope(trace, runs[node], index)))
        node = target
    return ChainStrip(links)


def _only_way(trace: Trace, node: str, last: str) -> tuple[int, str]:
    """The one edge of ``node`` that leads to ``last``."""
    targets = [inside(trace, edge) for edge in trace.nodes[node].edges]
    ways = [
        (index, target) for index, target in enumerate(targets) if target and last in reached(trace.nodes, [target])
    ]
    if len(ways) == 1:
        return ways[0]
    where = f"from {trace.label(node)} to {trace.label(last)}"
    if not ways:
        raise ValueError(f"no way leads {where}")
    raise ValueError(f"{len(ways)} ways lead {where}: the chain rule adds over paths there, so one strip is not enough")


def _slope(trace: Trace, run: ev.RuleApplied, index: int) -> float:
    received, result = run.received[0], run.results[index]
    label = trace.label(run.node)
    if len(run.received) != 1 or received is None or result is None or received.shape or result.shape:
        raise ValueError(f"{label} does not turn one number into one number: a strip needs a chain of scalars")
    if not received.items[0]:
        raise ValueError(f"{label} received 0, and 0 times any slope is 0: its slope can not be read off")
    return result.items[0] / received.items[0]


# ----- what the browser gets ------------------------------------------------------------------------------------------
def page_data(links: list[Link]) -> dict[str, Any]:
    """Everything the browser needs: the factors, and for each place of the bracket its two products in words."""
    factors = [
        {"number": number_text(link.slope), "meaning": f"∂{link.above}/∂{link.below}", "node": link.node or "seed"}
        for link in links
    ]
    whole = f"∂{links[0].above}/∂{links[-1].below} = {number_text(_product(links))}"
    places = [_place(links[:count], links[count:]) for count in range(1, len(links) + 1)]
    return {"factors": factors, "places": places, "whole": whole, "values": [link.below for link in links]}


def _place(left: list[Link], right: list[Link]) -> dict[str, str]:
    """The bracket between ``left`` and ``right``: both products, and that together they make the whole."""
    backward, forward = _product(left), _product(right)
    top, here, bottom = left[0].above, left[-1].below, (right or left)[-1].below
    left_words = f"∂{top}/∂{here} = {_times(left)}"
    right_words = f"∂{here}/∂{bottom} = {_times(right)}"
    whole = f"{bracketed(number_text(backward))}·{bracketed(number_text(forward))} = {number_text(backward * forward)}"
    return {
        "here": here,
        "left": left_words,
        "right": right_words,
        "whole": f"{whole} = ∂{top}/∂{bottom}",
        "sentence": f"At {here}: backward knows {left_words}, forward knows {right_words}; together {whole}.",
    }


def _product(links: list[Link]) -> float:
    return prod((link.slope for link in links), start=1.0)


def _times(links: list[Link]) -> str:
    result = number_text(_product(links))
    return f"{'·'.join(bracketed(number_text(link.slope)) for link in links)} = {result}" if len(links) > 1 else result
