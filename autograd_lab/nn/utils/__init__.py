"""Helpers for training. PyTorch: torch/nn/utils."""

from ..._core.base.left_out import refusing as _refusing
from ..._torch.surface.guards import guard_functions as _guard_functions
from . import rnn as rnn
from .clip_grad import clip_grad_norm as clip_grad_norm
from .clip_grad import clip_grad_norm_ as clip_grad_norm_
from .clip_grad import clip_grad_value_ as clip_grad_value_
from .weight_norm import remove_weight_norm as remove_weight_norm
from .weight_norm import weight_norm as weight_norm

_guard_functions(globals(), __name__)

__getattr__ = _refusing(__name__)
