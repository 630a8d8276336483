"""A private JupyterLab, and what the tests do in it: open a notebook, run it, look at what came out.

JupyterLab is driven through its own commands (``jupyterapp.commands``), which answer when they are done: nothing here
sleeps. Everything it keeps (settings, workspaces, signatures, kernels) lives in a temporary folder.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

INSTALL_LINE = "apt-get update && apt-get install -y --no-install-recommends chromium fonts-dejavu-core"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},  # its pop-up covers the page
    "notebook-extension/tracker": {"windowingMode": "none"},  # cells out of sight would not be drawn
}
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
KERNEL = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
WINDOW = {"width": 1300, "height": 950}
PATIENCE = 300_000
"""Milliseconds. A wait ends when its condition holds; on a machine that is busy elsewhere that takes long."""
STALL = 60_000
"""So long at most until what JupyterLab may have missed is tried once more (see `load`)."""
LOCAL = ("http://127.0.0.1", "ws://127.0.0.1", "http://localhost", "ws://localhost", "data:", "blob:", "about:")


# ----- the browser ----------------------------------------------------------------------------------------------------
def find_chromium() -> str | None:
    """The system's Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for path in map(shutil.which, names) if path), None)


@dataclass
class Watch:
    """What a page did that it should not have done."""

    problems: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)

    def follow(self, page) -> None:
        """Keep requests that leave this machine, uncaught errors, and the console's errors."""
        page.on("request", self._request)
        page.on("websocket", self._request)
        page.on("pageerror", lambda error: self.problems.append(f"uncaught: {error}"[:400]))
        page.on("console", lambda message: self.console.append(message.text) if message.type == "error" else None)

    def _request(self, request) -> None:
        if not request.url.startswith(LOCAL):
            self.problems.append(f"left this machine: {request.url}")


# ----- the server -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, its token, the folder it shows, and the one where it keeps its own things."""

    url: str
    token: str
    root: Path
    home: Path


def put(lab: Lab, notebook: str, cells: Sequence[str]) -> str:
    """Write a notebook with these sources into the lab's folder; returns its name."""
    made = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)), metadata=KERNEL)
    nbformat.write(made, lab.root / notebook)
    return notebook


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def private_environment(home: Path) -> dict[str, str]:
    """Variables that keep a Jupyter program away from the user's own settings."""
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    kept = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    return {**kept, **{name: str(home / place) for name, place in places.items()}}


def write_settings(home: Path, theme: str) -> None:
    """JupyterLab's settings, for a quiet page in the given theme."""
    settings = {**SETTINGS, "apputils-extension/themes": {"theme": THEMES[theme]}}
    for name, content in settings.items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content))


@contextlib.contextmanager
def jupyterlab(root: Path, home: Path, theme: str = "light") -> Iterator[Lab]:
    """Start JupyterLab on ``root``; it is stopped at the end."""
    write_settings(home, theme)
    lab = Lab(f"http://127.0.0.1:{free_port()}", "only-for-tests", root, home)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--allow-root"]
    options = {
        "ServerApp.port": lab.url.rpartition(":")[2],
        "ServerApp.port_retries": "0",
        "ServerApp.root_dir": str(root),
        "IdentityProvider.token": lab.token,
        "LabApp.expose_app_in_browser": "True",
        "LabApp.news_url": "",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }
    command += [f"--{name}={value}" for name, value in options.items()]
    log = home / "jupyterlab.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=root, env=private_environment(home), stdout=output, stderr=subprocess.STDOUT
        )
    try:
        wait_until_up(lab, process, log)
        yield lab
    finally:
        stop(process)


def wait_until_up(lab: Lab, process: subprocess.Popen, log: Path, seconds: float = PATIENCE / 1000) -> None:
    """Return as soon as the server answers; raise RuntimeError with its log if it ends or never does."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{lab.url}/api?token={lab.token}", timeout=30):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


def stop(process: subprocess.Popen) -> None:
    """End a process that was started here, and wait for it."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# ----- inside the page ------------------------------------------------------------------------------------------------
NOTEBOOK = "jupyterapp.shell.currentWidget"
READY = f"window.jupyterapp && {NOTEBOOK}?.sessionContext?.session?.kernel?.status === 'idle'"


def load(page, address: str, wait: Callable[[float], object]) -> None:
    """Go to a page of JupyterLab and ``wait``, at most so many milliseconds, for what should come up there.

    On a busy machine JupyterLab now and then misses a new kernel's first "idle", or its answer about widgets, and waits
    for ever, as it would for a user; like a user, load the page once more before giving up.
    """
    for patience in (STALL, PATIENCE):
        page.goto(address)
        try:
            wait(patience)
            return
        except Exception as error:
            if patience == PATIENCE or type(error).__name__ != "TimeoutError":
                raise


@dataclass
class Window:
    """One window of the browser with JupyterLab in it, where one notebook is open at a time.

    To load JupyterLab takes longer than to run a lesson, so it is loaded once for all tests that need no new browser.
    """

    page: Any
    lab: Lab
    watch: Watch
    notebook: str | None = None

    def show(self, notebook: str) -> Any:
        """Open this notebook with a new kernel, as from the list of files, and the sections that it folds; the one
        before is closed with its kernel."""
        self._clear()
        self.notebook = notebook
        try:
            self._open(STALL / 2)
        except Exception as error:
            if type(error).__name__ != "TimeoutError":
                raise
            self._load()  # once in a long while JupyterLab never hears of a new kernel (see `load`)
            self._open(PATIENCE)
        within(self.page, "() => window.jupyterapp.commands.execute('notebook:expand-all-headings')")
        return self.page

    def _open(self, patience: float) -> None:
        script = "async path => { await jupyterapp.commands.execute('docmanager:open', { path }); }"
        within(self.page, script, self.notebook)
        self.page.wait_for_function(READY, timeout=patience)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=patience)

    def _clear(self) -> None:
        """Close what is open; load JupyterLab again where a test has left a question or something else behind."""
        self.page.set_viewport_size(WINDOW)
        if self.notebook and not self.page.locator(".jp-Dialog").count():
            close(self.page)
        if not self.notebook or self.page.locator(".jp-Dialog, .jp-Notebook").count():
            self._load()
        self.watch.problems.clear()

    def reload(self) -> None:
        """Close what is open, and load JupyterLab's page anew."""
        self._clear()
        self.notebook = None

    def _load(self) -> None:
        """JupyterLab from its beginning, with nothing open."""
        address = f"{self.lab.url}/lab?token={self.lab.token}&reset"
        load(self.page, address, lambda limit: self.page.wait_for_function("window.jupyterapp", timeout=limit))
        within(self.page, "async () => { await jupyterapp.restored; }")


def close(page) -> None:
    """Close the open notebook with its kernel, without a question about saving."""
    within(
        page,
        f"""async () => {{
            const panel = {NOTEBOOK};
            if (panel.sessionContext.session) await panel.sessionContext.shutdown();
            panel.context.model.dirty = false;
            panel.close();
        }}""",
    )


def within(page, script: str, arg=None, seconds: float = PATIENCE / 1000) -> None:
    """Run an async function in the page. `evaluate` alone would wait for ever if it never came to an end.

    Raises:
        TimeoutError: after so many seconds, or sooner if the function itself gives up and returns false.
    """
    done = page.evaluate(
        f"""([arg, limit]) => Promise.race([
            ({script})(arg).then(answer => answer !== false), new Promise(answer => setTimeout(answer, limit, false)),
        ])""",
        [arg, 1000 * seconds],
    )
    if not done:
        raise TimeoutError(f"after {seconds} s the page is still at: {script}")


RUN_ALL = f"""async () => {{
    const run = jupyterapp.commands.execute('notebook:run-all-cells').then(() => true);
    for (let idle = 0; idle < 20;) {{
        if (await Promise.race([run, new Promise(answer => setTimeout(answer, 500, false))])) return true;
        idle = {NOTEBOOK}.sessionContext.session?.kernel?.status === 'idle' ? idle + 1 : 0;
    }}
    return false;
}}"""
"""Run every cell; gives up when the kernel has had nothing to do for ten seconds, and cells still wait for it."""


def run_all(page) -> None:
    """Run every cell; returns when the last one is done.

    Once in a long while JupyterLab never sees what a kernel sends it, and both wait; like a user, restart the kernel
    then and run again before giving up.
    """
    try:
        within(page, RUN_ALL)
    except TimeoutError:
        within(page, f"async () => {{ await {NOTEBOOK}.sessionContext.session.kernel.restart(); }}")
        within(page, RUN_ALL)


def run_cell(page, index: int) -> None:
    """Run the cell at ``index``. A click into an output makes that cell active, so never count on 'the next one'."""
    within(
        page,
        f"""async index => {{
            {NOTEBOOK}.content.activeCellIndex = index;
            await jupyterapp.commands.execute('notebook:run-cell');
        }}""",
        index,
    )


def set_source(page, index: int, source: str) -> None:
    """Write something else into the cell at ``index``."""
    page.evaluate(
        f"([index, source]) => {NOTEBOOK}.content.widgets[index].model.sharedModel.setSource(source)", [index, source]
    )


def outputs(page) -> list[dict]:
    """What the open notebook's cells gave, as JupyterLab holds it now: printed text and errors, no pictures."""
    return page.evaluate(
        f"""() => {NOTEBOOK}.content.model.toJSON().cells.flatMap((cell, index) =>
            (cell.outputs ?? []).map(output => ({{
                index, type: output.output_type, name: output.name ?? output.ename, tags: cell.metadata.tags ?? [],
                text: [output.text ?? output.evalue ?? ""].flat().join("").slice(0, 200),
            }})))"""
    )


def switch_theme(page, name: str) -> None:
    """Change to the 'light' or the 'dark' theme and wait until it is there."""
    within(
        page, "async theme => { await jupyterapp.commands.execute('apputils:change-theme', { theme }); }", THEMES[name]
    )
    page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=THEMES[name])


def shut_down(page) -> None:
    """End the open notebook's kernel."""
    within(page, f"async () => {{ await {NOTEBOOK}.sessionContext.shutdown(); }}")


def complaints(page) -> list[str]:
    """What a learner should never see: errors nobody announced, warnings, and widgets that did not come up."""
    found = []
    for output in outputs(page):
        unexpected = output["type"] == "error" and "raises-exception" not in output["tags"]
        if unexpected or output["name"] == "stderr":
            found.append(f"cell {output['index']}: {output['name']}: {output['text']}")
    broken = page.locator("text=/Error displaying widget|model not found/").count()
    return found + ["a widget did not come up"] * broken


def save(page) -> None:
    """Save the open notebook, with the state of its widgets where JupyterLab is set to do so."""
    within(page, "async () => { await jupyterapp.commands.execute('docmanager:save'); }")


def active_cell(page) -> int:
    """Which cell of the open notebook is active."""
    return page.evaluate(f"() => {NOTEBOOK}.content.activeCellIndex")


def barriers(page, inside: str) -> list[str]:
    """What axe-core finds serious in the parts of the page that the selector names, one line for each element."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context={"include": [[inside]]}, options={"resultTypes": ["violations"]}).response
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:160]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
