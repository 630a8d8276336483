"""Other types, and whether two tensors are the same."""

from typing import Any

import numpy as np

from ... import derivatives as d
from ..._core.base import dtypes
from ..._core.base.device import check_device, device
from ..._core.base.state import thread, watchers
from ..._core.inference import mark_new
from ..._core.tensor import Tensor, wrap
from ..._core.watched_calls import call_made
from ...derivatives.rearranging import cast


def to(self: Tensor, *args: Any, dtype: Any = None, copy: bool = False, **ignored: Any) -> Tensor:
    """The tensor in another dtype, ``x.to(torch.float64)``; itself if it has it already, unless ``copy`` is asked for.

    A tensor stands for its dtype. Devices are accepted: all is on the CPU. Only between floats does a gradient flow.

    Raises:
        TypeError, RuntimeError: something that is neither a dtype nor a device.
    """
    for given in (*args, ignored.get("device")):
        if isinstance(given, str | device) or given.__class__ is int:
            check_device(given)
        if isinstance(given, Tensor):
            dtype = given.dtype
        elif isinstance(given, np.dtype):
            dtype = dtypes.of(given)
        elif isinstance(given, dtypes.dtype | type):
            dtype = dtypes.as_dtype(given, "to")
    dtype = self.dtype if dtype is None else dtypes.as_dtype(dtype, "to")
    if dtype is self.dtype and not copy:
        return self
    if not dtype.is_floating_point:
        made = mark_new(wrap(thread.state.without_warnings(cast, self._data, dtype.numpy)))  # no gradient, no node
        if watchers.count:
            call_made("to", self, made)
        return made
    return d.to_copy(self, dtype=dtype)


def equal(self: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape and the same elements: a Python bool. A nan equals nothing."""
    return bool(np.array_equal(self._data, other._data))


__all__ = ["equal"]
METHODS = ["equal", "to"]
