"""The public functions and methods, each with a guard that knows what PyTorch says about wrong arguments.

The guard lets every call through, and only if it fails asks ``complaints.py`` whether the arguments were to blame: a
call that works pays for a ``try`` and no more. Inside the package the bare functions are called, so that NumPy arrays
can go through them; PyTorch takes only tensors, and a guard holds a function to that.
"""

import functools
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from .._table.row import Op
from ..autograd._tensor import Tensor
from . import signatures
from .deferred import Later, made

LISTS_ONLY = frozenset(("broadcast_to", "flip", "permute", "reshape"))
"""Functions whose second argument must be a list, where the method of their name takes single ints."""
NEVER = 1000
NUMPY_WORDS = {"axis": "dim", "keepdims": "keepdim"}
"""NumPy's words, which PyTorch takes too. A call with one of them fails first, and is then put in PyTorch's words."""
FOREIGN_WORDS = frozenset((*NUMPY_WORDS, "input"))
_NONE: Any = object()
"""Stands for an argument that was not given. Calls with up to three plain arguments are the commonest by far, and
to hand on ``*args, **kwargs`` costs more than the whole ``try``."""


def numpy_words(function: Callable) -> Callable:
    """The function for those who say ``axis`` and ``keepdims``, and perhaps ``input`` for the tensor."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        words = {NUMPY_WORDS.get(key, key): value for key, value in kwargs.items()}
        first = (words.pop("input"),) if not args and "input" in words else ()
        return function(*first, *args, **words)

    return call


def guard(name: str, function: Callable, only_tensors: bool, no_int_at: int) -> Callable:
    """The function as the world sees it.

    Two mistakes that do not fail by themselves are looked for: with ``only_tensors`` a first argument that is none, and
    an int in the place ``no_int_at`` (``sum(x, 0, 1)``, where ``sum(x, (0, 1))`` was meant).
    """
    table = signatures.FUNCTIONS

    def careful(*args: Any, **kwargs: Any) -> Any:
        if (only_tensors and not (args and isinstance(args[0], Tensor))) or (
            len(args) > no_int_at and args[no_int_at].__class__ is int
        ):
            _refuse(name, table, args, kwargs)
        try:
            return function(*args, **kwargs)
        except Exception as error:
            return _again(error, name, table, function, args, kwargs)

    call = _plain(name, function, careful) if only_tensors and no_int_at == NEVER else careful
    return _in_place_of(function, call, name, name)


def _plain(name: str, function: Callable, careful: Callable) -> Callable:
    """The guard once more, for calls with one to three plain arguments of which the first is a tensor."""
    owner = function if isinstance(function, Op) else SimpleNamespace(quick=function)

    def call(first: Any = _NONE, second: Any = _NONE, third: Any = _NONE, *more: Any, **kwargs: Any) -> Any:
        if more or kwargs or not isinstance(first, Tensor):
            return careful(*[arg for arg in (first, second, third) if arg is not _NONE], *more, **kwargs)
        try:
            if third is not _NONE:
                return owner.quick(first, second, third)
            return owner.quick(first) if second is _NONE else owner.quick(first, second)
        except Exception as error:
            args = tuple([arg for arg in (first, second, third) if arg is not _NONE])
            return _again(error, name, signatures.FUNCTIONS, function, args, {})

    return call


def guard_method(name: str, function: Callable | Later, no_int_at: int) -> Callable:
    """The same for a method: there is no doubt about its first argument."""
    table, function = signatures.METHODS, made(function)

    def call(self: Tensor, first: Any = _NONE, *more: Any, **kwargs: Any) -> Any:
        args: tuple = ()
        try:
            if not more and not kwargs:
                return function(self) if first is _NONE else function(self, first)
            args = more if first is _NONE else (first, *more)
            if len(args) > no_int_at and args[no_int_at].__class__ is int:
                _refuse(name, table, args, kwargs)
            return function(self, *args, **kwargs)
        except Exception as error:
            args = args or (() if first is _NONE else (first,))
            return _again(error, name, table, function, args, kwargs, self)

    return _in_place_of(function, call, name, f"Tensor.{name}")


def _in_place_of(function: Callable, call: Callable, name: str, qualname: str) -> Callable:
    """``functools.wraps`` for four hundred functions at start-up, where it would take a tenth of the time."""
    call.__name__, call.__qualname__, call.__module__ = name, qualname, __package__.partition(".")[0]
    call.__doc__, call.__wrapped__ = function.__doc__, function
    return call


def _again(
    error: Exception, name: str, table: str, function: Callable, args: tuple, kwargs: dict[str, Any], *owner: Tensor
) -> Any:
    """After a call that failed: perhaps it spoke NumPy's words; else PyTorch's complaint about it comes first."""
    if error.__class__ is TypeError and not FOREIGN_WORDS.isdisjoint(kwargs):
        try:
            return numpy_words(function)(*owner, *args, **kwargs)
        except Exception as second:
            error = second
    if not isinstance(error, NotImplementedError):  # what is left out here says so, whatever came with it
        _refuse(name, table, args, kwargs)
    raise error from error.__cause__


def _refuse(name: str, table: str, args: tuple, kwargs: dict[str, Any]) -> None:
    from . import complaints  # not before something went wrong

    complaint = complaints.misfit(name, table, args, kwargs)
    if complaint is not None:
        raise complaint from None


def install(public: dict[str, Any]) -> None:
    """Put a guard before every function in this namespace, and every method of Tensor, whose signatures are known."""
    for name, body in _groups(signatures.FUNCTIONS):
        if name in public:
            only_tensors = all(line.startswith(("Tensor ", "HIDDEN")) for line in body)
            no_int_at = 1 if name in LISTS_ONLY else 2 if _has_keepdim(body) else NEVER
            public[name] = guard(name, public[name], only_tensors, no_int_at)
    for name, body in _groups(signatures.METHODS):
        function = vars(Tensor).get(name)
        if callable(function) or isinstance(function, Later):
            setattr(Tensor, name, Later(guard_method, name, function, 1 if _has_keepdim(body) else NEVER))


def _has_keepdim(body: list[str]) -> bool:
    return any("dim, bool keepdim" in line or "dim = None, bool keepdim" in line for line in body)


def _groups(table: str) -> Iterator[tuple[str, list[str]]]:
    """Every name with the beginnings of its signatures."""
    names: list[str] = []
    body: list[str] = []
    for line in [*table.strip().splitlines(), "end:"]:
        if line.startswith("  "):
            body += [line[4:]] if line.startswith("  *") else []
        elif body:
            yield from ((name, body) for name in names)
            names, body = line.rstrip(":").split(), []
        else:
            names += line.rstrip(":").split()
