"""Lets the parity tests import their helpers by name, and registers the marker of those that need PyTorch."""

import sys
from pathlib import Path

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)


def pytest_configure(config):
    """The marker of the tests that re-run real PyTorch."""
    config.addinivalue_line("markers", "torch: needs PyTorch (the oracle); skipped where it is not installed")
