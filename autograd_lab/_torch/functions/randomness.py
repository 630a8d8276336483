"""Random numbers written into a tensor, and coins thrown with its probabilities."""

from typing import Any

from ... import derivatives as d
from ..._core import call_in_place
from ..._core.base import draws
from ..._core.tensor import Tensor, wrap


def random_(self: Tensor, *bounds: Any, generator: Any = None, **named: Any) -> Tensor:
    """Write whole numbers: ``random_()``, ``random_(to)`` or ``random_(from, to)``; ``to`` itself is never drawn.

    Without bounds, up to the largest that the dtype holds exactly. The tensor keeps its shape and dtype.
    """
    if unknown := named.keys() - {"from", "to"}:
        raise TypeError(f"random_() got an unexpected keyword argument '{min(unknown)}'")
    low = bounds[0] if len(bounds) == 2 else named.get("from")
    high = bounds[-1] if bounds else named.get("to")
    if low is not None:
        return call_in_place.call_in_place(d.random_from, (self, low, high, generator))
    if high is not None:
        return call_in_place.call_in_place(d.random_to, (self, high, generator))
    return call_in_place.call_in_place(d.random, (self, generator))


def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Any = None) -> Tensor:
    """Write ones with probability ``p`` (a number, or a tensor with one for each element), else zeros.

    Raises:
        RuntimeError: a probability that is not between 0 and 1.
    """
    op = d.bernoulli_by if isinstance(p, Tensor) else d.bernoulli_number
    return call_in_place.call_in_place(op, (self, p, generator))


def bernoulli(input: Tensor, p: Any = None, *, generator: Any = None) -> Tensor:
    """A one or a zero for each probability in ``input``; with the number ``p``, ``input`` lends its shape and dtype.

    Raises:
        RuntimeError: a probability that is not between 0 and 1.
    """
    if p is None:
        return d.bernoulli(input, generator=generator)
    return wrap(draws.bernoulli(p, input._data.shape, input._data.dtype, generator))


__all__ = ["bernoulli"]
METHODS = ["bernoulli", "bernoulli_", "random_"]
