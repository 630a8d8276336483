"""A program run at given numbers: its result, its trace with the names of its own variables, and its slopes by nudging.

Each run has leaves of its own, and only they get a ``.grad``: what the program takes from outside keeps its own, and
for the parameters of modules there are stand-ins.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

import numpy as np

from ..._core.base.state import NUMBERS, thread
from ..._core.tensor import Tensor, wrap
from ..trace.trace import Trace
from .decorated import CallsHeard
from .fresh_leaves import StandIns
from .recorder import record
from .variable_names import is_module

Program = Callable[..., Any]
Inputs = Mapping[str, np.ndarray]
"""A float64 array for each argument of the program."""


@dataclass(frozen=True)
class ProgramRun:
    """What one run gave. A gradient is None where no path leads from the result to the input."""

    result: float
    trace: Trace
    gradients: dict[str, np.ndarray | None]


class Runner:
    """Runs one program again and again, with the same node numbers each time, so that a picture keeps its names.

    Args:
        program: a function of tensors that returns one number.
        names: those of its arguments.
    """

    def __init__(self, program: Program, names: Iterable[str]):
        state = thread.state
        self.program, self._names = program, tuple(names)
        self._stand_ins = StandIns(program)
        self._leaf_numbers = {name: state.next_leaf_number() for name in (*self._names, *self._stand_ins.arrays)}
        self._first_number = state.next_number()

    def run(self, inputs: Inputs) -> ProgramRun:
        """Run it and record its backward. Raises ValueError when the result is not one number, and what it raises.

        Numbers are float64, so that a nudge of the inputs is not lost in rounding.
        """
        leaves = self.leaves(inputs)
        with locals_at_return(self.program) as variables:
            result = self.called(leaves)
        check_result(result)
        with record(names=variables) as trace:
            result.backward(inputs=list(leaves.values()))
        gradients = {name: None if leaf.grad is None else leaf.grad._data for name, leaf in leaves.items()}
        return ProgramRun(_number(result), trace, gradients)

    def slope_by_nudge(self, inputs: Inputs, name: str, place: tuple[int, ...], nudge: float) -> float:
        """Δ output ÷ Δ input where one number of the inputs moves by ``nudge`` to either side; nan where that fails."""
        ends = []
        for step in (nudge, -nudge):
            moved = np.array(inputs[name])
            moved[place] += step
            try:
                ends.append(self._result({**inputs, name: moved}))
            except Exception:  # a learner's program may raise anything: so near, it has no result
                return float("nan")
        return (ends[0] - ends[1]) / (2 * nudge)

    def _result(self, inputs: Inputs) -> float:
        result = self.called(self.leaves(inputs))
        check_result(result)
        return _number(result)

    def called(self, leaves: Mapping[str, Tensor]) -> Any:
        """The program's result at these leaves. A module gets its inputs by name if it knows them, else in order."""
        given = {name: leaves[name] for name in self._names}
        known = inspect.signature(self.program.forward).parameters if is_module(self.program) else given
        with self._numbering(), self._stand_ins.placed(leaves):
            return self.program(**given) if known.keys() >= given.keys() else self.program(*given.values())

    def leaves(self, inputs: Inputs) -> dict[str, Tensor]:
        """A new leaf for each input, and each parameter of the modules that the program uses, called by its name."""
        leaves = {}
        for name, numbers in {**inputs, **self._stand_ins.arrays}.items():
            leaf = wrap(np.array(numbers, dtype=np.float64)[()]).requires_grad_()
            leaf._name = name
            leaf.__dict__["_leaf_number"] = self._leaf_numbers[name]
            leaves[name] = leaf
        return leaves

    @contextmanager
    def _numbering(self) -> Iterator[None]:
        """New nodes get the numbers that they got in the runs before; what others make goes on counting."""
        state = thread.state
        nodes, leaves = state.numbers
        state.count_with(iter(range(self._first_number, NUMBERS.stop)), leaves)
        try:
            yield
        finally:
            state.count_with(nodes, leaves)


# ----- results ---------------------------------------------------------------------------------------------
def _number(result: Tensor) -> float:
    return float(np.asarray(result._data).reshape(()))


def check_result(result: Any) -> None:
    """Raise ValueError, with the way out, unless a backward can start at ``result``: it is one number with a past."""
    if result is None:
        raise ValueError("The program returned nothing: end it with `return` and its result.")
    if not isinstance(result, Tensor):
        kind = type(result).__name__
        raise ValueError(
            f"The program returned {kind}, where no gradient can start: return a tensor that is one number."
        )
    if np.size(result._data) != 1:
        shape = tuple(result.shape)
        raise ValueError(f"The program returned a tensor of shape {shape}: return one number, such as its `.sum()`.")
    if not result.requires_grad:
        raise ValueError("The program's result requires no gradient: no path leads from it to an input.")


# ----- names ----------------------------------------------------------------------------------------------------------
@contextmanager
def locals_at_return(program: Program) -> Iterator[dict[str, Any]]:
    """The local variables of ``program`` as they were when it returned, in a dict that fills while the block runs.

    They are gone by the time its result is there, and a picture wants their names.
    """
    code, found = _code_of(program), {}

    def look(frame: FrameType, event: str) -> None:
        if event == "return" and frame.f_code is code:
            found.clear()
            found.update(frame.f_locals)

    heard = CallsHeard(look)
    try:
        yield found
    finally:
        heard.stop()


def _code_of(program: Program) -> CodeType | None:
    """The code of a function, also under decorators and partial arguments; of a callable object, its method's."""
    if is_module(program):
        program = program.forward
    while isinstance(program, functools.partial):
        program = program.func
    program = inspect.unwrap(program)
    return getattr(program, "__code__", None) or getattr(type(program).__call__, "__code__", None)
