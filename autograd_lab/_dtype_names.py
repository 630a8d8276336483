"""The public names of the number types and of what goes with them: `from ._dtype_names import *`.

`float`, `int` and `bool` hide Python's own names wherever they are imported, so no other module should need them.
"""

from . import _dtype
from ._dtype import Size, can_cast, dtype, get_default_dtype, promote_types, set_default_dtype
from ._dtype import float16, float32, float64, int8, int16, int32, int64, uint8

half, float, double = float16, float32, float64
short, int, long = int16, int32, int64
bool = _dtype.of_scalar(True)

__all__ = [
    "Size",
    "bool",
    "can_cast",
    "double",
    "dtype",
    "float",
    "float16",
    "float32",
    "float64",
    "get_default_dtype",
    "half",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "long",
    "promote_types",
    "set_default_dtype",
    "short",
    "uint8",
]
