"""Where a recording of PyTorch begins: while it runs, PyTorch tells us of every call of its functions, in this thread.

Nothing here may harm the learner's program: if a step of ours fails, a warning says so, and the program goes on.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import torch
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.optim.optimizer import register_optimizer_step_post_hook
from torch.overrides import TorchFunctionMode, _get_current_function_mode_stack, _pop_mode, _push_mode

from ..._core.base.state import thread
from .backward import Backward
from .backward_arguments import STARTING, read_call
from .forward import Forward, Scopes, is_data
from .learners_code import call_from, warn_learner
from .marked_events import Telling
from .nodes import NotRecordedError
from .probes import Probe


class Watch(TorchFunctionMode):
    """Sees the calls of PyTorch's functions in one recording, from `start` to `stop`."""

    def __init__(self, main: Any, recorder: Any, scopes: Scopes):
        """``main`` is the recorder of the recording; ``recorder`` is our own, which has the same notes."""
        super().__init__()
        self._main, self.recorder = main, recorder
        self.forward = Forward(Telling(recorder), scopes)
        self._running: list[Backward] = []
        self._modules: list[Any] = []  # modules whose forward has begun
        self._has_warned = self._is_busy = False

    def start(self) -> None:
        """From now on everything is seen."""
        self._handles = [
            register_module_forward_pre_hook(self._module_entered),
            register_module_forward_hook(self._module_left, always_call=True),
            register_optimizer_step_post_hook(self._optimizer_stepped),
        ]
        self.__enter__()

    def stop(self) -> None:
        """From now on nothing is seen; all our hooks are removed."""
        if self._hears():
            self._safely(self.forward.finish)
        _take_off(self)
        for handle in self._handles:
            handle.remove()

    def _hears(self) -> bool:
        """Whether this recording is the innermost one, and the learner's program (not our code) calls the functions."""
        return (
            not self._is_busy
            and thread.state.recorder is self._main
            and not torch._C._are_functorch_transforms_active()
        )

    # ----- forward ----------------------------------------------------------------------------------------------------
    def __torch_function__(self, func: Callable, types: Any, args: tuple = (), kwargs: dict | None = None) -> Any:
        kwargs, caller = kwargs or {}, sys._getframe(1)
        if not self._hears():
            return call_from(caller, func, args, kwargs)
        if func in STARTING:
            return self._backward(caller, func, args, kwargs)
        builds_graph, name = torch.is_grad_enabled(), getattr(func, "__name__", "")
        if name == "__get__" and not is_data(func):  # x.shape and the like
            return call_from(caller, func, args, kwargs)
        if name == "__set__":
            self._safely(self.forward.about_to_set, func, args)
        if not builds_graph and self._safely(self.forward.inside_function):
            return call_from(caller, func, args, kwargs)
        if builds_graph:
            self._safely(self.forward.arrived, args)
        result = call_from(caller, func, args, kwargs)
        if builds_graph:
            self._safely(self.forward.after, func, args, result)
        if not self._running:
            self._safely(self.forward.call_made, func, args, kwargs, result, grad=builds_graph)
        return result

    def _module_entered(self, module: Any, args: tuple) -> None:
        if self._hears():
            self._safely(self.forward.arrived, args)  # made before, if a Function has made it
            self._modules.append(module)
            self.recorder.module_entered(module)

    def _module_left(self, module: Any, args: tuple, result: Any) -> None:
        if self._hears() and self._modules and self._modules[-1] is module:
            self._safely(self.forward.after, module.forward, (), result)
            self._modules.pop()
            self.recorder.module_left()

    def _optimizer_stepped(self, optimizer: Any, args: tuple, kwargs: dict) -> None:
        if self._hears():
            self._safely(self.forward.optimizer_stepped, optimizer)

    # ----- backward ---------------------------------------------------------------------------------------------------
    def _backward(self, caller: FrameType, function: Callable, args: tuple, kwargs: dict) -> Any:
        backward = self._safely(self._prepared, function, args, kwargs)
        if backward is None:
            return call_from(caller, function, args, kwargs)
        self._running.append(backward)
        try:
            self._safely(backward.start)
            result = call_from(caller, function, args, kwargs)
        except BaseException as error:
            self._safely(backward.failed, error)
            raise
        finally:
            self._running.pop()
            backward.remove_hooks()
        self._safely(backward.finished, result)
        return result

    def _prepared(self, function: Callable, args: tuple, kwargs: dict) -> Backward | None:
        call = read_call(function, args, kwargs)
        if call is None:
            return None
        self.forward.arrived((call.roots, call.inputs))
        return Backward(call, self.forward, self)

    def told(self, backward: Backward, probe: Probe, seen: tuple) -> None:
        """A probe of ``backward`` was called. Only the backward that runs just now may report, and it cannot raise."""
        if self._running and self._running[-1] is backward and self._hears():
            self._safely(backward.report, probe, seen)

    # ----- no harm ----------------------------------------------------------------------------------------------------
    def _safely(self, step: Callable, *args: Any, grad: bool = False) -> Any:
        """Do a step of ours. If it fails, warn once that the recording is incomplete; the program must go on."""
        before, self._is_busy = self._is_busy, True
        try:
            with torch._C.DisableTorchFunction(), torch.set_grad_enabled(grad):
                return step(*args)
        except Exception as error:
            if not self._has_warned:
                self._has_warned = True
                why = str(error) if isinstance(error, NotRecordedError) else f"{type(error).__name__}: {error}"
                warn_learner(f"The recording of PyTorch is incomplete: {why}.")
        finally:
            self._is_busy = before
        return None


def _take_off(mode: TorchFunctionMode) -> None:
    """Turn off this mode alone. Recordings end in any order, but `__exit__` would end the topmost mode."""
    stack = _get_current_function_mode_stack()
    if mode not in stack:
        return  # it was started in another thread
    above = stack[stack.index(mode) + 1 :]
    for _ in (mode, *above):
        _pop_mode()
    for other in above:
        _push_mode(other)
