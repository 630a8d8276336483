"""Methods of Tensor that are made when they are first looked for.

There are six hundred of them, and a program uses twenty. To make one takes longer than to write down how, so that is
all that happens when the package is loaded. The first look puts the method itself in its place: calls pay nothing.
"""

from collections.abc import Callable
from typing import Any

from ..autograd._tensor import Tensor


class Later:
    """Stands in Tensor's namespace for ``make(*args)``."""

    def __init__(self, make: Callable[..., Callable], *args: Any):
        self._make = make
        self._args = args

    def made(self) -> Callable:
        """What it stands for."""
        return self._make(*self._args)

    def __get__(self, instance: Any, owner: type | None = None) -> Callable:
        method = self.made()
        for name in [name for name, item in vars(Tensor).items() if item is self]:
            setattr(Tensor, name, method)
        return method.__get__(instance, owner)


def made(method: Callable | Later) -> Callable:
    """The method itself, if it stands here already or not."""
    return method.made() if isinstance(method, Later) else method
