"""Optimizers: how parameters follow their gradients. PyTorch: torch/optim."""

import importlib as _importlib
from typing import Any as _Any

from .._base.left_out import refusing as _refusing
from . import lr_scheduler as lr_scheduler
from .adadelta import Adadelta as Adadelta
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .adamax import Adamax as Adamax
from .asgd import ASGD as ASGD
from .lbfgs import LBFGS as LBFGS
from .nadam import NAdam as NAdam
from .optimizer import Optimizer as Optimizer
from .radam import RAdam as RAdam
from .rmsprop import RMSprop as RMSprop
from .rprop import Rprop as Rprop
from .sgd import SGD as SGD

_refuse = _refusing(__name__)


def __getattr__(name: str) -> _Any:
    if name == "swa_utils":  # it needs modules, which no optimizer does
        return _importlib.import_module(f"{__name__}.swa_utils")
    return _refuse(name)
