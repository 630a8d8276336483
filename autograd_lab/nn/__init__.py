"""Modules: layers, activations, losses. PyTorch: torch/nn."""

from .._core.base.left_out import refusing as _refusing
from . import functional as functional
from . import init as init
from . import modules as modules
from . import parallel as parallel
from . import utils as utils
from .activations import *
from .containers import *
from .convolution import *
from .embedding import *
from .layers import *
from .lazy import *
from .losses import *
from .module import Module as Module
from .multihead import *
from .normalization import *
from .parallel import *
from .parameter import Parameter as Parameter
from .parameter import UninitializedBuffer as UninitializedBuffer
from .parameter import UninitializedParameter as UninitializedParameter
from .pooling import *
from .recurrent import *
from .transformer import *

__getattr__ = _refusing(__name__)
