"""Records what the tutorials of ``tests/tutorials`` print with real PyTorch.

Run it with an interpreter that has ``torch==2.13.0`` (CPU) and scikit-learn::

    python tests/tools/record_tutorials.py            # rewrite tests/data/tutorials/*.txt
    python tests/tools/record_tutorials.py DIRECTORY  # write the files somewhere else

The first line of a file is PyTorch's version; then comes what was printed, without the addresses of nodes.
"""

import importlib.metadata
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS / "parity"), str(TESTS / "tutorials")]

from tutorial_scripts import DATA, HERE, NAMES, printed  # noqa: E402  the tests' own helper, found through the line above


def main(directory: Path) -> None:
    """Run every tutorial and write one file for each."""
    version = importlib.metadata.version("torch").partition("+")[0]
    directory.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        output = printed(HERE / f"{name}.py")
        (directory / f"{name}.txt").write_text(f"PyTorch {version}\n{output}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DATA)
