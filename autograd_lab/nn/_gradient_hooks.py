"""Hooks of a module that see the gradients at its outputs and at its inputs.

Two nodes that change nothing (`BackwardHookFunction`) are put around the module's part of the graph; hooks of these
nodes call the user's. PyTorch: torch/utils/hooks.py.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .._core.base.learners_line import warn
from .._core.function import Function
from .._core.grad_mode import is_grad_enabled
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
