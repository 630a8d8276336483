"""The engine, under PyTorch's names: `backward`, `grad`, `Function`, the grad modes, and the graph.

PyTorch: torch/autograd/__init__.py.
"""

from .._base.left_out import refusing as _refusing
from . import forward_ad as forward_ad
from . import function as function
from . import functional as functional
from . import graph as graph
from .anomaly_mode import detect_anomaly as detect_anomaly
from .anomaly_mode import set_detect_anomaly as set_detect_anomaly
from .backward import backward as backward
from .backward import grad as grad
from .function import Function as Function
from .grad_mode import enable_grad as enable_grad
from .grad_mode import inference_mode as inference_mode
from .grad_mode import is_grad_enabled as is_grad_enabled
from .grad_mode import no_grad as no_grad
from .grad_mode import set_grad_enabled as set_grad_enabled
from .gradcheck import GradcheckError as GradcheckError
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck
from .multi_grad import increment_version, register_multi_grad_hook
from .mutation import allow_mutation_on_saved_tensors
from .saved_hooks import disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks
from .variable import Variable as Variable

# PyTorch has these in `autograd.graph`. They need Tensor, and Tensor needs that file, so here they stand elsewhere.
graph.increment_version, graph.register_multi_grad_hook = increment_version, register_multi_grad_hook
graph.saved_tensors_hooks, graph.save_on_cpu = saved_tensors_hooks, save_on_cpu
graph.disable_saved_tensors_hooks = disable_saved_tensors_hooks
graph.allow_mutation_on_saved_tensors = allow_mutation_on_saved_tensors
del allow_mutation_on_saved_tensors, disable_saved_tensors_hooks, increment_version
del register_multi_grad_hook, save_on_cpu, saved_tensors_hooks

__getattr__ = _refusing(__name__)
