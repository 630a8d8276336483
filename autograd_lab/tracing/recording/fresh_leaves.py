"""For the time of a run, new leaves in the place of the parameters of the modules that a program uses.

A run wants float64, as its inputs have it, and tells the gradients of parameters too; and it must leave the learner's
modules as they are: their numbers, their dtype, every ``.grad``, the running statistics.
"""

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..._core.tensor import Tensor, wrap
from .variable_names import is_module


class StandIns:
    """``arrays`` has the parameters that want a gradient, by name; `placed` puts tensors in their places.

    Raises TypeError for modules of another library.
    """

    def __init__(self, program: Callable[..., Any]):
        self.arrays: dict[str, np.ndarray] = {}
        self._places: list[tuple[dict[str, Any], str, str | None, Tensor]] = []
        names: dict[int, str] = {}  # of parameters that were met, perhaps in another place
        for outer, module in _modules_of(program).items():
            for path, part in module.named_modules():
                for store in (part._parameters, part._buffers):
                    for key, tensor in store.items():
                        if tensor is not None:
                            name = ".".join(filter(None, (outer, path, key)))
                            self._place(store, key, names.setdefault(id(tensor), name), tensor)

    def _place(self, store: dict[str, Any], key: str, name: str, tensor: Any) -> None:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{name} is a tensor of another library: such a program takes modules of autograd_lab.nn.")
        if tensor.requires_grad:
            self.arrays[name] = tensor._data
        self._places.append((store, key, name if tensor.requires_grad else None, tensor))

    @contextmanager
    def placed(self, leaves: Mapping[str, Tensor]) -> Iterator[None]:
        """``leaves`` in the places of the parameters so called, and copies in those of all the rest, for the block."""
        try:
            for store, key, name, tensor in self._places:
                store[key] = leaves[name] if name else _copy(tensor)
            yield
        finally:
            for store, key, _, tensor in self._places:
                store[key] = tensor


def _modules_of(program: Callable[..., Any]) -> dict[str, Any]:
    """The program itself, if it is a module (its name is "" then), or else those that its variables hold."""
    while isinstance(program, functools.partial):
        program = program.func
    program = inspect.unwrap(program)
    owner = getattr(program, "__self__", program)
    if is_module(owner):
        return {"": owner}
    if not inspect.isfunction(program):
        return {}
    outside = inspect.getclosurevars(program)
    return {name: item for name, item in {**outside.globals, **outside.nonlocals}.items() if is_module(item)}


def _copy(tensor: Tensor) -> Tensor:
    return wrap(np.array(tensor._data, dtype=np.float64 if tensor.is_floating_point() else None))
