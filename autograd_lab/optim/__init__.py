"""Optimizers: how parameters follow their gradients. PyTorch: torch/optim."""

from .._base.left_out import refusing as _refusing
from . import lr_scheduler as lr_scheduler
from .adagrad import Adagrad as Adagrad
from .adam import Adam as Adam
from .adam import AdamW as AdamW
from .optimizer import Optimizer as Optimizer
from .rmsprop import RMSprop as RMSprop
from .sgd import SGD as SGD

__getattr__ = _refusing(__name__)
