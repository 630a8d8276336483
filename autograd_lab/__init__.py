"""autograd_lab: see every gradient move, in the graph that PyTorch really builds, with NumPy only.

The names are PyTorch's, so a tutorial on autograd runs with ``import autograd_lab as torch``. What is new:

* ``with record() as trace: loss.backward()`` watches the engine, event by event;
* ``views`` draws a trace (stepper, formula card, ledger …), ``exercises`` asks and answers;
* ``derivatives`` is the table: every derivative, one row each.

The package has four wings. To read the source, begin with ``small.py``, a whole engine in one short file.

========================================  ==========================================================================
engine                                    ``derivatives`` (the table), ``_core`` (tensors, graph, engine), ``autograd``
PyTorch's surface                         ``_torch`` (functions, members, error texts), ``nn``, ``optim``, ``utils`` …
watching                                  ``tracing`` (from events to answers), ``views`` (from a trace to a picture)
course                                    ``exercises``, ``site``, ``classroom``, ``cli``
========================================  ==========================================================================
"""

import importlib as _importlib
import sys as _sys
import types as _types
from typing import Any as _Any

from . import autograd as autograd
from . import derivatives as derivatives
from . import random as random
from ._core.base.left_out import left_out as _left_out
from ._core.refusals.matrices import LinAlgError as _LinAlgError
from ._core.table import lookup as _lookup
from ._torch.surface import names as _names
from ._torch.surface.names import *  # every function, Tensor with its methods, and the dtypes

__version__ = "0.1.0"
_C = _types.SimpleNamespace(_LinAlgError=_LinAlgError)
"""PyTorch's compiled half, of which programs name but this one error."""

_LOADED_LATER = {
    "GradScaler": "amp",
    "Trace": "tracing.trace.trace",
    "autocast": "amp",
    "is_autocast_enabled": "amp",
    "record": "tracing.recording.recorder",
    "linalg": "linalg",
    "show": "tracing.recording.show",
    "vmap": "func",
    "watch": "tracing.recording.watch",
    "why": "tracing.recording.recorder",
    **{
        name: name
        for name in (
            *("accelerator", "amp", "backends", "cuda", "distributed", "distributions", "exercises", "func"),
            *("functional", "jit", "nn", "optim", "testing", "tracing", "utils", "views"),
        )
    },
}
_LOADED_LATER.update(
    dict.fromkeys(
        (
            *("adaptive_avg_pool1d", "avg_pool1d", "bilinear", "conv1d", "conv2d", "conv3d", "conv_transpose1d"),
            *("conv_transpose2d", "conv_transpose3d", "group_norm", "layer_norm", "max_pool1d", "max_pool2d"),
            "rms_norm",
        ),
        "nn.functional",
    )
)
"""What not every program needs: name → the module that it is in, or is."""
_NOT_STARRED = {"amp", "distributed", "distributions", "exercises", "jit", "nn", "optim", "testing", "utils", "views"}
"""What `from autograd_lab import *` does not bring."""


def __getattr__(name: str) -> _Any:
    if name in _names.ROWS:
        return globals().setdefault(name, _names.row_function(name))
    if name in _LOADED_LATER:
        module = _importlib.import_module(f"{__name__}.{_LOADED_LATER[name]}")
        return globals().setdefault(name, getattr(module, name, module))
    if name == "__all__":
        return [each for each in __dir__() if not each.startswith("_") and each not in _NOT_STARRED]
    missing = _left_out(name)
    if missing is not None:
        return missing
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *_names.ROWS, *_LOADED_LATER})


_sys.modules[f"{__name__}.return_types"] = return_types

# Where the table looks for the public names of its rows.
_lookup.SPACES["torch."] = lambda: _importlib.import_module(__name__)
_lookup.SPACES["Tensor."] = lambda: Tensor
_lookup.SPACES["torch.nn.functional."] = lambda: _importlib.import_module(f"{__name__}.nn.functional")
_lookup.SPACES["torch.linalg."] = lambda: _importlib.import_module(f"{__name__}.linalg")
