"""Hooks of an optimizer: functions called before and after a step. PyTorch: torch/optim/optimizer.py."""

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .._core.hook_registry import RemovableHandle

_before_steps: OrderedDict[int, Callable] = OrderedDict()
_after_steps: OrderedDict[int, Callable] = OrderedDict()
"""The hooks of all optimizers."""


def register_optimizer_step_pre_hook(hook: Callable) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` before every step of every optimizer; see `Optimizer`'s own."""
    return _add(_before_steps, hook)


def register_optimizer_step_post_hook(hook: Callable) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` after every step of every optimizer."""
    return _add(_after_steps, hook)


def _add(registry: OrderedDict[int, Callable], hook: Callable) -> RemovableHandle:
    handle = RemovableHandle(registry)
    registry[handle.id] = hook
    return handle


class OptimizerHooks:
    """The part of `Optimizer` that registers hooks. Each method returns a handle that removes the hook."""

    _hooks: dict[str, OrderedDict[int, Callable]] | None = None
    """"before" or "after" → hooks. None until a hook is added, so a step without hooks makes one check."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "step" in vars(cls):
            cls.step = _between_hooks(cls.step)  # type: ignore[attr-defined]

    def register_step_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Before a step: ``hook(optimizer, args, kwargs)``; it may return other ``(args, kwargs)``.

        ``args`` begins with the optimizer itself.
        """
        return self._register("before", hook)

    def register_step_post_hook(self, hook: Callable) -> RemovableHandle:
        """After a step: ``hook(optimizer, args, kwargs)``."""
        return self._register("after", hook)

    def _register(self, occasion: str, hook: Callable) -> RemovableHandle:
        if self._hooks is None:
            self._hooks = {}
        return _add(self._hooks.setdefault(occasion, OrderedDict()), hook)

    def _hooks_at(self, occasion: str) -> list[Callable]:
        return list(self._hooks.get(occasion, {}).values()) if self._hooks else []


def _between_hooks(step: Callable) -> Callable:
    """A ``step`` with the hooks before and after it; they do not run again when a subclass calls its base's step."""

    @functools.wraps(step)
    def call(self: OptimizerHooks, *args: Any, **kwargs: Any) -> Any:
        if (self._hooks is None and not _before_steps and not _after_steps) or type(self).step is not call:
            return step(self, *args, **kwargs)
        given: Any = (self, *args), kwargs
        for hook in (*_before_steps.values(), *self._hooks_at("before")):
            answer = hook(self, *given)
            if answer is None:
                continue
            if not (isinstance(answer, tuple) and len(answer) == 2):
                name = f"<function {type(self).__qualname__}.step>"
                raise RuntimeError(f"{name} must return None or a tuple of (new_args, new_kwargs), but got {answer}.")
            given = answer
        result = step(*given[0], **given[1])
        for hook in (*self._hooks_at("after"), *_after_steps.values()):
            hook(self, *given)
        return result

    return call
