"""`Reachable`: the part of `Module` that finds what lies inside by its dotted name, ``"encoder.0.weight"``.

PyTorch: torch/nn/modules/module.py (get_submodule, get_parameter, get_buffer, set_submodule).
"""

from typing import Any

from ..autograd._tensor import Tensor
from .parameter import Parameter


class Reachable:
    """A `Module`, as one that knows where its parts are: by the names that `named_modules` and its like give."""

    def get_submodule(self, target: str) -> "Reachable":
        """The module with this dotted name; ``""`` is the module itself. Raises AttributeError for any other name."""
        found: Any = self
        for name in target.split(".") if target else ():
            found = _part(found, name)
            if not isinstance(found, Reachable):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return found

    def get_parameter(self, target: str) -> Parameter:
        """The parameter with this dotted name. Raises AttributeError for any other name."""
        place, _, name = target.rpartition(".")
        found = _part(self.get_submodule(place), name)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str) -> Tensor:
        """The buffer with this dotted name. Raises AttributeError for any other name."""
        place, _, name = target.rpartition(".")
        module = self.get_submodule(place)
        found = _part(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    def set_submodule(self, target: str, module: "Reachable", strict: bool = False) -> None:
        """Put a module in the place of the one with this dotted name; ``strict`` wants that there was one.

        Raises:
            ValueError: an empty name, or no module.
            AttributeError: the place does not exist, or holds no module.
        """
        if not target:
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Reachable):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        place, _, name = target.rpartition(".")
        parent = self.get_submodule(place)
        if (strict or hasattr(parent, name)) and not isinstance(_part(parent, name), Reachable):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)


def _part(module: Any, name: str) -> Any:
    if not hasattr(module, name):
        raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
    return getattr(module, name)
