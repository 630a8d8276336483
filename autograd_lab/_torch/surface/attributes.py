"""What a Tensor can tell about its memory and its place; mostly that it lies on the CPU and is nothing special.

PyTorch: torch/_tensor.py, torch/csrc/autograd/python_variable.cpp.
"""

from typing import Any

import numpy as np

from ..._core.base.device import check_device
from ..._core.base.learners_line import warn
from ..._core.tensor import Tensor
from . import number_limits
from .legacy_types import as_subclass, new, type_of


def data_ptr(self: Tensor) -> int:
    """Where in memory the first element lies; views and ``detach()`` of a tensor may share it."""
    if not isinstance(self._data, np.ndarray):
        self._data = np.asarray(self._data)  # a NumPy scalar has no address that would stay
    return self._data.__array_interface__["data"][0]


def cuda(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """Refused: there is no GPU here.

    Raises:
        AssertionError: always, in PyTorch's words.
    """
    check_device("cuda")
    return self


def contains(self: Tensor, element: Any) -> bool:
    """``1.0 in x``: whether any element equals it, which may be a number or a tensor (stretched as for ``==``).

    Raises:
        RuntimeError: for anything else.
    """
    if not isinstance(element, Tensor | int | float | np.generic):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((element == self).any().item())


def itself(self: Tensor) -> Tensor:
    """The tensor itself: there are no complex numbers here."""
    return self


def _always(value: Any, *names: str) -> dict[str, Any]:
    """Methods (or getters) of these names that answer so."""

    def answer(self: Tensor) -> Any:
        return value

    answer.__doc__ = f"Always {value!r} here."
    return dict.fromkeys(names, answer)


def is_pinned(self: Tensor, device: Any = None) -> bool:
    """Always False here."""
    return False


_VOLATILE_SET = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."


def _get_volatile(self: Tensor) -> bool:
    """Always False, with a warning: it is gone from PyTorch; `no_grad` does what it did."""
    warn("volatile was removed (Variable.volatile is always False)")
    return False


def _set_volatile(self: Tensor, value: Any) -> None:
    warn(_VOLATILE_SET)


METHODS = {
    "data_ptr": data_ptr,
    "cuda": cuda,
    "type": type_of,
    "new": new,
    "as_subclass": as_subclass,
    "is_signed": number_limits.is_signed,
    "is_nonzero": number_limits.is_nonzero,
    "__contains__": contains,
    **_always(False, "is_complex", "is_conj", "is_neg", "is_shared"),
    "is_pinned": is_pinned,
    **_always(-1, "get_device"),
    **dict.fromkeys(("conj", "resolve_conj", "resolve_neg"), itself),
}
OTHER_KINDS = (
    "is_cuda", "is_ipu", "is_maia", "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested", "is_quantized",
    "is_sparse", "is_sparse_csr", "is_vulkan", "is_xla", "is_xpu",
)  # fmt: skip
PROPERTIES = {
    **_always(number_limits.strided, "layout"),
    **_always(True, "is_cpu"),
    **_always(False, *OTHER_KINDS),
    "real": itself,
}
SETTABLE = {"volatile": property(_get_volatile, _set_volatile)}
