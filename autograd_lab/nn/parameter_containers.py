"""Parameters in a list, or by names. PyTorch: torch/nn/modules/container.py."""

from collections.abc import Iterable, Iterator
from typing import Any

from .._surface.number_limits import typename
from ..autograd._tensor import Tensor
from .containers import pairs_of, place_in
from .module import Module
from .parameter import Parameter


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
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
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

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refused: it holds parameters and computes nothing."""
        raise RuntimeError("ParameterList should not be called.")

    def extra_repr(self) -> str:
        """A line for each parameter."""
        return "\n".join(_told(str(place), value, str(getattr(value, "dtype", ""))) for place, value in enumerate(self))


class ParameterDict(Module):
    """Parameters by names, which belong to the module that has the dictionary; a tensor becomes a parameter."""

    def __init__(self, parameters: Any = None):
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def update(self, parameters: Any) -> None:
        """Add what a mapping has (a plain dictionary's in the order of the names), or pairs (name, parameter)."""
        pairs = pairs_of(parameters, "ParameterDict", "ParametersDict")
        for name, value in sorted(pairs) if type(parameters) is dict else pairs:
            self[name] = value

    def get(self, key: str, default: Any = None) -> Any:
        """The parameter of this name, or ``default``."""
        return self[key] if key in self else default  # noqa: SIM401  (it is no dictionary)

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The parameter of this name; if there is none, ``default`` becomes it."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: str) -> Any:
        """Take the parameter of this name out."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Take the last one out, with its name."""
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def clear(self) -> None:
        """Take all parameters out."""
        for key in list(self._keys):
            del self[key]

    def copy(self) -> "ParameterDict":
        """Another dictionary with the same parameters."""
        return ParameterDict(self)

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> "ParameterDict":
        """Another dictionary, with ``default`` under each of these names."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Iterable[str]:
        """The names, in the order in which they came."""
        return self._keys.keys()

    def values(self) -> Iterable[Any]:
        """The parameters."""
        return (self[key] for key in self._keys)

    def items(self) -> Iterable[tuple[str, Any]]:
        """Pairs of name and parameter."""
        return ((key, self[key]) for key in self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def __getitem__(self, key: str) -> Any:
        return getattr(self, _checked(key))

    def __setitem__(self, key: str, value: Any) -> None:
        setattr(self, _checked(key), _as_parameter(value))
        self._keys[key] = None

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def __or__(self, other: Any) -> "ParameterDict":
        made = self.copy()
        made.update(other)
        return made

    def __ior__(self, other: Any) -> "ParameterDict":
        self.update(other)
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refused: it holds parameters and computes nothing."""
        raise RuntimeError("ParameterDict should not be called.")

    def extra_repr(self) -> str:
        """A line for each parameter."""
        return "\n".join(_told(key, value, typename(value)) for key, value in self.items())


def _as_parameter(value: Any) -> Any:
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def _checked(key: Any) -> str:
    if isinstance(key, str):
        return key
    raise TypeError(
        f"Index given to ParameterDict cannot be used as a key as it is not a string (type is '{type(key).__name__}'). "
        "Open an issue on github if you need non-string keys."
    )


def _told(name: str, value: Any, kind: str) -> str:
    if not isinstance(value, Tensor):
        return f"  ({name}): Object of type: {type(value).__name__}"
    what = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"  ({name}): {what} containing: [{kind} of size {'x'.join(map(str, value.shape))}]"


__all__ = ["ParameterDict", "ParameterList"]
