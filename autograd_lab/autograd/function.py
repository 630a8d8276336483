"""`Function`: an operation with a backward of your own. How it runs: `_core/function.py`.

PyTorch: torch/autograd/function.py.
"""

from .._core.base.left_out import refusing as _refusing
from .._core.function import BackwardCFunction as BackwardCFunction
from .._core.function import Function as Function
from .._core.function import InplaceFunction as InplaceFunction
from .._core.function import once_differentiable as once_differentiable
from .._core.function_ctx import FunctionCtx as FunctionCtx

__getattr__ = _refusing(__name__)
