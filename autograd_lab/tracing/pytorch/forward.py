"""The operations that leave nodes while a recording runs, as far as PyTorch's functions show them.

A function may leave several nodes, and a Function of the learner's is not seen at all when it is called: whatever is
new behind a tensor that comes along is told then, oldest first, as it was made.
"""

import copy
import os
import sys
import warnings
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from types import FrameType
from typing import Any

import torch
from torch.autograd import graph
from torch.nn.parameter import is_lazy

from ..events import Value
from ..variable_names import named_tensors
from .arrays import tensors_in
from .flow import FunctionCall, note_call
from .nodes import id_of, is_leaf, mirror_of, number_of, place_of, unknown_nodes
from .telling import Telling

Place = tuple[str, int]
Scopes = Callable[[], AbstractContextManager[tuple[dict[str, Any], ...]]]
"""Gives the learner's variables as they are now, for as long as they are looked at."""

OWN = (
    os.path.dirname(torch.__file__) + os.sep,
    os.path.dirname(os.path.dirname(os.path.dirname(__file__))) + os.sep,
    copy.__file__,
)
"""PyTorch, this package, and ``deepcopy``, which calls back into them: no line in these is the learner's."""
APPLY = torch.autograd.Function.apply.__func__.__code__


class Forward:
    """What has been met so far."""

    def __init__(self, telling: Telling, scopes: Scopes):
        """``scopes`` gives the learner's variables as they are now."""
        self.telling, self._scopes = telling, scopes
        self._first = torch._C._autograd._get_sequence_nr() + 1  # nodes with lower numbers are from before
        self._newest = self._first - 1  # when the latest call began
        self._met: set[int] = set()
        self._tensors: dict[Place, weakref.ref] = {}
        self._functions: dict[int, FunctionCall] = {}  # by the number that the Function's node gets

    def arrived(self, args: Any) -> None:
        """A function is about to be called with these: what a Function of the learner's has made is among them."""
        self._newest = torch._C._autograd._get_sequence_nr()
        self.nodes_found([t for t in tensors_in(args) if t.requires_grad and not is_lazy(t) and not may_be_stale(t)])

    def after(self, function: Callable, args: tuple, result: Any) -> None:
        """It has returned. What was changed in place through a view is looked at when it is used again: to look is to
        make its node."""
        name = getattr(function, "__name__", "")
        if name == "view_as" and sys._getframe(3).f_code.co_filename == graph.__file__:
            return  # this is how PyTorch looks for a leaf's AccumulateGrad
        if name == "__setitem__":
            result = args[0]
        in_place = name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))
        tensors = [t for t in tensors_in(result) if not (in_place and may_be_stale(t))]
        self.nodes_found(tensors, others=[t for t in tensors if not t.requires_grad])

    def nodes_found(
        self,
        tensors: Iterable[torch.Tensor | None],
        results: Sequence[Value | None] = (),
        others: Sequence[torch.Tensor] = (),
    ) -> None:
        """Tell of all nodes behind these tensors that are new.

        ``results`` are the nodes' values, if they are as many; ``others`` came with them and have no gradient.
        """
        outputs: dict[Place, torch.Tensor] = {}
        for tensor in tensors:
            if tensor is not None and tensor.requires_grad:
                node = tensor.grad_fn
                if node is not None and not is_leaf(node) and not self._is_known(node):
                    outputs[place_of(tensor)] = tensor
        if not outputs:
            return
        nodes = unknown_nodes([tensor.grad_fn for tensor in outputs.values()], self._is_known)
        self._met.update(map(number_of, nodes))
        if len(nodes) == len(results):
            for node, value in zip(nodes, results, strict=True):
                self.telling.tape.note((id_of(node), 0), value)
        for place, tensor in outputs.items():
            self._tensors[place] = weakref.ref(tensor)
        self._functions_called(outputs.values())
        told = [node for node in nodes if type(node).__name__ != "Error"]
        self.telling.nodes_made(list(map(mirror_of, told)), outputs, others, self._lines(map(number_of, told)))

    def _lines(self, numbers: Iterable[int]) -> list[tuple[str, int] | None]:
        """Where these nodes were made: in the call that runs, if they are new; a Function, where it was called."""
        line = learners_line()
        calls = [(number, self._functions.get(number)) for number in numbers]
        return [call.line if call else line if number > self._newest else None for number, call in calls]

    def _functions_called(self, tensors: Iterable[torch.Tensor]) -> None:
        for tensor in tensors:
            call = self._functions.get(number_of(tensor.grad_fn))
            if call is not None:
                self.telling.tape.flow_notes.call_made(call.name, list(call.inputs), tensor, "", call.line)

    def finish(self) -> None:
        """The recording ends: what the learner's variables hold has been made, though no function was given it."""
        self.arrived(list(self.tensors_at().values()))
        for number, call in self._functions.items():
            if number not in self._met:  # what it gave never came along with a history
                self.telling.tape.flow_notes.call_made(call.name, list(call.inputs), (), "", call.line)
        self._functions.clear()

    def _is_known(self, node: Any) -> bool:
        number = number_of(node)
        return number < self._first or number in self._met

    def inside_function(self) -> bool:
        """Whether this is in the forward of a Function of the learner's, whose call is remembered then."""
        frame = sys._getframe(3)
        for _ in range(8):
            if frame is None:
                return False
            if frame.f_code is APPLY:
                line = learners_line(frame)
                if line is not None:  # the Function has taken its number, and nothing inside takes one
                    given, number = frame.f_locals, torch._C._autograd._get_sequence_nr()
                    call = FunctionCall(given["cls"].__name__, tuple(tensors_in(given["args"])), line)
                    self._functions.setdefault(number, call)
                return True
            frame = frame.f_back
        return False

    def call_made(self, function: Callable, args: tuple, kwargs: dict, result: Any) -> None:
        """A function has returned, whether it left a node or not."""
        note_call(self.telling.tape.flow_notes, function, args, kwargs, result, learners_line())

    def about_to_set(self, setter: Callable, args: tuple) -> None:
        """An attribute of a tensor is about to be set: of interest is a ``.grad`` that is taken away."""
        tensor, value = args
        if value is None and setter == torch.Tensor.grad.__set__ and tensor.grad is not None:
            tape = self.telling.tape
            tape.flow_notes.grad_emptied(tensor, len(tape.events), learners_line())

    def tensors_at(self) -> dict[Place, torch.Tensor]:
        """The tensors that are alive and can be found, by place."""
        found = {place: reference() for place, reference in self._tensors.items()}
        found = {place: tensor for place, tensor in found.items() if tensor is not None}
        with self._scopes() as scopes:
            for scope in scopes:
                for _, tensor in named_tensors(scope, torch.Tensor):
                    place = place_of(tensor)
                    if place is not None:
                        found.setdefault(place, tensor)
        return found


def may_be_stale(tensor: torch.Tensor) -> bool:
    """Whether it may be a view of what was written to: who looks at its ``grad_fn`` makes a node for it."""
    return tensor._is_view() and (tensor.is_inference() or tensor._version > 0)


def learners_line(frame: FrameType | None = None) -> tuple[str, int] | None:
    """File and number of the learner's line that runs just now."""
    frame = sys._getframe(1) if frame is None else frame
    while frame is not None and frame.f_code.co_filename.startswith(OWN):
        frame = frame.f_back
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def warn_learner(message: str) -> None:
    """`warnings.warn` for the learner's line that led here."""
    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)
