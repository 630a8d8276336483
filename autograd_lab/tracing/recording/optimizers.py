"""Which optimizers stepped in a recording, what they hold, and whether a step left a parameter that is not finite."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..._core.base.state import quiet
from .calls import Group, Stepped
from .source_lines import Line

CodePlace = tuple[str, int]
NumberOf = Callable[[Any], int]


@dataclass
class _Steps:
    """What is known of one optimizer so far: for each group its tensors, by number, and the rates of all its steps."""

    kind: str
    place: CodePlace | None
    held: list[list[int]]
    rates: list[list[float]]
    decays: list[float] = field(default_factory=list)
    spoiled: list[int] = field(default_factory=list)
    events: int = 0
    last: int = 0
    previous: int = 0
    idle: bool = True
    first: int = 0
    found: float = 0.0


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
        steps, groups = self._steps_of.get(optimizer), optimizer.param_groups
        if steps is None:
            held = [list(map(number_of, group["params"])) for group in groups]
            steps = self._steps_of[optimizer] = _Steps(type(optimizer).__name__, place, held, [[] for _ in groups])
            steps.first, steps.found = events, _norm_of_grads(optimizer, array_of)
            self._seen.append(steps)
        for group, rates in zip(groups, steps.rates, strict=False):
            rates += [float(group["lr"])] if "lr" in group else []
        steps.decays = [float(group.get("weight_decay", 0)) for group in groups]
        steps.previous, steps.last = steps.last, events
        steps.idle &= all(one.grad is None for one in _parameters(optimizer))
        if not steps.spoiled:
            wrong = (one for one in _parameters(optimizer) if not np.isfinite(array_of(one)).all())
            steps.spoiled, steps.events = list(map(number_of, wrong)), events

    def told(self, line_at: Callable[..., Line], number_of: NumberOf) -> tuple[Stepped, ...]:
        """All optimizers, in the order of their first steps."""
        alive = {id(steps): optimizer for optimizer, steps in self._steps_of.items()}
        return tuple([_told(steps, alive.get(id(steps)), line_at, number_of) for steps in self._seen])


def _told(steps: _Steps, optimizer: Any, line_at: Callable[..., Line], number_of: NumberOf) -> Stepped:
    """``optimizer`` is None if it lives no more."""
    for held, group in zip(steps.held, optimizer.param_groups if optimizer else (), strict=False):
        held += map(number_of, group["params"])  # a write gives a tensor another number
    rates = [rate for rates in steps.rates for rate in rates]
    groups = [
        Group(tuple(dict.fromkeys(held)), max(rates), rates[-1], decay)
        for held, rates, decay in zip(steps.held, steps.rates, steps.decays, strict=False)
        if rates
    ]
    return Stepped(
        steps.kind,
        steps.place and line_at(*steps.place),
        tuple(dict.fromkeys(number for held in steps.held for number in held)),
        (min(rates), max(rates)) if rates else (),
        tuple(steps.spoiled),
        steps.events,
        tuple(groups),
        steps.last,
        steps.idle,
        steps.previous,
        steps.first,
        steps.found,
    )


@quiet
def _norm_of_grads(optimizer: Any, array_of: Callable[[Any], np.ndarray]) -> float:
    """The norm of all gradients together, as the step finds them; 0 where one of them is not finite."""
    grads = (array_of(one.grad) for one in _parameters(optimizer) if one.grad is not None)
    norm = math.hypot(*(float(np.linalg.norm(grad.ravel())) for grad in grads))
    return norm if math.isfinite(norm) else 0.0


def _parameters(optimizer: Any) -> Iterator[Any]:
    for group in optimizer.param_groups:
        yield from group["params"]
