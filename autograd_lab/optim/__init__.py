"""Optimizers: how parameters follow their gradients. PyTorch: torch/optim."""

import sys as _sys

from .._core.base.left_out import refusing as _refusing
from . import lr_scheduler as lr_scheduler
from .adadelta import Adadelta as Adadelta
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .adamax import Adamax as Adamax
from .lbfgs import LBFGS as LBFGS
from .optimizer import Optimizer as Optimizer
from .rmsprop import RMSprop as RMSprop
from .sgd import SGD as SGD

_sys.modules[f"{__name__}.adamw"] = adamw = _sys.modules[f"{__name__}.adam"]  # PyTorch has it in a file of its own

__getattr__ = _refusing(__name__)
