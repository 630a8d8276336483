"""Six lessons through the real nbgrader and the real Otter: full points to the solution, none to the stub.

Both are programs found on PATH, from an environment of their own (CONTRIBUTING says how to make it).
"""

import csv
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import autograd_lab
from autograd_lab import cli
from autograd_lab.classroom.task import task
from autograd_lab.exercises.progress_file import VERSION

pytestmark = pytest.mark.autograder
LESSONS = [
    "01_chain_rule",
    "05_multi_output",
    "08_what_is_kept",
    "09_is_it_right",
    "10_your_own_operation",
    "11_a_real_network",
]
NUMBERS = [name[:2] for name in LESSONS]
SEED = 7
BOAST = {"best": "correct", "last": "correct", "said": "as asked"}
FOREVER = """
def messages(slopes):
    while True:
        pass

ex.check("L1.3", messages)"""


def run(folder, *command):
    """Run a program in ``folder`` on this very package; skip where it is not installed."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not on PATH")
    environment = {**os.environ, "PYTHONPATH": str(Path(autograd_lab.__file__).parent.parent)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def unanswered(name, source):
    return source


def solved(name, source):
    done = task(name, SEED)
    return done._sources()[1] + done._check


def stuck(name, source):
    """All but one right: a loop that never ends."""
    return FOREVER if name == "L1.3" else solved(name, source)


def hand_in(release, file, write):
    """What a student makes of the notebook ``release``."""
    notebook = json.loads(release.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if "exercise" in cell["metadata"].get("tags", []):
            cell["source"] = write(cell["metadata"]["exercise_id"], "".join(cell["source"]))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(notebook), encoding="utf-8")


def test_nbgrader(tmp_path):
    assert cli.main(["assignment", str(tmp_path), "--lessons", *NUMBERS, "--seed", str(SEED)]) == 0
    for name in LESSONS:
        run(tmp_path, "nbgrader", "generate_assignment", name)
        release = tmp_path / "release" / name / f"{name}.ipynb"
        assert "BEGIN SOLUTION" not in release.read_text(encoding="utf-8")
        for student in (unanswered, solved, stuck):
            folder = tmp_path / "submitted" / student.__name__ / name
            hand_in(release, folder / f"{name}.ipynb", student)
            records = {f"L{int(lesson)}.{number}": BOAST for lesson in NUMBERS for number in (1, 2, 3, 4)}
            boast = json.dumps({"version": VERSION, "records": records})
            (folder / "autograd_lab_progress.json").write_text(boast, encoding="utf-8")
        run(tmp_path, "nbgrader", "autograde", name, "--create")
    run(tmp_path, "nbgrader", "export")
    rows = csv.DictReader((tmp_path / "grades.csv").read_text(encoding="utf-8").splitlines())
    found = {(row["student_id"], row["assignment"]): float(row["score"]) / float(row["max_score"]) for row in rows}
    shares = {"unanswered": 0, "solved": 1, "stuck": 1}
    expected = {(student, name): share for student, share in shares.items() for name in LESSONS}
    assert found == {**expected, ("stuck", "01_chain_rule"): 0.75}
    files = [file.read_text(encoding="utf-8") for file in tmp_path.rglob("autograd_lab_progress.json")]
    assert set(files) == {boast}, "what lies beside the notebooks is neither asked nor written"


def test_otter(tmp_path):
    assert cli.main(["assignment", str(tmp_path), "--lessons", *NUMBERS, "--seed", str(SEED), "--otter"]) == 0
    for name in LESSONS:
        run(tmp_path, "otter", "assign", f"{name}.ipynb", name)
        [package] = (tmp_path / name / "autograder").glob("*.zip")
        for student, share in ((unanswered, 0), (solved, 1)):
            out = tmp_path / name / student.__name__
            hand_in(tmp_path / name / "student" / f"{name}.ipynb", out / f"{name}.ipynb", student)
            run(out, "otter", "run", f"{name}.ipynb", "-a", str(package), "-o", str(out))
            tests = json.loads((out / "results.json").read_text(encoding="utf-8"))["tests"]
            scores = [test["score"] / test["max_score"] for test in tests if test.get("max_score")]
            assert scores and set(scores) == {share}, name
