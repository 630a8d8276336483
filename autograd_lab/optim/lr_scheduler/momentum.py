"""Momentum that falls while the step size rises: it is called ``momentum``, or is the first of Adam's ``betas``."""

from typing import Any

from ..optimizer import Optimizer
from .scheduler import for_each_group


def check_momentum(optimizer: Optimizer) -> bool:
    """Whether it is the first of ``betas``; ValueError if there is none."""
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
    return "betas" in optimizer.defaults


def put_momentum(group: dict[str, Any], value: float, is_beta: bool) -> None:
    """Set the momentum of a group."""
    if is_beta:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def begin_momentum(optimizer: Optimizer, base: Any, highest: Any, is_beta: bool, start: bool) -> tuple[list, list]:
    """The lowest and the highest momentum of each group; at the start, groups get and remember them."""
    highs = for_each_group("max_momentum", optimizer, highest)
    lows = for_each_group("base_momentum", optimizer, base)
    for group, low, high in zip(optimizer.param_groups, lows, highs, strict=True):
        if start:
            put_momentum(group, high, is_beta)
            group["max_momentum"], group["base_momentum"] = high, low
    return lows, highs
