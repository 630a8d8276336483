"""The plot of `.grad` over steps: what a loop written out leaves in `.grad`, and what the plot must leave alone."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.training_plot import WITH, WITHOUT

STEPS = 8


def half_square(w):
    return (w - 4) ** 2 / 2


def plotted(**more):
    ax = views.grad_over_steps(half_square, start=0.0, lr=0.5, ax=Figure().add_subplot(), **more)
    return ax, {line.get_label(): list(line.get_ydata()) for line in ax.lines}


def trained(library, clears):
    """The loop as one writes it."""
    w = library.tensor(0.0, requires_grad=True)
    optimizer = library.optim.SGD([w], lr=0.5)
    found = []
    for _ in range(STEPS):
        if clears:
            optimizer.zero_grad()
        half_square(w).backward()
        found.append(w.grad.item())
        optimizer.step()
    return found


def test_both_lines_are_what_the_loops_leave_in_grad():
    ax, lines = plotted()
    np.testing.assert_allclose(lines[WITH], trained(al, clears=True))
    np.testing.assert_allclose(lines[WITHOUT], trained(al, clears=False))
    assert ax.get_ylabel() == "w.grad"
    assert len(plotted(steps=3)[1][WITH]) == 3


@pytest.mark.torch
def test_the_lines_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    _, lines = plotted()
    np.testing.assert_allclose(lines[WITH], trained(torch, clears=True))
    np.testing.assert_allclose(lines[WITHOUT], trained(torch, clears=False))


def test_the_learners_nodes_keep_their_numbers():
    x = al.tensor(1.0, requires_grad=True)
    before = (x * x).grad_fn._sequence_nr()
    plotted()
    assert (x * x).grad_fn._sequence_nr() == before + 1
