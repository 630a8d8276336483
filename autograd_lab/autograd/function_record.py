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
from .view_history import rebase, share_memory

_NOT_AN_INPUT = (
    "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
    "passed to ctx.mark_dirty()."
)


def record(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """Make ctx the node of the outputs, and return them.

    Raises:
        RuntimeError: when an input that was marked dirty is no output, or is a leaf that needs a gradient.
    """
    ctx._positions = tuple(i for i, arg in enumerate(args) if isinstance(arg, Tensor))
    inputs = [args[i] for i in ctx._positions]
    ctx._edges = tuple(arg._edge() for arg in inputs)
    ctx._input_metadata = tuple((arg._data.shape, arg._data.dtype) for arg in inputs)
    _check_dirty(ctx, inputs, outputs)
    for item in ctx.dirty_tensors:
        item._write_log()
    given, outputs = outputs, tuple(_fresh(ctx, item, inputs) for item in outputs)
    ctx._outputs = tuple((o._data.shape, o._data.dtype) if isinstance(o, Tensor) else None for o in outputs)
    for number, item in enumerate(outputs):
        if (
            isinstance(item, Tensor)
            and item._data.dtype.kind == "f"
            and not _is_in(given[number], ctx.non_differentiable)
        ):
            item._fn, item._requires = GradientEdge(ctx, number), False
            if item._is_view() and not _is_in(item, ctx.dirty_tensors):
                item._shared.origin = "function"
    ctx._saved, ctx.to_save = tuple(_saved(item, outputs) for item in ctx.to_save), ()
    for item in ctx.dirty_tensors:
        item._note_write(ctx)
        if item._base is not None:
            rebase(item._base, item, ctx)
    ctx.dirty_tensors = ctx.non_differentiable = ()
    if watchers.count:
        node_made(ctx, list(outputs))
    return outputs


def _is_in(item: Any, items: Sequence) -> bool:
    """Whether it is one of these very objects. (``in`` would ask tensors whether they are equal.)"""
    return any(item is other for other in items)


def _check_dirty(ctx: FunctionCtx, inputs: list[Tensor], outputs: tuple) -> None:
    for item in ctx.dirty_tensors:
        if not _is_in(item, inputs):
            warn(_NOT_AN_INPUT)
        if not _is_in(item, outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                "are modified inplace must all be outputs of the Function."
            )
        if item._fn is None and item._requires:
            raise RuntimeError(LEAF_IN_PLACE.replace("is being used", "has been used"))


def _fresh(ctx: FunctionCtx, item: Any, inputs: list[Tensor]) -> Any:
    """An input that forward returned unchanged becomes a view of it, so that the node gets a tensor of its own."""
    if _is_in(item, ctx.dirty_tensors) or not _is_in(item, inputs):
        return item
    if _is_in(item, ctx.non_differentiable):
        return item.detach()
    view = wrap(item._data)
    share_memory(item, view)
    return view


def _saved(item: Tensor | None, outputs: tuple) -> tuple[str, int, Any]:
    """(kind, output number, value) of one saved tensor; an output is kept as its bare array."""
    for number, output in enumerate(outputs):
        if item is output:
            hooks = thread.state.saved_hooks[-1:]
            return "result", number, Packed(item, hooks[0]) if hooks else item._data
    return "input", 0, saved_hooks.kept(item)
