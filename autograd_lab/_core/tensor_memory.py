"""Memory as a tensor sees it: who owns it, how often it was written, and ``detach()``, ``data``: other tensors on it.

``memory.py`` has what is noted down, and ``view_history.py`` what a write does to the history of views.

PyTorch: torch/csrc/autograd/{variable,python_variable}.cpp.
"""

import numpy as np

from . import graph
from .base.errors import VIEW_DETACHED
from .base.state import thread, upcoming_number, watchers
from .graph import Node
from .memory import Sharing, WriteLog
from .tensor import Tensor, new, read_only, wrap
from .watched_calls import call_made, write_made


# ----- versions ----------------------------------------------------------------------------------------------------
@read_only
def _version(self: Tensor) -> int:
    """How many in-place operations have changed this memory; views and ``detach()`` share the count."""
    owner = self if self._shared is None else self._shared.owner
    written = owner._written
    if written is None and owner._fn is not None:
        written = _log_of_node(owner)
    return 0 if written is None else written.count


def _memory_owner(self: Tensor) -> Tensor:
    """The tensor that has the memory (itself, unless it is a view or detached) and its log of writes."""
    return self if self._shared is None else self._shared.owner


def _write_log(self: Tensor) -> WriteLog:
    """When this memory was written in place; shared with the owner, and known to the nodes that show it."""
    owner = self if self._shared is None else self._shared.owner
    if owner._written is None:
        owner._written = _log_of_node(owner) or WriteLog()
    for fn in (owner._fn, self._fn):
        if fn is not None:
            node, number = graph.edge_of(fn)[:2]
            node.extras().written[number] = owner._written
    return owner._written


def _log_of_node(owner: Tensor) -> WriteLog | None:
    """The log that began when a learner looked at what the tensor's node has saved: the tensor itself."""
    if owner._fn is None:
        return None
    node, number = graph.edge_of(owner._fn)[:2]
    return None if node._extras is None else node._extras.written.get(number)


def _note_write(self: Tensor, node: Node | None = None) -> None:
    """Remember an in-place operation (and the node it left, if any), so that nodes with the old numbers can tell.

    Nothing is stored when a value is saved, which happens often; the cost is here, where it is rare.
    """
    log = self._written
    if log is None or self._shared is not None or self._fn is not None:  # not just a leaf that was written before
        log = self._write_log()
    log.add(upcoming_number() - 0.5 if node is None else node._number)


# ----- views -------------------------------------------------------------------------------------------------------
def _is_view(self: Tensor) -> bool:
    """Whether an operation made this tensor as a view: it shows its base's memory, and its history."""
    return self._shared is not None and self._shared.base is not None


def _base(self: Tensor) -> Tensor | None:
    """The tensor that a view looks at, never itself a view. None for a tensor that is no view."""
    return None if self._shared is None else self._shared.base


# ----- the same memory without the history -------------------------------------------------------------------------
def share_number(self: Tensor) -> None:
    """A NumPy scalar has no memory that a view could look at; a 0-d array has. A node that keeps this number as its
    result keeps the memory from now on, and so sees what is written there."""
    if isinstance(self._data, np.ndarray):
        return
    number, self._data = self._data, np.asarray(self._data)
    node = None if self._fn is None else graph.edge_of(self._fn)[0]
    if node is not None and node._saved:
        node._saved = tuple(self._data if item is number else item for item in node._saved)


def detach(self: Tensor) -> Tensor:
    """A leaf with the same memory and no history: gradients stop here. Writing to one writes to both."""
    result = self._without_history()
    if watchers.count:
        call_made("detach", self, result)
    return result


def _without_history(self: Tensor) -> Tensor:
    """A tensor on the same memory, of which a recorder hears nothing."""
    result = new(Tensor)
    share_number(self)
    result._data = self._data
    result._fn = result._grad = result._written = None
    result._requires = False
    result._shared = Sharing(self._memory_owner(), None, 0)
    return result


def detach_(self: Tensor) -> Tensor:
    """Forget the history, in place; returns the tensor itself. Nodes that saved this tensor can then run no more.
    In inference mode nothing happens, nor to an inference tensor.

    Raises:
        RuntimeError: for a view.
    """
    if thread.state.inference or self.is_inference():  # histories are left alone there
        return self
    if self._is_view():
        raise RuntimeError(VIEW_DETACHED)
    if self._fn is not None:
        self._write_log().latest = self._detached = upcoming_number()
        self._retains = False
    self._fn, self._requires = None, False
    if watchers.count:
        call_made("detach_", self, self)
    return self


def _get_data(self: Tensor) -> Tensor:
    """Like `detach`, but writes through it are not counted: the graph cannot notice them. Can be set to a tensor.

    Raises:
        TypeError: on setting it to anything else.
        RuntimeError: on setting it to whole numbers where a gradient is wanted; on deleting it.
    """
    result = self._without_history()
    owner = result._memory_owner()._data
    result._shared = None if owner is result._data else Sharing(wrap(owner), None, 0)  # memory of which nobody counts
    if watchers.count:
        call_made("data", self, result)
    return result


def _set_data(self: Tensor, value: Tensor) -> None:
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
    if value._data.dtype is not self._data.dtype:
        if self.requires_grad and value._data.dtype.kind != "f":
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        self._had_another_dtype = True
    self._data = value._data
    if watchers.count:
        write_made("data", [self, value], self)


def _delete_data(self: Tensor) -> None:
    raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")


MEMBERS = {
    **{f.__name__: f for f in (_memory_owner, _write_log, _note_write, _is_view, _without_history, detach, detach_)},
    "_version": _version,
    "_base": property(_base),
    "data": property(_get_data, _set_data, _delete_data),
}
