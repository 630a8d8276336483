"""Hooks on what a node saves: ``pack`` takes a tensor away when it is saved, ``unpack`` brings it back when needed.

Packing happens right after the node was made, unpacking when a rule (or a learner, through ``_saved_self``) asks.
`Packed` calls both. What comes back from ``unpack`` gets the history that the packed tensor had, so that second
derivatives still work. Whether the numbers are the old ones is then the hooks' business: nothing is checked against
later writes.

PyTorch: torch/autograd/graph.py, torch/csrc/autograd/saved_variable.cpp.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .base.state import thread, watchers
from .graph import Node
from .inference import refuse_inference
from .packed import Packed
from .saved_values import PackedValues
from .tensor import Tensor


class saved_tensors_hooks:
    """Inside, every tensor that is saved for backward goes through ``pack_hook``, and later through ``unpack_hook``.

    ``pack_hook(tensor)`` may return anything (a copy, a file name …); ``unpack_hook(that)`` must return a tensor of the
    same numbers. It must not change the tensor in place. The innermost pair wins.

    Raises:
        RuntimeError: on entering, inside `disable_saved_tensors_hooks`.
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        if thread.state.saved_hooks_refused is not None:
            raise RuntimeError(thread.state.saved_hooks_refused)
        watchers.add(1)
        thread.state.saved_hooks = (*thread.state.saved_hooks, (self.pack_hook, self.unpack_hook))

    def __exit__(self, *error: object) -> None:
        thread.state.saved_hooks = thread.state.saved_hooks[:-1]
        watchers.add(-1)


class save_on_cpu(saved_tensors_hooks):
    """For programs that save GPU memory. Here every tensor is on the CPU already, so this changes nothing.

    Raises:
        TypeError: a ``device_type`` that is no text.
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda"):
        if not isinstance(device_type, str):
            raise TypeError(f"attribute name must be string, not '{type(device_type).__name__}'")
        super().__init__(lambda tensor: tensor, lambda tensor: tensor)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """Inside, entering `saved_tensors_hooks` raises a RuntimeError with this message."""
    if thread.state.saved_hooks:
        raise RuntimeError(error_message)
    before, thread.state.saved_hooks_refused = thread.state.saved_hooks_refused, error_message
    try:
        yield
    finally:
        thread.state.saved_hooks_refused = before


# ----- packing -----------------------------------------------------------------------------------------------------
def pack_all(node: Node, outputs: Any) -> None:
    """Give every tensor that ``node`` has saved to the innermost hooks."""
    saved = list(node._saved)
    for index in node.plan.asked_order:
        kind, where = node.plan.saved_plan[index]
        if kind == "input":
            saved[index] = kept(saved[index])
        else:
            output = outputs[where] if isinstance(outputs, list) else outputs
            saved[index] = Packed(output, thread.state.saved_hooks[-1])
    node._saved = PackedValues(saved)


def packed_inputs(plan: Any, values: Sequence, used: set[int]) -> list:
    """The values with `Packed` for each that a node would save: an in-place operation packs before it writes.

    ``used`` are the edges, by number, that lead somewhere.
    """
    packed = list(values)
    for index in plan.asked_order:
        (kind, where), users = plan.saving[index]
        if kind == "input" and (plan.takes_list or not used.isdisjoint(users)):
            value = values[where]
            packed[where] = kept(tuple(value) if value.__class__ is list else value)
    return packed


def kept(value: Any) -> Any:
    """What a node keeps of a saved input: the value itself, or `Packed` under hooks."""
    if isinstance(value, tuple):  # a list argument, such as the indices of x[[0, 2], 1]
        return tuple(kept(item) for item in value)
    if not isinstance(value, Tensor):
        return value
    refuse_inference(value)
    return Packed(value, thread.state.saved_hooks[-1], value._edge()) if thread.state.saved_hooks else value
