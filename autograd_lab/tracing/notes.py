"""What a recorder jots down while the engine runs, and how that becomes events once somebody reads the trace.

Watching must not make a backward crawl. So a note holds ids and copied arrays and nothing is worded, boxed or described
until it is asked for: a `Note` is *what to make* and *from what*, and `Note.made` makes it, once. An array that is met
several times on its way (as a result, as a message, in a slot) is one note, so its numbers are kept once.
"""

import gc
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import ref

import numpy as np

from ..autograd._tensor import Tensor
from .events import Event, Value

LIMIT = 1000
"""Arrays with more elements than this are summarised."""


class Note:
    """``make(*parts)``, later. Parts may be notes themselves, or tuples of them; what is made is kept."""

    __slots__ = ("_make", "_parts")

    def __init__(self, make: Callable | None, *parts: Any):
        self._make, self._parts = make, parts

    def made(self) -> Any:
        """The finished thing; the same object each time."""
        if self._make is not None:
            self._parts, self._make = self._make(*all_written(self._parts)), None
        return self._parts


@contextmanager
def without_collecting() -> Iterator[None]:
    """Much is made in here, and all of it stays: looking through it for garbage would take longer than making it."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def written(part: Any) -> Any:
    """A part with all notes in it made."""
    if part.__class__ is Note:
        return part.made()
    return tuple(all_written(part)) if part.__class__ is tuple else part


def all_written(parts: Sequence) -> list:
    """Several parts with all notes in them made; most are plain, and need no call."""
    return [written(part) if part.__class__ in NOT_PLAIN else part for part in parts]


NOT_PLAIN = (Note, tuple)


class Tape:
    """The events of a recording in their order; they are made as one goes along.

    A line is ``(class of the event, its fields …)``, or ``(a function of `unfold`, its arguments …)``.
    """

    def __init__(self) -> None:
        self.lines: list[tuple] = []

    def __iter__(self) -> Iterator[Event]:
        for tell, *parts in self.lines:
            told = tell(*all_written(parts))
            if isinstance(told, list):
                yield from told
            else:
                yield told


class Snapshots:
    """Notes of arrays as they are now, whatever is done to them later.

    An array of at most ``limit`` elements is copied. Of a larger one only shape, dtype and four numbers are kept, about
    500 bytes however large it is, so a recording never holds an array of more than ``limit`` elements.

    The same array gives the same note until `forget` is called, which has to happen whenever foreign code had a chance
    to write into arrays. Nothing here keeps a large array alive: it is known by a weak reference.
    """

    def __init__(self, limit: int):
        self._limit = limit
        self._arrays: dict[int, tuple[ref, Note]] = {}
        self._numbers: dict[int, Note] = {}

    def take(self, item: Any) -> Note | None:
        """The note of an array, a NumPy scalar, or a Tensor's numbers; None for None."""
        if item.__class__ is np.ndarray:
            known = self._arrays.get(id(item))
            if known is not None and known[0]() is item:
                return known[1]
            note = Note(listed, item.copy()) if item.size <= self._limit else Note(summarised, *summary(item))
            self._arrays[id(item)] = ref(item), note
            return note
        if item is None:
            return None
        note = self._numbers.get(id(item))
        if note is None:
            if isinstance(item, Tensor):
                return self.take(item._data)
            note = self._numbers[id(item)] = Note(listed, item)  # the note keeps the number, so its id stays its own
        return note

    def forget(self) -> None:
        """Look again at whatever comes next."""
        self._arrays.clear()
        self._numbers.clear()


def listed(item: Any) -> Value:
    """An array or a number with everything in it."""
    array = np.asarray(item)
    return Value(array.shape, _name(array.dtype), tuple(array.ravel().tolist()))


def summary(array: np.ndarray) -> tuple:
    """Shape and type, and what a `Value`'s summary is made from."""
    flat = array.ravel().astype(np.float64, copy=False)
    total, squares = np.add.reduce(flat), np.add.reduce(flat * flat)
    return array.shape, array.dtype, np.minimum.reduce(flat), np.maximum.reduce(flat), total, squares


def summarised(shape: tuple[int, ...], dtype: np.dtype, *numbers: np.float64) -> Value:
    """An array of which only a summary was kept: smallest, largest, mean, and Euclidean norm."""
    smallest, largest, total, squares = map(float, numbers)
    return Value(shape, _name(dtype), None, (smallest, largest, total / math.prod(shape), math.sqrt(squares)))


@cache
def _name(dtype: np.dtype) -> str:
    return dtype.name


def value_of(item: Any, limit: int = LIMIT) -> Value | None:
    """`Snapshots.take` for one item alone, made at once."""
    return written(Snapshots(limit).take(item))
