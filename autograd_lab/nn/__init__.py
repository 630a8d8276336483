"""Modules: layers, activations, losses. PyTorch: torch/nn."""

from .._base.left_out import refusing as _refusing
from . import functional as functional
from . import init as init
from . import modules as modules
from . import parallel as parallel
from . import utils as utils
from .activations import *
from .containers import *
from .convolution import *
from .dropout import *
from .embedding import *
from .folding import *
from .instance_norm import *
from .layers import *
from .lazy import *
from .losses import *
from .module import Module as Module
from .multihead import *
from .normalization import *
from .padding import *
from .parallel import *
from .parameter import Parameter as Parameter
from .parameter import UninitializedBuffer as UninitializedBuffer
from .parameter import UninitializedParameter as UninitializedParameter
from .parameter_containers import *
from .pooling import *
from .recurrent import *
from .recurrent_cells import *
from .transformer import *
from .transformer_layers import *
from .upsampling import *

__getattr__ = _refusing(__name__)
