"""Turn whatever a learner hands in into plain numbers, texts and lists of limited size, without ever raising.

Also when two numbers count as equal, and when one is the other rounded.
"""

from typing import Any

_DEEPEST, _MOST, _HUGE = 12, 100_000, 10**300


class Words(str):
    """Words for a thing. They are not the learner's own text, so they have no quotes."""

    __repr__ = str.__str__


class Unfit(Words):
    """Words for something that cannot be compared."""


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


def plain_numbers(item: Any, inside: tuple[int, ...] = (), met: Any = None) -> Any:
    """Tensors and arrays (ours, NumPy's, PyTorch's) as Python numbers and lists; anything else as it is.

    A list that contains itself, is too deep or too long is replaced by words, so the result is always finite.
    ``inside`` are the lists around the item, ``met`` counts the elements met so far.
    """
    try:
        if isinstance(item, list | tuple):
            return _plain_list(item, inside, met or [0])
        detached = item.detach() if hasattr(item, "detach") else item
        found = detached.tolist() if hasattr(detached, "tolist") else item
    except Exception:  # whatever a strange object does when it is looked at
        return item
    return Unfit("a number too large to compare") if type(found) is int and abs(found) > _HUGE else found


def _plain_list(items: Any, inside: tuple[int, ...], met: list[int]) -> Any:
    met[0] += len(items)
    if id(items) in inside:
        return Unfit("a list inside itself")
    if len(inside) >= _DEEPEST:
        return Unfit("lists nested too deep")
    if met[0] > _MOST:
        return Unfit(f"a list of {len(items)} elements")
    return [plain_numbers(part, (*inside, id(items)), met) for part in items]
