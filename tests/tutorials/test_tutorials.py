"""Whole tutorials run with ``import autograd_lab as torch`` and print, character by character, what PyTorch prints.

Only floats may differ, by what processors differ by: `tolerances.same_text`.
"""

import difflib
import importlib.metadata

import pytest
from tolerances import same_text
from tutorial_scripts import DATA, HERE, NAMES, for_autograd_lab, printed, recorded

try:
    INSTALLED = importlib.metadata.version("torch").partition("+")[0]
except importlib.metadata.PackageNotFoundError:
    INSTALLED = None


def compare(expected: str, actual: str) -> None:
    lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "PyTorch", "autograd_lab", lineterm="")
    assert same_text(actual, expected), "\n".join(lines)


def test_every_tutorial_is_recorded_and_nothing_else():
    assert sorted(path.stem for path in DATA.glob("*.txt")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_tutorial_is_long_and_prints_much(name):
    assert len((HERE / f"{name}.py").read_text(encoding="utf-8").splitlines()) >= 120
    assert len(recorded(name)[1].splitlines()) >= 80


@pytest.mark.parametrize("name", NAMES)
def test_prints_what_torch_prints(name, tmp_path):
    script = tmp_path / f"{name}.py"
    script.write_text(for_autograd_lab((HERE / script.name).read_text(encoding="utf-8")), encoding="utf-8")
    compare(recorded(name)[1], printed(script))


def test_the_network_has_learnt():
    """A comparison of two runs in which nothing was learnt would pass as well."""
    [line] = [line for line in recorded("digits_cnn")[1].splitlines() if " right: " in line]
    assert float(line.rpartition(" ")[2]) > 0.95


@pytest.mark.nightly
@pytest.mark.torch
@pytest.mark.skipif(INSTALLED is None, reason="PyTorch is not installed: pip install torch==2.13.0")
@pytest.mark.parametrize("name", NAMES)
def test_recording_is_what_torch_prints(name):
    version, output = recorded(name)
    if version != INSTALLED:
        pytest.skip(f"the data was recorded from PyTorch {version}, installed is {INSTALLED}")
    compare(output, printed(HERE / f"{name}.py"))
