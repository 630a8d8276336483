"""`show`: one call from a loss, or from a model and its input, to the stepper."""

import sys
from typing import Any

from ..trace.node_search import is_tensor
from ..trace.trace import Trace
from .recorder import record
from .variable_names import is_module

CUT = (
    "does not require a gradient, so no backward can start at it: every path from the parameters to it was cut, as "
    "no_grad(), detach(), item() and requires_grad=False do."
)
AGAIN = "al.show(loss) calls loss.backward() itself: leave your own call out, or pass the loss of a new forward."


def show(target: Any, *inputs: Any) -> Any:
    """Record a backward and return its stepper, opened at the worst gradient: ``al.show(loss)``, ``al.show(model, x)``.

    ``al.show(loss)`` runs ``loss.backward()``. ``al.show(model, x)`` runs the model on its inputs, and the backward of
    the sum of its output; the recording then has the forward, too, and knows more reasons. Both work on PyTorch's own
    tensors, and both write into ``.grad``. Where no notebook shows the stepper, a line is printed: what is wrong, and
    how to write a page.

    Raises:
        TypeError: for what is neither a loss nor a model with its inputs.
        ValueError: for a loss or an output where no backward can start.
    """
    if is_tensor(target):
        _check_loss(target, inputs)
    else:
        _check_model(target, inputs)
    recording = record()
    recording.frame = sys._getframe(1)
    with recording as trace:
        if is_tensor(target):
            _backward_of(target)
        else:
            _sum_of(target(*inputs)).backward()
    return trace.show()


def _check_loss(loss: Any, inputs: tuple[Any, ...]) -> None:
    if inputs:
        raise TypeError("al.show(loss) takes the loss alone; al.show(model, x) takes a model and its inputs.")
    if not loss.requires_grad:
        raise ValueError(f"This loss {CUT}")
    if loss.numel() != 1:
        raise ValueError(
            f"A backward starts at one number, and this tensor has shape {tuple(loss.shape)}: show its sum or its "
            "mean, such as al.show(loss.mean())."
        )


def _check_model(model: Any, inputs: tuple[Any, ...]) -> None:
    if isinstance(model, Trace):
        raise TypeError("A trace shows itself: call trace.show().")
    if not callable(model) or isinstance(model, type):
        raise TypeError(
            f"al.show takes a loss (a tensor that is one number) or a model and its inputs, not {kind_of(model)}: "
            "al.show(loss) or al.show(model, x)."
        )
    if not inputs and is_module(model):
        raise TypeError("al.show needs an input to run the model on: al.show(model, x).")


def kind_of(item: Any) -> str:
    """``the class Linear``, or the class of an object: ``float``."""
    return f"the class {item.__name__}" if isinstance(item, type) else type(item).__name__


def _backward_of(loss: Any) -> None:
    try:
        loss.backward()
    except RuntimeError as error:
        if "second time" in str(error):
            error.add_note(AGAIN)
        raise


def _sum_of(output: Any) -> Any:
    """The sum of what a model returned. Raises TypeError or ValueError unless a backward can start there."""
    if not is_tensor(output):
        raise TypeError(
            f"The model returned {kind_of(output)}, and a backward starts at a tensor: choose one and show its sum, "
            "such as al.show(model(x)[0].sum())."
        )
    if not output.requires_grad:
        raise ValueError(f"The model's output {CUT}")
    return output.sum()
