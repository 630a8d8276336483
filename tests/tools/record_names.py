"""Records from PyTorch 2.13 the public names of its namespaces, for tests/test_left_out.py.

    python tests/tools/record_names.py

writes tests/data/names.json: namespace → its names. Only this tool needs PyTorch. Left aside is what PyTorch's files
happen to import, and their notes: modules, classes and functions from elsewhere, texts.
"""

import importlib
import json
import pathlib
from types import ModuleType
from typing import Any

import torch

FILE = pathlib.Path(__file__).parents[1] / "data" / "names.json"
CLASSES = {"Tensor": torch.Tensor, "nn.Module": torch.nn.Module}
MODULES = (
    "accelerator", "autograd", "autograd.forward_ad", "autograd.functional", "autograd.graph", "backends", "cuda",
    "distributions", "fft", "func", "linalg", "nn", "nn.functional", "nn.init", "nn.utils", "nn.parallel",
    "nn.utils.parametrizations", "nn.utils.rnn", "optim", "optim.lr_scheduler", "special", "testing", "utils",
    "utils.data",
)  # fmt: skip
IMPORTED = {
    "F", "TYPE_CHECKING", "Tensor", "TorchDispatchMode", "Variable", "fwAD", "handle_torch_function",
    "has_torch_function", "has_torch_function_unary", "has_torch_function_variadic", "inf", "is_tensor_like", "torch",
}  # fmt: skip


def is_its_own(name: str, value: Any) -> bool:
    """Whether PyTorch means this name to be there."""
    if name.startswith("_") or isinstance(value, str | dict):
        return False
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return not isinstance(home, str) or home.partition(".")[0] == "torch"


def names_in(space: Any) -> str:
    """All names of a namespace, in one line."""
    imported = IMPORTED if space is not torch else {"TYPE_CHECKING", "torch"}
    return " ".join(name for name in dir(space) if name not in imported and is_its_own(name, getattr(space, name, 0)))


def record() -> dict[str, str]:
    """What the file holds: namespace → names."""
    modules = {name: importlib.import_module(f"torch.{name}") for name in MODULES}
    spaces = {"torch": torch, **CLASSES, **modules}
    found = {name: names_in(space) for name, space in sorted(spaces.items())}
    members = {name: " ".join(each for each in dir(kind) if not each.startswith("_")) for name, kind in CLASSES.items()}
    return found | members  # what a class takes from elsewhere is its own all the same


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=0) + "\n", encoding="utf-8")
