"""``out=``: the results go into tensors that are there already. They are computed as ever, and then written.

PyTorch: aten/src/ATen/native/Resize.cpp, tools/autograd/templates/VariableType.cpp.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._core.base import return_types
from ..._core.base.dtypes import boolean, uint8
from ..._core.base.learners_line import warn
from ..._core.base.state import thread
from ..._core.base.strided import as_strided, geometry
from ..._core.call_in_place import overwrite
from ..._core.in_place_checks import BOUNDS, check_kind
from ..._core.tensor import Tensor
from ..._core.tensor_memory import share_number
from . import read_signatures, signatures

_RESIZED = (
    "An output with one or more elements was resized since it had shape {}, which does not match the required output "
    "shape {}. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they "
    "have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
    "t.resize_(0)."
)

_WRONG_TYPE = {
    "Found dtype {out.short} but expected {result.short}": """abs absolute bitwise_not ceil clamp clamp_max clamp_min
        clip fix floor frac neg negative round sgn sign trunc""",
    "Expected out tensor to have dtype {result.c_name}, but got {out.c_name} instead": """argmax argmin diag isin matmul
        tril triu""",
}
"""What PyTorch says of an ``out`` that has not the result's dtype → functions that take no other."""
_TYPE_TEXTS = {name: text for text, names in _WRONG_TYPE.items() for name in names.split()}

NAMES = {
    "": dict(
        inverse="linalg_inv_ex", matrix_power="matmul", norm="norm", slogdet="_linalg_slogdet",
        svd="_linalg_svd", tensordot="tensordot",
    ),
    "linalg": dict(
        cholesky="linalg_cholesky_ex", cholesky_ex="linalg_cholesky_ex", cross="linalg_cross", det="_linalg_det",
        eigh="_linalg_eigh", eigvalsh="_linalg_eigh", inv="linalg_inv_ex", inv_ex="linalg_inv_ex", matmul="matmul",
        matrix_norm="linalg_matrix_norm", matrix_power="matmul", norm="linalg_norm",
        pinv="linalg_pinv", qr="linalg_qr", slogdet="_linalg_slogdet", solve="_linalg_solve_ex", svd="_linalg_svd",
        svdvals="_linalg_svd", vecdot="sum", vector_norm="linalg_vector_norm",
    ),
}  # fmt: skip
"""Module → function → what PyTorch calls it when it refuses ``out``: the function that does the work there."""


def is_wanted(name: str, table: str, out_as: str, kwargs: dict[str, Any]) -> bool:
    """Whether the call of a function that takes ``out`` brings one."""
    out = kwargs["out"]
    if not (isinstance(out, Tensor | None) or (isinstance(out, tuple | list) and _are_tensors(out))):
        return False
    if out_as:
        return True
    if table is not signatures.FUNCTIONS:
        return False
    wanted = ("tuple of Tensors",) if isinstance(out, tuple | list) else ("Tensor",)
    wanted = ("Tensor", "tuple of Tensors") if out is None else wanted
    known = read_signatures.signatures_of(name, table)[0]
    return any(one.name == "out" and one.type in wanted for signature in known for one in signature.parameters)


def into(name: str, function: Callable, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Call the function, and write its results into ``out``: a tensor, or one for each; they take the results' shapes.

    Raises:
        RuntimeError: a gradient is wanted, or ``out`` cannot hold a result's dtype.
        TypeError: more or fewer tensors than results.
    """
    out, rest = kwargs["out"], {word: value for word, value in kwargs.items() if word != "out"}
    if out is None:
        return function(*args, **rest)
    given = [
        item for arg in (*args, *rest.values(), out) for item in (arg if isinstance(arg, list | tuple) else (arg,))
    ]
    if thread.state.grad_enabled and any(isinstance(item, Tensor) and item.requires_grad for item in given):
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad."
        )
    result = function(*args, **rest)
    if isinstance(result, tuple):
        return _write_all(out, result)
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    bounded = name in BOUNDS and any(isinstance(item, Tensor) for item in (*args[1:], *rest.values()))
    if name in _TYPE_TEXTS and out.dtype is not result.dtype and not bounded:
        raise RuntimeError(_TYPE_TEXTS[name].format(name=name, out=out.dtype, result=result.dtype))
    if name in ("all", "any") and out.dtype not in (boolean, uint8):
        raise RuntimeError(f"{name} only supports bool tensor for result, got: {out.dtype.short}")
    check_kind(out, result._data)
    _write(out, result._data)
    return out


def _write_all(outs: Any, results: tuple) -> tuple:
    if isinstance(outs, Tensor):
        raise TypeError("out should be a tuple of tensors, one for each result")
    if len(outs) != len(results):
        raise TypeError(f"expected tuple of {len(results)} elements but got {len(outs)}")
    for out, result in zip(outs, results, strict=True):
        if out.dtype != result.dtype:
            wanted, given = result.dtype.c_name, out.dtype.c_name
            raise RuntimeError(f"Expected out tensor to have dtype {wanted}, but got {given} instead")
    for out, result in zip(outs, results, strict=True):
        _write(out, result._data)
    return getattr(return_types, f"{type(results).__name__}_out")(*outs)


def _write(out: Tensor, data: Any) -> None:
    if out.shape != data.shape:
        if out.numel():
            warn(_RESIZED.format(list(out.shape), list(data.shape)))
        _make_room(out, data.shape)
    overwrite(out, data)


def _are_tensors(items: Any) -> bool:
    return all(isinstance(item, Tensor) for item in items)


def _make_room(self: Tensor, size: tuple[int, ...]) -> None:
    """Give the tensor this shape, and more memory where it needs more; it is about to be written."""
    share_number(self)
    data, count = self._data, math.prod(size)
    root = data
    while isinstance(root.base, np.ndarray):
        root = root.base
    start = geometry(data, root).offset
    steps = tuple(math.prod(size[place + 1 :]) for place in range(len(size)))
    there = root.nbytes // data.itemsize - start
    if count <= there:
        self._data = as_strided(data, size, steps, start)
    else:
        self._data, self._shared = np.zeros(size, data.dtype), None
