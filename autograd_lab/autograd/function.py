"""`Function`: an operation of your own, with a backward that you write.

``forward`` takes n inputs and returns m outputs; ``backward`` takes m gradients and returns n. The first argument of
both is ``ctx``, and ``ctx`` *is* the node: what you store on it in forward is there in backward.

PyTorch: torch/autograd/function.py, torch/csrc/autograd/python_function.cpp.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._base.errors import LEAF_IN_PLACE, SECOND_BACKWARD, with_help
from .._base.learners_line import warn
from .._base.state import thread, watchers
from . import saved_hooks, saved_values
from ._tensor import Tensor, wrap
from .grad_mode import no_grad, set_grad_enabled
from .graph import GradientEdge, MultiOutputNode
from .packed import Packed
from .saved_hooks import node_made
from .view_history import rebase, share_memory

_NOT_AN_INPUT = (
    "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should be "
    "passed to ctx.mark_dirty()."
)


class FunctionCtx(MultiOutputNode):
    """The node of a custom Function, and the ``ctx`` that its forward and backward share."""

    __slots__ = ("__dict__", "__weakref__")

    _forward_cls: Any = None

    def __init__(self, needs_input_grad: tuple[bool, ...]):
        self._edges, self._saved, self._attributes = (), (), ()
        self._input_metadata = self._extras = None
        self._outputs: tuple = ()
        self._number = 0
        self._positions: tuple[int, ...] = ()  # which argument of apply each edge belongs to
        self.needs_input_grad = needs_input_grad
        self.to_save: tuple = ()
        self.saved_for_forward: tuple = ()
        self.dirty_tensors: tuple = ()
        self.non_differentiable: tuple = ()
        self.materialize_grads = True

    # ----- for forward --------------------------------------------------------------------------------------------
    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep these for backward, where ``ctx.saved_tensors`` returns them. The last call wins.

        Better than ``ctx.x = x``: a later in-place change is noticed, and backward frees them.
        """
        for index, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {index} is of type "
                    f"{type(tensor).__name__}"
                )
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """For ``jvp``, which autograd_lab never calls: accepted, so that a Function written for PyTorch works."""
        if not all(tensor is None or isinstance(tensor, Tensor) for tensor in tensors):
            raise AssertionError(
                "save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes on "
                "ctx."
            )
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say that forward changed these inputs in place; they must be among its outputs."""
        if not all(isinstance(tensor, Tensor) for tensor in tensors):
            raise RuntimeError("mark_dirty can only accept variables, but argument ")
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say that these outputs have no gradient."""
        if not all(isinstance(tensor, Tensor) for tensor in tensors):
            raise RuntimeError("mark_non_differentiable only accepts variable arguments, but got ")
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """With False, backward gets None for an output that received no gradient, instead of zeros."""
        if not isinstance(value, bool):
            raise TypeError(
                "set_materialize_grads received an invalid combination of arguments - got (), but expected (bool)"
            )
        self.materialize_grads = value

    # ----- for backward -------------------------------------------------------------------------------------------
    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What forward saved, in the same order; raises once backward has freed it."""
        if self._saved is None:
            raise RuntimeError(with_help(SECOND_BACKWARD, f"{self!r} has run before."))
        return tuple(
            saved_values.unpack_result(self, value, number, as_tensors=True)
            if kind == "result"
            else saved_values.unpack_input(self, value, as_tensors=True)
            for kind, number, value in self._saved
        )

    def __call__(self, *gradients: Tensor | None) -> Any:
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    @property
    def _raw_saved_tensors(self) -> tuple[saved_hooks.SavedTensor, ...]:
        return saved_hooks.raw_saved_tensors(self)

    @property
    def requires_grad(self) -> bool:
        """Whether some input needs a gradient, so that this is a node and not only a context."""
        return any(self.needs_input_grad)

    def apply(self, *gradients: Tensor | None) -> Any:
        """The user's ``backward`` with these gradients, by hand."""
        return self._user_backward()(self, *gradients)

    def backward(self, grad: list, as_tensors: bool = False) -> tuple:
        """Run the user's ``backward`` on what arrived in the slots; one result for each edge."""
        arrived = [self._materialized(slot, value) for slot, value in enumerate(grad)]
        with set_grad_enabled(as_tensors):
            answer = self._user_backward()(self, *arrived)
        results = self._checked(answer if isinstance(answer, tuple) else (answer,))
        return tuple(result if as_tensors or result is None else result._data for result in results)

    def _materialized(self, slot: int, value: Any) -> Tensor | None:
        """Zeros for an empty slot, unless the Function does not want them."""
        if value is None:
            if not self.materialize_grads:
                return None
            if self._outputs[slot] is None:  # this output is no tensor
                return None
            shape, dtype = self._outputs[slot]
            value = np.zeros(shape, dtype)
            if thread.state.recorder is not None:
                thread.state.recorder.slot_materialized(self, slot, value)
        return value if isinstance(value, Tensor) else wrap(value)

    def _user_backward(self) -> Callable:
        cls = self._forward_cls
        has_backward = cls.backward is not Function.backward
        has_vjp = cls.vjp is not Function.vjp
        if has_backward and has_vjp:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
                "You should only implement one of them."
            )
        return cls.vjp if has_vjp else cls.backward

    def _checked(self, answers: tuple) -> list[Tensor | None]:
        """The user's answers, one for each argument of apply, as one for each edge."""
        name, expected = self.name(), len(self.needs_input_grad)
        while len(answers) > expected and answers[-1] is None:
            answers = answers[:-1]
        if len(answers) != expected:
            raise RuntimeError(
                with_help(
                    f"function {name} returned an incorrect number of gradients (expected {expected}, "
                    f"got {len(answers)})",
                    "backward returns one gradient for each input of forward (None for one that needs none), "
                    "and takes one for each output.",
                )
            )
        results: list[Tensor | None] = []
        for position, answer in enumerate(answers):
            if position in self._positions:
                results.append(self._checked_one(answer, position, self._positions.index(position)))
            elif answer is not None:
                raise RuntimeError(
                    f"function {name} returned a gradient different than None at position {position + 1}, "
                    "but the corresponding forward input was not a Variable"
                )
        return results

    def _checked_one(self, answer: Any, position: int, index: int) -> Tensor | None:
        if answer is None:
            return None
        if not isinstance(answer, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(answer).__name__})")
        if self._edges[index] is None:
            return answer  # nobody waits for it, so it may have any shape; hooks of the node see it
        shape, _ = self._input_metadata[index]
        if not _can_reduce(answer._data.shape, shape):
            raise RuntimeError(
                with_help(
                    f"Function {self.name()} returned an invalid gradient at index {position} - got "
                    f"{list(answer.shape)} but expected shape compatible with {list(shape)}",
                    "a gradient has the shape of the input that it belongs to.",
                )
            )
        return answer


def _can_reduce(given: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether summing over broadcast dimensions leads from one shape to the other."""
    if len(given) < len(wanted):
        return False
    tail = given[len(given) - len(wanted) :]
    return all(have == want or want == 1 for have, want in zip(tail, wanted, strict=True))


class Function:
    """Base class of custom operations: write ``forward`` and ``backward`` as static methods, call ``apply``.

    Either ``forward(ctx, *inputs)``, or ``forward(*inputs)`` with ``setup_context(ctx, inputs, output)``.
    """

    _backward_cls: type[FunctionCtx]
    generate_vmap_rule = False
    """For vmap, which autograd_lab leaves out; a Function may set it."""

    def __init__(self, *args: Any, **kwargs: Any):
        warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
            "version of PyTorch.",
            DeprecationWarning,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
            "function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        members = {"_forward_cls": cls, "__module__": "torch.autograd.function"}
        cls._backward_cls = type(cls.__name__ + "Backward", (FunctionCtx,), members)

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; inputs are tensors or anything else."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
        """Save for backward here when ``forward`` takes no ``ctx``."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """One gradient for each input, from one for each output."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """For forward mode, which autograd_lab leaves out: nothing calls it."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def vmap(info: Any, in_dims: tuple, *args: Any) -> Any:
        """For vmap, which autograd_lab leaves out: nothing calls it."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
            "generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward and leave one node behind, whatever forward does inside."""
        apart = cls.setup_context is not Function.setup_context
        if apart:  # setup_context gets every argument of forward, defaults too
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
            if kwargs:
                raise TypeError(f"forward() got an unexpected keyword argument '{next(iter(kwargs))}'")
        # A tensor given by keyword is an input too, after the others.
        given = (*args, *kwargs.values())
        ctx = cls._backward_cls(tuple(isinstance(arg, Tensor) and arg.requires_grad for arg in given))
        tracked = thread.state.grad_enabled and any(ctx.needs_input_grad)
        if tracked:
            ctx._number = thread.state.next_number()
        recorder, thread.state.recorder = (
            thread.state.recorder,
            None,
        )  # what happens inside is the Function's own business
        try:
            with no_grad():
                output = cls.forward(*args) if apart else cls.forward(ctx, *args, **kwargs)
                if apart:
                    cls.setup_context(ctx, args, output)
        finally:
            thread.state.recorder = recorder
        if isinstance(output, list) or not tracked:
            return output
        outputs = output if isinstance(output, tuple) else (output,)
        outputs = _record(ctx, given, outputs)
        return outputs if isinstance(output, tuple) else outputs[0]


Function._backward_cls = type("FunctionBackward", (FunctionCtx,), {"_forward_cls": Function})
BackwardCFunction = FunctionCtx
"""PyTorch's name for the class of a custom Function's node."""
InplaceFunction = Function
"""PyTorch's name from when in-place Functions were a class of their own."""


def _record(ctx: FunctionCtx, args: Sequence, outputs: tuple) -> tuple:
    """Make ctx the node of the outputs."""
    ctx._positions = tuple(i for i, arg in enumerate(args) if isinstance(arg, Tensor))
    inputs = [args[i] for i in ctx._positions]
    ctx._edges = tuple(arg._edge() for arg in inputs)
    ctx._input_metadata = tuple((arg._data.shape, arg._data.dtype) for arg in inputs)
    _check_dirty(ctx, inputs, outputs)
    for item in ctx.dirty_tensors:
        item._write_log()
    given, outputs = outputs, tuple(_fresh(ctx, item, inputs) for item in outputs)
    ctx._outputs = tuple((o._data.shape, o._data.dtype) if isinstance(o, Tensor) else None for o in outputs)
    for number, item in enumerate(outputs):
        if not isinstance(item, Tensor) or any(given[number] is other for other in ctx.non_differentiable):
            continue
        if item._data.dtype.kind == "f":
            item._fn = GradientEdge(ctx, number)
            item._requires = False
            if item._is_view() and not any(item is dirty for dirty in ctx.dirty_tensors):
                item._shared.origin = "function"
    ctx._saved = tuple(_saved(item, outputs) for item in ctx.to_save)
    ctx.to_save = ()
    for item in ctx.dirty_tensors:
        item._note_write(ctx)
        if item._base is not None:
            rebase(item._base, item, ctx)
    ctx.dirty_tensors = ctx.non_differentiable = ()
    if watchers.count:
        node_made(ctx, list(outputs))
    return outputs


def _check_dirty(ctx: FunctionCtx, inputs: list[Tensor], outputs: tuple) -> None:
    for item in ctx.dirty_tensors:
        if not any(item is given for given in inputs):
            warn(_NOT_AN_INPUT)
        if not any(item is output for output in outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                "are modified inplace must all be outputs of the Function."
            )
        if item._fn is None and item._requires:
            raise RuntimeError(LEAF_IN_PLACE.replace("is being used", "has been used"))


def _fresh(ctx: FunctionCtx, item: Any, inputs: list[Tensor]) -> Any:
    """An input that forward returned unchanged becomes a view of it, so that the node gets a tensor of its own."""
    if any(item is dirty for dirty in ctx.dirty_tensors) or not any(item is given for given in inputs):
        return item
    if any(item is other for other in ctx.non_differentiable):
        return item.detach()
    view = wrap(item._data)
    share_memory(item, view)
    return view


def _saved(item: Tensor | None, outputs: tuple) -> tuple[str, int, Any]:
    """(kind, output number, value) of one saved tensor; an output is kept as its bare array."""
    for number, output in enumerate(outputs):
        if item is output:
            hooks = thread.state.saved_hooks[-1:]
            return "result", number, Packed(item, hooks[0]) if hooks else item._data
    return "input", 0, saved_hooks.kept(item)


# ----- backward without a second derivative ---------------------------------------------------------------------------
class Error(MultiOutputNode):
    """Stands where a graph would be after `once_differentiable`: running it raises."""

    __slots__ = ()

    def name(self) -> str:
        """PyTorch's qualified name."""
        return "torch::autograd::Error"

    def backward(self, grad: list, as_tensors: bool = False) -> tuple:
        """There is no derivative of this derivative."""
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def once_differentiable(function: Callable) -> Callable:
    """Decorate a ``backward`` that uses NumPy or other untracked code: differentiating *it* then raises."""

    @functools.wraps(function)
    def backward(ctx: Any, *gradients: Any) -> Any:
        with no_grad():
            answer = function(ctx, *gradients)
        tracked = any(isinstance(item, Tensor) and item.requires_grad for item in gradients)
        if not (thread.state.grad_enabled and tracked):
            return answer
        hidden = _behind_an_error(answer if isinstance(answer, tuple) else (answer,))
        return hidden if isinstance(answer, tuple) else hidden[0]

    return backward


def _behind_an_error(answers: tuple) -> tuple:
    """The same numbers, as outputs of one `Error` node on new leaves, so that nothing real hangs on it."""
    node = Error.__new__(Error)
    sources = [wrap(item._data) if isinstance(item, Tensor) else None for item in answers]
    for source in sources:
        if source is not None:
            source._requires = True
    node._edges, node._saved, node._attributes = tuple(sources), (), ()
    node._input_metadata = node._extras = None
    node._number = thread.state.next_number()
    node._outputs = tuple(None if item is None else (item._data.shape, item._data.dtype) for item in sources)
    return tuple(
        wrap(item._data, GradientEdge(node, number)) if isinstance(item, Tensor) else item
        for number, item in enumerate(answers)
    )
