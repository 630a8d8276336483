"""Nodes, edges, and hooks on saved tensors. How they work: `_core/graph.py` and beside it.

PyTorch: torch/autograd/graph.py.
"""

from .._core.backward_arguments import get_gradient_edge as get_gradient_edge
from .._core.base.left_out import refusing as _refusing
from .._core.graph import GradientEdge as GradientEdge
from .._core.graph import Node as Node
from .._core.hook_registry import RemovableHandle as RemovableHandle
from .._core.saved_hooks import disable_saved_tensors_hooks as disable_saved_tensors_hooks
from .._core.saved_hooks import save_on_cpu as save_on_cpu
from .._core.saved_hooks import saved_tensors_hooks as saved_tensors_hooks

__getattr__ = _refusing(__name__)
