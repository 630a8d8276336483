"""`Function`: an operation of your own, with a backward that you write.

``forward`` takes n inputs and returns m outputs; ``backward`` takes m gradients and returns n. The first argument of
both is ``ctx``, and ``ctx`` *is* the node: what you store on it in forward is there in backward.

PyTorch: torch/autograd/function.py, torch/csrc/autograd/python_function.cpp.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .base.learners_line import warn
from .base.state import thread, watchers
from .base.tracebacks import concise
from .function_ctx import FunctionCtx
from .function_record import connect, leave_unrecorded, record
from .grad_mode import in_grad_mode
from .graph import GradientEdge, MultiOutputNode
from .tensor import Tensor, wrap
from .watched_calls import call_made


class Function:
    """Base class of custom operations: write ``forward`` and ``backward`` as static methods, call ``apply``.

    Either ``forward(ctx, *inputs)``, or ``forward(*inputs)`` with ``setup_context(ctx, inputs, output)``. Inputs may be
    anything; tensors among them (not those inside lists) are differentiated. Forward runs without grad mode.

    Example::

        class Cube(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x**3

            @staticmethod
            def backward(ctx, grad_output):
                (x,) = ctx.saved_tensors
                return 3 * x**2 * grad_output

        y = Cube.apply(x)
    """

    _backward_cls: type[FunctionCtx]

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
        """Compute the outputs, a tensor or a tuple of tensors (and of anything else) of any shape and dtype."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
        """Save for backward here when ``forward`` takes no ``ctx``."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """One gradient for each input, of its shape (None where there is none), from one for each output."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    @classmethod
    @concise
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run forward, and leave one node behind if an input needs a gradient, whatever forward does inside.

        Raises:
            TypeError: for an argument that forward does not know.
            RuntimeError: when what forward marked as dirty may not be changed, or is not returned.
        """
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
            connect(ctx, given)
        state = thread.state
        hidden, enabled = state.hide_recorder(), state.grad_enabled
        try:
            state.grad_enabled = False  # what happens inside is the Function's own business
            output = cls.forward(*args) if apart else cls.forward(ctx, *args, **kwargs)
            if apart:
                cls.setup_context(ctx, args, output)
        finally:
            state.hidden, state.grad_enabled = hidden, enabled
        if isinstance(output, list):
            return output
        outputs = output if isinstance(output, tuple) else (output,)
        outputs = (record if tracked else leave_unrecorded)(ctx, given, outputs)
        if watchers.count:
            call_made(cls.__name__, given, outputs)
        return outputs if isinstance(output, tuple) else outputs[0]


Function._backward_cls = type("FunctionBackward", (FunctionCtx,), {"_forward_cls": Function})
BackwardCFunction = FunctionCtx
"""PyTorch's name for the class of a custom Function's node."""
InplaceFunction = Function
"""PyTorch's name from when in-place Functions were a class of their own."""


# ----- once_differentiable --------------------------------------------------------------------------------------------
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
        answer = in_grad_mode(False, function, ctx, *gradients)
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
