"""Values that programs hand over by mistake, and some that fit: each can be made for PyTorch and for autograd_lab.

A value has a name and a function of the library, so that both get the same; the numbers are few and plain.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

SOMETHING = object()


def floats(torch: Any, *shape: int, dtype: str = "float32") -> Any:
    """A tensor of numbers from -1.5 to 2."""
    count = int(np.prod(shape))
    numbers = np.linspace(-1.5, 2.0, count) if count != 1 else np.array([0.5])
    return torch.tensor(numbers.reshape(shape).tolist(), dtype=getattr(torch, dtype)).reshape(shape)


TENSORS: dict[str, Callable[[Any], Any]] = {
    "x": lambda torch: floats(torch, 2, 3),
    "vector": lambda torch: floats(torch, 3),
    "number": lambda torch: floats(torch),
    "square": lambda torch: floats(torch, 3, 3),
    "other shape": lambda torch: floats(torch, 4, 5),
    "image": lambda torch: floats(torch, 1, 2, 4, 4),
    "sequence": lambda torch: floats(torch, 2, 3, 4),
    "five dims": lambda torch: floats(torch, 1, 2, 1, 2, 2),
    "empty": lambda torch: floats(torch, 0),
    "empty inside": lambda torch: floats(torch, 2, 0, 3),
    "turned": lambda torch: floats(torch, 3, 2).t(),
    "leaf": lambda torch: floats(torch, 2, 3).requires_grad_(),
    "result": lambda torch: floats(torch, 2, 3).requires_grad_() * 2,
    "double": lambda torch: floats(torch, 2, 3, dtype="float64"),
    "half": lambda torch: floats(torch, 2, 3, dtype="float16"),
    "ints": lambda torch: torch.tensor([[0, 1, 2], [1, 2, 0]]),
    "places": lambda torch: torch.tensor([0, 1, 2]),
    "one int": lambda torch: torch.tensor(1),
    "bools": lambda torch: torch.tensor([[True, False, True], [False, True, True]]),
}
"""Tensors of many shapes, types and histories."""

NUMBERS: dict[str, Callable[[Any], Any]] = {
    "0": lambda torch: 0,
    "1": lambda torch: 1,
    "2": lambda torch: 2,
    "3": lambda torch: 3,
    "7": lambda torch: 7,
    "-1": lambda torch: -1,
    "-9": lambda torch: -9,
    "1.5": lambda torch: 1.5,
    "True": lambda torch: True,
    "nan": lambda torch: float("nan"),
    "10**30": lambda torch: 10**30,
}

OTHERS: dict[str, Callable[[Any], Any]] = {
    "None": lambda torch: None,
    "'a'": lambda torch: "a",
    "object": lambda torch: SOMETHING,
    "texts": lambda torch: ["a", "b"],
    "array": lambda torch: np.ones((2, 3), np.float32),
    "[]": lambda torch: [],
    "{}": lambda torch: {},
    "(0, 0)": lambda torch: (0, 0),
    "(1, 2)": lambda torch: (1, 2),
    "[3]": lambda torch: [3],
    "(-1,)": lambda torch: (-1,),
    "(1.5,)": lambda torch: (1.5,),
    "two tensors": lambda torch: [floats(torch, 2, 3), floats(torch, 2, 3)],
    "tensor and text": lambda torch: [floats(torch, 2, 3), "a"],
    "float32": lambda torch: torch.float32,
    "int64": lambda torch: torch.int64,
    "function": lambda torch: lambda *args: args[0] if args else None,
    "module": lambda torch: torch.nn.Linear(3, 2),
    "parameters": lambda torch: [torch.nn.Parameter(floats(torch, 2, 3))],
    "optimizer": lambda torch: torch.optim.SGD([torch.nn.Parameter(floats(torch, 2, 3))], lr=0.1),
    "distribution": lambda torch: torch.distributions.Normal(0.0, 1.0),
    "slice": lambda torch: slice(0, 2),
    "...": lambda torch: ...,
}

VALUES = {**TENSORS, **NUMBERS, **OTHERS}
