"""The public names of the number types and of what goes with them: `from .dtype_names import *`.

`float`, `int` and `bool` hide Python's own names wherever they are imported, so no other module should need them.
"""

from .dtypes import (
    Size,
    boolean,
    can_cast,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    promote_types,
    set_default_dtype,
    uint8,
)

half, float, double = float16, float32, float64
short, int, long = int16, int32, int64
bool = boolean

__all__ = [
    "Size", "bool", "can_cast", "double", "dtype", "float", "float16", "float32", "float64", "get_default_dtype",
    "half", "int", "int8", "int16", "int32", "int64", "long", "promote_types", "set_default_dtype", "short", "uint8",
]  # fmt: skip
