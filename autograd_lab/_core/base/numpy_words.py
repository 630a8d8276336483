"""NumPy's words for arguments, which PyTorch takes too: ``axis``, ``keepdims``.

PyTorch: torch/csrc/utils/python_arg_parser.cpp (numpy_compatibility_arg_names).
"""

import functools
from collections.abc import Callable
from typing import Any

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
