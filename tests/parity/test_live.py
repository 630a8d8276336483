"""Real PyTorch against its own recording, so that the data cannot go stale (skipped where torch is not installed)."""

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest
import running
from comparing import differences
from each_case import every_case

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


def test_recording_is_what_torch_does(tmp_path):
    """The new recording is made by another process so that this one never loads PyTorch."""
    file = tmp_path / "programs.json"
    subprocess.run([sys.executable, str(RECORDER), str(file)], check=True, timeout=3600)
    stored, now = (json.loads(path.read_text(encoding="utf-8")) for path in (running.DATA, file))
    if stored["torch"] != INSTALLED:
        pytest.skip(f"the data was recorded from PyTorch {stored['torch']}, installed is {INSTALLED}")
    with every_case() as case:
        for old, new in zip(stored["programs"], now["programs"], strict=True):
            with case(new["id"]):
                found = differences(old, new, rtol=PROGRAMS[new["id"]].rtol)
                assert not found, "\n".join([f"recorded differently; run {RECORDER.name}:", *found])
