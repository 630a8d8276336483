"""Schedulers: the step size from one epoch to the next. PyTorch: torch/optim/lr_scheduler.py."""

from ..._core.base.left_out import refusing as _refusing
from ..optimizer import Optimizer as Optimizer
from .factors import CosineAnnealingLR as CosineAnnealingLR
from .factors import ExponentialLR as ExponentialLR
from .factors import LambdaLR as LambdaLR
from .factors import LinearLR as LinearLR
from .factors import MultiStepLR as MultiStepLR
from .factors import StepLR as StepLR
from .one_cycle import OneCycleLR as OneCycleLR
from .plateau import ReduceLROnPlateau as ReduceLROnPlateau
from .scheduler import LRScheduler as LRScheduler
from .sequential import SequentialLR as SequentialLR

_LRScheduler = LRScheduler

__getattr__ = _refusing(__name__)
