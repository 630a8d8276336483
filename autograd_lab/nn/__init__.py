"""Modules, as far as a first training loop needs them. PyTorch: torch/nn."""

from . import functional as functional
from .containers import Sequential as Sequential
from .layers import Flatten as Flatten
from .layers import Linear as Linear
from .layers import ReLU as ReLU
from .layers import Sigmoid as Sigmoid
from .layers import Tanh as Tanh
from .losses import CrossEntropyLoss as CrossEntropyLoss
from .losses import MSELoss as MSELoss
from .module import Module as Module
from .parameter import Parameter as Parameter
