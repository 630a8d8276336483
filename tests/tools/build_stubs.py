"""Write the stubs from which editors complete: ``autograd_lab/__init__.pyi`` and ``autograd_lab/_core/tensor.pyi``.

Rows of the table become functions and methods when the package is imported, so an editor that only reads the source
sees few of them. The stubs say what is there, with the parameters of the rows' schemas and of the functions.

    python tests/tools/build_stubs.py           write them
    python tests/tools/build_stubs.py --check   only say whether they are up to date
"""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import autograd_lab
from autograd_lab import derivatives
from autograd_lab._core.base.left_out import LeftOut
from autograd_lab._core.table.row import Row
from autograd_lab._torch.surface import guards

PACKAGE = Path(autograd_lab.__file__).parent
HEADER = """# Written by tests/tools/build_stubs.py from the package itself; not to be edited.
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
"""
TYPES = {
    "Tensor": "Tensor", "Tensor?": "Tensor | None", "Tensor[]": "Sequence[Tensor]", "Tensor?[]": "Sequence[Any]",
    "int": "_int", "SymInt": "_int", "int?": "_int | None", "SymInt?": "_int | None", "bool": "_bool",
    "bool?": "_bool | None", "float": "_float", "float?": "_float | None", "Scalar": "_float",
    "Scalar?": "_float | None", "ScalarType?": "dtype | None", "str": "_str", "str?": "_str | None",
}  # fmt: skip
PLAIN = {"int": "_int", "float": "_float", "bool": "_bool", "str": "_str"}
KNOWN = {
    "Tensor", "Any", "_int", "_float", "_bool", "_str", "None", "Sequence", "Callable", "Iterator", "tuple", "list",
    "dict", "dtype", "Size", "Generator", "device", "np.ndarray",
}  # fmt: skip
SETTABLE = {"requires_grad", "grad", "data", "name"}


# ----- signatures ----------------------------------------------------------------------------------------------------
def schema_type(text: str) -> str:
    """A schema's type in Python's words."""
    if text in TYPES:
        return TYPES[text]
    if re.fullmatch(r"(int|SymInt|bool|float)\[\d*\]\??", text):
        kind = TYPES[text.partition("[")[0]]
        return f"{kind} | Sequence[{kind}]" + (" | None" if text.endswith("?") else "")
    return "Any"


def of_row(op: Row, name: str, method: bool) -> str:
    """The signature of a row that is public as it is."""
    words, starred = [], False
    for place, parameter in enumerate(op.plan.parameters):
        kind = schema_type(parameter.type)
        if kind == "Tensor" and op.pointwise and place:
            kind = "Tensor | _float"
        if parameter.keyword_only and not starred:
            words.append("*")
            starred = True
        label = "self" if method and not place else {"self": "input"}.get(parameter.name, parameter.name)
        label = f"{label}_" if label in ("from", "lambda") else label
        typed = "self" if method and not place else f"{label}: {kind}"
        words.append(typed if parameter.required else f"{typed} = ...")
    several = "Tensor" if len(op.plan.outputs) == 1 else "tuple[Tensor, ...]"
    return f"def {name}({', '.join(words)}) -> {several}: ..."


def annotation(value: Any) -> str:
    """An annotation as the stubs write it; Any for what they do not name."""
    if value in (inspect.Parameter.empty, inspect.Signature.empty):
        return "Any"
    text = value if isinstance(value, str) else inspect.formatannotation(value)
    text = re.sub(r"\b(autograd_lab(\.\w+)*|typing|collections\.abc)\.", "", text).replace("numpy.", "np.")
    text = text.replace('"', "").replace("'", "")
    text = re.sub(r"\b(int|float|bool|str)\b", lambda match: PLAIN[match[0]], text)
    names = set(re.findall(r"[A-Za-z_][\w.]*", text))
    return text if names <= KNOWN else "Any"


def of_function(function: Any, name: str, method: bool) -> str:
    """The signature of a Python function."""
    signature = inspect.signature(function)
    words, starred = [], False
    for place, parameter in enumerate(signature.parameters.values()):
        if method and not place and parameter.kind is not parameter.VAR_POSITIONAL:
            words.append("self")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            words.append("*")
            starred = True
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        starred = starred or prefix == "*"
        if method and not place:
            words.append("self")
        default = "" if parameter.default is parameter.empty else " = ..."
        words.append(f"{prefix}{parameter.name}: {annotation(parameter.annotation)}{default}")
    return f"def {name}({', '.join(words)}) -> {annotation(signature.return_annotation)}: ..."


def documented(line: str, about: Any, indent: str = "") -> list[str]:
    """A definition with the first line of its documentation."""
    text = (inspect.getdoc(about) or "").partition("\n")[0].replace("\\", "\\\\").replace('"""', "'''")
    if not text or text.startswith("``"):
        return [indent + line]
    return [indent + line.removesuffix(" ..."), f'{indent}    """{text}"""']


# ----- the two files -------------------------------------------------------------------------------------------------
def public(module: Any) -> list[str]:
    """Names that a user may use."""
    names = sorted(name for name in dir(module) if not name.startswith("_"))
    return [name for name in names if not isinstance(getattr(module, name), LeftOut)]


def face() -> str:
    """``autograd_lab/__init__.pyi``."""
    imports, lines = [], []
    for name in public(autograd_lab):
        item = unguarded(getattr(autograd_lab, name))
        if isinstance(item, ModuleType):
            package, _, home = item.__name__.rpartition(".")
            imports.append(f"from {relative(package)} import {home} as {name}")
        elif isinstance(item, type) and name == item.__name__ and name != "Tensor" and not is_typed(item):
            imports.append(f"from {relative(item.__module__)} import {name} as {name}")
        elif hasattr(item, "op"):
            lines += documented(of_row(item.op, name, method=False), item)
        elif inspect.isfunction(item):
            lines += documented(of_function(item, name, method=False), item)
        elif name != "Tensor":
            lines.append(f"{name}: {constant(item)}")
    imports += [f"from . import {name} as {name}" for name in ("exercises", "nn", "optim", "tracing", "utils", "views")]
    imports.append("from ._core.tensor import Tensor as Tensor")
    return "\n".join([HEADER, *sorted(set(imports)), "", *lines, "", "__version__: _str", ""])


def unguarded(item: Any) -> Any:
    """The function behind its guard, which takes any arguments to say what is wrong with them."""
    guarded = inspect.isfunction(item) and item.__code__.co_filename == guards.__file__
    return item.__wrapped__ if guarded and not hasattr(item, "op") else item


def is_typed(item: type) -> bool:
    """Whether it is ``FloatTensor`` or one of its like, which are made when the package is imported."""
    return type(item).__name__ == "_TensorType"


def relative(module: str) -> str:
    """The module as seen from the package."""
    return "." + module.removeprefix("autograd_lab").lstrip(".")


def constant(item: Any) -> str:
    """The type of something that is no function."""
    kind = type(item).__name__
    if kind in ("dtype", "Generator"):
        return kind
    return PLAIN.get(kind, "Any")


def tensor() -> str:
    """``autograd_lab/_core/tensor.pyi``."""
    rows = {op.base: op for op in derivatives.TABLE.values() if "method" in op.variants}
    rows |= {f"{op.base.removesuffix('_')}_": op for op in derivatives.TABLE.values() if "in_place" in op.variants}
    lines = [HEADER, "from .base.device import device", "from .base.dtypes import Size, dtype", "", "class Tensor:"]
    lines.append("    def __init__(self, *data: Any, device: Any = ..., requires_grad: _bool = ...) -> None: ...")
    for name in public(autograd_lab.Tensor):
        getattr(autograd_lab.Tensor, name)  # a method is made when it is first looked for
        item = unguarded(inspect.getattr_static(autograd_lab.Tensor, name))
        if isinstance(item, property):
            lines += of_property(name, item)
        elif hasattr(item, "op"):  # written for this row (under its own name or another)
            lines += documented(of_row(item.op, name, method=True), item, "    ")
        elif name in rows and not inspect.signature(item).parameters.keys() & {"dim", "other"}:
            lines.append("    " + of_row(rows[name], name, method=True))
        elif callable(item):
            lines += documented(of_function(item, name, method=True), item, "    ")
    lines += [f"    {operator(name)}" for name in sorted(OPERATORS & set(dir(autograd_lab.Tensor)))]
    lines += ["", "def wrap(data: Any, fn: Any = ...) -> Tensor: ...", ""]
    return "\n".join(lines)


BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
OTHERS = {
    "neg": "(self) -> Tensor", "pos": "(self) -> Tensor", "abs": "(self) -> Tensor", "invert": "(self) -> Tensor",
    "eq": "(self, other: Any) -> Tensor", "ne": "(self, other: Any) -> Tensor", "lt": "(self, other: Any) -> Tensor",
    "le": "(self, other: Any) -> Tensor", "gt": "(self, other: Any) -> Tensor", "ge": "(self, other: Any) -> Tensor",
    "getitem": "(self, key: Any) -> Tensor", "setitem": "(self, key: Any, value: Any) -> None",
    "len": "(self) -> _int", "iter": "(self) -> Iterator[Tensor]", "bool": "(self) -> _bool",
    "int": "(self) -> _int", "float": "(self) -> _float", "index": "(self) -> _int", "hash": "(self) -> _int",
}  # fmt: skip
OPERATORS = {f"__{first}{name}__" for name in BINARY for first in ("", "r", "i")} | {f"__{name}__" for name in OTHERS}


def operator(name: str) -> str:
    """What ``x * y``, ``-x``, ``x[key]`` … mean."""
    signature = OTHERS.get(name.strip("_"), "(self, other: Any) -> Tensor")
    # Python would have == answer True or False; here it compares element by element.
    ignored = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    return f"def {name}{signature}: ...{ignored}"


def of_property(name: str, item: property) -> list[str]:
    """An attribute, with its setter where a program sets it."""
    kind = annotation(inspect.signature(item.fget).return_annotation) if item.fget else "Any"
    lines = ["    @property", *documented(f"def {name}(self) -> {kind}: ...", item, "    ")]
    if name in SETTABLE:
        lines += [f"    @{name}.setter", f"    def {name}(self, value: {kind}) -> None: ..."]
    return lines


def main(arguments: list[str]) -> int:
    """Write or check both files."""
    texts = {"__init__.pyi": face(), "_core/tensor.pyi": tensor()}
    stale = [name for name, text in texts.items() if not same(PACKAGE / name, text)]
    if "--check" in arguments:
        for name in stale:
            print(f"autograd_lab/{name} is out of date: python tests/tools/build_stubs.py")
        return int(bool(stale))
    for name, text in texts.items():
        (PACKAGE / name).write_text(text, encoding="utf-8")
    return 0


def same(path: Path, text: str) -> bool:
    """Whether the file says this."""
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
