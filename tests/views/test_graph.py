"""matplotlib and networkx: drawn on the Axes given, never shown, the same bytes each time."""

import io
import subprocess
import sys

import matplotlib
import models
import numpy as np
import pytest
from PIL import Image, ImageColor
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views import theme
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.boxes import SIDE

matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def no_figure_is_left_open_or_shown(monkeypatch):
    monkeypatch.setattr(plt, "show", lambda *a, **k: pytest.fail("a view must not call plt.show()"))
    yield
    plt.close("all")


def pixels(png):
    return plt.imread(io.BytesIO(png))


@for_every_program
def test_png_shows_something(any_trace):
    picture = pixels(views.png(any_trace))
    assert picture.shape[1] > 300
    dark = (picture[..., :3].sum(axis=-1) < 1.5).mean()
    assert 0.002 < dark < 0.5


def test_png_keeps_the_colours_of_the_theme():
    """Blue values, orange gradients, green totals, also where a graph has few of them."""
    picture = Image.open(io.BytesIO(views.png(models.mlp()))).convert("RGB")
    colours = {colour for _, colour in picture.getcolors()}
    assert {ImageColor.getrgb(theme.LIGHT[name]) for name in ("ink", "value", "message", "total", "leaf")} <= colours


def test_a_title_is_not_wider_than_its_box():
    """That of a group of members with long names."""
    net, x = al.nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True), al.randn(2, 5, 8)
    with al.record() as trace:
        net(x).sum().backward()
    ax = views.draw_graph(trace)
    renderer, box_at = ax.figure.canvas.get_renderer(), {}
    for box in scene.build(trace).plan.boxes.values():
        box_at[box.x + SIDE, box.y + 19] = box
    titles = [text for text in ax.texts if text.get_position() in box_at]
    assert any(text.get_text().endswith("…") for text in titles)
    for text in titles:
        right = ax.transData.inverted().transform((text.get_window_extent(renderer).x1, 0))[0]
        assert right <= box_at[text.get_position()].right - SIDE / 2, text.get_text()


def test_png_of_another_step_is_another_picture(programs):
    trace = programs.tree()
    assert views.png(trace, 2) == views.png(trace, 2)
    assert views.png(trace, 2) != views.png(trace, 3)


def test_draws_on_the_axes_it_is_given(programs):
    figure, axes = plt.subplots(1, 2)
    assert views.draw_graph(programs.tree(), 4, ax=axes[1]) is axes[1]
    assert not axes[0].patches
    assert len(figure.axes) == 2
    figure.canvas.draw()


def test_texts_of_the_picture(programs):
    words = [text.get_text() for text in views.draw_graph(programs.reused()).texts]
    assert words.count("1 × 3 = 3") == 2
    for expected in ("AccumulateGrad(x)", "v= 3", "∂= 1 + 3 + 3 = 7", ".grad= 7", "✓ done", "seed", "self", "other"):
        assert expected in words
    assert words[-1].startswith("step 7 of 7: ")


def test_dollars_are_no_mathematics(programs):
    assert not any(text.get_parse_math() for text in views.draw_graph(programs.hostile()).texts)
    views.draw_networkx(programs.hostile()).figure.canvas.draw()


def test_networkx_draws_the_same_graph(programs):
    trace = programs.tree()
    ax = views.draw_networkx(trace)
    ax.figure.canvas.draw()
    words = "\n".join(text.get_text() for text in ax.texts)
    for expected in ("MulBackward0 #2", "AccumulateGrad(b)", "1 × 5 = 5", "c v= 5"):
        assert expected in words


def test_networkx_draws_parallel_edges_apart(programs):
    ax = views.draw_networkx(programs.reused())
    assert sum(text.get_text() == "1 × 3 = 3" for text in ax.texts) == 2
    places = {tuple(np.round(text.get_position(), 1)) for text in ax.texts if text.get_text() == "1 × 3 = 3"}
    assert len(places) == 2


def test_png_needs_no_pyplot():
    program = (
        "import sys, autograd_lab as al\n"
        "from autograd_lab.views import png\n"
        "x = al.tensor(3.0, requires_grad=True)\n"
        "y = x * x\n"
        "with al.record() as trace: y.backward()\n"
        "assert len(png(trace)) > 1000\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=120)


def test_the_still_of_a_wide_graph_is_as_wide_as_a_notebook():
    trace = models.mlp()
    still, png = (Image.open(io.BytesIO(data)) for data in (views.stepper(trace).png(), views.png(trace)))
    assert 1000 <= still.width <= 1040
    assert png.width > still.width
