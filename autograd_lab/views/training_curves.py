"""Loss and gradient norms while a program trains: a plot that grows, under a bar of progress.

It takes whatever trains: note the loss and the parameters after each ``backward()``. A parameter is anything that has
a ``.grad``, of this package, of PyTorch or of an engine of your own. `grad_over_steps` trains by itself, twice.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import SymmetricalLogLocator

from .._core.base.state import counting_apart
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor
from .._core.tensor import wrap as tensor_of
from .matplotlib_figures import (
    beside,
    figure_of,
    image_of,
    ink,
    png_of,
    pyplot_chart,
    small_png,
    still_html,
    stills_html,
)
from .sheet import Shown
from .widget import in_notebook

WIDE, HIGH = 7.6, 2.2
"""Inches."""
NARROW, TALL = 2.6, 4.0
"""Inches of one of several trainings beside one another."""
LETTERS = 32
"""So many stand in one line above it."""
DPI = 100
SHOWN = 12
"""How often the plot is drawn anew while it grows: a drawing takes longer than many steps."""
STYLES = ("-", "--", "-.", ":")
LEAST = 1e-3
"""Smaller norms are drawn near 0."""


class Training(Shown):
    """The view; make one with `training`. ``losses`` and ``norms`` (by name) have one number for each step."""

    def __init__(self, steps: int, title: str = ""):
        self.steps, self.title = steps, title
        self.losses: list[float] = []
        self.norms: dict[str, list[float]] = {}
        self._live: Any = None

    def note(self, loss: Any, parameters: Mapping[str, Any]) -> None:
        """Note one step: the loss, and the norm of each parameter's ``.grad`` (None counts as 0)."""
        self.losses.append(float(loss.detach() if hasattr(loss, "detach") else loss))
        for name, parameter in parameters.items():
            grad = parameter.grad
            norm = 0.0 if grad is None else float(np.linalg.norm(np.asarray(grad)))
            self.norms.setdefault(name, []).append(norm)
        if self._live is not None:
            self._live.follow(self)

    def text(self) -> str:
        """The first and the last loss, and the norms of the last step."""
        if not self.losses:
            return f"{self.title or 'Training'}: no step yet"
        norms = ", ".join(f"{name} {each[-1]:.1g}" for name, each in self.norms.items())
        said = f"{len(self.losses)} steps, loss {self.losses[0]:.1f} to {self.losses[-1]:.1f}"
        return f"{self.title or 'Training'}: {said}; norms of the gradients at the end: {norms}"

    def html(self) -> str:
        """The picture, with the text for those who do not see it."""
        return still_html(self.png(), self.text(), WIDE)

    def draw(self, axes: tuple[Axes, Axes] | None = None) -> tuple[Axes, Axes]:
        """The same with matplotlib: the loss, and the norms; returns both Axes."""
        if axes is None:
            figure = pyplot_chart(WIDE, HIGH).figure
            figure.clear()
            axes = tuple(figure.subplots(1, 2))
        self.draw_loss(axes[0])
        self.draw_norms(axes[1])
        return axes

    def draw_loss(self, ax: Axes, label: str = "") -> None:
        at = np.arange(1, len(self.losses) + 1)
        ax.plot(at, self.losses, color=ink()["total"], linewidth=1.2, label=label)
        ax.set_title(f"{self.title + ': ' if self.title else ''}loss", fontsize=9, loc="left")
        self._steps_along(ax)

    def draw_norms(self, ax: Axes) -> None:
        for (name, each), style in zip(self.norms.items(), STYLES * len(self.norms), strict=False):
            ax.plot(np.arange(1, len(each) + 1), each, style, linewidth=1.2, label=name)
        ax.set_title("norm of each gradient", fontsize=9, loc="left")
        self._norms_up(ax)
        if self.norms:
            ax.legend(fontsize=7, ncols=2)
        self._steps_along(ax)

    def _norms_up(self, ax: Axes) -> None:
        """Logarithmic, with 0 at the foot. Where all norms are within two powers of ten, 2 and 5 are marked, too."""
        known = [norm for each in self.norms.values() for norm in each if np.isfinite(norm)]
        if not any(known):
            return
        close = 0 < max(known) < 100 * min(known)
        ax.set_yscale("symlog", linthresh=LEAST)
        ax.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=LEAST, subs=(1, 2, 5) if close else (1,)))
        ax.yaxis.set_major_formatter(lambda value, place: f"{value:g}")

    def _steps_along(self, ax: Axes) -> None:
        ax.set_xlim(0, max(self.steps, len(self.losses)))
        ax.set_xlabel("step", fontsize=8)
        ax.tick_params(labelsize=7)

    def png(self, dpi: int = DPI) -> bytes:
        figure = figure_of(WIDE, HIGH)
        self.draw(tuple(figure.subplots(1, 2)))
        figure.set_layout_engine("tight")
        return png_of(figure, dpi)

    def __enter__(self) -> "Training":
        self._live = _Live(self) if in_notebook() else None
        return self

    def __exit__(self, *error: object) -> None:
        live, self._live = self._live, None
        if live is not None:
            live.close(self)


class Trainings(Shown):
    """Several trainings beside one another: the loss of each, and its norms below. With ``before``, an earlier training
    for each of them, whose loss is a dashed line."""

    def __init__(self, runs: Sequence[Training], before: Sequence[Training] = ()):
        self.runs, self.before = runs, before

    def text(self) -> str:
        """A line for each."""
        return "\n".join(run.text() for run in (*self.before, *self.runs))

    def html(self) -> str:
        """A picture for each, beside one another or below, as there is room."""
        pictures = ((png_of(column, DPI), run.text()) for run, column in zip(self.runs, self._columns(), strict=True))
        return stills_html(pictures, NARROW)

    def png(self, dpi: int = DPI) -> bytes:
        return small_png(beside([image_of(column, dpi) for column in self._columns()]), dpi=(dpi, dpi))

    def _columns(self) -> Iterator[Figure]:
        for run, before in zip_longest(self.runs, self.before):
            figure = figure_of(NARROW, TALL)
            loss, norms = figure.subplots(2, 1)
            run.draw_loss(loss, "repaired")
            run.draw_norms(norms)
            loss.set_title("loss", fontsize=9, loc="left")
            lines = wrap(run.title, LETTERS)
            if before:
                at = np.arange(1, len(before.losses) + 1)
                loss.plot(at, before.losses, "--", color=ink()["message"], linewidth=1, label="before")
                loss.legend(fontsize=7)
                lines += [""] * (2 - len(lines))
            figure.suptitle("\n".join(lines), x=0.02, ha="left", fontsize=9, weight="bold")
            figure.set_layout_engine("tight")
            yield figure


class _Live:
    """The bar and the growing plot in the cell's output; in the end, the plot alone.

    It is an output that is replaced, and no widget: JupyterLab saves no state of a closed widget, so that the next day
    its place would say "model not found".
    """

    def __init__(self, training: Training):
        from IPython.display import display

        self.each = max(1, training.steps // SHOWN)
        self.place = display(_progress(training), raw=True, display_id=True)

    def follow(self, training: Training) -> None:
        """Show a step that was noted, now and then."""
        if len(training.losses) % self.each == 0:
            self.place.update(_progress(training), raw=True)

    def close(self, training: Training) -> None:
        """Take the bar away."""
        self.place.update(training._repr_mimebundle_(), raw=True)


def _progress(training: Training) -> dict[str, str]:
    done, steps = len(training.losses), training.steps
    said = f"step {done} of {steps}"
    bar = f'<progress max="{steps}" value="{done}" aria-label="{said}"></progress> {said}'
    return {"text/html": f"<p>{bar}</p>{training.html() if done else ''}", "text/plain": said}


def training(steps: int, title: str = "") -> Training:
    """A plot of loss and gradient norms that grows while you train.

        with views.training(90) as run:
            for batch in batches:
                ...
                run.note(loss, {"W1": W1, "b1": b1})

    ``steps`` is how many steps are to come. Inside ``with``, a notebook shows the plot under a bar; at the end, the bar
    goes and the plot stays. Without ``with``, nothing is shown until you show it.
    """
    return Training(steps, title)


# ----- .grad over the steps, with and without zero_grad() -------------------------------------------------------------
WITH, WITHOUT = "zero_grad() in each step", "zero_grad() never called"


def grad_over_steps(
    loss: Callable[[Tensor], Tensor], start: float, lr: float, steps: int = 8, ax: Axes | None = None
) -> Axes:
    """Train one number twice, with and without ``zero_grad()``, and plot its ``.grad`` after each backward.

    Args:
        loss: takes a tensor with one number and returns the loss. The plot uses the name of its argument.
        start: the number before the first step.
        lr: the learning rate of the gradient descent.
        steps: how many steps both loops take.
        ax: where to draw; without it a new figure is made.
    """
    name = next(iter(inspect.signature(loss).parameters))
    ax = ax or pyplot_chart(7.2, 3.0)
    ax.axhline(0, color=ink()["hairline"])
    for clears, label, style, colour in ((True, WITH, "o-", "total"), (False, WITHOUT, "s--", "wrong")):
        grads = _grads(loss, start, lr, steps, clears)
        ax.plot(range(1, steps + 1), grads, style, color=ink()[colour], label=label)
    ax.set_xticks(range(1, steps + 1))
    ax.set_xlabel("step")
    ax.set_ylabel(f"{name}.grad", parse_math=False)
    ax.legend(fontsize=8)
    return ax


def _grads(loss: Callable[[Tensor], Tensor], start: float, lr: float, steps: int, clears: bool) -> list[float]:
    """What was in ``.grad`` after each backward of one loop, whose nodes don't count among the learner's."""
    w, found = tensor_of(np.array(start, np.float64)[()]).requires_grad_(), []
    with counting_apart():
        for _ in range(steps):
            if clears:
                w.grad = None
            loss(w).backward()
            found.append(w.grad.item())
            with no_grad():
                w -= lr * w.grad
    return found
