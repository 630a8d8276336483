"""What a function takes that PyTorch writes in Python: its annotations say it, for PyTorch has no signature of it.

There the inner function complains, the one that is called with these arguments: ``F.softmax(x, "a")`` says ``softmax():
argument 'dim' (position 1) must be int, not str``. It has the outer one's name and order, unless `CALLS` tells
otherwise.

PyTorch: torch/nn/functional.py.
"""

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..._core.base.errors import type_name
from ..._core.tensor import Tensor
from .read_signatures import Parameter
from .signature_errors import fitting, numbers_for, wrong

CALLS = """
affine_grid: affine_grid_generator
batch_norm: batch_norm input weight bias running_mean running_var training momentum eps
binary_cross_entropy_with_logits: binary_cross_entropy_with_logits input target weight pos_weight
constant_: .fill_ input=tensor
cross_entropy: cross_entropy_loss input target weight _ ignore_index label_smoothing
dropout: dropout input p train=training
dropout2d: feature_dropout input p train=training
embedding: embedding weight indices=input _ scale_grad_by_freq sparse
embedding_bag: embedding_bag weight indices=input
grid_sample: grid_sampler
instance_norm: instance_norm input weight bias running_mean running_var use_input_stats momentum eps
log_softmax: .log_softmax input dim
logsigmoid: log_sigmoid
nll_loss: nll_loss_nd
normal_: .normal_ input=tensor mean std
norm: linalg_vector_norm input=self _ _ keepdim
softmax: .softmax input dim
unfold: im2col
uniform_: .uniform_ input=tensor from=a to=b
unique: _unique2
"""
"""What a function calls, where that has another name (after a dot, a method's); then the arguments, if their order is
another. ``indices=input`` is called ``indices`` there; ``_`` is a place that is not looked at.
"""

_OF_TORCH = ("cdist", "norm", "split", "tensordot", "unique")
"""Functions of ``torch`` itself that are written in Python, and look at their arguments."""

_KINDS: dict[Any, tuple[str, bool]] = {
    Tensor: ("Tensor", False),
    Tensor | None: ("Tensor", True),
    int: ("int", False),
    int | None: ("int", True),
    float: ("float", False),
    float | None: ("float", True),
    int | float: ("Number", False),
    bool: ("bool", False),
    Sequence[int]: ("tuple of ints", False),
    Sequence[Tensor]: ("tuple of Tensors", False),
}
"""Annotation → PyTorch's word for it, and whether None will do; all other annotations are not looked at."""

_QUICK = {"Tensor": {Tensor}, "Number": {int, float}, "float": {int, float}, "int": {int}, "bool": {bool}}
"""Types of arguments that fit without a closer look."""

_NOT_HANDED_ON = frozenset(("antialias", "enable_gqa", "inplace", "return_indices"))
"""Switches that PyTorch's Python reads, for which anything will do that is true or false."""


class Annotated:
    """What a function's arguments must be.

    Args:
        function: the one that programs call.
        calls: a line of `CALLS`, what comes after the name; or only the name of the inner function.
    """

    def __init__(self, function: Callable, calls: str):
        called, *order = calls.split()
        self.function, self.method, self.called = function, called.startswith("."), called.removeprefix(".")
        bare = inspect.unwrap(function)
        code, annotations = bare.__code__, bare.__annotations__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self.taken: list[tuple[int, Parameter, str]] = []
        """The inner function's place for it, what it must be, and the name that it has here."""
        for place, text in enumerate(order or names):
            word, _, own = text.partition("=")
            kind = None if word in _NOT_HANDED_ON else _KINDS.get(annotations.get(own or word))
            if kind is not None:
                named = not order and place >= code.co_argcount
                shown = "input" if word == "self" else word
                self.taken.append((place, Parameter(kind[0], shown, False, kind[1], named), own or word))
        wanted = {own: parameter for _, parameter, own in self.taken}
        self._checks = {name: _check(self.called, wanted.get(name)) for name in names}
        self._kinds = {name: wanted[name].type if name in wanted else "" for name in names}
        self.right: set[tuple] = set()
        """Types of arguments that came before and were right, whatever their values."""

    @property
    def told(self) -> tuple[set[tuple], Callable, Callable, Callable]:
        """What a guard has to know."""
        return self.right, self.mistaken, self.complaint, self.with_numbers

    def mistaken(self, args: tuple, kwargs: dict[str, Any], kinds: tuple) -> bool:
        """Whether an argument is not what it must be; ``kinds`` are the types, which are noted if they suffice."""
        checks = (*tuple(self._checks.values())[: len(args)], *map(self._checks.get, kwargs))
        values = (*args[: len(self._checks)], *kwargs.values())  # too many arguments are Python's business
        pairs = [(value, check) for value, check in zip(values, checks, strict=True) if check is not None]
        asked = [(value, fits) for value, (quick, fits) in pairs if value.__class__ not in quick]
        if not asked:
            self.right.add(kinds)
        return not all(fits(value) for value, fits in asked)

    def with_numbers(self, args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]] | None:
        """The same call with numbers where PyTorch takes them out of 0-d tensors; None if there are none."""
        return numbers_for(self._kinds, args, kwargs)

    def complaint(self, args: tuple, kwargs: dict[str, Any]) -> TypeError | None:
        """PyTorch's words for the first wrong argument; None where there is none, or Python has words for the call."""
        try:
            bound = inspect.signature(self.function).bind(*args, **kwargs)
        except TypeError:
            return None
        bound.apply_defaults()
        for place, parameter, name in self.taken:
            value = bound.arguments.get(name)
            if not fitting(self.called, parameter)(value):
                if self.method and not place:
                    kind = type_name(value)
                    return TypeError(f"{self.called}(): argument 'input' (position 1) must be Tensor, not {kind}")
                return wrong(self.called, parameter, value, place - self.method, parameter.keyword_only)
        return None


def _check(called: str, parameter: Parameter | None) -> tuple[set, Callable[[Any], bool]] | None:
    if parameter is None:
        return None
    quick = _QUICK.get(parameter.type, set()) | ({type(None)} if parameter.may_be_none else set())
    return quick, fitting(called, parameter)


@functools.cache
def _lines() -> dict[str, str]:
    return dict(line.split(": ") for line in CALLS.strip().splitlines())


def annotated(function: Callable, name: str, prefix: str = "") -> Annotated | None:
    """What this function's annotations say; None if a tensor is not what it takes first.

    ``prefix`` is what all the functions of a module begin with where PyTorch complains: ``linalg_``.
    """
    bare = inspect.unwrap(function)
    takes_tensor = bare.__annotations__.get(bare.__code__.co_varnames[0]) in (Tensor, Sequence[Tensor])
    calls = prefix + name if prefix else _lines().get(name, name)
    return Annotated(function, calls) if takes_tensor else None


def annotated_in_torch(function: Callable, name: str) -> Annotated | None:
    """The same for ``torch`` itself and for methods, most of which have signatures, or nothing to look at."""
    return annotated(function, name) if name in _OF_TORCH else None
