"""``x[…]``: an index taken apart into the steps that PyTorch records; and ``x[…] = y``, which writes where they lead.

``m[0, 1:]`` is not one operation but two: a SelectBackward0, then a SliceBackward0 on what is left. Only lists, masks
and tensors of places are gathered into a single IndexBackward0 at the end.

PyTorch: torch/csrc/autograd/python_variable_indexing.cpp.
"""

import itertools
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.learners_line import warn
from ..._core.base.state import thread, watchers
from ..._core.base.strided import refuse_stretched
from ..._core.call_in_place import call_in_place, overwrite, unlocked
from ..._core.grad_mode import in_grad_mode
from ..._core.in_place_checks import check_allowed, check_overlap, fills_mask, is_same_place
from ..._core.tensor import Tensor, wrap
from ..._core.view_history import share_memory
from ..._core.watched_calls import call_made
from ...derivatives import indexing

_NO_PLACES = (
    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim "
    "tensor to a number"
)
_LAST = 2**63 - 1
"""What PyTorch writes for the end of an open slice."""

_NOT_AN_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got {})"
)
_NESTED = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; use "
    "x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, x[torch.tensor(seq)], "
    "which will result either in an error or a different result"
)


def getitem(self: Tensor, key: Any) -> Tensor:
    """``self[key]``: a view for numbers, slices, ``...`` and None; a copy where lists, masks or tensors name places.

    Raises:
        IndexError: more indices than dimensions, one out of bounds, or something that is no index.
        ValueError: a slice whose step is not positive.
    """
    if key.__class__ is int and self._data.ndim:  # by far the commonest
        length = self._data.shape[0]
        if not -length <= key < length:
            raise _out_of_bounds(key, 0, length)
        return d.select.written(self, 0, key)
    if isinstance(key, slice):
        return slice_of(self, 0, key)
    if key.__class__ is Tensor and key._data.dtype is _WHOLE and key._data.ndim and self._data.ndim:  # a batch's places
        return d.index.general(self, [key])
    numbers = whole_numbers(key, self._data.ndim)
    if numbers:
        return piece_at(self, numbers)
    if not self.ndim and not isinstance(key, Tensor) and is_number(key):
        raise no_place(int(key))
    viewed, indices = take_apart(self, key)
    if indices:
        return d.index(viewed, indices)
    return d.alias(self) if viewed is self else viewed


def no_place(number: int) -> IndexError:
    """The error for a number as the index of a 0-d tensor. Only of 0 does PyTorch say what may have been meant."""
    return IndexError(f"index {number} is out of bounds for dimension 0 with size 0" if number else _NO_PLACES)


def whole_numbers(key: Any, ndim: int) -> list[int] | None:
    """The numbers that ``x[i, j]`` and ``x[tensor(i)]`` consist of; None where there is anything else."""
    items = key if key.__class__ is tuple else (key,)
    if len(items) > ndim:
        return None
    numbers = []
    for item in items:
        if item.__class__ is Tensor and item._data.dtype is _WHOLE and not item._data.ndim:
            if watchers.count:
                call_made("index", item, ())
            item = int(item._data)
        elif item.__class__ is not int:
            return None
        numbers.append(item)
    return numbers


def piece_at(self: Tensor, numbers: list[int]) -> Tensor:
    """``self[i, j, …]``: a view for each number, one of the other, as PyTorch records it."""
    state = thread.state
    if len(numbers) > 1 and not (state.careful or watchers.count or (state.grad_enabled and self.requires_grad)):
        return _unrecorded_piece(self, numbers)
    for position, number in enumerate(numbers):
        length = self._data.shape[0]
        if not -length <= number < length:
            raise _out_of_bounds(number, position, length)
        self = d.select.written(self, 0, number)
    return self


def _unrecorded_piece(self: Tensor, numbers: list[int]) -> Tensor:
    """The same where nothing is recorded: the view of a view looks at the same base, so one view will do."""
    for position, (number, length) in enumerate(zip(numbers, self._data.shape, strict=False)):
        if not -length <= number < length:
            raise _out_of_bounds(number, position, length)
    piece = wrap(self._data[(*numbers, ...)])
    share_memory(self, piece)
    return piece


def _out_of_bounds(number: int, dim: int, length: int) -> IndexError:
    return IndexError(f"index {number} is out of bounds for dimension {dim} with size {length}")


def take_apart(self: Tensor, key: Any) -> tuple[Tensor, list]:
    """What views lead to (numbers, slices, None), and the places that are left to be gathered from it."""
    items = _as_tuple(key)
    used = sum(_dimensions(item) for item in items)
    if used > self.ndim:
        raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
    result, dim, indices = self, 0, []
    beyond = 0  # a mask has one place among the indices for all the dimensions it speaks about
    source = 0  # the dimension of `self` that the next item speaks about; numbers and None make `dim` differ from it
    for position, item in enumerate(items):
        size = self._data.shape[source] if source < self.ndim else 0
        source += self.ndim - used if item is Ellipsis else _dimensions(item)
        if item is Ellipsis:
            dim += self.ndim - used
        elif item is None:
            result, dim = d.unsqueeze(result, dim), dim + 1
        elif isinstance(item, slice):
            result, dim = result if _is_all(item, result._data.shape[dim]) else slice_of(result, dim, item), dim + 1
        elif is_number(item):
            if not -size <= int(item) < size:
                raise _out_of_bounds(int(item), position, size)
            result = d.select(result, dim, int(item))
        else:
            places = _places(item)
            if not places.ndim and places._data.dtype == np.bool_:  # a new dimension of length 1, kept or emptied
                result, places = d.unsqueeze(result, dim), wrap(np.zeros(int(bool(places._data)), np.int64))
            indices += [None] * (dim - beyond - len(indices)) + [places]
            spanned = places.ndim if places._data.dtype == np.bool_ else 1
            dim, beyond = dim + spanned, beyond + spanned - 1
    return result, indices


def _as_tuple(key: Any) -> tuple:
    if isinstance(key, list) and len(key) < _MANY and any(_counts_as_dimension(item) for item in key):
        warn(_NESTED)
        return tuple(key)
    if isinstance(key, str) and key:  # a text is a sequence of texts, and is refused only later
        warn(_NESTED)
    return key if isinstance(key, tuple) else (key,)


_MANY = 32
"""A list as long as this is never taken apart into an index for each dimension."""


def _counts_as_dimension(item: Any) -> bool:
    return item is None or item is Ellipsis or isinstance(item, _COUNTS)


def _dimensions(item: Any) -> int:
    """How many dimensions of the tensor an item of the index speaks about."""
    if item is None or item is Ellipsis or isinstance(item, _TRUTH):
        return 0
    mask = isinstance(item, _ARRAY) and _plain(item).dtype in _MASKS
    return item.ndim if mask else 1


_WHOLE = np.dtype(np.int64)
# isinstance() is much quicker with a tuple than with A | B.
_ARRAY, _TRUTH, _NUMBER = (Tensor, np.ndarray), (bool, np.bool_), (int, np.integer)
_COUNTS = (list, tuple, range, slice, *_ARRAY)
_MASKS = (np.bool_, np.uint8)
_BYTES = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."


def is_number(item: Any) -> bool:
    if isinstance(item, _ARRAY):
        return not item.ndim and _plain(item).dtype.kind in "iu"
    return isinstance(item, _NUMBER) and not isinstance(item, bool)


def _is_all(item: slice, size: int) -> bool:
    """Whether a slice leaves nothing out: within a longer index PyTorch then does nothing."""
    if item.step is not None and _whole(item.step) != 1:
        return False
    return (item.start is None or not _whole(item.start)) and (item.stop is None or _whole(item.stop) >= size)


def slice_of(tensor: Tensor, dim: int, item: slice) -> Tensor:
    step = 1 if item.step is None else _whole(item.step)
    if not step:
        raise ValueError("slice step cannot be zero")
    if step < 0:
        raise ValueError("step must be greater than zero")
    if not tensor.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    start = 0 if item.start is None else _whole(item.start)
    return d.slice_(tensor, dim, start, _LAST if item.stop is None else _whole(item.stop), step)


def _whole(bound: Any) -> int:
    try:
        return operator.index(bound)
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _places(item: Any) -> Tensor:
    """Places or a mask as a tensor."""
    if isinstance(item, str):
        raise TypeError("new(): invalid data type 'str'")
    if isinstance(item, list | tuple | range):
        item = np.asarray([part._data if isinstance(part, Tensor) else part for part in item])
        item = item if item.size else item.astype(np.int64)
    if isinstance(item, bool | np.bool_ | np.ndarray):
        item = np.asarray(item)
        item = wrap(
            item.astype(np.int64) if item.dtype.kind == "f" else item
        )  # PyTorch cuts off what follows the point
    elif not isinstance(item, Tensor):
        kind = type(item)
        name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
        raise IndexError(_NOT_AN_INDEX.format(name))
    if item._data.dtype == np.uint8:
        warn(_BYTES)
        item = wrap(np.asarray(item._data, bool))
    if item._data.dtype not in (np.int64, np.int32, np.bool_):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return item


def _plain(part: Any) -> Any:
    return part._data if isinstance(part, Tensor) else part


# ----- x[…] = y ------------------------------------------------------------------------------------------------------
def setitem(self: Tensor, key: Any, value: Any) -> None:
    """``self[key] = value``, in place: views lead to the part, which is then overwritten.

    So ``x[0] = y`` leaves a CopySlices behind, and places or masks (``x[[0, 2]] = y``) an IndexPutBackward0.

    Raises:
        IndexError: as ``self[key]``.
        RuntimeError: a value that does not stretch to the part.
    """
    value = _as_value(self, value)
    if _is_plain(self, value) and _assign_at_once(self, key, value._data):
        return
    if key is False:  # no element at all
        return
    if not self.ndim and is_number(key):
        raise no_place(int(key))
    if not self.ndim and isinstance(key, slice):
        slice_of(self, 0, key)  # which says what is wrong
    in_grad_mode(thread.state.grad_enabled and (self.requires_grad or value.requires_grad), _put, self, key, value)


def _is_plain(self: Tensor, value: Tensor) -> bool:
    """Whether there is no history, no view and nobody who watches: nothing but numbers are moved."""
    return (
        self.__class__ is Tensor
        and not (self._requires or value.requires_grad or watchers.count)
        and self._fn is self._shared is None
        and self._data.__class__ is np.ndarray
        and self._data.flags.carray
        and self._data.dtype is value._data.dtype
    )


def _assign_at_once(self: Tensor, key: Any, value: Any) -> bool:
    """Numbers and slices, as a data set's examples are filled; False, and nothing done, for anything else."""
    items: Sequence = whole_numbers(key, self._data.ndim) or (key if key.__class__ is tuple else (key,))
    if not all(item.__class__ is int or (item.__class__ is slice and item.step is None) for item in items):
        return False
    try:
        part = self._data[(*items, ...)]
    except (IndexError, TypeError):  # the long way has PyTorch's words
        return False
    if not (value.ndim and is_same_place(part, value)):  # `x[i] += y` has written there already
        if value.ndim and (value.shape != part.shape or np.may_share_memory(self._data, value)):
            return False
        part[...] = value
    self._note_write()
    return True


def _put(self: Tensor, key: Any, value: Tensor) -> None:
    numbers = whole_numbers(key, self._data.ndim)
    if numbers:
        _copy_to(piece_at(self, numbers), value)
        return
    part, indices = (d.unsqueeze(self, 0), []) if key is True else take_apart(self, key)
    if not indices:
        _copy_to(part, value)
    elif thread.state.grad_enabled:
        call_in_place(d.index_put, (part, indices, _without_leading_ones(value), False))
    else:
        arrays = [item._data if item is not None else None for item in indices]
        refuse_stretched(part._data)
        if not fills_mask("index_put", [arrays, value._data]):
            check_overlap(part._data, [value._data] if value is part or value._data.size else [], apart=True)
        indexing.put(unlocked(part._data), arrays, value._data.reshape(_without_ones(value)))
        part._note_write()


def _as_value(self: Tensor, value: Any) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if not isinstance(value, int | float):
        name = type(value).__name__ if type(value).__module__ == "builtins" else f"numpy.{type(value).__name__}"
        raise TypeError(f"can't assign a {name} to a torch.{self.dtype.short}Tensor")
    return wrap(np.asarray(value, self._data.dtype)[()])


def _copy_to(part: Tensor, value: Tensor) -> None:
    """A single number fills; anything else is stretched to the part's shape first, if need be."""
    shape = part._data.shape
    if value._data.shape == shape:
        if thread.state.grad_enabled or value._data.dtype is not part._data.dtype:
            call_in_place(d.copy, (part, value, False))
        elif is_same_place(part._data, value._data):
            part._note_write()
        else:  # nothing to record
            check_overlap(part._data, [value._data])
            overwrite(part, value._data)
    elif not value.ndim:
        call_in_place(d.fill_tensor, (part, value))
    else:
        value = d.view(value, _without_ones(value))
        stretched = value if value._data.shape == shape else d.expand(value, shape)
        if not value.ndim and part._data.size == 1:  # stretched, it lies otherwise than the one element of the part
            _refuse_own_number(part, value)
        call_in_place(d.copy, (part, stretched, False))


def _refuse_own_number(part: Tensor, value: Tensor) -> None:
    """One element may not be overwritten with itself in another shape."""
    if thread.state.grad_enabled and part.requires_grad:
        check_allowed(part)  # first of all
    check_overlap(part._data, [value._data])


def _without_leading_ones(value: Tensor) -> Tensor:
    sizes = _without_ones(value)
    return value if sizes == value._data.shape else d.view(value, sizes)


def _without_ones(value: Tensor) -> tuple[int, ...]:
    """The sizes without those of 1 in front."""
    sizes = value._data.shape
    return tuple(itertools.dropwhile(lambda n: n == 1, sizes))


__all__ = []

METHODS = []
