"""Hooks of an optimizer: before and after a step, and around saving and loading. PyTorch: torch/optim/optimizer.py."""

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..autograd.hook_registry import RemovableHandle

_before_steps: OrderedDict[int, Callable] = OrderedDict()
_after_steps: OrderedDict[int, Callable] = OrderedDict()
"""Those of all optimizers."""


def register_optimizer_step_pre_hook(hook: Callable) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` before every step of every optimizer; see `Optimizer`'s own."""
    return _add(_before_steps, hook)


def register_optimizer_step_post_hook(hook: Callable) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` after every step of every optimizer."""
    return _add(_after_steps, hook)


def _add(registry: OrderedDict[int, Callable], hook: Callable, first: bool = False) -> RemovableHandle:
    handle = RemovableHandle(registry)
    registry[handle.id] = hook
    registry.move_to_end(handle.id, last=not first)
    return handle


class OptimizerHooks:
    """What `Optimizer` inherits: ``register_…_hook`` for each occasion. Each gives a handle that removes the hook."""

    _hooks: dict[str, OrderedDict[int, Callable]] | None = None
    """Occasion → hooks. None until there is one: a step asks no more than that."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "step" in vars(cls):
            cls.step = _between_hooks(cls.step)  # type: ignore[attr-defined]

    def register_step_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Before a step: ``hook(optimizer, args, kwargs)``; it may return other ``(args, kwargs)``.

        ``args`` begins with the optimizer itself.
        """
        return self._register("step pre", hook)

    def register_step_post_hook(self, hook: Callable) -> RemovableHandle:
        """After a step: ``hook(optimizer, args, kwargs)``."""
        return self._register("step post", hook)

    def register_state_dict_pre_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Before `state_dict`: ``hook(optimizer)``. ``prepend`` puts it before the others."""
        return self._register("state_dict pre", hook, prepend)

    def register_state_dict_post_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """After `state_dict`: ``hook(optimizer, state_dict)`` may change what it got, or return another."""
        return self._register("state_dict post", hook, prepend)

    def register_load_state_dict_pre_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Before `load_state_dict`: ``hook(optimizer, state_dict)`` may change what it got, or return another."""
        return self._register("load_state_dict pre", hook, prepend)

    def register_load_state_dict_post_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """After `load_state_dict`: ``hook(optimizer)``."""
        return self._register("load_state_dict post", hook, prepend)

    def _register(self, occasion: str, hook: Callable, first: bool = False) -> RemovableHandle:
        if self._hooks is None:
            self._hooks = {}
        return _add(self._hooks.setdefault(occasion, OrderedDict()), hook, first)

    def _hooks_at(self, occasion: str) -> list[Callable]:
        return list(self._hooks.get(occasion, {}).values()) if self._hooks else []

    def _call_hooks(self, occasion: str) -> None:
        for hook in self._hooks_at(occasion):
            hook(self)

    def _ask_hooks(self, occasion: str, state_dict: dict[str, Any]) -> dict[str, Any]:
        for hook in self._hooks_at(occasion):
            answer = hook(self, state_dict)
            state_dict = state_dict if answer is None else answer
        return state_dict


def _between_hooks(step: Callable) -> Callable:
    """A ``step`` with the hooks before and after it; not where an inheriting class, which has its own, calls it."""

    @functools.wraps(step)
    def call(self: OptimizerHooks, *args: Any, **kwargs: Any) -> Any:
        if (self._hooks is None and not _before_steps and not _after_steps) or type(self).step is not call:
            return step(self, *args, **kwargs)
        given: Any = (self, *args), kwargs
        for hook in (*_before_steps.values(), *self._hooks_at("step pre")):
            answer = hook(self, *given)
            if answer is None:
                continue
            if not (isinstance(answer, tuple) and len(answer) == 2):
                name = f"<function {type(self).__qualname__}.step>"
                raise RuntimeError(f"{name} must return None or a tuple of (new_args, new_kwargs), but got {answer}.")
            given = answer
        result = step(*given[0], **given[1])
        for hook in (*self._hooks_at("step post"), *_after_steps.values()):
            hook(self, *given)
        return result

    return call
