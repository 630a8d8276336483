"""Real PyTorch against its own recording, so that the data cannot go stale (skipped where torch is not installed)."""

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest
import running
from comparing import differences

RECORDER = Path(__file__).parent.parent / "tools" / "record_torch.py"
PROGRAMS = running.load()

try:
    INSTALLED = importlib.metadata.version("torch").partition("+")[0]
except importlib.metadata.PackageNotFoundError:
    INSTALLED = None

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.torch,
    pytest.mark.skipif(INSTALLED is None, reason="PyTorch is not installed: pip install torch==2.13.0"),
]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A new recording, made by another process so that this one never loads PyTorch."""
    directory = tmp_path_factory.mktemp("recording")
    subprocess.run([sys.executable, str(RECORDER), str(directory)], check=True, timeout=300)
    return directory


@pytest.mark.parametrize("file", sorted({program.file for program in PROGRAMS.values()}))
def test_recording_is_what_torch_does(fresh, file):
    stored = json.loads((running.DATA / f"{file}.json").read_text(encoding="utf-8"))
    now = json.loads((fresh / f"{file}.json").read_text(encoding="utf-8"))
    if stored["torch"] != INSTALLED:
        pytest.skip(f"the data was recorded from PyTorch {stored['torch']}, installed is {INSTALLED}")
    for old, new in zip(stored["programs"], now["programs"], strict=True):
        found = differences(old, new, rtol=PROGRAMS[new["id"]].rtol)
        assert not found, "\n".join([f"{new['id']} is recorded differently; run {RECORDER.name}:", *found])
