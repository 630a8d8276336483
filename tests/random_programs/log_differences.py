"""Where the records of two runs of one program differ: the first statement, and what is different there."""

import dataclasses
import re
from dataclasses import dataclass

from comparing import same_error
from tolerances import close, same_text


@dataclass(frozen=True)
class Difference:
    """``place``: which statement; ``field``: what of its record, e.g. ``tensors.x3.version``."""

    place: int
    field: str
    expected: object
    actual: object
    record: dict = dataclasses.field(default_factory=dict, repr=False, compare=False)
    """All that PyTorch's run showed there, and where it has ``failed``, there and before."""

    @property
    def dtype(self):
        """Of the tensor in which the difference is."""
        name = self.field.split(".")[1] if self.field.startswith("tensors.") else None
        return ((self.record.get("tensors") or {}).get(name) or {}).get("dtype", "")

    @property
    def kind(self):
        """The field without names and numbers of the program."""
        return re.sub(r"\.[a-z]+\d+(?=\.|$)|\[\d+\]", "", self.field)


def found_differences(expected, actual, rtol=0.0):
    """All differences of the first statement that has any; ``expected`` is PyTorch's record."""
    known, failed = ({}, {}), []
    for place, (wanted, got) in enumerate(zip(expected, actual, strict=True)):
        wanted, got = with_unchanged(wanted, got, *known)
        failed += [place] if "error" in wanted else []
        found = [Difference(place, *one, {**wanted, "failed": failed}) for one in apart(wanted, got, "", rtol)]
        if found:
            return found
    return []


def with_unchanged(wanted, got, known, known_here):
    """The two records with every tensor that changed in one of them; what did not change in the other is filled in."""
    changed, changed_here = wanted.get("tensors", {}), got.get("tensors", {})
    known.update(changed)
    known_here.update(changed_here)
    names = {**changed, **changed_here}
    return (
        {**wanted, "tensors": {name: known.get(name) for name in names}},
        {**got, "tensors": {name: known_here.get(name) for name in names}},
    )


def apart(expected, actual, field, rtol):
    """``(field, expected, actual)`` for everything that is not the same."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        if "values" in expected and "values" in actual:
            yield from values_apart(expected, actual, field, rtol)
        for key in sorted({*expected, *actual}, key=lambda key: (key != "error", key)):
            if key != "values":
                name = f"{field}.{key}" if field else key
                yield from apart(expected.get(key), actual.get(key), name, rtol)
    elif (
        isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual) and not is_error(field)
    ):
        for i, pair in enumerate(zip(expected, actual, strict=True)):
            yield from apart(*pair, f"{field}[{i}]", rtol)
    elif not alike(expected, actual, field, rtol):
        yield field, expected, actual


def is_error(field):
    """Does this field hold an error's class and text?"""
    return field == "error"


def values_apart(expected, actual, field, rtol):
    """The numbers of a tensor, by the tolerance of its type."""
    if expected["dtype"] != actual["dtype"] or expected["shape"] != actual["shape"]:
        return
    wanted, got = expected["values"], actual["values"]
    if "float" in expected["dtype"]:
        same = close([float(item) for item in got], [float(item) for item in wanted], expected["dtype"], rtol)
    else:
        same = wanted == got
    if not same:
        yield f"{field}.values", wanted, got


def alike(expected, actual, field, rtol):
    """Are two plain values the same? A line of help may follow an error's text."""
    if is_error(field) and expected is not None and actual is not None:
        return same_error(expected, actual, rtol)
    if isinstance(expected, str) and isinstance(actual, str):
        return same_text(actual, expected, rtol) or actual.startswith(f"{expected}\nHelp: ")
    if isinstance(expected, float) and isinstance(actual, float):
        return close(actual, expected, "float32", rtol)
    return type(expected) is type(actual) and expected == actual
