"""Which optimizers stepped in a recording, what they hold, and whether a step left a parameter that is not finite."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from .calls import Stepped
from .source_lines import Line

CodePlace = tuple[str, int]
NumberOf = Callable[[Any], int]


@dataclass
class _Steps:
    """What is known of one optimizer so far; the tensors that it holds, by their numbers at its first step."""

    kind: str
    place: CodePlace | None
    held: list[int]
    rates: list[float] = field(default_factory=list)
    spoiled: list[int] = field(default_factory=list)
    events: int = 0


class Optimizers:
    """Hears of every step of every optimizer, of either engine. It keeps none of them alive."""

    def __init__(self) -> None:
        self._seen: list[_Steps] = []
        self._steps_of: WeakKeyDictionary[Any, _Steps] = WeakKeyDictionary()

    def stepped(
        self,
        optimizer: Any,
        place: CodePlace | None,
        events: int,
        number_of: NumberOf,
        array_of: Callable[[Any], np.ndarray],
    ) -> None:
        """``optimizer`` has made a step, called at ``place``, after so many events."""
        steps = self._steps_of.get(optimizer)
        if steps is None:
            held = list(map(number_of, _parameters(optimizer)))
            steps = self._steps_of[optimizer] = _Steps(type(optimizer).__name__, place, held)
            self._seen.append(steps)
        rates = [*steps.rates, *(float(group["lr"]) for group in optimizer.param_groups if "lr" in group)]
        steps.rates = [min(rates), max(rates)] if rates else []
        if not steps.spoiled:
            wrong = (one for one in _parameters(optimizer) if not np.isfinite(array_of(one)).all())
            steps.spoiled, steps.events = list(map(number_of, wrong)), events

    def told(self, line_at: Callable[..., Line], number_of: NumberOf) -> tuple[Stepped, ...]:
        """All optimizers, in the order of their first steps."""
        now = {id(steps): map(number_of, _parameters(one)) for one, steps in self._steps_of.items()}
        return tuple([
            Stepped(
                steps.kind,
                steps.place and line_at(*steps.place),
                tuple(dict.fromkeys([*steps.held, *now.get(id(steps), ())])),  # a write gives a tensor another number
                tuple(steps.rates),
                tuple(steps.spoiled),
                steps.events,
            )
            for steps in self._seen
        ])  # fmt: skip


def _parameters(optimizer: Any) -> Iterator[Any]:
    for group in optimizer.param_groups:
        yield from group["params"]
