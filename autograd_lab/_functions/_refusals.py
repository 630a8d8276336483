"""PyTorch's words for arguments that fit none of a function's signatures."""

from typing import Any

from .._tensor import Tensor


def no_such_call(name: str, args: tuple, kwargs: dict[str, Any], signatures: tuple[str, ...]) -> TypeError:
    """The error for a call that no signature takes, e.g. ``"Tensor input, Number other, *, Tensor out = None"``."""
    words = [type(arg).__name__ for arg in args]
    got = ", ".join([*words, *(f"{key}={type(value).__name__}" for key, value in kwargs.items())])
    lines = [f"{name}() received an invalid combination of arguments - got ({got}), but expected one of:"]
    for signature in signatures:
        lines.append(f" * ({signature})")
        types = [part.split()[0] for part in signature.split(", ") if part != "*"]
        if len(types) == len(args) and not kwargs:  # only then does PyTorch go through them one by one
            pairs = zip(words, types, strict=True)
            marked = ", ".join(word if word == kind else f"!{word}!" for word, kind in pairs)  # no type is a Number
            lines.append(f"      didn't match because some of the arguments have invalid types: ({marked})")
    return TypeError("\n".join(lines) + "\n")


def must_be_tensor(function: str, argument: str, position: int, value: Any) -> None:
    """Raise unless the argument is a tensor."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{function}(): argument '{argument}' (position {position}) must be Tensor, not {type(value).__name__}"
        )
