"""What PyTorch has and autograd_lab has not: it is named, and says so when it is called.

Only the call raises. Looking at the name must not: ``hasattr``, tab completion and documentation tools look at every
name, and expect an AttributeError or nothing.
"""

import functools
from collections.abc import Callable
from typing import Any, NoReturn

_ADVICE = "for that, use PyTorch itself."
_WHY = {
    "complex numbers are left out: a tensor holds real numbers, integers or booleans": (
        "complex complex32 complex64 complex128 cfloat cdouble chalf polar view_as_complex view_as_real fft imag"
    ),
    "sparse tensors are left out: every tensor here is strided": (
        "sparse sparse_coo sparse_csr sparse_coo_tensor sparse_csr_tensor sparse_compressed_tensor"
    ),
    "vmap is left out: write a loop, or a batch dimension": "vmap",
    "compiling and exporting are left out: the program runs as it is written": "compile jit fx export onnx compiler",
    "quantization is left out: use float32 or float64": (
        "quantization ao quantize_per_tensor quantize_per_channel qint8 quint8 qint32"
    ),
    "half precision beyond float16 is left out: use float32": "bfloat16 autocast amp",
    "working on several machines or processes is left out": "distributed multiprocessing",
    "profiling is left out: autograd_lab.record() shows what backward does": "profiler",
    "loading libraries and models is left out": "hub ops classes library",
}
REASONS = {name: why for why, names in _WHY.items() for name in names.split()}


class LeftOut:
    """Stands where PyTorch has something that is not here; calling it, or a part of it, raises NotImplementedError."""

    def __init__(self, name: str, why: str) -> None:
        self.__name__ = self.__qualname__ = name
        self._why = why

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(f"{self.__name__} is not in autograd_lab: {self._why}; {_ADVICE}")

    def __getattr__(self, name: str) -> "LeftOut":
        if name.startswith("__"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        return LeftOut(f"{self.__name__}.{name}", self._why)

    def __repr__(self) -> str:
        return f"<{self.__name__}: not in autograd_lab>"


@functools.cache
def left_out(name: str, module: str = "torch") -> LeftOut | None:
    """What to give for a name that PyTorch has and this package has not; None for any other name."""
    why = REASONS.get(name)
    return None if why is None else LeftOut(f"{module}.{name}", why)


def refused(name: str, why: str) -> Callable:
    """A function of this name that only raises NotImplementedError with this reason."""

    def function(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{name} is not part of autograd_lab: {why}")

    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    function.__doc__ = f"Not part of autograd_lab: {why}"
    return function
