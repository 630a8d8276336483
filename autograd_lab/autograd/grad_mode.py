"""The switches that decide whether operations are recorded. How they work: `_core/grad_mode.py`.

PyTorch: torch/autograd/grad_mode.py.
"""

from .._core.base.left_out import refusing as _refusing
from .._core.grad_mode import enable_grad as enable_grad
from .._core.grad_mode import inference_mode as inference_mode
from .._core.grad_mode import no_grad as no_grad
from .._core.grad_mode import set_grad_enabled as set_grad_enabled

__getattr__ = _refusing(__name__)
