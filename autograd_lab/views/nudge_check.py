"""The nudge check: does Δ output ÷ Δ input agree with the gradient, input by input?"""

import math
from collections.abc import Iterator

import numpy as np

from ..tracing.program_run import Inputs, ProgramRun, Runner
from .sheet import Sheet
from .sheet_parts import CODE, MESSAGE, PLAIN, Note, Table
from .short_text import number_text

NUDGE, PART = 0.001, 1e-6
"""How far an input is moved; and the least part of it that is, lest a large number swallow the nudge."""
HEADER = ("input", "Δ output ÷ Δ input", "gradient", "do they agree?")
KINDS = (CODE, CODE, MESSAGE, PLAIN)
HOW = (
    f"Each input is nudged by {NUDGE} to both sides while the others stay (a central difference); a very large "
    "one by a millionth of its size. Where the curve bends, that is off by a little: half the nudge, a quarter of the "
    "error."
)
SAME, NOISE = 1e-6, 1e-12


def nudge_check(runner: Runner, inputs: Inputs, run: ProgramRun) -> Sheet:
    """A table with a line for each number of the inputs. ``run`` is what it gave at ``inputs``."""
    rows = tuple(
        (
            f"{label} = {number_text(float(inputs[name][place]))}",
            *_compared(runner, inputs, run, name, place),
        )
        for label, name, place in numbers_of(inputs)
    )
    return Sheet(f"Nudge check: the result is {number_text(run.result)}", (Table(HEADER, rows, KINDS), Note(HOW)))


def numbers_of(inputs: Inputs) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(label, input, place) of each single number: ``a``, ``w[0]``, ``w[0, 1]``."""
    for name, numbers in inputs.items():
        for place in np.ndindex(numbers.shape):
            yield f"{name}[{', '.join(map(str, place))}]" if place else name, name, place


def _compared(runner: Runner, inputs: Inputs, run: ProgramRun, name: str, place: tuple[int, ...]) -> tuple[str, ...]:
    """The slope by nudging, the gradient, and what is to be said of the two."""
    gradients = run.gradients[name]
    nudge = max(NUDGE, PART * abs(float(inputs[name][place])))
    slope = runner.slope_by_nudge(inputs, name, place, nudge)
    change = f"{number_text(slope * 2 * nudge)} ÷ {number_text(2 * nudge)} = {number_text(slope)}"
    if gradients is None:
        agree = slope == 0
        return change, "None", "yes: no path leads to it" if agree else "no: no path leads to it, yet the result moves"
    gradient = float(gradients[place])
    if not math.isfinite(slope) or not math.isfinite(gradient):
        return change, number_text(gradient), "there is nothing to compare here"
    off = abs(slope - gradient)
    if off <= SAME * abs(gradient) + NOISE * (1 + abs(run.result)) / nudge:
        return change, number_text(gradient), "yes"
    nearer = abs(runner.slope_by_nudge(inputs, name, place, nudge / 2) - gradient)
    if nearer <= 0.4 * off:
        return change, number_text(gradient), f"yes, but for {number_text(off)}: the curve bends within the nudge"
    return change, number_text(gradient), f"no: they are {number_text(off)} apart, and a smaller nudge does not help"
