"""The signatures of ``signatures.py``, read: which arguments a function or method of PyTorch's takes.

PyTorch: torch/csrc/utils/python_arg_parser.cpp.
"""

import functools
import math
import re
from typing import NamedTuple

from . import signatures


class Parameter(NamedTuple):
    """One argument of a signature, e.g. ``Number alpha = 1`` after the star."""

    type: str
    name: str
    optional: bool
    may_be_none: bool
    keyword_only: bool


class Signature(NamedTuple):
    """One way to call a function, as PyTorch writes it."""

    text: str
    parameters: tuple[Parameter, ...]

    @property
    def least(self) -> int:
        """How many arguments there must be."""
        return sum(not parameter.optional for parameter in self.parameters)

    @property
    def positional(self) -> int:
        """How many arguments may come without their name."""
        return sum(not parameter.keyword_only for parameter in self.parameters)


@functools.cache
def texts(table: str) -> dict[str, list[str]]:
    """Name → the texts of its signatures, read from ``signatures.py``."""
    found: dict[str, list[str]] = {}
    if table is signatures.METHODS:
        for name, shown in texts(signatures.FUNCTIONS).items():
            found[name] = found[f"{name}_"] = [_of_method(text) for text in shown if text.startswith(("Tensor", "HID"))]
    for entry in re.findall(r"^\S.*\n(?: .*\n)*", table, re.MULTILINE):
        names, _, body = " ".join(entry.replace("OPTIONS", signatures.OPTIONS).split()).partition(":")
        shown = [text.strip() for text in (body.split("|")[1:] if "|" in body else [body])]
        found.update((name, shown) for name in names.split())
    return found


def _of_method(text: str) -> str:
    """A function's signature without its first tensor and without ``out``."""
    if text == "HIDDEN":
        return text
    parts = [part for part in text.split(", ") if not part.endswith(" out = None")][1:]
    return ", ".join(parts[:-1] if parts[-1:] == ["*"] else parts)


@functools.cache
def signatures_of(name: str, table: str) -> tuple[list[Signature], bool]:
    """The signatures of a name, and whether there is a hidden one."""
    shown = texts(table)[name]
    return [_read(text) for text in shown if text != "HIDDEN"], "HIDDEN" in shown


def takes_arguments(name: str, table: str) -> bool:
    """Whether a signature of this name has any argument."""
    return any(text not in ("", "HIDDEN") for text in texts(table)[name])


def _read(text: str) -> Signature:
    parameters, keyword_only = [], False
    for part in filter(None, text.split(", ")):
        if part == "*":
            keyword_only = True
            continue
        declared, _, default = part.partition(" = ")
        kind, _, name = declared.rpartition(" ")
        none = default == "None" or kind.endswith("?")
        parameters.append(Parameter(kind.removesuffix("?"), name, bool(default), none, keyword_only))
    return Signature(text.replace("?", ""), tuple(parameters))


# ----- mistakes that do not fail by themselves ------------------------------------------------------------------------
LISTS_ONLY = frozenset(("broadcast_to", "flip", "permute", "reshape"))
"""Functions whose second argument must be a list, where the method of their name takes single ints."""


ONE_INT_OR_LIST = frozenset(("count_nonzero", "squeeze"))
"""Functions whose second argument is one int or a list, where the method of their name takes several ints, too."""


NUMBERS_AS_TENSORS = frozenset(
    ("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide", "copy")
)
"""Functions that take a number for their second tensor."""


def _tensors_first(text: str) -> int:
    """How many tensors a signature begins with; one if there is a hidden signature beside it."""
    if text == "HIDDEN":
        return 1
    parts = text.split(", ")
    others = (place for place, part in enumerate(parts) if not part.startswith("Tensor ") or " = " in part)
    return next(others, len(parts))


@functools.cache
def silent_mistakes(name: str, table: str) -> tuple[int, float]:
    """How many arguments of a call must be tensors, and where no int may stand, by the beginnings of the signatures.

    Inside the package arrays go through the same functions; and in ``sum(x, 0, 1)``, where ``sum(x, (0, 1))`` was
    meant, the 1 would be taken for ``keepdim``.
    """
    functions, shown = table is signatures.FUNCTIONS, texts(table)[name]
    has_keepdim = any("dim, bool keepdim" in text or "dim = None, bool keepdim" in text for text in shown)
    tensors = min(_tensors_first(text) for text in shown) if functions else 0
    tensors = min(tensors, 1) if name.removesuffix("_") in NUMBERS_AS_TENSORS else tensors
    lists_only, one_int = functions and name in LISTS_ONLY, has_keepdim or (functions and name in ONE_INT_OR_LIST)
    return tensors, 1 if lists_only else 1 + functions if one_int else math.inf
