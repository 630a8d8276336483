"""The arithmetic of backward, where it can be shown: received × slope = sent, and the sum in a slot.

Both are read off the recorded numbers and hold to the six digits that sentences show. Where one does not hold (a hook
changed the message, a gradient is infinite), nothing is claimed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..recording.values import LISTED, array_of, is_same, number_text, text_of
from .events import BufferAdded, NodeInfo, RuleApplied, Value
from .nodes import messages_of

LONGEST = 60
"""A sum of more characters than this is not written out."""


@dataclass(frozen=True, slots=True)
class Product:
    """How the message along one edge came about: ``received`` × ``slope`` = ``sent``. As text: ``1 × 4 = 4``."""

    received: float
    slope: float
    sent: float

    def __str__(self) -> str:
        received, slope, sent = map(number_text, (self.received, self.slope, self.sent))
        return f"{received} × {bracketed(slope)} = {sent}"


def product(trace, event_index: int, edge_index: int) -> Product | None:
    """What the rule that ran at this event multiplied, to get what was then sent along the edge.

    None where there is no such product to show: another kind of event, several slots, arrays instead of single
    numbers, nothing sent, a message that a hook changed, and numbers that show no slope (received 0, infinity, nan).
    """
    event = trace.events[event_index]
    if not isinstance(event, RuleApplied) or edge_index >= len(event.results) or _received(event) is None:
        return None
    return product_of(event, edge_index, messages_of(trace, event_index).get(edge_index))


def product_of(event: RuleApplied, edge_index: int, message: Value | None) -> Product | None:
    """As `product`, given the message that left along the edge."""
    received = _received(event)
    worked_out, sent = _number(event.results[edge_index]), _number(message)
    if received is None or worked_out is None or sent is None or number_text(sent) != number_text(worked_out):
        return None
    slope = sent / received
    return Product(received, slope, sent) if number_text(received * slope) == number_text(sent) else None


def is_zero_times_infinity(info: NodeInfo, event: RuleApplied, edge_index: int) -> bool:
    """Whether the rule made nan of a received 0 because its slope is infinite: of what the node had kept (``info`` as
    the rule found it), one number is, and none is nan."""
    received, result = event.received[0] if len(event.received) == 1 else None, event.results[edge_index]
    kept = [saved.value for saved in info.saved if saved.frees]
    if any(value is None or value.shape or not value.items for value in (received, result, *kept)):
        return False
    numbers = [value.items[0] for value in kept]
    return (
        received.items[0] == 0
        and math.isnan(result.items[0])
        and sum(map(math.isinf, numbers)) == 1
        and not any(map(math.isnan, numbers))
    )


def _received(event: RuleApplied) -> float | None:
    """The one number that the slope was multiplied by, if there is one."""
    return (_number(event.received[0]) or None) if len(event.received) == 1 else None


def _number(value: Value | None) -> float | None:
    if value is None or value.shape or not value.items or not math.isfinite(value.items[0]):
        return None
    return float(value.items[0])


def messages_in(trace, step: int, node: str, slot: int, most: float = math.inf) -> tuple[Value, ...]:
    """The messages of which a slot has the sum: all that came by state ``step``, in this state's backward.

    A broken engine may have lost some of them. If there are more than ``most``, only the last are given: enough to see
    that there are too many.
    """
    found: list[Value] = []
    for k in trace.latest_arrivals(step, node, slot):
        event = trace.events[k]
        if event.message is not None:
            found.append(event.message)
        if event.before is None or replaces(event) or len(found) > most:
            break
    return tuple(reversed(found))


def sum_text(values: Sequence[Value], total: Value | None) -> str | None:
    """``3 + 2 = 5``; None for a sum that is too long to read, or for a single value."""
    if not 2 <= len(values) <= LISTED or any(value.items is None or len(value.items) > LISTED for value in values):
        return None
    first, *others = map(text_of, values)
    text = f"{' + '.join([first, *map(bracketed, others)])} = {text_of(total)}"
    return text if len(text) <= LONGEST else None


def replaces(event: BufferAdded) -> bool:
    """Whether the message replaced what was in its slot, as in a broken engine."""
    before, message, after = event.before, event.message, event.after
    if before is None or message is None or not is_same(after, message) or after.items is None:
        return False
    return not np.array_equal(array_of(before) + array_of(message), array_of(after), equal_nan=True)


def bracketed(text: str) -> str:
    """A number inside a sum or a product, where a negative one needs brackets."""
    return f"({text})" if text.startswith("-") else text
