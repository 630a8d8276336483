"""Hooks of a module: functions called around its ``forward``, and with the gradients at its outputs and its inputs.

PyTorch: torch/nn/modules/module.py.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from .._core.base.learners_line import warn
from .._core.base.state import thread, watchers
from .._core.base.tracebacks import shortened
from .._core.graph import RemovableHandle
from ._gradient_hooks import Gradients, at_the_last_node


class ModuleHooks:
    """All hooks of one module, under the numbers of their handles, and which hooks take ``kwargs`` or always run.

    The module has the same registries under PyTorch's names, which begin with an underscore.
    """

    REGISTRIES = (
        "forward_pre_hooks", "forward_pre_hooks_with_kwargs", "forward_hooks", "forward_hooks_with_kwargs",
        "forward_hooks_always_called", "backward_pre_hooks", "backward_hooks",
    )  # fmt: skip

    def __init__(self) -> None:
        self.__dict__.update({name: OrderedDict() for name in self.REGISTRIES})
        self.is_full_backward_hook: bool | None = (
            None  # False: backward_hooks are of the old kind; None: there are none
        )

    def full_backward_hooks(self) -> list[Callable]:
        """The hooks added by `Module.register_full_backward_hook`."""
        return list(self.backward_hooks.values()) if self.is_full_backward_hook else []

    def after_forward(self, number: int, hook: Callable, module: Any, args: tuple, kwargs: dict, result: Any) -> Any:
        """Call this forward hook; return the output after it."""
        given = (args, kwargs) if number in self.forward_hooks_with_kwargs else (args,)
        changed = hook(module, *given, result)
        return result if changed is None else changed


def add(registry: OrderedDict, hook: Callable, first: bool, **flags: tuple[OrderedDict, bool]) -> RemovableHandle:
    """Add a hook at the end, or as the first; ``flags`` are the registries that note how it is called."""
    noted = [registry for registry, wanted in flags.values() if wanted]
    handle = RemovableHandle(registry, extra_dict=noted)
    for each in noted:
        each[handle.id] = True
    registry[handle.id] = hook
    registry.move_to_end(handle.id, last=not first)
    return handle


# ----- forward -------------------------------------------------------------------------------------------------------
def call(module: Any, hooks: ModuleHooks, args: tuple, kwargs: dict) -> Any:
    """``module(*args, **kwargs)`` for a module that has hooks."""
    waiting = list(hooks.forward_hooks.items())
    result = None
    try:
        full, before = hooks.full_backward_hooks(), list(hooks.backward_pre_hooks.values())
        args, kwargs = _before(module, hooks, args, kwargs)
        watch = Gradients(module, before, full) if before or full else None
        if watch:
            args = watch.around_inputs(args)
        result = module.forward(*args, **kwargs)
        while waiting:
            result = hooks.after_forward(*waiting.pop(0), module, args, kwargs, result)
        result = watch.around_outputs(result) if watch else result
        if hooks.backward_hooks and not full:
            at_the_last_node(module, list(hooks.backward_hooks.values()), args, result)
        return result
    except Exception:
        _call_in_spite_of_an_error(module, hooks, waiting, args, kwargs, result)
        raise


def _recorded(module: Any, args: tuple, kwargs: dict) -> Any:
    """``module(*args, **kwargs)`` while a recorder notes which nodes are made in which call."""
    recorder = thread.state.recorder
    recorder.module_entered(module)
    try:
        return module.forward(*args, **kwargs) if module._hooks is None else call(module, module._hooks, args, kwargs)
    finally:
        recorder.module_left()


def _before(module: Any, hooks: ModuleHooks, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    for number, hook in list(hooks.forward_pre_hooks.items()):
        named = number in hooks.forward_pre_hooks_with_kwargs
        changed = hook(module, args, kwargs) if named else hook(module, args)
        if changed is None:
            continue
        if not named:
            args = changed if isinstance(changed, tuple) else (changed,)
        elif isinstance(changed, tuple) and len(changed) == 2:
            args, kwargs = changed
        else:
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
            )
    return args, kwargs


def _call_in_spite_of_an_error(
    module: Any, hooks: ModuleHooks, waiting: list[tuple[int, Callable]], args: tuple, kwargs: dict, result: Any
) -> None:
    for number, hook in waiting:
        if number not in hooks.forward_hooks_always_called:
            continue
        try:
            result = hooks.after_forward(number, hook, module, args, kwargs, result)
        except Exception as error:
            warn(
                "module forward hook with ``always_call=True`` raised an exception that was silenced as another error "
                f"was raised in forward: {error}"
            )


# ----- the methods of a module ---------------------------------------------------------------------------------------
class Hooked:
    """The part of `Module` that calls ``forward`` and keeps the hooks."""

    _hooks: ModuleHooks | None = None  # made with the first hook; a module without hooks calls forward directly

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if watchers.count and thread.state.recorder is not None:
                return _recorded(self, args, kwargs)
            if self._hooks is None:
                return self.forward(*args, **kwargs)
            return call(self, self._hooks, args, kwargs)
        except Exception as error:
            raise shortened(error)  # noqa: B904 (it keeps its own cause)

    def register_forward_pre_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args)`` before each ``forward``; what it returns, unless None, replaces the arguments.

        With ``with_kwargs``: ``hook(module, args, kwargs)``, which returns None or ``(args, kwargs)``.
        """
        hooks = self._all_hooks()
        named = hooks.forward_pre_hooks_with_kwargs, with_kwargs
        return add(hooks.forward_pre_hooks, hook, prepend, named=named)

    def register_forward_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after each ``forward``; what it returns, unless None, is the output.

        With ``with_kwargs``: ``hook(module, args, kwargs, output)``. With ``always_call``: also after an error.
        """
        hooks = self._all_hooks()
        named, always = (hooks.forward_hooks_with_kwargs, with_kwargs), (hooks.forward_hooks_always_called, always_call)
        return add(hooks.forward_hooks, hook, prepend, named=named, always=always)

    def register_full_backward_pre_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_output)`` when backward reaches the outputs; it may return other gradients."""
        return add(self._all_hooks().backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` when backward reaches the inputs; it may return others."""
        return add(self._backward_hooks_of_kind(True), hook, prepend)

    def register_backward_hook(self, hook: Callable) -> RemovableHandle:
        """The old kind of backward hook, which PyTorch has deprecated: it sees the last node's gradients only."""
        return add(self._backward_hooks_of_kind(False), hook, False)

    def _backward_hooks_of_kind(self, full: bool) -> OrderedDict:
        hooks = self._all_hooks()
        if hooks.is_full_backward_hook is (not full):
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only "
                "one of them."
            )
        hooks.is_full_backward_hook = full
        return hooks.backward_hooks

    def _all_hooks(self) -> ModuleHooks:
        return self.__dict__.setdefault("_hooks", ModuleHooks())


def _shown(name: str) -> property:
    """A registry of hooks under PyTorch's name; programs read it, empty it, or replace it."""

    def get(self: Hooked) -> Any:
        return getattr(self._all_hooks(), name)

    def put(self: Hooked, value: Any) -> None:
        setattr(self._all_hooks(), name, value)

    return property(get, put)


for _name in (*ModuleHooks.REGISTRIES, "is_full_backward_hook"):
    setattr(Hooked, f"_{_name}", _shown(_name))
