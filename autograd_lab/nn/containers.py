"""`Sequential`: modules in a row. PyTorch: torch/nn/modules/container.py."""

import operator
from collections.abc import Iterator, Mapping
from typing import Any

from .module import Module


class Sequential(Module):
    """Calls its modules one after the other: ``Sequential(Linear(2, 3), ReLU())``, or with a dictionary of names."""

    def __init__(self, *modules: Any):
        super().__init__()
        named = modules[0] if len(modules) == 1 and isinstance(modules[0], Mapping) else dict(enumerate(modules))
        for name, module in named.items():
            self.add_module(str(name), module)

    def forward(self, input: Any) -> Any:
        """What comes out of one module goes into the next."""
        for module in self:
            input = module(input)
        return input

    def append(self, module: Module) -> "Sequential":
        """Add a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __getitem__(self, index: int | slice) -> Module:
        if isinstance(index, slice):
            return Sequential(dict(list(self._modules.items())[index]))
        place = operator.index(index)
        if not -len(self) <= place < len(self):
            raise IndexError(f"index {place} is out of range")
        return list(self._modules.values())[place]
