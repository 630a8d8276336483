"""PyTorch's words for arguments that fit none of a function's signatures.

PyTorch: torch/csrc/utils/{invalid_arguments,python_arg_parser}.cpp.
"""

from typing import Any

from ..autograd._tensor import Tensor


def type_name(value: Any) -> str:
    """What C calls the type: ``list``, ``numpy.ndarray``, ``Tensor``."""
    kind = type(value)
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


def no_such_call(name: str, args: tuple, kwargs: dict[str, Any], signatures: tuple[str, ...]) -> TypeError:
    """The error for a call that no signature takes, e.g. ``"Tensor input, Number other, *, Tensor out = None"``."""
    words = [type_name(arg) for arg in args]
    named = [f"{key}={type_name(value)}" for key, value in reversed(kwargs.items())]
    got = ", ".join([*words, *named]) + ", " * (not args) * bool(named)  # PyTorch's comma too many
    start = f"{name}() received an invalid combination of arguments - got "
    if len(signatures) == 1:
        unknown = _unknown_words(signatures[0], kwargs)
        if unknown:
            return TypeError(f"{start}unrecognized keyword arguments: {unknown}")
        return TypeError(f"{start}({_marked(signatures[0], args, kwargs)}), but expected ({signatures[0]})")
    lines = [f"{start}({got}), but expected one of:"]
    for signature in signatures:
        lines.append(f" * ({signature})")
        if len(signature.split(", ")) == len(args) + len(kwargs):  # only then does PyTorch go through them one by one
            unknown = _unknown_words(signature, kwargs)
            what = "keywords were incorrect" if unknown else "arguments have invalid types"
            detail = unknown or f"({_marked(signature, args, kwargs)})"
            lines.append(f"      didn't match because some of the {what}: {detail}")
    return TypeError("\n".join(lines) + "\n")


def _parts(signature: str) -> dict[str, str]:
    """Name → type. PyTorch calls an argument by its default if it has one (``None``): no keyword means that."""
    parts = [part.rpartition(" ") for part in signature.split(", ") if part not in ("*", "")]
    return {f"{place} {name}" if kind.endswith("=") else name: kind for place, (kind, _, name) in enumerate(parts)}


def _unknown_words(signature: str, kwargs: dict[str, Any]) -> str:
    known = _parts(signature)
    return ", ".join(key for key in kwargs if key not in known)


def _marked(signature: str, args: tuple, kwargs: dict[str, Any]) -> str:
    """The types that came, those that are not what the signature says between exclamation marks."""
    kinds = _parts(signature)
    pairs = [*zip(args, [*kinds.values(), *[""] * len(args)], strict=False)]
    marked = [_mark(value, kind) for value, kind in pairs]
    return ", ".join([*marked, *(f"{key}={_mark(value, kinds.get(key, ''))}" for key, value in kwargs.items())])


def _mark(value: Any, kind: str) -> str:
    word = type_name(value)
    fits = word == kind or (kind == "float" and word == "int")  # no type is called Number
    if isinstance(value, tuple | list):
        inside = ", ".join(type_name(item) for item in value)
        word = f"{word} of " + (f"[{inside}]" if isinstance(value, list) else f"({inside}{',' * (len(value) == 1)})")
    return word if fits else f"!{word}!"


def must_be_tensor(function: str, argument: str, position: int, value: Any) -> None:
    """Raise unless the argument is a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{function}(): argument '{argument}' (position {position}) must be Tensor, not {type_name(value)}"
        )
