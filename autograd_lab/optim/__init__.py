"""Optimizers: how parameters follow their gradients. PyTorch: torch/optim."""

from .adam import Adam as Adam
from .optimizer import Optimizer as Optimizer
from .sgd import SGD as SGD
