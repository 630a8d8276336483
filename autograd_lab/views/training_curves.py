"""Loss and gradient norms while a program trains: a plot that grows, under a bar of progress.

It takes whatever trains: note the loss and the parameters after each ``backward()``. A parameter is anything that has
a ``.grad``, of this package, of PyTorch or of an engine of your own.
"""

import base64
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from .matplotlib_figures import figure_of, ink, png_of, pyplot_chart
from .sheet import SCROLLS, Shown

WIDE, HIGH = 7.6, 2.2
"""Inches."""
SHOWN = 12
"""How often the plot is drawn anew while it grows: a drawing takes longer than many steps."""
STYLES = ("-", "--", "-.", ":")


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

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"image/png": base64.b64encode(self.png()).decode(), "text/plain": self.text()}

    def html(self) -> str:
        """The picture, with the text for those who do not see it."""
        return _picture(self)

    def draw(self, axes: tuple[Axes, Axes] | None = None) -> tuple[Axes, Axes]:
        """The same with matplotlib: the loss, and the norms; returns both Axes."""
        if axes is None:
            figure = pyplot_chart(WIDE, HIGH).figure
            figure.clear()
            axes = tuple(figure.subplots(1, 2))
        self.draw_loss(axes[0])
        self.draw_norms(axes[1])
        return axes

    def draw_loss(self, ax: Axes) -> None:
        """The loss of each step."""
        ax.plot(np.arange(1, len(self.losses) + 1), self.losses, color=ink()["total"], linewidth=1.2)
        ax.set_title(f"{self.title + ': ' if self.title else ''}loss", fontsize=9, loc="left")
        self._steps_along(ax)

    def draw_norms(self, ax: Axes) -> None:
        """The norm of each gradient in each step."""
        for (name, each), style in zip(self.norms.items(), STYLES * len(self.norms), strict=False):
            ax.plot(np.arange(1, len(each) + 1), each, style, linewidth=1.2, label=name)
        ax.set_title("norm of each gradient", fontsize=9, loc="left")
        with suppress(ValueError):  # no number above 0
            ax.set_yscale("symlog", linthresh=1e-3)
        if self.norms:
            ax.legend(fontsize=7, ncols=2)
        self._steps_along(ax)

    def _steps_along(self, ax: Axes) -> None:
        ax.set_xlim(0, max(self.steps, len(self.losses)))
        ax.set_xlabel("step", fontsize=8)
        ax.tick_params(labelsize=7)

    def png(self, dpi: int = 100) -> bytes:
        """The picture as PNG bytes, without pyplot."""
        figure = figure_of(WIDE, HIGH)
        self.draw(tuple(figure.subplots(1, 2)))
        figure.set_layout_engine("tight")
        return png_of(figure, dpi)

    def __enter__(self) -> "Training":
        self._live = _Live(self.steps)
        return self

    def __exit__(self, *error: object) -> None:
        live, self._live = self._live, None
        live.close()


class Trainings(Shown):
    """Several trainings beside one another: their losses above, their norms below. With ``before``, a training for each
    of them, the losses alone, and the earlier loss of each as a dashed line."""

    def __init__(self, runs: Sequence[Training], before: Sequence[Training] = ()):
        self.runs, self.before = runs, before

    def text(self) -> str:
        """A line for each."""
        return "\n".join(run.text() for run in (*self.before, *self.runs))

    def html(self) -> str:
        """The picture, with the text for those who do not see it; on a phone it scrolls, so that it can be read."""
        picture = _picture(self).replace("max-width:100%", f"min-width:{WIDE * 80:.0f}px")
        return f'<div {SCROLLS} style="overflow-x: auto" aria-label="Losses and norms">{picture}</div>'

    def png(self, dpi: int = 100) -> bytes:
        """The picture as PNG bytes, without pyplot."""
        figure = figure_of(WIDE, HIGH * (1 if self.before else 1.7))
        axes = figure.subplots(1 if self.before else 2, len(self.runs), squeeze=False)
        for k, run in enumerate(self.runs):
            run.draw_loss(axes[0, k])
            if not self.before:
                run.draw_norms(axes[1, k])
        for k, run in enumerate(self.before):
            at = np.arange(1, len(run.losses) + 1)
            axes[0, k].plot(at, run.losses, "--", color=ink()["muted"], linewidth=1, label="as it was", zorder=1)
            axes[0, k].legend(fontsize=7)
        figure.set_layout_engine("tight")
        return png_of(figure, dpi)


def _picture(shown: Shown) -> str:
    picture = base64.b64encode(shown.png()).decode()
    return f'<img alt="{escape(shown.text())}" style="max-width:100%" src="data:image/png;base64,{picture}">'


class _Live:
    """A bar and the growing plot as widgets, which go when the training is over."""

    def __init__(self, steps: int):
        from ipywidgets import HTML, IntProgress, VBox

        self.bar, self.plot = IntProgress(0, 0, steps, description="step 0"), HTML()
        self.box, self.each = VBox([self.bar, self.plot]), max(1, steps // SHOWN)
        with suppress(ImportError):
            from IPython.display import display

            view = self.box._repr_mimebundle_()
            display({**view, "text/plain": f"Training, {steps} steps."}, raw=True)

    def follow(self, training: Training) -> None:
        """Show a step that was noted; the plot only now and then."""
        done = len(training.losses)
        if done % max(1, self.each // 4) == 0:
            self.bar.value, self.bar.description = done, f"step {done}"
        if done % self.each == 0:
            self.plot.value = training.html()

    def close(self) -> None:
        """Take the bar away: the plot that stays is the one which the cell shows."""
        for widget in (self.box, self.bar, self.plot):
            widget.close()


def training(steps: int, title: str = "") -> Training:
    """A plot of loss and gradient norms that grows while you train.

        with views.training(90) as run:
            for batch in batches:
                ...
                run.note(loss, {"W1": W1, "b1": b1})
        run

    ``steps`` is how many steps are to come; inside ``with``, a bar shows how many are over. Without ``with``, nothing
    is shown until you show it.
    """
    return Training(steps, title)
