"""Hooks of a module: functions called around its ``forward``, and with the gradients at its outputs and its inputs.

For the gradients, two nodes that change nothing (`BackwardHookFunction`) are put around the module's part of the graph;
hooks of these nodes call the user's. PyTorch: torch/nn/modules/module.py, torch/utils/hooks.py.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from .._core.base.learners_line import warn
from .._core.base.state import thread, watchers
from .._core.base.tracebacks import shortened
from .._core.function import Function
from .._core.grad_mode import is_grad_enabled
from .._core.graph import RemovableHandle
from .._core.tensor import Tensor

_NO_INPUT = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
    "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
    "#torch.nn.Module.register_full_backward_hook for more details."
)


class BackwardHookFunction(Function):
    """Returns every tensor unchanged; its node carries the hooks."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.mark_non_differentiable(*[tensor for tensor in tensors if not tensor.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, ...]:
        return gradients


class Gradients:
    """One call of a module whose gradients are watched, between a node at its inputs and a node at its outputs."""

    def __init__(self, module: Any, after: list[Callable]) -> None:
        self.module, self.after = module, after
        self.inputs, self.outputs = _Places(()), _Places(())
        self.at_outputs: tuple | None = None

    def around_inputs(self, args: tuple) -> tuple:
        """Return the arguments as outputs of a new node."""
        self.inputs = _Places(args)
        return self.inputs.behind_a_node(args, self._arrived)

    def around_outputs(self, result: Any) -> Any:
        """Return the result as output of a new node."""
        if not isinstance(result, Tensor | tuple):
            warn(
                "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
                f"{type(result)}"
            )
        several = result if isinstance(result, tuple) else (result,)
        self.outputs = _Places(several)
        several = self.outputs.behind_a_node(several, self._departed)
        return several if isinstance(result, tuple) else several[0]

    def _departed(self, _: Sequence, gradients: Sequence) -> tuple:
        """Backward has reached the module's outputs."""
        self.at_outputs = passed_on = self.outputs.spread(gradients)
        if not self.inputs.recorded:
            self._no_input()
        return tuple(passed_on[place] for place in self.outputs.tensors)

    def _no_input(self) -> None:
        warn(_NO_INPUT)
        nothing = (None,) * self.inputs.count
        for hook in self.after:
            answer = hook(self.module, nothing, self.at_outputs)
            if answer is not None and not (isinstance(answer, tuple) and all(item is None for item in answer)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or None for "
                    "all gradients."
                )
        self.at_outputs = None

    def _arrived(self, gradients: Sequence, _: Sequence) -> tuple | None:
        """Backward has reached the module's inputs."""
        if self.at_outputs is None:  # backward did not come through the outputs: a second derivative
            return None
        at_inputs = self.inputs.spread(gradients)
        for hook in self.after:
            answer = hook(self.module, at_inputs, self.at_outputs)
            if answer is not None and len(answer) != len(at_inputs):
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(answer)}, but expected "
                    f"{len(at_inputs)}"
                )
            at_inputs = at_inputs if answer is None else answer
        self.at_outputs = None
        return tuple(at_inputs[place] for place in self.inputs.tensors)


class _Places:
    """The places of the tensors among the arguments, or among the results."""

    def __init__(self, values: tuple) -> None:
        self.count = len(values)
        self.tensors = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        self.recorded = is_grad_enabled() and any(values[place].requires_grad for place in self.tensors)

    def behind_a_node(self, values: tuple, hook: Callable) -> tuple:
        """The values, with all tensors passed through one new node if any of them is recorded."""
        if not self.recorded:
            return values
        passed = BackwardHookFunction.apply(*[values[place] for place in self.tensors])
        next(tensor.grad_fn for tensor in passed if tensor.grad_fn is not None).register_hook(hook)
        changed = list(values)
        for place, tensor in zip(self.tensors, passed, strict=True):
            changed[place] = tensor
        return tuple(changed) if type(values) is tuple else type(values)(*changed)  # a namedtuple stays one

    def spread(self, gradients: Sequence) -> tuple:
        """One gradient for each value; None where the value is not a tensor."""
        found = dict(zip(self.tensors, gradients, strict=True))
        return tuple(found.get(place) for place in range(self.count))


class ModuleHooks:
    """All hooks of one module, under the numbers of their handles.

    The module has the same registries under PyTorch's names, which begin with an underscore.
    """

    REGISTRIES = ("forward_pre_hooks", "forward_hooks", "backward_hooks")

    def __init__(self) -> None:
        self.__dict__.update({name: OrderedDict() for name in self.REGISTRIES})
        self.is_full_backward_hook: bool | None = None  # True once there is a backward hook


def add(registry: OrderedDict, hook: Callable) -> RemovableHandle:
    """Add a hook at the end."""
    handle = RemovableHandle(registry)
    registry[handle.id] = hook
    return handle


# ----- forward -------------------------------------------------------------------------------------------------------
def call(module: Any, hooks: ModuleHooks, args: tuple, kwargs: dict) -> Any:
    """``module(*args, **kwargs)`` for a module that has hooks."""
    after = list(hooks.backward_hooks.values())
    for hook in list(hooks.forward_pre_hooks.values()):
        changed = hook(module, args)
        if changed is not None:
            args = changed if isinstance(changed, tuple) else (changed,)
    watch = Gradients(module, after) if after else None
    args = watch.around_inputs(args) if watch else args
    result = module.forward(*args, **kwargs)
    for hook in list(hooks.forward_hooks.values()):
        changed = hook(module, args, result)
        result = result if changed is None else changed
    return watch.around_outputs(result) if watch else result


def _recorded(module: Any, args: tuple, kwargs: dict) -> Any:
    """``module(*args, **kwargs)`` while a recorder notes which nodes are made in which call."""
    recorder = thread.state.recorder
    recorder.module_entered(module)
    try:
        return module.forward(*args, **kwargs) if module._hooks is None else call(module, module._hooks, args, kwargs)
    finally:
        recorder.module_left()


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

    def register_forward_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call ``hook(module, args)`` before each ``forward``; what it returns, unless None, replaces the arguments."""
        return add(self._all_hooks().forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after each ``forward``; what it returns, unless None, is the output."""
        return add(self._all_hooks().forward_hooks, hook)

    def register_full_backward_hook(self, hook: Callable) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` when backward reaches the inputs; it may return others."""
        hooks = self._all_hooks()
        hooks.is_full_backward_hook = True
        return add(hooks.backward_hooks, hook)

    def _all_hooks(self) -> ModuleHooks:
        return self.__dict__.setdefault("_hooks", ModuleHooks())


def _shown(name: str) -> property:
    """A registry of hooks under PyTorch's name; programs read it, or empty it."""
    return property(lambda self: getattr(self._all_hooks(), name))


for _name in (*ModuleHooks.REGISTRIES, "is_full_backward_hook"):
    setattr(Hooked, f"_{_name}", _shown(_name))
