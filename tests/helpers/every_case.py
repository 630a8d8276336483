"""For a test that loops: it goes on after a failure, and tells in the end which cases failed, and how."""

import contextlib

import pytest


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
