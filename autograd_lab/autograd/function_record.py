"""How the call of a custom `Function` gets into the graph: the one step of ``apply`` that `FunctionCtx` does not see.

PyTorch: torch/csrc/autograd/{python_function,custom_function}.cpp (process_outputs, _wrap_outputs).
"""

from collections.abc import Sequence
from typing import Any

from .._base.errors import LEAF_IN_PLACE
from .._base.learners_line import warn
from .._base.state import thread, watchers
from . import saved_hooks
from ._tensor import Tensor, wrap
from .function_ctx import FunctionCtx
from .graph import GradientEdge
from .packed import Packed
from .saved_hooks import node_made
from .tensor_memory import share_number
from .view_history import check_allowed, give_up_wish, rebase, share_memory

_NOT_AN_INPUT = (
    "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
    "passed to ctx.mark_dirty()."
)


def connect(ctx: FunctionCtx, args: Sequence) -> None:
    """Make ctx a node with an edge for each tensor among the arguments, before forward may write to one of them."""
    ctx._number = thread.state.next_number()
    ctx._positions = tuple(i for i, arg in enumerate(args) if isinstance(arg, Tensor))
    inputs = [args[i] for i in ctx._positions]
    ctx._edges = tuple(arg._edge() for arg in inputs)
    ctx._input_metadata = tuple((arg._data.shape, arg._data.dtype) for arg in inputs)


def record(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """Make ctx the node of the outputs, and return them.

    Raises:
        RuntimeError: when an input that was marked dirty is no output, or is a leaf that needs a gradient.
    """
    inputs = [args[i] for i in ctx._positions]
    _check_dirty(ctx, outputs)
    for item in ctx.dirty_tensors:
        if not _is_in(item, inputs):
            warn(_NOT_AN_INPUT)
        try:
            _check_writable(item)
        except RuntimeError:
            item._note_write()  # it is marked all the same
            raise
        item._write_log()
    wished = [item for item in ctx.dirty_tensors if give_up_wish(item)]
    has_gradient = [_has_gradient(ctx, item) for item in outputs]
    outputs = tuple(_fresh(ctx, *each, inputs) for each in zip(outputs, has_gradient, strict=True))
    ctx._outputs = tuple((o._data.shape, o._data.dtype) if isinstance(o, Tensor) else None for o in outputs)
    for number, item in enumerate(outputs):
        if has_gradient[number]:
            item._fn, item._requires = GradientEdge(ctx, number), False
    _forbid_writes(ctx, outputs, several=sum(has_gradient) > 1)
    for item in ctx.dirty_tensors:
        item._grad = None  # it belonged to the numbers from before
        item._note_write(ctx)
        if item._base is not None:
            rebase(item._base, item, ctx)
    results = [item if linked else None for item, linked in zip(outputs, has_gradient, strict=True)]
    ctx._saved, ctx.to_save = tuple(_saved(item, results) for item in ctx.to_save), ()
    for item in wished:
        item.retain_grad()
    ctx.dirty_tensors = ctx.non_differentiable = ()
    if watchers.count:
        node_made(ctx, list(outputs))
    return outputs


def leave_unrecorded(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """The outputs of a call that leaves no node: an input among them is returned as another tensor, as by `record`.

    Raises:
        RuntimeError: when an input that was marked dirty is no output.
    """
    inputs = [item for item in args if isinstance(item, Tensor)]
    _check_dirty(ctx, outputs)
    for item in ctx.dirty_tensors:
        item._note_write()
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


def _check_dirty(ctx: FunctionCtx, outputs: tuple) -> None:
    for item in ctx.dirty_tensors:
        if not _is_in(item, outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                "are modified inplace must all be outputs of the Function."
            )


def _check_writable(item: Tensor) -> None:
    if item._fn is None and item.requires_grad:
        raise RuntimeError(LEAF_IN_PLACE.replace("is being used", "has been used"))
    if item._base is not None:
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


def _saved(item: Tensor | None, results: Sequence) -> tuple[str, int, Any, int]:
    """(kind, output number, value, version) of a saved tensor; a result, which has a gradient, is kept as its array."""
    version = 0 if item is None or item.is_inference() else item._version
    for number, result in enumerate(results):
        if item is result and item is not None:
            hooks = thread.state.saved_hooks[-1:]
            return "result", number, Packed(item, hooks[0]) if hooks else item._data, version
    return "input", 0, saved_hooks.kept(item), version
