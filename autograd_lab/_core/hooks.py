"""Users' hooks: when they run, what they may return.

The order on one node is PyTorch's: hooks of the output tensors, ``retain_grad``, prehooks of the node, the node itself,
posthooks of the node. On a leaf: tensor hooks, prehooks, the write to ``.grad``, post-accumulate hooks, posthooks.
`observed.take_slots`, `visit` and `visit_leaf` call the functions of this file in that order.

Hooks see Tensors; the engine works with arrays. `as_tensor` shows an array as a Tensor; `_replaced` and `_as_left` take
the array back out.

PyTorch: torch/csrc/autograd/{engine,python_hook}.cpp.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .base.errors import tensor_type
from .hook_registry import Extras
from .inference import mark_new
from .tensor import Tensor, wrap

Gradients = list


def run_tensor_hooks(extras: Extras, slots: Gradients, watch: Any, target: Any) -> None:
    """Hooks of the tensors whose gradients lie in ``slots``, then ``retain_grad``; ``slots`` is updated in place."""
    for number, registry in extras.tensor_hooks.items():
        seen = as_tensor(slots[number])  # one tensor for all hooks, until one of them answers with another
        for hook in list(registry.values()):
            before = slots[number]
            answer = hook(seen)
            slots[number] = _replaced(hook, _as_left(before, seen), answer)
            seen = seen if answer is None else answer
            if watch is not None:
                watch.hook_called(target, "tensor", hook, (before,), (slots[number],), number)
    for number, reference in extras.retained.items():
        tensor = reference()
        if tensor is not None and slots[number] is not None:
            _retain(tensor, slots[number])
            if watch is not None:
                watch.hook_called(target, "retain_grad", None, (slots[number],), (slots[number],), number)


def _retain(tensor: Tensor, gradient: Any) -> None:
    kept = as_tensor(gradient)
    tensor._grad = kept.clone() if tensor._grad is None else tensor._grad + kept


def run_prehooks(extras: Extras, slots: Gradients, watch: Any, target: Any) -> Gradients:
    """Hooks that see what is about to enter the node; a returned tuple takes its place."""
    for hook in list(extras.prehooks.values()):
        slots = _call_tuple_hook(hook, (slots,), slots, "prehook", watch, target)
    return slots


def run_posthooks(extras: Extras, results: Sequence, slots: Gradients, watch: Any, target: Any) -> Gradients:
    """Hooks that see what the node sends and what it had received; a returned tuple replaces what it sends."""
    for hook in list(extras.posthooks.values()):
        results = _call_tuple_hook(hook, (results, slots), results, "posthook", watch, target)
    return list(results)


def run_post_accumulate(extras: Extras, leaf: Tensor, watch: Any) -> None:
    """Hooks that see the leaf after its ``.grad`` was written."""
    for hook in list(extras.post_accumulate.values()):
        answer = hook(leaf)
        if answer is not None and answer is not leaf:
            if not isinstance(answer, Tensor):
                raise TypeError(f"expected Variable, but hook returned '{type(answer).__name__}'")
            raise RuntimeError("Tensor post accumulate grad hooks should return None.")
        if watch is not None:
            watch.hook_called(leaf, "post_accumulate_grad", hook, (leaf._grad,), (leaf._grad,))


def _call_tuple_hook(hook: Callable, shown: tuple, current: Sequence, kind: str, watch: Any, target: Any) -> Gradients:
    seen = [tuple(as_tensor(item) for item in group) for group in shown]
    answer = hook(*seen)
    after = [_as_left(item, tensor) for item, tensor in zip(current, seen[0], strict=True)]
    if answer is not None:
        if not isinstance(answer, tuple):
            raise TypeError(f"expected tuple, but hook returned '{type(answer).__name__}'")
        if len(answer) != len(current):
            raise RuntimeError(
                f"hook '{_called(hook)}' has returned an incorrect number of values "
                f"(got {len(answer)}, but expected {len(current)})"
            )
        after = [_replaced(hook, old, new, may_drop=True) for old, new in zip(after, answer, strict=True)]
    if watch is not None:
        watch.hook_called(target, kind, hook, tuple(current), tuple(after))
    return after


def _replaced(hook: Callable, before: Any, answer: Any, may_drop: bool = False) -> Any:
    """What the gradient is after a hook answered; None from a tensor hook means: as it was."""
    if answer is None:
        return None if may_drop else before
    if before is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(answer, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(answer).__name__}'")
    old = as_tensor(before)
    if answer.shape != old.shape:
        raise RuntimeError(f"hook '{_called(hook)}' has changed the size of value")
    if answer.dtype != old.dtype:
        raise RuntimeError(
            f"hook '{_called(hook)}' has changed the type of value "
            f"(was {tensor_type(old.dtype)} got {tensor_type(answer.dtype)})"
        )
    return answer if isinstance(before, Tensor) else answer._data


def _as_left(gradient: Any, seen: Tensor | None) -> Any:
    """The gradient after a hook has seen it.

    A hook may change its tensor in place. A 0-d gradient is a NumPy number, so the change is only in that tensor.
    """
    return gradient if seen is None or seen is gradient else seen._data


def _called(hook: Callable) -> str:
    return getattr(hook, "__name__", type(hook).__name__)


def as_tensor(value: Any) -> Tensor | None:
    """A gradient as users see it."""
    return value if value is None or isinstance(value, Tensor) else mark_new(wrap(value))
