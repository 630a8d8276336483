"""Everything that Tensor gets from outside its class, in one table, and the one loop that puts it there.

The class itself (``_core/tensor.py``) says how a tensor hangs in the graph. What has a file of its own beside it
(``.grad``, memory), and what needs the table of derivatives, the engine or the protocols of Python and NumPy, comes
from here.
"""

from types import FunctionType
from typing import Any

from ..._core import tensor_grad, tensor_memory
from ..._core.backward import tensor_backward
from ..._core.tensor import Tensor
from ..._core.view_history import take_history_from_base
from ..creation.files import reduce_tensor
from . import attributes, methods, numpy_protocol, python_protocol, read_signatures, signatures
from .annotated import annotated_in_torch
from .guards import guarded
from .legacy_types import initialize

_SIGNED = read_signatures.silent_mistakes(signatures.METHODS)
"""Methods whose signatures are known."""


def _method(name: str, function: Any) -> Any:
    """A function as a method: behind a guard. (What is `Deferred` brings its own.)"""
    if not isinstance(function, FunctionType):
        return function
    if name in _SIGNED:
        return guarded(function, name, signatures.METHODS, *_SIGNED[name], of_tensor=True)
    return guarded(function, name, of_tensor=True, inner=annotated_in_torch(function, name))


_BESIDE = {**tensor_grad.MEMBERS, **tensor_memory.MEMBERS, **python_protocol.MEMBERS, **numpy_protocol.MEMBERS}
_OWN = {name: item for name, item in {**vars(Tensor), **_BESIDE}.items() if name in _SIGNED}
"""Methods of the class, and of the files beside it, that have signatures; the others there need no guard."""

MEMBERS: dict[str, Any] = {
    **_BESIDE,
    "__init__": initialize,
    "__reduce_ex__": reduce_tensor,
    "_take_history_from_base": take_history_from_base,
    "backward": tensor_backward,
    **{name: _method(name, function) for name, function in {**_OWN, **attributes.METHODS, **methods.METHODS}.items()},
    **methods.OPERATORS,
    **attributes.SETTABLE,
    **{name: property(get) for name, get in {**attributes.PROPERTIES, **methods.PROPERTIES}.items()},
}
for _name, _member in MEMBERS.items():
    setattr(Tensor, _name, _member)
