"""Modules: layers, activations, losses. PyTorch: torch/nn."""

from . import functional as functional
from . import init as init
from .activations import *
from .containers import Sequential as Sequential
from .layers import Flatten as Flatten
from .layers import Identity as Identity
from .layers import Linear as Linear
from .layers import Unflatten as Unflatten
from .losses import *
from .module import Module as Module
from .normalization import *
from .parameter import Parameter as Parameter
from .regularization import *
