"""Runs a program in both packages and says what differs, departures that are known aside."""

import contextlib
import dataclasses
import re

from known_departures import known
from log_differences import found_differences
from session import record_of

import autograd_lab as al

RACES = 5
"""How often a program with threads may try to do the same in both."""


def judged(torch, program, ours=al):
    """``(differences, departure)`` of the first statement with a difference: the names of those known, or none."""
    found = compared(torch, program, ours)
    if found and "in_thread(" in program.text and any(not compared(torch, program, ours) for _ in range(RACES)):
        return [], None  # two threads ran for the first place
    left, departure = settled(program, found)
    if left and only_rounding(torch, program, ours, left):
        return [], "rounding"
    return left, departure


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
    """Numbers that the program makes of rounding, which nobody promises: float64 throughout brings them together.

    Or whole numbers, such as the place of the smallest, or what ``//`` rounds down; or 0 divided by 0: floats decided
    that were not equal to the last digit.
    """
    if not all(one.field.endswith("values") for one in found):
        return False
    statements = tuple(line.replace("float32", "float64") for line in program.statements)
    with default_float64(torch, ours):
        exact = compared(torch, dataclasses.replace(program, statements=statements, real="float64"), ours)
    if not exact or exact[0].place > found[0].place:
        return True
    if exact[0].place == found[0].place and {one.field for one in found}.isdisjoint(one.field for one in exact):
        return True
    if all("float" not in one.dtype or a_step_apart(one) for one in found):
        return rounded(torch, program, ours, found[0].place)
    operands = set(re.findall(r"\w+", program.statements[found[0].place]))
    return all(nothing_divided(one) for one in found) and rounded(torch, program, ours, found[0].place - 1, operands)


def a_step_apart(one):
    """Are those numbers that differ whole ones, next to each other?"""
    pairs = [map(float, pair) for pair in zip(one.expected, one.actual, strict=True) if pair[0] != pair[1]]
    return all(wanted.is_integer() and abs(wanted - got) == 1 for wanted, got in pairs)


def nothing_divided(one):
    """Is all that differs no number in one of the two, as where what cancels is divided?"""
    return all("nan" in pair for pair in zip(one.expected, one.actual, strict=True) if pair[0] != pair[1])


def rounded(torch, program, ours, place, names=None):
    """Is any float up to there not the same to the last digit? With ``names``, of these tensors."""
    watched = dataclasses.replace(program, statements=program.statements[: place + 1], watched=True)
    pairs = zip(record_of(torch, watched), record_of(ours, watched), strict=True)
    return any(floats(one, names) != floats(two, names) for one, two in pairs)


def floats(record, names):
    """The numbers of those tensors of floats that changed."""
    tensors = {name: seen for name, seen in record["tensors"].items() if names is None or name in names}
    return {name: seen["values"] for name, seen in tensors.items() if seen and "float" in seen["dtype"]}


@contextlib.contextmanager
def default_float64(*packages):
    """``torch.ones(2)`` is of float64 inside, too."""
    for package in packages:
        package.set_default_dtype(package.float64)
    try:
        yield
    finally:
        for package in packages:
            package.set_default_dtype(package.float32)
