"""``out=``: the result goes into a tensor that is there already. It is computed as ever, and then written.

PyTorch: aten/src/ATen/native/Resize.cpp, tools/autograd/templates/VariableType.cpp.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._core.base.learners_line import warn
from ..._core.base.state import thread
from ..._core.call_in_place import overwrite
from ..._core.in_place_checks import check_kind
from ..._core.tensor import Tensor
from . import read_signatures, signatures

_RESIZED = (
    "An output with one or more elements was resized since it had shape {}, which does not match the required output "
    "shape {}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they "
    "have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
    "t.resize_(0)."
)


def is_wanted(name: str, table: str, out: Any) -> bool:
    """Whether this is a tensor, or None, for a function that takes one."""
    if table is not signatures.FUNCTIONS or not isinstance(out, Tensor | None):
        return False
    known = read_signatures.signatures_of(name, table)[0]
    return any((one.name, one.type) == ("out", "Tensor") for signature in known for one in signature.parameters)


def into(name: str, function: Callable, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Call the function, and write its result into ``out``, which takes the result's shape.

    Raises:
        RuntimeError: a gradient is wanted, or ``out`` cannot hold the result's dtype.
    """
    out, rest = kwargs["out"], {word: value for word, value in kwargs.items() if word != "out"}
    if out is None:
        return function(*args, **rest)
    given = [item for arg in (*args, *rest.values(), out) for item in (arg if isinstance(arg, list | tuple) else [arg])]
    if thread.state.grad_enabled and any(isinstance(item, Tensor) and item.requires_grad for item in given):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad."
        )
    data = function(*args, **rest)._data
    check_kind(out, data)
    if out.shape != data.shape:
        if out.numel():
            warn(_RESIZED.format(list(out.shape), list(data.shape)))
        out._data, out._shared = np.zeros(data.shape, out._data.dtype), None
    overwrite(out, data)
    return out
