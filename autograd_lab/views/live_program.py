"""Try it: a program with inputs to move. The recorded backward, its picture and a nudge check follow each move.

The nudge check answers, for each number of the inputs: does Δ output ÷ Δ input agree with the gradient?
"""

import base64
import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, ClassVar

import ipywidgets
import numpy as np
import traitlets

from ..tracing.recording.program_run import Inputs as Arrays
from ..tracing.recording.program_run import ProgramRun, Runner
from ..tracing.trace.trace import Trace
from .graph_stepper import FOLDING, SCRIPTS, Stepper, stepper
from .lookup import arrays_of, called
from .picture.scene import Sentences
from .sheet import CODE, MESSAGE, PLAIN, Note, Sheet, Table
from .short_text import number_text
from .stepper_parts import Parts
from .widget import View, output_html

AGAIN = "Run this cell to move the inputs."
NO_NUMBER = (
    "The result is {}: with these inputs an operation of the program has no finite value (a division by zero, the "
    "logarithm of a negative number, …). Move an input to go on."
)


class Inputs(View, scripts=("kept.js", "inputs.js"), sheet="inputs.css"):
    """Sliders and number boxes. ``values`` are all numbers of all inputs, one after the other."""

    page_traits: ClassVar[tuple[str, ...]] = ("program", "fields", "values", "message", "again")
    program = traitlets.Unicode().tag(sync=True)
    fields = traitlets.List().tag(sync=True)
    values = traitlets.List().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    again = traitlets.Unicode(AGAIN).tag(sync=True)
    box = traitlets.Unicode().tag(sync=True)
    """The model id of the `TryIt` that it belongs to."""

    def text(self) -> str:
        pairs = zip(self.fields, self.values, strict=True)
        return ", ".join(f"{field['label']} = {number_text(value)}" for field, value in pairs)


class LiveStepper(Stepper, scripts=(*SCRIPTS, *FOLDING[:-1], "live.js"), sheet=("stepper.css", "folding.css")):
    """A stepper that can change its trace: the reader stays at the same step, with the same card open."""

    def show(self, trace: Trace) -> None:
        self.trace, self.parts, self._sentences = trace, Parts(trace), Sentences(trace)
        with self.hold_sync():
            self.until = len(trace)
            self.data = self.parts.first(min(self.step, len(trace)))


class TryIt(ipywidgets.VBox):
    """The widget. Make one with `try_it`. ``run`` is the last run that went well."""

    def __init__(self, program: Callable[..., Any], inputs: dict[str, np.ndarray]):
        self._runner, self._shapes = Runner(program, inputs), {name: item.shape for name, item in inputs.items()}
        self.run = self._runner.run(inputs)
        values = [float(item) for numbers in inputs.values() for item in numbers.ravel()]
        self.inputs = Inputs(program=called(program, inputs), fields=_fields(inputs), values=values)
        trace = self.run.trace
        self.stepper = LiveStepper(trace, len(trace), len(trace), parts=Parts(trace))
        self.check = ipywidgets.HTML()
        self._show(inputs, self.run)
        super().__init__([self.inputs, self.stepper, self.check])
        self.inputs.box = self.model_id or ""
        self.inputs.observe(self._moved, "values")

    def _moved(self, change: Any) -> None:
        """An input has moved. If the program raises, a message says so, and the last good picture stays."""
        inputs = self._arrays()
        try:
            run = self._runner.run(inputs)
        except Exception as error:  # of the learner's program
            self.inputs.message = f"{type(error).__name__}: {error}. Shown is what the inputs before this gave."
            return
        self.run = run
        self.stepper.show(run.trace)
        self._show(inputs, run)

    def _show(self, inputs: dict[str, np.ndarray], run: ProgramRun) -> None:
        """Show the nudge check, and a message if the result is not finite."""
        self.sheet = nudge_check(self._runner, inputs, run)
        self.check.value = self.sheet.html()
        self.inputs.message = "" if math.isfinite(run.result) else NO_NUMBER.format(number_text(run.result))

    def _arrays(self) -> dict[str, np.ndarray]:
        """The numbers of the boxes, in the shapes of the inputs."""
        ends = np.cumsum([math.prod(shape) for shape in self._shapes.values()])[:-1]
        pieces = np.split(np.array(self.inputs.values, dtype=np.float64), ends)
        return {name: piece.reshape(shape) for (name, shape), piece in zip(self._shapes.items(), pieces, strict=True)}

    def text(self) -> str:
        """The inputs, the nudge check, and the steps."""
        head = f"Try it: {self.inputs.program} at {self.inputs.text()}"
        return "\n".join([head, AGAIN, *filter(None, [self.inputs.message]), self.sheet.text(), self.stepper.text()])

    def png(self) -> bytes:
        """The graph as the stepper shows it."""
        return self.stepper.png()

    def __repr__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        picture = base64.b64encode(self.png()).decode()
        trace = self.run.trace
        still = stepper(trace, trace.at(self.stepper.step), trace.at(self.stepper.until))
        page = f"<p>{escape(self.inputs.program)} at {escape(self.inputs.text())}. <b>{AGAIN}</b></p>"
        return {
            **super()._repr_mimebundle_(**kwargs),
            "text/html": page + output_html(still, picture) + self.sheet.html(),
            "image/png": picture,
            "text/plain": self.text(),
        }


def try_it(program: Callable[..., Any], **inputs: float | Sequence) -> TryIt:
    """Move the inputs of ``program`` and watch the backward follow::

        def program(a, b, d):
            c = a + b
            return c * d

        views.try_it(program, a=2.0, b=3.0, d=4.0)

    Each input is a number or a short list of numbers; the program gets tensors, and returns one number. The names of
    its own variables appear in the picture and in the sentences. The nudge check compares each gradient with
    Δ output ÷ Δ input. Leaves are new for each run, so no ``.grad`` of yours is touched.
    The program may be a module, or use some: new float64 leaves replace their parameters while it runs.

    Raises ValueError for an input that is no number or too long, and when the result is not one number; what the
    program itself raises at these first inputs passes. Later it is said in words.
    """
    return TryIt(program, arrays_of("try_it", program, inputs))


class Kept(ipywidgets.HTML):
    """What stands in the place of a stored `TryIt` that has not run in this kernel."""

    def __init__(self, model_id: str, program: str):
        super().__init__(f"<code>{escape(program)}</code>: {AGAIN}", model_id=model_id)


def _fields(inputs: dict[str, np.ndarray]) -> list[dict[str, Any]]:
    """What the browser needs for each number: a slider for one that is alone, a box for those of a list too."""
    found = []
    for label, name, place in numbers_of(inputs):
        size = abs(float(inputs[name][place]))
        reach = 10.0 ** math.ceil(math.log10(2 * size)) if size and math.isfinite(size) else 10.0
        field = {"label": label, "low": -reach, "high": reach, "step": reach / 100, "slider": not place}
        found.append(field)
    return found


# ----- the nudge check ------------------------------------------------------------------------------------------------
NUDGE, PART = 0.001, 1e-6
"""How far an input is moved; and the least part of it that is, lest a large number swallow the nudge."""
HEADER = ("input", "Δ output ÷ Δ input", "gradient", "do they agree?")
KINDS = (CODE, CODE, MESSAGE, PLAIN)
HOW = (
    f"Each input is moved up and down by {NUDGE}, a very large one by a millionth of its size, while the others stay "
    "fixed (a central difference). For a line or a parabola, the ratio is exactly the slope; otherwise nearly."
)
SAME, NOISE = 1e-6, 1e-12


def nudge_check(runner: Runner, inputs: Arrays, run: ProgramRun) -> Sheet:
    """A table with a line for each number of the inputs. ``run`` is what it gave at ``inputs``."""
    rows = tuple(
        (
            f"{label} = {number_text(float(inputs[name][place]))}",
            *_compared(runner, inputs, run, name, place),
        )
        for label, name, place in numbers_of(inputs)
    )
    return Sheet(f"Nudge check: the result is {number_text(run.result)}", (Table(HEADER, rows, KINDS), Note(HOW)))


def numbers_of(inputs: Arrays) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(label, input, place) of each single number: ``a``, ``w[0]``, ``w[0, 1]``."""
    for name, numbers in inputs.items():
        for place in np.ndindex(numbers.shape):
            yield f"{name}[{', '.join(map(str, place))}]" if place else name, name, place


def _compared(runner: Runner, inputs: Arrays, run: ProgramRun, name: str, place: tuple[int, ...]) -> tuple[str, ...]:
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
