"""Modules: layers, activations, losses. PyTorch: torch/nn."""

from .._base.left_out import refusing as _refusing
from . import functional as functional
from . import init as init
from . import utils as utils
from .activations import *
from .containers import ModuleDict as ModuleDict
from .containers import ModuleList as ModuleList
from .containers import Sequential as Sequential
from .convolution import Conv1d as Conv1d
from .convolution import Conv2d as Conv2d
from .layers import Flatten as Flatten
from .layers import Identity as Identity
from .layers import Linear as Linear
from .layers import Unflatten as Unflatten
from .losses import *
from .module import Module as Module
from .normalization import *
from .padding import CircularPad1d as CircularPad1d
from .padding import CircularPad2d as CircularPad2d
from .padding import ConstantPad1d as ConstantPad1d
from .padding import ConstantPad2d as ConstantPad2d
from .padding import ReflectionPad1d as ReflectionPad1d
from .padding import ReflectionPad2d as ReflectionPad2d
from .padding import ReplicationPad1d as ReplicationPad1d
from .padding import ReplicationPad2d as ReplicationPad2d
from .padding import ZeroPad1d as ZeroPad1d
from .padding import ZeroPad2d as ZeroPad2d
from .parameter import Parameter as Parameter
from .parameter_containers import ParameterDict as ParameterDict
from .parameter_containers import ParameterList as ParameterList
from .pooling import AdaptiveAvgPool1d as AdaptiveAvgPool1d
from .pooling import AdaptiveAvgPool2d as AdaptiveAvgPool2d
from .pooling import AdaptiveMaxPool2d as AdaptiveMaxPool2d
from .pooling import AvgPool1d as AvgPool1d
from .pooling import AvgPool2d as AvgPool2d
from .pooling import Fold as Fold
from .pooling import MaxPool1d as MaxPool1d
from .pooling import MaxPool2d as MaxPool2d
from .pooling import Unfold as Unfold
from .regularization import *

__getattr__ = _refusing(__name__)
