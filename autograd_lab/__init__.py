"""autograd_lab: see every gradient move, in the graph that PyTorch really builds, with NumPy only.

The names are PyTorch's, so a tutorial on autograd runs with ``import autograd_lab as torch``. What is new:

* ``with record() as trace: loss.backward()`` watches the engine, event by event;
* ``views`` draws a trace (stepper, formula card, ledger …), ``exercises`` asks and answers;
* ``derivatives`` is the table: every derivative, one row each.
"""

import importlib as _importlib
import sys as _sys
from typing import Any as _Any

__version__ = "0.1.0"

# `import autograd_lab` is cheap, so that a program may have it at its top and yet start at once; the package is loaded
# when a name of it is wanted. All of it then, in the order of `_public`: a Tensor never meets the world without its
# operators. Python asks a package for its `__path__` before it imports anything inside. Taken away, `__path__` is a
# name like the others, so `import autograd_lab.nn` too begins with loading the whole (see `_Once`).
_PATH = __path__
del __path__

_ELSEWHERE = {"Trace": "tracing.trace", "record": "tracing.recorder", "vmap": "func"}
_SMALL_PARTS = ("accelerator", "backends", "cuda", "func", "linalg", "tracing")
_BIG_PARTS = ("exercises", "nn", "optim", "utils", "views")  # which `from autograd_lab import *` does not bring
_LATER = {**_ELSEWHERE, **{name: name for name in _SMALL_PARTS + _BIG_PARTS}}
"""What few programs need is loaded by itself: name → the module that it is in, or is."""


class _Once:
    """Finder and loader for the import that asked for `__path__`: its module may have come meanwhile, with the whole.

    Python looks whether a module is there before it asks for the path, not after, and would load it a second time.
    """

    @staticmethod
    def find_spec(name: str, path: _Any = None, target: _Any = None) -> _Any:
        if name.startswith(f"{__name__}."):
            _sys.meta_path.remove(_Once)
            if name in _sys.modules:
                return type(__spec__)(name, _Once, loader_state=_sys.modules[name].__spec__)
        return None

    @staticmethod
    def create_module(spec: _Any) -> _Any:
        return _sys.modules[spec.name]

    @staticmethod
    def exec_module(module: _Any) -> None:
        module.__spec__ = module.__spec__.loader_state


def _load() -> None:
    """Put everything public in its place: all of it the first time, nothing later. (Other threads wait for it.)"""
    globals()["__path__"] = _PATH
    _importlib.import_module("._public", __name__)


def __getattr__(name: str) -> _Any:
    asked_for_path = name == "__path__" and name not in globals()
    _load()
    if asked_for_path:
        _sys.meta_path.insert(0, _Once)
    if name in globals():
        return globals()[name]
    if name in _LATER:
        module = _importlib.import_module(f"{__name__}.{_LATER[name]}")
        return globals().setdefault(name, getattr(module, name, None))
    if name == "__all__":
        return [each for each in __dir__() if not each.startswith("_") and each not in _BIG_PARTS]
    missing = _importlib.import_module("._left_out", __name__).left_out(name)
    if missing is not None:
        return missing
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


def __dir__() -> list[str]:
    _load()
    return sorted({*globals(), *_LATER})
