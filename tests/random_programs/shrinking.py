"""Makes a program shorter as long as it shows the same kind of difference, so that it can be read."""

import dataclasses
import re

from judging import judged


def cause(program, found):
    """What differs, without the names and numbers of this program: programs that differ alike have one cause."""
    one = found[0]
    statement = program.statements[one.place]
    return one.kind, called(statement), reduced(one.expected), reduced(one.actual)


def called(statement):
    """The last name that a statement calls or the sign that it writes with."""
    names = re.findall(r"\.(\w+)\(", statement)
    return names[-1] if names else re.sub(r"\b[a-z]+\d+\b|[\d.]+", "", statement)[:40]


def reduced(value):
    """A value as far as it says something about the cause: an error's text, or the kind of value."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(item, str) for item in value):
        return re.sub(r"\d+", "#", f"{value[0]}: {value[1]}")[:90]
    return re.sub(r"[\d.]+", "#", value)[:60] if isinstance(value, str) else type(value).__name__


def shrunk(torch, program, found):
    """The program without whatever its difference does not need."""
    wanted = cause(program, found)
    statements = program.statements[: found[0].place + 1]
    program = dataclasses.replace(program, statements=statements)
    size = max(len(statements) // 2, 1)
    while size:
        place = len(program.statements) - 1 - size
        while place >= 0:
            shorter = program.statements[:place] + program.statements[place + size :]
            smaller = dataclasses.replace(program, statements=shorter)
            left, _ = judged(torch, smaller)
            if left and alike(cause(smaller, left), wanted):
                program = smaller
            place -= size
        size //= 2
    return program


def alike(one, two):
    """Is it the same kind of difference, wherever it shows?"""
    return one[0] == two[0] and one[2:] == two[2:]
