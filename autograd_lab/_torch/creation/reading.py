"""How a file is read: with names that have moved since, and, unless it is trusted, without doing what it says.

A pickle is a list of instructions: call this with that, give this object that state. `Careful` calls and changes only
what is known to be harmless. That is not enough for NumPy, which believes what a file says of an array's type, even
that its bytes are addresses of objects; so types and arrays are looked at before NumPy sees them.

PyTorch: torch/_weights_only_unpickler.py.
"""

import math
import pickle
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..._core.base.errors import with_help

_PACKAGE = __package__.partition(".")[0]
_SAFE = frozenset(
    (
        *(f"builtins.{name}" for name in ("set", "frozenset", "complex", "bytearray", "slice", "range")),
        *("collections.OrderedDict", "collections.Counter", "collections.defaultdict", "_codecs.encode"),
        *(f"numpy.{core}.multiarray.scalar" for core in ("_core", "core")),
        *(f"numpy.{core}.numeric._frombuffer" for core in ("_core", "core")),
        *(f"{_PACKAGE}.{name}" for name in ("Tensor", "nn.parameter.Parameter", "_torch.creation.files._rebuild")),
        *(f"{_PACKAGE}._core.base.{name}" for name in ("dtypes._named", "dtypes.Size", "device.device")),
    )
)
"""What a file may name when it is loaded with ``weights_only``: numbers, containers, tensors."""

_MOVED = {
    (f"{_PACKAGE}.{before}", name): f"{_PACKAGE}.{today}"
    for before, today, names in (
        ("_serialization", "_torch.creation.files", ("_rebuild",)),
        ("_creation.files", "_torch.creation.files", ("_rebuild",)),
        ("_dtype", "_core.base.dtypes", ("_named", "Size")),
        ("_base.dtypes", "_core.base.dtypes", ("_named", "Size")),
        ("_device", "_core.base.device", ("device",)),
        ("_base.device", "_core.base.device", ("device",)),
        ("nn.regularization", "nn.layers", ("Dropout", "Dropout2d")),
        ("nn.regularization", "nn.embedding", ("Embedding",)),
        ("nn.dropout", "nn.layers", ("Dropout", "Dropout2d")),
        ("nn.upsampling", "nn.layers", ("Upsample", "PixelShuffle")),
        ("nn.instance_norm", "nn.normalization", ("InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d")),
        ("nn.parameter_containers", "nn.containers", ("ParameterList", "ParameterDict")),
        ("nn.transformer_layers", "nn.transformer", ("TransformerEncoderLayer", "TransformerDecoderLayer")),
    )
    for name in names
}
"""Files name the module that was in charge when they were written. Where has what they name moved since?"""

_FAILED = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, do those steps only if "
    "you trust the source of the checkpoint.\n"
)
_NUMBERS = re.compile(r"[<>=|]?[biufc?]\d*")


class Reader(pickle.Unpickler):
    """Reads files of earlier versions too."""

    def find_class(self, module: str, name: str) -> Any:
        """What the file calls ``module.name``, wherever it stands today."""
        return super().find_class(_MOVED.get((module, name), module), name)


class Careful(pickle._Unpickler):
    """Reads numbers, containers and tensors, and refuses to call or to change anything else.

    It is Python's own unpickler, since the one in C cannot be watched at its work.
    """

    dispatch: ClassVar[dict[int, Callable]] = dict(pickle._Unpickler.dispatch)

    def find_class(self, module: str, name: str) -> Any:
        """What the file calls ``module.name``, if that is known to be harmless."""
        today = _MOVED.get((module, name), module)
        found = f"{today}.{name}"
        if found in _CHECKED:
            return _CHECKED[found]
        if found not in _SAFE:
            raise pickle.UnpicklingError(
                with_help(
                    f"{_FAILED}Unsupported global: GLOBAL {module}.{name}",
                    "save model.state_dict() instead of the model; or, for a file of your own, "
                    "load(..., weights_only=False).",
                )
            )
        return super().find_class(today, name)

    def load(self) -> Any:
        """What the file holds. Whatever is wrong with it, the error is an UnpicklingError."""
        try:
            return super().load()
        except (pickle.UnpicklingError, EOFError):
            raise
        except Exception as error:
            raise pickle.UnpicklingError(f"{_FAILED}{type(error).__name__}: {error}") from error

    def load_build(self) -> None:
        """An object gets its state."""
        state, made = self.stack[-1], self.stack[-2]
        if type(made) is np.ndarray:
            _check_array(*state)
        elif isinstance(made, np.dtype):
            _check_type(made, *state)
        elif type(made) is not OrderedDict:
            raise pickle.UnpicklingError(f"{_FAILED}Can only build Tensor, OrderedDict, dtype and array")
        super().load_build()

    dispatch[pickle.BUILD[0]] = load_build


def _number_type(code: str, align: bool = False, copy: bool = True) -> np.dtype:
    """In the place of ``numpy.dtype``: numbers and booleans only."""
    if not _NUMBERS.fullmatch(code):
        raise ValueError(f"an array of {code!r} holds no numbers")
    return np.dtype(code, False, True)


def _empty_array(kind: Any, shape: tuple, code: bytes) -> np.ndarray:
    """In the place of NumPy's ``_reconstruct``: an array that waits for its state."""
    if kind != _ARRAY:
        raise TypeError("only arrays are made that way")
    return np.empty(0, np.uint8)


def _check_type(made: np.dtype, version: int, order: str, *more: Any) -> None:
    """A number's type has an order of bytes, and nothing else that could be said of it."""
    if order not in ("<", ">", "=", "|") or more != (None, None, None, -1, -1, 0):
        raise ValueError("the type of an array is not one of numbers")


def _check_array(version: int, shape: tuple, kind: np.dtype, fortran: bool, data: bytes) -> None:
    """There are as many bytes as the shape and the type say."""
    if any(n < 0 for n in shape) or math.prod(shape) * kind.itemsize != len(data):
        raise ValueError(f"an array of shape {list(shape)} does not have {len(data)} bytes")


_ARRAY = "the class of arrays, which is only ever named to `_empty_array`"
_CHECKED: dict[str, Any] = {
    "numpy.dtype": _number_type,
    "numpy.ndarray": _ARRAY,
    **{f"numpy.{core}.multiarray._reconstruct": _empty_array for core in ("_core", "core")},
}
"""What stands in for NumPy's own."""
