"""What a number type can hold: `finfo` and `iinfo`. PyTorch: torch/csrc/TypeInfo.cpp."""

from typing import Any

import numpy as np

from ..._core.base import dtypes

__all__ = ["finfo", "iinfo"]


class finfo:
    """What a float type can hold: ``eps``, ``max``, ``min``, ``tiny``, ``resolution``, ``bits``.

    ``type`` is a dtype; the default one when it is left out. TypeError for whole numbers.
    """

    def __init__(self, type: Any = None) -> None:
        kind = dtypes.get_default_dtype() if type is None else _checked(type, "finfo")
        if not kind.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        limits = np.finfo(kind.numpy)
        self.dtype, self.bits = kind.name, limits.bits
        self.eps, self.max, self.min = float(limits.eps), float(limits.max), float(limits.min)
        self.tiny = self.smallest_normal = float(limits.tiny)
        self.resolution = float(f"1e-{limits.precision}")

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={getattr(self, name):.6g}"
            for name in ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        )
        return f"finfo({shown}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype


class iinfo:
    """What an integer type can hold: ``max``, ``min``, ``bits``. TypeError for floats and bools."""

    def __init__(self, type: Any) -> None:
        kind = _checked(type, "iinfo")
        if kind.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        if kind is dtypes.boolean:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(kind.numpy)
        self.dtype, self.bits, self.max, self.min = kind.name, limits.bits, limits.max, limits.min

    def __repr__(self) -> str:
        return f"iinfo(min={float(self.min):.6g}, max={float(self.max):.6g}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype


def _checked(kind: Any, name: str) -> dtypes.dtype:
    if not isinstance(kind, dtypes.dtype):
        raise TypeError(f"{name}(): argument 'type' (position 1) must be torch.dtype, not {type(kind).__name__}")
    return kind
