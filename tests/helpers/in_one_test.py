"""`in_one_test`: many cases in one test instead of a test each; in the end it tells which of them failed, and how."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

from every_case import every_case

from autograd_lab.exercises.learner import learner, permissions
from autograd_lab.exercises.message import safe_repr


def in_one_test(names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] = safe_repr) -> Callable:
    """Decorate a test as `pytest.mark.parametrize` does. Each case begins with a learner who has done nothing."""

    def decorate(test: Callable) -> Callable:
        wanted = inspect.signature(test).parameters.values()
        given = (names,) if isinstance(names, str) else names

        @functools.wraps(test)
        def looped(**fixtures: Any) -> None:
            with every_case() as case:
                for values in cases:
                    with case(ids(values)):
                        learner.forget()
                        permissions.allow()
                        test(**fixtures, **dict(zip(given, (values,) if given == (names,) else values, strict=True)))

        looped.__signature__ = inspect.Signature([each for each in wanted if each.name not in given])
        return looped

    return decorate
