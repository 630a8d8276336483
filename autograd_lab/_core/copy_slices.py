"""CopySlices: what stands in the base's history after one of its views was changed in place.

``b[1:3].mul_(y)`` changes a part of ``b``. Going backward, the gradient of the new ``b`` outside that part goes to the
old ``b`` as it is; inside, it first goes through the operation's own rules. So CopySlices carries the operation's node
inside, and gives it a piece of the gradient. Here is only this backward: `call_in_place` writes, and
`view_history.rebase` puts the node into the history.

PyTorch: torch/csrc/autograd/functions/tensor.cpp (CopySlices).
"""

import weakref
from typing import Any

import numpy as np

from .base.state import thread
from .base.strided import Geometry, empty_like, geometry, look, places_within, refuse_stretched
from .freeing import freed
from .graph import MultiOutputNode, Node
from .tensor import Tensor, wrap
from .unbroadcast import reduce_to


class CopySlices(Node):
    """``base`` was changed where ``view``, its ``piece``, looks at it; ``inner`` is the node of what did it."""

    __module__ = "builtins"  # as its type prints in PyTorch
    __slots__ = ("inner", "layout", "piece", "view")

    def __init__(self, base: Tensor, piece: Geometry, inner: Node, view: Tensor):
        data = base._data
        self.inner, self.piece, self.layout = inner, piece, geometry(data, data)
        self.view = weakref.ref(view)
        self._edges = (base._edge(), *inner._edges[1:])
        known = inner._input_metadata
        self._input_metadata = None if known is None else ((data.shape, data.dtype), *known[1:])
        self._attributes, self._extras = (), None
        self._number = thread.state.next_number()

    @property
    def _saved(self) -> tuple | None:
        """What the inner node has saved, and never nothing: as in PyTorch, CopySlices runs only once."""
        saved = self.inner._saved
        return (None,) if saved is not None and not saved else saved

    @_saved.setter
    def _saved(self, values: tuple | None) -> None:
        # The result that the inner node saved may hang on that node, so a second backward may need its values after
        # CopySlices has let go of them.
        if self.inner.op is not None:
            self.inner = _copy_of(self.inner)
        self.inner._saved = values

    def name(self) -> str:
        """PyTorch's qualified name."""
        return "torch::autograd::CopySlices"

    def backward(self, grad: Any, as_tensors: bool = False) -> tuple:
        """What arrived, with the piece replaced by what the inner node makes of it; then the inner node's others."""
        if grad is None:
            return (None,) * len(self._edges)
        if self.inner._saved is None:
            raise freed(self)
        base, *others = self._on_tensors(grad) if as_tensors else self._on_arrays(grad)
        return (None if self._edges[0] is None else base, *others)

    def _on_arrays(self, grad: Any) -> tuple:
        storage, result = empty_like(self.layout, grad.dtype)
        result[...] = grad
        piece = look(storage, *self.piece)
        own, *others = self._inner_results(np.array(piece), False)
        refuse_stretched(piece)
        piece[...] = 0 if own is None else self._fitted(own)
        return (result, *others)

    def _on_tensors(self, grad: Tensor) -> tuple:
        where = wrap(places_within(self.layout, self.piece).reshape(-1))
        flat = grad.reshape(-1)
        extras = self.inner.extras()
        try:
            extras.result_edge = self._history_of_result()
            own, *others = self._inner_results(flat[where].reshape(self.piece.sizes), True)
        finally:
            extras.result_edge = None
        refuse_stretched(look(empty_like(self.layout, grad._data.dtype)[0], *self.piece))
        own = wrap(grad._data.dtype.type(0)) if own is None else self._fitted(own).reshape(-1)
        return (flat.index_put((where,), own).reshape(grad.shape), *others)

    def _history_of_result(self) -> Any:
        """The view's own history, while the view is there and has not moved on; else the result hangs on its node."""
        view = self.view()
        followed = view is not None and isinstance(view._fn, Node) and view._fn._edges[0] is self
        return view._fn if followed and self.inner.op is not None else None

    def _inner_results(self, piece: Any, as_tensors: bool) -> tuple:
        return self.inner.backward([piece] if isinstance(self.inner, MultiOutputNode) else piece, as_tensors)

    def _fitted(self, own: Any) -> Any:
        return reduce_to(own, *self.inner._input_metadata[0])[0] if self.inner._input_metadata else own


def _copy_of(node: Node) -> Node:
    """Another node that is the same."""
    copy = node.__class__.__new__(node.__class__)
    for name in Node.__slots__:
        setattr(copy, name, getattr(node, name))
    return copy
