"""Functions for networks, under PyTorch's names. PyTorch: torch/nn/functional.py."""

from .._core.base.left_out import refusing as _refusing
from .._torch.functions.products import linear as linear
from .._torch.surface import row_functions as _row_functions
from .._torch.surface import signatures as _signatures
from .._torch.surface.annotated import annotated as _annotated
from .._torch.surface.guards import guard_functions as _guard_functions
from .._torch.surface.guards import guarded as _guarded
from ..derivatives import folding as _folding
from ._functional.activations import *
from ._functional.attention import scaled_dot_product_attention as scaled_dot_product_attention
from ._functional.convolution import conv1d as conv1d
from ._functional.convolution import conv2d as conv2d
from ._functional.convolution import conv3d as conv3d
from ._functional.convolution import conv_transpose1d as conv_transpose1d
from ._functional.convolution import conv_transpose2d as conv_transpose2d
from ._functional.convolution import conv_transpose3d as conv_transpose3d
from ._functional.convolution import unfold as unfold
from ._functional.embedding import *
from ._functional.losses import *
from ._functional.normalization import *
from ._functional.pooling import adaptive_avg_pool1d as adaptive_avg_pool1d
from ._functional.pooling import adaptive_avg_pool2d as adaptive_avg_pool2d
from ._functional.pooling import adaptive_max_pool2d as adaptive_max_pool2d
from ._functional.pooling import avg_pool1d as avg_pool1d
from ._functional.pooling import avg_pool2d as avg_pool2d
from ._functional.pooling import max_pool1d as max_pool1d
from ._functional.pooling import max_pool2d as max_pool2d
from ._functional.resampling import *
from ._functional.resampling import pad as pad

_guard_functions(globals(), __name__, inner=_annotated)
linear = _guarded(linear.__wrapped__, "linear", _signatures.FUNCTIONS)
pixel_shuffle = _row_functions.function(_folding.pixel_shuffle, "pixel_shuffle")

__getattr__ = _refusing(__name__)
