"""What all functions that make tensors share: ``dtype``, ``device``, ``requires_grad``, ``out``, and sizes."""

import functools
import inspect
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..._core.base import dtypes
from ..._core.base.device import check_device
from ..._core.base.errors import type_name, with_help
from ..._core.base.state import watchers
from ..._core.inference import mark_new
from ..._core.tensor import Tensor, wrap

_PLAIN = frozenset((int, float, bool))
_TOO_LONG = 2**63


def leaf(array: Any, requires_grad: bool = False, name: str | None = None) -> Tensor:
    """A new leaf around an array."""
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            with_help(
                "Only Tensors of floating point and complex dtype can require gradients",
                "write the numbers with a point (2. instead of 2), or give dtype=torch.float32.",
            )
        )
    made = wrap(array[()] if array.__class__ is np.ndarray and not array.ndim else array)
    made._requires = requires_grad
    if name is not None:
        made._name = name
    return mark_new(made) if watchers.count else made


def array_type(dtype: Any, device: Any) -> np.dtype:
    """NumPy's name for ``dtype=``, as a layer was given it; None is the default dtype. There is only one ``device``."""
    check_device(device, "empty")
    return (dtypes.get_default_dtype() if dtype is None else dtypes.as_dtype(dtype, "empty")).numpy


def factory(function: Callable[..., Any]) -> Callable[..., Tensor]:
    """Make a function that returns an array into a public one that returns a leaf and takes PyTorch's options.

    ``function`` gets ``dtype`` as our own type, or None. ``layout``, ``pin_memory`` and
    ``memory_format`` change nothing.
    """
    name = function.__name__
    takes_dtype = "dtype" in function.__annotations__

    @functools.wraps(function)
    def make(*args: Any, **options: Any) -> Tensor:
        out, requires_grad = options.pop("out", None), options.pop("requires_grad", False)
        check_device(options.pop("device", None), name)
        for ignored in ("layout", "pin_memory", "memory_format"):
            options.pop(ignored, None)
        if takes_dtype and options.get("dtype") is not None:
            options["dtype"] = dtypes.as_dtype(options["dtype"], name)
        elif out is not None and takes_dtype:
            options["dtype"] = out.dtype
        array = function(*args, **options)
        return leaf(array, bool(requires_grad)) if out is None else into(out, array)

    make.__signature__ = _public_signature(function)
    return make


def into(out: Tensor, array: Any) -> Tensor:
    """``out=``: the numbers go into a tensor that is there already, and takes their shape."""
    kind = out._data.dtype
    out._data = np.array(array, kind) if out._data.shape != array.shape else out._data
    if isinstance(out._data, np.ndarray):
        out._data[...] = array
    else:
        out._data = kind.type(array)
    return out


def _option(name: str) -> inspect.Parameter:
    default = False if name in ("pin_memory", "requires_grad") else None
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)


_OPTIONS = [
    _option(name) for name in ("out", "dtype", "layout", "device", "pin_memory", "memory_format", "requires_grad")
]


def _public_signature(function: Callable) -> inspect.Signature:
    signature = inspect.signature(function)
    given = [p for p in signature.parameters.values() if p.name not in ("dtype",)]
    return signature.replace(parameters=[*given, *_OPTIONS], return_annotation=Tensor)


def float_kind(dtype: Any) -> np.dtype:
    """This dtype; where none is given, the default one for floats."""
    return (dtypes.get_default_dtype() if dtype is None else dtype).numpy


def own_kind(input: Tensor, dtype: Any) -> np.dtype:
    """This dtype; where none is given, ``input``'s own."""
    return input._data.dtype if dtype is None else dtype.numpy


# ----- sizes --------------------------------------------------------------------------------------------------------
def sizes_of(name: str, given: tuple, size: Any = None, negative: str | None = None) -> tuple[int, ...]:
    """The shape that a caller wrote, one by one or as one sequence, or by keyword.

    Raises:
        RuntimeError: a negative length; ``negative`` replaces PyTorch's usual words.
        TypeError: something that is no length.
    """
    if size is not None:
        given = (size,)
    if len(given) == 1 and isinstance(given[0], list | tuple):
        return checked(_lengths(name, given[0]), negative)
    if not _is_length(given[0]):
        kind = type_name(given[0])
        raise TypeError(f"{name}(): argument 'size' (position 1) must be tuple of ints, not {kind}")
    return checked(_lengths(name, given), negative)


def listed_size(name: str, size: Any) -> tuple[int, ...]:
    """A shape that has to be one sequence."""
    return checked(_lengths(name, size))


def _is_length(value: Any) -> bool:
    """Whether PyTorch takes it for an int at the first place: no bool, and of tensors only one int."""
    if isinstance(value, Tensor):
        return value._data.size == 1 and value._data.dtype.kind in "iu"
    return value.__class__ is int or (hasattr(value, "__index__") and not isinstance(value, bool | np.ndarray))


def _lengths(name: str, given: Sequence) -> tuple[int, ...]:
    for place, length in enumerate(given, 1):
        if length.__class__ is int and abs(length) < _TOO_LONG:
            continue
        why = ""
        if not _is_length(length) and (place == 1 or not isinstance(length, bool)):
            why = f"type must be tuple of ints,but got {type_name(length)}"
            if place == 1:
                raise TypeError(
                    f"{name}(): argument 'size' (position 1) must be tuple of ints, but found element of type "
                    f"{type_name(length)} at pos 0"
                )
        elif abs(operator.index(length)) >= _TOO_LONG:
            why = "Overflow when unpacking long long"
        if why:
            start = f"{name}(): argument 'size' failed to unpack the object at pos {place} with error"
            raise TypeError(f'{start} "{why}"')
    return tuple(map(operator.index, given))


def checked(lengths: tuple[int, ...], negative: str | None = None) -> tuple[int, ...]:
    """Refuse negative lengths, and more elements than there can be."""
    for length in lengths:
        if length < 0:
            raise RuntimeError(negative or f"Trying to create tensor with negative dimension {length}: {list(lengths)}")
    if math.prod(lengths) >= _TOO_LONG >> 3:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(lengths)}")
    return lengths


def number(name: str, argument: str, position: int, value: Any) -> Any:
    """A Python number, also out of a 0-d tensor or a NumPy number."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, Tensor | np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    if not isinstance(value, int | float):
        if isinstance(value, complex):
            raise dtypes._refusal(np.dtype(complex))
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Number, not {type_name(value)}")
    return value


def whole(name: str, argument: str, position: int, value: Any) -> int:
    """An int."""
    if not _is_length(value):
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be int, not {type_name(value)}")
    if abs(operator.index(value)) >= _TOO_LONG:
        raise ValueError("Overflow when unpacking long long")
    return operator.index(value)
