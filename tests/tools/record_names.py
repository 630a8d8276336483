"""Records from PyTorch 2.13 the public names of its namespaces, for tests/test_left_out.py.

    python tests/tools/record_names.py

writes tests/data/names.json: namespace → its names. Only this tool needs PyTorch. Left aside is what PyTorch's files
happen to import, and their notes: modules, classes and functions from elsewhere, texts.
"""

import importlib
import json
import pathlib
import pkgutil
from types import ModuleType
from typing import Any

import torch

FILE = pathlib.Path(__file__).parents[1] / "data" / "names.json"
CLASSES = {"Tensor": torch.Tensor, "nn.Module": torch.nn.Module}
MODULES = (
    "accelerator", "autograd", "autograd.forward_ad", "autograd.functional", "autograd.graph", "backends",
    "backends.cudnn", "cuda", "distributions", "fft", "func", "linalg", "nn", "nn.functional", "nn.init", "nn.utils",
    "nn.parallel", "nn.utils.rnn", "optim", "optim.lr_scheduler", "special",
    "testing", "utils", "utils.data",
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
    names = {name for name in dir(space) if name not in imported and is_its_own(name, getattr(space, name, 0))}
    parts = {part.name for part in pkgutil.iter_modules(getattr(space, "__path__", [])) if part.name[0] != "_"}
    return " ".join(sorted(names | parts))


def files(folder: pathlib.Path, path: str = "") -> list[str]:
    """What can be imported from here, and from the folders within: ``distributions.normal``."""
    found = []
    for file in sorted(folder.iterdir()):
        is_folder = (file / "__init__.py").exists()
        if file.name[0] != "_" and (is_folder or file.suffix == ".py"):
            found += [path + file.stem, *(files(file, f"{path}{file.stem}.") if is_folder else [])]
    return found


def record() -> dict[str, str]:
    """What the file holds: namespace → names, and "modules": what can be imported."""
    spaces = {"torch": torch, **CLASSES} | {name: importlib.import_module(f"torch.{name}") for name in MODULES}
    found = {name: names_in(space) for name, space in sorted(spaces.items())}
    members = {name: " ".join(each for each in dir(kind) if not each.startswith("_")) for name, kind in CLASSES.items()}
    modules = {"modules": " ".join(files(pathlib.Path(torch.__file__).parent))}
    return found | modules | members  # what a class takes from elsewhere is its own all the same


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=0) + "\n", encoding="utf-8")
