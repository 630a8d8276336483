"""``@each_case("a, b", [(1, 2), (3, 4)])``: written as ``pytest.mark.parametrize``, but one test for all cases."""

import functools
import inspect
from itertools import product

from every_case import every_case


def each_case(names, values, make=None):
    """Run the test once for each of the ``values``; it goes on after a failure and tells which cases failed.

    Stacked, each with each. ``make`` turns a value into the argument when its turn comes. Each case has a
    ``tmp_path`` of its own; other fixtures are made once, so a test that patches something stays parametrised.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]

    def decorate(test):
        inner = getattr(test, "for_one_case", test)
        axes = [(names, values, make), *getattr(test, "axes", ())]

        def run(**fixtures):
            with every_case() as case:
                for number, chosen in enumerate(product(*(values for _, values, _ in axes))):
                    with case(*chosen):
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
