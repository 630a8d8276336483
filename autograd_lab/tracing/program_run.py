"""A program run at given numbers: its result, its trace with the names of its own variables, and its slopes by nudging.

Each run has leaves of its own, and only they get a ``.grad``: what the program takes from outside keeps its own.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

import numpy as np

from ..autograd._tensor import Tensor, wrap
from .recorder import record
from .trace import Trace

Program = Callable[..., Any]
Inputs = Mapping[str, np.ndarray]
"""A float64 array for each argument of the program."""


@dataclass(frozen=True)
class ProgramRun:
    """What one run gave. A gradient is None where no path leads from the result to the input."""

    result: float
    trace: Trace
    gradients: dict[str, np.ndarray | None]


def run_program(program: Program, inputs: Inputs) -> ProgramRun:
    """Run ``program`` and record its backward. Raises ValueError when its result is not one number, and what it raises.

    Numbers are float64, so that a nudge of the inputs is not lost in rounding.
    """
    leaves = _leaves(inputs)
    with locals_at_return(program) as variables:
        result = program(**leaves)
    check_result(result)
    with record(names=variables) as trace:
        result.backward(inputs=list(leaves.values()))
    gradients = {name: None if leaf.grad is None else leaf.grad._data for name, leaf in leaves.items()}
    return ProgramRun(_number(result), trace, gradients)


def result_at(program: Program, inputs: Inputs) -> float:
    """Only the result of ``program``; what it raises passes."""
    result = program(**_leaves(inputs))
    check_result(result)
    return _number(result)


def slope_by_nudge(program: Program, inputs: Inputs, name: str, place: tuple[int, ...], nudge: float) -> float:
    """Δ output ÷ Δ input where one number of the inputs is moved by ``nudge`` to either side; nan where that fails."""
    ends = []
    for step in (nudge, -nudge):
        moved = np.array(inputs[name])
        moved[place] += step
        try:
            ends.append(result_at(program, {**inputs, name: moved}))
        except Exception:  # a learner's program may raise anything: so near, it has no result
            return float("nan")
    return (ends[0] - ends[1]) / (2 * nudge)


# ----- inputs and results ---------------------------------------------------------------------------------------------
def _leaves(inputs: Inputs) -> dict[str, Tensor]:
    """A new leaf for each input, called by its name."""
    leaves = {}
    for name, numbers in inputs.items():
        leaf = wrap(np.array(numbers, dtype=np.float64)[()]).requires_grad_()
        leaf._name = name
        leaves[name] = leaf
    return leaves


def _number(result: Tensor) -> float:
    return float(np.asarray(result._data).reshape(()))


def check_result(result: Any) -> None:
    """Raise ValueError, with the way out, unless a backward can start at ``result``: it is one number with a past."""
    if result is None:
        raise ValueError("The program returned nothing: end it with `return` and its result.")
    if not isinstance(result, Tensor):
        kind = type(result).__name__
        raise ValueError(f"The program returned {kind}, where no gradient can start: return a tensor that is one number.")
    if np.size(result._data) != 1:
        shape = tuple(result.shape)
        raise ValueError(f"The program returned a tensor of shape {shape}: return one number, such as its `.sum()`.")
    if not result.requires_grad:
        raise ValueError("The program's result requires no gradient: no path leads from it to an input.")


# ----- names ----------------------------------------------------------------------------------------------------------
@contextmanager
def locals_at_return(program: Program) -> Iterator[dict[str, Any]]:
    """The local variables of ``program`` as they were when it returned, in a dict that fills while the block runs.

    They are gone by the time its result is there, and a picture wants their names. Python tells a profiler of every
    return; one that is on already keeps on hearing, and is alone again after the block.
    """
    code, found, before = _code_of(program), {}, sys.getprofile()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        if event == "return" and frame.f_code is code:
            found.clear()
            found.update(frame.f_locals)
        if callable(before):
            before(frame, event, argument)

    sys.setprofile(watch)
    try:
        yield found
    finally:
        sys.setprofile(None)
        if callable(before):
            sys.setprofile(before)
        elif before is not None:  # cProfile's, before Python 3.12: not a function, and it cannot listen in between
            before.enable()


def _code_of(program: Program) -> CodeType | None:
    """The code of a function, also under decorators and partial arguments; of an object that is called, its method's."""
    while isinstance(program, functools.partial):
        program = program.func
    program = inspect.unwrap(program)
    return getattr(program, "__code__", None) or getattr(type(program).__call__, "__code__", None)
