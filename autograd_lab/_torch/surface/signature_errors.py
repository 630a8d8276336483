"""What PyTorch says about arguments that fit none of a function's signatures.

PyTorch reads the arguments of every call before it does anything, so its words about them come before any others. Here
a call is read this way once it has failed (``guards.py``).

PyTorch: torch/csrc/utils/python_arg_parser.cpp, torch/csrc/utils/invalid_arguments.cpp.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..._core.base.device import device
from ..._core.base.dtypes import dtype
from ..._core.base.errors import type_name
from ..._core.base.generator import Generator
from ..._core.tensor import Tensor
from .read_signatures import NUMBERS_AS_TENSORS, Parameter, Signature, signatures_of

_LISTS_ONLY = {
    "as_strided", "as_strided_", "broadcast_to", "constant_pad_nd", "flip", "full", "layer_norm", "new_full", "normal",
    "pad", "permute", "randint", "reshape", "rms_norm", "split_with_sizes", "tile", "unflatten",
}  # fmt: skip
"""Functions whose lists have any length; for one of fixed length (``dim`` of ``sum``) an int will do."""
_SPELLINGS = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}
"""NumPy's words, which PyTorch takes too."""


# ----- what fits ---------------------------------------------------------------------------------------------------
def _is_scalar(value: Any) -> bool:
    return isinstance(value, Tensor) and value.dim() == 0 and not value.requires_grad


def _is_int(value: Any) -> bool:
    if isinstance(value, int | np.integer):
        return not isinstance(value, bool)
    return _is_scalar(value) and value._data.dtype.kind in "iu"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.number | np.bool_) or _is_scalar(value)


def _are_ints(value: Any) -> bool:
    if _is_int(value):
        return True  # PyTorch takes one int for a list of fixed length
    return isinstance(value, tuple | list) and (not value or _is_int(value[0]))


def _all(kind: type | tuple) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, tuple | list) and all(isinstance(item, kind) for item in value)


_FITS: dict[str, Callable[[Any], bool]] = {
    "Tensor": lambda value: isinstance(value, Tensor),
    "Number": _is_number,
    "float": _is_number,
    "int": _is_int,
    "bool": lambda value: isinstance(value, bool | np.bool_),
    "str": lambda value: isinstance(value, str),
    "tuple of ints": _are_ints,
    "tuple of Tensors": _all(Tensor),
    "tuple of floats": _all((int, float)),
    "tuple of Scalars": _all((int, float)),
    "torch.dtype": lambda value: (
        isinstance(value, dtype | np.dtype)  # NumPy's come from within the package
        or (isinstance(value, type) and value in (int, float, bool, complex))
    ),
    "torch.device": lambda value: isinstance(value, str | int | device),
    "torch.Generator": lambda value: isinstance(value, Generator),
}


def _fits(function: str, parameter: Parameter, value: Any) -> bool:
    if value is None and parameter.may_be_none:
        return True
    if isinstance(value, int) and parameter.type == "tuple of ints" and function in _LISTS_ONLY:
        return False
    if parameter.type == "Tensor" and function.removesuffix("_") in NUMBERS_AS_TENSORS and _is_number(value):
        return True
    return parameter.type not in _FITS or _FITS[parameter.type](value)


def fitting(function: str, parameter: Parameter) -> Callable[[Any], bool]:
    """Whether a value can stand for this parameter of the function of this name."""
    return functools.partial(_fits, function, parameter)


# ----- reading a call ----------------------------------------------------------------------------------------------
def misfit(name: str, table: str, args: tuple, kwargs: dict[str, Any]) -> Exception | None:
    """PyTorch's complaint about the arguments of this call, or None if some signature takes them."""
    shown, hidden = signatures_of(name, table)
    if not shown[0].parameters and len(shown) == 1:
        return _takes_nothing(name, args, kwargs)
    complaints = [_complaint(name, signature, args, kwargs) for signature in shown]
    if None in complaints:
        return _unreadable(name, shown[complaints.index(None)], args, kwargs)
    if len(shown) == 1 and not hidden:
        return complaints[0]
    count = len(args) + len(kwargs)
    plausible = [i for i, one in enumerate(shown) if one.least <= count <= len(one.parameters)]
    if len(plausible) == 1:
        return complaints[plausible[0]]
    return _no_such_call(name, args, kwargs, shown)


def with_numbers(name: str, table: str, args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]] | None:
    """The same call with numbers where PyTorch takes them out of tensors without dimensions; None if there are none."""
    for signature in signatures_of(name, table)[0]:
        if _complaint(name, signature, args, kwargs) is None:
            return numbers_for({parameter.name: parameter.type for parameter in signature.parameters}, args, kwargs)
    return None


def numbers_for(kinds: dict[str, str], args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]] | None:
    """The arguments with numbers for 0-d tensors where ``kinds``, name → type, wants numbers; None if all stays."""
    places = [*kinds.values(), *[""] * len(args)]
    found = tuple(_number_of(value, kind) for value, kind in zip(args, places, strict=False))
    named = {word: _number_of(value, kinds.get(word, "")) for word, value in kwargs.items()}
    changed = any(new is not old for new, old in zip(found, args, strict=True))
    return (found, named) if changed or any(named[word] is not kwargs[word] for word in kwargs) else None


def _number_of(value: Any, kind: str) -> Any:
    return value.item() if kind in ("int", "float", "Number", "tuple of ints") and _is_scalar(value) else value


_TOO_LONG = 2**63
_OVERFLOW = "Overflow when unpacking long long"


def _unreadable(name: str, signature: Signature, args: tuple, kwargs: dict[str, Any]) -> Exception | None:
    """PyTorch looks at the first of a list of ints to choose the signature, and at the others afterwards.

    So it does with how long an int is; its numbers have 64 bits.
    """
    given = dict(zip((one.name for one in signature.parameters), _gathered(signature, args), strict=False)) | kwargs
    for parameter in signature.parameters:
        value = given.get(parameter.name)
        if parameter.type == "tuple of ints" and isinstance(value, tuple | list):
            for place, item in enumerate(value, 1):
                if (_is_int(item) or (place > 1 and isinstance(item, bool))) and not _is_too_long(item):
                    continue
                why = _OVERFLOW if _is_int(item) else f"type must be tuple of ints,but got {type_name(item)}"
                start = f"{name}(): argument '{parameter.name}' failed to unpack the object at pos {place} with error"
                return TypeError(f'{start} "{why}"')
        elif _is_too_long(value) and parameter.type in ("int", "tuple of ints"):
            return ValueError(_OVERFLOW)
        elif _is_too_long(value) and parameter.type in ("Number", "Tensor"):
            return OverflowError("int too big to convert")
    return None


def _is_too_long(value: Any) -> bool:
    return isinstance(value, int) and not -_TOO_LONG <= value < _TOO_LONG


def _gathered(signature: Signature, args: tuple) -> tuple:
    """``view(2, 3)`` is ``view((2, 3))`` where a list of ints is all that must come, and can without a name."""
    first = signature.parameters[0] if signature.positional == 1 else None
    spread = first is not None and first.type == "tuple of ints" and not first.optional
    return (args,) if spread and args and _is_int(args[0]) else args


def _takes_nothing(name: str, args: tuple, kwargs: dict[str, Any]) -> TypeError | None:
    if kwargs:
        return TypeError(f"TensorBase.{name}() takes no keyword arguments")
    return TypeError(f"TensorBase.{name}() takes no arguments ({len(args)} given)") if args else None


def _complaint(name: str, signature: Signature, args: tuple, kwargs: dict[str, Any]) -> TypeError | None:
    """What is wrong with the call if this signature was meant."""
    args = _gathered(signature, args)
    if len(args) > signature.positional:
        return _too_many(name, signature, len(args))
    used = 0
    for position, parameter in enumerate(signature.parameters):
        if position < len(args):
            if not _fits(name, parameter, args[position]):
                return wrong(name, parameter, args[position], position)
            continue
        words = (parameter.name, *_SPELLINGS.get(parameter.name, ()))
        given = [kwargs[word] for word in words if word in kwargs]
        if given:
            used += 1
            if not _fits(name, parameter, given[0]):
                return wrong(name, parameter, given[0], position, named=True)
        elif not parameter.optional:
            return _missing(name, signature.parameters[position:])
    return _unknown(name, signature, len(args), kwargs) if used < len(kwargs) else None


def wrong(name: str, parameter: Parameter, value: Any, position: int, named: bool = False) -> TypeError:
    """PyTorch's words for an argument that is not what it must be, at this position, or given by name."""
    wanted, got = parameter.type, type_name(value)
    if isinstance(value, tuple | list) and wanted == "tuple of Tensors":
        return _not_tensors(value, position)
    where = "" if named else f" (position {position + 1})"
    if isinstance(value, tuple | list) and wanted == "tuple of ints" and not named:
        got = f"found element of type {type_name(value[0])} at pos 0"
        return TypeError(f"{name}(): argument '{parameter.name}'{where} must be {wanted}, but {got}")
    return TypeError(f"{name}(): argument '{parameter.name}'{where} must be {wanted}, not {got}")


def _not_tensors(items: Sequence, position: int) -> TypeError:
    place = next(i for i, item in enumerate(items) if not isinstance(item, Tensor))
    got = type_name(items[place])
    return TypeError(f"expected Tensor as element {place} in argument {position}, but got {got}")


def _too_many(name: str, signature: Signature, count: int) -> TypeError:
    least, most = signature.least, signature.positional
    verb = "was" if count == 1 else "were"
    if least != most:
        return TypeError(f"{name}() takes from {least} to {most} positional arguments but {count} were given")
    return TypeError(f"{name}() takes {most} positional argument{'s' * (most != 1)} but {count} {verb} given")


def _missing(name: str, rest: Sequence[Parameter]) -> TypeError:
    words = [f'"{parameter.name}"' for parameter in rest if not parameter.optional]
    ending = "s" if len(words) == 1 else ""  # PyTorch has it the wrong way round
    return TypeError(f"{name}() missing {len(words)} required positional argument{ending}: {', '.join(words)}")


def _unknown(name: str, signature: Signature, taken: int, kwargs: dict[str, Any]) -> TypeError:
    places = {parameter.name: place for place, parameter in enumerate(signature.parameters)}
    for word in kwargs:
        if word not in places:
            return TypeError(f"{name}() got an unexpected keyword argument '{word}'")
        if places[word] < taken:
            return TypeError(f"{name}() got multiple values for argument '{word}'")
    return TypeError("invalid keyword arguments")


# ----- a call that no signature takes --------------------------------------------------------------------------------
def _no_such_call(name: str, args: tuple, kwargs: dict[str, Any], shown: Sequence[Signature]) -> TypeError:
    words = [type_name(arg) for arg in args]
    named = [f"{key}={type_name(value)}" for key, value in reversed(kwargs.items())]
    got = ", ".join([*words, *named]) + ", " * (not args) * bool(named)  # PyTorch's comma too many
    start = f"{name}() received an invalid combination of arguments - got "
    if len(shown) == 1:
        unknown = _unknown_words(shown[0], kwargs)
        if unknown:
            return TypeError(f"{start}unrecognized keyword arguments: {unknown}")
        return TypeError(f"{start}({_marked(shown[0], args, kwargs)}), but expected ({shown[0].text})")
    lines = [f"{start}({got}), but expected one of:"]
    for signature in shown:
        lines.append(f" * ({signature.text})")
        parts = signature.text.split(", ")  # the star is one, too
        if len(parts) == len(args) + len(kwargs):  # only then does PyTorch go through them one by one
            unknown = _unknown_words(signature, kwargs)
            what = "keywords were incorrect" if unknown else "arguments have invalid types"
            detail = unknown or f"({_marked(signature, args, kwargs)})"
            lines.append(f"      didn't match because some of the {what}: {detail}")
    return TypeError("\n".join(lines) + "\n")


def _kinds(signature: Signature) -> dict[str, str]:
    """Name → type. PyTorch calls an argument by its default if it has one: no keyword means that, and no type fits."""
    parameters = enumerate(signature.parameters)
    return {f"{place} =" if one.optional else one.name: "=" if one.optional else one.type for place, one in parameters}


def _unknown_words(signature: Signature, kwargs: dict[str, Any]) -> str:
    known = _kinds(signature)
    return ", ".join(key for key in kwargs if key not in known)


def _marked(signature: Signature, args: tuple, kwargs: dict[str, Any]) -> str:
    """The types that came, those that are not what the signature says between exclamation marks."""
    kinds = _kinds(signature)
    marked = [_mark(value, kind) for value, kind in zip(args, [*kinds.values(), *[""] * len(args)], strict=False)]
    return ", ".join([*marked, *(f"{key}={_mark(value, kinds.get(key, ''))}" for key, value in kwargs.items())])


def _mark(value: Any, kind: str) -> str:
    word = type_name(value)
    fits = word == kind or (kind == "float" and word == "int")  # no type is called Number
    if isinstance(value, tuple | list):
        inside = ", ".join(type_name(item) for item in value)
        word = f"{word} of " + (f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})")
    return word if fits else f"!{word}!"
