"""Tensors in files: pickle, ``copy.copy``, and `save` and `load` with PyTorch's care about what a file may contain.

A tensor is stored as its memory, shape and strides, and whether it wants a gradient; its history and its gradient stay
behind. Tensors that share memory share it again when they are loaded together.

A pickle is a list of instructions: call this with that, give this object that state. `Careful` calls and changes only
what is known to be harmless. That is not enough for NumPy, which believes what a file says of an array's type, even
that its bytes are addresses of objects; so types and arrays are looked at before NumPy sees them.

PyTorch: torch/_weights_only_unpickler.py.
"""

import math
import os
import pickle
import re
from collections import OrderedDict
from collections.abc import Callable
from typing import IO, Any, ClassVar

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import check_device
from ..._core.base.errors import with_help
from ..._core.base.learners_line import warn
from ..._core.base.strided import root, span, strides
from ..._core.graph import edge_of
from ..._core.inference import kind_of_copy, mark_new
from ..._core.memory import Sharing
from ..._core.tensor import Tensor, wrap
from ..._core.tensor_memory import share_number


# ----- one tensor --------------------------------------------------------------------------------------------------
def reduce_tensor(self: Tensor, protocol: Any) -> tuple:
    """How pickle and ``copy.copy`` take a tensor apart."""
    try:
        node = self.grad_fn
    except RuntimeError:  # a view that may not follow its base any more
        node = None if self._fn is None else edge_of(self._fn).node
    extras = self._extras if node is None else node._extras
    hooks = {} if extras is None else extras.tensor_hooks.get(self.output_nr, {})
    for hook in (hook for hook in hooks.values() if not hasattr(hook, "__torch_unserializable__")):
        warn(
            f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
            "function with @torch.utils.hooks.unserializable_hook to suppress this warning"
        )
    return parts_of(self)


def parts_of(self: Tensor) -> tuple:
    """A tensor taken apart, without a word about its hooks."""
    share_number(self)
    memory, place = memory_of(self)
    own = {name: value for name, value in self.__dict__.items() if name not in NOT_COPIED}
    return _rebuild, (kind_of_copy(self), memory, place, self.requires_grad, own)


NOT_COPIED = frozenset(("_extras", "_accumulate", "_detached", "_leaf_number", "_retains"))
"""What belongs to a tensor's place in the graph, and not to its copies."""


def memory_of(tensor: Tensor) -> tuple[np.ndarray, tuple | None]:
    """The whole memory that a tensor looks at, and where in it: (shape, strides, offset), or None for all of it.

    Of an array that was taken over from NumPy it begins and ends with what that shows.
    """
    array = tensor._data
    whole = root(array)
    if not whole.flags.c_contiguous:  # perhaps only its dimensions are not in order
        whole = whole.transpose(sorted(range(whole.ndim), key=lambda axis: -whole.strides[axis]))
    if whole is array or not whole.flags.c_contiguous or whole.dtype != array.dtype:
        return array, None
    owner = tensor._memory_owner()._data
    if owner.size < whole.size and np.may_share_memory(owner, array):  # else `data` was set
        begin = (_address(owner) - _address(whole)) // whole.itemsize
        whole = whole.reshape(-1)[begin : begin + span(owner.shape, strides(owner))]
    return whole, (array.shape, array.strides, _address(array) - _address(whole))


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def piece_of(memory: np.ndarray, place: tuple) -> np.ndarray:
    """The way back from `memory_of`."""
    shape, strides, offset = place
    return np.ndarray(shape, memory.dtype, memory, offset, strides)


def _rebuild(kind: type, memory: np.ndarray, place: tuple | None, requires_grad: bool, own: dict) -> Tensor:
    """The way back: a leaf."""
    if not (isinstance(kind, type) and issubclass(kind, Tensor) and type(memory) is np.ndarray):
        raise TypeError("a tensor is stored as its class and an array")
    dtypes.of(memory.dtype)  # raises where there is none
    data = memory if place is None else piece_of(memory, place)
    made = wrap(data)
    if place is not None:
        made._shared = Sharing(wrap(memory), None, 0)
    made.__class__ = kind
    made._requires = requires_grad
    made.__dict__.update(own)
    return mark_new(made)


# ----- files -------------------------------------------------------------------------------------------------------
def save(obj: Any, f: str | os.PathLike | IO[bytes], *args: Any, **ignored: Any) -> None:
    """Write tensors, or containers of them such as ``model.state_dict()``, to a path or an open binary file.

    Raises:
        AttributeError: ``f`` is neither.
        RuntimeError: the folder of the path does not exist.
    """
    if isinstance(f, str | os.PathLike):
        folder = os.path.dirname(os.fspath(f))
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
        with open(f, "wb") as file:
            pickle.dump(obj, file, protocol=4)
        return
    if not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    pickle.dump(obj, f, protocol=4)


def load(
    f: str | os.PathLike | IO[bytes],
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool = True,
    mmap: bool | None = None,
) -> Any:
    """Read what `save` wrote.

    Args:
        f: a path or an open binary file.
        map_location: the CPU, or left out.
        weights_only: refuse everything but numbers, containers and tensors, so that a stranger's file cannot run code.

    Raises:
        pickle.UnpicklingError: the file holds something else, or contradicts itself, and ``weights_only`` is on.
        NotImplementedError: the file was written by PyTorch.
    """
    if isinstance(map_location, str):
        check_device(map_location)
    if isinstance(f, str | os.PathLike):
        with open(f, "rb") as file:
            return load(file, weights_only=weights_only)
    start = f.read(2)
    f.seek(-len(start), os.SEEK_CUR)
    if start == b"PK":
        raise NotImplementedError(
            "this file was written by PyTorch, and its format is left out of autograd_lab: load it there, and hand the "
            "numbers over as NumPy arrays."
        )
    return (Careful if weights_only else pickle.Unpickler)(f).load()


# ----- how a file is read --------------------------------------------------------------------------------------------
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

_FAILED = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, do those steps only if "
    "you trust the source of the checkpoint.\n"
)
_NUMBERS = r"[<>=|]?[biufc?]\d*"


class Careful(pickle._Unpickler):
    """Reads numbers, containers and tensors, and refuses to call or to change anything else.

    It is Python's own unpickler, since the one in C cannot be watched at its work.
    """

    dispatch: ClassVar[dict[int, Callable]] = dict(pickle._Unpickler.dispatch)

    def find_class(self, module: str, name: str) -> Any:
        """What the file calls ``module.name``, if that is known to be harmless."""
        found = f"{module}.{name}"
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
        return super().find_class(module, name)

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
    if not re.fullmatch(_NUMBERS, code):
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

__all__ = ["load", "save"]
