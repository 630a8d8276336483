"""Everything that Tensor gets from outside its class, in one table, and the one loop that puts it there.

The class itself (``autograd/_tensor.py``) knows its numbers, its place in the graph and its hooks. What needs the table
of derivatives, the engine or NumPy's protocols comes from here.
"""

from types import FunctionType
from typing import Any

from .._creation.files import reduce_tensor
from ..autograd._tensor import Tensor
from ..autograd.backward import tensor_backward
from ..autograd.view_history import take_history_from_base
from . import attributes, methods, operators, read_signatures, signatures
from .guards import guarded
from .legacy_types import initialize
from .numpy_protocol import array_function, array_ufunc

_KNOWN = read_signatures.silent_mistakes(signatures.METHODS)


def _method(name: str, function: Any) -> Any:
    """A function as a method: behind a guard. (What is `Deferred` brings its own.)"""
    if not isinstance(function, FunctionType):
        return function
    known = _KNOWN.get(name)
    return guarded(function, name, signatures.METHODS if known else "", *(known or ()), of_tensor=True)


_OWN = {name: item for name, item in vars(Tensor).items() if name in _KNOWN}
"""Methods that stand in the class; they get their guard here too."""

MEMBERS: dict[str, Any] = {
    "__init__": initialize,
    "__array_ufunc__": array_ufunc,
    "__array_function__": array_function,
    "__reduce_ex__": reduce_tensor,
    "_take_history_from_base": take_history_from_base,
    "backward": tensor_backward,
    **{name: _method(name, function) for name, function in {**_OWN, **attributes.METHODS, **methods.METHODS}.items()},
    **operators.OPERATORS,
    **{name: property(get) for name, get in {**attributes.PROPERTIES, **methods.PROPERTIES}.items()},
}
for _name, _member in MEMBERS.items():
    setattr(Tensor, _name, _member)
