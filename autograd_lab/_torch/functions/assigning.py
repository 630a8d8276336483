"""``x[…] = y``: views lead to the part, which is then overwritten.

PyTorch: torch/csrc/autograd/python_variable_indexing.cpp.
"""

import itertools
from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base.state import thread, watchers
from ..._core.call_in_place import call_in_place, overwrite, unlocked
from ..._core.grad_mode import under
from ..._core.in_place_checks import check_overlap, check_stretched, fills_mask, is_same_place
from ..._core.tensor import Tensor, wrap
from ..._core.view_history import check_allowed
from ...derivatives import indexing
from .indexing import is_number, no_place, piece_at, slice_of, take_apart, whole_numbers


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
    under(thread.state.grad_enabled and (self.requires_grad or value.requires_grad), _put, self, key, value)


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
    items = key if key.__class__ is tuple else (key,)
    if not all(item.__class__ is int or (item.__class__ is slice and item.step is None) for item in items):
        return False
    try:
        part = self._data[(*items, ...)]
    except (IndexError, TypeError):  # the long way has PyTorch's words
        return False
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
        check_stretched("index_put", part._data)
        if fills_mask("index_put", [arrays, value._data]):
            check_stretched("masked_fill.Scalar", part._data)
        else:
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
