"""The engine, under PyTorch's names: `backward`, `grad`, `Function`, the grad modes, and the graph.

PyTorch: torch/autograd/__init__.py.
"""

from .._core.anomaly_mode import detect_anomaly as detect_anomaly
from .._core.anomaly_mode import set_detect_anomaly as set_detect_anomaly
from .._core.backward import backward as backward
from .._core.backward import grad as grad
from .._core.base.left_out import refusing as _refusing
from .._core.function import Function as Function
from .._core.grad_mode import enable_grad as enable_grad
from .._core.grad_mode import inference_mode as inference_mode
from .._core.grad_mode import is_grad_enabled as is_grad_enabled
from .._core.grad_mode import no_grad as no_grad
from .._core.grad_mode import set_grad_enabled as set_grad_enabled
from . import anomaly_mode as anomaly_mode
from . import forward_ad as forward_ad
from . import function as function
from . import functional as functional
from . import grad_mode as grad_mode
from . import graph as graph
from .gradcheck import GradcheckError as GradcheckError
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck
from .variable import Variable as Variable

__getattr__ = _refusing(__name__)
