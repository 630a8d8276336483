"""``ctx``: what forward and backward of a custom `Function` share. It *is* the node.

PyTorch: torch/autograd/function.py (FunctionCtx, BackwardCFunction), torch/csrc/autograd/python_function.cpp.
"""

from typing import Any

import numpy as np

from . import saved_values
from .base.errors import SECOND_BACKWARD, with_help
from .base.learners_line import warn
from .base.state import thread
from .grad_mode import in_grad_mode
from .graph import MultiOutputNode
from .tensor import Tensor, wrap


class FunctionCtx(MultiOutputNode):
    """The node of a custom Function, and the ``ctx`` that its forward and backward share."""

    __slots__ = ("__dict__", "__weakref__")

    _forward_cls: Any = None

    def __init__(self, needs_input_grad: tuple[bool, ...]):
        self._edges, self._saved, self._attributes, self._outputs = (), (), (), ()
        self._input_metadata = self._extras = None
        self._number = 0
        self._positions: tuple[int, ...] = ()  # which argument of apply each edge belongs to
        self.needs_input_grad = needs_input_grad
        """For each argument of ``apply``: whether it is a tensor that needs a gradient."""
        self.to_save: tuple = ()
        self.dirty_tensors: tuple = ()
        self.non_differentiable: tuple = ()
        self.materialize_grads = True

    # ----- for forward --------------------------------------------------------------------------------------------
    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep these for backward, where ``ctx.saved_tensors`` returns them. The last call wins.

        Better than ``ctx.x = x``: a later in-place change is noticed, and backward frees them.

        Raises:
            TypeError: for anything but tensors and None.
        """
        for index, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                kind = type(tensor).__name__
                raise TypeError(f"save_for_backward can only save variables, but argument {index} is of type {kind}")
        self.to_save = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say that forward changed these inputs in place; they must be among its outputs."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say that these outputs have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """With False, backward gets None for an output that received no gradient, instead of zeros."""
        self.materialize_grads = value

    # ----- for backward -------------------------------------------------------------------------------------------
    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What forward saved, in the same order.

        Raises:
            RuntimeError: once backward has freed it, or when it was changed in place since.
        """
        if self._saved is None:
            raise RuntimeError(with_help(SECOND_BACKWARD, f"{self!r} has run before."))
        return tuple(saved_values.unpack_of_function(self, *saved) for saved in self._saved)

    @property
    def saved_variables(self) -> tuple[Tensor | None, ...]:
        """`saved_tensors` under its name of former times, with a warning."""
        warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    def __call__(self, *gradients: Tensor | None) -> Any:
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    def apply(self, *gradients: Tensor | None) -> Any:
        """The user's ``backward`` with these gradients, by hand."""
        return self._forward_cls.backward(self, *gradients)

    def backward(self, grad: list, as_tensors: bool = False) -> tuple:
        """Run the user's ``backward`` on what arrived in the slots; one result for each edge.

        Raises:
            RuntimeError: when it returns too many or too few gradients, or one of a shape that does not fit.
        """
        arrived = [self._materialized(slot, value) for slot, value in enumerate(grad)]
        answer = in_grad_mode(as_tensors, self._forward_cls.backward, self, *arrived)
        results = self._checked(answer if isinstance(answer, tuple) else (answer,))
        return tuple(result if as_tensors or result is None else result._data for result in results)

    def _materialized(self, slot: int, value: Any) -> Tensor | None:
        """Zeros for an empty slot, unless the Function does not want them."""
        if value is None:
            if not self.materialize_grads or self._outputs[slot] is None:  # None: this output is no tensor
                return None
            shape, dtype = self._outputs[slot]
            value = np.zeros(shape, dtype)
            if thread.state.recorder is not None:
                thread.state.recorder.slot_materialized(self, slot, value)
        return value if isinstance(value, Tensor) else wrap(value)

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
