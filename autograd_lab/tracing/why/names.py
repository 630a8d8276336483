"""Names: which tensors and modules a recording knows, and what it says of a name that it does not know."""

import re
from collections.abc import Iterator

from ..telling.words import counted, listed
from ..trace.node_search import near_names, with_dots
from .paths import assigned_names

FEW = 10
"""So many names at most are listed, and not counted."""


def module_called(trace, wanted: str) -> str:
    """The module, or the list of modules, with this name, or the only one whose name ends in ``.wanted``; else ""."""
    known, plain = _modules(trace), with_dots(wanted)
    found = [wanted] * (wanted in known) or [name for name in known if with_dots(name) == plain]
    found = found or [name for name in known if wanted and with_dots(name).endswith(f".{plain}")]
    return found[0] if len(found) == 1 else ""


def _modules(trace) -> list[str]:
    """All that were called, and all that tensors belong to."""
    called = [call.name for origin in trace.origins.values() for call in origin.modules]
    names = (tensor.name for tensor in trace.flow.tensors if tensor.name and not tensor.name.endswith(".grad"))
    held = [name[: found.start()] for name in names for found in re.finditer(r"[.\[]", name)]
    return list(dict.fromkeys(filter(None, [*called, *held])))


def is_in(name: str | None, module: str) -> bool:
    """Whether the tensor with this name belongs to the module; everything belongs to ""."""
    return bool(name) and (not module or name.startswith((f"{module}.", f"{module}[")))


def unknown_words(trace, wanted: str) -> str:
    """What to say of a name that stands for no tensor."""
    parameters, others = _parameters(trace), dict.fromkeys(_others(trace))
    others = [name for name in others if name not in parameters]
    start = f"This recording knows no tensor {wanted!r}"
    near = near_names(wanted, [*parameters, *others, *_modules(trace)])
    start += f"; did you mean {' or '.join(map(repr, near))}?" if near else "; "
    if len(parameters) + len(others) <= FEW:
        return f"{start}{' It' if near else 'it'} knows {listed([*parameters, *others], FEW) or 'none by name'}."
    if near:
        return start
    rest = f" and {counted(len(others), 'other name')}: {listed(others)}" if others else ""
    return f"{start}it knows {counted(len(parameters), 'parameter')}, which trace.gradients() lists,{rest}."


def _parameters(trace) -> list[str]:
    """The names of the leaves that require a gradient."""
    tensors = (tensor for tensor in trace.flow.tensors if tensor.is_leaf and tensor.requires_grad)
    return list(dict.fromkeys(tensor.name for tensor in tensors if tensor.name))


def _others(trace) -> Iterator[str]:
    """All other names, also of variables of functions that have returned."""
    yield from filter(None, map(trace.name, trace.nodes))
    yield from (tensor.name for tensor in trace.flow.tensors if tensor.name and tensor.requires_grad)
    lines = (step.line.text for step in trace.flow.steps if step.line and step.outputs)
    yield from (name for line in lines for name in assigned_names(line) if "." not in name)
    yield from (tensor.name for tensor in trace.flow.tensors if tensor.name)
