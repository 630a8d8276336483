"""Dropout, as it is public in PyTorch itself, not only in ``nn.functional``."""

import numpy as np

from ... import derivatives as d
from ..._core.base import draws
from ..._core.base.strided import made_like
from ..._core.call_in_place import call_in_place
from ..._core.tensor import Tensor, wrap


def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """In training, zero with probability ``p``, else divided by 1 - p; otherwise the input itself.

    Raises:
        RuntimeError: a probability that is not between 0 and 1, or integers.
    """
    return _dropped(input, p, train, None, False)


def dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place `dropout`."""
    return _dropped(input, p, train, None, True)


def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    """`dropout` that takes or leaves whole channels (dimension 1).

    Raises:
        RuntimeError: fewer than two dimensions, or as `dropout`.
    """
    return _dropped(input, p, train, _channels(input, "Feature dropout"), False)


def feature_dropout_(input: Tensor, p: float, train: bool) -> Tensor:
    """In-place `feature_dropout`."""
    return _dropped(input, p, train, _channels(input, "Feature dropout"), True)


def _channels(input: Tensor, name: str) -> tuple[int, ...]:
    if input.ndim < 2:
        raise RuntimeError(f"{name} requires at least 2 dimensions in the input")
    return (*input._data.shape[:2], *(1,) * (input.ndim - 2))


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")


def _dropped(input: Tensor, p: float, train: bool, shape: tuple[int, ...] | None, in_place: bool) -> Tensor:
    _check_probability(p)
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


__all__ = ["dropout", "dropout_", "feature_dropout", "feature_dropout_"]
METHODS: list[str] = []
