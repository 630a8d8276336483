"""Hooks of a module: functions called around its ``forward``, and with the gradients at its outputs and its inputs.

For the gradients, two nodes that change nothing (`BackwardHookFunction`) are put around the module's part of the graph;
hooks of these nodes call the user's. PyTorch: torch/nn/modules/module.py, torch/utils/hooks.py.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .._base.learners_line import warn
from .._base.tracebacks import shortened
from ..autograd._tensor import Tensor
from ..autograd.function import Function
from ..autograd.grad_mode import is_grad_enabled
from ..autograd.graph import RemovableHandle

_NO_INPUT = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
    "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
    "#torch.nn.Module.register_full_backward_hook for more details."
)


@dataclass(frozen=True, slots=True)
class ForwardHook:
    """A hook, and how it wants to be called."""

    function: Callable
    with_kwargs: bool = False
    always_call: bool = False

    def __call__(self, module: Any, args: tuple, kwargs: dict, *result: Any) -> Any:
        return self.function(module, args, *([kwargs] if self.with_kwargs else []), *result)


@dataclass(slots=True)
class ModuleHooks:
    """All hooks of one module, by the numbers of their handles."""

    before_forward: OrderedDict = field(default_factory=OrderedDict)
    after_forward: OrderedDict = field(default_factory=OrderedDict)
    before_backward: OrderedDict = field(default_factory=OrderedDict)
    after_backward: OrderedDict = field(default_factory=OrderedDict)


def add(registry: OrderedDict, hook: Callable, first: bool) -> RemovableHandle:
    """Add a hook as the last, or as the first."""
    handle = RemovableHandle(registry)
    registry[handle.id] = hook
    registry.move_to_end(handle.id, last=not first)
    return handle


# ----- forward -------------------------------------------------------------------------------------------------------
def call(module: Any, hooks: ModuleHooks, args: tuple, kwargs: dict) -> Any:
    """``module(*args, **kwargs)`` for a module that has hooks."""
    waiting = list(hooks.after_forward.values())
    result = None
    try:
        args, kwargs = _before(module, hooks, args, kwargs)
        watch = _Gradients(module, hooks) if hooks.before_backward or hooks.after_backward else None
        if watch:
            args = watch.around_inputs(args)
        result = module.forward(*args, **kwargs)
        while waiting:
            changed = waiting.pop(0)(module, args, kwargs, result)
            result = result if changed is None else changed
        return watch.around_outputs(result) if watch else result
    except Exception:
        _call_in_spite_of_an_error([hook for hook in waiting if hook.always_call], module, args, kwargs, result)
        raise


def _before(module: Any, hooks: ModuleHooks, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    for hook in list(hooks.before_forward.values()):
        changed = hook(module, args, kwargs)
        if changed is None:
            continue
        if not hook.with_kwargs:
            args = changed if isinstance(changed, tuple) else (changed,)
        elif isinstance(changed, tuple) and len(changed) == 2:
            args, kwargs = changed
        else:
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
            )
    return args, kwargs


def _call_in_spite_of_an_error(hooks: list[ForwardHook], module: Any, args: tuple, kwargs: dict, result: Any) -> None:
    for hook in hooks:
        try:
            changed = hook(module, args, kwargs, result)
            result = result if changed is None else changed
        except Exception as error:
            warn(
                "module forward hook with ``always_call=True`` raised an exception that was silenced as another error "
                f"was raised in forward: {error}"
            )


# ----- backward ------------------------------------------------------------------------------------------------------
class BackwardHookFunction(Function):
    """All tensors as they are: a node to hang hooks on."""

    @staticmethod
    def forward(ctx: Any, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.mark_non_differentiable(*[tensor for tensor in tensors if not tensor.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, ...]:
        return gradients


class _Gradients:
    """One call of a module, from the node behind its outputs to the node in front of its inputs."""

    def __init__(self, module: Any, hooks: ModuleHooks) -> None:
        self.module = module
        self.before, self.after = list(hooks.before_backward.values()), list(hooks.after_backward.values())
        self.inputs, self.outputs = _Places(()), _Places(())
        self.at_outputs: tuple | None = None

    def around_inputs(self, args: tuple) -> tuple:
        self.inputs = _Places(args)
        return self.inputs.behind_a_node(args, self._arrived)

    def around_outputs(self, result: Any) -> Any:
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
        self.at_outputs = self.outputs.spread(gradients)
        for hook in self.before:
            self.at_outputs = _replaced(self.at_outputs, hook(self.module, self.at_outputs), "pre hook", "grad_output")
        passed_on = self.at_outputs
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
        if self.at_outputs is None:  # not by way of the outputs: a second derivative
            return None
        at_inputs = self.inputs.spread(gradients)
        for hook in self.after:
            at_inputs = _replaced(at_inputs, hook(self.module, at_inputs, self.at_outputs), "hook", "grad_input")
        self.at_outputs = None
        return tuple(at_inputs[place] for place in self.inputs.tensors)


class _Places:
    """Where the tensors are among the arguments, or among the results."""

    def __init__(self, values: tuple) -> None:
        self.count = len(values)
        self.tensors = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        self.recorded = is_grad_enabled() and any(values[place].requires_grad for place in self.tensors)

    def behind_a_node(self, values: tuple, hook: Callable) -> tuple:
        """The values with one node in front of all tensors, if something is recorded."""
        if not self.recorded:
            return values
        passed = BackwardHookFunction.apply(*[values[place] for place in self.tensors])
        next(tensor.grad_fn for tensor in passed if tensor.grad_fn is not None).register_hook(hook)
        changed = list(values)
        for place, tensor in zip(self.tensors, passed, strict=True):
            changed[place] = tensor
        return tuple(changed) if type(values) is tuple else type(values)(*changed)  # a namedtuple stays one

    def spread(self, gradients: Sequence) -> tuple:
        """A gradient for each value; None for what is no tensor."""
        found = dict(zip(self.tensors, gradients, strict=True))
        return tuple(found.get(place) for place in range(self.count))


def _replaced(gradients: tuple, answer: Any, hook: str, what: str) -> tuple:
    if answer is None:
        return gradients
    if len(answer) != len(gradients):
        raise RuntimeError(
            f"Backward {hook} returned an invalid number of {what}, got {len(answer)}, but expected {len(gradients)}"
        )
    return answer


# ----- what a module can do with them --------------------------------------------------------------------------------
class Hooked:
    """The part of `Module` that is called, and that remembers hooks."""

    _hooks: ModuleHooks | None = None  # made with the first hook, so that a module without any is called at once

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
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
        return add(self._all_hooks().before_forward, ForwardHook(hook, with_kwargs), prepend)

    def register_forward_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after each ``forward``; what it returns, unless None, is the output.

        With ``with_kwargs``: ``hook(module, args, kwargs, output)``. With ``always_call``: also after an error.
        """
        return add(self._all_hooks().after_forward, ForwardHook(hook, with_kwargs, always_call), prepend)

    def register_full_backward_pre_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_output)`` when backward reaches the outputs; it may return other gradients."""
        return add(self._all_hooks().before_backward, hook, prepend)

    def register_full_backward_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` when backward reaches the inputs; it may return others."""
        return add(self._all_hooks().after_backward, hook, prepend)

    def _all_hooks(self) -> ModuleHooks:
        return self.__dict__.setdefault("_hooks", ModuleHooks())
