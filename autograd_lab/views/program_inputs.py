"""What `try_it` and `break_it` are given: a program, and a number or a short list of numbers for each argument."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .short_text import number_text

MOST = 12
"""An input may have so many numbers: `try_it` has a box for each of them, and each can be read."""


def arrays_of(view: str, program: Callable[..., Any], inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Each input as an array of float64. ``view`` is who asks.

    Raises ValueError where there is no input, or one that is no number or too long, and TypeError for another name than
    those of the program's arguments.
    """
    if not inputs:
        raise ValueError(f"{view} needs at least one input, such as views.{view}(program, a=2.0)")
    arrays = {name: _numbers(view, name, value) for name, value in inputs.items()}
    if not callable(program):
        raise TypeError(f"{view} wants a function, such as `lambda a: a * a`, not {type(program).__name__}.")
    inspect.signature(program).bind(**arrays)
    return arrays


def called(program: Callable[..., Any], names: Mapping[str, Any]) -> str:
    """``program(a, b)``."""
    name = getattr(program, "__name__", type(program).__name__)
    return f"{name if name.isidentifier() else 'program'}({', '.join(names)})"


def placed_at(arrays: Mapping[str, np.ndarray]) -> str:
    """``a = 2, v = [1, 2]``."""
    return ", ".join(f"{name} = {_text(array.tolist())}" for name, array in arrays.items())


def _text(item: Any) -> str:
    return f"[{', '.join(map(_text, item))}]" if isinstance(item, list) else number_text(item)


def _numbers(view: str, name: str, value: Any) -> np.ndarray:
    try:
        plain = value.tolist() if callable(getattr(value, "tolist", None)) else value  # a tensor's, PyTorch's too
        numbers = np.array(plain, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"the input {name} must be a number or a list of numbers, not {value!r}") from None
    if not 0 < numbers.size <= MOST:
        raise ValueError(f"the input {name} has {numbers.size} numbers; {view} takes 1 to {MOST}")
    return numbers
