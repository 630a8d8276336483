"""``@each_case("a, b", [(1, 2), (3, 4)])``: written as ``pytest.mark.parametrize``, but one test for all cases.

`every_case` does the same for a loop inside a test, and `in_one_test` for the exercises.
"""

import contextlib
import functools
import inspect
from itertools import product

import pytest

from autograd_lab.exercises.learner import learner, permissions
from autograd_lab.exercises.message import safe_repr


class Cases:
    """The failures of one loop."""

    def __init__(self):
        self.failed = []

    @contextlib.contextmanager
    def __call__(self, *where):
        """One case; whatever fails in it is noted under this name."""
        try:
            yield
        except Exception as error:
            self.failed.append(f"{' | '.join(map(str, where))}: {type(error).__name__}: {error}")


@contextlib.contextmanager
def every_case():
    """``with every_case() as case:`` around a loop, and ``with case(name):`` around what it does each time."""
    cases = Cases()
    yield cases
    if cases.failed:
        pytest.fail("\n\n".join([f"{len(cases.failed)} failed:", *cases.failed]), pytrace=False)


def each_case(names, values, make=None, before=None, ids=str):
    """Run the test once for each of the ``values``; it goes on after a failure and tells which cases failed.

    Stacked, each with each. ``before`` is called before each case, and ``ids`` names its values. ``make`` turns a value
    into the argument when its turn comes. Each case has a ``tmp_path`` of its own; other fixtures are made once, so a
    test that patches something stays parametrised.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]

    def decorate(test):
        inner = getattr(test, "for_one_case", test)
        axes = [(names, values, make), *getattr(test, "axes", ())]

        def run(**fixtures):
            with every_case() as case:
                for number, chosen in enumerate(product(*(values for _, values, _ in axes))):
                    with case(*map(ids, chosen)):
                        if before:
                            before()
                        inner(**_for_one(fixtures, number), **_arguments(axes, chosen))

        functools.update_wrapper(run, inner)
        given = {name for names, _, _ in axes for name in names}
        parameters = inspect.signature(inner).parameters.values()
        run.__signature__ = inspect.Signature([each for each in parameters if each.name not in given])
        run.for_one_case, run.axes = inner, axes
        return run

    return decorate


def _for_one(fixtures, number):
    """With an empty folder for each case."""
    if "tmp_path" not in fixtures:
        return fixtures
    folder = fixtures["tmp_path"] / str(number)
    folder.mkdir()
    return {**fixtures, "tmp_path": folder}


def _arguments(axes, chosen):
    found = {}
    for (names, _, make), value in zip(axes, chosen, strict=True):
        value = make(value) if make else value
        found |= zip(names, value if len(names) > 1 else [value], strict=True)
    return found


def in_one_test(names, cases, ids=safe_repr):
    """`each_case`, for exercises: each case begins with a learner who has done nothing. ``ids`` names it."""
    return each_case(names, cases, before=_begin, ids=ids)


def _begin():
    learner.forget()
    permissions.allow()
