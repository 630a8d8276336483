"""Random numbers written into a tensor, coins thrown with its probabilities, and dropout."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import draws
from ..._core.base.strided import made_like
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap


def random_(self: Tensor, *bounds: Any, generator: Any = None, **named: Any) -> Tensor:
    """Write whole numbers: ``random_()``, ``random_(to)`` or ``random_(from, to)``; ``to`` itself is never drawn.

    Without bounds, up to the largest that the dtype holds exactly. The tensor keeps its shape and dtype.
    """
    low = bounds[0] if len(bounds) == 2 else named.get("from")
    high = bounds[-1] if bounds else named.get("to")
    return call_in_place(d.random_from, (self, 0 if low is None else low, high, generator))


def bernoulli(input: Tensor, p: Any = None, *, generator: Any = None) -> Tensor:
    """A one or a zero for each probability in ``input``; with the number ``p``, ``input`` lends its shape and dtype.

    Raises:
        RuntimeError: a probability that is not between 0 and 1.
    """
    if p is None:
        return d.bernoulli(input, generator=generator)
    return wrap(draws.bernoulli(p, input._data.shape, input._data.dtype, generator))


# ----- dropout -------------------------------------------------------------------------------------------------------
def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """In training, zero with probability ``p``, else divided by 1 - p; otherwise the input itself.

    Raises:
        RuntimeError: a probability that is not between 0 and 1, or integers.
    """
    return dropped(input, p, train)


def dropped(
    input: Tensor, p: float, train: bool, shape: tuple[int, ...] | None = None, in_place: bool = False
) -> Tensor:
    """`dropout` by noise of this shape, which stretches to the input's; ``in_place`` writes into the input."""
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    if p == 0 or not train or not input.numel():
        return input
    noise = wrap(input._data.dtype.type(0)) if p == 1 else wrap(_kept(input, p, shape) / (1 - p))
    return call_in_place(d.mul, (input, noise)) if in_place else d.mul(input, noise)


def _kept(input: Tensor, p: float, shape: tuple[int, ...] | None) -> np.ndarray:
    """Ones and zeros in this shape; None: the input's, drawn in the order in which it lies in memory, as in PyTorch."""
    data = input._data
    if data.dtype.kind != "f":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {input.dtype.short}")
    if shape is not None:
        return draws.bernoulli(1 - p, shape, data.dtype)
    return made_like(data, lambda shape: draws.bernoulli(1 - p, shape, data.dtype))


__all__ = ["bernoulli", "dropout"]
METHODS = ["bernoulli", "random_"]
