"""A number for each tensor that a recording has met, found by the tensor itself and by the memory it lies in."""

from collections.abc import Iterator
from typing import Any
from weakref import ref

Place = tuple[str, int]
"""File and number of a line of the learner's."""


class _Reference(ref):
    """A weak reference that knows the number of its tensor, and under which keys it is kept (address 0: none)."""

    __slots__ = ("address", "number", "tensor_id")


class Numbers:
    """A number for each tensor, for as long as the tensor lives; it is not kept alive for that."""

    def __init__(self) -> None:
        self.known: dict[int, _Reference] = {}
        """By the tensor's id. Each has the ``number``."""
        self._at: dict[int, dict[int, _Reference]] = {}  # by address, then by id: those that have a history
        self._new: list[_Reference] = []  # those that are not there yet: few recordings ask
        self.called: dict[str, int] = {}
        """All names that led to a tensor when the recording ended; the flow itself keeps the first of each tensor's."""
        self.emptied: dict[int, tuple[int, Place | None]] = {}
        """Whose ``.grad`` was taken away: after how many events, and at which place of the learner's."""
        weakly = ref(self)  # what a reference calls must not hold these numbers: nothing would ever let go of them

        def forget(gone: _Reference) -> None:
            numbers = weakly()
            if numbers is not None:
                numbers.known.pop(gone.tensor_id, None)
                if gone.address:
                    numbers._leave_memory(gone)

        self._forget = forget

    def find(self, tensor: Any) -> int | None:
        """Its number, if it has one."""
        found = self.known.get(id(tensor))
        return found.number if found else None

    def tensor(self, number: int) -> Any:
        """The tensor with this number, if it is still there."""
        return next((tensor for tensor, own in self.living() if own == number), None)

    def with_memory_of(self, leaf: Any) -> int | None:
        """The number of a tensor that has a history and begins at the same address; None if there is none."""
        self._place_new()
        address = _address(leaf)
        for tensor, number in _living(self._at.get(address, {})) if address else ():
            if _address(tensor) == address:  # it may have moved where this recording did not hear of it
                return number
        return None

    def give(self, tensor: Any, number: int, has_history: bool) -> None:
        """From now on it has this number."""
        before = self.known.get(id(tensor))
        if before is not None:
            self._leave_memory(before)
        reference = self.known[id(tensor)] = _Reference(tensor, self._forget)
        reference.tensor_id, reference.number, reference.address = id(tensor), number, 0
        if has_history:
            self._new.append(reference)

    def living(self) -> Iterator[tuple[Any, int]]:
        """The tensors that are still there, with their numbers."""
        return _living(self.known)

    def _place_new(self) -> None:
        """Those that have come since may now be found by their memory."""
        for reference in self._new:
            tensor = reference()
            if tensor is not None and self.known.get(reference.tensor_id) is reference:
                reference.address = _address(tensor)
                if reference.address:
                    self._at.setdefault(reference.address, {})[reference.tensor_id] = reference
        self._new.clear()

    def _leave_memory(self, reference: _Reference) -> None:
        """It is not to be found by its memory any more."""
        there = self._at.get(reference.address, {})
        there.pop(reference.tensor_id, None)
        if not there:
            self._at.pop(reference.address, None)


def _living(references: dict[int, _Reference]) -> Iterator[tuple[Any, int]]:
    for reference in list(references.values()):  # any of them may be forgotten meanwhile
        tensor = reference()
        if tensor is not None:
            yield tensor, reference.number


def _address(tensor: Any) -> int:
    """Where its numbers begin; 0 for a tensor that has none, or not in one piece of memory."""
    try:
        return tensor.data_ptr()
    except (RuntimeError, ValueError):
        return 0
