"""Differences that stay because only random programs meet them. A rule's docstring gives the reason."""

import errors_that_differ
import graphs_that_differ
import hooks_that_differ
import memory_that_differs

KNOWN = errors_that_differ.RULES | memory_that_differs.RULES | graphs_that_differ.RULES | hooks_that_differ.RULES
"""Rule: the difference in words. A rule tells whether a difference is of its kind."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
