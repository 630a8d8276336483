"""What PyTorch has and autograd_lab has not: it is named, and says so when it is called.

The names and reasons are in left_out_names.py. A module's name gives a `LeftOut`, of which only the call raises:
looking must not, for ``hasattr``, tab completion and documentation tools look at every name. A tensor's name raises an
error that is also an AttributeError: whoever asks ``hasattr(x, "values")`` to know what kind of object x is is told no.

To add what is left out, define it: a name that is there is never looked for here. Then take its word off the list.
"""

import functools
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any, NoReturn

_ADVICE = "for that, use PyTorch itself"


class LeftOutError(NotImplementedError, AttributeError):
    """A tensor or module was asked for what PyTorch's has and ours has not."""


class LeftOut:
    """Stands where PyTorch has something that is not here; calling it, or a part of it, raises NotImplementedError."""

    def __init__(self, name: str, why: str) -> None:
        self.__name__ = self.__qualname__ = name
        self.__doc__ = _sentence(name, why)
        self._why = why

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(self.__doc__)

    def __mro_entries__(self, bases: tuple) -> NoReturn:
        """``class Net(nn.LSTM)`` says the same as a call."""
        self()

    def __instancecheck__(self, instance: Any) -> bool:
        """``isinstance(layer, nn.LSTM)`` is a fair question, and the answer is known."""
        return False

    def __subclasscheck__(self, subclass: type) -> bool:
        return False

    def __getitem__(self, parameters: Any) -> "LeftOut":
        """``def send(x: Future[Tensor])``: an annotation calls nothing."""
        return self

    def __getattr__(self, name: str) -> "LeftOut":
        if name.startswith("_"):
            raise AttributeError(f"'LeftOut' object has no attribute '{name}'")
        return LeftOut(f"{self.__name__}.{name}", self._why)

    def __repr__(self) -> str:
        return f"<{self.__name__}: not in autograd_lab>"


class _LeftOutMember:
    """A method or property that PyTorch's class has and ours has not.

    (With a ``__getattr__`` in the class, every look at any attribute would take three times as long.)
    """

    def __init__(self, name: str, why: str) -> None:
        self.name, self.why = name, why

    def __get__(self, instance: Any, owner: type) -> LeftOut:
        if instance is None:
            return LeftOut(self.name, self.why)
        raise LeftOutError(_sentence(self.name, self.why))


def _sentence(name: str, why: str) -> str:
    return (
        f"{name} is not in autograd_lab: {why}." if ";" in why else f"{name} is not in autograd_lab: {why}; {_ADVICE}."
    )


@functools.cache
def reasons() -> dict[str, dict[str, str]]:
    """Namespace ("nn.functional") → name → why it is left out."""
    from .left_out_names import LEFT_OUT  # when the first name is missed

    found: dict[str, dict[str, str]] = {}
    for why, places in LEFT_OUT.items():
        for namespaces, names in places.items():
            for namespace in namespaces.split():
                found.setdefault(namespace, {}).update(dict.fromkeys(names.split(), why))
    return found


@functools.cache
def left_out(name: str, module: str = "torch") -> LeftOut | None:
    """What to give for a name that PyTorch has and this package has not; None for any other name."""
    if name.startswith("_"):
        return None
    why = reasons().get(module.removeprefix("torch."), {}).get(name)
    return None if why is None else LeftOut(f"{module}.{name}", why)


def refusing(module: str) -> Callable[[str], LeftOut]:
    """The ``__getattr__`` of a module (say ``autograd_lab.nn``) that PyTorch has too, with more in it."""
    _has_parts(module)
    module = module.replace("autograd_lab", "torch", 1)

    def __getattr__(name: str) -> LeftOut:  # noqa: N807
        missing = left_out(name, module)
        if missing is None:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        return missing

    return __getattr__


def refusing_all(module: str, why: str) -> Callable[[str], LeftOut]:
    """The ``__getattr__`` of a module that can be imported, and of which nothing else is here."""
    _has_parts(module)
    module = module.replace("autograd_lab", "torch", 1)

    def __getattr__(name: str) -> LeftOut:  # noqa: N807
        if name.startswith("_"):
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        return LeftOut(f"{module}.{name}", why)

    return __getattr__


class _LeftOutModules:
    """Finds what is left out when it is imported as a module: ``from torch.onnx import export`` gives a `LeftOut`.

    It is asked last, of names that no other finder knows, and only what its parent has as a `LeftOut` does it know: so
    a program that imports a module and never uses it runs.
    """

    @staticmethod
    def find_spec(fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """How to "load" it; None for any other module."""
        root, parent, leaf = fullname.partition(".")[0], *fullname.rpartition(".")[::2]
        if sys.modules.get(root) is not sys.modules[_ROOT]:  # nobody else's; a program may call ours "torch"
            return None
        found = getattr(sys.modules[parent], leaf, None)
        return ModuleSpec(fullname, _Loader(found), is_package=True) if isinstance(found, LeftOut) else None


class _Loader:
    """Hands over what is there already."""

    def __init__(self, found: LeftOut) -> None:
        self.found = found

    def create_module(self, spec: ModuleSpec) -> Any:
        """It stands in ``sys.modules`` like a module."""
        return self.found

    def exec_module(self, module: Any) -> None:
        """Nothing is run."""


_ROOT = __name__.partition(".")[0]
sys.meta_path.append(_LeftOutModules)


def _has_parts(module: str) -> None:
    """Let this module's own parts be imported, although it is one file."""
    vars(sys.modules[module]).setdefault("__path__", [])


def refuse_members(kind: type) -> None:
    """Let this class (Tensor) refuse, in a sentence, what PyTorch's has beyond it; ``dir(x)`` leaves that out."""
    for name, why in reasons()[kind.__name__].items():
        if not hasattr(kind, name):
            setattr(kind, name, _LeftOutMember(f"torch.{kind.__name__}.{name}", why))

    def __dir__(self: Any) -> list[str]:  # noqa: N807
        cls = type(self)
        return [name for name in object.__dir__(self) if not isinstance(getattr(cls, name, None), LeftOut)]

    kind.__dir__ = __dir__  # type: ignore[method-assign]


def no_attribute(instance: Any, name: str, namespace: str) -> AttributeError:
    """The error for an attribute that is not there: with the reason if PyTorch's class has it, else Python's words."""
    missing = left_out(name, f"torch.{namespace}")
    if missing is None:
        return AttributeError(f"'{type(instance).__name__}' object has no attribute '{name}'")
    return LeftOutError(missing.__doc__)
