"""Tensors in files: pickle, ``copy.copy``, and `save` and `load` with PyTorch's care about what a file may contain.

A tensor is stored as its memory, shape and strides, and whether it wants a gradient; its history and its gradient stay
behind. Tensors that share memory share it again when they are loaded together.
"""

import os
import pickle
from typing import IO, Any

import numpy as np

from .._base.device import check_device
from .._base.errors import with_help
from .._base.learners_line import warn
from ..autograd._tensor import Tensor, wrap

__all__ = ["load", "save"]

_PACKAGE = __package__.partition(".")[0]
_SAFE = frozenset(
    (
        *(f"builtins.{name}" for name in ("set", "frozenset", "complex", "bytearray", "slice", "range")),
        *("collections.OrderedDict", "collections.Counter", "collections.defaultdict", "_codecs.encode"),
        *("numpy.ndarray", "numpy.dtype"),
        *(f"numpy.{core}.multiarray.{name}" for core in ("_core", "core") for name in ("_reconstruct", "scalar")),
        *(f"numpy.{core}.numeric._frombuffer" for core in ("_core", "core")),
        *(f"{_PACKAGE}.{name}" for name in ("Tensor", "nn.parameter.Parameter", "_creation.files._rebuild")),
        *(f"{_PACKAGE}._base.{name}" for name in ("dtypes._named", "dtypes.Size", "device.device")),
    )
)
"""What a file may name when it is loaded with ``weights_only``: numbers, containers, tensors."""

_MOVED = {
    (f"{_PACKAGE}._serialization", "_rebuild"): f"{_PACKAGE}._creation.files",
    (f"{_PACKAGE}._dtype", "_named"): f"{_PACKAGE}._base.dtypes",
    (f"{_PACKAGE}._dtype", "Size"): f"{_PACKAGE}._base.dtypes",
    (f"{_PACKAGE}._device", "device"): f"{_PACKAGE}._base.device",
    **{
        (f"{_PACKAGE}.nn.{before}", name): f"{_PACKAGE}.nn.{today}"
        for before, today, names in (
            ("regularization", "dropout", ("AlphaDropout", "Dropout", "Dropout1d", "Dropout2d")),
            ("regularization", "embedding", ("Embedding",)),
            ("pooling", "folding", ("Fold", "Unfold")),
        )
        for name in names
    },
}
"""Files name the module that was in charge when they were written. Where has what they name moved since?"""


# ----- one tensor --------------------------------------------------------------------------------------------------
def reduce_tensor(self: Tensor, protocol: Any) -> tuple:
    """How pickle and ``copy.copy`` take a tensor apart."""
    hooks = self._extras.tensor_hooks.values() if self._extras is not None else ()
    for hook in (hook for each in hooks for hook in each.values()):
        warn(
            f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
            "function with @torch.utils.hooks.unserializable_hook to suppress this warning"
        )
    memory, place = _memory_of(self._data if isinstance(self._data, np.ndarray) else np.asarray(self._data))
    own = {name: value for name, value in self.__dict__.items() if name not in ("_extras", "_detached")}
    return _rebuild, (type(self), memory, place, self.requires_grad, own)


def _memory_of(array: np.ndarray) -> tuple[np.ndarray, tuple | None]:
    """The whole memory that an array looks at, and where in it: (shape, strides, offset), or None for all of it."""
    root = array
    while isinstance(root.base, np.ndarray):
        root = root.base
    if root is array or not root.flags.c_contiguous or root.dtype != array.dtype:
        return array, None
    offset = array.__array_interface__["data"][0] - root.__array_interface__["data"][0]
    return root, (array.shape, array.strides, offset)


def _rebuild(kind: type, memory: np.ndarray, place: tuple | None, requires_grad: bool, own: dict) -> Tensor:
    """The way back: a leaf."""
    if place is None:
        data = memory
    else:
        shape, strides, offset = place
        data = np.ndarray(shape, memory.dtype, memory, offset, strides)
    made = wrap(data)
    made.__class__ = kind
    made._requires = requires_grad
    made.__dict__.update(own)
    return made


# ----- files -------------------------------------------------------------------------------------------------------
class _Reader(pickle.Unpickler):
    """Reads files of earlier versions too."""

    def find_class(self, module: str, name: str) -> Any:
        """What the file calls ``module.name``, wherever it stands today."""
        return super().find_class(_MOVED.get((module, name), module), name)


class _Careful(_Reader):
    """Reads numbers, containers and tensors, and refuses to call anything else."""

    def find_class(self, module: str, name: str) -> Any:
        """What the file calls ``module.name``, if that is known to be harmless."""
        if f"{_MOVED.get((module, name), module)}.{name}" not in _SAFE:
            raise pickle.UnpicklingError(
                with_help(
                    "Weights only load failed. This file can still be loaded, to do so you have two options, do those "
                    "steps only if you trust the source of the checkpoint.\n"
                    f"Unsupported global: GLOBAL {module}.{name}",
                    "save model.state_dict() instead of the model; or, for a file of your own, "
                    "load(..., weights_only=False).",
                )
            )
        return super().find_class(module, name)


def save(obj: Any, f: str | os.PathLike | IO[bytes], *args: Any, **ignored: Any) -> None:
    """Write tensors, or containers of them such as ``model.state_dict()``, to a path or an open binary file.

    Raises:
        AttributeError: ``f`` is neither.
    """
    if isinstance(f, str | os.PathLike):
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
        pickle.UnpicklingError: the file holds something else, and ``weights_only`` is on.
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
    return (_Careful if weights_only else _Reader)(f).load()
