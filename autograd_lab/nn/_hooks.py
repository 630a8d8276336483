"""Hooks of a module: functions called around its ``forward``, and with the gradients at its outputs and its inputs.

For the gradients, two nodes that change nothing (`BackwardHookFunction`) are put around the module's part of the graph;
hooks of these nodes call the user's. PyTorch: torch/nn/modules/module.py, torch/utils/hooks.py.
"""

import functools
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

    def __init__(self, module: Any, before: list[Callable], after: list[Callable]) -> None:
        self.module, self.before, self.after = module, before, after
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
        if self.at_outputs is None:  # backward did not come through the outputs: a second derivative
            return None
        at_inputs = self.inputs.spread(gradients)
        for hook in self.after:
            at_inputs = _replaced(at_inputs, hook(self.module, at_inputs, self.at_outputs), "hook", "grad_input")
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


def _replaced(gradients: tuple, answer: Any, hook: str, what: str) -> tuple:
    if answer is None:
        return gradients
    if len(answer) != len(gradients):
        raise RuntimeError(
            f"Backward {hook} returned an invalid number of {what}, got {len(answer)}, but expected {len(gradients)}"
        )
    return answer


# ----- the old kind ---------------------------------------------------------------------------------------------------
def at_the_last_node(module: Any, hooks: list[Callable], args: tuple, result: Any) -> None:
    """Hang the hooks of `Module.register_backward_hook` on the node that made the result."""
    found = result
    while not isinstance(found, Tensor):
        tensors = (value for value in found.values() if isinstance(value, Tensor)) if isinstance(found, dict) else found
        found = next(iter(tensors))
    node = found.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(functools.partial(hook, module))
    if complaint := _what_they_miss(args, result, node):
        warn(complaint, FutureWarning)


def _what_they_miss(args: tuple, result: Any, node: Any) -> str:
    full = "Please use register_full_backward_hook to get the documented behavior."
    results = (result,) if isinstance(result, Tensor) else result
    for values, does, what in ((results, "return", "grad_output"), (args, "take as input", "grad_input")):
        if not (isinstance(values, tuple) and all(isinstance(value, Tensor) for value in values)):
            return (
                f"Using non-full backward hooks on a Module that does not {does} a single Tensor or a tuple of Tensors "
                f"is deprecated and will be removed in future versions. This hook will be missing some of the {what}. "
                + full
            )
    makers = {value.grad_fn for value in results if value.grad_fn is not None}
    if len(makers) > 1:
        return (
            "Using a non-full backward hook when outputs are generated by different autograd Nodes is deprecated and "
            f"will be removed in future versions. This hook will be missing some grad_output. {full}"
        )
    inputs = {value.grad_fn for value in args if value.grad_fn is not None}
    behind = {following for following, _ in node.next_functions}
    if inputs != behind:
        return (
            "Using a non-full backward hook when the forward contains multiple autograd Nodes is deprecated and will "
            f"be removed in future versions. This hook will be missing some grad_input. {full}"
        )
    return ""


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
