"""Turn whatever a learner hands in into plain numbers, texts and lists, without ever raising.

Also when two numbers count as equal, and when one is the other rounded.
"""

from typing import Any

_HUGE = 10**300


class Words(str):
    """Words for a thing. They are not the learner's own text, so they have no quotes."""

    __repr__ = str.__str__


class Told(Words):
    """What a learner's code does, as a sentence without its full stop: "your code never ran backward"."""


def is_close(given: Any, target: Any, relative: float = 1e-6) -> bool:
    """Equal up to ``relative`` of the target's size; None equals None alone."""
    if given is None or target is None:
        return given is target
    return abs(given - target) <= relative * max(1.0, abs(target))


def is_rounded(given: Any, target: Any) -> bool:
    """Whether ``given`` is the target, or the target rounded to as many decimals as ``given`` has; none is too few."""
    if given is None or is_close(given, target):
        return is_close(given, target)
    decimals = len(f"{given:f}".rstrip("0").partition(".")[2])
    return decimals > 0 and target is not None and is_close(given, round(target, decimals))


def plain_numbers(item: Any) -> Any:
    """Tensors and arrays (ours, NumPy's, PyTorch's) as Python numbers and lists; anything else as it is.

    Lists that are nested too deep, as one that contains itself, become words, and so does a number that is too large.
    """
    try:
        return _plain(item)
    except RecursionError:
        return Words("lists nested too deep")


def _plain(item: Any) -> Any:
    if isinstance(item, list | tuple):
        return [_plain(part) for part in item]
    try:
        detached = item.detach() if hasattr(item, "detach") else item
        found = detached.tolist() if hasattr(detached, "tolist") else item
    except Exception:  # whatever a strange object does when it is looked at
        return item
    return Words("a number too large to compare") if type(found) is int and abs(found) > _HUGE else found
