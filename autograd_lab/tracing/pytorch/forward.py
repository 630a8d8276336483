"""The forward while a recording runs: which nodes PyTorch's functions leave, and which tensors they take and give.

A function may leave several nodes, and the mode does not see the call of a learner's Function. So `Forward` looks at
every tensor that comes along, and tells of all new nodes behind it, oldest first. `Trace.why` needs the calls
themselves, also those that leave no node; `note_call` notes them.
"""

import sys
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import torch
from torch.autograd import graph
from torch.nn.parameter import is_lazy

from ..recording.calls import NUMBER_TAKEN
from ..recording.notes import Notes
from ..recording.variable_names import named_tensors
from ..trace.events import Value
from .arrays import tensors_in
from .learners_code import learners_line
from .marked_events import Telling
from .nodes import id_of, is_leaf, mirror_of, number_of, place_of, unknown_nodes

Place = tuple[str, int]
Scopes = Callable[[], AbstractContextManager[tuple[dict[str, Any], ...]]]
"""Gives the learner's variables as they are now, for as long as they are looked at."""

APPLY = torch.autograd.Function.apply.__func__.__code__

NO_STEP = ("requires_grad_", "retain_grad", "register_hook", "share_memory_")
"""Calls that return the tensor that they take, unchanged."""
SHAPE_ALONE = ("_like", "new_zeros", "new_ones", "new_full", "new_empty")
"""The ends of the names of functions that take a tensor only for its shape and dtype."""

AUGMENTED = {f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor")}
"""The methods that ``x += y`` and its like call."""


@dataclass(frozen=True)
class FunctionCall:
    """A call of a learner's Function: its name, its tensors, and the learner's line."""

    name: str
    inputs: tuple[torch.Tensor, ...]
    line: tuple[str, int]


class Forward:
    """The nodes and tensors that the recording has met so far."""

    def __init__(self, telling: Telling, scopes: Scopes):
        """``scopes`` gives the learner's variables as they are now."""
        self.telling, self._scopes = telling, scopes
        self._first = torch._C._autograd._get_sequence_nr() + 1  # nodes with lower numbers are from before
        self._newest = self._first - 1  # when the latest call began
        self._met: set[int] = set()
        self._tensors: dict[Place, weakref.ref] = {}
        self._functions: dict[int, FunctionCall] = {}  # by the number that the Function's node gets

    def arrived(self, args: Any) -> None:
        """A function is about to be called with these; a learner's Function may have made some of them."""
        self._newest = torch._C._autograd._get_sequence_nr()
        self.nodes_found([t for t in tensors_in(args) if t.requires_grad and not is_lazy(t) and not may_be_stale(t)])

    def after(self, function: Callable, args: tuple, result: Any) -> None:
        """The function has returned. A tensor that was changed in place through a view has to wait until it is used
        again, since PyTorch makes its node when somebody looks at its ``grad_fn``."""
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
                self.telling.notes.note((id_of(node), 0), value)
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
                self.telling.notes.call_made(call.name, list(call.inputs), tensor, "", call.line)

    def finish(self) -> None:
        """The recording ends: the learner's variables may hold tensors that no function was given."""
        self.arrived(list(self.tensors_at().values()))
        for number, call in self._functions.items():
            if number not in self._met:  # what it gave never came along with a history
                self.telling.notes.call_made(call.name, list(call.inputs), (), "", call.line)
        self._functions.clear()

    def _is_known(self, node: Any) -> bool:
        number = number_of(node)
        return number < self._first or number in self._met

    def inside_function(self) -> bool:
        """Whether the forward of a learner's Function is running; its call is remembered."""
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
        note_call(self.telling.notes, function, args, kwargs, result, learners_line())

    def about_to_set(self, setter: Callable, args: tuple) -> None:
        """An attribute of a tensor is about to be set. Only a ``.grad`` that is set to None is of interest."""
        tensor, value = args
        if value is None and setter == torch.Tensor.grad.__set__ and tensor.grad is not None:
            self.telling.notes.grad_emptied(tensor, learners_line())

    def optimizer_stepped(self, optimizer: Any) -> None:
        """An optimizer has moved its parameters."""
        self.telling.notes.optimizer_stepped(optimizer, learners_line())

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
    """Whether it may be a view of a tensor that was written to: a look at its ``grad_fn`` would make a node for it."""
    return tensor._is_view() and (tensor.is_inference() or tensor._version > 0)


# ----- calls for `Trace.why` -----------------------------------------------------------------------------------------
def is_data(function: Callable) -> bool:
    """Whether the function reads or sets ``tensor.data``."""
    return getattr(getattr(function, "__self__", None), "__name__", "") == "data"


def note_call(
    notes: Notes, function: Callable, args: tuple, kwargs: dict, result: Any, line: tuple[str, int] | None
) -> None:
    """A function has returned, in the mode that is on."""
    name = getattr(function, "__name__", "")
    if is_data(function):
        name = "data_" if name == "__set__" else "data"
    operation = _operation(name) + "_" * (kwargs.get("inplace") is True)
    result = args[0] if name in ("__setitem__", "data_") else result
    if name in NO_STEP or name.endswith(SHAPE_ALONE) or not (operation in NUMBER_TAKEN or tensors_in(result)):
        return
    taken = [args, list(kwargs.values())]
    if not (operation.endswith("_") or "out" in kwargs) and tensors_in(result):
        given = tensors_in(result)
        result = _without(given, tensors_in(taken))
        if not result:
            return
        if len(result) < len(given):  # `broadcast_tensors` has returned some of them
            taken = _without(tensors_in(taken), given)
    mode = "inference_mode" if torch.is_inference_mode_enabled() else "" if torch.is_grad_enabled() else "no_grad"
    notes.call_made(operation, taken, result, mode, line)


def _without(tensors: list[torch.Tensor], others: list[torch.Tensor]) -> list[torch.Tensor]:
    """These tensors but for the others: a call may return what it took, as ``x.float()`` does."""
    return [tensor for tensor in tensors if not any(tensor is one for one in others)]


def _operation(name: str) -> str:
    """The name that our own engine uses: an operation in place ends with one underscore."""
    if name == "__array__":
        return "numpy"
    if not name.startswith("__"):
        return name.lstrip("_")
    return f"{name[3:-2]}_" if name in AUGMENTED else "setitem_" if name == "__setitem__" else name.strip("_")
