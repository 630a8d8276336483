"""Turn whatever a learner hands in into plain numbers, texts and lists of limited size, without ever raising."""

from typing import Any

_DEEPEST = 12
_MOST = 100_000
_HUGE = 10**300
_RELATIVE = 1e-6


class Unfit(str):
    """Words for something that cannot be compared. They are not the learner's own text, so they have no quotes."""

    __repr__ = str.__str__


def is_close(given: Any, target: Any, relative: float = _RELATIVE) -> bool:
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

    A list that contains itself, is too deep or too long is replaced by words, so the result is always finite.
    """
    return _Walk().plain(item, ())


class _Walk:
    """One walk through nested lists: it counts what it meets."""

    def __init__(self) -> None:
        self.met = 0

    def plain(self, item: Any, inside: tuple[int, ...]) -> Any:
        try:
            if isinstance(item, list | tuple):
                return self._list(item, inside)
            detached = item.detach() if hasattr(item, "detach") else item
            found = detached.tolist() if hasattr(detached, "tolist") else item
        except Exception:  # whatever a strange object does when it is looked at
            return item
        return Unfit("a number too large to compare") if type(found) is int and abs(found) > _HUGE else found

    def _list(self, items: Any, inside: tuple[int, ...]) -> Any:
        self.met += len(items)
        if id(items) in inside:
            return Unfit("a list inside itself")
        if len(inside) >= _DEEPEST:
            return Unfit("lists nested too deep")
        if self.met > _MOST:
            return Unfit(f"a list of {len(items)} elements")
        return [self.plain(part, (*inside, id(items))) for part in items]
