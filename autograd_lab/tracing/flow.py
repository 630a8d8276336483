"""Which call took which tensors and gave which, also where no node was left behind: there the path of gradients ends.

Events tell what the engine does; they know nothing of `detach`, of what `no_grad` hides, or of a number that was taken
out of a tensor. The flow does: it is how a trace finds out why a gradient never came.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import ref

from .._base.learners_line import learners_place
from .events import Edge, Value
from .origins import Line, line_of

NUMBER_TAKEN = ("item", "tolist", "float", "int", "bool", "index", "numpy")
"""Calls that give Python numbers or arrays of NumPy, which have no history."""
FORGETTING = ("detach", "detach_", "data", "data_", "tensor", "new_tensor", "deepcopy")
"""Calls that give a tensor without the history of the one they take."""
EARLIER = "view from before"
"""Stands for the call that made a view inside no_grad before the recording began: all that is known is its base."""
NEW_LEAF = "new leaf"
"""Stands for ``Parameter(…)``, which no recording hears of: all that is known is whose numbers the new leaf shares."""


Place = tuple[str, int]
"""File and number of a line of the learner's."""


@dataclass(frozen=True, slots=True)
class FlowTensor:
    """A tensor as a call met it; one that is changed in place is another one afterwards.

    ``place`` is the node and slot where its gradient arrives; None for a tensor that has no place in the graph, or none
    that the recording heard of. ``name`` is what the learner calls it when the recording ends, "" for nothing.
    ``wrong`` is its value when it was met, if that was not finite and required no gradient: no node tells of it.
    """

    name: str
    requires_grad: bool
    is_leaf: bool
    place: Edge | None
    wrong: Value | None = None


@dataclass(frozen=True, slots=True)
class FlowStep:
    """A call: its tensors by number, and the learner's line (None where only the package's own code runs).

    ``cut`` says why none of its outputs leads back to an input that requires a gradient: the name of the operation
    (`FORGETTING`, `NUMBER_TAKEN`), ``"no_grad"``, ``"inference_mode"``, ``"integers"``, or ``"no derivative"``; it is
    "" where one does, or none required a gradient.
    """

    operation: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    line: Line | None
    cut: str


@dataclass(frozen=True, slots=True)
class Flow:
    """All calls in their order, and the tensors that they speak of by number.

    ``starts`` are the learner's lines that called the backwards, in the order of the backwards' numbers.
    """

    tensors: tuple[FlowTensor, ...] = ()
    steps: tuple[FlowStep, ...] = ()
    starts: tuple[Line | None, ...] = ()


class _Reference(ref):
    """A weak reference that knows under which key it is kept."""

    __slots__ = ("place",)


class Numbers:
    """A number for each tensor, for as long as the tensor lives; it is not kept alive for that."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[_Reference, int]] = {}
        self.called: dict[str, int] = {}
        """All names that led to a tensor when the recording ended; the flow itself keeps the first of each tensor's."""
        self.emptied: dict[int, tuple[int, Place | None]] = {}
        """Whose ``.grad`` was taken away: after how many events, and at which place of the learner's."""
        weakly = ref(self)  # what a reference calls must not hold these numbers: nothing would ever let go of them

        def forget(gone: _Reference) -> None:
            numbers = weakly()
            if numbers is not None:
                numbers._known.pop(gone.place, None)

        self._forget = forget

    def find(self, tensor: Any) -> int | None:
        """Its number, if it has one."""
        found = self._known.get(id(tensor))
        return found[1] if found else None

    def tensor(self, number: int) -> Any:
        """The tensor with this number, if it is still there."""
        return next((tensor for tensor, own in self.living() if own == number), None)

    def give(self, tensor: Any, number: int) -> None:
        """From now on it has this number."""
        reference = _Reference(tensor, self._forget)
        reference.place = id(tensor)
        self._known[id(tensor)] = reference, number

    def living(self) -> Iterator[tuple[Any, int]]:
        """The tensors that are still there, with their numbers."""
        for reference, number in list(self._known.values()):
            tensor = reference()
            if tensor is not None:
                yield tensor, number


class FlowNotes:
    """What a recording has noted of the flow so far.

    ``is_tensor`` tells tensors from other values; ``place_of`` says where the gradient of one that is no leaf arrives;
    ``wrong_in`` gives the value of one that is not finite.
    """

    def __init__(
        self,
        is_tensor: Callable[[Any], bool],
        place_of: Callable[[Any], Edge | None],
        wrong_in: Callable[[Any], Value | None],
    ):
        self.numbers = Numbers()
        self._is_tensor, self._place_of, self._wrong_in = is_tensor, place_of, wrong_in
        self._tensors: list[tuple[bool, bool, Edge | None, Value | None]] = []
        self._steps: list[tuple[str, tuple[int, ...], tuple[int, ...], Place | None, str]] = []
        self._starts: list[Place | None] = []

    def call_made(self, operation: str, inputs: Any, outputs: Any, mode: str, line: Any = None) -> None:
        """A call has ended. ``mode`` is ``"no_grad"`` or ``"inference_mode"`` where one of them is on, else ""."""
        taken = [*self._among(inputs)]
        if not taken:
            return
        given = [*self._among(outputs)]
        numbers = tuple(dict.fromkeys(self._taken(tensor, given) for tensor in taken))
        wanted = any(tensor.requires_grad for tensor in taken) or any(self._tensors[number][0] for number in numbers)
        made = tuple(self._new(tensor) for tensor in given)
        led_on = any(wants and not is_leaf for wants, is_leaf, *_ in (self._tensors[number] for number in made))
        cut = _why_cut(operation, given, mode) if wanted and not led_on else ""
        self._steps.append((operation, numbers, made, line or learners_place(), cut))

    def backward_called(self, place: Place | None) -> None:
        """A backward begins, called at this place of the learner's."""
        self._starts.append(place)

    def grad_emptied(self, tensor: Any, events: int, place: Place | None) -> None:
        """A ``.grad`` that was there is about to be taken away; ``events`` have been told so far."""
        number = self.numbers.find(tensor)
        if number is not None:
            self.numbers.emptied[number] = events, place

    def _among(self, values: Any) -> Iterator[Any]:
        """The tensors in a value, in lists and tuples too."""
        if self._is_tensor(values):
            yield values
        elif isinstance(values, list | tuple):
            for value in values:
                yield from self._among(value)

    def _taken(self, tensor: Any, given: Sequence[Any]) -> int:
        """The number of what a call took. Of a leaf that is new here, what its numbers belong to comes first.

        What the call has written into (it is ``given``, too) does not hold what was taken any more.
        """
        found = self.numbers.find(tensor)
        if found is not None:
            return found
        written = any(tensor is one for one in given)
        number = self._new(tensor, look=not written)
        wants, is_leaf, place, _ = self._tensors[number]
        if wants and is_leaf and place is None:
            self._note_source(tensor, number, written)
        return number

    def _note_source(self, leaf: Any, number: int, written: bool) -> None:
        """A step from what a leaf is a view of, or from what has a history and the leaf was made of as it is.

        One that was just ``written`` to, by ``.data = …``, may have got its memory there.
        """
        if leaf._base is not None:
            self._steps.append((EARLIER, (self._number(leaf._base),), (number,), None, "no_grad"))
            return
        address = 0 if written else _address(leaf)
        if address:
            known = ((tensor, own) for tensor, own in self.numbers.living() if self._tensors[own][2] is not None)
            source = next((own for tensor, own in known if _address(tensor) == address), None)
            if source is not None:
                self._steps.append((NEW_LEAF, (source,), (number,), None, NEW_LEAF))

    def _number(self, tensor: Any) -> int:
        found = self.numbers.find(tensor)
        return self._new(tensor) if found is None else found

    def _new(self, tensor: Any, look: bool = True) -> int:
        """``look``: whether its numbers are those to be told of."""
        wants, is_leaf, place = self._facts(tensor)
        wrong = None if wants or not look else self._wrong_in(tensor)
        self._tensors.append((wants, is_leaf, place, wrong))
        self.numbers.give(tensor, len(self._tensors) - 1)
        return len(self._tensors) - 1

    def _facts(self, tensor: Any) -> tuple[bool, bool, Edge | None]:
        """Whether it requires a gradient, whether it is a leaf, and where its gradient arrives.

        No engine tells the history of a view that was made under no_grad, once its base was written to: it has none.
        """
        try:
            return bool(tensor.requires_grad), bool(tensor.is_leaf), self._place_of(tensor)
        except RuntimeError:
            return False, True, None

    def finished(self, named: Sequence[tuple[str, Any]], leaf_of: Callable[[Any], str | None]) -> Flow:
        """The flow, with the names and the leaves as they are known now.

        Where a local and a global variable have one name, it is that of the tensor that took part, or of the first.
        """
        names: dict[int, str] = {}
        for name, tensor in sorted(named, key=lambda item: self.numbers.find(item[1]) is None):
            number = self._number(tensor)
            if self.numbers.called.setdefault(name, number) == number:
                names.setdefault(number, name)
        living = [*self.numbers.living()]
        leaves = {number: leaf_of(tensor) for tensor, number in living}
        want_now = {number for tensor, number in living if tensor.requires_grad}
        tensors = [
            FlowTensor(
                names.get(number, ""),
                wants or number in want_now,
                is_leaf,
                place or _leaf_place(leaves.get(number)),
                wrong,
            )
            for number, (wants, is_leaf, place, wrong) in enumerate(self._tensors)
        ]
        steps = [FlowStep(*step, place and line_of(*place), cut) for *step, place, cut in self._steps]
        return Flow(tuple(tensors), tuple(steps), tuple(place and line_of(*place) for place in self._starts))


def _address(tensor: Any) -> int:
    """Where its numbers begin; 0 for a tensor that has none, or not in one piece of memory."""
    try:
        return tensor.data_ptr()
    except (RuntimeError, ValueError):
        return 0


def _leaf_place(leaf: str | None) -> Edge | None:
    return None if leaf is None else Edge(leaf, 0)


def _why_cut(operation: str, outputs: Sequence[Any], mode: str) -> str:
    """Why a call that took a tensor with a history gave none that has one."""
    if operation in FORGETTING or (operation in NUMBER_TAKEN and not outputs):  # `x.int()` gives a tensor
        return operation
    if mode:
        return mode
    if outputs and not any(tensor.is_floating_point() for tensor in outputs):
        return "integers"
    return "no derivative"
