"""Fixtures for all tests: a browser, a JupyterLab, and a guard that fails a test which leaves a switch turned."""

import os
import re
import shutil
from pathlib import Path

import labkit
import pytest
from kernel import Kernel

import autograd_lab as al
from autograd_lab.exercises.learner import learner
from autograd_lab.tracing import is_recording

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def pytest_addoption(parser):
    """An option rather than ``-m "not nightly"`` in the settings: any ``-m`` of one's own would replace that."""
    parser.addoption("--nightly", action="store_true", help="also run the tests marked nightly or autograder")


def pytest_configure():
    """The kernels that nbval starts show figures in the notebook, whatever backend this shell asks for."""
    os.environ.pop("MPLBACKEND", None)
    al.set_warn_always(True)  # else what a test warns about depends on the tests before it


def pytest_collection_modifyitems(config, items):
    """Whatever asks for the browser or a kernel gets its mark: ``pytest -m "not browser and not kernel"``.

    Tests for the night are left out unless ``--nightly`` is given.

    Files with such tests come first: they take longest, and two processes end together if the short ones are left.
    """
    slow = set()
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "lab_server" in fixtures and "in_jupyterlab" not in item.path.name:
            raise pytest.UsageError(f"{item.path.name}: a file that opens JupyterLab is called test_…in_jupyterlab.py")
        if "chromium" in fixtures:
            item.add_marker("browser")
            slow.add(item.path)
        if "lab_server" in fixtures or item.path.suffix == ".ipynb":
            item.add_marker("kernel")
            slow.add(item.path)
    items.sort(key=lambda item: ("in_jupyterlab" not in item.path.name, item.path not in slow))
    if not config.getoption("--nightly"):
        waiting = [item for item in items if {"nightly", "autograder"} & {mark.name for mark in item.iter_markers()}]
        config.hook.pytest_deselected(items=waiting)
        items[:] = [item for item in items if item not in waiting]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With ``-n``: what needs JupyterLab stays with one process, which starts it once; so do the tests of the site."""
    from xdist.scheduler import LoadFileScheduling

    class ByFileOrServer(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return "JupyterLab" if "in_jupyterlab" in file else re.sub(r"^tests/site/.*", "the site", file)

    return ByFileOrServer(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.fixture(autouse=True)
def nothing_left_on():
    """Fails a test that ends with grad mode changed or anything still watching, and puts grad mode right."""
    state = al._core.base.state
    assert al.is_grad_enabled()
    assert not is_recording()
    watched = state.watchers.count
    yield
    on = {
        "grad mode off": not al.is_grad_enabled(),
        "a recorder": is_recording(),
        "a watcher": state.watchers.count != watched,
    }
    left = [name for name, is_on in on.items() if is_on]
    state.thread.state.grad_enabled = True
    while is_recording():
        state.thread.state.stop(state.thread.state.recorder)
    assert not left, f"this test left behind: {', '.join(left)}"


@pytest.fixture(scope="session")
def chromium():
    """A browser, started once. Without one the test is skipped; where CI is set it fails."""
    executable = labkit.find_chromium()
    if executable is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(f"no Chromium found; to run the browser tests: {labkit.INSTALL_LINE}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=labkit.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watch():
    """What the test's page did wrong; see `page`."""
    return labkit.Watch()


@pytest.fixture
def page(chromium, watch):
    """An empty page. The test fails if it asks for anything outside this machine, or throws in the page."""
    context = chromium.new_context(viewport=labkit.WINDOW)
    context.set_default_timeout(labkit.PATIENCE)
    page = context.new_page()
    watch.follow(page)
    yield page
    context.close()
    assert not watch.problems, "\n".join(watch.problems)


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory):
    """JupyterLab on a copy of the lessons, in the light theme; see `labkit.switch_theme`."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install -e '.[test]'")
    root = tmp_path_factory.mktemp("lessons")
    for lesson in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(lesson, root)
    with labkit.jupyterlab(root, tmp_path_factory.mktemp("jupyter")) as lab:
        yield lab


@pytest.fixture(scope="session")
def window(chromium, lab_server):
    """JupyterLab in a window of the browser, for `lab`."""
    context = chromium.new_context(viewport=labkit.WINDOW)
    context.set_default_timeout(labkit.PATIENCE)
    window = labkit.Window(context.new_page(), lab_server, labkit.Watch())
    window.watch.follow(window.page)
    yield window
    context.close()


@pytest.fixture
def lab(window):
    """The window in which `Window.show` opens a notebook. The test fails if the page does what it should not."""
    yield window
    problems = [*window.watch.problems]
    window.watch.problems.clear()  # they are this test's; the page goes on into the next one
    assert not problems, "\n".join(problems)


@pytest.fixture
def kernel(monkeypatch):
    """A fresh namespace, and a learner who has not done anything and of whom nothing is kept in a file."""
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    learner.forget()
    kernel = Kernel()
    yield kernel
    kernel.close()
    learner.forget()
