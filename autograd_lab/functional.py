"""``torch.functional``: another way to some functions of torch. PyTorch: torch/functional.py."""

import sys as _sys
from typing import Any as _Any

_NAMES = "broadcast_shapes broadcast_tensors cdist einsum meshgrid norm split tensordot unique"


def __getattr__(name: str) -> _Any:
    if name == "__all__":
        return __dir__()
    if name.startswith("_"):
        raise AttributeError(f"module 'torch.functional' has no attribute '{name}'")
    return getattr(_sys.modules[__package__], name)


def __dir__() -> list[str]:
    return _NAMES.split()
