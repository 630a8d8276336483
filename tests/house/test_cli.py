"""The command `autograd-lab`: what it writes, what it never overwrites, what it says, and that a lesson comes up."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import labkit
import pytest

from autograd_lab import cli
from autograd_lab.site import shipped

LESSONS = [cli.Lesson("00_one.ipynb", b"one"), cli.Lesson("01_two.ipynb", b"two")]
NEWER = [cli.Lesson("00_one.ipynb", b"one, better"), cli.Lesson("01_two.ipynb", b"two")]


def nobody(name):
    raise AssertionError(f"asked about {name}")


def put(folder, lessons=LESSONS, ask=nobody, **options):
    """What was done with each lesson."""
    return [done for _, done in cli.put_lessons(folder, lessons, ask, **options)]


@pytest.fixture
def jupyterlab(monkeypatch):
    """Records the commands that would start JupyterLab, instead of starting it."""
    started = []
    monkeypatch.setattr(cli, "serve", lambda command, folder: started.append((list(command), folder)) or 0)
    monkeypatch.setattr(cli, "trust", lambda files: started.append([file.name for file in files]))
    return started


# ----- the learner's files --------------------------------------------------------------------------------------------
def test_lessons_are_put_once(tmp_path):
    assert put(tmp_path) == ["put", "put"]
    assert (tmp_path / "00_one.ipynb").read_bytes() == b"one"
    assert put(tmp_path) == ["same", "same"]
    assert {file.name for file in tmp_path.iterdir()} == {"00_one.ipynb", "01_two.ipynb", cli.RECORD}


@pytest.mark.parametrize(
    ("mine", "lessons", "force", "done", "left"),
    [
        (b"one", NEWER, False, "refresh", b"one, better"),
        (b"my answer", LESSONS, False, "keep", b"my answer"),
        (b"my answer", LESSONS, True, "replace", b"one"),
    ],
)
def test_what_is_done_without_a_question(tmp_path, mine, lessons, force, done, left):
    put(tmp_path)
    (tmp_path / "00_one.ipynb").write_bytes(mine)
    assert put(tmp_path, lessons, force=force) == [done, "same"]
    assert (tmp_path / "00_one.ipynb").read_bytes() == left


@pytest.mark.parametrize(("answer", "done", "left"), [(True, "replace", b"one, better"), (False, "keep", b"my answer")])
def test_a_newer_lesson_replaces_work_only_when_told(tmp_path, answer, done, left):
    put(tmp_path)
    (tmp_path / "00_one.ipynb").write_bytes(b"my answer")
    asked = []
    assert put(tmp_path, NEWER, lambda name: asked.append(name) or answer) == [done, "same"]
    assert asked == ["00_one.ipynb"]
    assert (tmp_path / "00_one.ipynb").read_bytes() == left
    assert put(tmp_path, NEWER)[0] in ("same", "keep")  # the question is not asked a second time


def test_where_nobody_can_be_asked_work_is_kept_and_the_question_stays_open(tmp_path):
    put(tmp_path)
    (tmp_path / "00_one.ipynb").write_bytes(b"my answer")
    assert put(tmp_path, NEWER, None) == ["keep", "same"]
    assert put(tmp_path, NEWER, lambda name: False) == ["keep", "same"]


@pytest.mark.parametrize(
    "record", [None, "", "[1, 2]", '{"00_one.ipynb": 7}', '{"00_one.ipynb"', pytest.param("[" * 100_000, id="deep")]
)
def test_a_file_of_unknown_origin_is_the_learners(tmp_path, record):
    (tmp_path / "00_one.ipynb").write_bytes(b"somebody's")
    if record is not None:
        (tmp_path / cli.RECORD).write_text(record)
    assert put(tmp_path, ask=lambda name: False) == ["keep", "put"]
    assert (tmp_path / "00_one.ipynb").read_bytes() == b"somebody's"


def test_files_of_the_learner_with_new_in_their_names_stay(tmp_path):
    names = ("00_one.ipynb.part", "00_one.ipynb.part1", f"{cli.RECORD}.part")
    for name in names:
        (tmp_path / name).write_bytes(b"mine")
    assert put(tmp_path) == ["put", "put"]
    assert [(tmp_path / name).read_bytes() for name in names] == [b"mine"] * 3
    assert {file.name for file in tmp_path.iterdir()} == {"00_one.ipynb", "01_two.ipynb", cli.RECORD, *names}


def test_what_could_not_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def fail(*paths):
        raise OSError("disk full")

    monkeypatch.setattr(cli.os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        put(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_server_listens_to_this_machine_only(tmp_path, jupyterlab):
    cli.main(["--no-browser", str(tmp_path)])
    command = jupyterlab[-1][0]
    assert not [
        word for word in command[1:] if "ip" in word.partition("=")[0].lower().split(".")[-1] or "0.0.0.0" in word
    ]


def test_the_command_asks_before_it_replaces_work(tmp_path, monkeypatch, jupyterlab):
    put(tmp_path)
    (tmp_path / "00_one.ipynb").write_bytes(b"my answer")
    monkeypatch.setattr(cli, "shipped_lessons", lambda: NEWER)
    monkeypatch.setattr(cli.sys.stdin, "isatty", lambda: True, raising=False)
    asked = []
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "n")
    cli.main(["--no-browser", str(tmp_path)])
    assert len(asked) == 1 and (tmp_path / "00_one.ipynb").read_bytes() == b"my answer"


def test_a_link_is_replaced_not_written_through(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"precious")
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "00_one.ipynb").symlink_to(elsewhere)
    put(folder, ask=lambda name: True)
    assert elsewhere.read_bytes() == b"precious"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("y\n", True), ("YES \n", True), ("\n", False), ("n\n", False), ("maybe\n", False), ("", False)],
)
def test_the_question_at_the_terminal(monkeypatch, typed, meant):
    """The end of input means no."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert cli.ask_user("00_one.ipynb") is meant


# ----- the command ----------------------------------------------------------------------------------------------------
def test_list_names_every_lesson(capsys):
    assert cli.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(cli.shipped_lessons())
    assert all(re.fullmatch(r"\d\d  \S.*", line) for line in lines)
    assert not any("ipynb" in line or "`" in line for line in lines)


def test_the_first_lesson_is_opened(tmp_path, jupyterlab, capsys):
    folder = tmp_path / "new" / "folder"
    assert cli.main([str(folder), "--no-browser", "--port", "9001", "--", "--ip=0.0.0.0"]) == 0
    trusted, (command, where) = jupyterlab
    names = [lesson.name for lesson in cli.shipped_lessons()]
    assert trusted == sorted(file.name for file in folder.glob("*.ipynb")) == names
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--LabApp.default_url=/lab/tree/{names[0]}" in command
    assert {"--no-browser", "--ServerApp.port=9001", f"--ServerApp.root_dir={folder}"} < set(command)
    assert command[-1] == "--ip=0.0.0.0"
    assert where == folder
    assert f"{len(names)} lessons in {folder}" in capsys.readouterr().out


def test_without_an_option_the_browser_opens_in_the_default_folder(tmp_path, monkeypatch, jupyterlab):
    monkeypatch.chdir(tmp_path)
    assert cli.main([]) == 0
    command, where = jupyterlab[1]
    assert "--no-browser" not in command
    assert where == tmp_path / "autograd_lab_lessons"


def test_changed_lessons_are_named_and_not_trusted(tmp_path, jupyterlab, capsys):
    cli.main([str(tmp_path)])
    first = cli.shipped_lessons()[0].name
    (tmp_path / first).write_text("{}")
    cli.main([str(tmp_path)])
    assert f"kept {first} with your changes" in capsys.readouterr().out
    assert first not in jupyterlab[2]


def refused(words, capsys):
    """What the command says when it cannot do what was asked; no traceback, exit status 1."""
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("autograd-lab: ")
    assert "Traceback" not in said
    return said


def test_missing_jupyterlab_names_the_extra(tmp_path, monkeypatch, jupyterlab, capsys):
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    assert 'pip install "autograd-lab[lab]"' in refused([str(tmp_path / "new")], capsys)
    assert not (tmp_path / "new").exists()
    assert jupyterlab == []


def test_a_file_is_not_a_folder(tmp_path, jupyterlab, capsys):
    (tmp_path / "notes").write_text("")
    assert "notes is a file, not a folder" in refused([str(tmp_path / "notes")], capsys)
    assert "cannot put the lessons in" in refused([str(tmp_path / "notes" / "deeper")], capsys)


def test_a_folder_that_cannot_be_written(tmp_path, jupyterlab, monkeypatch, capsys):
    def full(file, content):
        raise OSError(28, "No space left on device", str(file))

    monkeypatch.setattr(cli, "write_whole", full)
    assert "No space left on device" in refused([str(tmp_path)], capsys)
    assert jupyterlab == []


def test_a_folder_with_the_name_of_a_lesson(tmp_path, jupyterlab, capsys):
    (tmp_path / cli.shipped_lessons()[0].name).mkdir()
    assert "Is a directory" in refused([str(tmp_path)], capsys)


def test_an_installation_without_lessons(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "package" / "_shipped.py"))
    assert "no lessons" in refused(["--list"], capsys)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8.5"])
def test_a_port_that_is_none(port, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main([f"--port={port}"])
    assert stopped.value.code == 2
    assert "is no port" in capsys.readouterr().err


def test_control_c_at_the_question_is_quiet(tmp_path, monkeypatch, capsys):
    def interrupt(folder, force):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "prepare", interrupt)
    assert cli.main([str(tmp_path)]) == 130
    assert "Traceback" not in capsys.readouterr().err


# ----- for real -------------------------------------------------------------------------------------------------------
@contextlib.contextmanager
def command_running(folder: Path, home: Path):
    """The command as a user starts it, in a terminal of its own; yields the process and the address it printed."""
    labkit.write_settings(home, "light")
    words = [sys.executable, "-m", "autograd_lab.cli", str(folder), "--no-browser", "--port", str(labkit.free_port())]
    words += ["--", "--LabApp.expose_app_in_browser=True", "--ServerApp.allow_remote_access=False"]
    log = home / "command.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            words,
            env=labkit.private_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # A shell that runs the tests in the background lets them, and their children, ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
    try:
        yield process, address_in(log, process)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def address_in(log: Path, process: subprocess.Popen, seconds: float = labkit.PATIENCE / 1000) -> str:
    """The address that JupyterLab printed, as soon as it answers there."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and process.poll() is None:
        found = re.findall(r"http://127\.0\.0\.1:\d+/\S+token=\w+", log.read_text())
        if found:
            with contextlib.suppress(OSError), urllib.request.urlopen(found[-1], timeout=30):
                return found[-1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())


@pytest.mark.kernel
def test_the_first_lesson_comes_up_and_its_stepper_steps(tmp_path, page, watch):
    """Unpacked, trusted and opened by the command: before anything is run, the stepper steps. Then Ctrl-C ends all."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: pip install -e '.[test]'")
    with command_running(tmp_path / "lessons", tmp_path) as (process, address):
        first = cli.shipped_lessons()[0].name
        assert f"/lab/tree/{first}?token=" in address
        labkit.load(page, address, lambda limit: page.wait_for_selector(".agl-stepper", timeout=limit))
        before = page.locator(".agl-sentence").first.inner_text()
        page.locator(".agl-stepper button[aria-label=next]").first.click()
        assert page.locator(".agl-sentence").first.inner_text() != before
        assert page.title().startswith(first[:8])
        assert json.loads((tmp_path / "lessons" / cli.RECORD).read_text())[first] == cli.shipped_lessons()[0].version
        seen = len(watch.problems)
        interrupt_until_ended(process)
        page.close()
        del watch.problems[seen:]  # a page that is open goes on asking the server that is gone
    assert not re.search(r'File ".*autograd_lab.*", line', (tmp_path / "command.log").read_text())
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address, timeout=5)


def interrupt_until_ended(process: subprocess.Popen) -> None:
    """Ctrl-C, which reaches every process of the terminal; a second one only if that did not end them.

    On a busy machine JupyterLab takes long to end its kernels, and a second Ctrl-C would interrupt it there.
    """
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(120)
            return
    raise AssertionError("still running after two Ctrl-C")


def test_ending_the_command_ends_jupyterlab():
    """SIGTERM to the command alone takes the child with it."""
    child = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    program = f"import sys\nfrom autograd_lab import cli\nsys.exit(cli.serve([sys.executable, '-c', {child!r}], '.'))"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        number = int(process.stdout.readline())
        process.terminate()
        assert process.wait(120) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
