"""The engine, under PyTorch's names: `backward`, `grad`, `Function`, the grad modes, and the graph."""

import importlib as _importlib
from typing import Any as _Any

from . import graph as graph
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import is_grad_enabled as is_grad_enabled
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled

# Tensor needs the graph, and what follows needs Tensor: this order is the one-way road, not a matter of taste.
from .backward import backward as backward  # isort: skip
from .backward import grad as grad  # isort: skip
from .function import Function as Function  # isort: skip
from . import function as function  # isort: skip
from .gradcheck import GradcheckError as GradcheckError  # isort: skip
from .gradcheck import gradcheck as gradcheck  # isort: skip
from .anomaly_mode import detect_anomaly as detect_anomaly  # isort: skip
from .anomaly_mode import set_detect_anomaly as set_detect_anomaly  # isort: skip
from .variable import Variable as Variable  # isort: skip
from .gradcheck import gradgradcheck as gradgradcheck  # isort: skip

_LATER = ("forward_ad", "functional")  # few programs need them


def __getattr__(name: str) -> _Any:
    if name in _LATER:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*globals(), *_LATER]
