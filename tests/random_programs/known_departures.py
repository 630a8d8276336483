"""Differences that stay: README's list, as far as random programs meet it. A rule's docstring is the reason."""

import errors_that_differ
import graphs_that_differ
import hooks_that_differ
import memory_that_differs

KNOWN = errors_that_differ.README | memory_that_differs.README | graphs_that_differ.README | hooks_that_differ.README
"""Rule: the words of README that speak of it. A rule tells whether a difference is of its kind."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
