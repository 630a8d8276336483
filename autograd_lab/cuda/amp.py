"""``torch.cuda.amp``: `torch.amp` by the names of former times. PyTorch: torch/cuda/amp."""

import sys as _sys
from typing import Any

from .. import amp as _amp
from .._core.base.learners_line import warn

_OLD = "`torch.cuda.amp.{0}(args...)` is deprecated. Please use `torch.amp.{0}('cuda', args...)` instead."

__getattr__ = _amp.__getattr__
autocast_mode = common = grad_scaler = _sys.modules[__name__]  # the files in which PyTorch has them
_sys.modules |= {f"{__name__}.{_file}": autocast_mode for _file in ("autocast_mode", "common", "grad_scaler")}


class autocast(_amp.autocast):
    """``torch.amp.autocast("cuda")``, in which nothing is cast."""

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: bool = True):
        warn(_OLD.format("autocast"), FutureWarning)
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(_amp.GradScaler):
    """``torch.amp.GradScaler("cuda")``, which hands everything on."""

    def __init__(
        self,
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        warn(_OLD.format("GradScaler"), FutureWarning)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
