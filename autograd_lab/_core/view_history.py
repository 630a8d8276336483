"""Whose history a view shows, and what becomes of it when the view or its base is changed in place.

A view looks at its base's memory. As long as nobody writes there, its ``grad_fn`` is the operation that made it. After
an in-place operation on the view the base has changed too: the base's history gets a `CopySlices`, and the view, like
every other view of that base, is then an AsStridedBackward0 on top of that. Views learn this only when somebody asks
them (`Tensor._refresh`).

PyTorch: torch/csrc/autograd/variable.cpp (rebase_history, grad_fn), VariableTypeUtils.h (check_inplace).
"""

from typing import Any

from . import graph
from .base.state import thread, watchers
from .base.strided import geometry
from .copy_slices import CopySlices
from .grad_mode import in_grad_mode
from .graph import Node
from .inference import InferenceTensor, mark
from .memory import Sharing
from .saved_values import short_name
from .tensor import Tensor
from .watched_calls import node_made

_AMBIGUOUS = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both "
    "the view and the inplace either both inside the {} block (if you don't want the inplace to be tracked) or both "
    "outside (if you want the inplace to be tracked)."
)
_WHY_FORBIDDEN = {
    "no_grad": _AMBIGUOUS.format("no_grad"),
    "inference": _AMBIGUOUS.format("inference_mode"),
    "several": " This view is the output of a function that returns multiple views. Such functions do not allow the "
    "output views to be modified inplace. You should replace the inplace operation by an out-of-place one.",
    "function": " This view was created inside a custom Function (or because an input was returned as-is) and the "
    "autograd logic to handle view+inplace would override the custom backward associated with the custom Function, "
    "leading to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom "
    "Function.",
}
"""By `Sharing.origin`."""


def share_memory(source: Tensor, outputs: Any) -> None:
    """Tell views whose memory they look at, and whose history they show."""
    shared, state, several = source._shared, thread.state, outputs.__class__ is list
    owner, base, origin = (source, None, "") if shared is None else (shared.owner, shared.base, shared.origin)
    if base is None:
        base = source
    if source.__class__ is not Tensor and isinstance(source, InferenceTensor):
        base = None  # it has no history that a view could show
        mark(outputs)
    if state.inference or origin == "inference":
        origin = "inference"
    elif not state.grad_enabled:
        origin = "no_grad"
    elif several:
        origin = "several"
    seen = 0 if owner._written is None else owner._written.count
    for output in outputs if several else (outputs,):
        output._shared = Sharing(owner, base, seen, origin)


def rebase(base: Tensor, view: Tensor, node: Node) -> None:
    """After ``node`` recorded an in-place operation on ``view``: the base's history gets a CopySlices around it."""
    wished = give_up_wish(base)
    base._fn = CopySlices(base, geometry(view._data, base._data), node, view)
    base._requires = False
    if wished:
        base.retain_grad()
    if watchers.count:
        node_made(base._fn, base)
    take_history_from_base(view)


def take_history_from_base(view: Tensor) -> None:
    """Make the view's ``grad_fn`` anew: an AsStridedBackward0 on what its base is now."""
    shared = view._shared
    refuse_by_origin(view, "its base or another view of its base has been modified inplace")
    wished = give_up_wish(view)
    shared.seen = view._version
    base, place = shared.base, geometry(view._data, shared.base._data)
    followed = base.requires_grad
    if not followed:  # not any more: the view keeps a node, whose edge is None
        base = base._without_history()
        base._requires = True
    state = thread.state
    inference, state.inference = state.inference, False  # whatever the mode is in which somebody asks
    try:
        view._fn = in_grad_mode(True, base.as_strided, place.sizes, place.strides, place.offset)._fn
    finally:
        state.inference = inference
    if not followed:
        view._fn._edges = (None,)
    view._requires = False
    if wished:
        view.retain_grad()


def give_up_wish(tensor: Tensor) -> bool:
    """Whether ``retain_grad`` was called on the tensor, at its present node, which forgets about it."""
    if tensor._fn is None or not tensor._retains:
        return False
    node, number, _ = graph.edge_of(tensor._fn)
    reference = None if node._extras is None else node._extras.retained.get(number)
    if reference is None or reference() is not tensor:
        return False
    del node._extras.retained[number]
    tensor._retains = False
    return True


# ----- what is refused ---------------------------------------------------------------------------------------------
def refuse_by_origin(view: Tensor, what: str) -> None:
    """Refuse a view that cannot follow its base; ``what`` happened to it."""
    origin, fn = view._shared.origin, view._fn
    if not origin:
        return
    text = "A view"
    if fn is not None:
        edge = graph.edge_of(fn)
        text = f"Output {edge.output_nr} of {short_name(edge.node)} is a view"
        text += " of a view which" if origin in ("no_grad", "inference") else ""
    if origin == "inference":
        text += f" was created in inference mode and {what} in normal mode."
    elif origin == "no_grad" or fn is None:
        text += f" was created in no_grad mode and {what} with grad mode enabled."
    else:
        text += f" and {what}."
    raise RuntimeError(text + _WHY_FORBIDDEN[origin])
