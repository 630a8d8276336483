"""Runs a program in both packages and says what differs, departures that are known aside."""

import dataclasses

from known_departures import known
from log_differences import found_differences
from session import record_of

import autograd_lab as al


def judged(torch, program, ours=al):
    """``(differences, departure)`` of the first statement with a difference: the names of those known, or none."""
    found = compared(torch, program, ours)
    if found and only_rounding(torch, program, ours, found):
        return [], "rounding"
    return settled(program, found)


def compared(torch, program, ours=al):
    """The differences of the first statement that has some."""
    return found_differences(record_of(torch, program), record_of(ours, program))


def settled(program, found):
    """The differences that no known departure explains; if all are explained, the name of one that does."""
    names = [known(program, one) for one in found]
    if found and found[0].field == "error" and names[0]:  # what else differs follows from it
        return [], names[0]
    left = [one for one, name in zip(found, names, strict=True) if name is None]
    return left, None if left or not found else names[0]


def only_rounding(torch, program, ours, found):
    """Numbers that float32 brings apart and float64 does not: the program magnifies what rounding does."""
    if program.real == "float64" or not all(one.field.endswith("values") for one in found):
        return False
    exact = compared(torch, dataclasses.replace(program, real="float64"), ours)
    return not exact or exact[0].place > found[0].place
