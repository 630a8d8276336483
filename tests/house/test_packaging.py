"""What a user meets before any code runs: README's commands, the dependencies, Binder's files, the package's parts."""

import importlib.metadata
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import autograd_lab
from autograd_lab import cli

CHECKOUT = Path(__file__).parents[2]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
PYPROJECT = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)["project"]
LAB = 'pip install -e ".[lab]" && autograd-lab'
TEST = 'pip install -e ".[test]" && pytest -n 3'
TEXTS = [
    file
    for pattern in (
        "*.md",
        "*.toml",
        "autograd_lab/**/*.py",
        "autograd_lab/**/*.js",
        "tests/**/*.py",
        "binder/*",
        ".ci/*",
    )
    for file in CHECKOUT.glob(pattern)
    if file.is_file()
]


# ----- README ---------------------------------------------------------------------------------------------------------
def test_readme_gives_the_two_commands_in_blocks_of_their_own():
    blocks = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)
    assert blocks == [LAB, TEST]


def test_ci_runs_the_command_that_readme_gives():
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -m 1 '(.*)' README\.md", script)[1]
    done = subprocess.run(["grep", "-m", "1", pattern, CHECKOUT / "README.md"], capture_output=True, text=True)
    assert done.stdout.strip() == TEST


def test_readme_lists_every_lesson_by_its_title():
    listed = re.findall(r"^\| (\d\d) \| \[(.+?)\]\(notebooks/(\S+?)\) \| \S.* \|$", README, re.MULTILINE)
    shipped = [(lesson.name[:2], lesson.title, lesson.name) for lesson in cli.shipped_lessons()]
    assert [(number, title.replace("`", ""), name) for number, title, name in listed] == shipped


def test_readme_links_to_files_that_exist():
    for target in re.findall(r"\]\((?!https?://)([^)#\s]+)\)", README):
        assert (CHECKOUT / target).exists(), target


def test_contributing_says_where_to_find_what():
    """A bare file name in a row stands in the folder of the path before it."""
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tables = [text.partition(head)[2].partition("\n## ")[0] for head in ("## Where to find what", "## What to change")]
    rows = [row for table in tables for row in re.findall(r"^\| [^|]+ \| ([^|]+) \|$", table, re.M)]
    named = [re.findall(r"`([\w./]+(?:\.py|\.js|/))`", row) for row in rows]
    assert sum(map(len, named)) > 80
    for row in named:
        folder = package = CHECKOUT / "autograd_lab"
        for name in row:
            root = CHECKOUT if name.startswith(("autograd_lab/", "tests/", "notebooks/", "binder/")) else package
            place = (root if "/" in name else folder) / name
            assert place.exists(), name
            folder = place if name.endswith("/") else place.parent


def test_readme_is_read_at_one_sitting():
    assert len(README.splitlines()) <= 150


def test_every_picture_has_words():
    assert all(len(words) > 20 for words in re.findall(r"!\[(.*?)\]", README))


def test_the_address_of_the_repository_stands_in_one_place():
    """Before the first push it is a placeholder; CONTRIBUTING says how to set it."""
    badge = re.compile(r"mybinder\.org/v2/gh/([\w.-]+/[\w.-]+)/([\w.-]+)\?urlpath=lab/tree/(\S+?)\)")
    [(repository, ref, lesson)] = badge.findall(README)
    assert ref == f"v{autograd_lab.__version__}"
    assert lesson == f"notebooks/{cli.shipped_lessons()[0].name}"
    others = [file for file in TEXTS if file.name not in ("README.md", "CONTRIBUTING.md", Path(__file__).name)]
    assert [file for file in others if repository in file.read_text(encoding="utf-8")] == []
    assert README.count(repository) == 1


# ----- pyproject ------------------------------------------------------------------------------------------------------
def test_every_dependency_says_why():
    lines = [line for line in PYPROJECT.splitlines() if re.match(r'    "[a-z][a-z-]*(\[\w+\])?[<>=!,.\d]*",', line)]
    assert len(lines) >= 10
    assert [line for line in lines if not re.search(r",\s+# \w.{10,}", line)] == []


def test_the_version_is_told_the_same_everywhere():
    assert importlib.metadata.version("autograd-lab") == PROJECT["version"] == autograd_lab.__version__
    assert f"\n## {autograd_lab.__version__}\n" in (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_is_typed():
    assert (Path(autograd_lab.__file__).parent / "py.typed").exists()


# ----- Binder ---------------------------------------------------------------------------------------------------------
def test_binder_pins_what_the_package_needs():
    lines = (CHECKOUT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = {r.name: r for r in map(Requirement, (line for line in lines if line and not line.startswith("#")))}
    lab = PROJECT["optional-dependencies"]["lab"]
    of_a_lesson = [line for line in lab if line.startswith("scikit-learn")]  # Binder's own image has the others
    needed = {r.name: r for r in map(Requirement, [*PROJECT["dependencies"], *of_a_lesson])}
    assert set(pins) == set(needed)
    for name, pin in pins.items():
        version = str(pin.specifier).removeprefix("==")
        assert re.fullmatch(r"[\d.]+", version), f"{name} is not pinned"
        assert version in needed[name].specifier


def test_binder_runs_a_python_that_the_package_accepts():
    runtime = (CHECKOUT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime.removeprefix("python-") in SpecifierSet(PROJECT["requires-python"])


@pytest.mark.parametrize("script", ["binder/postBuild", ".ci/run"])
def test_scripts_can_be_run(script):
    assert os.access(CHECKOUT / script, os.X_OK)
    subprocess.run(["bash", "-n", CHECKOUT / script], check=True)


# ----- all texts ------------------------------------------------------------------------------------------------------
def test_nothing_depends_on_one_machine():
    """No path of the machine it was written on, no package registry by its host name."""
    strange = re.compile(r"(?<![\w.])/(?:home|work|root|Users)/\w+|https?://[\w.-]*(?:pypi|npmjs|debian)\.")
    found = []
    for file in TEXTS:
        if "tests" not in file.relative_to(CHECKOUT).parts[:1]:  # some tests look for such paths, so they name them
            found += [f"{file.name}: {match[0]}" for match in strange.finditer(file.read_text(encoding="utf-8"))]
    assert found == []


def test_nothing_else_lies_at_the_top():
    """A download once got in by a ``git add`` of everything."""
    listed = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    known = {".ci", ".github", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "autograd_lab"}
    known |= {"binder", "notebooks", "pyproject.toml", "tests"}
    assert {name.partition("/")[0] for name in listed.stdout.split()} == known
