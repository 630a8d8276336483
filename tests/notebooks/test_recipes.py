"""The recipes at the end of notebook 90, as far as they can be tried without the services that they are for."""

import importlib.util
import re
from html import escape
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest

import autograd_lab as al

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "90_your_own_model.ipynb"


def recipe(service):
    """The code under the name of a service."""
    [cell] = [cell.source for cell in nbformat.read(NOTEBOOK, 4).cells if cell.source.startswith("## Elsewhere")]
    return re.search(r"```python\n(.*?)```", cell.partition(f"**{service}")[2], re.DOTALL)[1]


@pytest.fixture
def watching():
    net = al.nn.Linear(2, 1)
    watching = al.watch([al.ones(3, 2)] * 3, net, every=2)
    for x in watching:
        net(x).sum().backward()
    return watching


@pytest.mark.torch
def test_tensorboard_gets_figures_that_its_own_converter_takes(watching):
    """PyTorch ships the converter; `add_figure` itself needs the package tensorboard."""
    home = Path(pytest.importorskip("torch").__file__).parent / "utils" / "tensorboard" / "_utils.py"
    spec = importlib.util.spec_from_file_location("converter", home)
    converter = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(converter)
    added = {}

    def add_figure(tag, figure, global_step=None):
        added[tag, global_step] = converter.figure_to_image(figure)

    exec(recipe("TensorBoard"), {"al": al, "watching": watching, "writer": SimpleNamespace(add_figure=add_figure)})
    assert sorted(added) == [(tag, step) for tag in ("gradients", "graph") for step in (0, 2)]
    assert all(image.shape[0] == 3 and len(set(image.ravel())) > 20 for image in added.values())


def test_weights_and_biases_gets_the_page(watching, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    logged = {}
    wandb = SimpleNamespace(Html=lambda path, inject: (Path(path).read_text(encoding="utf-8"), inject))
    known = {"trace": watching.traces[2], "wandb": wandb, "run": SimpleNamespace(log=logged.update)}
    exec(recipe("Weights & Biases"), known)
    page, inject = logged["backward"]
    assert "<script>" in page
    assert not inject


@pytest.mark.browser
def test_the_page_steps_in_a_frame_without_rights(page, watching, tmp_path, monkeypatch):
    """Services show a page in a frame that may run scripts, and nothing else."""
    monkeypatch.chdir(tmp_path)
    exec(recipe("VS Code"), {"trace": watching.traces[2]})
    html = (tmp_path / "run.html").read_text(encoding="utf-8")
    page.set_content(f'<iframe sandbox="allow-scripts" width="1200" height="800" srcdoc="{escape(html)}"></iframe>')
    inside = page.frame_locator("iframe")
    inside.locator("button.forward").click()
    assert inside.locator(".agl-sentence").inner_text() == watching.traces[2].steps[0].sentence
