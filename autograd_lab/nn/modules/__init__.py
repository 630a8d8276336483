"""``torch.nn.modules``: another way to the modules of ``torch.nn``, by the files in which PyTorch has them.

``nn.modules.linear.Linear`` is ``nn.Linear``, and so is everything else: each of the files looks names up in ``nn``.

PyTorch: torch/nn/modules.
"""

import sys as _sys
from types import ModuleType as _ModuleType
from typing import Any as _Any

from .. import convolution as _convolution
from .. import losses as _losses
from .. import module as module
from .. import normalization as _normalization
from . import utils as utils

_FILES = """activation adaptive batchnorm channelshuffle container conv distance dropout flatten fold instancenorm lazy
    linear linear_cross_entropy linear_cross_entropy_options loss normalization
    padding pixelshuffle pooling rnn sparse transformer upsampling"""
_BASES = {
    "_BatchNorm": _normalization._BatchNorm,
    "_ConvNd": _convolution._ConvNd,
    "_InstanceNorm": _normalization._InstanceNorm,
    "_Loss": _losses._Loss,
    "_WeightedLoss": _losses._WeightedLoss,
}
"""What programs inherit from or ask `isinstance` for, although it has an underscore."""
_NN = _sys.modules[__package__.rpartition(".")[0]]


class _File(_ModuleType):
    """One of PyTorch's files, e.g. ``nn.modules.linear``."""

    def __getattr__(self, name: str) -> _Any:
        if name in _BASES:
            return _BASES[name]
        if name.startswith("_"):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        return getattr(_NN, name)


for _name in _FILES.split():
    globals()[_name] = _sys.modules[f"{__name__}.{_name}"] = _File(f"{__name__}.{_name}", _File.__doc__)
_sys.modules[f"{__name__}.module"] = module


def __getattr__(name: str) -> _Any:
    if name.startswith("_"):
        raise AttributeError(f"module 'torch.nn.modules' has no attribute '{name}'")
    return getattr(_NN, name)
