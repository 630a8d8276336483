"""Differences that stay, each with its reason: README's list as far as random programs meet it. Keep it short."""

import re

NO_KERNEL = re.compile(r"not implemented for '(Bool|Byte|Int|Long|Half|Double|Float)'")


def left_out(program, one):
    """What is left out says so."""
    return one.field == "error" and one.actual is not None and one.actual[0] in ("LeftOutError", "NotImplementedError")


def no_kernel(program, one):
    """PyTorch has no machine code for this type of numbers; to compute all the same does no harm."""
    return one.field == "error" and one.expected is not None and bool(NO_KERNEL.search(one.expected[1]))


KNOWN = (left_out, no_kernel)
"""Each tells whether a difference is of its kind; its docstring is the reason."""


def known(program, one):
    """The name of the departure that explains this difference, or None."""
    return next((rule.__name__ for rule in KNOWN if rule(program, one)), None)
