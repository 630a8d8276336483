"""How the call of a custom `Function` gets into the graph: the one step of ``apply`` that `FunctionCtx` does not see.

The user's ``backward`` is called by `FunctionCtx.backward`.

PyTorch: torch/csrc/autograd/{python_function,custom_function}.cpp (process_outputs, _wrap_outputs).
"""

from collections.abc import Sequence
from typing import Any

from . import saved_hooks
from .base.errors import LEAF_IN_PLACE
from .base.state import thread, watchers
from .function_ctx import FunctionCtx
from .graph import GradientEdge
from .in_place_checks import check_allowed
from .packed import Packed
from .tensor import Tensor, wrap
from .tensor_memory import share_number
from .view_history import give_up_wish, rebase, share_memory
from .watched_calls import node_made

_NOT_RETURNED = (
    "Some elements marked as dirty during the forward method were not returned as output. The inputs that are modified "
    "inplace must all be outputs of the Function."
)
_DIRTY_VIEW_AND_MORE = (
    "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more "
    "than one Tensor. This is not supported by the current autograd engine. You should either make sure the input is "
    "not a view (using .clone() for example) or make your Function only return one Tensor (potentially splitting it "
    "into two Functions: one doing the inplace that returns a single Tensor and a second one that does the other "
    "operations). You can ask on the forum https://discuss.pytorch.org/ if you need help to do this change."
)


def connect(ctx: FunctionCtx, args: Sequence) -> None:
    """Make ctx a node with an edge for each tensor among the arguments, before forward may write to one of them.

    It takes its number after asking for the edges: a view whose base was written to makes its new node only then, and
    a node must be newer than those that its edges lead to.
    """
    ctx._positions = tuple(i for i, arg in enumerate(args) if isinstance(arg, Tensor))
    inputs = [args[i] for i in ctx._positions]
    ctx._edges = tuple(arg._edge() for arg in inputs)
    ctx._number = thread.state.next_number()
    ctx._input_metadata = tuple((arg._data.shape, arg._data.dtype) for arg in inputs)


def record(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """Make ctx the node of the outputs, and return them.

    Raises:
        RuntimeError: when an input that was marked dirty is no output, or may not be written.
    """
    inputs = [args[i] for i in ctx._positions]
    has_gradient = [_has_gradient(ctx, item) for item in outputs]
    try:
        _check_returned(ctx, outputs)
        for item, linked in zip(outputs, has_gradient, strict=True):
            if linked and _is_in(item, ctx.dirty_tensors):
                _check_dirty(item, len(outputs))
        wished = [item for item in ctx.dirty_tensors if give_up_wish(item)]
        outputs = tuple(_fresh(ctx, *each, inputs) for each in zip(outputs, has_gradient, strict=True))
    finally:  # what was refused is marked all the same
        for item in ctx.dirty_tensors:
            item._note_write(ctx)
    ctx._outputs = tuple((o._data.shape, o._data.dtype) if isinstance(o, Tensor) else None for o in outputs)
    results = [item if linked else None for item, linked in zip(outputs, has_gradient, strict=True)]
    for number, item in enumerate(results):
        if item is not None:
            _hang(item, GradientEdge(ctx, number))
    _forbid_writes(ctx, outputs, several=sum(has_gradient) > 1)
    for item in ctx.dirty_tensors:
        item._grad = None  # it belonged to the numbers from before
        if item._base is not None and _is_in(item, results):
            rebase(item._base, item, ctx)
    ctx._saved, ctx.to_save = tuple(_saved(ctx, item, results) for item in ctx.to_save), ()
    for item in wished:
        item.retain_grad()
    ctx.dirty_tensors = ctx.non_differentiable = ()
    if watchers.count:
        node_made(ctx, list(outputs))
    return outputs


def _hang(item: Tensor, edge: GradientEdge) -> None:
    """Let the tensor have this history, which is right although forward may have written the memory before."""
    item._fn, item._requires = edge, False
    if item._shared is not None:
        item._shared.seen = item._version


def leave_unrecorded(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """The outputs of a call that leaves no node: an input among them is returned as another tensor, as by `record`.

    Raises:
        RuntimeError: when an input that was marked dirty is no output.
    """
    inputs = [item for item in args if isinstance(item, Tensor)]
    for item in ctx.dirty_tensors:
        item._note_write()
    _check_returned(ctx, outputs)
    outputs = tuple(_fresh(ctx, item, False, inputs) for item in outputs)
    _forbid_writes(ctx, outputs, several=False)
    return outputs


def _forbid_writes(ctx: FunctionCtx, outputs: tuple, several: bool) -> None:
    """Views among the outputs may not be changed in place: the backward that the user wrote would be left out."""
    for item in outputs:
        if isinstance(item, Tensor) and item._is_view() and (several or not _is_in(item, ctx.dirty_tensors)):
            item._shared.origin = "several" if several else "function"


def _has_gradient(ctx: FunctionCtx, item: Any) -> bool:
    """Whether a gradient may arrive for this output."""
    return isinstance(item, Tensor) and item._data.dtype.kind == "f" and not _is_in(item, ctx.non_differentiable)


def _is_in(item: Any, items: Sequence) -> bool:
    """Whether it is one of these very objects. (``in`` would ask tensors whether they are equal.)"""
    return any(item is other for other in items)


def _check_returned(ctx: FunctionCtx, outputs: tuple) -> None:
    if not all(_is_in(item, outputs) for item in ctx.dirty_tensors):
        raise RuntimeError(_NOT_RETURNED)


def _check_dirty(item: Tensor, outputs: int) -> None:
    """Refuse one of so many outputs that was marked as dirty, and may not be."""
    if item._fn is None and item.requires_grad:
        raise RuntimeError(LEAF_IN_PLACE.replace("is being used", "has been used"))
    if item._is_view():
        if outputs > 1:
            raise RuntimeError(_DIRTY_VIEW_AND_MORE)
        check_allowed(item)


def _fresh(ctx: FunctionCtx, item: Any, has_gradient: bool, inputs: list[Tensor]) -> Any:
    """What is returned for an output: for an input that forward returned, a tensor of its own on the same memory.

    An input that was marked dirty is returned itself, unless that would give it a gradient again.
    """
    if not _is_in(item, inputs):
        return item
    if not has_gradient and item.requires_grad:
        return item.detach()
    if _is_in(item, ctx.dirty_tensors):
        return item
    share_number(item)
    view = wrap(item._data)
    share_memory(item, view)
    return view


def _saved(ctx: FunctionCtx, item: Tensor | None, results: Sequence) -> tuple[str, int, Any, int]:
    """(kind, output number, value, version) of a saved tensor; a result, which has a gradient, is kept as its array."""
    version = 0 if item is None or item.is_inference() else item._version
    for number, result in reversed(list(enumerate(results))):
        if item is result and item is not None:
            if version or item._shared is not None:
                ctx.extras().written[number] = item._write_log()
            hooks = thread.state.saved_hooks[-1:]
            return "result", number, Packed(item, hooks[0]) if hooks else item._data, version
    return "input", 0, saved_hooks.kept(item), version
