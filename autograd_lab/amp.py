"""``torch.amp`` switched off, as it is in a PyTorch without CUDA: programs have it in their training loops everywhere.

Switched on it is left out: ``autocast("cpu")`` would compute in bfloat16, and nothing here overflows that a scale would
save. PyTorch: torch/amp/autocast_mode.py, torch/amp/grad_scaler.py.
"""

import sys as _sys
from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any

from ._core.base.device import device as _device
from ._core.base.errors import type_name
from ._core.base.learners_line import warn
from ._core.base.left_out import refusing_all as _refusing_all

_WHY = "half precision beyond float16 is left out: use float32"
_NO_CASTS = "CUDA is not available or torch_xla is imported. Disabling autocast."
_NO_SCALES = "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling."

__getattr__ = _refusing_all(__name__, _WHY)
autocast_mode = grad_scaler = _sys.modules[__name__]  # the files in which PyTorch has them
_sys.modules |= {f"{__name__}.autocast_mode": autocast_mode, f"{__name__}.grad_scaler": grad_scaler}


class autocast(ContextDecorator):
    """A block, or a function, in which nothing is cast: only the CPU could, and that is left out.

    Raises:
        ValueError, RuntimeError: ``device_type`` is no text, or names no type of device.
        NotImplementedError: for the CPU, unless ``enabled`` is False.
    """

    def __init__(self, device_type: str, dtype: Any = None, enabled: bool = True, cache_enabled: bool | None = None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        kind = _device(device_type).type
        if enabled and kind == "cpu":
            __getattr__("autocast")()
        if enabled and kind == "cuda":
            warn(_NO_CASTS)

    def __enter__(self) -> "autocast":
        return self

    def __exit__(self, *error: object) -> None:
        return None


class GradScaler:
    """Hands everything on: ``scaler.scale(loss).backward(); scaler.step(optimizer); scaler.update()`` is a step.

    Raises:
        NotImplementedError: for anything but "cuda", unless ``enabled`` is False.
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        if enabled and device != "cuda":
            __getattr__("GradScaler")()
        if enabled:
            warn(_NO_SCALES)

    def scale(self, outputs: Any) -> Any:
        """The loss (or several) as it is."""
        return outputs

    def unscale_(self, optimizer: Any) -> None:
        """Nothing: the gradients have their true size."""

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """``optimizer.step()``."""
        step: Callable = optimizer.step
        return step(*args, **kwargs)

    def update(self, new_scale: Any = None) -> None:
        """Nothing."""

    def get_scale(self) -> float:
        """Always 1."""
        return 1.0

    def is_enabled(self) -> bool:
        """Always False."""
        return False

    def state_dict(self) -> dict[str, Any]:
        """Always empty."""
        return {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Nothing."""


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Always False.

    Raises:
        TypeError: ``device_type`` is no text.
    """
    if not isinstance(device_type, str | None):
        kind = type_name(device_type)
        raise TypeError(f"is_autocast_enabled(): argument 'device_type' (position 1) must be str, not {kind}")
    return False
