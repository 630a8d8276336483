"""Everything public that can be called, from the package's own lists: a new name joins by being there."""

import builtins
import importlib
import inspect
import json
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import autograd_lab as al
from autograd_lab._core.base.left_out import LeftOut

SPACES = (
    "", "Tensor", "nn.functional", "linalg", "special", "nn", "nn.init", "nn.utils", "nn.utils.rnn",
    "optim", "optim.lr_scheduler", "autograd",
    "autograd.functional", "autograd.graph", "utils.data", "distributions", "func", "random", "functional",
)  # fmt: skip
OPERATORS = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift", "eq",
    "ne", "lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "getitem", "setitem", "delitem", "iadd", "isub",
    "imul", "itruediv", "ifloordiv", "imod", "ipow", "iand", "ior", "ixor", "contains", "index", "truth", "int",
    "float", "len", "iter",
)  # fmt: skip
KNOWN = json.loads((Path(__file__).parents[1] / "data" / "names.json").read_text(encoding="utf-8"))
"""The public names of PyTorch's namespaces; what is ours alone stands at the top."""
SWITCHES = {
    "load", "manual_seed", "save", "seed", "set_anomaly_enabled", "set_default_device", "set_default_dtype",
    "set_default_tensor_type", "set_deterministic_debug_mode", "set_detect_anomaly", "set_grad_enabled",
    "set_num_threads", "set_printoptions", "set_rng_state", "use_deterministic_algorithms", "whole_tracebacks",
}  # fmt: skip
"""Names that turn a switch of the process, or write a file; they have tests of their own."""


def space_of(torch: Any, space: str) -> Any:
    """The namespace of this name in a library, or None."""
    found = torch
    for part in filter(None, space.split(".")):
        found = getattr(found, part, None)
    return None if isinstance(found, LeftOut) else found


def _is_its_own(item: Any, name: str, space: str) -> bool:
    """Whether a namespace means this name to be there, and has not only imported it."""
    if inspect.ismodule(item) or isinstance(item, LeftOut) or not callable(item):
        return False
    if space in KNOWN:
        return name in KNOWN[space].split()
    return space in ("", "Tensor") or getattr(item, "__module__", "") == f"autograd_lab.{space}"


def callables() -> list[tuple[str, str]]:
    """(namespace, name) of everything that can be called; the operators stand in the namespace ``operator``."""
    found = [("operator", name) for name in OPERATORS]
    for space in SPACES:
        try:
            home = importlib.import_module(f"autograd_lab.{space}") if space not in ("", "Tensor") else None
        except ImportError:
            continue
        home = home or space_of(al, space)
        for name in getattr(home, "__all__", None) or dir(home):
            if not name.startswith("_") and name not in SWITCHES and _is_its_own(getattr(home, name), name, space):
                found.append((space, name))
    return found


def target(torch: Any, space: str, name: str) -> Callable[..., Any]:
    """What is called in this library; of a method, a function whose first argument is the tensor."""
    if space == "operator":
        return getattr(operator, name, None) or getattr(builtins, name)
    if space == "Tensor":
        return lambda tensor, *args, **kwargs: getattr(tensor, name)(*args, **kwargs)
    return getattr(space_of(torch, space), name)
