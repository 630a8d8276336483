"""Modules, and parameters, in a row or by names. PyTorch: torch/nn/modules/container.py."""

import operator
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any, Self

from .._core.tensor import Tensor
from .._torch.functions.types import typename
from .module import Module, indented
from .parameter import Parameter


class _Row(Module):
    """Modules one after the other, filed under their places."""

    def append(self, module: Module) -> Self:
        """Add a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end; returns the container."""
        for module in modules:
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before the one at ``index``; returns the container."""
        modules = list(self)
        modules.insert(index, module)
        self._renew(modules)
        return self

    def pop(self, key: int | slice) -> Module:
        """Remove and return the module at ``key``; the modules after it move up."""
        taken = self[key]
        del self[key]
        return taken

    def _renew(self, modules: Iterable[Module]) -> None:
        numbered = {str(place): module for place, module in enumerate(modules)}
        self._modules.clear()
        self._modules.update(numbered)

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, list(self._modules)[int(place_in(self, index))], module)

    def __delitem__(self, index: int | slice) -> None:
        modules = list(self)
        del modules[index if isinstance(index, slice) else int(place_in(self, index))]
        self._renew(modules)


class Sequential(_Row):
    """Calls its modules one after the other: ``Sequential(Linear(2, 3), ReLU())``, or with a dictionary of names."""

    def __init__(self, *modules: Any):
        super().__init__()
        named = modules[0] if len(modules) == 1 and isinstance(modules[0], Mapping) else dict(enumerate(modules))
        for name, module in named.items():
            self.add_module(str(name), module)

    def forward(self, input: Any) -> Any:
        """Pass the output of each module to the next."""
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index: int | slice) -> Module:
        if isinstance(index, slice):
            return type(self)(dict(list(self._modules.items())[index]))
        return list(self)[int(place_in(self, index))]

    def __add__(self, other: "Sequential") -> "Sequential":
        return Sequential(*self, *_sequential(other))

    def __iadd__(self, other: "Sequential") -> Self:
        return self.extend(list(_sequential(other)))


def _sequential(other: Any) -> Sequential:
    if not isinstance(other, Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
    return other


class ModuleList(_Row):
    """A list of modules whose parameters belong to the module that has the list. It calls nothing by itself."""

    def __init__(self, modules: Iterable[Module] | None = None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index: int | slice) -> Module:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return self._modules[place_in(self, index)]

    def __iadd__(self, modules: Iterable[Module]) -> "ModuleList":
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> "ModuleList":
        return ModuleList(chain(self, other))

    def __repr__(self) -> str:
        lines, place = [], 0
        for text, same in groupby(map(repr, self)):
            count = len(list(same))
            last = place + count - 1
            lines.append(indented(f"({place}): {text}" if count == 1 else f"({place}-{last}): {count} x {text}"))
            place += count
        return f"{type(self).__name__}(" + "".join(f"\n  {line}" for line in lines) + ("\n)" if lines else ")")


class _Named(Module):
    """Items by names; a subclass says how one is read, filed and deleted, and in which order the names come."""

    def __init__(self, items: Any = None):
        super().__init__()
        if items is not None:
            self.update(items)

    def _names(self) -> dict[str, Any]:
        return self._modules

    def update(self, items: Any) -> None:
        """Add the items of a mapping, or of pairs (name, item)."""
        for name, item in items.items() if hasattr(items, "items") else items:
            self[name] = item

    def pop(self, key: str) -> Any:
        """Remove and return the item of this name."""
        item = self[key]
        del self[key]
        return item

    def clear(self) -> None:
        """Remove all items."""
        for name in list(self):
            del self[name]

    def keys(self) -> Iterable[str]:
        """The names, in the order in which they came."""
        return self._names().keys()

    def values(self) -> Iterable[Any]:
        """The items."""
        return [self[name] for name in self]

    def items(self) -> Iterable[tuple[str, Any]]:
        """Pairs of name and item."""
        return [(name, self[name]) for name in self]

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __contains__(self, key: str) -> bool:
        return key in self._names()


class ModuleDict(_Named):
    """Modules by names, whose parameters belong to the module that has the dictionary. It calls nothing by itself."""

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]


# ----- arguments -----------------------------------------------------------------------------------------------------
def place_in(items: Any, index: Any) -> str:
    """The name of the item at ``index``: its place, counted from the beginning."""
    place, length = operator.index(index), len(items)
    if not -length <= place < length:
        raise IndexError(f"index {place} is out of range")
    return str(place % length)


# ----- parameters ----------------------------------------------------------------------------------------------------
class ParameterList(Module):
    """A list of parameters that belong to the module that has the list; a tensor becomes a parameter."""

    def __init__(self, values: Iterable[Any] | None = None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def append(self, value: Any) -> "ParameterList":
        """Add a parameter (or anything else) at the end; returns the list."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> "ParameterList":
        """Add several at the end; returns the list."""
        for value in values:
            self.append(value)
        return self

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(self._size))

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, place_in(self, index))

    def __setitem__(self, index: int, value: Any) -> None:
        setattr(self, place_in(self, index), _as_parameter(value))

    def __iadd__(self, values: Iterable[Any]) -> "ParameterList":
        return self.extend(values)

    def extra_repr(self) -> str:
        """A line for each parameter."""
        return "\n".join(_told(str(place), value, str(getattr(value, "dtype", ""))) for place, value in enumerate(self))


class ParameterDict(_Named):
    """Parameters by names, which belong to the module that has the dictionary; a tensor becomes a parameter."""

    def __init__(self, parameters: Any = None):
        self.__dict__["_keys"] = {}
        super().__init__(parameters)

    def _names(self) -> dict[str, Any]:
        return self._keys

    def update(self, parameters: Any) -> None:
        """Add what a mapping has (a plain dictionary's in the order of the names), or pairs (name, parameter)."""
        super().update(sorted(parameters.items()) if type(parameters) is dict else parameters)

    def get(self, key: str, default: Any = None) -> Any:
        """The parameter of this name, or ``default``."""
        return self[key] if key in self else default  # noqa: SIM401  (it is no dictionary)

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The parameter of this name; a missing one is added as ``default`` first."""
        if key not in self:
            self[key] = default
        return self[key]

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        setattr(self, key, _as_parameter(value))
        self._keys[key] = None

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def extra_repr(self) -> str:
        """A line for each parameter."""
        return "\n".join(_told(key, value, typename(value)) for key, value in self.items())


def _as_parameter(value: Any) -> Any:
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def _told(name: str, value: Any, kind: str) -> str:
    if not isinstance(value, Tensor):
        return f"  ({name}): Object of type: {type(value).__name__}"
    what = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({name}): {what} containing: [{kind} of size {'x'.join(map(str, value.shape))}]"


__all__ = [
    "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential",
]  # fmt: skip
