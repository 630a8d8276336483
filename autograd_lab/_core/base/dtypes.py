"""PyTorch's number types, on top of NumPy's: their names, the default one, and which type wins when two meet.

Two questions send a learner here. *Why is `tensor([1, 2])` not a float?* Whole numbers become int64, numbers with a
point become the default float type, float32. *Why did float32 stay float32 although I added a float64 number?* See
`result_dtype`: PyTorch asks first what kind of operand brings the type, and NumPy does not.

The short aliases (`float`, `int`, `bool` …) live in ``dtype_names.py``: here they would hide Python's own.

PyTorch: torch/csrc/Dtype.cpp, c10/core/ScalarType.h, aten/src/ATen/native/TypeProperties.cpp, torch/csrc/Size.cpp.
"""

import math
import operator
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from .left_out import LeftOut

# isinstance() is much quicker with a tuple than with A | B.
_ARRAY = (np.ndarray, np.generic)
NUMBER = (int, float)
_BOOLEAN, _WHOLE, _FLOATING = (bool, np.bool_), (int, np.integer), (float, np.floating)
_COMPLEX = (complex, np.complexfloating)


class dtype:
    """One number type. There is one object per type, so `is` and `==` agree, also after pickle and deepcopy.

    Attributes:
        numpy: the same type as NumPy's `np.dtype`.
        short: PyTorch's C++ name for it as its error texts print it, "Float", "Long" …
        c_name: the C name that some other error texts print, "float", "long int" …
        is_floating_point, is_complex, is_signed, itemsize: as in PyTorch (itemsize in bytes).
    """

    __slots__ = ("c_name", "is_complex", "is_floating_point", "is_signed", "itemsize", "name", "numpy", "short")

    def __init__(self, name: str, short: str, c_name: str) -> None:
        self.name, self.short, self.c_name = name, short, c_name
        self.numpy = np.dtype(name)
        self.is_floating_point = self.numpy.kind == "f"
        self.is_complex = False
        self.is_signed = self.numpy.kind in "fi"
        self.itemsize = self.numpy.itemsize

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> tuple:
        return _named, (self.name,)  # pickle and deepcopy hand back the one object itself


float16 = dtype("float16", "Half", "c10::Half")
float32 = dtype("float32", "Float", "float")
float64 = dtype("float64", "Double", "double")
int8 = dtype("int8", "Char", "signed char")
int16 = dtype("int16", "Short", "short int")
int32 = dtype("int32", "Int", "int")
int64 = dtype("int64", "Long", "long int")
uint8 = dtype("uint8", "Byte", "unsigned char")
boolean = dtype("bool", "Bool", "bool")

ALL = (float64, float32, float16, int64, int32, int16, int8, uint8, boolean)
_BY_NUMPY = {each.numpy: each for each in ALL}
_BY_PYTHON_TYPE = {float: float64, int: int64, bool: boolean}
_default = float32


def _named(name: str) -> dtype:
    return _BY_NUMPY[np.dtype(name)]


def of(numpy_dtype: np.dtype) -> dtype:
    """The type of an array: `of(array.dtype)`.

    Raises:
        NotImplementedError: complex numbers.
        ValueError: bytes in the other order than this machine's.
        TypeError: everything else that PyTorch does not compute with, such as text.
    """
    try:
        return _BY_NUMPY[numpy_dtype]
    except KeyError:
        raise _refusal(numpy_dtype) from None


def _refusal(numpy_dtype: np.dtype) -> Exception:
    if numpy_dtype.kind == "c":
        return NotImplementedError(
            "complex numbers are left out here: a tensor holds real numbers, integers or booleans."
        )
    if not numpy_dtype.isnative:
        return ValueError(
            "given numpy array has byte order different from the native byte order. "
            "Conversion between byte orders is currently not supported."
        )
    *names, last = (each.name for each in ALL)
    return TypeError(
        f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}. "
        f"The only supported types are: {', '.join(names)}, and {last}."
    )


def of_scalar(value: Any) -> dtype:
    """The type that a single Python number asks for: bool, int64, or the default float type.

    A NumPy number counts as the Python number of its kind, as it does in PyTorch.
    """
    if isinstance(value, _BOOLEAN):
        return boolean
    if isinstance(value, _WHOLE):
        return int64
    if isinstance(value, _FLOATING):
        return _default
    if isinstance(value, _COMPLEX):
        raise _refusal(np.dtype(complex))
    raise TypeError(f"a number was expected, not {type(value).__name__}")


def as_dtype(value: Any, function: str) -> dtype:
    """What a caller may write after `dtype=`: one of our types, or Python's float, int or bool.

    Args:
        value: the argument. Python's float means float64 here, as in PyTorch.
        function: the name to put in the error text, e.g. "zeros".

    Raises:
        TypeError: for anything else.
    """
    if isinstance(value, dtype):
        return value
    if isinstance(value, type) and value in _BY_PYTHON_TYPE:
        return _BY_PYTHON_TYPE[value]
    if isinstance(value, LeftOut):
        value()
    raise TypeError(f"{function}(): argument 'dtype' must be torch.dtype, not {type(value).__name__}")


def get_default_dtype() -> dtype:
    """The type of float tensors made from Python numbers; float32 until `set_default_dtype` says otherwise."""
    return _default


def set_default_dtype(d: dtype) -> None:
    """Makes `d`, a float type, the one that Python floats turn into.

    Raises:
        TypeError: for anything but a float type.
    """
    global _default
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest type that holds both, where any float type is wide enough for every integer.

    Raises:
        TypeError: for anything but dtypes.
    """
    _must_be_dtypes("promote_types", type1=type1, type2=type2)
    return of(_promote(type1.numpy, type2.numpy))


def _promote(one: np.dtype, other: np.dtype) -> np.dtype:
    # NumPy agrees with PyTorch except where a float meets an integer: NumPy widens the float to keep every digit.
    if (one.kind == "f") != (other.kind == "f"):
        return one if one.kind == "f" else other
    return np.promote_types(one, other)


_PROMOTED = {(a.numpy, b.numpy): _promote(a.numpy, b.numpy) for a in ALL for b in ALL}


def can_cast(from_: dtype, to: dtype) -> bool:
    """Whether an in-place result of type `from_` may be stored in a tensor of type `to`: float → int may not.

    Raises:
        TypeError: for anything but dtypes.
    """
    _must_be_dtypes("can_cast", from_=from_, to=to)
    if from_.is_floating_point and not to.is_floating_point:
        return False
    return to is not boolean or from_ is boolean


def _must_be_dtypes(function: str, **given: Any) -> None:
    for position, (name, each) in enumerate(given.items(), 1):
        if not isinstance(each, dtype):
            raise TypeError(
                f"{function}(): argument '{name}' (position {position}) must be torch.dtype, not {type(each).__name__}"
            )


def result_dtype(operands: Sequence[Any]) -> np.dtype:
    """The type in which PyTorch computes with these operands.

    Tensors with dimensions decide first, then 0-dimensional tensors, then Python numbers. A later group changes the
    result only if it brings a higher kind (bool < integer < float): an int64 vector plus 1.5 is float, but a float32
    vector plus a float64 scalar tensor stays float32.

    Args:
        operands: each either `(np.dtype, ndim)`, which describes a tensor, or a Python number.

    Returns:
        A NumPy dtype.
    """
    return _meet(tuple([(o[0], 1 + (o[1] > 0)) if type(o) is tuple else (of_scalar(o).numpy, 0) for o in operands]))


@lru_cache(maxsize=1024)
def _meet(operands: tuple[tuple[np.dtype, int], ...]) -> np.dtype:
    """`result_dtype` of types with their groups: 2 for tensors with dimensions, 1 for those without, 0 for numbers."""
    groups: list[np.dtype | None] = [None, None, None]
    for kind, group in operands:
        groups[group] = _wider(groups[group], kind)
    result = _outrank(groups[2], _outrank(groups[1], groups[0]))
    if result is None:
        raise ValueError("at least one operand is needed to find a result type")
    return result


def result_numpy(values: Iterable[Any]) -> np.dtype:
    """`result_dtype` of the values themselves: arrays, NumPy scalars (they count as 0-dimensional tensors), numbers."""
    groups = [(v.dtype, 1 + (v.ndim > 0)) if isinstance(v, _ARRAY) else (of_scalar(v).numpy, 0) for v in values]
    return _meet(tuple(groups))


def _wider(known: np.dtype | None, new: np.dtype) -> np.dtype:
    """Within one group of operands the wider type wins."""
    try:
        return _PROMOTED[new if known is None else known, new]
    except KeyError:
        raise _refusal(new) from None


_RANK = {"b": 0, "u": 1, "i": 1, "f": 2}


def _outrank(higher: np.dtype | None, lower: np.dtype | None) -> np.dtype | None:
    """Between groups the lower group counts only if its kind is higher."""
    if higher is None or lower is None:
        return lower if higher is None else higher
    return lower if _RANK[lower.kind] > _RANK[higher.kind] else higher


def bring_together(arrays: list, places: Sequence[int], to_float: bool) -> None:
    """Cast the arrays at these places to their common type, in place in the list, as PyTorch would and not NumPy.

    ``to_float``: whole numbers give floats. At the first place there may be a tuple of arrays, and then only there.
    """
    first = arrays[places[0]]
    if isinstance(first, tuple):  # a list of tensors: cat, stack
        if len({item.dtype for item in first}) > 1:
            target = result_numpy(first)
            arrays[places[0]] = tuple(_cast(item, target) for item in first)
        return
    if isinstance(first, _ARRAY) and first.dtype.kind == "f":
        # Most calls: floats of one type, or floats and Python numbers. Nothing to do.
        for i in places:
            other = arrays[i]
            if isinstance(other, _ARRAY):
                if other.dtype is not first.dtype:
                    break
            elif other is not None and not isinstance(other, NUMBER):
                break
        else:
            return
    places = [i for i in places if arrays[i] is not None]
    for i, array in zip(places, together([arrays[i] for i in places], to_float), strict=True):
        arrays[i] = array


def together(values: Sequence[Any], to_float: bool) -> list[Any]:
    """The values (arrays, NumPy scalars, numbers) in their common type; ``to_float``: whole numbers give floats."""
    target = result_numpy(values)
    if to_float and target.kind != "f":
        target = _default.numpy
    return [_cast(value, target) for value in values]


def _cast(value: Any, target: np.dtype) -> Any:
    """An array (or NumPy scalar) of type ``target``; whole Python numbers adapt by themselves and stay."""
    if isinstance(value, _ARRAY):
        return value if value.dtype == target else value.astype(target)
    if target.kind == "f":
        return target.type(value)
    return value if -1 < value < 128 else np.asarray(value).astype(target)[()]  # uint8 wraps around: 300 is 44


class Size(tuple):
    """A shape. It is a tuple of ints that prints as `torch.Size([2, 3])` and knows its number of elements.

    Raises:
        TypeError: when made of anything but ints.
    """

    __slots__ = ()

    def __new__(cls, lengths: Iterable[Any] = ()) -> "Size":
        made = []
        for place, length in enumerate(lengths):
            try:
                made.append(operator.index(length))
            except TypeError:
                raise TypeError(
                    f"torch.Size() takes an iterable of 'int' (item {place} is '{type(length).__name__}')"
                ) from None
        return tuple.__new__(cls, made)

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"

    def __reduce__(self) -> tuple:
        return Size, (tuple(self),)

    def numel(self) -> int:
        """How many elements a tensor of this shape has; a scalar's shape, `Size([])`, gives 1."""
        return math.prod(self)

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> "Size":
        if not isinstance(other, tuple):
            raise TypeError(f"can only concatenate tuple (not {type(other).__name__}) to torch.Size")
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: tuple) -> "Size":
        return Size(tuple.__add__(other, self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: Any) -> "Size":
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__
