"""NumPy's words in PyTorch's: for errors (the net under all checks of arguments), and for arguments (``axis``).

A check that knows the argument's name says more and comes first (``_torch/surface/guards.py``). Without this file, what
slips through would say ``'str' object has no attribute '_data'``, or be a class of error that PyTorch never raises.
Here it gets the class and, as far as the text tells, the words that PyTorch has for it.
"""

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .errors import with_help

_Made = Callable[[re.Match], Exception]


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def shape_mismatch(shapes: Sequence[tuple[int, ...]], operation: str = "") -> Exception | None:
    """The error for shapes that do not stretch to one, None if they do. It names the first two lengths that differ.

    Dimensions are compared from the right. ``operation`` got these shapes; with its name the error says how they match.
    """
    for count, other in enumerate(shapes[1:], 1):
        first = np.broadcast_shapes(*shapes[:count])
        for back, (mine, its) in enumerate(zip(reversed(first), reversed(other), strict=False), 1):
            if mine != its and 1 not in (mine, its):
                text = (
                    f"The size of tensor a ({mine}) must match the size of tensor b ({its}) at non-singleton "
                    f"dimension {max(len(first), len(other)) - back}"
                )
                help = (
                    f"{operation} got the shapes {list(first)} and {list(other)}; dimensions are matched from the "
                    "right, and only a 1 stretches."
                )
                return RuntimeError(with_help(text, help) if operation else text)
    return None


def _unequal(found: re.Match) -> Exception:
    shapes = [_sizes(text) for text in re.findall(r"\(([\d, ]*)\)", found[0])]
    return shape_mismatch(shapes) or RuntimeError(found[0])


def _does_not_fit(found: re.Match) -> Exception:
    """A result that is larger than what it should be written to."""
    shape, needed = list(_sizes(found[1])), list(_sizes(found[2]))
    return RuntimeError(f"output with shape {shape} doesn't match the broadcast shape {needed}")


def _out_of_range(found: re.Match) -> Exception:
    limit = max(int(found[2]), 1)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {found[1]})"
    )


_PYTHONS = r"(invalid literal|could not convert string|not enough values to unpack|too many values|zip\(\)).*"
"""What Python says with a ValueError, in PyTorch's Python functions as in ours."""

_WORDS: tuple[tuple[str, _Made], ...] = (
    (r"(operands could not be broadcast together|shape mismatch: objects cannot be broadcast).*", _unequal),
    (r"could not broadcast input array from shape .*", _unequal),
    (r"non-broadcastable output operand with shape (.*) doesn't match the broadcast shape (.*)", _does_not_fit),
    (r"axis (-?\d+) is out of bounds for array of dimension (\d+)", _out_of_range),
    (
        r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)",
        lambda found: IndexError(f"index {found[1]} is out of bounds for dimension {found[2]} with size {found[3]}"),
    ),
    (
        r"The truth value of an array with more than one element is ambiguous.*",
        lambda found: TypeError("expected a number or a bool, but got numpy.ndarray"),
    ),
    (r"ufunc '\w+' not supported for the input types.*", lambda found: TypeError("these types do not go together")),
    (r"'([\w.]+)' object has no attribute '_\w+'", lambda found: TypeError(f"expected Tensor, but got {found[1]}")),
    (r"(Python )?int(eger)? .*too (large|big).*", lambda found: OverflowError("int too big to convert")),
    (r"Python integer .*out of bounds.*", lambda found: RuntimeError("value cannot be converted without overflow")),
    (r"cannot convert float .* to integer", lambda found: RuntimeError("value cannot be converted without overflow")),
)
"""What NumPy and Python say (a pattern), and what PyTorch says instead."""

_CLASSES: tuple[tuple[type[Exception], type[Exception]], ...] = (
    (np.exceptions.AxisError, IndexError),  # also a ValueError
    (np._core._exceptions.UFuncTypeError, TypeError),
    (ValueError, RuntimeError),  # LinAlgError is one
    (MemoryError, RuntimeError),
    (ArithmeticError, RuntimeError),
    (UnboundLocalError, RuntimeError),
)
"""Classes of errors that stand for no decision of ours, and what PyTorch would raise."""


def in_torchs_words(error: Exception) -> Exception:
    """What PyTorch would raise for an error that happened by accident; the error itself if that is what it is."""
    text = str(error)
    for pattern, made in _WORDS:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return made(found)
    if isinstance(error, ValueError) and re.match(_PYTHONS, text):
        return error
    return next((instead(text) for kind, instead in _CLASSES if isinstance(error, kind)), error)


NUMPY_WORDS = {"axis": "dim", "keepdims": "keepdim"}
FOREIGN_WORDS = frozenset((*NUMPY_WORDS, "input"))
"""A call with one of them fails first, and is then put in PyTorch's words. (Rows call the first tensor ``self``.)"""


def numpy_words(function: Callable) -> Callable:
    """Decorate a function for those who say ``axis`` and ``keepdims``, and perhaps ``input`` for the tensor."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        words = {NUMPY_WORDS.get(key, key): value for key, value in kwargs.items()}
        first = (words.pop("input"),) if not args and "input" in words else ()
        return function(*first, *args, **words)

    return call
