"""Whether operations leave nodes behind: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`.

Each is a context manager and a decorator. The switch belongs to the thread.

PyTorch: torch/autograd/grad_mode.py.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .base.errors import type_name
from .base.learners_line import warn
from .base.state import thread, watchers

_CLASS = (
    "Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or "
    "methods. To preserve the current behavior of class decoration, you can directly decorate the `__init__` method "
    "and nothing else."
)


def in_grad_mode(enabled: bool, function: Callable, *args: Any, **named: Any) -> Any:
    """``function(*args, **named)`` with grad mode on or off.

    Where the engine switches, it does it in this way: ``with no_grad():`` leaves it off if an interrupt (Ctrl+C) comes
    just when ``__exit__`` begins.
    """
    state = thread.state
    before = state.grad_enabled
    try:
        state.grad_enabled = enabled
        return function(*args, **named)
    finally:
        state.grad_enabled = before


class _GradMode:
    """Sets the switch on entry, restores it on exit; decorates functions and generators (and, warned of, classes)."""

    def __init__(self, enabled: bool):
        self._enabled = enabled
        self._before: list[bool] = []

    def __enter__(self) -> None:
        self._before.append(thread.state.grad_enabled)
        thread.state.grad_enabled = self._enabled

    def __exit__(self, *error: object) -> None:
        thread.state.grad_enabled = self._before.pop()

    def _another(self) -> "_GradMode":
        """A mode like this one, for one call of a decorated function."""
        return _GradMode(self._enabled)

    def __call__(self, function: Callable) -> Callable:
        another = self._another

        if inspect.isclass(function):
            warn(_CLASS, FutureWarning)
            make = function
            function = lambda *args, **kwargs: make(*args, **kwargs)  # noqa: E731 (so PyTorch calls it)

        if inspect.isgeneratorfunction(function):

            @functools.wraps(function)
            def generator(*args: Any, **kwargs: Any) -> Any:
                return _run_generator(function(*args, **kwargs), another)

            return generator

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            with another():
                return function(*args, **kwargs)

        return wrapped


def _run_generator(generator: Any, another: Callable[[], _GradMode]) -> Any:
    """Only the generator's own steps run under the mode; whoever consumes it keeps its own."""
    resume, value = generator.send, None
    while True:
        with another():
            try:
                item = resume(value)
            except StopIteration as end:
                return end.value
        try:
            resume, value = generator.send, (yield item)
        except GeneratorExit:
            with another():
                generator.close()
            raise
        except BaseException as error:
            resume, value = generator.throw, error


class _Optional(_GradMode):
    """Usable as ``@no_grad`` too, without parentheses."""

    _value: bool

    def __new__(cls, function: Callable | None = None) -> Any:
        mode = super().__new__(cls)
        mode.__init__()
        return mode if function is None else mode(function)

    def __init__(self, function: Callable | None = None):
        super().__init__(self._value)


class no_grad(_Optional):
    """Inside, operations leave no nodes: nothing can be differentiated, and leaves may be changed in place.

    ``with no_grad():``, ``@no_grad()`` or ``@no_grad``, also on a generator, whose steps then run inside.
    """

    _value = False


class enable_grad(_Optional):
    """Inside, operations leave nodes even if an outer `no_grad` had switched that off. Used like `no_grad`."""

    _value = True


class set_grad_enabled(_GradMode):
    """Switch to ``mode`` (a bool) at once; as a context manager, switch back at the end. Or a decorator."""

    def __init__(self, mode: bool):
        if not isinstance(mode, bool):
            kind = type_name(mode)
            raise TypeError(f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {kind}")
        super().__init__(mode)
        self._outer = thread.state.grad_enabled
        thread.state.grad_enabled = mode

    def __enter__(self) -> None:
        self._before.append(self._outer)
        thread.state.grad_enabled = self._enabled

    def __call__(self, function: Callable) -> Callable:
        thread.state.grad_enabled = self._outer
        return super().__call__(function)

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self._enabled})"


class inference_mode(_GradMode):
    """Inside, operations leave no nodes, and the tensors that they make may never become part of a graph.

    PyTorch saves the time of counting versions; here it only guards what `no_grad` does not: using such a tensor where
    a graph would have to save it, or changing it in place outside, raises RuntimeError. ``inference_mode(False)``
    switches both off. Used like `no_grad`.
    """

    def __new__(cls, mode: Any = True) -> Any:
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True):
        super().__init__(not mode)
        self._outer: list[bool] = []

    def _another(self) -> "inference_mode":
        return inference_mode(not self._enabled)

    def __enter__(self) -> None:
        watchers.add(1)
        state = thread.state
        self._before.append(state.grad_enabled)
        self._outer.append(state.inference)
        state.grad_enabled, state.inference = self._enabled, not self._enabled
        state.careful += 1

    def __exit__(self, *error: object) -> None:
        watchers.add(-1)
        state = thread.state
        state.inference = self._outer.pop()
        state.careful -= 1
        super().__exit__(*error)


def is_inference_mode_enabled() -> bool:
    """Whether inference mode is on just now."""
    return thread.state.inference


def is_grad_enabled() -> bool:
    """Whether operations leave nodes behind just now."""
    return thread.state.grad_enabled
