"""How a module prints: its name, its settings, and its parts below each other. PyTorch: torch/nn/modules/module.py."""

from collections.abc import Mapping
from typing import Any


def told(name: str, settings: str, parts: Mapping[str, Any]) -> str:
    """``ReLU()``, ``Linear(in_features=2, …)``, or one line for each part between such parentheses."""
    lines = [*settings.splitlines(), *(f"({key}): {indented(repr(part))}" for key, part in parts.items())]
    if not parts and len(lines) < 2:
        return f"{name}({''.join(lines)})"
    return f"{name}(\n  " + "\n  ".join(lines) + "\n)"


def indented(text: str) -> str:
    """Every line but the first two places to the right."""
    return text.replace("\n", "\n  ")
