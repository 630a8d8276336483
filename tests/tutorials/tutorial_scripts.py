"""Finds the tutorials and runs one of them in a process of its own, under PyTorch or under autograd_lab.

A tutorial is a script as somebody types it who follows a page: it starts with ``import torch`` and prints a lot. For
autograd_lab only its import lines are changed: ``import autograd_lab as torch``.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from normalise import text

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "tutorials"
NAMES = ("autograd_mechanics", "digits_cnn")

_WITHOUT_TORCH = "\nimport sys\n\nassert 'torch' not in sys.modules\n"


def for_autograd_lab(source: str) -> str:
    """The same program with autograd_lab in PyTorch's place."""
    source = re.sub(r"^import torch$", "import autograd_lab as torch", source, flags=re.MULTILINE)
    return re.sub(r"^(import|from) torch\b", r"\1 autograd_lab", source, flags=re.MULTILINE) + _WITHOUT_TORCH


def printed(script: Path) -> str:
    """What the script printed, with nothing in it that changes between runs; it must not warn or fail."""
    alone = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # threads cost more than such sizes gain
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=3600, encoding="utf-8", env=alone
    )
    assert done.returncode == 0 and not done.stderr, f"{script.name}: {done.stderr}"
    return text(done.stdout)


def recorded(name: str) -> tuple[str, str]:
    """PyTorch's version, and what the tutorial printed with it."""
    version, _, output = (DATA / f"{name}.txt").read_text(encoding="utf-8").partition("\n")
    return version.removeprefix("PyTorch "), output
