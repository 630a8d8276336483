"""`FunctionModule`: a module that calls one function with its settings. The class only lists the settings.

    class LeakyReLU(FunctionModule, calls=functional.leaky_relu):
        negative_slope: float = 0.01
        inplace: bool = False

The rest is generated, as in a dataclass. It is what you would write by hand:

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False):
        Module.__init__(self)
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str: ...  # "negative_slope=0.01"

A method that the class writes itself is kept. A class that has its ``forward`` is complete, and its subclasses are
ordinary classes. Layers with weights are ordinary classes from the start: see `Linear`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import InitVar
from typing import Any, ClassVar, dataclass_transform

from .._core.table.compiled import function_from
from .._core.tensor import Tensor
from . import functional
from .module import Module

_REQUIRED = inspect.Parameter.empty


@dataclass_transform(eq_default=False)
class FunctionModule(Module):
    """Base of the modules that keep some settings and call one function with them.

    The settings are the class's annotations, after those of its bases. A class that declares all settings of its bases
    again decides their order. A setting that may be a tensor becomes a buffer. ``__post_init__``, if the class has one,
    checks or computes settings; it also receives the settings marked `InitVar`, which the module does not keep.
    """

    _settings: ClassVar[dict[str, inspect.Parameter]] = {}
    _shown: ClassVar[tuple[str, ...] | None] = None
    """The settings that `repr` shows; None shows all."""

    def __init_subclass__(cls, calls: Callable | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        complete = any(base.forward is not Module.forward for base in cls.__bases__ if issubclass(base, FunctionModule))
        if complete and calls is None:
            return
        own = {setting.name: setting for setting in _declared_by(cls)}
        cls._settings = own if own.keys() >= cls._settings.keys() else {**cls._settings, **own}
        if "__init__" not in vars(cls) and (own or calls):
            cls.__init__ = _constructor(cls)
        if calls is not None and "forward" not in vars(cls):
            cls.forward = _forward(cls, calls)

    def extra_repr(self) -> str:
        """``name=value`` for each setting; ``inplace`` only where it is True."""
        names = self._settings if self._shown is None else self._shown
        shown = [(name, getattr(self, name)) for name in names if name != "inplace" or self.inplace]
        return ", ".join(f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}" for name, value in shown)


def _declared_by(cls: type) -> Iterator[inspect.Parameter]:
    """The settings in the body of a class. Their defaults move from the class into the signature."""
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        default = vars(cls).get(name, _REQUIRED)
        if name in vars(cls):
            delattr(cls, name)
        yield inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def _constructor(cls: type[FunctionModule]) -> Callable:
    """``__init__``: each setting becomes an attribute."""
    lines, handed_on = ["Module.__init__(self)"], []
    for name, setting in cls._settings.items():
        if isinstance(setting.annotation, InitVar):
            handed_on.append(name)
        elif setting.annotation == Tensor | None:
            lines.append(f"self.register_buffer({name!r}, {name})")
        else:
            lines.append(f"self.{name} = {name}")
    if hasattr(cls, "__post_init__"):
        lines.append(f"self.__post_init__({', '.join(handed_on)})")
    made = _written(cls, "__init__", cls._settings, lines)
    kinds = {name: setting.annotation for name, setting in cls._settings.items()}
    made.__annotations__ = {name: kind.type if name in handed_on else kind for name, kind in kinds.items()}
    defaults = (setting.default for setting in cls._settings.values())
    made.__defaults__ = tuple(default for default in defaults if default is not _REQUIRED)
    return made


def _forward(cls: type[FunctionModule], function: Callable) -> Callable:
    """``forward``: it takes the function's required arguments, and passes the settings by their names."""
    signature = inspect.signature(function)
    kept = {name for name, setting in cls._settings.items() if not isinstance(setting.annotation, InitVar)}
    if unknown := kept - set(signature.parameters):
        raise TypeError(f"{cls.__qualname__} has settings that functional.{function.__name__} does not take: {unknown}")
    inputs, arguments, in_order = {}, [], True
    for name, parameter in signature.parameters.items():
        if name in kept or name == "training":
            arguments.append(f"self.{name}" if in_order else f"{name}=self.{name}")
        elif parameter.default is _REQUIRED:
            inputs[name] = parameter.annotation
            arguments.append(name)
        else:  # arguments after one that is left out must be named
            in_order = False
    call = f"functional.{function.__name__}({', '.join(arguments)})"
    made = _written(cls, "forward", inputs, [f"return {call}"])
    made.__doc__ = f"``{call}``"
    made.__annotations__ = {**inputs, "return": signature.return_annotation}
    return made


def _written(cls: type, name: str, parameters: Iterable[str], lines: list[str]) -> Callable:
    """Compile a method from its text; its name in tracebacks is that of a method written in the class."""
    text = "\n    ".join([f"def {name}({', '.join(['self', *parameters])}):", *lines])
    home = {"__name__": cls.__module__, "__file__": f"{__file__}:{cls.__qualname__}"}
    made = function_from(text, name, {**home, "functional": functional, "Module": Module}, {})
    made.__qualname__ = f"{cls.__qualname__}.{name}"
    return made
