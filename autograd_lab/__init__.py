"""autograd_lab: see every gradient move, in the graph that PyTorch really builds, with NumPy only.

The names are PyTorch's, so a tutorial on autograd runs with ``import autograd_lab as torch``. What is new:

* ``with record() as trace: loss.backward()`` watches the engine, event by event;
* ``views`` draws a trace (stepper, formula card, ledger …), ``exercises`` asks and answers;
* ``derivatives`` is the table: every derivative, one row each.
"""

import importlib as _importlib
from typing import Any as _Any

from . import autograd as autograd  # first: see the note on order there
from . import _dtype as _dtype
from . import derivatives as derivatives
from ._dtype import Size as Size
from ._functions import *
from ._tensor import Tensor as Tensor
from . import _numpy as _numpy
from .autograd import enable_grad as enable_grad
from .autograd import is_grad_enabled as is_grad_enabled
from .autograd import no_grad as no_grad
from .autograd import set_grad_enabled as set_grad_enabled
from .tracing.recorder import record as record
from .tracing.trace import Trace as Trace

__version__ = "0.1.0"

_LAZY = ("exercises", "nn", "optim", "tracing", "views")


def __getattr__(name: str) -> _Any:
    if name in _LAZY:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module 'torch' has no attribute '{name}'")
