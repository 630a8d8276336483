"""Methods of Tensor that are made when they are first looked for.

A method that is a row's written call takes a while to write, and a program uses twenty of three hundred. So it is only
noted how to make it. The first look puts the method itself in its place: calls pay nothing.
"""

from collections.abc import Callable
from typing import Any

from ..._core.tensor import Tensor


class Deferred:
    """Stands in Tensor's namespace for what ``make(*args)`` will give."""

    def __init__(self, make: Callable[..., Callable], *args: Any):
        self._make, self._args = make, args

    def __get__(self, instance: Any, owner: type | None = None) -> Callable:
        method = self._make(*self._args)
        for name in [name for name, item in vars(Tensor).items() if item is self]:
            setattr(Tensor, name, method)
        return method.__get__(instance, owner)
