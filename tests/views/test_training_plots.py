"""Plots of a training: of its losses and gradients while it runs, and of `.grad` with and without `zero_grad`."""

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib import rc_context
from matplotlib.figure import Figure

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views import training_curves
from autograd_lab.views.training_curves import WITH, WITHOUT


# ----- the plot that grows while a program trains, and weights or gradients as images ---------------------------------
def trained(steps=4):
    w = al.tensor([3.0, 4.0], requires_grad=True)
    idle = al.tensor(1.0, requires_grad=True)
    with views.training(steps, "a run") as run:
        for _ in range(steps):
            w.grad = None
            loss = (w * w).sum() / 2
            loss.backward()
            run.note(loss, {"w": w, "idle": idle})
            with al.no_grad():
                w *= 0.5
    return run


def test_it_notes_the_loss_and_the_norm_of_each_gradient():
    run = trained()
    assert run.losses == [12.5, 3.125, 0.78125, 0.1953125]
    assert run.norms == {"w": [5.0, 2.5, 1.25, 0.625], "idle": [0.0] * 4}
    assert run.text() == "a run: 4 steps, loss 12.5 to 0.2; norms of the gradients at the end: w 0.6, idle 0"


def test_it_draws_what_it_noted():
    loss, norms = trained().draw()
    assert loss.get_lines()[0].get_ydata().tolist() == [12.5, 3.125, 0.78125, 0.1953125]
    assert [line.get_label() for line in norms.get_lines()] == ["w", "idle"]
    assert norms.get_lines()[0].get_ydata()[0] == 5


def test_whatever_has_a_grad_can_be_noted():
    run = views.training(1)
    assert "no step yet" in run.text()
    run.note(2, {"w": SimpleNamespace(grad=[3.0, 4.0])})
    assert run.norms == {"w": [5.0]}
    assert run._repr_mimebundle_().keys() == {"text/html", "image/png", "text/plain"}
    assert trained().png() == trained().png()


def test_in_a_notebook_the_plot_takes_the_place_of_the_bar(monkeypatch):
    """A widget that was closed would be "model not found" the next day."""
    shown = []
    handle = SimpleNamespace(update=lambda data, raw: shown.append(data))
    monkeypatch.setattr(training_curves, "in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda data, raw, display_id: shown.append(data) or handle)
    with views.training(2, "a run") as run:
        run.note(1.0, {})
        assert [data["text/plain"] for data in shown] == ["step 0 of 2", "step 1 of 2"]
        assert '<progress max="2" value="1"' in shown[-1]["text/html"] and "<img" in shown[-1]["text/html"]
    assert shown[-1] == run._repr_mimebundle_()
    assert not any("widget" in kind for data in shown for kind in data)


def test_outside_of_a_notebook_nothing_is_shown(capsys):
    trained()
    assert capsys.readouterr().out == ""


def test_norms_that_are_near_each_other_have_more_than_one_tick():
    run = views.training(2)
    for norm in (0.3, 6.0):
        run.note(1.0, {"w": SimpleNamespace(grad=[norm])})
    _, norms = run.draw()
    low, high = norms.get_ylim()
    shown = [tick for tick in norms.get_yticks() if low <= tick <= high]
    assert shown == pytest.approx([0.5, 1, 2, 5])
    assert norms.yaxis.get_major_formatter()(0.5, 0) == "0.5"


def test_several_trainings_stand_beside_one_another_each_with_its_norms():
    sheet = training_curves.Trainings([trained(), trained()], [trained(), trained()])
    assert sheet.html().count("<img") == 2 and sheet.text().count("\n") == 3
    loss, norms = next(sheet._columns()).axes
    assert [line.get_label() for line in loss.get_lines()] == ["repaired", "before"]
    assert [line.get_label() for line in norms.get_lines()] == ["w", "idle"]
    assert sheet.png().startswith(b"\x89PNG")


@pytest.mark.parametrize(("ground", "turned"), [("white", True), ("black", False)])
def test_a_light_picture_is_dark_on_a_dark_page(ground, turned):
    with rc_context({"figure.facecolor": ground}):
        assert ('class="agl-still light"' in trained().html()) is turned
        figure = views.images([[[1.0]]]).figure
        assert ('class="agl-still light"' in figure._repr_html_()) is turned


def test_each_array_is_an_image_of_its_own():
    weights = al.tensor(np.arange(24.0).reshape(4, 6) - 12, requires_grad=True)
    ax = views.images(weights, (2, 3), titles=range(4), columns=2)
    sheet = ax.get_images()[0].get_array().filled(np.nan)
    assert sheet[3:5, :3].tolist() == [[-12, -11, -10], [-9, -8, -7]]
    assert sheet[8:10, 4:].tolist() == [[6, 7, 8], [9, 10, 11]]
    assert ax.get_images()[0].get_clim() == (-12, 12)
    assert [text.get_text() for text in ax.texts] == ["0", "1", "2", "3"]


def test_numbers_without_a_sign_are_grey_from_0():
    ax = views.images([[[0.0, 0.5], [1.0, 2.0]]])
    assert ax.get_images()[0].get_clim() == (0, 2)


@pytest.mark.parametrize(("arrays", "shape"), [([[1.0, 2.0, 3.0]], (2, 2)), ([1.0, 2.0], None), ([], (1, 1))])
def test_what_makes_no_images_is_refused(arrays, shape):
    with pytest.raises(ValueError, match="images wants"):
        views.images(arrays, shape)


# ----- what a loop written out leaves in `.grad`, and what the plot must leave alone ----------------------------------
STEPS = 8


def half_square(w):
    return (w - 4) ** 2 / 2


def plotted(**more):
    ax = views.grad_over_steps(half_square, start=0.0, lr=0.5, ax=Figure().add_subplot(), **more)
    return ax, {line.get_label(): list(line.get_ydata()) for line in ax.lines}


def grads_after(library, clears):
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
    np.testing.assert_allclose(lines[WITH], grads_after(al, clears=True))
    np.testing.assert_allclose(lines[WITHOUT], grads_after(al, clears=False))
    assert ax.get_ylabel() == "w.grad"
    assert len(plotted(steps=3)[1][WITH]) == 3


@pytest.mark.torch
def test_the_lines_are_those_of_pytorch():
    torch = pytest.importorskip("torch")
    _, lines = plotted()
    np.testing.assert_allclose(lines[WITH], grads_after(torch, clears=True))
    np.testing.assert_allclose(lines[WITHOUT], grads_after(torch, clears=False))


def test_the_learners_nodes_keep_their_numbers():
    x = al.tensor(1.0, requires_grad=True)
    before = (x * x).grad_fn._sequence_nr()
    plotted()
    assert (x * x).grad_fn._sequence_nr() == before + 1
