"""The guard before a function that programs call: it costs a ``try``, until the call fails.

Then it asks four questions. Did the caller bring ``out=``? Then the result goes there (``out.py``). Or NumPy's words
(``axis``)? Then the call is put in PyTorch's words and made again. Were the arguments to blame? Then PyTorch's
complaint about them takes the place of whatever went wrong inside (``signature_errors.py``). Where does the error come
from? Its traceback is cut down to the learner's own lines (``_core/base/tracebacks.py``).

Inside the package the bare functions are called, so that NumPy arrays can go through them; PyTorch takes only tensors,
and a guard holds a function to that.
"""

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..._core.base.left_out import LeftOut
from ..._core.base.numpy_words import FOREIGN_WORDS, numpy_words
from ..._core.base.tracebacks import shortened
from ..._core.table.written_call import MISSING
from ..._core.tensor import Tensor
from . import out, read_signatures, signature_errors
from .annotated import Annotated

_UNDERSTOOD = frozenset((*FOREIGN_WORDS, "out"))
"""Keywords for which a call that failed is made again."""
_UNLISTED = _UNDERSTOOD | {"as_tuple"}
"""Keywords that signatures do not have: with them, arguments are looked at when a call has failed."""


def _again(function: Callable, name: str, table: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    if "out" in kwargs and out.is_wanted(name, table, kwargs["out"]):
        if error := complaint(name, table, args, kwargs):
            raise error
        return out.into(name, function, args, kwargs)
    return numpy_words(function)(*args, **kwargs)


def guarded(
    function: Callable, name: str, table: str = "", of_tensor: bool = False, inner: Annotated | None = None
) -> Callable:
    """The function as the world sees it.

    Args:
        name: what PyTorch calls it.
        table: the text of ``signatures.py`` that has its signatures; "" when there are none.
        of_tensor, inner: whether it is a method; what its annotations say, if PyTorch writes it in Python.
    """
    told = inner.told if inner else _by_signatures(name, table, int(of_tensor))
    right, mistaken, complain, with_numbers = told

    def call(*args: Any, **kwargs: Any) -> Any:
        if mistaken is not None:
            kinds = (*map(type, args), *kwargs, *map(type, kwargs.values())) if kwargs else (*map(type, args),)
            if kinds not in right:
                if mistaken(args, kwargs, kinds) and (error := complain(args, kwargs)):
                    raise error
                if kinds not in right and (numbers := with_numbers(args, kwargs)):
                    return call(*numbers[0], **numbers[1])
        try:
            return function(*args, **kwargs)
        except Exception as failed:
            error = failed
            if failed.__class__ is TypeError and not _UNDERSTOOD.isdisjoint(kwargs):
                try:
                    return _again(function, name, table, args, kwargs)
                except Exception as second:
                    error = second
            error = (not isinstance(error, NotImplementedError) and complain(args, kwargs)) or error
            __tracebackhide__ = True  # IPython leaves this frame out, unless it is the last
            raise shortened(error)  # noqa: B904 (it keeps its own cause)

    call.__name__, call.__qualname__ = name, f"Tensor.{name}" if of_tensor else name
    call.__module__, call.__doc__, call.__wrapped__ = __package__.partition(".")[0], function.__doc__, function
    return call


def _by_signatures(name: str, table: str, own: int) -> tuple[set[tuple], Callable | None, Callable, Callable]:
    """How the arguments of a call are looked at before it, if they are, and after it has failed; last, `_with_numbers`.

    The set is of types of arguments that came before and were right, so that most calls cost no more than to find
    theirs there. ``own`` is 1 for a method: its signatures leave `self` out, and so do complaints.
    """

    def complain(args: tuple, kwargs: dict[str, Any]) -> Exception | None:
        return complaint(name, table, args[own:], kwargs) if table else None

    right: set[tuple] = set()
    with_numbers = functools.partial(_with_numbers, name, table, own)
    if not table or (own and not read_signatures.takes_arguments(name, table)):
        return right, None, complain, with_numbers  # x.detach(): nothing to look at

    def mistaken(args: tuple, kwargs: dict[str, Any], kinds: tuple) -> bool:
        tensors, no_int_at = read_signatures.silent_mistakes(name, table)
        if is_mistaken(args, tensors, no_int_at + own):
            return True
        if not _is_decided_later(kinds) and complain(args, kwargs):
            return True
        if not with_numbers(args, kwargs):  # where they are, not only types decide
            right.add(kinds)
        return False

    return right, mistaken, complain, with_numbers


def _is_decided_later(kinds: tuple) -> bool:
    """Whether the arguments are looked at only when the call fails: some words, and what says itself it is left out."""
    return any(kind in _UNLISTED or kind is LeftOut for kind in kinds)


def _with_numbers(
    name: str, table: str, own: int, args: tuple, kwargs: dict[str, Any]
) -> tuple[tuple, dict[str, Any]] | None:
    """The call with numbers in the place of tensors, where PyTorch takes them out; None if it stays as it is."""
    if not table or not any(isinstance(value, Tensor) for value in (*args[1:], *kwargs.values())):
        return None
    found = signature_errors.with_numbers(name, table, args[own:], kwargs)
    return found and ((*args[:own], *found[0]), found[1])


def is_mistaken(args: tuple, tensors: int, no_int_at: float) -> bool:
    """Whether there is a mistake among the arguments that would not fail by itself."""
    if tensors and not args:
        return True
    for item in args[:tensors]:
        if not isinstance(item, Tensor):
            return True
    return len(args) > no_int_at and args[no_int_at].__class__ is int


def complaint(name: str, table: str, args: tuple, kwargs: dict[str, Any]) -> Exception | None:
    """PyTorch's complaint about these arguments, if they fit no signature."""
    return signature_errors.misfit(name, table, tuple(arg for arg in args if arg is not MISSING), kwargs)


def guard_functions(
    namespace: dict[str, Any], module: str, table: str = "", inner: Callable | None = None, own: str = ""
) -> None:
    """Put a guard before every public function of a namespace, which the world knows as ``module``.

    ``inner`` reads what they say of themselves, if they are not in the table: `annotated`. ``own``: a module of which
    only the functions that it defines itself are meant.
    """
    known = read_signatures.texts(table) if table else {}
    for name, item in list(namespace.items()):
        if isinstance(item, FunctionType) and not name.startswith("_") and (not own or item.__module__ == own):
            its_table = table if name in known else ""
            told = None if its_table or inner is None else inner(item, name)
            guard = guarded(item, name, its_table, inner=told)
            guard.__module__ = module
            namespace[name] = guard
